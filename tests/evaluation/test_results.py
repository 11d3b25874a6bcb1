"""What functions give: made ours, checked against their declaration."""

from __future__ import annotations

import enum
from collections import OrderedDict
from typing import Any

import pytest

from a2ui_kernel import DataContext, FrozenDict, Limits, Value

from .making import (
    Body,
    at_once,
    call,
    calls_of,
    context,
    declaration,
    error_of,
    finish,
    functions,
    give,
    later,
    older,
    plain_call,
    published,
    server,
    server_function,
    value_of,
)


def given(returns: str, value: object) -> Any:
    """The outcome of a function that declares this and gives that."""
    catalog = published({"f": declaration(returns=returns)}).implement({"f": give(value)})
    return context(catalog).evaluate(call("f"))


CONSTANTS: list[tuple[str, list[Any], list[Any]]] = [
    ("string", ["", "a"], [1, True, [], {}]),
    ("number", [0, -1.5, 10**300], ["1", True, []]),
    ("boolean", [True, False], [0, 1, "true", {"valid": True}]),
    ("array", [[], [1]], [{}, "a"]),
    ("object", [{}, {"a": 1}], [[], "a"]),
    (
        "validationResult",
        [
            True,
            False,
            {"valid": True},
            {"valid": False, "code": "X", "message": "m", "severity": "warning"},
            {"valid": True, "more": 1},
        ],
        [0, "true", {}, {"valid": 1}, {"valid": True, "code": 5}, {"valid": True, "severity": "x"}],
    ),
    ("any", [1, "a", [], {}, True], []),
]
GOOD = [(returns, value) for returns, good, _ in CONSTANTS for value in good]
BAD = [(returns, value) for returns, _, bad in CONSTANTS for value in bad]


@pytest.mark.parametrize(("returns", "value"), GOOD)
def test_a_value_of_the_declared_kind_passes(returns: str, value: Any) -> None:
    assert value_of(given(returns, value)) == value


@pytest.mark.parametrize(("returns", "value"), BAD)
def test_a_value_of_another_kind_fails(returns: str, value: Any) -> None:
    error = error_of(given(returns, value))
    assert (error.category, error.code) == ("expression", "INVALID_RETURN_VALUE")
    assert "'f'" in error.message
    assert returns in error.message


@pytest.mark.parametrize("returns", [returns for returns, _, _ in CONSTANTS])
def test_null_passes_for_every_constant(returns: str) -> None:
    assert value_of(given(returns, None)) is None


@pytest.mark.parametrize("value", [None, 5, "x", {"a": [1]}])
def test_what_a_void_function_gives_becomes_null(value: Any) -> None:
    assert value_of(given("void", value)) is None


@pytest.mark.parametrize(("returns", "value"), [("string", 1), ("boolean", "x"), ("number", "1")])
def test_v0_9_and_coroutines_are_checked_alike(returns: str, value: Any) -> None:
    catalog = older({"f": declaration(returns=returns)}).implement({"f": give(value)})
    error = error_of(DataContext(catalogs=[catalog], version="v0.9").evaluate(plain_call("f")))
    assert error.code == "INVALID_RETURN_VALUE"
    slow = published({"f": declaration(returns=returns)}).implement({"f": later(give(value))})
    [wanted] = calls_of(context(slow).evaluation(call("f")))
    assert error_of(finish(wanted)).code == "INVALID_RETURN_VALUE"


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"type": "string"}, ["a", ""], [1, None, True]),
        ({"type": ["string", "null"]}, ["a", None], [1]),
        ({"type": "integer", "minimum": 1}, [1, 2.0], [0, 1.5, True, "1"]),
        ({"enum": ["a", 1]}, ["a", 1], ["b", True]),
        (
            {"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]},
            [{"n": 1}, {"n": 1, "m": 2}],
            [{}, {"n": "1"}, [], None],
        ),
        (True, [1, None, []], []),
        (False, [], [1, None]),
    ],
)
def test_the_schema_of_the_server_form_is_checked_always(
    schema: Any, good: list[Any], bad: list[Any]
) -> None:
    catalog = server({"f": server_function(returns=schema)})
    for value in good:
        here = context(catalog.implement({"f": give(value)}))
        assert value_of(here.evaluate(plain_call("f"))) == value
    for value in bad:
        here = context(catalog.implement({"f": give(value)}))
        assert error_of(here.evaluate(plain_call("f"))).code == "INVALID_RETURN_VALUE"


class Colour(enum.IntEnum):
    RED = 1


class Text(str):
    __slots__ = ()


def cyclic() -> list[Any]:
    holder: list[Any] = []
    holder.append(holder)
    return holder


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


NO_JSON: dict[str, Any] = {
    "NaN": float("nan"),
    "infinity": float("-inf"),
    "NaN inside": {"a": [float("nan")]},
    "10^400": 10**400,
    "a lone surrogate": "\ud800",
    "a lone surrogate inside": {"a": ["\udfff"]},
    "a lone surrogate as a key": {"\ud800": 1},
    "an object": object(),
    "a set": {1},
    "bytes": b"x",
    "a tuple": (1, 2),
    "a generator": (n for n in range(3)),
    "a key that is no text": {1: 2},
    "an enum": Colour.RED,
    "a kind of text": Text("x"),
    "a kind of dict": OrderedDict(a=1),
    "a cycle": cyclic(),
    "an exception": ValueError("x"),
    "an outcome": Value(1),
    "600 levels": nested(600),
    "100,000 levels": nested(100_000),
}


@pytest.mark.parametrize("value", NO_JSON.values(), ids=NO_JSON.keys())
@pytest.mark.parametrize("wrap", [give, lambda value: later(give(value))], ids=["now", "later"])
def test_what_is_no_json_fails(value: Any, wrap: Any) -> None:
    body: Body = wrap(value)
    evaluation = context(functions(f=body)).evaluation(call("f"))
    for wanted in getattr(evaluation.outcome, "calls", ()):
        evaluation = evaluation.settle(wanted.token, finish(wanted))
    error = error_of(evaluation.outcome)
    assert error.category in ("expression", "recursion")
    assert error.code in ("INVALID_RETURN_VALUE", "LIMIT_JSON_DEPTH")
    assert "'f'" in error.message
    assert len(error.message) < 300


def test_a_result_as_deep_as_data_may_be_passes() -> None:
    assert value_of(context(functions(f=give(nested(512)))).evaluate(call("f"))) == nested(512)


def test_a_result_is_frozen_and_not_aliased() -> None:
    mine: dict[str, Any] = {"a": [1]}
    found: Any = value_of(context(functions(f=give(mine))).evaluate(call("f")))
    mine["a"].append(2)
    assert found == {"a": [1]}
    assert type(found) is FrozenDict
    with pytest.raises(TypeError):
        found["a"].append(3)  # type: ignore[union-attr]


@pytest.mark.parametrize("value", ["four", [1, 2, 3, 4], {"a": 1, "b": 2, "c": 3, "d": 4}])
def test_a_result_that_is_too_large_fails(value: Any) -> None:
    catalog = functions(f=give(value), g=later(give(value)))
    assert value_of(context(catalog, limits=Limits(result_chars=4)).evaluate(call("f"))) == value
    small = context(catalog, limits=Limits(result_chars=3))
    assert error_of(small.evaluate(call("f"))).code == "LIMIT_RESULT_CHARS"
    [wanted] = calls_of(small.evaluation(call("g")))
    assert error_of(finish(wanted)).code == "LIMIT_RESULT_CHARS"


def test_resolving_gives_the_value_or_raises_a_copy_of_the_error() -> None:
    here = context(published({"f": declaration(returns="string")}).implement({"f": give(1)}))
    failure = error_of(here.evaluate(call("f")))
    for attempt in (
        lambda: here.resolve(call("f")),
        lambda: here.evaluate(call("f")).unwrap(),
        lambda: at_once(here.resolve_async(call("f"))),
    ):
        with pytest.raises(type(failure)) as caught:
            attempt()
        assert caught.value == failure
        assert caught.value is not failure
