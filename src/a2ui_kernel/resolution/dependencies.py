"""Which readers a change of the data concerns: a persistent trie from path to readers.

A reader of values cares for everything at and below its path; a reader of the shape only
for whether a list is there, and how long it is (a template does not care what its items
hold). Without that difference every change of a row would touch the whole list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, compress, islice
from operator import is_, is_not
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from ..data.pointer import MISSING, Tokens, index_of

Reader: TypeAlias = tuple[str, int]
"""A node's ref, and which of its parts reads: a cell n, or the children n as -1 - n."""

Interest: TypeAlias = tuple[Tokens, bool, Reader]
"""A path, whether only the shape there counts, and who reads."""


class Trie:
    """The readers of one path, and the tries below it. Changed only by `amended`."""

    __slots__ = ("below", "owner", "shapes", "values")

    def __init__(self, owner: object = None) -> None:
        # Most tries have one reader and nothing else: a dict is made when it gets an entry.
        self.values: dict[Reader, None] = _NONE
        self.shapes: dict[Reader, None] = _NONE
        self.below: dict[str, Trie] = _NONE
        self.owner = owner

    def amended(self, gone: Iterable[Interest], come: Iterable[Interest]) -> Trie:
        """The trie without some readers and with others."""
        owner = object()
        root = self._owned(owner)
        for interest in gone:
            root._forget(interest, owner)
        for tokens, shape, reader in come:
            node = root
            for token in tokens:
                node = node._step(token, owner)
            if shape:
                node.shapes = _with(node.shapes, reader, None)
            else:
                node.values = _with(node.values, reader, None)
        return root

    def _owned(self, owner: object) -> Trie:
        """The trie itself if the draft made it, else a copy of it."""
        if self.owner is owner:
            return self
        copy = Trie(owner)
        copy.values = {**self.values} if self.values else _NONE
        copy.shapes = {**self.shapes} if self.shapes else _NONE
        copy.below = {**self.below} if self.below else _NONE
        return copy

    def _step(self, token: str, owner: object) -> Trie:
        found = self.below.get(token)
        if found is None:
            found = Trie(owner)
            self.below = _with(self.below, token, found)
        elif found.owner is not owner:
            found = self.below[token] = found._owned(owner)
        return found

    def _forget(self, interest: Interest, owner: object) -> None:
        tokens, shape, reader = interest
        way = [self]
        for token in tokens:
            way.append(way[-1]._step(token, owner))
        readers = way[-1].shapes if shape else way[-1].values
        if readers:
            readers.pop(reader, None)
        for node, token in zip(reversed(way[:-1]), reversed(tokens), strict=True):
            below = node.below[token]
            if below.values or below.shapes or below.below:
                return
            del node.below[token]

    def concerned(self, old: Any, new: Any, shown: Tokens = ()) -> Iterator[Reader]:
        """The readers for whom two documents may differ; equal parts are shared by them.

        Args:
            old: A document.
            new: Another.
            shown: The place to look at: elsewhere they do not differ.
        """
        node = self
        for token in shown:
            yield from node.values
            if node.shapes and shape_of(old) != shape_of(new):
                yield from node.shapes
            if token not in node.below:
                return
            node, old, new = node.below[token], _member(old, token), _member(new, token)
        pending: list[tuple[Trie, Any, Any]] = [(node, old, new)]
        while pending:
            node, old, new = pending.pop()
            if old is new:
                continue
            yield from node.values
            if node.shapes and shape_of(old) != shape_of(new):
                yield from node.shapes
            below = node.below
            if below:
                pending.extend(
                    (below[token], _member(old, token), _member(new, token))
                    for token in _differing(below, old, new)
                )


_NONE: Any = MappingProxyType({})
_K = TypeVar("_K")
_V = TypeVar("_V")


def _with(entries: dict[_K, _V], key: _K, value: _V) -> dict[_K, _V]:
    """The entries with one more: the dict that a draft owns, or the first one."""
    if not entries:
        return {key: value}
    entries[key] = value
    return entries


def shape_of(value: object) -> int:
    """The length of a list; what is no list has a negative shape of its kind."""
    if isinstance(value, list):
        return len(value)
    if value is None:
        return -1
    return -2 if value is MISSING else -3


def _member(value: Any, token: str) -> Any:
    if isinstance(value, dict):
        return value.get(token, MISSING)
    if isinstance(value, list):
        index = index_of(token)
        return value[index] if index is not None and index < len(value) else MISSING
    return MISSING


def _differing(below: dict[str, Trie], old: Any, new: Any) -> Sequence[str]:
    """The tokens among `below` at which two containers may differ.

    A write copies one container on each level, so that nearly all members are the same
    objects: they are told apart without a loop in Python.
    """
    if len(below) > 8:
        if isinstance(old, list) and isinstance(new, list):
            both, most = sorted((len(old), len(new)))
            places = chain(compress(range(both), map(is_not, old, new)), range(both, most))
            return [token for token in map(str, places) if token in below]
        if isinstance(old, dict) and isinstance(new, dict) and all(map(is_, old, new)):
            # The same keys in the same order, and perhaps more of them in one.
            keys = compress(old, map(is_not, old.values(), new.values()))
            longer = islice(old if len(old) > len(new) else new, min(len(old), len(new)), None)
            return [key for key in chain(keys, longer) if key in below]
    return tuple(below)
