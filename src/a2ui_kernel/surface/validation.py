"""How strictly component batches are checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """What a batch of components may leave open (protocol: validation levels).

    Attributes:
        allow_orphan_components: Components that root does not reach.
        allow_dangling_references: References to components that are not there (yet).
        allow_missing_root: A surface without a component `root`.
        allow_unknown_elements: Types, functions and properties that no catalog declares.
        allow_missing_catalog: A v0.9 surface that names no catalog gets the first that fits.
        allowed_messages: The message keys that are taken; None for all.
        max_depth: Depth of the component tree; `Limits.component_depth` bounds it too.

    Raises:
        TypeError: `allowed_messages` is a single text.
        ValueError: `max_depth` is less than 1.
    """

    allow_orphan_components: bool = False
    allow_dangling_references: bool = False
    allow_missing_root: bool = False
    allow_unknown_elements: bool = False
    allow_missing_catalog: bool = False
    allowed_messages: Iterable[str] | None = None
    max_depth: int = 50

    def __post_init__(self) -> None:
        if isinstance(self.allowed_messages, str):
            raise TypeError("allowed_messages is a collection of message keys, not one text")
        if self.allowed_messages is not None:
            object.__setattr__(self, "allowed_messages", frozenset(self.allowed_messages))
        if self.max_depth < 1:
            raise ValueError("max_depth is at least 1")

    @classmethod
    def strict(cls) -> Validation:
        """Everything is checked, nothing may be left open."""
        return cls()

    @classmethod
    def relaxed(cls) -> Validation:
        """For surfaces that arrive in pieces: all that `allow_…` names is allowed."""
        return cls(
            allow_orphan_components=True,
            allow_dangling_references=True,
            allow_missing_root=True,
            allow_unknown_elements=True,
            allow_missing_catalog=True,
        )
