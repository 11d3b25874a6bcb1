"""Rounds of measurements, the opponents taking turns, each in a fresh process.

A machine's clock changes its speed by more than the differences of interest, so figures
are compared only with those of the same round.
"""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import opponents
from workloads import Budget, Workload


@dataclass
class Measured:
    """What the rounds of one workload gave.

    Attributes:
        figures: Opponent → one figure for each round: the median of its worker's values.
        absent: Opponent → why it was not measured.
        faults: What makes the whole run fail: a worker that failed, results that differ.
    """

    workload: Workload
    figures: dict[str, list[float]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, opponent: str, answer: dict[str, Any]) -> None:
        """Take one worker's answer."""
        if "values" in answer:
            self.figures.setdefault(opponent, []).append(statistics.median(answer["values"]))
        else:
            self.absent[opponent] = answer.get("absent") or answer["failed"]
        if "failed" in answer:
            self.faults.append(f"{self.workload.name} {opponent}: {answer['failed']}")

    def compare(self, facts: dict[str, dict[str, Any]]) -> None:
        """Nobody wins by doing less: what we and another both tell must be the same."""
        mine = facts.get("ours", {})
        for opponent, theirs in facts.items():
            wrong = [key for key in mine.keys() & theirs.keys() if mine[key] != theirs[key]]
            self.faults.extend(
                f"{self.workload.name}: {key} differs: {_differing(mine[key], theirs[key])} "
                f"({opponent})"
                for key in wrong
            )

    def median(self, opponent: str) -> float | None:
        """An opponent's figure over all rounds."""
        figures = self.figures.get(opponent)
        return statistics.median(figures) if figures else None

    def ratio(self, to: list[float] | None) -> float | None:
        """Ours to another's: the median over pairs of the same round."""
        pairs = list(zip(self.figures.get("ours", ()), to or (), strict=False))
        return statistics.median([mine / theirs for mine, theirs in pairs]) if pairs else None


def _differing(mine: object, theirs: object) -> str:
    if isinstance(mine, list) and isinstance(theirs, list):
        return f"only ours {[x for x in mine if x not in theirs]}, only theirs " + str(
            [x for x in theirs if x not in mine]
        )
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = sorted(k for k in mine.keys() | theirs.keys() if mine.get(k) != theirs.get(k))
        return ", ".join(f"{key}: {mine.get(key)} / {theirs.get(key)}" for key in keys)
    return f"{mine} / {theirs}"


def measure(
    family: list[Workload],
    commands: Mapping[str, opponents.Command],
    absent: Mapping[str, str],
    rounds: int,
    say: Callable[[str], None],
) -> list[Measured]:
    """All rounds of workloads that are compared with each other.

    Args:
        family: The workloads.
        commands: Opponent → its command, in the order in which they take turns.
        absent: Opponents that cannot be had, and why.
        rounds: How often each is asked.
        say: Told how far it is.
    """
    measured = [Measured(workload, absent=dict(absent)) for workload in family]
    for number in range(1, rounds + 1):
        for one in measured:
            say(f"{one.workload.name} round {number} of {rounds}")
            facts = {}
            for opponent, command in commands.items():
                if opponent not in one.absent:
                    answer = _asked(opponent, command, one.workload)
                    one.add(opponent, answer)
                    facts[opponent] = answer.get("facts", {})
            one.compare(facts)
    return measured


def _asked(opponent: str, command: opponents.Command, workload: Workload) -> dict[str, Any]:
    done = subprocess.run(
        [*command, workload.name],
        capture_output=True,
        text=True,
        check=False,
        env=opponents.environment(opponent),
    )
    if done.returncode != 0:
        return {"failed": done.stderr.strip().rpartition("\n")[2] or f"exit {done.returncode}"}
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def judge(
    budget: Budget, one: Measured, family: list[Measured]
) -> tuple[float | None, bool | None]:
    """The figure that a budget speaks of, and whether it is met; None where it is not known."""
    if not budget.of:
        figure = one.median("ours")
        figure = figure * scale(one.workload) if figure is not None else None
    elif budget.of in one.figures:
        figure = one.ratio(one.figures[budget.of])
    else:
        other = [m.figures.get("ours") for m in family if m.workload.name == budget.of]
        figure = one.ratio(other[0]) if other else None
    return figure, None if figure is None else figure <= budget.at_most


def scale(workload: Workload) -> float:
    """From what workers tell to the workload's unit."""
    return 1000.0 if workload.unit == "ms" else 1.0
