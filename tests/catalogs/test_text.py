"""JSON as text: `number_text` against Node, and what `to_text` makes of the rest."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel.text import number_text, plain_digits, to_text
from a2ui_kernel.values import freeze

from ..values.strategies import json_values, nested
from .calling import checked_in

EXACT = {"12345678901234567"}
"""Whole numbers that JavaScript rounds when it reads them, and that we keep."""

NUMBERS = checked_in("numbers.json")


@pytest.mark.parametrize(("read", "printed"), [n for n in NUMBERS if n[0] not in EXACT])
def test_numbers_print_as_in_node(read: str, printed: str) -> None:
    assert number_text(json.loads(read)) == printed


def test_the_numbers_are_many() -> None:
    assert len(NUMBERS) > 300
    assert {text for text, _ in NUMBERS} >= EXACT


def test_whole_numbers_are_exact_below_1e21() -> None:
    assert number_text(12345678901234567) == "12345678901234567"
    assert number_text(-(10**21) + 1) == "-999999999999999999999"
    assert number_text(10**21) == "1e+21"
    assert number_text(-123456789012345678901234) == "-1.2345678901234569e+23"


def test_numbers_beyond_a_double_are_infinite() -> None:
    assert number_text(10**400) == "Infinity"
    assert number_text(-(10**400)) == "-Infinity"
    assert number_text(float("inf")) == "Infinity"
    assert number_text(float("-inf")) == "-Infinity"
    assert number_text(float("nan")) == "NaN"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_reads_back_from_its_text(value: float) -> None:
    assert float(number_text(value)) == value


@given(st.floats(min_value=0, allow_infinity=False))
def test_plain_digits_read_back_and_have_no_exponent(value: float) -> None:
    text = plain_digits(value)
    assert float(text) == value
    assert set(text) <= set("0123456789.")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (3.0, "3"),
        (-0.0, "0"),
        ("as it is", "as it is"),
        ("", ""),
        ([], "[]"),
        ({}, "{}"),
        ([1.0, None, True, 'a"b\n', []], '[1,null,true,"a\\"b\\n",[]]'),
        ({"a": {"b": 1e21}, "é": 0.1}, '{"a":{"b":1e+21},"é":0.1}'),
    ],
)
def test_values_as_text(value: Any, text: str) -> None:
    assert to_text(freeze(value)) == text


@given(json_values.filter(lambda value: isinstance(value, (list, dict))))
def test_the_text_of_a_container_is_its_json(value: Any) -> None:
    text = to_text(freeze(value))
    assert json.loads(text, parse_int=float) == json.loads(json.dumps(value), parse_int=float)


def test_text_is_as_deep_as_the_value() -> None:
    assert to_text(nested(20_000)).count("[") == 10_000
