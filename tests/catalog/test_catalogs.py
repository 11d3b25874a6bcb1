"""Catalog documents of every published form, and what is refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic, minimal

from ..support import BASIC, STRICT, create, refused, update


def catalog(**document: Any) -> a2ui.Catalog:
    return a2ui.Catalog.from_json({"catalogId": "c", "protocolVersion": "v1.0", **document})


def function(**more: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "returnType": "string",
        "properties": {"@call": {"const": "f"}, "args": {"type": "object"}},
        "required": ["@call"],
        **more,
    }


class TestShipped:
    @pytest.mark.parametrize("version", a2ui.SUPPORTED_VERSIONS)
    def test_basic(self, version: str) -> None:
        found = basic.catalog(version)
        assert (len(found.components), len(found.functions)) == (18, 14)
        assert found.version == version
        assert all(f.implementation is None for f in basic.declared(version).functions.values())

    def test_v0_9_1_has_the_id_of_v0_9_and_an_alias(self) -> None:
        assert basic.catalog("v0.9.1").id == basic.catalog("v0.9").id
        [alias] = basic.catalog("v0.9.1").aliases
        assert "/v0_9_1/" in alias

    def test_minimal(self) -> None:
        assert set(minimal.catalog().components) == {"Text", "Row", "Column", "Button", "TextField"}
        assert set(minimal.catalog().functions) == {"capitalize"}

    def test_unknown_versions_are_a_programmers_error(self) -> None:
        for make in (basic.catalog, basic.declared, minimal.catalog, minimal.declared):
            with pytest.raises(ValueError, match=r"v0\.10"):
                make("v0.10")

    def test_open_url_needs_the_user(self) -> None:
        assert BASIC.functions["openUrl"].requires_user_activation
        assert BASIC.functions["openUrl"].acts


class TestForms:
    @pytest.mark.parametrize("name", ["basic", "minimal", "mcp"])
    @pytest.mark.parametrize("version", ["v0_9", "v1_0"])
    def test_published_documents_load_and_come_back(
        self, conformance: Path, version: str, name: str
    ) -> None:
        path = conformance / "published" / version / f"{name}.json"
        if not path.exists():
            assert (version, name) == ("v1_0", "minimal")
            return
        document = json.loads(path.read_text(encoding="utf-8"))
        found = a2ui.Catalog.from_json(document)
        assert found.to_json() == document
        assert set(found.components) == set(document["components"])
        assert set(found.functions) == set(document["functions"])
        assert a2ui.Catalog.from_json(found.to_json()) == found

    def test_ours_say_what_the_published_say(self, conformance: Path) -> None:
        for version in ("v0.9", "v1.0"):
            folder = conformance / "published" / version.replace(".", "_")
            published = a2ui.Catalog.from_json(json.loads((folder / "basic.json").read_text()))
            ours = basic.declared(version)
            assert ours.id == published.id
            for name, theirs in published.functions.items():
                mine = ours.functions[name]
                assert (mine.returns, mine.callers, mine.requires_user_activation) == (
                    theirs.returns,
                    theirs.callers,
                    theirs.requires_user_activation,
                )

    def test_versions_are_normalised(self) -> None:
        for version in ("v1.0", "1.0", "1.0.0", "v1_0", "1.0.0-rc.1"):
            assert catalog(protocolVersion=version).version == "v1.0"
        bare = a2ui.Catalog.from_json({"catalogId": "c"})
        assert bare.version == "v0.9"
        unknown: tuple[Any, ...] = ("2.0", "v0.10", "", "x", 1, None)
        for said in unknown:
            with pytest.raises(a2ui.A2uiError) as caught:
                catalog(protocolVersion=said)
            assert caught.value.path == "/protocolVersion"

    def test_id_and_version_can_be_given(self) -> None:
        found = a2ui.Catalog.from_json({"catalogId": "a"}, id="b", version="v1.0")
        assert (found.id, found.version, found.to_json()) == ("b", "v1.0", {"catalogId": "b"})
        only = a2ui.Catalog.from_json({"$id": "https://example.org/only-id.json"})
        assert only.id == "https://example.org/only-id.json"
        both = a2ui.Catalog.from_json({"$id": "a", "catalogId": "b"})
        assert both.id == "b"

    def test_inline_functions_are_a_list_or_a_map(self) -> None:
        entry = {"name": "f", "returnType": "string", "parameters": {"type": "object"}}
        as_list = a2ui.Catalog.from_json({"catalogId": "c", "functions": [entry]})
        as_map = a2ui.Catalog.from_json(
            {"catalogId": "c", "functions": {"f": {"returnType": "string", "parameters": {}}}}
        )
        assert as_list.functions["f"].returns == as_map.functions["f"].returns == "string"
        properties = {"amount": {"type": "number"}}
        by_name = a2ui.Catalog.from_json(
            {"catalogId": "c", "functions": {"f": {"parameters": properties}}}
        )
        assert by_name.functions["f"].args == {"type": "object", "properties": properties}

    def test_components_may_be_a_list(self) -> None:
        entry = {
            "name": "Gauge",
            "type": "object",
            "properties": {"component": {"const": "Gauge"}, "level": {"type": "number"}},
            "required": ["level"],
        }
        found = catalog(components=[entry])
        start = a2ui.Processor([found], validation=STRICT)
        now = start.process(create(catalogId="c")).unwrap()[0]
        assert now.process(update({"id": "root", "component": "Gauge", "level": 3})).ok
        assert refused(now, update({"id": "root", "component": "Gauge"})).details

    def test_the_unions_admit(self) -> None:
        found = catalog(
            components={"A": {"type": "object"}, "B": {"type": "object"}},
            functions={"f": function(), "g": function()},
            **{
                "$defs": {
                    "anyComponent": {"oneOf": [{"$ref": "#/components/A"}]},
                    "anyFunction": {"not": {}},
                }
            },
        )
        assert (set(found.components), set(found.functions)) == ({"A"}, set())

    def test_the_server_function_form(self) -> None:
        entry = {
            "executedAt": "server",
            "callableFrom": "clientOrServer",
            "args": {"type": "object", "properties": {"q": {"type": "string"}}},
            "returnType": {"type": "boolean"},
            "errors": {"NO": {"type": "object"}},
        }
        found = catalog(functions={"f": entry})
        assert found.dialect.name == "server-functions"
        definition = found.functions["f"]
        assert (definition.executed_at, definition.callers) == ("agent", "either")
        assert definition.returns == {"type": "boolean"}
        assert definition.errors == {"NO": {"type": "object"}}


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ({"components": {"my-card": {"type": "object"}}}, "/components/my-card"),
        ({"components": {"Surface": {"type": "object"}}}, "/components/Surface"),
        ({"components": {"A": {"properties": {"a-b": {}}}}}, "/components/A/properties/a-b"),
        ({"components": {"A": 5}}, "/components/A"),
        ({"components": 5}, "/components"),
        ({"components": {"A": {"type": "objekt"}}}, "/components/A/type"),
        ({"components": {"A": {"allowedParents": "B"}}}, "/components/A/allowedParents"),
        ({"components": {"A": {"$dynamicRef": "#x"}}}, "/components/A/$dynamicRef"),
        ({"functions": {"@f": function()}}, "/functions/@f"),
        ({"functions": {"f": function(returnType="text")}}, "/functions/f/returnType"),
        ({"functions": {"f": function(allowedCallers="all")}}, "/functions/f/allowedCallers"),
        ({"functions": [{"returnType": "any"}]}, "/functions/0"),
        ({"functions": [{"name": "f"}, {"name": "f"}]}, "/functions/1"),
        ({"$defs": 5}, "/$defs"),
        ({"functions": {"f": {"executedAt": "server"}}}, "/functions/f"),
        (
            {
                "functions": {
                    "f": {
                        "executedAt": "edge",
                        "callableFrom": "clientOnly",
                        "returnType": {},
                    }
                }
            },
            "/functions/f/executedAt",
        ),
        (
            {
                "functions": {
                    "f": {
                        "executedAt": "client",
                        "callableFrom": "clientOnly",
                        "returnType": "string",
                    }
                }
            },
            "/functions/f/returnType",
        ),
        (
            {
                "functions": {
                    "f": {
                        "executedAt": "client",
                        "callableFrom": "clientOnly",
                        "returnType": {},
                        "allowedCallers": "agentOnly",
                    }
                }
            },
            "/functions/f/allowedCallers",
        ),
    ],
)
def test_what_is_no_catalog_is_refused_with_the_place(document: dict[str, Any], path: str) -> None:
    with pytest.raises(a2ui.A2uiError) as caught:
        catalog(**document)
    assert (caught.value.category, caught.value.path) == ("catalog", path)


@pytest.mark.parametrize("document", [None, [], 5, "x", {}, {"catalogId": 5}, {"catalogId": ""}])
def test_what_has_no_id_is_refused(document: Any) -> None:
    with pytest.raises(a2ui.A2uiError) as caught:
        a2ui.Catalog.from_json(document)
    assert caught.value.category == "catalog"


@pytest.mark.parametrize(
    "reference",
    ["#/$defs/Nope", "other.json#/components/A", "file:///etc/passwd", "http://x.test/s.json"],
)
def test_references_lead_nowhere_else(reference: str) -> None:
    with pytest.raises(a2ui.A2uiError) as caught:
        catalog(components={"A": {"properties": {"x": {"$ref": reference}}}})
    assert (caught.value.category, caught.value.path) == (
        "catalog",
        "/components/A/properties/x/$ref",
    )


@pytest.mark.parametrize(
    "components",
    [
        {"A": {"$ref": "#/components/A"}},
        {
            "A": {"allOf": [{"$ref": "#/components/B"}]},
            "B": {"anyOf": [{"$ref": "#/components/A"}]},
        },
    ],
)
def test_schemas_that_refer_to_themselves_in_place_are_refused(components: dict[str, Any]) -> None:
    with pytest.raises(a2ui.A2uiError, match="in a circle"):
        catalog(components=components)


def test_recursive_schemas_are_fine() -> None:
    tree = {
        "type": "object",
        "properties": {
            "label": {"$ref": "common_types.json#/$defs/DynamicString"},
            "page": {"$ref": "common_types.json#/$defs/Child"},
            "below": {"type": "array", "items": {"$ref": "#/$defs/Branch"}},
        },
        "additionalProperties": False,
    }
    found = catalog(
        components={
            "Tree": {
                "type": "object",
                "properties": {"component": {"const": "Tree"}, "top": {"$ref": "#/$defs/Branch"}},
            }
        },
        **{"$defs": {"Branch": tree}},
    )
    start = a2ui.Processor([found], validation=STRICT)
    now = start.process(create(catalogId="c")).unwrap()[0]
    branch: dict[str, Any] = {"below": [{"below": [{"page": "gone", "label": {"@path": "~"}}]}]}
    error = refused(now, update({"id": "root", "component": "Tree", "top": branch}))
    place = "/updateComponents/components/0/top/below/0/below/0/"
    assert {fault.path for fault in error.details} == {place + "page", place + "label/@path"}


class TestImplementations:
    def test_only_what_is_declared_can_be_implemented(self) -> None:
        with pytest.raises(ValueError, match="formatString"):
            BASIC.implement({"formatstring": answer})
        with pytest.raises(ValueError, match="nope"):
            BASIC.implement({}, action_only=["nope"])
        with pytest.raises(TypeError):
            BASIC.implement({"not": 5})  # type: ignore[dict-item]

    def test_implementing_gives_another_catalog(self) -> None:
        found = catalog(functions={"f": function()})
        done = found.implement({"f": answer}, action_only={"f"})
        assert found.functions["f"].implementation is None
        assert (done.functions["f"].implementation, done.functions["f"].acts) == (answer, True)
        assert done != found
        assert done == found.implement({"f": other_answer})
        assert done.declared() == found

    def test_pickling_takes_implementations_by_reference(self) -> None:
        done = catalog(functions={"f": function()}).implement({"f": answer})
        again = pickle.loads(pickle.dumps(done))
        assert again == done
        assert again.functions["f"].implementation is answer


def answer(args: Any, context: Any) -> int:
    return 42


def other_answer(args: Any, context: Any) -> int:
    return 43
