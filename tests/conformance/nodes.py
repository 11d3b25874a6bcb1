"""`resolve_nodes`: a surface's tree, kept up to date step by step.

A step does one thing to the processor or to a node; the resolver is updated once, and
then every position, notification, event and call is compared.
"""

# What is not there yet; goes with the names in expected_failures.txt:

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .actions import NOW
from .cases import Case, Document, home, read_yaml
from .compare import check_same

SURFACE = "s"
VERSION = "v0.9.1"
_KEYS = {
    "nodes",
    "emissions",
    "destroyed",
    "same_nodes",
    "replaced_nodes",
    "events",
    "functions",
    "data",
}

_Refs: TypeAlias = Mapping[str, str]
"""Position → ref."""


class Stage:
    """What a case works on, and what it has recorded since the step began."""

    def __init__(self, fixture: Mapping[str, Any]) -> None:
        assert fixture["catalog"].endswith("specification/v0_9_1/catalogs/basic/catalog.json")
        declared = basic.declared(VERSION)
        recorders = {name: self._recorder(name) for name in declared.functions}
        catalog = declared.implement(recorders, action_only=["openUrl"])
        self.calls: list[Document] = []
        self.events: list[Document] = []
        self.removed: list[str] = []
        self.processor = a2ui.Processor([catalog])
        self._send("createSurface", {"catalogId": catalog.id})
        self._send("updateDataModel", {"value": fixture["data"]})
        if fixture["components"]:
            self._send("updateComponents", {"components": fixture["components"]})
        self.resolver: Any
        self.notifications: tuple[Any, ...]
        self.resolver, self.notifications = a2ui.NodeResolver.resolve(self.surface)

    def _recorder(self, name: str) -> Callable[[Any, Any], None]:
        def record(args: Any, _context: Any) -> None:
            self.calls.append({"name": name, "args": args})

        return record

    def _send(self, kind: str, body: Document) -> None:
        message: Document = {"version": VERSION, kind: {"surfaceId": SURFACE, **body}}
        self.processor, _ = self.processor.process(message).unwrap()

    @property
    def surface(self) -> a2ui.Surface:
        """The surface without what the case has removed: no message does that."""
        surface = self.processor.surface(SURFACE)
        for component_id in self.removed:
            surface = surface.without(component_id)
        return surface

    def node(self, position: str) -> Any:
        return self.resolver.positions[position]

    @property
    def refs(self) -> dict[str, str]:
        return {position: node.ref for position, node in self.resolver.positions.items()}

    def set_data(self, step: Mapping[str, Any]) -> None:
        self._write(step["path"], step["value"])

    def update_components(self, step: Mapping[str, Any]) -> None:
        self._send("updateComponents", {"components": step["components"]})
        sent = {component["id"] for component in step["components"]}
        self.removed = [component_id for component_id in self.removed if component_id not in sent]

    def remove_component(self, step: Mapping[str, Any]) -> None:
        self.removed.append(step["component_id"])

    def write(self, step: Mapping[str, Any]) -> None:
        node, name = self.node(step["node"]), step["property"]
        assert node.props[name].writable, f"{name} is not writable"
        write = self.resolver.write(node.ref, name, step["value"])
        self._write(write.path, write.value)

    def _write(self, path: str, value: Any) -> None:
        self.processor, _ = self.processor.set_data(SURFACE, path, value).unwrap()

    def invoke(self, step: Mapping[str, Any]) -> None:
        ref = self.node(step["node"]).ref
        invocation = self.resolver.invoke(ref, step["property"], now=NOW)
        invocation.outcome.unwrap()
        assert invocation.errors == ()
        self.resolver = invocation.resolver
        self.events = [
            {
                "name": event.name,
                "source_component_id": event.component_id,
                "context": event.context,
            }
            for event in invocation.events
        ]


_OPS: Mapping[str, Callable[[Stage, Mapping[str, Any]], None]] = {
    "set_data": Stage.set_data,
    "update_components": Stage.update_components,
    "remove_component": Stage.remove_component,
    "write": Stage.write,
    "invoke": Stage.invoke,
}


def run_nodes(case: Case) -> None:
    stage = Stage(read_yaml(home() / case.said["fixture"]))
    _check(stage, {}, case.said["expect"])
    for step in case.steps:
        before, refs = stage.resolver, stage.refs
        snapshot = _snapshot(before)
        stage.calls.clear()
        stage.events.clear()
        if step["op"] == "dispose":
            stage.resolver, stage.notifications = before.dispose()
        else:
            _OPS[step["op"]](stage, step)
            stage.resolver, stage.notifications = stage.resolver.update(stage.surface)
        _check(stage, refs, step["expect"])
        check_same(snapshot, _snapshot(before), "the resolver before the step")


def _snapshot(resolver: Any) -> Document:
    return {position: node.to_json() for position, node in resolver.positions.items()}


def _check(stage: Stage, before: _Refs, expect: Mapping[str, Any]) -> None:
    """Compare everything; what a step does not name, it expects to be empty."""
    assert set(expect) <= _KEYS, f"unknown expectations: {sorted(expect)}"
    after = stage.refs
    nodes = expect.get("nodes", {})
    check_same(sorted(nodes), sorted(after), "positions")
    assert len(set(after.values())) == len(after), "two positions have one ref"
    for position, wanted in nodes.items():
        _check_node(stage, position, wanted)

    kept = {ref: p for p, ref in after.items() if before.get(p) == ref}
    updated = _count(stage.notifications, a2ui.NodeUpdated, kept)
    check_same(expect.get("emissions", {}), updated, "emissions")
    gone = {ref: position for position, ref in before.items()}
    destroyed = _count(stage.notifications, a2ui.NodeDestroyed, gone)
    check_same(expect.get("destroyed", {}), destroyed, "destroyed")
    for position in expect.get("same_nodes", []):
        assert before[position] == after[position], f"{position} has another node"
    for position in expect.get("replaced_nodes", []):
        assert before[position] != after[position], f"{position} has the same node"

    check_same(expect.get("events", []), stage.events, "events")
    check_same(expect.get("functions", []), stage.calls, "functions")
    for pointer, value in expect.get("data", {}).items():
        check_same(value, stage.surface.data.get(pointer), pointer)


def _count(notifications: Any, kind: type, positions: _Refs) -> dict[str, int]:
    """How often nodes were told of, by the position that `positions` gives to their refs."""
    told = (getattr(n, "ref", None) for n in notifications if isinstance(n, kind))
    return dict(Counter(positions[ref] for ref in told if ref is not None and ref in positions))


def _check_node(stage: Stage, position: str, wanted: Mapping[str, Any]) -> None:
    node = stage.node(position)
    actual = {
        "component_id": node.component_id,
        "type": node.type,
        "state": node.state.replace("_", "-"),
        "data_path": node.scope,
    }
    for key in wanted.keys() - {"props"}:
        check_same(wanted[key], actual[key], f"{position}: {key}")
    places = {ref: place for place, ref in stage.refs.items()}
    for name, value in wanted.get("props", {}).items():
        check_same(value, _drawn(node.props[name], places), f"{position}: {name}")


def _drawn(value: Any, places: _Refs) -> Any:
    """A property of a node as the cases write it."""
    if isinstance(value, a2ui.Binding):
        return {"value": value.value, "writable": value.writable}
    if isinstance(value, a2ui.Child):
        return {"node": places[value.ref]}
    if isinstance(value, a2ui.Action):
        return {"action": True}
    if isinstance(value, tuple):
        return [_drawn(item, places) for item in value]
    return value
