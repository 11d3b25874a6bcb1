"""`dispatch_action`: what an action sends, fails with and writes when the user acts.

The action stands on a button; at a scope inside a list, on a button of a template.
"""

# What is not there yet; goes with the names in expected_failures.txt:

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .cases import Case, Document
from .compare import check_same

NOW = datetime(2026, 10, 14, 12, tzinfo=UTC)
"""When the user acts."""


def run_action(case: Case) -> None:
    payload: Document = case.said["actionPayload"]
    action = payload if {"event", "functionCall"} & set(payload) else {"event": payload}
    surface_id = case.said.get("surfaceId", "main")
    processor, position = _surface_with(case, surface_id, action)
    resolver, _ = a2ui.NodeResolver.resolve(processor.surface(surface_id))
    invocation = resolver.invoke(resolver.positions[position].ref, "action", now=NOW)

    assert invocation.blocked == (), "no check is there to block it"
    assert len(invocation.events) == ("event" in action)
    for key, value in case.said.get("expectDispatched", {}).items():
        [event] = invocation.events
        given = {
            "name": event.name,
            "context": event.context,
            "userMessage": event.user_message,
        }
        check_same(value, given[key], f"the event's {key}")
    if "expectDispatchedErrors" in case.said:
        codes = [{"code": _code(error)} for error in _errors(invocation)]
        check_same(case.said["expectDispatchedErrors"], codes, "errors")
    if "expectDataModel" in case.said:
        for effect in invocation.effects:
            if isinstance(effect, a2ui.Write):
                processor, _ = processor.set_data(surface_id, effect.path, effect.value).unwrap()
        check_same(case.said["expectDataModel"], processor.surface(surface_id).data.value)


def _errors(invocation: Any) -> list[a2ui.A2uiError]:
    """The failure of the action itself, then those of an event's entries."""
    outcome = invocation.outcome
    return [*([outcome.error] if isinstance(outcome, a2ui.Failure) else []), *invocation.errors]


def _code(error: a2ui.A2uiError) -> str:
    return "CATALOG_ERROR" if error.category == "catalog" else "EXPRESSION_ERROR"


def _surface_with(case: Case, surface_id: str, action: Document) -> tuple[a2ui.Processor, str]:
    """A surface with a button that acts, and the button's position.

    At a scope such as `/items/1` the button stands in a template, as item 1 of `/items`.
    """
    scope: str = case.said.get("scope", "/")
    button = {"component": "Button", "child": "label", "action": action}
    label = {"id": "label", "component": "Text", "text": "Go"}
    if scope == "/":
        components, position = [{"id": "root", **button}, label], "root"
    else:
        items, _, index = scope.rpartition("/")
        children = {"componentId": "act", "path": items}
        root = {"id": "root", "component": "Column", "children": children}
        components, position = [root, {"id": "act", **button}, label], f"root/children/{index}"
    catalog = basic.catalog("v0.9")
    bodies: list[Document] = [
        {"createSurface": {"surfaceId": surface_id, "catalogId": catalog.id}},
        {"updateDataModel": {"surfaceId": surface_id, "value": case.said.get("dataModel", {})}},
        {"updateComponents": {"surfaceId": surface_id, "components": components}},
    ]
    messages = [{"version": "v0.9", **body} for body in bodies]
    processor, _ = a2ui.Processor([catalog]).process(messages).unwrap()
    return processor, position
