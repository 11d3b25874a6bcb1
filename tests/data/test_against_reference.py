"""Random reads and writes, against the slow model of `reference`."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from a2ui_kernel import A2uiError, DataModel, Limits

from ..values.strategies import Drawn, canonical, lookalikes
from . import reference
from .reference import ABSENT

LIMITS = Limits(list_index=3)
SEGMENTS = [
    "a",
    "b",
    "a",
    "b",
    "0",
    "1",
    "2",
    "5",
    "9",
    "-",
    "",
    "01",
    "-1",
    "~0",
    "~1",
    "~",
    "__proto__",
]

paths: Drawn = st.builds(
    lambda segments, lead, trail: lead + "/".join(segments) + trail,
    st.lists(st.sampled_from(SEGMENTS), max_size=4),
    st.sampled_from(["/", "/", "/", ""]),
    st.sampled_from(["", "", "", "/", "//"]),
).filter(lambda path: path != "//")
operations: Drawn = st.lists(st.tuples(paths, st.none() | lookalikes), max_size=12)


@settings(max_examples=300)
@given(lookalikes, operations)
@example({}, [("/a/-/b", 1), ("/a/0/b", None), ("/a/0", None), ("/a/0/0", 2), ("/a/-/-", 3)])
@example({"a": [1]}, [("/a/5", 1), ("/a/4", 2), ("/a/9", 3), ("/a", None), ("/", False), ("/a", 1)])
def test_every_write_and_read_is_as_the_rules_say(document: Any, operations: Any) -> None:
    model = DataModel(document, limits=LIMITS)
    expected = {} if document is None else document
    for path, value in operations:
        before, old = copy.deepcopy(expected), model
        try:
            expected = reference.written(expected, path, value, LIMITS.list_index)
        except reference.Refused:
            with pytest.raises(A2uiError) as caught:
                model.set(path, value)
            assert caught.value.category == "data"
        else:
            model = model.set(path, value)
            assert (model is old) == (canonical(expected) == canonical(before))
            assert_same_reading(model, expected, path)
        assert canonical(model.value) == canonical(expected)
        assert canonical(old.value) == canonical(before)


def assert_same_reading(model: DataModel, document: Any, path: str) -> None:
    found = reference.read(document, path)
    assert model.has(path) == (found is not ABSENT)
    if found is not ABSENT:
        assert canonical(model.get(path)) == canonical(found)


@given(lookalikes, paths)
def test_every_read_is_as_the_rules_say(document: Any, path: str) -> None:
    model = DataModel(document)
    try:
        assert_same_reading(model, {} if document is None else document, path)
    except reference.Refused:
        with pytest.raises(A2uiError):
            model.get(path)
