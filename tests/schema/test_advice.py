"""What a fault says: its place, what was found, what is right, the nearest name."""

from __future__ import annotations

from typing import Any

import pytest

from ..support import create, processor, refused, text, update

BUTTON = {"id": "root", "component": "Button", "child": "t", "action": {"event": {"name": "go"}}}


def fault(component: dict[str, Any], version: str = "v1.0") -> tuple[str, str, str, str]:
    """(place below the component, code, message, suggestion) of the first fault."""
    error = refused(
        processor(create(version=version)), update(component, text("t"), version=version)
    )
    first = error.details[0]
    place = first.path.removeprefix("/updateComponents/components/0")
    return place, first.code, first.message, first.suggestion


@pytest.mark.parametrize(
    ("component", "place", "code", "said", "suggestion"),
    [
        ({**BUTTON, "variant": "Primary"}, "/variant", "invalid_value", "one of", "primary"),
        ({**BUTTON, "weight": "1"}, "/weight", "type_mismatch", "weight must be a number", ""),
        ({**BUTTON, "lable": "x"}, "/lable", "extra_field", "no 'lable'", ""),
        ({**BUTTON, "Child": "x"}, "/Child", "extra_field", "did you mean 'child'", "child"),
        (
            {**BUTTON, "action": {"evnt": {"name": "x"}}},
            "/action/event",
            "missing_field",
            "('evnt' is there)",
            "",
        ),
        (
            {**BUTTON, "action": {"event": {"name": "x"}, "functionCall": {"@call": "not"}}},
            "/action",
            "type_mismatch",
            "an object with 'event' or an object with 'functionCall'",
            "",
        ),
        (
            {**BUTTON, "child": text("x")},
            "/child",
            "type_mismatch",
            "components are not nested",
            "",
        ),
        (
            text("root", {"path": "/name"}),
            "/text",
            "invalid_value",
            "written with '@path', not 'path'",
            '{"@path":"/name"}',
        ),
        (
            text("root", {"literalString": "Hi"}),
            "/text",
            "invalid_value",
            "version 0.8",
            '"Hi"',
        ),
        (text("root", 5), "/text", "type_mismatch", "text must be a string, a binding", ""),
        (text("root", {"@path": 5}), "/text/@path", "type_mismatch", "must be a string", ""),
        (
            {"id": "root", "component": "DateTimeInput", "value": "", "min": "yesterday"},
            "/min",
            "type_mismatch",
            "a date such as",
            "",
        ),
        (
            {"id": "root", "component": "Slider", "value": 1, "max": 5, "steps": 0},
            "/steps",
            "invalid_value",
            "1 or more",
            "",
        ),
        (
            {"id": "root", "component": "Tabs", "tabs": []},
            "/tabs",
            "invalid_value",
            "at least 1 item",
            "",
        ),
        (
            {"id": "root", "component": "Surface", "child": "t"},
            "/component",
            "invalid_value",
            "implicit",
            "",
        ),
        (
            {"id": "root", "component": "Icon", "name": "hom"},
            "/name",
            "invalid_value",
            "did you mean 'home'",
            "home",
        ),
    ],
)
def test_faults_say_what_is_right(
    component: dict[str, Any], place: str, code: str, said: str, suggestion: str
) -> None:
    found = fault(component)
    assert found[:2] == (place, code)
    assert said.lower() in found[2].lower()
    assert suggestion in (found[3], "") or found[3] == suggestion
    if suggestion:
        assert found[3] == suggestion


def test_v0_9_says_how_v0_9_writes() -> None:
    place, code, message, suggestion = fault(text("root", {"@path": "/name"}), "v0.9")
    assert (place, code, suggestion) == ("/text", "invalid_value", '{"path":"/name"}')
    assert "'path', not '@path'" in message


def test_a_broken_property_does_not_make_its_neighbours_unknown() -> None:
    error = refused(processor(create()), update({**BUTTON, "child": 5, "action": 6}, text("t")))
    assert [fault.path.rpartition("/")[2] for fault in error.details] == ["child", "action"]


def test_no_union_is_dumped_and_no_python_is_shown() -> None:
    wrong = {**BUTTON, "action": {"event": 5}, "checks": [{"condition": 5}], "accessibility": []}
    error = refused(processor(create()), update(wrong, text("t")))
    for each in error.details:
        assert len(each.message) < 300
        for word in ("oneOf", "anyOf", "valid under", "None", "True", "Traceback", "dict", "{'"):
            assert word not in each.message
