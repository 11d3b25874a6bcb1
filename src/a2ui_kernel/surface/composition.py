"""Which component may stand under which (protocol v1.0: composition constraints)."""

from __future__ import annotations

from ..errors import Fault
from .component import Component


def fault_between(parent: Component | None, child: Component, path: str) -> Fault | None:
    """What is wrong with a child under a parent (None: it is root, under `Surface`)."""
    rules = child.compiled.definition.allowed_parents if child.compiled is not None else None
    above = parent.type if parent is not None else "Surface"
    if rules is not None and above not in rules:
        name = f"'{parent.id}' ({parent.type})" if parent is not None else "'Surface'"
        message = (
            f"Component '{child.id}' ({child.type}) cannot be placed under parent {name}. "
            f"Allowed parents: {list(rules)}."
        )
        return Fault(path, "UNALLOWED_PARENT", message, ", ".join(rules), above)
    allowed = (
        parent.compiled.definition.allowed_children
        if parent is not None and parent.compiled is not None
        else None
    )
    if parent is not None and allowed is not None and child.type not in allowed:
        message = (
            f"Container '{parent.id}' ({parent.type}) cannot contain child '{child.id}' "
            f"({child.type}). Allowed children: {list(allowed)}."
        )
        return Fault(path, "UNALLOWED_CHILD", message, ", ".join(allowed), child.type)
    return None


def has_rules(component: Component) -> bool:
    """Whether a component's type says anything about parents or children."""
    if component.compiled is None:
        return False
    definition = component.compiled.definition
    return definition.allowed_parents is not None or definition.allowed_children is not None
