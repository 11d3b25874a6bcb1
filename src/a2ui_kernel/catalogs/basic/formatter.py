"""How numbers, amounts, dates and plurals are written: a protocol, and CLDR's way by Babel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from .locales import DEFAULT

if TYPE_CHECKING:
    from .date_pattern import DatePattern
    from .locales import LocaleData
    from .number_style import NumberStyle

T = TypeVar("T")


class Formatter(Protocol):
    """What the locale-sensitive functions of the basic catalog ask of a locale."""

    def number(self, value: float, decimals: int | None, grouping: bool) -> str:
        """A finite number: with so many decimals (0 to 20), or as many as it needs."""

    def currency(self, value: float, code: str, decimals: int | None, grouping: bool) -> str:
        """An amount in a currency (three capital letters), with its own decimals if None."""

    def date(self, value: datetime, pattern: str) -> str:
        """A time, with an offset, by a pattern of CLDR's letters.

        Raises:
            FunctionError: The pattern is none.
        """

    def plural(self, value: float) -> str:
        """CLDR's cardinal category: `zero`, `one`, `two`, `few`, `many` or `other`."""


class BabelFormatter:
    """The formatter of a locale, by the CLDR data that Babel has.

    A value: equal to any other of the same tag. Babel is loaded when it is first asked;
    what it works out for a locale it keeps, within bounds.

    Attributes:
        locale: A BCP 47 tag (`pl-PL`, `zh-Hant-TW`, `ar-EG-u-nu-latn`). One that is
            malformed or unknown means en-US.
    """

    __slots__ = ("_currencies", "_data", "_numbers", "_patterns", "_plural", "locale")
    locale: str
    _data: LocaleData | None
    _numbers: NumberStyle | None
    _currencies: dict[str, NumberStyle]
    _patterns: dict[str, DatePattern]
    _plural: Callable[[float], str] | None

    def __init__(self, locale: str | None = None) -> None:
        fill = object.__setattr__
        fill(self, "locale", locale or DEFAULT)
        fill(self, "_data", None)
        fill(self, "_numbers", None)
        fill(self, "_currencies", {})
        fill(self, "_patterns", {})
        fill(self, "_plural", None)

    def number(self, value: float, decimals: int | None, grouping: bool) -> str:
        """A number, as `Intl.NumberFormat` writes it (but without a negative zero)."""
