"""The door: whatever arrives becomes frozen JSON of exact types and bounded depth, or an error.

After it no code asks again, and no validator ever sees anything else. Text and
Python objects come through here, and so do the results of functions.
"""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import A2uiError, over_limit
from .limits import Limits
from .values import EMPTY, FrozenDict, FrozenList, Json, set_item

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89abAB]")
_LARGEST_NUMBER_CHARS = 308
_WIDEST_ENVELOPE = 8
"""Levels that a message may wrap around a data value."""


class _Refused(Exception):
    """Why a value is no JSON, and where."""

    def __init__(self, reason: str, path: str = "", *, code: str = "INVALID_JSON") -> None:
        super().__init__(reason)
        self.reason, self.path, self.code = reason, path, code


def from_text(text: str | bytes, limits: Limits) -> Json:
    """Parse one JSON text.

    Raises:
        A2uiError: `parse` for what is no JSON (duplicate keys, NaN, numbers out of range and
            lone surrogates included), `recursion` for what is nested too deep.
    """
    text = decode(text, limits)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _parse_error(f"This is no JSON: {error.msg} at line {error.lineno}, "
                           f"column {error.colno}") from None
    except _Refused as refused:
        raise _parse_error(f"This is no JSON: {refused.reason}") from None
    except RecursionError:
        raise too_deep(limits) from None
    if type(value) is list:
        value = _frozen_list(value)
    if _SURROGATE_ESCAPE.search(text) is not None:
        _refuse_surrogates(value)
    if deeper_than(value, limits.json_depth + _WIDEST_ENVELOPE):
        raise too_deep(limits)
    return value  # type: ignore[no-any-return]


def decode(text: str | bytes, limits: Limits) -> str:
    """The text of a payload, within `Limits.payload_bytes`.

    Raises:
        A2uiError: `parse` for bytes that are not UTF-8, lone surrogates, and what is too long.
    """
    if len(text) > limits.payload_bytes:
        raise over_limit(limits, "payload_bytes", f"The payload has {len(text):,} bytes", "parse")
    try:
        if isinstance(text, bytes):
            return text.decode("utf-8-sig")
        size = len(text) if text.isascii() else len(text.encode())
    except UnicodeDecodeError as error:
        raise _parse_error(f"The payload is not UTF-8: byte {error.start} cannot be read") from None
    except UnicodeEncodeError as error:
        raise _parse_error(
            f"This is no JSON: a lone surrogate stands at character {error.start}") from None
    if size > limits.payload_bytes:
        raise over_limit(limits, "payload_bytes", f"The payload has {size:,} bytes", "parse")
    return text.removeprefix("\ufeff")


def own(value: object, limits: Limits, *, depth: int | None = None) -> Json:
    """A frozen copy of a Python object that is JSON. Frozen containers pass as they are.

    Raises:
        A2uiError: `parse` for what is no JSON (sets, bytes, keys that are no text, NaN, cyclic
            containers, subclasses), `recursion` for what is nested deeper than `depth`
            (default: `Limits.json_depth` and what a message wraps around it).
    """
    deepest = limits.json_depth + _WIDEST_ENVELOPE if depth is None else depth
    kind = type(value)
    if kind is FrozenDict or kind is FrozenList:
        if deeper_than(value, deepest):
            raise too_deep(limits)
        return value  # type: ignore[return-value]
    try:
        if kind is dict or kind is list:
            owner = _Owner(deepest, limits.payload_bytes)
            return owner.container(value, 1)
        return _scalar(value)
    except _Refused as refused:
        if refused.code == "LIMIT_JSON_DEPTH":
            raise too_deep(limits) from None
        if refused.code == "LIMIT_PAYLOAD_BYTES":
            raise over_limit(limits, "payload_bytes", "The payload has too many members",
                             "parse") from None
        raise A2uiError("parse", refused.code, f"This is no JSON: {refused.reason}",
                        path=refused.path) from None
    except RecursionError:
        raise too_deep(limits) from None


def deeper_than(value: object, depth: int) -> bool:
    """Whether lists and objects are nested more than `depth` levels. Level by level."""
    level: list[Any] = [value] if isinstance(value, (dict, list)) else []
    containers = (FrozenDict, FrozenList, dict, list)
    for _ in range(depth):
        if not level:
            return False
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if type(item) in containers
        ]
    return bool(level)


def too_deep(limits: Limits) -> A2uiError:
    return over_limit(limits, "json_depth", "The value is nested too deep", "recursion")


class _Owner:
    """One walk through Python objects. Shared containers are copied once, cycles refused."""

    __slots__ = ("deepest", "done", "members", "most_members")

    def __init__(self, deepest: int, most_members: int) -> None:
        self.deepest = deepest
        self.most_members = most_members
        self.members = 0
        # id -> (copy, height, members); None while the container is being copied.
        self.done: dict[int, tuple[Json, int, int] | None] = {}

    def container(self, value: Any, depth: int) -> Json:
        if depth > self.deepest:
            if id(value) in self.done and self.done[id(value)] is None:
                raise _Refused("a container holds itself", code="CYCLIC_VALUE")
            raise _Refused("too deep", code="LIMIT_JSON_DEPTH")
        known = self.done.get(id(value), self)
        if known is None:
            raise _Refused("a container holds itself", code="CYCLIC_VALUE")
        if known is not self:
            copy, height, members = known  # type: ignore[misc]
            self.count(members)
            if depth + height - 1 > self.deepest:
                raise _Refused("too deep", code="LIMIT_JSON_DEPTH")
            return copy  # type: ignore[has-type, no-any-return]
        self.done[id(value)] = None
        before = self.members
        self.count(len(value) + 1)
        copy = self.object(value, depth) if type(value) is dict else self.array(value, depth)
        height = 1 + max((self.height(item) for item in self.children(value)), default=0)
        self.done[id(value)] = (copy, height, self.members - before)
        return copy

    def object(self, value: dict[Any, Any], depth: int) -> FrozenDict:
        copy = FrozenDict()
        for key, item in value.items():
            if type(key) is not str:
                raise _Refused(f"the key {_shown(key)} is no text")
            if not key.isascii():
                _check_text(key)
            kind = type(item)
            if kind is str:
                if not item.isascii():
                    _check_text(item)
            elif kind is dict or kind is list:
                item = _at(key, self.container, item, depth + 1)
            elif kind is not int and kind is not bool and item is not None:
                item = _at(key, self.other, item, depth + 1)
            elif kind is int:
                _at(key, _scalar, item)
            set_item(copy, key, item)
        return copy

    def array(self, value: list[Any], depth: int) -> FrozenList:
        copy: list[Json] = []
        for place, item in enumerate(value):
            kind = type(item)
            if kind is dict or kind is list:
                item = _at(place, self.container, item, depth + 1)
            elif kind is not str or not item.isascii():
                item = _at(place, self.other, item, depth + 1)
            copy.append(item)
        return FrozenList(copy)

    def other(self, item: object, depth: int) -> Json:
        """A scalar, or a container that is frozen already."""
        if type(item) is FrozenDict or type(item) is FrozenList:
            if deeper_than(item, self.deepest - depth + 1):
                raise _Refused("too deep", code="LIMIT_JSON_DEPTH")
            return item
        return _scalar(item)

    def count(self, members: int) -> None:
        self.members += members
        if self.members > self.most_members:
            raise _Refused("too large", code="LIMIT_PAYLOAD_BYTES")

    def children(self, value: Any) -> Any:
        return value.values() if type(value) is dict else value

    def height(self, item: object) -> int:
        known = self.done.get(id(item)) if type(item) is dict or type(item) is list else None
        return known[1] if known else 0


def _at(place: object, read: Any, *arguments: Any) -> Any:
    try:
        return read(*arguments)
    except _Refused as refused:
        token = str(place).replace("~", "~0").replace("/", "~1")
        raise _Refused(refused.reason, f"/{token}{refused.path}", code=refused.code) from None


def _scalar(value: object) -> Json:
    kind = type(value)
    if kind is str:
        _check_text(value)  # type: ignore[arg-type]
    elif kind is float:
        if value - value != 0.0:  # type: ignore[operator]
            raise _Refused(f"{value} is no JSON number")
    elif kind is int:
        if abs(value) >= _TOO_LARGE:  # type: ignore[arg-type]
            raise _Refused("a number is out of range")
    elif kind is not bool and value is not None:
        raise _Refused(f"{_shown(value)} is no JSON value")
    return value  # type: ignore[return-value]


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _Refused(f"a lone surrogate stands at character {error.start} of a text") from None


def _shown(value: object) -> str:
    return f"a {type(value).__name__}"


_TOO_LARGE = 2**1024 - 2**970


def _parse_error(message: str) -> A2uiError:
    return A2uiError("parse", "INVALID_JSON", message)


# ------------------------------------------------------------------ text


def _frozen_object(pairs: list[tuple[str, Any]]) -> FrozenDict:
    new = FrozenDict(pairs)
    if len(new) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused(f"the key {json.dumps(twice)} stands twice in one object")
    for key, value in pairs:
        if type(value) is list:
            set_item(new, key, _frozen_list(value))
    return new if new else EMPTY


def _frozen_list(items: list[Any]) -> FrozenList:
    for place, item in enumerate(items):
        if type(item) is list:
            items[place] = _frozen_list(item)
    return FrozenList(items)


def _integer(text: str) -> int:
    if len(text) > _LARGEST_NUMBER_CHARS and abs(float(text)) == float("inf"):
        raise _Refused("a number is out of range")
    return int(text)


def _fraction(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise _Refused("a number is out of range")
    return value


def _constant(name: str) -> Any:
    raise _Refused(f"{name} is no JSON number")


def _refuse_surrogates(value: object) -> None:
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, dict):
            pending.extend(item.keys())
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
        elif isinstance(item, str) and not item.isascii():
            try:
                item.encode()
            except UnicodeEncodeError:
                raise _parse_error(
                    "This is no JSON: a lone surrogate stands in a text "
                    f"({json.dumps(item[:40])})") from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_frozen_object,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_constant,
)
