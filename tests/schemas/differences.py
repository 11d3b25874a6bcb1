"""Where our documents give another verdict than the published ones, on purpose.

Ours take more in every case. `without` removes from a value what only ours take: what is
left must get the same verdict from both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Difference:
    """One difference.

    Attributes:
        name: Short, for test ids.
        where: The schema, in our documents.
        catalog: The catalog in use.
        reason: Why.
        only_ours: A value that ours accept, and the published document refuses.
        without: The value, with what falls under the difference taken away.
    """

    name: str
    where: str
    catalog: str
    reason: str
    only_ours: Any
    without: Callable[[Any], Any]


def _everywhere(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Any], Any]:
    def changed(node: Any) -> Any:
        if isinstance(node, list):
            return [changed(item) for item in node]
        if isinstance(node, dict):
            return change({key: changed(item) for key, item in node.items()})
        return node

    return changed


def _free_extension_keys(node: dict[str, Any]) -> dict[str, Any]:
    extensions = node.get("extensions")
    if not isinstance(extensions, dict):
        return node
    kept = {key: item for key, item in extensions.items() if key.isidentifier()}
    return {**node, "extensions": kept}


def _callers(node: dict[str, Any]) -> dict[str, Any]:
    if node.get("allowedCallers") in ("agentOnly", "rendererOrAgent"):
        return {key: item for key, item in node.items() if key != "allowedCallers"}
    return node


def _closing_of_calls(node: dict[str, Any]) -> dict[str, Any]:
    if "returnType" in node and node.get("unevaluatedProperties") is False:
        return {key: item for key, item in node.items() if key != "unevaluatedProperties"}
    return node


def _more_definitions(node: dict[str, Any]) -> dict[str, Any]:
    defs = node.get("$defs")
    if not isinstance(defs, dict):
        return node
    kept = {key: item for key, item in defs.items() if key in ("anyComponent", "anyFunction")}
    return {**node, "$defs": kept}


MCP_FUNCTIONS = (
    "callMcpTool",
    "jmespath",
    "split",
    "regexCapture",
    "regexReplace",
    "updateDataModel",
)


def _catalog_of_mcp_calls(node: dict[str, Any]) -> dict[str, Any]:
    if node.get("@call") in MCP_FUNCTIONS and isinstance(node.get("catalogId"), str):
        return {key: item for key, item in node.items() if key != "catalogId"}
    return node


def _function(**annotations: Any) -> dict[str, Any]:
    return {
        "catalogId": "c",
        "functions": {
            "f": {
                "type": "object",
                "properties": {"@call": {"const": "f"}},
                "required": ["@call"],
                "returnType": "any",
                **annotations,
            }
        },
    }


DIFFERENCES = (
    Difference(
        "extension keys are free",
        "v1_0/common_types.json#/$defs/Extensions",
        "basic",
        "Unicode property classes in patterns mean different things to different engines; "
        "the library checks the keys itself.",
        {"no identifier": 1},
        lambda value: _free_extension_keys({"extensions": value})["extensions"],
    ),
    Difference(
        "extension keys are free wherever extensions stand",
        "v1_0/common_types.json#/$defs/ComponentCommon",
        "basic",
        "As above.",
        {"id": "a", "metadata": {"extensions": {"no identifier": 1}}},
        _everywhere(_free_extension_keys),
    ),
    Difference(
        "a function that needs the user may be the agent's to call",
        "v1_0/catalog_definition.json",
        "basic",
        "Conformance cases have such functions; a call is judged when it comes.",
        _function(requiresUserActivation=True, allowedCallers="rendererOrAgent"),
        _everywhere(_callers),
    ),
    Difference(
        "a function that says nothing of the user may be the agent's to call",
        "v1_0/catalog_definition.json",
        "basic",
        "The published condition also holds where requiresUserActivation is left out, "
        "which nobody can have meant.",
        _function(allowedCallers="agentOnly"),
        _everywhere(_callers),
    ),
    Difference(
        "a function definition may close the call",
        "v1_0/catalog_definition.json",
        "basic",
        "The published MCP catalog, and catalogs of the conformance data, do so.",
        _function(unevaluatedProperties=False),
        _everywhere(_closing_of_calls),
    ),
    Difference(
        "a catalog may have definitions of its own",
        "v1_0/catalog_definition.json",
        "basic",
        "The published MCP catalog has some.",
        {"catalogId": "c", "$defs": {"anyComponent": True, "anyFunction": True, "Price": {}}},
        _everywhere(_more_definitions),
    ),
    Difference(
        "a call of an MCP function may name its catalog",
        "v1_0/common_types.json#/$defs/FunctionCall",
        "mcp",
        "The published functions are closed each by itself, which shuts out the catalogId that "
        "a surface with another catalog, and every call by the agent, has to give.",
        {"@call": "jmespath", "args": {"expression": "a", "data": []}, "catalogId": "c"},
        _everywhere(_catalog_of_mcp_calls),
    ),
)
"""Differences of verdict on what is compared below."""

McpAppAlone = Difference(
    "McpApp leaves the envelope to the envelope",
    "v1_0/catalog.json#/components/McpApp",
    "mcp",
    "Component definitions of v1.0 describe own properties only; message documents add the rest.",
    {"component": "McpApp", "htmlContent": "<p>"},
    lambda value: value,
)
McpFunctionAlone = Difference(
    "MCP functions leave the closing to the call",
    "v1_0/catalog.json#/functions/split",
    "mcp",
    "As the basic catalog's functions do; see above.",
    {"@call": "split", "args": {"value": "a", "separator": ","}, "catalogId": "c"},
    lambda value: value,
)


def without_differences(value: Any, where: str) -> Any:
    """What is left of a value when all that only ours take is gone."""
    extensions, *others = DIFFERENCES
    if where == extensions.where:
        return extensions.without(value)
    for difference in others:
        value = difference.without(value)
    return value
