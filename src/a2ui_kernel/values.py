"""JSON as this library holds it: its type, its frozen containers, its equality.

What comes in is made ours once (`own`); from then on it is frozen, so it can
be shared between versions of a value and handed out without copying.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar, Union

Json: TypeAlias = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]
"""A JSON value as it is handed out. Containers are `FrozenList` and `FrozenDict`."""

JsonLike: TypeAlias = Union[None, bool, int, float, str, Sequence[object], Mapping[str, object]]
"""A JSON value as callers may write it. What is inside is looked at when it is taken."""

K = TypeVar("K")
V = TypeVar("V")

set_item = dict.__setitem__
"""How this library fills a `FrozenDict` that nobody has seen yet."""

_ABSENT = object()


def _read_only(self: object, *args: object, **kwargs: object) -> NoReturn:
    raise TypeError(f"{type(self).__name__} is read-only; a2ui_kernel.thaw(value) gives a copy")


def _from_text(text: str) -> Json:
    return freeze(json.loads(text))


class FrozenDict(dict[str, "Json"]):
    """A JSON object that cannot be changed. Equal to any dict that is the same JSON."""

    __slots__ = ()
    __setitem__ = __delitem__ = _read_only
    __ior__ = _read_only
    clear = pop = popitem = setdefault = update = _read_only
    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return json_equal(self, other) if isinstance(other, dict) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not json_equal(self, other) if isinstance(other, dict) else NotImplemented

    def __copy__(self) -> FrozenDict:
        return self

    def __deepcopy__(self, memo: object) -> FrozenDict:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        # As text: pickle's own recursion gives up long before our depth limit.
        return _from_text, (json.dumps(self),)


class FrozenList(list["Json"]):
    """A JSON array that cannot be changed. Equal to any list that is the same JSON."""

    __slots__ = ()
    __setitem__ = __delitem__ = _read_only
    __iadd__ = __imul__ = _read_only
    append = clear = extend = insert = pop = remove = reverse = sort = _read_only
    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return json_equal(self, other) if isinstance(other, list) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not json_equal(self, other) if isinstance(other, list) else NotImplemented

    def __copy__(self) -> FrozenList:
        return self

    def __deepcopy__(self, memo: object) -> FrozenList:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _from_text, (json.dumps(self),)


EMPTY = FrozenDict()


def json_equal(a: object, b: object) -> bool:
    """Whether two values are the same JSON: `true` is not `1`, `1` is `1.0`.

    Walks with a stack of its own, since the depth of data is not Python's business.
    """
    pending = [(a, b)]
    compared = 0
    seen: set[tuple[int, int]] = set()
    while pending:
        a, b = pending.pop()
        if a is b:
            continue
        if isinstance(a, (dict, list)):
            compared += 1
            if compared > _COMPARED_BLINDLY:
                # Large, or shared many times over: no pair of containers is walked twice.
                if (id(a), id(b)) in seen:
                    continue
                seen.add((id(a), id(b)))
        if isinstance(a, dict):
            if not isinstance(b, dict) or len(a) != len(b):
                return False
            for key, value in a.items():
                other = b.get(key, _ABSENT)
                if other is not value:
                    pending.append((value, other))
        elif isinstance(a, list):
            if not isinstance(b, list) or len(a) != len(b):
                return False
            pending.extend(zip(a, b, strict=True))
        elif isinstance(a, bool) or isinstance(b, bool) or a != b:
            return False
    return True


_COMPARED_BLINDLY = 1_000


def freeze(value: Any) -> Json:
    """Plain JSON that is known to be good, frozen; `own` is for what is not known to be.

    Raises:
        TypeError: It is no JSON after all.
    """
    top = [value]
    unfinished: list[Any] = [(top, list.__setitem__)]
    while unfinished:
        container, put = unfinished.pop()
        entries = container.items() if isinstance(container, dict) else enumerate(container)
        for place, item in list(entries):
            if isinstance(item, str | int | float | FrozenDict | FrozenList) or item is None:
                continue
            if isinstance(item, Mapping):
                copy: Any = FrozenDict(item)
                unfinished.append((copy, set_item))
            elif isinstance(item, list | tuple):
                copy = FrozenList(item)
                unfinished.append((copy, list.__setitem__))
            else:
                raise TypeError(f"{type(item).__name__} is no JSON")
            put(container, place, copy)
    return top[0]  # type: ignore[no-any-return]


def thaw(value: Json) -> Any:
    """The same JSON in plain `dict` and `list`, all of it a new copy."""
    top: list[Any] = [value]
    unfinished: list[Any] = [top]
    while unfinished:
        container = unfinished.pop()
        entries = container.items() if type(container) is dict else enumerate(container)
        for place, item in entries:
            if isinstance(item, dict):
                container[place] = copy = dict(item)
            elif isinstance(item, list):
                container[place] = copy = list(item)  # type: ignore[assignment]
            else:
                continue
            unfinished.append(copy)
    return top[0]


def compact(value: Json) -> str:
    """JSON text without spaces, as a person may read it (letters as they are)."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class PatchMap(Mapping[K, V], Generic[K, V]):
    """A persistent mapping: a base dict and a small patch over it, in order of insertion.

    A plain copy per change costs the size of the map, and a hash trie loses the
    order; here a change copies the patch, which is merged when it passes √(2n).
    """

    __slots__ = ("_base", "_gone", "_patch", "_size")
    _base: dict[K, V]
    _patch: dict[K, V]
    _gone: frozenset[K]
    _size: int

    def __init__(self, entries: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._base = dict(entries)
        self._patch = {}
        self._gone = frozenset()
        self._size = len(self._base)

    def with_entries(self, entries: Mapping[K, V]) -> PatchMap[K, V]:
        """The map with these entries added or replaced. A new key goes to the end."""
        base, patch, gone = self._base, self._patch, self._gone
        if gone and not gone.isdisjoint(entries):
            return PatchMap({**dict(self.items()), **entries})
        if len(patch) + len(entries) > 8 + (2 * len(base)) ** 0.5:
            merged = dict(self.items()) if gone else {**base, **patch}
            merged.update(entries)
            new: PatchMap[K, V] = PatchMap()
            new._base, new._size = merged, len(merged)
            return new
        size = self._size + sum([key not in patch and key not in base for key in entries])
        return self._next(base, {**patch, **entries}, gone, size)

    def without(self, key: K) -> PatchMap[K, V]:
        """The map without this key.

        Raises:
            KeyError: It is not there.
        """
        if key not in self:
            raise KeyError(key)
        gone = self._gone | {key} if key in self._base else self._gone
        if len(gone) > 8 + (2 * len(self._base)) ** 0.5:
            return PatchMap({k: v for k, v in self.items() if k != key})
        patch = {k: v for k, v in self._patch.items() if k != key}
        return self._next(self._base, patch, gone, self._size - 1)

    @classmethod
    def _next(
        cls, base: dict[K, V], patch: dict[K, V], gone: frozenset[K], size: int
    ) -> PatchMap[K, V]:
        new = cls.__new__(cls)
        new._base, new._patch, new._gone, new._size = base, patch, gone, size
        return new

    def getter(self) -> Callable[[K], V | None]:
        """What looks a key up, None if it is absent: for loops, without a call where it can."""
        return self.get if self._patch or self._gone else self._base.get

    def __getitem__(self, key: K) -> V:
        patch = self._patch
        if key in patch:
            return patch[key]
        if self._gone and key in self._gone:
            raise KeyError(key)
        return self._base[key]

    def get(self, key: K, default: Any = None) -> Any:
        """The value of a key, or the default."""
        patch = self._patch
        if key in patch:
            return patch[key]
        if self._gone and key in self._gone:
            return default
        return self._base.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._patch or (key in self._base and key not in self._gone)

    def __iter__(self) -> Iterator[K]:
        base = self._base
        if self._gone:
            yield from (key for key in base if key not in self._gone)
        else:
            yield from base
        yield from (key for key in self._patch if key not in base)

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PatchMap):
            if self._base is other._base and self._gone == other._gone:
                keys = self._patch.keys() | other._patch.keys()
                return all(self.get(k, _ABSENT) == other.get(k, _ABSENT) for k in keys)
            return dict(self.items()) == dict(other.items())
        return dict(self.items()) == other if isinstance(other, Mapping) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(dict(self.items()))

    def __reduce__(self) -> tuple[object, tuple[dict[K, V]]]:
        return PatchMap, (dict(self.items()),)
