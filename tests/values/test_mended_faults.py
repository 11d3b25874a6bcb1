"""Faults that `values` once had."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from a2ui_kernel import DataModel, FrozenDict, FrozenList
from a2ui_kernel.values import json_equal

from .strategies import nested_list, nested_object


@pytest.mark.parametrize("nest", [nested_list, nested_object])
def test_data_as_deep_as_the_limit_can_be_pickled(nest: Any) -> None:
    model = DataModel(nest(512))
    assert json_equal(pickle.loads(pickle.dumps(model)).value, nest(512))


@pytest.mark.xfail(strict=True, reason="__init__ of dict and list, called again, changes them")
@pytest.mark.parametrize(
    ("frozen", "other"), [(FrozenDict({"a": 1}), {"b": 2}), (FrozenList([1]), [2])]
)
def test_initialising_it_again_is_refused(frozen: Any, other: Any) -> None:
    with pytest.raises(TypeError):
        frozen.__init__(other)
