"""What is no template: the error, where it is, and the caret under it."""

from __future__ import annotations

import pytest

from a2ui_kernel import A2uiError, FunctionError, Limits
from a2ui_kernel.expression import parse

# The text, the character that the caret stands under (`len` for the end), what is said.
REFUSED = [
    ("${", 0, "Unclosed interpolation: missing '}'"),
    ("ab ${x", 3, "Unclosed interpolation: missing '}'"),
    ("${x} ${'}", 5, "Unclosed interpolation: missing '}'"),
    ("${f('}')", 0, "Unclosed interpolation: missing '}'"),
    ("${'a", 0, "Unclosed interpolation: missing '}'"),
    ("${${x}", 0, "Unclosed interpolation: missing '}'"),
    ("${{x}", 0, "Unclosed interpolation: missing '}'"),
    ("${1.2.3}", 2, "Invalid number literal: '1.2.3'"),
    ("${12abc}", 2, "Invalid number literal: '12abc'"),
    ("${1-2}", 2, "Invalid number literal: '1-2'"),
    ("${1e}", 2, "Invalid number literal: '1e'"),
    ("${ 1e+}", 3, "Invalid number literal: '1e+'"),
    ("${1/2}", 2, "Invalid number literal: '1/2'"),
    ("${f(a: 1.2.3)}", 7, "Invalid number literal: '1.2.3'"),
    ("${1e999}", 2, "Number literal is out of range"),
    ("${-1e999}", 2, "Number literal is out of range"),
    ("${" + "9" * 400 + "}", 2, "Number literal is out of range"),
    ("${true/x}", 6, "Unexpected characters at end of expression: '/x'"),
    ("${true(a: 1)}", 6, "Unexpected characters at end of expression: '(a: 1)'"),
    ("${a b}", 4, "Unexpected characters at end of expression: 'b'"),
    ("${a + b}", 4, "Unexpected characters at end of expression: '+ b'"),
    ("${a,b}", 3, "Unexpected characters at end of expression: ',b'"),
    ("${'a' 'b'}", 6, "Unexpected characters at end of expression: ''b''"),
    ("${?}", 2, "Unexpected characters at end of expression: '?'"),
    ("${ {x} }", 3, "Unexpected characters at end of expression: '{x} '"),
    ("${[1]}", 2, "Unexpected characters at end of expression: '[1]'"),
    ("${\\x}", 2, "Unexpected characters at end of expression: '\\x'"),
    ("${f() g()}", 6, "Unexpected characters at end of expression: 'g()'"),
    ("${f)}", 3, "Unexpected characters at end of expression: ')'"),
    ("${f(a: 1)(b: 2)}", 9, "Unexpected characters at end of expression: '(b: 2)'"),
    ("${f(1)}", 5, "Expected ':' after argument name '1' in function 'f'"),
    ("${f('a')}", 4, "Expected ')' after function arguments for 'f'"),
    ("${f(${/ts}, 'yyyy')}", 4, "Expected ')' after function arguments for 'f'"),
    ("${f(/x)}", 4, "Expected ')' after function arguments for 'f'"),
    ("${f(a 1)}", 6, "Expected ':' after argument name 'a' in function 'f'"),
    ("${f(a:1 b:2)}", 8, "Expected ')' after function arguments for 'f'"),
    ("${f(a: 1}", 8, "Expected ')' after function arguments for 'f'"),
    ("${f(}", 4, "Expected ')' after function arguments for 'f'"),
    ("${f(,)}", 4, "Expected ')' after function arguments for 'f'"),
    ("${f(a: 1,,)}", 9, "Expected ')' after function arguments for 'f'"),
    ("${f(a-b: 1)}", 5, "Expected ':' after argument name 'a' in function 'f'"),
    ("${@index}", 2, "'@index' is no path"),
    ("${x} ${@}", 7, "'@' is no path"),
    ("${a@b}", 3, "Unexpected characters at end of expression: '@b'"),
]


def refusal(text: str, limits: Limits | None = None) -> A2uiError:
    with pytest.raises(A2uiError) as caught:
        parse(text, limits or Limits())
    return caught.value


@pytest.mark.parametrize(("text", "place", "said"), REFUSED)
def test_the_caret_stands_under_the_fault(text: str, place: int, said: str) -> None:
    error = refusal(text)
    assert isinstance(error, FunctionError)
    assert (error.category, error.code) == ("expression", "INVALID_EXPRESSION")
    first, shown, caret = error.message.split("\n")
    assert first.startswith(said)
    assert first.endswith(f" at character {place + 1}")
    assert caret.strip() == "^"
    under = shown[caret.index("^") :]
    assert under[:1] == text[place : place + 1]


def test_a_duplicate_argument_is_refused_with_its_name() -> None:
    error = refusal("${f(a: 1, a: 2)}")
    assert error.code == "INVALID_EXPRESSION"
    assert "'a'" in error.message
    assert "'f'" in error.message


def test_an_error_in_a_long_text_shows_its_surroundings_only() -> None:
    text = "x" * 4_000 + "${1.2.3}" + "y" * 4_000
    error = refusal(text)
    assert "at character 4003" in error.message
    assert len(error.message) < 250
    _, shown, caret = error.message.split("\n")
    assert shown[caret.index("^") :].startswith("1.2.3}")


def test_an_error_after_line_breaks_has_three_lines_and_its_caret() -> None:
    error = refusal("a\nb\r\n${1.2.3}\n")
    _, shown, caret = error.message.split("\n")
    assert shown[caret.index("^") :].startswith("1.2.3")


def test_a_long_rest_is_not_repeated_at_length() -> None:
    assert len(refusal("${a " + "b" * 5_000 + "}").message) < 250


def test_a_long_number_is_not_repeated_at_length() -> None:
    assert len(refusal("${1." + "2." * 2_000 + "}").message) < 250


def test_positional_and_unseparated_arguments_are_told_the_right_form() -> None:
    for text in ("${f(1)}", "${f(a:1 b:2)}", "${f('a')}"):
        assert "name: value" in refusal(text).message


def test_a_quote_that_does_not_end_swallows_the_brace() -> None:
    assert "Unclosed interpolation" in refusal("it's ${'x} and more'").message
