"""One message: its version, its one key, and what an error says about anything else."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import Limits, SurfaceCreated
from a2ui_kernel.own import own
from a2ui_kernel.wire.dialect import SERVER_FUNCTIONS, V0_9, V0_9_1, V1_0, Dialect
from a2ui_kernel.wire.envelope import Message, understand

from .shared import EMPTY, create, error_of


def understood(message: Any) -> Message:
    by_hand = understand(message, Limits())
    owned = own(message, Limits())
    assert understand(owned.value, Limits(), owned.height) == by_hand
    return by_hand


class TestVersion:
    @pytest.mark.parametrize(
        ("version", "kind", "dialect"),
        [
            ("v0.9", "createSurface", V0_9),
            ("v0.9.1", "deleteSurface", V0_9_1),
            ("v1.0", "updateComponents", V1_0),
            ("1.0", "updateDataModel", V1_0),
            ("v1.0", "callRendererFunction", V1_0),
            ("1.0", "agentFunctionResponse", V1_0),
            ("v1.0", "callFunction", SERVER_FUNCTIONS),
            ("v1.0", "serverFunctionResponse", SERVER_FUNCTIONS),
        ],
    )
    def test_version_and_key_tell_the_dialect(
        self, version: str, kind: str, dialect: Dialect
    ) -> None:
        for message in (
            {"version": version, kind: {"a": [1]}},
            {kind: {"a": [1]}, "version": version},
        ):
            assert understood(message) == Message(dialect, kind, {"a": [1]}, 3)

    @pytest.mark.parametrize(
        "version",
        [
            "v0.8",
            "0.9",
            "0.9.1",
            "v0.10",
            "v1",
            "v1.0.0",
            "V1.0",
            "v2.0",
            "",
            " v1.0",
            "1.0\n",
            "v" * 9_999,
        ],
    )
    def test_any_other_spelling_is_refused_with_those_there_are(self, version: str) -> None:
        error = error_of({**create("s"), "version": version})
        assert (error.category, error.path) == ("validation", "/version")
        for known in ("v0.9", "v0.9.1", "v1.0"):
            assert known in error.message

    @pytest.mark.parametrize(
        ("version", "suggestion"), [("V1.0", "v1.0"), ("v0.9.2", "v0.9.1"), ("two", "")]
    )
    def test_the_nearest_version_is_suggested(self, version: str, suggestion: str) -> None:
        [fault] = error_of({**create("s"), "version": version}).details
        assert (fault.path, fault.found) == ("/version", version)
        assert fault.suggestion == suggestion

    @pytest.mark.parametrize("version", [1.0, 1, None, True, ["v1.0"], {"v": "1.0"}])
    def test_a_version_that_is_no_text_is_refused(self, version: Any) -> None:
        error = error_of({**create("s"), "version": version})
        assert (error.category, error.path) == ("validation", "/version")
        assert error.details[0].code == "type_mismatch"

    def test_a_missing_version_is_told(self) -> None:
        error = error_of({"createSurface": {"surfaceId": "s"}})
        assert (error.category, error.path) == ("validation", "/version")
        assert "version" in error.message


class TestKey:
    def test_two_actions_are_refused_and_both_named(self) -> None:
        error = error_of({**create("s"), "deleteSurface": {"surfaceId": "s"}})
        assert error.category == "validation"
        assert "createSurface" in error.message
        assert "deleteSurface" in error.message

    def test_actions_of_two_dialects_of_one_version_are_two(self) -> None:
        message = {"version": "v1.0", "callRendererFunction": {}, "callFunction": {}}
        assert "callRendererFunction, callFunction" in error_of(message).message

    def test_a_message_without_an_action_is_refused_with_those_there_are(self) -> None:
        error = error_of({"version": "v0.9"})
        assert (error.category, error.path) == ("validation", "")
        [fault] = error.details
        assert "'createSurface'" in fault.expected
        assert "callRendererFunction" not in fault.expected

    @pytest.mark.parametrize(
        ("key", "suggestion"),
        [
            ("createsurface", "createSurface"),
            ("create_surface", "createSurface"),
            ("updateComponent", "updateComponents"),
            ("@deleteSurface", "deleteSurface"),
            ("zzz", ""),
            ("", ""),
        ],
    )
    def test_an_unknown_action_is_named_with_the_nearest(self, key: str, suggestion: str) -> None:
        error = error_of({"version": "v1.0", key: {}})
        assert (error.category, error.path) == ("validation", f"/{key}")
        [fault] = error.details
        assert (fault.path, fault.code, fault.found) == (f"/{key}", "extra_field", key)
        assert fault.suggestion == suggestion

    def test_every_key_beside_the_action_is_a_fault(self) -> None:
        error = error_of({**create("s"), "metadata": {}, "a/b~c": 1})
        assert error.category == "validation"
        assert error.path == "/metadata"
        assert [fault.path for fault in error.details] == ["/metadata", "/a~1b~0c"]

    def test_a_version_key_of_another_case_is_no_version(self) -> None:
        assert error_of({"Version": "v1.0", "createSurface": {}}).path == "/version"


class TestElsewhere:
    """Messages that exist, but not here."""

    @pytest.mark.parametrize("version", ["v0.9", "v0.9.1"])
    @pytest.mark.parametrize(
        "kind",
        [
            "callRendererFunction",
            "agentFunctionResponse",
            "callAgentFunction",
            "callFunction",
            "callServerFunction",
            "functionResponse",
        ],
    )
    def test_a_message_of_a_later_version_is_named_as_such(self, version: str, kind: str) -> None:
        error = error_of({"version": version, kind: {}})
        assert (error.category, error.path) == ("validation", f"/{kind}")
        assert f"'{kind}' exists since v1.0" in error.message
        assert version in error.message

    @pytest.mark.parametrize(
        ("version", "kind"),
        [
            ("v0.9", "action"),
            ("v0.9.1", "error"),
            ("v1.0", "action"),
            ("1.0", "error"),
            ("v1.0", "callAgentFunction"),
            ("v1.0", "rendererFunctionResponse"),
            ("v1.0", "callServerFunction"),
            ("1.0", "functionResponse"),
        ],
    )
    def test_a_message_of_the_other_direction_is_named_as_such(
        self, version: str, kind: str
    ) -> None:
        error = error_of({"version": version, kind: {}})
        assert (error.category, error.path) == ("validation", f"/{kind}")
        assert f"'{kind}' goes from the renderer to the agent" in error.message
        assert "createSurface" in error.details[0].expected

    @pytest.mark.parametrize("key", ["surfaceUpdate", "dataModelUpdate", "beginRendering"])
    @pytest.mark.parametrize("version", [{}, {"version": "v0.9"}, {"version": "v1.0"}])
    def test_a_message_of_version_0_8_is_recognised(self, key: str, version: Any) -> None:
        error = error_of({**version, key: {"surfaceId": "s"}})
        assert error.category == "validation"
        assert "version 0.8" in error.message
        assert "createSurface" in error.message

    @pytest.mark.parametrize("version", [{}, {"version": "v0.9"}, {"version": "v1.0"}])
    def test_a_bare_component_is_recognised(self, version: Any) -> None:
        error = error_of({**version, "id": "header", "component": "Text", "text": "x"})
        assert error.category == "validation"
        assert "looks like a component" in error.message
        assert "updateComponents" in error.message

    @pytest.mark.parametrize("version", [{}, {"version": "v0.9"}])
    def test_a_bare_body_is_recognised(self, version: Any) -> None:
        error = error_of({**version, "surfaceId": "s", "components": []})
        assert "body of a message" in error.message
        assert "updateComponents" in error.message


class TestNoMessage:
    @pytest.mark.parametrize("raw", [None, True, 5, 1.5, "text", [], [create("s")]])
    def test_what_is_no_object_is_told_by_what_it_is(self, raw: Any) -> None:
        error = error_of([raw])
        assert (error.category, error.code, error.path) == ("validation", "VALIDATION_FAILED", "")
        assert error.details[0].code == "invalid_payload_type"

    @pytest.mark.parametrize("body", [None, True, 5, "text", [], [1], {}])
    @pytest.mark.parametrize(
        "kind", ["createSurface", "updateComponents", "updateDataModel", "deleteSurface"]
    )
    @pytest.mark.parametrize("version", ["v0.9", "v0.9.1", "v1.0", "1.0"])
    def test_a_body_that_does_not_fit_is_refused(self, version: str, kind: str, body: Any) -> None:
        error = error_of({"version": version, kind: body})
        assert error.category == "validation"
        assert (error.path or "").startswith(f"/{kind}")

    @pytest.mark.parametrize("surface_id", [5, None, True, [], ["s"], {}, {"a": 1}, 1.5])
    @pytest.mark.parametrize(
        "kind", ["createSurface", "updateComponents", "updateDataModel", "deleteSurface"]
    )
    def test_an_id_that_is_no_text_is_refused(self, kind: str, surface_id: Any) -> None:
        body = {"surfaceId": surface_id, "components": [], "value": 1}
        wanted = {"updateComponents": ["components"], "updateDataModel": ["value"]}.get(kind, [])
        message = {"version": "v1.0", kind: {key: body[key] for key in ["surfaceId", *wanted]}}
        error = error_of(message)
        assert (error.category, error.path) == ("validation", f"/{kind}/surfaceId")

    def test_the_same_surface_after_all_that_is_created(self) -> None:
        assert EMPTY.process(create("s")).effects == (SurfaceCreated("s"),)
