"""NodeResolver: the tree of nodes of one surface, and what changes from surface to surface."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import TypeAlias

from ..data.pointer import parse
from ..effects import Effect, Failure, Value, Write
from ..errors import A2uiError, FunctionError
from ..evaluation.waiting import AgentCall, LocalCall, Waiting
from ..own import own
from ..surface.surface import Surface
from ..values import JsonLike, PatchMap
from .actions import begun, stamp
from .broods import Patterns
from .cells import Sight, memory_of
from .dependencies import Reader, Trie
from .drawing import Draft, Overfull
from .mounting import Mount, State
from .node import (
    ActionEvent,
    ActionOutcome,
    Node,
    Notification,
    ValidationResult,
)

_Next: TypeAlias = "tuple[NodeResolver, tuple[Notification, ...]]"


@dataclass(frozen=True, slots=True)
class Invocation:
    """What came of a user's action.

    Attributes:
        resolver: The resolver to keep.
        events: Events for the agent (`messages.action` makes the messages).
        effects: What its functions want done.
        outcome: `Value`, `Failure` (`BLOCKED` by checks), or `Waiting` for calls.
        calls: The calls that it waits for.
        blocked: The results of the checks that kept it from acting.
        errors: Why entries of the event are null.
    """

    resolver: NodeResolver
    events: tuple[ActionEvent, ...] = ()
    effects: tuple[Effect, ...] = ()
    outcome: ActionOutcome = field(default_factory=lambda: Value(None))
    calls: tuple[AgentCall | LocalCall, ...] = ()
    blocked: tuple[ValidationResult, ...] = ()
    errors: tuple[A2uiError, ...] = ()

    __hash__ = None  # type: ignore[assignment]


class NodeResolver:
    """The nodes of a surface, as an immutable value; every method gives the next one.

    It does not watch: hand it the next surface, and it tells which nodes changed.
    """

    __slots__ = ("_positions", "_state")
    _state: State
    _positions: Mapping[str, Node] | None

    def __init__(self) -> None:
        raise TypeError("resolvers are made by NodeResolver.resolve")

    # ------------------------------------------------------------- drawing

    @classmethod
    def resolve(cls, surface: Surface, *, keys: Mapping[str, str] | None = None) -> _Next:
        """The nodes of a surface.

        Args:
            surface: The surface.
            keys: Path of a list (`*` for any one segment) → pointer to the key inside an item:
                the items of such lists are matched by key, and move rather than change.

        Raises:
            A2uiError: category `data`: a path or a pointer in `keys` is none.
        """
        if not isinstance(surface, Surface):
            raise TypeError(f"expected a Surface, found a {type(surface).__name__}")
        patterns = tuple((parse(path), parse(key)) for path, key in (keys or {}).items())
        return _drawn(_empty(surface, patterns), surface)

    def update(self, surface: Surface | None) -> _Next:
        """The nodes of another surface of the same id, earlier and forked ones included.

        None: the surface is gone; every node is destroyed, and its calls are cancelled.

        Raises:
            ValueError: It is another surface.
        """
        if surface is None:
            return self.dispose()
        if surface.id != self._state.surface_id:
            raise ValueError(
                f"the resolver is of the surface '{self._state.surface_id}', not of '{surface.id}'"
            )
        if surface is self._state.surface:
            return self, ()
        return _drawn(self._state, surface)

    def dispose(self) -> _Next:
        """Destroy every node, cancel all calls, and end all actions."""
        surface = self._state.surface
        if surface is None:
            return self, ()
        draft = Draft(self._state, surface)
        if draft.root is not None:
            draft.destroy(draft.root)
            draft.root = None
        ledger = draft.ledger
        for running in ledger.actions.values():
            for calls in running.calls:
                ledger.give_up(calls)
            gone = Failure(FunctionError("CANCELLED", "The surface is gone"))
            ledger.ends.append(running.told(gone))
        ledger.actions.clear()
        state, told = draft.finished()
        return _made(state._replace(surface=None)), told

    def settle(self, token: str, outcome: Value | Failure) -> _Next:
        """The nodes after the answer to a call; one that is not wanted changes nothing."""
        owner = self._state.owners.get(token)
        surface = self._state.surface
        if owner is None or surface is None:
            return self, ()
        draft = Draft(self._state, surface)
        ledger = draft.ledger
        del ledger.owners[token]
        if not owner.action:
            draft.settled(owner.ref, owner.part, owner.token, outcome)
        else:
            running = ledger.actions[owner.action].settled(owner.part, owner.token, outcome)
            running = ledger.actions[owner.action] = running.entered(ledger)
            if running.waiting() is None:
                del ledger.actions[owner.action]
                ledger.ends.append(running.told())
                draft.touch(running.ref)
        state, told = draft.finished()
        return _made(state), told

    # ------------------------------------------------------------- queries

    @property
    def root(self) -> Node | None:
        """The root's node, or None while there is no root component."""
        ref = self._state.root
        return self._state.mounts[ref].node if ref is not None else None

    @property
    def positions(self) -> Mapping[str, Node]:
        """Position → node, in tree order."""
        if self._positions is None:
            positions = {node.position: node for node in self._walk()}
            object.__setattr__(self, "_positions", MappingProxyType(positions))
        assert self._positions is not None
        return self._positions

    def node(self, ref: str) -> Node:
        """The node of a ref.

        Raises:
            A2uiError: category `integrity`: there is none.
        """
        return self._mount(ref).node

    def _mount(self, ref: str) -> Mount:
        found = self._state.mounts.get(ref) if isinstance(ref, str) else None
        if found is None:
            raise A2uiError(
                "integrity",
                "UNKNOWN_NODE",
                f"There is no node {ref!r} (any more)",
                surface_id=self._state.surface_id,
            )
        return found

    def _walk(self) -> Iterator[Node]:
        pending = [self._state.root] if self._state.root is not None else []
        while pending:
            mount = self._state.mounts[pending.pop()]
            yield mount.node
            for litter in reversed(mount.litters):
                pending.extend(reversed(litter.refs))

    # ---------------------------------------------------------- user input

    def write(self, ref: str, prop: str, value: JsonLike) -> Write:
        """The write that a user's input to a property asks for.

        Args:
            ref: The node.
            prop: The property, such as `value` or `tabs/0/title`.
            value: What the user put in; None deletes.

        Raises:
            A2uiError: There is no such node or property, the property is bound to no path, or
                the value is no JSON.
        """
        mount = self._mount(ref)
        found = mount.program.bindings.get(prop) if mount.program is not None else None
        binding = mount.held[found].binding if isinstance(found, int) else found
        if binding is None or binding.path is None:
            what = "is bound to no path" if binding is not None else "is no dynamic property"
            raise A2uiError(
                "data",
                "NOT_WRITABLE",
                f"Property '{prop}' of '{mount.id}' cannot be written: it {what}",
                surface_id=self._state.surface_id,
            )
        surface = self._state.surface
        assert surface is not None
        return Write(binding.path, own(value, surface.limits).value)

    def invoke(self, ref: str, prop: str, *, now: datetime) -> Invocation:
        """What comes of the user's doing an action; bad input is an outcome, never raised.

        Args:
            ref: The node.
            prop: The property that holds the action.
            now: When the user acted, with a time zone.

        Raises:
            ValueError: `now` has no time zone.
        """
        timestamp = stamp(now)
        surface = self._state.surface
        try:
            mount = self._mount(ref)
        except A2uiError as error:
            return Invocation(self, outcome=Failure(error))
        assert surface is not None
        action = mount.program.actions.get(prop) if mount.program is not None else None
        if action is None:
            message = f"Property '{prop}' of '{mount.id}' is no action"
            return Invocation(self, outcome=Failure(FunctionError("NO_ACTION", message)))
        blocked = _blocking(mount)
        if blocked:
            failure = Failure(FunctionError("BLOCKED", "Checks keep the component from acting"))
            return Invocation(self, outcome=failure, blocked=blocked)
        context = Sight(surface, self._state.memory).context(mount.scope)
        number = self._state.actions_begun + 1
        running = begun(action, number, mount, prop, surface, context, timestamp)
        waiting = running.waiting()
        if waiting is None:
            ended = running.ended()
            return Invocation(self, ended.events, ended.effects, ended.outcome, errors=ended.errors)
        draft = Draft(self._state._replace(actions_begun=number), surface)
        draft.ledger.actions[number] = running.entered(draft.ledger)
        draft.touch(ref)
        calls = draft.ledger.wanted()
        state, _ = draft.finished()
        return Invocation(_made(state), outcome=Waiting(calls, waiting), calls=calls)

    # -------------------------------------------------------------- values

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a NodeResolver is frozen; its methods give the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a NodeResolver is frozen")

    def __repr__(self) -> str:
        return f"<NodeResolver of {self._state.surface_id!r}: {len(self._state.mounts)} nodes>"


def _made(state: State) -> NodeResolver:
    new = object.__new__(NodeResolver)
    object.__setattr__(new, "_state", state)
    object.__setattr__(new, "_positions", None)
    return new


def _empty(surface: Surface, patterns: Patterns) -> State:
    # Not when the package is imported: rpds is loaded by those who draw.
    from rpds import HashTrieMap

    return State(
        surface=None,
        surface_id=surface.id,
        keys=patterns,
        memory=memory_of(surface),
        programs={},
        mounts=HashTrieMap(),
        root=None,
        readers=Trie(),
        places=HashTrieMap(),
        conditions=HashTrieMap(),
        owners={},
        actions={},
    )


def _drawn(state: State, surface: Surface) -> _Next:
    """The next resolver: only what changed is drawn, where that is possible."""
    old = state.surface
    reset = old is not None and old.settings != surface.settings
    if reset or old is None:
        state = state._replace(memory=memory_of(surface), programs={})
    if old is None or reset or state.truncated:
        return _all_drawn(state, surface, reset=reset)
    draft = Draft(state, surface)
    try:
        draft.draw_changes(
            _changed(old.components, surface.components),
            _concerned(state, surface),
        )
    except Overfull:
        return _all_drawn(state, surface, reset=False)
    next_state, told = draft.finished()
    return _made(next_state), told


def _all_drawn(state: State, surface: Surface, *, reset: bool) -> _Next:
    draft = Draft(state, surface, all=True, reset=reset)
    draft.concerned.update(_concerned(state, surface))
    draft.draw_root()
    next_state, told = draft.finished()
    return _made(next_state), told


def _concerned(state: State, surface: Surface) -> Iterator[Reader]:
    """The readers of what is not as it was: by the surface's log, else by comparing."""
    old = state.surface
    if old is None or old.data is surface.data:
        return
    seen, log = old.log[-1], surface.log
    at = next((n for n, entry in enumerate(reversed(log)) if entry is seen), None)
    places = {entry.shown for entry in log[len(log) - at :]} if at is not None else {()}
    for shown in places:
        yield from state.readers.concerned(old.data.value, surface.data.value, shown)


def _changed(old: Mapping[str, object], new: Mapping[str, object]) -> Iterable[str]:
    """The ids whose component is another: compared by identity, since they are shared."""
    if old is new:
        return ()
    assert isinstance(old, PatchMap)
    assert isinstance(new, PatchMap)
    if old._base is new._base:
        ids = {**old._patch, **new._patch, **dict.fromkeys(old._gone ^ new._gone)}
    else:
        ids = {**old, **new}
    return [id for id in ids if old.get(id) is not new.get(id)]


def _blocking(mount: Mount) -> tuple[ValidationResult, ...]:
    """The results that keep a component from acting (decisions 32)."""
    assert mount.program is not None
    if mount.program.rules is None:
        return ()
    results = [held.result for held in mount.held[mount.program.rules :]]
    return tuple(
        result if result is not None else ValidationResult(False, code="CHECK_PENDING")
        for result in results
        if result is None or (not result.valid and result.severity == "error")
    )
