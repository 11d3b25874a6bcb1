"""What users met elsewhere with expressions; named by the pitfall's id."""

from __future__ import annotations

import time
from typing import Any

import pytest

from a2ui_kernel import A2uiError, DataContext
from a2ui_kernel.expression import Call, Part, Path, parse

from .. import support
from ..evaluation.making import call, context, error_of, plain_call, value_of

ERROR = "error"


def parsed(text: str) -> Any:
    """The one part, or that it is an error."""
    try:
        [part] = parse(text)
    except A2uiError as error:
        return f"{error.category == 'expression' and ERROR}"
    return part


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("${3.1.4}", ERROR),
        ("${1..2}", ERROR),
        ("${2.}", 2.0),
        ("${.25}", 0.25),
        ("${7up}", ERROR),
        ("${1.2.3.4}", ERROR),
    ],
)
def test_ex_02_a_malformed_number_is_an_error(text: str, part: Part) -> None:
    assert repr(parsed(text)) == repr(part)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("${-12}", -12),
        ("${2e2}", 200.0),
        ("${2E-1}", 0.2),
        ("${a-b}", Path("a-b")),
        ("${-b}", Path("-b")),
        ("${3-2}", ERROR),
        ("${2e}", ERROR),
        ("${1e400}", ERROR),
        ("${-1e400}", ERROR),
        ("${f(x: -0.5)}", Call("f", {"x": -0.5})),
    ],
)
def test_ex_03_signs_and_exponents_belong_to_numbers(text: str, part: Part) -> None:
    assert repr(parsed(text)) == repr(part)


@pytest.mark.parametrize(
    "text",
    [
        "${" * 3_000 + "x" + "}" * 900,
        "${" * 3_333 + "}" * 3_333,
        "${" + "f(a: " * 1_200 + "1" + ")" * 1_200 + "}",
        "${" + "f(a: ${" * 700 + "1" + "})" * 700 + "}",
    ],
)
def test_ex_04_deep_nesting_is_an_error_and_quick(text: str) -> None:
    start = time.perf_counter()
    assert parsed(text) == ERROR
    here = context(support.BASIC_0_9, {"t": text})
    outcome = here.evaluate(plain_call("formatString", value={"path": "/t"}))
    assert error_of(outcome).category == "expression"
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    "text",
    [
        "${formatDate(${/when}, 'yyyy')}",
        "${formatDate(/when, format: 'yyyy')}",
        "${f(a:1 b:2)}",
        "${f(1)}",
        "${f(}",
        "${f(a}",
    ],
)
def test_ex_06_positional_unclosed_and_unseparated_arguments_are_errors(text: str) -> None:
    with pytest.raises(A2uiError) as caught:
        parse(text)
    function = "formatDate" if "formatDate" in text else "f"
    assert f"'{function}'" in caught.value.message
    assert "name: value" in caught.value.message


def test_ex_06_named_arguments_parse_and_a_trailing_comma_is_allowed() -> None:
    assert parsed("${formatDate(value: ${/when}, format: 'yyyy')}") == Call(
        "formatDate", {"value": Path("/when"), "format": "yyyy"}
    )
    assert parsed("${f(a:1,)}") == Call("f", {"a": 1})
    assert parsed("${f(a:1,a:2)}") == ERROR


@pytest.mark.parametrize("version", ["v0.9", "v1.0"])
def test_ex_07_a_plain_text_is_not_interpolated(version: str) -> None:
    here = DataContext(catalogs=[], version=version, data={"name": "Ada"})
    for value in ("Hi ${/name}", ["${/name}"], {"a": "${/name}"}):
        assert value_of(here.evaluate(value)) == value


@pytest.mark.parametrize("text", ["${/name}", "Hi ${/name}"])
def test_ex_07_nor_is_the_argument_of_any_other_function(text: str) -> None:
    here = context(support.BASIC, {"name": "Ada"})
    written = call("length", value=text, min=len(text), max=len(text))
    assert value_of(here.evaluate(written)) == {"valid": True}
    assert value_of(here.evaluate(call("formatString", value=text))) == text.replace(
        "${/name}", "Ada"
    )
