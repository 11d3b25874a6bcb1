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

_DATE = r"(?P<year>[0-9]{4})(?P<dash>-?)(?P<month>[0-9]{2})(?P=dash)(?P<day>[0-9]{2})"
_TIME = (
    r"(?P<hour>[0-9]{2})(?P<colon>:?)(?P<minute>[0-9]{2})"
    r"(?:(?P=colon)(?P<second>[0-9]{2})(?:[.,](?P<fraction>[0-9]+))?)?"
)
_OFFSET = r"[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{2})(?::?(?P<minutes>[0-9]{2}))?"
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
    numbers = {name: int(match[name] or 0) for name in _NUMBERS}
    hours, minutes = numbers.pop("hours"), numbers.pop("minutes")
    numbers["microsecond"] = int((match["fraction"] or "")[:6].ljust(6, "0"))
    # 24:00 is the end of the day, and nothing later is.
    end_of_day = numbers["hour"] == 24 and not (numbers["minute"] or numbers["second"])
    if minutes > 59 or (end_of_day and (match["fraction"] or "").strip("0")):
        return None
    offset = timedelta(hours=hours, minutes=minutes)
    try:
        zone = timezone(-offset if match["sign"] == "-" else offset)
        if not end_of_day:
            return datetime(**numbers, tzinfo=zone)
        return datetime(**{**numbers, "hour": 0}, tzinfo=zone) + timedelta(days=1)
    except (ValueError, OverflowError):
        return None


_NUMBERS = ("year", "month", "day", "hour", "minute", "second", "hours", "minutes")


def _iso(value: datetime) -> str:
    try:
        utc = value.astimezone(UTC)
    except OverflowError:
        return ""
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
