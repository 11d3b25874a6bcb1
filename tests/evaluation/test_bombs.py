"""Input meant to break: an error value or the right answer, promptly."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from a2ui_kernel import A2uiError, DataContext, Failure, Value

from .. import support
from .making import at, call, context, echo, error_of, functions, give, value_of

LARGE = 10_000_000


@pytest.fixture(autouse=True)
def promptly() -> Iterator[None]:
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < 5


def nested(depth: int, inner: Any = 1) -> Any:
    value = inner
    for n in range(depth):
        value = [value] if n % 2 else {"k": value}
    return value


def basic(data: Any = None) -> DataContext:
    return context(support.BASIC, data)


@pytest.mark.parametrize("depth", [100, 300, 500, 511])
def test_literal_lists_in_lists_are_answered_or_refused(depth: int) -> None:
    for inner in (1, at("/a"), call("required", value=1)):
        expression = nested(depth, inner)
        outcome = basic({"a": 5}).evaluate(expression)
        assert isinstance(outcome, Value | Failure)
        if isinstance(outcome, Failure):
            assert outcome.error.code == "LIMIT_CALL_DEPTH"


def test_deep_data_passes_through_functions() -> None:
    deep = nested(500)
    assert value_of(basic({"d": deep}).evaluate(call("required", value=at("/d")))) == {
        "valid": True
    }
    here = context(functions(f=echo), {"d": deep})
    assert value_of(here.evaluate(call("f", x=at("/d")))) == {"x": deep}
    text = value_of(basic({"d": deep}).evaluate(call("formatString", value="${/d}")))
    assert text == "".join('{"k":' if n % 2 else "[" for n in range(500)) + "1" + (
        "".join("]" if n % 2 else "}" for n in range(500))
    )


def test_deep_arguments_that_do_not_fit_are_refused() -> None:
    written = call("required", value=at("/d"), bogus=at("/d"))
    assert error_of(basic({"d": nested(500)}).evaluate(written)).code == "INVALID_ARGUMENTS"


@pytest.mark.parametrize("levels", [2, 10, 50])
def test_format_string_inside_format_string(levels: int) -> None:
    data = {
        "t0": "end",
        **{f"t{n}": f"${{formatString(value: /t{n - 1})}}" for n in range(1, levels)},
    }
    written = call("formatString", value=at(f"/t{levels - 1}"))
    assert value_of(basic(data).evaluate(written)) == "end"


def test_format_string_inside_format_string_without_end() -> None:
    written = call("formatString", value=at("/t"))
    outcome = basic({"t": "${formatString(value: /t)} ${formatString(value: /t)}"}).evaluate(
        written
    )
    assert error_of(outcome).code in ("LIMIT_CALL_DEPTH", "LIMIT_STEPS")


@pytest.mark.parametrize(
    ("levels", "width", "answered"), [(5, 4, True), (10, 10, False), (7, 40, False)]
)
def test_templates_that_multiply(levels: int, width: int, answered: bool) -> None:
    data = {"t0": "ha"}
    for n in range(1, levels + 1):
        data[f"t{n}"] = f"${{formatString(value: /t{n - 1})}}" * width
    outcome = basic(data).evaluate(call("formatString", value=at(f"/t{levels}")))
    if answered:
        assert value_of(outcome) == "ha" * width**levels
    else:
        assert error_of(outcome).code in ("LIMIT_STEPS", "LIMIT_RESULT_CHARS")


def test_ten_megabytes_of_text_as_data() -> None:
    here = basic({"t": "x" * LARGE})
    assert value_of(here.evaluate(call("required", value=at("/t")))) == {"valid": True}
    assert value_of(here.evaluate(call("length", value=at("/t"), min=LARGE)))["valid"] is True
    assert value_of(here.evaluate(call("email", value=at("/t"))))["valid"] is False
    assert value_of(here.evaluate(call("numeric", value=at("/t"), min=0)))["valid"] is False
    assert value_of(here.evaluate(call("regex", value=at("/t"), pattern="^x")))["valid"] is True
    assert value_of(here.evaluate(call("formatDate", value=at("/t"), format="yyyy"))) == ""
    for name, code in (
        ("formatNumber", "INVALID_ARGUMENTS"),
        ("formatString", "LIMIT_TEMPLATE_CHARS"),
    ):
        error = error_of(here.evaluate(call(name, value=at("/t"))))
        assert error.code == code
        assert len(error.message) < 1_000
    error = error_of(here.evaluate(call("formatString", value="${/t}")))
    assert error.code == "LIMIT_RESULT_CHARS"


@pytest.mark.parametrize("unit", ["1", "9", "0.", "1e", "a@a.", "'", "${", "${x}", "\\"])
def test_ten_megabytes_of_one_thing_end_everywhere(unit: str) -> None:
    here = basic({"t": unit * (LARGE // len(unit))})
    for name, more in (
        ("email", {}),
        ("numeric", {"min": 0}),
        ("formatNumber", {}),
        ("formatDate", {"format": "yyyy"}),
        ("formatDate", {"format": at("/t")}),
        ("pluralize", {"other": "x"}),
        ("formatString", {}),
        ("formatCurrency", {"currency": at("/t")}),
    ):
        outcome = here.evaluate(call(name, value=at("/t"), **more))
        assert isinstance(outcome, Value | Failure)
        assert len(repr(outcome)) < 2_000


def test_a_template_of_a_million_characters() -> None:
    template = "x" * 1_000_001
    for written, data in ((template, None), (at("/t"), {"t": template}), (call("f"), None)):
        catalog = support.BASIC.implement({"not": give(template)})
        value = call("not", value=1) if written == call("f") else written
        outcome = context(catalog, data).evaluate(call("formatString", value=value))
        assert error_of(outcome).code in (
            "LIMIT_TEMPLATE_CHARS",
            "LIMIT_RESULT_CHARS",
            "INVALID_RETURN_VALUE",
        )


@pytest.mark.parametrize("decimals", [50_000_000, 10**300, 1e308, -50_000_000, "50000000"])
@pytest.mark.parametrize("name", ["formatNumber", "formatCurrency"])
def test_millions_of_decimals(name: str, decimals: Any) -> None:
    more = {"currency": "EUR"} if name == "formatCurrency" else {}
    outcome = basic().evaluate(call(name, value=1.5, decimals=decimals, **more))
    if isinstance(outcome, Value):
        assert isinstance(outcome.value, str)
        assert len(outcome.value) < 200
        assert "1.5" in outcome.value or decimals == -50_000_000


class TestNumbers:
    @pytest.mark.parametrize("text", ["1e400", "-1e400", "1" + "0" * 400, "NaN", "Infinity", "1_0"])
    def test_text_that_is_no_number_is_no_number(self, text: str) -> None:
        error = error_of(basic({"t": text}).evaluate(call("formatNumber", value=at("/t"))))
        assert error.code == "INVALID_ARGUMENTS"
        assert value_of(basic().evaluate(call("numeric", value=text, min=0))) == {"valid": False}

    def test_a_number_out_of_range_is_no_data(self) -> None:
        for value in (10**400, float("inf"), float("nan")):
            with pytest.raises(A2uiError):
                basic({"n": value})

    def test_one_in_a_template_is_refused(self) -> None:
        for literal in ("1e400", "1" + "0" * 400):
            error = error_of(basic().evaluate(call("formatString", value=f"${{{literal}}}")))
            assert error.code == "INVALID_EXPRESSION"

    def test_the_largest_ones_are_formatted(self) -> None:
        for value in (1.7976931348623157e308, 10**308, -(10**308)):
            text = value_of(basic({"n": value}).evaluate(call("formatNumber", value=at("/n"))))
            assert len(text) in (411, 412)

    @pytest.mark.parametrize(
        "value", [float("nan"), float("inf"), 10**400, "\ud800", {"\udfff": 1}]
    )
    def test_a_body_that_gives_no_json_fails(self, value: Any) -> None:
        error = error_of(context(functions(f=give(value))).evaluate(call("f")))
        assert error.code == "INVALID_RETURN_VALUE"


class TestDates:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ("0099-03-04", "0099-03-04 00:00"),
            ("9999-12-31T23:59:59Z", "9999-12-31 23:59"),
            ("2024-02-29T24:00:00Z", "2024-03-01 00:00"),
            ("10000-01-01", ""),
            ("99-03-04", ""),
            ("9999-12-31T24:00:00Z", ""),
            ("2024-01-01T24:00:01Z", ""),
            ("2024-01-01T25:00:00Z", ""),
            ("2024-02-30", ""),
            ("2024-01-01T00:00:00+99:99", ""),
            ("24:00", ""),
            (10**300, ""),
            (-(10**17), ""),
            (1e308, ""),
            (0, "1970-01-01 00:00"),
        ],
    )
    def test_a_date_is_written_or_is_none(self, value: Any, text: str) -> None:
        written = call("formatDate", value=value, format="yyyy-MM-dd HH:mm")
        assert value_of(basic().evaluate(written)) == text

    @pytest.mark.parametrize("value", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
    def test_iso_past_the_calendars_ends_is_no_date(self, value: str) -> None:
        assert value_of(basic().evaluate(call("formatDate", value=value, format="ISO"))) == ""

    def test_year_99_in_iso(self) -> None:
        outcome = basic().evaluate(call("formatDate", value="0099-01-01", format="ISO"))
        assert value_of(outcome) == "0099-01-01T00:00:00.000Z"


def test_an_object_that_claims_a_million_members_is_bounded() -> None:
    here = context(functions(f=echo), {"l": list(range(1_000_000))})
    assert len(value_of(here.evaluate(at("/l")))) == 1_000_000
    assert error_of(here.evaluate(call("f", **{f"k{n}": n for n in range(5_000)}))).code == (
        "LIMIT_ARGUMENTS"
    )
