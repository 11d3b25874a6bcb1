"""Faults of the official Python package (B1-B14, D1, D4-D6) that concern evaluation."""

from __future__ import annotations

import time
from typing import Any

import pytest

from a2ui_kernel import A2uiError, Catalog, DataContext, FunctionError

from .. import support
from ..evaluation.making import (
    TEXT,
    at,
    call,
    calls_of,
    context,
    declaration,
    echo,
    error_of,
    functions,
    plain_call,
    published,
    throw,
    value_of,
)

VERSIONS = [support.BASIC_0_9, support.BASIC]


def in_version(catalog: Catalog, name: str, **args: Any) -> Any:
    return (call if catalog is support.BASIC else plain_call)(name, **args)


@pytest.mark.parametrize("catalog", VERSIONS)
def test_b1_what_a_template_reads_is_known_and_it_follows(catalog: Catalog) -> None:
    written = in_version(catalog, "formatString", value="n=${/n}, ${formatNumber(value: /m)}")
    first = context(catalog, {"n": 1, "m": 2}).evaluation(written)
    assert first.reads == {"/n", "/m"}
    assert value_of(first.outcome) == "n=1, 2"
    again = first.again(context(catalog, {"n": 5, "m": 2}))
    assert value_of(again.outcome) == "n=5, 2"


def test_b2_bindings_inside_nested_objects_are_resolved() -> None:
    option = {"type": "object", "properties": {"label": TEXT, "value": {"type": "string"}}}
    args = {
        "type": "object",
        "properties": {"options": {"type": "array", "items": {"$ref": "#/$defs/option"}}},
    }
    catalog = published({"f": declaration(args)}, defs={"option": option}).implement({"f": echo})
    options = [{"label": at("/a"), "value": "x"}, {"label": "B", "value": "y"}]
    assert context(catalog, {"a": "A"}).resolve(call("f", options=options)) == {
        "options": [{"label": "A", "value": "x"}, {"label": "B", "value": "y"}]
    }
    here = DataContext(catalogs=[], version="v1.0", data={"a": "A"})
    assert here.resolve({"tabs": [{"title": at("/a")}]}) == {"tabs": [{"title": "A"}]}


def test_b3_bindings_of_the_other_version_are_literal_objects_and_known_as_such() -> None:
    new = DataContext(catalogs=[], version="v1.0", data={"a": 1})
    old = DataContext(catalogs=[], version="v0.9", data={"a": 1})
    assert new.resolve({"path": "/a"}) == {"path": "/a"}
    assert old.resolve({"@path": "/a"}) == {"@path": "/a"}
    assert new.evaluation({"path": "/a"}).reads == set()


@pytest.mark.parametrize(
    "value",
    [
        {"file": {"path": "~/docs"}},
        {"@path": 5, "@call": "x", "@odd": 1},
        {"call": "please", "args": 5},
        {"function": {"call": "x"}},
        {"constructor": {"prototype": 1, "__proto__": 2}},
    ],
)
@pytest.mark.parametrize("version", ["v0.9", "v1.0"])
def test_b4_data_is_data(value: Any, version: str) -> None:
    here = DataContext(catalogs=[], version=version, data={"v": value})
    key = "path" if version == "v0.9" else "@path"
    assert here.resolve({key: "/v"}) == value
    assert here.resolve({key: "/v/constructor"}) == value.get("constructor")


def test_b4_deep_data_is_read() -> None:
    deep: Any = 1
    for level in range(400):
        deep = {"call": "f", "args": [deep]} if level < 100 else [deep]
    here = DataContext(catalogs=[], version="v1.0", data={"v": deep})
    assert here.resolve(at("/v")) == deep


def test_b6_nothing_that_was_handed_in_is_aliased() -> None:
    data: dict[str, Any] = {"l": [1]}
    expression: dict[str, Any] = {"a": [at("/l")], "b": [1]}
    here = DataContext(catalogs=[], version="v1.0", data=data)
    evaluation = here.evaluation(expression)
    data["l"].append(2)
    expression["b"].append(2)
    assert value_of(evaluation.outcome) == {"a": [[1]], "b": [1]}
    assert evaluation.expression == {"a": [at("/l")], "b": [1]}
    assert here.resolve(at("/l")) == [1]


def test_b7_true_is_not_one() -> None:
    here = context(functions(f=echo), {"x": 1})
    evaluation = here.evaluation(call("ask", v=at("/x")))
    token = calls_of(evaluation)[0].token
    for data, same in (({"x": 1.0}, True), ({"x": True}, False)):
        again = evaluation.again(context(functions(f=echo), data))
        assert (calls_of(again)[0].token == token) is same


@pytest.mark.parametrize("path", ["/" + "9" * 5_000, "/a/" + "1" * 5_000, "/b" * 20_000, "/l/-1"])
def test_b11_odd_paths_read_as_nothing(path: str) -> None:
    here = DataContext(catalogs=[], version="v1.0", data={"l": [1], "a": [2]})
    assert here.resolve(at(path)) is None


@pytest.mark.parametrize("catalog_id", [[], {}, 5, True])
def test_b11_a_catalog_id_that_is_no_text_is_a_library_error(catalog_id: Any) -> None:
    written = {**call("required", value=1), "catalogId": catalog_id}
    assert error_of(context(support.BASIC).evaluate(written)).category == "validation"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("email", {"value": "a@b.co\n"}),
        ("regex", {"value": "a\n", "pattern": "^a$"}),
        ("numeric", {"value": "٣", "min": 0}),
    ],
)
@pytest.mark.parametrize("catalog", VERSIONS)
def test_b12_the_end_is_the_very_end(catalog: Catalog, name: str, args: Any) -> None:
    found = value_of(context(catalog).evaluate(in_version(catalog, name, **args)))
    assert (found["valid"] if isinstance(found, dict) else found) is False


def test_b12_an_index_has_no_line_end() -> None:
    here = DataContext(catalogs=[], version="v1.0", data={"a": [1]})
    assert here.resolve(at("/a/0\n")) is None
    assert here.resolve(at("/a/\u0660")) is None


@pytest.mark.parametrize(
    "declared", [{"allowedCallers": "agentOnly"}, {"requiresUserActivation": True}]
)
def test_b13_what_a_binding_may_not_run_it_does_not(declared: Any) -> None:
    ran: list[int] = []
    catalog = published({"f": declaration(**declared)})
    here = context(catalog.implement({"f": lambda _args, _context: ran.append(1)}))
    with pytest.raises(A2uiError) as caught:
        here.resolve(call("f"))
    assert caught.value.code in ("INVALID_FUNCTION_CALL", "ACTION_ONLY")
    assert not ran


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("formatDate", {"value": "2026-01-16T14:30:00Z", "format": "'at' h"}, "at 2"),
        ("formatDate", {"value": "0099-05-06", "format": "yyyy"}, "0099"),
        ("formatDate", {"value": "0099-05-06", "format": "ISO"}, "0099-05-06T00:00:00.000Z"),
        ("formatDate", {"value": "2026-01-16", "format": at("/gone")}, ""),
        ("formatCurrency", {"value": 5, "currency": at("/gone")}, ""),
        ("formatNumber", {"value": 2.5, "decimals": 0}, "3"),
        ("formatNumber", {"value": 10**25}, "10,000,000,000,000,000,000,000,000"),
    ],
)
def test_b14_dates_and_numbers(name: str, args: Any, text: str) -> None:
    # Decisions 33 and 34.
    assert value_of(context(support.BASIC).evaluate(call(name, **args))) == text


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("formatDate", {"value": "2026-01-16", "format": "hello world"}),
        ("formatDate", {"value": "2026-01-16", "format": "'open"}),
        ("formatCurrency", {"value": "NaN", "currency": "USD"}),
        ("formatNumber", {"value": "NaN"}),
    ],
)
def test_b14_what_is_no_pattern_and_no_number_is_an_error(name: str, args: Any) -> None:
    error = error_of(context(support.BASIC).evaluate(call(name, **args)))
    assert error.code == "INVALID_ARGUMENTS"
    assert "class" not in error.message


def test_d1_a_call_costs_little_however_large_the_catalog_is() -> None:
    here = context(support.BASIC, {"a": 1})
    written = call("formatString", value="${/a} ${/a}")
    value_of(here.evaluate(written))
    start = time.perf_counter()
    for _ in range(2_000):
        here.evaluate(written)
    assert time.perf_counter() - start < 2


def test_d4_a_pattern_of_an_agent_is_bounded_in_time() -> None:
    start = time.perf_counter()
    context(support.BASIC).evaluate(call("regex", value="a" * 40 + "!", pattern="^(a+)+$"))
    assert time.perf_counter() - start < 1


def test_d5_templates_over_templates_are_bounded() -> None:
    data = {"x0": "lol"}
    for level in range(1, 13):
        data[f"x{level}"] = f"${{formatString(value: /x{level - 1})}}" * 4
    start = time.perf_counter()
    outcome = context(support.BASIC, data).evaluate(call("formatString", value=at("/x12")))
    assert error_of(outcome).code in ("LIMIT_STEPS", "LIMIT_RESULT_CHARS")
    itself = {"x": "${formatString(value: /x)}"}
    outcome = context(support.BASIC, itself).evaluate(call("formatString", value=at("/x")))
    assert error_of(outcome).code == "LIMIT_CALL_DEPTH"
    assert "maximum recursion depth" not in error_of(outcome).message
    assert time.perf_counter() - start < 4


@pytest.mark.parametrize("decimals", [50_000_000, 999_999_999_999, -3, 2.9, "3"])
def test_d6_decimals_are_bounded(decimals: Any) -> None:
    start = time.perf_counter()
    found = context(support.BASIC).resolve(call("formatNumber", value=1.23456, decimals=decimals))
    assert isinstance(found, str)
    assert len(found) < 40
    assert time.perf_counter() - start < 0.5


def test_no_message_shows_internals_of_python() -> None:
    here = context(functions(f=throw(ZeroDivisionError("secret"))))
    error = error_of(here.evaluate(call("f")))
    assert isinstance(error, FunctionError)
    assert error.message == "Function 'f' failed"
