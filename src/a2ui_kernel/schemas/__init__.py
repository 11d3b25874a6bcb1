"""The protocol's schema documents, as data, and one door to its common types."""

from __future__ import annotations

from functools import cache

from ..errors import Fault
from ..limits import Limits
from ..names import listed, nearest
from ..own import own
from ..schema.advice import explain
from ..schema.documents import Schema, common_types
from ..schema.validator import Accept, Library
from ..surface.findings import error_of, extension_faults
from ..values import FrozenDict, Json, JsonLike
from ..wire.dialect import BY_SPELLING, SUPPORTED_VERSIONS, Dialect


def validate(definition: str, value: JsonLike, version: str) -> Json:
    """Check a value against a common type of the protocol, and give it as frozen JSON.

    A function call is checked by its shape: no catalog is asked whether there is such a
    function.

    Args:
        definition: The type's name (`DynamicString`, `Action`, …; protocol: common types).
        value: The value.
        version: The protocol version.

    Raises:
        A2uiError: `validation` with every fault, `parse` for what is no JSON.
        ValueError: There is no such definition, or no such version.
    """
    if version not in BY_SPELLING:
        raise ValueError(f"unknown version {version!r}; there are {', '.join(SUPPORTED_VERSIONS)}")
    dialect = BY_SPELLING[version]
    limits = Limits()
    owned = own(value, limits).value
    accepts, library, schema = _compiled(dialect, definition)
    faults = [] if accepts(owned) else explain(library, schema, owned, dialect)
    if dialect.identifiers:
        faults.extend(_extensions(definition, owned))
    if faults:
        raise error_of([("validation", fault) for fault in faults], limits)
    return owned


# A cache of constants that ship with the package: one entry per common type.
@cache
def _compiled(dialect: Dialect, definition: str) -> tuple[Accept, Library, Schema]:
    common = common_types(dialect, "written")
    if definition not in common["$defs"]:
        near = nearest(definition, common["$defs"])
        hint = f"; did you mean {near!r}?" if near else f"; there are {listed(common['$defs'], 40)}"
        raise ValueError(f"{dialect.version} has no common type {definition!r}{hint}")
    home = common["$id"].rpartition("/")[0]
    library = Library(
        {common["$id"]: common, f"{home}/catalog.json": {"$defs": {"anyFunction": _call(dialect)}}}
    )
    schema = {"$ref": f"{common['$id']}#/$defs/{definition}"}
    return library.accept(schema), library, schema


def _call(dialect: Dialect) -> Schema:
    """Any call of a catalog's function, by its shape."""
    name: Schema = {"type": "string"}
    if dialect.at_keys:
        name["not"] = {"pattern": "^@"}
    properties = {dialect.call_key: name, "args": {"type": "object"}}
    if dialect.at_keys:
        return {"properties": properties, "required": [dialect.call_key]}
    return {"properties": {**properties, "returnType": True}, "additionalProperties": False}


def _extensions(definition: str, value: Json) -> list[Fault]:
    """Extension keys that are no identifiers, which no schema of ours can say."""
    if definition == "Extensions":
        found = FrozenDict({"extensions": value})
        return [
            Fault(fault.path.removeprefix("/extensions"), *_rest(fault))
            for fault in extension_faults(found, "")
        ]
    metadata = value.get("metadata") if isinstance(value, dict) else None
    if definition == "ComponentCommon" and isinstance(metadata, FrozenDict):
        return list(extension_faults(metadata, "/metadata"))
    return []


def _rest(fault: Fault) -> tuple[str, str, str, str, str]:
    return fault.code, fault.message, fault.expected, fault.found, fault.suggestion
