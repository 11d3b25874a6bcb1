"""What runs a case: one runner for each action.

An action that is in neither table fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .actions import run_action
from .cases import Case
from .common_types import run_common_type, run_common_types_schema
from .data import run_data_model, run_resolve_path
from .documents import run_from_json
from .functions import run_function, run_parse_template, run_select_catalog
from .nodes import run_nodes
from .reports import run_capabilities, run_data_model_report
from .rpc import run_rpc
from .surfaces import run_messages

Runner: TypeAlias = Callable[[Case], None]

RUNNERS: Mapping[str, Runner] = {
    "common_types_schema": run_common_types_schema,
    "data_model": run_data_model,
    "dispatch_action": run_action,
    "evaluate_function": run_function,
    "from_json": run_from_json,
    "get_renderer_capabilities": run_capabilities,
    "get_renderer_data_model": run_data_model_report,
    "handle_rpc": run_rpc,
    "parse_expression_template": run_parse_template,
    "process_messages": run_messages,
    "resolve_nodes": run_nodes,
    "resolve_path": run_resolve_path,
    "select_catalog": run_select_catalog,
    "validate": run_messages,
    "validate_common_type": run_common_type,
}

SKIPPED: Mapping[str, str] = {
    "accessibility_check": "it needs a user interface framework, and this library draws nothing",
}
