"""One batch of components: read, checked, and put into the next surface, whole or not at all."""

from __future__ import annotations

from ..errors import over_limit
from ..values import FrozenDict, FrozenList, PatchMap
from .component import Component
from .entries import checked_entries
from .findings import Findings
from .fit import Fitting
from .graph import gained_edges, parents_after
from .structure import Structure
from .surface import Surface
from .validation import Validation


def with_components(
    surface: Surface,
    entries: FrozenList,
    validation: Validation | None,
    path: str,
    height: int,
) -> tuple[Surface, tuple[str, ...]]:
    """The surface with a batch of components added or replaced, and their ids.

    A component replaces an old one of its id whole (protocol: surfaces and components).

    Args:
        surface: The surface; it stays as it is.
        entries: The components as sent, owned.
        validation: What is checked beyond catalogs, ids and limits; None for nothing.
        path: Pointer to the list in the message.
        height: How deep the list is nested at most.

    Raises:
        A2uiError: With every fault that was found.
    """
    findings = Findings(path, surface.limits, surface.id)
    checked = checked_entries(entries, height, surface, findings)
    batch, places = _components(checked, surface, validation, findings)
    before = surface.components
    assert isinstance(before, PatchMap)
    after = before.with_entries(batch)
    if len(after) > surface.limits.components:
        raise over_limit(
            surface.limits,
            "components",
            f"The surface would have {len(after):,} components",
            "integrity",
            path,
            surface_id=surface.id,
        )
    parents = surface.parents
    gained = list(gained_edges(batch.values(), before))
    changed = parents_after(batch, before, parents, gained)
    if changed:
        parents = parents.with_entries(changed)
    # What components are missing nobody knows if some could not be read.
    if validation is not None and len(places) == len(entries):
        Structure(surface, batch, _numbered(places), after, parents, findings).check(
            validation, gained
        )
    findings.raise_any()
    return surface.with_components(after, parents), tuple(batch)


def _components(
    entries: list[FrozenDict | None],
    surface: Surface,
    validation: Validation | None,
    findings: Findings,
) -> tuple[dict[str, Component], list[str]]:
    """The components by id, and the ids in the order of their places.

    Of two with one id the later one counts. What could not be read is left out.
    """
    fitting = Fitting(surface, validation, findings)
    batch: dict[str, Component] = {}
    places: list[str] = []
    for place, entry in enumerate(entries):
        component = fitting.component(place, entry) if entry is not None else None
        if component is None:
            continue
        id = component.id
        if id in batch and validation is not None:
            findings.at(
                place,
                "/id",
                "duplicate_id",
                f"Duplicate component id '{id}' in one batch",
                "integrity",
                expected="one component for each id",
                found=id,
            )
        batch[id] = component
        places.append(id)
    return batch, places


def _numbered(ids: list[str]) -> dict[str, int]:
    return {id: place for place, id in enumerate(ids)}
