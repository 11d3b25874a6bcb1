"""Every case of the protocol's conformance suites, as `file::name`.

A case in `expected_failures.txt` must fail: the list is emptied as its parts arrive.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from .cases import Case, all_cases, suites
from .runners import RUNNERS, SKIPPED

if suites() is None:
    pytest.skip(
        "no conformance suites: neither A2UI_CONFORMANCE nor ../shared/conformance holds core/",
        allow_module_level=True,
    )

_LIST = Path(__file__).with_name("expected_failures.txt")


def expected_failures() -> list[str]:
    """The ids in the list; lines with `#` say why."""
    lines = [line.strip() for line in _LIST.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def _params() -> list[object]:
    waiting = set(expected_failures())
    xfail = pytest.mark.xfail(strict=True, reason="waits for a part that is not there yet")
    return [
        pytest.param(case, id=case.id, marks=[xfail] if case.id in waiting else [])
        for case in all_cases()
    ]


@pytest.mark.parametrize("case", _params())
def test_case(case: Case) -> None:
    if case.action in SKIPPED:
        pytest.skip(SKIPPED[case.action])
    assert case.action in RUNNERS, f"unknown action {case.action}"
    RUNNERS[case.action](case)


def test_there_are_cases_and_no_two_have_one_id() -> None:
    ids = Counter(case.id for case in all_cases())
    assert ids
    assert [name for name, count in ids.items() if count > 1] == []


def test_every_expected_failure_is_a_case() -> None:
    listed = Counter(expected_failures())
    assert [name for name, count in listed.items() if count > 1] == []
    assert sorted(listed.keys() - {case.id for case in all_cases()}) == []
