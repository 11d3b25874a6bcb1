"""The entries of a batch as sent: objects of bounded depth, each with an id and a type."""

from __future__ import annotations

from ..errors import over_limit
from ..names import nearest, shown
from ..own import height_of
from ..values import FrozenDict, FrozenList, Json
from .findings import Findings
from .surface import Surface


def checked_entries(
    entries: FrozenList, height: int, surface: Surface, findings: Findings
) -> list[FrozenDict | None]:
    """The entries; None for one without an id or a type.

    Where a type may be left out and was, it is filled in.

    Args:
        entries: The list as sent.
        height: How deep it is nested at most.
        surface: The surface that they are for.
        findings: Where faults are noted.

    Raises:
        A2uiError: `recursion`, for a component that is nested too deep; else faults are added.
    """
    limit = surface.limits.component_depth
    deep = enumerate(entries) if height > limit else ()
    for place, entry in deep:
        if height_of(entry, limit) <= limit:
            continue
        raise over_limit(
            surface.limits,
            "component_depth",
            "Global recursion limit exceeded: the component is nested too deep",
            "recursion",
            f"{findings.path}/{place}",
            surface_id=surface.id,
        )
    return [
        entry
        if type(entry) is FrozenDict
        and type(entry.get("component")) is str
        and type(id := entry.get("id")) is str
        and id
        else _checked(place, entry, surface, findings)
        for place, entry in enumerate(entries)
    ]


def _checked(place: int, entry: Json, surface: Surface, findings: Findings) -> FrozenDict | None:
    if type(entry) is not FrozenDict:
        findings.at(
            place,
            "",
            "type_mismatch",
            f"A component is an object, found {shown(entry)}",
            expected="an object",
            found=shown(entry),
        )
        return None
    id, kind = entry.get("id"), entry.get("component")
    if type(id) is not str or not id:
        _bad_id(place, entry, findings)
        return None
    if type(kind) is not str:
        return _without_type(place, entry, id, surface, findings)
    return entry


def _bad_id(place: int, entry: FrozenDict, findings: Findings) -> None:
    if entry.get("id", "") == "":
        near = nearest("id", entry) if "id" not in entry else ""
        findings.at(
            place,
            "/id",
            "missing_field",
            "The component is missing an 'id'",
            expected="a string",
            suggestion=near,
        )
    else:
        findings.at(
            place,
            "/id",
            "type_mismatch",
            f"A component's id must be a string, found {shown(entry['id'])}",
            expected="a string",
            found=shown(entry["id"]),
        )


def _without_type(
    place: int, entry: FrozenDict, id: str, surface: Surface, findings: Findings
) -> FrozenDict | None:
    if "component" in entry:
        kind = shown(entry["component"])
        findings.at(
            place,
            "/component",
            "type_mismatch",
            f"A component's type must be a string, found {kind}",
            expected="a string",
            found=kind,
        )
        return None
    old = surface.components.get(id)
    if old is not None and not surface.dialect.repeats_type:
        return FrozenDict({**entry, "component": old.type})
    findings.at(
        place,
        "/component",
        "missing_field",
        f"Cannot create component {id} without a type: 'component' is missing"
        if old is None
        else f"Component '{id}' lacks its type: an update must repeat 'component'",
        expected="a component type",
        suggestion=nearest("component", entry),
    )
    return None
