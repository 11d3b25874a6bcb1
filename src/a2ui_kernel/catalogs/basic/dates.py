"""`formatDate`: a time read from ISO 8601 text or epoch milliseconds, written by a pattern.

The wall clock is that of the text's own offset, UTC without one. What is no date gives
empty text.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from ...text import to_text
from ...values import Json
from .arguments import Arguments, number_in
from .formatter import Formatter

_DATE = r"([0-9]{4})(?P<dash>-?)([0-9]{2})(?P=dash)([0-9]{2})"
_TIME = r"([0-9]{2})(?P<colon>:?)([0-9]{2})(?:(?P=colon)([0-9]{2})(?:[.,]([0-9]+))?)?"
_OFFSET = r"[Zz]|([+-])([0-9]{2})(?::?([0-9]{2}))?"
_MOMENT = re.compile(rf"{_DATE}(?:[Tt ]{_TIME}(?:{_OFFSET})?)?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def format_date(formatter: Formatter, args: Arguments) -> str:
    """A time by a pattern, or, for the pattern `ISO`, in UTC as JavaScript writes it."""
    value, pattern = moment(args.get("value")), args.get("format")
    if value is None or pattern is None:
        return ""
    return _iso(value) if pattern == "ISO" else formatter.date(value, to_text(pattern))


def moment(value: Json) -> datetime | None:
    """The time that a value says, with its offset; None if it says none."""
    if isinstance(value, str):
        match = _MOMENT.fullmatch(value)
        return _read(match) if match is not None else None
    milliseconds = number_in(value)
    if milliseconds is None:
        return None
    try:
        return _EPOCH + timedelta(milliseconds=int(milliseconds))
    except OverflowError:
        return None


def _read(match: re.Match[str]) -> datetime | None:
    year, _, month, day, hour, _, minute, second, fraction, sign, *offset = match.groups("0")
    end_of_day = hour == "24"
    if end_of_day and int(minute + second + fraction[:_PLACES]):
        return None
    try:
        clock = datetime(
            int(year),
            int(month),
            int(day),
            0 if end_of_day else int(hour),
            int(minute),
            int(second),
            int(fraction[:_PLACES].ljust(_PLACES, "0")),
            _zone(sign, *map(int, offset)),
        )
        return clock + timedelta(days=1) if end_of_day else clock
    except (ValueError, OverflowError):
        return None


_PLACES = 6
"""Decimals of a second that are read; the rest is cut off."""


def _zone(sign: str, hours: int, minutes: int) -> timezone:
    """The zone of an offset.

    Raises:
        ValueError: There is none.
    """
    if minutes > 59:
        raise ValueError(f"an offset of {minutes} minutes")
    size = hours * 60 + minutes
    return timezone(timedelta(minutes=-size if sign == "-" else size)) if size else UTC


def _iso(value: datetime) -> str:
    try:
        utc = value.astimezone(UTC)
    except OverflowError:
        return ""
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
