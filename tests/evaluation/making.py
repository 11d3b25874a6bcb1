"""Small catalogs, contexts and outcomes in a few words."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import a2ui_kernel as a2ui
from a2ui_kernel import (
    AgentCall,
    Catalog,
    DataContext,
    Evaluation,
    Failure,
    LocalCall,
    Value,
    Waiting,
)

Body = Callable[[Any, Any], Any]
Document = dict[str, Any]

DYNAMIC = {"$ref": "common_types.json#/$defs/DynamicValue"}
TEXT = {"$ref": "common_types.json#/$defs/DynamicString"}
ID = "https://example.com/catalogs/test.json"


def declaration(args: Document | None = None, returns: str = "any", **more: Any) -> Document:
    """A function of the published form, but for its name."""
    return {"args": args or {"type": "object"}, "returnType": returns, **more}


def published(
    declarations: Mapping[str, Document], *, defs: Document | None = None, **options: Any
) -> Catalog:
    """A v1.0 catalog of functions in the published form."""
    functions = {}
    for name, declared in declarations.items():
        rest = {key: value for key, value in declared.items() if key != "args"}
        properties = {"@call": {"const": name}, "args": declared["args"]}
        functions[name] = {
            "type": "object",
            "properties": properties,
            "required": ["@call"],
            **rest,
        }
    document = {"catalogId": ID, "protocolVersion": "v1.0", "functions": functions}
    return Catalog.from_json({**document, "$defs": defs or {}}, **options)


def older(declarations: Mapping[str, Document], *, id: str = ID) -> Catalog:
    """A v0.9 catalog."""
    functions = {
        name: {
            "type": "object",
            "properties": {
                "call": {"const": name},
                "args": declared["args"],
                "returnType": {"const": declared["returnType"]},
            },
            "required": ["call"],
        }
        for name, declared in declarations.items()
    }
    return Catalog.from_json({"catalogId": id, "functions": functions})


def server_function(
    args: Document | None = None,
    returns: Any = True,
    *,
    at: str = "client",
    callers: str = "clientOnly",
    **more: Any,
) -> Document:
    """A function of the server-function form."""
    form = {"executedAt": at, "callableFrom": callers, "returnType": returns}
    return {**form, "args": args or {"type": "object"}, **more}


def server(declarations: Mapping[str, Document], *, id: str = ID) -> Catalog:
    """A v1.0 catalog of functions in the server-function form."""
    return Catalog.from_json(
        {"catalogId": id, "protocolVersion": "v1.0", "functions": dict(declarations)}
    )


def functions(**bodies: Body | None) -> Catalog:
    """A catalog of functions that take and give anything; None: declared only."""
    catalog = published({name: declaration() for name in bodies})
    return catalog.implement({name: body for name, body in bodies.items() if body is not None})


def context(catalog: Catalog, data: Any = None, **options: Any) -> DataContext:
    """A context on one catalog, of its version."""
    return DataContext(catalogs=[catalog], version=catalog.version, data=data, **options)


def call(name: str, /, **args: Any) -> Document:
    """A call of v1.0."""
    return {"@call": name, "args": args}


def plain_call(name: str, /, **args: Any) -> Document:
    """A call of v0.9 and of the server-function dialect."""
    return {"call": name, "args": args}


def at(path: str) -> Document:
    """A binding of v1.0."""
    return {"@path": path}


def value_of(outcome: object) -> Any:
    """The value of an outcome that must be one."""
    assert isinstance(outcome, Value), outcome
    return outcome.value


def error_of(outcome: object) -> a2ui.A2uiError:
    """The error of an outcome that must be a failure."""
    assert isinstance(outcome, Failure), outcome
    return outcome.error


def calls_of(evaluation: Evaluation) -> tuple[AgentCall | LocalCall, ...]:
    """What an evaluation that must wait waits for."""
    assert isinstance(evaluation.outcome, Waiting), evaluation.outcome
    return evaluation.outcome.calls


def finish(wanted: AgentCall | LocalCall) -> Value | Failure:
    """The outcome of a coroutine that never really waits."""
    assert isinstance(wanted, LocalCall), wanted
    try:
        next(wanted.start().__await__())
    except StopIteration as stop:
        outcome = stop.value
        assert isinstance(outcome, Value | Failure)
        return outcome
    raise AssertionError("it waits")


def at_once(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """What a coroutine gives that never really waits."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits")


def give(value: Any) -> Body:
    """An implementation that gives a value."""
    return lambda _args, _context: value


def throw(error: BaseException) -> Body:
    """An implementation that raises."""

    def body(_args: Any, _context: Any) -> Any:
        raise error

    return body


def echo(args: Any, _context: Any) -> Any:
    """An implementation that gives its arguments."""
    return args


def later(body: Body) -> Body:
    """The same implementation as a coroutine function."""

    async def coroutine(args: Any, context: Any) -> Any:
        return body(args, context)

    return coroutine
