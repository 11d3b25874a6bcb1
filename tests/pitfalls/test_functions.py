"""What users met elsewhere with functions; named by the pitfall's id."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel.catalogs import basic

from .. import support
from ..evaluation.making import at, call, context, error_of, plain_call, value_of


@pytest.mark.parametrize(
    ("locale", "value", "form"),
    [
        ("pl", 3, "few"),
        ("pl", 12, "many"),
        ("pl", 22, "few"),
        ("pl", 2.5, "other"),
        ("fr", 1.5, "one"),
        ("cs", 4, "few"),
        ("ja", 7, "other"),
        ("en", 2, "two"),
        ("pl", 2, "two"),
        ("en", 0, "zero"),
    ],
)
def test_fn_01_the_plural_is_the_locales(locale: str, value: float, form: str) -> None:
    # Decision 35: for exactly 0, 1 and 2 the forms that the call gives win.
    catalog = basic.catalog("v0.9", locale=locale)
    forms = {name: name for name in ("zero", "one", "two", "few", "many", "other")}
    written = plain_call("pluralize", value=value, **forms)
    assert value_of(context(catalog).evaluate(written)) == form


def test_fn_01_without_exact_forms_the_category_counts() -> None:
    catalog = basic.catalog("v0.9", locale="pl")
    forms = {name: name for name in ("one", "few", "many", "other")}
    found = [
        value_of(context(catalog).evaluate(plain_call("pluralize", value=value, **forms)))
        for value in (0, 1, 2, 5, 1.5)
    ]
    assert found == ["many", "one", "few", "many", "other"]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("formatNumber", {}),
        ("formatCurrency", {"currency": "EUR"}),
        ("formatDate", {"format": "yyyy"}),
        ("pluralize", {"other": "x"}),
        ("formatString", {}),
    ],
)
@pytest.mark.parametrize("value", [at("/gone"), at("/null"), None])
def test_fn_02_null_gives_empty_text(name: str, more: Any, value: Any) -> None:
    # The decisions' head overrides the pitfall: null gives empty text.
    assert context(support.BASIC, {"null": None}).resolve(call(name, value=value, **more)) == ""


def test_fn_02_text_that_holds_a_number_is_formatted() -> None:
    here = context(support.BASIC, {"s": "1234.5"})
    assert here.resolve(call("formatNumber", value=at("/s"))) == "1,234.5"


@pytest.mark.parametrize("pattern", ["(open", "[a", "a{2,1}", "*", "(?<x", "\\"])
@pytest.mark.parametrize("catalog", [support.BASIC, support.BASIC_0_9])
def test_fn_08_an_unreadable_pattern_does_not_pass(pattern: str, catalog: Any) -> None:
    make = call if catalog is support.BASIC else plain_call
    error = error_of(context(catalog).evaluate(make("regex", value="x", pattern=pattern)))
    assert error.code == "INVALID_ARGUMENTS"
    assert "pattern" in error.message


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (call("and", values=[call("required", value=[]), True]), False),
        (call("and", values=[call("required", value="x"), call("email", value="a@b.co")]), True),
        (call("or", values=[call("email", value="no"), call("required", value=None)]), False),
        (call("or", values=[call("email", value="no"), call("required", value=0)]), True),
        (call("not", value=call("required", value="")), True),
        (call("not", value=call("numeric", value="5", min=1)), False),
        (call("required", value=False), {"valid": True}),
        (call("required", value=0), {"valid": True}),
        (call("required", value={}), {"valid": True}),
        (call("required", value=" "), {"valid": True}),
    ],
)
def test_fn_09_a_validation_result_counts_by_its_valid(written: Any, value: Any) -> None:
    assert context(support.BASIC).resolve(written) == value
