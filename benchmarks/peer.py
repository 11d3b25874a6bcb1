"""What the Python package `a2ui-core` does for each workload.

Runs under an interpreter that has it, and does not import ours. The catalog is built and
its lazy schemas are warmed outside the clock.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import fresh
import payloads
from a2ui.core import (  # type: ignore[import-not-found,unused-ignore]
    RELAXED_VALIDATION,
    STRICT_VALIDATION,
    Catalog,
    MessageProcessor,
    MessageProcessorOptions,
)
from a2ui.core.basic_catalog import v1_0  # type: ignore[import-not-found,unused-ignore]
from a2ui.core.processing.adapters import (  # type: ignore[import-not-found,unused-ignore]
    VersionAdapterFactory,
)
from a2ui.core.resolution import DataContext  # type: ignore[import-not-found,unused-ignore]
from a2ui.core.state import ComponentModel  # type: ignore[import-not-found,unused-ignore]
from a2ui.core.state.surface_components_model import (  # type: ignore[import-not-found,unused-ignore]
    SurfaceComponentsModel,
)
from a2ui.core.validation import (  # type: ignore[import-not-found,unused-ignore]
    PayloadValidator,
)
from clock import Sample, clocked, digest

CATALOG: Any = v1_0.BasicCatalog()

PROGRAM = fresh.Program(
    start="""
from a2ui.core import MessageProcessor, MessageProcessorOptions, STRICT_VALIDATION
from a2ui.core.basic_catalog import v1_0
options = MessageProcessorOptions(validation_config=STRICT_VALIDATION)
processor = MessageProcessor([v1_0.BasicCatalog()], options=options)
""",
    process="""
import json
processor.process_messages(json.loads(text))
components = processor.model.surfaces["s"].components_model.size
""",
)


def _processor(config: Any = STRICT_VALIDATION) -> Any:
    options = MessageProcessorOptions(validation_config=config)
    return MessageProcessor([CATALOG], options=options)


def _facts_of(surface: Any) -> dict[str, Any]:
    return {
        "components": surface.components_model.size,
        "ids": digest(sorted(surface.components_model.keys)),
        "data": digest(surface.data_model.get("/")),
    }


def _facts(processor: Any) -> dict[str, Any]:
    return _facts_of(processor.model.surfaces["s"])


def _takes(text: str) -> bool:
    try:
        _processor().process_messages(json.loads(text))
    except Exception:  # noqa: BLE001 (which exceptions it refuses with is not documented)
        return False
    return True


def examples() -> Sample:
    """W1: every example from text, on a processor of its own; strictly where strict takes it."""
    plan = [
        (name, text, STRICT_VALIDATION if _takes(text) else None)
        for name, text in payloads.examples()
    ]

    def work(_: None) -> list[Any]:
        done = []
        for _name, text, config in plan:
            processor = _processor(config)
            processor.process_messages(json.loads(text))
            done.append(processor)
        return done

    def facts(done: list[Any]) -> dict[str, Any]:
        surfaces = [s for processor in done for s in processor.model.surfaces.items()]
        return {
            "accepted": [name for name, _, config in plan if config is not None],
            "surfaces": {name: _facts_of(surface) for name, surface in surfaces},
        }

    return clocked(lambda: None, work, facts)


def flat(n: int) -> Sample:
    """W2, W3: n bound Texts, created and strictly checked, from text."""
    text = payloads.flat(n)

    def work(processor: Any) -> Any:
        processor.process_messages(json.loads(text))
        return processor

    return clocked(_processor, work, _facts)


def schema_check() -> Sample:
    """W5a: 1,001 components against the schemas of a catalog from JSON."""
    validator = PayloadValidator(Catalog.from_json(CATALOG.to_json()), config=STRICT_VALIDATION)
    components = payloads.flat_update(1000)["updateComponents"]["components"]

    def work(_: None) -> int:
        for component in components:
            validator.validate_component(component)
        return len(components)

    return clocked(lambda: None, work, lambda accepted: {"accepted": accepted})


def whole_check() -> Sample:
    """W5b: the parsed message with 1,001 components, schemas and graph, nothing committed."""
    catalog = Catalog.from_json(CATALOG.to_json())
    message = payloads.flat_update(1000)

    def work(_: None) -> int:
        adapter = VersionAdapterFactory.resolve_from_payload(message)
        models = [
            ComponentModel(
                entry["id"],
                entry["component"],
                catalog,
                {key: item for key, item in entry.items() if key not in ("id", "component")},
            )
            for entry in adapter.extract_operations(message)[0].components
        ]
        SurfaceComponentsModel(catalog).validate_components_update(models, config=STRICT_VALIDATION)
        return len(models)

    return clocked(lambda: None, work, lambda accepted: {"accepted": accepted})


def stream(n: int) -> Sample:
    """W11: n messages of one component each, parsed, one call for each; relaxed."""
    messages = payloads.stream(n)

    def ready() -> Any:
        processor = _processor(RELAXED_VALIDATION)
        processor.process_messages(payloads.create())
        return processor

    def work(processor: Any) -> Any:
        for message in messages:
            processor.process_messages(message)
        return processor

    return clocked(ready, work, _facts)


def _context() -> Any:
    processor = MessageProcessor(
        [CATALOG],
        options=MessageProcessorOptions(validation_config=STRICT_VALIDATION),
    )
    create = payloads.create()
    create["createSurface"]["dataModel"] = payloads.CONTEXT
    processor.process_messages(create)
    return DataContext(processor.model.surfaces["s"])


def templates() -> Sample:
    """W7: 10,000 evaluations of one formatString with three interpolations."""
    context = _context()

    def work(_: None) -> Any:
        for _count in range(10_000):
            text = context.resolve_dynamic_value(payloads.TEMPLATE)
        return text

    return clocked(lambda: None, work, lambda text: {"text": text})


TABLE: dict[str, Callable[[], Sample]] = {
    "W1": examples,
    "W2": partial(flat, 1_000),
    "W3": partial(flat, 10_000),
    "W5a": schema_check,
    "W5b": whole_check,
    "W7": templates,
    "W9": partial(fresh.start_up, PROGRAM),
    "W9.first": partial(fresh.first_message, PROGRAM),
    "W9.modules": partial(fresh.modules, PROGRAM),
    "W10": partial(fresh.memory, PROGRAM, "VmRSS"),
    "W10.peak": partial(fresh.memory, PROGRAM, "VmHWM"),
    "W11.500": partial(stream, 500),
    "W11.2000": partial(stream, 2_000),
}
