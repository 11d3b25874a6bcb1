"""How much the parser takes, and that nothing makes it slow or raise anything else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel import A2uiError, Limits
from a2ui_kernel.expression import Call, Part, Path, parse

from .test_refusals import refusal


class TestLimits:
    def test_ten_thousand_characters_are_taken_and_one_more_is_not(self) -> None:
        assert parse("x" * 10_000) == ("x" * 10_000,)
        error = refusal("x" * 10_001)
        assert (error.category, error.code) == ("expression", "LIMIT_TEMPLATE_CHARS")

    def test_a_thousand_parts_are_taken_and_one_more_is_not(self) -> None:
        assert len(parse("${x}" * 1_000)) == 1_000
        assert len(parse("a${x}" * 500)) == 1_000
        error = refusal("${x}" * 1_001)
        assert (error.category, error.code) == ("expression", "LIMIT_TEMPLATE_PARTS")

    def test_a_hundred_levels_of_braces_are_taken_and_one_more_is_not(self) -> None:
        assert parse("${" * 100 + "x" + "}" * 100) == (Path("x"),)
        error = refusal("${" * 101 + "x" + "}" * 101)
        assert error.code == "LIMIT_CALL_DEPTH"
        assert error.message.startswith("Max recursion depth reached in parse at character 201")

    def test_calls_count_as_levels_too(self) -> None:
        [part] = parse("${" + "f(a: " * 99 + "x" + ")" * 99 + "}")
        depth = 0
        while isinstance(part, Call):
            part = part.args["a"]
            depth += 1
        assert (depth, part) == (99, Path("x"))
        error = refusal("${" + "f(a: " * 100 + "x" + ")" * 100 + "}")
        assert error.code == "LIMIT_CALL_DEPTH"

    def test_levels_are_counted_by_nesting_and_not_in_all(self) -> None:
        many = "${f(a: g(b: ${x}))}" * 300
        assert len(parse(many)) == 300

    @pytest.mark.parametrize(
        ("limits", "text", "code"),
        [
            (Limits(template_chars=5), "123456", "LIMIT_TEMPLATE_CHARS"),
            (Limits(template_parts=2), "${a}${b}${c}", "LIMIT_TEMPLATE_PARTS"),
        ],
    )
    def test_the_bounds_can_be_set(self, limits: Limits, text: str, code: str) -> None:
        assert refusal(text, limits).code == code


HOSTILE = {
    "open braces": "${" * 5_000,
    "open braces, no dollar": "${" + "{" * 9_998,
    "closing braces": "${x" + "}" * 9_997,
    "single quotes": "${" + "'" * 9_998,
    "single quotes, closed": "${" + "'" * 9_996 + "}",
    "pairs of quotes": "${" + "'' " * 3_332 + "}",
    "quote in each": "${'}" * 2_500,
    "double quotes": '${"' * 3_333,
    "backslashes in a string": "${'" + "\\" * 9_994 + "'}",
    "backslashes": "\\" * 9_998 + "${",
    "escaped": "\\${" * 3_333,
    "calls": "${" + "f(a:" * 2_499,
    "calls, closed": "${" + "f(a:" * 1_600 + ")" * 1_600 + "}",
    "braced calls": "${f(a:" * 1_666,
    "parentheses": "${f" + "(" * 9_000 + "}",
    "arguments": "${f(" + "a:1," * 2_400 + ")}",
    "distinct arguments": "${f(" + "".join(f"a{n}:," for n in range(1_400)) + ")}",
    "commas": "${f(" + "," * 9_000 + ")}",
    "blanks": "${" + " " * 9_990 + "}",
    "blanks between": "${f(" + " " * 4_990 + "a" + " " * 4_990 + ")}",
    "digits": "${" + "1" * 9_990 + "}",
    "points": "${" + "1." * 4_990 + "}",
    "signs": "${" + "-" * 9_990 + "}",
    "keywords": "${" + "true" * 2_400 + "}",
    "keywords apart": "${" + "true " * 1_900 + "}",
    "at signs": "${" + "@" * 9_990 + "}",
    "dollars": "$" * 10_000,
    "empty": "${}" * 1_000 + "{" * 7_000,
    "unfinished after many": "${x}" * 999 + "${",
    "deep then nothing": "${" * 100 + "}" * 99,
}


def parsed(text: str) -> tuple[Part, ...] | A2uiError:
    """The parts, or the error; whatever else is raised is a fault."""
    try:
        return parse(text)
    except A2uiError as error:
        return error


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_is_parsed_or_refused_at_once(text: str) -> None:
    assert len(text) <= 10_000
    start = time.perf_counter()
    found = parsed(text)
    assert time.perf_counter() - start < 0.5
    if isinstance(found, A2uiError):
        assert found.category == "expression"
        assert len(found.message) < 400


PIECES = [
    *("${", "}", "{", "$", "'", '"', "\\", "\\${", "(", ")", ":", ",", " ", "\n"),
    *("a", "f(", "a:", "1", ".", "-", "+", "e", "@", "@index", "/", "~", "~1", "true", "null"),
    *("é", "·", "🐢", "\u2028", "\x00", "\ud800", "\u0301", "٣", "²"),
]
pieces = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(pieces, st.booleans())
def test_whatever_is_parsed_gives_parts_or_a_library_error(text: str, braced: bool) -> None:
    found = parsed("${" + text + "}" if braced else text)
    assert isinstance(found, tuple) or found.category == "expression"


@given(st.text(max_size=200))
def test_text_without_a_dollar_is_one_literal(text: str) -> None:
    text = text.replace("$", "")
    assert parse(text) == ((text,) if text else ())


@given(st.text(max_size=200))
def test_any_text_can_be_written_as_a_literal(text: str) -> None:
    escaped = text.replace("${", "\\${")
    assert parse(escaped) == ((text,) if text else ())
