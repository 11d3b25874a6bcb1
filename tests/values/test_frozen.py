"""`FrozenDict` and `FrozenList`: read as usual, never changed."""

from __future__ import annotations

import copy
import json
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel import FrozenDict, FrozenList
from a2ui_kernel.values import freeze, json_equal

from .strategies import is_frozen, json_containers, json_values, nested, nested_object

Change = Callable[[Any], object]


def _delete(container: Any, place: Any) -> None:
    del container[place]


def _merge(container: Any, other: Any) -> None:
    container |= other


def _add(container: Any, other: Any) -> None:
    container += other


def _repeat(container: Any, times: int) -> None:
    container *= times


CHANGES_OF_A_DICT: dict[str, Change] = {
    "set": lambda d: operator.setitem(d, "a", 2),
    "set a new key": lambda d: operator.setitem(d, "b", 2),
    "del": lambda d: _delete(d, "a"),
    "del an absent key": lambda d: _delete(d, "b"),
    "|=": lambda d: _merge(d, {"b": 2}),
    "|= pairs": lambda d: _merge(d, [("b", 2)]),
    "clear": lambda d: d.clear(),
    "pop": lambda d: d.pop("a"),
    "pop with a default": lambda d: d.pop("b", None),
    "popitem": lambda d: d.popitem(),
    "setdefault": lambda d: d.setdefault("b", 2),
    "setdefault of a present key": lambda d: d.setdefault("a", 2),
    "update": lambda d: d.update({"a": 2}),
    "update by keywords": lambda d: d.update(b=2),
    "update with nothing": lambda d: d.update(),
}
CHANGES_OF_A_LIST: dict[str, Change] = {
    "set": lambda x: operator.setitem(x, 0, 9),
    "set out of range": lambda x: operator.setitem(x, 9, 9),
    "set a slice": lambda x: operator.setitem(x, slice(0, 1), [9]),
    "set a stepped slice": lambda x: operator.setitem(x, slice(None, None, 2), [9, 9]),
    "del": lambda x: _delete(x, 0),
    "del a slice": lambda x: _delete(x, slice(None)),
    "+=": lambda x: _add(x, [9]),
    "+= nothing": lambda x: _add(x, []),
    "*=": lambda x: _repeat(x, 2),
    "append": lambda x: x.append(9),
    "clear": lambda x: x.clear(),
    "extend": lambda x: x.extend([9]),
    "insert": lambda x: x.insert(0, 9),
    "pop": lambda x: x.pop(),
    "pop a place": lambda x: x.pop(0),
    "remove": lambda x: x.remove(1),
    "reverse": lambda x: x.reverse(),
    "sort": lambda x: x.sort(),
    "sort by key": lambda x: x.sort(key=str, reverse=True),
}


class TestChanging:
    @pytest.mark.parametrize("change", CHANGES_OF_A_DICT.values(), ids=CHANGES_OF_A_DICT.keys())
    def test_a_frozen_dict_refuses_every_change(self, change: Change) -> None:
        frozen = FrozenDict({"a": 1})
        with pytest.raises(TypeError, match=r"FrozenDict is read-only.*thaw"):
            change(frozen)
        assert dict(frozen) == {"a": 1}

    @pytest.mark.parametrize("change", CHANGES_OF_A_LIST.values(), ids=CHANGES_OF_A_LIST.keys())
    def test_a_frozen_list_refuses_every_change(self, change: Change) -> None:
        frozen = FrozenList([1, 2, 3])
        with pytest.raises(TypeError, match=r"FrozenList is read-only.*thaw"):
            change(frozen)
        assert list(frozen) == [1, 2, 3]

    def test_no_method_that_changes_is_left_out(self) -> None:
        reading = {
            dict: {"copy", "fromkeys", "get", "items", "keys", "values"},
            list: {"copy", "count", "index"},
        }
        for plain, frozen in ((dict, FrozenDict), (list, FrozenList)):
            public = {name for name in dir(plain) if not name.startswith("_")}
            in_place = {"__setitem__", "__delitem__", "__iadd__", "__imul__", "__ior__"}
            changing = (public - reading[plain]) | (in_place & set(dir(plain)))
            assert changing <= set(vars(frozen))

    def test_attributes_cannot_be_added(self) -> None:
        for frozen in (FrozenDict(), FrozenList()):
            with pytest.raises(AttributeError):
                frozen.note = 1  # type: ignore[union-attr]


class TestReading:
    @given(json_containers)
    def test_it_prints_as_the_plain_value_does(self, value: Any) -> None:
        assert repr(freeze(value)) == repr(value)
        assert str(freeze(value)) == str(value)

    @given(json_values)
    def test_json_dumps_gives_the_same_text(self, value: Any) -> None:
        frozen = freeze(value)
        assert json.dumps(frozen) == json.dumps(value)
        assert json.dumps(frozen, indent=2, sort_keys=True) == json.dumps(
            value, indent=2, sort_keys=True
        )

    def test_it_is_a_dict_or_a_list_to_python(self) -> None:
        frozen: Any = freeze({"a": [1, 2, 3]})
        assert isinstance(frozen, dict)
        assert isinstance(frozen["a"], list)
        assert {**frozen} == {"a": [1, 2, 3]}
        assert frozen["a"][1:] == [2, 3]
        match frozen:
            case {"a": [first, *rest]}:
                assert (first, rest) == (1, [2, 3])
            case _:
                pytest.fail("a frozen value is no mapping to match")

    def test_values_made_of_it_are_new(self) -> None:
        frozen = FrozenDict({"a": 1})
        assert frozen | {"b": 2} == {"a": 1, "b": 2}
        assert {"b": 2} | frozen == {"a": 1, "b": 2}
        numbers = FrozenList([1])
        assert numbers + numbers == numbers * 2 == [1, 1]
        assert numbers == [1]
        assert frozen == {"a": 1}

    @pytest.mark.parametrize("frozen", [FrozenDict(), FrozenList(), FrozenDict({"a": 1})])
    def test_it_is_not_hashable(self, frozen: Any) -> None:
        with pytest.raises(TypeError, match="unhashable"):
            hash(frozen)

    def test_deep_values_print_and_are_dumped(self) -> None:
        value = nested(500)
        frozen = freeze(nested(300))
        assert repr(frozen) == repr(nested(300))
        assert json.loads(json.dumps(FrozenList([value]))) == [value]


class TestCopies:
    @given(json_containers)
    def test_copy_and_deepcopy_give_read_only_equals(self, value: Any) -> None:
        frozen = freeze(value)
        for copied in (copy.copy(frozen), copy.deepcopy(frozen)):
            assert type(copied) is type(frozen)
            assert is_frozen(copied)
            assert copied == frozen

    @given(json_containers, st.integers(0, pickle.HIGHEST_PROTOCOL))
    def test_pickle_gives_a_read_only_equal(self, value: Any, protocol: int) -> None:
        frozen = freeze(value)
        restored = pickle.loads(pickle.dumps(frozen, protocol))
        assert is_frozen(restored)
        assert json_equal(restored, frozen)

    def test_a_deepcopy_of_a_plain_container_keeps_the_frozen_ones(self) -> None:
        frozen = FrozenDict({"a": 1})
        assert copy.deepcopy([frozen])[0] is frozen

    def test_deep_values_are_copied_and_pickled(self) -> None:
        frozen = freeze(nested_object(400))
        assert copy.deepcopy(frozen) == frozen
        assert json_equal(pickle.loads(pickle.dumps(frozen)), frozen)
