"""`validate_common_type` and `common_types_schema`: the protocol's common types.

The published document of v0.9.1 is the oracle: ours must have the same definitions,
and give the same verdict on every value, in words of its own.
"""

# What is not there yet; goes with the names in expected_failures.txt:

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import jsonschema
from referencing import Registry, Resource

import a2ui_kernel as a2ui

from .cases import Case, Document, all_cases, home, read_yaml
from .catalogs import read_json
from .compare import check_error, check_same

_MUTATIONS = 500
_ANY_CALL: Document = {
    "type": "object",
    "properties": {"call": {"type": "string"}, "args": {"type": "object"}, "returnType": {}},
    "required": ["call"],
    "additionalProperties": False,
}
_JUNK: tuple[Any, ...] = (None, True, 0, 1.5, "", "text", "/a", [], ["a"], [1], {}, {"path": "/a"})


def run_common_type(case: Case) -> None:
    for step in case.steps:
        error = refusal(case.said["definition"], step["value"], case.version)
        check_error(step.get("expectError"), error)


def refusal(definition: str, value: Any, version: str) -> a2ui.A2uiError | None:
    """What the library has against a value; one that it accepts, it gives back equal."""
    from a2ui_kernel import schemas

    try:
        accepted = schemas.validate(definition, value, version)
    except a2ui.A2uiError as error:
        return error
    check_same(value, accepted, definition)
    return None


def run_common_types_schema(case: Case) -> None:
    published = read_json(case.said["expectFile"])
    folder = "v1_0" if case.version == "v1.0" else "v0_9"
    ours = json.loads(
        files("a2ui_kernel").joinpath("schemas", folder, "common_types.json").read_text("utf-8")
    )
    check_same(sorted(published["$defs"]), sorted(ours["$defs"]), "definitions")

    values = _values(folder)
    for definition in published["$defs"]:
        accepts = _oracle(published, definition)
        for value in values:
            accepted = refusal(definition, value, case.version) is None
            assert accepted is accepts(value), f"{definition}: accepted is {accepted}: {value!r}"


def _oracle(published: Document, definition: str) -> Callable[[Any], bool]:
    """The published definition's verdict. Calls may name any function, with any arguments."""
    catalog_uri = published["$id"].rpartition("/")[0] + "/catalog.json"
    catalog = {"$schema": published["$schema"], "$defs": {"anyFunction": _ANY_CALL}}
    registry: Registry[Any] = Registry().with_resources(
        [
            (published["$id"], Resource.from_contents(published)),
            (catalog_uri, Resource.from_contents(catalog)),
        ]
    )
    schema = {"$ref": f"{published['$id']}#/$defs/{definition}"}
    return jsonschema.Draft202012Validator(schema, registry=registry).is_valid


def _values(folder: str) -> list[Any]:
    """Every value of the cases and the examples, each once, and mutations of them."""
    steps = [s for c in all_cases() if c.action == "validate_common_type" for s in c.steps]
    examples = [read_yaml(path) for path in sorted((home() / "examples" / folder).glob("*.json"))]
    found: dict[str, Any] = {}
    for value in [*(step["value"] for step in steps), *_inside(examples)]:
        found.setdefault(json.dumps(value, sort_keys=True), value)
    dice = random.Random(20261014)
    pool = [value for value in found.values() if isinstance(value, (dict, list)) and value]
    for _ in range(_MUTATIONS):
        value = mutated(dice.choice(pool), dice)
        found.setdefault(json.dumps(value, sort_keys=True), value)
    return list(found.values())


def _inside(node: Any) -> Iterator[Any]:
    for item in node.values() if isinstance(node, dict) else node:
        yield item
        if isinstance(item, (dict, list)):
            yield from _inside(item)


def mutated(value: Any, dice: random.Random) -> Any:
    """A value with one thing in it changed: taken away, added, renamed or replaced."""
    if not isinstance(value, (dict, list)) or not value or dice.random() < 0.1:
        return dice.choice(_JUNK)
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = dice.choice(keys)
    copy: Any = value.copy()
    how = dice.randrange(4)
    if how == 0:
        copy[key] = mutated(value[key], dice)
    elif how == 1:
        del copy[key]
    elif how == 2:
        copy[key] = dice.choice(_JUNK)
    elif isinstance(copy, dict):
        copy[dice.choice(["extra", "path", "call", "@path", str(key).upper()])] = value[key]
    else:
        copy.append(dice.choice(_JUNK))
    return copy
