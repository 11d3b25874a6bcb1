"""Effects and errors as JSON, for machines."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from ..effects import Effect
from ..errors import A2uiError


def effect_json(effect: Effect) -> dict[str, Any]:
    """An effect with its name under `effect`."""
    found = {field.name: getattr(effect, field.name) for field in fields(effect)}
    return {"effect": type(effect).__name__, **found}


def error_json(error: A2uiError) -> dict[str, Any]:
    """An error with all that it knows."""
    known = {
        "category": error.category,
        "code": error.code,
        "message": error.message,
        "path": error.path,
        "surfaceId": error.surface_id,
        "details": [asdict(fault) for fault in error.details],
    }
    return {name: value for name, value in known.items() if value is not None}
