"""The validators: whether a value is there, fits a pattern, a length, a range, an address.

Each judges yes or no. That is the answer of v0.9; `Result` makes it a ValidationResult,
the answer of v1.0. Null is empty to all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ...errors import FunctionError
from ...patterns import PatternError, compiled, found_in
from ...text import to_text
from ...values import FrozenDict, Json
from .arguments import Arguments, Context, number, number_in, unfit

Judge = Callable[[Arguments, Context], bool]

VALID = FrozenDict({"valid": True})
INVALID = FrozenDict({"valid": False})
INVALID_EMAIL = FrozenDict(
    {
        "valid": False,
        "code": "INVALID_EMAIL",
        "message": "Please enter a valid email address (e.g. user@example.com).",
        "severity": "error",
    }
)


@dataclass(frozen=True, slots=True)
class Result:
    """A judgement told as a ValidationResult."""

    judge: Judge
    failed: FrozenDict

    def __call__(self, args: Arguments, context: Context) -> Json:
        """The judgement."""
        return VALID if self.judge(args, context) else self.failed


def required(args: Arguments, context: Context) -> bool:
    """Whether there is a value: anything but null, empty text and an empty list."""
    value = args.get("value")
    if isinstance(value, (str, list)):
        return len(value) > 0
    return value is not None


def regex(args: Arguments, context: Context) -> bool:
    """Whether the pattern matches somewhere in the text.

    Raises:
        FunctionError: A pattern that cannot be read, or that takes too long.
    """
    pattern = args.get("pattern")
    if not isinstance(pattern, str):
        raise unfit("pattern", "text", pattern)
    seconds = context.limits.regex_seconds
    try:
        return found_in(pattern, to_text(args.get("value")), seconds)
    except PatternError as error:
        raise _pattern_error(pattern, error) from None


def _pattern_error(pattern: str, error: PatternError) -> FunctionError:
    """An unreadable pattern is the argument's fault; a readable one took too long."""
    try:
        compiled(pattern)
    except PatternError:
        return FunctionError("INVALID_ARGUMENTS", f"'pattern' is no regular expression: {error}")
    return FunctionError("LIMIT_REGEX_SECONDS", f"The pattern is too slow: {error}")


def length(args: Arguments, context: Context) -> bool:
    """Whether the text's characters (code points), or the list's items, are so many."""
    value = args.get("value")
    count = len(value) if isinstance(value, (str, list)) else len(to_text(value))
    return _within(count, args)


def numeric(args: Arguments, context: Context) -> bool:
    """Whether the value is a number, or text that holds one, in the range."""
    found = number_in(args.get("value"))
    return found is not None and _within(found, args)


def _within(found: float, args: Arguments) -> bool:
    """Whether a number is between `min` and `max`, as far as they are given."""
    low, high = number(args, "min"), number(args, "max")
    return (low is None or found >= low) and (high is None or found <= high)


_EMAIL = re.compile(r"[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}")


def email(args: Arguments, context: Context) -> bool:
    """Whether the text is an email address."""
    return _EMAIL.fullmatch(to_text(args.get("value"))) is not None
