"""The benchmark: `python benchmarks/run.py [--only W2,W11] [--rounds N] [--quick] …`.

Measures this checkout beside `json.loads` and the Python peer, prints how they compare
with the budgets, and writes all figures to `benchmarks/results/`. Exits with 1 if results
differ or a worker failed; a budget that is not met is only told.
"""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import opponents
import report
import rounds
from payloads import AbsentError
from workloads import Workload, selected

_RESULTS = Path(__file__).resolve().parent / "results"


def main() -> int:
    """Run the command; gives the exit status."""
    options = _options()
    chosen: list[Workload] = options.only
    count: int = 2 if options.quick else options.rounds
    commands, absent = _commands(options)
    measured: list[rounds.Measured] = []
    for _, family in groupby(chosen, key=lambda row: row.family):
        measured += rounds.measure(list(family), commands, absent, count, _say)
    _say("")
    started = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    file = options.json or _RESULTS / f"{started}.json"
    report.write(file, measured, count)
    print(report.table(measured), "", *report.notes(measured), f"written to {file}", sep="\n")
    return 1 if any(one.faults for one in measured) else 0


def _commands(
    options: argparse.Namespace,
) -> tuple[dict[str, opponents.Command], dict[str, str]]:
    """The opponents that can be had, and why others cannot."""
    commands, absent = {}, {}
    for row in opponents.TABLE:
        if not (row.is_peer and options.no_peer):
            try:
                commands[row.name] = row.command(options.peer_python)
            except AbsentError as why:
                absent[row.name] = str(why)
    return commands, absent


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure a2ui-kernel against its budgets.")
    parser.add_argument(
        "--only", type=_chosen, default="", metavar="W2,W11", help="names, families"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--quick", action="store_true", help="two rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where the figures go")
    parser.add_argument("--no-peer", action="store_true", help="without the peers")
    parser.add_argument("--peer-python", metavar="PATH", help="an interpreter that has a2ui-core")
    return parser.parse_args()


def _chosen(only: str) -> list[Workload]:
    try:
        return selected(only)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _say(text: str) -> None:
    """Progress, on one line that is written over."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}", end="\r" if not text else "", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
