"""An evaluation as a value: an expression, run as far as it goes, to be settled and go on."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any

from ..data.pointer import Tokens, join, parse
from ..effects import Failure, Value
from ..errors import A2uiError, FunctionError
from ..values import Json
from .abandoned import Abandoned
from .authority import Mode
from .engine import START, Pending, Progress, Run
from .results import detailed, judged, owned_result, raised, wrong_value
from .waiting import AgentCall, LocalCall, Outcome, Waiting

if TYPE_CHECKING:
    from .context import DataContext

_TOP = (None, None)


class Evaluation:
    """An expression in a context, and how far it has come. Immutable.

    Made by `DataContext.evaluation`.

    Attributes:
        context: Where it is evaluated.
        expression: What is evaluated.
        outcome: `Value`, `Failure` or `Waiting`.
    """

    __slots__ = ("_run", "context", "expression", "mode", "outcome")
    context: DataContext
    expression: Json
    mode: Mode
    outcome: Value | Failure | Waiting
    _run: Run

    def __init__(
        self, context: DataContext, expression: Json, mode: Mode, known: Progress = START
    ) -> None:
        run = Run(context, mode, known)
        failure: A2uiError | None = None
        value: Json = None
        try:
            value = run.value(expression, _TOP)
        except Abandoned as abandoned:
            failure = abandoned.error.with_traceback(None)
            failure.__context__ = None
        except RecursionError:
            failure = FunctionError("LIMIT_CALL_DEPTH", "The expression is nested too deep")
        run.closed = True
        outcome: Value | Failure | Waiting
        if failure is not None:
            run.pending = {}
            outcome = Failure(failure, tuple(run.effects))
        elif run.pending:
            _set_context(self, context)
            outcome = Waiting(tuple(map(self._wanted, run.pending.values())), self)
        else:
            outcome = Value(value, tuple(run.effects))
        _set_context(self, context)
        _set_expression(self, expression)
        _set_mode(self, mode)
        _set_run(self, run)
        _set_outcome(self, outcome)

    @property
    def _progress(self) -> Progress:
        """What is known, for the next run: the draft of this one is never touched again."""
        return self._run.progress()

    @property
    def reads(self) -> frozenset[str]:
        """The absolute pointers that were read, and `@index` if that was asked for."""
        return frozenset(read if isinstance(read, str) else join(read) for read in self._run.reads)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a host should be told beside the outcome."""
        return tuple(self._run.notes)

    def settle(self, token: str, outcome: Outcome) -> Evaluation:
        """The evaluation with a call settled, run on.

        A failure fails the whole expression; calls of it that still wait are given up. An
        unknown token changes nothing.
        """
        pending = next((p for p in self._progress.pending.values() if p.token == token), None)
        if pending is None:
            return self
        notes: list[str] = []
        settled = self._settled(pending, outcome, notes)
        progress = self._progress
        rest = {place: p for place, p in progress.pending.items() if p is not pending}
        done, answers = progress.done, progress.answers
        if not pending.local:
            answers = {**answers, pending.place: (pending.call, settled)}
        elif isinstance(settled, Value):
            done = {**done, pending.place: settled.value}
        known = progress._replace(
            done=done,
            answers=answers,
            pending=rest,
            effects=progress.effects + settled.effects,
            reads=progress.reads | {_read(path) for path in settled.reads},
            notes=progress.notes + tuple(notes),
            # A run is bounded by itself: what is known already is walked again each time.
            steps=0,
        )
        if isinstance(settled, Failure):
            return self._failed(settled.error, known)
        return Evaluation(self.context, self.expression, self.mode, known)

    def cancel(self) -> Evaluation:
        """The evaluation given up: it fails with `CANCELLED`, unless it has ended."""
        if not isinstance(self.outcome, Waiting):
            return self
        error = FunctionError("CANCELLED", "The evaluation was cancelled")
        return self._failed(error, self._progress)

    def again(self, context: DataContext) -> Evaluation:
        """The same expression where data may have changed.

        Local results are dropped; calls to the agent are kept, waiting or answered, where
        their resolved arguments are the same.
        """
        progress = self._progress
        kept = {place: p for place, p in progress.pending.items() if not p.local}
        known = START._replace(answers=progress.answers, pending=kept, tokens=progress.tokens)
        return Evaluation(context, self.expression, self.mode, known)

    def _failed(self, error: A2uiError, known: Progress) -> Evaluation:
        new = object.__new__(Evaluation)
        _set_context(new, self.context)
        _set_expression(new, self.expression)
        _set_mode(new, self.mode)
        _set_run(new, Run(self.context, self.mode, known))
        _set_outcome(new, Failure(error, known.effects))
        return new

    def _but_failed(self, expression: Json, error: A2uiError, known: Progress) -> Evaluation:
        new = self._failed(error, known)
        _set_expression(new, expression)
        return new

    def _settled(self, pending: Pending, outcome: Outcome, notes: list[str]) -> Outcome:
        """An outcome from outside, checked like any other."""
        signature = pending.signature
        if isinstance(outcome, Failure):
            error = outcome.error
            if signature is not None:
                error = detailed(signature.definition.name, signature, error, notes)
            return Failure(error, outcome.effects, outcome.reads)
        name = str(pending.call.get(self.context.dialect.call_key))
        if signature is not None:
            name = signature.definition.name
        try:
            value = owned_result(outcome.value, name, self.context)
        except A2uiError as error:
            return Failure(error, outcome.effects, outcome.reads)
        if signature is not None and signature.definition.returns == "void":
            value = None
        if signature is not None and not signature.gives(value):
            return Failure(wrong_value(name, signature, value), outcome.effects, outcome.reads)
        return Value(value, outcome.effects, outcome.reads)

    def _wanted(self, pending: Pending) -> AgentCall | LocalCall:
        context = self.context
        if not pending.local:
            return AgentCall(pending.token, context.surface_id, pending.call)
        signature = pending.signature
        assert signature is not None

        def start() -> Awaitable[Outcome]:
            return _awaited(context, self.mode, pending)

        name = signature.definition.name
        return LocalCall(pending.token, name, pending.call, context.scope, _start=start)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("an Evaluation is frozen; settle() gives the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an Evaluation is frozen")

    def __copy__(self) -> Evaluation:
        return self

    def __deepcopy__(self, memo: object) -> Evaluation:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        progress = self._progress
        pending = {place: p._replace(signature=None) for place, p in progress.pending.items()}
        known = progress._replace(pending=pending, steps=0)
        failure = self.outcome.error if isinstance(self.outcome, Failure) else None
        return restored, (self.context, self.expression, self.mode, known, failure)

    def __repr__(self) -> str:
        return f"<Evaluation: {self.outcome!r}>"


_set_context, _set_expression, _set_mode, _set_run, _set_outcome = (
    getattr(Evaluation, name).__set__
    for name in ("context", "expression", "mode", "_run", "outcome")
)


def restored(
    context: DataContext, expression: Json, mode: Mode, known: Progress, failure: A2uiError | None
) -> Evaluation:
    """An evaluation that ended with a failure, or runs on from what is known."""
    if failure is None:
        return Evaluation(context, expression, mode, known)
    return Evaluation(context, None, mode)._but_failed(expression, failure, known)


async def _awaited(context: DataContext, mode: Mode, pending: Pending) -> Outcome:
    """Run a coroutine implementation, and give its outcome with what it read."""
    signature = pending.signature
    assert signature is not None
    run = Run(context, mode)
    body: Any = signature.definition.implementation
    name = signature.definition.name
    try:
        result = await body(pending.call, run.body_context)
    except Exception as error:  # noqa: BLE001 (whatever an implementation raises)
        outcome: Outcome = Failure(raised(name, error), tuple(run.effects))
    else:
        outcome = judged(name, signature, result, tuple(run.effects), run)
    run.closed = True
    reads = frozenset(read if isinstance(read, str) else join(read) for read in run.reads)
    if isinstance(outcome, Failure):
        return Failure(outcome.error, outcome.effects, reads)
    return Value(outcome.value, outcome.effects, reads)


def _read(path: str) -> Tokens | str:
    return parse(path) if path.startswith("/") else path
