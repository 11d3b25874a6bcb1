"""What we do for each workload. Catalogs and processors are made outside the clock."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import fresh
import payloads
from clock import Sample, clocked, digest

from a2ui_kernel import Catalog, DataContext, Processor, Surface, Validation
from a2ui_kernel.catalogs import basic

STRICT = Validation.strict()
STREAMING = Validation(allow_dangling_references=True)
"""Strict but for references to what is still to come: one-component messages, parents first,
leave one dangling at nearly every step, and strict refuses that (so do the peers)."""

PROGRAM = fresh.Program(
    start="""
from a2ui_kernel import Processor, Validation
from a2ui_kernel.catalogs import basic
processor = Processor([basic.catalog("v1.0")], validation=Validation.strict())
""",
    process="""
step = processor.process(text)
components = len(step.unwrap()[0].surface("s").components)
""",
)


def _processor(validation: Validation | None = STRICT) -> Processor:
    return Processor([basic.catalog(payloads.VERSION)], validation=validation)


def _facts_of(surface: Surface) -> dict[str, Any]:
    return {
        "components": len(surface.components),
        "ids": digest(sorted(surface.components)),
        "data": digest(surface.data.value),
    }


def _facts(processor: Processor) -> dict[str, Any]:
    return _facts_of(processor.surface("s"))


def examples() -> Sample:
    """W1: every example from text, on a processor of its own; strictly where strict takes it."""
    strict, loose = _processor(), _processor(None)
    plan = [
        (name, text, strict if strict.process(text).ok else loose)
        for name, text in payloads.examples()
    ]

    def work(_: None) -> list[Processor]:
        return [processor.process(text).unwrap()[0] for _, text, processor in plan]

    def facts(done: list[Processor]) -> dict[str, Any]:
        surfaces = [surface for processor in done for surface in processor.surfaces.values()]
        return {
            "accepted": [name for name, _, processor in plan if processor is strict],
            "surfaces": {surface.id: _facts_of(surface) for surface in surfaces},
        }

    return clocked(lambda: None, work, facts)


def flat(n: int) -> Sample:
    """W2, W3: n bound Texts, created and strictly checked, from text."""
    text = payloads.flat(n)
    return clocked(_processor, lambda processor: processor.process(text).unwrap()[0], _facts)


def schema_check() -> Sample:
    """W5a: 1,001 components against the schemas of a catalog from JSON, as `Fitting` does it."""
    catalog = Catalog.from_json(basic.catalog(payloads.VERSION).to_json())
    processor = Processor([catalog], validation=STRICT)
    surface = processor.process(payloads.flat(1000)).unwrap()[0].surface("s")
    pairs = [(component.compiled, component.entry) for component in surface.components.values()]

    def work(_: None) -> int:
        return sum(
            [
                compiled is not None and (compiled.plain(entry) or compiled.accepts(entry))
                for compiled, entry in pairs
            ]
        )

    return clocked(lambda: None, work, lambda accepted: {"accepted": accepted})


def whole_check() -> Sample:
    """W5b: the parsed message with 1,001 components onto a prepared surface, strictly."""
    catalog = Catalog.from_json(basic.catalog(payloads.VERSION).to_json())
    ready = Processor([catalog], validation=STRICT).process(payloads.create()).unwrap()[0]
    message = payloads.flat_update(1000)

    def facts(processor: Processor) -> dict[str, Any]:
        return {"accepted": len(processor.surface("s").components)}

    return clocked(lambda: ready, lambda p: p.process(message).unwrap()[0], facts)


def stream(n: int) -> Sample:
    """W11: n messages of one component each, parsed, one `process` call for each."""
    ready = _processor(STREAMING).process(payloads.create()).unwrap()[0]
    messages = payloads.stream(n)

    def work(processor: Processor) -> Processor:
        for message in messages:
            processor = processor.process(message).unwrap()[0]
        return processor

    return clocked(lambda: ready, work, _facts)


def templates() -> Sample:
    """W7: 10,000 evaluations of one formatString with three interpolations."""
    context = DataContext(
        catalogs=[basic.catalog(payloads.VERSION)], version=payloads.VERSION, data=payloads.CONTEXT
    )

    def work(_: None) -> Any:
        for _count in range(10_000):
            outcome = context.evaluate(payloads.TEMPLATE)
        return outcome.unwrap()

    return clocked(lambda: None, work, lambda text: {"text": text})


def calls() -> Sample:
    """W8, the evaluation: 10,000 calls of a custom function, arguments and value checked."""
    function = {
        "type": "object",
        "returnType": "number",
        "properties": {"@call": {"const": "add"}, "args": payloads.ADD_ARGS},
        "required": ["@call", "args"],
    }
    shop = Catalog.from_json(
        {"catalogId": "shop", "protocolVersion": "v1.0", "functions": {"add": function}}
    ).implement({"add": lambda args, _: args["a"] + args["b"]})
    context = DataContext(
        catalogs=[basic.catalog(payloads.VERSION), shop],
        version=payloads.VERSION,
        data=payloads.CONTEXT,
    )
    wanted = [payloads.addition(number) for number in range(10_000)]

    def work(_: None) -> Any:
        return [context.evaluate(call).unwrap() for call in wanted]

    return clocked(lambda: None, work, lambda values: {"sum": sum(values)})


TABLE: dict[str, Callable[[], Sample]] = {
    "W1": examples,
    "W2": partial(flat, 1_000),
    "W3": partial(flat, 10_000),
    "W5a": schema_check,
    "W5b": whole_check,
    "W7": templates,
    "W8.evaluation": calls,
    "W9": partial(fresh.start_up, PROGRAM),
    "W9.first": partial(fresh.first_message, PROGRAM),
    "W9.modules": partial(fresh.modules, PROGRAM),
    "W10": partial(fresh.memory, PROGRAM, "VmRSS"),
    "W10.peak": partial(fresh.memory, PROGRAM, "VmHWM"),
    "W11.500": partial(stream, 500),
    "W11.2000": partial(stream, 2_000),
    "W11.8000": partial(stream, 8_000),
    "W11.16000": partial(stream, 16_000),
}
