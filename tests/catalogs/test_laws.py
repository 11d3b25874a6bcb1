"""Laws of the bodies, for any JSON: they answer with JSON or fail with a `FunctionError`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel import FunctionError, Returned
from a2ui_kernel.catalogs.basic.capitals import capitalize
from a2ui_kernel.catalogs.basic.formatter import BabelFormatter
from a2ui_kernel.catalogs.basic.functions import functions
from a2ui_kernel.catalogs.basic.number_style import rounded
from a2ui_kernel.limits import Limits
from a2ui_kernel.own import own
from a2ui_kernel.values import freeze

from ..values.strategies import json_values
from .calling import CONTEXT, EN, call

NAMES = {
    "required": ["value"],
    "regex": ["value", "pattern"],
    "length": ["value", "min", "max"],
    "numeric": ["value", "min", "max"],
    "email": ["value"],
    "and": ["values"],
    "or": ["values"],
    "not": ["value"],
    "formatNumber": ["value", "decimals", "grouping"],
    "formatCurrency": ["value", "currency", "decimals", "grouping"],
    "formatDate": ["value", "format"],
    "pluralize": ["value", "zero", "one", "two", "few", "many", "other"],
    "openUrl": ["url"],
}
BODIES = {version: functions(version, EN) for version in ("v0.9", "v1.0")}

likely = st.sampled_from(
    ["1", "-2.5", "1e5", "USD", "yyyy-MM-dd", "ISO", "2026-01-16", "https://x.example", "^a+$"]
)
numbers = st.integers(-(10**25), 10**25) | st.floats(allow_nan=False, allow_infinity=False)


def test_every_function_is_here() -> None:
    assert set(NAMES) == set(BODIES["v0.9"]) == set(BODIES["v1.0"])


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_body_answers_with_json_or_a_function_error(name: str, data: st.DataObject) -> None:
    value = json_values | likely | numbers
    args = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES[name], value)))
    for bodies in BODIES.values():
        try:
            given_back = bodies[name](freeze(args), CONTEXT)
        except FunctionError as error:
            assert error.code in {"INVALID_ARGUMENTS", "LIMIT_REGEX_SECONDS"}  # noqa: PT017
            assert len(error.message) < 300  # noqa: PT017
            assert "Error" not in error.message  # noqa: PT017
        else:
            own(given_back.value if isinstance(given_back, Returned) else given_back, Limits())


@given(st.text(max_size=30))
def test_any_pattern_is_written_or_refused(pattern: str) -> None:
    try:
        text = call("formatDate", {"value": "2026-01-16", "format": pattern})
    except FunctionError as error:
        assert error.message.startswith("'format' is no date pattern")  # noqa: PT017
    else:
        assert isinstance(text, str)


@given(st.text(max_size=30))
def test_any_tag_means_a_locale(tag: str) -> None:
    assert BabelFormatter(tag).number(1, None, True)


@given(numbers, st.integers(0, 20))
def test_rounding_is_to_the_nearest_and_ties_go_away_from_zero(value: Any, decimals: int) -> None:
    whole, fraction = rounded(value, decimals)
    assert len(fraction) <= decimals or fraction == "0"
    exact = Fraction(repr(abs(value)))
    off = Fraction(f"{whole}.{fraction or 0}") - exact
    half = Fraction(1, 2 * 10**decimals)
    assert -half < off <= half


@given(numbers, st.integers(0, 20), st.booleans())
def test_numbers_read_back_from_their_text(value: Any, decimals: int, grouping: bool) -> None:
    text = EN.number(value, decimals, grouping)
    whole, fraction = rounded(value, decimals)
    assert abs(Fraction(text.replace(",", ""))) == Fraction(f"{whole}.{fraction or 0}")
    assert len(text.partition(".")[2]) == decimals


@given(st.datetimes(timezones=st.timezones() | st.none()))
def test_iso_text_is_read_and_written_back(moment: Any) -> None:
    value = moment.replace(microsecond=0).isoformat()
    pattern = "yyyy-MM-dd'T'HH:mm:ss" + ("xxx" if moment.tzinfo is not None else "")
    offset = moment.utcoffset()
    if offset is None or offset.total_seconds() % 60 == 0:
        assert call("formatDate", {"value": value, "format": pattern}) == value


def test_capitals() -> None:
    texts: list[Any] = ["hello world", "", None, "éa", "1a", "Äb", True, "ß"]
    told = [capitalize({"value": text}, CONTEXT) for text in texts]
    assert told == ["Hello world", "", "", "Éa", "1a", "Äb", "True", "SS"]
