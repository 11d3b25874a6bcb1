"""Where an expression is evaluated: catalogs, data, scope."""

from __future__ import annotations

from collections.abc import Iterable
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from ..catalog.catalog import Catalog
from ..catalog.registry import Registry
from ..data.model import DataModel
from ..data.pointer import Tokens, join, parse, tokens_in_scope
from ..effects import Failure, Value
from ..errors import A2uiError, FunctionError
from ..limits import Limits
from ..own import own
from ..surface.surface import Surface
from ..values import Json, JsonLike
from ..wire.dialect import BY_SPELLING, SUPPORTED_VERSIONS, Dialect
from .engine import START
from .evaluation import Evaluation, restored
from .memory import Memory
from .waiting import LocalCall, Waiting

if TYPE_CHECKING:
    from .authority import Mode
    from .engine import Run

AgentCalls: TypeAlias = Literal["undeclared", "declared", "never"]
AUTO: Final = ...
"""The default catalog is the surface's, else the only one that is given, else none."""


class DataContext:
    """Where expressions are evaluated. Immutable.

    Args:
        catalogs: The catalogs whose functions can be called.
        version: The protocol version that expressions are written in.
        default: The catalog of calls that name none; None for no such catalog.
        data: The data that paths lead into (default: the surface's, else `{}`).
        scope: The data path that relative paths start from.
        surface: The surface that it is for, or None.
        agent_calls: Which calls may leave to the agent.
        limits: Bounds on what an evaluation may cost.

    Raises:
        ValueError: There is no such version, or the default catalog has another one.
        A2uiError: `data` for a scope that is no pointer; `parse` for data that is no JSON.
    """

    __slots__ = ("_run", "agent_calls", "data", "index", "memory", "scope_tokens", "surface_id")
    memory: Memory
    data: DataModel
    scope_tokens: Tokens
    index: int | None
    surface_id: str | None
    agent_calls: AgentCalls
    _run: Run | None

    def __init__(
        self,
        *,
        catalogs: Iterable[Catalog],
        version: str,
        default: Catalog | None | EllipsisType = AUTO,
        data: DataModel | JsonLike = None,
        scope: str = "/",
        surface: Surface | None = None,
        agent_calls: AgentCalls = "undeclared",
        limits: Limits | None = None,
    ) -> None:
        if version not in BY_SPELLING:
            raise ValueError(
                f"unknown version {version!r}; there are {', '.join(SUPPORTED_VERSIONS)}"
            )
        if agent_calls not in ("undeclared", "declared", "never"):
            raise ValueError(f"unknown agent_calls {agent_calls!r}")
        registry = Registry(catalogs)
        limits = limits or (surface.limits if surface is not None else Limits())
        if default is AUTO:
            only = registry.catalogs[0] if len(registry.catalogs) == 1 else None
            default = surface.catalog if surface is not None else only
        assert not isinstance(default, EllipsisType)
        dialect = BY_SPELLING[version]
        if surface is not None and surface.dialect.family == dialect.family:
            dialect = surface.dialect
        if default is not None:
            if default.dialect.family != dialect.family:
                raise ValueError(f"catalog '{default.id}' is of {default.version}, not {version}")
            dialect = default.dialect
        if data is None and surface is not None:
            data = surface.data
        model = data if isinstance(data, DataModel) else DataModel(data, limits=limits)
        self._fill(
            Memory(registry, default, dialect, limits),
            model,
            parse(scope),
            None,
            surface.id if surface is not None else None,
            agent_calls,
            None,
        )

    def _fill(
        self,
        memory: Memory,
        data: DataModel,
        scope: Tokens,
        index: int | None,
        surface_id: str | None,
        agent_calls: AgentCalls,
        run: Run | None,
    ) -> None:
        assign = object.__setattr__
        assign(self, "memory", memory)
        assign(self, "data", data)
        assign(self, "scope_tokens", scope)
        assign(self, "index", index)
        assign(self, "surface_id", surface_id)
        assign(self, "agent_calls", agent_calls)
        assign(self, "_run", run)

    def _derived(self, scope: Tokens, index: int | None, run: Run | None) -> DataContext:
        new = object.__new__(DataContext)
        new._fill(self.memory, self.data, scope, index, self.surface_id, self.agent_calls, run)
        return new

    @property
    def dialect(self) -> Dialect:
        """The dialect that expressions are written in."""
        return self.memory.dialect

    @property
    def limits(self) -> Limits:
        """Bounds on what an evaluation may cost."""
        return self.memory.limits

    @property
    def scope(self) -> str:
        """The data path that relative paths start from."""
        return join(self.scope_tokens)

    def at(self, path: str) -> DataContext:
        """The context of a path, itself read in this one's scope."""
        tokens = tokens_in_scope(path, self.scope_tokens)
        return self._derived(tokens, self.index, self._run)

    def item(self, list_path: str, index: int) -> DataContext:
        """The context of one item of a template over a list: its scope, and `@index`."""
        tokens = tokens_in_scope(list_path, self.scope_tokens)
        return self._derived((*tokens, str(index)), index, self._run)

    def recording(self, run: Run) -> DataContext:
        """The context for an implementation: what it reads counts as read by the run."""
        return self._derived(self.scope_tokens, self.index, run)

    def evaluation(self, value: JsonLike) -> Evaluation:
        """The evaluation of a dynamic value, run as far as it goes.

        It counts as an activation: functions that act on the world run, and their effects are
        in the outcome. What is no JSON fails. In an implementation it is part of the call.
        """
        if self._run is not None:
            return self._nested(value)
        try:
            expression = own(value, self.memory.limits).value
        except A2uiError as error:
            return restored(self, None, "action", START, error)
        return Evaluation(self, expression, "action")

    def evaluation_in(self, mode: Mode, expression: Json) -> Evaluation:
        """The evaluation of an owned expression for a property, an action, an agent's call."""
        return Evaluation(self, expression, mode)

    def evaluate(self, value: JsonLike) -> Value | Failure | Waiting:
        """The outcome of a dynamic value: `Value`, `Failure`, or `Waiting` for calls."""
        return self.evaluation(value).outcome

    def resolve(self, value: JsonLike) -> Json:
        """The value of a dynamic value.

        In an implementation, what is read counts as read by the call, and effects are added to
        those of the call. Outside, functions that act on the world are refused.

        Raises:
            A2uiError: The failure of a call in it; `WOULD_WAIT` for what is not there yet.
        """
        evaluation = self._nested(value)
        return evaluation.outcome.unwrap()

    async def resolve_async(self, value: JsonLike) -> Json:
        """`resolve`, with coroutine functions awaited.

        Raises:
            A2uiError: The failure of a call in it; `WOULD_WAIT` for a call to the agent.
        """
        evaluation = self._nested(value)
        while isinstance(evaluation.outcome, Waiting):
            call = evaluation.outcome.calls[0]
            if not isinstance(call, LocalCall):
                raise FunctionError("WOULD_WAIT", "A call to the agent is not there yet")
            evaluation = evaluation.settle(call.token, await call.start())
            self._record(evaluation)
        return evaluation.outcome.unwrap()

    def _nested(self, value: JsonLike) -> Evaluation:
        run = self._run
        mode: Mode = run.mode if run is not None else "property"
        context = self._derived(self.scope_tokens, self.index, None)
        known = START if run is None else START._replace(steps=run.steps)
        evaluation = Evaluation(context, own(value, self.limits).value, mode, known)
        self._record(evaluation)
        return evaluation

    def _record(self, evaluation: Evaluation) -> None:
        run = self._run
        if run is not None and not run.closed:
            run.reads.update(evaluation._run.reads)
            run.steps = evaluation._run.steps
            if not isinstance(evaluation.outcome, Waiting):
                run.effects.extend(evaluation.outcome.effects)

    def __copy__(self) -> DataContext:
        return self

    def __deepcopy__(self, memo: object) -> DataContext:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        memory = self.memory
        known = (memory.registry, memory.default, memory.dialect, memory.limits)
        place = (self.data, self.scope_tokens, self.index, self.surface_id, self.agent_calls)
        return _restored, (known, place)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a DataContext is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a DataContext is frozen")

    def __repr__(self) -> str:
        return f"<DataContext {self.dialect.name} at {self.scope}>"


def _restored(known: tuple[Any, ...], place: tuple[Any, ...]) -> DataContext:
    new = object.__new__(DataContext)
    data, scope, index, surface_id, agent_calls = place
    new._fill(Memory(*known), data, scope, index, surface_id, agent_calls, None)
    return new
