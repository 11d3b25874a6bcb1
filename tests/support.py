"""Messages in a few words, for tests that are about something else."""

from __future__ import annotations

from typing import Any

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

BASIC = basic.catalog("v1.0")
BASIC_0_9 = basic.catalog("v0.9")
STRICT = a2ui.Validation.strict()
RELAXED = a2ui.Validation.relaxed()


def create(surface_id: str = "s", *, version: str = "v1.0", **more: Any) -> dict[str, Any]:
    """A createSurface on the basic catalog of the version."""
    catalog = BASIC if version == "v1.0" else BASIC_0_9
    body = {"surfaceId": surface_id, "catalogId": catalog.id, **more}
    return {
        "version": version,
        "createSurface": {k: v for k, v in body.items() if v is not None},
    }


def update(
    *components: dict[str, Any], surface_id: str = "s", version: str = "v1.0"
) -> dict[str, Any]:
    """An updateComponents."""
    body = {"surfaceId": surface_id, "components": list(components)}
    return {"version": version, "updateComponents": body}


def data(path: str, value: Any, *, surface_id: str = "s", version: str = "v1.0") -> dict[str, Any]:
    """An updateDataModel."""
    body = {"surfaceId": surface_id, "path": path, "value": value}
    return {"version": version, "updateDataModel": body}


def text(id: str, value: Any = "x") -> dict[str, Any]:
    """A Text component."""
    return {"id": id, "component": "Text", "text": value}


def column(id: str, *children: str) -> dict[str, Any]:
    """A Column of these children."""
    return {"id": id, "component": "Column", "children": list(children)}


def card(id: str, child: str) -> dict[str, Any]:
    """A Card around a child."""
    return {"id": id, "component": "Card", "child": child}


def processor(
    *messages: dict[str, Any], validation: a2ui.Validation | None = STRICT, **options: Any
) -> a2ui.Processor:
    """A processor on the basic catalogs that has taken these messages."""
    catalogs = options.pop("catalogs", [BASIC, BASIC_0_9])
    start = a2ui.Processor(catalogs, validation=validation, **options)
    return start.process(list(messages)).unwrap()[0]


def refused(by: a2ui.Processor, message: Any) -> a2ui.A2uiError:
    """The error of a message that must fail and change nothing."""
    step = by.process(message)
    assert step.error is not None, step.effects
    assert step.processor == by
    return step.error
