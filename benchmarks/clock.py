"""How a worker measures work that repeats: the clock covers the work alone.

Nothing here knows what is measured. A `Sample` is all that a worker tells: the values it
took, and the facts about the result that must be the same for every opponent.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

State = TypeVar("State")
Result = TypeVar("Result")

WARM_SECONDS = 0.3
MEASURED_SECONDS = 0.6
FEWEST_RUNS = 3
SLOW_SECONDS = 2.0


class Sample(NamedTuple):
    """What one worker measured: seconds (or MiB, or a count), and facts about the result."""

    values: list[float]
    facts: dict[str, Any]


def clocked(
    setup: Callable[[], State],
    work: Callable[[State], Result],
    facts: Callable[[Result], dict[str, Any]],
) -> Sample:
    """Times `work` on fresh states, garbage collected before each run.

    In CPU seconds of this process: on shared cores the wall clock counts others' work too.

    Warm-up runs are discarded: `json.loads` itself is 1.6 times slower on the first ones.
    A run of more than two seconds is neither warmed up for nor repeated.
    """
    first, result = _run(setup, work)
    found = facts(result)
    del result
    if first > SLOW_SECONDS:
        return Sample([first], found)
    warm = first
    while warm < WARM_SECONDS:
        warm += _run(setup, work)[0]
    values: list[float] = []
    while len(values) < FEWEST_RUNS or sum(values) < MEASURED_SECONDS:
        values.append(_run(setup, work)[0])
    return Sample(values, found)


def _run(setup: Callable[[], State], work: Callable[[State], Result]) -> tuple[float, Result]:
    state = setup()
    gc.collect()
    start = time.process_time()
    result = work(state)
    return time.process_time() - start, result


def no_facts(result: object) -> dict[str, Any]:
    """For work whose result nobody else computes."""
    return {}


def digest(value: object) -> str:
    """A short name of a JSON value, the same for every opponent that holds it."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
