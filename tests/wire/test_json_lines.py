"""JSON Lines with a bad line: what stands before is applied, what stands after is not lost."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import Step

from .shared import BAD, EMPTY, create, lines, surfaces

NO_JSON = '{"version": "v1.0", "createSurface": {"surfaceId": "x"}'


def walk(payload: Any, most: int = 20) -> tuple[Step, list[int | None], list[str]]:
    """Every step to the end of a payload: the last one, the indices and the error texts."""
    step = EMPTY.process(payload)
    indices, texts = [step.index], [str(step.error)]
    while step.rest and most:
        most -= 1
        step = step.processor.process(step.rest)
        indices.append(step.index)
        texts.append(str(step.error))
    return step, indices, texts


@pytest.mark.parametrize("bad", [NO_JSON, "hello", '{"a": 1, "a": 2}', "[NaN]", "}", '"\\ud800"'])
class TestABadLine:
    def test_earlier_lines_are_applied(self, bad: str) -> None:
        step = EMPTY.process(lines(create("a"), create("b"), bad, create("c")))
        assert (step.ok, step.index, surfaces(step)) == (False, 2, ["a", "b"])
        assert step.error is not None
        assert step.error.category == "parse"

    def test_the_error_names_its_line_and_the_index_counts_messages(self, bad: str) -> None:
        text = lines([create("a"), create("b")], "", {"messages": [create("c")]}, "", bad)
        step = EMPTY.process(text)
        assert step.error is not None
        assert "Line 5" in step.error.message
        assert step.index == 3

    def test_the_rest_goes_on_after_it(self, bad: str) -> None:
        step, indices, _ = walk(lines(create("a"), bad, create("b"), create("c")))
        assert (indices, surfaces(step)) == ([1, None], ["a", "b", "c"])

    def test_it_is_reached_after_a_message_that_failed(self, bad: str) -> None:
        text = lines(create("a"), BAD, create("b"), create("c"), bad, create("d"))
        step, indices, texts = walk(text)
        assert (indices, surfaces(step)) == ([1, 2, None], ["a", "b", "c", "d"])
        assert "nonsense" in texts[0]
        assert "Line" in texts[1]

    def test_it_may_be_the_last(self, bad: str) -> None:
        step, indices, _ = walk(lines(create("a"), BAD, create("b"), bad))
        assert (indices, surfaces(step)) == ([1, 1], ["a", "b"])

    def test_several_are_each_told(self, bad: str) -> None:
        text = lines(create("a"), bad, create("b"), bad, create("c"), bad, "")
        step, indices, texts = walk(text)
        assert (indices, surfaces(step)) == ([1, 1, 1], ["a", "b", "c"])
        assert all("Line" in text for text in texts)


class TestLines:
    def test_the_column_of_a_slip_is_that_in_its_line(self) -> None:
        step = EMPTY.process(lines(create("a"), "", '{"version": }'))
        assert step.error is not None
        assert "Line 3" in step.error.message
        assert "column 13" in step.error.message

    def test_a_line_that_is_no_message_is_told_by_its_index(self) -> None:
        step, indices, _ = walk(lines(create("a"), 5, "null", "[1]", create("b")))
        assert (indices, surfaces(step)) == ([1, 0, 0, None], ["a", "b"])

    def test_line_breaks_inside_texts_are_no_lines(self) -> None:
        message: Any = create("a")
        message["createSurface"]["dataModel"] = {"text": "one\ntwo\u2028three\x85four"}
        step = EMPTY.process(lines(message, create("b")))
        assert step.ok
        assert step.processor.surface("a").data.value == message["createSurface"]["dataModel"]

    def test_ten_thousand_lines_are_read_at_once(self) -> None:
        step = EMPTY.process(
            lines(*[{"version": "v1.0", "deleteSurface": {"surfaceId": "x"}}] * 10_000)
        )
        assert step.ok

    def test_a_line_nested_too_deep_is_told_as_that(self) -> None:
        step = EMPTY.process(lines(create("a"), "[" * 5_000 + "]" * 5_000, create("b")))
        assert step.error is not None
        assert (step.error.category, step.index) == ("recursion", 1)
        assert surfaces(step.processor.process(step.rest)) == ["a", "b"]
