"""The function calls and bindings that stand in a component, at any depth.

Only what stands in a dynamic place counts: data is data. What is literal inside a
dynamic value is looked through, since resolving looks through it too (protocol:
reserved keys, what is literal and what is dynamic).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..catalog.compiled import CompiledComponent
from ..catalog.slots import Slot
from ..data.pointer import fault_in
from ..errors import Fault, over_limit
from ..limits import Limits
from ..names import shown
from ..values import FrozenDict, Json
from ..wire.dialect import Dialect

_UNCHECKED = frozenset({"id", "component", "catalogId", "metadata", "@catalogId", "@metadata"})


class Call(NamedTuple):
    """A call, and where it stands."""

    path: str
    call: dict[str, Json]


ArgumentSlots = Callable[[dict[str, Json], str], "Slot | None"]
"""Given a call and its place: the slot of its arguments, or None if nobody knows them."""


class Usage:
    """What one component uses.

    Attributes:
        calls: Its calls, outer ones before those in their arguments.
        faults: Reserved keys and pointers that are none.
    """

    __slots__ = ("_argument_slots", "_dialect", "_keys", "_limits", "calls", "faults")

    def __init__(self, dialect: Dialect, limits: Limits, argument_slots: ArgumentSlots) -> None:
        self._dialect, self._limits, self._argument_slots = dialect, limits, argument_slots
        self._keys = (dialect.path_key, dialect.call_key)
        self.calls: list[Call] = []
        self.faults: list[Fault] = []

    def component(self, entry: FrozenDict, compiled: CompiledComponent | None, path: str) -> None:
        """Collect what a component uses.

        Raises:
            A2uiError: `recursion`, for calls nested too deep; `catalog`, from the lookup of
                a call's catalog.
        """
        if compiled is None or compiled.open:
            for key, item in entry.items():
                if key not in _UNCHECKED:
                    self._guessed(item, f"{path}/{_token(key)}")
            return
        for name in compiled.valued:
            if name in entry:
                self._slot(entry[name], compiled.slots[name], f"{path}/{_token(name)}", 0)
        for name, slot in compiled.envelope_slots.items():
            if name in entry:
                self._slot(entry[name], slot, f"{path}/{_token(name)}", 0)

    def value(self, value: Json, path: str, depth: int = 0) -> None:
        """Collect from a value in a dynamic place."""
        if isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, (dict, list)):
                    self.value(item, f"{path}/{place}", depth)
        elif isinstance(value, dict):
            dialect = self._dialect
            if isinstance(value.get(dialect.call_key), str):
                self._call(value, path, depth + 1)
            elif isinstance(value.get(dialect.path_key), str) and (
                dialect.at_keys or "componentId" not in value
            ):
                self._binding(value, f"{path}/{_token(dialect.path_key)}")
            else:
                self._literal(value, path, depth)

    def _literal(self, value: dict[str, Json], path: str, depth: int) -> None:
        for key, item in value.items():
            below = f"{path}/{_token(key)}"
            if self._dialect.at_keys and key.startswith("@") and not key.startswith("@@"):
                self._reserved(key, item, below)
            elif isinstance(item, (dict, list)):
                self.value(item, below, depth)

    def _reserved(self, key: str, item: Json, path: str) -> None:
        if key in (self._dialect.path_key, self._dialect.call_key):
            self.faults.append(
                Fault(
                    path,
                    "type_mismatch",
                    f"'{key}' must be a string, found {shown(item)}",
                    "a string",
                    shown(item),
                )
            )
            return
        self.faults.append(
            Fault(
                path,
                "INVALID_RESERVED_KEY",
                f"The key '{key}' is reserved; a literal key is written '@{key}'",
                f"'@{key}'",
                key,
                f"@{key}",
            )
        )

    def _binding(self, value: dict[str, Json], path: str) -> None:
        pointer = str(value[self._dialect.path_key])
        wrong = fault_in(pointer)
        if wrong is not None:
            self.faults.append(
                Fault(
                    path,
                    "invalid_pointer",
                    f"Invalid path syntax: {shown(pointer)} is no JSON Pointer; {wrong}",
                    "a JSON Pointer such as /a/b",
                    shown(pointer),
                )
            )

    def _call(self, call: dict[str, Json], path: str, depth: int) -> None:
        if depth > self._limits.call_depth:
            raise over_limit(
                self._limits,
                "call_depth",
                f"Recursion limit exceeded: functionCall depth > {self._limits.call_depth}",
                "recursion",
                path,
            )
        slots = self._argument_slots(call, path)
        self.calls.append(Call(path, call))
        arguments = call.get("args")
        if isinstance(arguments, dict):
            for name, item in arguments.items():
                if not isinstance(item, (dict, list)):
                    continue
                below = f"{path}/args/{_token(name)}"
                slot = slots.members.get(name, slots.extra) if slots is not None else None
                if slot is not None and slot.structured and not slot.dynamic:
                    self._structured(item, slot, below, depth)
                else:
                    self.value(item, below, depth)

    def _slot(self, value: Json, slot: Slot, path: str, depth: int) -> None:
        if not isinstance(value, (dict, list)):
            return
        if slot.action:
            self._action(value, path)
        elif slot.check:
            if isinstance(value, dict):
                self.value(value.get("condition"), f"{path}/condition")
        elif slot.dynamic and not (
            slot.structured and isinstance(value, dict) and not self._is_dynamic(value)
        ):
            self.value(value, path, depth)
        elif slot.open and self._dialect.at_keys:
            self._open(value, path, depth)
        else:
            self._structured(value, slot, path, depth)

    def _open(self, value: Json, path: str, depth: int) -> None:
        """A place that the schema leaves open: calls and bindings count, all else is data."""
        if isinstance(value, list):
            for place, item in enumerate(value):
                if isinstance(item, (dict, list)):
                    self._open(item, f"{path}/{place}", depth)
        elif isinstance(value, dict):
            if any(isinstance(value.get(key), str) for key in self._keys):
                self.value(value, path, depth)
                return
            for key, item in value.items():
                if isinstance(item, (dict, list)):
                    self._open(item, f"{path}/{_token(key)}", depth)

    def _structured(self, value: Json, slot: Slot, path: str, depth: int) -> None:
        if isinstance(value, dict):
            for key, item in value.items():
                inner = slot.members.get(key, slot.extra)
                if inner is not None:
                    self._slot(item, inner, f"{path}/{_token(key)}", depth)
        elif isinstance(value, list) and slot.items is not None:
            for place, item in enumerate(value):
                self._slot(item, slot.items, f"{path}/{place}", depth)

    def _action(self, action: Json, path: str) -> None:
        if not isinstance(action, dict):
            return
        event = action.get("event")
        if isinstance(event, dict):
            self._event(event, f"{path}/event")
        if isinstance(action.get("functionCall"), dict):
            self.value(action["functionCall"], f"{path}/functionCall")
        elif isinstance(action.get(self._dialect.call_key), str):
            self.value(action, path)
        elif isinstance(action.get("name"), str):
            self._event(action, path)

    def _event(self, event: dict[str, Json], path: str) -> None:
        context = event.get("context")
        if isinstance(context, dict):
            # Entry by entry: `path` and `call` are ordinary names here.
            for name, item in context.items():
                self.value(item, f"{path}/context/{_token(name)}")
        self.value(event.get("userMessage"), f"{path}/userMessage")

    def _guessed(self, value: Json, path: str) -> None:
        """A property of a component whose type no catalog declares."""
        if isinstance(value, dict) and ("event" in value or "functionCall" in value):
            self._action(value, path)
        else:
            self.value(value, path)

    def _is_dynamic(self, value: dict[str, Json]) -> bool:
        return any(key in value for key in self._keys)


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
