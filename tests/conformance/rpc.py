"""`handle_rpc`: calls that the agent makes here, and calls that are made there.

The suite names its functions only; what they do is agreed upon by its harnesses.
"""

# What is not there yet; goes with the names in expected_failures.txt:
# mypy: disable-error-code="attr-defined"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import a2ui_kernel as a2ui

from .cases import Case, Document
from .compare import check_error, check_same


def _failing(_args: Any, _context: Any) -> Any:
    raise a2ui.FunctionError("EXECUTION_ERROR", "An error occurred during function execution.")


_BODIES: Mapping[str, Any] = {
    "playMedia": lambda _args, _context: {"playing": True, "timestamp": 0},
    "openExternalUrl": lambda _args, _context: {"opened": True},
    "failingFunction": _failing,
    "calculateTax": lambda args, _context: args["amount"] * 0.1,
}


def run_rpc(case: Case) -> None:
    expect = case.said["expect"]
    assert set(expect) <= {"response", "error", "result", "correlatedCallId"}, sorted(expect)
    processor = a2ui.Processor([_catalog(case)])
    if "message" in case.args:
        _check_inbound(processor, case.args, expect)
    if "outboundCall" in case.args:
        _check_outbound(processor, case.args, expect)


def _catalog(case: Case) -> a2ui.Catalog:
    metadata: Document = case.args.get("functionMetadata", {})
    functions = {name: _function(name, said) for name, said in metadata.items()}
    catalog = a2ui.Catalog.from_json(
        {"catalogId": _catalog_id(case), "functions": functions}, version="v1.0"
    )
    return catalog.implement({name: _BODIES.get(name, _nothing) for name in metadata})


def _nothing(_args: Any, _context: Any) -> None:
    return None


def _function(name: str, said: Mapping[str, Any]) -> Document:
    return {
        "type": "object",
        "returnType": "any",
        "allowedCallers": said.get("allowedCallers", "rendererOrAgent"),
        "requiresUserActivation": said.get("requiresUserActivation", False),
        "properties": {
            "@call": {"const": name},
            "args": said.get("schema", said.get("parameters", {"type": "object"})),
        },
        "required": ["@call"],
    }


def _catalog_id(case: Case) -> str:
    """The id of the one catalog. A case that expects no such catalog names another one."""
    if "catalogId" in case.args:
        return str(case.args["catalogId"])
    inbound = case.args.get("message", {}).get("callRendererFunction", {})
    outbound = case.args.get("outboundCall", {})
    calls = [outbound.get("callFunction", {})]
    if "Catalog not found" not in _expected_text(case):
        calls.insert(0, inbound.get("callFunction", {}))
    return next((call["catalogId"] for call in calls if "catalogId" in call), "basic")


def _expected_text(case: Case) -> str:
    response = case.said["expect"].get("response") or {}
    error = response.get("rendererFunctionResponse", {}).get("error", {})
    return str(error.get("message", ""))


def _check_inbound(processor: a2ui.Processor, args: Document, expect: Document) -> None:
    activated = args.get("userActivationPresent", False)
    step = processor.process(args["message"], user_activated=activated)
    if "error" in expect:
        wanted = {"category": "ValidationError", "message": expect["error"]["message"]}
        check_error(wanted, step.error)
        return
    check_error(None, step.error)
    responses = [e.message for e in step.effects if isinstance(e, a2ui.RpcResponse)]
    if expect.get("response") is None:
        check_same([], responses, "responses")
        return
    [response] = responses
    assert isinstance(response, dict)
    _check_response(expect["response"], response)


def _check_response(wanted: Document, response: Mapping[str, Any]) -> None:
    check_same(wanted["version"], response["version"], "version")
    wanted, given = wanted["rendererFunctionResponse"], response["rendererFunctionResponse"]
    check_same(wanted["functionCallId"], given["functionCallId"], "functionCallId")
    check_same("error" in wanted, "error" in given, "whether it failed")
    if "value" in wanted:
        check_same(wanted["value"], given["value"], "value")
    if "error" in wanted:
        check_same(wanted["error"]["code"], given["error"]["code"], "code")
        assert wanted["error"]["message"] in given["error"]["message"], given["error"]["message"]


def _check_outbound(processor: a2ui.Processor, args: Document, expect: Document) -> None:
    outbound = args["outboundCall"]
    call_id = outbound.get("functionCallId")
    called = processor.call_agent_function(
        outbound["surfaceId"], outbound["callFunction"], call_id=call_id
    )
    processor, call = called.unwrap()
    sent = {
        "functionCallId": call.id,
        **{key: outbound[key] for key in ("surfaceId", "callFunction")},
    }
    check_same({"version": "v1.0", "callAgentFunction": sent}, call.message, "the message sent")
    if "correlatedCallId" in expect and call_id is not None:
        check_same(expect["correlatedCallId"], call.id, "the call's id")

    answer: Document = args["inboundResponse"]
    if call_id is None:
        body = {**answer["agentFunctionResponse"], "functionCallId": call.id}
        answer = {**answer, "agentFunctionResponse": body}
    step = processor.process(answer)
    check_error(None, step.error)
    settled = a2ui.RpcSettled(call.id, a2ui.Value(expect["result"]))
    assert step.effects == (settled,), step.effects
