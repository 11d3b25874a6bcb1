"""Faults that `wire` once had."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import A2uiError, Catalog
from a2ui_kernel.wire.dialect import of_catalog_version

from .shared import BAD, EMPTY, create, error_of, lines, surfaces

BROKEN = '{"version": '


class TestBadLinesInARow:
    @pytest.mark.parametrize(
        "text",
        [
            lines(create("a"), BROKEN, BROKEN, create("b"), create("c")),
            lines(create("a"), BAD, BROKEN, create("b"), create("c")),
            lines(create("a"), BROKEN, "[NaN]", "", "}", create("b"), create("c")),
        ],
        ids=["two bad lines", "a bad line after a message that fails", "three bad lines"],
    )
    def test_the_lines_after_them_are_reached(self, text: str) -> None:
        step = EMPTY.process(text)
        while step.rest:
            step = step.processor.process(step.rest)
        assert surfaces(step) == ["a", "b", "c"]


def test_the_rest_of_a_step_does_not_change_with_the_payload() -> None:
    later: Any = create("b")
    step = EMPTY.process([BAD, later])
    later["createSurface"]["surfaceId"] = "changed"
    assert surfaces(step.processor.process(step.rest)) == ["b"]


def test_at_most_20_unknown_keys_are_listed() -> None:
    for beside in ({}, {"deleteSurface": {"surfaceId": "s"}}):
        error = error_of({"version": "v1.0", **{f"key{n}": n for n in range(50)}, **beside})
        assert 20 <= len(error.details) <= 21


class TestLongVersions:
    def test_a_version_of_5_000_digits_is_none(self) -> None:
        assert of_catalog_version("v" + "1" * 5_000) is None

    def test_a_catalog_of_such_a_version_is_refused(self) -> None:
        with pytest.raises(A2uiError):
            Catalog.from_json({"catalogId": "x", "protocolVersion": "9" * 5_000, "components": {}})


def test_a_second_byte_order_mark_is_no_json_for_a_processor_either() -> None:
    assert error_of("\ufeff\ufeff[]").category == "parse"
