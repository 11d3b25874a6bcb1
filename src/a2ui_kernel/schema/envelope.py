"""Message bodies against the protocol schema of their version. Component entries stay open."""

from __future__ import annotations

from functools import cache

from ..errors import Fault
from ..values import Json
from ..wire.dialect import Dialect, Direction
from .advice import explain
from .documents import Schema, document, envelope_documents
from .validator import Accept, Library


# Caches of constants that ship with the package, one entry per message of the protocol.
@cache
def _library(dialect: Dialect, direction: Direction) -> Library:
    return Library(envelope_documents(dialect, direction))


@cache
def _schema(dialect: Dialect, kind: str, direction: Direction) -> Schema:
    home = document(f"{dialect.schemas}/{dialect.documents[direction]}")["$id"]
    definition = f"{kind[0].upper()}{kind[1:]}Message"
    return {"$ref": f"{home}#/$defs/{definition}/properties/{kind}"}


@cache
def _accept(dialect: Dialect, kind: str, direction: Direction) -> Accept:
    return _library(dialect, direction).accept(_schema(dialect, kind, direction))


def body_faults(
    dialect: Dialect, kind: str, body: Json, direction: Direction = "to renderer"
) -> list[Fault]:
    """What is wrong with the body of a message; nothing, for nearly all of them."""
    if _accept(dialect, kind, direction)(body):
        return []
    schema = _schema(dialect, kind, direction)
    return explain(_library(dialect, direction), schema, body, dialect, f"/{kind}") or [
        Fault(f"/{kind}", "invalid_value", f"/{kind} does not fit the schema of {dialect.version}")
    ]
