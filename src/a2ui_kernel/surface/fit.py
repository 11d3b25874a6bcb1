"""Whether a component fits its catalog: its type, its properties, the calls that stand in it."""

from __future__ import annotations

from ..catalog.catalog import Catalog
from ..catalog.compiled import CompiledComponent, index_function_faults
from ..catalog.slots import Slot
from ..errors import A2uiError, Fault, over_limit
from ..names import is_identifier, listed, nearest
from ..schema.validator import Accept
from ..values import FrozenDict, Json
from .component import Component, build
from .findings import Findings, as_identifier, extension_faults, token
from .surface import Surface
from .usage import Call, Usage
from .validation import Validation

_Type = tuple[Catalog, CompiledComponent | None, Accept | None]
"""What a type is: its catalog, its schema there, and what accepts a component that surely holds
no call; None where the schema is unknown, or leaves places open that may hide one."""


class Fitting:
    """Makes components of entries and notes what does not fit.

    Args:
        surface: The surface that they are for.
        validation: None if only the catalogs and the limits are to be checked.
        findings: Where faults are noted.
    """

    __slots__ = (
        "_identifiers",
        "_lost",
        "_named",
        "_types",
        "allows_unknown",
        "findings",
        "limits",
        "surface",
        "validation",
    )

    def __init__(self, surface: Surface, validation: Validation | None, findings: Findings) -> None:
        self.surface, self.validation, self.findings = surface, validation, findings
        self.limits = surface.limits
        self._named = surface.dialect.lookup == "named"
        self._identifiers = surface.dialect.identifiers
        self.allows_unknown = validation is None or validation.allow_unknown_elements
        # Type → what it is in the default catalog: a batch has few types and many components.
        self._types: dict[str, _Type] = {}
        # Places of calls whose catalog is not there.
        self._lost: set[str] = set()

    def component(self, place: int, entry: FrozenDict) -> Component | None:
        """The component of an entry, its faults noted; None if its catalog is not there.

        Raises:
            A2uiError: `recursion`, for calls nested too deep; over `Limits.arguments`.
        """
        validation = self.validation
        id: str = entry["id"]  # type: ignore[assignment]
        kind: str = entry["component"]  # type: ignore[assignment]
        found = None
        if not (self._named and ("catalogId" in entry or "@catalogId" in entry)):
            found = self._types.get(kind)
        if found is None:
            try:
                found = self._type_of(place, entry, id, kind)
            except A2uiError as error:
                self.findings.take(error)
                return None
        catalog, compiled, plain = found
        component = build(entry, catalog, compiled)
        if "metadata" in entry or "@metadata" in entry:
            self._check_extensions(place, component)
        if validation is None:
            if plain is None or (compiled is not None and compiled.valued and not plain(entry)):
                self._usage(place, component)
            return component
        if self._identifiers and not is_identifier(id):
            self._bad_id(place, id)
        if compiled is None:
            self._unknown_type(place, component)
            return component
        visible: dict[str, Json] = entry
        if validation.allow_unknown_elements:
            unknown = compiled.unknown(entry)
            if unknown:
                visible = {key: item for key, item in entry.items() if key not in unknown}
        if plain is None or not plain(visible):
            self._judge(place, component, visible)
        return component

    def _bad_id(self, place: int, id: str) -> None:
        self.findings.at(
            place,
            "/id",
            "invalid_identifier",
            f"Component id '{id}' must be a valid identifier: letters, digits and underscores, "
            "not beginning with a digit",
            expected="an identifier",
            found=id,
            suggestion=as_identifier(id),
        )

    def _type_of(self, place: int, entry: FrozenDict, id: str, kind: str) -> _Type:
        surface = self.surface
        dialect = surface.dialect
        catalog = surface.catalog
        key = self._catalog_key(entry, kind)
        if key is not None or catalog is None:
            catalog = surface.registry.of(
                entry[key] if key is not None else None,
                catalog,
                dialect,
                what=f"Component '{id}'",
                path=f"{self.findings.path}/{place}/{key or 'catalogId'}",
                surface_id=surface.id,
            )
        definition = catalog.components.get(kind)
        if definition is None and dialect.lookup == "by name":
            for other in surface.registry.available(dialect):
                if kind in other.components:
                    catalog, definition = other, other.components[kind]
                    break
        found: _Type = (catalog, None, None)
        if definition is not None:
            compiled = catalog.compiled(dialect).component(definition)
            hides = compiled.open or compiled.hides_calls
            found = (catalog, compiled, None if hides else compiled.plain)
        if key is None:
            self._types[kind] = found
        return found

    def _catalog_key(self, entry: FrozenDict, kind: str) -> str | None:
        """The key under which a component names its catalog, if it does."""
        if not self._named:
            return None
        if "@catalogId" in entry:
            return "@catalogId"
        if "catalogId" not in entry:
            return None
        default = self.surface.catalog
        if default is not None and kind in default.components:
            compiled = default.compiled(self.surface.dialect).component(default.components[kind])
            if "catalogId" in compiled.shadowed:
                return None
        return "catalogId"

    def _unknown_type(self, place: int, component: Component) -> None:
        kind = component.type
        if kind == "Surface":
            self.findings.at(
                place,
                "/component",
                "invalid_value",
                "'Surface' is implicit in every surface and never sent",
                expected="a component of a catalog",
                found=kind,
            )
        elif self.findings.full:
            self.findings.more += not self.allows_unknown
        elif not self.allows_unknown:
            near = nearest(kind, component.catalog.components)
            hint = f"; did you mean '{near}'?" if near else ""
            self.findings.at(
                place,
                "/component",
                "unrecognized_component",
                f"Catalog '{component.catalog.id}' has no component '{kind}'{hint}",
                expected=listed(component.catalog.components, 40),
                found=kind,
                suggestion=near,
            )
        for call in self._usage(place, component):
            self._judge_call(call)

    def _judge(self, place: int, component: Component, visible: dict[str, Json]) -> None:
        """The slow road for a component: it holds calls, or something is wrong with it."""
        compiled = component.compiled
        assert compiled is not None
        base = f"{self.findings.path}/{place}"
        calls = self._usage(place, component)
        if not compiled.accepts(visible):
            if self.findings.full:
                self.findings.count()
                return
            found = compiled.faults(visible, base)
            self.findings.extend(found)
            if not found:
                self.findings.at(
                    place,
                    "",
                    "invalid_value",
                    f"Component '{component.id}' does not fit the schema of '{component.type}'",
                )
        for call in calls:
            self._judge_call(call)

    def _usage(self, place: int, component: Component) -> list[Call]:
        """The calls of a component; each one's catalog is known to be there."""
        usage = Usage(self.surface.dialect, self.limits, self._argument_slots)
        usage.component(component.entry, component.compiled, f"{self.findings.path}/{place}")
        if self.validation is not None:
            self.findings.extend(usage.faults)
        return usage.calls

    def _catalog_of(self, call: dict[str, Json], path: str) -> Catalog | None:
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
        return surface.registry.of(
            call.get("catalogId"),
            surface.catalog,
            surface.dialect,
            what=f"Function call '{name}'",
            path=f"{path}/catalogId" if "catalogId" in call else path,
            surface_id=surface.id,
        )

    def _argument_slots(self, call: dict[str, Json], path: str) -> Slot | None:
        dialect = self.surface.dialect
        arguments = call.get("args")
        if isinstance(arguments, dict) and len(arguments) > self.limits.arguments:
            raise over_limit(
                self.limits,
                "arguments",
                f"The call has {len(arguments):,} arguments",
                "validation",
                f"{path}/args",
                surface_id=self.surface.id,
            )
        try:
            catalog = self._catalog_of(call, path)
        except A2uiError as error:
            self._lost.add(path)
            self.findings.take(error)
            return None
        if catalog is None:
            return None
        definition = catalog.functions.get(str(call[dialect.call_key]))
        if definition is None:
            return None
        return catalog.compiled(dialect).function(definition).slots

    def _judge_call(self, found: Call) -> None:
        """Check one call against its own function; those in its arguments come by themselves."""
        path, call = found
        if path in self._lost:
            return
        dialect = self.surface.dialect
        name = str(call[dialect.call_key])
        arguments = call.get("args")
        if isinstance(arguments, dict) and dialect.identifiers:
            self._check_argument_names(arguments, f"{path}/args")
        catalog = self._catalog_of(call, path)
        if catalog is None:
            self._judge_system_call(name, call, path)
            return
        definition = catalog.functions.get(name)
        if definition is None:
            if not self.allows_unknown:
                self._unknown_function(name, catalog, f"{path}/{dialect.call_key}")
            return
        if definition.callers == "agent":
            self.findings.add(
                Fault(
                    f"{path}/{dialect.call_key}",
                    "invalid_function_call",
                    f"Function '{name}' is reserved for the agent; a component cannot use it",
                    "a function that the renderer may call",
                    name,
                )
            )
        compiled = catalog.compiled(dialect).function(definition)
        if dialect.lookup == "surface" and "catalogId" in call:
            # Before v1.0 a call has no catalog of its own: one that is named counts for nothing.
            call = {key: item for key, item in call.items() if key != "catalogId"}
        if not compiled.accepts(call):
            if self.findings.full:
                self.findings.count()
            else:
                self.findings.extend(compiled.faults(call, path))

    def _unknown_function(self, name: str, catalog: Catalog, path: str) -> None:
        near = "" if self.findings.full else nearest(name, catalog.functions)
        hint = f"; did you mean '{near}'?" if near else ""
        self.findings.add(
            Fault(
                path,
                "unrecognized_function",
                f"Unrecognized function '{name}': catalog '{catalog.id}' has none of that "
                f"name{hint}",
                listed(catalog.functions, 40),
                name,
                near,
            )
        )

    def _judge_system_call(self, name: str, call: dict[str, Json], path: str) -> None:
        dialect = self.surface.dialect
        if name != "@index":
            self.findings.add(
                Fault(
                    f"{path}/{dialect.call_key}",
                    "unrecognized_function",
                    f"Unrecognized function '{name}': the only system function is '@index'",
                    "'@index'",
                    name,
                    nearest(name, ["@index"]),
                )
            )
            return
        self.findings.extend(index_function_faults(dialect, call, path))

    def _check_argument_names(self, arguments: dict[str, Json], path: str) -> None:
        for argument in arguments:
            if not is_identifier(argument):
                self.findings.add(
                    Fault(
                        f"{path}/{token(argument)}",
                        "invalid_identifier",
                        f"The argument name '{argument}' must be an identifier",
                        "an identifier",
                        argument,
                    )
                )

    def _check_extensions(self, place: int, component: Component) -> None:
        """Extension keys are identifiers, whatever else is allowed (protocol: identifiers)."""
        entry = component.entry
        if "metadata" in entry or "@metadata" in entry:
            metadata = component.metadata
            if metadata is not None:
                key = "@metadata" if "@metadata" in entry else "metadata"
                for fault in extension_faults(metadata, f"{self.findings.path}/{place}/{key}"):
                    self.findings.add(fault)
