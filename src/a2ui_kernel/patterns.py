r"""Regular expressions that come from outside: ECMAScript's meaning, bounds on time and size.

As near to ECMAScript as the `regex` package allows: `\d` and `\w` are ASCII, `$` is the
very end, `\p{…}` works; a match is searched for, not anchored. What ECMAScript does not
know (possessive repeats, inline flags, recursion) is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

_LONGEST = 10_000
_MOST_REPEATED = 100_000
"""Fixed repeats are written out when a pattern is compiled; more than this is refused."""


class PatternError(ValueError):
    """A pattern that is none, or that took too long."""


def compiled(pattern: str) -> regex.Pattern[str]:
    """The compiled pattern.

    Raises:
        PatternError: It cannot be read, or is too large.
    """
    import regex

    if len(pattern) > _LONGEST:
        raise PatternError(f"it has more than {_LONGEST:,} characters")
    translator = _Translator(pattern)
    translated = translator.translated()
    try:
        return regex.compile(translated, regex.V1)
    except regex.error as error:
        # Attributes that the package's type hints leave out.
        place = translator.source(getattr(error, "pos", None) or 0)
        reason = getattr(error, "msg", "it cannot be read")
        raise PatternError(f"{reason} at position {place}") from None
    except (OverflowError, RecursionError, ValueError):
        raise PatternError("it is too deep or too large") from None


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
_WORD = "[A-Za-z0-9_]"
_BOUNDARY = f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"
_NO_BOUNDARY = f"(?:(?<={_WORD})(?={_WORD})|(?<!{_WORD})(?!{_WORD}))"
_PLAIN_LETTERS = frozenset("AZGXRKLMNUhzmQEaeglqyoijCFHIJOTVYCF")
"""Letters whose escape means the letter in ECMAScript, and something else in Python."""

_CODE_POINT = re.compile(r"\\u\{([0-9A-Fa-f]{1,6})\}")
_PAIR = re.compile(r"\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.IGNORECASE)
_NUMBERED = re.compile(r"\\([1-9][0-9]*)")
_NAMED = re.compile(r"\\k<([A-Za-z_$][A-Za-z0-9_$]*)>")
_CONTROL = re.compile(r"\\c([A-Za-z])")
_REPEAT = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!]|<([A-Za-z_$][A-Za-z0-9_$]*)>)")


class _Translator:
    """A pattern of ECMAScript, written in the `regex` package's notation."""

    __slots__ = ("_at", "_cost", "_names", "_out", "_pattern", "_starts", "_weights")

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._out: list[str] = []
        self._starts: list[int] = []
        self._names: set[str] = set()
        # What the open groups weigh, repeats counted, and what the last atom does.
        self._weights: list[int] = [0]
        self._cost = 0

    def translated(self) -> str:
        pattern = self._pattern
        while self._at < len(pattern):
            char = pattern[self._at]
            if char == "\\":
                self._escape()
            elif char == "[":
                self._class()
            elif char == "(":
                self._open()
            elif char == ")":
                self._close()
            elif char in "*+?{":
                self._repeat(char)
            else:
                self._atom({"$": r"\Z", ".": r"[^\n\r\u2028\u2029]"}.get(char, char), 1)
        return "".join(self._out)

    def source(self, place: int) -> int:
        """The place in the pattern that a place in its translation came from."""
        for piece, start in zip(self._out, self._starts, strict=True):
            if place < len(piece):
                as_written = self._pattern.startswith(piece, start)
                return start + place if as_written else start
            place -= len(piece)
        return len(self._pattern)

    def _emit(self, text: str) -> None:
        self._out.append(text)
        self._starts.append(self._at)

    def _fault(self, reason: str) -> PatternError:
        return PatternError(f"{reason} at position {self._at}")

    def _atom(self, text: str, length: int, cost: int = 1) -> None:
        self._emit(text)
        self._at += length
        self._cost = cost
        self._weigh(cost)

    def _weigh(self, cost: int) -> None:
        self._weights[-1] += cost
        if self._weights[-1] > _MOST_REPEATED:
            raise self._fault("its repeats are too large")

    def _open(self) -> None:
        if self._pattern.startswith("(?", self._at):
            match = _GROUP.match(self._pattern, self._at)
            if match is None:
                raise self._fault(f"unknown group '{self._pattern[self._at : self._at + 4]}'")
            name = match.group(1)
            if name is not None:
                if name in self._names:
                    raise self._fault(f"two groups are named '{name}'")
                self._names.add(name)
            self._emit(f"(?P<{name}>" if name is not None else match.group())
            self._at = match.end()
        else:
            self._emit("(")
            self._at += 1
        self._weights.append(0)

    def _close(self) -> None:
        if len(self._weights) == 1:
            raise self._fault("')' closes no group")
        self._atom(")", 1, self._weights.pop() + 1)

    def _repeat(self, char: str) -> None:
        match = _REPEAT.match(self._pattern, self._at)
        if char == "{" and match is None:
            self._atom(r"\{", 1)
            return
        if match is not None:
            most = match.group(3) or match.group(1)
            if len(most) > 6:
                raise self._fault("its repeats are too large")
            self._emit(match.group())
            self._at = match.end()
            self._weigh(self._cost * max(int(most) - 1, 0))
            self._cost *= max(int(most), 1)
        else:
            self._emit(char)
            self._at += 1
        if self._pattern.startswith("?", self._at):
            self._emit("?")
            self._at += 1
        if self._pattern[self._at : self._at + 1] in ("*", "+", "?"):
            raise self._fault("there is nothing to repeat")

    def _escape(self) -> None:
        pattern, at = self._pattern, self._at
        char = pattern[at + 1 : at + 2]
        if not char:
            raise self._fault("it ends in a backslash")
        if char in "dws":
            self._atom(f"[{_CLASSES[char]}]", 2)
        elif char in "DWS":
            self._atom(f"[^{_CLASSES[char.lower()]}]", 2)
        elif char in "bB":
            self._atom(_BOUNDARY if char == "b" else _NO_BOUNDARY, 2)
        elif (match := _NUMBERED.match(pattern, at)) is not None:
            # A group that took no part matches the empty text.
            self._atom(f"(?({match.group(1)})\\{match.group(1)})", len(match.group()))
        elif (match := _NAMED.match(pattern, at)) is not None:
            name = match.group(1)
            self._atom(f"(?({name})(?P={name}))", len(match.group()))
        else:
            text, length = self._character(at)
            self._atom(text, length)

    def _character(self, at: int) -> tuple[str, int]:
        """An escape that means one character or a property, and its length."""
        pattern, char = self._pattern, self._pattern[at + 1]
        if (match := _CODE_POINT.match(pattern, at)) is not None:
            return _point(int(match.group(1), 16)), len(match.group())
        if (match := _PAIR.match(pattern, at)) is not None:
            high, low = (int(match.group(n), 16) for n in (1, 2))
            return _point(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), len(match.group())
        if (match := _CONTROL.match(pattern, at)) is not None:
            return f"\\x{ord(match.group(1)) % 32:02x}", len(match.group())
        if char in _PLAIN_LETTERS:
            return char, 2
        if char in "pP" and pattern[at + 2 : at + 3] == "{":
            end = pattern.find("}", at)
            if end != -1:
                return pattern[at : end + 1], end + 1 - at
        return "\\" + char, 2

    def _class(self) -> None:
        """A class in brackets."""
        pattern, start = self._pattern, self._at
        if pattern.startswith("[]", start):
            self._atom("(?!)", 2)
            return
        if pattern.startswith("[^]", start):
            self._atom("(?s:.)", 3)
            return
        out = ["["]
        at = start + 1
        if pattern.startswith("^", at):
            out.append("^")
            at += 1
        while at < len(pattern) and pattern[at] != "]":
            char = pattern[at]
            if char == "\\":
                text, length = self._class_escape(at)
                out.append(text)
                at += length
                continue
            # Signs that the other notation gives a meaning to, some of them when doubled.
            doubled = char == "-" and out[-1] == "-"
            out.append("\\" + char if doubled or char in "[&|~" else char)
            at += 1
        if at >= len(pattern):
            raise self._fault("'[' is not closed")
        self._atom("".join(out) + "]", at + 1 - start)

    def _class_escape(self, at: int) -> tuple[str, int]:
        char = self._pattern[at + 1 : at + 2]
        if not char:
            raise self._fault("it ends in a backslash")
        if char in "dws":
            return _CLASSES[char], 2
        if char in "DWS":
            return f"[^{_CLASSES[char.lower()]}]", 2
        if char == "b":
            return r"\x08", 2
        if char == "B":
            return "B", 2
        if char.isdigit() and char != "0":
            return char, 2
        return self._character(at)


def _point(number: int) -> str:
    if number > 0x10FFFF:
        raise PatternError("a character is out of range")
    return f"\\U{number:08x}"
