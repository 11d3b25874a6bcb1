"""What went wrong, as a value: where, what was found, what was expected.

An error is an exception too, so that loaders and queries can raise it; steps and
outcomes carry it. Either way it is frozen and compares by its fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from .limits import Limits
from .values import Json, JsonLike, freeze, json_equal

Category: TypeAlias = Literal[
    "parse", "validation", "catalog", "integrity", "recursion", "data", "expression", "rpc"
]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a message.

    Attributes:
        path: JSON Pointer into the message (of an unknown key: the key's own).
        code: What kind of fault (`missing_field`, `type_mismatch`, …).
        message: One sentence for a person or a model.
        expected: What would have been right, or "".
        found: What was there instead, or "".
        suggestion: The nearest right name, or "".
    """

    path: str
    code: str
    message: str
    expected: str = ""
    found: str = ""
    suggestion: str = ""


class A2uiError(Exception):
    """A frozen error value.

    Attributes:
        category: `parse`, `validation`, `catalog`, `integrity`, `recursion`, `data`,
            `expression` or `rpc`.
        code: What a program tells errors apart by.
        message: One sentence.
        path: JSON Pointer into the message as it was sent, or None.
        surface_id: The surface that it concerns, or None.
        function_call_id: The function call that it concerns, or None.
        details: One `Fault` for each thing that is wrong, most useful first.
    """

    category: Category
    code: str
    message: str
    path: str | None
    surface_id: str | None
    function_call_id: str | None
    details: tuple[Fault, ...]

    _FIELDS = ("category", "code", "message", "path", "surface_id", "function_call_id", "details")

    def __init__(
        self,
        category: Category,
        code: str,
        message: str,
        *,
        path: str | None = None,
        surface_id: str | None = None,
        function_call_id: str | None = None,
        details: Iterable[Fault] = (),
    ) -> None:
        super().__init__(message)
        own = self.__dict__
        own["category"] = category
        own["code"] = code
        own["message"] = message
        own["path"] = path
        own["surface_id"] = surface_id
        own["function_call_id"] = function_call_id
        own["details"] = tuple(details)

    def but(self, **changes: Any) -> A2uiError:
        """The same error with some fields changed."""
        fields = {name: self.__dict__[name] for name in self._FIELDS} | changes
        moved = fields["path"]
        if "path" in changes and isinstance(self.details, tuple) and len(self.details) == 1:
            fields["details"] = (replace(self.details[0], path=moved or ""),)
        return _rebuild(type(self), fields)

    def copy(self) -> A2uiError:
        """An equal error that nobody has raised yet: a stored one collects no tracebacks."""
        build, fields = self.__reduce__()
        error: A2uiError = build(*fields)
        error.__cause__ = self.__cause__
        return error

    def __setattr__(self, name: str, value: object) -> None:
        if name in self._FIELDS:
            raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in self._FIELDS:
            raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted")
        super().__delattr__(name)

    def _key(self) -> tuple[object, ...]:
        return tuple(self.__dict__[name] for name in self._FIELDS[:-1])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, A2uiError):
            return NotImplemented
        return self._key() == other._key() and json_equal(self.details, other.details)

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _rebuild, (type(self), {name: self.__dict__[name] for name in self._FIELDS})

    def __str__(self) -> str:
        return f"{self.message} (at {self.path})" if self.path else self.message

    def __repr__(self) -> str:
        place = f", path={self.path!r}" if self.path is not None else ""
        return f"{type(self).__name__}({self.category!r}, {self.code!r}, {self.message!r}{place})"


class FunctionError(A2uiError):
    """A function failed. Implementations raise it; callers get it with all it carries.

    Attributes:
        details: JSON, as the function's `errors` declare it for the code, or None.
    """

    details: Json  # type: ignore[assignment]

    def __init__(self, code: str, message: str, details: JsonLike = None) -> None:
        super().__init__("expression", code, message)
        self.__dict__["details"] = freeze(details)


def _rebuild(kind: type[A2uiError], fields: dict[str, Any]) -> A2uiError:
    error = kind.__new__(kind)
    Exception.__init__(error, fields["message"])
    error.__dict__.update(fields)
    return error


def one_fault(
    category: Category,
    code: str,
    message: str,
    *,
    path: str | None = None,
    expected: str = "",
    found: str = "",
    suggestion: str = "",
    **where: Any,
) -> A2uiError:
    """The error for a single thing that is wrong, its code being the error's."""
    fault = Fault(path or "", code, message, expected, found, suggestion)
    return A2uiError(category, code, message, path=path, details=[fault], **where)


def over_limit(
    limits: Limits,
    name: str,
    message: str,
    category: Category,
    path: str | None = None,
    **where: Any,
) -> A2uiError:
    """The error for what is over `limits.<name>`."""
    limit = f"{getattr(limits, name):,}"
    return one_fault(
        category,
        f"LIMIT_{name.upper()}",
        f"{message} (the limit is {limit})",
        path=path,
        expected=f"at most {limit}",
        **where,
    )
