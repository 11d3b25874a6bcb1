"""One draft of the next tree: what changed is drawn again, all else is shared.

Fresh and incremental drawing are the same code: `_visit` brings one position up to date,
and stops at a node whose component, scope and position are what they were. A draft that
draws *all* (the first, and those of a tree that is cut off by `Limits.nodes`) does not
stop there, and so counts nodes in tree order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..surface.component import ROOT, Component
from ..surface.surface import Surface
from .broods import Broods, Reads
from .cells import Sight
from .dependencies import Interest, Reader
from .ledger import Ledger
from .mounting import ROOT_SCOPE, Held, Litter, Mount, Owner, Place, Scope, State
from .node import (
    Child,
    Node,
    NodeCreated,
    NodeDestroyed,
    NodeState,
    NodeUpdated,
    Notification,
)
from .picture import differs, pictured
from .program import Program
from .states import is_same, told_of, too_many_nodes

if TYPE_CHECKING:
    from rpds import HashTrieMap, HashTrieSet


class Overfull(Exception):
    """There are more nodes than `Limits.nodes`: all must be drawn, in tree order."""


class Draft:
    """The next tree in the making.

    Args:
        before: The tree so far.
        surface: The surface to draw.
        all: Draw all of it, with the nodes that are there kept.
        reset: Nothing of the old evaluations counts any more.
    """

    def __init__(
        self, before: State, surface: Surface, *, all: bool = False, reset: bool = False
    ) -> None:
        self.before, self.surface = before, surface
        self.all, self.reset = all, reset
        self.limits = surface.limits
        self.sight = Sight(surface, before.memory)
        self.ledger = Ledger(before)
        self.concerned: set[Reader] = set()
        self.truncated = False
        self.root = before.root
        self._broods = Broods(self.sight, before.keys, self.limits)
        self._get_component = surface.components.get
        self._refs = before.refs
        self._mounts: dict[str, Mount | None] = {}
        self._fresh: set[str] = set()
        self._dirty: dict[str, None] = {}
        self._created: dict[str, None] = {}
        self._destroyed: list[str] = []
        self._gone: list[Interest] = []
        self._come: list[Interest] = []
        self._drawn = 0
        self._moves: dict[str, dict[str, bool]] = {}

    # --------------------------------------------------------- what to draw

    def draw_root(self) -> None:
        """Draw the tree from its root on."""
        if self._get_component(ROOT) is not None:
            self.root = self._visit(ROOT, None, (0, 0), ROOT, ROOT_SCOPE, self.root)
        elif self.root is not None:
            self.destroy(self.root)
            self.root = None

    def draw_changes(self, ids: Iterable[str], readers: Iterable[Reader]) -> None:
        """Draw what holds one of these components, or is one of these readers."""
        work: dict[str, set[int] | None] = {}
        for ref, part in readers:
            self.concerned.add((ref, part))
            work.setdefault(ref, set()).add(part)  # type: ignore[union-attr]
        at_root = False
        for id in ids:
            at_root = at_root or id == ROOT
            for ref in self.before.places.get(id, ()):
                work[ref] = None
        # Parents first: what they destroy or draw anew need not be looked at again.
        order = sorted(work, key=self._order_before) if len(work) > 1 else work
        if at_root:
            self.draw_root()
        for ref in order:
            mount = self._find(ref)
            if mount is None or ref in self._fresh:
                continue
            parts = work[ref]
            if parts is None:
                self._replace(mount)
            else:
                self._revalue(mount, parts)

    def _order_before(self, ref: str) -> tuple[int, tuple[Place, ...]]:
        way = self._way(ref)
        return len(way), way

    def _replace(self, mount: Mount) -> None:
        """The component at a position is another."""
        if mount.parent is None:
            return  # The root: draw_root has done it.
        parent = self._find(mount.parent)
        new = self._visit(mount.id, parent, mount.place, mount.position, mount.scope, mount.ref)
        if new != mount.ref:
            self._swap(mount.parent, mount.place, new)

    def _swap(self, parent: str, place: Place, ref: str) -> None:
        """Put another child in a place."""
        mount = self._open(parent)
        brood, n = place
        litter = mount.litters[brood]
        litter = litter._replace(
            refs=(*litter.refs[:n], ref, *litter.refs[n + 1 :]),
            children=(*litter.children[:n], Child(ref), *litter.children[n + 1 :]),
        )
        mount.litters = (*mount.litters[:brood], litter, *mount.litters[brood + 1 :])
        self._dirty[parent] = None

    def _revalue(self, mount: Mount, parts: set[int]) -> None:
        """Some of what a node read has changed."""
        ref, program = mount.ref, mount.program
        assert program is not None
        mount = self._open(ref)
        held, litters = list(mount.held), list(mount.litters)
        for part in sorted(parts):
            if part >= 0:
                last = held[part]
                now = self.sight.held(program.cells[part], ref, mount.scope, last)
                held[part] = self._exchange_held(mount, part, last, now)
            else:
                before = litters[-1 - part]
                litter = self._litter(mount, -1 - part, before)
                self._exchange_reads(ref, part, before.reads, litter.reads)
                self.ledger.exchange(before.told, litter.told)
                litters[-1 - part] = litter
                if litter.refs != before.refs:
                    self._dirty[ref] = None
        mount.held, mount.litters = tuple(held), tuple(litters)

    def settled(self, ref: str, part: int, token: str, outcome: object) -> None:
        """An answer for a cell has come."""
        mount = self._open(ref)
        assert mount.program is not None
        last = mount.held[part]
        assert last.evaluation is not None
        evaluation = last.evaluation.settle(token, outcome)  # type: ignore[arg-type]
        now = self.sight.evaluated(mount.program.cells[part], ref, evaluation, last)
        now = self._exchange_held(mount, part, last, now)
        mount.held = (*mount.held[:part], now, *mount.held[part + 1 :])

    def touch(self, ref: str) -> None:
        """Something about a node other than its cells has changed."""
        if self._find(ref) is not None:
            self._dirty[ref] = None

    def _exchange_held(self, mount: Mount, part: int, last: Held, now: Held) -> Held:
        ref = mount.ref
        if now.binding is not last.binding or now.result is not last.result:
            self._dirty[ref] = None
        if now.reads != last.reads:
            gone = tuple([(tokens, False) for tokens in last.reads])
            come = tuple([(tokens, False) for tokens in now.reads])
            self._exchange_reads(ref, part, gone, come)
        if now.told or last.told:
            self.ledger.exchange(last.told, now.told)
        return self._with_calls(mount, part, now)

    def _exchange_reads(self, ref: str, part: int, gone: Reads, come: Reads) -> None:
        if gone != come:
            self._gone += [(tokens, shape, (ref, part)) for tokens, shape in gone]
            self._come += [(tokens, shape, (ref, part)) for tokens, shape in come]

    # ------------------------------------------------------------ positions

    def _visit(
        self,
        id: str,
        parent: Mount | None,
        place: Place,
        position: str,
        scope: Scope,
        old: str | None,
    ) -> str:
        """The ref of the node at a position, brought up to date."""
        component = self._get_component(id)
        state: NodeState
        if component is None:
            state = "pending"
        elif self._is_cyclic(id, scope, parent):
            state, component = "cyclic", None
        else:
            state = "resolved" if component.compiled is not None else "unknown_type"
        mount = self._find(old) if old is not None else None
        if mount is not None:
            if not is_same(mount, id, state, component):
                assert old is not None
                self.destroy(old)
                mount = None
            elif (
                not self.all
                and mount.component is component
                and mount.place == place
                and mount.scope == scope
                and mount.position == position
            ):
                return mount.ref
        return self._fit(mount, id, state, component, parent, place, position, scope)

    def _is_cyclic(self, id: str, scope: Scope, parent: Mount | None) -> bool:
        """Whether a component would stand inside itself, in the same scope."""
        while parent is not None:
            if parent.id == id and parent.scope.tokens == scope.tokens:
                return True
            parent = self._find(parent.parent) if parent.parent is not None else None
        return False

    def _fit(
        self,
        before: Mount | None,
        id: str,
        state: NodeState,
        component: Component | None,
        parent: Mount | None,
        place: Place,
        position: str,
        scope: Scope,
    ) -> str:
        """Draw a node, new or kept, with all that is below it."""
        ref = before.ref if before is not None else self._come_to_be(id)
        self._drawn += 1
        self._fresh.add(ref)
        self._dirty[ref] = None
        program = self._program(component) if component is not None else None
        mount = self._mounts[ref] = Mount()
        mount.component, mount.program = component, program
        mount.parent = parent.ref if parent is not None else None
        mount.depth = parent.depth + 1 if parent is not None else 1
        mount.place, mount.scope = place, scope
        mount.ref, mount.id, mount.state, mount.position = ref, id, state, position
        mount.told = told_of(mount)
        mount.held, mount.litters = (), ()
        if program is not None:
            mount.held = self._all_held(mount, program, before)
            mount.litters = self._all_litters(mount, program, before)
        self._account(before, mount)
        return ref

    def _come_to_be(self, id: str) -> str:
        alive = len(self.before.mounts) + len(self._created) - len(self._destroyed)
        if not self.all and alive >= self.limits.nodes:
            raise Overfull
        self._refs += 1
        ref = f"n{self._refs}"
        self._created[ref] = None
        self._moves.setdefault(id, {})[ref] = True
        return ref

    def _program(self, component: Component) -> Program:
        programs = self.before.programs
        found = programs.get(component.id)
        if found is None or found.component is not component:
            found = programs[component.id] = Program(component, self.surface.dialect)
        return found

    def _all_held(self, mount: Mount, program: Program, before: Mount | None) -> tuple[Held, ...]:
        ref, scope = mount.ref, mount.scope
        held = self.sight.held
        if before is None or before.program is None:
            drawn = [held(cell, ref, scope, None) for cell in program.cells]
            return tuple([self._with_calls(mount, n, now) for n, now in enumerate(drawn)])
        replaced = before.component is not mount.component
        last_by_prop = {
            cell.prop: last for cell, last in zip(before.program.cells, before.held, strict=True)
        }
        all_held = []
        for n, cell in enumerate(program.cells):
            last = last_by_prop.pop(cell.prop, None)
            if last is not None and self.reset:
                self.ledger.give_up(last.calls)
                last = None
            unchanged = not replaced and before.scope == scope and (ref, n) not in self.concerned
            if last is None or not unchanged:
                last = self._with_calls(mount, n, held(cell, ref, scope, last, replaced=replaced))
            all_held.append(last)
        for last in last_by_prop.values():
            self.ledger.give_up(last.calls)
        return tuple(all_held)

    def _with_calls(self, mount: Mount, n: int, now: Held) -> Held:
        if not now.calls and now.evaluation is None:
            return now
        assert mount.program is not None
        prop = mount.program.cells[n].prop
        outcome = now.evaluation.outcome if now.evaluation is not None else None
        owner = Owner(mount.ref, 0, n)
        return now._replace(calls=self.ledger.calls(outcome, now.calls, owner, mount.ref, prop))

    def _all_litters(
        self, mount: Mount, program: Program, before: Mount | None
    ) -> tuple[Litter, ...]:
        known: dict[str, Litter] = {}
        if before is not None and before.program is not None:
            broods = zip(before.program.broods, before.litters, strict=True)
            known = {brood.prop: litter for brood, litter in broods}
        litters = []
        for n, brood in enumerate(program.broods):
            litters.append(self._litter(mount, n, known.pop(brood.prop, None)))
        for litter in known.values():
            for ref in litter.refs:
                self.destroy(ref)
        return tuple(litters)

    def _litter(self, mount: Mount, n: int, before: Litter | None) -> Litter:
        """The children in a brood, each brought up to date; others that were there go."""
        assert mount.program is not None
        brood = mount.program.broods[n]
        wanted = self._broods.wanted(brood, mount, before)
        old_refs: tuple[str, ...] = before.refs if before is not None else ()
        old_children = before.children if before is not None else ()
        skip = 0 if self.all or mount.ref in self._fresh else wanted.unchanged
        refs, children = [*old_refs[:skip]], [*old_children[:skip]]
        known = dict(zip(before.keys[skip:], old_refs[skip:], strict=True)) if before else {}
        keys, told = wanted.keys, wanted.told
        position = mount.position
        for at in range(skip, len(keys)):
            if self.all and self._drawn >= self.limits.nodes:
                self.truncated = True
                told = (*told, too_many_nodes(self.limits.nodes))
                keys = keys[:at]
                break
            place, id, scope = wanted.child(at)
            old = known.pop(keys[at], None)
            ref = self._visit(id, mount, (n, at), f"{position}/{place}", scope, old)
            refs.append(ref)
            same = at < len(old_refs) and old_refs[at] == ref
            children.append(old_children[at] if same else Child(ref))
        for ref in known.values():
            self.destroy(ref)
        return Litter(tuple(refs), tuple(children), keys, wanted.reads, told)

    def _account(self, before: Mount | None, mount: Mount) -> None:
        """Exchange what an old mount read and noticed for what the new one does."""
        if before is None:
            self._come += mount.interests()
            notices = mount.notices()
            if notices:
                self.ledger.exchange((), notices)
            return
        old, new = before.interests(), mount.interests()
        if old != new:
            self._gone += old
            self._come += new
        self.ledger.exchange(before.notices(), mount.notices())

    def destroy(self, ref: str) -> None:
        """A node and all below it go."""
        mount = self._find(ref)
        assert mount is not None
        for litter in mount.litters:
            for child in litter.refs:
                self.destroy(child)
        for held in mount.held:
            self.ledger.give_up(held.calls)
        self._gone += mount.interests()
        self.ledger.exchange(mount.notices(), ())
        self._moves.setdefault(mount.id, {})[ref] = False
        self._mounts[ref] = None
        self._dirty.pop(ref, None)
        self._destroyed.append(ref)

    # --------------------------------------------------------------- mounts

    def _find(self, ref: str) -> Mount | None:
        if ref in self._mounts:
            return self._mounts[ref]
        return self.before.mounts.get(ref)

    def _open(self, ref: str) -> Mount:
        """A mount that this draft may change."""
        found = self._mounts.get(ref)
        if found is None:
            found = self._mounts[ref] = self.before.mounts[ref].copy()
        return found

    # ----------------------------------------------------------- the result

    def finished(self) -> tuple[State, tuple[Notification, ...]]:
        """The next state, and what to tell."""
        drawn: list[Notification] = []
        acting = {running.ref for running in self.ledger.actions.values()}
        for ref in self._in_tree_order():
            mount = self._open(ref)
            node = pictured(mount, acting=ref in acting)
            if ref in self._created:
                drawn.append(NodeCreated(ref))
            elif differs(mount.node if ref not in self._fresh else self._node_before(ref), node):
                drawn.append(NodeUpdated(ref))
            else:
                node = self._node_before(ref)
            mount.node = node
        gone = [NodeDestroyed(ref) for ref in self._destroyed]
        return self._state(), (*gone, *drawn, *self.ledger.told())

    def _node_before(self, ref: str) -> Node:
        return self.before.mounts[ref].node

    def _in_tree_order(self) -> Iterable[str]:
        if self.all or len(self._dirty) < 2:
            return tuple(self._dirty)
        return sorted(self._dirty, key=self._way)

    def _way(self, ref: str) -> tuple[Place, ...]:
        """The way from the root to a node: sorts nodes in tree order."""
        way: list[Place] = []
        at: str | None = ref
        while at is not None:
            mount = self._find(at)
            assert mount is not None
            way.append(mount.place)
            at = mount.parent
        return tuple(reversed(way))

    def _state(self) -> State:
        before, ledger = self.before, self.ledger
        readers = before.readers
        if self._gone or self._come:
            readers = readers.amended(self._gone, self._come)
        mounts = before.mounts.update(
            {ref: mount for ref, mount in self._mounts.items() if mount is not None}
        )
        for ref in self._destroyed:
            mounts = mounts.discard(ref)
        return before._replace(
            surface=self.surface,
            mounts=mounts,
            root=self.root,
            readers=readers,
            places=self._next_places(),
            conditions=ledger.next_conditions(),
            owners=ledger.owners,
            actions=ledger.actions,
            refs=self._refs,
            tokens=ledger.tokens,
            truncated=self.truncated,
        )

    def _next_places(self) -> HashTrieMap[str, HashTrieSet[str]]:
        places = self.before.places
        for id, moves in self._moves.items():
            refs = places.get(id)
            if refs is None:
                refs = _no_refs()
            refs = refs.update([ref for ref, here in moves.items() if here])
            for ref, here in moves.items():
                if not here:
                    refs = refs.discard(ref)
            places = places.insert(id, refs) if len(refs) else places.discard(id)
        return places


def _no_refs() -> HashTrieSet[str]:
    from rpds import HashTrieSet

    return HashTrieSet()
