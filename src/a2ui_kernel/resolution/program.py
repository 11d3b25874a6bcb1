"""A component compiled once: what of it is fixed, and which parts are cells, children, actions.

The catalog's schema says where these stand, at every depth; nothing is guessed from
values, but `child` and `children` of a component whose schema marks no children
(decisions 17).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

from ..catalog.slots import Slot
from ..data.pointer import Tokens, fault_in, join, parse
from ..surface.component import Component
from ..values import FrozenDict, FrozenList, Json, set_item
from ..wire.dialect import Dialect
from .node import Action, Binding, Prop, Props


class Path(NamedTuple):
    """The path of a mere binding, read once.

    Attributes:
        tokens: Its tokens.
        pointer: The same as a pointer.
        absolute: It starts at the root, not in the scope.
    """

    tokens: Tokens
    pointer: str
    absolute: bool


class Cell(NamedTuple):
    """An expression in a component: a dynamic property, or the condition of a rule.

    Attributes:
        prop: Where it stands (`text`, `tabs/0/title`, `checks/0`).
        expression: What is evaluated.
        path: The path, if it is a mere binding; else None.
        rule: The rule that it is the condition of, or None.
    """

    prop: str
    expression: Json
    path: Path | None
    rule: FrozenDict | None = None


class Brood(NamedTuple):
    """A place for children.

    Attributes:
        prop: Where it stands (`child`, `children`, `tabs/0/child`).
        kind: One child, a list of them, or one for each item of a list in the data.
        ids: (place in the list, component id) of each; of a template the one that it repeats.
        path: The template's path.
    """

    prop: str
    kind: Literal["one", "list", "template"]
    ids: tuple[tuple[str, str], ...]
    path: str = ""


class CellHole(NamedTuple):
    """Stands for the binding of a cell."""

    number: int


class BroodHole(NamedTuple):
    """Stands for the children of a brood."""

    number: int


class Group(NamedTuple):
    """A list or an object that holds holes."""

    items: tuple[Any, ...]
    keys: tuple[str, ...] | None


Part: TypeAlias = Any
"""A property ready to be drawn, a hole, or a group with holes."""


class Program:
    """What is drawn of a component.

    Attributes:
        component: The component.
        cells: Its expressions, rules last.
        broods: Its places for children.
        actions: Property path → the action as sent.
        fixed: The properties, holes being None.
        holes: (name, part) of the properties that are not fixed.
        attributes: The accessibility attributes as a part, or None.
        rules: The index of the first rule among the cells; None without rules.
        bindings: Property path → cell, or the fixed binding.
    """

    __slots__ = (
        "actions",
        "attributes",
        "bindings",
        "broods",
        "cells",
        "component",
        "fixed",
        "holes",
        "rules",
    )

    def __init__(self, component: Component, dialect: Dialect) -> None:
        self.component = component
        compiler = _Compiler(dialect)
        self.fixed = Props()
        self.holes: list[tuple[str, Part]] = []
        compiled = component.compiled
        guessed = compiled is None or compiled.guessed
        for name, value in component.properties.items():
            slot = compiled.slots.get(name) if compiled is not None else None
            if slot is not None and (slot.check or (slot.items is not None and slot.items.check)):
                compiler.rules(value, name)
                continue
            place = _token(name)
            if guessed and name in ("child", "children"):
                part = compiler.guessed(value, place, single=name == "child")
            else:
                part = compiler.part(value, slot, place)
            holds = _holds(part)
            set_item(self.fixed, name, None if holds else part)
            if holds:
                self.holes.append((name, part))
        self.attributes: Part = None
        if component.accessibility is not None:
            self.attributes = _attributes(component, compiler)
        compiler.end()
        self.cells = tuple(compiler.cells)
        self.rules = compiler.first_rule
        self.broods = tuple(compiler.broods)
        self.actions = compiler.actions
        self.bindings = compiler.bindings


def _attributes(component: Component, compiler: _Compiler) -> Part:
    compiled, attributes = component.compiled, component.accessibility
    shadowed = compiled is not None and "accessibility" in compiled.shadowed
    name = "@accessibility" if shadowed else "accessibility"
    slots = compiled.envelope_slots if compiled is not None else {}
    slot = slots.get(name, slots.get("@accessibility"))
    part = compiler.part(attributes, slot, name)
    # Attributes without a binding are drawn as they are, but always as properties.
    return part if _holds(part) else Props(part)


class _Compiler:
    """Collects the cells, children and actions of one component."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self.cells: list[Cell] = []
        self._rules: list[Cell] | None = None
        self.first_rule: int | None = None
        self.broods: list[Brood] = []
        self.actions: dict[str, FrozenDict] = {}
        self.bindings: dict[str, int | Binding] = {}

    def part(self, value: Json, slot: Slot | None, place: str) -> Part:
        """A value in a slot."""
        if slot is None:
            return value
        if slot.child and isinstance(value, str):
            return self._brood(place, "one", ((place, value),))
        if slot.children and isinstance(value, FrozenList | FrozenDict):
            return self._children(value, place)
        if slot.action and isinstance(value, FrozenDict):
            action = action_of(value, self._dialect)
            if action is None:
                return value
            self.actions[place] = value
            return action
        if slot.dynamic and not (
            slot.structured and isinstance(value, FrozenDict) and not self._is_dynamic(value)
        ):
            return self._dynamic(value, place)
        if slot.structured and isinstance(value, FrozenDict):
            parts = [
                self.part(item, slot.members.get(key, slot.extra), f"{place}/{_token(key)}")
                for key, item in value.items()
            ]
            return _group(parts, tuple(value), value)
        if slot.items is not None and isinstance(value, FrozenList):
            parts = [self.part(item, slot.items, f"{place}/{n}") for n, item in enumerate(value)]
            return _group(parts, None, value)
        return value

    def guessed(self, value: Json, place: str, *, single: bool) -> Part:
        """`child` or `children` of a component whose schema marks no children."""
        if single and isinstance(value, str):
            return self._brood(place, "one", ((place, value),))
        if not single and isinstance(value, FrozenList | FrozenDict):
            return self._children(value, place)
        return value

    def rules(self, value: Json, name: str) -> None:
        """The check rules of a property."""
        if self._rules is None:
            self._rules = []
        for n, rule in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(rule, FrozenDict):
                condition = rule.get("condition")
                path = self._path(condition)
                self._rules.append(Cell(f"{_token(name)}/{n}", condition, path, rule))

    def end(self) -> None:
        """Put the rules behind the other cells."""
        if self._rules is not None:
            self.first_rule = len(self.cells)
            self.cells += self._rules

    def _dynamic(self, value: Json, place: str) -> Part:
        if not isinstance(value, FrozenDict | FrozenList) or not value:
            binding = self.bindings[place] = Binding(value)
            return binding
        index = self.bindings[place] = len(self.cells)
        self.cells.append(Cell(place, value, self._path(value)))
        return CellHole(index)

    def _path(self, value: Json) -> Path | None:
        """The path of a value that is a mere binding (a call goes first, as in the engine).

        None for a path that is no pointer, too: the engine says what is wrong with it.
        """
        dialect = self._dialect
        if not isinstance(value, FrozenDict) or isinstance(value.get(dialect.call_key), str):
            return None
        path = value.get(dialect.path_key)
        if isinstance(path, str) and (dialect.at_keys or "componentId" not in value):
            if fault_in(path) is None:
                tokens = () if path == "." else parse(path)
                return Path(tokens, join(tokens), path[:1] == "/")
        return None

    def _is_dynamic(self, value: FrozenDict) -> bool:
        return self._dialect.path_key in value or self._dialect.call_key in value

    def _children(self, value: FrozenList | FrozenDict, place: str) -> Part:
        if isinstance(value, FrozenList):
            ids = [(f"{place}/{n}", item) for n, item in enumerate(value) if isinstance(item, str)]
            return self._brood(place, "list", ids)
        id, path = value.get("componentId"), value.get("path")
        if isinstance(id, str) and isinstance(path, str):
            return self._brood(place, "template", ((place, id),), path)
        return value

    def _brood(
        self,
        place: str,
        kind: Literal["one", "list", "template"],
        ids: Iterable[tuple[str, str]],
        path: str = "",
    ) -> BroodHole:
        self.broods.append(Brood(place, kind, tuple(ids), path))
        return BroodHole(len(self.broods) - 1)


def action_of(value: FrozenDict, dialect: Dialect) -> Action | None:
    """What an action does, or None if it is malformed (protocol: actions)."""
    event, call = value.get("event"), value.get("functionCall")
    if "event" not in value and "functionCall" not in value:
        # The short forms that implementations take: a bare call, a bare event.
        key = dialect.call_key
        event, call = (None, value) if isinstance(value.get(key), str) else (value, None)
    if isinstance(event, FrozenDict) and isinstance(event.get("name"), str):
        return Action("event", str(event["name"]))
    if isinstance(call, FrozenDict) and isinstance(call.get(dialect.call_key), str):
        return Action("function", str(call[dialect.call_key]))
    return None


def _group(parts: list[Part], keys: tuple[str, ...] | None, written: Json) -> Part:
    """A list or an object of parts; as written if all of it is literal."""
    if any(map(_holds, parts)):
        return Group(tuple(parts), keys)
    if not any(isinstance(part, Binding | Action | Props | tuple) for part in parts):
        return written
    return _joined(parts, keys)


def _joined(items: Iterable[Prop], keys: tuple[str, ...] | None) -> Prop:
    if keys is None:
        return tuple(items)
    return Props(zip(keys, items, strict=True))


def _holds(part: Part) -> bool:
    return isinstance(part, CellHole | BroodHole | Group)


def filled(part: Part, bindings: list[Binding], children: list[Prop]) -> Prop:
    """A part with its holes filled."""
    if isinstance(part, CellHole):
        return bindings[part.number]
    if isinstance(part, BroodHole):
        return children[part.number]
    if isinstance(part, Group):
        return _joined((filled(item, bindings, children) for item in part.items), part.keys)
    return part  # type: ignore[no-any-return]


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
