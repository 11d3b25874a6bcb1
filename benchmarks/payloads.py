"""What the workloads send: the same texts for every opponent, made here and nowhere else.

Knows neither our library nor a peer: this module is loaded by workers under interpreters
that have only one of them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]

VERSION = "v1.0"
CATALOG = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"
TEXTS_PER_COLUMN = 10
COLUMNS_PER_CHAIN = 40


class AbsentError(Exception):
    """A workload cannot be measured here; the text says why."""


def _message(kind: str, **body: Any) -> Message:
    return {"version": VERSION, kind: {"surfaceId": "s", **body}}


def flat(n: int) -> str:
    """W2, W3: a surface with n values, and n Texts under one Column, each bound to one."""
    data = {"items": {f"k{i}": f"value {i}" for i in range(n)}}
    root = {"id": "root", "component": "Column", "children": [f"t{i}" for i in range(n)]}
    texts = [
        {"id": f"t{i}", "component": "Text", "text": {"@path": f"/items/k{i}"}} for i in range(n)
    ]
    return json.dumps(
        [
            _message("createSurface", catalogId=CATALOG, dataModel=data),
            _message("updateComponents", components=[root, *texts]),
        ]
    )


def flat_update(n: int) -> Message:
    """W5: the message of `flat` that brings the components, parsed."""
    update: Message = json.loads(flat(n))[1]
    return update


def create() -> Message:
    """A surface with nothing in it."""
    return _message("createSurface", catalogId=CATALOG)


def first() -> str:
    """W9: the first message of a session, small, with components and data, as text."""
    components = [
        {"id": "root", "component": "Column", "children": ["a", "b"]},
        {"id": "a", "component": "Text", "text": {"@path": "/name"}},
        {"id": "b", "component": "Text", "text": "Hello"},
    ]
    return json.dumps(
        _message(
            "createSurface", catalogId=CATALOG, components=components, dataModel={"name": "Ada"}
        )
    )


def stream(n: int) -> list[Message]:
    """W11: n updates of one component each: Columns of ten Texts, parents before children.

    The Columns hang in chains of forty under root, since all opponents refuse a tree that
    is deeper than fifty levels. Every id but root's is referred to before it comes.
    """
    columns = -(-(n - 1) // (TEXTS_PER_COLUMN + 1))
    heads = [f"c{c}" for c in range(0, columns, COLUMNS_PER_CHAIN)]
    components: list[Message] = [{"id": "root", "component": "Column", "children": heads}]
    for c in range(columns):
        texts = [f"t{c}_{t}" for t in range(TEXTS_PER_COLUMN)]
        last = c + 1 == columns or (c + 1) % COLUMNS_PER_CHAIN == 0
        below = texts if last else [*texts, f"c{c + 1}"]
        components.append({"id": f"c{c}", "component": "Column", "children": below})
        components.extend({"id": t, "component": "Text", "text": f"Text {t}"} for t in texts)
    return [_message("updateComponents", components=[component]) for component in components[:n]]


def examples() -> list[tuple[str, str]]:
    """W1: (name, text) of every v1.0 example of the conformance data.

    Raises:
        AbsentError: The data are neither in A2UI_CONFORMANCE nor beside the repository.
    """
    beside = Path(__file__).resolve().parents[2] / "shared" / "conformance"
    home = Path(os.environ.get("A2UI_CONFORMANCE") or beside)
    files = sorted((home / "examples" / "v1_0").glob("*.json"))
    if not files:
        raise AbsentError(f"no examples in {home}: set A2UI_CONFORMANCE")
    found = []
    for file in files:
        document = json.loads(file.read_text(encoding="utf-8"))
        messages = document["messages"] if isinstance(document, dict) else document
        found.append((file.name, json.dumps(messages)))
    return found


CONTEXT = {"user": {"name": "Ada"}, "count": 3, "total": 9.5, "n": 4}
"""The data that W7 and W8 read."""

TEMPLATE = {
    "@call": "formatString",
    "args": {"value": "Hello ${/user/name}, ${/count} items for ${/total}."},
}
GREETING = "Hello Ada, 3 items for 9.5."
ADD_ARGS = {
    "type": "object",
    "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
    "required": ["a", "b"],
    "additionalProperties": False,
}


def addition(number: int) -> dict[str, Any]:
    """W8: a call of a custom function with one bound argument."""
    return {
        "@call": "add",
        "catalogId": "shop",
        "args": {"a": {"@path": "/n"}, "b": number},
    }
