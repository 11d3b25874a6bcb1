"""What a step did, told as values: effects for the host, outcomes of calls.

Nothing here is ever performed by the library; the host opens, writes and sends.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TypeAlias, Union

from .errors import A2uiError
from .values import Json, json_equal


class _HoldsJson:
    """Equality field by field as JSON has it (`true` is not `1`); no hash."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            json_equal(getattr(self, each.name), getattr(other, each.name))
            for each in fields(self)  # type: ignore[arg-type]
            if each.compare
        )

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class SurfaceCreated:
    """A surface was created."""

    surface_id: str


@dataclass(frozen=True, slots=True)
class SurfaceDeleted:
    """A surface was deleted."""

    surface_id: str


@dataclass(frozen=True, slots=True)
class ComponentsUpdated:
    """Components were added or replaced, in this order."""

    surface_id: str
    component_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DataModelUpdated:
    """The data changed at a place: an absolute pointer, `/` for the root."""

    surface_id: str
    path: str


@dataclass(frozen=True, slots=True, eq=False)
class Write(_HoldsJson):
    """A write for the host to make with `Processor.set_data`."""

    path: str
    value: Json


@dataclass(frozen=True, slots=True)
class OpenUrl:
    """An address for the host to open; already checked (`http`, `https`, `mailto`, `tel`)."""

    url: str


@dataclass(frozen=True, slots=True, eq=False)
class RpcResponse(_HoldsJson):
    """The answer to an agent's function call, to send back."""

    message: Json


@dataclass(frozen=True, slots=True, eq=False)
class ApplyMessages(_HoldsJson):
    """A2UI messages found in a tool's result, for the host to process."""

    payload: Json


@dataclass(frozen=True, slots=True, eq=False)
class Value(_HoldsJson):
    """A call or an expression that succeeded.

    Attributes:
        value: What it gave.
        effects: What its functions want done, in the order in which they finished.
        reads: What a coroutine read through its context; counts for no equality.
    """

    value: Json
    effects: tuple[Effect, ...] = ()
    reads: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def unwrap(self) -> Json:
        """The value."""
        return self.value

    def __repr__(self) -> str:
        return _outcome_repr("Value", "value", self.value, self.effects)


@dataclass(frozen=True, slots=True, eq=False)
class Failure(_HoldsJson):
    """A call or an expression that failed."""

    error: A2uiError
    effects: tuple[Effect, ...] = ()
    reads: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def unwrap(self) -> Json:
        """Raises a copy of the error."""
        raise self.error.copy()

    def __repr__(self) -> str:
        return _outcome_repr("Failure", "error", self.error, self.effects)


@dataclass(frozen=True, slots=True, eq=False)
class Returned(_HoldsJson):
    """What an implementation returns that also wants something done.

    Attributes:
        value: The function's value.
        effects: What the host is to do (`Write`, `OpenUrl`, `ApplyMessages`).
    """

    value: Json = None
    effects: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "effects", tuple(self.effects))


def _outcome_repr(name: str, field: str, value: object, effects: tuple[Effect, ...]) -> str:
    more = f", effects={effects!r}" if effects else ""
    return f"{name}({field}={value!r}{more})"


@dataclass(frozen=True, slots=True)
class RpcSettled:
    """A function call to the agent was settled.

    Attributes:
        call_id: The id on the wire.
        outcome: `Value` or `Failure`.
        token: The resolver's token, to hand to `NodeResolver.settle`; None for the host's own.
    """

    call_id: str
    outcome: Value | Failure
    token: str | None = None

    def __repr__(self) -> str:
        token = f", token={self.token!r}" if self.token is not None else ""
        return f"RpcSettled(call_id={self.call_id!r}, outcome={self.outcome!r}{token})"


Effect: TypeAlias = Union[
    SurfaceCreated,
    SurfaceDeleted,
    ComponentsUpdated,
    DataModelUpdated,
    RpcResponse,
    RpcSettled,
    OpenUrl,
    ApplyMessages,
    Write,
]
