"""`from_json`: catalog documents, and components judged by one catalog alone.

A case about a published basic catalog runs three times: on the library's own catalog,
on its document loaded again, and on the published document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .cases import Case, Document
from .catalogs import BASIC_PATHS, read_json
from .compare import check_error, check_same

ANY_GRAPH = a2ui.Validation(
    allow_orphan_components=True, allow_dangling_references=True, allow_missing_root=True
)
"""Every element is judged, but not how components hang together."""

_Check: TypeAlias = Callable[[a2ui.Catalog, Any], None]


def run_from_json(case: Case) -> None:
    try:
        catalogs = list(_catalogs(case))
    except a2ui.A2uiError as error:
        check_error(case.said.get("expectError"), error)
        return
    check_error(case.said.get("expectError"), None)
    for catalog in catalogs:
        for key, wanted in case.said.get("expect", {}).items():
            _CHECKS[key](catalog, wanted)


def _catalogs(case: Case) -> Iterator[a2ui.Catalog]:
    path: str = case.said.get("catalogPath", "")
    if path in BASIC_PATHS:
        own = basic.declared(BASIC_PATHS[path])
        yield own
        yield _loaded(case, own.to_json())
    yield _loaded(case, read_json(path) if path else case.said["catalog"])


def _loaded(case: Case, document: Any) -> a2ui.Catalog:
    """A document's catalog. What is loaded writes itself as it was, but for the id."""
    said = case.said
    catalog = a2ui.Catalog.from_json(
        document, id=said.get("catalogId"), version=said.get("protocolVersion")
    )
    check_same({**document, "catalogId": catalog.id}, catalog.to_json(), "the document")
    return catalog


def _check_id(catalog: a2ui.Catalog, wanted: str) -> None:
    check_same(wanted, catalog.id, "id")


def _check_version(catalog: a2ui.Catalog, wanted: str) -> None:
    check_same(wanted, catalog.version, "version")


def _check_theme(catalog: a2ui.Catalog, wanted: Document) -> None:
    check_same(wanted, catalog.theme, "theme")


def _check_components(catalog: a2ui.Catalog, wanted: Document) -> None:
    check_same(sorted(wanted), sorted(catalog.components), "components")


def _check_functions(catalog: a2ui.Catalog, wanted: Document) -> None:
    check_same(sorted(wanted), sorted(catalog.functions), "functions")


def _check_self_contained(catalog: a2ui.Catalog, wanted: bool) -> None:
    """Every reference leads somewhere: the library has no bundled schema to show.

    Each component and each function is asked for, so that every schema is compiled.
    """
    document = catalog.to_json()
    assert wanted is True
    assert isinstance(document, dict)
    references = list(_references(document))
    assert references
    folder = "v1_0" if catalog.version == "v1.0" else "v0_9"
    common = read_json(f"specification/{folder}/json/common_types.json")
    for reference in references:
        home, _, place = reference.partition("#")
        assert home == "" or home.endswith("common_types.json"), reference
        found = _at(document, place) if home == "" else None
        assert found is not None or _at(common, place) is not None, reference
    for name in catalog.components:
        judged(catalog, {"id": "root", "component": name})
    key = "@call" if catalog.version == "v1.0" else "call"
    for name in catalog.functions:
        judged(catalog, {"id": "root", "component": "Text", "text": {key: name, "args": {}}})


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            yield from _references(value)
    elif isinstance(node, list):
        for item in node:
            yield from _references(item)


def _at(document: Any, place: str) -> Any:
    """What a JSON Pointer leads to, or None."""
    for token in place.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        document = document.get(key) if isinstance(document, dict) else None
    return document


def _check_valid(catalog: a2ui.Catalog, components: list[Document]) -> None:
    for component in components:
        check_error(None, judged(catalog, component))


def _check_invalid(catalog: a2ui.Catalog, components: list[Document]) -> None:
    for component in components:
        error = judged(catalog, component)
        check_error({"category": "ValidationError"}, error)


def judged(catalog: a2ui.Catalog, *components: Document) -> a2ui.A2uiError | None:
    """What a catalog has against components, whatever else is on the surface."""
    processor = a2ui.Processor([catalog, *_foreign(components, catalog)], validation=ANY_GRAPH)
    created = {"surfaceId": "s", "catalogId": catalog.id}
    updated: Document = {"surfaceId": "s", "components": list(components)}
    processor, _ = processor.process(
        {"version": catalog.version, "createSurface": created}
    ).unwrap()
    return processor.process({"version": catalog.version, "updateComponents": updated}).error


def _foreign(components: Any, catalog: a2ui.Catalog) -> list[a2ui.Catalog]:
    """Stand-ins for other catalogs that calls name: they take any call that is made to them."""
    called: dict[str, set[str]] = {}
    for call in _calls(components):
        if call["catalogId"] != catalog.id:
            called.setdefault(call["catalogId"], set()).add(call["@call"])
    function: Document = {"returnType": "any", "parameters": {"type": "object"}}
    return [
        a2ui.Catalog.from_json(
            {"catalogId": i, "functions": dict.fromkeys(names, function)}, version=catalog.version
        )
        for i, names in called.items()
    ]


def _calls(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        if {"@call", "catalogId"} <= set(node):
            yield node
        node = list(node.values())
    if isinstance(node, (list, tuple)):
        for item in node:
            yield from _calls(item)


_CHECKS: Mapping[str, _Check] = {
    "catalogId": _check_id,
    "protocolVersion": _check_version,
    "theme": _check_theme,
    "components": _check_components,
    "functions": _check_functions,
    "selfContained": _check_self_contained,
    "validComponents": _check_valid,
    "invalidComponents": _check_invalid,
}
