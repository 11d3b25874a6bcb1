"""One batch of components: read, checked, and put into the next surface, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..catalog.catalog import Catalog
from ..catalog.compiled import CompiledComponent, index_function_faults
from ..catalog.slots import Slot
from ..errors import A2uiError, Category, Fault, over_limit
from ..limits import Limits
from ..names import is_identifier, listed, nearest, shown
from ..own import deeper_than
from ..values import FrozenDict, FrozenList, Json, PatchMap
from .component import ROOT, Component, build, places_of
from .composition import fault_between, has_rules
from .graph import Cycle, TooDeep, Walk, gained_edges, parents_after
from .surface import Surface
from .usage import Call, Usage
from .validation import Validation


def with_components(surface: Surface, entries: FrozenList, validation: Validation | None, path: str
                    ) -> tuple[Surface, tuple[str, ...]]:
    """The surface with a batch of components added or replaced, and their ids.

    Args:
        surface: The surface; it stays as it is.
        entries: The components as sent, owned.
        validation: What is checked beyond catalogs, ids and limits; None for nothing.
        path: Pointer to the list in the message.

    Raises:
        A2uiError: With every fault that was found.
    """
    return _Batch(surface, validation, path).apply(entries)


class _Batch:
    __slots__ = ("components", "faults", "limits", "path", "places", "surface", "validation")

    def __init__(self, surface: Surface, validation: Validation | None, path: str) -> None:
        self.surface, self.validation, self.path = surface, validation, path
        self.limits: Limits = surface.limits
        self.components: dict[str, Component] = {}
        self.places: dict[str, int] = {}
        self.faults: list[tuple[Category, Fault]] = []

    def apply(self, entries: FrozenList) -> tuple[Surface, tuple[str, ...]]:
        self.check_depth(entries)
        named = [self.named(place, entry) for place, entry in enumerate(entries)]
        self.raise_faults()
        for place, entry in enumerate(named):
            self.add(place, entry)
        surface = self.surface
        before = surface.components
        assert isinstance(before, PatchMap)
        after = before.with_entries(self.components)
        if len(after) > self.limits.components:
            raise over_limit(self.limits, "components", f"The surface has {len(after):,} "
                             "components", "integrity", self.path, surface_id=surface.id)
        parents = surface.parents
        changed = parents_after(self.components, before, parents)
        if changed:
            parents = parents.with_entries(changed)
        if self.validation is not None:
            self.check_graph(before, after, parents)
        self.raise_faults()
        return surface.but(components=after, parents=parents), tuple(self.components)

    # ------------------------------------------------------ ids and types

    def check_depth(self, entries: FrozenList) -> None:
        limit = self.limits.component_depth
        if not deeper_than(entries, limit + 1):
            return
        for place, entry in enumerate(entries):
            if deeper_than(entry, limit):
                raise over_limit(self.limits, "component_depth", "Global recursion limit exceeded: "
                                 "the component is nested too deep", "recursion",
                                 f"{self.path}/{place}", surface_id=self.surface.id)

    def named(self, place: int, entry: Json) -> FrozenDict:
        """The entry, with its id known to be one and its type filled in where it may be left out."""
        if type(entry) is not FrozenDict:
            self.fault(place, "", "type_mismatch", f"A component is an object, found "
                       f"{shown(entry)}", expected="an object", found=shown(entry))
            return FrozenDict()
        id = entry.get("id")
        if type(id) is not str or not id:
            self.bad_id(place, entry)
            return entry
        kind = entry.get("component")
        if type(kind) is not str:
            return self.without_type(place, entry, id)
        return entry

    def bad_id(self, place: int, entry: FrozenDict) -> None:
        if "id" not in entry or entry["id"] == "":
            near = nearest("id", entry) if "id" not in entry else ""
            self.fault(place, "/id", "missing_field", "The component is missing an 'id'",
                       expected="text", suggestion=near)
        else:
            self.fault(place, "/id", "type_mismatch",
                       f"A component's id is a text, found {shown(entry['id'])}",
                       expected="text", found=shown(entry["id"]))

    def without_type(self, place: int, entry: FrozenDict, id: str) -> FrozenDict:
        kind = entry.get("component")
        if kind is not None or "component" in entry:
            self.fault(place, "/component", "type_mismatch",
                       f"A component's type is a text, found {shown(kind)}",
                       expected="text", found=shown(kind))
            return entry
        old = self.surface.components.get(id)
        if self.surface.dialect.repeats_type or old is None:
            self.fault(place, "/component", "missing_field",
                       f"Cannot create component {id} without a type: 'component' is missing"
                       if old is None else f"Component '{id}' lacks its type: 'component' is "
                       "missing, and an update must repeat it",
                       expected="a component type")
            return entry
        typed = FrozenDict({**entry, "component": old.type})
        return typed

    # --------------------------------------------------- catalogs, schemas

    def add(self, place: int, entry: FrozenDict) -> None:
        surface, validation = self.surface, self.validation
        id: str = entry["id"]  # type: ignore[assignment]
        kind: str = entry["component"]  # type: ignore[assignment]
        catalog, compiled = self.type_of(place, entry, id, kind)
        component = build(entry, catalog, compiled)
        if validation is None:
            self.components[id] = component
            if compiled is None or compiled.valued:
                self.usage(place, component)
            self.check_extensions(place, component)
            return
        if id in self.components:
            self.fault(place, "/id", "duplicate_id", f"Duplicate component id '{id}' in one batch",
                       "integrity", found=id)
        self.components[id] = component
        self.places[id] = place
        if surface.dialect.identifiers and not is_identifier(id):
            self.fault(place, "/id", "invalid_identifier", f"Component id '{id}' must be a valid "
                       "identifier: letters, digits and underscores, not beginning with a digit",
                       expected="an identifier", found=id, suggestion=_as_identifier(id))
        if compiled is None:
            self.unknown_type(place, component)
            return
        visible: dict[str, Json] = entry
        if validation.allow_unknown_elements:
            unknown = compiled.unknown(entry)
            if unknown:
                visible = {key: item for key, item in entry.items() if key not in unknown}
        if not compiled.accepts_without_calls(visible):
            self.judge(place, component, visible)
        self.check_extensions(place, component)

    def type_of(self, place: int, entry: FrozenDict, id: str, kind: str
                ) -> tuple[Catalog, CompiledComponent | None]:
        surface = self.surface
        dialect = surface.dialect
        named = None
        if dialect.lookup == "named":
            named = entry.get("@catalogId", entry.get("catalogId"))
        catalog = surface.catalog
        if named is not None or catalog is None:
            catalog = surface.registry.of(named, catalog, dialect, what=f"Component '{id}'",
                                          path=f"{self.path}/{place}/catalogId",
                                          surface_id=surface.id)
        definition = catalog.components.get(kind)
        if definition is None and dialect.lookup == "by name":
            for other in surface.registry.available(dialect):
                if kind in other.components:
                    catalog, definition = other, other.components[kind]
                    break
        if definition is None:
            return catalog, None
        return catalog, catalog.compiled(dialect).component(definition)

    def unknown_type(self, place: int, component: Component) -> None:
        kind = component.type
        if kind == "Surface":
            self.fault(place, "/component", "invalid_value",
                       "'Surface' is implicit in every surface and never sent")
        elif not self.validation_allows_unknown:
            near = nearest(kind, component.catalog.components)
            hint = f"; did you mean '{near}'?" if near else ""
            self.fault(place, "/component", "unrecognized_component",
                       f"Catalog '{component.catalog.id}' has no component '{kind}'{hint}",
                       expected=listed(component.catalog.components, 40), found=kind,
                       suggestion=near)
        self.usage(place, component)

    @property
    def validation_allows_unknown(self) -> bool:
        return self.validation is None or self.validation.allow_unknown_elements

    def judge(self, place: int, component: Component, visible: dict[str, Json]) -> None:
        """The slow road for a component: it holds calls, or something is wrong with it."""
        compiled = component.compiled
        assert compiled is not None
        base = f"{self.path}/{place}"
        calls = self.usage(place, component)
        if not compiled.accepts(visible):
            found = compiled.faults(visible, base)
            known = {fault.path for _, fault in self.faults}
            self.faults.extend(("validation", fault) for fault in found
                               if fault.path not in known)
            if not found:
                self.fault(place, "", "invalid_value", f"Component '{component.id}' does not fit "
                           f"the schema of '{component.type}'")
        for call in calls:
            self.judge_call(call)

    # --------------------------------------------------------------- calls

    def usage(self, place: int, component: Component) -> list[Call]:
        """The calls of a component; each one's catalog is known to be there."""
        usage = Usage(self.surface.dialect, self.limits, self.argument_slots)
        usage.component(component.entry, component.compiled, f"{self.path}/{place}")
        if self.validation is not None:
            self.faults.extend(("validation", fault) for fault in usage.faults)
        return usage.calls

    def catalog_of(self, call: dict[str, Json], path: str) -> Catalog | None:
        """The catalog of a call; None for a system function.

        Raises:
            A2uiError: category `catalog`.
        """
        surface = self.surface
        name = str(call[surface.dialect.call_key])
        if surface.dialect.at_keys and name.startswith("@"):
            return None
        if surface.dialect.lookup == "by name":
            for catalog in (surface.catalog, *surface.registry.available(surface.dialect)):
                if catalog is not None and name in catalog.functions:
                    return catalog
            return surface.catalog
        return surface.registry.of(call.get("catalogId"), surface.catalog, surface.dialect,
                                   what=f"Function call '{name}'", path=path,
                                   surface_id=surface.id)

    def argument_slots(self, call: dict[str, Json], path: str) -> Slot | None:
        dialect = self.surface.dialect
        catalog = self.catalog_of(call, path)
        if catalog is None:
            return None
        definition = catalog.functions.get(str(call[dialect.call_key]))
        if definition is None:
            return None
        return catalog.compiled(dialect).function(definition).slots

    def judge_call(self, found: Call) -> None:
        """Check one call against its own function; those in its arguments come by themselves."""
        path, call = found
        dialect = self.surface.dialect
        name = str(call[dialect.call_key])
        arguments = call.get("args")
        if isinstance(arguments, dict):
            self.check_arguments(arguments, f"{path}/args")
        catalog = self.catalog_of(call, path)
        if catalog is None:
            self.judge_system_call(name, call, path)
            return
        definition = catalog.functions.get(name)
        if definition is None:
            if not self.validation_allows_unknown:
                near = nearest(name, catalog.functions)
                hint = f"; did you mean '{near}'?" if near else ""
                self.add_fault(Fault(
                    f"{path}/{dialect.call_key}", "unrecognized_function",
                    f"Unrecognized function '{name}': catalog '{catalog.id}' has none of that "
                    f"name{hint}", listed(catalog.functions, 40), name, near))
            return
        if definition.callers == "agent":
            self.add_fault(Fault(
                f"{path}/{dialect.call_key}", "invalid_function_call",
                f"Function '{name}' is reserved for the agent; a component cannot use it",
                "a function that the renderer may call", name))
        compiled = catalog.compiled(dialect).function(definition)
        if not compiled.accepts(call):
            for fault in compiled.faults(call, path):
                self.add_fault(fault)

    def judge_system_call(self, name: str, call: dict[str, Json], path: str) -> None:
        dialect = self.surface.dialect
        if name != "@index":
            self.add_fault(Fault(
                f"{path}/{dialect.call_key}", "unrecognized_function",
                f"Unrecognized function '{name}': the only system function is '@index'",
                "'@index'", name, nearest(name, ["@index"])))
            return
        for fault in index_function_faults(dialect, call, path):
            self.add_fault(fault)

    def check_arguments(self, arguments: dict[str, Json], path: str) -> None:
        if len(arguments) > self.limits.arguments:
            raise over_limit(self.limits, "arguments", f"The call has {len(arguments):,} arguments",
                             "validation", path, surface_id=self.surface.id)
        if self.surface.dialect.identifiers:
            for argument in arguments:
                if not is_identifier(argument):
                    self.add_fault(Fault(f"{path}/{_token(argument)}", "invalid_identifier",
                                         f"The argument name '{argument}' must be an identifier",
                                         "an identifier", argument))

    # ----------------------------------------------------------- envelopes

    def check_extensions(self, place: int, component: Component) -> None:
        """Extension keys are identifiers, whatever else is allowed (protocol: identifiers)."""
        entry = component.entry
        if "metadata" in entry or "@metadata" in entry:
            metadata = component.metadata
            if metadata is not None:
                key = "@metadata" if "@metadata" in entry else "metadata"
                for fault in extension_faults(metadata, f"{self.path}/{place}/{key}"):
                    self.add_fault(fault)

    # --------------------------------------------------------------- graph

    def check_graph(self, before: PatchMap[str, Component], after: PatchMap[str, Component],
                    parents: PatchMap[str, tuple[str, ...]]) -> None:
        validation = self.validation
        assert validation is not None
        gained = [(component, edges)
                  for component, edges in gained_edges(self.components.values(), before) if edges]
        self.check_composition(before, after, parents, gained)
        if not validation.allow_missing_root and ROOT not in after:
            self.add_fault(Fault(self.path, "missing_field",
                                 "Missing root component: No component has id='root'",
                                 "a component with the id 'root'"), "integrity")
        if not validation.allow_dangling_references:
            for component, edges in gained:
                if not all([child in after for child in edges]):
                    self.dangling(component, after)
        for component, edges in gained:
            if component.id in edges:
                path = self.reference_path(component, component.id)
                self.add_fault(Fault(path, "invalid_reference", "Self-reference detected: component "
                                     f"'{component.id}' refers to itself (Circular component "
                                     "reference)", "another component", component.id), "recursion")
                return
        walk = Walk(after, parents)
        self.check_circles_and_depth(walk, gained)
        if not validation.allow_orphan_components and not self.faults:
            for id in self.components:
                if not walk.hangs_on_root(id):
                    self.fault(self.places[id], "", "invalid_reference",
                               f"Component '{id}' is not reachable from 'root'", "integrity",
                               expected="a reference to it from a component under 'root'", found=id)

    def check_composition(self, before: PatchMap[str, Component], after: PatchMap[str, Component],
                          parents: PatchMap[str, tuple[str, ...]],
                          gained: list[tuple[Component, tuple[str, ...]]]) -> None:
        pairs: dict[tuple[str, str], None] = {}
        for component, edges in gained:
            for child in edges:
                other = after.get(child)
                if other is not None and (has_rules(component) or has_rules(other)):
                    pairs[(component.id, child)] = None
        for id, component in self.components.items():
            old = before.get(id)
            if old is not None and old.type == component.type and old.catalog is component.catalog:
                continue
            for parent in parents.get(id, ()):
                above = after.get(parent)
                if above is not None and (has_rules(component) or has_rules(above)):
                    pairs[(parent, id)] = None
            if has_rules(component) and old is not None:
                pairs.update({(id, child): None for child in component.references if child in after})
            if id == ROOT and has_rules(component):
                self.add_composition(fault_between(None, component, self.place_of(component)))
        for parent, child in pairs:
            above, below = after[parent], after[child]
            path = self.place_of(below) if child in self.components else \
                self.reference_path(above, child)
            self.add_composition(fault_between(above, below, path))

    def add_composition(self, fault: Fault | None) -> None:
        if fault is not None:
            self.add_fault(fault)

    def dangling(self, component: Component, after: PatchMap[str, Component]) -> None:
        near_names = [*after]
        for place, child in places_of(component.entry, component.compiled):
            if child not in after:
                near = nearest(child, near_names)
                hint = f"; did you mean '{near}'?" if near else ""
                path = self.place_of(component) + "".join(f"/{_token(t)}" for t in place)
                self.add_fault(Fault(
                    path, "invalid_reference", f"Dangling reference: Component '{component.id}' "
                    f"references non-existent component '{child}' in field '{place[0]}'{hint}",
                    "the id of a component", child, near), "integrity")

    def check_circles_and_depth(self, walk: Walk, gained: list[tuple[Component, tuple[str, ...]]]
                                ) -> None:
        assert self.validation is not None
        limit = min(self.validation.max_depth, self.limits.component_depth) - 1
        below = ""
        try:
            depths = [(walk.depth(component.id, limit), edges) for component, edges in gained]
            for depth, edges in depths:
                for below in edges:
                    walk.height(below, limit - depth - 1)
        except Cycle as cycle:
            self.add_fault(Fault(
                self.path_of(cycle.component_id), "invalid_reference",
                f"Circular reference detected involving component '{cycle.component_id}' (Circular "
                "component reference)", "a tree", cycle.component_id), "recursion")
        except TooDeep as deep:
            raise over_limit(self.limits, "component_depth", "Global recursion limit exceeded: the "
                             f"component tree is deeper than {limit + 1} levels at "
                             f"'{deep.component_id}'", "recursion",
                             self.path_of(deep.component_id), surface_id=self.surface.id) from None

    # -------------------------------------------------------------- faults

    def place_of(self, component: Component) -> str:
        return self.path_of(component.id)

    def path_of(self, id: str) -> str:
        return f"{self.path}/{self.places[id]}" if id in self.places else self.path

    def reference_path(self, component: Component, child: str) -> str:
        """Where a component refers to a child."""
        if component.id not in self.places:
            return self.path
        for place, id in places_of(component.entry, component.compiled):
            if id == child:
                return self.place_of(component) + "".join(f"/{_token(t)}" for t in place)
        return self.place_of(component)

    def fault(self, place: int, below: str, code: str, message: str,
              category: Category = "validation", **more: str) -> None:
        self.add_fault(Fault(f"{self.path}/{place}{below}", code, message, **more), category)

    def add_fault(self, fault: Fault, category: Category = "validation") -> None:
        self.faults.append((category, fault))

    def raise_faults(self) -> None:
        if self.faults:
            raise error_of(self.faults, self.limits, surface_id=self.surface.id)


def error_of(faults: list[tuple[Category, Fault]], limits: Limits, **where: Any) -> A2uiError:
    """One error for all faults of a message: the first says the kind, the rest are counted."""
    category, first = faults[0]
    code = {"validation": "VALIDATION_FAILED", "integrity": "INTEGRITY",
            "recursion": "CIRCULAR_REFERENCE"}.get(category, "VALIDATION_FAILED")
    if first.code.startswith("UNALLOWED_"):
        code = first.code
    if category == "integrity":
        code = {"duplicate_id": "DUPLICATE_COMPONENT", "missing_field": "MISSING_ROOT"}.get(
            first.code, "BROKEN_REFERENCE")
    more = len(faults) - 1
    count = f" (and {more} more)" if more else ""
    return A2uiError(category, code, first.message + count, path=first.path,
                     details=[fault for _, fault in faults[: limits.details]], **where)


def extension_faults(metadata: FrozenDict, path: str) -> Iterator[Fault]:
    """Extension keys that are no identifiers."""
    extensions = metadata.get("extensions")
    if isinstance(extensions, dict):
        for key in extensions:
            if not is_identifier(key):
                yield Fault(f"{path}/extensions/{_token(key)}", "invalid_identifier",
                            f"The extension key '{key}' must be an identifier: letters, digits and "
                            "underscores, not beginning with a digit", "an identifier", key,
                            _as_identifier(key))


def _as_identifier(name: str) -> str:
    """The nearest identifier to a name, or ""."""
    tried = "".join(c if c == "_" or ("_" + c).isidentifier() else "_" for c in name[:200])
    tried = tried if tried[:1].isidentifier() else "_" + tried
    return tried if tried.isidentifier() else ""


def _token(token: str | int) -> str:
    return str(token).replace("~", "~0").replace("/", "~1")


