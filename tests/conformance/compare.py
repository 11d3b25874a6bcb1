"""What it means that a value, or an error, is the one that a case expects.

Values compare deeply and by type (`true` is not `1`, `1` is `1.0`). Errors compare by
category, message and code, with no more leniency than the suites' own harnesses have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import a2ui_kernel as a2ui

KINDS: Mapping[str, frozenset[str]] = {
    "ParseError": frozenset({"parse", "expression"}),
    "ValidationError": frozenset({"validation", "integrity", "recursion"}),
    "IntegrityError": frozenset({"integrity", "recursion"}),
    "RecursionError": frozenset({"recursion"}),
    "CatalogError": frozenset({"catalog"}),
    "DataError": frozenset({"data"}),
    "StateError": frozenset({"state"}),
    "ExpressionError": frozenset({"expression"}),
}
"""A category of the suites → the categories of ours that are of that kind."""


def difference(expected: object, actual: object, place: str = "") -> str | None:
    """Where two JSON values differ first, in words; None if they are the same."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in expected:
            if key not in actual:
                return f"{place}/{key}: absent, expected {expected[key]!r}"
        for key in actual:
            if key not in expected:
                return f"{place}/{key}: unexpected {actual[key]!r}"
        return _first(difference(expected[key], actual[key], f"{place}/{key}") for key in expected)
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return f"{place}: {len(actual)} items, expected {len(expected)}: {actual!r}"
        pairs = zip(expected, actual, strict=True)
        return _first(difference(e, a, f"{place}/{n}") for n, (e, a) in enumerate(pairs))
    if _kind(expected) == _kind(actual) and expected == actual:
        return None
    return f"{place or '/'}: {actual!r}, expected {expected!r}"


def _first(found: Iterable[str | None]) -> str | None:
    return next((text for text in found if text is not None), None)


def _kind(value: object) -> object:
    """What kind of JSON a value is; what is none is of its own kind."""
    if isinstance(value, bool):
        return bool
    if isinstance(value, (int, float)):
        return float
    return next((kind for kind in (str, dict, list) if isinstance(value, kind)), type(value))


def check_same(expected: object, actual: object, what: str = "value") -> None:
    """Fail unless two JSON values are the same."""
    found = difference(expected, actual)
    assert found is None, f"{what} differs at {found}"


def check_error(expected: str | Mapping[str, Any] | None, error: a2ui.A2uiError | None) -> None:
    """Fail unless an error, or none, is what a case expects."""
    if expected is None:
        assert error is None, f"failed, where none was expected: {error!r} {_details(error)}"
        return
    assert error is not None, f"nothing failed, expected {expected!r}"
    found = mismatch(expected, error)
    assert found is None, f"{found}; got {error!r} {_details(error)}"


def mismatch(expected: str | Mapping[str, Any], error: a2ui.A2uiError) -> str | None:
    """Why an error is not the expected one, or None. `details` are compared by no harness."""
    if isinstance(expected, str):
        expected = {"message": expected}
    unknown = set(expected) - {"category", "message", "code", "details"}
    assert not unknown, f"unknown keys of an expected error: {unknown}"
    category, message, code = (expected.get(key) for key in ("category", "message", "code"))
    if category is not None and error.category not in KINDS[category]:
        return f"category {error.category}, expected {category}"
    if message is not None and not any(_says(message, text) for text in _texts(error)):
        return f"no text says {message!r}"
    codes = [error.code, *(fault.code for fault in _faults(error))]
    if code is not None and code not in codes and code not in error.message:
        return f"codes {codes}, expected {code!r}"
    return None


def _says(expected: str, text: str) -> bool:
    if expected in text or _found(expected, text):
        return True
    wanted, said = expected.lower(), text.lower()
    return (
        ("circular" in wanted and ("circular" in said or "self-reference" in said))
        or ("orphan" in wanted and ("orphan" in said or "not reachable" in said))
        or any(
            phrase in wanted and phrase in said
            for phrase in ("cannot contain child", "cannot be placed under parent")
        )
        or ("version field" in wanted and "version" in said and "missing" in said)
    )


def _found(pattern: str, text: str) -> bool:
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


def _texts(error: a2ui.A2uiError) -> list[str]:
    return [error.message, *(fault.message for fault in _faults(error))]


def _faults(error: a2ui.A2uiError) -> tuple[a2ui.Fault, ...]:
    """The faults of an error; those of a function are JSON of its own."""
    return () if isinstance(error, a2ui.FunctionError) else error.details


def _details(error: a2ui.A2uiError | None) -> str:
    faults = _faults(error) if error is not None else ()
    return "; ".join(f"{fault.path} {fault.code}: {fault.message}" for fault in faults)
