"""The values of cells: evaluated in a scope, again after a change, and after an answer.

A mere binding is read straight from the data; everything else is the engine's.
"""

from __future__ import annotations

from ..data.pointer import MISSING, Tokens, get, join
from ..effects import Failure, Value
from ..errors import A2uiError
from ..evaluation.context import DataContext
from ..evaluation.engine import START
from ..evaluation.evaluation import Evaluation
from ..evaluation.memory import Memory
from ..evaluation.waiting import Waiting
from ..surface.surface import Surface
from ..values import FrozenDict, Json, json_equal
from .mounting import Condition, Held, Scope, Told
from .node import VALID, Binding, Notice, ValidationResult
from .program import Cell, Path

_SEVERITIES = ("error", "warning", "info")
UNTOLD = "Validation failed"
"""The message of a failed rule that has none."""


def memory_of(surface: Surface) -> Memory:
    """What evaluations of a surface remember."""
    return Memory(surface.registry, surface.catalog, surface.dialect, surface.limits)


class Sight:
    """A surface's data as the cells of its nodes see it."""

    __slots__ = ("_memory", "_surface", "_top", "data")

    def __init__(self, surface: Surface, memory: Memory) -> None:
        self._surface, self._memory = surface, memory
        self.data: Json = surface.data.value
        self._top: DataContext | None = None

    def context(self, scope: Scope) -> DataContext:
        """The context of expressions in a scope."""
        if self._top is None:
            surface = self._surface
            self._top = object.__new__(DataContext)
            # Not by DataContext(...): the memory is kept from surface to surface.
            self._top._fill(
                self._memory,
                surface.data,
                (),
                None,
                surface.id,
                surface.settings.agent_calls,  # type: ignore[arg-type]
                None,
            )
        if scope.item is None:
            return self._top
        return self._top._derived(scope.tokens, scope.item, None)

    def tokens(self, path: str, scope: Scope) -> Tokens:
        """The tokens of a path in a scope.

        Raises:
            A2uiError: category `data`: it is no pointer.
        """
        tokens = self._memory.tokens(path)
        if path[:1] == "/":
            return tokens
        return scope.tokens if path in ("", ".") else scope.tokens + tokens

    def held(
        self, cell: Cell, ref: str, scope: Scope, last: Held | None, *, replaced: bool = False
    ) -> Held:
        """A cell's value now.

        Args:
            cell: The cell.
            ref: Its node.
            scope: Its node's scope.
            last: What it held before, or the cell that stood at its place.
            replaced: The component was sent again: calls that failed are made anew.
        """
        if cell.path is not None:
            return self._bound(cell, cell.path, scope, last)
        context = self.context(scope)
        evaluation = last.evaluation if last is not None else None
        if evaluation is None:
            evaluation = Evaluation(context, cell.expression, "property")
        elif replaced:
            evaluation = _renewed(evaluation, context, cell.expression)
        else:
            evaluation = evaluation.again(context)
        return self.evaluated(cell, ref, evaluation, last)

    def _bound(self, cell: Cell, path: Path, scope: Scope, last: Held | None) -> Held:
        tokens, pointer, absolute = path
        if not absolute and scope.tokens:
            pointer = scope.path + pointer if tokens else scope.path
            tokens = scope.tokens + tokens
        value = get(self.data, tokens)
        told: Told = ()
        if value is MISSING:
            value, told = None, (missing(tokens),)
        binding = Binding(value, pointer)  # type: ignore[arg-type]
        if last is None and cell.rule is None:
            return Held(binding, (tokens,), told)
        return _drawn(cell, binding, (tokens,), told, last)

    def evaluated(self, cell: Cell, ref: str, evaluation: Evaluation, last: Held | None) -> Held:
        """What a cell holds by an evaluation; its calls are still those of `last`."""
        run, outcome = evaluation._run, evaluation.outcome
        reads = tuple([read for read in run.reads if type(read) is tuple])
        told: list[tuple[Condition, Notice]] = [
            missing(tokens) for tokens in reads if get(self.data, tokens) is MISSING
        ]
        if isinstance(outcome, Failure):
            binding = Binding(None, error=outcome.error)
            told += _failed(outcome.error, ref, cell)
        elif isinstance(outcome, Waiting):
            value = last.binding.value if last is not None else None
            binding = Binding(value, waiting=True)
        else:
            binding = Binding(outcome.value)
        for note in run.notes:
            told.append((("ERROR_DETAILS", ref, cell.prop), Notice("ERROR_DETAILS", note, ref=ref)))
        kept = evaluation if binding.waiting or run.answers else None
        return _drawn(cell, binding, reads, tuple(told), last, kept)


def _renewed(evaluation: Evaluation, context: DataContext, expression: Json) -> Evaluation:
    """An expression in the place of another: the answers that it has a use for are kept."""
    progress = evaluation._progress
    known = START._replace(
        answers={p: a for p, a in progress.answers.items() if isinstance(a[1], Value)},
        pending={p: call for p, call in progress.pending.items() if not call.local},
        tokens=progress.tokens,
    )
    return Evaluation(context, expression, "property", known)


def _drawn(
    cell: Cell,
    binding: Binding,
    reads: tuple[Tokens, ...],
    told: Told,
    last: Held | None,
    evaluation: Evaluation | None = None,
) -> Held:
    result = None
    if last is not None and same_binding(binding, last.binding):
        binding = last.binding
    if cell.rule is not None:
        found = _result(binding, cell.rule, last)
        result = last.result if last is not None and found == last.result else found
    calls = last.calls if last is not None else {}
    return Held(binding, reads, told, evaluation, calls, result)


def same_binding(a: Binding, b: Binding) -> bool:
    """Whether two bindings are equal: `a == b`, at a fifth of the time."""
    return (
        a.path == b.path
        and a.waiting is b.waiting
        and a.error == b.error
        and json_equal(a.value, b.value)
    )


def _result(binding: Binding, rule: FrozenDict, last: Held | None) -> ValidationResult | None:
    """What a rule found (protocol: checks)."""
    if binding.waiting:
        return last.result if last is not None else None
    value, said = binding.value, rule.get("message")
    message = said if isinstance(said, str) else UNTOLD
    if binding.error is not None:
        return ValidationResult(False, message=message)
    if not isinstance(value, dict):
        return VALID if _truth(value) else ValidationResult(False, message=message)
    if value.get("valid") is True:
        return VALID
    code, own, severity = value.get("code"), value.get("message"), value.get("severity")
    return ValidationResult(
        False,
        code if isinstance(code, str) else None,
        own if isinstance(own, str) else message,
        severity if severity in _SEVERITIES else "error",  # type: ignore[arg-type]
    )


def _truth(value: Json) -> bool:
    """A value as a boolean (protocol: coercion)."""
    if isinstance(value, str):
        return value.casefold() == "true"
    return bool(value) or isinstance(value, list)


def missing(tokens: Tokens) -> tuple[Condition, Notice]:
    """The notice of a path that is absent: once for the surface and the path."""
    path = join(tokens)
    return ("MISSING_DATA_BINDING", path), Notice(
        "MISSING_DATA_BINDING", f"There is no data at {path} yet", path
    )


def _failed(error: A2uiError, ref: str, cell: Cell) -> Told:
    code = "CATALOG_ERROR" if error.category == "catalog" else "EXPRESSION_ERROR"
    notice = Notice(code, f"{cell.prop}: {error.message}", ref=ref, error=error)
    return (((code, ref, cell.prop), notice),)
