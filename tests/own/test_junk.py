"""Whatever is handed to `process`: nothing is ever raised, and nothing is changed by a failure."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, Processor, Step
from a2ui_kernel.values import json_equal

from ..values.strategies import Drawn, json_values

KINDS = (
    "createSurface",
    "updateComponents",
    "updateDataModel",
    "deleteSurface",
    "callRendererFunction",
    "agentFunctionResponse",
    "callFunction",
    "action",
    "surfaceUpdate",
)
BODY_KEYS = (
    "surfaceId",
    "catalogId",
    "components",
    "path",
    "value",
    "dataModel",
    "theme",
    "metadata",
    "id",
    "component",
    "child",
    "functionCallId",
    "call",
    "@call",
    "args",
    "sendDataModel",
)

no_json: Drawn = st.sampled_from(
    [float("nan"), float("inf"), 10**400, b"x", (1,), {1}, Decimal(1), object, "\ud800", 2**60]
)
no_keys: Drawn = st.sampled_from([1, None, True, 1.5, b"k", (1,), "\ud800"])
junk: Drawn = st.recursive(
    json_values | no_json,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | no_keys, inner, max_size=3)
        | st.tuples(inner)
    ),
    max_leaves=8,
)
plausible: Drawn = st.recursive(
    st.sampled_from(["s", "root", "Text", "Card", "/a", "", "~", None, True, 1, -1.5, [], {}]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(BODY_KEYS), inner, min_size=1, max_size=4)
    ),
    max_leaves=8,
)
messages: Drawn = st.fixed_dictionaries(
    {"version": st.sampled_from(["v1.0", "v0.9", "v0.9.1", "1.0", "v0.8", 1])},
    optional=dict.fromkeys(KINDS, plausible | junk),
)


def surface_processor() -> Processor:
    body: Any = {"surfaceId": "s", "dataModel": {"a": [1]}}
    message: Any = {"version": "v1.0", "createSurface": body}
    return a2ui.Processor([]).process(message).unwrap()[0]


EMPTY, FULL = Processor([]), surface_processor()


def check(processor: Processor, step: Step) -> None:
    assert isinstance(step, Step)
    if step.error is None:
        assert (step.ok, step.index) == (True, None)
    else:
        assert type(step.error) is A2uiError
        assert step.ok is False
        assert step.index is not None
        assert step.index > 0 or (step.processor == processor and step.effects == ())


@given(st.binary(max_size=60))
def test_any_bytes(payload: bytes) -> None:
    check(EMPTY, step := EMPTY.process(payload))
    assert step.processor == EMPTY


@given(st.text(st.characters(), max_size=40) | st.text('{}[]":,\\ud8tru0-1e\n ', max_size=40))
def test_any_text(payload: str) -> None:
    check(EMPTY, step := EMPTY.process(payload))
    assert step.processor == EMPTY


@given(junk)
def test_any_python_object(payload: Any) -> None:
    check(FULL, step := FULL.process(payload))
    assert step.processor == FULL


@settings(max_examples=60)
@given(st.lists(messages, max_size=3))
def test_what_looks_like_messages(payload: Any) -> None:
    check(FULL, FULL.process(payload))
    for message in payload:
        step = FULL.process(message)
        check(FULL, step)
        assert step.ok or step.processor == FULL


@settings(max_examples=60)
@given(st.lists(messages, min_size=1, max_size=3), st.data())
def test_text_of_messages_with_a_piece_missing_or_doubled(
    payload: Any, data: st.DataObject
) -> None:
    try:
        text = json.dumps(payload)
    except (TypeError, ValueError):
        return
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 5)))
    for broken in (text[:begin] + text[end:], text[:end] + text[begin:], text[:begin], text[end:]):
        check(FULL, FULL.process(broken))
        check(FULL, FULL.process(broken.encode()))


@given(junk)
def test_junk_as_data_is_taken_whole_or_refused(value: Any) -> None:
    for step in (
        FULL.set_data("s", "/b/c", value),
        FULL.process(
            {
                "version": "v1.0",
                "updateDataModel": {"surfaceId": "s", "path": "/b/c", "value": value},
            }
        ),
    ):
        check(FULL, step)
        if step.ok:
            assert json_equal(step.processor.surface("s").data.get("/b/c"), value)
            assert step.processor.surface("s").data.get("/a/0") == 1


@given(junk, junk)
def test_junk_as_surface_id_and_path(surface_id: Any, path: Any) -> None:
    check(FULL, FULL.set_data(surface_id, "/a", 2))
    check(FULL, FULL.set_data("s", path, 2))
    with pytest.raises(A2uiError):
        FULL.surface(surface_id)


@pytest.mark.parametrize("payload", [None, True, 0, 1.5, "x", (), object(), {1}, b"x", "5", "null"])
def test_a_payload_that_is_no_message_is_an_error_at_index_0(payload: Any) -> None:
    step = FULL.process(payload)
    assert (step.ok, step.index, step.effects, step.processor) == (False, 0, (), FULL)
