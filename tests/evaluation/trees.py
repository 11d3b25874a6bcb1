"""Random expressions over local, agent and coroutine functions, and what they must give.

`Reference` is a plain evaluator: innermost first, in document order, the first failure
ends it. With a set of answered places it stops at the calls that are not among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, Union

from hypothesis import strategies as st

DATA: dict[str, Any] = {"a": 1, "t": "text", "rows": [{"n": "x"}, {"n": [2, "y"]}], "none": None}
SCOPE, INDEX = ("rows", "1"), 1
PATHS = ("/a", "/t", "/rows/0", "/none", "/gone/x", "n", "n/0", ".", "/rows/1/n")

LOCAL = ("echo", "mark", "boom")
SLOW = ("slow", "slowMark", "slowBoom")
AGENT = ("ask", "askBoom")
FAILING = ("boom", "slowBoom", "askBoom")
MARKING = ("mark", "slowMark")


class Literal(NamedTuple):
    value: Any


class Read(NamedTuple):
    path: str


class Index(NamedTuple):
    pass


class ListOf(NamedTuple):
    items: tuple[Tree, ...]


class ObjectOf(NamedTuple):
    members: tuple[tuple[str, Tree], ...]


class Called(NamedTuple):
    name: str
    below: Tree
    number: int = 0


class Template(NamedTuple):
    parts: tuple[Tree, ...]


Tree: TypeAlias = Union[Literal, Read, Index, ListOf, ObjectOf, Called, Template]
Place: TypeAlias = tuple[int, ...]


# ------------------------------------------------------------------- making

_words = st.text(st.sampled_from("ab é"), max_size=3)
_scalars = st.one_of(st.none(), st.booleans(), st.integers(-9, 99), _words)
_reads = st.sampled_from(PATHS).map(Read)
_leaves: st.SearchStrategy[Tree] = st.one_of(st.builds(Literal, _scalars), _reads, st.just(Index()))
_names = st.sampled_from((*LOCAL, *SLOW, *AGENT))
_inline_leaves: st.SearchStrategy[Tree] = st.one_of(
    st.builds(Literal, st.integers(0, 9) | _words), _reads, st.just(Index())
)
_inline: st.SearchStrategy[Tree] = st.recursive(
    _inline_leaves, lambda below: st.builds(Called, _names, below), max_leaves=3
)
_templates: st.SearchStrategy[Tree] = st.lists(_inline, max_size=3).map(
    lambda parts: Template(tuple(parts))
)


def _around(below: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    keys = st.sampled_from(["a", "b", "path", "call", "@@k"])
    return st.one_of(
        st.lists(below, max_size=3).map(lambda items: ListOf(tuple(items))),
        st.dictionaries(keys, below, max_size=3).map(lambda o: ObjectOf(tuple(o.items()))),
        st.builds(Called, _names, below),
        st.builds(Called, _names, below),
    )


def trees(most_failing: int | None = None) -> st.SearchStrategy[Tree]:
    """Expressions with at most so many calls that fail."""
    whole = st.recursive(_leaves | _templates, _around, max_leaves=12)
    return whole.map(lambda tree: _numbered(tree, _Counter(most_failing)))


@dataclass
class _Counter:
    failing: int | None
    number: int = 0


def _numbered(tree: Tree, counter: _Counter) -> Tree:
    """The tree with its calls numbered, and those that fail too many made tame."""
    if isinstance(tree, ListOf):
        return ListOf(tuple(_numbered(item, counter) for item in tree.items))
    if isinstance(tree, Template):
        return Template(tuple(_numbered(part, counter) for part in tree.parts))
    if isinstance(tree, ObjectOf):
        return ObjectOf(tuple((key, _numbered(item, counter)) for key, item in tree.members))
    if not isinstance(tree, Called):
        return tree
    below, name = _numbered(tree.below, counter), tree.name
    if name in FAILING and counter.failing is not None:
        if counter.failing == 0:
            name = {"boom": "echo", "slowBoom": "slow", "askBoom": "ask"}[name]
        counter.failing = max(counter.failing - 1, 0)
    counter.number += 1
    return Called(name, below, counter.number)


# ------------------------------------------------------------------ writing


def written(tree: Tree) -> Any:
    """The tree as an expression of v1.0."""
    if isinstance(tree, Literal):
        return tree.value
    if isinstance(tree, Read):
        return {"@path": tree.path}
    if isinstance(tree, Index):
        return {"@call": "@index"}
    if isinstance(tree, ListOf):
        return [written(item) for item in tree.items]
    if isinstance(tree, ObjectOf):
        return {key: written(item) for key, item in tree.members}
    if isinstance(tree, Called):
        return {"@call": tree.name, "args": {"n": tree.number, "value": written(tree.below)}}
    text = "".join(f"<${{{_inside(part)}}}" for part in tree.parts)
    return {"@call": "formatString", "args": {"value": text}}


def _inside(tree: Tree) -> str:
    if isinstance(tree, Literal):
        return f"'{tree.value}'" if isinstance(tree.value, str) else str(tree.value)
    if isinstance(tree, Read):
        return tree.path
    if isinstance(tree, Index):
        return "@index()"
    assert isinstance(tree, Called)
    return f"{tree.name}(n: {tree.number}, value: {_inside(tree.below)})"


# --------------------------------------------------------------- evaluating


class Failed(Exception):
    """A call failed; its number says which."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def result_of(name: str, value: Any) -> Any:
    """What a function of the test catalog gives."""
    return [name, value]


class _Waits:
    """Stands for what is not there yet."""


WAITS: Any = _Waits()


@dataclass
class Reference:
    """An evaluation with some answers at hand; None: all of them.

    `done` and `effects` outlive runs, as finished calls do.
    """

    answered: set[int] | None = None
    done: dict[int, Any] = field(default_factory=dict)
    effects: list[int] = field(default_factory=list)
    ran: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)

    def run(self, tree: Tree) -> Any:
        """The value, or WAITS with the numbers of what it waits for in `waiting`."""
        self.waiting = []
        value = self._value(tree)
        return WAITS if self.waiting else value

    def settle(self, number: int, name: str) -> None:
        """Count a call as answered."""
        assert self.answered is not None
        self.answered.add(number)
        if name in MARKING:
            self.effects.append(number)

    def _value(self, tree: Tree) -> Any:
        if isinstance(tree, Literal):
            return tree.value
        if isinstance(tree, Read):
            return _read(tree.path)
        if isinstance(tree, Index):
            return INDEX
        if isinstance(tree, ListOf):
            return [self._value(item) for item in tree.items]
        if isinstance(tree, ObjectOf):
            return {key.replace("@@", "@"): self._value(item) for key, item in tree.members}
        if isinstance(tree, Called):
            return self._called(tree)
        values = [self._value(part) for part in tree.parts]
        return WAITS if _holds_waits(values) else "".join("<" + _text(value) for value in values)

    def _called(self, tree: Called) -> Any:
        if tree.number in self.done:
            return self.done[tree.number]
        value = self._value(tree.below)
        if _holds_waits(value):
            return WAITS
        local = tree.name in LOCAL
        if not local and self.answered is not None and tree.number not in self.answered:
            self.waiting.append(tree.number)
            return WAITS
        if local:
            self.ran.append(tree.number)
        if tree.name in FAILING:
            raise Failed(tree.number)
        if tree.name in MARKING and (local or self.answered is None):
            self.effects.append(tree.number)
        result = self.done[tree.number] = result_of(tree.name, value)
        return result


def calls_in(tree: Tree) -> Iterator[Called]:
    """Every call of a tree, in document order."""
    if isinstance(tree, Called):
        yield from calls_in(tree.below)
        yield tree
    elif isinstance(tree, ListOf):
        for item in tree.items:
            yield from calls_in(item)
    elif isinstance(tree, Template):
        for part in tree.parts:
            yield from calls_in(part)
    elif isinstance(tree, ObjectOf):
        for _, item in tree.members:
            yield from calls_in(item)


def _read(path: str) -> Any:
    tokens = path.strip("/.").split("/") if path.strip("/.") else []
    value: Any = DATA
    for token in tokens if path.startswith("/") else (*SCOPE, *tokens):
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdigit() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return value


def _holds_waits(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_holds_waits(item) for item in value.values())
    return value is WAITS or (isinstance(value, list) and any(map(_holds_waits, value)))


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
