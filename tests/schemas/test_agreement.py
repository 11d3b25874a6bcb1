"""Our documents accept and refuse what the published ones do.

The published documents are the oracle; `differences.py` lists where ours differ, and why.
A value whose verdict differs must fall under one of those: ours take it, the published
ones do not, and what is left without the difference gets the same verdict from both.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import pytest

from . import corpus
from .differences import DIFFERENCES, Difference, McpAppAlone, McpFunctionAlone, without_differences
from .oracle import (
    CATALOGS,
    SPECIFICATION,
    Family,
    Side,
    conformance,
    family_of,
    needs_conformance,
    our_documents,
    ours,
    published,
    published_documents,
)

pytestmark = needs_conformance

FAMILIES: tuple[Family, ...] = ("v0_9", "v1_0")
MESSAGE_DOCUMENTS: dict[Family, tuple[str, ...]] = {
    "v0_9": (
        "v0_9/server_to_client.json",
        "v0_9/client_to_server.json",
        "v0_9_1/server_to_client.json",
        "v0_9_1/client_to_server.json",
    ),
    "v1_0": ("v1_0/agent_to_renderer.json", "v1_0/renderer_to_agent.json"),
}
METADATA_DOCUMENTS = (
    "v0_9/client_capabilities.json",
    "v0_9/server_capabilities.json",
    "v0_9/client_data_model.json",
    "v1_0/agent_capabilities.json",
    "v1_0/renderer_capabilities.json",
    "v1_0/renderer_data_model.json",
)


BODIES = [
    (document, definition, key)
    for family in FAMILIES
    for document in MESSAGE_DOCUMENTS[family]
    for key in sorted(corpus.MESSAGE_KEYS)
    for definition in our_documents()[document]["$defs"]
    if definition == f"{key[0].upper()}{key[1:]}Message"
]
"""Where each body stands: its document, the definition of its message, its key."""


# ------------------------------------------------------------------ comparing


@dataclass
class Comparison:
    """Both sides at one schema, and what came of it."""

    reference: str
    catalog: str = "basic"
    verdicts: Counter[str] = field(default_factory=Counter)

    @property
    def sides(self) -> tuple[Side, Side]:
        family = family_of(self.reference)
        return ours(family, self.catalog), published(family, self.catalog)

    def of(self, values: Iterable[Any], published_at: str = "") -> Comparison:
        """Compare the verdicts on some values."""
        our_side, their_side = self.sides
        our, their = (
            our_side.accepts(self.reference),
            their_side.accepts(published_at or self.reference),
        )
        for value in values:
            verdict, expected = our(value), their(value)
            if verdict == expected:
                self.verdicts["accepted" if verdict else "refused"] += 1
                continue
            shown = f"{self.reference}: ours {verdict}, published {expected}: {json.dumps(value)}"
            assert verdict, shown
            rest = without_differences(value, self.reference)
            assert rest != value, shown
            assert our(rest) == their(rest), f"{shown}, and still for {json.dumps(rest)}"
            self.verdicts["differently"] += 1
        return self

    @property
    def total(self) -> int:
        return sum(self.verdicts.values())


def seeded(*names: str) -> Random:
    """A generator of one's own for each place, the same in every run."""
    return Random(zlib.crc32("/".join(names).encode()))


def with_mutations(random: Random, values: list[Any], count: int) -> Iterator[Any]:
    """Values, all single faults of the larger ones, and mutations of any, at random."""
    yield from values
    for value in sorted(values, key=lambda value: len(str(value)))[-5:]:
        if len(str(value)) < 1500:
            yield from corpus.faults(value)
    for _ in range(count):
        yield corpus.mutated(random, random.choice(values))


@cache
def messages(family: Family) -> list[Any]:
    """Every message of the examples and suites, and our own, but for the other version's."""
    found = corpus.messages_in([*corpus.examples(), *corpus.suites(), *corpus.messages_back()])
    other = "v1.0" if family == "v0_9" else "v0.9"
    return corpus.distinct(m for m in found if not str(m["version"]).startswith(other))


@cache
def pool() -> list[Any]:
    """Every value, of any depth, in examples and suites, that is not large."""
    found = corpus.distinct(
        node
        for whole in (*corpus.examples(), *corpus.suites(), *corpus.ODDMENTS)
        for node in corpus.everything_in(whole)
        if not isinstance(node, (dict, list)) or len(str(node)) < 600
    )
    return seeded("pool").sample(found, 700)


def instances(reference: str, catalog: str, count: int, published_at: str = "") -> list[Any]:
    """Values that ours, and that the published documents, ask for at a reference."""
    random = seeded(reference, catalog)
    our, their = map(_generator, Comparison(reference, catalog).sides)
    places = ((our, reference), (their, published_at or reference))
    return corpus.distinct(
        generator.of(random, f"{SPECIFICATION}/{place}")
        for generator, place in places
        for _ in range(count)
    )


@cache
def _generator(side: Side) -> corpus.Instances:
    return corpus.Instances(side.documents)


def compared(reference: str, catalog: str, count: int) -> Comparison:
    """A comparison at one schema: instances, mutations of them, and the pool."""
    random = seeded("mutations", reference, catalog)
    values = with_mutations(random, instances(reference, catalog, count), 10 * count)
    return Comparison(reference, catalog).of(values).of(pool())


# ------------------------------------------------------------------ messages


@pytest.mark.parametrize("reference", [name for f in FAMILIES for name in MESSAGE_DOCUMENTS[f]])
def test_messages_of_examples_and_suites_get_the_same_verdict(reference: str) -> None:
    comparison = Comparison(reference).of(messages(family_of(reference)))
    assert comparison.total > 150
    assert comparison.verdicts["accepted"]


def test_every_example_is_read() -> None:
    assert len(corpus.examples()) == 86
    assert all(corpus.messages_in(example) for example in corpus.examples())


@pytest.mark.parametrize("reference", [name for f in FAMILIES for name in MESSAGE_DOCUMENTS[f]])
def test_every_single_fault_of_a_message_gets_the_same_verdict(reference: str) -> None:
    small = {
        next(iter(corpus.MESSAGE_KEYS & set(message))): message
        for message in sorted(messages(family_of(reference)), key=lambda m: -len(str(m)))
        if ours(family_of(reference)).accepts(reference)(message)
    }
    comparison = Comparison(reference)
    for message in small.values():
        comparison.of(corpus.faults(message))
    assert len(small) == len([True for document, _, _ in BODIES if document == reference])
    assert comparison.verdicts["refused"] > 20 * len(small)


@pytest.mark.parametrize("family", FAMILIES)
def test_mutated_messages_get_the_same_verdict(family: Family) -> None:
    random = seeded("messages", family)
    mutations = [corpus.mutated(random, random.choice(messages(family))) for _ in range(6000)]
    verdicts: Counter[str] = Counter()
    for reference in MESSAGE_DOCUMENTS[family]:
        verdicts += Comparison(reference).of(mutations).verdicts
    assert len(corpus.distinct(mutations)) > 4000
    assert verdicts["accepted"] > 1000
    assert verdicts["refused"] > 1000


@pytest.mark.parametrize(("document", "definition", "key"), BODIES)
def test_bodies_get_the_same_verdict_at_their_own_place(
    document: str, definition: str, key: str
) -> None:
    place = f"{document}#/$defs/{definition}/properties/{key}"
    undivided = document.endswith(("client_to_server.json", "renderer_to_agent.json"))
    published_at = f"{document}#/properties/{key}" if undivided else place
    bodies = [m[key] for family in FAMILIES for m in messages(family) if key in m]
    bodies = corpus.distinct([*bodies, *instances(place, "basic", 20, published_at)])
    comparison = Comparison(place).of(with_mutations(seeded(place), bodies, 400), published_at)
    assert comparison.verdicts["accepted"]
    assert comparison.verdicts["refused"]


def test_every_message_of_the_protocol_has_a_place() -> None:
    keys = Counter(document for document, _, _ in BODIES)
    assert keys == {
        "v0_9/server_to_client.json": 4,
        "v0_9/client_to_server.json": 2,
        "v0_9_1/server_to_client.json": 4,
        "v0_9_1/client_to_server.json": 2,
        "v1_0/agent_to_renderer.json": 6,
        "v1_0/renderer_to_agent.json": 4,
    }


# ------------------------------------------------------------------ definitions

TYPES = [
    f"{family}/common_types.json#/$defs/{name}"
    for family in FAMILIES
    for name in our_documents()[f"{family}/common_types.json"]["$defs"]
]


@pytest.mark.parametrize("family", FAMILIES)
def test_common_types_have_the_published_names(family: Family) -> None:
    path = f"{family}/common_types.json"
    assert set(our_documents()[path]["$defs"]) == set(published_documents()[path]["$defs"])


@pytest.mark.parametrize("reference", TYPES)
def test_values_of_common_types_get_the_same_verdict(reference: str) -> None:
    comparison = compared(reference, "basic", 25)
    assert comparison.verdicts["accepted"]
    assert comparison.verdicts["refused"]


ENTRIES = [
    (family, catalog, kind, name)
    for family in FAMILIES
    for catalog in CATALOGS[family]
    for kind in ("components", "functions")
    for name in our_documents()[f"{family}/catalogs/{catalog}.json"][kind]
]


@pytest.mark.parametrize(("family", "catalog"), sorted({entry[:2] for entry in ENTRIES}))
def test_catalogs_have_the_published_entries(family: Family, catalog: str) -> None:
    our = our_documents()[f"{family}/catalogs/{catalog}.json"]
    their = published_documents()[f"{family}/{catalog}.json"]
    for kind in ("components", "functions"):
        assert list(our[kind]) == list(their[kind])
    for union in ("anyComponent", "anyFunction"):
        assert our["$defs"][union]["oneOf"] == their["$defs"][union]["oneOf"]
    for key in ("$id", "catalogId", "protocolVersion"):
        assert our.get(key) == their.get(key)


USES = {
    ("v0_9", "components"): "v0_9/server_to_client.json#/$defs/UpdateComponentsMessage/properties"
    "/updateComponents/properties/components/items",
    ("v1_0", "components"): "v1_0/agent_to_renderer.json#/$defs/Component",
    ("v0_9", "functions"): "v0_9/common_types.json#/$defs/FunctionCall",
    ("v1_0", "functions"): "v1_0/common_types.json#/$defs/FunctionCall",
}
"""The places through which messages come to components and to functions."""


@pytest.mark.parametrize(("family", "catalog", "kind", "name"), ENTRIES)
def test_components_and_functions_get_the_same_verdict(
    family: Family, catalog: str, kind: str, name: str
) -> None:
    own = f"{family}/catalog.json#/{kind}/{name}"
    values = instances(own, catalog, 25)
    if family == "v1_0" and kind == "components":
        values += [{"id": "a", **value} for value in values if isinstance(value, dict)]
    random = seeded("entries", own, catalog)
    values = list(with_mutations(random, values, 250))
    comparison = Comparison(USES[family, kind], catalog).of(values)
    assert comparison.verdicts["accepted"]
    assert comparison.verdicts["refused"]
    if (family, catalog) != ("v1_0", "mcp"):
        assert Comparison(own, catalog).of(values).of(pool()).verdicts["accepted"]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("key", ["min", "max"])
def test_limits_of_dates_get_the_same_verdict(family: Family, key: str) -> None:
    component = {"id": "a", "component": "DateTimeInput", "value": ""}
    good = ["2026-10-05", "14:30:00Z", "2026-10-05T14:30:00Z"]
    bad = ["", "2026-02-30", "14:30", "2026-10-05 14:30:00Z", "today"]
    dynamic = {"path": "/a"} if family == "v0_9" else {"@path": "/a"}
    comparison = Comparison(USES[family, "components"])
    comparison.of({**component, key: limit} for limit in (*good, *bad, dynamic, 5, None))
    assert comparison.verdicts == {"accepted": 4, "refused": 7}


@pytest.mark.parametrize("catalog", ["basic", "minimal"])
def test_themes_get_the_same_verdict(catalog: str) -> None:
    comparison = compared("v0_9/catalog.json#/$defs/theme", catalog, 40)
    assert comparison.verdicts["accepted"]
    assert comparison.verdicts["refused"]


@pytest.mark.parametrize(("family", "catalog", "kind", "name"), ENTRIES)
def test_annotations_are_the_published_ones(
    family: Family, catalog: str, kind: str, name: str
) -> None:
    our = our_documents()[f"{family}/catalogs/{catalog}.json"][kind][name]
    their = published_documents()[f"{family}/{catalog}.json"][kind][name]
    assert _annotations(our) == _annotations(their)


def _annotations(node: Any) -> Any:
    """Defaults, choices, return types and the like, by the property that they belong to."""
    found = {}
    if isinstance(node, dict):
        for key in ("default", "returnType", "requiresUserActivation", "allowedCallers", "enum"):
            if key in node and not isinstance(node[key], dict):
                found[key] = sorted(node[key]) if key == "enum" else node[key]
        for part in (*node.get("allOf", ()), *node.get("oneOf", ())):
            found |= _annotations(part)
        for name, below in node.get("properties", {}).items():
            inner = _annotations(below)
            found |= {name: inner} if inner else {}
    return found


@pytest.mark.parametrize(
    "reference",
    [
        *MESSAGE_DOCUMENTS["v0_9"],
        *MESSAGE_DOCUMENTS["v1_0"],
        USES["v1_0", "components"],
        USES["v0_9", "functions"],
        USES["v1_0", "functions"],
    ],
)
def test_the_envelope_alone_gets_the_same_verdict(reference: str) -> None:
    values = [m for m in messages(family_of(reference)) if len(str(m)) < 1000]
    if "$defs" in reference:
        components = [
            {"id": "a", "component": "Surface"},
            {
                "id": "a",
                "component": "Any",
                "catalogId": "c",
                "own": 1,
                "metadata": {"extensions": {"vendor_key": 1}},
                "accessibility": {"label": "l", "live": "off"},
            },
            {"@call": "any", "args": {"own": 1}, "catalogId": "c"},
            {"@call": "@index"},
            {"call": "any", "args": {"own": 1}, "returnType": "any"},
            {"call": "any"},
        ]
        values = [*components, *instances(reference, "open", 20)]
    comparison = Comparison(reference, "open").of(with_mutations(seeded(reference), values, 300))
    assert comparison.verdicts["accepted"]
    assert comparison.verdicts["refused"]


# ------------------------------------------------------------------ metadata and catalogs


def catalogs() -> list[Any]:
    """Catalog documents, small and large, good and bad."""
    loaded = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((conformance() / "test_data" / "catalogs").glob("*.json"))
    ]
    inner = [
        node
        for suite in corpus.suites()
        for node in corpus.everything_in(suite)
        if isinstance(node, dict)
        and "catalogId" in node
        and not {"components", "functions"}.isdisjoint(node)
    ]
    whole = [document for path, document in our_documents().items() if "/catalogs/" in path]
    shown = [
        difference.only_ours
        for difference in DIFFERENCES
        if difference.where == "v1_0/catalog_definition.json"
    ]
    taken = {"catalogId": "c", "components": {"Surface": {"type": "object"}}}
    return corpus.distinct([*loaded, *inner, *whole, *shown, taken, _everything_in_a_catalog()])


def _everything_in_a_catalog() -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.org/c",
        "title": "t",
        "description": "d",
        "protocolVersion": "1.0.2-rc.1+b2",
        "catalogId": "c",
        "instructions": "i",
        "components": {
            "Row": {
                "type": "object",
                "properties": {"component": {"const": "Row"}},
                "required": ["component"],
                "allowedParents": ["Surface"],
                "allowedChildren": [],
                "metadata": {"extensions": {"vendor_key": 1}},
            },
            "Free": True,
        },
        "functions": {
            "f": {
                "type": "object",
                "description": "d",
                "returnType": "void",
                "properties": {"@call": {"const": "f"}, "args": {"type": "object"}},
                "required": ["@call", "args"],
                "allowedCallers": "rendererOnly",
                "requiresUserActivation": True,
            },
        },
        "$defs": {"anyComponent": {"$ref": "#/components/Row"}, "anyFunction": {"not": {}}},
    }


def test_catalog_documents_get_the_same_verdict() -> None:
    random = seeded("catalogs")
    small = [catalog for catalog in catalogs() if len(str(catalog)) < 6000]
    shown = [*small, _everything_in_a_catalog()] * 2
    comparison = (
        Comparison("v1_0/catalog_definition.json")
        .of(catalogs())
        .of(with_mutations(random, shown, 4000))
    )
    assert min(comparison.verdicts[kind] for kind in ("accepted", "refused", "differently")) > 50


@pytest.mark.parametrize("name", ["ValidationResult", "ComponentDefinition", "FunctionDefinition"])
def test_parts_of_catalogs_get_the_same_verdict(name: str) -> None:
    compared(f"v1_0/catalog_definition.json#/$defs/{name}", "basic", 60)


@pytest.mark.parametrize("reference", METADATA_DOCUMENTS)
def test_metadata_gets_the_same_verdict(reference: str) -> None:
    small = [catalog for catalog in catalogs() if len(str(catalog)) < 3000]
    key = "v1.0" if reference.startswith("v1_0") else "v0.9"
    function = {"name": "f", "parameters": {"type": "object"}, "returnType": "any"}
    old = [
        {
            "catalogId": "c",
            "components": {"Row": {"type": "object"}, "Any": True},
            "functions": [function, {**function, "description": "d"}],
            "theme": {"primaryColor": {"type": "string"}},
        }
    ]
    given: list[Any] = [
        {key: {"supportedCatalogIds": ["a"], "inlineCatalogs": inline}}
        for inline in ([], old, small[:3], *([catalog] for catalog in small))
    ]
    given += [
        {key: {"supportedCatalogIds": [], "acceptsInlineCatalogs": True}},
        {key: {}},
        {"version": key, "surfaces": {"s": {"a": 1}}},
    ]
    given += [
        node
        for suite in corpus.suites()
        for node in corpus.everything_in(suite)
        if isinstance(node, dict) and not {"v0.9", "v1.0", "surfaces"}.isdisjoint(node)
    ]
    random = seeded(reference)
    comparison = (
        Comparison(reference)
        .of(with_mutations(random, given + instances(reference, "basic", 60), 800))
        .of(pool())
    )
    assert comparison.verdicts["accepted"] > 10
    assert comparison.verdicts["refused"] > 10


# ------------------------------------------------------------------ differences


@pytest.mark.parametrize(
    "difference",
    [*DIFFERENCES, McpAppAlone, McpFunctionAlone],
    ids=lambda difference: str(difference.name),
)
def test_a_difference_is_there(difference: Difference) -> None:
    our, their = Comparison(difference.where, difference.catalog).sides
    assert our.accepts(difference.where)(difference.only_ours)
    assert not their.accepts(difference.where)(difference.only_ours)


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: str(difference.name))
def test_a_difference_is_no_more_than_it_says(difference: Difference) -> None:
    our, their = Comparison(difference.where, difference.catalog).sides
    rest = difference.without(difference.only_ours)
    assert our.accepts(difference.where)(rest)
    assert their.accepts(difference.where)(rest)


def test_the_published_mcp_catalog_is_a_catalog_for_us_alone() -> None:
    definition = "v1_0/catalog_definition.json"
    catalog = published_documents()["v1_0/mcp.json"]
    assert ours("v1_0").accepts(definition)(catalog)
    assert not published("v1_0").accepts(definition)(catalog)


def test_definitions_of_a_catalog_are_schemas() -> None:
    accepts = ours("v1_0").accepts("v1_0/catalog_definition.json")
    for definition, good in (({}, True), (True, True), ({"type": "text"}, False), (1, False)):
        defs = {"anyComponent": {}, "anyFunction": {}, "Own": definition}
        assert accepts({"catalogId": "c", "$defs": defs}) is good


def test_the_older_spelling_of_calls_is_not_taken() -> None:
    document = published_documents()["v1_0/catalog_definition.json"]
    properties = document["$defs"]["FunctionCallValidationSchema"]["properties"]["properties"]
    assert properties["required"] == ["call"]
    function = {
        "type": "object",
        "properties": {"call": {"const": "f"}},
        "required": ["call"],
        "returnType": "any",
    }
    place = "v1_0/catalog_definition.json#/$defs/FunctionDefinition"
    assert not ours("v1_0").accepts(place)(function)


def test_versions_0_9_and_0_9_1_have_ids_of_their_own() -> None:
    our, their = our_documents(), published_documents()
    assert (
        their["v0_9/server_to_client.json"]["$id"]
        == their["v0_9/server_to_client_v0_9_1.json"]["$id"]
    )
    assert our["v0_9/server_to_client.json"]["$id"] != our["v0_9_1/server_to_client.json"]["$id"]


# ------------------------------------------------------------------ the other engine


@pytest.mark.parametrize(
    "reference",
    [
        "v0_9/server_to_client.json",
        "v0_9_1/client_to_server.json",
        "v1_0/agent_to_renderer.json",
        "v1_0/renderer_to_agent.json",
        "v0_9/common_types.json#/$defs/DynamicValue",
        "v1_0/common_types.json#/$defs/DynamicValue",
        "v1_0/common_types.json#/$defs/CheckRule",
        "v1_0/catalog_definition.json",
    ],
)
def test_the_python_package_gives_the_same_verdicts(reference: str) -> None:
    random = seeded("python", reference)
    if reference.endswith("catalog_definition.json"):
        values = [catalog for catalog in catalogs() if len(str(catalog)) < 2000]
    elif "$defs" in reference:
        values = instances(reference, "basic", 15)
    else:
        values = [message for message in messages(family_of(reference)) if len(str(message)) < 700]
    values = random.sample(values, min(len(values), 15))
    values += [corpus.mutated(random, random.choice(values)) for _ in range(25)]
    # Large values take long, and the published pattern of extension keys is none for `re`.
    values = [v for v in values if len(str(v)) < 1000 and "extensions" not in str(v)]
    for side in Comparison(reference).sides:
        slow, fast = side.accepts_in_python(reference), side.accepts(reference)
        for value in values:
            assert slow(value) == fast(value), json.dumps(value)
