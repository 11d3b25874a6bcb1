"""What is wrong with a message, gathered: every fault once, then one error for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import A2uiError, Category, Fault
from ..limits import Limits
from ..names import is_identifier
from ..values import FrozenDict


class Findings:
    """The faults of one batch of components, each under its place in the message.

    Once there are as many as an error lists, further ones are only counted: whoever looks
    for them asks `full` first, and does not word them.
    """

    __slots__ = ("_paths", "faults", "limits", "more", "path", "surface_id")

    def __init__(self, path: str, limits: Limits, surface_id: str) -> None:
        self.path, self.limits, self.surface_id = path, limits, surface_id
        self.faults: list[tuple[Category, Fault]] = []
        self.more = 0
        self._paths: set[str] = set()

    @property
    def full(self) -> bool:
        """Whether an error would list no more faults."""
        return len(self.faults) >= self.limits.details

    def at(
        self,
        place: int,
        below: str,
        code: str,
        message: str,
        category: Category = "validation",
        **more: str,
    ) -> None:
        """Add a fault of the component number `place`."""
        self.add(Fault(f"{self.path}/{place}{below}", code, message, **more), category)

    def add(self, fault: Fault, category: Category = "validation") -> None:
        """Add a fault."""
        if self.full:
            self.more += 1
            return
        self.faults.append((category, fault))
        self._paths.add(fault.path)

    def extend(self, faults: Iterable[Fault]) -> None:
        """Add faults of the validation, but for places that are known to be wrong already.

        A value is not said to be of the wrong form where something inside it is.
        """
        for fault in faults:
            inside = fault.path + "/"
            if not any(path == fault.path or path.startswith(inside) for path in self._paths):
                self.add(fault)

    def take(self, error: A2uiError) -> None:
        """Add what an error tells: a catalog that is not there."""
        for fault in error.details:
            self.add(fault, error.category)

    def count(self) -> None:
        """Count a fault that nobody words."""
        self.more += 1

    def raise_any(self) -> None:
        """Raise one error for all faults, if there are any.

        Raises:
            A2uiError: With the category of the first.
        """
        if self.faults:
            raise error_of(self.faults, self.limits, self.more, surface_id=self.surface_id)


_CODES = {
    ("integrity", "duplicate_id"): "DUPLICATE_COMPONENT",
    ("integrity", "missing_field"): "MISSING_ROOT",
    ("integrity", "invalid_reference"): "BROKEN_REFERENCE",
    ("recursion", "invalid_reference"): "CIRCULAR_REFERENCE",
    **{
        (category, code): code
        for category, code in (
            ("recursion", "LIMIT_COMPONENT_DEPTH"),
            ("validation", "UNALLOWED_PARENT"),
            ("validation", "UNALLOWED_CHILD"),
        )
    },
}


def error_of(
    faults: list[tuple[Category, Fault]], limits: Limits, more: int = 0, **where: Any
) -> A2uiError:
    """One error for all faults of a message: the first says the kind, the rest are counted."""
    category, first = faults[0]
    more += len(faults) - 1
    count = f" (and {more} more)" if more else ""
    code = first.code if category == "catalog" else _CODES.get((category, first.code))
    return A2uiError(
        category,
        code or "VALIDATION_FAILED",
        first.message + count,
        path=first.path,
        details=[fault for _, fault in faults[: limits.details]],
        **where,
    )


def extension_faults(metadata: FrozenDict, path: str) -> Iterator[Fault]:
    """Extension keys that are no identifiers (protocol v1.0: identifiers)."""
    extensions = metadata.get("extensions")
    if isinstance(extensions, dict):
        for key in extensions:
            if not is_identifier(key):
                yield Fault(
                    f"{path}/extensions/{token(key)}",
                    "invalid_identifier",
                    f"The extension key '{key}' must be an identifier: letters, digits and "
                    "underscores, not beginning with a digit",
                    "an identifier",
                    key,
                    as_identifier(key),
                )


def as_identifier(name: str) -> str:
    """The nearest identifier to a name, or ""."""
    tried = "".join(c if c == "_" or ("_" + c).isidentifier() else "_" for c in name[:200])
    tried = tried if tried[:1].isidentifier() else "_" + tried
    return tried if tried.isidentifier() else ""


def token(part: str | int) -> str:
    """A key or an index as a JSON Pointer token."""
    return str(part).replace("~", "~0").replace("/", "~1")
