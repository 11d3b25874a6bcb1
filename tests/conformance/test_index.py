"""`@index`: the place of an item in its template.

Cases of the suites accept it, none evaluates it.
"""

from __future__ import annotations

from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .actions import NOW
from .cases import Document, all_cases, suites
from .compare import check_same
from .surfaces import processor_of, stages

pytestmark = [
    pytest.mark.skipif(suites() is None, reason="no conformance suites"),
    pytest.mark.xfail(
        not hasattr(a2ui, "NodeResolver"),
        strict=True,
        reason="needs the resolver",
        raises=AttributeError,
    ),
]

ROW = {"@call": "@index"}


def drawn(components: list[Document], data: Any) -> Any:
    """The resolver of a surface on the basic catalog."""
    catalog = basic.catalog("v1.0")
    body = {
        "surfaceId": "s",
        "catalogId": catalog.id,
        "components": components,
        "dataModel": data,
    }
    processor = a2ui.Processor([catalog], validation=a2ui.Validation.strict())
    processor, _ = processor.process({"version": "v1.0", "createSurface": body}).unwrap()
    return a2ui.NodeResolver.resolve(processor.surface("s"))[0]


def texts(resolver: Any) -> dict[str, Any]:
    """Position → text of every Text."""
    nodes = resolver.positions.items()
    return {p: node.props["text"].value for p, node in nodes if node.type == "Text"}


def rows(path: str, component_id: str, id: str = "root") -> Document:
    children = {"path": path, "componentId": component_id}
    return {"id": id, "component": "List", "children": children}


@pytest.mark.parametrize(
    "name",
    [
        "test_v10_index_function_on_surface_without_default",
        "test_v10_index_function_on_surface_with_default",
    ],
)
def test_the_cases_count_from_their_offset(name: str) -> None:
    [case] = [case for case in all_cases() if case.name == name]
    [stage] = stages(case)
    processor, _ = processor_of(case).process(stage.payload).unwrap()
    processor, _ = processor.set_data("s", "/items", [7, 8, 9]).unwrap()
    resolver, _ = a2ui.NodeResolver.resolve(processor.surface("s"))
    check_same({f"root/children/{n}": n + 1 for n in range(3)}, texts(resolver))


def test_without_an_offset_it_counts_from_nought() -> None:
    resolver = drawn(
        [rows("/items", "row"), {"id": "row", "component": "Text", "text": ROW}],
        {"items": ["a", "b"]},
    )
    check_same({"root/children/0": 0, "root/children/1": 1}, texts(resolver))


def test_the_offset_may_be_bound() -> None:
    text = {"@call": "@index", "args": {"offset": {"@path": "/first"}}}
    resolver = drawn(
        [rows("/items", "row"), {"id": "row", "component": "Text", "text": text}],
        {"items": ["a", "b"], "first": 10},
    )
    check_same({"root/children/0": 10, "root/children/1": 11}, texts(resolver))


def test_the_innermost_template_counts() -> None:
    components = [
        rows("/groups", "group"),
        rows("items", "row", id="group"),
        {"id": "row", "component": "Text", "text": ROW},
    ]
    resolver = drawn(components, {"groups": [{"items": [1, 2]}, {"items": [3]}]})
    wanted = {
        "root/children/0/children/0": 0,
        "root/children/0/children/1": 1,
        "root/children/1/children/0": 0,
    }
    check_same(wanted, texts(resolver))


def test_outside_a_template_it_is_an_error() -> None:
    resolver = drawn([{"id": "root", "component": "Text", "text": ROW}], {})
    binding = resolver.root.props["text"]
    assert binding.value is None
    assert binding.error is not None


def test_an_action_of_an_item_knows_its_place() -> None:
    action = {"event": {"name": "pick", "context": {"place": ROW}}}
    components = [
        rows("/items", "act"),
        {"id": "act", "component": "Button", "child": "label", "action": action},
        {"id": "label", "component": "Text", "text": "Pick"},
    ]
    resolver = drawn(components, {"items": ["a", "b"]})
    ref = resolver.positions["root/children/1"].ref
    [event] = resolver.invoke(ref, "action", now=NOW).events
    check_same({"place": 1}, event.context)
