"""An evaluation that waits: settled in any order, remembered, begun again, given up."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from a2ui_kernel import (
    Evaluation,
    Failure,
    FunctionError,
    LocalCall,
    Value,
    Waiting,
)

from .. import support
from .making import (
    call,
    calls_of,
    context,
    echo,
    error_of,
    finish,
    functions,
    later,
    throw,
    value_of,
)

NO = FunctionError("NO", "no")


class Log:
    """Implementations that tell when they ran."""

    def __init__(self) -> None:
        self.ran: list[Any] = []

    def body(self, args: Any, _context: Any) -> Any:
        self.ran.append(args["n"])
        return args["n"]


def asked(evaluation: Evaluation) -> list[Any]:
    """The names of the calls that an evaluation waits for."""
    return [
        wanted.function if isinstance(wanted, LocalCall) else wanted.call["@call"]
        for wanted in calls_of(evaluation)
    ]


def token_of(evaluation: Evaluation, name: str) -> str:
    return calls_of(evaluation)[asked(evaluation).index(name)].token


class TestSettling:
    expression = [call("a"), {"k": call("b", x=call("c"))}, call("d"), 5]  # noqa: RUF012

    @pytest.mark.parametrize("order", [*itertools.permutations("acd")])
    def test_the_order_does_not_matter(self, order: tuple[str, ...]) -> None:
        evaluation = context(functions(f=echo)).evaluation(self.expression)
        for name in order:
            evaluation = evaluation.settle(token_of(evaluation, name), Value(name.upper()))
        assert asked(evaluation) == ["b"]
        evaluation = evaluation.settle(token_of(evaluation, "b"), Value("B"))
        assert value_of(evaluation.outcome) == ["A", {"k": "B"}, "D", 5]

    def test_the_siblings_of_what_waits_are_evaluated(self) -> None:
        log = Log()
        here = context(functions(f=log.body, g=echo))
        evaluation = here.evaluation(
            call("g", x=call("f", n=1, w=call("a")), y=[call("f", n=2)], z={"k": call("f", n=3)})
        )
        assert log.ran == [2, 3]
        assert asked(evaluation) == ["a"]

    def test_calls_stand_in_the_order_of_the_expression(self) -> None:
        here = context(functions(slow=later(echo)))
        evaluation = here.evaluation([call("a"), call("slow"), {"x": call("b"), "y": call("c")}])
        assert asked(evaluation) == ["a", "slow", "b", "c"]
        evaluation = evaluation.settle(token_of(evaluation, "b"), Value(1))
        assert asked(evaluation) == ["a", "slow", "c"]

    def test_an_unknown_token_changes_nothing(self) -> None:
        evaluation = context(functions(f=echo)).evaluation([call("a"), call("b")])
        used = token_of(evaluation, "a")
        settled = evaluation.settle(used, Value(1))
        for token in ("", "x", "99", used):
            assert settled.settle(token, Value(2)) is settled
            assert settled.settle(token, Failure(NO)) is settled
        done = settled.settle(token_of(settled, "b"), Value(2))
        assert done.settle(used, Value(3)) is done
        assert value_of(done.outcome) == [1, 2]

    def test_tokens_are_never_used_twice(self) -> None:
        evaluation = context(functions(slow=later(echo))).evaluation(
            call("a", x=[call("b"), call("slow", x=call("c"))], y=call("d", z=call("e")))
        )
        seen: list[str] = []
        while isinstance(evaluation.outcome, Waiting):
            tokens = [wanted.token for wanted in calls_of(evaluation)]
            assert len(set(tokens)) == len(tokens)
            first = calls_of(evaluation)[0]
            assert first.token not in seen
            seen.append(first.token)
            outcome = finish(first) if isinstance(first, LocalCall) else Value(1)
            evaluation = evaluation.settle(first.token, outcome)
        assert len(seen) == 6

    def test_a_waiting_call_keeps_its_token_while_others_are_settled(self) -> None:
        evaluation = context(functions(slow=later(echo))).evaluation(
            [call("a"), call("slow"), call("b")]
        )
        kept = [
            wanted for wanted in calls_of(evaluation) if wanted.token != token_of(evaluation, "a")
        ]
        settled = evaluation.settle(token_of(evaluation, "a"), Value(1))
        assert list(calls_of(settled)) == kept

    def test_the_old_evaluation_can_be_settled_otherwise(self) -> None:
        evaluation = context(functions(f=echo)).evaluation(call("f", x=call("a")))
        token = token_of(evaluation, "a")
        assert value_of(evaluation.settle(token, Value(1)).outcome) == {"x": 1}
        assert value_of(evaluation.settle(token, Value(2)).outcome) == {"x": 2}
        assert error_of(evaluation.settle(token, Failure(NO)).outcome) == NO
        assert asked(evaluation) == ["a"]

    def test_waiting_carries_its_evaluation(self) -> None:
        outcome = context(functions(f=echo)).evaluate(call("f", x=call("a")))
        assert isinstance(outcome, Waiting)
        [wanted] = outcome.calls
        settled = outcome.evaluation.settle(wanted.token, Value(7))
        assert value_of(settled.outcome) == {"x": 7}


class TestNeverTwice:
    def test_finished_calls_are_not_run_again(self) -> None:
        log = Log()
        slow = Log()
        here = context(functions(f=log.body, slow=later(slow.body), g=echo))
        evaluation = here.evaluation(
            [
                call("f", n=1),
                call("g", x=call("f", n=call("f", n=2)), y=call("a")),
                call("slow", n=3),
                call("f", n=4, w=call("b", x=call("f", n=5))),
            ]
        )
        while isinstance(evaluation.outcome, Waiting):
            wanted = calls_of(evaluation)[-1]
            outcome = finish(wanted) if isinstance(wanted, LocalCall) else Value("answer")
            evaluation = evaluation.settle(wanted.token, outcome)
        assert sorted(log.ran) == [1, 2, 2, 4, 5]
        assert slow.ran == [3]
        assert value_of(evaluation.outcome) == [1, {"x": 2, "y": "answer"}, 3, 4]

    def test_the_same_call_in_two_places_runs_twice(self) -> None:
        log = Log()
        here = context(functions(f=log.body))
        assert value_of(here.evaluate([call("f", n=1), call("f", n=1)])) == [1, 1]
        assert log.ran == [1, 1]
        evaluation = here.evaluation([call("a"), call("a")])
        first, second = calls_of(evaluation)
        assert first.token != second.token

    def test_a_finished_template_is_not_expanded_again(self) -> None:
        log = Log()

        def negation(_args: Any, _here: Any) -> bool:
            log.ran.append(1)
            return True

        catalog = support.BASIC.implement({"not": negation})
        evaluation = context(catalog).evaluation(
            [call("formatString", value="${not(value: 1)}"), call("a"), call("b")]
        )
        for name in ("a", "b"):
            evaluation = evaluation.settle(token_of(evaluation, name), Value(0))
        assert value_of(evaluation.outcome) == ["true", 0, 0]
        assert log.ran == [1]


class TestFailure:
    @pytest.mark.parametrize("name", ["a", "slow", "b"])
    def test_it_abandons_everything(self, name: str) -> None:
        log = Log()
        here = context(functions(slow=later(echo), f=log.body))
        evaluation = here.evaluation([call("f", n=1, x=[call("a"), call("slow"), call("b")])])
        failed = evaluation.settle(token_of(evaluation, name), Failure(NO))
        assert error_of(failed.outcome) == NO
        assert log.ran == []
        for token in ("1", "2", "3"):
            assert failed.settle(token, Value(1)) is failed

    def test_one_at_once_is_the_outcome_though_others_wait(self) -> None:
        here = context(functions(boom=throw(NO), g=echo))
        assert error_of(here.evaluate([call("a"), call("g", x=call("boom"))])) == NO

    def test_what_stands_behind_it_does_not_run(self) -> None:
        log = Log()
        here = context(functions(boom=throw(NO), f=log.body))
        assert error_of(here.evaluate([call("f", n=1), call("boom"), call("f", n=2)])) == NO
        assert log.ran == [1]

    def test_within_one_run_the_first_in_the_expression_counts(self) -> None:
        bodies = {name: throw(FunctionError(name, name)) for name in ("x", "y", "z")}
        here = context(functions(**bodies, g=echo))
        assert error_of(here.evaluate([call("g", a=call("y")), call("x"), call("z")])).code == "y"
        assert error_of(here.evaluate(call("x", a=call("y"), b=call("z")))).code == "y"

    def test_the_one_that_is_known_first_counts(self) -> None:
        evaluation = context(functions(f=echo)).evaluation([call("a"), call("b")])
        for name in ("a", "b"):
            error = FunctionError(name, name)
            assert (
                error_of(evaluation.settle(token_of(evaluation, name), Failure(error)).outcome)
                == error
            )

    def test_one_after_an_answer_counts(self) -> None:
        evaluation = context(functions(boom=throw(NO))).evaluation(
            [call("a"), call("boom", x=call("b")), call("c")]
        )
        evaluation = evaluation.settle(token_of(evaluation, "b"), Value(1))
        assert error_of(evaluation.outcome) == NO
