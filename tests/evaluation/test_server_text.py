r"""`${…}` in string arguments: evaluated in the server-function dialect, once, never in data."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import AgentCall, DataContext, Value

from .. import support
from .making import (
    TEXT,
    Document,
    at,
    call,
    calls_of,
    context,
    declaration,
    echo,
    error_of,
    finish,
    functions,
    give,
    later,
    plain_call,
    published,
    server,
    server_function,
    throw,
    value_of,
)

DATA = {
    "n": 5,
    "name": "Ada",
    "t": "${/n}",
    "list": [1, "${/n}"],
    "o": {"k": "${/n}"},
    "big": 1e21,
    "null": None,
}
CATALOG = server(
    {
        "f": server_function(),
        "typed": server_function(
            {"type": "object", "properties": {"n": {"type": "number"}, "s": {"type": "string"}}}
        ),
        "ask": server_function(at="server"),
        "slow": server_function(),
        "odd": server_function(),
        "boom": server_function(),
    }
).implement(
    {
        "f": echo,
        "typed": echo,
        "slow": later(lambda args, _c: args),
        "odd": give("${/n}"),
        "boom": throw(ValueError()),
    }
)
HERE = DataContext(catalogs=[CATALOG, support.BASIC], version="v1.0", default=CATALOG, data=DATA)


def got(**args: Any) -> Any:
    return HERE.resolve(plain_call("f", **args))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("plain", "plain"),
        ("${/n}", 5),
        ("${ /n }", 5),
        ("${/list}", DATA["list"]),
        ("${/o}", DATA["o"]),
        ("${/gone}", None),
        ("${/null}", None),
        ("${true}", True),
        ("${1.5}", 1.5),
        ("${'q'}", "q"),
        ("${}", ""),
        ("${f(a: /n)}", {"a": 5}),
        ("${f(a: f(b: ${/name}))}", {"a": {"b": "Ada"}}),
        ("n=${/n}", "n=5"),
        ("${/n}${/n}", "55"),
        (" ${/n}", " 5"),
        ("${/n}, ${/name}, ${/gone}, ${true}", "5, Ada, , true"),
        ("${/list}!", '[1,"${/n}"]!'),
        ("${/big}!", "1e+21!"),
        ("\\${/n}", "${/n}"),
        ("\\${/n} ${/n}", "${/n} 5"),
        ("$ {/n} $n", "$ {/n} $n"),
        ("${formatNumber(value: 1234.5, decimals: 2)}", "1,234.50"),
    ],
)
def test_a_lone_interpolation_keeps_its_type_and_others_make_text(text: str, value: Any) -> None:
    assert got(x=text) == {"x": value}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (["${/n}", ["${/n}!"]], [5, ["5!"]]),
        ({"a": "${/n}", "b": {"c": ["${/name}"]}}, {"a": 5, "b": {"c": ["Ada"]}}),
        ([{"path": "/n"}, "${/n}", 1, None], [5, 5, 1, None]),
        ({"a": {"call": "f", "args": {"x": "${/n}"}}}, {"a": {"x": 5}}),
        ({"${/n}": 1}, {"${/n}": 1}),
    ],
)
def test_texts_in_lists_and_objects_are_evaluated_at_any_depth(written: Any, value: Any) -> None:
    assert got(x=written) == {"x": value}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ({"path": "/t"}, "${/n}"),
        ("${/t}", "${/n}"),
        ("<${/t}>", "<${/n}>"),
        ([{"path": "/list"}, "${/list}"], [DATA["list"], DATA["list"]]),
        ({"a": {"path": "/o"}}, {"a": DATA["o"]}),
        ({"call": "odd"}, "${/n}"),
        ("${odd()}", "${/n}"),
        ("${f(x: ${odd()})}", {"x": "${/n}"}),
        ("${'\\${/n}'}", "${/n}"),
        ([{"call": "odd"}, "${/t}"], ["${/n}", "${/n}"]),
    ],
)
def test_what_data_or_a_function_gave_is_never_evaluated(written: Any, value: Any) -> None:
    assert got(x=written) == {"x": value}


def test_an_answer_is_never_evaluated() -> None:
    for call_of in (plain_call("ask"), "${ask()}", ["${ask()}"]):
        evaluation = HERE.evaluation(plain_call("f", x=call_of))
        [wanted] = calls_of(evaluation)
        found = value_of(evaluation.settle(wanted.token, Value("${/n}")).outcome)
        assert found in ({"x": "${/n}"}, {"x": ["${/n}"]})


def test_only_arguments_of_calls_are_evaluated() -> None:
    for written in ("${/n}", ["${/n}"], {"a": "${/n}"}):
        assert HERE.resolve(written) == written


def test_the_published_dialects_leave_text_alone() -> None:
    assert context(functions(f=echo), DATA).resolve(call("f", x="${/n}")) == {"x": "${/n}"}
    here = context(support.BASIC_0_9, {"a": "${/n}"})
    assert here.resolve(plain_call("length", value="${/n}", min=5, max=5)) is True


class TestPublishedForm:
    @pytest.mark.parametrize(
        ("written", "value"),
        [
            (plain_call("regex", value="${/name}", pattern="^A.a$"), True),
            (plain_call("regex", value="${/name}", pattern="^${/name}"), False),
            (plain_call("length", value="${/name}", min=3, max=3), True),
            (plain_call("numeric", value="${/n}", min=5), True),
        ],
    )
    def test_plain_slots_are_left_alone(self, written: Document, value: bool) -> None:
        assert HERE.resolve(written) == {"valid": value}

    @pytest.mark.parametrize(
        ("template", "text"),
        [
            ("${/n}", "5"),
            ("${/t}", "${/n}"),
            ("\\${/n}", "${/n}"),
            ("\\\\${/n}", "\\${/n}"),
            ({"path": "/t"}, "5"),
            ("${formatString(value: '\\${/n}')}", "5"),
        ],
    )
    def test_the_value_of_format_string_is_evaluated_once(self, template: Any, text: str) -> None:
        assert HERE.resolve(plain_call("formatString", value=template)) == text

    def test_the_lists_of_and_are_evaluated(self) -> None:
        written = plain_call("and", values=["${required(value: /name)}", "${/gone}"])
        assert HERE.resolve(written) is False

    def test_a_catalog_may_be_loaded_into_the_dialect(self) -> None:
        args = {"type": "object", "properties": {"t": TEXT, "p": {"type": "string"}}}
        catalog = published({"f": declaration(args)}, dialect="server-functions")
        here = context(catalog.implement({"f": echo}), DATA)
        written = plain_call("f", t="${/n}", p="${/n}")
        assert here.resolve(written) == {"t": 5, "p": "${/n}"}


class TestServerForm:
    def test_plain_slots_take_bindings_calls_and_text(self) -> None:
        written = plain_call("typed", n="${/n}", s="<${/n}>")
        assert HERE.resolve(written) == {"n": 5, "s": "<5>"}
        written = plain_call("typed", n={"path": "/n"}, s={"call": "odd"})
        assert HERE.resolve(written) == {"n": 5, "s": "${/n}"}

    def test_what_comes_out_is_checked(self) -> None:
        error = error_of(HERE.evaluate(plain_call("typed", n="${/name}")))
        assert error.code == "INVALID_ARGUMENTS"
        error = error_of(HERE.evaluate(plain_call("typed", n="${/n}!")))
        assert error.code == "INVALID_ARGUMENTS"

    def test_a_text_that_does_not_parse_fails(self) -> None:
        for text in ("${", "${1.2.3}", "a ${f(1)}"):
            error = error_of(HERE.evaluate(plain_call("f", x=[text])))
            assert error.code == "INVALID_EXPRESSION"

    def test_a_failure_inside_is_the_failure(self) -> None:
        for text in ("${boom()}", "<${boom()}>"):
            assert error_of(HERE.evaluate(plain_call("f", x=text))).code == "EXECUTION_ERROR"
        error = error_of(HERE.evaluate(plain_call("f", x="${typo()}")))
        assert error.code == "INVALID_FUNCTION_CALL"

    def test_what_is_read_inside_counts(self) -> None:
        written = plain_call("f", x=["${/n} ${f(a: /name)}"], y={"path": "/t"})
        assert HERE.evaluation(written).reads == {"/n", "/name", "/t"}

    def test_relative_paths_start_at_the_scope(self) -> None:
        assert HERE.at("/o").resolve(plain_call("f", x="${k}")) == {"x": "${/n}"}

    def test_calls_inside_wait_and_are_settled(self) -> None:
        evaluation = HERE.evaluation(plain_call("ask", x="<${ask(q: /n)}>", y="${slow(z: 1)}"))
        inner, slow = calls_of(evaluation)
        assert isinstance(inner, AgentCall)
        assert inner.call == plain_call("ask", q=5)
        evaluation = evaluation.settle(slow.token, finish(slow)).settle(inner.token, Value("A"))
        [outer] = calls_of(evaluation)
        assert isinstance(outer, AgentCall)
        assert outer.call == plain_call("ask", x="<A>", y={"z": 1})


def test_at_signs_are_plain_keys_in_this_dialect() -> None:
    assert got(x={"@path": "/n", "@@k": 1, "@q": at("/n")}) == {
        "x": {"@path": "/n", "@@k": 1, "@q": {"@path": "/n"}}
    }
