"""The tree: root, references, circles, depth, orphans, composition (decisions 15-17)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import a2ui_kernel as a2ui

from ..support import (
    RELAXED,
    STRICT,
    card,
    column,
    create,
    processor,
    refused,
    text,
    update,
)

PLACE = "/updateComponents/components"
LIMIT = "LIMIT_COMPONENT_DEPTH"


def test_root_must_be_there() -> None:
    error = refused(processor(create()), update(text("a")))
    assert (error.category, error.code) == ("integrity", "MISSING_ROOT")
    after = processor(create(), update(text("root")))
    assert after.process(update(column("root", "a"), text("a"))).ok


def test_dangling_references_are_told_with_their_place_and_the_nearest_id() -> None:
    tabs = {"id": "root", "component": "Tabs", "tabs": [{"title": "T", "child": "pagee"}]}
    error = refused(processor(create()), update(tabs, text("page")))
    [fault] = error.details[:1]
    assert (error.category, fault.path) == ("integrity", f"{PLACE}/0/tabs/0/child")
    assert fault.suggestion == "page"


def test_every_dangling_reference_of_a_component_is_told() -> None:
    modal = {"id": "root", "component": "Modal", "trigger": "a", "content": "b"}
    error = refused(processor(create()), update(modal))
    assert [fault.path for fault in error.details] == [f"{PLACE}/0/trigger", f"{PLACE}/0/content"]


@pytest.mark.parametrize("validation", [STRICT, RELAXED])
def test_circles_are_refused_with_any_validation(validation: a2ui.Validation) -> None:
    before = processor(create(), validation=validation)
    for batch in (
        [column("root", "root")],
        [card("root", "a"), card("a", "root")],
        [card("root", "a"), card("a", "b"), card("b", "c"), card("c", "a")],
    ):
        error = refused(before, update(*batch))
        assert (error.category, error.code) == ("recursion", "CIRCULAR_REFERENCE")
    assert processor(create(), validation=None).process(update(column("root", "root"))).ok


def test_a_circle_over_several_messages_is_found() -> None:
    before = processor(create(), update(card("root", "a"), card("a", "b"), text("b")))
    assert refused(before, update(card("b", "a"))).category == "recursion"


def chain(length: int) -> list[dict[str, Any]]:
    """A tree of this many levels, root included."""
    ids = ["root", *(f"c{n}" for n in range(1, length))]
    cards = [card(id, below) for id, below in pairwise(ids)]
    return [*cards, text(ids[-1])]


@pytest.mark.parametrize("validation", [STRICT, RELAXED])
def test_a_tree_may_have_fifty_levels(validation: a2ui.Validation) -> None:
    before = processor(create(), validation=validation)
    assert before.process(update(*chain(50))).ok
    error = refused(before, update(*chain(51)))
    assert (error.category, error.code) == ("recursion", LIMIT)


def test_max_depth_and_the_limit_bound_the_tree_whichever_is_smaller() -> None:
    three = a2ui.Validation(max_depth=3)
    assert processor(create(), validation=three).process(update(*chain(3))).ok
    assert refused(processor(create(), validation=three), update(*chain(4))).code == LIMIT
    limits = a2ui.Limits(component_depth=4)
    wide = a2ui.Validation(max_depth=1_000_000)
    assert processor(create(), validation=wide, limits=limits).process(update(*chain(4))).ok
    five = update(*chain(5))
    assert refused(processor(create(), validation=wide, limits=limits), five).code == LIMIT


def test_a_limit_beyond_pythons_own_recursion_holds() -> None:
    deep = processor(
        create(),
        validation=a2ui.Validation(max_depth=10_000),
        limits=a2ui.Limits(component_depth=10_000),
    )
    assert deep.process(update(*chain(10_000))).ok
    assert refused(deep, update(*chain(10_001))).code == LIMIT


def test_depth_counts_over_messages_from_both_ends() -> None:
    loose = a2ui.Validation(max_depth=5, allow_orphan_components=True, allow_missing_root=True)
    low = [card("x", "y"), card("y", "z"), text("z")]
    high = [card("root", "a"), card("a", "b"), text("b")]
    before = processor(create(), update(*low), update(*high), validation=loose)
    assert before.process(update(card("a", "x"))).ok
    assert refused(before, update(card("b", "x"))).code == LIMIT


class TestOrphans:
    def test_a_batch_must_not_bring_one(self) -> None:
        error = refused(processor(create()), update(text("root"), text("lost")))
        assert (error.category, error.path) == ("integrity", f"{PLACE}/1")

    def test_a_component_that_is_left_behind_stays(self) -> None:
        before = processor(create(), update(card("root", "a"), text("a")))
        after = before.process(update(card("root", "b"), text("b"))).unwrap()[0]
        assert list(after.surface("s").components) == ["root", "a", "b"]
        assert after.process(update(card("root", "a"))).ok

    def test_what_hangs_on_an_orphan_is_one(self) -> None:
        before = processor(create(), update(card("root", "a"), text("a")))
        left = before.process(update(text("root"))).unwrap()[0]
        assert refused(left, update(text("a"))).details[0].path == f"{PLACE}/0"

    def test_a_long_way_up_ends(self) -> None:
        loose = a2ui.Validation(allow_orphan_components=True, allow_missing_root=True)
        ladder = [
            {"id": f"n{i}", "component": "Column", "children": [f"n{i + 1}", f"m{i + 1}"]}
            for i in range(20)
        ]
        rungs = [
            {"id": f"m{i}", "component": "Column", "children": [f"n{i + 1}", f"m{i + 1}"]}
            for i in range(1, 20)
        ]
        ends = [text("n20"), text("m20")]
        # 2^20 ways, each node looked at once.
        assert processor(create(), validation=loose).process(update(*ladder, *rungs, *ends)).ok
        error = refused(processor(create()), update(text("root"), *ladder, *rungs, *ends))
        assert error.category == "integrity"


def box_catalog() -> a2ui.Catalog:
    return a2ui.Catalog.from_json(
        {
            "catalogId": "boxes",
            "protocolVersion": "v1.0",
            "components": {
                "Page": {"allowedParents": ["Surface"]},
                "Box": {},
                "OnlyText": {"allowedChildren": ["Text"]},
                "Text": {},
                "Cell": {"allowedParents": ["Row"]},
                "Row": {},
                "Nowhere": {"allowedParents": []},
            },
        }
    )


def box(id: str, kind: str, *children: str) -> dict[str, Any]:
    return {"id": id, "component": kind, **({"children": list(children)} if children else {})}


class TestComposition:
    before = processor(create(catalogId="boxes"), catalogs=[box_catalog()])
    relaxed = processor(create(catalogId="boxes"), catalogs=[box_catalog()], validation=RELAXED)

    @pytest.mark.parametrize(
        ("batch", "code"),
        [
            ([box("root", "Box", "c"), box("c", "Cell")], "UNALLOWED_PARENT"),
            ([box("root", "Cell")], "UNALLOWED_PARENT"),
            ([box("root", "OnlyText", "c"), box("c", "Box")], "UNALLOWED_CHILD"),
            ([box("root", "Box", "p"), box("p", "Page")], "UNALLOWED_PARENT"),
            ([box("root", "Nowhere")], "UNALLOWED_PARENT"),
            ([box("root", "Box", "n"), box("n", "Nowhere")], "UNALLOWED_PARENT"),
        ],
    )
    def test_rules_hold(self, batch: list[dict[str, Any]], code: str) -> None:
        error = refused(self.before, update(*batch))
        assert (error.category, error.code) == ("validation", code)

    def test_what_is_allowed_is_taken(self) -> None:
        for batch in (
            [box("root", "Page", "r"), box("r", "Row", "c"), box("c", "Cell")],
            [box("root", "OnlyText", "t"), box("t", "Text")],
        ):
            assert self.before.process(update(*batch)).ok

    def test_every_parent_counts_whatever_the_order(self) -> None:
        row, other, cell = box("r", "Row", "c"), box("b", "Box", "c"), box("c", "Cell")
        for batch in ([row, other, cell], [other, row, cell], [cell, row, other]):
            step = self.before.process(update(box("root", "Box", "r", "b"), *batch))
            assert step.error is not None
            assert step.error.code == "UNALLOWED_PARENT"

    def test_a_child_that_comes_later_is_checked_when_it_comes(self) -> None:
        step = self.relaxed.process(update(box("root", "OnlyText", "c")))
        assert refused(step.processor, update(box("c", "Box"))).code == "UNALLOWED_CHILD"

    def test_a_child_that_comes_before_its_parent_waits(self) -> None:
        step = self.relaxed.process(update(box("c", "Cell")))
        assert step.ok
        assert step.processor.process(update(box("r", "Row", "c"))).ok
        assert refused(step.processor, update(box("b", "Box", "c"))).code == "UNALLOWED_PARENT"

    def test_a_new_type_is_checked_against_what_is_there(self) -> None:
        start = [box("root", "Box", "r"), box("r", "Row", "c"), box("c", "Cell")]
        after = self.before.process(update(*start)).unwrap()[0]
        assert refused(after, update(box("r", "Box", "c"))).code == "UNALLOWED_PARENT"
        assert after.process(update(box("r", "Row", "c"))).ok


IDS = ["root", "a", "b", "c", "d", "e"]


@st.composite
def batches(draw: st.DrawFn) -> list[list[dict[str, Any]]]:
    some = st.lists(st.sampled_from(IDS), max_size=3)
    entry = st.builds(lambda name, kids: column(name, *kids), st.sampled_from(IDS), some)
    batch = st.lists(entry, min_size=1, max_size=4, unique_by=lambda entry: entry["id"])
    return draw(st.lists(batch, min_size=1, max_size=5))


def verdict(components: dict[str, list[str]], batch: list[dict[str, Any]], depth: int) -> str:
    """What strict checks must say of the graph with the batch, looked at as a whole."""
    after = {**components, **{entry["id"]: entry["children"] for entry in batch}}
    if "root" not in after or any(kid not in after for e in batch for kid in e["children"]):
        return "integrity"

    def walk(id: str, above: tuple[str, ...]) -> int:
        if id in above:
            raise RecursionError
        return 1 + max((walk(kid, (*above, id)) for kid in after[id]), default=0)

    try:
        deepest = max(walk(id, ()) for id in after)
    except RecursionError:
        return "recursion"
    if deepest > depth:
        return "recursion"
    reached = {"root"}
    while more := {kid for id in reached for kid in after[id]} - reached:
        reached |= more
    return "integrity" if any(entry["id"] not in reached for entry in batch) else "ok"


@given(batches(), st.integers(2, 6))
def test_incremental_checks_say_what_a_look_at_the_whole_says(
    history: list[list[dict[str, Any]]], depth: int
) -> None:
    now = processor(create(), validation=a2ui.Validation(max_depth=depth))
    components: dict[str, list[str]] = {}
    for batch in history:
        step = now.process(update(*batch))
        expected = verdict(components, batch, depth)
        assert (step.error.category if step.error else "ok") == expected
        if step.ok:
            components |= {entry["id"]: entry["children"] for entry in batch}
        now = step.processor
        parents = {id: sorted(p for p, kids in components.items() if id in kids) for id in IDS}
        surface = now.surface("s")
        assert {id: sorted(surface.parents.get(id, ())) for id in IDS} == parents
