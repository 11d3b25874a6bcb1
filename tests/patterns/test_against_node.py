"""Our patterns against ECMAScript's own, as Node runs them."""

from __future__ import annotations

import pytest

from .cases import CASES, DIFFERENCES, Case, agrees

DIFFERING = {pair for pairs in DIFFERENCES.values() for pair in pairs}


@pytest.mark.parametrize("case", [case for case in CASES if case[:2] not in DIFFERING], ids=repr)
def test_a_pattern_means_what_it_means_in_ecmascript(case: Case) -> None:
    assert agrees(case)


def test_the_cases_are_many_and_of_every_kind() -> None:
    assert len(CASES) > 200
    assert {case.found for case in CASES} == {True, False, None}
    assert {case[:2] for case in CASES} >= DIFFERING
