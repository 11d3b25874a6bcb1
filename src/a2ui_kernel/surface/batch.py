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
    findings.raise_any()
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
    if validation is not None:
        Structure(surface, batch, places, after, parents, findings).check(validation, gained)
    findings.raise_any()
    return surface.with_components(after, parents), tuple(batch)


def _components(
    entries: list[FrozenDict], surface: Surface, validation: Validation | None, findings: Findings
) -> tuple[dict[str, Component], dict[str, int]]:
    """The components by id, and their places. Of two with one id the later one counts."""
    fitting = Fitting(surface, validation, findings)
    batch: dict[str, Component] = {}
    places: dict[str, int] = {}
    for place, entry in enumerate(entries):
        component = fitting.component(place, entry)
        id = component.id
        if id in batch and validation is not None:
            findings.at(
                place,
                "/id",
                "duplicate_id",
                f"Duplicate component id '{id}' in one batch",
                "integrity",
                found=id,
            )
        batch[id] = component
        places[id] = place
    return batch, places
