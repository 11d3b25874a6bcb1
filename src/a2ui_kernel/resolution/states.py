"""When a position's node stays the same one, and what is to be noticed of placeholders."""

from __future__ import annotations

from ..surface.component import Component
from .mounting import Condition, Mount, Told
from .node import NodeState, Notice


def is_same(mount: Mount, id: str, state: NodeState, component: Component | None) -> bool:
    """Whether a node may stay: the same component, of the same type of the same catalog."""
    old = mount.component
    if mount.id != id or mount.state != state:
        return False
    if component is None or old is None:
        return component is old
    return old.type == component.type and (
        old.catalog is component.catalog or old.catalog == component.catalog
    )


def told_of(mount: Mount) -> Told:
    """What is to be noticed of a node that is not drawn as its component says."""
    if mount.state == "unknown_type":
        assert mount.component is not None
        code, kind = "UNKNOWN_COMPONENT_TYPE", mount.component.type
        what = f"Component '{mount.id}' has the type '{kind}', which its catalog does not define"
    elif mount.state == "cyclic":
        code = "CYCLIC_REFERENCE"
        what = f"Component '{mount.id}' stands inside itself at {mount.position}"
    else:
        return ()
    return (((code, mount.ref), Notice(code, what, ref=mount.ref)),)


def too_many_nodes(limit: int) -> tuple[Condition, Notice]:
    """The notice of a tree that is cut off."""
    code = "LIMIT_NODES"
    return (code,), Notice(code, f"Only {limit:,} nodes are drawn: the tree has more")
