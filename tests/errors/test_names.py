"""How errors word names and values: the nearest right name, short lists, short values."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given

from a2ui_kernel.names import is_identifier, listed, nearest, shown

from ..values.strategies import json_values

KINDS = ("createSurface", "updateComponents", "updateDataModel", "deleteSurface")


class TestNearest:
    @pytest.mark.parametrize(
        ("name", "found"),
        [
            ("createSurface", "createSurface"),
            ("createsurface", "createSurface"),
            ("create_surface", "createSurface"),
            ("CREATE-SURFACE", "createSurface"),
            ("@createSurface", "createSurface"),
            ("updateComponent", "updateComponents"),
            ("upateDataModel", "updateDataModel"),
            ("beginRendering", ""),
            ("", ""),
        ],
    )
    def test_it_is_the_name_that_was_probably_meant(self, name: str, found: str) -> None:
        assert nearest(name, KINDS) == found

    def test_among_names_that_differ_by_case_only_the_first_is_taken(self) -> None:
        assert nearest("TEXT", ["text", "Text"]) == "text"

    def test_nothing_is_near_where_nothing_is_known(self) -> None:
        assert nearest("a", []) == ""

    def test_monstrous_names_and_lists_are_not_searched(self) -> None:
        begin = time.monotonic()
        assert nearest("a" * 1_000_000, ["a" * 999_999]) == ""
        assert nearest("a", [f"a{n}" for n in range(100_000)]) == ""
        assert time.monotonic() - begin < 2


class TestWording:
    def test_names_stand_in_quotes(self) -> None:
        assert listed(["a", "b"]) == "'a', 'b'"
        assert listed([]) == ""

    def test_a_long_list_is_shortened_and_counted(self) -> None:
        assert listed("abcde", 3) == "'a', 'b', 'c' and 2 more"
        assert listed("abc", 3) == "'a', 'b', 'c'"

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (None, "null"),
            (True, "true"),
            (False, "false"),
            (1, "the number 1"),
            (1.5, "the number 1.5"),
            ({}, "an empty object"),
            ({"a": 1}, "an object with 'a'"),
        ],
    )
    def test_values_are_named_as_json_names_them(self, value: Any, text: str) -> None:
        assert shown(value) == text

    @given(json_values)
    def test_a_value_is_always_shown(self, value: Any) -> None:
        assert shown(value)

    @pytest.mark.parametrize("value", ["x" * 100_000, 10**300, [0] * 100_000])
    def test_a_large_value_is_shown_short(self, value: Any) -> None:
        assert len(shown(value)) < 100


class TestIdentifier:
    @pytest.mark.parametrize("name", ["a", "a1", "_a", "camelCase", "été", "日本", "class"])
    def test_these_are(self, name: str) -> None:
        assert is_identifier(name)

    @pytest.mark.parametrize("name", ["", "1a", "a-b", "a b", "a.b", "@a", "a\n", "😀", "$a"])
    def test_these_are_not(self, name: str) -> None:
        assert not is_identifier(name)
