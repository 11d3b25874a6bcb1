"""What must hold in every case that processes messages, whatever it is about.

Errors stop a payload and undo nothing before them; they say where they are.
"""

from __future__ import annotations

from typing import Any

import pytest

import a2ui_kernel as a2ui

from .cases import Case, suites
from .compare import check_same
from .replaying import CASES, steps_of

if suites() is None:
    pytest.skip("no conformance suites to strengthen", allow_module_level=True)

every_case = pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.id)
        for case in CASES.values()
        if case.action in ("validate", "process_messages")
    ],
)


@every_case
def test_a_refused_message_leaves_all_as_the_messages_before_it_made_it(case: Case) -> None:
    for before, payload, step in steps_of(case):
        if step.error is not None:
            messages = payload["messages"] if isinstance(payload, dict) else payload
            assert step.index is not None
            made = before.process(messages[: step.index])
            assert made.error is None
            assert step.processor == made.processor
            assert step.effects == made.effects
            check_same(messages[step.index + 1 :], step.rest, "rest")


@every_case
def test_a_payload_applied_message_by_message_gives_the_same(case: Case) -> None:
    for processor, payload, step in steps_of(case):
        messages = payload["messages"] if isinstance(payload, dict) else payload
        error: a2ui.A2uiError | None = None
        for message in messages:
            single = processor.process(message)
            processor, error = single.processor, single.error
            if error is not None:
                break
        assert processor == step.processor
        assert error == step.error


@every_case
def test_an_error_points_into_the_message_that_failed(case: Case) -> None:
    for _, payload, step in steps_of(case):
        if step.error is not None:
            messages = payload["messages"] if isinstance(payload, dict) else payload
            assert step.index is not None
            paths = [step.error.path, *(fault.path for fault in step.error.details)]
            assert any(path is not None for path in paths)
            for path in paths:
                assert path is None or _leads_into(messages[step.index], path), path


def _leads_into(message: Any, path: str) -> bool:
    """Whether a pointer leads to something, or to a key that is missing in something."""
    tokens = [t.replace("~1", "/").replace("~0", "~") for t in path.split("/")[1:]]
    for token in tokens[:-1]:
        if isinstance(message, list) and token.isdecimal() and int(token) < len(message):
            message = message[int(token)]
        elif isinstance(message, dict) and token in message:
            message = message[token]
        else:
            return False
    return not tokens or isinstance(message, dict) or tokens[-1].isdecimal()
