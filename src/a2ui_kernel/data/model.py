"""The data model of a surface: one JSON document, every write giving the next."""

from __future__ import annotations

from typing import Any

from ..limits import Limits
from ..own import own
from ..values import EMPTY, Json, JsonLike, json_equal
from . import pointer
from .pointer import MISSING, Written

_DEFAULT_LIMITS = Limits()


class DataModel:
    """An immutable JSON document, read and written by JSON Pointer.

    A relative pointer starts at the root. Protocol: data model, read and write.

    Args:
        value: The document; None means `{}`.
        limits: Bounds on depth and on how far lists grow.

    Raises:
        A2uiError: `parse` or `recursion`, if `value` is no JSON that can be taken.
    """

    __slots__ = ("_limits", "_value")
    _value: Json
    _limits: Limits

    def __init__(self, value: JsonLike = None, *, limits: Limits | None = None) -> None:
        limits = limits or _DEFAULT_LIMITS
        document = EMPTY if value is None else own(value, limits, deepest=limits.json_depth).value
        object.__setattr__(self, "_value", document)
        object.__setattr__(self, "_limits", limits)

    @property
    def value(self) -> Json:
        """The whole document, read-only."""
        return self._value

    def get(self, path: str, default: Json = None) -> Json:
        """The value at a pointer, or `default` where nothing is. Never raises for data."""
        found = pointer.get(self._value, _tokens(path))
        return default if found is MISSING else found  # type: ignore[return-value]

    def has(self, path: str) -> bool:
        """Whether something is at a pointer (a null is something)."""
        return pointer.get(self._value, _tokens(path)) is not MISSING

    def set(self, path: str, value: JsonLike) -> DataModel:
        """The next model with a value written; None deletes.

        Raises:
            A2uiError: category `data` for a path that cannot be written, `parse` for a
                value that is no JSON.
        """
        return self.written(path, own(value, self._limits).value)[0]

    def delete(self, path: str) -> DataModel:
        """The next model without what is at a pointer (a list element becomes null)."""
        return self.written(path, None)[0]

    def written(self, path: str, value: Json) -> tuple[DataModel, Written]:
        """`set` for a value that is frozen already, with what the write did."""
        result = pointer.put(self._value, _tokens(path), value, self._limits)
        if result.value is self._value:
            return self, result
        return self._next(result.value), result

    def _next(self, value: Json) -> DataModel:
        new = object.__new__(DataModel)
        object.__setattr__(new, "_value", value)
        object.__setattr__(new, "_limits", self._limits)
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a DataModel is frozen; set() gives the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a DataModel is frozen; delete() gives the next one")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DataModel):
            return NotImplemented
        return json_equal(self._value, other._value)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"DataModel({self._value!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._value, self._limits)


def _tokens(path: str) -> pointer.Tokens:
    if type(path) is not str:
        raise TypeError(f"a path is a str, not a {type(path).__name__}")
    return pointer.parse(path)


def _restore(value: Json, limits: Limits) -> DataModel:
    return DataModel(limits=limits)._next(value)
