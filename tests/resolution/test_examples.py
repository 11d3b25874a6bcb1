"""The protocol's examples, drawn message by message."""

from __future__ import annotations

import json
from pathlib import Path

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic, minimal

from .drawing import by_ref, check_told, same, tree

CATALOGS = [
    basic.catalog("v0.9"),
    basic.catalog("v1.0"),
    minimal.catalog(),
]
JUSTIFIED = {
    # These examples bind input fields to data that no message brings.
    f"{name}.json: MISSING_DATA_BINDING There is no data at {path} yet"
    for name, path in (
        ("00_complex-layout", "/firstName"),
        ("00_complex-layout", "/lastName"),
        ("00_simple-login-form", "/username"),
        ("00_simple-login-form", "/password"),
        ("00_formatted-text", "/inputValue"),
    )
}


def test_the_examples_are_drawn_without_a_needless_notice(conformance: Path) -> None:
    paths = sorted((conformance / "examples").glob("*/*.json"))
    assert len(paths) == 86
    noticed = [line for path in paths for line in drawn(path)]
    assert set(noticed) == JUSTIFIED


def drawn(path: Path) -> list[str]:
    """The notices of an example's final surfaces; they are followed message by message."""
    document = json.loads(path.read_text(encoding="utf-8"))
    messages = document if isinstance(document, list) else document["messages"]
    processor = a2ui.Processor(CATALOGS)
    resolvers: dict[str, a2ui.NodeResolver] = {}
    for message in messages:
        processor, _ = processor.process(message).unwrap()
        for surface in processor.surfaces.values():
            if surface.id not in resolvers:
                resolvers[surface.id], _ = a2ui.NodeResolver.resolve(surface)
                continue
            old = resolvers[surface.id]
            resolvers[surface.id], told = old.update(surface)
            check_told(by_ref(old), by_ref(resolvers[surface.id]), told)
    lines = []
    for surface in processor.surfaces.values():
        fresh, told = a2ui.NodeResolver.resolve(surface)
        assert same(tree(fresh), tree(resolvers[surface.id]))
        lines += [f"{path.name}: {n.code} {n.message}" for n in told if isinstance(n, a2ui.Notice)]
    return lines
