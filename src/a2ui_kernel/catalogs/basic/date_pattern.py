"""Patterns of dates: CLDR's letters, read once and then filled in for each time.

A letter that CLDR does not know, or more of it than it allows, is no pattern; text stands
in quotes. What each letter writes is in `date_fields`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ...errors import FunctionError
from .date_fields import FIELDS, Field, Words

if TYPE_CHECKING:
    from .locales import LocaleData

_PIECE = re.compile(
    r"(?P<quote>'')|'(?P<quoted>(?:[^']|'')+)'|(?P<field>([A-Za-z])\4*)|(?P<text>[^A-Za-z']+)"
)
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class DatePattern:
    """A pattern, read for one locale."""

    parts: tuple[str | Field, ...]

    def text(self, moment: datetime) -> str:
        """A time by this pattern."""
        return "".join([p if isinstance(p, str) else p(moment) for p in self.parts])


def date_pattern(data: LocaleData, pattern: str) -> DatePattern:
    """A pattern as a locale fills it in.

    Raises:
        FunctionError: It is none.
    """
    if len(pattern) > _LONGEST:
        raise _no_pattern(f"it has more than {_LONGEST:,} characters")
    words = Words.of(data)
    parts: list[str | Field] = []
    place = 0
    while place < len(pattern):
        match = _PIECE.match(pattern, place)
        if match is None:
            raise _no_pattern(f"a quote is not closed at position {place}")
        place = match.end()
        if match["field"]:
            parts.append(_field(words, match["field"]))
        elif match["quote"]:
            parts.append("'")
        else:
            parts.append(match["text"] or match["quoted"].replace("''", "'"))
    return DatePattern(tuple(parts))


def _field(words: Words, letters: str) -> Field:
    letter, count = letters[0], len(letters)
    kind = FIELDS.get(letter)
    if kind is None:
        raise _no_pattern(f"the letter {letter!r} means nothing; text stands in quotes: 'at'")
    if count not in kind.counts:
        raise _no_pattern(f"the letter {letter!r} cannot stand {count:,} times")
    return kind.make(words, letter, count)


def _no_pattern(reason: str) -> FunctionError:
    return FunctionError("INVALID_ARGUMENTS", f"'format' is no date pattern: {reason}")
