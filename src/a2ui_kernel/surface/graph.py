"""References between components: cycles, depth, what root reaches.

Every check starts from the edges that a batch *gains* and walks up; down only below
those. A stream of small updates so costs what each of them brings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from ..values import PatchMap
from .component import ROOT, Component

Components = PatchMap[str, Component]
Parents = PatchMap[str, tuple[str, ...]]


class Cycle(Exception):
    """A component that is its own ancestor."""

    def __init__(self, component_id: str) -> None:
        super().__init__(component_id)
        self.component_id = component_id


class TooDeep(Exception):
    """A component that more than the allowed number of others stand above or below."""

    def __init__(self, component_id: str) -> None:
        super().__init__(component_id)
        self.component_id = component_id


def gained_edges(
    batch: Iterable[Component], before: Components
) -> Iterator[tuple[Component, tuple[str, ...]]]:
    """The components of a batch that refer to others anew, and to which."""
    for component in batch:
        references = component.references
        if references:
            old = before.get(component.id)
            if old is not None and old.references:
                had = set(old.references)
                references = tuple([child for child in references if child not in had])
            if references:
                yield component, references


def parents_after(
    batch: Mapping[str, Component],
    before: Components,
    parents: Parents,
    gained: list[tuple[Component, tuple[str, ...]]],
) -> dict[str, tuple[str, ...]]:
    """The entries of the parents map that a batch changes."""
    lost: dict[str, set[str]] = {}
    old_of, parents_of = before.getter(), parents.getter()
    for component in batch.values():
        old = old_of(component.id)
        if old is not None and old.references and old.references != component.references:
            kept = set(component.references)
            for child in old.references:
                if child not in kept:
                    lost.setdefault(child, set()).add(component.id)
    changed: dict[str, list[str]] = {}
    for child, without in lost.items():
        changed[child] = [p for p in parents_of(child) or () if p not in without]
    for component, edges in gained:
        for child in edges:
            # Lists, joined once: a child of many parents is no reason to copy them each time.
            if child not in changed:
                changed[child] = [*(parents_of(child) or ())]
            changed[child].append(component.id)
    return {child: tuple(above) for child, above in changed.items()}


class Walk:
    """Walks over the graph as it is after a batch, each remembered for the whole batch.

    With stacks of their own: how deep a tree may be is for our limit to say, not for
    Python's.
    """

    __slots__ = ("_components", "_depths", "_heights", "_parents", "_reached")

    def __init__(self, components: Components, parents: Parents) -> None:
        self._components, self._parents = components, parents
        self._depths: dict[str, int] = {}
        self._heights: dict[str, int] = {}
        self._reached: dict[str, bool] = {ROOT: True}

    def depth(self, component_id: str, limit: int) -> int:
        """How many components stand above it at most.

        Raises:
            Cycle: One stands above itself.
            TooDeep: More than `limit` stand above it.
        """
        return _longest(component_id, self._above, self._depths, limit)

    def height(self, component_id: str, limit: int) -> int:
        """How many components stand below it at most.

        Raises:
            Cycle: One stands below itself.
            TooDeep: More than `limit` stand below it.
        """
        return _longest(component_id, self._below, self._heights, limit)

    def parents_among(self, ids: Iterable[str]) -> list[str]:
        """Those that are there and refer to others."""
        there = self._components.getter()
        return [id for id in ids if (found := there(id)) is not None and found.references]

    def not_under_root(self, batch: Iterable[str]) -> list[str]:
        """Those that root does not reach."""
        reached, parents_of = self._reached, self._parents.getter()
        lost = []
        for component_id in batch:
            parents = parents_of(component_id)
            # Siblings mostly: their parent was asked for the first of them.
            if parents and reached.get(parents[0]):
                reached[component_id] = True
            elif not self._hangs_on_root(component_id):
                lost.append(component_id)
        return lost

    def _hangs_on_root(self, component_id: str) -> bool:
        """Whether root reaches it. The first way up that ends at root decides."""
        reached = self._reached
        if component_id in reached:
            return reached[component_id]
        # Up along first parents: nearly always the way, at a tenth of the price of the search.
        climbed, here, parents_of = {component_id}, component_id, self._parents.getter()
        while parents := parents_of(here):
            here = parents[0]
            if reached.get(here):
                reached.update(dict.fromkeys(climbed, True))
                return True
            if here in climbed:
                break
            climbed.add(here)
        way, seen = [(component_id, iter(self._above(component_id)))], {component_id}
        while way:
            for parent in way[-1][1]:
                if reached.get(parent):
                    reached.update((here, True) for here, _ in way)
                    return True
                if parent not in seen and parent not in reached:
                    seen.add(parent)
                    way.append((parent, iter(self._above(parent))))
                    break
            else:
                way.pop()
        reached.update(dict.fromkeys(seen, False))
        return False

    def _above(self, component_id: str) -> tuple[str, ...]:
        parents: tuple[str, ...] = self._parents.get(component_id, ())
        return parents

    def _below(self, component_id: str) -> tuple[str, ...]:
        component = self._components.get(component_id)
        return component.references if component is not None else ()


def _longest(
    start: str, onward: Callable[[str], tuple[str, ...]], known: dict[str, int], limit: int
) -> int:
    """The number of steps of the longest way from `start`."""
    if start in known:
        longest = known[start]
        if longest > limit:
            raise TooDeep(start)
        return longest
    nearest = onward(start)
    if all(next_id in known for next_id in nearest):
        # Parents before children, mostly: no walk is needed.
        known[start] = 1 + max([known[next_id] for next_id in nearest]) if nearest else 0
    else:
        way, steps = [(start, iter(onward(start)))], {start: 0}
        while way:
            here, rest = way[-1]
            for next_id in rest:
                if next_id in known:
                    steps[here] = max(steps[here], known[next_id] + 1)
                elif next_id in steps:
                    raise Cycle(next_id)
                elif len(way) > limit:
                    raise TooDeep(next_id)
                else:
                    steps[next_id] = 0
                    way.append((next_id, iter(onward(next_id))))
                    break
            else:
                way.pop()
                known[here] = longest = steps.pop(here)
                if way:
                    above = way[-1][0]
                    steps[above] = max(steps[above], longest + 1)
    if known[start] > limit:
        raise TooDeep(start)
    return known[start]
