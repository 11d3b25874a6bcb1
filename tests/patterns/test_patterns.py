"""Patterns from outside: ECMAScript's meaning by name, errors that say where, a bound on time."""

from __future__ import annotations

import time

import pytest

from a2ui_kernel.patterns import PatternError, compiled, found_in

FOUND = [
    (r"^\d\d$", "42"),
    (r"^\w+$", "snake_Case9"),
    (r"^\s+$", " \t\n\v\f\r\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff"),
    (r"b", "abc"),
    (r"a$", "ba"),
    (r"^.$", "😀"),
    (r"^(?<year>\d{4})-\k<year>$", "2026-2026"),
    (r"^\u{1F600}\u0041\x42$", "😀AB"),
    (r"^[^]$", "\n"),
    (r"^\/$", "/"),
    (r"^a\-b$", "a-b"),
    (r"\bcat\b", "the cat."),
    (r"\bcat", "écat"),
    (r"^[\b]$", "\b"),
    (r"^[[a]$", "["),
    (r"^\A\Z$", "AZ"),
    (r"^\p{Lu}\P{Lu}$", "Éa"),
    (r"^\cJ$", "\n"),
    (r"(?<=a)b(?!c)", "abd"),
]
NOT_FOUND = [
    (r"^\d$", "٤"),
    (r"^\w$", "é"),
    (r"^\S$", "\ufeff"),
    (r"^a$", "a\n"),
    (r"a$", "a\r\n"),
    (r"^[^\d]$", "4"),
    (r"^.$", "\n"),
    (r"^.$", "\r"),
    (r"^.$", "\u2028"),
    (r"[]", "anything"),
    (r"\bcat\b", "cats"),
    (r"\Bcat", "écat"),
    (r"^A$", "a"),
]
BROKEN = ["(", ")", "[", "[b-a]", "*", "a**", "a{2,1}", "(?<n>a", "(?<1>a)", "\\", "(?:", "[\\"]


@pytest.mark.parametrize(("pattern", "text"), FOUND)
def test_what_ecmascript_finds_is_found(pattern: str, text: str) -> None:
    assert found_in(pattern, text, 1)


@pytest.mark.parametrize(("pattern", "text"), NOT_FOUND)
def test_what_ecmascript_does_not_find_is_not_found(pattern: str, text: str) -> None:
    assert not found_in(pattern, text, 1)


class TestErrors:
    @pytest.mark.parametrize("pattern", BROKEN)
    def test_a_pattern_that_cannot_be_read_is_an_error(self, pattern: str) -> None:
        for read in (lambda: compiled(pattern), lambda: found_in(pattern, "a", 1)):
            with pytest.raises(PatternError):
                read()

    def test_the_error_says_what_and_where(self) -> None:
        with pytest.raises(PatternError, match="repeat at position 2"):
            compiled("a**")

    @pytest.mark.parametrize(
        "pattern",
        ["(" * 100_000, "(" * 100_000 + ")" * 100_000, "[" * 100_000, "a{" + "9" * 5_000 + "}"],
        ids=["open groups", "nested groups", "open classes", "a repeat of 5,000 digits"],
    )
    def test_a_monstrous_pattern_is_an_error_and_nothing_worse(self, pattern: str) -> None:
        with pytest.raises(PatternError):
            found_in(pattern, "a", 0.1)

    def test_a_pattern_error_is_a_value_error(self) -> None:
        assert issubclass(PatternError, ValueError)


class TestTime:
    """se-07: a pattern with nested repeats must not freeze anyone."""

    @pytest.mark.parametrize(
        ("pattern", "text"),
        [
            ("^(a+)+$", "a" * 40 + "!"),
            ("^(a+)+$", "a" * 5_000 + "!"),
            ("^(a|a)*$", "a" * 40 + "!"),
            ("^(a|aa)+$", "a" * 60 + "!"),
            ("(.*)*x", "a" * 40),
            ("(x+x+)+y", "x" * 40),
            ("(a?){40}a{40}", "a" * 40),
            (r"^(\w+\s?)*$", "word " * 20 + "!"),
        ],
    )
    def test_hopeless_matches_end_in_time(self, pattern: str, text: str) -> None:
        begin = time.monotonic()
        try:
            found_in(pattern, text, 0.05)
        except PatternError as error:
            assert "longer than 0.05 s" in str(error)  # noqa: PT017 (an answer in time does too)
        assert time.monotonic() - begin < 3

    def test_one_that_takes_too_long_is_an_error(self) -> None:
        with pytest.raises(PatternError, match=r"0\.02 s"):
            found_in("^(a|aa)+$", "a" * 60 + "!", 0.02)

    def test_a_long_text_is_searched_in_time(self) -> None:
        assert found_in("b$", "a" * 1_000_000 + "b", 1)
