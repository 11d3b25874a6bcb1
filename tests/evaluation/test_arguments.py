"""Arguments as resolved: checked, defaults filled in, null told from nothing."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import A2uiError, DataContext, FrozenDict

from .making import (
    DYNAMIC,
    TEXT,
    at,
    call,
    context,
    declaration,
    echo,
    error_of,
    older,
    plain_call,
    published,
    server,
    server_function,
    value_of,
)

ARGS = {
    "type": "object",
    "properties": {
        "plain": {"type": "number"},
        "maybe": {"type": ["number", "null"]},
        "any": DYNAMIC,
        "text": TEXT,
        "level": {"type": "integer", "default": 3},
        "label": {**TEXT, "default": "none"},
        "many": {"type": "array", "items": {"type": "number"}, "default": [1, 2]},
    },
    "additionalProperties": False,
}
DEFAULTS = {"level": 3, "label": "none", "many": [1, 2]}
DATA = {"n": 5, "s": "five", "null": None, "list": [1, "a"], "o": {"k": 1}}


def echoing(args: Any, data: Any = DATA) -> DataContext:
    return context(published({"f": declaration(args)}).implement({"f": echo}), data)


HERE = echoing(ARGS)


@pytest.mark.parametrize(
    ("args", "got"),
    [
        ({}, {}),
        ({"plain": 1}, {"plain": 1}),
        ({"plain": at("/n")}, {"plain": 5}),
        ({"maybe": None}, {"maybe": None}),
        ({"any": at("/o")}, {"any": {"k": 1}}),
        ({"any": None}, {"any": None}),
        ({"text": at("/n")}, {"text": 5}),
        ({"text": at("/list")}, {"text": [1, "a"]}),
        ({"any": {"a": at("/n")}, "text": "${/n}"}, {"any": {"a": 5}, "text": "${/n}"}),
    ],
)
def test_a_dynamic_slot_takes_anything_and_a_plain_one_what_it_declares(
    args: Any, got: Any
) -> None:
    assert HERE.resolve(call("f", **args)) == {**got, **DEFAULTS}


@pytest.mark.parametrize(
    "args",
    [
        {"plain": "five"},
        {"plain": at("/s")},
        {"plain": None},
        {"plain": True},
        {"level": 1.5},
        {"level": None},
        {"many": ["a"]},
        {"many": at("/list")},
        {"unknown": 1},
        {"unknown": at("/gone")},
        {"Plain": 1},
    ],
)
def test_arguments_that_do_not_fit_are_refused_before_it_runs(args: Any) -> None:
    ran: list[Any] = []
    catalog = published({"f": declaration(ARGS)}).implement({"f": lambda a, _c: ran.append(a)})
    error = error_of(context(catalog, DATA).evaluate(call("f", **args)))
    assert (error.category, error.code) == ("expression", "INVALID_ARGUMENTS")
    assert error.message.startswith("Invalid arguments for function 'f': ")
    assert not ran


class TestNothing:
    @pytest.mark.parametrize("path", ["/gone", "/null", "/n/deeper", "gone"])
    def test_a_dynamic_slot_and_one_that_takes_null_get_null(self, path: str) -> None:
        got = HERE.resolve(call("f", any=at(path), text=at(path), maybe=at(path)))
        assert got == {"any": None, "text": None, "maybe": None, **DEFAULTS}

    @pytest.mark.parametrize("path", ["/gone", "/null"])
    def test_a_plain_slot_is_left_out(self, path: str) -> None:
        assert HERE.resolve(call("f", plain=at(path))) == DEFAULTS

    def test_a_plain_slot_that_is_left_out_has_its_default(self) -> None:
        assert HERE.resolve(call("f", level=at("/gone"))) == DEFAULTS

    def test_a_dynamic_slot_keeps_null_where_it_has_a_default(self) -> None:
        assert HERE.resolve(call("f", label=at("/gone"))) == {**DEFAULTS, "label": None}

    def test_leaving_out_a_required_one_is_refused(self) -> None:
        args = {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}
        here = echoing(args)
        for written in (call("f"), call("f", x=at("/gone")), {"@call": "f"}):
            error = error_of(here.evaluate(written))
            assert error.code == "INVALID_ARGUMENTS"
            assert "x" in error.message

    def test_null_in_a_required_dynamic_slot_is_given(self) -> None:
        here = echoing({"type": "object", "properties": {"x": DYNAMIC}, "required": ["x"]})
        assert here.resolve(call("f", x=at("/gone"))) == {"x": None}
        assert error_of(here.evaluate(call("f"))).code == "INVALID_ARGUMENTS"

    def test_a_call_that_gives_null_is_given_as_null(self) -> None:
        catalog = published({"f": declaration(ARGS), "none": declaration()})
        here = context(catalog.implement({"f": echo, "none": lambda _a, _c: None}))
        assert here.resolve(call("f", any=call("none"))) == {"any": None, **DEFAULTS}
        assert error_of(here.evaluate(call("f", plain=call("none")))).code == "INVALID_ARGUMENTS"

    def test_null_inside_a_list_or_an_object_stays(self) -> None:
        got: Any = HERE.resolve(call("f", any=[at("/gone"), {"k": at("/gone")}]))
        assert got["any"] == [None, {"k": None}]

    def test_the_server_form_leaves_out_what_takes_no_null(self) -> None:
        args = {
            "type": "object",
            "properties": {"x": {"type": "string"}, "y": {}, "z": {"type": ["string", "null"]}},
        }
        catalog = server({"f": server_function(args)}).implement({"f": echo})
        gone = {name: {"path": "/gone"} for name in "xyz"}
        assert context(catalog, {}).resolve(plain_call("f", **gone)) == {"y": None, "z": None}

    def test_an_undeclared_argument_of_an_open_schema_gets_null(self) -> None:
        assert echoing({"type": "object"}).resolve(call("f", q=at("/gone"))) == {"q": None}


class TestDefaults:
    def test_they_count_before_the_check(self) -> None:
        args = {
            "type": "object",
            "properties": {"x": {"type": "number", "default": 1}},
            "required": ["x"],
        }
        assert echoing(args).resolve(call("f")) == {"x": 1}

    def test_they_are_found_behind_references_and_mixins(self) -> None:
        more = {"type": "object", "properties": {"x": {"type": "number", "default": 4}}}
        mixin = declaration({"allOf": [{"$ref": "#/$defs/more"}]})
        catalog = published({"f": mixin}, defs={"more": more}).implement({"f": echo})
        assert context(catalog).resolve(call("f")) == {"x": 4}


def test_arguments_come_frozen() -> None:
    kinds: list[type] = []

    def body(args: Any, _context: Any) -> None:
        kinds.append(type(args))
        args["any"]["k"] = 2

    here = context(published({"f": declaration(ARGS)}).implement({"f": body}), DATA)
    assert error_of(here.evaluate(call("f", any=at("/o")))).code == "EXECUTION_ERROR"
    assert kinds == [FrozenDict]
    assert here.resolve(at("/o")) == {"k": 1}


def test_the_order_of_arguments_is_kept() -> None:
    got = value_of(echoing({"type": "object"}).evaluate(call("f", z=1, a=at("/n"), m=[])))
    assert list(got) == ["z", "a", "m"]


def test_v0_9_checks_arguments_alike() -> None:
    catalog = older({"f": declaration(ARGS)}).implement({"f": echo})
    here = DataContext(catalogs=[catalog], version="v0.9", data=DATA)
    assert here.resolve(plain_call("f", plain={"path": "/gone"})) == DEFAULTS
    assert error_of(here.evaluate(plain_call("f", plain="x"))).code == "INVALID_ARGUMENTS"


def test_a_schema_that_refuses_everything_is_answered() -> None:
    args = {"type": "object", "properties": {"x": False}}
    with pytest.raises(A2uiError) as caught:
        echoing(args).resolve(call("f", x=1))
    assert caught.value.code == "INVALID_ARGUMENTS"


def test_a_structured_slot_resolves_its_dynamic_places() -> None:
    inner = {"type": "object", "properties": {"t": TEXT, "n": {"type": "number"}}}
    args = {
        "type": "object",
        "properties": {"o": inner, "l": {"type": "array", "items": TEXT}},
    }
    got = echoing(args).resolve(call("f", o={"t": at("/s"), "n": 1}, l=["a", at("/s")]))
    assert got == {"o": {"t": "five", "n": 1}, "l": ["a", "five"]}
