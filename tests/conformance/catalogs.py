"""Which catalogs a case has: those that it writes out, and copies of the basic one.

A case may name a catalog that it does not describe; it means the basic catalog of the
version under that id.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .cases import Case, Document, each_message, file_at, spelled

BASIC_PATHS: Mapping[str, str] = {
    "catalogs/basic/v1/catalog.json": "v1.0",
    "specification/v1_0/catalogs/basic/catalog.json": "v1.0",
    "specification/v0_9/catalogs/basic/catalog.json": "v0.9",
    "specification/v0_9_1/catalogs/basic/catalog.json": "v0.9.1",
}
"""Where the suites think the basic catalogs lie → their version."""

_BODY = ("components", "functions", "theme")


def processor_catalogs(case: Case) -> list[a2ui.Catalog]:
    """The catalogs for a case that processes messages, the preferred one first."""
    found = written_catalogs(case)
    for path in case.said.get("catalogPaths", []):
        assert path in BASIC_PATHS, f"not a basic catalog: {path}"
    found += [basic.catalog(version) for version in (case.version, "v0.9", "v1.0")]
    known = {name for catalog in found for name in (catalog.id, *catalog.aliases)}
    if not _expects_no_catalog(case):
        for message in each_message(case):
            named = _created_on(message)
            if isinstance(named, str) and named not in known:
                known.add(named)
                found.append(basic_under(named, _version_of(message, case)))
    return found


def written_catalogs(case: Case, *, empty: bool = False) -> list[a2ui.Catalog]:
    """The catalogs that a case writes out; one of which it says the id alone is the basic one.

    `empty`: such a catalog has nothing in it.
    """
    entries = [case.said.get("catalog", {}), *case.said.get("catalogs", [])]
    described = [e for e in entries if {"catalogId", "catalogSchema", *_BODY} & set(e)]
    return [_written(entry, case, empty=empty) for entry in described]


def _written(entry: Mapping[str, Any], case: Case, *, empty: bool) -> a2ui.Catalog:
    version = spelled(entry.get("protocolVersion", case.version))
    body: Mapping[str, Any] = entry.get("catalogSchema", entry)
    catalog_id = body.get("catalogId", entry.get("catalogId", f"catalog-{case.name}"))
    if not empty and not any(key in body for key in _BODY):
        return basic_under(catalog_id, version)
    if body is entry:
        body = {key: body[key] for key in _BODY if key in body}
    document = {**body, "catalogId": catalog_id}
    if "functions" not in document:
        document["$defs"] = {**document.get("$defs", {}), "anyFunction": {"not": {}}}
    return a2ui.Catalog.from_json(document, version=version)


def basic_under(catalog_id: str, version: str) -> a2ui.Catalog:
    """A full copy of a version's basic catalog, its functions implemented, under another id."""
    original = basic.catalog(version)
    copy = a2ui.Catalog.from_json(original.to_json(), id=catalog_id, version=version)
    bodies = {
        name: function.implementation
        for name, function in original.functions.items()
        if function.implementation is not None
    }
    return copy.implement(bodies, action_only={"openUrl"} & set(bodies))


def catalog_at(path: str) -> a2ui.Catalog:
    """The catalog that a case names by a path; a basic one is the library's, implemented."""
    if path in BASIC_PATHS:
        return basic.catalog(BASIC_PATHS[path])
    return a2ui.Catalog.from_json(read_json(path))


def read_json(path: str) -> Document:
    """The JSON document that a case names by a path."""
    found: Document = json.loads(file_at(path).read_text(encoding="utf-8"))
    return found


def _expects_no_catalog(case: Case) -> bool:
    expected = case.said.get("expectError")
    return isinstance(expected, dict) and expected.get("category") == "CatalogError"


def _created_on(message: Document) -> object:
    created = message.get("createSurface")
    return created.get("catalogId") if isinstance(created, dict) else None


def _version_of(message: Document, case: Case) -> str:
    told = spelled(message.get("version", case.version))
    return told if told in a2ui.SUPPORTED_VERSIONS else case.version
