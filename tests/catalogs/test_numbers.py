"""`formatNumber`, `formatCurrency`, `pluralize`; locales' own ways are in test_against_intl."""

from __future__ import annotations

import time
from typing import Any

import pytest

from a2ui_kernel.catalogs.basic.formatter import BabelFormatter

from .calling import call, refused


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({"value": 1234.567, "decimals": 2}, "1,234.57"),
        ({"value": 1234.567, "decimals": 0, "grouping": False}, "1235"),
        ({"value": -1234.5, "decimals": 1}, "-1,234.5"),
        ({"value": 1234.56789}, "1,234.568"),
        ({"value": 1000}, "1,000"),
        ({"value": "12.5"}, "12.5"),
        ({"value": " -1.5e3 "}, "-1,500"),
        ({"value": 0.125, "decimals": 2}, "0.13"),
        ({"value": 2.5, "decimals": 0}, "3"),
        ({"value": -2.5, "decimals": 0}, "-3"),
        ({"value": 1.005, "decimals": 2}, "1.01"),
        ({"value": -0.004, "decimals": 2}, "0.00"),
        ({"value": -0.0}, "0"),
        ({"value": 10**25}, "10,000,000,000,000,000,000,000,000"),
        ({"value": 5, "decimals": -3}, "5"),
        ({"value": 5, "decimals": 1.9}, "5.0"),
        ({"value": 5, "decimals": "2"}, "5.00"),
        ({"value": 5, "decimals": None}, "5"),
        ({"value": 5, "decimals": 50_000_000}, "5." + "0" * 20),
        ({"value": 5, "decimals": 1e300}, "5." + "0" * 20),
        ({"value": 1000, "grouping": None}, "1,000"),
        ({"value": 1000, "grouping": "TRUE"}, "1,000"),
        ({"value": 1000, "grouping": "no"}, "1000"),
        ({"value": 1000, "grouping": 0}, "1000"),
        ({"value": None}, ""),
        ({}, ""),
    ],
)
def test_numbers(args: dict[str, Any], text: str) -> None:
    assert call("formatNumber", args) == text


@pytest.mark.parametrize("value", ["", "abc", "12,5", "NaN", "inf", "1_0", "٣", True, [1], {}])
def test_what_is_no_number_is_an_error(value: Any) -> None:
    for name in ("formatNumber", "formatCurrency", "pluralize"):
        error = refused(name, {"value": value, "currency": "USD", "other": "x"})
        assert error.code == "INVALID_ARGUMENTS"
        assert error.message.startswith("'value' must be a number, not ")


def test_numbers_that_are_none_may_stand_in_no_argument() -> None:
    assert refused("formatNumber", {"value": float("nan")}).code == "INVALID_ARGUMENTS"
    assert refused("formatNumber", {"value": 10**400}).code == "INVALID_ARGUMENTS"
    assert refused("formatNumber", {"value": 1, "decimals": "two"}).code == "INVALID_ARGUMENTS"


def test_enormous_numbers_are_written_promptly() -> None:
    began = time.perf_counter()
    assert len(call("formatNumber", {"value": 1e300, "decimals": 50_000_000})) == 301 + 100 + 21
    assert call("formatNumber", {"value": 5e-324, "decimals": 20}) == "0." + "0" * 20
    assert time.perf_counter() - began < 1


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({"value": 1234.5, "currency": "USD"}, "$1,234.50"),
        ({"value": -5, "currency": "usd"}, "-$5.00"),
        ({"value": 5, "currency": "EUR"}, "€5.00"),
        ({"value": 1234.56, "currency": "CHF"}, "CHF\xa01,234.56"),
        ({"value": 5, "currency": "XYZ"}, "XYZ\xa05.00"),
        ({"value": 5, "currency": "JPY"}, "¥5"),
        ({"value": 5, "currency": "KWD"}, "KWD\xa05.000"),
        ({"value": 1234.6, "currency": "USD", "decimals": 0}, "$1,235"),
        ({"value": 1234.6, "currency": "USD", "grouping": False}, "$1234.60"),
        ({"value": -0.001, "currency": "USD"}, "$0.00"),
        ({"value": "12.5", "currency": "USD"}, "$12.50"),
        ({"value": None, "currency": "USD"}, ""),
        ({"value": 5, "currency": None}, ""),
    ],
)
def test_amounts(args: dict[str, Any], text: str) -> None:
    assert call("formatCurrency", args) == text


@pytest.mark.parametrize("code", ["", "US", "EURO", "U$D", "€", "ÉUR", 5, ["USD"], "USD\n"])
def test_a_currency_has_three_letters(code: Any) -> None:
    error = refused("formatCurrency", {"value": 5, "currency": code})
    assert error.code == "INVALID_ARGUMENTS"
    assert error.message.startswith("'currency' must be a currency's code of three letters, not ")


FORMS = {"zero": "Z", "one": "1", "two": "2", "few": "F", "many": "M", "other": "O"}


@pytest.mark.parametrize(
    ("value", "form"),
    [(0, "Z"), (1, "1"), (2, "2"), (2.0, "2"), ("1", "1"), (5, "O"), (1.5, "O"), (-1, "1")],
)
def test_plurals_in_english(value: Any, form: str) -> None:
    assert call("pluralize", {"value": value, **FORMS}) == form


def test_exact_forms_count_where_they_are_given() -> None:
    assert call("pluralize", {"value": 0, "other": "items"}) == "items"
    assert call("pluralize", {"value": 0, "zero": "", "other": "items"}) == ""
    assert call("pluralize", {"value": 0, "zero": None, "other": "items"}) == "items"
    assert call("pluralize", {"value": 2, "one": "item", "other": "items"}) == "items"
    assert call("pluralize", {"value": 5, "other": 7}) == "7"
    assert call("pluralize", {"value": 5}) == ""


def test_plurals_of_other_languages() -> None:
    forms = {"one": "plik", "few": "pliki", "many": "plików", "other": "pliku"}
    polish = BabelFormatter("pl")
    told = [call("pluralize", {"value": n, **forms}, formatter=polish) for n in (1, 2, 5, 22, 1.5)]
    assert told == ["plik", "pliki", "plików", "pliki", "pliku"]
    french = BabelFormatter("fr")
    assert call("pluralize", {"value": 0, "one": "un", "other": "x"}, formatter=french) == "un"


def test_nothing_has_no_plural() -> None:
    assert call("pluralize", {"value": None, **FORMS}) == ""
