"""Nodes, children, templates, notices: the rules by hand."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import (
    Action,
    Binding,
    Child,
    NodeCreated,
    NodeDestroyed,
    NodeUpdated,
    Notice,
    Write,
)

from .drawing import Stage


def text(id: str, value: Any) -> dict[str, Any]:
    return {"id": id, "component": "Text", "text": value}


def column(id: str, children: Any) -> dict[str, Any]:
    return {"id": id, "component": "Column", "children": children}


def template(id: str, path: str) -> dict[str, Any]:
    return {"componentId": id, "path": path}


def codes(told: tuple[a2ui.Notification, ...]) -> list[str]:
    return [n.code for n in told if isinstance(n, Notice)]


class TestProperties:
    def test_every_dynamic_property_is_a_binding(self) -> None:
        field = {"id": "root", "component": "TextField", "label": "L", "value": {"@path": "/n"}}
        props = Stage([field], {"n": 1}).at("root").props
        assert props == {"label": Binding("L"), "value": Binding(1, "/n")}
        assert repr(props["value"]) == "Binding(value=1, path='/n')"

    def test_bindings_stand_at_every_depth(self) -> None:
        tabs = [{"title": {"@path": "/t"}, "child": "a"}, {"title": "Two", "child": "b"}]
        stage = Stage([{"id": "root", "component": "Tabs", "tabs": tabs}], {"t": "One"})
        first, second = stage.at("root/tabs/0/child"), stage.at("root/tabs/1/child")
        assert stage.at("root").props == {
            "tabs": (
                {"title": Binding("One", "/t"), "child": Child(first.ref)},
                {"title": Binding("Two"), "child": Child(second.ref)},
            )
        }
        assert stage.resolver.write(stage.at("root").ref, "tabs/0/title", "X") == Write("/t", "X")

    def test_accessibility_is_drawn_too(self) -> None:
        attributes = {"label": {"@path": "/n"}, "live": "polite"}
        stage = Stage([{**text("root", "x"), "accessibility": attributes}], {"n": "N"})
        assert stage.at("root").accessibility == {"label": Binding("N", "/n"), "live": "polite"}
        stage.write("/n", "M")
        assert stage.at("root").accessibility == {"label": Binding("M", "/n"), "live": "polite"}

    def test_only_a_bound_property_is_writable(self) -> None:
        stage = Stage([text("root", "x")])
        ref = stage.at("root").ref
        for prop in ("text", "nothing"):
            with pytest.raises(a2ui.A2uiError, match="cannot be written"):
                stage.resolver.write(ref, prop, "y")
        with pytest.raises(a2ui.A2uiError, match="no node"):
            stage.resolver.write("gone", "text", "y")

    def test_a_write_through_any_alias_is_noticed(self) -> None:
        stage = Stage(
            [column("root", template("t", "/rows")), text("t", {"@path": "n"})],
            {"rows": [{"n": 1}]},
        )
        ref = stage.at("root/children/0").ref
        for path, value, shown in (
            ("/rows/0/n", 2, 2),
            ("/rows/0", {"n": 3}, 3),
            ("/rows", [{"n": 4}], 4),
            ("/", {"rows": [{"n": 5}]}, 5),
        ):
            assert stage.write(path, value) == (NodeUpdated(ref),)
            assert stage.value("root/children/0") == shown

    def test_equal_values_wake_nobody(self) -> None:
        stage = Stage([text("root", {"@path": "/n"})], {"n": {"a": 1}})
        assert stage.write("/n", {"a": 1.0}) == ()
        assert len(stage.write("/n", {"a": True})) == 1

    def test_a_resolver_is_a_value(self) -> None:
        stage = Stage([text("root", {"@path": "/n"})], {"n": 1})
        before = stage.resolver
        stage.write("/n", 2)
        assert before.root is not None
        assert before.root.props["text"] == Binding(1, "/n")
        with pytest.raises(AttributeError):
            before._state = stage.resolver._state
        with pytest.raises(ValueError, match="not of"):
            stage.resolver.update(_other_surface(stage))


def _other_surface(stage: Stage) -> a2ui.Surface:
    body = {"surfaceId": "other", "catalogId": stage.processor.catalogs[0].id}
    step = stage.processor.process({"version": "v1.0", "createSurface": body})
    return step.processor.surface("other")


class TestPositions:
    def test_a_ref_stays_while_the_component_does(self) -> None:
        stage = Stage([column("root", ["a", "b"]), text("a", "1"), text("b", "2")])
        a, root = stage.at("root/children/0").ref, stage.at("root").ref
        assert stage.put(text("a", "3")) == (NodeUpdated(a),)
        gone, come, changed = stage.put({"id": "a", "component": "Divider"})
        assert (gone, changed) == (NodeDestroyed(a), NodeCreated(stage.at("root/children/0").ref))
        assert come == NodeUpdated(root)

    def test_two_parents_of_one_child_are_two_nodes(self) -> None:
        stage = Stage([column("root", ["a", "a"]), text("a", "1")])
        assert stage.at("root/children/0").ref != stage.at("root/children/1").ref

    def test_a_child_that_is_not_there_yet_is_pending(self) -> None:
        stage = Stage([column("root", ["a"])])
        node = stage.at("root/children/0")
        assert (node.state, node.type, node.component_id) == ("pending", "Placeholder", "a")
        told = stage.put(text("a", "1"))
        new = stage.at("root/children/0")
        assert told == (
            NodeDestroyed(node.ref),
            NodeUpdated(stage.at("root").ref),
            NodeCreated(new.ref),
        )
        assert new.state == "resolved"

    def test_a_type_that_no_catalog_has_is_drawn_as_such(self) -> None:
        unknown = {"id": "root", "component": "Gauge", "child": "a", "label": {"@path": "/n"}}
        stage = Stage([unknown, text("a", "1")])
        node = stage.at("root")
        assert (node.state, node.type) == ("unknown_type", "Gauge")
        assert node.props == {"child": Child(stage.at("root/child").ref), "label": {"@path": "/n"}}
        assert codes(stage.told) == ["UNKNOWN_COMPONENT_TYPE"]

    @pytest.mark.parametrize(
        "components",
        [
            [column("root", ["root"])],
            [{"id": "root", "component": "Tabs", "tabs": [{"title": "t", "child": "root"}]}],
            [column("root", template("root", "/rows"))],
        ],
    )
    def test_a_cycle_ends(self, components: list[dict[str, Any]]) -> None:
        stage = Stage(components, {"rows": [1]})
        assert list(stage.resolver.positions.values())[-1].state == "cyclic"
        assert codes(stage.told) == ["CYCLIC_REFERENCE"]

    def test_without_a_root_there_is_nothing(self) -> None:
        stage = Stage([text("a", "1")])
        assert (dict(stage.resolver.positions), stage.resolver.root) == ({}, None)
        stage.put(text("root", "1"))
        ref = stage.at("root").ref
        assert stage.resolver.update(None)[1] == (NodeDestroyed(ref),)
        resolver, told = stage.resolver.dispose()
        assert told == (NodeDestroyed(ref),)
        assert resolver.dispose() == (resolver, ())
        assert resolver.update(stage.surface)[1] == (NodeCreated("n2"),)


class TestTemplates:
    def test_nested_templates_have_the_innermost_scope_and_index(self) -> None:
        row = {"@call": "formatString", "args": {"value": "${n}/${/n}"}}
        stage = Stage(
            [
                column("root", template("row", "/rows")),
                column("row", template("cell", "cells")),
                column("cell", ["where", "what"]),
                text("where", {"@call": "@index", "args": {"offset": 1}}),
                text("what", row),
            ],
            {"n": "top", "rows": [{"cells": []}, {"cells": [{"n": "a"}, {"n": "b"}]}]},
        )
        cell = "root/children/1/children/1"
        assert stage.at(cell).scope == "/rows/1/cells/1"
        assert stage.value(f"{cell}/children/0") == 2
        assert stage.value(f"{cell}/children/1") == "b/top"

    def test_an_index_outside_a_template_is_an_error(self) -> None:
        stage = Stage([text("root", {"@call": "@index"})])
        binding = stage.at("root").props["text"]
        assert isinstance(binding, Binding)
        assert binding.value is None
        assert binding.error is not None
        assert codes(stage.told) == ["EXPRESSION_ERROR"]

    @pytest.mark.parametrize(
        ("value", "notices"),
        [
            ({"a": 1}, ["TEMPLATE_NOT_A_LIST"]),
            ("text", ["TEMPLATE_NOT_A_LIST"]),
            ([None], []),
        ],
    )
    def test_only_a_list_has_items(self, value: Any, notices: list[str]) -> None:
        stage = Stage([column("root", template("a", "/rows")), text("a", "x")], {"rows": value})
        assert len(stage.resolver.positions) == 1 + isinstance(value, list)
        assert codes(stage.told) == notices

    def test_what_is_absent_is_noticed_once_and_again_after_it_came_and_went(self) -> None:
        stage = Stage([column("root", template("a", "/rows")), text("a", {"@path": "/rows"})])
        assert codes(stage.told) == ["MISSING_DATA_BINDING"]
        assert codes(stage.put(text("b", "x"))) == []
        assert codes(stage.write("/rows", [1])) == []
        assert codes(stage.write("/rows", None)) == ["MISSING_DATA_BINDING"]

    def test_items_are_matched_by_position(self) -> None:
        stage = Stage(
            [column("root", template("a", "/r")), text("a", {"@path": ""})], {"r": [1, 2]}
        )
        first = stage.at("root/children/0").ref
        stage.write("/r", [0, 1, 2])
        assert stage.at("root/children/0").ref == first
        assert stage.value("root/children/0") == 0

    def test_items_are_matched_by_key_where_it_is_asked_for(self) -> None:
        stage = Stage(
            [column("root", template("a", "/r")), column("a", ["b"]), text("b", {"@path": "id"})],
            {"r": [{"id": 1}, {"id": 2}]},
            keys={"/r": "/id"},
        )
        node, below = stage.at("root/children/0"), stage.at("root/children/0/children/0")
        told = stage.write("/r", [{"id": 0}, {"id": 1}, {"id": 2}])
        assert stage.at("root/children/1").ref == node.ref
        assert stage.at("root/children/1/children/0").ref == below.ref
        assert stage.at("root/children/1").scope == "/r/1"
        assert not any(isinstance(n, NodeDestroyed) for n in told)
        told = stage.write("/r", [{"id": 1}, {"id": 1}, 5])
        assert stage.at("root/children/0").ref == node.ref
        assert sorted(codes(told)) == ["MISSING_DATA_BINDING", "TEMPLATE_KEY"]

    def test_a_million_items_are_drawn_up_to_the_limit(self) -> None:
        limits = a2ui.Limits(list_items=100)
        stage = Stage(
            [column("root", template("a", "/r")), text("a", "x")],
            {"r": [0] * 1_000_000},
            limits=limits,
        )
        assert len(stage.resolver.positions) == 101
        assert codes(stage.told) == ["LIMIT_LIST_ITEMS"]

    def test_templates_that_multiply_are_bounded(self) -> None:
        levels = [column(f"l{n}", template(f"l{n + 1}", "/r")) for n in range(9)]
        root = column("root", template("l0", "/r"))
        stage = Stage(
            [root, *levels, text("l9", "lol")], {"r": [0] * 10}, limits=a2ui.Limits(nodes=500)
        )
        assert len(stage.resolver.positions) == 500
        assert "LIMIT_NODES" in codes(stage.told)

    def test_a_tree_is_no_deeper_than_the_limit(self) -> None:
        levels = [column("root", ["l0"]), *(column(f"l{n}", [f"l{n + 1}"]) for n in range(60))]
        stage = Stage(levels)
        assert len(stage.resolver.positions) == 50
        assert codes(stage.told) == ["LIMIT_COMPONENT_DEPTH"]


class TestChecks:
    BUTTON: ClassVar[dict[str, Any]] = {
        "id": "root",
        "component": "Button",
        "child": "l",
        "action": {"event": {"name": "go"}},
        "checks": [
            {"condition": {"@path": "/a"}, "message": "no a"},
            {"condition": {"@call": "required", "args": {"value": {"@path": "/b"}}}},
            {"condition": {"@path": "/c"}},
        ],
    }

    def test_the_first_failed_check_is_shown_and_all_are_kept(self) -> None:
        stage = Stage(
            [self.BUTTON], {"a": False, "b": "x", "c": {"valid": False, "severity": "info"}}
        )
        node = stage.at("root")
        assert node.checks == a2ui.ValidationResult(False, message="no a")
        assert node.failed_checks[1:] == (
            a2ui.ValidationResult(False, message="Validation failed", severity="info"),
        )
        assert node.props["action"] == Action("event", "go")
        assert "checks" not in node.props

    def test_checks_follow_the_data(self) -> None:
        stage = Stage([self.BUTTON], {"a": True, "b": "x", "c": True})
        assert stage.at("root").checks == a2ui.ValidationResult(True)
        assert stage.write("/b", "")[0] == NodeUpdated(stage.at("root").ref)
        checks = stage.at("root").checks
        assert checks is not None
        assert not checks.valid

    def test_a_node_without_rules_has_no_result(self) -> None:
        assert Stage([text("root", "x")]).at("root").checks is None


def test_undo_brings_back_what_was_there() -> None:
    stage = Stage([column("root", ["a"]), text("a", {"@path": "/n"})], {"n": 1})
    past = stage.surface
    stage.write("/n", 2)
    stage.put({"id": "a", "component": "Divider"})
    told = stage.update(past)
    assert stage.value("root/children/0") == 1
    assert len(told) == 3
