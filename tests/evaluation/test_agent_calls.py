"""Calls that the agent runs: what may leave, what is sent, how answers are taken."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from a2ui_kernel import AgentCall, Catalog, DataContext, Failure, FunctionError, Limits, Value
from a2ui_kernel.evaluation.context import AgentCalls

from .. import support
from .making import (
    DYNAMIC,
    ID,
    at,
    call,
    calls_of,
    context,
    declaration,
    echo,
    error_of,
    functions,
    older,
    plain_call,
    published,
    server,
    server_function,
    value_of,
)

POLICIES = get_args(AgentCalls)
DECLARED = published({"known": declaration(), "here": declaration()}).implement({"here": echo})


def sent(here: DataContext, written: Any) -> Any:
    """The one call that an expression waits for."""
    [wanted] = calls_of(here.evaluation(written))
    assert isinstance(wanted, AgentCall)
    return wanted.call


class TestPolicy:
    @pytest.mark.parametrize(
        ("policy", "name", "leaves"),
        [
            ("undeclared", "known", True),
            ("undeclared", "unknown", True),
            ("declared", "known", True),
            ("declared", "unknown", False),
            ("never", "known", False),
            ("never", "unknown", False),
        ],
    )
    def test_in_v1_0(self, policy: AgentCalls, name: str, leaves: bool) -> None:
        here = context(DECLARED, agent_calls=policy)
        if leaves:
            assert sent(here, call(name, a=1)) == call(name, a=1)
        else:
            error = error_of(here.evaluate(call(name, a=1)))
            assert error.code == "INVALID_FUNCTION_CALL"
            assert f"'{name}'" in error.message
            assert policy in error.message

    def test_everything_that_is_not_implemented_leaves_unless_told(self) -> None:
        assert sent(context(DECLARED), call("unknown")) == call("unknown")

    @pytest.mark.parametrize("policy", POLICIES)
    def test_what_is_implemented_never_leaves(self, policy: AgentCalls) -> None:
        here = context(DECLARED, agent_calls=policy)
        assert value_of(here.evaluate(call("here", a=1))) == {"a": 1}

    @pytest.mark.parametrize("policy", POLICIES)
    def test_system_functions_never_leave(self, policy: AgentCalls) -> None:
        here = context(DECLARED, agent_calls=policy)
        assert error_of(here.evaluate(call("@other"))).code == "INVALID_FUNCTION_CALL"
        assert error_of(here.evaluate(call("@index"))).code == "EXECUTION_ERROR"

    @pytest.mark.parametrize("policy", POLICIES)
    def test_nothing_leaves_in_v0_9(self, policy: AgentCalls) -> None:
        catalog = older({"known": declaration()})
        here = DataContext(catalogs=[catalog], version="v0.9", agent_calls=policy)
        for name in ("known", "unknown"):
            error = error_of(here.evaluate(plain_call(name)))
            assert error.code == "INVALID_FUNCTION_CALL"
            assert f"'{name}'" in error.message
            assert ID in error.message

    @pytest.mark.parametrize("policy", POLICIES)
    def test_a_catalog_that_is_not_there_is_a_failure_and_no_call(self, policy: AgentCalls) -> None:
        here = context(DECLARED, agent_calls=policy)
        error = error_of(here.evaluate({**call("known"), "catalogId": "gone"}))
        assert error.category == "catalog"
        nowhere = DataContext(catalogs=[], version="v1.0", agent_calls=policy)
        assert error_of(nowhere.evaluate(call("known"))).category == "catalog"

    def test_what_other_catalogs_implement_does_not_matter(self) -> None:
        both = [DECLARED, support.BASIC]
        here = DataContext(catalogs=both, version="v1.0", default=DECLARED)
        assert sent(here, call("required", value=1)) == call("required", value=1)

    @pytest.mark.parametrize("policy", POLICIES)
    def test_a_failure_of_arguments_or_of_execution_is_never_sent(self, policy: AgentCalls) -> None:
        here = context(support.BASIC, agent_calls=policy)
        assert error_of(here.evaluate(call("required"))).code == "INVALID_ARGUMENTS"
        written = call("regex", value="a", pattern="(")
        assert error_of(here.evaluate(written)).code == "INVALID_ARGUMENTS"


class TestServerFunctions:
    catalog = server(
        {
            "there": server_function(at="server"),
            "here": server_function(),
            "left": server_function(),
        }
    ).implement({"here": echo, "there": echo})

    @pytest.mark.parametrize("policy", POLICIES)
    def test_the_place_decides_and_never_refuses(self, policy: AgentCalls) -> None:
        here = context(self.catalog, agent_calls=policy)
        if policy == "never":
            error = error_of(here.evaluate(plain_call("there", a=1)))
            assert error.code == "INVALID_FUNCTION_CALL"
            assert "never" in error.message
        else:
            assert sent(here, plain_call("there", a=1)) == plain_call("there", a=1)
        assert value_of(here.evaluate(plain_call("here", a=1))) == {"a": 1}

    @pytest.mark.parametrize("policy", POLICIES)
    def test_an_undeclared_name_is_never_sent(self, policy: AgentCalls) -> None:
        error = error_of(context(self.catalog, agent_calls=policy).evaluate(plain_call("typo")))
        assert error.code == "INVALID_FUNCTION_CALL"
        assert "'typo'" in error.message

    @pytest.mark.parametrize("policy", POLICIES)
    def test_what_runs_here_without_an_implementation_fails(self, policy: AgentCalls) -> None:
        error = error_of(context(self.catalog, agent_calls=policy).evaluate(plain_call("left")))
        assert error.code == "EXECUTION_ERROR"

    def test_names_are_looked_up_in_the_default_then_in_the_others(self) -> None:
        first = server({"f": server_function(), "g": server_function(at="server")})
        second = Catalog.from_json(
            {**first.to_json(), "catalogId": "second"}  # type: ignore[dict-item]
        ).implement({"f": lambda _a, _c: "second"})
        own = first.implement({"f": lambda _a, _c: "own"})
        for default, value in ((own, "own"), (second, "second")):
            both = [second, own, support.BASIC]
            here = DataContext(catalogs=both, version="v1.0", default=default)
            assert here.resolve(plain_call("f")) == value
            assert here.resolve(plain_call("required", value=1)) == {"valid": True}
            assert sent(here, plain_call("g")) == plain_call("g")

    def test_a_catalog_id_says_nothing(self) -> None:
        written = {**plain_call("here"), "catalogId": "gone"}
        assert value_of(context(self.catalog).evaluate(written)) == {}


class TestWhatIsSent:
    def test_arguments_are_resolved_to_plain_values(self) -> None:
        here = context(DECLARED, {"a": {"@path": "/x"}})
        written = call("ask", a=at("/a"), b=[call("here", x=1)], c={"@@k": 1})
        assert sent(here, written) == call("ask", a={"@path": "/x"}, b=[{"x": 1}], c={"@k": 1})

    def test_arguments_and_the_catalog_stand_in_it_where_they_were_written(self) -> None:
        here = context(DECLARED)
        assert sent(here, {"@call": "ask"}) == {"@call": "ask"}
        assert sent(here, call("ask")) == call("ask")
        assert sent(here, {**call("ask"), "catalogId": ID}) == {**call("ask"), "catalogId": ID}

    def test_declared_arguments_are_checked_and_completed(self) -> None:
        properties = {"n": {"type": "number"}, "d": {"type": "number", "default": 2}, "v": DYNAMIC}
        args = {"type": "object", "properties": properties, "additionalProperties": False}
        here = context(published({"ask": declaration(args)}))
        assert sent(here, call("ask", n=1)) == call("ask", n=1, d=2)
        assert sent(here, call("ask", n=at("/gone"), v=at("/gone"))) == call("ask", v=None, d=2)
        assert error_of(here.evaluate(call("ask", n="x"))).code == "INVALID_ARGUMENTS"
        assert error_of(here.evaluate(call("ask", other=1))).code == "INVALID_ARGUMENTS"

    def test_nothing_is_sent_before_the_arguments_are_there(self) -> None:
        evaluation = context(DECLARED).evaluation(call("outer", x=call("inner")))
        [wanted] = calls_of(evaluation)
        assert isinstance(wanted, AgentCall)
        assert wanted.call == call("inner")
        [then] = calls_of(evaluation.settle(wanted.token, Value(5)))
        assert isinstance(then, AgentCall)
        assert then.call == call("outer", x=5)
        assert then.token != wanted.token

    def test_calls_inside_a_template_are_sent(self) -> None:
        here = context(support.BASIC, {"a": 1})
        evaluation = here.evaluation(call("formatString", value="<${ask(x: /a)}|${ask(x: 'b')}>"))
        first, second = calls_of(evaluation)
        assert isinstance(first, AgentCall)
        assert isinstance(second, AgentCall)
        assert (first.call, second.call) == (call("ask", x=1), call("ask", x="b"))
        evaluation = evaluation.settle(second.token, Value([2])).settle(first.token, Value(None))
        assert value_of(evaluation.outcome) == "<|[2]>"


class TestAnswers:
    @pytest.mark.parametrize("value", [None, 1, "a", [1], {"@path": "/x", "call": "f"}])
    def test_an_answer_is_the_value_and_is_data(self, value: Any) -> None:
        for written, expected in (
            (call("ask"), value),
            (call("here", x=call("ask")), {"x": value}),
        ):
            evaluation = context(DECLARED).evaluation(written)
            [wanted] = calls_of(evaluation)
            assert value_of(evaluation.settle(wanted.token, Value(value)).outcome) == expected

    def test_an_answer_is_not_aliased(self) -> None:
        evaluation = context(DECLARED).evaluation(call("ask"))
        mine: dict[str, Any] = {"a": [1]}
        settled = evaluation.settle(calls_of(evaluation)[0].token, Value(mine))
        mine["a"].append(2)
        assert value_of(settled.outcome) == {"a": [1]}

    def test_an_error_arrives_as_it_is(self) -> None:
        raised = FunctionError("ANY_CODE", "any message", {"d": 1})
        evaluation = context(DECLARED).evaluation(call("here", x=call("ask")))
        settled = evaluation.settle(calls_of(evaluation)[0].token, Failure(raised))
        assert error_of(settled.outcome) == raised

    @pytest.mark.parametrize("value", [float("nan"), object(), "\ud800", {1: 2}])
    def test_what_is_no_json_fails(self, value: Any) -> None:
        evaluation = context(DECLARED).evaluation(call("ask"))
        settled = evaluation.settle(calls_of(evaluation)[0].token, Value(value))
        assert error_of(settled.outcome).code == "INVALID_RETURN_VALUE"

    @pytest.mark.parametrize(("returns", "value"), [("string", 1), ("boolean", "true")])
    def test_it_is_checked_against_the_declared_constant(self, returns: str, value: Any) -> None:
        evaluation = context(published({"ask": declaration(returns=returns)})).evaluation(
            call("ask")
        )
        [wanted] = calls_of(evaluation)
        error = error_of(evaluation.settle(wanted.token, Value(value)).outcome)
        assert error.code == "INVALID_RETURN_VALUE"
        assert value_of(evaluation.settle(wanted.token, Value(None)).outcome) is None

    def test_it_is_checked_against_the_servers_schema(self) -> None:
        catalog = server({"ask": server_function(returns={"type": "boolean"}, at="server")})
        evaluation = context(catalog).evaluation(plain_call("ask"))
        [wanted] = calls_of(evaluation)
        for value in ("true", None, 1):
            error = error_of(evaluation.settle(wanted.token, Value(value)).outcome)
            assert error.code == "INVALID_RETURN_VALUE"
        assert value_of(evaluation.settle(wanted.token, Value(True)).outcome) is True

    def test_it_is_bounded(self) -> None:
        evaluation = context(DECLARED, limits=Limits(result_chars=3)).evaluation(call("ask"))
        [wanted] = calls_of(evaluation)
        error = error_of(evaluation.settle(wanted.token, Value("four")).outcome)
        assert error.code == "LIMIT_RESULT_CHARS"

    def test_an_implementation_cannot_wait_for_the_agent(self) -> None:
        catalog = functions(f=lambda _a, here: here.resolve(call("ask")))
        assert error_of(context(catalog).evaluate(call("f"))).code == "WOULD_WAIT"
