"""`thaw` gives plain JSON to change; `freeze` and `compact`, its neighbours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

import a2ui_kernel as a2ui
from a2ui_kernel import FrozenDict, FrozenList, thaw
from a2ui_kernel.values import compact, freeze, json_equal

from .strategies import (
    canonical,
    is_frozen,
    is_plain,
    json_containers,
    json_values,
    nested,
    share_a_container,
    spoil,
)


class TestThaw:
    @given(json_values)
    def test_it_gives_the_same_json_in_exact_dicts_and_lists(self, value: Any) -> None:
        thawed = thaw(freeze(value))
        assert is_plain(thawed)
        assert canonical(thawed) == canonical(value)

    @given(json_containers)
    def test_changing_what_it_gave_changes_nothing_of_ours(self, value: Any) -> None:
        frozen = freeze(value)
        thawed = thaw(frozen)
        assert not share_a_container(thawed, frozen)
        spoil(thawed)
        assert canonical(frozen) == canonical(value)

    @given(json_containers)
    def test_a_plain_value_is_copied_too(self, value: Any) -> None:
        thawed = thaw(value)
        assert canonical(thawed) == canonical(value)
        assert thawed is not value
        assert not share_a_container(thawed, value)

    def test_a_container_that_stood_twice_becomes_two(self) -> None:
        shared = FrozenList([1])
        thawed = thaw(FrozenDict({"a": shared, "b": shared}))
        thawed["a"].append(2)
        assert thawed == {"a": [1, 2], "b": [1]}

    def test_order_of_keys_is_kept(self) -> None:
        assert list(thaw(FrozenDict({"b": 1, "a": {}, "c": []}))) == ["b", "a", "c"]

    @pytest.mark.parametrize("scalar", [None, True, 1, 1.5, "text"])
    def test_a_scalar_is_itself(self, scalar: Any) -> None:
        assert thaw(scalar) is scalar

    def test_deep_values_are_thawed(self) -> None:
        thawed = thaw(FrozenList([nested(20_000)]))
        assert type(thawed) is list
        assert json_equal(thawed, [nested(20_000)])

    def test_it_thaws_what_a_model_hands_out(self) -> None:
        model = a2ui.DataModel({"cart": [{"price": 1}]})
        cart = thaw(model.get("/cart"))
        cart[0]["price"] = 2
        assert model.get("/cart/0/price") == 1


class TestFreeze:
    @given(json_values)
    def test_it_is_frozen_at_every_depth_and_shares_nothing(self, value: Any) -> None:
        frozen = freeze(value)
        assert is_frozen(frozen)
        assert canonical(frozen) == canonical(value)
        assert not share_a_container(frozen, value)

    def test_what_is_frozen_stays_the_same_object(self) -> None:
        frozen = FrozenList([1])
        assert freeze(frozen) is frozen


class TestCompact:
    def test_it_has_no_spaces_and_letters_as_they_are(self) -> None:
        assert compact(FrozenDict({"é": FrozenList([1, None, "ß"])})) == '{"é":[1,null,"ß"]}'

    @given(json_values)
    def test_it_is_json_text_of_the_value(self, value: Any) -> None:
        assert json.loads(compact(freeze(value))) == value
