"""Who may call what from where: acting functions, activation, callers."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import A2uiError, AgentCall, Catalog, OpenUrl, Returned, Value, Write
from a2ui_kernel.evaluation.authority import Mode
from a2ui_kernel.values import freeze

from .. import support
from .making import (
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
    value_of,
)

WRITE = Write("/n", 1)


def acting(slow: bool = False, **bodies: Any) -> Catalog:
    body = give(Returned("done", (WRITE,)))
    catalog = functions(act=later(body) if slow else body, f=echo, **bodies)
    return catalog.implement({}, action_only={"act"})


def in_property(catalog: Catalog, written: Document) -> Any:
    """The outcome where a property or a check asks for it."""
    return context(catalog).evaluation_in("property", freeze(written)).outcome


class TestActionOnly:
    def test_it_runs_for_the_host(self) -> None:
        outcome = context(acting()).evaluate(call("f", x=call("act")))
        assert value_of(outcome) == {"x": "done"}
        assert getattr(outcome, "effects", None) == (WRITE,)

    @pytest.mark.parametrize("slow", [False, True])
    @pytest.mark.parametrize("around", [lambda c: c, lambda c: call("f", x=[c])])
    def test_a_property_refuses_it_before_it_runs(self, slow: bool, around: Any) -> None:
        error = error_of(in_property(acting(slow), around(call("act"))))
        assert error.code == "ACTION_ONLY"
        assert "'act'" in error.message

    def test_resolving_outside_is_a_property(self) -> None:
        with pytest.raises(A2uiError) as caught:
            context(acting()).resolve(call("act"))
        assert caught.value.code == "ACTION_ONLY"

    def test_one_that_is_not_marked_fails_when_it_makes_an_effect(self) -> None:
        catalog = functions(act=give(Returned("done", (WRITE,))))
        assert error_of(in_property(catalog, call("act"))).code == "ACTION_ONLY"
        assert value_of(context(catalog).evaluate(call("act"))) == "done"

    def test_one_that_returns_without_an_effect_does_not(self) -> None:
        catalog = functions(act=give(Returned("done")))
        assert value_of(in_property(catalog, call("act"))) == "done"

    def test_a_coroutine_that_makes_an_effect_for_a_property_fails(self) -> None:
        catalog = functions(act=later(give(Returned("done", (WRITE,)))))
        evaluation = context(catalog).evaluation_in("property", freeze(call("act")))
        [wanted] = calls_of(evaluation)
        failed = evaluation.settle(wanted.token, finish(wanted))
        assert error_of(failed.outcome).code == "ACTION_ONLY"

    def test_one_that_resolves_an_acting_call_for_a_property_fails(self) -> None:
        catalog = acting(inner=lambda _args, here: here.resolve(call("act")))
        assert error_of(in_property(catalog, call("inner"))).code == "ACTION_ONLY"
        outcome = context(catalog).evaluate(call("inner"))
        assert getattr(outcome, "effects", None) == (WRITE,)

    @pytest.mark.parametrize("catalog", [support.BASIC, support.BASIC_0_9])
    def test_open_url_is_one_in_both_versions(self, catalog: Catalog) -> None:
        make = call if catalog is support.BASIC else plain_call
        written = make("openUrl", url="https://example.com/a")
        assert error_of(in_property(catalog, written)).code == "ACTION_ONLY"
        outcome = context(catalog).evaluate(written)
        assert value_of(outcome) is None
        assert getattr(outcome, "effects", None) == (OpenUrl("https://example.com/a"),)

    def test_an_acting_call_inside_a_template_is_refused_too(self) -> None:
        written = call("formatString", value="${openUrl(url: 'https://example.com')}")
        assert error_of(in_property(support.BASIC, written)).code == "ACTION_ONLY"


class TestActivation:
    catalog = published(
        {"f": declaration(requiresUserActivation=True), "g": declaration()}
    ).implement({"f": echo, "g": echo})

    def test_an_action_is_an_activation(self) -> None:
        assert value_of(context(self.catalog).evaluate(call("f", x=1))) == {"x": 1}

    def test_a_property_is_none(self) -> None:
        error = error_of(in_property(self.catalog, call("g", x=call("f"))))
        assert error.code == "ACTION_ONLY"

    def test_nor_is_one_for_a_call_that_the_agent_runs(self) -> None:
        error = error_of(in_property(self.catalog.declared(), call("f")))
        assert error.code == "ACTION_ONLY"


class TestCallers:
    catalog = published(
        {
            "mine": declaration(),
            "theirs": declaration(allowedCallers="agentOnly"),
            "both": declaration(allowedCallers="rendererOrAgent"),
        }
    )
    bodies = {"mine": echo, "theirs": echo, "both": echo}  # noqa: RUF012

    @pytest.mark.parametrize("implemented", [True, False])
    def test_what_is_reserved_for_the_agent_fails_and_is_never_sent(
        self, implemented: bool
    ) -> None:
        catalog = self.catalog.implement(self.bodies) if implemented else self.catalog
        for found in (
            context(catalog).evaluate(call("theirs")),
            in_property(catalog, call("theirs")),
        ):
            error = error_of(found)
            assert error.code == "INVALID_FUNCTION_CALL"
            assert "reserved for the agent" in error.message

    @pytest.mark.parametrize("name", ["mine", "both"])
    def test_others_run_or_are_sent(self, name: str) -> None:
        here = context(self.catalog.implement(self.bodies))
        assert value_of(here.evaluate(call(name, a=1))) == {"a": 1}
        [wanted] = calls_of(context(self.catalog).evaluation(call(name, a=1)))
        assert isinstance(wanted, AgentCall)

    @pytest.mark.parametrize("at_place", ["client", "server"])
    def test_the_server_form_alike(self, at_place: str) -> None:
        declared = {"f": server_function(at=at_place, callers="serverOnly")}
        catalog = server(declared).implement({"f": echo})
        error = error_of(context(catalog).evaluate(plain_call("f")))
        assert error.code == "INVALID_FUNCTION_CALL"

    def test_an_agents_call_may_use_what_is_reserved_for_it(self) -> None:
        here = context(self.catalog.implement(self.bodies))
        modes: tuple[Mode, ...] = ("agent", "activated agent")
        for mode in modes:
            evaluation = here.evaluation_in(mode, freeze(call("theirs", a=1)))
            assert value_of(evaluation.outcome) == {"a": 1}


class TestEffects:
    def effects_of(self, written: Any, **bodies: Any) -> list[str]:
        outcome = context(functions(mark=marked, **bodies)).evaluate(written)
        return [effect.path for effect in getattr(outcome, "effects", ())]

    def test_they_come_in_the_order_in_which_calls_finish(self) -> None:
        written = call("mark", p="/outer", a=[call("mark", p="/1"), {"k": call("mark", p="/2")}])
        assert self.effects_of(written) == ["/1", "/2", "/outer"]

    def test_what_an_implementation_resolves_comes_before_its_own(self) -> None:
        def outer(_args: Any, here: Any) -> Any:
            here.resolve([call("mark", p="/in1"), call("mark", p="/in2")])
            return Returned(1, (Write("/own", 1),))

        written = [call("mark", p="/before"), call("outer"), call("mark", p="/after")]
        found = self.effects_of(written, outer=outer)
        assert found == ["/before", "/in1", "/in2", "/own", "/after"]

    def test_a_failure_has_those_of_what_finished_before(self) -> None:
        def failing(_args: Any, here: Any) -> Any:
            here.resolve(call("mark", p="/in"))
            here.resolve(at("~"))

        written = [call("mark", p="/1"), call("failing"), call("mark", p="/2")]
        assert self.effects_of(written, failing=failing) == ["/1", "/in"]

    def test_a_waiting_expression_gives_none_until_it_is_settled(self) -> None:
        here = context(functions(mark=marked))
        evaluation = here.evaluation([call("mark", p="/1"), call("mark", p="/2", a=call("ask"))])
        [wanted] = calls_of(evaluation)
        assert not hasattr(evaluation.outcome, "effects")
        done = evaluation.settle(wanted.token, Value(0)).outcome
        assert [effect.path for effect in getattr(done, "effects", ())] == ["/1", "/2"]


def marked(args: Any, _context: Any) -> Returned:
    return Returned(args["p"], (Write(args["p"], 1),))
