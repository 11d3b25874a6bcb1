"""A node as the host sees it, made from its mount; and whether it looks as before."""

from __future__ import annotations

from ..values import json_equal
from .cells import same_binding
from .mounting import Litter, Mount
from .node import PLACEHOLDER, VALID, Binding, Child, Node, Prop, Props, ValidationResult
from .program import Brood, filled

_NOTHING = Props()


def pictured(mount: Mount, *, acting: bool) -> Node:
    """The node of a mount.

    Args:
        mount: The mount.
        acting: An action of the node waits.
    """
    component, program = mount.component, mount.program
    type = component.type if component is not None else PLACEHOLDER
    if program is None:
        return Node(
            mount.ref, mount.position, mount.id, type, mount.state, mount.scope.path, _NOTHING
        )
    bindings = [held.binding for held in mount.held]
    children = [_drawn(*each) for each in zip(program.broods, mount.litters, strict=True)]
    props = program.fixed
    if program.holes:
        props = Props(props)
        for name, part in program.holes:
            dict.__setitem__(props, name, filled(part, bindings, children))
    failed: tuple[ValidationResult, ...] = ()
    checks = None
    if program.rules is not None:
        results = [held.result for held in mount.held[program.rules :]]
        failed = tuple([found for found in results if found is not None and not found.valid])
        checks = failed[0] if failed else VALID
    attributes = program.attributes
    return Node(
        mount.ref,
        mount.position,
        mount.id,
        type,
        mount.state,
        mount.scope.path,
        props,
        checks,
        failed,
        filled(attributes, bindings, children) if attributes is not None else None,  # type: ignore[arg-type]
        acting or any(binding.waiting for binding in bindings),
    )


def _drawn(brood: Brood, litter: Litter) -> Prop:
    if brood.kind == "one":
        return litter.children[0] if litter.children else None
    return litter.children


def differs(a: Node, b: Node) -> bool:
    """Whether two nodes of one ref differ as JSON."""
    return not (
        a.position == b.position
        and a.scope == b.scope
        and a.busy is b.busy
        and a.checks == b.checks
        and a.failed_checks == b.failed_checks
        and _same(a.props, b.props)
        and _same(a.accessibility, b.accessibility)
    )


def _same(a: Prop, b: Prop) -> bool:
    if a is b:
        return True
    if isinstance(a, Binding):
        return isinstance(b, Binding) and same_binding(a, b)
    if isinstance(a, Props):
        return (
            isinstance(b, Props)
            and len(a) == len(b)
            and all(key in b and _same(item, b[key]) for key, item in a.items())
        )
    if isinstance(a, tuple):
        # Equal by Python first: it is quick to tell that long lists of children are the same.
        if not isinstance(b, tuple) or a != b:
            return False
        return isinstance(a[0], Child) if a and isinstance(a[0], Child) else all(map(_same, a, b))
    return json_equal(a, b)
