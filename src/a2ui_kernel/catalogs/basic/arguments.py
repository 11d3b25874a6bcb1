"""Arguments as the functions' bodies take them: resolved values, coerced by the protocol's table.

Null is no value: bodies say themselves what it means to them. Protocol: coercion.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Protocol, TypeAlias

from ...errors import FunctionError
from ...limits import Limits
from ...text import number_text
from ...values import Json

Arguments: TypeAlias = Mapping[str, Json]


class Context(Protocol):
    """What a body here asks of the `DataContext` of its call."""

    @property
    def limits(self) -> Limits:
        """The bounds on what it may cost."""


_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_LONGEST_INTEGER = 309
"""Digits of the largest double."""
_SHOWN = 40


def number_in(value: Json) -> int | float | None:
    """The finite number that a value is, or that a text holds as JSON writes it; else None."""
    if isinstance(value, str):
        return _number_in_text(value.strip())
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if isinstance(value, int):
        return value if value.bit_length() <= 1024 else None
    return value if math.isfinite(value) else None


def _number_in_text(text: str) -> int | float | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    if match.lastindex is None and len(text) <= _LONGEST_INTEGER:
        return int(text)
    number = float(text)
    return number if math.isfinite(number) else None


def number(args: Arguments, name: str) -> int | float | None:
    """A number argument, None if nothing is given.

    Raises:
        FunctionError: It is no number.
    """
    value = args.get(name)
    if value is None:
        return None
    found = number_in(value)
    if found is None:
        raise unfit(name, "a number", value)
    return found


def boolean(value: Json) -> bool:
    """A value in a boolean slot: text is true if it says so, containers are."""
    if isinstance(value, str):
        return value.lower() == "true"
    if isinstance(value, (dict, list)):
        return True
    return bool(value)


def unfit(name: str, expected: str, value: Json) -> FunctionError:
    """The error for an argument that is not what the function needs."""
    return FunctionError("INVALID_ARGUMENTS", f"'{name}' must be {expected}, not {shown(value)}")


def shown(value: Json) -> str:
    """A value in an error's words, not at length."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = value if len(value) <= _SHOWN else value[:_SHOWN] + "…"
        return f"the text {text!r}" if value else "empty text"
    if isinstance(value, (int, float)):
        return number_text(value)
    return "a list" if isinstance(value, list) else "an object"
