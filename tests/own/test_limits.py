"""`Limits`: a frozen value whose defaults are those of the design."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import pytest

from a2ui_kernel import DataModel, Limits, Processor

DEFAULTS = {
    "payload_bytes": 16 * 1024 * 1024,
    "json_depth": 512,
    "component_depth": 50,
    "call_depth": 5,
    "components": 50_000,
    "surfaces": 1_000,
    "nodes": 100_000,
    "list_items": 10_000,
    "list_index": 10_000,
    "template_chars": 10_000,
    "template_parts": 1_000,
    "arguments": 1_000,
    "steps": 100_000,
    "result_chars": 1_000_000,
    "regex_seconds": 0.1,
    "pending_calls": 10_000,
    "details": 20,
}


def test_the_defaults_are_those_of_the_design() -> None:
    assert dataclasses.asdict(Limits()) == DEFAULTS


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_limit_cannot_be_changed(name: str) -> None:
    limits: Any = Limits()
    with pytest.raises(AttributeError):
        setattr(limits, name, 1)
    assert limits == Limits()


def test_limits_compare_by_value_and_are_pickled() -> None:
    limits = Limits(json_depth=9)
    assert limits != Limits()
    assert pickle.loads(pickle.dumps(limits)) == limits
    assert hash(limits) == hash(Limits(json_depth=9))


def test_a_surface_has_the_limits_of_its_processor() -> None:
    limits = Limits(list_index=2, surfaces=1)
    message: Any = {"version": "v1.0", "createSurface": {"surfaceId": "s", "dataModel": {"a": []}}}
    processor = Processor([], limits=limits).process(message).unwrap()[0]
    assert processor.surface("s").limits == processor.limits == limits
    step = processor.set_data("s", "/a/3", 1)
    assert step.error is not None
    assert (step.error.category, step.error.code) == ("data", "LIMIT_LIST_INDEX")
    message["createSurface"]["surfaceId"] = "t"
    step = processor.process(message)
    assert step.error is not None
    assert step.error.code == "LIMIT_SURFACES"
    assert DataModel([]).set("/3", 1).get("/3") == 1
