"""Which children a place for children wants: as listed, or one for each item of a list.

Protocol: templates and scopes; items are found again by position or by key
(decisions 44).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ..data.pointer import MISSING, Tokens, get, join
from ..errors import A2uiError
from ..limits import Limits
from ..values import FrozenList, Json, compact
from .cells import Sight, missing
from .mounting import Condition, Litter, Mount, Scope, Told
from .node import Notice
from .program import Brood

Reads: TypeAlias = tuple[tuple[Tokens, bool], ...]
Keys: TypeAlias = tuple[object, ...]
Patterns: TypeAlias = tuple[tuple[Tokens, Tokens], ...]
"""(path of a list, `*` for any one segment; pointer to the key in an item)."""

ChildAt: TypeAlias = Callable[[int], tuple[str, str, Scope]]
"""A child's number → its place below the node, component id, scope."""


class Wanted(NamedTuple):
    """The children that a brood wants.

    Attributes:
        keys: By what each is found again.
        child: What each is.
        unchanged: So many at the start are surely as before, if node and component are.
        reads: What this follows from: paths, and whether only the shape there counts.
        told: What is to be noticed.
    """

    keys: Keys
    child: ChildAt
    unchanged: int = 0
    reads: Reads = ()
    told: Told = ()


class Broods:
    """Looks up the lists of templates, within the limits."""

    def __init__(self, sight: Sight, patterns: Patterns, limits: Limits) -> None:
        self._sight, self._patterns, self._limits = sight, patterns, limits

    def wanted(self, brood: Brood, mount: Mount, before: Litter | None) -> Wanted:
        """The children that a brood of a node wants now."""
        ids, scope = brood.ids, mount.scope
        deepest = self._limits.component_depth
        if mount.depth >= deepest and ids:
            what = f"children below depth {deepest:,} are not drawn"
            return _nothing(_notice("LIMIT_COMPONENT_DEPTH", what, brood, mount))
        if brood.kind == "template":
            return self._template(brood, mount, before)
        return Wanted(tuple([place for place, _ in ids]), lambda at: (*ids[at], scope))

    def _template(self, brood: Brood, mount: Mount, before: Litter | None) -> Wanted:
        try:
            tokens = self._sight.tokens(brood.path, mount.scope)
        except A2uiError as error:
            return _nothing(_notice("EXPRESSION_ERROR", error.message, brood, mount, error))
        items = get(self._sight.data, tokens)
        reads: Reads = ((tokens, True),)
        if items is MISSING:
            return _nothing(missing(tokens), reads)
        if items is None:
            return _nothing(None, reads)
        if not isinstance(items, FrozenList):
            what = f"the data at {join(tokens)} is no list: there are no items"
            return _nothing(_notice("TEMPLATE_NOT_A_LIST", what, brood, mount), reads)
        count, limit = len(items), self._limits.list_items
        told: Told = ()
        if count > limit:
            what = f"only {limit:,} of {count:,} items are drawn"
            count, told = limit, (_notice("LIMIT_LIST_ITEMS", what, brood, mount),)
        child = _item_at(tokens, brood)
        key = next((key for path, key in self._patterns if _fits(path, tokens)), None)
        if key is not None:
            keys, notices = _item_keys(items, count, key, brood, mount)
            tried = tuple([((*tokens, str(n), *key), False) for n in range(count)])
            return Wanted(keys, child, 0, (*reads, *tried), (*told, *notices))
        known: Keys = before.keys if before is not None and before.reads == reads else ()
        new = [f"{brood.prop}/{n}" for n in range(len(known), count)]
        kept = min(len(known), count)
        return Wanted((*known[:count], *new), child, kept, reads, told)


def _item_at(tokens: Tokens, brood: Brood) -> ChildAt:
    id, path, prop = brood.ids[0][1], join(tokens) if tokens else "", brood.prop

    def child(at: int) -> tuple[str, str, Scope]:
        place = str(at)
        return f"{prop}/{place}", id, Scope((*tokens, place), at, f"{path}/{place}")

    return child


def _item_keys(
    items: list[Json], count: int, key: Tokens, brood: Brood, mount: Mount
) -> tuple[Keys, Told]:
    """What items are found again by: their key, or their number among those without one."""
    keys: list[object] = []
    seen: set[str] = set()
    without = 0
    for item in items[:count]:
        found = get(item, key)
        text = None if found is MISSING or found is None else _text(found)  # type: ignore[arg-type]
        if text is None or text in seen:
            keys.append(without)
            without += 1
        else:
            seen.add(text)
            keys.append(text)
    if not without:
        return tuple(keys), ()
    what = f"{without:,} items have no key at {join(key)}, or one that another has"
    return tuple(keys), (_notice("TEMPLATE_KEY", what, brood, mount),)


def _text(key: Json) -> str:
    """A key as text, the same for equal JSON."""
    whole = isinstance(key, float) and key.is_integer()
    return compact(int(key) if whole else key)  # type: ignore[arg-type]


def _fits(pattern: Tokens, tokens: Tokens) -> bool:
    return len(pattern) == len(tokens) and all(
        wanted in ("*", token) for wanted, token in zip(pattern, tokens, strict=True)
    )


def _nothing(told: tuple[Condition, Notice] | None, reads: Reads = ()) -> Wanted:
    return Wanted((), _no_child, 0, reads, (told,) if told is not None else ())


def _no_child(at: int) -> tuple[str, str, Scope]:
    raise IndexError(at)


def _notice(
    code: str, what: str, brood: Brood, mount: Mount, error: A2uiError | None = None
) -> tuple[Condition, Notice]:
    notice = Notice(code, f"{mount.id}.{brood.prop}: {what}", ref=mount.ref, error=error)
    return (code, mount.ref, brood.prop), notice
