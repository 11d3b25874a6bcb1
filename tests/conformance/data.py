"""`resolve_path` and `data_model`: pointers, and the document that they read and write.

The model is a value, so nobody is notified: an observer of a path counts as fired if
what is there changed (absent differs from present).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import a2ui_kernel as a2ui
from a2ui_kernel import pointer

from .cases import Case
from .compare import check_error, check_same, difference

_TYPES = {"list": list, "object": dict}
_Op: TypeAlias = Callable[[a2ui.DataModel, Mapping[str, Any]], a2ui.DataModel]


def run_resolve_path(case: Case) -> None:
    args = case.args
    check_same(case.said["expect"], pointer.resolve(args["path"], args.get("contextPath", "/")))


def run_data_model(case: Case) -> None:
    model = a2ui.DataModel(case.said.get("initial", {}))
    watched: list[str] = case.said.get("watch", [])
    for step in case.steps:
        before = model
        if step["op"] == "dispose":
            watched = []
        elif "expectError" in step:
            check_error(step["expectError"], _error_of(model, step))
            continue
        else:
            model = _OPS[step["op"]](model, step)
        _check_step(step, before, model, watched)
    if "expect" in case.said:
        check_same(case.said["expect"], model.value, "the whole model")


def _error_of(model: a2ui.DataModel, step: Mapping[str, Any]) -> a2ui.A2uiError | None:
    try:
        _OPS[step["op"]](model, step)
    except a2ui.A2uiError as error:
        return error
    return None


def _check_step(
    step: Mapping[str, Any], before: a2ui.DataModel, after: a2ui.DataModel, watched: list[str]
) -> None:
    if "expect_notified" in step:
        fired = [path for path in watched if difference(_at(before, path), _at(after, path))]
        check_same(sorted(step["expect_notified"]), sorted(fired), "notified")
    for path, value in step.get("expect_values", {}).items():
        check_same([value], _at(after, path), path)


def _at(model: a2ui.DataModel, path: str) -> list[Any]:
    """What is at a path: one value, or none."""
    return [model.get(path)] if model.has(path) else []


def _get(model: a2ui.DataModel, step: Mapping[str, Any]) -> a2ui.DataModel:
    found = _at(model, step["path"])
    if "expect_absent" in step:
        check_same(step["expect_absent"], found == [], f"whether {step['path']} is absent")
    if "expect" in step:
        check_same([step["expect"]], found, step["path"])
    if "expect_type" in step:
        assert isinstance(found[0], _TYPES[step["expect_type"]]), f"{step['path']}: {found!r}"
    return model


def _set(model: a2ui.DataModel, step: Mapping[str, Any]) -> a2ui.DataModel:
    return model.set(step["path"], step["value"])


def _delete(model: a2ui.DataModel, step: Mapping[str, Any]) -> a2ui.DataModel:
    deleted = model.delete(step["path"])
    check_same(model.set(step["path"], None).value, deleted.value, "a null written")
    return deleted


_OPS: Mapping[str, _Op] = {"get": _get, "set": _set, "delete": _delete}
