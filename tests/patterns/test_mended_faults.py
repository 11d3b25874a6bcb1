"""Faults that `patterns` and of the formats once had."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import a2ui_kernel
from a2ui_kernel.patterns import PatternError, compiled
from a2ui_kernel.schema.formats import is_uri

from .cases import CASES, DIFFERENCES, Case, agrees


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=repr(case))
        for pairs in DIFFERENCES.values()
        for case in CASES
        if case[:2] in pairs
    ],
)
def test_a_pattern_means_what_it_means_in_ecmascript(case: Case) -> None:
    assert agrees(case)


@pytest.mark.parametrize(("pattern", "position"), [("..(", 2), ("$$a**", 4), (r"\d\w\s[b-a]", 9)])
def test_the_error_says_where_in_the_pattern_as_sent(pattern: str, position: int) -> None:
    with pytest.raises(PatternError) as caught:
        compiled(pattern)
    [told] = re.findall(r"position (\d+)", str(caught.value))
    assert abs(int(told) - position) <= 1


@pytest.mark.parametrize("pattern", ["(((a{100}){100}){100}){100}", "a{100000000}"])
def test_a_short_pattern_does_not_eat_all_memory(pattern: str) -> None:
    pytest.importorskip("resource")
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))\n"
        "from a2ui_kernel.patterns import PatternError, found_in\n"
        "try:\n"
        f"    found_in({pattern!r}, 'aaa', 0.1)\n"
        "except PatternError: pass\n"
    )
    source = Path(a2ui_kernel.__file__).parents[1]
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(source)},
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert ended.returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "https://[@example.org/test.txt",
        "http://example.com/[a]",
        "http://example.com/#a#b",
        "http://example.com:port/",
        "http://[::1/",
    ],
)
def test_a_uri_has_its_characters_where_rfc_3986_has_them(text: str) -> None:
    assert not is_uri(text)
