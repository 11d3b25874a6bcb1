"""Implementations that raise: what reaches the caller, and what does not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from a2ui_kernel import A2uiError, Evaluation, Failure, FunctionError

from .making import (
    Body,
    at,
    call,
    calls_of,
    context,
    error_of,
    finish,
    functions,
    give,
    later,
    plain_call,
    server,
    server_function,
    throw,
)


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("secret")

    __repr__ = __str__


class OddGroup(ExceptionGroup[Exception]):
    pass


EXCEPTIONS: list[Exception] = [
    ValueError("secret"),
    KeyError("secret"),
    RuntimeError("secret"),
    RecursionError("secret"),
    MemoryError("secret"),
    OSError(2, "secret", "/etc/secret"),
    StopIteration("secret"),
    StopAsyncIteration("secret"),
    AssertionError("secret"),
    TimeoutError("secret"),
    UnicodeDecodeError("utf-8", b"secret", 0, 1, "secret"),
    Unprintable("secret"),
    OddGroup("secret", [ValueError("secret")]),
    Exception(),
]


def outcome_of(evaluation: Evaluation) -> Any:
    """The outcome, coroutines run."""
    for wanted in getattr(evaluation.outcome, "calls", ()):
        evaluation = evaluation.settle(wanted.token, finish(wanted))
    return evaluation.outcome


def details_of(error: A2uiError) -> Any:
    """What a function's error carries."""
    return error.details


@pytest.mark.parametrize("error", EXCEPTIONS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("slow", [False, True], ids=["now", "later"])
def test_any_exception_becomes_an_execution_error_without_internals(
    error: Exception, slow: bool
) -> None:
    body: Body = later(throw(error)) if slow else throw(error)
    found = error_of(outcome_of(context(functions(f=body)).evaluation(call("f"))))
    assert isinstance(found, FunctionError)
    assert (found.category, found.code) == ("expression", "EXECUTION_ERROR")
    assert found.details is None
    for internal in ("secret", "Traceback", "Error", ".py"):
        assert internal not in found.message
    cause = found.__cause__
    # A coroutine cannot raise StopIteration; Python wraps it.
    assert cause is error or (slow and cause is not None and cause.__cause__ is error)


def test_the_cause_is_kept_by_what_unwrap_raises() -> None:
    error = ValueError("secret")
    with pytest.raises(FunctionError) as caught:
        context(functions(f=throw(error))).resolve(call("f"))
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1), asyncio.CancelledError()])
def test_what_is_no_exception_passes_through(error: BaseException) -> None:
    here = context(functions(f=throw(error), g=later(throw(error))))
    with pytest.raises(type(error)):
        here.evaluate(call("f"))
    [wanted] = calls_of(here.evaluation(call("g")))
    with pytest.raises(type(error)):
        finish(wanted)


@pytest.mark.parametrize("arity", [lambda: 1, lambda _a: 1, lambda _a, _b, _c: 1])
def test_an_implementation_that_takes_other_arguments_is_an_execution_error(arity: Any) -> None:
    found = error_of(context(functions(f=arity)).evaluate(call("f")))
    assert found.code == "EXECUTION_ERROR"
    assert "positional" not in found.message


class TestFunctionError:
    @pytest.mark.parametrize("slow", [False, True], ids=["now", "later"])
    def test_it_arrives_as_raised(self, slow: bool) -> None:
        raised = FunctionError("OUT_OF_STOCK", "none left", {"sku": 7, "list": [1]})
        body: Body = later(throw(raised)) if slow else throw(raised)
        found = error_of(outcome_of(context(functions(f=body)).evaluation(call("f"))))
        assert found == raised
        assert details_of(found) == {"sku": 7, "list": [1]}

    def test_it_arrives_through_any_number_of_calls(self) -> None:
        raised = FunctionError("DEEP", "deep", {"a": 1})
        here = context(functions(f=throw(raised), g=give(1)))
        for written in (
            call("g", x=call("g", x=[call("f")])),
            [{"a": {"b": call("f")}}],
            call("ask", x=call("f")),
        ):
            assert error_of(here.evaluate(written)) == raised

    def test_any_library_error_arrives_as_raised(self) -> None:
        raised = A2uiError("data", "ODD", "odd", path="/x")
        assert error_of(context(functions(f=throw(raised))).evaluate(call("f"))) == raised

    def test_an_error_of_what_an_implementation_resolves_arrives(self) -> None:
        raised = FunctionError("INNER", "inner")
        here = context(functions(f=lambda _a, c: c.resolve(call("g")), g=throw(raised)))
        assert error_of(here.evaluate(call("f"))) == raised

    def test_what_an_implementation_resolves_may_be_no_json_or_no_pointer(self) -> None:
        here = context(functions(f=lambda _a, c: c.resolve(object())))
        assert error_of(here.evaluate(call("f"))).category == "parse"
        here = context(functions(f=lambda _a, c: c.resolve(at("~"))))
        assert error_of(here.evaluate(call("f"))).category == "data"


ERRORS = {
    "DENIED": {
        "type": "object",
        "properties": {"who": {"type": "string"}},
        "required": ["who"],
        "additionalProperties": False,
    },
    "GONE": True,
    "NEVER": False,
}
DETAILS: list[tuple[str, Any, bool]] = [
    ("DENIED", {"who": "Ada"}, True),
    ("DENIED", {"who": 1}, False),
    ("DENIED", {"who": "Ada", "more": 1}, False),
    ("DENIED", [1], False),
    ("DENIED", None, True),
    ("GONE", {"anything": [1]}, True),
    ("NEVER", {"a": 1}, False),
    ("UNDECLARED", {"a": 1}, True),
]


@pytest.mark.parametrize(("code", "details", "fits"), DETAILS)
def test_details_that_do_not_fit_are_dropped_and_a_note_tells(
    code: str, details: Any, fits: bool
) -> None:
    raised = FunctionError(code, "no", details)
    catalog = server({"f": server_function(errors=ERRORS)}).implement({"f": throw(raised)})
    evaluation = context(catalog).evaluation(plain_call("f"))
    found = error_of(evaluation.outcome)
    assert (found.code, found.message) == (code, "no")
    assert details_of(found) == (details if fits else None)
    assert len(evaluation.notes) == (0 if fits else 1)
    assert all(code in note and "'f'" in note for note in evaluation.notes)


@pytest.mark.parametrize(("code", "details", "fits"), DETAILS)
def test_the_same_for_what_the_agent_answers(code: str, details: Any, fits: bool) -> None:
    catalog = server({"f": server_function(at="server", errors=ERRORS)})
    evaluation = context(catalog).evaluation(plain_call("f"))
    [wanted] = calls_of(evaluation)
    failure = Failure(FunctionError(code, "no", details))
    found = error_of(evaluation.settle(wanted.token, failure).outcome)
    assert (found.code, details_of(found)) == (code, details if fits else None)


def test_details_are_open_where_no_errors_are_declared() -> None:
    raised = FunctionError("X", "x", {"any": 1})
    catalog = server({"f": server_function()}).implement({"f": throw(raised)})
    assert details_of(error_of(context(catalog).evaluate(plain_call("f")))) == {"any": 1}
