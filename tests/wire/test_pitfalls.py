"""What went wrong elsewhere with envelopes, by the names in the list of pitfalls."""

from __future__ import annotations

from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError
from a2ui_kernel.catalogs import basic

from .shared import error_of

V0_9 = basic.declared("v0.9")
PROCESSOR = a2ui.Processor([V0_9])
CREATE: Any = {"createSurface": {"surfaceId": "s", "catalogId": V0_9.id}}
ROOT: Any = {"id": "root", "component": "Text", "text": "x"}


class TestVa11:
    @pytest.mark.parametrize(
        ("message", "words"),
        [
            ({"version": "v0.9"}, "exactly one"),
            ({"version": "v0.9", **CREATE, "deleteSurface": {"surfaceId": "s"}}, "multiple"),
            (CREATE, "version"),
        ],
    )
    def test_a_message_without_exactly_one_action_and_a_version_is_refused(
        self, message: Any, words: str
    ) -> None:
        error = error_of(message, PROCESSOR)
        assert error.category == "validation"
        assert words in error.message

    def test_an_empty_list_is_accepted(self) -> None:
        assert PROCESSOR.process([]) == a2ui.Step(PROCESSOR)

    @pytest.mark.parametrize("payload", ["hello", None])
    def test_what_is_no_message_is_refused(self, payload: Any) -> None:
        assert error_of(payload, PROCESSOR).category in ("parse", "validation")


class TestVa13:
    def test_an_unknown_version_is_refused_with_the_supported_ones(self) -> None:
        error = error_of({"version": "v0.10", **CREATE}, PROCESSOR)
        assert "v0.9, v0.9.1, v1.0" in error.message

    def test_it_is_for_capabilities_too(self) -> None:
        with pytest.raises(A2uiError, match=r"v0\.9, v0\.9\.1, v1\.0"):
            PROCESSOR.renderer_capabilities(["v0.10"])


class TestEm01:
    def test_a_bare_component_is_told_what_it_looks_like(self) -> None:
        error = error_of({**ROOT, "variant": "h5"}, PROCESSOR)
        assert "looks like a component" in error.message
        assert "updateComponents" in error.message

    def test_a_bare_body_is_told_what_it_looks_like(self) -> None:
        error = error_of({"surfaceId": "s", "components": [ROOT]}, PROCESSOR)
        assert "updateComponents" in error.message


class TestEm02:
    @pytest.mark.parametrize(
        "update",
        [
            {"updateComponents": {"surfaceId": "cart", "components": [ROOT]}},
            {"updateDataModel": {"surfaceId": "cart", "path": "/a", "value": 1}},
        ],
    )
    def test_a_surface_that_is_not_there_is_named(self, update: Any) -> None:
        message = {"version": "v0.9", **update}
        error = error_of(message, PROCESSOR)
        assert (error.category, error.surface_id) == ("integrity", "cart")
        assert "cart" in error.message

        create = {"surfaceId": "cart", "catalogId": V0_9.id}
        gone: Any = [
            {"version": "v0.9", "createSurface": create},
            message,
            {"version": "v0.9", "deleteSurface": {"surfaceId": "cart"}},
            message,
        ]
        step = PROCESSOR.process(gone)
        assert step.index == 3
        assert step.error is not None
        assert step.error.category == "integrity"


class TestB11:
    @pytest.mark.parametrize("component", [[], {}, 5, None, True, ["Text"]])
    def test_a_component_type_that_is_no_text_is_refused(self, component: Any) -> None:
        processor = PROCESSOR.process({"version": "v0.9", **CREATE}).processor
        components = [{**ROOT, "component": component}]
        message: Any = {"surfaceId": "s", "components": components}
        error = error_of({"version": "v0.9", "updateComponents": message}, processor)
        assert error.category == "validation"

    @pytest.mark.parametrize("component_id", [[], {}, 5, None, True])
    def test_a_component_id_that_is_no_text_is_refused(self, component_id: Any) -> None:
        processor = PROCESSOR.process({"version": "v0.9", **CREATE}).processor
        message: Any = {"surfaceId": "s", "components": [{**ROOT, "id": component_id}]}
        error = error_of({"version": "v0.9", "updateComponents": message}, processor)
        assert error.category == "validation"
