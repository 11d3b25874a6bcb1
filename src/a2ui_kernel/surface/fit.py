"""Whether a component fits its catalog: its type, its properties, the calls that stand in it."""

from __future__ import annotations

from ..catalog.catalog import Catalog
from ..catalog.compiled import CompiledComponent, index_function_faults
from ..catalog.slots import Slot
from ..errors import Fault, over_limit
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
        "_lookup",
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
        self._lookup, self._identifiers = surface.dialect.lookup, surface.dialect.identifiers
        self.allows_unknown = validation is None or validation.allow_unknown_elements
        # Type → what it is in the default catalog: a batch has few types and many components.
        self._types: dict[str, _Type] = {}

    def component(self, place: int, entry: FrozenDict) -> Component:
        """The component of an entry, its faults noted.

        Raises:
            A2uiError: category `catalog`: its catalog, or that of a call, is not there;
                `recursion`: calls nested too deep.
        """
        validation = self.validation
        id: str = entry["id"]  # type: ignore[assignment]
        kind: str = entry["component"]  # type: ignore[assignment]
        if self._lookup == "named" and ("catalogId" in entry or "@catalogId" in entry):
            found = None
        else:
            found = self._types.get(kind)
        catalog, compiled, plain = found or self._type_of(place, entry, id, kind)
        component = build(entry, catalog, compiled)
        if validation is None:
            if plain is None or (compiled is not None and compiled.valued and not plain(entry)):
                self._usage(place, component)
            if "metadata" in entry or "@metadata" in entry:
                self._check_extensions(place, component)
            return component
        if self._identifiers and not is_identifier(id):
            self.findings.at(
                place,
                "/id",
                "invalid_identifier",
                f"Component id '{id}' must be a "
                "valid identifier: letters, digits and underscores, not beginning with a digit",
                expected="an identifier",
                found=id,
                suggestion=as_identifier(id),
            )
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
        if "metadata" in entry or "@metadata" in entry:
            self._check_extensions(place, component)
        return component

    def _type_of(self, place: int, entry: FrozenDict, id: str, kind: str) -> _Type:
        surface = self.surface
        dialect = surface.dialect
        named = None
        if dialect.lookup == "named":
            named = entry.get("@catalogId", entry.get("catalogId"))
        catalog = surface.catalog
        if named is not None or catalog is None:
            catalog = surface.registry.of(
                named,
                catalog,
                dialect,
                what=f"Component '{id}'",
                path=f"{self.findings.path}/{place}/catalogId",
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
        if named is None:
            self._types[kind] = found
        return found

    def _unknown_type(self, place: int, component: Component) -> None:
        kind = component.type
        if kind == "Surface":
            self.findings.at(
                place,
                "/component",
                "invalid_value",
                "'Surface' is implicit in every surface and never sent",
            )
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
        self._usage(place, component)

    def _judge(self, place: int, component: Component, visible: dict[str, Json]) -> None:
        """The slow road for a component: it holds calls, or something is wrong with it."""
        compiled = component.compiled
        assert compiled is not None
        base = f"{self.findings.path}/{place}"
        calls = self._usage(place, component)
        if not compiled.accepts(visible):
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
            path=path,
            surface_id=surface.id,
        )

    def _argument_slots(self, call: dict[str, Json], path: str) -> Slot | None:
        dialect = self.surface.dialect
        catalog = self._catalog_of(call, path)
        if catalog is None:
            return None
        definition = catalog.functions.get(str(call[dialect.call_key]))
        if definition is None:
            return None
        return catalog.compiled(dialect).function(definition).slots

    def _judge_call(self, found: Call) -> None:
        """Check one call against its own function; those in its arguments come by themselves."""
        path, call = found
        dialect = self.surface.dialect
        name = str(call[dialect.call_key])
        arguments = call.get("args")
        if isinstance(arguments, dict):
            self._check_arguments(arguments, f"{path}/args")
        catalog = self._catalog_of(call, path)
        if catalog is None:
            self._judge_system_call(name, call, path)
            return
        definition = catalog.functions.get(name)
        if definition is None:
            if not self.allows_unknown:
                near = nearest(name, catalog.functions)
                hint = f"; did you mean '{near}'?" if near else ""
                self.findings.add(
                    Fault(
                        f"{path}/{dialect.call_key}",
                        "unrecognized_function",
                        f"Unrecognized function '{name}': catalog '{catalog.id}' has none of that "
                        f"name{hint}",
                        listed(catalog.functions, 40),
                        name,
                        near,
                    )
                )
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
        if not compiled.accepts(call):
            for fault in compiled.faults(call, path):
                self.findings.add(fault)

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
        for fault in index_function_faults(dialect, call, path):
            self.findings.add(fault)

    def _check_arguments(self, arguments: dict[str, Json], path: str) -> None:
        if len(arguments) > self.limits.arguments:
            raise over_limit(
                self.limits,
                "arguments",
                f"The call has {len(arguments):,} arguments",
                "validation",
                path,
                surface_id=self.surface.id,
            )
        if self.surface.dialect.identifiers:
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
