"""Who may call what, where it runs, and what may leave to the agent (decisions 25, 30)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..catalog.definition import FunctionDefinition
from .abandoned import refused
from .memory import Found

if TYPE_CHECKING:
    from .context import DataContext

Mode: TypeAlias = Literal["property", "action", "agent", "activated agent"]
"""What an evaluation is for: a property or a check; an action (or the host itself); an
agent's call, without and with a user's gesture."""


def check_authority(mode: Mode, name: str, definition: FunctionDefinition) -> None:
    """Refuse a function that is not for this caller.

    Raises:
        Abandoned: It is.
    """
    if definition.callers == "agent" and mode in ("property", "action"):
        raise refused(f"Function '{name}' is reserved for the agent; a component cannot use it")
    if definition.callers == "renderer" and mode in ("agent", "activated agent"):
        raise refused(
            f"Function '{name}' cannot be called by agent (allowedCallers is rendererOnly)."
        )
    if mode == "agent" and definition.requires_user_activation:
        raise refused(f"Function '{name}' requires user activation context to execute.")
    if mode == "property" and (definition.acts or definition.requires_user_activation):
        raise refused(
            f"Function '{name}' acts on the world: it runs from an action, not for a property "
            "or a check",
            "ACTION_ONLY",
        )


def check_may_leave(context: DataContext, name: str, found: Found) -> None:
    """Refuse a call that the policy keeps from the agent.

    Raises:
        Abandoned: It does.
    """
    signature = found.signature
    where = f"catalog '{found.catalog.id}'" if found.catalog is not None else "no catalog"
    declared = signature is not None
    if not context.dialect.asks_agent:
        raise refused(f"Function not found: {where} does not implement '{name}'")
    if declared and signature.definition.callers == "agent":  # type: ignore[union-attr]
        raise refused(f"Function '{name}' is reserved for the agent; a component cannot use it")
    if context.dialect.lookup == "by name":
        if not declared:
            raise refused(f"Function not found: no catalog declares '{name}'")
        if signature.definition.executed_at != "agent":  # type: ignore[union-attr]
            raise refused(
                f"Function '{name}' is executed here, and is not implemented",
                "EXECUTION_ERROR",
            )
        if context.agent_calls != "never":
            return
    elif context.agent_calls == "undeclared" or (declared and context.agent_calls == "declared"):
        return
    raise refused(
        f"Function '{name}' is not implemented in {where}, and agent_calls="
        f"'{context.agent_calls}' keeps the call from the agent"
    )
