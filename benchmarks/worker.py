"""One measurement in a fresh process: `worker.py OPPONENT WORKLOAD`, an answer as JSON.

The answer is `{"values": […], "facts": {…}}`, or `{"absent": "why"}` where there is nothing
to measure. Whatever answers like this can be an opponent, in any language.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

import payloads


def answer(opponent: str, workload: str) -> dict[str, Any]:
    """Measure one workload by the table of the opponent's module."""
    measure = import_module(opponent).TABLE.get(workload)
    if measure is None:
        return {"absent": "not measured"}
    try:
        sample = measure()
    except payloads.AbsentError as absent:
        return {"absent": str(absent)}
    return {"values": sample.values, "facts": sample.facts}


if __name__ == "__main__":
    print(json.dumps(answer(sys.argv[1], sys.argv[2])))
