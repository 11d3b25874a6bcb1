"""What is worked out once for a locale: its ways with numbers, currencies, patterns, plurals."""

from __future__ import annotations

from decimal import Decimal

from .date_pattern import DatePattern, date_pattern
from .locales import locale_data
from .number_style import NumberStyle, currency_style, number_style, rounded

_PLURAL_DECIMALS = 3
_KEPT = 256
"""Currencies, and patterns, that are kept; the agent chooses them."""


class LocaleStyle:
    """A locale's ways.

    Attributes:
        numbers: Its way with numbers.
    """

    __slots__ = ("_currencies", "_data", "_patterns", "numbers")
    numbers: NumberStyle

    def __init__(self, tag: str | None) -> None:
        self._data = locale_data(tag)
        self._currencies: dict[str, NumberStyle] = {}
        self._patterns: dict[str, DatePattern] = {}
        self.numbers = number_style(self._data)

    def currency(self, code: str) -> NumberStyle:
        """Its way with amounts in a currency."""
        style = self._currencies.get(code)
        if style is None:
            if len(self._currencies) >= _KEPT:
                self._currencies.clear()
            style = self._currencies[code] = currency_style(self._data, code)
        return style

    def pattern(self, pattern: str) -> DatePattern:
        """A pattern as it fills it in.

        Raises:
            FunctionError: It is none.
        """
        found = self._patterns.get(pattern)
        if found is None:
            if len(self._patterns) >= _KEPT:
                self._patterns.clear()
            found = self._patterns[pattern] = date_pattern(self._data, pattern)
        return found

    def plural(self, value: float) -> str:
        """The cardinal category of a number."""
        whole, fraction = rounded(value, _PLURAL_DECIMALS)
        fraction = fraction.rstrip("0")
        number = Decimal(f"{whole}.{fraction}") if fraction else int(whole)
        return self._data.locale.plural_form(number)
