"""`and`, `or`, `not`, over values of any kind.

Text counts as true unless it is empty or says `false`. A ValidationResult counts by its
`valid` where the version has such results.
"""

from __future__ import annotations

from ...errors import FunctionError
from ...values import Json
from .arguments import Arguments, boolean, shown


def all_of(results: bool, args: Arguments) -> bool:
    """`and`: whether every one of two or more values is true."""
    return all(_holds(value, results) for value in _operands(args))


def any_of(results: bool, args: Arguments) -> bool:
    """`or`: whether one of two or more values is true."""
    return any(_holds(value, results) for value in _operands(args))


def negation(results: bool, args: Arguments) -> bool:
    """`not`: whether a value is not true."""
    return not _holds(args.get("value"), results)


def _operands(args: Arguments) -> list[Json]:
    values = args.get("values")
    if not isinstance(values, list) or len(values) < 2:
        count = f"a list of {len(values)}" if isinstance(values, list) else shown(values)
        raise FunctionError(
            "INVALID_ARGUMENTS", f"'values' must be a list of at least 2 values, not {count}"
        )
    return values


def _holds(value: Json, results: bool) -> bool:
    if isinstance(value, str):
        return value != "" and value.lower() != "false"
    if results and isinstance(value, dict) and isinstance(value.get("valid"), bool):
        return value["valid"] is True
    return boolean(value)
