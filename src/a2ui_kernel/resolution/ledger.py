"""What a draft has to tell beside nodes: calls, ends of actions, notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..effects import Failure, Value
from ..evaluation.waiting import AgentCall, LocalCall, Waiting
from .mounting import Condition, Owner, State
from .node import (
    ActionSettled,
    AgentCallCancelled,
    LocalCallCancelled,
    Notice,
    Notification,
)

if TYPE_CHECKING:
    from rpds import HashTrieMap

    from .actions import Running


class Ledger:
    """The calls that wait, the actions that wait, and the conditions that last."""

    def __init__(self, before: State) -> None:
        self._surface_id = before.surface_id
        self._conditions = before.conditions
        self.tokens = before.tokens
        self.owners: dict[str, Owner] = {**before.owners}
        self.actions: dict[int, Running] = {**before.actions}
        self._wanted: dict[str, AgentCall | LocalCall] = {}
        self._cancelled: list[AgentCallCancelled | LocalCallCancelled] = []
        self.ends: list[ActionSettled] = []
        self._changes: dict[Condition, int] = {}
        self._notices: dict[Condition, Notice] = {}

    def exchange(
        self, gone: Iterable[tuple[Condition, Notice]], come: Iterable[tuple[Condition, Notice]]
    ) -> None:
        """Conditions of a mount that end, and those that begin."""
        changes = self._changes
        for condition, _ in gone:
            changes[condition] = changes.get(condition, 0) - 1
        for condition, notice in come:
            changes[condition] = changes.get(condition, 0) + 1
            self._notices[condition] = notice

    def calls(
        self,
        outcome: Value | Failure | Waiting | None,
        known: Mapping[str, str],
        owner: Owner,
        ref: str,
        prop: str,
    ) -> Mapping[str, str]:
        """An evaluation's tokens → ours, after it came to an outcome.

        What it waits for anew is wanted, what it no longer waits for is cancelled.
        """
        waiting = outcome.calls if isinstance(outcome, Waiting) else ()
        now: dict[str, str] = {}
        for call in waiting:
            own = known.get(call.token)
            if own is None:
                self.tokens += 1
                own = f"{self.tokens}@{self._surface_id}"
                self._wanted[own] = replace(call, token=own, ref=ref, prop=prop)
            now[call.token] = own
            local = isinstance(call, LocalCall)
            self.owners[own] = owner._replace(token=call.token, local=local)
        self.give_up({token: own for token, own in known.items() if token not in now})
        return now

    def give_up(self, calls: Mapping[str, str]) -> None:
        """Calls that are no longer wanted; those that were answered are none."""
        for token in calls.values():
            owner = self.owners.pop(token, None)
            if owner is None or self._wanted.pop(token, None) is not None:
                continue
            kind = LocalCallCancelled if owner.local else AgentCallCancelled
            self._cancelled.append(kind(token))

    def wanted(self) -> tuple[AgentCall | LocalCall, ...]:
        """The calls that are wanted since the draft began."""
        return tuple(self._wanted.values())

    def told(self) -> tuple[Notification, ...]:
        """Everything, in the order in which it is told."""
        notices = [
            self._notices[condition]
            for condition, change in self._changes.items()
            if change > 0 and not self._conditions.get(condition)
        ]
        return (*self._cancelled, *self.wanted(), *self.ends, *notices)

    def next_conditions(self) -> HashTrieMap[Condition, int]:
        """How many mounts have a condition now."""
        conditions = self._conditions
        for condition, change in self._changes.items():
            if change:
                count = conditions.get(condition, 0) + change
                conditions = (
                    conditions.insert(condition, count) if count else conditions.remove(condition)
                )
        return conditions
