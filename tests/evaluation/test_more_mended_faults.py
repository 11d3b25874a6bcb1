"""Faults that the engine once had: arguments, contexts, authority."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from a2ui_kernel import A2uiError, DataContext, Failure, Limits
from a2ui_kernel.values import freeze

from .. import support
from .making import (
    TEXT,
    at,
    call,
    context,
    declaration,
    echo,
    error_of,
    functions,
    published,
    value_of,
)


class TestArguments:
    def test_a_default_cannot_be_changed_by_an_implementation(self) -> None:
        def body(args: Any, _context: Any) -> Any:
            args["o"]["n"] = args["o"].get("n", 0) + 1
            return args["o"]

        args = {"type": "object", "properties": {"o": {"type": "object", "default": {}}}}
        here = context(published({"f": declaration(args)}).implement({"f": body}))
        assert here.evaluate(call("f")) == here.evaluate(call("f"))

    def test_a_catalog_id_that_is_no_text_fails_whatever_was_called_before(self) -> None:
        here = context(support.BASIC)
        value_of(here.evaluate(call("required", value=1)))
        error = error_of(here.evaluate({**call("required", value=1), "catalogId": 5}))
        assert error.category == "validation"

    def test_index_takes_no_other_arguments(self) -> None:
        item = context(support.BASIC).item("/rows", 1)
        assert error_of(item.evaluate(call("@index", ofset=1))).code == "INVALID_ARGUMENTS"

    def test_keys_with_an_at_sign_are_unescaped_or_refused_in_structured_arguments(self) -> None:
        inner = {"type": "object", "properties": {"t": TEXT}}
        args = {"type": "object", "properties": {"o": inner}}
        here = context(published({"f": declaration(args)}).implement({"f": echo}))
        assert here.resolve(call("f", o={"@@k": 1, "t": "x"})) == {"o": {"@k": 1, "t": "x"}}
        assert error_of(here.evaluate(call("f", o={"@k": 1}))).code == "INVALID_RESERVED_KEY"


class TestBadInput:
    def test_a_number_with_thousands_of_zeros_in_a_template_is_an_outcome(self) -> None:
        template = "${" + "0" * 5_000 + "1}"
        outcome = context(support.BASIC).evaluate(call("formatString", value=template))
        assert isinstance(outcome, Failure) or value_of(outcome) == "1"

    @pytest.mark.parametrize("value", [float("nan"), "\ud800", 10**400, {1: 2}, object()])
    def test_what_is_no_json_is_a_failure(self, value: Any) -> None:
        assert error_of(context(support.BASIC).evaluate([value])).category == "parse"

    def test_what_is_too_deep_is_a_failure(self) -> None:
        value: Any = 1
        for _ in range(600):
            value = [value]
        assert error_of(context(support.BASIC).evaluate(value)).code == "LIMIT_JSON_DEPTH"

    def test_an_unknown_policy_is_a_mistake(self) -> None:
        odd: Any = "allways"
        with pytest.raises(ValueError, match="allways"):
            DataContext(catalogs=[], version="v1.0", agent_calls=odd)


class TestContext:
    def test_an_evaluation_does_not_change_when_its_context_is_used_later(self) -> None:
        kept: list[Any] = []
        here = context(functions(f=lambda _args, c: kept.append(c)))
        evaluation = here.evaluation(call("f"))
        kept[0].resolve(at("/later"))
        assert evaluation.reads == set()

    @pytest.mark.parametrize("way", ["evaluate", "evaluation"])
    def test_what_an_implementation_evaluates_counts_as_read(self, way: str) -> None:
        def body(_args: Any, here: Any) -> None:
            getattr(here, way)(at("/a"))

        assert context(functions(f=body)).evaluation(call("f")).reads == {"/a"}

    def test_steps_inside_an_implementation_count(self) -> None:
        def body(_args: Any, here: Any) -> None:
            for _ in range(100):
                here.resolve([at("/a")] * 40)

        here = context(functions(f=body), limits=Limits(steps=50))
        assert error_of(here.evaluate(call("f"))).code == "LIMIT_STEPS"

    @pytest.mark.parametrize(
        "way", [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))]
    )
    def test_contexts_and_evaluations_can_be_copied_and_pickled(self, way: Any) -> None:
        here = DataContext(catalogs=[support.BASIC.declared()], version="v1.0", data={"a": 1})
        assert way(here).resolve(at("/a")) == 1
        assert way(here.evaluation(at("/a"))).outcome == here.evaluate(at("/a"))


class TestAuthority:
    def test_an_agents_call_without_activation_is_refused(self) -> None:
        written = freeze(call("openUrl", url="https://example.com"))
        outcome = context(support.BASIC).evaluation_in("agent", written).outcome
        assert error_of(outcome).code == "INVALID_FUNCTION_CALL"

    def test_an_agents_call_may_not_use_what_is_the_renderers_alone(self) -> None:
        catalog = published({"mine": declaration(allowedCallers="rendererOnly")})
        here = context(catalog.implement({"mine": echo}))
        outcome = here.evaluation_in("activated agent", freeze(call("mine"))).outcome
        assert error_of(outcome).code == "INVALID_FUNCTION_CALL"


def test_a_fault_inside_an_argument_names_the_argument() -> None:
    args = {
        "type": "object",
        "properties": {"many": {"type": "array", "items": {"type": "number"}}},
    }
    here = context(published({"f": declaration(args)}).implement({"f": echo}))
    with pytest.raises(A2uiError, match="many"):
        here.resolve(call("f", many=["a"]))
