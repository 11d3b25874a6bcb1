"""The gear that accepts and the gear that explains agree on everything."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import a2ui_kernel as a2ui
from a2ui_kernel.schema.advice import explain
from a2ui_kernel.schema.documents import Schema, common_types, document
from a2ui_kernel.schema.validator import Library
from a2ui_kernel.wire.dialect import V0_9, V1_0, Dialect

from ..conftest import shared_file
from ..support import BASIC, BASIC_0_9

JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 10**30, "", "x", "root", "2026-01-01", [], ["a"], [1, {}], {},
    {"path": "/a"}, {"@path": "/a"}, {"@path": "~"}, {"call": "not", "args": {"value": True}},
    {"@call": "not", "args": {"value": True}}, {"componentId": "a", "path": "/b"}, {"@x": 1},
)  # fmt: skip


def mutated(value: Any, rng: random.Random) -> Any:
    """The value with one thing changed: dropped, renamed, replaced, added."""
    value = json.loads(json.dumps(value))
    places = list(containers(value))
    place = rng.choice(places)
    if isinstance(place, list):
        if place and rng.random() < 0.7:
            place[rng.randrange(len(place))] = rng.choice(JUNK)
        else:
            place.append(rng.choice(JUNK))
        return value
    keys = list(place)
    how = rng.randrange(4)
    if how == 0 and keys:
        del place[rng.choice(keys)]
    elif how == 1 and keys:
        key = rng.choice(keys)
        place[key[:-1] + rng.choice("xsE@")] = place.pop(key)
    elif how == 2 and keys:
        place[rng.choice(keys)] = rng.choice(JUNK)
    else:
        place[rng.choice(["extra", "checks", "weight", "catalogId", "args"])] = rng.choice(JUNK)
    return value


def containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from containers(item)


def components(catalog: a2ui.Catalog) -> list[dict[str, Any]]:
    """Every component of the protocol's examples that the catalog declares."""
    folder = shared_file("conformance") / "examples" / catalog.version.replace(".", "_")
    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob("*.json")):
        for message in json.loads(path.read_text(encoding="utf-8"))["messages"]:
            body = message.get("updateComponents") or message.get("createSurface") or {}
            found.extend(
                c for c in body.get("components", ()) if c["component"] in catalog.components
            )
    return found


@pytest.mark.parametrize("catalog", [BASIC, BASIC_0_9], ids=["v1.0", "v0.9"])
def test_both_gears_agree_on_components_and_calls(catalog: a2ui.Catalog) -> None:
    rng = random.Random(7)
    compiled = catalog.compiled(catalog.dialect)
    library = compiled.library("opaque")
    refused = accepted = 0
    slow: dict[str, Callable[[object], bool]] = {}
    for component in components(catalog):
        one = compiled.component(catalog.components[component["component"]])
        for value in (component, mutated(component, rng), mutated(mutated(component, rng), rng)):
            if value.get("component") != component["component"]:
                continue
            fast = one.accepts(value)
            name = one.definition.name
            if name not in slow:
                slow[name] = library.accept_in_python(one._whole())
            assert slow[name](value) is fast, value
            assert bool(one.faults(value, "")) is not fast, value
            if one.plain(value):
                assert fast, value
            refused += not fast
            accepted += fast
    assert min(refused, accepted) > 200, (refused, accepted)


def calls(value: Any, key: str) -> Iterator[dict[str, Any]]:
    for place in containers(value):
        if isinstance(place, dict) and isinstance(place.get(key), str):
            yield place


@pytest.mark.parametrize("catalog", [BASIC, BASIC_0_9], ids=["v1.0", "v0.9"])
def test_both_gears_agree_on_calls(catalog: a2ui.Catalog) -> None:
    rng = random.Random(11)
    compiled = catalog.compiled(catalog.dialect)
    key = catalog.dialect.call_key
    seen = 0
    for component in components(catalog):
        for call in calls(component, key):
            if call[key] not in catalog.functions:
                continue
            one = compiled.function(catalog.functions[call[key]])
            slow = compiled.library("opaque").accept_in_python(one._call_schema())
            for value in (call, *(mutated(call, rng) for _ in range(4))):
                fast = one.accepts(value)
                assert slow(value) is fast, value
                assert bool(one.faults(value, "")) is not fast, value
                seen += 1
    assert seen > 100


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8), st.sampled_from(["2026-02-30", "2026-02-28", "10:00:00Z", "a@b.co",
                                          "http://x/y", "ab\n", "٣", "é"]),
)  # fmt: skip
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)
PATTERNS = st.sampled_from(
    [r"^\d+$", r"\w", r"^a.c$", r"\s", "[^a]", r"^\p{L}$", "b$", r"(?<n>a)\k<n>", r"^[\w-]*$"]
)
LEAVES = st.one_of(
    st.builds(lambda kind: {"type": kind}, st.sampled_from(
        ["string", "number", "integer", "boolean", "null", "object", "array"])),
    st.builds(lambda values: {"enum": values}, st.lists(SCALARS, min_size=1, max_size=3)),
    st.builds(lambda value: {"const": value}, SCALARS),
    st.builds(lambda n: {"minimum": n}, st.integers(-5, 5)),
    st.builds(lambda n: {"maxLength": n}, st.integers(0, 5)),
    st.builds(lambda n: {"multipleOf": n}, st.sampled_from([1, 2, 0.5, 0.1, 0.01])),
    st.builds(lambda p: {"pattern": p}, PATTERNS),
    st.builds(lambda f: {"format": f}, st.sampled_from(
        ["date", "time", "date-time", "uri", "email", "ipv4", "uuid", "regex", "nonsense"])),
    st.booleans(),
)  # fmt: skip


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=1, max_size=3)
    members = st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    return st.one_of(
        st.builds(lambda parts: {"allOf": parts}, several),
        st.builds(lambda parts: {"anyOf": parts}, several),
        st.builds(lambda parts: {"oneOf": parts}, several),
        st.builds(lambda part: {"not": part}, inner),
        st.builds(lambda a, b: {"if": a, "then": b}, inner, inner),
        st.builds(lambda part: {"items": part}, inner),
        st.builds(
            lambda props, names: {"properties": props, "required": names},
            members,
            st.lists(st.sampled_from("abc"), unique=True, max_size=2),
        ),
        st.builds(
            lambda props, part: {"properties": props, "additionalProperties": part}, members, inner
        ),
        st.builds(
            lambda props, parts: {"allOf": [{"properties": props}, *parts],
                                  "unevaluatedProperties": False},
            members, several,
        ),
        st.builds(lambda p, part: {"patternProperties": {p: part}}, PATTERNS, inner),
        st.builds(lambda part: {"propertyNames": part}, inner),
    )  # fmt: skip


@given(st.recursive(LEAVES, nested, max_leaves=6), VALUES)
def test_both_gears_agree_on_any_schema(schema: Any, value: Any) -> None:
    whole: Schema = {"allOf": [schema]}
    library = Library({})
    owned = a2ui.DataModel({"x": value}).get("/x")
    fast = library.accept(whole)(owned)
    assert library.accept_in_python(whole)(owned) is fast
    assert bool(explain(library, whole, owned, V1_0)) is not fast


def test_patterns_that_never_end_are_cut_short_in_both_gears() -> None:
    library = Library({})
    schema = {"pattern": "^(a+)+$"}
    text = "a" * 40 + "!"
    assert not library.accept(schema)(text)
    assert not library.accept_in_python(schema)(text)


def test_the_slow_gear_serves_where_the_fast_one_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    accepts = Library({}).accept({"type": "string"})
    assert (accepts("x"), accepts(5)) == (True, False)
    fresh = a2ui.Catalog.from_json(BASIC.to_json())
    processor = a2ui.Processor([fresh], validation=a2ui.Validation.strict())
    create: dict[str, Any] = {"surfaceId": "s", "catalogId": fresh.id}
    for text, ok in (("x", True), (5, False)):
        create["components"] = [{"id": "root", "component": "Text", "text": text}]
        assert processor.process({"version": "v1.0", "createSurface": create}).ok is ok


def test_nothing_is_ever_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text('{"type": "string"}', encoding="utf-8")
    for reference in (secret.as_uri(), "http://127.0.0.1:9/x.json"):
        with pytest.raises(Exception, match=r"(?i)retriev|resolv|unresolvable"):
            Library({}).accept({"$ref": reference})


@pytest.mark.parametrize("dialect", [V0_9, V1_0], ids=lambda dialect: dialect.name)
def test_readings_change_definitions_and_nothing_else(dialect: Dialect) -> None:
    folder = "v0_9" if dialect is V0_9 else "v1_0"
    published = document(f"{folder}/common_types.json")
    assert common_types(dialect, "written") is published
    for reading in ("without calls", "opaque", "resolved"):
        changed = common_types(dialect, reading)
        assert changed["$id"] == published["$id"]
        assert set(changed["$defs"]) == set(published["$defs"])
        same = [
            name
            for name in published["$defs"]
            if changed["$defs"][name] == published["$defs"][name]
        ]
        assert "Action" in same
