"""JSON Pointers (RFC 6901), absolute or relative to a scope, and writes along them.

The rules for writing stand here once: what is missing is created, null deletes,
lists keep their length (protocol: data model; `DataModel` is the value around it).
"""

from __future__ import annotations

from typing import NamedTuple

from ..errors import A2uiError, one_fault, over_limit
from ..limits import Limits
from ..own import height_of
from ..values import EMPTY, FrozenDict, FrozenList, Json, json_equal, set_item

Tokens = tuple[str, ...]

_FORBIDDEN = frozenset({"__proto__", "prototype", "constructor"})
"""Segments that poison peers that run JavaScript; never written."""


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
"""What `get` gives where nothing is (a present null is None)."""


def fault_in(path: str) -> str | None:
    """What is wrong with the syntax of a pointer, or None."""
    place = path.find("~")
    while place != -1:
        if path[place + 1 : place + 2] not in ("0", "1"):
            return "'~' must be followed by 0 (for '~') or 1 (for '/')"
        place = path.find("~", place + 1)
    return None


def parse(path: str) -> Tokens:
    """The tokens of a pointer, its leading slash or none being the same.

    `""` and `"/"` are the root; one trailing slash is dropped, unless two stand there;
    an inner empty segment is the empty key.

    Raises:
        A2uiError: category `data`, for a `~` without 0 or 1.
    """
    if path in ("", "/"):
        return ()
    if path.endswith("/") and not path.endswith("//"):
        path = path[:-1]
    path = path.removeprefix("/")
    if "~" not in path:
        return tuple(path.split("/"))
    wrong = fault_in(path)
    if wrong is not None:
        raise one_fault("data", "INVALID_POINTER", f"{path!r} is no JSON Pointer: {wrong}")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in path.split("/"))


def resolve(path: str, scope: str = "/") -> str:
    """The absolute pointer that `path` means in a scope; `""` and `"."` mean the scope itself.

    Raises:
        A2uiError: category `data`, for a pointer that is none.
    """
    return join(tokens_in_scope(path, parse(scope)))


def tokens_in_scope(path: str, scope: Tokens) -> Tokens:
    """The tokens of `path` read in a scope given by its tokens."""
    if path.startswith("/"):
        return parse(path)
    if path in ("", "."):
        return scope
    return scope + parse(path)


def join(tokens: Tokens) -> str:
    """The absolute pointer of these tokens; `/` for the root."""
    return "/" + "/".join([token.replace("~", "~0").replace("/", "~1") for token in tokens])


def index_of(token: str) -> int | None:
    """The list index that a token spells: ASCII digits without a leading zero."""
    if token.isascii() and token.isdigit() and (token == "0" or token[0] != "0"):
        # Longer than any list there can be: an index, but not one worth computing.
        return int(token) if len(token) < 19 else 10**18
    return None


def get(value: Json, tokens: Tokens) -> Json | _Missing:
    """What stands at a place, or MISSING. Never an error, never an attribute of Python's."""
    for token in tokens:
        if isinstance(value, dict):
            if token not in value:
                return MISSING
            value = value[token]
        elif isinstance(value, list):
            index = index_of(token)
            if index is None or index >= len(value):
                return MISSING
            value = value[index]
        else:
            return MISSING
    return value


class Written(NamedTuple):
    """A document after a write.

    Attributes:
        value: The new document (the same object if nothing changed).
        tokens: The place written, `-` replaced by the index.
        shown: The place from which on the document differs, what holds it aside: higher up
            than the place written, where a list was padded with nulls.
    """

    value: Json
    tokens: Tokens
    shown: Tokens


def put(root: Json, tokens: Tokens, value: Json, limits: Limits) -> Written:
    """The document with a value written at a place.

    Null deletes: a key goes, a list element becomes null, what is absent stays absent.
    The containers on the way are copied, everything beside it is shared.

    Raises:
        A2uiError: category `data` (`recursion` for a path that is too deep).
    """
    for token in tokens:
        if token in _FORBIDDEN:
            raise _refused(tokens, f"the segment {token!r} is not allowed when writing")
    if value is None and tokens:
        return Written(_delete(root, tokens), tokens, tokens)
    if len(tokens) > limits.json_depth or height_of(
        value, limits.json_depth
    ) > limits.json_depth - len(tokens):
        raise over_limit(
            limits, "json_depth", f"The value at {_short(tokens)} is nested too deep", "recursion"
        )
    if not tokens:
        new = EMPTY if value is None else value
        return Written(root if json_equal(root, new) else new, (), ())
    return _write(root, tokens, value, limits)


def _write(root: Json, tokens: Tokens, value: Json, limits: Limits) -> Written:
    way: list[tuple[Json, str | int]] = []
    written: list[str] = []
    shown = len(tokens)
    node: Json = root
    for depth, token in enumerate(tokens):
        if node is None and depth:
            node = FrozenList() if token == "-" or index_of(token) is not None else EMPTY
        if isinstance(node, dict):
            way.append((node, token))
            node = node.get(token)
        elif isinstance(node, list):
            index = _writable_index(node, token, tokens, limits)
            token = str(index)
            way.append((node, index))
            if index > len(node):
                shown = min(shown, depth)
            node = node[index] if index < len(node) else None
        else:
            raise _refused(tokens, _primitive(tokens, depth))
        written.append(token)
    if node is not None and json_equal(node, value):
        return Written(root, tuple(written), tuple(written))
    new = value
    for container, place in reversed(way):
        new = _with(container, place, new)
    return Written(new, tuple(written), tuple(written[:shown]))


def _delete(root: Json, tokens: Tokens) -> Json:
    way: list[tuple[Json, str | int]] = []
    node: Json = root
    for depth, token in enumerate(tokens):
        if isinstance(node, dict):
            if token not in node:
                return root
            way.append((node, token))
            node = node[token]
        elif isinstance(node, list):
            index = index_of(token)
            if index is None and token != "-":
                raise _refused(tokens, _not_an_index(token))
            if index is None or index >= len(node):
                return root
            way.append((node, index))
            node = node[index]
        elif node is None and depth:
            return root
        else:
            raise _refused(tokens, _primitive(tokens, depth))
    container, place = way.pop()
    if isinstance(container, dict):
        kept = {key: item for key, item in container.items() if key != place}
        new: Json = FrozenDict(kept)
    elif node is None:
        return root
    else:
        new = _with(container, place, None)
    for container, place in reversed(way):
        new = _with(container, place, new)
    return new


def _with(container: Json, place: str | int, value: Json) -> Json:
    if isinstance(container, dict):
        assert isinstance(place, str)
        # Copying the frozen dict as a whole, then filling it, is 4 times as fast at
        # 10,000 keys as going through a plain dict.
        copy = FrozenDict(container)
        set_item(copy, place, value)
        return copy
    items = list(container)  # type: ignore[arg-type]
    if place >= len(items):  # type: ignore[operator]
        items.extend([None] * (place + 1 - len(items)))  # type: ignore[operator]
    items[place] = value  # type: ignore[index]
    return FrozenList(items)


def _writable_index(node: list[Json], token: str, tokens: Tokens, limits: Limits) -> int:
    if token == "-":
        return len(node)
    index = index_of(token)
    if index is None:
        raise _refused(tokens, _not_an_index(token))
    if index - len(node) > limits.list_index:
        raise over_limit(
            limits,
            "list_index",
            f"Cannot set path '{_short(tokens)}': index "
            f"{token[:20]} is too far past the end of the list",
            "data",
        )
    return index


def _not_an_index(token: str) -> str:
    return f"cannot use the non-numeric segment {token!r} on a list"


def _primitive(tokens: Tokens, depth: int) -> str:
    if depth == 0:
        return "the data model root is a primitive value"
    return f"segment {tokens[depth - 1]!r} is a primitive value"


def _short(tokens: Tokens) -> str:
    path = join(tokens[:20])
    return path if len(tokens) <= 20 and len(path) <= 200 else path[:200] + "…"


def _refused(tokens: Tokens, reason: str) -> A2uiError:
    return one_fault("data", "INVALID_PATH", f"Cannot set path '{_short(tokens)}': {reason}")
