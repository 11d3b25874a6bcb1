"""`formatNumber`, `formatCurrency`, `pluralize`. Null, while data is missing, gives empty text."""

from __future__ import annotations

import re

from ...text import to_text
from .arguments import Arguments, boolean, number, unfit
from .formatter import Formatter

_CODE = re.compile(r"[A-Za-z]{3}")
_MOST_DECIMALS = 20
_EXACT_FORMS = ("zero", "one", "two")


def format_number(formatter: Formatter, args: Arguments) -> str:
    """A number in the locale's way."""
    value = number(args, "value")
    if value is None:
        return ""
    return formatter.number(value, _decimals(args), _grouping(args))


def format_currency(formatter: Formatter, args: Arguments) -> str:
    """An amount of money in the locale's way."""
    value, code = number(args, "value"), args.get("currency")
    if value is None or code is None:
        return ""
    if not isinstance(code, str) or not _CODE.fullmatch(code):
        raise unfit("currency", "a currency's code of three letters", code)
    return formatter.currency(value, code.upper(), _decimals(args), _grouping(args))


def pluralize(formatter: Formatter, args: Arguments) -> str:
    """The form for a number: the one given for exactly 0, 1 or 2, else its category's."""
    value = number(args, "value")
    if value is None:
        return ""
    form = args.get(_EXACT_FORMS[int(value)]) if value in {0, 1, 2} else None
    if form is None:
        form = args.get(formatter.plural(value))
    return to_text(form if form is not None else args.get("other"))


def _decimals(args: Arguments) -> int | None:
    decimals = number(args, "decimals")
    return None if decimals is None else max(0, min(int(decimals), _MOST_DECIMALS))


def _grouping(args: Arguments) -> bool:
    grouping = args.get("grouping")
    return grouping is None or boolean(grouping)
