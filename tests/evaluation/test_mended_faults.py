"""Faults that the engine once had."""

from __future__ import annotations

from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import (
    DataContext,
    Failure,
    FunctionError,
    Limits,
    OpenUrl,
    Returned,
    Value,
    Waiting,
    Write,
)
from a2ui_kernel.values import freeze

from .. import support
from .making import (
    TEXT,
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

OPEN = OpenUrl("https://a.example")


SERVER = server(
    {
        **{name: server_function() for name in ("f", "x", "y", "slow")},
        **{name: server_function(at="server") for name in ("askX", "askY")},
        "list": server_function(
            {"type": "object", "properties": {"l": {"type": "array", "items": {}}}}
        ),
        "object": server_function(
            {"type": "object", "properties": {"o": {"type": "object", "properties": {"k": {}}}}}
        ),
    }
).implement({"f": echo, "list": echo, "object": echo})


class TestServerText:
    @pytest.mark.parametrize("second", [plain_call, lambda name: [plain_call(name)]])
    def test_arguments_are_evaluated_in_document_order(self, second: Any) -> None:
        bodies = {name: throw(FunctionError(name, name)) for name in "xy"}
        here = context(SERVER.implement(bodies))
        assert error_of(here.evaluate(plain_call("f", a="${x()}", b=second("y")))).code == "x"

    def test_effects_come_in_document_order(self) -> None:
        bodies = {name: give(Returned(1, (Write(f"/{name}", 1),))) for name in "xy"}
        outcome = context(SERVER.implement(bodies)).evaluate(
            plain_call("f", a="${x()}", b=plain_call("y"))
        )
        assert [effect.path for effect in getattr(outcome, "effects", ())] == ["/x", "/y"]

    def test_calls_are_told_in_document_order(self) -> None:
        evaluation = context(SERVER).evaluation(
            plain_call("f", a=["${askX()}", plain_call("askY")])
        )
        names = [freeze(getattr(wanted, "call", {}))["call"] for wanted in calls_of(evaluation)]  # type: ignore[index, call-overload]
        assert names == ["askX", "askY"]

    def test_a_text_is_bounded(self) -> None:
        here = context(SERVER, {"t": "x" * 1_000}, limits=Limits(result_chars=2_000))
        outcome = here.evaluate(plain_call("f", a="${/t}" * 100))
        assert error_of(outcome).code == "LIMIT_RESULT_CHARS"

    @pytest.mark.parametrize(
        "more", [{"path": 5}, {"call": None}, {"path": "a", "componentId": "b"}]
    )
    def test_texts_in_every_literal_object_are_evaluated(self, more: Any) -> None:
        found = context(SERVER, {"n": 1}).resolve(plain_call("f", o={**more, "t": "${/n}"}))
        assert found == {"o": {**more, "t": 1}}

    def test_plain_slots_of_the_published_form_are_left_alone_at_any_depth(self) -> None:
        inner = {"type": "object", "properties": {"pattern": {"type": "string"}, "t": TEXT}}
        args = {"type": "object", "properties": {"o": inner}}
        catalog = published({"f": declaration(args)}, dialect="server-functions")
        here = context(catalog.implement({"f": echo}), {"n": 1})
        found = here.resolve(plain_call("f", o={"pattern": "${/n}", "t": "${/n}"}))
        assert found == {"o": {"pattern": "${/n}", "t": 1}}

    def test_a_slot_that_takes_anything_is_not_plain(self) -> None:
        here = DataContext(catalogs=[SERVER, support.BASIC], version="v1.0", default=SERVER)
        assert here.resolve(plain_call("required", value="${/gone}")) == {"valid": False}

    def test_a_slot_of_the_server_form_takes_a_binding_or_a_call(self) -> None:
        here = context(SERVER, {"o": {"k": 1}})
        assert here.resolve(plain_call("object", o={"path": "/o"})) == {"o": {"k": 1}}
        found = here.resolve(plain_call("object", o=plain_call("f", k=2)))
        assert found == {"o": {"k": 2}}

    def test_a_list_that_is_not_there_is_left_out(self) -> None:
        assert context(SERVER).resolve(plain_call("list", l={"path": "/gone"})) == {}

    def test_a_context_speaks_its_surfaces_dialect(self) -> None:
        processor = a2ui.Processor([SERVER], dialect="server-functions")
        step = processor.process({"version": "v1.0", "createSurface": {"surfaceId": "s"}})
        surface = step.unwrap()[0].surface("s")
        assert surface.dialect.name == "server-functions"
        here = DataContext(catalogs=[SERVER], version="v1.0", surface=surface)
        assert here.resolve(plain_call("f", a="${1}")) == {"a": 1}


class TestSettling:
    def test_what_a_host_settles_with_is_not_aliased(self) -> None:
        evaluation = context(functions(f=later(echo))).evaluation(call("f"))
        mine: dict[str, Any] = {"a": 1}
        settled = evaluation.settle("1", Value(mine))
        mine["a"] = 2
        assert value_of(settled.outcome) == {"a": 1}

    @pytest.mark.parametrize("value", [object(), float("nan"), "text"])
    def test_what_a_host_settles_with_is_checked(self, value: Any) -> None:
        catalog = published({"f": declaration(returns="number")}).implement({"f": later(echo)})
        evaluation = context(catalog).evaluation(call("f"))
        assert error_of(evaluation.settle("1", Value(value)).outcome).code == "INVALID_RETURN_VALUE"

    def test_settling_one_by_one_costs_no_more_than_answers_at_hand(self) -> None:
        evaluation = context(functions(f=echo), limits=Limits(steps=50)).evaluation(
            [call("a")] * 20
        )
        while isinstance(evaluation.outcome, Waiting):
            evaluation = evaluation.settle(evaluation.outcome.calls[0].token, Value(1))
        assert value_of(evaluation.outcome) == [1] * 20

    def test_a_coroutine_that_failed_is_wanted_again_when_data_changes(self) -> None:
        async def body(_args: Any, here: Any) -> Any:
            if here.resolve(at("/broken")):
                raise FunctionError("BROKEN", "broken")

        catalog = functions(f=body)
        evaluation = context(catalog, {"broken": True}).evaluation(call("f"))
        [wanted] = calls_of(evaluation)
        failed = evaluation.settle(wanted.token, finish(wanted))
        assert error_of(failed.outcome).code == "BROKEN"
        assert isinstance(failed.again(context(catalog, {"broken": False})).outcome, Waiting)

    def test_an_answer_of_a_void_function_becomes_null(self) -> None:
        evaluation = context(published({"ask": declaration(returns="void")})).evaluation(
            call("ask")
        )
        assert value_of(evaluation.settle("1", Value(5)).outcome) is None

    @pytest.mark.parametrize("place", ["client", "server"])
    def test_a_note_tells_of_dropped_details(self, place: str) -> None:
        error = FunctionError("E", "e", {"no": 1})
        catalog = server({"f": server_function(at=place, errors={"E": False})})
        evaluation = context(catalog.implement({"f": later(throw(error))})).evaluation(
            plain_call("f")
        )
        [wanted] = calls_of(evaluation)
        outcome = finish(wanted) if place == "client" else Failure(error)
        assert len(evaluation.settle(wanted.token, outcome).notes) == 1


class TestResults:
    def test_effects_in_a_list_are_taken_or_refused(self) -> None:
        odd: Any = [OPEN]
        catalog = functions(f=give(Returned(1, odd)), g=later(give(Returned(1, odd))))
        outcome = context(catalog).evaluate(call("f"))
        assert isinstance(outcome, Value | Failure)
        [wanted] = calls_of(context(catalog).evaluation(call("g")))
        assert isinstance(finish(wanted), Value | Failure)

    def test_effects_are_not_aliased(self) -> None:
        mine: dict[str, Any] = {"a": 1}
        outcome = context(functions(f=give(Returned(1, (Write("/x", mine),))))).evaluate(call("f"))
        mine["a"] = 2
        assert getattr(outcome, "effects", None) == (Write("/x", {"a": 1}),)

    @pytest.mark.parametrize("details", [float("nan"), {"a": ["\ud800"]}, {"a": 10**400}, {1: 2}])
    def test_details_that_are_no_json_do_not_get_out(self, details: Any) -> None:
        here = context(functions(f=throw(FunctionError("E", "e", details))))
        assert error_of(here.evaluate(call("f"))).details is None

    def test_a_coroutine_that_fails_has_the_effects_of_what_it_resolved(self) -> None:
        async def body(_args: Any, here: Any) -> Any:
            here.resolve(call("open"))
            raise FunctionError("E", "e")

        catalog = functions(f=body, open=give(Returned(None, (OPEN,))))
        [wanted] = calls_of(context(catalog).evaluation(call("f")))
        assert finish(wanted).effects == (OPEN,)

    def test_a_refused_value_has_the_effects_of_what_was_resolved(self) -> None:
        def body(_args: Any, here: Any) -> Any:
            here.resolve(call("open"))
            return object()

        catalog = functions(f=body, open=give(Returned(None, (OPEN,))))
        assert getattr(context(catalog).evaluate(call("f")), "effects", ()) == (OPEN,)

    def test_a_stored_error_collects_no_traceback(self) -> None:
        here = context(functions(f=throw(FunctionError("E", "e"))))
        assert error_of(here.evaluate(call("f"))).__traceback__ is None
