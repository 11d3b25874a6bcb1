"""`parse_expression_template`, `evaluate_function`, `select_catalog`: expressions and calls.

Without a surface a function's body runs by itself on raw arguments; with one the call
is evaluated as a component's would be.
"""

# What is not there yet; goes with the names in expected_failures.txt:

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .cases import Case, Document, spelled
from .catalogs import catalog_at
from .compare import check_error, check_same, mismatch


def run_parse_template(case: Case) -> None:
    from a2ui_kernel import expression

    try:
        parts = [plain(part) for part in expression.parse(case.said["input"])]
    except a2ui.A2uiError as error:
        check_error(case.said.get("expectError"), error)
        return
    check_error(case.said.get("expectError"), None)
    check_same(joined(case.said["expect"]), joined(parts), "parts")


def plain(part: Any) -> Any:
    """A part of a template as the cases write it: `{path}`, `{call, args, returnType}`."""
    if isinstance(part, (str, bool, int, float)):
        return part
    if hasattr(part, "path"):
        return {"path": part.path}
    args = {name: plain(value) for name, value in dict(part.args).items()}
    return {"call": part.name, "args": args, "returnType": "any"}


def joined(parts: list[Any]) -> list[Any]:
    """Parts with adjacent texts joined, and no empty ones."""
    found: list[Any] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        else:
            found.append(part)
    return [part for part in found if part != ""]


def run_function(case: Case) -> None:
    evaluate = _on_surface if "surface" in case.said else _alone
    try:
        value = evaluate(case)
    except a2ui.A2uiError as error:
        check_error(case.said.get("expectError"), error)
        return
    check_error(case.said.get("expectError"), None)
    check_same(case.said["expect"], value, case.said["function"])


def _alone(case: Case) -> Any:
    """What the body gives, its arguments checked by nobody. Its effects are not made."""
    catalog = basic.catalog(case.version, locale=case.said.get("locale", "en-US"))
    body = catalog.functions[case.said["function"]].implementation
    assert body is not None
    data = a2ui.DataModel(case.said.get("dataModel", {}))
    context = a2ui.DataContext(catalogs=[catalog], version=case.version, data=data)
    given: Any = body(case.args, context)
    return given.value if isinstance(given, a2ui.Returned) else given


def _on_surface(case: Case) -> Any:
    """What a surface's call gives, on the catalogs of the case's version."""
    catalogs = [catalog_at(path) for path in case.said["catalogPaths"]]
    catalogs = [catalog for catalog in catalogs if catalog.version == case.version]
    wanted = case.said["surface"].get("catalogId")
    defaults = [c for c in catalogs if wanted is not None and wanted in (c.id, *c.aliases)]
    assert wanted is None or defaults, f"no catalog {wanted} for the surface"
    context = a2ui.DataContext(
        catalogs=catalogs, version=case.version, default=defaults[0] if defaults else None
    )
    call: Document = {_call_key(case.version): case.said["function"], "args": case.args}
    if "catalogId" in case.said:
        call["catalogId"] = case.said["catalogId"]
    return context.evaluate(call).unwrap()


def _call_key(version: str) -> str:
    return "@call" if version == "v1.0" else "call"


def run_select_catalog(case: Case) -> None:
    args = case.args
    surface = args["surface"]
    versions = {
        catalog_id: spelled(entry["protocolVersion"])
        for catalog_id, entry in args.get("catalogs", {}).items()
    } or dict.fromkeys(surface["supportedCatalogIds"], case.version)
    select = _by_call if "functionCall" in args else _by_component
    try:
        selected = select(case, versions)
    except a2ui.A2uiError as error:
        _check_refusal(case.said.get("expectError"), error)
        return
    check_error(case.said.get("expectError"), None)
    check_same(case.said["expectSelected"], selected, "the selected catalog")


def _check_refusal(expected: Mapping[str, Any] | None, error: a2ui.A2uiError) -> None:
    """The kind of error, and the id at fault; the suite's sentences are its own harness's."""
    assert expected is not None, f"failed, where none was expected: {error!r}"
    assert mismatch({"category": expected["category"]}, error) is None, repr(error)
    at_fault = re.search(r"[Cc]atalog '([^']+)'", expected["message"])
    assert at_fault is not None, f"which catalog? {expected['message']}"
    assert at_fault[1] in error.message, repr(error)


def _by_component(case: Case, versions: Mapping[str, str]) -> str:
    """The catalog of the last component; without components, every catalog is tried in turn."""
    surface = case.args["surface"]
    catalogs = [
        a2ui.Catalog.from_json({"catalogId": i, "components": {}}, version=version)
        for i, version in versions.items()
    ]
    processor, _ = a2ui.Processor(catalogs).process(_created(case)).unwrap()
    trials = {f"c{n}": {"component": "Any", "catalogId": i} for n, i in enumerate(versions)}
    components: Document = case.args.get("components", trials)
    for component_id, component in components.items():
        message: Document = {
            "version": case.version,
            "updateComponents": {
                "surfaceId": surface["id"],
                "components": [{"id": component_id, **component}],
            },
        }
        processor, _ = processor.process(message).unwrap()
    return processor.surface(surface["id"]).components[list(components)[-1]].catalog.id


def _created(case: Case) -> Document:
    surface = case.args["surface"]
    created: Document = {"surfaceId": surface["id"], "catalogId": surface["defaultCatalogId"]}
    return {"version": case.version, "createSurface": created}


def _by_call(case: Case, versions: Mapping[str, str]) -> str:
    """The catalog whose function ran."""
    call = case.args["functionCall"]
    name = call.get("@call", call.get("call"))
    ran: list[str] = []

    def recording(catalog_id: str) -> a2ui.Catalog:
        function: Document = {"returnType": "any", "parameters": {"type": "object"}}
        catalog = a2ui.Catalog.from_json(
            {"catalogId": catalog_id, "functions": {name: function}}, version=versions[catalog_id]
        )
        return catalog.implement({name: lambda _args, _context: ran.append(catalog_id)})

    catalogs = [recording(catalog_id) for catalog_id in versions]
    wanted = case.args["surface"]["defaultCatalogId"]
    default = next(catalog for catalog in catalogs if catalog.id == wanted)
    context = a2ui.DataContext(catalogs=catalogs, version=case.version, default=default)
    context.evaluate(call).unwrap()
    assert len(ran) == 1, f"ran in {ran}"
    return ran[0]
