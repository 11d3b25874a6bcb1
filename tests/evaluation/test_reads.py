"""What an evaluation read is known exactly afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import A2uiError, FunctionError, Value

from .. import support
from .making import (
    at,
    at_once,
    call,
    calls_of,
    context,
    echo,
    finish,
    functions,
    later,
    throw,
)

DATA = {"a": 1, "t": "${/b} ${../c}", "rows": [{"n": "x"}], "fmt": "${/inner}", "inner": 5}
BASIC = context(support.BASIC, DATA)


def reading(*paths: str) -> Any:
    """An implementation that reads these paths."""
    return lambda _args, here: [here.resolve(at(path)) for path in paths]


@pytest.mark.parametrize(
    ("written", "reads"),
    [
        (1, set()),
        ({"@@path": "/a"}, set()),
        (at("/a"), {"/a"}),
        (at("a"), {"/a"}),
        (at(""), {"/"}),
        (at("/"), {"/"}),
        (at("/gone/0"), {"/gone/0"}),
        (at("/a/"), {"/a"}),
        (at("/a~1b/~0"), {"/a~1b/~0"}),
        ([at("/a"), {"k": at("/b")}], {"/a", "/b"}),
        (call("required", value=at("/a")), {"/a"}),
        (call("and", values=[at("/a"), call("not", value=at("/b"))]), {"/a", "/b"}),
        (call("formatString", value="plain \\${/a} '/b'"), set()),
        (call("formatString", value="${/a} ${'/b'}"), {"/a"}),
        (call("formatString", value="${not(value: /a)} ${required(value: ${/b})}"), {"/a", "/b"}),
        (call("formatString", value=at("/fmt")), {"/fmt", "/inner"}),
        (call("formatString", value="${formatString(value: /fmt)}"), {"/fmt", "/inner"}),
        (call("formatString", value="${formatString(value: '\\${/a}')}"), {"/a"}),
    ],
)
def test_the_paths_that_were_read_are_known(written: Any, reads: set[str]) -> None:
    assert BASIC.evaluation(written).reads == reads


def test_relative_paths_are_told_as_absolute_ones() -> None:
    item = BASIC.item("/rows", 0)
    assert item.evaluation(at("n")).reads == {"/rows/0/n"}
    assert item.evaluation(at(".")).reads == {"/rows/0"}
    assert item.evaluation(call("formatString", value="${n} ${.} ${/a}")).reads == {
        "/rows/0/n",
        "/rows/0",
        "/a",
    }


def test_the_index_is_told_where_it_was_asked_for() -> None:
    item = BASIC.item("/rows", 0)
    assert item.evaluation(call("@index")).reads == {"@index"}
    assert item.evaluation(call("@index", offset=at("n"))).reads == {"@index", "/rows/0/n"}
    assert item.evaluation(call("formatString", value="${@index()}: ${n}")).reads == {
        "@index",
        "/rows/0/n",
    }
    assert BASIC.evaluation(call("@index")).reads == {"@index"}


class TestImplementations:
    def test_what_one_reads_counts(self) -> None:
        here = context(functions(f=reading("/a", "b")), DATA).at("/x")
        assert here.evaluation(call("f", y=at("/c"))).reads == {"/a", "/x/b", "/c"}

    def test_what_is_called_from_inside_counts_too(self) -> None:
        def outer(_args: Any, here: Any) -> Any:
            return here.resolve([call("inner", v=at("/d")), {"k": at("/e")}])

        here = context(functions(f=outer, inner=reading("/a")), DATA)
        assert here.evaluation(call("f")).reads == {"/a", "/d", "/e"}

    def test_other_scopes_and_the_index_count(self) -> None:
        def body(_args: Any, here: Any) -> Any:
            return [here.item("/rows", 0).resolve(at("n")), here.at("q").resolve(at("r"))]

        here = context(functions(f=body, g=lambda _a, h: h.resolve(call("@index"))), DATA)
        assert here.evaluation(call("f")).reads == {"/rows/0/n", "/q/r"}
        assert here.item("/rows", 0).evaluation(call("g")).reads == {"@index"}

    def test_what_was_read_before_a_failure_counts(self) -> None:
        def failing(_args: Any, here: Any) -> Any:
            here.resolve(at("/a"))
            raise FunctionError("NO", "no")

        for body in (failing, later(failing)):
            here = context(functions(f=body), DATA)
            evaluation = here.evaluation(call("f", v=at("/b")))
            if body is not failing:
                [wanted] = calls_of(evaluation)
                evaluation = evaluation.settle(wanted.token, finish(wanted))
            assert evaluation.reads == {"/a", "/b"}

    def test_a_failure_that_is_caught_inside_counts(self) -> None:
        def catching(_args: Any, here: Any) -> Any:
            try:
                here.resolve(call("boom", v=at("/a")))
            except A2uiError:
                return here.resolve(at("/b"))

        here = context(functions(f=catching, boom=throw(FunctionError("NO", "no"))), DATA)
        assert here.evaluation(call("f")).reads == {"/a", "/b"}

    def test_what_a_coroutine_reads_counts_once_it_is_settled(self) -> None:
        async def slow(_args: Any, here: Any) -> Any:
            return [here.resolve(at("/a")), await here.resolve_async(call("other"))]

        here = context(functions(f=slow, other=later(reading("/c"))), DATA)
        evaluation = here.evaluation([call("f", v=at("/b")), at("/d")])
        assert evaluation.reads == {"/b", "/d"}
        [wanted] = calls_of(evaluation)
        outcome = finish(wanted)
        assert outcome.reads == {"/a", "/c"}
        assert evaluation.settle(wanted.token, outcome).reads == {"/a", "/b", "/c", "/d"}

    def test_reading_outside_of_an_evaluation_counts_nowhere(self) -> None:
        evaluation = BASIC.evaluation(at("/a"))
        BASIC.resolve(at("/b"))
        assert at_once(BASIC.resolve_async(at("/b"))) is None
        assert evaluation.reads == {"/a"}


class TestWaiting:
    def test_what_was_read_so_far_is_known_while_it_waits(self) -> None:
        here = context(functions(f=echo), DATA)
        evaluation = here.evaluation([call("ask", v=at("/a")), call("f", v=at("/b"))])
        assert evaluation.reads == {"/a", "/b"}

    def test_a_finished_call_keeps_what_it_read_though_it_is_not_run_again(self) -> None:
        here = context(functions(f=reading("/b")), DATA)
        evaluation = here.evaluation([call("f"), call("ask", v=at("/a"))])
        [wanted] = calls_of(evaluation)
        assert evaluation.settle(wanted.token, Value(1)).reads == {"/a", "/b"}

    def test_what_a_template_of_an_answer_reads_comes_with_the_answer(self) -> None:
        evaluation = BASIC.evaluation(call("formatString", value=call("ask")))
        assert evaluation.reads == set()
        [wanted] = calls_of(evaluation)
        assert evaluation.settle(wanted.token, Value("${/a}")).reads == {"/a"}

    def test_reading_again_starts_anew(self) -> None:
        here = context(functions(pick=lambda args, c: c.resolve(at(args["path"]))), {"p": "/a"})
        evaluation = here.evaluation(call("pick", path=at("/p")))
        assert evaluation.reads == {"/p", "/a"}
        changed = context(functions(pick=lambda args, c: c.resolve(at(args["path"]))), {"p": "/b"})
        assert evaluation.again(changed).reads == {"/p", "/b"}
