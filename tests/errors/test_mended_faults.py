"""Faults that `errors` once had."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import pytest

from a2ui_kernel import FunctionError, Processor

from ..values.strategies import nested


@pytest.mark.parametrize("details", [None, {"a": 1}, [1], "text"])
def test_a_function_error_with_a_field_changed_is_still_one(details: Any) -> None:
    error = FunctionError("X", "x", details)
    changed = error.but(path="/a")
    assert type(changed) is FunctionError
    assert (changed.path, changed.details) == ("/a", details)


def test_details_of_another_mapping_do_not_follow_the_callers() -> None:
    # Refusing them would do as well.
    details: Any = OrderedDict(a=1)
    error = FunctionError("X", "x", details)
    details["a"] = 2
    assert error == FunctionError("X", "x", {"a": 1})


def test_details_as_deep_as_data_may_be_are_taken() -> None:
    FunctionError("X", "x", nested(512))


@pytest.mark.parametrize(
    "payload",
    [
        [{1}],
        "[NaN]",
        {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "path": "/a~", "value": 1}},
    ],
)
def test_a_stored_error_holds_no_frames_by_a_hidden_context(payload: Any) -> None:
    create: Any = {"version": "v1.0", "createSurface": {"surfaceId": "s"}}
    step = Processor([]).process(create).processor.process(payload)
    assert step.error is not None
    assert [error for error in chain(step.error) if error.__traceback__ is not None] == []


def chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__context__
