"""Numbers, amounts, plurals and names of dates against Node's `Intl` (make_intl.mjs)."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from a2ui_kernel.catalogs.basic.formatter import BabelFormatter

from .calling import checked_in

INTL = checked_in("intl.json")
LOCALES = list(INTL["names"])

DIFFERENCES = {
    ("en-IN", "a"): "AM and PM are capitals in CLDR 49 (Babel), small in CLDR 48 (Node)",
    ("ko-KR", "a"): "오전 and 오후 are the short forms in CLDR 49, AM and PM in CLDR 48",
}
"""(locale, letters) where we differ from Node, and why. Numbers: none."""

MOMENTS = {
    "M": [datetime(2026, month, 15, tzinfo=UTC) for month in range(1, 13)],
    "E": [datetime(2026, 1, day, tzinfo=UTC) for day in range(5, 12)],
    "a": [datetime(2026, 1, 5, hour, tzinfo=UTC) for hour in (3, 15)],
}


def differing(locale: str, section: str, write: Callable[..., str]) -> list[tuple[Any, str, str]]:
    """Inputs that we write otherwise: (input, ours, theirs)."""
    inputs, theirs = INTL[section]["inputs"], INTL[section]["outputs"][locale]
    pairs = zip(inputs, theirs, strict=True)
    rows = [(given, write(json.loads(given[0]), *given[1:]), text) for given, text in pairs]
    return [row for row in rows if row[1] != row[2]]


@pytest.mark.parametrize("locale", LOCALES)
def test_numbers(locale: str) -> None:
    assert differing(locale, "numbers", BabelFormatter(locale).number) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_amounts(locale: str) -> None:
    assert differing(locale, "currencies", BabelFormatter(locale).currency) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_plural_categories(locale: str) -> None:
    assert differing(locale, "plurals", BabelFormatter(locale).plural) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_names_of_dates(locale: str) -> None:
    formatter = BabelFormatter(locale)
    for letters, theirs in INTL["names"][locale].items():
        ours = [formatter.date(moment, letters) for moment in MOMENTS[letters[0]]]
        pairs = zip(ours, theirs, strict=True)
        same = all(mine == name for mine, name in pairs if name is not None)
        assert same == ((locale, letters) not in DIFFERENCES), (letters, ours, theirs)


def test_the_table_is_large() -> None:
    assert len(LOCALES) > 20
    assert sum(len(INTL[section]["inputs"]) for section in ("numbers", "currencies")) > 200
