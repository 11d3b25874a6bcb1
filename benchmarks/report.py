"""What was measured, as a table for people and as JSON for whoever draws or compares it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from opponents import TITLES
from rounds import Measured, judge, scale

_VERDICTS = {True: "yes", False: "NO", None: "?"}
_Row: TypeAlias = tuple[str, ...]


def table(measured: list[Measured]) -> str:
    """One line for each workload; for a second budget, a line more."""
    others = [
        name for name in TITLES if name != "ours" and any(name in one.figures for one in measured)
    ]
    titles = [TITLES[name] for name in others]
    ratios = [f"to {title}" for title in titles]
    rows: list[_Row] = [("", "", "ours (min-max)", "each", *titles, *ratios, "budget", "is", "met")]
    for one in measured:
        rows.extend(_rows(one, measured, others))
    return "\n".join(_aligned(rows))


def _aligned(rows: list[_Row]) -> Iterable[str]:
    """Names and budgets to the left, figures to the right."""
    last = len(rows[0]) - 1
    widths = [max(len(row[column]) for row in rows) for column in range(last + 1)]
    for row in rows:
        cells = [
            cell.ljust(width) if column in (0, 1, last - 2) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _rows(one: Measured, all_of_them: list[Measured], others: list[str]) -> Iterable[_Row]:
    workload = one.workload
    figures = [_figure(one, name) for name in others]
    ratios = [_ratio(one.ratio(one.figures.get(name))) for name in others]
    start = (workload.name, workload.title, _spread(one), _each(one), *figures, *ratios)
    if not workload.budgets:
        yield (*start, "", "", "")
    for budget in workload.budgets:
        figure, met = judge(budget, one, all_of_them)
        said = _ratio(figure) if budget.of else _plain(figure)
        yield (*start, budget.text(workload.unit), said, _VERDICTS[met])
        start = ("",) * len(start)


def _figure(one: Measured, opponent: str) -> str:
    median = one.median(opponent)
    return _plain(median * scale(one.workload) if median is not None else None)


def _spread(one: Measured) -> str:
    figures = one.figures.get("ours")
    if not figures:
        return "absent"
    least, most = (_plain(value * scale(one.workload)) for value in (min(figures), max(figures)))
    return f"{_figure(one, 'ours')} {one.workload.unit} ({least}-{most})"


def _each(one: Measured) -> str:
    median = one.median("ours")
    if not one.workload.pieces or median is None:
        return ""
    return f"{median / one.workload.pieces * 1e6:.1f} µs"


def _plain(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio(value: float | None) -> str:
    if value is None:
        return ""
    return f"1/{1 / value:.3g}" if value < 0.5 else f"{value:.3g} x"


def notes(measured: list[Measured]) -> list[str]:
    """What the table cannot say: why a column is empty, and what failed."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in measured:
        for opponent, reason in one.absent.items():
            if reason != "not measured":
                reasons.setdefault((opponent, reason), []).append(one.workload.name)
    said = [f"{', '.join(names)}, {who}: {why}" for (who, why), names in reasons.items()]
    return said + [f"FAILED {fault}" for one in measured for fault in dict.fromkeys(one.faults)]


def document(measured: list[Measured], rounds: int) -> dict[str, Any]:
    """All figures, in the workloads' units, round by round."""
    return {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {
            "python": platform.python_version(),
            "system": platform.platform(),
            "cores": os.cpu_count(),
        },
        "rounds": rounds,
        "workloads": [_entry(one, measured) for one in measured],
        "notes": notes(measured),
    }


def _entry(one: Measured, all_of_them: list[Measured]) -> dict[str, Any]:
    workload = one.workload
    factor = scale(workload)
    return {
        "name": workload.name,
        "title": workload.title,
        "unit": workload.unit,
        "pieces": workload.pieces or None,
        "figures": {who: [value * factor for value in all] for who, all in one.figures.items()},
        "medians": {who: (one.median(who) or 0.0) * factor for who in one.figures},
        "ratios": {who: one.ratio(one.figures.get(who)) for who in one.figures},
        "absent": one.absent,
        "budgets": [
            dict(
                zip(
                    ("text", "is", "met"),
                    (budget.text(workload.unit), *judge(budget, one, all_of_them)),
                    strict=True,
                )
            )
            for budget in workload.budgets
        ],
    }


def write(file: Path, measured: list[Measured], rounds: int) -> None:
    """The document as a file; its folder is made."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document(measured, rounds), indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")
