"""What comes out of an implementation: made ours, checked, turned into an outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..catalog.signature import Signature
from ..effects import Effect, Failure, Returned, Value
from ..errors import A2uiError, FunctionError
from ..names import shown
from ..own import own
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
    except A2uiError as error:
        given = tuple(run.effects[before:])
        del run.effects[before:]
        return Failure(detailed(name, signature, error, run.notes), given)
    except Exception as error:  # noqa: BLE001 (whatever an implementation raises)
        failure = FunctionError("EXECUTION_ERROR", f"Function '{name}' failed")
        failure.__cause__ = error
        return Failure(failure)
    given = tuple(run.effects[before:])
    del run.effects[before:]
    return judged(name, signature, result, given, run)


def judged(
    name: str, signature: Signature, result: object, given: tuple[Effect, ...], run: Run
) -> Value | Failure:
    """A result as an outcome, if it is one that the function may give."""
    effects = given
    if isinstance(result, Returned):
        effects = given + result.effects
        result = result.value
    if effects and run.mode == "property":
        return Failure(
            FunctionError(
                "ACTION_ONLY",
                f"Function '{name}' wants something done, which only an action may",
            )
        )
    try:
        value = owned_result(result, name, run.context)
    except A2uiError as error:
        return Failure(error)
    if signature.definition.returns == "void":
        value = None
    if not signature.gives(value):
        return Failure(wrong_value(name, signature, value))
    return Value(value, effects)


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
    if not isinstance(error, FunctionError):
        return error
    if signature.explains(error.code, error.details):
        return error
    notes.append(f"Details of the error '{error.code}' of '{name}' do not fit its declaration")
    return FunctionError(error.code, error.message)
