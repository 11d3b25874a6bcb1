"""Cases run once more, their steps kept, and messages in one line each.

For the tests that assert more of a case than it asserts itself.
"""

from __future__ import annotations

from typing import Any

import a2ui_kernel as a2ui

from .cases import Case, Document, all_cases
from .surfaces import processor_of, stages

CASES = {case.id: case for case in all_cases()}


def steps_of(case: Case) -> list[tuple[a2ui.Processor, Any, a2ui.Step]]:
    """(processor before, payload, step) of every step of a case."""
    processor, found = processor_of(case), []
    for stage in stages(case):
        if stage.payload is not None:
            step = processor.process(stage.payload)
            found.append((processor, stage.payload, step))
            processor = step.processor
    return found


def final(case_id: str) -> a2ui.Processor:
    """The processor after a case."""
    return steps_of(CASES[case_id])[-1][2].processor


def last_error(case_id: str) -> a2ui.A2uiError:
    error = steps_of(CASES[case_id])[-1][2].error
    assert error is not None
    return error


def error_after(processor: a2ui.Processor, *messages: Document) -> a2ui.A2uiError:
    error = processor.process(list(messages)).error
    assert error is not None
    return error


def strict(*catalogs: a2ui.Catalog) -> a2ui.Processor:
    return a2ui.Processor(catalogs, validation=a2ui.Validation.strict())


def create(version: str, catalog_id: str, surface_id: str = "s1", **more: Any) -> Document:
    body = {"surfaceId": surface_id, "catalogId": catalog_id, **more}
    return {"version": version, "createSurface": body}


def update(version: str, *components: Document, surface_id: str = "s1") -> Document:
    body = {"surfaceId": surface_id, "components": list(components)}
    return {"version": version, "updateComponents": body}
