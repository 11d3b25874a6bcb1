"""What the tests of the resolver share: surfaces, trees, and what a change must tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic
from a2ui_kernel.resolution.dependencies import Trie

CATALOG = basic.catalog("v1.0")


class Stage:
    """A surface `s` on catalogs, and what its resolver told last."""

    def __init__(
        self,
        components: Iterable[Mapping[str, Any]] = (),
        data: object = None,
        *,
        catalogs: tuple[a2ui.Catalog, ...] = (CATALOG,),
        keys: Mapping[str, str] | None = None,
        limits: a2ui.Limits | None = None,
    ) -> None:
        limits = limits or a2ui.Limits()
        self.processor = a2ui.Processor(catalogs, limits=limits)
        body: dict[str, Any] = {"catalogId": catalogs[0].id, "dataModel": data or {}}
        components = list(components)
        self.send("createSurface", {**body, "components": components} if components else body)
        self.resolver, self.told = a2ui.NodeResolver.resolve(self.surface, keys=keys)

    @property
    def surface(self) -> a2ui.Surface:
        return self.processor.surface("s")

    def send(self, kind: str, body: Mapping[str, Any]) -> None:
        message: dict[str, Any] = {"version": "v1.0", kind: {"surfaceId": "s", **body}}
        self.processor, _ = self.processor.process(message).unwrap()

    def put(self, *components: Mapping[str, Any]) -> tuple[a2ui.Notification, ...]:
        """Components arrive, and the resolver is updated."""
        self.send("updateComponents", {"components": list(components)})
        return self.update()

    def write(self, path: str, value: Any) -> tuple[a2ui.Notification, ...]:
        """Data is written, and the resolver is updated."""
        self.processor, _ = self.processor.set_data("s", path, value).unwrap()
        return self.update()

    def update(self, surface: a2ui.Surface | None = None) -> tuple[a2ui.Notification, ...]:
        self.resolver, self.told = self.resolver.update(surface or self.surface)
        return self.told

    def settle(self, token: str, outcome: Any) -> tuple[a2ui.Notification, ...]:
        self.resolver, self.told = self.resolver.settle(token, outcome)
        return self.told

    def at(self, position: str) -> a2ui.Node:
        return self.resolver.positions[position]

    def value(self, position: str, prop: str = "text") -> Any:
        """The value of a binding."""
        binding = self.at(position).props[prop]
        assert isinstance(binding, a2ui.Binding)
        return binding.value


def tree(resolver: a2ui.NodeResolver) -> dict[str, Any]:
    """Position → node as JSON, refs being positions."""
    places = {node.ref: position for position, node in resolver.positions.items()}
    return {
        position: _renamed(node.to_json(), places) for position, node in resolver.positions.items()
    }


def _renamed(value: Any, places: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: places[item] if key == "ref" else _renamed(item, places)
            for key, item in value.items()
        }
    return [_renamed(item, places) for item in value] if isinstance(value, list) else value


def conditions(resolver: a2ui.NodeResolver) -> dict[Any, int]:
    """What is noticed at present, refs being positions."""
    places = {node.ref: position for position, node in resolver.positions.items()}
    return {
        tuple(places.get(part, part) for part in condition): count
        for condition, count in resolver._state.conditions.items()
    }


def readers(resolver: a2ui.NodeResolver) -> set[Any]:
    """Who reads what, refs being positions."""
    places = {node.ref: position for position, node in resolver.positions.items()}
    return {(path, kind, places[ref], part) for path, kind, ref, part in _readers(resolver)}


def _readers(resolver: a2ui.NodeResolver) -> Iterator[tuple[tuple[str, ...], str, str, int]]:
    pending: list[tuple[tuple[str, ...], Trie]] = [((), resolver._state.readers)]
    while pending:
        path, trie = pending.pop()
        for ref, part in trie.values:
            yield path, "value", ref, part
        for ref, part in trie.shapes:
            yield path, "shape", ref, part
        pending.extend(((*path, token), below) for token, below in trie.below.items())


def by_ref(resolver: a2ui.NodeResolver) -> dict[str, Any]:
    return {node.ref: node.to_json() for node in resolver.positions.values()}


def check_told(
    before: Mapping[str, Any], after: Mapping[str, Any], told: Iterable[a2ui.Notification]
) -> None:
    """Fail unless the notifications name exactly what went, came and changed, in order."""
    told = list(told)
    refs = {
        kind: [n.ref for n in told if isinstance(n, kind)]
        for kind in (a2ui.NodeDestroyed, a2ui.NodeCreated, a2ui.NodeUpdated)
    }
    assert sorted(refs[a2ui.NodeDestroyed]) == sorted(before.keys() - after.keys())
    assert sorted(refs[a2ui.NodeCreated]) == sorted(after.keys() - before.keys())
    changed = [ref for ref in before.keys() & after.keys() if not same(before[ref], after[ref])]
    assert sorted(refs[a2ui.NodeUpdated]) == sorted(changed)
    order = list(after)
    drawn = [n.ref for n in told if isinstance(n, a2ui.NodeCreated | a2ui.NodeUpdated)]
    assert drawn == sorted(drawn, key=order.index), "created and updated come in tree order"
    gone = refs[a2ui.NodeDestroyed]
    depth = {ref: before[ref]["position"].count("/") for ref in gone}
    for n, ref in enumerate(gone):
        inside = before[ref]["position"] + "/"
        assert not any(before[r]["position"].startswith(inside) for r in gone[n:]), depth


def same(a: Any, b: Any) -> bool:
    """Equal as JSON: `true` is not `1`."""
    return bool(a2ui.FrozenDict({"v": a}) == a2ui.FrozenDict({"v": b}))
