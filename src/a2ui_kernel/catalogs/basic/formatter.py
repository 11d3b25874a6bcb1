"""How numbers, amounts, dates and plurals are written: a protocol, and CLDR's way by Babel."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .locale_style import LocaleStyle


class Formatter(Protocol):
    """What the locale-sensitive functions of the basic catalog ask of a locale."""

    def number(self, value: float, decimals: int | None, grouping: bool) -> str:
        """A finite number, with so many decimals (0 to 20), or as many as it needs."""

    def currency(self, value: float, code: str, decimals: int | None, grouping: bool) -> str:
        """An amount in a currency (three capital letters), with its own decimals if None."""

    def date(self, value: datetime, pattern: str) -> str:
        """A time, which has an offset, by a pattern of CLDR's letters.

        Raises:
            FunctionError: The pattern is none.
        """

    def plural(self, value: float) -> str:
        """CLDR's cardinal category: `zero`, `one`, `two`, `few`, `many` or `other`."""


@dataclass(frozen=True, slots=True)
class BabelFormatter:
    """The formatter of a locale, by the CLDR data that Babel has.

    A value, equal to any other of the same tag. Babel is loaded when it is first asked.

    Attributes:
        locale: A BCP 47 tag (`pl-PL`, `zh-Hant-TW`, `ar-EG-u-nu-latn`). None, and one that
            is malformed or unknown, mean en-US.
    """

    locale: str | None = "en-US"
    _style: LocaleStyle | None = field(default=None, init=False, repr=False, compare=False)

    def number(self, value: float, decimals: int | None, grouping: bool) -> str:
        """A number as `Intl.NumberFormat` writes it (but a zero is never negative)."""
        return self._ways().numbers.text(value, decimals, grouping)

    def currency(self, value: float, code: str, decimals: int | None, grouping: bool) -> str:
        """An amount as `Intl.NumberFormat` writes it (but a zero is never negative)."""
        return self._ways().currency(code).text(value, decimals, grouping)

    def date(self, value: datetime, pattern: str) -> str:
        """A time by a pattern.

        Raises:
            FunctionError: The pattern is none.
        """
        return self._ways().pattern(pattern).text(value)

    def plural(self, value: float) -> str:
        """CLDR's cardinal category of a number, to three decimals as `Intl` has it."""
        return self._ways().plural(value)

    def _ways(self) -> LocaleStyle:
        style = self._style
        if style is None:
            from .locale_style import LocaleStyle

            # Not a change: what is worked out is the same whenever it is done.
            style = LocaleStyle(self.locale)
            object.__setattr__(self, "_style", style)
        return style

    def __reduce__(self) -> tuple[object, tuple[str | None]]:
        return BabelFormatter, (self.locale,)
