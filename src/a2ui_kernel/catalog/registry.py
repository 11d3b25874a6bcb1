"""Which catalog a surface, a component or a call uses (protocol: catalogs and versions)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..errors import A2uiError, one_fault
from ..names import listed, nearest, shown
from ..values import Json
from ..wire.dialect import Dialect
from .catalog import Catalog


class Registry:
    """The catalogs of a processor, found by id and by what they declare.

    Raises:
        A2uiError: category `catalog`, code `DUPLICATE_CATALOG`: two documents with one id.
        TypeError: Something that is no `Catalog`.
    """

    __slots__ = ("_by_id", "_families", "catalogs", "has_composition_rules")
    catalogs: tuple[Catalog, ...]
    _by_id: dict[str, Catalog]
    _families: dict[str, tuple[Catalog, ...]]

    def __init__(self, catalogs: Iterable[Catalog]) -> None:
        kept: dict[str, Catalog] = {}
        by_id: dict[str, Catalog] = {}
        for catalog in catalogs:
            if not isinstance(catalog, Catalog):
                raise TypeError(f"expected a Catalog, found a {type(catalog).__name__}")
            first = kept.setdefault(catalog.id, catalog)
            if first is not catalog and first.to_json() != catalog.to_json():
                raise A2uiError(
                    "catalog",
                    "DUPLICATE_CATALOG",
                    f"Two different catalogs have the id '{catalog.id}'",
                )
            for name in (catalog.id, *catalog.aliases):
                by_id.setdefault(name, first)
        self.catalogs = tuple(kept.values())
        self._by_id = by_id
        self._families = {}
        self.has_composition_rules = any(
            component.allowed_parents is not None or component.allowed_children is not None
            for catalog in self.catalogs
            for component in catalog.components.values()
        )

    def available(self, dialect: Dialect) -> tuple[Catalog, ...]:
        """The catalogs that messages of a dialect can use, in order."""
        found = self._families.get(dialect.family)
        if found is None:
            found = tuple(c for c in self.catalogs if c.dialect.family == dialect.family)
            self._families[dialect.family] = found
        return found

    def named(self, catalog_id: str, dialect: Dialect, **where: Any) -> Catalog:
        """The catalog of an id, if messages of this dialect can use it.

        Raises:
            A2uiError: category `catalog`; `UNKNOWN_CATALOG` or `VERSION_MISMATCH`.
        """
        catalog = self._by_id.get(catalog_id)
        if catalog is None:
            ids = [c.id for c in self.available(dialect)]
            near = nearest(catalog_id, ids)
            hint = f"; did you mean '{near}'?" if near else ""
            raise one_fault(
                "catalog",
                "UNKNOWN_CATALOG",
                f"Catalog not found: {catalog_id}{hint}",
                expected=listed(ids) or "no catalog fits",
                found=catalog_id,
                suggestion=near,
                **where,
            )
        if catalog.dialect.family != dialect.family:
            raise one_fault(
                "catalog",
                "VERSION_MISMATCH",
                f"Catalog '{catalog_id}' specification version ({catalog.version}) does not match "
                f"message protocol version ({dialect.version})",
                expected=f"a catalog of {dialect.version}",
                found=catalog.version,
                **where,
            )
        return catalog

    def of(
        self, name: Json, default: Catalog | None, dialect: Dialect, *, what: str, **where: Any
    ) -> Catalog:
        """The catalog of a component or a call: the one that it names, else the default.

        Args:
            name: The `catalogId` as written, or None.
            default: The surface's default catalog.
            dialect: The surface's dialect.
            what: What asks, for the error (`Component 'x'`).
            where: The error's `path` and `surface_id`.

        Raises:
            A2uiError: category `catalog`; `validation` if the id is no text.
        """
        if name is None or dialect.lookup == "surface":
            if default is None:
                raise one_fault(
                    "catalog",
                    "UNKNOWN_CATALOG",
                    f"{what} names no catalogId and its surface has no default catalogId",
                    **where,
                )
            return default
        if not isinstance(name, str):
            raise one_fault(
                "validation",
                "VALIDATION_FAILED",
                f"{what}: catalogId must be a string, found {shown(name)}",
                expected="a string",
                found=shown(name),
                **where,
            )
        return self.named(name, dialect, **where)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Registry) and self.catalogs == other.catalogs

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Registry], tuple[tuple[Catalog, ...]]]:
        return Registry, (self.catalogs,)
