"""Faults that the grammar once had."""

from __future__ import annotations

import pytest

from a2ui_kernel import A2uiError

from .test_bounds import parsed
from .test_refusals import refusal


@pytest.mark.parametrize("digits", ["0" * 4_999 + "1", "-" + "0" * 4_999 + "1"])
def test_a_number_with_thousands_of_leading_zeros_is_read_or_refused(digits: str) -> None:
    found = parsed("${" + digits + "}")
    assert isinstance(found, A2uiError) or abs(float(str(found[0]))) == 1


def test_a_literal_at_the_end_is_a_part_like_any_other() -> None:
    assert refusal("${x}" * 1_000 + "a").code == "LIMIT_TEMPLATE_PARTS"


def test_the_caret_stands_under_the_name_that_is_given_twice() -> None:
    error = refusal("${f(a: 1, a: 2)}")
    assert "at character 11" in error.message
    _, shown, caret = error.message.split("\n")
    assert shown[caret.index("^") :].startswith("a: 2)}")


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_an_error_has_three_lines_whatever_line_ends_the_template_holds(end: str) -> None:
    assert len(refusal(f"a{end}${{1.2.3}}").message.splitlines()) == 3
