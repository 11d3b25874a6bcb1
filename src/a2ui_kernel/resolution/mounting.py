"""What the resolver remembers of each node, and of the whole tree.

A mount belongs to the draft that made it; once the draft is done it is never changed
again, and versions of the tree share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..data.pointer import Tokens
from ..evaluation.evaluation import Evaluation
from ..evaluation.memory import Memory
from ..surface.component import Component
from ..surface.surface import Surface
from .dependencies import Interest, Trie
from .node import Binding, Child, Node, NodeState, Notice, ValidationResult
from .program import Program

if TYPE_CHECKING:
    from rpds import HashTrieMap, HashTrieSet

    from .actions import Running

Condition: TypeAlias = tuple[str, ...]
"""What a notice is about; it is told once while any mount has it."""

Told: TypeAlias = tuple[tuple[Condition, Notice], ...]
Place: TypeAlias = tuple[int, int]
"""Which of the parent's broods a node is in, and which of its children it is."""


class Scope(NamedTuple):
    """Where relative paths start, and the `@index` there (None outside a template)."""

    tokens: Tokens
    item: int | None
    path: str


ROOT_SCOPE = Scope((), None, "/")


class Held(NamedTuple):
    """A cell's value, and how it came about.

    Attributes:
        binding: What is drawn.
        reads: The paths that were read.
        told: What is to be noticed.
        evaluation: Kept while it waits, or has answers that it would have to ask for again.
        calls: The evaluation's tokens of what it waits for → ours.
        result: Of a rule: what it found; None while it waits for the first time.
    """

    binding: Binding
    reads: tuple[Tokens, ...] = ()
    told: Told = ()
    evaluation: Evaluation | None = None
    calls: Mapping[str, str] = {}
    result: ValidationResult | None = None


class Litter(NamedTuple):
    """The children in one brood.

    Attributes:
        refs: Their refs.
        children: The same, as they are drawn.
        keys: By what each is found again.
        reads: Paths, and whether only the shape there counts.
        told: What is to be noticed.
    """

    refs: tuple[str, ...] = ()
    children: tuple[Child, ...] = ()
    keys: tuple[object, ...] = ()
    reads: tuple[tuple[Tokens, bool], ...] = ()
    told: Told = ()


class Mount:
    """A node and all that it follows from."""

    __slots__ = (
        "component",
        "depth",
        "held",
        "id",
        "litters",
        "node",
        "parent",
        "place",
        "position",
        "program",
        "ref",
        "scope",
        "state",
        "told",
    )
    ref: str
    id: str
    state: NodeState
    position: str
    node: Node
    component: Component | None
    program: Program | None
    parent: str | None
    place: Place
    scope: Scope
    depth: int
    held: tuple[Held, ...]
    litters: tuple[Litter, ...]
    told: Told

    def copy(self) -> Mount:
        """The same mount for a draft to change."""
        new = Mount()
        new.ref, new.id, new.state, new.position = self.ref, self.id, self.state, self.position
        new.node, new.component, new.program = self.node, self.component, self.program
        new.parent, new.place, new.scope, new.depth = (
            self.parent,
            self.place,
            self.scope,
            self.depth,
        )
        new.held, new.litters, new.told = self.held, self.litters, self.told
        return new

    def interests(self) -> list[Interest]:
        """Who in it reads what."""
        ref = self.ref
        found: list[Interest] = [
            (tokens, False, (ref, n)) for n, held in enumerate(self.held) for tokens in held.reads
        ]
        for n, litter in enumerate(self.litters):
            found.extend((tokens, shape, (ref, -1 - n)) for tokens, shape in litter.reads)
        return found

    def notices(self) -> list[tuple[Condition, Notice]]:
        """All that is to be noticed about it."""
        found = list(self.told)
        for held in self.held:
            found += held.told
        for litter in self.litters:
            found += litter.told
        return found


class Owner(NamedTuple):
    """Whom an answer is for.

    Attributes:
        ref: The node; "" for an action.
        action: The action's number; 0 for a cell.
        part: Which cell, or which part of the action.
        token: The evaluation's own token.
        local: A coroutine, not the agent.
    """

    ref: str
    action: int
    part: int
    token: str = ""
    local: bool = False


class State(NamedTuple):
    """The tree and what it depends on, for one surface.

    Attributes:
        surface: The surface that it was drawn from; None once it is disposed.
        surface_id: The surface's id.
        keys: Patterns of list paths, and the pointer to an item's key.
        memory: What evaluations remember.
        programs: Component id → its program: a cache that versions share.
        mounts: Ref → mount.
        root: The root's ref, or None.
        readers: Path → readers.
        places: Component id → refs of the nodes that hold it.
        conditions: How many mounts have a condition.
        owners: Token of a call → whom the answer is for.
        actions: Number → an action that waits.
        refs: How many refs were given out.
        tokens: How many tokens were given out.
        actions_begun: How many actions have waited.
        truncated: Not all nodes were drawn, for `Limits.nodes`.
    """

    surface: Surface | None
    surface_id: str
    keys: tuple[tuple[Tokens, Tokens], ...]
    memory: Memory
    programs: dict[str, Program]
    mounts: HashTrieMap[str, Mount]
    root: str | None
    readers: Trie
    places: HashTrieMap[str, HashTrieSet[str]]
    conditions: HashTrieMap[Condition, int]
    owners: Mapping[str, Owner]
    actions: Mapping[int, Running]
    refs: int = 0
    tokens: int = 0
    actions_begun: int = 0
    truncated: bool = False
