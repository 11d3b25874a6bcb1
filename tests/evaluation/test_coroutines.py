"""Implementations that are coroutine functions: never called inside, started by the host."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

import pytest

from a2ui_kernel import (
    A2uiError,
    Failure,
    FunctionError,
    LocalCall,
    OpenUrl,
    Returned,
    Value,
    Waiting,
    Write,
)

from .making import (
    at,
    at_once,
    call,
    calls_of,
    context,
    error_of,
    finish,
    functions,
    give,
    later,
    throw,
    value_of,
)


class Counted:
    """A coroutine function that counts its calls, and its runs."""

    def __init__(self) -> None:
        self.started = 0

    async def __call__(self, args: Any, _context: Any) -> Any:
        self.started += 1
        return {"run": self.started, **args}


def wanted_of(evaluation: Any) -> LocalCall:
    [wanted] = calls_of(evaluation)
    assert isinstance(wanted, LocalCall)
    return wanted


class TestNeverInside:
    @pytest.mark.parametrize("attempt", ["evaluate", "evaluation", "resolve"])
    def test_the_core_does_not_call_it(self, attempt: str) -> None:
        body = Counted()
        here = context(functions(f=body))
        expression = [call("f"), call("f", x=call("f"))]
        if attempt == "resolve":
            with pytest.raises(A2uiError, match="not there yet"):
                here.resolve(expression)
        else:
            getattr(here, attempt)(expression)
        assert body.started == 0

    def test_every_kind_of_coroutine_function_is_known_as_one(self) -> None:
        async def plain(_extra: Any, _args: Any, _context: Any) -> int:
            return 1

        class Holder:
            async def method(self, _args: Any, _context: Any) -> int:
                return 1

        bodies = (functools.partial(plain, 0), Holder().method, Counted(), later(give(1)))
        for body in bodies:
            assert isinstance(context(functions(f=body)).evaluate(call("f")), Waiting)

    def test_what_it_waits_for_is_told(self) -> None:
        here = context(functions(f=Counted()), {"n": 5}, scope="/rows")
        wanted = wanted_of(here.evaluation(call("f", x=at("/n"))))
        assert (wanted.function, wanted.args, wanted.scope) == ("f", {"x": 5}, "/rows")
        assert (wanted.ref, wanted.prop) == (None, None)

    def test_unwrap_raises_and_names_what_is_missing(self) -> None:
        with pytest.raises(FunctionError) as caught:
            context(functions(f=Counted())).evaluate([call("f"), call("ask")]).unwrap()
        assert caught.value.code == "WOULD_WAIT"
        assert "f, ask" in caught.value.message


class TestStart:
    def test_it_gives_a_new_awaitable_each_time(self) -> None:
        body = Counted()
        wanted = wanted_of(context(functions(f=body)).evaluation(call("f", a=0)))
        outcomes = [finish(wanted) for _ in range(3)]
        assert [value_of(outcome)["run"] for outcome in outcomes] == [1, 2, 3]

    def test_it_runs_in_an_event_loop_side_by_side(self) -> None:
        async def slow(args: Any, here: Any) -> Any:
            await asyncio.sleep(0.001)
            return [args["n"], here.resolve(at("/n"))]

        async def both() -> list[Value | Failure]:
            evaluation = context(functions(f=slow), {"n": 5}).evaluation(
                [call("f", n=1), call("f", n=2)]
            )
            first, second = calls_of(evaluation)
            assert isinstance(first, LocalCall)
            assert isinstance(second, LocalCall)
            return list(await asyncio.gather(first.start(), second.start(), first.start()))

        outcomes = asyncio.run(both())
        assert [value_of(outcome) for outcome in outcomes] == [[1, 5], [2, 5], [1, 5]]
        assert all(outcome.reads == {"/n"} for outcome in outcomes)

    def test_it_raises_nothing_but_cancellation(self) -> None:
        async def forever(_args: Any, _context: Any) -> None:
            await asyncio.sleep(60)

        async def cancelled() -> None:
            wanted = wanted_of(context(functions(f=forever)).evaluation(call("f")))
            task = asyncio.ensure_future(wanted.start())
            await asyncio.sleep(0)
            task.cancel()
            await task

        with pytest.raises(asyncio.CancelledError):
            asyncio.run(cancelled())

    def test_it_carries_effects_and_what_was_read(self) -> None:
        async def body(_args: Any, here: Any) -> Returned:
            await here.resolve_async(call("open"))
            return Returned(here.resolve(at("/a")), (Write("/b", 1),))

        catalog = functions(f=body, open=give(Returned(None, (OpenUrl("https://a.example"),))))
        outcome = finish(wanted_of(context(catalog, {"a": 1}).evaluation(call("f"))))
        effects = (OpenUrl("https://a.example"), Write("/b", 1))
        assert outcome == Value(1, effects)
        assert outcome.reads == {"/a"}

    def test_two_starts_do_not_share_what_they_read(self) -> None:
        async def body(args: Any, here: Any) -> None:
            here.resolve(at(f"/{len(args['seen'])}"))

        wanted = wanted_of(context(functions(f=body)).evaluation(call("f", seen=[1, 2])))
        assert finish(wanted).reads == finish(wanted).reads == {"/2"}


class TestSettling:
    def test_a_host_without_a_loop_may_settle_it_with_a_failure(self) -> None:
        evaluation = context(functions(f=Counted(), g=give(1))).evaluation(call("g", x=call("f")))
        refused = Failure(FunctionError("NO_LOOP", "no loop here"))
        assert error_of(evaluation.settle("1", refused).outcome).code == "NO_LOOP"

    def test_the_value_goes_on_into_the_expression_and_is_data(self) -> None:
        catalog = functions(f=later(give({"@path": "/x"})), g=lambda args, _c: args)
        evaluation = context(catalog).evaluation(call("g", x=call("f")))
        settled = evaluation.settle("1", finish(wanted_of(evaluation)))
        assert value_of(settled.outcome) == {"x": {"@path": "/x"}}

    def test_its_effects_come_when_it_finishes(self) -> None:
        def effect(path: str) -> Returned:
            return Returned(path, (Write(path, 1),))

        catalog = functions(
            slow=later(lambda args, _c: effect(args["p"])),
            fast=lambda args, _c: effect(args["p"]),
        )
        evaluation = context(catalog).evaluation(
            [
                call("slow", p="/1"),
                call("fast", p="/2"),
                call("fast", p="/3", x=call("slow", p="/4")),
            ]
        )
        first, second = calls_of(evaluation)
        for wanted in (second, first):
            evaluation = evaluation.settle(wanted.token, finish(wanted))
        effects = getattr(evaluation.outcome, "effects", ())
        assert [effect.path for effect in effects] == ["/2", "/4", "/3", "/1"]

    def test_its_failure_has_the_effects_of_what_it_did(self) -> None:
        raised = FunctionError("LATE", "late")
        catalog = functions(f=later(throw(raised)), mark=give(Returned(1, (Write("/a", 1),))))
        evaluation = context(catalog).evaluation([call("mark"), call("f")])
        outcome = evaluation.settle("1", finish(wanted_of(evaluation))).outcome
        assert error_of(outcome) == raised
        assert getattr(outcome, "effects", ()) == (Write("/a", 1),)


class TestResolveAsync:
    def test_it_awaits_coroutine_functions_at_any_depth(self) -> None:
        catalog = functions(f=later(lambda args, _c: args["n"] + 1), g=lambda args, _c: args)
        here = context(catalog, {"n": 1})
        written = [call("f", n=call("f", n=at("/n"))), call("g", x=call("f", n=7))]
        assert at_once(here.resolve_async(written)) == [3, {"x": 8}]

    def test_it_runs_each_call_once(self) -> None:
        body = Counted()
        here = context(functions(f=body))
        assert at_once(here.resolve_async([call("f"), call("f", x=call("f"))])) is not None
        assert body.started == 3

    def test_it_raises_for_a_call_to_the_agent(self) -> None:
        here = context(functions(f=Counted()))
        for written in (call("ask"), [call("f"), call("ask")]):
            with pytest.raises(FunctionError) as caught:
                at_once(here.resolve_async(written))
            assert caught.value.code == "WOULD_WAIT"

    def test_it_raises_the_failure(self) -> None:
        raised = FunctionError("X", "x", {"a": 1})
        here = context(functions(f=later(throw(raised))))
        with pytest.raises(FunctionError) as caught:
            at_once(here.resolve_async([call("f")]))
        assert caught.value == raised
        assert caught.value is not raised

    def test_a_coroutine_function_that_resolves_plainly_would_wait(self) -> None:
        async def outer(_args: Any, here: Any) -> Any:
            return here.resolve(call("f"))

        here = context(functions(f=Counted(), outer=outer))
        outcome = finish(wanted_of(here.evaluation(call("outer"))))
        assert error_of(outcome).code == "WOULD_WAIT"

    def test_what_would_wait_may_be_caught(self) -> None:
        def careful(_args: Any, here: Any) -> Any:
            try:
                return here.resolve(call("f"))
            except A2uiError as error:
                return error.code

        here = context(functions(f=Counted(), careful=careful))
        assert value_of(here.evaluate(call("careful"))) == "WOULD_WAIT"
