"""What evaluations of one surface remember: parsed templates and paths, functions looked up.

Nothing in it changes a result. It is bounded, and counts for no equality.
"""

from __future__ import annotations

from typing import NamedTuple

from ..catalog.catalog import Catalog
from ..catalog.registry import Registry
from ..catalog.signature import Signature
from ..data.pointer import Tokens, parse
from ..expression.grammar import parse as parse_template
from ..expression.nodes import Call, Part, Path
from ..limits import Limits
from ..values import FrozenDict, FrozenList, Json
from ..wire.dialect import Dialect

_MOST = 1_000
_LONGEST_PATH = 1_000


class Found(NamedTuple):
    """A function as a call finds it.

    Attributes:
        catalog: The catalog that the call means; None for a call that names none and needs none.
        signature: The function there, or None if it is not declared.
    """

    catalog: Catalog | None
    signature: Signature | None


class Memory:
    """Bounded caches for one set of catalogs, one default and one dialect."""

    __slots__ = ("_functions", "_templates", "default", "dialect", "limits", "paths", "registry")

    def __init__(
        self, registry: Registry, default: Catalog | None, dialect: Dialect, limits: Limits
    ) -> None:
        self.registry, self.default, self.dialect, self.limits = registry, default, dialect, limits
        self._functions: dict[tuple[Json, str], Found] = {}
        self.paths: dict[str, Tokens] = {}
        self._templates: dict[str, FrozenList] = {}

    def tokens(self, path: str) -> Tokens:
        """The tokens of a pointer.

        Raises:
            A2uiError: category `data`: it is none.
        """
        found = self.paths.get(path)
        if found is None:
            if len(self.paths) >= _MOST:
                self.paths.clear()
            found = parse(path)
            if len(path) <= _LONGEST_PATH:
                self.paths[path] = found
        return found

    def template(self, text: str) -> FrozenList:
        """A template as a list of dynamic values, to be evaluated and joined.

        Raises:
            A2uiError: category `expression`: it is none, or too large.
        """
        found = self._templates.get(text)
        if found is None:
            if len(self._templates) >= _MOST:
                self._templates.clear()
            parts = parse_template(text, self.limits)
            found = self._templates[text] = FrozenList([self._dynamic(part) for part in parts])
        return found

    def _dynamic(self, part: Part) -> Json:
        if isinstance(part, Path):
            return FrozenDict({self.dialect.path_key: part.path})
        if isinstance(part, Call):
            args = FrozenDict({name: self._dynamic(value) for name, value in part.args.items()})
            return FrozenDict({self.dialect.call_key: part.name, "args": args})
        return part

    def function(self, name: str, catalog_id: Json) -> Found:
        """The function that a call means (protocol: function evaluation).

        Raises:
            A2uiError: category `catalog`: there is no such catalog.
        """
        if catalog_id is not None and type(catalog_id) is not str:
            return self._looked_up(name, catalog_id)
        key = (catalog_id, name)
        found = self._functions.get(key)
        if found is None:
            if len(self._functions) >= _MOST:
                self._functions.clear()
            found = self._functions[key] = self._looked_up(name, catalog_id)
        return found

    def _looked_up(self, name: str, catalog_id: Json) -> Found:
        dialect = self.dialect
        catalog = self.default
        if dialect.lookup == "by name":
            for other in (self.default, *self.registry.available(dialect)):
                if other is not None and name in other.functions:
                    return Found(other, self._signature(other, name))
            return Found(catalog, None)
        catalog = self.registry.of(
            catalog_id, self.default, dialect, what=f"Function call '{name}'"
        )
        if name not in catalog.functions:
            return Found(catalog, None)
        return Found(catalog, self._signature(catalog, name))

    def _signature(self, catalog: Catalog, name: str) -> Signature:
        return Signature(catalog.compiled(self.dialect), catalog.functions[name])
