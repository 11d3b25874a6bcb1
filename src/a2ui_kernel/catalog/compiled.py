"""A catalog's schemas made ready for one dialect: validators and slots, each built when asked for.

References to the common types and to the catalog itself are made absolute; then one
validator per component type and per function, picked by its name, never a union over
the catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn
from urllib.parse import quote

from ..errors import A2uiError, Fault, one_fault
from ..schema.advice import explain
from ..schema.documents import Reading, Schema, at, common_types
from ..schema.validator import Accept, Library
from ..values import Json, thaw
from ..wire.dialect import Dialect
from .definition import ComponentDefinition, FunctionDefinition
from .slots import CATALOG_URI, Plan, Slot

_NOT_SCHEMAS = ("const", "enum", "default", "examples")
_ENVELOPE = ("catalogId", "accessibility", "metadata")


class CompiledCatalog:
    """The schemas of one catalog, read with the common types of one dialect."""

    __slots__ = (
        "_components",
        "_functions",
        "_libraries",
        "_plan",
        "_theme",
        "dialect",
        "document",
    )

    def __init__(self, document: dict[str, Json], dialect: Dialect) -> None:
        self.dialect = dialect
        self.document: Schema = localized(thaw(document), dialect)
        self._plan: Plan | None = None
        self._libraries: dict[Reading, Library] = {}
        self._components: dict[str, CompiledComponent] = {}
        self._functions: dict[str, CompiledFunction] = {}
        self._theme: Accept | None = None

    def component(self, definition: ComponentDefinition) -> CompiledComponent:
        """One of its components, compiled when it is first asked for."""
        found = self._components.get(definition.name)
        if found is None:
            found = self._components[definition.name] = CompiledComponent(self, definition)
        return found

    def function(self, definition: FunctionDefinition) -> CompiledFunction:
        """One of its functions, compiled when it is first asked for."""
        found = self._functions.get(definition.name)
        if found is None:
            found = self._functions[definition.name] = CompiledFunction(self, definition)
        return found

    def library(self, reading: Reading) -> Library:
        """The catalog's document beside the common types in a reading."""
        if reading not in self._libraries:
            common = common_types(self.dialect, reading)
            self._libraries[reading] = Library({CATALOG_URI: self.document, common["$id"]: common})
        return self._libraries[reading]

    @property
    def plan(self) -> Plan:
        """What derives slots from its schemas."""
        if self._plan is None:
            self._plan = Plan(self.document, common_types(self.dialect, "written"))
        return self._plan

    def reference(self, *tokens: str) -> Schema:
        """A reference to a place in the catalog's document."""
        escaped = [token.replace("~", "~0").replace("/", "~1") for token in tokens]
        return {"$ref": CATALOG_URI + "#/" + quote("/".join(escaped), safe="/$")}

    def common(self, name: str) -> Schema:
        """A reference to a common type."""
        return {"$ref": f"{self.dialect.common_types}#/$defs/{name}"}

    def theme_faults(self, schema: Schema, theme: Json, base: str) -> list[Fault]:
        """What is wrong with a theme (protocol v0.9: theme)."""
        library = self.library("opaque")
        schema = localized({"theme": schema}, self.dialect, self.document)["theme"]
        if self._theme is None:
            self._theme = library.accept(schema)
        return [] if self._theme(theme) else explain(library, schema, theme, self.dialect, base)


class CompiledComponent:
    """One component type: what accepts it, and what its slots are.

    Attributes:
        slots: The slots of its properties, the envelope's aside.
        referring: Properties that lead to children.
        valued: Properties that lead to bindings or calls.
        declared: Every property that its schema knows, the envelope's included.
        hides_calls: A property may hold calls that its schema does not speak of.
        open: Its schema names no properties at all: whatever is sent is taken.
        guessed: Its schema marks no children: `child` and `children` count as such.
        shadowed: Envelope keys that its own schema declares: only the `@` spelling is the
            envelope's then.
        envelope_slots: Envelope keys that lead to bindings or calls.
    """

    __slots__ = (
        "_accept",
        "_catalog",
        "_plain",
        "_schema",
        "_stripped",
        "declared",
        "definition",
        "envelope_slots",
        "guessed",
        "hides_calls",
        "open",
        "referring",
        "shadowed",
        "slots",
        "valued",
    )

    def __init__(self, catalog: CompiledCatalog, definition: ComponentDefinition) -> None:
        self._catalog, self.definition = catalog, definition
        schema = catalog.document["components"][definition.name]
        whole = catalog.plan.slot(schema)
        own = set(whole.members) - {"component"}
        mixed = _from_common(schema, catalog.document, catalog.dialect)
        self.shadowed = frozenset(
            key for key in (*_ENVELOPE, "checks") if key in own - mixed and catalog.dialect.at_keys
        )
        self.open = not whole.members and whole.extra is None
        self.slots = {
            name: slot
            for name, slot in whole.members.items()
            if name not in ("id", "component") and (name not in _ENVELOPE or name in self.shadowed)
        }
        self.guessed = not any(slot.leads_to_children for slot in self.slots.values())
        self.referring = tuple(n for n, s in self.slots.items() if s.leads_to_children)
        at_keys = catalog.dialect.at_keys
        self.valued = tuple(
            n for n, s in self.slots.items() if s.leads_to_values or (at_keys and s.leads_to_open)
        )
        self.hides_calls = at_keys and any(s.leads_to_open for s in self.slots.values())
        envelope = {"id", "component", "accessibility"}
        if catalog.dialect.at_keys:
            envelope |= {*_ENVELOPE, *("@" + key for key in _ENVELOPE)}
            if "checks" in own and "checks" not in self.shadowed:
                envelope.add("@checks")
        self.declared = frozenset(own | envelope)
        self._stripped = (
            frozenset(envelope - set(whole.members)) if _closed(schema, catalog) else frozenset()
        )
        attributes = catalog.plan.slot(catalog.common("ComponentCommon/properties/accessibility"))
        self.envelope_slots = {"accessibility": attributes}
        if "accessibility" in self.shadowed:
            self.envelope_slots = {}
        if catalog.dialect.at_keys:
            self.envelope_slots["@accessibility"] = attributes
        if "@checks" in self.declared:
            self.envelope_slots["@checks"] = whole.members["checks"]
        self._schema: Schema | None = None
        self._plain: Accept | None = None
        self._accept: Accept | None = None

    @property
    def plain(self) -> Accept:
        """What accepts a valid component that holds no call and nothing that could hide one."""
        if self._plain is None:
            self._plain = self._accepting("without calls", self._flat())
        return self._plain

    def accepts(self, entry: dict[str, Json]) -> bool:
        """Whether the component is valid, its calls being looked at by their shape only."""
        if self._accept is None:
            self._accept = self._accepting("opaque", self._whole())
        return self._accept(entry)

    def faults(self, entry: dict[str, Json], base: str) -> list[Fault]:
        """Why `accepts` refused."""
        library, dialect = self._catalog.library("opaque"), self._catalog.dialect
        if not self._stripped:
            return explain(library, self._whole(), entry, dialect, base)
        around = explain(library, _envelope(self._catalog, self), entry, dialect, base)
        return around + explain(library, self._whole(), self._inside(entry), dialect, base)

    def unknown(self, entry: dict[str, Json]) -> frozenset[str] | set[str]:
        """Properties that the schema does not know."""
        return set() if self.open else entry.keys() - self.declared

    def _accepting(self, reading: Reading, schema: Schema) -> Accept:
        """What accepts an entry; one call into the compiled validator, for nearly all types.

        Where a schema closes itself and does not list the envelope's keys, these are judged
        apart.
        """
        library = self._catalog.library(reading)
        own = library.accept(schema)
        if not self._stripped:
            return own
        around = library.accept(_envelope(self._catalog, self))
        return lambda entry: around(entry) and own(self._inside(entry))

    def _inside(self, entry: Any) -> dict[str, Json]:
        return {key: item for key, item in entry.items() if key not in self._stripped}

    def _flat(self) -> Schema:
        """`_whole` as one object schema, where the component's own is simple: 0.75 of the time."""
        catalog, name = self._catalog, self.definition.name
        own = catalog.document["components"][name]
        if (
            self.open
            or self._stripped
            or not own.keys()
            <= {
                "type",
                "description",
                "properties",
                "required",
                "title",
            }
        ):
            return self._whole()
        envelope = _envelope(catalog, self)
        properties = {**envelope["properties"], **own["properties"]}
        shared = envelope["properties"].keys() & own["properties"].keys() - {"component"}
        if shared:
            return self._whole()
        return {
            "type": "object",
            "properties": properties,
            "required": sorted({*envelope["required"], *own.get("required", ())}),
            "additionalProperties": False,
            **({"not": envelope["not"]} if "not" in envelope else {}),
        }

    def _whole(self) -> Schema:
        if self._schema is None:
            catalog, name = self._catalog, self.definition.name
            own = catalog.reference("components", name)
            parts = [own] if self._stripped else [_envelope(catalog, self), own]
            self._schema = {"allOf": parts}
            if not self.open and not self._stripped:
                self._schema["unevaluatedProperties"] = False
        return self._schema


class CompiledFunction:
    """One function: what accepts a call of it as written, and its argument slots."""

    __slots__ = ("_accept", "_catalog", "_schema", "_slots", "definition")

    def __init__(self, catalog: CompiledCatalog, definition: FunctionDefinition) -> None:
        self._catalog, self.definition = catalog, definition
        self._schema: Schema | None = None
        self._accept: Accept | None = None
        self._slots: Slot | None = None

    @property
    def slots(self) -> Slot:
        """The slot of its arguments object."""
        if self._slots is None:
            args = localized(
                {"a": thaw(self.definition.args)}, self._catalog.dialect, self._catalog.document
            )["a"]
            self._slots = self._catalog.plan.slot(args)
        return self._slots

    def accepts(self, call: dict[str, Json]) -> bool:
        """Whether a call fits as written; calls in its arguments by their shape only."""
        if self._accept is None:
            self._accept = self._catalog.library("opaque").accept(self._call_schema())
        return self._accept(call)

    def faults(self, call: dict[str, Json], base: str) -> list[Fault]:
        """Why `accepts` refused."""
        library = self._catalog.library("opaque")
        return explain(library, self._call_schema(), call, self._catalog.dialect, base)

    def _call_schema(self) -> Schema:
        if self._schema is None:
            self._schema = self._built()
        return self._schema

    def _built(self) -> Schema:
        catalog, definition = self._catalog, self.definition
        call_key = catalog.dialect.call_key
        declared = catalog.document.get("functions")
        written = declared.get(definition.name) if isinstance(declared, dict) else None
        if isinstance(written, dict) and call_key in written.get("properties", {}):
            own = catalog.reference("functions", definition.name)
        else:
            args = localized({"a": thaw(definition.args)}, catalog.dialect, catalog.document)["a"]
            own = {
                "properties": {call_key: {"const": definition.name}, "args": args},
                "required": [call_key] + (["args"] if _needs_members(args) else []),
            }
        if "FunctionCommon" not in common_types(catalog.dialect, "written")["$defs"]:
            return {"allOf": [catalog.common("FunctionCall"), own]}
        return {"allOf": [catalog.common("FunctionCommon"), own], "unevaluatedProperties": False}


def index_function_faults(dialect: Dialect, call: dict[str, Json], base: str) -> list[Fault]:
    """What is wrong with a call of the system function `@index` (protocol: functions §8)."""
    common = common_types(dialect, "opaque")
    library = Library({common["$id"]: common})
    schema = {"$ref": f"{common['$id']}#/$defs/IndexSystemFunction"}
    return explain(library, schema, call, dialect, base)


def _needs_members(args: object) -> bool:
    return isinstance(args, dict) and bool(args.get("required"))


def _envelope(catalog: CompiledCatalog, component: CompiledComponent) -> Schema:
    """The keys around a component's own properties, in both spellings where there are two."""
    dialect = catalog.dialect
    properties: Schema = {
        "id": catalog.common("ComponentId"),
        "component": {"not": {"const": "Surface"}},
    }
    common = common_types(dialect, "written")["$defs"]
    for key in common["ComponentCommon"]["properties"]:
        if key == "id":
            continue
        schema = {"$ref": f"{dialect.common_types}#/$defs/ComponentCommon/properties/{key}"}
        if key not in component.shadowed:
            properties[key] = schema
        if dialect.at_keys:
            properties["@" + key] = schema
    if "@checks" in component.declared:
        properties["@checks"] = {
            "$ref": f"{dialect.common_types}#/$defs/Checkable/properties/checks"
        }
    envelope: Schema = {"properties": properties, "required": ["id", "component"]}
    if dialect.at_keys:
        names = [key for key in (*_ENVELOPE, "checks") if key not in component.shadowed]
        envelope["not"] = {"anyOf": [{"required": [key, "@" + key]} for key in names]}
    return envelope


def _closed(schema: Schema, catalog: CompiledCatalog) -> bool:
    return any(
        part.get("additionalProperties") is False or part.get("unevaluatedProperties") is False
        for part in in_place(schema, catalog.document)
    )


def _from_common(schema: Schema, document: Schema, dialect: Dialect) -> set[str]:
    """Property names that a component has from mixins of the common types."""
    names: set[str] = set()
    defs = common_types(dialect, "written")["$defs"]
    for part in in_place(schema, document):
        uri, _, fragment = str(part.get("$ref", "")).partition("#/$defs/")
        if uri == dialect.common_types and fragment in defs:
            names.update(defs[fragment].get("properties", ()))
    return names


def in_place(schema: object, document: Schema) -> Iterable[Schema]:
    """A schema and the parts of the catalog that apply to the same value."""
    pending, seen = [schema], set()
    while pending:
        part = pending.pop()
        if isinstance(part, dict) and id(part) not in seen:
            seen.add(id(part))
            yield part
            pending.extend(_here(part, document))


def _here(schema: Any, document: Schema) -> Iterator[Any]:
    """The schemas that a schema applies to the same value."""
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith(CATALOG_URI):
        yield at(document, reference.partition("#")[2])
    for keyword in ("allOf", "anyOf", "oneOf"):
        yield from schema.get(keyword, ())
    for keyword in ("if", "then", "else", "not"):
        yield schema.get(keyword)


_HEAVIEST = 5_000
_LONGEST_CHAIN = 60


def check_references(document: Schema) -> None:
    """Refuse schemas that refer to themselves in place, or to ever more of others.

    Raises:
        A2uiError: category `catalog`: no validator could come to an end, or soon.
    """
    weights: dict[int, int | None] = {}
    for path, start in _references(document, ""):
        _weigh(start, document, weights, path, 0)


def _weigh(
    schema: Any, document: Schema, weights: dict[int, int | None], path: str, depth: int
) -> int:
    """How many schemas apply to a value because this one does, each as often as it is met."""
    if not isinstance(schema, dict):
        return 1
    if id(schema) in weights:
        known = weights[id(schema)]
        if known is None:
            _refuse_reference(path, "The schema refers to itself in a circle")
        return known
    if depth > _LONGEST_CHAIN:
        _refuse_reference(path, "The schema refers on and on, through too many others")
    weights[id(schema)] = None
    weight = 1 + sum(
        _weigh(part, document, weights, path, depth + 1) for part in _here(schema, document)
    )
    if weight > _HEAVIEST:
        _refuse_reference(path, "The schema refers to too many others, too often")
    weights[id(schema)] = weight
    return weight


def _refuse_reference(path: str, message: str) -> NoReturn:
    raise one_fault("catalog", "INVALID_CATALOG", message, path=path)


def _references(node: Any, path: str) -> Iterator[tuple[str, Schema]]:
    """Every schema that refers to another place of the document."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str) and node["$ref"].startswith(CATALOG_URI):
            yield path, node
        for key, item in node.items():
            if key not in _NOT_SCHEMAS:
                yield from _references(item, f"{path}/{key}")
    elif isinstance(node, list):
        for place, item in enumerate(node):
            yield from _references(item, f"{path}/{place}")


def localized(document: Schema, dialect: Dialect, home: Schema | None = None) -> Schema:
    """The document with every reference made absolute, and without an `$id`.

    Raises:
        A2uiError: category `catalog`: a reference that leads nowhere, or out of the catalog.
    """
    own_id = document.get("$id")
    home = document if home is None else home
    defs = common_types(dialect, "written")["$defs"]

    def target(reference: str, path: str) -> str:
        uri, _, fragment = reference.partition("#")
        name = fragment.removeprefix("/$defs/").split("/")[0]
        if uri.endswith("common_types.json") or uri == dialect.common_types:
            if name in defs:
                return f"{dialect.common_types}#{fragment}"
        elif uri in ("", own_id, CATALOG_URI) or uri.rpartition("/")[2] == "catalog.json":
            if at(home, fragment) is not None:
                return f"{CATALOG_URI}#{fragment}"
            if fragment.startswith("/$defs/") and name in defs:
                return f"{dialect.common_types}#{fragment}"
        raise A2uiError(
            "catalog",
            "INVALID_CATALOG",
            f"The reference '{reference}' leads nowhere: "
            "a catalog refers to itself ('#/…') and to the common types",
            path=path,
        )

    def rewritten(node: Any, path: str) -> Any:
        if isinstance(node, list):
            return [rewritten(item, f"{path}/{n}") for n, item in enumerate(node)]
        if not isinstance(node, dict):
            return node
        new: Schema = {}
        for key, item in node.items():
            if key in _NOT_SCHEMAS:
                new[key] = item
            elif key == "$ref" and isinstance(item, str):
                new[key] = target(item, f"{path}/$ref")
            elif key in ("$id", "$schema") and isinstance(item, str):
                continue
            else:
                new[key] = rewritten(item, f"{path}/{key}")
        return new

    result: Schema = rewritten(document, "")
    return result
