"""Equality of JSON: `true` is not `1`, `1` is `1.0`, containers by what they hold."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import example, given

from a2ui_kernel import FrozenDict, FrozenList
from a2ui_kernel.values import freeze, json_equal

from .strategies import (
    canonical,
    json_containers,
    json_values,
    lookalikes,
    nested,
    nested_list,
    nested_object,
)

SAME: list[tuple[Any, Any]] = [
    (1, 1.0),
    (0, -0.0),
    (None, None),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"a": [1.0]}, {"a": [1]}),
    ([], []),
    ({}, {}),
    (2**53, float(2**53)),
]
DIFFERENT: list[tuple[Any, Any]] = [
    (True, 1),
    (False, 0),
    (True, 1.0),
    (False, None),
    (None, 0),
    (None, ""),
    ("1", 1),
    ("", []),
    ([], {}),
    ([1], [True]),
    ([1], [1, 1]),
    ([1, 2], [2, 1]),
    ({"a": None}, {}),
    ({"a": 0}, {"a": False}),
    ({"a": 1}, {"b": 1}),
    ({"a": {"b": [True]}}, {"a": {"b": [1]}}),
    (2**53 + 1, float(2**53)),
    ("é", "e\u0301"),
]


class TestJsonEqual:
    @pytest.mark.parametrize(("a", "b"), SAME)
    def test_the_same_json_is_equal(self, a: Any, b: Any) -> None:
        assert json_equal(a, b)
        assert json_equal(b, a)

    @pytest.mark.parametrize(("a", "b"), DIFFERENT)
    def test_other_json_is_not(self, a: Any, b: Any) -> None:
        assert not json_equal(a, b)
        assert not json_equal(b, a)

    @given(lookalikes, lookalikes)
    @example([1], [True])
    def test_it_agrees_with_a_canonical_form(self, a: Any, b: Any) -> None:
        assert json_equal(a, b) == (canonical(a) == canonical(b))

    @given(json_values)
    def test_a_copy_is_equal(self, value: Any) -> None:
        assert json_equal(value, copy.deepcopy(value))
        assert json_equal(freeze(value), value)

    @pytest.mark.parametrize("nest", [nested, nested_list, nested_object])
    @pytest.mark.parametrize("depth", [500, 20_000])
    def test_depth_is_not_pythons_business(self, nest: Any, depth: int) -> None:
        assert json_equal(nest(depth), nest(depth))
        assert not json_equal(nest(depth, 1), nest(depth, True))
        assert not json_equal(nest(depth), nest(depth + 1))


class TestOperators:
    @given(lookalikes, lookalikes)
    def test_frozen_values_compare_as_json_with_frozen_and_plain_ones(self, a: Any, b: Any) -> None:
        same = canonical(a) == canonical(b)
        for left, right in ((freeze(a), freeze(b)), (freeze(a), b), (a, freeze(b))):
            if isinstance(left, (dict, list)) or isinstance(right, (dict, list)):
                assert (left == right) is same
                assert (left != right) is not same

    @pytest.mark.parametrize(("a", "b"), DIFFERENT)
    def test_a_member_that_differs_makes_the_container_differ(self, a: Any, b: Any) -> None:
        assert FrozenList([a]) != [b]
        assert [a] != FrozenList([b])
        assert FrozenDict({"k": a}) != {"k": b}
        assert {"k": a} != FrozenDict({"k": b})

    @given(json_containers)
    def test_a_frozen_value_equals_the_plain_one_either_way_round(self, value: Any) -> None:
        assert freeze(value) == value
        assert value == freeze(value)
        assert (freeze(value) != value) is False

    @pytest.mark.parametrize("other", [None, 1, "a", (1,), {1}, object()])
    def test_nothing_else_is_equal(self, other: object) -> None:
        assert FrozenList([1]) != other
        assert FrozenDict({"a": 1}) != other

    def test_deep_values_compare_by_operator(self) -> None:
        value = FrozenList([nested(5_000)])
        assert value == FrozenList([nested(5_000)])
        assert value != FrozenList([nested(5_000, 2)])
