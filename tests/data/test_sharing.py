"""A write copies the way to its place and shares all else; one that changes nothing is none."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, DataModel, DataModelUpdated, pointer
from a2ui_kernel.values import freeze, json_equal

from ..values.strategies import Drawn, canonical, json_containers, lookalikes

segments = st.sampled_from(["a", "b", "0", "1", "-"])
writes: Drawn = st.tuples(st.lists(segments, min_size=1, max_size=4).map(tuple), lookalikes)
documents: Drawn = st.recursive(
    st.sampled_from([None, 1, True, "x"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=12,
).filter(lambda value: isinstance(value, (dict, list)))


def entries(value: Any) -> dict[Any, Any]:
    return dict(value) if isinstance(value, dict) else dict(enumerate(value))


def assert_shared_beside(old: Any, new: Any, tokens: tuple[str, ...]) -> None:
    """Along the way of a write, everything beside it is one and the same object."""
    for token in tokens:
        if not isinstance(old, (dict, list)) or type(old) is not type(new):
            return
        place: Any = int(token) if isinstance(new, list) else token
        before, after = entries(old), entries(new)
        beside = [key for key in before if key != place]
        assert all(after[key] is before[key] for key in beside)
        old, new = before.get(place), after.get(place)


@given(documents, writes)
def test_what_stands_beside_the_way_is_shared(document: Any, write: Any) -> None:
    tokens, value = write
    model = DataModel(document)
    try:
        new, done = model.written(pointer.join(tokens), freeze(value))
    except A2uiError:
        assume(False)
    if new is not model:
        assert_shared_beside(model.value, new.value, done.tokens)
    assert canonical(model.value) == canonical(document)


@given(documents, writes)
def test_what_was_set_is_read_back_where_the_write_says(document: Any, write: Any) -> None:
    tokens, value = write
    assume(value is not None)
    try:
        new, done = DataModel(document).written(pointer.join(tokens), freeze(value))
    except A2uiError:
        assume(False)
    place = pointer.join(done.tokens)
    assert canonical(new.get(place)) == canonical(value)
    assert pointer.parse(place) == done.tokens
    assert "-" not in done.tokens or not isinstance(new.get(parent(done.tokens)), list)
    assert new.set(place, value) is new


def parent(tokens: tuple[str, ...]) -> str:
    return pointer.join(tokens[: tokens.index("-")])


@given(documents, st.data())
def test_setting_what_is_there_gives_the_same_model(document: Any, data: st.DataObject) -> None:
    model = DataModel(document)
    path, value = "", model.value
    while isinstance(value, (dict, list)) and value and data.draw(st.booleans()):
        key, value = data.draw(st.sampled_from(sorted(entries(value).items(), key=str)))
        path += f"/{key}"
    if value is not None:
        assert model.set(path, copy.deepcopy(a2ui.thaw(value))) is model


@given(documents, writes)
def test_deleting_twice_is_deleting_once(document: Any, write: Any) -> None:
    path = pointer.join(write[0])
    try:
        once = DataModel(document).delete(path)
    except A2uiError:
        assume(False)
    assert once.delete(path) is once
    assert not once.has(path) or once.get(path) is None


@given(json_containers)
def test_a_new_root_that_is_equal_is_no_change(document: Any) -> None:
    model = DataModel(document)
    assert model.set("/", copy.deepcopy(document)) is model


@pytest.mark.parametrize(
    ("old", "new"), [(1, True), (True, 1), (0, False), (1, "1"), ([1], [True])]
)
def test_values_whose_json_differs_are_a_change(old: Any, new: Any) -> None:
    model = DataModel({"a": old})
    assert model.set("/a", new) is not model
    assert json_equal(model.set("/a", new).get("/a"), new)


def test_1_and_1_0_are_no_change() -> None:
    model = DataModel({"a": 1})
    assert model.set("/a", 1.0) is model


@pytest.mark.parametrize(
    ("document", "path", "value", "written", "shown"),
    [
        ({"a": 1}, "/a", 2, "/a", "/a"),
        ({"a": {"b": 1}}, "a/b/", 2, "/a/b", "/a/b"),
        ({"a": {}}, "/a/b", 2, "/a/b", "/a/b"),
        ({}, "/a/b/c", 1, "/a/b/c", "/a/b/c"),
        ({"a": None}, "/a/b", 1, "/a/b", "/a/b"),
        ({"a": [1]}, "/a/-", 2, "/a/1", "/a/1"),
        ({"a": [1]}, "/a/1", 2, "/a/1", "/a/1"),
        ({"a": [1]}, "/a/0", 2, "/a/0", "/a/0"),
        ({"a": []}, "/a/2/b", 2, "/a/2/b", "/a"),
        ({"a": 1}, "", {"b": 1}, "/", "/"),
        ({"a": [1]}, "/a/0", None, "/a/0", "/a/0"),
        ({}, "/x~1y", 1, "/x~1y", "/x~1y"),
    ],
)
def test_a_write_says_its_place_and_where_the_document_differs(
    document: Any, path: str, value: Any, written: str, shown: str
) -> None:
    done = DataModel(document).written(path, freeze(value))[1]
    assert (pointer.join(done.tokens), pointer.join(done.shown)) == (written, shown)


class TestProcessor:
    @pytest.mark.parametrize(
        ("path", "value", "shown"),
        [
            ("/a/", 2, "/a"),
            ("a", 2, "/a"),
            ("/list/-", 3, "/list/2"),
            ("", {"b": 1}, "/"),
            ("/", None, "/"),
            ("/list/0", None, "/list/0"),
            ("/x//y", 1, "/x//y"),
        ],
    )
    def test_the_effect_has_the_path_in_its_normal_form(
        self, path: str, value: Any, shown: str
    ) -> None:
        message: Any = {"surfaceId": "s", "path": path, "value": value}
        for step in (
            processor().set_data("s", path, value),
            processor().process({"version": "v1.0", "updateDataModel": message}),
        ):
            assert step.effects == (DataModelUpdated("s", shown),)

    @pytest.mark.parametrize(
        ("path", "value"),
        [("/a", 1), ("/a", 1.0), ("/list", [1, 2]), ("/nope/deep", None), ("/list/-", None)],
    )
    def test_a_write_that_changes_nothing_has_no_effect(self, path: str, value: Any) -> None:
        step = processor().set_data("s", path, value)
        assert (step.ok, step.effects) == (True, ())
        assert step.processor == processor()


def processor() -> a2ui.Processor:
    body: Any = {"surfaceId": "s", "dataModel": {"a": 1, "list": [1, 2]}}
    message: Any = {"version": "v1.0", "createSurface": body}
    return a2ui.Processor([]).process(message).unwrap()[0]
