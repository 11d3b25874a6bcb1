"""Literal values, literal objects, and keys that begin with `@`."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import DataContext, FrozenDict, FrozenList

from .making import at, call, context, echo, error_of, functions, plain_call, value_of

DATA = {"x": 7, "odd": {"@path": "/x", "@@k": 1, "@call": "f", "call": "f"}}
NEW = context(functions(f=echo), DATA)
OLD = DataContext(catalogs=[], version="v0.9", data=DATA)


@pytest.mark.parametrize(
    "value", [None, True, False, 0, 1.5, -3, "", "text", "${/x}", "@path", [], {}, [1, "a", None]]
)
def test_a_literal_is_itself(value: Any) -> None:
    for here in (NEW, OLD):
        found = value_of(here.evaluate(value))
        assert found == value
        assert type(found) in (FrozenDict, FrozenList, type(value))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ([at("/x"), [at("/x")]], [7, [7]]),
        ({"a": at("/x"), "b": {"c": [at("/x")]}}, {"a": 7, "b": {"c": [7]}}),
        ({"@@type": 1}, {"@type": 1}),
        ({"@@@x": 1}, {"@@x": 1}),
        ({"@@": 1}, {"@": 1}),
        ({"@@path": "/x"}, {"@path": "/x"}),
        ({"@@call": "f"}, {"@call": "f"}),
        ({"a": {"@@b": {"@@c": at("/x")}}}, {"a": {"@b": {"@c": 7}}}),
        ([{"@@a": 1}], [{"@a": 1}]),
        ({"a@b": 1}, {"a@b": 1}),
        ({"path": "/x"}, {"path": "/x"}),
        ({"call": "f", "args": {}, "catalogId": "y"}, {"call": "f", "args": {}, "catalogId": "y"}),
        ({"componentId": "a", "path": "/x"}, {"componentId": "a", "path": "/x"}),
        (call("f", o={"@@k": at("/x")}), {"o": {"@k": 7}}),
        (call("f", o=[{"@@k": 1}]), {"o": [{"@k": 1}]}),
    ],
)
def test_v1_0_resolves_what_is_inside_and_takes_one_at_sign_off(written: Any, value: Any) -> None:
    assert NEW.resolve(written) == value


@pytest.mark.parametrize("key", ["@", "@x", "@Path", "@index", "@args"])
@pytest.mark.parametrize("around", [lambda o: o, lambda o: [o], lambda o: {"a": {"b": o}}])
def test_v1_0_refuses_any_other_key_with_an_at_sign(key: str, around: Any) -> None:
    error = error_of(NEW.evaluate(around({key: 1})))
    assert error.code == "INVALID_RESERVED_KEY"
    assert f"'@{key}'" in error.message


@pytest.mark.parametrize("value", [5, None, ["/x"], {"a": 1}, True])
@pytest.mark.parametrize("key", ["@path", "@call"])
def test_v1_0_refuses_a_binding_or_a_call_that_is_no_text(key: str, value: Any) -> None:
    assert error_of(NEW.evaluate({key: value})).code == "INVALID_RESERVED_KEY"


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ({"path": "/x"}, 7),
        ({"path": "/x", "componentId": "a"}, {"path": "/x", "componentId": "a"}),
        ({"path": 5}, {"path": 5}),
        ({"call": None, "a": {"path": "/x"}}, {"call": None, "a": 7}),
        ({"@path": "/x"}, {"@path": "/x"}),
        ({"@anything": 1, "@@a": {"path": "/x"}}, {"@anything": 1, "@@a": 7}),
        ([{"path": "/x"}, {"a": [{"path": "/x"}]}], [7, {"a": [7]}]),
    ],
)
def test_v0_9_knows_no_at_sign_and_leaves_templates_alone(written: Any, value: Any) -> None:
    assert OLD.resolve(written) == value


@pytest.mark.parametrize("here", [NEW, OLD])
def test_data_is_never_looked_into(here: DataContext) -> None:
    key = "@path" if here is NEW else "path"
    assert here.resolve({key: "/odd"}) == DATA["odd"]
    assert here.resolve({"a": [{key: "/odd"}]}) == {"a": [DATA["odd"]]}


def test_what_a_function_gives_is_never_looked_into() -> None:
    odd = {"@path": "/x", "@bad": {"@call": "f"}}
    here = context(functions(f=lambda _args, _here: odd, g=echo), DATA)
    assert here.resolve(call("f")) == odd
    assert here.resolve(call("g", a=call("f"))) == {"a": odd}


def test_arguments_are_an_object() -> None:
    args: Any
    for args in ([], "a", 5, None):
        assert error_of(NEW.evaluate({"@call": "f", "args": args})).code == "INVALID_ARGUMENTS"
    assert NEW.resolve({"@call": "f"}) == {}


def test_v1_0_calls_are_literal_objects_in_v0_9_and_the_other_way_round() -> None:
    assert OLD.resolve(call("f")) == call("f")
    assert NEW.resolve(plain_call("f")) == plain_call("f")
