"""What goes into a function and what comes out, checked against its declaration.

Arguments are judged as resolved (design: catalogs and functions): a plain slot as it is
declared, a dynamic one takes any JSON value, since the function's body coerces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import iscoroutinefunction
from types import MappingProxyType
from typing import Any

from ..schema.advice import explain
from ..schema.documents import Schema
from ..schema.validator import Accept
from ..values import FrozenDict, Json, freeze, thaw
from .compiled import CompiledCatalog, in_place, localized
from .definition import FunctionDefinition
from .slots import Slot


def _anything(value: object) -> bool:
    return True


def _validation_result(value: object) -> bool:
    if isinstance(value, bool):
        return True
    return (
        isinstance(value, dict)
        and isinstance(value.get("valid"), bool)
        and all(isinstance(value.get(key, ""), str) for key in ("code", "message"))
        and value.get("severity", "error") in ("error", "warning", "info")
    )


def _kind(*kinds: type) -> Accept:
    return lambda value: isinstance(value, kinds) and not isinstance(value, bool)


_RETURN_KINDS: Mapping[str, Accept] = MappingProxyType(
    {
        "string": _kind(str),
        "number": _kind(int, float),
        "boolean": lambda value: isinstance(value, bool),
        "array": _kind(list),
        "object": _kind(dict),
        "validationResult": _validation_result,
    }
)


class Signature:
    """One function's declaration, ready to check calls of it.

    Attributes:
        definition: The declaration.
        slots: The slot of its arguments object.
        waits: Its implementation is a coroutine function.
        expand: What turns a call into another expression (`formatString`), or None.
    """

    __slots__ = (
        "_accepts",
        "_catalog",
        "_defaults",
        "_details",
        "_nulls",
        "_returns",
        "_schema",
        "definition",
        "expand",
        "slots",
        "waits",
    )

    def __init__(self, catalog: CompiledCatalog, definition: FunctionDefinition) -> None:
        self._catalog, self.definition = catalog, definition
        body: Any = definition.implementation
        self.waits = iscoroutinefunction(body) or iscoroutinefunction(
            getattr(body, "__call__", None)  # noqa: B004 (an object may be a coroutine function)
        )
        self.expand: Callable[..., Any] | None = getattr(body, "expand", None)
        self._schema: Schema | bool = self._localized(definition.args)
        self.slots: Slot = catalog.plan.slot(self._schema)
        self._accepts: Accept | None = None
        self._defaults: dict[str, Json] | None = None
        self._nulls: dict[str, bool] = {}
        self._returns: Accept | None = None
        self._details: dict[str, Accept] = {}

    def completed(self, args: dict[str, Json], unset: list[str]) -> FrozenDict:
        """The arguments as the body gets them: what is missing has its default.

        Args:
            args: The resolved arguments.
            unset: Names whose binding gave nothing: they are left out where null is not taken.
        """
        for name in unset:
            if not self._takes_null(name):
                del args[name]
        defaults = self._defaults
        for name, value in (self.defaults if defaults is None else defaults).items():
            args.setdefault(name, value)
        return FrozenDict(args)

    def refuses(self, args: FrozenDict) -> bool:
        """Whether the arguments do not fit."""
        if self._accepts is None:
            self._accepts = self._compiled(self._schema)
        return not self._accepts(args)

    def faults(self, args: FrozenDict) -> str:
        """Why arguments do not fit, in a sentence."""
        library, schema = self._catalog.library("resolved"), _whole(self._schema)
        found = explain(library, schema, args, self._catalog.dialect)
        said = "; ".join(
            f"{fault.path[1:]}: {fault.message}" if fault.path.count("/") > 1 else fault.message
            for fault in found[:5]
        )
        return said or "they do not fit the function's schema"

    def gives(self, value: Json) -> bool:
        """Whether a value is one that the function may return."""
        if self._returns is None:
            self._returns = self._returning()
        return self._returns(value)

    def explains(self, code: str, details: Json) -> bool:
        """Whether details fit what the declaration says of an error code."""
        errors = self.definition.errors
        if details is None or errors is None or code not in errors:
            return True
        if code not in self._details:
            self._details[code] = self._compiled(self._localized(errors[code]))
        return self._details[code](details)

    def literal_text(self, name: str) -> bool:
        """Whether `${…}` in an argument is left alone in the server-function dialect.

        So it is in what is expanded anyhow, and in plain slots of the published form.
        """
        return self.expand is not None or self.is_plain(self.slots.members.get(name))

    def is_plain(self, slot: Slot | None) -> bool:
        """Whether a slot takes its literal only: a scalar slot of the published form."""
        return (
            self.definition.executed_at is None
            and slot is not None
            and slot.scalar
            and not slot.dynamic
        )

    @property
    def defaults(self) -> dict[str, Json]:
        """Argument name → default."""
        if self._defaults is None:
            self._defaults = {
                name: freeze(schema["default"])
                for part in in_place(self._schema, self._catalog.document)
                for name, schema in part.get("properties", {}).items()
                if isinstance(schema, dict) and "default" in schema
            }
        return self._defaults

    def _takes_null(self, name: str) -> bool:
        if name not in self._nulls:
            slot = self.slots.members.get(name, self.slots.extra)
            if slot is not None and slot.dynamic.startswith("Dynamic"):
                self._nulls[name] = True
            else:
                schemas = [
                    part["properties"][name]
                    for part in in_place(self._schema, self._catalog.document)
                    if name in part.get("properties", {})
                ]
                self._nulls[name] = all(self._compiled(schema)(None) for schema in schemas)
        return self._nulls[name]

    def _returning(self) -> Accept:
        returns = self.definition.returns
        if isinstance(returns, str):
            accepts = _RETURN_KINDS.get(returns)
            return _anything if accepts is None else lambda v: v is None or accepts(v)
        if returns is None:
            return _anything
        return self._compiled(self._localized(returns))

    def _localized(self, schema: Json) -> Schema | bool:
        found: Schema | bool = localized(
            {"a": thaw(schema)}, self._catalog.dialect, self._catalog.document
        )["a"]
        return found

    def _compiled(self, schema: Schema | bool) -> Accept:
        return self._catalog.library("resolved").accept(_whole(schema))


def _whole(schema: Schema | bool) -> Schema:
    return {"allOf": [schema]}
