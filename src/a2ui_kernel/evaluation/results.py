"""What comes out of an implementation: made ours, checked, turned into an outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..catalog.signature import Signature
from ..effects import ApplyMessages, Effect, Failure, Returned, Value, Write
from ..errors import A2uiError, FunctionError
from ..limits import Limits
from ..names import shown
from ..own import own
from ..text import to_text
from ..values import FrozenDict, FrozenList, Json, compact

if TYPE_CHECKING:
    from .context import DataContext
    from .engine import Run


def finished(
    name: str, signature: Signature, run: Run, body: Callable[[], object]
) -> Value | Failure:
    """The outcome of an implementation: run, owned, checked. It raises nothing."""
    before = len(run.effects)
    try:
        result = body()
    except Exception as error:  # noqa: BLE001 (whatever an implementation raises)
        given = _taken(run, before)
        return Failure(detailed(name, signature, raised(name, error), run.notes), given)
    return judged(name, signature, result, _taken(run, before), run)


def _taken(run: Run, before: int) -> tuple[Effect, ...]:
    """The effects that a call added to the run, taken out of it again."""
    given = tuple(run.effects[before:])
    del run.effects[before:]
    return given


def raised(name: str, error: Exception) -> A2uiError:
    """What an implementation raised, as an error that shows none of its insides."""
    if isinstance(error, A2uiError):
        return error
    failure = FunctionError("EXECUTION_ERROR", f"Function '{name}' failed")
    failure.__cause__ = error
    return failure


def judged(
    name: str, signature: Signature, result: object, given: tuple[Effect, ...], run: Run
) -> Value | Failure:
    """A result as an outcome, if it is one that the function may give."""
    effects = given
    try:
        if isinstance(result, Returned):
            effects = given + tuple(_owned_effect(e, name, run.context) for e in result.effects)
            result = result.value
        value = owned_result(result, name, run.context)
    except A2uiError as error:
        return Failure(error, given)
    if effects and run.mode == "property":
        return Failure(
            FunctionError(
                "ACTION_ONLY",
                f"Function '{name}' wants something done, which only an action may",
            )
        )
    if signature.definition.returns == "void":
        value = None
    if not signature.gives(value):
        return Failure(wrong_value(name, signature, value), given)
    return Value(value, effects)


def _owned_effect(effect: Effect, name: str, context: DataContext) -> Effect:
    if isinstance(effect, Write):
        return Write(effect.path, owned_result(effect.value, name, context))
    if isinstance(effect, ApplyMessages):
        return ApplyMessages(owned_result(effect.payload, name, context))
    return effect


def wrong_value(name: str, signature: Signature, value: Json) -> FunctionError:
    """The error for a value that a function may not give."""
    returns = signature.definition.returns
    said = returns if isinstance(returns, str) else compact(returns)
    return FunctionError(
        "INVALID_RETURN_VALUE",
        f"Function '{name}' gave {shown(value)}, which is no {said[:200]}",
    )


def owned_result(result: object, name: str, context: DataContext) -> Json:
    """A result made ours.

    Raises:
        FunctionError: It is no JSON, or too large.
    """
    kind = type(result)
    limit = context.limits.result_chars
    if (kind is str and len(result) > limit) or (  # type: ignore[arg-type]
        kind in (list, dict, FrozenList, FrozenDict) and len(result) > limit  # type: ignore[arg-type]
    ):
        raise FunctionError(
            "LIMIT_RESULT_CHARS", f"The result of '{name}' is too large (the limit is {limit:,})"
        )
    try:
        return own(result, context.limits, deepest=context.limits.json_depth).value
    except A2uiError as error:
        raise FunctionError(
            "INVALID_RETURN_VALUE", f"Function '{name}' gave what is no JSON value: {error.message}"
        ) from None


def detailed(name: str, signature: Signature, error: A2uiError, notes: list[str]) -> A2uiError:
    """A raised error as it reaches the caller: details that do not fit are dropped."""
    if not isinstance(error, FunctionError) or error.details is None:
        return error
    try:
        details = own(error.details, _LIMITS).value
    except A2uiError:
        notes.append(f"Details of the error '{error.code}' of '{name}' are no JSON")
        return _without_details(error)
    if signature.explains(error.code, details):
        return error
    notes.append(f"Details of the error '{error.code}' of '{name}' do not fit its declaration")
    return _without_details(error)


_LIMITS = Limits()


def _without_details(error: FunctionError) -> FunctionError:
    return FunctionError(error.code, error.message)


def joined(values: Sequence[Json], limits: Limits) -> Json:
    """The texts of values, one after the other.

    Raises:
        FunctionError: `LIMIT_RESULT_CHARS`.
    """
    texts: list[str] = []
    length = 0
    for value in values:
        text = value if isinstance(value, str) else to_text(value)
        length += len(text)
        if length > limits.result_chars:
            raise FunctionError(
                "LIMIT_RESULT_CHARS",
                f"The text is too long (the limit is {limits.result_chars:,} characters)",
            )
        texts.append(text)
    return "".join(texts)
