"""Patterns of dates: CLDR's letters, read once and then filled in for each time.

Protocol: formatDate. A letter that CLDR does not know, or more of it than it allows, is no
pattern; text stands in quotes. Zones are written as offsets: a time here has no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...errors import FunctionError

if TYPE_CHECKING:
    from .locales import LocaleData

Field = Callable[[datetime], str]
Part = str | Field


@dataclass(frozen=True, slots=True)
class DatePattern:
    """A pattern, read for one locale."""

    parts: tuple[Part, ...]

    def text(self, moment: datetime) -> str:
        """A time by this pattern."""
        return "".join([p if isinstance(p, str) else p(moment) for p in self.parts])


def date_pattern(data: LocaleData, pattern: str) -> DatePattern:
    """A pattern as a locale fills it in.

    Raises:
        FunctionError: It is none.
    """
    words = Words(data)
    return DatePattern(tuple(_parts(words, pattern)))
