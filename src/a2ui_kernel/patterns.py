r"""Regular expressions that come from outside: ECMAScript's meaning, a bound on time.

As near to ECMAScript as the `regex` package allows: `\d` and `\w` are ASCII, `$` is the
very end, `\p{…}` works; a match is searched for, not anchored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex


class PatternError(ValueError):
    """A pattern that is none, or that took too long."""


def compiled(pattern: str) -> regex.Pattern[str]:
    """The compiled pattern.

    Raises:
        PatternError: It cannot be read; the text says where.
    """
    import regex

    try:
        return regex.compile(_translated(pattern), regex.V0)
    except (regex.error, OverflowError, RecursionError, ValueError) as error:
        place = getattr(error, "pos", None)
        where = f" at position {place}" if place is not None else ""
        reason = getattr(error, "msg", None) or "it is too deep or too large"
        raise PatternError(f"{reason}{where}") from None


def found_in(pattern: str, text: str, seconds: float) -> bool:
    """Whether the pattern matches anywhere in the text.

    Raises:
        PatternError: The pattern cannot be read, or the search took longer than `seconds`.
    """
    expression = compiled(pattern)
    try:
        return expression.search(text, timeout=seconds) is not None
    except TimeoutError:
        raise PatternError(f"matching took longer than {seconds:g} s") from None


_CLASSES = {
    "d": "0-9",
    "w": "A-Za-z0-9_",
    "s": r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
}
_PLAIN_LETTERS = frozenset("AZGXRKLMNUhzmQEaeglqy")
"""Letters whose escape means the letter in ECMAScript, and something else in Python."""

_WORD = "[A-Za-z0-9_]"
_BOUNDARY = f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"
_NO_BOUNDARY = f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))"
_HEX = frozenset("0123456789abcdefABCDEF")


def _translated(pattern: str) -> str:
    """The pattern in the `regex` package's notation."""
    out: list[str] = []
    in_class = False
    place = 0
    while place < len(pattern):
        char = pattern[place]
        if char == "\\" and place + 1 < len(pattern):
            piece, place = _escape(pattern, place, in_class)
            out.append(piece)
            continue
        place += 1
        if in_class:
            in_class = char != "]"
            out.append("\\[" if char == "[" else char)
        elif pattern.startswith("[]", place - 1):
            out.append("(?!)")
            place += 1
        elif pattern.startswith("[^]", place - 1):
            out.append("(?s:.)")
            place += 2
        elif char == "[":
            in_class = True
            out.append("[")
        elif char == "$":
            out.append(r"\Z")
        elif char == ".":
            out.append(r"[^\n\r\u2028\u2029]")
        else:
            out.append(char)
    return "".join(out)


def _escape(pattern: str, place: int, in_class: bool) -> tuple[str, int]:
    """An escape sequence at a place, translated, and the place after it."""
    char = pattern[place + 1]
    after = place + 2
    if char in _CLASSES:
        return (_CLASSES[char] if in_class else f"[{_CLASSES[char]}]"), after
    if char.lower() in _CLASSES and not in_class:
        return f"[^{_CLASSES[char.lower()]}]", after
    if char == "b" and not in_class:
        return _BOUNDARY, after
    if char == "B" and not in_class:
        return _NO_BOUNDARY, after
    if char == "u" and pattern[after : after + 1] == "{":
        digits, brace, _ = pattern[after + 1 :].partition("}")
        if brace and digits and len(digits) <= 6 and _HEX.issuperset(digits):
            return f"\\U{int(digits, 16):08x}", after + len(digits) + 2
    if char == "/":
        return "/", after
    if char == "k" and pattern[after : after + 1] == "<":
        name, bracket, _ = pattern[after + 1 :].partition(">")
        if bracket:
            return f"(?P={name})", after + len(name) + 2
    if char == "c" and pattern[after : after + 1].isalpha():
        return f"\\x{ord(pattern[after]) % 32:02x}", after + 1
    if char in _PLAIN_LETTERS:
        return char, after
    return "\\" + char, after
