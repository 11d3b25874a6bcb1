"""`required`, `regex`, `length`, `numeric`, `email`, in both versions' answers."""

from __future__ import annotations

import time
from typing import Any

import pytest

from a2ui_kernel import Limits

from .calling import Given, call, refused


@pytest.mark.parametrize(
    ("value", "there"),
    [
        (None, False),
        ("", False),
        ([], False),
        (0, True),
        (False, True),
        ({}, True),
        (" ", True),
        ([None], True),
        ("x", True),
    ],
)
def test_required(value: Any, there: bool) -> None:
    assert call("required", {"value": value}) is there
    assert call("required", {"value": value}, version="v0.9.1") is there
    assert call("required", {"value": value}, version="v1.0") == {"valid": there}


def test_what_is_missing_is_not_there() -> None:
    assert call("required", {}) is False


@pytest.mark.parametrize(
    ("pattern", "value", "found"),
    [
        ("^[0-9]+$", "abc", False),
        ("b", "abc", True),
        ("^a$", "a\n", False),
        (r"^\d$", "٣", False),
        ("^$", None, True),
        ("^null$", None, False),
        ("^12$", 12.0, True),
        ("^true$", True, True),
        (r'^\["a",1\]$', ["a", 1], True),
        (r"^\p{Lu}$", "Ł", True),
    ],
)
def test_regex(pattern: str, value: Any, found: bool) -> None:
    assert call("regex", {"pattern": pattern, "value": value}) is found
    assert call("regex", {"pattern": pattern, "value": value}, version="v1.0") == {"valid": found}


def test_a_pattern_that_is_none_is_an_error_and_not_a_pass() -> None:
    error = refused("regex", {"pattern": "(unclosed", "value": "x"}, version="v1.0")
    assert error.code == "INVALID_ARGUMENTS"
    assert "'pattern' is no regular expression" in error.message


@pytest.mark.parametrize("pattern", [None, 5, ["a"]])
def test_a_pattern_must_be_text(pattern: Any) -> None:
    assert refused("regex", {"pattern": pattern, "value": "x"}).code == "INVALID_ARGUMENTS"


def test_a_slow_pattern_is_stopped() -> None:
    context = Given(Limits(regex_seconds=0.05))
    began = time.monotonic()
    args = {"pattern": "^(a|aa)+$", "value": "a" * 60 + "!"}
    error = refused("regex", args, context=context)
    assert error.code == "LIMIT_REGEX_SECONDS"
    assert time.monotonic() - began < 2


def test_nested_repeats_are_answered_promptly() -> None:
    began = time.monotonic()
    assert call("regex", {"pattern": "^(a+)+$", "value": "a" * 40 + "!"}) is False
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    ("value", "bounds", "fits"),
    [
        ("hello", {"min": 3, "max": 10}, True),
        ("hi", {"min": 3}, False),
        ("hello world", {"max": 5}, False),
        ("😀😀", {"min": 2, "max": 2}, True),
        (["a", "b", "c"], {"min": 2, "max": 3}, True),
        (["a"], {"min": 2}, False),
        ([], {"min": 1}, False),
        (None, {"max": 0}, True),
        (None, {"min": 1}, False),
        (12345, {"min": 5, "max": 5}, True),
        ("x", {}, True),
        ("x", {"min": None, "max": 1}, True),
    ],
)
def test_length(value: Any, bounds: dict[str, Any], fits: bool) -> None:
    assert call("length", {"value": value, **bounds}) is fits
    assert call("length", {"value": value, **bounds}, version="v1.0") == {"valid": fits}


@pytest.mark.parametrize(
    ("value", "bounds", "fits"),
    [
        (42.5, {"min": 0, "max": 100}, True),
        ("42.5", {"min": 0, "max": 100}, True),
        (" 7 ", {"min": 7, "max": 7}, True),
        (-5, {"min": 0}, False),
        (150, {"max": 100}, False),
        ("not_a_number", {}, False),
        ("", {}, False),
        (None, {"min": 0}, False),
        (True, {"min": 0}, False),
        ([1], {}, False),
        ("-1.5e3", {"max": -1500}, True),
        ("1_000", {}, False),
        ("inf", {}, False),
        ("Infinity", {}, False),
        ("nan", {}, False),
        ("٣", {}, False),
        ("0x10", {}, False),
        ("+5", {}, False),
        ("1e999", {}, False),
        ("9" * 5000, {}, False),
        ("12345678901234567890", {"min": 12345678901234567890}, True),
    ],
)
def test_numeric(value: Any, bounds: dict[str, Any], fits: bool) -> None:
    assert call("numeric", {"value": value, **bounds}) is fits
    assert call("numeric", {"value": value, **bounds}, version="v1.0") == {"valid": fits}


def test_a_bound_must_be_a_number() -> None:
    error = refused("numeric", {"value": 1, "min": "low"})
    assert error.message == "'min' must be a number, not the text 'low'"


@pytest.mark.parametrize(
    ("value", "valid"),
    [
        ("user@example.com", True),
        ("a.b+c_d%e-f@sub.example.org", True),
        ("invalid-email", False),
        ("test@test.c", False),
        ("a@b.co\n", False),
        ("a b@c.de", False),
        ("", False),
        (None, False),
        (5, False),
        ("ü@example.com", False),
    ],
)
def test_email(value: Any, valid: bool) -> None:
    assert call("email", {"value": value}) is valid
    told = (
        {"valid": True}
        if valid
        else {
            "valid": False,
            "code": "INVALID_EMAIL",
            "message": "Please enter a valid email address (e.g. user@example.com).",
            "severity": "error",
        }
    )
    assert call("email", {"value": value}, version="v1.0") == told


def test_an_address_without_end_is_judged_promptly() -> None:
    began = time.monotonic()
    for tail in ("a.", "a", "."):
        assert call("email", {"value": "a@" + tail * 100_000 + "!"}) is False
    assert time.monotonic() - began < 2
