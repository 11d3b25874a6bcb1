"""`formatString`: text with `${…}`, turned into the values between its literals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...evaluation.context import DataContext
from ...evaluation.results import joined
from ...limits import Limits
from ...text import to_text
from ...values import FrozenList, Json


class FormatString:
    """`formatString`: `value` is a template (protocol: functions §4).

    An evaluation expands it, so that calls in it wait, are remembered and fail like any
    other. Called by itself, it resolves its parts at once.
    """

    __slots__ = ()

    def expand(
        self, args: dict[str, Json], context: DataContext
    ) -> tuple[FrozenList, Callable[[Sequence[Json], Limits], Json]]:
        """The dynamic values that the template holds, and what joins their values.

        Raises:
            A2uiError: category `expression`: the template is none, or too large.
        """
        template = args.get("value")
        if not isinstance(template, str):
            template = to_text(template)
        return context.memory.template(template), joined

    def __call__(self, args: dict[str, Json], context: DataContext) -> Json:
        """The text, its parts resolved in the context."""
        parts, join = self.expand(args, context)
        return join([context.resolve(part) for part in parts], context.limits)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FormatString)

    def __hash__(self) -> int:
        return hash(FormatString)
