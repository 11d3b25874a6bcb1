"""The formats that are asserted: date, time, date-time, uri, email; no other.

One table of our own functions, given to both gears, so that they cannot part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-](\d\d):(\d\d))", re.ASCII)
_ENCODED = "%[0-9A-Fa-f]{2}"
_PLAIN = r"A-Za-z0-9._~!$&'()*+,;=\-"
_AUTHORITY = (
    rf"(?:(?:[{_PLAIN}:]|{_ENCODED})*@)?"
    rf"(?:\[[0-9A-Fa-fvV]*[:.][0-9A-Fa-f:.]*\]|(?:[{_PLAIN}]|{_ENCODED})*)(?::[0-9]*)?"
)
_URI = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.-]*:(?://{_AUTHORITY}(?:/(?:[{_PLAIN}:@/]|{_ENCODED})*)?"
    rf"|(?!//)(?:[{_PLAIN}:@/]|{_ENCODED})*)"
    rf"(?:\?(?:[{_PLAIN}:@/?]|{_ENCODED})*)?(?:#(?:[{_PLAIN}:@/?]|{_ENCODED})*)?"
)
_EMAIL = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
)


def is_date(text: str) -> bool:
    """RFC 3339 `full-date`."""
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    year, month, day = map(int, match.groups())
    try:
        # Year 0 is a year of RFC 3339 and none of Python's; 2000 is a leap year as 0 is.
        date(year or 2000, month, day)
    except ValueError:
        return False
    return True


def is_time(text: str) -> bool:
    """RFC 3339 `full-time`: an offset is needed, a leap second is allowed at 23:59 UTC."""
    match = _TIME.fullmatch(text)
    if match is None:
        return False
    hour, minute, second = (int(match.group(n)) for n in (1, 2, 3))
    offset_hour, offset_minute = (int(match.group(n) or 0) for n in (4, 5))
    if hour > 23 or minute > 59 or second > 60 or offset_hour > 23 or offset_minute > 59:
        return False
    if second < 60:
        return True
    sign = -1 if "+" in text else 1
    return (hour * 60 + minute + sign * (offset_hour * 60 + offset_minute)) % 1440 == 1439


def is_date_time(text: str) -> bool:
    """RFC 3339 `date-time`."""
    return len(text) > 10 and text[10] in "Tt" and is_date(text[:10]) and is_time(text[11:])


def is_uri(text: str) -> bool:
    """RFC 3986 URI with a scheme."""
    return _URI.fullmatch(text) is not None


def is_email(text: str) -> bool:
    """RFC 5321 mailbox, without quoted local parts and address literals."""
    return len(text) <= 254 and _EMAIL.fullmatch(text) is not None


FORMATS: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "date": is_date,
        "time": is_time,
        "date-time": is_date_time,
        "uri": is_uri,
        "email": is_email,
    }
)
