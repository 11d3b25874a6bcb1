"""`own` and `from_text`: whatever is JSON becomes ours, whole, frozen and unshared."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel import FrozenDict, FrozenList, Limits
from a2ui_kernel.own import Owned, from_text, height_of, own
from a2ui_kernel.values import freeze

from ..values.strategies import (
    canonical,
    height,
    is_frozen,
    is_plain,
    json_containers,
    json_values,
    nested,
    share_a_container,
    spoil,
)

LIMITS = Limits()
BEYOND_THE_QUICK_ROAD = 2**60
"""A number that the quick road leaves to the careful one."""


def check(owned: Owned, value: Any) -> None:
    assert canonical(owned.value) == canonical(value)
    assert is_frozen(owned.value)
    assert owned.height == height(value)


class TestPythonObjects:
    @given(json_values)
    def test_what_is_owned_is_the_same_json_frozen_with_its_height(self, value: Any) -> None:
        check(own(value, LIMITS), value)

    @given(json_values)
    def test_the_careful_road_gives_the_same(self, value: Any) -> None:
        wrapped = [BEYOND_THE_QUICK_ROAD, value, {"again": value}]
        check(own(wrapped, LIMITS), wrapped)

    @given(json_containers, st.booleans())
    def test_the_input_is_neither_changed_nor_seen_again(self, value: Any, careful: bool) -> None:
        value = [value, BEYOND_THE_QUICK_ROAD] if careful else value
        before = canonical(value)
        owned = own(value, LIMITS).value
        assert canonical(value) == before
        assert is_plain(value)
        assert not share_a_container(owned, value)
        spoil(value)
        assert canonical(owned) == before

    @given(json_containers)
    def test_what_is_frozen_passes_as_it_is(self, value: Any) -> None:
        frozen = freeze(value)
        owned = own(frozen, LIMITS)
        assert owned.value is frozen
        assert owned.height == height(value)
        inside: Any = own({"a": [frozen]}, LIMITS).value
        assert inside["a"][0] is frozen

    @given(json_containers)
    def test_a_container_that_stands_twice_is_taken_twice(self, value: Any) -> None:
        for both in ([value, value], {"a": value, "b": [value], "c": BEYOND_THE_QUICK_ROAD}):
            check(own(both, LIMITS), both)

    @pytest.mark.parametrize(
        "number", [0, -1, 2**53, -(2**53) - 1, 10**300, 1.5, -0.0, 5e-324, 1.7976931348623157e308]
    )
    def test_numbers_keep_their_kind_and_value(self, number: float) -> None:
        owned: Any = own([number], LIMITS).value
        assert type(owned[0]) is type(number)
        assert repr(owned[0]) == repr(number)

    def test_order_of_keys_is_kept(self) -> None:
        owned: Any = own({"b": 1, "a": {}, "c": BEYOND_THE_QUICK_ROAD}, LIMITS).value
        assert list(owned) == ["b", "a", "c"]

    def test_a_wide_value_is_taken_by_either_road(self) -> None:
        rows = [{"n": n} for n in range(100_001)]
        assert own(rows, LIMITS) == (rows, 2)


class TestText:
    @given(json_values, st.booleans())
    def test_the_text_of_a_value_gives_that_value(self, value: Any, ascii_only: bool) -> None:
        text = json.dumps(value, ensure_ascii=ascii_only)
        for payload in (text, text.encode(), "\ufeff" + text, b"\xef\xbb\xbf" + text.encode()):
            check(from_text(payload, LIMITS), value)

    @given(json_values)
    def test_white_space_does_not_matter(self, value: Any) -> None:
        text = json.dumps(value, indent=3, separators=(" ,", " : "))
        check(from_text(f" \t\r\n{text}\r\n", LIMITS), value)

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("-0", 0),
            ("-0.0", -0.0),
            ("1E2", 100.0),
            ("1e-999", 0.0),
            ("9007199254740993", 2**53 + 1),
            (str(10**300), 10**300),
            ('"\\ud83d\\ude00"', "😀"),
            ('{"\\uD83D\\uDE00": "\\u0000\\/"}', {"😀": "\0/"}),
            ('{"a": {"b": 1}, "b": {"a": 1}}', {"a": {"b": 1}, "b": {"a": 1}}),
            ('{"": {"": []}}', {"": {"": []}}),
            ('"\\\\ud800"', "\\ud800"),
            ("[[], {}, [[[]]]]", [[], {}, [[[]]]]),
        ],
    )
    def test_what_json_allows_is_read(self, text: str, value: Any) -> None:
        check(from_text(text, LIMITS), value)

    def test_order_of_keys_is_kept(self) -> None:
        owned: Any = from_text('{"b": 1, "a": 2}', LIMITS).value
        assert list(owned) == ["b", "a"]

    def test_text_and_bytes_of_ones_own_classes_are_read_as_text(self) -> None:
        class Text(str):
            __slots__ = ()

        assert from_text(Text('["a"]'), LIMITS).value == ["a"]


class TestHeight:
    @given(json_values)
    def test_it_counts_containers_on_the_longest_way_down(self, value: Any) -> None:
        assert height_of(value, 1_000) == height_of(freeze(value), 1_000) == height(value)

    @pytest.mark.parametrize("depth", [9, 10, 11, 5_000])
    def test_what_is_deeper_than_asked_is_one_more_than_asked(self, depth: int) -> None:
        assert height_of(nested(depth), 10) == min(depth, 11)

    def test_a_cycle_ends_at_what_was_asked(self) -> None:
        inner: list[Any] = []
        frozen = FrozenList([inner])
        inner.append(FrozenDict({"a": frozen}))
        assert height_of(frozen, 10) == 11
