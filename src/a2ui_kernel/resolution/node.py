"""What a host draws, and what it is told: nodes, their properties, notifications.

All frozen values. A node knows itself alone; its children are told by their refs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, Union

from ..effects import Effect, Failure, Value, _HoldsJson
from ..errors import A2uiError, FunctionError
from ..evaluation.waiting import AgentCall, LocalCall, Waiting
from ..values import FrozenDict, Json, json_equal, thaw

NodeState: TypeAlias = Literal["resolved", "pending", "unknown_type", "cyclic"]
"""`pending`: the component has not arrived; `cyclic`: it stands inside itself."""

Severity: TypeAlias = Literal["error", "warning", "info"]

PLACEHOLDER = "Placeholder"
"""The type of a node whose component is not drawn."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Binding(_HoldsJson):
    """A dynamic property.

    Attributes:
        value: Its value; None while it has none.
        path: The absolute data path that it is bound to; None for a literal or a call.
        waiting: It waits for an answer, and `value` is what it last was.
        error: Why it has no value, or None.
    """

    value: Json
    path: str | None = None
    waiting: bool = False
    error: A2uiError | None = None

    @property
    def writable(self) -> bool:
        """Whether user input can be written through it."""
        return self.path is not None

    def to_json(self) -> dict[str, Any]:
        """The binding as plain JSON."""
        said: dict[str, Any] = {"value": thaw(self.value), "path": self.path}
        if self.waiting:
            said["waiting"] = True
        if self.error is not None:
            said["error"] = _error_json(self.error)
        return said

    def __repr__(self) -> str:
        rest = ", waiting=True" if self.waiting else ""
        if self.error is not None:
            rest += f", error={self.error!r}"
        return f"Binding(value={self.value!r}, path={self.path!r}{rest})"


@dataclass(frozen=True, slots=True)
class Child:
    """A child, by its ref."""

    ref: str

    def to_json(self) -> dict[str, Any]:
        """The child as plain JSON."""
        return {"ref": self.ref}


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the user can do; `NodeResolver.invoke` does it.

    Attributes:
        kind: `event` tells the agent, `function` runs a function.
        name: The event's or the function's name.
    """

    kind: Literal["event", "function"]
    name: str

    def to_json(self) -> dict[str, Any]:
        """The action as plain JSON."""
        return {"action": self.kind, "name": self.name}


Prop: TypeAlias = Union[
    Json, Binding, Child, Action, tuple["Prop", ...], "Props", Mapping[str, "Prop"]
]
"""What a property is drawn as. Lists of children, and lists that hold bindings, are tuples."""


class Props(dict[str, Prop]):
    """A read-only mapping of properties. Equal to any dict that holds the same."""

    __slots__ = ()
    __setitem__ = __delitem__ = FrozenDict.__setitem__
    __ior__ = FrozenDict.__ior__
    clear = pop = popitem = setdefault = update = FrozenDict.clear
    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return json_equal(self, other) if isinstance(other, dict) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not json_equal(self, other) if isinstance(other, dict) else NotImplemented

    def __copy__(self) -> Props:
        return self

    def __deepcopy__(self, memo: object) -> Props:
        return self

    def __reduce__(self) -> tuple[type[Props], tuple[dict[str, Prop]]]:
        return Props, (dict(self),)


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """What a check found (protocol: checks)."""

    valid: bool
    code: str | None = None
    message: str | None = None
    severity: Severity = "error"

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        if self.valid:
            return {"valid": True}
        return {
            "valid": False,
            "code": self.code,
            "message": self.message,
            "severity": self.severity,
        }


VALID = ValidationResult(True)


@dataclass(frozen=True, slots=True, eq=False)
class Node(_HoldsJson):
    """One component at one position.

    Attributes:
        ref: Stays the same while the position holds the same component.
        position: Where it stands: `root`, `root/children/0`, `root/tabs/1/child`.
        component_id: The id of its component.
        type: The component's type; `Placeholder` for `pending` and `cyclic`.
        state: `resolved`, or which placeholder it is.
        scope: The data path that its relative paths start from.
        props: Its properties, the envelope and the checks aside.
        checks: The first failed check, else a valid one; None without rules.
        failed_checks: All failed checks, in the order of the rules.
        accessibility: Its accessibility attributes, or None.
        busy: Something on it waits for an answer.
    """

    ref: str
    position: str
    component_id: str
    type: str
    state: NodeState
    scope: str
    props: Props
    checks: ValidationResult | None = None
    failed_checks: tuple[ValidationResult, ...] = ()
    accessibility: Props | None = None
    busy: bool = False

    def to_json(self) -> dict[str, Any]:
        """The node alone, as plain JSON, children as `{"ref": …}`."""
        return {
            "ref": self.ref,
            "position": self.position,
            "component_id": self.component_id,
            "type": self.type,
            "state": self.state,
            "scope": self.scope,
            "props": _prop_json(self.props),
            "checks": self.checks.to_json() if self.checks is not None else None,
            "failed_checks": [check.to_json() for check in self.failed_checks],
            "accessibility": _prop_json(self.accessibility),
            "busy": self.busy,
        }


def _prop_json(prop: Prop) -> Any:
    if isinstance(prop, Binding | Child | Action):
        return prop.to_json()
    if isinstance(prop, dict):
        return {key: _prop_json(item) for key, item in prop.items()}
    if isinstance(prop, list | tuple):
        return [_prop_json(item) for item in prop]
    return prop


def _error_json(error: A2uiError) -> dict[str, Any]:
    said: dict[str, Any] = {
        "category": error.category,
        "code": error.code,
        "message": error.message,
    }
    if isinstance(error, FunctionError):
        said["details"] = thaw(error.details)
    return said


@dataclass(frozen=True, slots=True)
class NodeCreated:
    """A node came."""

    ref: str


@dataclass(frozen=True, slots=True)
class NodeUpdated:
    """A node's `to_json()` changed."""

    ref: str


@dataclass(frozen=True, slots=True)
class NodeDestroyed:
    """A node went."""

    ref: str


@dataclass(frozen=True, slots=True)
class AgentCallCancelled:
    """A call to the agent is no longer wanted; hand it to `Processor.cancel_agent_call`."""

    token: str


@dataclass(frozen=True, slots=True)
class LocalCallCancelled:
    """A coroutine is no longer wanted; cancel its task."""

    token: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a host may show to a developer, told once while it lasts.

    Attributes:
        code: `MISSING_DATA_BINDING`, `UNKNOWN_COMPONENT_TYPE`, `CYCLIC_REFERENCE`,
            `EXPRESSION_ERROR`, `CATALOG_ERROR`, `TEMPLATE_NOT_A_LIST`, `TEMPLATE_KEY`,
            `ERROR_DETAILS`, `LIMIT_…`.
        message: One sentence.
        path: The data path that it is about, or None.
        ref: The node that it is about, or None.
        error: The failure itself, or None.
    """

    code: str
    message: str
    path: str | None = None
    ref: str | None = None
    error: A2uiError | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ActionEvent(_HoldsJson):
    """An event for the agent; `messages.action` makes the message of it.

    Attributes:
        version: The surface's protocol version.
        surface_id: The surface.
        component_id: The component that acted.
        name: The event's name.
        context: Its context, resolved when the user acted.
        timestamp: When that was: UTC, ISO 8601.
        user_message: What to show as said by the user, or None.
    """

    version: str
    surface_id: str
    component_id: str
    name: str
    context: FrozenDict
    timestamp: str
    user_message: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ActionSettled(_HoldsJson):
    """An action that waited has come to its end.

    Attributes:
        ref: The node that acted.
        prop: The property of the action.
        outcome: `Value` or `Failure`.
        events: Events for the agent.
        effects: What its functions want done.
        errors: Why entries of the event are null.
    """

    ref: str
    prop: str
    outcome: Value | Failure
    events: tuple[ActionEvent, ...] = ()
    effects: tuple[Effect, ...] = ()
    errors: tuple[A2uiError, ...] = field(default=())


Notification: TypeAlias = Union[
    NodeDestroyed,
    NodeCreated,
    NodeUpdated,
    AgentCallCancelled,
    LocalCallCancelled,
    AgentCall,
    LocalCall,
    ActionSettled,
    Notice,
]
"""What `resolve`, `update`, `settle` and `dispose` tell, in this order."""

ActionOutcome: TypeAlias = Union[Value, Failure, Waiting]
