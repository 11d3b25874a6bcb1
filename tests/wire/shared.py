"""Messages and steps as the tests of the wire use them."""

from __future__ import annotations

import json
from typing import Any

from a2ui_kernel import A2uiError, Processor, Step

EMPTY = Processor([])
BAD: Any = {"version": "v1.0", "nonsense": {}}


def create(surface_id: str) -> Any:
    """A message that creates a surface without a catalog."""
    return {"version": "v1.0", "createSurface": {"surfaceId": surface_id}}


def lines(*messages: Any) -> str:
    """JSON Lines; a text stands as it is."""
    return "\n".join(m if isinstance(m, str) else json.dumps(m) for m in messages)


def surfaces(step: Step) -> list[str]:
    """The ids of the surfaces after a step."""
    return list(step.processor.surfaces)


def error_of(payload: Any, processor: Processor = EMPTY) -> A2uiError:
    """The error of a payload that must fail at once, with nothing changed."""
    step = processor.process(payload)
    assert step.error is not None
    assert (step.processor, step.effects, step.index) == (processor, (), 0)
    return step.error
