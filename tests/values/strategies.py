"""JSON as hypothesis draws it, and what the tests of the ground floor ask of values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from hypothesis import strategies as st

from a2ui_kernel import FrozenDict, FrozenList

Drawn: TypeAlias = st.SearchStrategy[Any]

scalars: Drawn = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
json_values: Drawn = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)
"""Any JSON value, in plain lists and dicts."""

json_containers = json_values.filter(lambda value: isinstance(value, (list, dict)))

lookalikes: Drawn = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 0.0, -0.0, 1.0, 1.5, "", "1", "true"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=4,
)
"""Few and small values, so that two of them are often equal, or nearly."""


def nested_list(depth: int, leaf: Any = 1) -> Any:
    """Lists in lists, `depth` of them."""
    for _ in range(depth):
        leaf = [leaf]
    return leaf


def nested_object(depth: int, leaf: Any = 1) -> Any:
    """Objects in objects, `depth` of them."""
    for _ in range(depth):
        leaf = {"a": leaf}
    return leaf


def nested(depth: int, leaf: Any = 1) -> Any:
    """Lists and objects in turn, `depth` of them."""
    for level in range(depth):
        leaf = [leaf] if level % 2 else {"a": leaf}
    return leaf


def containers(value: Any) -> Iterator[Any]:
    """Every list and dict in a value, itself included."""
    if isinstance(value, (dict, list)):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from containers(item)


def is_frozen(value: Any) -> bool:
    """Whether every container in it is one of ours."""
    return all(type(container) in (FrozenDict, FrozenList) for container in containers(value))


def is_plain(value: Any) -> bool:
    """Whether every container in it is exactly a `dict` or a `list`."""
    return all(type(container) in (dict, list) for container in containers(value))


def share_a_container(a: Any, b: Any) -> bool:
    """Whether one and the same non-empty container stands in both values."""
    ids = {id(container) for container in containers(a) if container}
    return any(id(container) in ids for container in containers(b))


def height(value: Any) -> int:
    """How deep lists and objects are nested; 0 for a scalar."""
    if not isinstance(value, (dict, list)):
        return 0
    below = value.values() if isinstance(value, dict) else value
    return 1 + max((height(item) for item in below), default=0)


def canonical(value: Any) -> object:
    """What is equal for two values exactly if they are the same JSON, by a way of its own."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return (type(value).__name__, value)
    if isinstance(value, (int, float)):
        return ("number", Fraction(value))
    if isinstance(value, dict):
        return ("object", frozenset((key, canonical(item)) for key, item in value.items()))
    return ("array", tuple(canonical(item) for item in value))


def spoil(value: Any) -> None:
    """Change every container of a plain value in place."""
    for container in list(containers(value)):
        if isinstance(container, dict):
            container.clear()
            container["spoiled"] = True
        else:
            container[:] = ["spoiled"]
