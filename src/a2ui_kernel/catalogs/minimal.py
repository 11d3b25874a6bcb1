"""The minimal catalog of v0.9: five components and one function, for trying renderers."""

from __future__ import annotations

from functools import cache
from typing import cast

from ..catalog.catalog import Catalog
from ..schema.documents import document
from ..values import FrozenDict, freeze
from .basic.capitals import capitalize


# A constant that ships with the package, computed when it is first asked for.
@cache
def _declared() -> Catalog:
    owned = cast("FrozenDict", freeze(document("v0_9/catalogs/minimal.json")))
    return Catalog._loaded(owned, version="v0.9")


def declared(version: str = "v0.9") -> Catalog:
    """The minimal catalog, without implementations.

    Raises:
        ValueError: A version other than v0.9; there is none for it.
    """
    if version != "v0.9":
        raise ValueError(f"there is no minimal catalog of {version!r}, only of v0.9")
    return _declared()


def catalog(version: str = "v0.9") -> Catalog:
    """The minimal catalog, its function implemented.

    Raises:
        ValueError: A version other than v0.9; there is none for it.
    """
    return declared(version).implement({"capitalize": capitalize})
