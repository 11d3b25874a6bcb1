"""Each bound on what an evaluation may cost, on both sides of it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from a2ui_kernel import DataContext, Limits

from .. import support
from .making import at, call, context, echo, error_of, functions, later, plain_call, value_of


def nested_calls(depth: int) -> Any:
    value: Any = at("/b")
    for _ in range(depth):
        value = call("not", value=value)
    return value


class TestSteps:
    @pytest.mark.parametrize(
        ("written", "steps"),
        [
            ([at("/a")] * 9, 10),
            ([call("f")] * 9, 10),
            ([{"k": {"k": 1}}] * 3, 7),
            (call("f", x=[call("f"), {"a": at("/a")}]), 5),
        ],
    )
    def test_values_and_calls_are_counted(self, written: Any, steps: int) -> None:
        catalog = functions(f=echo)
        value_of(context(catalog, limits=Limits(steps=steps)).evaluate(written))
        error = error_of(context(catalog, limits=Limits(steps=steps - 1)).evaluate(written))
        assert error.code == "LIMIT_STEPS"
        assert f"{steps - 1}" in error.message

    def test_templates_are_counted(self) -> None:
        written = call("formatString", value="${/a}" * 50)
        here = context(support.BASIC, {"a": 1}, limits=Limits(steps=50))
        assert error_of(here.evaluate(written)).code == "LIMIT_STEPS"
        here = context(support.BASIC, {"a": 1}, limits=Limits(steps=60))
        assert value_of(here.evaluate(written)) == "1" * 50

    def test_a_hundred_thousand_by_default(self) -> None:
        here = context(functions(f=echo), {"a": 1})
        assert len(value_of(here.evaluate([at("/a")] * 99_999))) == 99_999
        start = time.perf_counter()
        assert error_of(here.evaluate([at("/a")] * 100_000)).code == "LIMIT_STEPS"
        assert time.perf_counter() - start < 3

    def test_plain_data_costs_no_steps(self) -> None:
        here = context(functions(f=echo), {"l": list(range(1_000))}, limits=Limits(steps=3))
        assert len(value_of(here.evaluate(at("/l")))) == 1_000
        assert len(value_of(here.evaluate(list(range(1_000))))) == 1_000


class TestArguments:
    def test_a_thousand_are_taken_and_one_more_is_not(self) -> None:
        here = context(functions(f=echo))
        many = {f"a{n}": n for n in range(1_000)}
        assert len(value_of(here.evaluate(call("f", **many)))) == 1_000
        error = error_of(here.evaluate(call("f", **many, one_more=1)))
        assert error.code == "LIMIT_ARGUMENTS"
        assert "1,001" in error.message

    @pytest.mark.parametrize("name", ["f", "ask", "@index", "slow"])
    def test_every_kind_of_call_is_bounded_before_arguments_are_evaluated(self, name: str) -> None:
        ran: list[int] = []
        catalog = functions(f=echo, slow=later(echo), log=lambda _a, _c: ran.append(1))
        here = context(catalog, limits=Limits(arguments=1)).item("/", 0)
        error = error_of(here.evaluate(call(name, a=call("log"), b=1)))
        assert error.code == "LIMIT_ARGUMENTS"
        assert not ran

    def test_calls_in_templates_are_bounded(self) -> None:
        here = context(support.BASIC, limits=Limits(arguments=1))
        written = call("formatString", value="${formatNumber(value: 1, decimals: 2)}")
        assert error_of(here.evaluate(written)).code == "LIMIT_ARGUMENTS"


class TestResults:
    def test_a_text_is_bounded(self) -> None:
        here = context(support.BASIC, {"t": "x" * 10}, limits=Limits(result_chars=20))
        assert value_of(here.evaluate(call("formatString", value="${/t}${/t}"))) == "x" * 20
        error = error_of(here.evaluate(call("formatString", value="${/t}${/t}!")))
        assert error.code == "LIMIT_RESULT_CHARS"

    def test_what_is_read_is_not_bounded(self) -> None:
        here = context(support.BASIC, {"t": "x" * 100}, limits=Limits(result_chars=20))
        assert here.resolve(at("/t")) == "x" * 100

    def test_a_million_characters_by_default(self) -> None:
        here = context(support.BASIC, {"t": "x" * 1_000_000})
        assert len(value_of(here.evaluate(call("formatString", value="${/t}")))) == 1_000_000
        error = error_of(here.evaluate(call("formatString", value="${/t}!")))
        assert error.code == "LIMIT_RESULT_CHARS"


class TestRegexSeconds:
    @pytest.mark.parametrize("catalog", [support.BASIC, support.BASIC_0_9])
    def test_a_pattern_that_takes_too_long_stops(self, catalog: Any) -> None:
        make = call if catalog is support.BASIC else plain_call
        here = context(catalog, limits=Limits(regex_seconds=0.05))
        text = "a" * 5_000
        start = time.perf_counter()
        outcome = here.evaluate(make("regex", value=text + "!", pattern=r"^(a|a|aa)+\1$"))
        assert time.perf_counter() - start < 2
        error = error_of(outcome)
        assert error.code == "LIMIT_REGEX_SECONDS"

    def test_one_that_is_quick_does_not(self) -> None:
        here = context(support.BASIC, limits=Limits(regex_seconds=5))
        assert value_of(here.evaluate(call("regex", value="b" * 9, pattern="^b+$")))["valid"]


class TestTemplates:
    @pytest.mark.parametrize(
        ("limits", "template", "code"),
        [
            (Limits(template_chars=9), "0123456789", "LIMIT_TEMPLATE_CHARS"),
            (Limits(template_parts=1), "${/a}${/b}", "LIMIT_TEMPLATE_PARTS"),
            (Limits(), "${" * 101 + "}" * 101, "LIMIT_CALL_DEPTH"),
        ],
    )
    @pytest.mark.parametrize("bound", [False, True])
    def test_they_are_bounded_wherever_they_come_from(
        self, limits: Limits, template: str, code: str, bound: bool
    ) -> None:
        here = DataContext(
            catalogs=[support.BASIC], version="v1.0", data={"t": template}, limits=limits
        )
        written = call("formatString", value=at("/t") if bound else template)
        assert error_of(here.evaluate(written)).code == code

    def test_a_hundred_levels_are_evaluated(self) -> None:
        template = "${" + "not(value: " * 99 + "/b" + ")" * 99 + "}"
        here = context(support.BASIC, {"b": True})
        assert value_of(here.evaluate(call("formatString", value=template))) == "false"


class TestDepth:
    @pytest.mark.parametrize("depth", [1, 5, 6, 20, 99])
    def test_calls_nest_as_deep_as_in_templates(self, depth: int) -> None:
        outcome = context(support.BASIC, {"b": True}).evaluate(nested_calls(depth))
        assert value_of(outcome) is (depth % 2 == 0)

    @pytest.mark.parametrize("depth", [200, 250, 255])
    def test_deeper_ones_are_answered_or_fail_with_the_code(self, depth: int) -> None:
        outcome = context(support.BASIC, {"b": True}).evaluate(nested_calls(depth))
        code = getattr(getattr(outcome, "error", None), "code", None)
        assert code in (None, "LIMIT_CALL_DEPTH")
        assert code or value_of(outcome) is (depth % 2 == 0)

    def test_a_template_of_itself_ends(self) -> None:
        data = {"t": "${formatString(value: /t)}"}
        start = time.perf_counter()
        outcome = context(support.BASIC, data).evaluate(call("formatString", value=at("/t")))
        assert error_of(outcome).code in ("LIMIT_CALL_DEPTH", "LIMIT_STEPS")
        assert time.perf_counter() - start < 2

    def test_an_implementation_that_resolves_its_own_call_ends(self) -> None:
        here = context(functions(f=lambda _args, c: c.resolve(call("f"))))
        start = time.perf_counter()
        assert error_of(here.evaluate(call("f"))).code in ("LIMIT_CALL_DEPTH", "EXECUTION_ERROR")
        assert time.perf_counter() - start < 2
