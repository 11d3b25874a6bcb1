"""The protocol's schema documents, and the readings in which they are used.

A *reading* is the same document with some definitions replaced: catalogs compile
against it unchanged. As written it is what the protocol publishes; `without calls`
accepts most components at one blow; `opaque` checks calls by their shape only, so
that each is then judged by its own function; `resolved` is for arguments that have
been evaluated.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, cast
from urllib.parse import unquote

from ..wire.dialect import Dialect, Direction

Schema: TypeAlias = dict[str, Any]
Reading: TypeAlias = Literal["written", "without calls", "opaque", "resolved"]

POINTER = "^([^~]|~[01])*$"
"""What a JSON Pointer may be made of."""

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "schemas")
_SCALAR: Schema = {"type": ["string", "number", "boolean", "null"]}
_DYNAMIC = (
    "DynamicString",
    "DynamicNumber",
    "DynamicBoolean",
    "DynamicStringList",
    "DynamicValue",
)


# A cache of constants that ship with the package: computed late, never different.
@cache
def document(path: str) -> Schema:
    """A document of the `schemas/` folder, by its path there (`v1_0/common_types.json`).

    It is shared: callers do not change it.
    """
    # Through the loader, so that it works from a zip file too.
    data = cast("Any", __spec__).loader.get_data(os.path.join(_FOLDER, *path.split("/")))
    loaded: Schema = json.loads(data)
    return loaded


@cache
def common_types(dialect: Dialect, reading: Reading) -> Schema:
    """The common types of a dialect in a reading."""
    folder = "v0_9" if dialect.family == "0.9" else dialect.schemas
    published = document(f"{folder}/common_types.json")
    if reading == "written":
        return published
    changes = _READINGS[reading](dialect, published["$defs"])
    return {**published, "$defs": {**published["$defs"], **changes}}


def _without_calls(dialect: Dialect, defs: Schema) -> Schema:
    """No calls, and no lists and objects that could hide one."""
    return {
        **_checked_pointers(dialect, defs),
        "FunctionCall": False,
        "DynamicValue": {
            "anyOf": [
                {"type": ["string", "number", "boolean"]},
                {"type": "array", "items": _SCALAR},
                {"$ref": "#/$defs/DataBinding"},
            ]
        },
    }


def _opaque(dialect: Dialect, defs: Schema) -> Schema:
    """Calls by their shape: a name, arguments that are an object."""
    call = {
        key: value
        for key, value in defs["FunctionCall"].items()
        if key not in ("oneOf", "allOf", "unevaluatedProperties")
    }
    if "FunctionCommon" in defs:
        call |= {
            "allOf": [{"$ref": "#/$defs/FunctionCommon"}],
            "properties": {"args": {"type": "object"}},
            "unevaluatedProperties": False,
        }
    return {**_checked_pointers(dialect, defs), "FunctionCall": call}


def _resolved(dialect: Dialect, defs: Schema) -> Schema:
    """Every dynamic slot takes any JSON value: the function's body coerces.

    Bindings and calls have been resolved; where only these were allowed, nothing is left.
    """
    resolved: Schema = {name: True for name in _DYNAMIC if name in defs}
    return {**resolved, "DataBinding": False, "FunctionCall": False}


def _checked_pointers(dialect: Dialect, defs: Schema) -> Schema:
    """Bindings and templates whose paths are JSON Pointers."""
    key = dialect.path_key
    template = defs["ChildList"]["oneOf"][1]
    pointer = {"pattern": POINTER}
    binding = defs["DataBinding"]
    return {
        "DataBinding": _with_property(binding, key, pointer),
        "ChildList": {
            "oneOf": [defs["ChildList"]["oneOf"][0], _with_property(template, "path", pointer)]
        },
    }


def _with_property(schema: Schema, name: str, more: Schema) -> Schema:
    properties = schema["properties"]
    return {**schema, "properties": {**properties, name: {**properties[name], **more}}}


_READINGS = {"without calls": _without_calls, "opaque": _opaque, "resolved": _resolved}


_ANY_CATALOG: Schema = {"$defs": {"anyComponent": True, "anyFunction": True, "theme": True}}
"""Stands where the protocol's documents refer to "the catalog in use"."""


def envelope_documents(dialect: Dialect, direction: Direction) -> Mapping[str, Schema]:
    """`$id` → the message document of a direction and what it refers to.

    Component entries are open, and calls opaque: catalogs judge those.
    """
    folders = ["v0_9", dialect.schemas] if dialect.family == "0.9" else [dialect.schemas]
    found: dict[str, Schema] = {}
    for folder in dict.fromkeys(folders):
        published = document(f"{folder}/{dialect.documents[direction]}")
        defs = published["$defs"]
        opened = {**defs, "Component": True} if "Component" in defs else defs
        found[published["$id"]] = {**published, "$defs": opened}
        home = published["$id"].rpartition("/")[0]
        found[f"{home}/catalog.json"] = _ANY_CATALOG
    common = common_types(dialect, "opaque")
    found[common["$id"]] = common
    return found


def at(document: Any, fragment: str) -> Any:
    """What a JSON Pointer fragment names in a schema document, or None."""
    node = document
    for token in unquote(fragment).split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(node, list) and token.isdecimal() and int(token) < len(node):
            node = node[int(token)]
        else:
            node = node.get(token) if isinstance(node, dict) else None
    return node
