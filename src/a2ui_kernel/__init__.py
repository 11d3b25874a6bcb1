"""a2ui-kernel: the renderer-side core of A2UI, as immutable values and without I/O."""

from .catalog.catalog import Catalog
from .catalog.definition import ComponentDefinition, FunctionDefinition
from .data.model import DataModel
from .effects import (
    ApplyMessages,
    ComponentsUpdated,
    DataModelUpdated,
    Effect,
    Failure,
    OpenUrl,
    Returned,
    RpcResponse,
    RpcSettled,
    SurfaceCreated,
    SurfaceDeleted,
    Value,
    Write,
)
from .errors import A2uiError, Fault, FunctionError
from .evaluation.context import DataContext
from .evaluation.evaluation import Evaluation
from .evaluation.waiting import AgentCall, LocalCall, Waiting
from .limits import Limits
from .processor import Processor, Step
from .resolution.node import (
    Action,
    ActionEvent,
    ActionSettled,
    AgentCallCancelled,
    Binding,
    Child,
    LocalCallCancelled,
    Node,
    NodeCreated,
    NodeDestroyed,
    NodeState,
    NodeUpdated,
    Notice,
    Notification,
    Prop,
    Props,
    ValidationResult,
)
from .resolution.resolver import Invocation, NodeResolver
from .surface.component import Component
from .surface.surface import Surface
from .surface.validation import Validation
from .values import FrozenDict, FrozenList, Json, JsonLike, thaw
from .wire.dialect import SUPPORTED_VERSIONS

__version__ = "0.1.0"

__all__ = [
    "SUPPORTED_VERSIONS",
    "A2uiError",
    "Action",
    "ActionEvent",
    "ActionSettled",
    "AgentCall",
    "AgentCallCancelled",
    "ApplyMessages",
    "Binding",
    "Catalog",
    "Child",
    "Component",
    "ComponentDefinition",
    "ComponentsUpdated",
    "DataContext",
    "DataModel",
    "DataModelUpdated",
    "Effect",
    "Evaluation",
    "Failure",
    "Fault",
    "FrozenDict",
    "FrozenList",
    "FunctionDefinition",
    "FunctionError",
    "Invocation",
    "Json",
    "JsonLike",
    "Limits",
    "LocalCall",
    "LocalCallCancelled",
    "Node",
    "NodeCreated",
    "NodeDestroyed",
    "NodeResolver",
    "NodeState",
    "NodeUpdated",
    "Notice",
    "Notification",
    "OpenUrl",
    "Processor",
    "Prop",
    "Props",
    "Returned",
    "RpcResponse",
    "RpcSettled",
    "Step",
    "Surface",
    "SurfaceCreated",
    "SurfaceDeleted",
    "Validation",
    "ValidationResult",
    "Value",
    "Waiting",
    "Write",
    "thaw",
]
