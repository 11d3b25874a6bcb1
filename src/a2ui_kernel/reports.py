"""What the renderer reports with its messages: capabilities, data models (protocol: metadata)."""

from __future__ import annotations

from collections.abc import Iterable

from .catalog.catalog import Catalog
from .errors import A2uiError
from .names import nearest
from .surface.surface import Surface
from .values import FrozenDict, FrozenList, Json
from .wire.dialect import BY_SPELLING, SUPPORTED_VERSIONS, Dialect


def capabilities(
    catalogs: tuple[Catalog, ...], versions: Iterable[str], inline: bool, *, prefixed: bool
) -> FrozenDict:
    """The capabilities object: under each version's key the catalogs that fit it."""
    asked = [versions] if isinstance(versions, str) else list(versions)
    if not asked:
        raise A2uiError(
            "validation",
            "VALIDATION_FAILED",
            f"No protocol version was asked for; there are {', '.join(SUPPORTED_VERSIONS)}",
        )
    found: dict[str, Json] = {}
    for version in asked:
        dialect = _dialect(version)
        fitting = [c for c in catalogs if c.dialect.family == dialect.family]
        entry: dict[str, Json] = {"supportedCatalogIds": FrozenList([c.id for c in fitting])}
        if inline:
            entry["inlineCatalogs"] = FrozenList([c.inline() for c in fitting])
        found[_key(dialect, prefixed)] = FrozenDict(entry)
    return FrozenDict(found)


def data_models(surfaces: Iterable[Surface], version: str | None, *, prefixed: bool) -> Json:
    """The data model report, or None if no surface sends its data."""
    sending = [surface for surface in surfaces if surface.send_data_model]
    if version is not None:
        family = _dialect(version).family
        sending = [surface for surface in sending if surface.dialect.family == family]
    if not sending:
        return None
    keys = {_key(surface.dialect, prefixed): surface.dialect for surface in sending}
    if len(keys) > 1:
        raise A2uiError(
            "validation",
            "VALIDATION_FAILED",
            "Surfaces of several protocol versions "
            f"send their data ({', '.join(sorted(keys))}); ask for one of them",
        )
    return FrozenDict(
        {
            "version": next(iter(keys)),
            "surfaces": FrozenDict({surface.id: surface.data.value for surface in sending}),
        }
    )


def _dialect(version: object) -> Dialect:
    found = BY_SPELLING.get(version) if isinstance(version, str) else None
    if found is None:
        near = nearest(version, SUPPORTED_VERSIONS) if isinstance(version, str) else ""
        hint = f"; did you mean '{near}'?" if near else ""
        raise A2uiError(
            "validation",
            "VALIDATION_FAILED",
            f"Unsupported protocol version "
            f"{version!r}. Supported versions: {', '.join(SUPPORTED_VERSIONS)}{hint}",
        )
    return found


def _key(dialect: Dialect, prefixed: bool) -> str:
    return dialect.metadata_keys[prefixed]
