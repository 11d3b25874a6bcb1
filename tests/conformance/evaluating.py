"""Values of a case that the library evaluates: bindings, calls, checks.

Literal ones are compared as they are, so that most cases do not depend on evaluation.
"""

# What is not there yet; goes with the names in expected_failures.txt:

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import a2ui_kernel as a2ui

SEVERITY = "error"
"""The severity of a failed check that names none."""


def is_literal(value: object, version: str) -> bool:
    """Whether a property holds no binding, no call and no escaped key at any depth."""
    if isinstance(value, list):
        return all(is_literal(item, version) for item in value)
    if not isinstance(value, dict):
        return True
    if version == "v1.0":
        marked = any(key.startswith("@") for key in value)
    else:
        marked = "call" in value or ("path" in value and "componentId" not in value)
    return not marked and all(is_literal(item, version) for item in value.values())


def property_of(processor: a2ui.Processor, surface: a2ui.Surface, value: Any) -> Any:
    """A property as it is drawn at the scope `/`."""
    if is_literal(value, surface.version):
        return value
    return context_of(processor, surface).resolve(value)


def context_of(processor: a2ui.Processor, surface: a2ui.Surface) -> Any:
    """The context of a surface's expressions, at the root of its data."""
    return a2ui.DataContext(
        catalogs=processor.catalogs, version=surface.version, surface=surface, data=surface.data
    )


def first_result(
    processor: a2ui.Processor, surface: a2ui.Surface, rules: Sequence[Any]
) -> dict[str, Any]:
    """The result of a component's checks: the first that fails, else a valid one."""
    context = context_of(processor, surface)
    for rule in rules:
        given = context.resolve(rule["condition"])
        result = dict(given) if isinstance(given, dict) else {"valid": given}
        if result["valid"] is not True:
            if result.get("message") is None:
                result["message"] = rule.get("message", "Validation failed")
            return with_severity(result)
    return {"valid": True}


def drawn_results(surface: a2ui.Surface, component_id: str) -> list[dict[str, Any]]:
    """The results of a component's checks as its nodes have them."""
    resolver, _ = a2ui.NodeResolver.resolve(surface)
    return [
        _as_json(node.checks)
        for node in resolver.positions.values()
        if node.component_id == component_id and node.checks is not None
    ]


def _as_json(result: Any) -> dict[str, Any]:
    if result.valid:
        return {"valid": True}
    said = {"code": result.code, "message": result.message, "severity": result.severity}
    return {"valid": False} | {key: value for key, value in said.items() if value is not None}


def with_severity(result: dict[str, Any]) -> dict[str, Any]:
    """A result in which a failure says how severe it is."""
    return result if result.get("valid") is True else {"severity": SEVERITY, **result}
