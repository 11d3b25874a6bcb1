"""Law 5: after any history, the tree is the one drawn anew, and what was told is what changed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import a2ui_kernel as a2ui

from .drawing import Stage, by_ref, check_told, conditions, readers, same, tree

IDS = ["a", "b", "c", "d", "e", "root"]
PATHS = [
    "/",
    "/n",
    "/items",
    "/items/0",
    "/items/1/n",
    "/items/0/items",
    "/items/0/items/1",
    "/o/n",
]
SCOPED = ["n", "", "items", "items/0", "/n", "/items", "/items/1/n", "/o"]

ids = st.sampled_from(IDS)
paths = st.sampled_from(SCOPED)


def call(name: str, **args: Any) -> dict[str, Any]:
    return {"@call": name, "args": args}


bindings = paths.map(lambda path: {"@path": path})
texts: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(["x", "y"]),
    bindings,
    st.just(call("formatString", value="${n} and ${/n}")),
    bindings.map(lambda value: call("required", value=value)),
    st.just({"@call": "@index"}),
    bindings.map(lambda value: call("askAgent", value=value)),
    st.just(call("length", value=3)),
)
templates = st.fixed_dictionaries({"componentId": ids, "path": paths})
children: st.SearchStrategy[Any] = st.one_of(st.lists(ids, max_size=4), templates, templates)
checks = st.lists(
    st.builds(
        lambda value, message: {"condition": value, "message": message},
        texts.filter(lambda value: isinstance(value, dict)),
        st.sampled_from(["no", "never"]),
    ),
    max_size=2,
)
entries: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.builds(lambda text: {"component": "Text", "text": text}, texts),
    st.builds(
        lambda c, label: {"component": "Column", "children": c, "accessibility": {"label": label}},
        children,
        texts,
    ),
    st.builds(lambda c: {"component": "List", "children": c}, children),
    st.builds(
        lambda tabs: {"component": "Tabs", "tabs": [{"title": t, "child": c} for t, c in tabs]},
        st.lists(st.tuples(texts, ids), max_size=3),
    ),
    st.builds(
        lambda child, checks: {
            "component": "Button",
            "child": child,
            "checks": checks,
            "action": {"event": {"name": "go"}},
        },
        ids,
        checks,
    ),
    st.builds(lambda c: {"component": "NoSuchType", "children": c}, children),
)
data: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, 1, True, "1", 1.0, "x"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["n", "items", "k"]), inner, max_size=3),
    ),
    max_leaves=12,
)
items = st.lists(
    st.fixed_dictionaries(
        {"n": st.integers(0, 2)},
        optional={"items": st.lists(st.fixed_dictionaries({"n": st.integers(0, 2)}), max_size=3)},
    ),
    max_size=4,
)
steps: st.SearchStrategy[tuple[Any, ...]] = st.one_of(
    st.tuples(st.just("put"), st.lists(st.tuples(ids, entries), min_size=1, max_size=3)),
    st.tuples(st.just("put"), st.lists(st.tuples(ids, entries), min_size=1, max_size=3)),
    st.tuples(st.just("write"), st.sampled_from(PATHS), data),
    st.tuples(st.just("write"), st.just("/items"), items),
    st.tuples(st.just("write"), st.just("/items"), items),
    st.tuples(st.just("undo"), st.integers(0, 20)),
    st.tuples(st.just("without"), ids),
    st.tuples(st.just("both"), st.tuples(ids, entries), items),
)
KEYS = {"/items": "/n", "/items/*/items": "/n"}


def stepped(stage: Stage, past: list[a2ui.Surface], surface: a2ui.Surface, step: Any) -> Any:
    """The surface after a step; steps that are refused leave it."""
    messages: list[dict[str, Any]] = []
    match step:
        case ("undo", n):
            return past[n % len(past)]
        case ("without", id):
            return surface.without(id) if id in surface.components else surface
        case ("put", components):
            messages = [
                {"updateComponents": {"components": [{"id": i, **e} for i, e in components]}}
            ]
        case ("write", path, value):
            messages = [{"updateDataModel": {"path": path, "value": value}}]
        case ("both", (id, entry), value):
            messages = [
                {"updateDataModel": {"path": "/items", "value": value}},
                {"updateComponents": {"components": [{"id": id, **entry}]}},
            ]
    # The processor goes on from any surface: also from one that no message made.
    processor = stage.processor._with_surface(surface)
    for message in messages:
        [(kind, body)] = message.items()
        whole: dict[str, Any] = {"version": "v1.0", kind: {"surfaceId": "s", **body}}
        processor = processor.process(whole).processor
    return processor.surface("s")


SEED: list[dict[str, Any]] = [
    {"id": "root", "component": "Column", "children": ["a", "b", "c"]},
    {"id": "a", "component": "List", "children": {"componentId": "d", "path": "/items"}},
    {"id": "b", "component": "Tabs", "tabs": [{"title": {"@path": "/n"}, "child": "d"}]},
    {"id": "d", "component": "Column", "children": {"componentId": "e", "path": "items"}},
    {"id": "e", "component": "Text", "text": {"@path": "n"}},
]


def run(
    history: list[Any],
    keys: dict[str, str] | None,
    limits: a2ui.Limits,
    seed: list[dict[str, Any]] = SEED,
    *,
    answer: bool = False,
) -> None:
    """Live through a history, and look at everything after each step."""
    stage = Stage(seed, limits=limits, keys=keys)
    surface, past = stage.surface, [stage.surface]
    resolver = stage.resolver
    for step in history:
        surface = stepped(stage, past, surface, step)
        past.append(surface)
        before, before_json = by_ref(resolver), tree(resolver)
        old = resolver
        resolver, told = resolver.update(surface)
        assert same(tree(old), before_json), "the resolver before is as it was"
        check_told(before, by_ref(resolver), told)
        fresh, _ = a2ui.NodeResolver.resolve(surface, keys=keys)
        if answer:
            resolver, fresh = answered(resolver), answered(fresh)
        _check_same(resolver, fresh)
        notices = [n for n in told if isinstance(n, a2ui.Notice)]
        assert len({(n.code, n.path, n.ref, n.message) for n in notices}) == len(notices)
    resolver, told = resolver.dispose()
    assert not resolver.positions
    assert not list(resolver._state.owners)
    assert not conditions(resolver)
    assert not readers(resolver)
    assert not dict(resolver._state.places)


def answered(resolver: a2ui.NodeResolver) -> a2ui.NodeResolver:
    """The resolver with every call answered, by what its arguments are."""
    while resolver._state.owners:
        token, owner = next(iter(resolver._state.owners.items()))
        evaluation = resolver._state.mounts[owner.ref].held[owner.part].evaluation
        assert evaluation is not None
        assert isinstance(evaluation.outcome, a2ui.Waiting)
        [call] = [c for c in evaluation.outcome.calls if c.token == owner.token]
        assert isinstance(call, a2ui.AgentCall)
        outcome: a2ui.Value | a2ui.Failure = a2ui.Value(repr(call.call))
        if "None" in repr(call.call):
            outcome = a2ui.Failure(a2ui.FunctionError("NOTHING", repr(call.call)))
        before = by_ref(resolver)
        resolver, told = resolver.settle(token, outcome)
        check_told(before, by_ref(resolver), told)
    return resolver


def _settled(value: Any) -> Any:
    """Without the last value that a waiting binding still shows, and results that wait."""
    if isinstance(value, dict):
        if value.get("waiting"):
            return {**value, "value": None}
        busy = value.get("busy")
        return {
            key: None if busy and key in ("checks", "failed_checks") else _settled(item)
            for key, item in value.items()
        }
    return [_settled(item) for item in value] if isinstance(value, list) else value


def _check_same(resolver: a2ui.NodeResolver, fresh: a2ui.NodeResolver) -> None:
    assert same(_settled(tree(resolver)), _settled(tree(fresh)))
    assert list(tree(resolver)) == list(tree(fresh))
    assert conditions(resolver) == conditions(fresh)
    assert readers(resolver) == readers(fresh)
    assert len(resolver._state.mounts) == len(resolver.positions)
    assert _waiting(resolver) == _waiting(fresh)


def _waiting(resolver: a2ui.NodeResolver) -> list[Any]:
    places = {node.ref: position for position, node in resolver.positions.items()}
    owners = resolver._state.owners.values()
    return sorted((places[owner.ref], owner.part) for owner in owners)


HISTORIES = st.lists(steps, min_size=1, max_size=15)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(HISTORIES)
def test_a_tree_brought_up_to_date_is_the_tree_drawn_anew(history: list[Any]) -> None:
    run(history, None, a2ui.Limits(component_depth=8))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(HISTORIES)
def test_items_matched_by_key_give_the_same_tree(history: list[Any]) -> None:
    run(history, KEYS, a2ui.Limits(component_depth=8))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(HISTORIES, st.integers(1, 12))
def test_a_tree_that_is_cut_off_is_cut_off_at_the_same_node(history: list[Any], most: int) -> None:
    run(history, None, a2ui.Limits(component_depth=8, nodes=most, list_items=2))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(HISTORIES)
def test_with_the_same_answers_it_is_the_same_tree_too(history: list[Any]) -> None:
    run(history, KEYS, a2ui.Limits(component_depth=8), answer=True)


@pytest.mark.parametrize("count", [50])
def test_a_list_that_grows_and_shrinks(count: int) -> None:
    history: list[Any] = [
        (
            "put",
            [("root", {"component": "List", "children": {"componentId": "a", "path": "/items"}})],
        ),
        ("put", [("a", {"component": "Text", "text": {"@path": "n"}})]),
        *[("write", "/items", [{"n": n} for n in range(size)]) for size in (0, count, 3, 0, count)],
        *[("write", "/items/-", {"n": -n}) for n in range(count)],
    ]
    run(history, None, a2ui.Limits(), [])
    run(history, KEYS, a2ui.Limits(), [])
