"""A catalog: the components and functions that surfaces may use, as a value."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ..errors import A2uiError
from ..limits import Limits
from ..names import nearest, shown
from ..own import own
from ..values import FrozenDict, Json, JsonLike, json_equal, set_item
from ..wire.dialect import Dialect
from .compiled import CompiledCatalog, check_references
from .definition import ComponentDefinition, FunctionDefinition, Implementation
from .loading import (
    check_schemas,
    components_of,
    functions_of,
    inline_form,
    refuse,
    theme_of,
    version_and_dialect,
)


class Catalog:
    """What a catalog document declares, and which functions are implemented.

    Made by `from_json`. Two catalogs are equal if their ids, versions, documents and the
    names of their implemented functions are.

    Attributes:
        id: The catalog's id. An opaque text, never fetched.
        aliases: Other ids that mean it.
        version: The protocol version that it is written for (`v0.9`, `v0.9.1`, `v1.0`).
        dialect: The dialect that surfaces on it speak.
        components: Component name → `ComponentDefinition`.
        functions: Function name → `FunctionDefinition`.
        theme: JSON Schema of a surface's theme (v0.9), or None.
    """

    __slots__ = (
        "_compiled",
        "_document",
        "aliases",
        "components",
        "dialect",
        "functions",
        "id",
        "theme",
        "version",
    )
    id: str
    aliases: tuple[str, ...]
    version: str
    dialect: Dialect
    components: Mapping[str, ComponentDefinition]
    functions: Mapping[str, FunctionDefinition]
    theme: Json
    _document: FrozenDict
    _compiled: dict[str, CompiledCatalog]

    def __init__(self) -> None:
        raise TypeError("Catalog.from_json(document) makes a catalog")

    @classmethod
    def from_json(
        cls,
        document: JsonLike,
        *,
        id: str | None = None,
        version: str | None = None,
        dialect: str | None = None,
    ) -> Catalog:
        """Read a catalog document in any published form (protocol: catalog document).

        Args:
            document: The document. It is copied.
            id: The catalog's id, if the document's own is not to count.
            version: The protocol version, if the document's own is not to count.
            dialect: `"server-functions"` for a catalog of that profile whose functions do not
                show it, or any other dialect's name.

        Raises:
            A2uiError: category `catalog` (or `parse`, `recursion` for what is no JSON).
            ValueError: There is no such dialect.
        """
        owned = own(document, _LIMITS).value
        if not isinstance(owned, FrozenDict):
            refuse("", f"A catalog is an object, not {shown(owned)}")
        check_schemas(owned)
        catalog = cls._loaded(owned, id, version, dialect)
        check_references(catalog.compiled(catalog.dialect).document)
        return catalog

    @classmethod
    def _loaded(
        cls,
        document: FrozenDict,
        id: str | None = None,
        version: str | None = None,
        dialect: str | None = None,
        aliases: tuple[str, ...] = (),
    ) -> Catalog:
        """Load a document whose schemas are known to be good."""
        found_id = id if id is not None else _id_of(document)
        if id is not None and id != document.get("catalogId"):
            document = FrozenDict(document)
            set_item(document, "catalogId", id)
        found_version, found_dialect = version_and_dialect(document, version, dialect)
        return cls._made(
            id=found_id,
            aliases=aliases,
            version=found_version,
            dialect=found_dialect,
            components=components_of(document, found_dialect),
            functions=functions_of(document, found_dialect),
            theme=theme_of(document) if found_dialect.needs_catalog else None,
            _document=document,
            _compiled={},
        )

    @classmethod
    def _made(cls, **fields: Any) -> Catalog:
        new = object.__new__(cls)
        for name, value in fields.items():
            object.__setattr__(new, name, value)
        return new

    def _but(self, **changes: Any) -> Catalog:
        return self._made(**{name: getattr(self, name) for name in self.__slots__} | changes)

    def to_json(self) -> Json:
        """The document that it was loaded from."""
        return self._document

    def implement(
        self, implementations: Mapping[str, Implementation], *, action_only: Iterable[str] = ()
    ) -> Catalog:
        """The catalog with implementations for functions that it declares.

        Args:
            implementations: Function name → `(arguments, context) -> value`, plain or a
                coroutine function.
            action_only: Names of functions that act on the world: they run from actions, from
                the agent's calls and from `DataContext.evaluate` only.

        Raises:
            ValueError: A name that the catalog does not declare.
            TypeError: An implementation that cannot be called.
        """
        acting = set(action_only)
        functions = dict(self.functions)
        for name in [*implementations, *acting]:
            if name not in functions:
                near = nearest(name, functions)
                hint = f"; did you mean '{near}'?" if near else ""
                raise ValueError(f"catalog '{self.id}' declares no function '{name}'{hint}")
        for name, implementation in implementations.items():
            if not callable(implementation) or inspect.isclass(implementation):
                raise TypeError(f"the implementation of '{name}' must be a function")
            functions[name] = replace(functions[name], implementation=implementation)
        for name in acting:
            functions[name] = replace(functions[name], acts=True)
        return self._but(functions=MappingProxyType(functions))

    def declared(self) -> Catalog:
        """The catalog without implementations: all that an agent needs."""
        functions = {name: replace(f, implementation=None) for name, f in self.functions.items()}
        return self._but(functions=MappingProxyType(functions))

    def inline(self) -> Json:
        """The catalog as capabilities carry it (protocol: metadata)."""
        if not self.dialect.needs_catalog:
            return self._document
        return inline_form(self._document, self.components, self.functions, self.theme, self.id)

    def compiled(self, dialect: Dialect) -> CompiledCatalog:
        """Its schemas, ready for surfaces of a dialect."""
        found = self._compiled.get(dialect.name)
        if found is None:
            found = self._compiled[dialect.name] = CompiledCatalog(self._schemas(), dialect)
        return found

    def _schemas(self) -> dict[str, Json]:
        """The document with its components as a map, whatever form they came in."""
        return {
            **self._document,
            "components": {name: c.schema for name, c in self.components.items()},
        }

    @property
    def _implemented(self) -> list[str]:
        return sorted(name for name, f in self.functions.items() if f.implementation is not None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Catalog):
            return NotImplemented
        return self is other or (
            self.id == other.id
            and self.version == other.version
            and self.dialect.name == other.dialect.name
            and self._implemented == other._implemented
            and json_equal(self._document, other._document)
        )

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Catalog is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Catalog is frozen")

    def __repr__(self) -> str:
        return (
            f"<Catalog {self.id!r} {self.version}: {len(self.components)} components, "
            f"{len(self.functions)} functions>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        implementations = {name: self.functions[name].implementation for name in self._implemented}
        acting = sorted(name for name, f in self.functions.items() if f.acts)
        return _restored, (
            self._document,
            self.id,
            self.version,
            self.dialect.name,
            self.aliases,
            implementations,
            acting,
        )


_LIMITS = Limits()


def _id_of(document: FrozenDict) -> str:
    found = document.get("catalogId", document.get("$id"))
    if not isinstance(found, str) or not found:
        raise A2uiError(
            "catalog",
            "INVALID_CATALOG",
            "The document has no catalogId, and no id= was given (catalog_id must be "
            "provided or exist in catalog_schema)",
            path="/catalogId",
        )
    return found


def _restored(
    document: FrozenDict,
    id: str,
    version: str,
    dialect: str,
    aliases: tuple[str, ...],
    implementations: dict[str, Implementation],
    acting: list[str],
) -> Catalog:
    catalog = Catalog._loaded(document, id, version, dialect, aliases)
    return catalog.implement(implementations, action_only=acting)
