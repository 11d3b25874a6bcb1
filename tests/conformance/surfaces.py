"""`validate` and `process_messages`: payloads in, errors and surfaces as expected.

One processor for a case, kept through all its steps; after an error the one returned
beside it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import a2ui_kernel as a2ui

from .cases import Case, messages_of
from .catalogs import processor_catalogs
from .compare import check_error, check_same
from .evaluating import drawn_results, first_result, property_of, with_severity

_SURFACE_KEYS = {
    "exists",
    "sendDataModel",
    "theme",
    "dataModel",
    "components",
    "validationResult",
}


@dataclass(frozen=True)
class Stage:
    """One step: its payload (None: nothing to process), and what it expects."""

    payload: Any
    expect: Mapping[str, Any]
    error: str | Mapping[str, Any] | None


def stages(case: Case) -> Iterator[Stage]:
    """The steps of a case. What the case itself expects, it expects of the last one."""
    last = len(case.steps) - 1
    for place, step in enumerate(case.steps):
        said = {**case.said, **step} if place == last else step
        yield Stage(messages_of(step), said.get("expect") or {}, said.get("expectError"))


def processor_of(case: Case) -> a2ui.Processor:
    """The processor that a case starts with: `validate` is strict, whatever the case says."""
    strict = case.action == "validate" or case.said.get("strictMode") is True
    validation = a2ui.Validation.strict() if strict else None
    return a2ui.Processor(processor_catalogs(case), validation=validation)


def run_messages(case: Case) -> None:
    processor = processor_of(case)
    for stage in stages(case):
        if stage.payload is not None:
            step = processor.process(stage.payload)
            processor = step.processor
            check_error(stage.error, step.error)
        check_surfaces(processor, stage.expect)


def check_surfaces(processor: a2ui.Processor, expect: Mapping[str, Any]) -> None:
    """Fail unless the surfaces are as a step expects; what it does not name is free."""
    assert set(expect) <= {"surfaces"}, f"unknown expectations: {sorted(expect)}"
    for surface_id, wanted in expect.get("surfaces", {}).items():
        assert set(wanted) <= _SURFACE_KEYS, f"unknown expectations: {sorted(wanted)}"
        there = surface_id in processor.surfaces
        assert there is wanted.get("exists", True), f"surface {surface_id}: exists is {there}"
        if there:
            _check_surface(processor, processor.surface(surface_id), wanted)


def _check_surface(
    processor: a2ui.Processor, surface: a2ui.Surface, wanted: Mapping[str, Any]
) -> None:
    actual = {
        "sendDataModel": surface.send_data_model,
        "theme": surface.theme,
        "dataModel": surface.data.value,
    }
    for key in wanted.keys() & actual.keys():
        check_same(wanted[key], actual[key], f"{surface.id}: {key}")
    if "components" in wanted:
        _check_components(processor, surface, wanted["components"])
    for component_id, result in wanted.get("validationResult", {}).items():
        _check_result(processor, surface, component_id, result)


def _check_components(processor: a2ui.Processor, surface: a2ui.Surface, wanted: Any) -> None:
    if isinstance(wanted, list):
        assert len(surface.components) == len(wanted), f"components: {list(surface.components)}"
        wanted = {entry["id"]: entry for entry in wanted}
    for component_id, entry in wanted.items():
        assert component_id in surface.components, f"no component {component_id}"
        component = surface.components[component_id]
        for name, value in entry.items():
            what = f"{component_id}.{name}"
            if name == "component":
                check_same(value, component.type, what)
            elif name == "id":
                check_same(value, component.id, what)
            else:
                assert name in component.properties, f"{what} is absent"
                drawn = property_of(processor, surface, component.properties[name])
                check_same(value, drawn, what)


def _check_result(
    processor: a2ui.Processor, surface: a2ui.Surface, component_id: str, wanted: dict[str, Any]
) -> None:
    rules = surface.components[component_id].properties.get("checks", [])
    assert isinstance(rules, list)
    wanted = with_severity(wanted)
    check_same(wanted, first_result(processor, surface, rules), f"{component_id}: checks")
    for drawn in drawn_results(surface, component_id):
        check_same(wanted, drawn, f"{component_id}: checks of its node")
