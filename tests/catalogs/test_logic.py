"""`and`, `or`, `not`."""

from __future__ import annotations

from typing import Any

import pytest

from .calling import call, refused

VALID: dict[str, Any] = {"valid": True}
INVALID: dict[str, Any] = {"valid": False, "message": "Required"}


@pytest.mark.parametrize(
    ("values", "both", "either"),
    [
        ([True, True], True, True),
        ([True, False], False, True),
        ([False, False], False, False),
        ([True, True, None], False, True),
        ([1, "non-empty"], True, True),
        ([1, ""], False, True),
        ([0, "yes"], False, True),
        (["true", "TRUE"], True, True),
        (["false", "False"], False, False),
        ([{}, []], True, True),
        ([0.0, None], False, False),
    ],
)
@pytest.mark.parametrize("version", ["v0.9", "v0.9.1", "v1.0"])
def test_and_or(values: list[Any], both: bool, either: bool, version: str) -> None:
    assert call("and", {"values": values}, version=version) is both
    assert call("or", {"values": values}, version=version) is either


@pytest.mark.parametrize(
    ("value", "result"), [(True, False), (False, True), ("", True), ("hello", False), (None, True)]
)
def test_not(value: Any, result: bool) -> None:
    assert call("not", {"value": value}) is result


def test_validation_results_count_by_valid_in_v1_0() -> None:
    assert call("and", {"values": [INVALID, True]}, version="v1.0") is False
    assert call("and", {"values": [VALID, VALID]}, version="v1.0") is True
    assert call("or", {"values": [INVALID, INVALID]}, version="v1.0") is False
    assert call("not", {"value": INVALID}, version="v1.0") is True
    assert call("not", {"value": {"valid": "no"}}, version="v1.0") is False


def test_validation_results_are_plain_objects_in_v0_9() -> None:
    assert call("and", {"values": [INVALID, True]}) is True
    assert call("not", {"value": INVALID}) is False


@pytest.mark.parametrize("name", ["and", "or"])
@pytest.mark.parametrize("values", [[True], [], None, "ab", {"a": 1, "b": 2}])
def test_fewer_than_two_values_are_an_error(name: str, values: Any) -> None:
    error = refused(name, {"values": values})
    assert (error.category, error.code) == ("expression", "INVALID_ARGUMENTS")
    assert error.message.startswith("'values' must be a list of at least 2 values, not ")
