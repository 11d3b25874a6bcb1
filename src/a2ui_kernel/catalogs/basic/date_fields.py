"""What each letter of a date pattern writes, by CLDR's table of date fields.

Numbers are in the locale's digits, names in its language, as they stand in a date. A time
has an offset and no zone, so that the zone letters write the offset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel.core import Locale

    from .locales import LocaleData

Field = Callable[[datetime], str]
"""A time → what a field of a pattern writes for it."""

_WIDTHS = ("", "abbreviated", "abbreviated", "abbreviated", "wide", "narrow", "short")
_LONGEST = 20
"""Of the fields that CLDR lets be of any length."""


@dataclass(frozen=True, slots=True)
class Words:
    """A locale's names and digits.

    Attributes:
        locale: Where the names are.
        digits: ASCII digits → the locale's, or None if they are ASCII.
    """

    locale: Locale
    digits: Mapping[int, int] | None

    @classmethod
    def of(cls, data: LocaleData) -> Words:
        """Those of a locale."""
        return cls(data.locale, data.digits)

    def number(self, value: int, width: int) -> str:
        """A number in at least so many digits."""
        return self.localized(f"{value:0{width}d}")

    def localized(self, text: str) -> str:
        """Text with its digits made the locale's."""
        return text.translate(self.digits) if self.digits is not None else text

    def period(self, name: str, count: int) -> str | None:
        """A part of the day, in the nearest width that the locale has; None if in none."""
        periods = self.locale.day_periods["format"]
        widths = (_WIDTHS[count], "wide", "narrow", "abbreviated")
        found = (periods.get(width, {}).get(name) for width in widths)
        return next((text for text in found if text is not None), None)


@dataclass(frozen=True, slots=True)
class Kind:
    """A letter of patterns.

    Attributes:
        counts: How often it may stand.
        make: `(words, letter, count)` → what it writes.
    """

    counts: range | tuple[int, ...]
    make: Callable[[Words, str, int], Field]


def _number(part: Callable[[datetime], int], longest: int = 2) -> Kind:
    """A field that is a number, padded to the count of its letters."""

    def make(words: Words, letter: str, count: int) -> Field:
        return lambda moment: words.number(part(moment), count)

    return Kind(range(1, longest + 1), make)


def _year(words: Words, letter: str, count: int) -> Field:
    if count == 2:
        return lambda moment: words.number(moment.year % 100, 2)
    return lambda moment: words.number(moment.year, count)


def _era(words: Words, letter: str, count: int) -> Field:
    name: str = words.locale.eras[_WIDTHS[count]][1]
    return lambda _moment: name


def _quarter(words: Words, letter: str, count: int) -> Field:
    if count <= 2:
        return lambda moment: words.number((moment.month + 2) // 3, count)
    names: Any = words.locale.quarters[_context(letter, "q")][_WIDTHS[count]]
    return lambda moment: names[(moment.month + 2) // 3]


def _month(words: Words, letter: str, count: int) -> Field:
    if count <= 2:
        return lambda moment: words.number(moment.month, count)
    names: Any = words.locale.months[_context(letter, "L")][_WIDTHS[count]]
    return lambda moment: names[moment.month]


def _weekday(words: Words, letter: str, count: int) -> Field:
    if letter != "E" and count <= 2:
        first = words.locale.first_week_day
        return lambda moment: words.number((moment.weekday() - first) % 7 + 1, count)
    names: Any = words.locale.days[_context(letter, "c")][_WIDTHS[count]]
    return lambda moment: names[moment.weekday()]


def _context(letter: str, alone: str) -> str:
    return "stand-alone" if letter == alone else "format"


def _half_of_day(words: Words, letter: str, count: int) -> Field:
    names = [words.period(name, count) or name.upper() for name in ("am", "pm")]
    return lambda moment: names[moment.hour // 12]


def _half_or_middle_of_day(words: Words, letter: str, count: int) -> Field:
    half = _half_of_day(words, letter, count)
    middles = {hour: words.period(name, count) for hour, name in ((0, "midnight"), (12, "noon"))}

    def field(moment: datetime) -> str:
        sharp = moment.minute == moment.second == 0
        return (middles.get(moment.hour) if sharp else None) or half(moment)

    return field


def _part_of_day(words: Words, letter: str, count: int) -> Field:
    from babel.dates import get_period_id

    half = _half_of_day(words, letter, count)

    def field(moment: datetime) -> str:
        return words.period(get_period_id(moment, locale=words.locale), count) or half(moment)

    return field


def _week_of_year(words: Words, letter: str, count: int) -> Field:
    """`w`, and `Y`, the year that the week belongs to."""

    def field(moment: datetime) -> str:
        day = moment.toordinal()
        for year in (moment.year + 1, moment.year, moment.year - 1):
            week = _week(words.locale, _new_year(year), day)
            if week > 0:
                break
        if letter == "w":
            return words.number(week, count)
        return words.number(year % 100 if count == 2 else year, count)

    return field


def _week_of_month(words: Words, letter: str, count: int) -> Field:
    def field(moment: datetime) -> str:
        day = moment.toordinal()
        return words.number(_week(words.locale, day - moment.day + 1, day), count)

    return field


def _week(locale: Locale, start: int, day: int) -> int:
    """The week of a day, counted from a start (both ordinals); below 1 before the first."""
    before = (start - 1 - locale.first_week_day) % 7
    is_first = 7 - before >= locale.min_week_days
    return (day - start + before) // 7 + is_first


def _new_year(year: int) -> int:
    """The ordinal of 1 January, also of the years 0 and 10000, that Python has not."""
    past = year - 1
    return past * 365 + past // 4 - past // 100 + past // 400 + 1


def _second_fraction(words: Words, letter: str, count: int) -> Field:
    return lambda moment: words.localized(f"{moment.microsecond:06d}".ljust(count, "0")[:count])


def _iso_offset(words: Words, letter: str, count: int) -> Field:
    """`X` and `x`, `Z` and `ZZZZZ`: digits as ISO 8601 has them."""
    colon = ":" if count == 5 or (count == 3 and letter != "Z") else ""
    zulu = letter == "X" or (letter == "Z" and count == 5)

    def field(moment: datetime) -> str:
        sign, hours, minutes = _offset(moment)
        if zulu and not hours and not minutes:
            return "Z"
        rest = "" if letter in "xX" and count == 1 and not minutes else f"{colon}{minutes:02d}"
        return f"{sign}{hours:02d}{rest}"

    return field


def _gmt_offset(words: Words, letter: str, count: int) -> Field:
    """`z`, `v`, `O`: the words of the locale for an offset, `GMT+2`, `GMT+02:00`."""
    pattern: Any = words.locale.zone_formats["gmt"]

    def field(moment: datetime) -> str:
        sign, hours, minutes = _offset(moment)
        if not hours and not minutes:
            return str(pattern % "").strip()
        long = f"{hours:02d}:{minutes:02d}"
        short = f"{hours}:{minutes:02d}" if minutes else str(hours)
        return str(pattern % words.localized(sign + (long if count == 4 else short)))

    return field


def _zone(words: Words, letter: str, count: int) -> Field:
    return (_gmt_offset if count == 4 else _iso_offset)(words, letter, count)


def _offset(moment: datetime) -> tuple[str, int, int]:
    """Sign, hours and minutes of a time's offset."""
    minutes = (moment.utcoffset() or timedelta()) // timedelta(minutes=1)
    return "-" if minutes < 0 else "+", *divmod(abs(minutes), 60)


def _of_day(moment: datetime) -> int:
    seconds = (moment.hour * 60 + moment.minute) * 60 + moment.second
    return seconds * 1000 + moment.microsecond // 1000


FIELDS: Mapping[str, Kind] = MappingProxyType(
    {
        "G": Kind(range(1, 6), _era),
        "y": Kind(range(1, _LONGEST + 1), _year),
        "u": _number(lambda moment: moment.year, _LONGEST),
        "Y": Kind(range(1, _LONGEST + 1), _week_of_year),
        "Q": Kind(range(1, 6), _quarter),
        "q": Kind(range(1, 6), _quarter),
        "M": Kind(range(1, 6), _month),
        "L": Kind(range(1, 6), _month),
        "w": Kind(range(1, 3), _week_of_year),
        "W": Kind(range(1, 2), _week_of_month),
        "d": _number(lambda moment: moment.day),
        "D": _number(lambda moment: moment.timetuple().tm_yday, 3),
        "F": _number(lambda moment: (moment.day + 6) // 7, 1),
        "g": _number(lambda moment: moment.toordinal() + 1721425, _LONGEST),
        "E": Kind(range(1, 7), _weekday),
        "e": Kind(range(1, 7), _weekday),
        "c": Kind(range(1, 7), _weekday),
        "a": Kind(range(1, 6), _half_of_day),
        "b": Kind(range(1, 6), _half_or_middle_of_day),
        "B": Kind(range(1, 6), _part_of_day),
        "h": _number(lambda moment: (moment.hour + 11) % 12 + 1),
        "H": _number(lambda moment: moment.hour),
        "K": _number(lambda moment: moment.hour % 12),
        "k": _number(lambda moment: moment.hour or 24),
        "m": _number(lambda moment: moment.minute),
        "s": _number(lambda moment: moment.second),
        "S": Kind(range(1, _LONGEST + 1), _second_fraction),
        "A": _number(_of_day, _LONGEST),
        "z": Kind(range(1, 5), _gmt_offset),
        "O": Kind((1, 4), _gmt_offset),
        "v": Kind((1, 4), _gmt_offset),
        "Z": Kind(range(1, 6), _zone),
        "X": Kind(range(1, 6), _iso_offset),
        "x": Kind(range(1, 6), _iso_offset),
    }
)
