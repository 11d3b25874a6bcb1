"""What a template is made of: literals, paths, calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias, Union


class Path(NamedTuple):
    """A read of the data model: a JSON Pointer, absolute or relative to the scope."""

    path: str


class Call(NamedTuple):
    """A function call with named arguments."""

    name: str
    args: Mapping[str, Part]


Part: TypeAlias = Union[str, int, float, bool, Path, Call]
"""One part of a template, or one argument: a literal, a path, a call."""
