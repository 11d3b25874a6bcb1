"""Every form in which a transport delivers messages, and how far a step gets in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import FrozenList, SurfaceCreated
from a2ui_kernel.own import own

from .shared import BAD, EMPTY, create, error_of, lines, surfaces

TWO = [create("a"), create("b")]
FORMS: dict[str, Callable[[Any], Any]] = {
    "a list": lambda messages: messages,
    "a frozen list": lambda messages: own(messages, a2ui.Limits()).value,
    "a wrapper": lambda messages: {"messages": messages},
    "a frozen wrapper": lambda messages: own({"messages": messages}, a2ui.Limits()).value,
    "text of a list": json.dumps,
    "text of a wrapper": lambda messages: json.dumps({"messages": messages}),
    "indented text": lambda messages: json.dumps(messages, indent=2),
    "bytes": lambda messages: json.dumps(messages).encode(),
    "bytes with a byte order mark": lambda messages: json.dumps(messages).encode("utf-8-sig"),
    "text with a byte order mark": lambda messages: "\ufeff" + json.dumps(messages),
    "JSON Lines": lambda messages: lines(*messages),
    "JSON Lines as bytes": lambda messages: lines(*messages).encode(),
    "JSON Lines with CRLF": lambda messages: lines(*messages).replace("\n", "\r\n") + "\r\n",
    "JSON Lines with empty lines": lambda m: "\n\n" + lines(*m).replace("\n", "\n \n\n") + "\n\n",
    "JSON Lines of lists": lambda messages: lines(messages[:1], messages[1:]),
    "JSON Lines of wrappers": lambda m: lines({"messages": m[:1]}, {"messages": m[1:]}),
}
forms = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())


class TestForms:
    @forms
    def test_every_form_brings_its_messages_in_order(self, form: Callable[[Any], Any]) -> None:
        step = EMPTY.process(form([create("a"), create("b"), create("c")]))
        assert step.ok
        assert step.effects == tuple(SurfaceCreated(name) for name in "abc")
        assert (step.index, step.rest) == (None, [])

    @forms
    def test_what_fails_is_told_by_its_place(self, form: Callable[[Any], Any]) -> None:
        step = EMPTY.process(form([create("a"), create("b"), BAD, create("c")]))
        assert (step.ok, step.index) == (False, 2)
        assert step.error is not None
        assert step.error.path == "/nonsense"
        assert step.effects == (SurfaceCreated("a"), SurfaceCreated("b"))
        assert surfaces(step) == ["a", "b"]

    @forms
    def test_the_rest_goes_on(self, form: Callable[[Any], Any]) -> None:
        step = EMPTY.process(form([BAD, create("a"), BAD, BAD, create("b"), create("c"), BAD]))
        indices = [step.index]
        while step.rest:
            step = step.processor.process(step.rest)
            indices.append(step.index)
        assert indices == [0, 1, 0, 2]
        assert surfaces(step) == ["a", "b", "c"]

    @pytest.mark.parametrize("form", [json.dumps, lambda m: m, lambda m: json.dumps(m).encode()])
    def test_one_message_stands_by_itself(self, form: Callable[[Any], Any]) -> None:
        assert EMPTY.process(form(create("a"))).effects == (SurfaceCreated("a"),)

    @pytest.mark.parametrize(
        "payload",
        ["", b"", " \r\n\t ", "\ufeff", b"\xef\xbb\xbf", "\n\n", "[]", "[ ]", "[]\n[]\n"],
    )
    def test_an_empty_text_or_list_is_a_step_without_effects(self, payload: Any) -> None:
        assert EMPTY.process(payload) == a2ui.Step(EMPTY)

    @pytest.mark.parametrize(
        "payload",
        [[], FrozenList(), {"messages": []}, '{"messages": []}', b'{"messages": [ ] }'],
    )
    def test_an_empty_payload_is_a_step_without_effects(self, payload: Any) -> None:
        assert EMPTY.process(payload) == a2ui.Step(EMPTY)

    def test_versions_may_be_mixed(self) -> None:
        gone = {"deleteSurface": {"surfaceId": "a"}}
        payload: Any = [create("a"), {"version": "v0.9", **gone}, create("a")]
        payload += [{"version": "v0.9.1", **gone}, {"version": "1.0", **create("a")}]
        payload[-1]["version"] = "1.0"
        assert EMPTY.process(payload).ok


class TestLimits:
    def test_a_list_in_a_list_is_no_message(self) -> None:
        error = error_of([[create("a")]])
        assert error.category == "validation"
        assert error.path == ""

    def test_a_wrapper_has_no_other_member(self) -> None:
        error = error_of({"messages": TWO, "version": "v1.0"})
        assert error.category == "validation"
        error = error_of({"messages": TWO, "sessionId": 1})
        assert "wrapper" in error.message

    def test_a_wrapper_in_a_list_is_no_message(self) -> None:
        assert error_of([{"messages": TWO}]).category == "validation"

    @pytest.mark.parametrize("messages", [{}, None, "x", {"0": create("a")}])
    def test_a_wrapper_holds_a_list(self, messages: Any) -> None:
        assert error_of({"messages": messages}).category == "validation"

    @pytest.mark.parametrize(
        "payload", ["hello", '"hello"', "5", "null", "true", b"\x00", "{", "[[["]
    )
    def test_text_that_is_no_message_is_refused(self, payload: Any) -> None:
        assert error_of(payload).category in ("parse", "validation")

    def test_one_text_that_does_not_parse_applies_nothing(self) -> None:
        step = EMPTY.process(json.dumps([*TWO, create("c")], indent=1)[:-2])
        assert (step.index, surfaces(step), step.rest) == (0, [], [])
        assert step.error is not None
        assert step.error.category == "parse"

    def test_a_message_is_whole_or_not_at_all(self) -> None:
        body: Any = {"surfaceId": "s", "dataModel": {"a": 1}, "components": [{"id": "root"}]}
        assert error_of({"version": "v1.0", "createSurface": body}).category == "validation"


class TestOwnership:
    def test_the_payload_is_not_changed(self) -> None:
        payload: Any = [create("a"), BAD, create("b")]
        before = json.dumps(payload)
        EMPTY.process(payload)
        assert json.dumps(payload) == before

    def test_changing_it_afterwards_changes_no_surface(self) -> None:
        body: Any = {"surfaceId": "s", "dataModel": {"a": [1]}}
        processor = EMPTY.process({"version": "v1.0", "createSurface": body}).processor
        body["dataModel"]["a"].append(2)
        assert processor.surface("s").data.value == {"a": [1]}
