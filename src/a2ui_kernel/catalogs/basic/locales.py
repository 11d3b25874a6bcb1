"""A BCP 47 tag → the CLDR data of its locale, from Babel, and what Babel's data leaves out.

Babel keeps the number patterns of each locale's first numbering system only, and no
minimum grouping. Both are constants of CLDR, and stand here for the locales that differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babel.core import Locale
    from babel.numbers import NumberPattern

_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")
_ZEROS = MappingProxyType(
    {
        "adlm": 0x1E950,
        "arab": 0x660,
        "arabext": 0x6F0,
        "beng": 0x9E6,
        "cakm": 0x11136,
        "deva": 0x966,
        "gujr": 0xAE6,
        "guru": 0xA66,
        "hmnp": 0x1E140,
        "khmr": 0x17E0,
        "knda": 0xCE6,
        "laoo": 0xED0,
        "latn": 0x30,
        "mlym": 0xD66,
        "mtei": 0xABF0,
        "mymr": 0x1040,
        "nkoo": 0x7C0,
        "olck": 0x1C50,
        "orya": 0xB66,
        "tamldec": 0xBE6,
        "telu": 0xC66,
        "thai": 0xE50,
        "tibt": 0xF20,
    }
)
"""The digit zero of each numbering system that a locale has, or that `-u-nu-` may ask for."""

_TWO_GROUPED = ("be", "bg", "es", "et", "hu", "hy", "ia", "ie", "it", "ka", "lv", "pl")
_LEAST_GROUPED = MappingProxyType(
    dict.fromkeys((*_TWO_GROUPED, "pt_PT", "ru_UA", "sl", "sq", "tok"), 2)
    | {"ee": 3, "es_419": 1, "pt_AO": 1}
)
"""Digits that must stand before the first separator; 1 in all other locales."""

_CURRENCY_PATTERNS = MappingProxyType({("ar", "arab"): "\u200f#,##0.00\xa0¤"})
"""Currency patterns of (language, numbering system) where Babel has another system's."""


@dataclass(frozen=True, slots=True)
class LocaleData:
    """A locale's data, and the numbering system that is written with."""

    locale: Locale
    numbering: str

    @property
    def symbols(self) -> Mapping[str, str]:
        """Number symbols. A numbering system without its own has those of `latn`."""
        every = self.locale.number_symbols
        own = {k: v for k, v in every.get(self.numbering, {}).items() if k != "alias"}
        return {**every["latn"], **own}

    @property
    def digits(self) -> Mapping[int, int] | None:
        """ASCII digits → the numbering system's, for `str.translate`; None if they are ASCII."""
        zero = _ZEROS[self.numbering]
        return {0x30 + digit: zero + digit for digit in range(10)} if zero != 0x30 else None

    @property
    def least_grouped(self) -> int:
        """How many digits must stand before the first grouping separator."""
        from babel.core import get_global

        parents: Any = get_global("parent_exceptions")
        name = str(self.locale)
        while name:
            if name in _LEAST_GROUPED:
                return _LEAST_GROUPED[name]
            name = parents.get(name) or name.rpartition("_")[0]
        return 1

    @property
    def currency_pattern(self) -> NumberPattern:
        """The pattern of amounts."""
        from babel.numbers import parse_pattern

        own = _CURRENCY_PATTERNS.get((self.locale.language, self.numbering))
        return parse_pattern(own) if own else self.locale.currency_formats["standard"]

    def currency_decimals(self, code: str) -> int:
        """How many decimals amounts in a currency have."""
        from babel.core import get_global

        fractions: Any = get_global("currency_fractions")
        return int(fractions.get(code, fractions["DEFAULT"])[0])


def locale_data(tag: str | None) -> LocaleData:
    """The data for a tag: of the nearest locale that there is, else of en-US."""
    subtags, wanted = _read(tag)
    locale = _nearest(subtags)
    numbering = wanted if wanted in _ZEROS else str(locale.default_numbering_system)
    return LocaleData(locale, numbering if numbering in _ZEROS else "latn")


def _read(tag: str | None) -> tuple[list[str], str]:
    """The subtags before the extensions, and the numbering system that `-u-nu-` asks for."""
    if not isinstance(tag, str) or not _TAG.fullmatch(tag):
        return [], ""
    subtags = tag.replace("_", "-").split("-")
    singles = [place for place, subtag in enumerate(subtags) if len(subtag) == 1]
    end = singles[0] if singles else len(subtags)
    wanted = re.search(r"-u(?:-[a-z0-9]{2,8})*?-nu-([a-z0-9]{3,8})", "-".join(subtags).lower())
    return subtags[:end], wanted[1] if wanted else ""


def _nearest(subtags: list[str]) -> Locale:
    from babel.core import Locale, UnknownLocaleError

    for end in range(len(subtags), 0, -1):
        try:
            return Locale.parse("_".join(subtags[:end]))
        except (UnknownLocaleError, ValueError):
            continue
    return Locale.parse("en_US")
