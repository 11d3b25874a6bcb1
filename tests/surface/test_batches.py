"""What a batch of components may bring (decisions 8-19)."""

from __future__ import annotations

from typing import Any

import pytest

import a2ui_kernel as a2ui

from ..support import (
    BASIC,
    RELAXED,
    STRICT,
    card,
    column,
    create,
    data,
    processor,
    refused,
    text,
    update,
)


def paths(error: a2ui.A2uiError) -> list[tuple[str, str]]:
    return [(fault.path, fault.code) for fault in error.details]


class TestEntries:
    @pytest.mark.parametrize(
        ("entry", "below", "code"),
        [
            ({"component": "Text"}, "/id", "missing_field"),
            ({"id": "", "component": "Text"}, "/id", "missing_field"),
            ({"id": 5, "component": "Text"}, "/id", "type_mismatch"),
            ({"id": [], "component": "Text"}, "/id", "type_mismatch"),
            ({"id": "a"}, "/component", "missing_field"),
            ({"id": "a", "component": {}}, "/component", "type_mismatch"),
            ({"id": "a", "component": None}, "/component", "type_mismatch"),
            ("a", "", "type_mismatch"),
        ],
    )
    @pytest.mark.parametrize("validation", [None, STRICT, RELAXED])
    def test_ids_and_types_are_always_checked(
        self, entry: Any, below: str, code: str, validation: a2ui.Validation | None
    ) -> None:
        error = refused(processor(create(), validation=validation), update(text("root"), entry))
        assert error.category == "validation"
        assert paths(error) == [("/updateComponents/components/1" + below, code)]

    def test_every_bad_entry_is_told(self) -> None:
        error = refused(processor(create()), update({"id": 1}, {"component": "Text"}, {"id": "x"}))
        assert len(error.details) == 3

    def test_v0_9_updates_may_leave_the_type_out(self) -> None:
        kept = {"id": "root", "text": "new"}
        before = processor(create(version="v0.9"), update(text("root"), version="v0.9"))
        after = before.process(update(kept, version="v0.9")).unwrap()[0]
        assert after.surface("s").components["root"].type == "Text"
        assert after.surface("s").components["root"].properties == {"text": "new"}
        error = refused(before, update({"id": "other", "text": "new"}, version="v0.9"))
        assert error.details[0].path == "/updateComponents/components/0/component"

    def test_v1_0_updates_must_repeat_the_type(self) -> None:
        before = processor(create(), update(text("root")))
        assert refused(before, update({"id": "root", "text": "new"})).details[0].code == (
            "missing_field"
        )

    def test_an_update_replaces_a_component_whole(self) -> None:
        first = {"id": "root", "component": "Text", "text": "a", "variant": "caption"}
        after = processor(create(), update(first), update(text("root", "b")))
        assert after.surface("s").components["root"].properties == {"text": "b"}


class TestCatalogs:
    def test_types_and_properties_fit_the_catalog(self) -> None:
        error = refused(processor(create()), update(column("root"), {**text("a"), "variant": "h1"}))
        assert paths(error)[0] == ("/updateComponents/components/1/variant", "invalid_value")

    @pytest.mark.parametrize(
        ("component", "code"),
        [
            ({"id": "root", "component": "Txt"}, "unrecognized_component"),
            ({**text("root"), "colour": "red"}, "extra_field"),
            (
                text("root", {"@call": "shout", "args": {}}),
                "unrecognized_function",
            ),
        ],
    )
    def test_relaxed_allows_unknown_elements_and_strict_does_not(
        self, component: dict[str, Any], code: str
    ) -> None:
        strict = processor(create())
        assert refused(strict, update(component)).details[0].code == code
        assert processor(create(), validation=RELAXED).process(update(component)).ok

    def test_relaxed_still_checks_what_is_known(self) -> None:
        relaxed = processor(create(), validation=RELAXED)
        wrong = {**text("root", 5), "colour": "red"}
        assert paths(refused(relaxed, update(wrong))) == [
            ("/updateComponents/components/0/text", "type_mismatch")
        ]

    def test_without_a_validation_components_are_taken_as_they_are(self) -> None:
        after = processor(
            create(), update({"id": "a", "component": "Nope", "x": 1}), validation=None
        )
        assert after.surface("s").components["a"].compiled is None

    def test_every_catalog_must_be_there_even_without_a_validation(self) -> None:
        bare = processor(create(catalogId=None), validation=None)
        for component in (text("a"), {**text("a"), "catalogId": ""}):
            assert refused(bare, update(component)).category == "catalog"
        nested = {**text("a", {"@call": "formatString", "args": {"value": {"@call": "f"}}})}
        nested["catalogId"] = BASIC.id
        error = refused(bare, update(nested))
        assert (error.category, error.path) == ("catalog", "/updateComponents/components/0/text")
        assert refused(bare, update({**text("a"), "catalogId": 5})).category == "validation"

    def test_a_call_does_not_inherit_the_catalog_of_what_surrounds_it(self) -> None:
        bare = processor(create(catalogId=None), validation=None)
        inner = {"@call": "not", "args": {"value": True}}
        outer = {"@call": "not", "catalogId": BASIC.id, "args": {"value": inner}}
        component = {**text("a", outer), "catalogId": BASIC.id}
        assert refused(bare, update(component)).path.endswith("/text/args/value")  # type: ignore[union-attr]

    def test_prefixed_envelope_keys_are_read_too(self) -> None:
        component = {
            "id": "root",
            "component": "TextField",
            "label": "x",
            "@catalogId": BASIC.id,
            "@accessibility": {"label": "Name"},
            "@metadata": {"extensions": {"k": 1}},
            "@checks": [{"condition": {"@path": "/ok"}}],
        }
        after = processor(create(catalogId=None), update(component))
        found = after.surface("s").components["root"]
        assert found.accessibility == {"label": "Name"}
        assert found.metadata == {"extensions": {"k": 1}}
        assert found.properties["checks"] == [{"condition": {"@path": "/ok"}}]
        error = refused(processor(create()), update({**component, "@accessibility": {"live": 1}}))
        assert error.details[0].path == "/updateComponents/components/0/@accessibility/live"

    def test_a_component_may_declare_an_envelope_name_of_its_own(self) -> None:
        photo = a2ui.Catalog.from_json(
            {
                "catalogId": "photos",
                "protocolVersion": "v1.0",
                "components": {
                    "Photo": {
                        "type": "object",
                        "properties": {
                            "component": {"const": "Photo"},
                            "metadata": {"type": "string"},
                        },
                        "required": ["component", "metadata"],
                    }
                },
            }
        )
        start = a2ui.Processor([photo], validation=STRICT)
        before = start.process(create(catalogId="photos")).unwrap()[0]
        entry: dict[str, Any] = {"id": "root", "component": "Photo", "metadata": "EXIF"}
        entry["@metadata"] = {"extensions": {"k": 1}}
        after = before.process(update(entry)).unwrap()[0]
        found = after.surface("s").components["root"]
        assert (found.properties, found.metadata) == (
            {"metadata": "EXIF"},
            {"extensions": {"k": 1}},
        )
        assert refused(before, update({**entry, "metadata": {"extensions": {}}})).details

    @pytest.mark.parametrize("validation", [None, STRICT, RELAXED])
    def test_extension_keys_are_identifiers(self, validation: a2ui.Validation | None) -> None:
        component = {**text("root"), "metadata": {"extensions": {"my-key": 1}}}
        error = refused(processor(create(), validation=validation), update(component))
        path = "/updateComponents/components/0/metadata/extensions/my-key"
        assert (paths(error), error.details[0].suggestion) == (
            [(path, "invalid_identifier")],
            "my_key",
        )

    def test_ids_are_identifiers_in_v1_0_only(self) -> None:
        error = refused(processor(create()), update(column("root", "my-text"), text("my-text")))
        assert error.details[0].suggestion == "my_text"
        old = [column("root", "my-text"), text("my-text")]
        assert processor(create(version="v0.9")).process(update(*old, version="v0.9")).ok


class TestCalls:
    def test_a_call_is_judged_by_its_function(self) -> None:
        wrong = {"@call": "formatNumber", "args": {"value": "1", "decimal": 2}}
        error = refused(processor(create()), update(text("root", wrong)))
        base = "/updateComponents/components/0/text/args"
        assert paths(error) == [
            (base + "/value", "type_mismatch"),
            (base + "/decimal", "extra_field"),
        ]

    def test_calls_are_found_at_every_depth(self) -> None:
        bad = {"@call": "nope", "args": {}}
        tabs = {"id": "root", "component": "Tabs", "tabs": [{"title": bad, "child": "a"}]}
        button = {
            "id": "a",
            "component": "Button",
            "child": "b",
            "action": {"event": {"name": "go", "context": {"x": {"deep": [1, bad]}}}},
            "checks": [{"condition": bad}],
            "accessibility": {"label": bad},
        }
        error = refused(processor(create()), update(tabs, button, text("b")))
        assert {fault.path for fault in error.details} == {
            "/updateComponents/components/0/tabs/0/title/@call",
            "/updateComponents/components/1/action/event/context/x/deep/1/@call",
            "/updateComponents/components/1/checks/0/condition/@call",
            "/updateComponents/components/1/accessibility/label/@call",
        }

    def test_only_index_is_a_system_function(self) -> None:
        good = {"@call": "@index", "args": {"offset": 1}}
        assert processor(create()).process(update(text("root", good))).ok
        for call in ({"@call": "@idx"}, {**good, "catalogId": BASIC.id}):
            assert refused(processor(create()), update(text("root", call))).details

    def test_six_calls_deep_is_too_deep(self) -> None:
        def nested(depth: int) -> dict[str, Any]:
            inner: Any = True
            for _ in range(depth):
                inner = {"@call": "not", "args": {"value": inner}}
            return text("root", inner)

        assert processor(create()).process(update(nested(5))).ok
        for validation in (None, STRICT, RELAXED):
            before = processor(create(), validation=validation)
            error = refused(before, update(nested(6)))
            assert (error.category, error.code) == ("recursion", "LIMIT_CALL_DEPTH")

    def test_too_many_arguments(self) -> None:
        call: dict[str, Any] = {"@call": "f", "args": {f"a{n}": n for n in range(4)}}
        small = processor(create(), validation=RELAXED, limits=a2ui.Limits(arguments=3))
        assert refused(small, update(text("root", call))).code == "LIMIT_ARGUMENTS"
        del call["args"]["a0"]
        assert small.process(update(text("root", call))).ok

    def test_a_function_of_the_agent_is_not_for_components(self) -> None:
        catalog = a2ui.Catalog.from_json(
            {
                "catalogId": "c",
                "protocolVersion": "v1.0",
                "functions": {
                    "f": {
                        "type": "object",
                        "returnType": "string",
                        "allowedCallers": "agentOnly",
                        "properties": {"@call": {"const": "f"}},
                        "required": ["@call"],
                    }
                },
            }
        )
        both = processor(create(), catalogs=[BASIC, catalog])
        error = refused(both, update(text("root", {"@call": "f", "catalogId": "c"})))
        assert error.details[0].code == "invalid_function_call"

    def test_context_keys_named_call_and_path_are_names(self) -> None:
        button = {
            "id": "root",
            "component": "Button",
            "child": "t",
            "action": {"event": {"name": "go", "context": {"call": "please", "path": "~/docs"}}},
        }
        for version in ("v0.9", "v1.0"):
            before = processor(create(version=version))
            assert before.process(update(button, text("t"), version=version)).ok

    @pytest.mark.parametrize(
        ("value", "code"),
        [
            ({"@if": 1}, "INVALID_RESERVED_KEY"),
            ({"@": 1}, "INVALID_RESERVED_KEY"),
            ({"a": [{"@x": 1}]}, "INVALID_RESERVED_KEY"),
            ([{"@path": 5}], "type_mismatch"),
            ({"@path": "/a~2"}, "invalid_pointer"),
            ([{"b": {"@path": "~"}}], "invalid_pointer"),
        ],
    )
    def test_reserved_keys_and_pointers(self, value: Any, code: str) -> None:
        action = {"event": {"name": "go", "context": {"x": value}}}
        button = {"id": "root", "component": "Button", "child": "t", "action": action}
        error = refused(processor(create()), update(button, text("t")))
        assert error.details[0].code == code
        assert error.details[0].path.startswith(
            "/updateComponents/components/0/action/event/context/x"
        )

    def test_escaped_keys_and_plain_names_are_literal(self) -> None:
        value = {"@@type": "x", "path": "/a~", "call": "f", "@@": 1}
        action = {"event": {"name": "go", "context": {"x": value}}}
        button = {"id": "root", "component": "Button", "child": "t", "action": action}
        assert processor(create()).process(update(button, text("t"))).ok


class TestLimits:
    def test_literal_nesting_of_a_component(self) -> None:
        def nested(levels: int) -> dict[str, Any]:
            value: Any = "x"
            for _ in range(levels):
                value = [value]
            return {"id": "root", "component": "Text", "text": "x", "more": value}

        for validation in (None, RELAXED):
            before = processor(create(), validation=validation)
            assert before.process(update(nested(49))).ok
            error = refused(before, update(text("a"), nested(50)))
            assert (error.category, error.code) == ("recursion", "LIMIT_COMPONENT_DEPTH")
            assert error.path == "/updateComponents/components/1"

    def test_number_of_components(self) -> None:
        small = processor(create(), validation=None, limits=a2ui.Limits(components=2))
        after = small.process(update(text("a"), text("b"))).processor
        assert after.process(update(text("a"))).ok
        assert refused(after, update(text("c"))).code == "LIMIT_COMPONENTS"

    def test_number_of_details(self) -> None:
        many = [{"id": f"t{n}", "component": "Txt"} for n in range(30)]
        root = column("root", *(entry["id"] for entry in many))
        error = refused(processor(create()), update(root, *many))
        assert len(error.details) == 20
        assert "and 29 more" in error.message

    def test_data_is_data(self) -> None:
        deep: Any = {"path": "~/docs", "call": "please", "@if": 1, "constructor": 1}
        for _ in range(100):
            deep = {"call": "f", "args": {"x": deep}}
        assert processor(create()).process(data("/x", deep)).ok


def test_a_batch_is_taken_whole_or_not_at_all() -> None:
    before = processor(create(), update(text("root")))
    error = refused(before, update(column("root", "a"), {"id": "a", "component": "Nope"}))
    assert error.details
    assert before.surface("s").components["root"].type == "Text"


def test_duplicate_ids_are_refused_with_any_validation() -> None:
    twice = update(column("root", "a"), text("a"), text("a"))
    for validation in (STRICT, RELAXED):
        error = refused(processor(create(), validation=validation), twice)
        assert (error.category, error.code) == ("integrity", "DUPLICATE_COMPONENT")
        assert error.path == "/updateComponents/components/2/id"
    assert processor(create(), validation=None).process(twice).ok


def test_without_gives_the_surface_without_a_component() -> None:
    surface = processor(create(), update(card("root", "a"), text("a"))).surface("s")
    assert list(surface.without("a").components) == ["root"]
    assert list(surface.components) == ["root", "a"]
    with pytest.raises(KeyError):
        surface.without("nope")
