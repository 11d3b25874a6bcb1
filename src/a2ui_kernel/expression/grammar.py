r"""The grammar of `formatString` (protocol: functions §4.1), by recursive descent.

template := ( text | "\${" | "${" expr "}" )*
expr     := ws ( "${" expr "}" | string | number | "true" | "false" | "null"
               | call | path )? ws
call     := name ws "(" [ arg ( "," arg )* [","] ] ")"
arg      := identifier ws ":" expr
path     := ( XID_Continue | "/" | "." | "-" | "~" )+
"""

from __future__ import annotations

import re

from ..errors import FunctionError, over_limit
from ..limits import Limits
from .nodes import Call, Part, Path

_LIMITS = Limits()
_DEEPEST = 100
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_KEYWORDS: dict[str, Part] = {"true": True, "false": False, "null": ""}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_SHOWN = 30
_LONGEST_NUMBER = 400


def parse(text: str, limits: Limits = _LIMITS) -> tuple[Part, ...]:
    r"""The parts of a template, in order. `\${` is a literal `${`; null is empty text.

    Raises:
        FunctionError: `INVALID_EXPRESSION`, with the place and a caret under it.
        A2uiError: `LIMIT_TEMPLATE_CHARS`, `LIMIT_TEMPLATE_PARTS`, `LIMIT_CALL_DEPTH`.
    """
    if len(text) > limits.template_chars:
        raise over_limit(
            limits, "template_chars", f"The template has {len(text):,} characters", "expression"
        )
    return _Parser(text, limits).template()


class _Parser:
    __slots__ = ("_ends", "_limits", "_text", "at", "depth")

    def __init__(self, text: str, limits: Limits) -> None:
        self._text, self._limits = text, limits
        self.at = 0
        self.depth = 0
        self._ends: dict[int, int] = {}

    def template(self) -> tuple[Part, ...]:
        text = self._text
        parts: list[Part] = []
        literal: list[str] = []
        while (found := text.find("${", self.at)) != -1:
            if found and text[found - 1] == "\\":
                literal.append(text[self.at : found - 1] + "${")
                self.at = found + 2
                continue
            literal.append(text[self.at : found])
            self._flush(literal, parts)
            self.at = found
            parts.append(self._interpolation())
            self._check_number(parts)
        literal.append(text[self.at :])
        self._flush(literal, parts)
        self._check_number(parts)
        return tuple(parts)

    def _check_number(self, parts: list[Part]) -> None:
        if len(parts) > self._limits.template_parts:
            raise over_limit(
                self._limits, "template_parts", "The template has too many parts", "expression"
            )

    def _flush(self, literal: list[str], parts: list[Part]) -> None:
        joined = "".join(literal)
        literal.clear()
        if joined:
            parts.append(joined)

    def _interpolation(self) -> Part:
        """`${ expr }`, standing at its `$`."""
        start = self.at
        end = self._end_of(start + 1)
        if end is None:
            raise self.error("Unclosed interpolation: missing '}'", start)
        self._enter(start)
        self.at = start + 2
        part = self._expression(end)
        if self.at != end:
            rest = self._text[self.at : end]
            shown = rest if len(rest) <= _SHOWN else rest[:_SHOWN] + "…"
            raise self.error(f"Unexpected characters at end of expression: '{shown}'")
        self.at = end + 1
        self.depth -= 1
        return part

    def _enter(self, place: int) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            error = self.error("Max recursion depth reached in parse", place)
            raise FunctionError("LIMIT_CALL_DEPTH", error.message)

    def _end_of(self, brace: int) -> int | None:
        """The place of the `}` that closes the `{` at a place; quoted ones do not count."""
        if brace not in self._ends:
            self._match_braces(brace)
        return self._ends.get(brace)

    def _match_braces(self, brace: int) -> None:
        text, opened, place = self._text, [brace], brace + 1
        while opened and place < len(text):
            char = text[place]
            if char in "'\"":
                place = self._after_string(place)
                continue
            if char == "{":
                opened.append(place)
            elif char == "}":
                self._ends[opened.pop()] = place
            place += 1

    def _after_string(self, place: int) -> int:
        quote = self._text[place]
        place += 1
        while place < len(self._text) and self._text[place] != quote:
            place += 2 if self._text[place] == "\\" else 1
        return place + 1

    def _expression(self, end: int) -> Part:
        """An expression that ends at `end` at the latest; empty text if there is none."""
        self._skip_space()
        if self.at >= end:
            return ""
        text, char = self._text, self._text[self.at]
        part: Part
        if text.startswith("${", self.at):
            part = self._interpolation()
        elif char in "'\"":
            part = self._string(end)
        elif _NUMBER.match(text, self.at) is not None:
            part = self._number()
        elif char == "@" or _is_path_char(char):
            part = self._name(end)
        else:
            return ""
        self._skip_space()
        return part

    def _string(self, end: int) -> str:
        quote, start = self._text[self.at], self.at
        out: list[str] = []
        self.at += 1
        while self.at < end:
            char = self._text[self.at]
            self.at += 1
            if char == quote:
                return "".join(out)
            if char == "\\" and self.at < end:
                escaped = self._text[self.at]
                self.at += 1
                char = _ESCAPES.get(escaped, escaped)
            out.append(char)
        raise self.error(f"Unterminated string: missing {quote}", start)

    def _number(self) -> int | float:
        start = self.at
        match = _NUMBER.match(self._text, start)
        assert match is not None
        end = match.end()
        spelled = match.group()
        while end < len(self._text) and _is_path_char(self._text[end]):
            end += 1
        if end > match.end() or spelled[-1] in "eE+-":
            raise self.error(f"Invalid number literal: '{self._text[start:end][:_SHOWN]}'", start)
        self.at = end
        value = float(spelled)
        if value in (float("inf"), float("-inf")) or len(spelled) > _LONGEST_NUMBER:
            raise self.error("Number literal is out of range", start)
        return int(spelled) if _WHOLE.fullmatch(spelled) else value

    def _name(self, end: int) -> Part:
        """A keyword, a path, or a call."""
        text, start = self._text, self.at
        for word, value in _KEYWORDS.items():
            after = start + len(word)
            if text.startswith(word, start) and not _continues(text[after : after + 1]):
                self.at = after
                return value
        self.at += text[start] == "@"
        while self.at < end and _is_path_char(text[self.at]):
            self.at += 1
        name = text[start : self.at]
        self._skip_space()
        if text.startswith("(", self.at):
            self.at += 1
            return self._call(name, start, end)
        if name.startswith("@"):
            raise self.error(f"'{name}' is no path; a system function is written '{name}()'", start)
        return Path(name)

    def _call(self, name: str, start: int, end: int) -> Call:
        self._enter(start)
        args: dict[str, Part] = {}
        while True:
            self._skip_space()
            if self._text.startswith(")", self.at):
                break
            place = self.at
            argument = self._argument_name(name)
            if argument in args:
                raise self.error(
                    f"Argument '{argument}' of function '{name}' is given twice", place
                )
            args[argument] = self._expression(end)
            if self._text.startswith(",", self.at):
                self.at += 1
            elif not self._text.startswith(")", self.at):
                raise self.error(
                    f"Expected ')' after function arguments for '{name}' (arguments are separated "
                    "by commas, each written 'name: value')"
                )
        self.at += 1
        self.depth -= 1
        return Call(name, args)

    def _argument_name(self, function: str) -> str:
        text, start = self._text, self.at
        while _continues(text[self.at : self.at + 1]):
            self.at += 1
        argument = text[start : self.at]
        if not argument:
            raise self.error(
                f"Expected ')' after function arguments for '{function}', or an argument written "
                "'name: value'"
            )
        self._skip_space()
        if not text.startswith(":", self.at):
            raise self.error(
                f"Expected ':' after argument name '{argument}' in function '{function}'; "
                "arguments are written 'name: value'"
            )
        self.at += 1
        return argument

    def _skip_space(self) -> None:
        match = _SPACE.match(self._text, self.at)
        assert match is not None
        self.at = match.end()

    def error(self, reason: str, place: int | None = None) -> FunctionError:
        """The error at a place, with the text around it and a caret under it."""
        place = self.at if place is None else place
        first = max(0, place - _SHOWN)
        around = self._text[first : place + _SHOWN]
        shown = "".join(" " if char.isspace() else char for char in around)
        return FunctionError(
            "INVALID_EXPRESSION",
            f"{reason} at character {place + 1}\n  {shown}\n  {' ' * (place - first)}^",
        )


def _is_path_char(char: str) -> bool:
    return char in "/.-~" or _continues(char)


def _continues(char: str) -> bool:
    """Whether a character may continue an identifier (XID_Continue)."""
    return bool(char) and ("a" + char).isidentifier()
