"""`PatchMap` against a plain dict, over random operations; old versions stay as they were."""

from __future__ import annotations

import copy
import pickle
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from a2ui_kernel.values import PatchMap

KEYS = st.integers(0, 40).map(str)
ENTRIES = st.dictionaries(KEYS, st.integers(0, 9), max_size=8)


class PatchMapAgainstDict(RuleBasedStateMachine):
    map: PatchMap[str, int]
    model: dict[str, int]
    history: list[tuple[PatchMap[str, int], dict[str, int]]]

    @initialize(size=st.integers(0, 60))
    def begin(self, size: int) -> None:
        self.model = {str(n): n for n in range(size)}
        self.map = PatchMap(self.model)
        self.history = []

    def _go_on(self, new: PatchMap[str, int], model: dict[str, int]) -> None:
        self.history.append((self.map, self.model))
        self.map, self.model = new, model

    @rule(entries=ENTRIES)
    def add(self, entries: dict[str, int]) -> None:
        self._go_on(self.map.with_entries(entries), {**self.model, **entries})

    @rule(entries=ENTRIES)
    def add_from_another(self, entries: dict[str, int]) -> None:
        self._go_on(self.map.with_entries(PatchMap(entries)), {**self.model, **entries})

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(list(self.model)))
        self._go_on(self.map.without(key), {k: v for k, v in self.model.items() if k != key})

    @rule(key=KEYS)
    def remove_one_that_may_be_absent(self, key: str) -> None:
        if key not in self.model:
            with pytest.raises(KeyError):
                self.map.without(key)

    @rule(how=st.sampled_from([copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))]))
    def go_on_with_a_copy(self, how: Any) -> None:
        self._go_on(how(self.map), dict(self.model))

    @rule(key=KEYS)
    def look_up(self, key: str) -> None:
        assert self.map.get(key) == self.model.get(key)
        assert self.map.getter()(key) == self.model.get(key)
        assert self.map.get(key, -1) == self.model.get(key, -1)
        assert (key in self.map) == (key in self.model)
        if key in self.model:
            assert self.map[key] == self.model[key]
        else:
            with pytest.raises(KeyError):
                self.map[key]

    @rule()
    def compare_with_the_versions_before(self) -> None:
        for old, model in self.history[-5:]:
            assert (self.map == old) == (self.model == model)
            assert (old != self.map) == (model != self.model)

    @invariant()
    def it_is_the_dict_in_the_same_order(self) -> None:
        assert list(self.map) == list(self.model)
        assert list(self.map.items()) == list(self.model.items())
        assert list(self.map.values()) == list(self.model.values())
        assert len(self.map) == len(self.model)
        assert self.map == self.model
        assert self.model == self.map
        assert repr(self.map) == repr(self.model)
        assert bool(self.map) == bool(self.model)

    def teardown(self) -> None:
        for old, model in self.history:
            assert list(old.items()) == list(model.items())
            assert len(old) == len(model)


PatchMapAgainstDict.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestPatchMapAgainstDict = PatchMapAgainstDict.TestCase


def test_a_key_that_comes_back_goes_to_the_end() -> None:
    entries = PatchMap({"a": 1, "b": 2, "c": 3}).without("a").with_entries({"a": 4})
    assert list(entries.items()) == [("b", 2), ("c", 3), ("a", 4)]


def test_a_key_that_is_replaced_keeps_its_place() -> None:
    entries = PatchMap({"a": 1, "b": 2}).with_entries({"a": 3})
    assert list(entries.items()) == [("a", 3), ("b", 2)]


def test_what_it_was_made_from_is_not_seen_again() -> None:
    source = {"a": 1}
    entries = PatchMap(source)
    source["a"] = 2
    source["b"] = 3
    assert entries == {"a": 1}


def test_it_is_made_from_pairs_too() -> None:
    assert PatchMap([("a", 1), ("b", 2)]) == {"a": 1, "b": 2}


def test_it_equals_any_mapping_of_the_same_entries_and_nothing_else() -> None:
    entries = PatchMap({"a": 1})
    assert entries == MappingProxyType({"a": 1})
    assert entries != MappingProxyType({"a": 2})
    assert entries != [("a", 1)]


def test_it_is_read_only_and_not_hashable() -> None:
    entries = PatchMap({"a": 1})
    with pytest.raises(TypeError):
        entries["a"] = 2  # type: ignore[index]
    with pytest.raises(TypeError):
        del entries["a"]  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="unhashable"):
        hash(entries)


def test_ten_thousand_single_changes_keep_order_and_old_versions() -> None:
    versions = [PatchMap({n: n for n in range(1_000)})]
    for n in range(10_000):
        versions.append(versions[-1].with_entries({n % 1_500: -n}))
    assert list(versions[-1]) == list(range(1_500))
    assert versions[-1][999] == -9_999
    assert versions[0] == {n: n for n in range(1_000)}
    assert len(versions[700]) == 1_000
