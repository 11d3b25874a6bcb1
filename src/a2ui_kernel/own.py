"""The door: whatever arrives becomes frozen JSON of exact types and bounded depth, or an error.

After it no code asks again, and no validator ever sees anything else. Text and
Python objects come through here, and so do the results of functions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from .errors import A2uiError, one_fault, over_limit
from .limits import Limits
from .values import EMPTY, FrozenDict, FrozenList, Json, set_item

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_LARGEST_NUMBER_CHARS = 308
_WIDEST_ENVELOPE = 8
"""Levels that a message may wrap around a data value."""


class _Refused(Exception):
    """Why a value is no JSON, and where."""

    def __init__(self, reason: str, path: str = "", *, code: str = "INVALID_JSON") -> None:
        super().__init__(reason)
        self.reason, self.path, self.code = reason, path, code


def from_text(text: str | bytes, limits: Limits) -> Owned:
    """Parse one JSON text.

    Raises:
        A2uiError: `parse` for what is no JSON (duplicate keys, NaN, numbers out of range and
            lone surrogates included), `recursion` for what is nested too deep.
    """
    return from_decoded(decode(text, limits), limits)


def from_decoded(text: str, limits: Limits) -> Owned:
    """`from_text` for a text that `decode` gave."""
    try:
        value = _DECODER.decode(text)
        if type(value) is list:
            value = _frozen_list(value)
    except json.JSONDecodeError as error:
        raise _parse_error(
            f"This is no JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from None
    except _Refused as refused:
        raise _parse_error(f"This is no JSON: {refused.reason}") from None
    except RecursionError:
        raise too_deep(limits) from None
    if _SURROGATE_ESCAPE.search(text) is not None:
        _refuse_surrogates(value)
    deepest = limits.json_depth + _WIDEST_ENVELOPE
    height = height_of(value, deepest)
    if height > deepest:
        raise too_deep(limits)
    return Owned(value, height)


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
            f"This is no JSON: a lone surrogate stands at character {error.start}"
        ) from None
    if size > limits.payload_bytes:
        raise over_limit(limits, "payload_bytes", f"The payload has {size:,} bytes", "parse")
    return text.removeprefix("\ufeff")


class Owned(NamedTuple):
    """JSON that is ours.

    Attributes:
        value: The frozen value.
        height: How deep lists and objects are nested in it; 0 for a scalar.
    """

    value: Json
    height: int


def own(value: object, limits: Limits, *, deepest: int | None = None) -> Owned:
    """A frozen copy of a Python object that is JSON. Frozen containers pass as they are.

    Raises:
        A2uiError: `parse` for what is no JSON (sets, bytes, keys that are no text, NaN, cyclic
            containers, subclasses), `recursion` for what is nested deeper than `deepest`
            (default: `Limits.json_depth` and what a message wraps around it).
    """
    if deepest is None:
        deepest = limits.json_depth + _WIDEST_ENVELOPE
    kind = type(value)
    try:
        if kind in _FROZEN and _is_frozen(value):
            height = height_of(value, deepest)
            if height > deepest:
                raise too_deep(limits)
            return Owned(value, height)  # type: ignore[arg-type]
        if kind not in _CONTAINERS:
            return Owned(_scalar(value), 0)
        try:
            return Owned(*_QUICK[kind](value, deepest, [min(_QUICK_MEMBERS, limits.payload_bytes)]))
        except (_Unusual, _Refused):
            return Owned(*_Owner(deepest, limits.payload_bytes).container(value, 1))
    except _Refused as refused:
        raise _error_of(refused, limits) from None
    except RecursionError:
        raise too_deep(limits) from None


_FROZEN = frozenset({FrozenDict, FrozenList})
_CONTAINERS = frozenset({dict, list, FrozenDict, FrozenList})
_OBJECTS = frozenset({dict, FrozenDict})
_SCALARS = frozenset({str, int, float, bool, type(None)})
_WIDEST_LEVEL = 256


def height_of(value: object, most: int) -> int:
    """How deep lists and objects are nested, level by level; `most + 1` for anything deeper."""
    level: list[Any] = [value] if isinstance(value, (dict, list)) else []
    height = 0
    while level and height <= most:
        height += 1
        if len(level) > _WIDEST_LEVEL:
            # Containers may be shared: each counts once.
            level = list({id(container): container for container in level}.values())
        level = [
            item
            for container in level
            for item in (container.values() if isinstance(container, dict) else container)
            if type(item) in _CONTAINERS
        ]
    return height


def _is_frozen(value: object) -> bool:
    """Whether a frozen container is frozen all through: anybody can make one around a dict."""
    pending: list[Any] = [value]
    seen: set[int] = set()
    while pending:
        container = pending.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))
        if type(container) is FrozenDict and not all(type(key) is str for key in container):
            return False
        for item in container.values() if type(container) is FrozenDict else container:
            kind = type(item)
            if kind in _FROZEN:
                pending.append(item)
            elif kind not in _SCALARS or not _is_scalar(item):
                return False
    return True


def _is_scalar(item: object) -> bool:
    try:
        _scalar(item)
    except _Refused:
        return False
    return True


def too_deep(limits: Limits) -> A2uiError:
    """The error for what is nested deeper than `Limits.json_depth`."""
    return over_limit(limits, "json_depth", "The value is nested too deep", "recursion")


def _error_of(refused: _Refused, limits: Limits) -> A2uiError:
    if refused.code == "LIMIT_JSON_DEPTH":
        return too_deep(limits)
    if refused.code == "LIMIT_PAYLOAD_BYTES":
        return over_limit(limits, "payload_bytes", "The payload has too many members", "parse")
    return one_fault("parse", refused.code, f"This is no JSON: {refused.reason}", path=refused.path)


_QUICK_MEMBERS = 100_000


class _Unusual(Exception):
    """Something that the quick road does not decide: the careful one looks again."""


def _quick_object(value: Any, room: int, left: list[int]) -> tuple[Json, int]:
    """The frozen copy of a small and simple object, and its height.

    A third of the time of the careful road, which remembers every container to tell
    shared ones from cycles; here a count and the depth keep both from running away.
    """
    left[0] -= len(value) + 1
    if room <= 0 or left[0] < 0:
        raise _Unusual
    height = 0
    copy = FrozenDict(value)
    for key, item in value.items():
        if type(key) is not str:
            raise _Unusual
        if not key.isascii():
            _check_text(key)
        kind = type(item)
        if kind is str:
            if not item.isascii():
                _check_text(item)
        elif kind in _CONTAINERS:
            item, below = _quick_frozen(item, room) or _QUICK[kind](item, room - 1, left)
            set_item(copy, key, item)
            if below > height:  # noqa: PLR1730 (a call of max() would cost a tenth of all this)
                height = below
        elif kind is float or kind is int:
            if not -_SAFE < item < _SAFE:
                raise _Unusual
        elif kind is not bool and item is not None:
            raise _Unusual
    return copy, height + 1


def _quick_list(value: list[Any], room: int, left: list[int]) -> tuple[Json, int]:
    """The same for a list."""
    left[0] -= len(value) + 1
    if room <= 0 or left[0] < 0:
        raise _Unusual
    height = 0
    copy = list(value)
    for place, item in enumerate(value):
        kind = type(item)
        if kind is str:
            if not item.isascii():
                _check_text(item)
        elif kind in _CONTAINERS:
            copy[place], below = _quick_frozen(item, room) or _QUICK[kind](item, room - 1, left)
            height = max(height, below)
        elif kind is float or kind is int:
            if not -_SAFE < item < _SAFE:
                raise _Unusual
        elif kind is not bool and item is not None:
            raise _Unusual
    return FrozenList(copy), height + 1


def _quick_frozen(item: Any, room: int) -> tuple[Json, int] | None:
    """A container that is ours already, and its height; None for any other."""
    if type(item) not in _FROZEN or not _is_frozen(item):
        return None
    height = height_of(item, room)
    if height >= room:
        raise _Unusual
    return item, height


_QUICK: dict[type, Callable[[Any, int, list[int]], tuple[Json, int]]] = {
    dict: _quick_object,
    FrozenDict: _quick_object,
    list: _quick_list,
    FrozenList: _quick_list,
}
_SAFE = 2**53


class _Owner:
    """The careful walk through Python objects: shared containers are copied once, cycles refused.

    One Python frame for each level, so that our limit on depth comes before Python's.
    """

    __slots__ = ("deepest", "done", "members", "most_members")

    def __init__(self, deepest: int, most_members: int) -> None:
        self.deepest = deepest
        self.most_members = most_members
        self.members = 0
        # id -> (copy, height, members); None while the container is being copied.
        self.done: dict[int, tuple[Json, int, int] | None] = {}

    def container(self, value: Any, depth: int) -> tuple[Json, int]:
        """A frozen copy of a container, and its height."""
        if id(value) in self.done:
            return self.again(self.done[id(value)], depth)
        if depth > self.deepest:
            raise _Refused("too deep", code="LIMIT_JSON_DEPTH")
        self.done[id(value)] = None
        before = self.members
        self.count(len(value) + 1)
        is_object = type(value) in _OBJECTS
        copy: Any = FrozenDict() if is_object else []
        highest = 0
        for place, item in value.items() if is_object else enumerate(value):
            if is_object:
                _check_key(place)
            try:
                if type(item) in _FROZEN and _is_frozen(item):
                    height = height_of(item, self.deepest)
                    if depth + height > self.deepest:
                        raise _Refused("too deep", code="LIMIT_JSON_DEPTH")
                    highest = max(highest, height)
                elif type(item) in _CONTAINERS:
                    item, height = self.container(item, depth + 1)
                    highest = max(highest, height)
                else:
                    _scalar(item)
            except _Refused as refused:
                refused.path = f"/{_token(place)}{refused.path}"
                raise
            if is_object:
                set_item(copy, place, item)
            else:
                copy.append(item)
        copy = copy if is_object else FrozenList(copy)
        self.done[id(value)] = (copy, highest + 1, self.members - before)
        return copy, highest + 1

    def again(self, known: tuple[Json, int, int] | None, depth: int) -> tuple[Json, int]:
        """A container that was met before, or that is being copied right now."""
        if known is None:
            raise _Refused("a container holds itself", code="CYCLIC_VALUE")
        copy, height, members = known
        self.count(members)
        if depth + height - 1 > self.deepest:
            raise _Refused("too deep", code="LIMIT_JSON_DEPTH")
        return copy, height

    def count(self, members: int) -> None:
        """Count members, shared ones as often as they show."""
        self.members += members
        if self.members > self.most_members:
            raise _Refused("too large", code="LIMIT_PAYLOAD_BYTES")


def _check_key(key: object) -> None:
    if type(key) is not str:
        raise _Refused(f"the key {str(key)[:40]!r} is no string, but {_shown(key)}")
    _check_text(key)


def _token(place: object) -> str:
    return str(place).replace("~", "~0").replace("/", "~1") if type(place) in _SCALARS else "?"


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
    name = type(value).__name__
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"


_TOO_LARGE = 2**1024 - 2**970


def _parse_error(message: str) -> A2uiError:
    return one_fault("parse", "INVALID_JSON", message)


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
    return new or EMPTY


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
                    f"This is no JSON: a lone surrogate stands in a text ({json.dumps(item[:40])})"
                ) from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=_frozen_object,
    parse_int=_integer,
    parse_float=_fraction,
    parse_constant=_constant,
)
