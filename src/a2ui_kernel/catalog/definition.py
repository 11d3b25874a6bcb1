"""What a catalog says of one component, of one function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..values import Json

Implementation: TypeAlias = Callable[[Any, Any], Json | Awaitable[Json] | Any]
"""`(arguments, context) -> JSON value`, plain or a coroutine function."""

Callers: TypeAlias = Literal["renderer", "agent", "either"]
Place: TypeAlias = Literal["renderer", "agent"]


@dataclass(frozen=True, slots=True)
class ComponentDefinition:
    """A component that a catalog declares.

    Attributes:
        name: The component's type.
        schema: Its JSON Schema, as the catalog has it.
        description: What it is for, or "".
        allowed_parents: Types it may stand under (`Surface`: as root), or None for any.
        allowed_children: Types it may hold, or None for any.
    """

    name: str
    schema: Json = field(repr=False)
    description: str = field(default="", repr=False)
    allowed_parents: tuple[str, ...] | None = None
    allowed_children: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class FunctionDefinition:
    """A function that a catalog declares.

    Attributes:
        name: What calls name it.
        args: JSON Schema of its arguments object, or None if it takes none.
        returns: A constant of the published form (`string`, `validationResult`, `void`, …), the
            server form's schema, or None if nothing is declared.
        errors: Error code → schema of its details, or None if none are declared.
        executed_at: Where it runs, if the catalog says so (server form), else None.
        callers: Who may call it.
        requires_user_activation: Whether it runs in a user's gesture only.
        description: What it is for, or "".
        implementation: What the renderer (or, in an agent, the agent) runs, or None.
        acts: Whether it acts on the world, and so never runs for a property or a check.
    """

    name: str
    args: Json = field(repr=False)
    returns: Json = field(default=None, repr=False)
    errors: Mapping[str, Json] | None = field(default=None, repr=False)
    executed_at: Place | None = None
    callers: Callers = "renderer"
    requires_user_activation: bool = False
    description: str = field(default="", repr=False)
    implementation: Implementation | None = field(default=None, repr=False)
    acts: bool = False
