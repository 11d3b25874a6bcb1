"""Actions: what happens when the user acts, at once and after answers.

Each entry of an event's context, and its message, is an expression of its own; a function
call is one (protocol: actions; design: evaluation). They see the data that was there when
the user acted, also when they go on later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from ..effects import Effect, Failure, Value
from ..errors import A2uiError
from ..evaluation.context import DataContext
from ..evaluation.evaluation import Evaluation
from ..evaluation.waiting import Waiting
from ..surface.surface import Surface
from ..values import EMPTY, FrozenDict, Json, set_item
from .ledger import Ledger
from .mounting import Mount, Owner
from .node import Action, ActionEvent, ActionSettled
from .program import action_of


class Ended(NamedTuple):
    """What came of an action."""

    outcome: Value | Failure
    events: tuple[ActionEvent, ...]
    effects: tuple[Effect, ...]
    errors: tuple[A2uiError, ...]


@dataclass(frozen=True, slots=True)
class Running:
    """An action that has begun.

    Attributes:
        number: Tells it from other actions, also of the same property.
        ref: The node that acted.
        prop: The property of the action.
        event: The event in the making, its context being empty; None for a function.
        names: The context entry that each part is for; None for the user's message.
        parts: The evaluations.
        calls: For each part: the evaluation's tokens of what it waits for → ours.
    """

    number: int
    ref: str
    prop: str
    event: ActionEvent | None
    names: tuple[str | None, ...]
    parts: tuple[Evaluation, ...]
    calls: tuple[Mapping[str, str], ...]

    def entered(self, ledger: Ledger) -> Running:
        """The action with its calls in the ledger: what it waits for is wanted."""
        calls = tuple(
            ledger.calls(part.outcome, known, Owner("", self.number, n), self.ref, self.prop)
            for n, (part, known) in enumerate(zip(self.parts, self.calls, strict=True))
        )
        return Running(self.number, self.ref, self.prop, self.event, self.names, self.parts, calls)

    def settled(self, part: int, token: str, outcome: Value | Failure) -> Running:
        """The action with an answer."""
        next_part = self.parts[part].settle(token, outcome)
        parts = (*self.parts[:part], next_part, *self.parts[part + 1 :])
        return Running(self.number, self.ref, self.prop, self.event, self.names, parts, self.calls)

    def waiting(self) -> Evaluation | None:
        """The first evaluation that waits, or None if all have ended."""
        return next((part for part in self.parts if isinstance(part.outcome, Waiting)), None)

    def ended(self) -> Ended:
        """What came of it."""
        outcomes = [part.outcome for part in self.parts]
        effects = tuple(
            effect
            for outcome in outcomes
            if not isinstance(outcome, Waiting)
            for effect in outcome.effects
        )
        if self.event is None:
            [outcome] = outcomes
            assert not isinstance(outcome, Waiting)
            return Ended(outcome, (), effects, ())
        context, message = FrozenDict(), None
        errors = []
        for name, outcome in zip(self.names, outcomes, strict=True):
            value = outcome.value if isinstance(outcome, Value) else None
            if isinstance(outcome, Failure):
                errors.append(outcome.error)
            if name is not None:
                set_item(context, name, value)
            elif isinstance(value, str) and value:
                message = value
        event = self.event
        made = ActionEvent(
            event.version,
            event.surface_id,
            event.component_id,
            event.name,
            context,
            event.timestamp,
            message,
        )
        return Ended(Value(None), (made,), effects, tuple(errors))

    def told(self, outcome: Value | Failure | None = None) -> ActionSettled:
        """The notification of its end; with an outcome: it was given up."""
        if outcome is not None:
            return ActionSettled(self.ref, self.prop, outcome)
        ended = self.ended()
        return ActionSettled(self.ref, self.prop, *ended)


def begun(
    action: FrozenDict,
    number: int,
    mount: Mount,
    prop: str,
    surface: Surface,
    context: DataContext,
    timestamp: str,
) -> Running:
    """An action, its expressions run as far as they go."""
    kind = action_of(action, surface.dialect)
    assert isinstance(kind, Action)
    if kind.kind == "function":
        call = action.get("functionCall", action)
        parts = (context.evaluation_in("action", call),)
        return Running(number, mount.ref, prop, None, (None,), parts, ({},))
    event = action.get("event", action)
    assert isinstance(event, FrozenDict)
    entries = event.get("context")
    expressions: list[tuple[str | None, Json]] = []
    if isinstance(entries, FrozenDict):
        # Entry by entry: `path` and `call` are ordinary names here.
        expressions += entries.items()
    if event.get("userMessage") is not None:
        expressions.append((None, event["userMessage"]))
    made = ActionEvent(surface.version, surface.id, mount.id, kind.name, EMPTY, timestamp)
    return Running(
        number,
        mount.ref,
        prop,
        made,
        tuple([name for name, _ in expressions]),
        tuple([context.evaluation_in("action", value) for _, value in expressions]),
        ({},) * len(expressions),
    )


def stamp(now: datetime) -> str:
    """A moment as ISO 8601 in UTC, ending in `Z`.

    Raises:
        ValueError: A time without a time zone: it could be any moment.
    """
    if now.tzinfo is None:
        raise ValueError("`now` needs a time zone, such as datetime.now(timezone.utc)")
    return now.astimezone(UTC).isoformat().replace("+00:00", "Z")
