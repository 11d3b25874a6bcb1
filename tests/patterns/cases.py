"""What Node's RegExp says of pairs of pattern and text (`make_cases.mjs` asks it)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from a2ui_kernel.patterns import PatternError, found_in


class Case(NamedTuple):
    """One pair; `found` is None where the pattern is none."""

    pattern: str
    text: str
    found: bool | None


CASES = [
    Case(*row) for row in json.loads(Path(__file__).with_name("cases.json").read_text("utf-8"))
]

DIFFERENCES = {
    "a negated class in a class has the Unicode meaning": [
        ("^[\\D]$", "\u0664"),
        ("^[\\W]$", "é"),
        ("^[\\S]$", "\ufeff"),
    ],
    "a pair of surrogate escapes is not one character": [
        ("^\\ud83d\\ude00$", "😀"),
        ("^[\\ud83d\\ude00]$", "😀"),
    ],
    "a reference to a group that took no part matches nothing, not the empty text": [
        ("^(?:(a)|b)\\1$", "b"),
        ("^\\1(a)$", "a"),
    ],
    "{,2} is a repeat, not literal": [("^a{,2}$", "a"), ("^a{,2}$", "aa"), ("^a{,2}$", "a{,2}")],
    "{e} asks for fuzzy matching": [
        ("^a{e}$", "b"),
        ("^(?:abc){e<=1}$", "abd"),
        ("^(?:abc){e<=1}$", "abc{e<=1}"),
    ],
    "what only the regex package knows is taken": [
        ("(?<n>a)(?<n>b)", "ab"),
        ("a++", "aa"),
        ("(?>a)", "a"),
        ("(?i)a", "A"),
        ("(?P<n>a)", "a"),
        ("(?#note)a", "a"),
        ("(?|a)", "a"),
        ("(a)(?1)", "aa"),
        ("a(?R)?", "aa"),
    ],
}
"""Pairs of which we say something else, by reason: faults that wait to be mended."""


def agrees(case: Case) -> bool:
    """Whether we say what Node says."""
    try:
        return found_in(case.pattern, case.text, 1) is case.found
    except PatternError:
        return case.found is None
