"""How a locale writes numbers and amounts: the pattern taken apart, and put on exact digits.

Babel's own formatting rounds ties to even and knows neither the locale's digits nor its
minimum grouping; only its data is used here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...text import plain_digits

if TYPE_CHECKING:
    from babel.numbers import NumberPattern

    from .locales import LocaleData

Affixes = tuple[str, str]


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How numbers, or amounts in one currency, are written.

    Attributes:
        positive: What stands before and after a number.
        negative: The same for numbers below zero, with the minus sign.
        point: The decimal separator.
        separator: The grouping separator.
        groups: Digits of the last group, and of the others.
        least: Digits that must stand before the first separator.
        digits: ASCII digits → the locale's, or None if they are ASCII.
        decimals: The fewest and the most decimals where nobody says how many.
    """

    positive: Affixes
    negative: Affixes
    point: str
    separator: str
    groups: tuple[int, int]
    least: int
    digits: Mapping[int, int] | None
    decimals: tuple[int, int]

    def text(self, value: float, decimals: int | None, grouping: bool) -> str:
        """A number as text, with exactly so many decimals if they are given."""
        fewest, most = self.decimals if decimals is None else (decimals, decimals)
        whole, fraction = rounded(value, most)
        fraction = fraction.rstrip("0").ljust(fewest, "0")
        below = value < 0 and (whole != "0" or fraction.strip("0") != "")
        before, after = self.negative if below else self.positive
        text = self._grouped(whole) if grouping else whole
        if fraction:
            text = f"{text}{self.point}{fraction}"
        if self.digits is not None:
            text = text.translate(self.digits)
        return f"{before}{text}{after}"

    def _grouped(self, whole: str) -> str:
        last, others = self.groups
        if len(whole) < last + self.least:
            return whole
        if last == others == 3:
            return f"{int(whole):,}".replace(",", self.separator)
        head, groups = whole[:-last], [whole[-last:]]
        while head:
            groups.append(head[-others:])
            head = head[:-others]
        return self.separator.join(reversed(groups))


def rounded(value: float, decimals: int) -> tuple[str, str]:
    """The size of a number in digits, before and after the point: ties away from zero.

    A float stands for the shortest number that reads as it (1.005 is a tie).
    """
    whole, _, fraction = plain_digits(abs(value)).partition(".")
    if len(fraction) <= decimals:
        return whole, fraction
    digits = int(whole + fraction[:decimals]) + (fraction[decimals] >= "5")
    text = str(digits).rjust(decimals + 1, "0")
    place = len(text) - decimals
    return text[:place], text[place:]


def number_style(data: LocaleData) -> NumberStyle:
    """How the locale writes numbers."""
    symbols, pattern = data.symbols, data.locale.decimal_formats[None]
    return NumberStyle(
        *_affixes(pattern, symbols["minusSign"], ""),
        point=symbols["decimal"],
        separator=symbols["group"],
        groups=pattern.grouping,
        least=data.least_grouped,
        digits=data.digits,
        decimals=pattern.frac_prec,
    )


def currency_style(data: LocaleData, code: str) -> NumberStyle:
    """How the locale writes amounts in a currency."""
    symbols, pattern = data.symbols, data.currency_pattern
    decimals = data.currency_decimals(code)
    return NumberStyle(
        *_affixes(pattern, symbols["minusSign"], data.locale.currency_symbols.get(code, code)),
        point=symbols.get("currencyDecimal", symbols["decimal"]),
        separator=symbols.get("currencyGroup", symbols["group"]),
        groups=pattern.grouping,
        least=data.least_grouped,
        digits=data.digits,
        decimals=(decimals, decimals),
    )


def _affixes(pattern: NumberPattern, minus: str, symbol: str) -> tuple[Affixes, Affixes]:
    """What stands around numbers, and around those below zero."""
    positive, negative = zip(pattern.prefix, pattern.suffix, strict=True)
    return _around(*positive, minus, symbol), _around(*negative, minus, symbol)


def _around(before: str, after: str, minus: str, symbol: str) -> Affixes:
    """What stands before and after digits. A symbol of letters does not touch them."""
    if before.endswith("¤") and _is_apart(symbol[-1]):
        before = f"{before}\xa0"
    if after.startswith("¤") and _is_apart(symbol[0]):
        after = f"\xa0{after}"
    return _filled(before, minus, symbol), _filled(after, minus, symbol)


def _is_apart(char: str) -> bool:
    return unicodedata.category(char)[0] not in "SZ"


def _filled(text: str, minus: str, symbol: str) -> str:
    """An affix of a pattern with its signs, and without its quotes."""
    plain = text.replace("-", minus).replace("''", "\0").replace("'", "").replace("\0", "'")
    return plain.replace("¤", symbol)
