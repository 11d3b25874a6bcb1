"""The basic catalog of each protocol version.

`catalog(version)` has its functions implemented, `declared(version)` is all that an
agent needs.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from ...catalog.catalog import Catalog
from ...schema.documents import document
from ...values import FrozenDict, freeze
from ...wire.dialect import BY_SPELLING, SUPPORTED_VERSIONS
from .formatter import BabelFormatter, Formatter
from .functions import functions
from .strings import FormatString

__all__ = ["BabelFormatter", "Formatter", "catalog", "declared"]

_V0_9_1_ALIAS = "https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json"
_DOCUMENTS = {"v0.9": ("v0_9", ()), "v0.9.1": ("v0_9", (_V0_9_1_ALIAS,)), "v1.0": ("v1_0", ())}


# A constant that ships with the package, computed when it is first asked for.
@cache
def _declared(version: str) -> Catalog:
    folder, aliases = _DOCUMENTS[version]
    owned = cast("FrozenDict", freeze(document(f"{folder}/catalogs/basic.json")))
    return Catalog._loaded(owned, version=version, aliases=aliases)


def declared(version: str) -> Catalog:
    """The basic catalog of a protocol version, without implementations.

    Raises:
        ValueError: There is no such version.
    """
    if version not in BY_SPELLING:
        raise ValueError(f"unknown version {version!r}; there are {', '.join(SUPPORTED_VERSIONS)}")
    return _declared(BY_SPELLING[version].version)


def catalog(version: str, *, locale: str = "en-US", formatter: Formatter | None = None) -> Catalog:
    """The basic catalog of a protocol version, its functions implemented.

    Args:
        version: The protocol version.
        locale: What `formatNumber`, `formatCurrency`, `formatDate` and `pluralize` format for:
            a BCP 47 tag that Babel knows, else en-US is taken.
        formatter: What formats instead.

    Raises:
        ValueError: There is no such version.
    """
    found = declared(version)
    if formatter is None:
        formatter = BabelFormatter(locale)
    return found.implement({"formatString": FormatString(), **functions(found.version, formatter)})
