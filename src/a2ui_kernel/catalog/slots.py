"""Where a component's schema lets children, bindings, calls, actions and checks stand.

Found by following the references to the common types (protocol: structure of a
component), never guessed from values. A slot is a place in a value: it says what the
value there means, and leads on to the places inside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..schema.documents import Schema, at

CATALOG_URI = "urn:a2ui:catalog"
"""Under this a catalog's own document is known while its schemas are compiled."""


class Slot:
    """What a value at one place means.

    Attributes:
        child: A component id.
        children: A list of component ids, or a template.
        action: An action.
        check: A check rule.
        dynamic: The dynamic type's name (`DynamicString`, …), or "" for what is literal.
        members: The slots of named members.
        extra: The slot of every other member, or None.
        items: The slot of list items, or None.
        scalar: The schema admits no lists and objects.
    """

    __slots__ = (
        "_marks",
        "action",
        "check",
        "child",
        "children",
        "dynamic",
        "extra",
        "items",
        "members",
        "scalar",
    )

    def __init__(self) -> None:
        self.child = self.children = self.action = self.check = self.scalar = False
        self.dynamic = ""
        self.members: dict[str, Slot] = {}
        self.extra: Slot | None = None
        self.items: Slot | None = None
        self._marks: tuple[bool, bool, bool] | None = None

    def below(self) -> Iterator[Slot]:
        """The slots one step further in."""
        yield from self.members.values()
        if self.extra is not None:
            yield self.extra
        if self.items is not None:
            yield self.items

    @property
    def leads_to_children(self) -> bool:
        """Whether this slot or one inside it refers to components."""
        return self._found()[0]

    @property
    def leads_to_values(self) -> bool:
        """Whether this slot or one inside it may hold bindings or calls."""
        return self._found()[1]

    @property
    def leads_to_open(self) -> bool:
        """Whether this slot or one inside it is open."""
        return self._found()[2]

    @property
    def open(self) -> bool:
        """Whether the schema leaves open what lists and objects hold here."""
        return not (
            self.scalar
            or self.structured
            or self.child
            or self.children
            or self.action
            or self.check
            or self.dynamic
        )

    @property
    def structured(self) -> bool:
        """Whether the schema says anything about what is inside."""
        return bool(self.members) or self.extra is not None or self.items is not None

    def _found(self) -> tuple[bool, bool, bool]:
        if self._marks is None:
            # With a stack and a set: schemas may be recursive.
            pending, seen = [self], {id(self)}
            children = values = opened = False
            while pending:
                slot = pending.pop()
                children = children or slot.child or slot.children
                values = values or bool(slot.dynamic) or slot.action or slot.check
                opened = opened or slot.open
                for inner in slot.below():
                    if id(inner) not in seen:
                        seen.add(id(inner))
                        pending.append(inner)
            self._marks = (children, values, opened)
        return self._marks


_DYNAMIC_REFERENCES = (
    "DynamicString",
    "DynamicNumber",
    "DynamicBoolean",
    "DynamicStringList",
    "DynamicValue",
    "DataBinding",
    "FunctionCall",
)
_MARKS: Mapping[str, tuple[str, Any]] = {
    "ComponentId": ("child", True),
    "Child": ("child", True),
    "ChildList": ("children", True),
    "Action": ("action", True),
    "CheckRule": ("check", True),
    **{name: ("dynamic", name) for name in _DYNAMIC_REFERENCES},
}


class Plan:
    """Derives slots from the schemas of one catalog, read with one set of common types."""

    __slots__ = ("_by_reference", "_documents", "_home")

    def __init__(self, catalog: Schema, common: Schema) -> None:
        self._documents = {CATALOG_URI: catalog, common["$id"]: common}
        self._home = common["$id"]
        self._by_reference: dict[tuple[str, str], Slot] = {}

    def slot(self, schema: object, base: str = CATALOG_URI) -> Slot:
        """The slot that a schema describes."""
        slot = Slot()
        self._read(schema, base, slot, set())
        return slot

    def _read(self, schema: object, base: str, slot: Slot, seen: set[tuple[str, str]]) -> None:
        """Add to `slot` what a schema for the same value says."""
        if not isinstance(schema, dict):
            return
        reference = schema.get("$ref")
        if isinstance(reference, str):
            self._follow(reference, base, slot, seen)
        for name, below in schema.get("properties", {}).items():
            slot.members[name] = self._inner(below, base, slot.members.get(name))
        for below in (
            schema.get("additionalProperties"),
            schema.get("unevaluatedProperties"),
            *schema.get("patternProperties", {}).values(),
        ):
            if isinstance(below, dict):
                slot.extra = self._inner(below, base, slot.extra)
        for below in (schema.get("items"), *schema.get("prefixItems", ())):
            if isinstance(below, dict):
                slot.items = self._inner(below, base, slot.items)
        for part in schema.get("allOf", ()):
            self._read(part, base, slot, seen)
        known = slot.scalar or _only_scalars(schema)
        for keyword in ("anyOf", "oneOf"):
            scalars = []
            for part in schema.get(keyword, ()):
                slot.scalar = False
                self._read(part, base, slot, seen)
                scalars.append(slot.scalar)
            known = known or (bool(scalars) and all(scalars))
        for keyword in ("if", "then", "else"):
            self._read(schema.get(keyword), base, slot, seen)
        slot.scalar = known

    def _inner(self, schema: object, base: str, known: Slot | None) -> Slot:
        """The slot of an inner value.

        Where the schema is only a reference the slot is shared, so that recursive schemas end.
        """
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        if known is None and isinstance(reference, str) and self._mark(reference, base) is None:
            key = self._resolve(reference, base)
            if key not in self._by_reference:
                self._by_reference[key] = slot = Slot()
                self._read(schema, base, slot, set())
            return self._by_reference[key]
        slot = known or Slot()
        self._read(schema, base, slot, set())
        return slot

    def _follow(self, reference: str, base: str, slot: Slot, seen: set[tuple[str, str]]) -> None:
        mark = self._mark(reference, base)
        if mark is not None:
            setattr(slot, mark[0], mark[1])
            return
        uri, fragment = key = self._resolve(reference, base)
        if key in seen:
            return
        node = at(self._documents.get(uri), fragment)
        seen.add(key)
        self._read(node, uri, slot, seen)

    def _mark(self, reference: str, base: str) -> tuple[str, Any] | None:
        uri, fragment = self._resolve(reference, base)
        if uri != self._home or not fragment.startswith("/$defs/"):
            return None
        return _MARKS.get(fragment[len("/$defs/") :])

    def _resolve(self, reference: str, base: str) -> tuple[str, str]:
        uri, _, fragment = reference.partition("#")
        return uri or base, fragment


def _only_scalars(schema: dict[str, Any]) -> bool:
    """Whether a schema by itself admits no lists and objects."""
    if "enum" in schema:
        return not any(isinstance(value, (dict, list)) for value in schema["enum"])
    if "const" in schema:
        return not isinstance(schema["const"], (dict, list))
    kinds = schema.get("type", "object")
    return not {"object", "array"}.intersection([kinds] if isinstance(kinds, str) else kinds)
