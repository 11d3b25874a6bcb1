"""`formatDate`: what is a date, what is a pattern, and what comes of both."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

from a2ui_kernel.catalogs.basic.formatter import BabelFormatter

from .calling import call, refused

AFTERNOON = "2026-01-16T14:30:05Z"
ALL = "yyyy-MM-dd HH:mm:ss.SSS xxx"


@cache
def formatter(locale: str) -> BabelFormatter:
    return BabelFormatter(locale)


def written(value: Any, pattern: Any, locale: str = "en-US") -> Any:
    return call("formatDate", {"value": value, "format": pattern}, formatter=formatter(locale))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (AFTERNOON, "2026-01-16 14:30:05.000 +00:00"),
        ("2026-01-16t14:30:05z", "2026-01-16 14:30:05.000 +00:00"),
        ("2026-01-16 14:30", "2026-01-16 14:30:00.000 +00:00"),
        ("2026-01-16T14:30:05.1239999", "2026-01-16 14:30:05.123 +00:00"),
        ("2026-01-16T14:30:05,5+02:00", "2026-01-16 14:30:05.500 +02:00"),
        ("2026-01-16T14:30:05-0330", "2026-01-16 14:30:05.000 -03:30"),
        ("2026-01-16T14:30:05+02", "2026-01-16 14:30:05.000 +02:00"),
        ("2026-01-16", "2026-01-16 00:00:00.000 +00:00"),
        ("20260116", "2026-01-16 00:00:00.000 +00:00"),
        ("20260116T143005Z", "2026-01-16 14:30:05.000 +00:00"),
        ("2024-02-29", "2024-02-29 00:00:00.000 +00:00"),
        ("2025-12-31T24:00:00Z", "2026-01-01 00:00:00.000 +00:00"),
        ("0099-01-01", "0099-01-01 00:00:00.000 +00:00"),
        ("9999-12-31T23:59:59Z", "9999-12-31 23:59:59.000 +00:00"),
        (0, "1970-01-01 00:00:00.000 +00:00"),
        (-1, "1969-12-31 23:59:59.999 +00:00"),
        (1768573805123.9, "2026-01-16 14:30:05.123 +00:00"),
    ],
)
def test_dates(value: Any, text: str) -> None:
    assert written(value, ALL) == text


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        " ",
        "soon",
        "14:30",
        "2026",
        "2026-01",
        "2026-02-30",
        "2025-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-01-00",
        "2026-1-6",
        "2026-0116",
        "2026-01-16T",
        "2026-01-16T14",
        "2026-01-16T25:00",
        "2026-01-16T24:01",
        "2026-01-16T24:00:00.001",
        "2026-01-16T14:60",
        "2026-01-16T14:30:60Z",
        "2026-01-16T14:30Z\n",
        "2026-01-16Tomorrow",
        "2026-01-16T14:30+24:00",
        "2026-01-16T14:30+02:60",
        "\u0662\u0660\u0662\u0666-01-16",
        "0000-01-01",
        "10000-01-01",
        "+010000-01-01",
        "9999-12-31T24:00",
        "1768573805123",
        1e300,
        -1e17,
        10**30,
        True,
        [2026, 1, 16],
        {},
    ],
)
def test_what_is_no_date_gives_empty_text(value: Any) -> None:
    assert written(value, "yyyy") == ""
    assert written(value, "ISO") == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (AFTERNOON, "2026-01-16T14:30:05.000Z"),
        ("2026-01-16T01:30:05.123456+02:00", "2026-01-15T23:30:05.123Z"),
        ("0099-06-01", "0099-06-01T00:00:00.000Z"),
        (0, "1970-01-01T00:00:00.000Z"),
        ("0001-01-01T00:00+05:00", ""),
    ],
)
def test_iso_is_utc_with_milliseconds(value: Any, text: str) -> None:
    assert written(value, "ISO") == text
    assert written(value, "ISO", "ar-EG") == text


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("MMM dd, yyyy", "Jan 16, 2026"),
        ("h:mm a", "2:30 PM"),
        ("EEEE, d MMMM", "Friday, 16 January"),
        ("E EE EEE EEEEE EEEEEE", "Fri Fri Fri F Fr"),
        ("y yy yyy yyyyy", "2026 26 2026 02026"),
        ("M MM MMMMM L LL LLL LLLL", "1 01 J 1 01 Jan January"),
        ("h hh H HH k K m s S SS SSS SSSSSSS", "2 02 14 14 14 2 30 5 0 00 000 0000000"),
        ("Q QQQ QQQQ", "1 Q1 1st quarter"),
        ("w ww W D DDD F e ee g", "3 03 3 16 016 3 6 06 2461057"),
        ("G GGGG YYYY u A", "AD Anno Domini 2026 2026 52205000"),
        ("a aaaa aaaaa b B", "PM PM p PM in the afternoon"),
        ("Z ZZZZ ZZZZZ X XX XXX x xx xxx", "+0000 GMT Z Z Z Z +00 +0000 +00:00"),
        ("h 'at' a", "2 at PM"),
        ("h 'o''clock'", "2 o'clock"),
        ("''yy''", "'26'"),
        ("'EEEE'", "EEEE"),
        ("d. — 100 %(y)s {0}", None),
        ("d/M/y — 100 % {}", "16/1/2026 — 100 % {}"),
        ("yyyy年M月d日", "2026年1月16日"),
        ("", ""),
        (None, ""),
        (5, "5"),
    ],
)
def test_patterns(pattern: Any, text: str | None) -> None:
    assert written(AFTERNOON, pattern) == (text if text is not None else "16. — 100 %(2026)5 {0}")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("Z ZZZZ ZZZZZ", "-0330 GMT-03:30 -03:30"),
        ("X XX XXX x xxx", "-0330 -0330 -03:30 -0330 -03:30"),
        ("z zzzz O OOOO v", "GMT-3:30 GMT-03:30 GMT-3:30 GMT-03:30 GMT-3:30"),
        ("HH:mm", "14:30"),
    ],
)
def test_the_wall_clock_is_that_of_the_values_own_offset(pattern: str, text: str) -> None:
    assert written("2026-01-16T14:30:05-03:30", pattern) == text


def test_noon_midnight_and_the_hours_about_them() -> None:
    hours = ["2026-01-16T00:00Z", "2026-01-16T00:01Z", "2026-01-16T12:00Z", "2026-01-16T12:30Z"]
    assert [written(hour, "h a, b, K, k") for hour in hours] == [
        "12 AM, midnight, 0, 24",
        "12 AM, AM, 0, 24",
        "12 PM, noon, 0, 12",
        "12 PM, PM, 0, 12",
    ]


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("hello world", "the letter 'l' means nothing"),
        ("yyyy-MM-ddTHH", "the letter 'T' means nothing"),
        ("ISO date", "the letter 'I' means nothing"),
        ("h 'oclock", "a quote is not closed at position 2"),
        ("'", "a quote is not closed at position 0"),
        ("'''", "a quote is not closed at position 2"),
        ("MMMMMM", "the letter 'M' cannot stand 6 times"),
        ("ddd", "the letter 'd' cannot stand 3 times"),
        ("y" * 21, "the letter 'y' cannot stand 21 times"),
        ("E " * 501, "it has more than 1,000 characters"),
        ("OO", "the letter 'O' cannot stand 2 times"),
    ],
)
def test_a_pattern_that_is_none_is_an_error(pattern: str, reason: str) -> None:
    error = refused("formatDate", {"value": AFTERNOON, "format": pattern})
    assert error.code == "INVALID_ARGUMENTS"
    assert error.message.startswith(f"'format' is no date pattern: {reason}")


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        ("pl-PL", "piątek, 16 stycznia (styczeń) 2026, PM"),
        ("fr-FR", "vendredi, 16 janvier (janvier) 2026, PM"),
        ("de-DE", "Freitag, 16 Januar (Januar) 2026, PM"),
        ("ar-EG", "الجمعة, ١٦ يناير (يناير) ٢٠٢٦, م"),
        ("ar-EG-u-nu-latn", "الجمعة, 16 يناير (يناير) 2026, م"),
        ("ja-JP", "金曜日, 16 1月 (1月) 2026, 午後"),
        ("hi-IN", "शुक्रवार, 16 जनवरी (जनवरी) 2026, pm"),
    ],
)
def test_names_and_digits_are_the_locales(locale: str, text: str) -> None:
    assert written(AFTERNOON, "EEEE, d MMMM (LLLL) y, a", locale) == text


def test_weeks_begin_where_the_locale_begins_them() -> None:
    sunday = "2026-01-04"
    assert written(sunday, "e w Y", "en-US") == "1 2 2026"
    assert written(sunday, "e w Y", "de-DE") == "7 1 2026"
    assert written("2027-01-01", "ww YYYY", "de-DE") == "53 2026"
    assert written("2026-12-27", "ww YY", "en-US") == "01 27"


def test_weeks_at_the_ends_of_the_calendar() -> None:
    assert written("9999-12-31", "w Y YY", "en-US") == "1 10000 00"
    assert written("9999-12-31", "w YYYY", "de-DE") == "52 9999"
    assert written("0001-01-01", "w W YYYY", "en-US") == "1 1 0001"
    assert written("0001-01-01", "w W YYYY", "de-DE") == "1 1 0001"


def test_weeks_are_those_of_iso_8601_where_the_locale_has_those() -> None:
    for year in range(1, 10_000, 7):
        for day in ("01-01", "01-04", "06-30", "12-28", "12-31"):
            text = f"{year:04d}-{day}"
            iso = date.fromisoformat(text).isocalendar()
            assert written(text, "Y w e", "de-DE") == f"{iso.year} {iso.week} {iso.weekday}"
