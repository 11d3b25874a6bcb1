"""`FunctionError`: what an implementation raises, its details being JSON."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

from a2ui_kernel import A2uiError, FunctionError

from ..values.strategies import canonical, is_frozen, json_containers, json_values, spoil


def test_it_is_an_error_of_category_expression() -> None:
    error = FunctionError("DENIED", "Not allowed")
    assert isinstance(error, A2uiError)
    assert (error.category, error.code, error.message) == ("expression", "DENIED", "Not allowed")
    assert error.details is None
    assert str(error) == "Not allowed"
    assert repr(error) == "FunctionError('expression', 'DENIED', 'Not allowed')"


@given(json_values)
def test_its_details_are_frozen_json(details: Any) -> None:
    error = FunctionError("X", "x", details)
    assert canonical(error.details) == canonical(details)
    assert is_frozen(error.details)


@given(json_containers)
def test_its_details_do_not_follow_the_callers(details: Any) -> None:
    before = canonical(details)
    error = FunctionError("X", "x", details)
    spoil(details)
    assert canonical(error.details) == before


def test_its_fields_cannot_be_changed() -> None:
    error: Any = FunctionError("X", "x", {"a": 1})
    for name in ("code", "message", "category", "details"):
        with pytest.raises(AttributeError):
            setattr(error, name, None)
    with pytest.raises(TypeError, match="read-only"):
        error.details["a"] = 2


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (None, None, True),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"a": True}, False),
        ([], None, False),
        ([1], [True], False),
        (0, False, False),
    ],
)
def test_details_compare_as_json(one: Any, other: Any, same: bool) -> None:
    a, b = FunctionError("X", "x", one), FunctionError("X", "x", other)
    assert (a == b) is same
    assert not same or hash(a) == hash(b)


@given(json_values)
def test_it_is_hashable_whatever_its_details(details: Any) -> None:
    assert hash(FunctionError("X", "x", details)) == hash(FunctionError("X", "x", details))


@pytest.mark.parametrize("details", [None, {"a": [1, {"b": None}]}, [], "text", 0])
def test_copies_and_pickles_keep_type_and_details(details: Any) -> None:
    error = FunctionError("X", "x", details)
    for new in (
        error.copy(),
        copy.copy(error),
        copy.deepcopy(error),
        pickle.loads(pickle.dumps(error)),
    ):
        assert type(new) is FunctionError
        assert new == error
        assert is_frozen(new.details)
        assert new.__traceback__ is None


def test_it_is_raised_with_positions_or_names() -> None:
    with pytest.raises(FunctionError, match="Not allowed"):
        raise FunctionError(code="DENIED", message="Not allowed", details={"who": "you"})
