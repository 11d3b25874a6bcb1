"""An evaluation given up, or begun again where data has changed."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import AgentCall, Evaluation, Failure, Returned, Value, Waiting, Write

from .making import (
    at,
    call,
    calls_of,
    context,
    echo,
    error_of,
    finish,
    functions,
    give,
    later,
    throw,
    value_of,
)
from .test_evaluation import NO, Log, asked, token_of


class TestCancel:
    def test_a_waiting_evaluation_fails(self) -> None:
        mark = give(Returned(1, (Write("/a", 1),)))
        evaluation = context(functions(mark=mark)).evaluation([call("mark"), call("a")])
        cancelled = evaluation.cancel()
        assert error_of(cancelled.outcome).code == "CANCELLED"
        assert getattr(cancelled.outcome, "effects", ()) == (Write("/a", 1),)
        assert cancelled.settle("1", Value(1)) is cancelled
        assert cancelled.cancel() is cancelled
        assert isinstance(evaluation.outcome, Waiting)

    @pytest.mark.parametrize("written", [1, call("boom")])
    def test_one_that_has_ended_stays_as_it_is(self, written: Any) -> None:
        evaluation = context(functions(boom=throw(NO))).evaluation(written)
        assert evaluation.cancel() is evaluation


class TestAgain:
    def begun(self, data: Any, **bodies: Any) -> Evaluation:
        here = context(functions(f=echo, **bodies), data)
        return here.evaluation([call("a", x=at("/x")), call("b", y=at("/y")), at("/z")])

    def test_a_waiting_call_is_kept_where_its_arguments_are_the_same(self) -> None:
        evaluation = self.begun({"x": 1, "y": 1, "z": 1})
        again = evaluation.again(context(functions(f=echo), {"x": 1, "y": 2, "z": 2}))
        assert token_of(again, "a") == token_of(evaluation, "a")
        new = token_of(again, "b")
        assert new not in [wanted.token for wanted in calls_of(evaluation)]
        assert again.settle(token_of(evaluation, "b"), Value("stale")) is again
        done = again.settle(token_of(again, "a"), Value("A")).settle(new, Value("B"))
        assert value_of(done.outcome) == ["A", "B", 2]

    def test_an_answer_is_kept_where_its_arguments_are_the_same(self) -> None:
        evaluation = self.begun({"x": 1, "y": 1})
        for name in ("a", "b"):
            evaluation = evaluation.settle(token_of(evaluation, name), Value(name))
        same = evaluation.again(context(functions(f=echo), {"x": 1, "y": 1.0, "z": 3}))
        assert value_of(same.outcome) == ["a", "b", 3]
        other = same.again(context(functions(f=echo), {"x": 1, "y": True}))
        [wanted] = calls_of(other)
        assert isinstance(wanted, AgentCall)
        assert wanted.call == call("b", y=True)

    def test_a_failed_call_is_made_again_only_with_other_arguments(self) -> None:
        evaluation = self.begun({"x": 1})
        failed = evaluation.settle(token_of(evaluation, "a"), Failure(NO))
        assert error_of(failed.again(context(functions(f=echo), {"x": 1, "z": 1})).outcome) == NO
        renewed = failed.again(context(functions(f=echo), {"x": 2}))
        assert asked(renewed) == ["a", "b"]

    def test_local_results_are_dropped(self) -> None:
        log = Log()
        catalog = functions(f=log.body, slow=later(log.body))
        expression = [call("f", n=1), call("slow", n=2), call("f", n=at("/n"))]
        evaluation = context(catalog, {"n": 3}).evaluation(expression)
        [wanted] = calls_of(evaluation)
        evaluation = evaluation.settle(wanted.token, finish(wanted))
        again = evaluation.again(context(catalog, {"n": 4}))
        [renewed] = calls_of(again)
        assert renewed.token != wanted.token
        assert value_of(again.settle(renewed.token, finish(renewed)).outcome) == [1, 2, 4]
        assert log.ran == [1, 3, 2, 1, 4, 2]

    def test_a_waiting_coroutine_is_wanted_anew(self) -> None:
        evaluation = context(functions(slow=later(echo))).evaluation(call("slow"))
        again = evaluation.again(context(functions(slow=later(echo))))
        assert again.settle(token_of(evaluation, "slow"), Value(1)) is again
        assert asked(again) == ["slow"]

    def test_effects_are_given_anew_and_not_twice(self) -> None:
        catalog = functions(mark=give(Returned(1, (Write("/a", 1),))))
        evaluation = context(catalog).evaluation(call("mark"))
        again = evaluation.again(context(catalog))
        assert getattr(again.outcome, "effects", ()) == (Write("/a", 1),)
