"""Calls that wait, checks that wait, and actions."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import (
    ActionSettled,
    AgentCall,
    AgentCallCancelled,
    Binding,
    Failure,
    FunctionError,
    LocalCall,
    LocalCallCancelled,
    NodeDestroyed,
    NodeUpdated,
    Value,
    Waiting,
)

from .drawing import CATALOG, Stage

NOW = datetime(2026, 10, 14, 12, tzinfo=UTC)


def call(name: str, **args: Any) -> dict[str, Any]:
    return {"@call": name, "args": args}


LOOKUP = {"id": "root", "component": "Text", "text": call("lookup", zip={"@path": "/zip"})}


def button(action: Any, **more: Any) -> dict[str, Any]:
    return {"id": "root", "component": "Button", "child": "l", "action": action, **more}


def kinds(told: tuple[a2ui.Notification, ...]) -> list[type]:
    return [type(n) for n in told if not isinstance(n, a2ui.Notice)]


async def _slow(args: Any, context: Any) -> str:
    return f"slow {args['value']} {context.resolve({'@path': '/zip'})}"


SLOW = a2ui.Catalog.from_json(
    {
        "catalogId": "https://example.com/slow.json",
        "protocolVersion": "v1.0",
        "components": {},
        "functions": {
            "slow": {
                "type": "object",
                "returnType": "any",
                "properties": {"@call": {"const": "slow"}, "args": {"type": "object"}},
                "required": ["@call", "args"],
            }
        },
    }
).implement({"slow": _slow})


class TestProperties:
    def test_a_function_of_the_agent_is_wanted_and_its_answer_shown(self) -> None:
        stage = Stage([LOOKUP], {"zip": "10115"})
        [wanted] = [n for n in stage.told if isinstance(n, AgentCall)]
        ref = stage.at("root").ref
        assert wanted == AgentCall(
            "1@s", "s", a2ui.FrozenDict(call("lookup", zip="10115")), ref, "text"
        )
        assert stage.at("root").props["text"] == Binding(None, waiting=True)
        assert stage.at("root").busy
        assert stage.settle("1@s", Value("Berlin")) == (NodeUpdated(ref),)
        assert stage.at("root").props["text"] == Binding("Berlin")
        assert not stage.at("root").busy
        assert stage.settle("1@s", Value("late")) == ()

    def test_the_previous_value_stays_while_the_next_is_wanted(self) -> None:
        stage = Stage([LOOKUP], {"zip": "1"})
        stage.settle("1@s", Value("one"))
        told = stage.write("/zip", "2")
        assert kinds(told) == [NodeUpdated, AgentCall]
        assert stage.at("root").props["text"] == Binding("one", waiting=True)
        told = stage.write("/zip", "3")
        assert kinds(told) == [AgentCallCancelled, AgentCall]
        assert told[0] == AgentCallCancelled("2@s")

    def test_an_unchanged_argument_asks_nobody_again(self) -> None:
        stage = Stage([LOOKUP], {"zip": "1"})
        stage.settle("1@s", Value("one"))
        assert kinds(stage.put(LOOKUP)) == []
        assert stage.value("root") == "one"

    def test_a_failed_call_is_made_again_when_its_component_is_replaced(self) -> None:
        stage = Stage([LOOKUP], {"zip": "1"})
        error = FunctionError("NO", "not here")
        told = stage.settle("1@s", Failure(error))
        assert stage.at("root").props["text"] == Binding(None, error=error)
        assert [n.error for n in told if isinstance(n, a2ui.Notice)] == [error]
        assert stage.write("/other", 1) == ()
        assert kinds(stage.put(LOOKUP)) == [NodeUpdated, AgentCall]

    def test_a_node_that_goes_takes_its_calls_with_it(self) -> None:
        stage = Stage([LOOKUP], {"zip": "1"})
        ref = stage.at("root").ref
        assert stage.resolver.dispose()[1] == (NodeDestroyed(ref), AgentCallCancelled("1@s"))
        told = stage.put({"id": "root", "component": "Divider"})
        assert kinds(told) == [NodeDestroyed, a2ui.NodeCreated, AgentCallCancelled]

    def test_a_coroutine_is_wanted_and_what_it_read_is_followed(self) -> None:
        text = {**call("slow", value=1), "catalogId": SLOW.id}
        stage = Stage(
            [{"id": "root", "component": "Text", "text": text}],
            {"zip": "1"},
            catalogs=(CATALOG, SLOW),
        )
        [wanted] = [n for n in stage.told if isinstance(n, LocalCall)]
        assert (wanted.token, wanted.function, wanted.prop) == ("1@s", "slow", "text")
        stage.settle(wanted.token, asyncio.run(_outcome(wanted)))
        assert stage.value("root") == "slow 1 1"
        told = stage.write("/zip", "2")
        assert kinds(told) == [NodeUpdated, LocalCall]
        assert stage.value("root") == "slow 1 1"
        told = stage.put({"id": "root", "component": "Text", "text": "x"})
        assert kinds(told) == [NodeUpdated, LocalCallCancelled]


async def _outcome(wanted: LocalCall) -> Any:
    return await wanted.start()


class TestActions:
    def test_an_event_is_resolved_when_the_user_acts(self) -> None:
        context = {"n": {"@path": "/n"}, "path": "plain"}
        event = {"name": "go", "context": context, "userMessage": {"@path": "/m"}}
        stage = Stage([button({"event": event})], {"n": 1, "m": "Hi"})
        stage.write("/n", 2)
        made = stage.resolver.invoke(stage.at("root").ref, "action", now=NOW)
        assert made.events == (
            a2ui.ActionEvent(
                "v1.0", "s", "root", "go",
                a2ui.FrozenDict({"n": 2, "path": "plain"}), "2026-10-14T12:00:00Z", "Hi",
            ),
        )  # fmt: skip
        assert made.outcome == Value(None)
        assert made.resolver is stage.resolver

    def test_a_failed_entry_is_null_and_an_error(self) -> None:
        event = {"name": "go", "context": {"bad": {"@call": "@nope"}, "good": 1}}
        stage = Stage([button({"event": event})])
        made = stage.resolver.invoke(stage.at("root").ref, "action", now=NOW)
        assert made.events[0].context == {"bad": None, "good": 1}
        assert len(made.errors) == 1

    def test_a_function_gives_its_effects_and_no_event(self) -> None:
        url = call("openUrl", url="https://example.com/")
        stage = Stage([button({"functionCall": url})])
        made = stage.resolver.invoke(stage.at("root").ref, "action", now=NOW)
        assert made.effects == (a2ui.OpenUrl("https://example.com/"),)
        assert made.events == ()

    def test_failed_checks_block(self) -> None:
        check = {"condition": {"@path": "/ok"}, "message": "no"}
        stage = Stage([button({"event": {"name": "go"}}, checks=[check])], {"ok": False})
        made = stage.resolver.invoke(stage.at("root").ref, "action", now=NOW)
        assert made.blocked == (a2ui.ValidationResult(False, message="no"),)
        assert isinstance(made.outcome, Failure)
        assert made.outcome.error.code == "BLOCKED"
        assert made.events == ()

    @pytest.mark.parametrize("severity", ["warning", "info"])
    def test_lesser_failures_do_not_block(self, severity: str) -> None:
        stage = Stage(
            [button({"event": {"name": "go"}}, checks=[{"condition": {"@path": "/ok"}}])],
            {"ok": {"valid": False, "severity": severity}},
        )
        assert stage.resolver.invoke(stage.at("root").ref, "action", now=NOW).events

    def test_a_check_that_waits_for_the_first_time_blocks(self) -> None:
        check = {"condition": call("isFree", at={"@path": "/at"})}
        stage = Stage([button({"event": {"name": "go"}}, checks=[check])], {"at": 1})
        node = stage.at("root")
        assert (node.checks, node.busy) == (a2ui.ValidationResult(True), True)
        made = stage.resolver.invoke(node.ref, "action", now=NOW)
        assert made.blocked == (a2ui.ValidationResult(False, code="CHECK_PENDING"),)
        stage.settle("1@s", Value(False))
        assert stage.at("root").failed_checks
        stage.write("/at", 2)
        assert stage.at("root").failed_checks, "the last result stays while the next waits"
        stage.settle("2@s", Value({"valid": True}))
        assert stage.at("root").checks == a2ui.ValidationResult(True)

    def test_an_event_that_waits_is_held_back(self) -> None:
        context = {"a": call("ask", n=1), "b": call("ask", n=2)}
        stage = Stage([button({"event": {"name": "go", "context": context}})])
        ref = stage.at("root").ref
        made = stage.resolver.invoke(ref, "action", now=NOW)
        assert isinstance(made.outcome, Waiting)
        assert [c.token for c in made.calls] == ["1@s", "2@s"]
        assert {(c.ref, c.prop) for c in made.calls} == {(ref, "action")}
        assert made.resolver.node(ref).busy
        resolver, told = made.resolver.settle("2@s", Value("two"))
        assert told == ()
        resolver, told = resolver.settle("1@s", Failure(FunctionError("NO", "no")))
        assert told[0] == NodeUpdated(ref)
        assert isinstance(told[1], ActionSettled)
        assert told[1].events[0].context == {"a": None, "b": "two"}
        assert told[1].outcome == Value(None)
        assert [e.code for e in told[1].errors] == ["NO"]
        assert not resolver.node(ref).busy

    def test_a_started_action_goes_on_when_its_node_goes(self) -> None:
        stage = Stage([button({"functionCall": call("ask", n=1)})])
        ref = stage.at("root").ref
        stage.resolver = stage.resolver.invoke(ref, "action", now=NOW).resolver
        stage.put({"id": "root", "component": "Divider"})
        assert stage.settle("1@s", Value(7)) == (ActionSettled(ref, "action", Value(7)),)

    def test_dispose_ends_a_started_action(self) -> None:
        stage = Stage([button({"functionCall": call("ask", n=1)})])
        resolver = stage.resolver.invoke(stage.at("root").ref, "action", now=NOW).resolver
        resolver, told = resolver.dispose()
        assert AgentCallCancelled("1@s") in told
        [ended] = [n for n in told if isinstance(n, ActionSettled)]
        assert isinstance(ended.outcome, Failure)
        assert ended.outcome.error.code == "CANCELLED"
        assert resolver.settle("1@s", Value(1)) == (resolver, ())

    def test_two_invocations_run_side_by_side(self) -> None:
        stage = Stage([button({"functionCall": call("ask", n=1)})])
        ref = stage.at("root").ref
        first = stage.resolver.invoke(ref, "action", now=NOW)
        second = first.resolver.invoke(ref, "action", now=NOW)
        resolver, told = second.resolver.settle("1@s", Value(1))
        assert kinds(told) == [ActionSettled]
        assert resolver.node(ref).busy
        assert kinds(resolver.settle("2@s", Value(2))[1]) == [NodeUpdated, ActionSettled]

    def test_bad_input_is_an_outcome(self) -> None:
        stage = Stage([button({"event": {"name": "go"}})])
        for ref, prop in (("gone", "action"), (stage.at("root").ref, "child")):
            outcome = stage.resolver.invoke(ref, prop, now=NOW).outcome
            assert isinstance(outcome, Failure)
        with pytest.raises(ValueError, match="time zone"):
            stage.resolver.invoke("gone", "action", now=datetime(2026, 1, 1))  # noqa: DTZ001


def test_functions_that_act_do_not_run_for_a_property() -> None:
    stage = Stage([{"id": "root", "component": "Text", "text": call("openUrl", url="https://e.x")}])
    binding = stage.at("root").props["text"]
    assert isinstance(binding, Binding)
    assert binding.error is not None
    assert binding.error.code == "ACTION_ONLY"
