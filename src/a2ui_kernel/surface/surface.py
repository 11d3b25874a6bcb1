"""A surface: its components, its data, its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..catalog.catalog import Catalog
from ..catalog.registry import Registry
from ..data.model import DataModel
from ..data.pointer import Tokens
from ..limits import Limits
from ..values import FrozenDict, PatchMap, json_equal
from ..wire.dialect import Dialect
from .component import Component


class Settings(NamedTuple):
    """What stays the same as long as a surface lives."""

    id: str
    dialect: Dialect
    catalog: Catalog | None
    theme: FrozenDict | None
    metadata: FrozenDict | None
    send_data_model: bool
    registry: Registry
    limits: Limits
    agent_calls: str


class Entry(NamedTuple):
    """A write. Whoever has seen a surface knows its last entry again, by identity.

    Attributes:
        shown: The place that holds all that differs from the data before.
    """

    shown: Tokens


_LOGGED = 64


class Surface:
    """One user interface, as an immutable value (protocol: surfaces and components).

    Two surfaces are equal if their ids, dialects, default catalogs, components in order,
    data, theme, metadata and flags are.

    Attributes:
        components: Component id → `Component`, in order of arrival.
        data: Its `DataModel`.
        parents: Component id → the ids of the components that refer to it.
        settings: What was said when it was created, and by its processor.
        log: The last writes that led to its data; it counts for no equality.
    """

    __slots__ = ("components", "data", "log", "parents", "settings")
    components: Mapping[str, Component]
    data: DataModel
    parents: PatchMap[str, tuple[str, ...]]
    settings: Settings
    log: tuple[Entry, ...]

    def __init__(self) -> None:
        raise TypeError("surfaces are made by Processor.process")

    @property
    def id(self) -> str:
        """The surface's id."""
        return self.settings.id

    @property
    def version(self) -> str:
        """The protocol version that it speaks."""
        return self.settings.dialect.version

    @property
    def dialect(self) -> Dialect:
        """The dialect that it speaks: that of its default catalog."""
        return self.settings.dialect

    @property
    def catalog(self) -> Catalog | None:
        """Its default catalog, or None."""
        return self.settings.catalog

    @property
    def theme(self) -> FrozenDict | None:
        """Its theme (v0.9), or None."""
        return self.settings.theme

    @property
    def metadata(self) -> FrozenDict | None:
        """Its metadata (v1.0: `{"extensions": …}`), or None."""
        return self.settings.metadata

    @property
    def send_data_model(self) -> bool:
        """Whether its data travels with every message to the agent."""
        return self.settings.send_data_model

    @property
    def registry(self) -> Registry:
        """The catalogs that it can use."""
        return self.settings.registry

    @property
    def limits(self) -> Limits:
        """Bounds on what it may cost."""
        return self.settings.limits

    def with_data(self, data: DataModel, shown: Tokens = ()) -> Surface:
        """The same surface with other data.

        Args:
            data: The data.
            shown: The place that holds all that differs (`Written.shown`).
        """
        log = (*self.log[1 - _LOGGED :], Entry(shown))
        return _made(self.components, data, self.parents, self.settings, log)

    def with_components(
        self, components: Mapping[str, Component], parents: PatchMap[str, tuple[str, ...]]
    ) -> Surface:
        """The same surface with other components."""
        return _made(components, self.data, parents, self.settings, self.log)

    def without(self, component_id: str) -> Surface:
        """The surface without one component. References to it stay, and dangle.

        No message does this; it is for hosts and tests.

        Raises:
            KeyError: There is no such component.
        """
        components = self.components
        assert isinstance(components, PatchMap)
        gone = components[component_id]
        lost = {
            child: tuple(p for p in self.parents.get(child, ()) if p != component_id)
            for child in gone.references
        }
        return self.with_components(
            components.without(component_id), self.parents.with_entries(lost)
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Surface is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Surface is frozen")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Surface):
            return NotImplemented
        mine, theirs = self.settings, other.settings
        return self is other or (
            mine.id == theirs.id
            and mine.dialect is theirs.dialect
            and (mine.catalog is theirs.catalog or mine.catalog == theirs.catalog)
            and mine.send_data_model == theirs.send_data_model
            and json_equal(mine.theme, theirs.theme)
            and json_equal(mine.metadata, theirs.metadata)
            and self.data == other.data
            and self.components == other.components
            and list(self.components) == list(other.components)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        catalog = self.catalog.id if self.catalog is not None else None
        return (
            f"<Surface {self.id!r} {self.version}: {len(self.components)} components, "
            f"catalog {catalog!r}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.components, self.data, self.parents, self.settings)


_set_components, _set_data, _set_log, _set_parents, _set_settings = (
    getattr(Surface, name).__set__ for name in Surface.__slots__
)


def _made(
    components: Mapping[str, Component],
    data: DataModel,
    parents: PatchMap[str, tuple[str, ...]],
    settings: Settings,
    log: tuple[Entry, ...] | None = None,
) -> Surface:
    new = object.__new__(Surface)
    _set_components(new, components)
    _set_data(new, data)
    _set_parents(new, parents)
    _set_settings(new, settings)
    _set_log(new, log or (Entry(()),))
    return new


def empty(settings: Settings) -> Surface:
    """A surface without components and data."""
    return _made(PatchMap(), DataModel(limits=settings.limits), PatchMap(), settings)
