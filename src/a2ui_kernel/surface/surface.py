"""A surface: its components, its data, its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..catalog.catalog import Catalog
from ..catalog.registry import Registry
from ..data.model import DataModel
from ..limits import Limits
from ..values import FrozenDict, PatchMap, json_equal
from ..wire.dialect import Dialect
from .component import Component


class Surface:
    """One user interface, as an immutable value (protocol: surfaces and components).

    Two surfaces are equal if their ids, dialects, components in order, data, theme,
    metadata and flags are.

    Attributes:
        id: The surface's id.
        version: The protocol version that it speaks.
        dialect: The dialect that it speaks.
        catalog: Its default catalog, or None.
        components: Component id → `Component`, in order of arrival.
        data: Its `DataModel`.
        theme: Its theme (v0.9), or None.
        metadata: Its metadata (v1.0), or None.
        send_data_model: Whether its data travels with every message to the agent.
        registry: The catalogs that it can use.
        parents: Component id → the ids of the components that refer to it.
        limits: Bounds on what it may cost.
        agent_calls: Which calls may leave to the agent.
    """

    __slots__ = ("agent_calls", "catalog", "components", "data", "dialect", "id", "limits",
                 "metadata", "parents", "registry", "send_data_model", "theme", "version")
    id: str
    version: str
    dialect: Dialect
    catalog: Catalog | None
    components: Mapping[str, Component]
    data: DataModel
    theme: FrozenDict | None
    metadata: FrozenDict | None
    send_data_model: bool
    registry: Registry
    parents: PatchMap[str, tuple[str, ...]]
    limits: Limits
    agent_calls: str

    def __init__(self) -> None:
        raise TypeError("surfaces are made by Processor.process")

    @classmethod
    def _made(cls, **fields: Any) -> Surface:
        new = object.__new__(cls)
        for name, value in fields.items():
            object.__setattr__(new, name, value)
        return new

    def but(self, **changes: Any) -> Surface:
        """The same surface with some attributes changed."""
        new = object.__new__(Surface)
        assign = object.__setattr__
        for name in Surface.__slots__:
            assign(new, name, changes[name] if name in changes else getattr(self, name))
        return new

    def without(self, component_id: str) -> Surface:
        """The surface without one component. References to it stay, and dangle.

        No message does this; it is for hosts and tests.

        Raises:
            KeyError: There is no such component.
        """
        components = self.components
        assert isinstance(components, PatchMap)
        gone = components[component_id]
        lost = {child: tuple(p for p in self.parents.get(child, ()) if p != component_id)
                for child in gone.references}
        return self.but(components=components.without(component_id),
                        parents=self.parents.with_entries(lost))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Surface is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Surface is frozen")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Surface):
            return NotImplemented
        return self is other or (
            self.id == other.id
            and self.dialect is other.dialect
            and (self.catalog is other.catalog or self.catalog == other.catalog)
            and self.send_data_model == other.send_data_model
            and json_equal(self.theme, other.theme)
            and json_equal(self.metadata, other.metadata)
            and self.data == other.data
            and self.components == other.components
            and list(self.components) == list(other.components)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        catalog = self.catalog.id if self.catalog is not None else None
        return (f"<Surface {self.id!r} {self.version}: {len(self.components)} components, "
                f"catalog {catalog!r}>")

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, ({name: getattr(self, name) for name in self.__slots__},)


def _restored(fields: dict[str, Any]) -> Surface:
    return Surface._made(**fields)


def create(*, id: str, dialect: Dialect, catalog: Catalog | None, registry: Registry,
           limits: Limits, agent_calls: str, send_data_model: bool = False,
           theme: FrozenDict | None = None, metadata: FrozenDict | None = None) -> Surface:
    """A surface without components and data."""
    return Surface._made(
        id=id, version=dialect.version, dialect=dialect, catalog=catalog, components=PatchMap(),
        data=DataModel(limits=limits), theme=theme, metadata=metadata,
        send_data_model=send_data_model, registry=registry, parents=PatchMap(), limits=limits,
        agent_calls=agent_calls,
    )
