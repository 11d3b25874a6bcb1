"""Every published form of a catalog, read into one model.

Components and functions as maps or lists, `allOf` mixins, v0.9 constants, the inline
form of capabilities, and the server-function form (protocol: catalog document).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

from ..errors import A2uiError
from ..names import is_identifier, listed, nearest, shown
from ..own import height_of
from ..patterns import PatternError, compiled
from ..schema.documents import at
from ..values import EMPTY, FrozenDict, FrozenList, Json, freeze
from ..wire.dialect import SERVER_FUNCTIONS, Dialect, of_catalog_version
from .definition import Callers, ComponentDefinition, FunctionDefinition, Place

_RETURN_TYPES = (
    "string",
    "number",
    "boolean",
    "array",
    "object",
    "validationResult",
    "any",
    "void",
)
_CALLERS: Mapping[str, Callers] = MappingProxyType(
    {
        "rendererOnly": "renderer",
        "agentOnly": "agent",
        "rendererOrAgent": "either",
    }
)
_SERVER_CALLERS: Mapping[str, Callers] = MappingProxyType(
    {
        "clientOnly": "renderer",
        "serverOnly": "agent",
        "clientOrServer": "either",
    }
)
_PLACES: Mapping[str, Place] = MappingProxyType({"client": "renderer", "server": "agent"})
_SERVER_KEYS = ("executedAt", "callableFrom")
_SERVER_FORM = ("executedAt", "callableFrom", "args", "returnType", "errors")
_ANY_ARGUMENTS = FrozenDict({"type": "object"})
_NO_ARGUMENTS = FrozenDict({"type": "object", "additionalProperties": False})
_FORBIDDEN_KEYWORDS = ("$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef")


def refuse(path: str, message: str) -> NoReturn:
    """Raise the error for a document that is no catalog."""
    raise A2uiError("catalog", "INVALID_CATALOG", message, path=path)


def version_and_dialect(
    document: Mapping[str, Json],
    version: str | None,
    dialect: str | None,
) -> tuple[str, Dialect]:
    """The version a catalog is written for, and the dialect that it speaks."""
    from ..wire.dialect import named

    said = version if version is not None else document.get("protocolVersion", "v0.9")
    found = of_catalog_version(said) if isinstance(said, str) else None
    if found is None:
        refuse("/protocolVersion", f"Unknown protocol version: {shown(said)}")
    assert isinstance(said, str)
    if dialect is not None:
        found = named(dialect)
    elif found.family == SERVER_FUNCTIONS.family and _has_server_form(document):
        found = SERVER_FUNCTIONS
    return found.version, found


def _has_server_form(document: Mapping[str, Json]) -> bool:
    return any(
        key in entry for _, _, entry in _entries(document, "functions") for key in _SERVER_KEYS
    )


def _entries(document: Mapping[str, Json], kind: str) -> Iterator[tuple[str, str, dict[str, Json]]]:
    """(name, pointer, entry) of a map or a list of definitions."""
    found = document.get(kind)
    if found is None:
        return
    if isinstance(found, dict):
        pairs = [(name, name, entry) for name, entry in found.items()]
    elif isinstance(found, list):
        pairs = []
        for place, entry in enumerate(found):
            name = entry.get("name") if isinstance(entry, dict) else None
            if not isinstance(name, str):
                refuse(f"/{kind}/{place}", f"An entry of the list '{kind}' must have a 'name'")
            pairs.append((name, str(place), entry))
    else:
        refuse(f"/{kind}", f"'{kind}' must be an object or a list, found {shown(found)}")
    seen: set[str] = set()
    for name, token, entry in pairs:
        pointer = f"/{kind}/" + token.replace("~", "~0").replace("/", "~1")
        if name in seen:
            refuse(pointer, f"'{name}' is declared twice")
        seen.add(name)
        if not isinstance(entry, dict):
            refuse(pointer, f"The definition of '{name}' must be an object, found {shown(entry)}")
        yield name, pointer, entry


def _listed_in(document: Mapping[str, Json], union: str, kind: str) -> frozenset[str] | None:
    """The names that `$defs.anyComponent` or `anyFunction` admits, or None for all."""
    defs = document.get("$defs")
    found = defs.get(union) if isinstance(defs, dict) else None
    if isinstance(found, dict) and found.get("not") == {}:
        return frozenset()
    members = found.get("oneOf", found.get("anyOf")) if isinstance(found, dict) else None
    if not isinstance(members, list):
        return None
    names = set()
    for member in members:
        reference = member.get("$ref") if isinstance(member, dict) else None
        _, local, name = str(reference).partition(f"#/{kind}/")
        if local:
            names.add(name.replace("~1", "/").replace("~0", "~"))
    return frozenset(names) if names else None


def components_of(
    document: Mapping[str, Json], dialect: Dialect
) -> Mapping[str, ComponentDefinition]:
    """The components that a document declares and admits."""
    admitted = _listed_in(document, "anyComponent", "components")
    found: dict[str, ComponentDefinition] = {}
    for name, pointer, entry in _entries(document, "components"):
        if admitted is not None and name not in admitted:
            continue
        if dialect.identifiers:
            if name == "Surface":
                refuse(pointer, "A catalog may not declare 'Surface': every surface has it")
            _identifier(name, pointer, "component identifier")
            for inner, below in _properties(entry):
                _identifier(inner, f"{pointer}/{below}", "property identifier")
        found[name] = ComponentDefinition(
            name=name,
            schema=entry,
            description=_text(entry.get("description")),
            allowed_parents=_types(entry, "allowedParents", pointer),
            allowed_children=_types(entry, "allowedChildren", pointer),
        )
    return MappingProxyType(found)


def _properties(schema: Json, path: str = "properties") -> Iterator[tuple[str, str]]:
    if isinstance(schema, dict):
        properties = schema.get("properties")
        if isinstance(properties, dict):
            yield from ((name, f"{path}/{name}") for name in properties)
        parts = schema.get("allOf")
        if isinstance(parts, list):
            for place, part in enumerate(parts):
                yield from _properties(part, f"allOf/{place}/properties")


def _types(entry: dict[str, Json], key: str, pointer: str) -> tuple[str, ...] | None:
    names = entry.get(key)
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        refuse(f"{pointer}/{key}", f"'{key}' must be a list of component names")
    return tuple(str(name) for name in names)


def functions_of(
    document: Mapping[str, Json], dialect: Dialect
) -> Mapping[str, FunctionDefinition]:
    """The functions that a document declares and admits."""
    admitted = _listed_in(document, "anyFunction", "functions")
    found: dict[str, FunctionDefinition] = {}
    for name, pointer, entry in _entries(document, "functions"):
        if admitted is not None and name not in admitted:
            continue
        if name.startswith("@"):
            refuse(pointer, f"'{name}': names that begin with '@' belong to the system")
        if dialect.identifiers:
            _identifier(name, pointer, "function identifier")
        server_form = dialect is SERVER_FUNCTIONS and any(key in entry for key in _SERVER_FORM[:2])
        function = _server_function if server_form else _function
        definition = function(name, pointer, entry)
        if dialect.identifiers:
            for argument, below in _properties(definition.args):
                _identifier(argument, f"{pointer}/args/{below}", "argument identifier")
        found[name] = definition
    return MappingProxyType(found)


def _function(name: str, pointer: str, entry: dict[str, Json]) -> FunctionDefinition:
    """A function in a published form, or in the inline form of capabilities."""
    properties: dict[str, Json] = {}
    for part in (entry, *(p for p in _list(entry.get("allOf")) if isinstance(p, dict))):
        below = part.get("properties")
        if isinstance(below, dict):
            properties |= below
    declared = properties.get("returnType")
    returns = declared.get("const") if isinstance(declared, dict) else entry.get("returnType")
    if returns is not None and returns not in _RETURN_TYPES:
        refuse(
            f"{pointer}/returnType",
            f"Unknown return type {shown(returns)} of '{name}'; "
            f"there are {listed(_RETURN_TYPES)}" + _server_advice(returns),
        )
    for key in _SERVER_KEYS:
        if key in entry:
            refuse(
                f"{pointer}/{key}",
                f"'{key}' belongs to the server-function form of v1.0; the "
                "published form has 'allowedCallers' and no place of execution",
            )
    callers = entry.get("allowedCallers", "rendererOnly")
    if callers not in _CALLERS:
        refuse(
            f"{pointer}/allowedCallers",
            f"Unknown callers {shown(callers)} of '{name}'; there are {listed(_CALLERS)}",
        )
    activation = entry.get("requiresUserActivation", False)
    if not isinstance(activation, bool):
        refuse(f"{pointer}/requiresUserActivation", "'requiresUserActivation' is true or false")
    return FunctionDefinition(
        name=name,
        args=_arguments(entry, properties),
        returns=returns,
        callers=_CALLERS[str(callers)],
        requires_user_activation=activation,
        description=_text(entry.get("description")),
        acts=activation,
    )


def _arguments(entry: dict[str, Json], properties: dict[str, Json]) -> Json:
    if "args" in properties:
        return properties["args"]
    if "parameters" not in entry:
        return _NO_ARGUMENTS if properties else _ANY_ARGUMENTS
    parameters = entry["parameters"]
    if not isinstance(parameters, dict) or is_schema(parameters):
        return parameters
    return FrozenDict({"type": "object", "properties": parameters})


def _server_function(name: str, pointer: str, entry: dict[str, Json]) -> FunctionDefinition:
    """A function in the server-function form: a closed definition."""
    for key in entry:
        if key not in _SERVER_FORM:
            near = nearest(key, _SERVER_FORM)
            hint = f"; did you mean '{near}'?" if near else _vocabulary_advice(key)
            refuse(f"{pointer}/{key}", f"A server-function definition has no '{key}'{hint}")
    for key in ("executedAt", "callableFrom", "returnType"):
        if key not in entry:
            refuse(pointer, f"The server function '{name}' lacks '{key}'")
    place, callers = entry["executedAt"], entry["callableFrom"]
    if place not in _PLACES:
        refuse(
            f"{pointer}/executedAt", f"Unknown place {shown(place)}; there are {listed(_PLACES)}"
        )
    if callers not in _SERVER_CALLERS:
        refuse(
            f"{pointer}/callableFrom",
            f"Unknown callers {shown(callers)}; there are {listed(_SERVER_CALLERS)}",
        )
    returns = entry["returnType"]
    if not isinstance(returns, (dict, bool)):
        refuse(
            f"{pointer}/returnType",
            "'returnType' is a JSON Schema in the server-function "
            f'form, such as {{"type": "string"}}; found {shown(returns)}',
        )
    errors = entry.get("errors")
    if errors is not None and not isinstance(errors, dict):
        refuse(f"{pointer}/errors", "'errors' maps error codes to JSON Schemas of their details")
    return FunctionDefinition(
        name=name,
        args=entry.get("args", _NO_ARGUMENTS),
        returns=returns,
        errors=None if errors is None else MappingProxyType(dict(errors)),
        executed_at=_PLACES[str(place)],
        callers=_SERVER_CALLERS[str(callers)],
    )


def _server_advice(returns: Json) -> str:
    if isinstance(returns, dict):
        return (
            "; a schema as return type belongs to the server-function form, which also has "
            "'executedAt' and 'callableFrom'"
        )
    return ""


def _vocabulary_advice(key: str) -> str:
    published = {"allowedCallers": "callableFrom", "parameters": "args", "properties": "args"}
    return f"; this form says '{published[key]}'" if key in published else ""


def theme_of(document: Mapping[str, Json]) -> Json:
    """The JSON Schema of a theme (protocol v0.9), or None."""
    defs = document.get("$defs")
    theme = document.get("theme", defs.get("theme") if isinstance(defs, dict) else None)
    if isinstance(theme, dict) and not is_schema(theme):
        return FrozenDict({"type": "object", "properties": theme})
    return theme


def is_schema(entry: Mapping[str, Json]) -> bool:
    """Whether an object is a JSON Schema of an object, and not a map of property schemas."""
    return (
        isinstance(entry.get("type"), str)
        or isinstance(entry.get("$ref"), str)
        or isinstance(entry.get("allOf"), list)
        or not entry
        or (
            isinstance(entry.get("properties"), dict)
            and not is_schema_name_only(entry["properties"])
        )
    )


def is_schema_name_only(properties: Json) -> bool:
    """Whether `properties` is itself the schema of a property of that name."""
    return isinstance(properties, dict) and isinstance(properties.get("type"), str)


def check_schemas(document: Mapping[str, Json]) -> None:
    """Refuse a document whose schemas are no JSON Schemas, or that nobody could follow.

    Raises:
        A2uiError: category `catalog`, with the place.
    """
    if height_of(document, _DEEPEST) > _DEEPEST:
        refuse("", f"The document is nested more than {_DEEPEST} levels deep")
    defs = document.get("$defs")
    if defs is not None and not isinstance(defs, dict):
        refuse("/$defs", "'$defs' must be an object")
    theme = document.get("theme")
    if theme is not None and not isinstance(theme, dict):
        refuse("/theme", f"'theme' must be an object, found {shown(theme)}")
    schemas: list[tuple[str, Json]] = [
        (pointer, entry) for _, pointer, entry in _entries(document, "components")
    ]
    schemas += [(f"/$defs/{name}", schema) for name, schema in (defs or EMPTY).items()]
    for name, pointer, entry in _entries(document, "functions"):
        _check_keywords(entry, pointer)
        schemas += _function_schemas(name, pointer, entry)
    if isinstance(theme, dict):
        schemas.append(("/theme", theme_of(document)))
    for pointer, schema in schemas:
        _check_keywords(schema, pointer)
        wrong = schema_fault(schema)
        if wrong is not None:
            refuse(pointer + wrong[0], f"This is no JSON Schema: {wrong[1]}")


_DEEPEST = 100
"""Levels of a catalog document. Schemas deeper than that nobody writes, or could follow."""


def _function_schemas(
    name: str, pointer: str, entry: dict[str, Json]
) -> Iterator[tuple[str, Json]]:
    """The schemas in a function's definition, in whatever form it is."""
    properties = entry.get("properties")
    if properties is not None and not isinstance(properties, dict):
        refuse(f"{pointer}/properties", f"The properties of '{name}' must be an object")
    if isinstance(properties, dict) and "args" in properties:
        yield f"{pointer}/properties/args", properties["args"]
    if "args" in entry:
        yield f"{pointer}/args", entry["args"]
    if "parameters" in entry:
        parameters = entry["parameters"]
        if isinstance(parameters, dict) and not is_schema(parameters):
            parameters = FrozenDict({"properties": parameters})
        yield f"{pointer}/parameters", parameters
    if isinstance(entry.get("returnType"), dict):
        yield f"{pointer}/returnType", entry["returnType"]
    errors = entry.get("errors")
    for code, schema in errors.items() if isinstance(errors, dict) else ():
        yield f"{pointer}/errors/{code}", schema


def schema_fault(schema: Json) -> tuple[str, str] | None:
    """Why a value is no JSON Schema (draft 2020-12): (pointer, reason), or None."""
    try:
        import jsonschema_rs

        if isinstance(schema, (dict, bool)) and jsonschema_rs.meta.is_valid(schema):
            return None
    except ImportError:
        pass
    import jsonschema
    from jsonschema.exceptions import best_match

    validator = jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA)
    error = best_match(validator.iter_errors(schema))
    if error is None:
        return None
    return "".join(f"/{token}" for token in error.absolute_path), error.message[:200]


def _check_keywords(schema: Json, pointer: str) -> None:
    """Refuse keywords that lead elsewhere, and patterns that nobody can read."""
    pending: list[tuple[Json, str]] = [(schema, pointer)]
    while pending:
        node, path = pending.pop()
        if isinstance(node, list):
            pending.extend((item, f"{path}/{place}") for place, item in enumerate(node))
        if not isinstance(node, dict):
            continue
        for keyword in _FORBIDDEN_KEYWORDS:
            if isinstance(node.get(keyword), str):
                refuse(f"{path}/{keyword}", f"'{keyword}' is not supported in a catalog")
        if isinstance(node.get("$id"), str):
            refuse(f"{path}/$id", "Only the catalog itself has an '$id'")
        said = node.get("$schema")
        if isinstance(said, str) and said.rstrip("#") != _DRAFT:
            refuse(f"{path}/$schema", f"Schemas are of {_DRAFT}; no other is read, or fetched")
        _check_pattern(node.get("pattern"), f"{path}/pattern")
        by_name = node.get("patternProperties")
        for pattern in by_name if isinstance(by_name, dict) else ():
            _check_pattern(pattern, f"{path}/patternProperties")
        pending.extend(
            (item, f"{path}/{key}")
            for key, item in node.items()
            if key not in ("const", "enum", "default", "examples")
        )


_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def _check_pattern(pattern: Json, path: str) -> None:
    if isinstance(pattern, str):
        try:
            compiled(pattern)
        except PatternError as error:
            refuse(path, f"The pattern {pattern[:60]!r} cannot be read: {error}")


def _identifier(name: str, pointer: str, what: str) -> None:
    if not is_identifier(name):
        refuse(
            pointer,
            f"Invalid UAX #31 {what} '{name}': it must be letters, digits "
            "and underscores, not beginning with a digit",
        )


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else FrozenList()


def inline_form(
    document: Mapping[str, Json],
    components: Mapping[str, ComponentDefinition],
    functions: Mapping[str, FunctionDefinition],
    theme: Json,
    catalog_id: str,
) -> Json:
    """The catalog as capabilities before v1.0 carry it: functions as a list, no `$defs`."""
    inline: dict[str, Any] = {"catalogId": catalog_id}
    envelope = {"$ref": "common_types.json#/$defs/ComponentCommon"}
    if components:
        inline["components"] = {
            name: _enveloped(name, _self_contained(definition.schema, document), envelope)
            for name, definition in components.items()
        }
    if functions:
        inline["functions"] = [
            _inline_function(definition, document) for definition in functions.values()
        ]
    if isinstance(theme, dict) and isinstance(theme.get("properties"), dict):
        inline["theme"] = theme["properties"]
    return freeze(inline)


def _self_contained(
    schema: Json, document: Mapping[str, Json], inside: tuple[str, ...] = ()
) -> Any:
    """The schema with what it refers to in its own document put in place.

    A reference to what it stands in stays: nothing that ends could take its place.
    """
    if isinstance(schema, list):
        return [_self_contained(item, document, inside) for item in schema]
    if not isinstance(schema, dict):
        return schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#") and reference not in inside:
        target = at(document, reference[1:])
        if target is not None:
            rest = {key: item for key, item in schema.items() if key != "$ref"}
            placed = _self_contained(target, document, (*inside, reference))
            return {**placed, **_self_contained(FrozenDict(rest), document, inside)}
    return {key: _self_contained(item, document, inside) for key, item in schema.items()}


def _enveloped(name: str, schema: Any, envelope: dict[str, str]) -> dict[str, Any]:
    if "allOf" in schema:
        return dict(schema)
    properties = schema.get("properties")
    required = schema.get("required")
    own: dict[str, Any] = {key: item for key, item in schema.items() if key != "type"}
    own["properties"] = {
        "component": {"const": name},
        **(properties if isinstance(properties, dict) else {}),
    }
    own["required"] = ["component", *(r for r in _list(required) if r != "component")]
    return {"allOf": [envelope, own]}


def _inline_function(
    definition: FunctionDefinition, document: Mapping[str, Json]
) -> dict[str, Any]:
    inline: dict[str, Any] = {"name": definition.name}
    if definition.description:
        inline["description"] = definition.description
    inline["parameters"] = _self_contained(definition.args, document)
    inline["returnType"] = definition.returns if isinstance(definition.returns, str) else "any"
    return inline
