"""The table of workloads: what each is, and what we are to reach (design §9).

A workload is added by a row here and an entry in the `TABLE` of every opponent that can do
it. Rows whose names share what stands before the dot are one family, and are measured in
the same rounds.
"""

from __future__ import annotations

from typing import NamedTuple

from opponents import TITLES


class Budget(NamedTuple):
    """Our figure is to be at most this many times another one.

    Attributes:
        at_most: The factor; without `of`, the figure itself, in the workload's unit.
        of: An opponent, another workload of the family (ours), or "".
    """

    at_most: float
    of: str = ""

    def text(self, unit: str) -> str:
        """As a person writes it: `≤ 1/15 of Python`, `≤ 8 x json.loads`, `≤ 60 ms`."""
        if not self.of:
            return f"≤ {self.at_most:g} {unit}"
        name = TITLES.get(self.of, self.of)
        if self.at_most < 1:
            return f"≤ 1/{1 / self.at_most:g} of {name}"
        return f"≤ {self.at_most:g} x {name}"


class Workload(NamedTuple):
    """One row of the table.

    Attributes:
        name: `W11.2000`: the family, and what is special.
        title: What it does.
        budgets: What we are to reach.
        unit: `ms` for what workers time in seconds, `MiB`, or what is counted.
        pieces: How many like things one run does, if the cost of each is of interest.
    """

    name: str
    title: str
    budgets: tuple[Budget, ...] = ()
    unit: str = "ms"
    pieces: int = 0

    @property
    def family(self) -> str:
        """What `--only` selects: the name up to its dot."""
        return self.name.partition(".")[0]


TABLE = (
    Workload("W1", "all v1.0 examples, strict", (Budget(1 / 15, "peer"),)),
    Workload(
        "W2",
        "create + 1,000 bound Text, strict",
        (Budget(8, "floor"), Budget(1 / 3, "web")),
    ),
    Workload("W3", "create + 10,000 bound Text, strict", (Budget(8, "floor"),)),
    Workload("W5a", "schema check alone, 1,001 components", (Budget(1, "floor"),)),
    Workload("W5b", "the same with graph, as a message", (Budget(5, "floor"),)),
    Workload(
        "W7",
        "10,000 formatString, 3 interpolations",
        (Budget(1 / 60, "peer"),),
        pieces=10_000,
    ),
    Workload("W8.evaluation", "10,000 calls of a custom function, evaluated", pieces=10_000),
    Workload("W9", "import + catalog + processor", (Budget(1 / 5, "peer"),)),
    Workload("W9.first", "then the first message", (Budget(60),)),
    Workload("W9.modules", "modules loaded before it", unit="modules"),
    Workload("W10", "resident memory after W3", (Budget(45),), unit="MiB"),
    Workload("W10.peak", "the most it was", unit="MiB"),
    Workload("W11.500", "stream of 500 one-component updates", pieces=500),
    Workload("W11.2000", "2,000", (Budget(1 / 75, "peer"),), pieces=2_000),
    Workload("W11.8000", "8,000", (Budget(4.6, "W11.2000"),), pieces=8_000),
    Workload("W11.16000", "16,000", pieces=16_000),
)


def selected(only: str) -> list[Workload]:
    """The workloads of a comma-separated list of names or families; all for "".

    Raises:
        ValueError: A name that is none.
    """
    wanted = [name.strip() for name in only.split(",") if name.strip()]
    known = {name for row in TABLE for name in (row.name, row.family)}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ValueError(f"no workload {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    return [row for row in TABLE if not wanted or row.name in wanted or row.family in wanted]
