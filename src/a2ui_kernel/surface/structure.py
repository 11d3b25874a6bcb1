"""The tree that a batch makes: composition, root, references, circles, depth, orphans.

Looked at is the batch and what it touches, never the whole surface again.
"""

from __future__ import annotations

from ..errors import Fault
from ..names import nearest
from ..values import PatchMap
from .component import ROOT, Component, places_of
from .composition import fault_between, has_rules
from .findings import Findings, token
from .graph import Cycle, Parents, TooDeep, Walk
from .surface import Surface
from .validation import Validation

_Gained = list[tuple[Component, tuple[str, ...]]]


class Structure:
    """Checks the graph as it would be with a batch, and notes what is wrong.

    Args:
        surface: The surface as it is.
        batch: The batch's components, with their places in the message.
        after: All components with the batch.
        parents: The parents of every component with the batch.
        findings: Where faults are noted.
    """

    __slots__ = ("after", "batch", "before", "findings", "parents", "places", "surface")

    def __init__(
        self,
        surface: Surface,
        batch: dict[str, Component],
        places: dict[str, int],
        after: PatchMap[str, Component],
        parents: Parents,
        findings: Findings,
    ) -> None:
        assert isinstance(surface.components, PatchMap)
        self.surface, self.before, self.after = surface, surface.components, after
        self.batch, self.places, self.parents = batch, places, parents
        self.findings = findings

    def check(self, validation: Validation, gained: _Gained) -> None:
        """Note every fault that the validation does not allow."""
        if self.surface.registry.has_composition_rules:
            self._check_composition(gained)
        if not validation.allow_missing_root and ROOT not in self.after:
            near = nearest(ROOT, self.batch)
            self.findings.add(
                Fault(
                    self.findings.path,
                    "missing_field",
                    "Missing root component: No component has id='root'"
                    + (f"; did you mean '{near}'?" if near else ""),
                    "a component with the id 'root'",
                    near,
                ),
                "integrity",
            )
        there = self.after.getter()
        if not validation.allow_dangling_references:
            for component, edges in gained:
                if None in map(there, edges):
                    self._dangling(component)
        if self._refers_to_itself(gained):
            return
        walk = Walk(self.after, self.parents)
        circles = self._check_circles_and_depth(walk, gained, validation.max_depth)
        # Where components are wrong in themselves, what they refer to is not known.
        sound = not any(category == "validation" for category, _ in self.findings.faults)
        if not validation.allow_orphan_components and ROOT in self.after and sound and not circles:
            self._check_reach(walk)

    def _check_composition(self, gained: _Gained) -> None:
        pairs = {
            (component.id, child): None
            for component, edges in gained
            for child in edges
            if child in self.after and (has_rules(component) or has_rules(self.after[child]))
        }
        for id, component in self.batch.items():
            old = self.before.get(id)
            if old is None or old.type != component.type or old.catalog is not component.catalog:
                pairs.update(dict.fromkeys(self._touching(component)))
                if id == ROOT:
                    self._compose(fault_between(None, component, self._place(id)))
        for parent, child in pairs:
            above, below = self.after[parent], self.after[child]
            path = self._place(child) if child in self.batch else self._reference(above, child)
            self._compose(fault_between(above, below, path))

    def _touching(self, component: Component) -> list[tuple[str, str]]:
        """The edges at a component of a new type that a rule speaks of."""
        ruled = has_rules(component)
        above = [
            (parent, component.id)
            for parent in self.parents.get(component.id, ())
            if ruled or has_rules(self.after[parent])
        ]
        below = [
            (component.id, child)
            for child in component.references
            if child in self.after and (ruled or has_rules(self.after[child]))
        ]
        return above + below

    def _compose(self, fault: Fault | None) -> None:
        if fault is not None:
            self.findings.add(fault)

    def _dangling(self, component: Component) -> None:
        for place, child in places_of(component.entry, component.compiled):
            if child not in self.after:
                near = nearest(child, self.after)
                hint = f"; did you mean '{near}'?" if near else ""
                path = self._place(component.id) + "".join(f"/{token(part)}" for part in place)
                self.findings.add(
                    Fault(
                        path,
                        "invalid_reference",
                        f"Dangling reference: Component '{component.id}' "
                        f"references non-existent component '{child}' in field '{place[0]}'{hint}",
                        "the id of a component",
                        child,
                        near,
                    ),
                    "integrity",
                )

    def _refers_to_itself(self, gained: _Gained) -> bool:
        selves = [component for component, edges in gained if component.id in edges]
        for component in selves:
            self.findings.add(
                Fault(
                    self._reference(component, component.id),
                    "invalid_reference",
                    f"Self-reference detected: component '{component.id}' refers to itself "
                    "(Circular component reference)",
                    "another component",
                    component.id,
                ),
                "recursion",
            )
        return bool(selves)

    def _check_circles_and_depth(self, walk: Walk, gained: _Gained, max_depth: int) -> bool:
        """Whether there is a circle, or a tree that is too deep; if so it is noted."""
        deepest = min(max_depth, self.surface.limits.component_depth) - 1
        try:
            # All ways up before any way down: a circle would be walked down for ever.
            depths = [(walk.depth(component.id, deepest), edges) for component, edges in gained]
            # A surface with fewer components than levels cannot be too deep.
            for depth, edges in depths if len(self.after) >= deepest else ():
                below = edges if depth >= deepest else walk.parents_among(edges)
                for child in below:
                    walk.height(child, deepest - depth - 1)
        except Cycle as cycle:
            self.findings.add(
                Fault(
                    self._place(cycle.component_id),
                    "invalid_reference",
                    f"Circular reference detected involving component '{cycle.component_id}' "
                    "(Circular component reference)",
                    "a tree",
                    cycle.component_id,
                ),
                "recursion",
            )
            return True
        except TooDeep as deep:
            self.findings.add(
                Fault(
                    self._place(deep.component_id),
                    "LIMIT_COMPONENT_DEPTH",
                    "Global recursion limit exceeded: the component tree at "
                    f"'{deep.component_id}' is deeper than {deepest + 1} levels",
                    f"at most {deepest + 1} levels",
                ),
                "recursion",
            )
            return True
        return False

    def _check_reach(self, walk: Walk) -> None:
        for id in walk.not_under_root(self.batch):
            self.findings.at(
                self.places[id],
                "",
                "invalid_reference",
                f"Component '{id}' is not reachable from 'root'",
                "integrity",
                expected="a reference to it from a component under 'root'",
                found=id,
            )

    def _place(self, id: str) -> str:
        """Where a component stands in the message; the list, for one that it does not bring."""
        path = self.findings.path
        return f"{path}/{self.places[id]}" if id in self.places else path

    def _reference(self, component: Component, child: str) -> str:
        """Where a component refers to a child."""
        for place, id in places_of(component.entry, component.compiled):
            if id == child and component.id in self.places:
                return self._place(component.id) + "".join(f"/{token(part)}" for part in place)
        return self._place(component.id)
