"""What is handed out is a value: equal, frozen, printable."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from a2ui_kernel import (
    AgentCall,
    Evaluation,
    Failure,
    FrozenDict,
    FunctionError,
    LocalCall,
    Value,
    Waiting,
)

from .making import call, calls_of, context, echo, functions, later

CATALOG = functions(f=echo, slow=later(echo))
AGENT = AgentCall("1", "s", FrozenDict({"@call": "a"}))
LOCAL = LocalCall("1", "slow", FrozenDict({"x": 1}), "/")


def waiting(written: Any) -> Waiting:
    outcome = context(CATALOG).evaluate(written)
    assert isinstance(outcome, Waiting)
    return outcome


class TestEquality:
    @pytest.mark.parametrize("value", [AGENT, LOCAL], ids=["agent", "local"])
    def test_a_call_equals_one_with_the_same_fields(self, value: AgentCall | LocalCall) -> None:
        assert value == copy.copy(value)
        assert value == copy.deepcopy(value)

    @pytest.mark.parametrize(
        "other",
        [
            AgentCall("2", "s", FrozenDict({"@call": "a"})),
            AgentCall("1", None, FrozenDict({"@call": "a"})),
            AgentCall("1", "s", FrozenDict({"@call": "b"})),
            AgentCall("1", "s", FrozenDict({"@call": "a"}), ref="r"),
            AgentCall("1", "s", FrozenDict({"@call": "a"}), prop="p"),
        ],
    )
    def test_agent_calls_differ_by_any_field(self, other: AgentCall) -> None:
        assert other != AGENT

    @pytest.mark.parametrize(
        "other",
        [
            LocalCall("2", "slow", FrozenDict({"x": 1}), "/"),
            LocalCall("1", "fast", FrozenDict({"x": 1}), "/"),
            LocalCall("1", "slow", FrozenDict({"x": True}), "/"),
            LocalCall("1", "slow", FrozenDict({"x": 1}), "/a"),
            LocalCall("1", "slow", FrozenDict({"x": 1}), "/", ref="r"),
        ],
    )
    def test_local_calls_differ_by_any_field(self, other: LocalCall) -> None:
        assert other != LOCAL

    def test_arguments_are_compared_as_json(self) -> None:
        assert AgentCall("1", "s", FrozenDict(call("a", x=1))) == AgentCall(
            "1", "s", FrozenDict(call("a", x=1.0))
        )
        assert AgentCall("1", "s", FrozenDict(call("a", x=1))) != AgentCall(
            "1", "s", FrozenDict(call("a", x=True))
        )

    def test_waiting_is_equal_by_its_calls(self) -> None:
        written = [call("a"), call("slow", x=1)]
        assert waiting(written) == waiting(written)
        assert waiting(written) != waiting([call("a"), call("slow", x=True)])
        assert waiting(call("a")) != waiting(call("b"))

    def test_nothing_is_equal_across_types(self) -> None:
        error = FunctionError("X", "x")
        values: list[object] = [
            AGENT,
            LOCAL,
            waiting(call("a")),
            Value(1),
            Failure(error),
            error,
            1,
        ]
        for place, one in enumerate(values):
            for other in values[place + 1 :]:
                assert one != other
                assert other != one

    def test_what_holds_json_is_not_hashable(self) -> None:
        for value in (AGENT, LOCAL, waiting(call("a")), Value(1), Failure(FunctionError("X", "x"))):
            with pytest.raises(TypeError):
                hash(value)

    def test_what_was_read_counts_for_no_equality(self) -> None:
        assert Value(1, reads=frozenset({"/a"})) == Value(1)
        assert Value(True) != Value(1)


class TestFrozen:
    @pytest.mark.parametrize(
        ("value", "field"),
        [
            (AGENT, "token"),
            (LOCAL, "args"),
            (waiting(call("a")), "calls"),
            (Value(1), "value"),
            (Failure(FunctionError("X", "x")), "error"),
            (context(CATALOG).evaluation(1), "outcome"),
            (context(CATALOG).evaluation(1), "context"),
        ],
    )
    def test_a_field_cannot_be_set_nor_deleted(self, value: Any, field: str) -> None:
        with pytest.raises(AttributeError):
            setattr(value, field, None)
        with pytest.raises(AttributeError):
            delattr(value, field)

    @pytest.mark.parametrize("value", [AGENT, LOCAL, Value(1)])
    def test_there_is_no_room_for_other_fields(self, value: Any) -> None:
        with pytest.raises((AttributeError, TypeError)):
            value.more = 1

    def test_what_it_hands_out_is_frozen_too(self) -> None:
        evaluation = context(CATALOG).evaluation([call("a", x=[1]), call("slow", x=[1])])
        agent, local = calls_of(evaluation)
        assert isinstance(agent, AgentCall)
        assert isinstance(local, LocalCall)
        for value in (agent.call, local.args, evaluation.expression):
            with pytest.raises(TypeError):
                value["x"] = 1  # type: ignore[index, call-overload]


class TestRepr:
    def test_of_calls(self) -> None:
        assert repr(AGENT) == (
            "AgentCall(token='1', surface_id='s', call={'@call': 'a'}, ref=None, prop=None)"
        )
        local = repr(LOCAL)
        assert local == (
            "LocalCall(token='1', function='slow', args={'x': 1}, scope='/', ref=None, prop=None)"
        )

    def test_waiting_shows_its_calls_and_not_its_evaluation(self) -> None:
        outcome = waiting(call("slow", x=1))
        assert repr(outcome) == f"Waiting(calls=({outcome.calls[0]!r},))"
        assert "evaluation" not in repr(outcome)

    def test_an_evaluation_shows_its_outcome(self) -> None:
        here = context(CATALOG)
        assert repr(here.evaluation(1)) == "<Evaluation: Value(value=1)>"
        evaluation = here.evaluation(call("a"))
        assert repr(evaluation) == f"<Evaluation: {evaluation.outcome!r}>"

    def test_outcomes_show_effects_only_where_there_are_any(self) -> None:
        assert repr(Value(1)) == "Value(value=1)"
        assert repr(Value(1, reads=frozenset({"/a"}))) == "Value(value=1)"
        assert repr(Failure(FunctionError("X", "x"))).startswith("Failure(error=FunctionError(")


def test_an_agent_call_can_be_pickled() -> None:
    [wanted] = calls_of(context(CATALOG).evaluation(call("a", x=[1])))
    assert pickle.loads(pickle.dumps(wanted)) == wanted


def test_an_evaluation_tells_where_and_what_is_evaluated() -> None:
    here = context(CATALOG)
    evaluation: Evaluation = here.evaluation(call("a"))
    assert evaluation.context is here
    assert evaluation.expression == call("a")
    assert evaluation.notes == ()
