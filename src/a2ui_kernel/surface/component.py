"""One component of a surface, as it was sent."""

from __future__ import annotations

from typing import Any

from ..catalog.catalog import Catalog
from ..catalog.compiled import CompiledComponent
from ..values import FrozenDict, FrozenList, Json, json_equal

_ENVELOPE = frozenset({"id", "component", "catalogId", "accessibility", "metadata"})
_NO_SHADOWS: frozenset[str] = frozenset()

ROOT = "root"
"""The fixed id of the component that a surface draws."""


class Component:
    """A component: an id, a type of a catalog, and properties.

    Attributes:
        id: Its id in the surface.
        type: Its component type.
        catalog: The catalog that its type belongs to.
        references: The ids of the components that it refers to, each once, in order.
    """

    # A small class by hand, since thousands are made at a time: a frozen dataclass of
    # nine fields costs 1.07 µs, this 0.3.
    __slots__ = ("catalog", "compiled", "entry", "id", "references", "type")
    id: str
    type: str
    catalog: Catalog
    compiled: CompiledComponent | None
    entry: FrozenDict
    references: tuple[str, ...]

    @property
    def properties(self) -> FrozenDict:
        """Its own properties, checks included: all but the envelope."""
        shadowed = self.compiled.shadowed if self.compiled is not None else _NO_SHADOWS
        at_keys = self.catalog.dialect.at_keys
        own = FrozenDict(
            {
                key: item
                for key, item in self.entry.items()
                if (key not in _ENVELOPE or key in shadowed) and not (at_keys and key[:1] == "@")
            }
        )
        if at_keys and "@checks" in self.entry and "checks" not in own:
            own = FrozenDict({**own, "checks": self.entry["@checks"]})
        return own

    @property
    def accessibility(self) -> FrozenDict | None:
        """Its accessibility attributes, as sent, or None."""
        return self._envelope("accessibility")

    @property
    def metadata(self) -> FrozenDict | None:
        """Its metadata (`{"extensions": …}`), or None."""
        return self._envelope("metadata")

    def _envelope(self, key: str) -> FrozenDict | None:
        found = self.entry.get("@" + key) if self.catalog.dialect.at_keys else None
        if found is None and (self.compiled is None or key not in self.compiled.shadowed):
            found = self.entry.get(key)
        return found if isinstance(found, FrozenDict) else None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Component is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Component is frozen")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Component):
            return NotImplemented
        return self is other or (
            json_equal(self.entry, other.entry)
            and (self.catalog is other.catalog or self.catalog == other.catalog)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Component {self.id!r} ({self.type})>"

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (self.entry, self.catalog, self.compiled is not None)


class _Draft:
    """A component that is being filled: its class becomes `Component` when all is in.

    0.6 µs for each; the setters of a frozen class' slots cost 0.95.
    """

    __slots__ = Component.__slots__


def build(entry: FrozenDict, catalog: Catalog, compiled: CompiledComponent | None) -> Component:
    """The component of an entry that has an id and a type."""
    new: Any = _Draft()
    new.entry = entry
    new.id = entry["id"]
    new.type = entry["component"]
    new.catalog = catalog
    new.compiled = compiled
    new.references = references_of(entry, compiled)
    new.__class__ = Component
    return new  # type: ignore[no-any-return]


def references_of(entry: FrozenDict, compiled: CompiledComponent | None) -> tuple[str, ...]:
    """The ids that a component refers to, each once, in order (protocol: finding structure)."""
    if compiled is not None and not compiled.guessed:
        referring = compiled.referring
        if len(referring) == 1:
            # Nearly every component: one property, holding an id, a list of ids or a template.
            name = referring[0]
            value, slot = entry.get(name), compiled.slots[name]
            if slot.child and type(value) is str:
                return (value,)
            if slot.children and type(value) is FrozenList:
                if all(type(item) is str for item in value):
                    return tuple(dict.fromkeys(value))  # type: ignore[arg-type]
    elif "child" not in entry and "children" not in entry:
        return ()
    return tuple(dict.fromkeys(child for _, child in places_of(entry, compiled)))


def places_of(
    entry: FrozenDict, compiled: CompiledComponent | None
) -> list[tuple[tuple[str | int, ...], str]]:
    """(place, id) of every reference of a component: the place as a path inside the entry."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    if compiled is None or compiled.guessed:
        child, children = entry.get("child"), entry.get("children")
        if isinstance(child, str):
            found.append((("child",), child))
        _children(children, ("children",), found)
        return found
    pending = [(entry.get(name), compiled.slots[name], (name,)) for name in compiled.referring]
    pending.reverse()
    while pending:
        value, slot, place = pending.pop()
        if slot.child and isinstance(value, str):
            found.append((place, value))
        if slot.children:
            _children(value, place, found)
        below: list[Any] = []
        if isinstance(value, dict):
            for key, item in value.items():
                inner = slot.members.get(key, slot.extra)
                if inner is not None and inner.leads_to_children:
                    below.append((item, inner, (*place, key)))
        elif isinstance(value, list) and slot.items is not None and slot.items.leads_to_children:
            below = [(item, slot.items, (*place, n)) for n, item in enumerate(value)]
        pending.extend(reversed(below))
    return found


def _children(
    value: Json, place: tuple[str | int, ...], found: list[tuple[tuple[str | int, ...], str]]
) -> None:
    if isinstance(value, list):
        found.extend(((*place, n), item) for n, item in enumerate(value) if isinstance(item, str))
    elif (
        isinstance(value, dict)
        and isinstance(value.get("componentId"), str)
        and isinstance(value.get("path"), str)
    ):
        found.append(((*place, "componentId"), str(value["componentId"])))


def make(entry: FrozenDict, catalog: Catalog, known: bool) -> Component:
    """A component read back from a pickle."""
    compiled = None
    if known:
        definition = catalog.components[str(entry["component"])]
        compiled = catalog.compiled(catalog.dialect).component(definition)
    return build(entry, catalog, compiled)
