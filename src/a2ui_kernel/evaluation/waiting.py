"""What an evaluation waits for: calls that the agent runs, coroutines that the host awaits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

from ..effects import Failure, Value
from ..errors import FunctionError
from ..values import FrozenDict, Json, json_equal

if TYPE_CHECKING:
    from .evaluation import Evaluation

Outcome = Value | Failure


@dataclass(frozen=True, slots=True, eq=False)
class AgentCall:
    """A function that the agent runs is wanted.

    Attributes:
        token: What the settlement is handed back with.
        surface_id: The surface whose expression calls, or None.
        call: The call, its arguments resolved to plain values.
        ref: The node that it is for, or None outside a resolver.
        prop: The property of that node.
    """

    token: str
    surface_id: str | None
    call: FrozenDict
    ref: str | None = None
    prop: str | None = None

    def _key(self) -> tuple[object, ...]:
        return self.token, self.surface_id, self.ref, self.prop

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgentCall):
            return NotImplemented
        return self._key() == other._key() and json_equal(self.call, other.call)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class LocalCall:
    """A coroutine function of the renderer is wanted.

    Attributes:
        token: What the settlement is handed back with.
        function: The function's name.
        args: Its arguments, resolved and checked.
        scope: The data path that relative paths start from.
        ref: The node that it is for, or None outside a resolver.
        prop: The property of that node.
    """

    token: str
    function: str
    args: FrozenDict
    scope: str
    ref: str | None = None
    prop: str | None = None
    _start: Callable[[], Awaitable[Outcome]] | None = field(default=None, repr=False)

    def start(self) -> Awaitable[Outcome]:
        """A new awaitable that runs the function and gives its outcome.

        It raises nothing but cancellation.
        """
        assert self._start is not None
        return self._start()

    def _key(self) -> tuple[object, ...]:
        return self.token, self.function, self.scope, self.ref, self.prop

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LocalCall):
            return NotImplemented
        return self._key() == other._key() and json_equal(self.args, other.args)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Waiting:
    """An expression that waits for calls.

    Attributes:
        calls: What it waits for, in the order in which they stand in the expression.
        evaluation: What goes on when one of them is settled.
    """

    calls: tuple[AgentCall | LocalCall, ...]
    evaluation: Evaluation = field(repr=False, compare=False)

    __hash__ = None  # type: ignore[assignment]

    def unwrap(self) -> NoReturn:
        """Raises `WOULD_WAIT`."""
        names = ", ".join(
            call.function if isinstance(call, LocalCall) else _name(call.call)
            for call in self.calls
        )
        raise FunctionError("WOULD_WAIT", f"The value is not there yet: it waits for {names}")


def _name(call: FrozenDict) -> str:
    found: Json = call.get("@call", call.get("call"))
    return str(found)
