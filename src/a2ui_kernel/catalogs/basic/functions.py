"""The table of the basic catalog: which body each function has, by version.

`formatString` is not here: it evaluates, where these only compute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ...values import Json
from ...wire.dialect import BY_SPELLING
from . import validators
from .arguments import Arguments, Context
from .dates import format_date
from .formatter import Formatter
from .links import open_url
from .logic import all_of, any_of, negation
from .numbers import format_currency, format_number, pluralize
from .validators import INVALID, INVALID_EMAIL, Judge, Result

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class With(Generic[S]):
    """A body that needs to know something of its catalog: the formatter, the version's ways."""

    body: Callable[[S, Arguments], Json]
    setting: S

    def __call__(self, args: Arguments, context: Context) -> Json:  # noqa: ARG002
        """What the body gives."""
        return self.body(self.setting, args)


_JUDGES: Mapping[str, Judge] = MappingProxyType(
    {
        "required": validators.required,
        "regex": validators.regex,
        "length": validators.length,
        "numeric": validators.numeric,
        "email": validators.email,
    }
)


def functions(version: str, formatter: Formatter) -> dict[str, Callable[..., Any]]:
    """The bodies of the basic catalog's functions, by name; all but `formatString`.

    Args:
        version: The catalog's version.
        formatter: How the locale-sensitive ones write.

    Raises:
        KeyError: There is no such version.
    """
    results = BY_SPELLING[version].validation_results
    judges: dict[str, Callable[..., Any]] = dict(_JUDGES)
    if results:
        failed = {"email": INVALID_EMAIL}
        judges = {n: Result(judge, failed.get(n, INVALID)) for n, judge in _JUDGES.items()}
    return judges | {
        "and": With(all_of, results),
        "or": With(any_of, results),
        "not": With(negation, results),
        "formatNumber": With(format_number, formatter),
        "formatCurrency": With(format_currency, formatter),
        "pluralize": With(pluralize, formatter),
        "formatDate": With(format_date, formatter),
        "openUrl": open_url,
    }
