"""The table of opponents: who is measured, and by which command.

A command takes a workload's name as its last argument and answers as `worker.py` does. Another
opponent, in whatever language, is another row here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import peer_python

Command: TypeAlias = tuple[str, ...]

_HERE = Path(__file__).resolve().parent
_WORKER = str(_HERE / "worker.py")


class Opponent(NamedTuple):
    """One row of the table.

    Attributes:
        name: What workers, budgets and files call it.
        title: What people call it.
        command: Given the interpreter asked for by `--peer-python`, the command; raises
            `AbsentError` if it cannot be had here.
        is_peer: Whether `--no-peer` leaves it out.
    """

    name: str
    title: str
    command: Callable[[str | None], Command]
    is_peer: bool


def _ours(_: str | None) -> Command:
    return (sys.executable, _WORKER, "ours")


def _floor(_: str | None) -> Command:
    return (sys.executable, _WORKER, "floor")


def _peer(python: str | None) -> Command:
    return (peer_python.interpreter(python), _WORKER, "peer")


TABLE = (
    Opponent("ours", "ours", _ours, is_peer=False),
    Opponent("floor", "json.loads", _floor, is_peer=False),
    Opponent("peer", "Python", _peer, is_peer=True),
)
"""In the order in which they take turns."""

TITLES = {row.name: row.title for row in TABLE} | {"web": "TypeScript"}


def environment(name: str) -> dict[str, str]:
    """What a worker runs with: ours imports this checkout, nobody else does."""
    if name != "ours":
        return dict(os.environ)
    paths = [str(_HERE.parent / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
