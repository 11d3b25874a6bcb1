"""Values to be judged: what the conformance data holds, instances of schemas, mutations.

Everything random comes from a seeded generator that the caller hands in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import yaml

from .oracle import SPECIFICATION, Schema, conformance

MESSAGE_KEYS = frozenset(
    {
        "createSurface",
        "updateComponents",
        "updateDataModel",
        "deleteSurface",
        "action",
        "error",
        "callRendererFunction",
        "agentFunctionResponse",
        "callAgentFunction",
        "rendererFunctionResponse",
    }
)


# ------------------------------------------------------------------ what is there


class _Loader(yaml.SafeLoader):
    """YAML as JSON: a time stamp is text."""

    yaml_implicit_resolvers = {  # noqa: RUF012
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


@cache
def examples() -> tuple[Any, ...]:
    """The example files, whole."""
    return tuple(
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((conformance() / "examples").rglob("*.json"))
    )


@cache
def suites() -> tuple[Any, ...]:
    """The conformance suites, whole."""
    return tuple(
        _as_json(yaml.load(path.read_text(encoding="utf-8"), _Loader))
        for path in sorted((conformance() / "core").glob("*.yaml"))
    )


def messages_back() -> list[Any]:
    """Messages of every form that the suites have no example of: most go to the agent."""
    action = {
        "name": "go",
        "surfaceId": "s",
        "sourceComponentId": "b",
        "timestamp": "2026-10-05T14:30:00Z",
        "context": {"a": 1},
    }
    extended = {**action, "userMessage": "Go.", "metadata": {"extensions": {"vendor_key": 1}}}
    refused = {"code": "VALIDATION_FAILED", "surfaceId": "s", "path": "/a", "message": "m"}
    failed = {"code": "OTHER", "surfaceId": "s", "message": "m", "more": 1}
    call = {"@call": "required", "args": {"value": 1}, "catalogId": "c"}
    answers = ({"value": None}, {"error": {"code": "c", "message": "m"}})
    theme = {"primaryColor": "#a1b2c3", "agentDisplayName": "A"}
    old: list[dict[str, Any]] = [
        {"action": action},
        {"error": refused},
        {"error": failed},
        {
            "createSurface": {
                "surfaceId": "s",
                "catalogId": "c",
                "sendDataModel": True,
                "theme": theme,
            }
        },
    ]
    new: list[dict[str, Any]] = [
        {"action": action},
        {"action": extended},
        {"error": refused},
        {"error": {**refused, "code": "UNALLOWED_PARENT"}},
        {"error": failed},
        {"error": {"code": "OTHER", "functionCallId": "1", "message": "m"}},
        {"callAgentFunction": {"surfaceId": "s", "functionCallId": "1", "callFunction": call}},
        {"callRendererFunction": {"surfaceId": "s", "functionCallId": "1", "callFunction": call}},
        *({"rendererFunctionResponse": {"functionCallId": "1", **answer}} for answer in answers),
        *({"agentFunctionResponse": {"functionCallId": "1", **answer}} for answer in answers),
        {
            "createSurface": {
                "surfaceId": "s",
                "metadata": {"extensions": {"vendor_key": 1}},
                "dataModel": {"a": 1},
                "components": [
                    {
                        "id": "root",
                        "component": "Divider",
                        "metadata": {"extensions": {"vendor_key": {}}},
                    }
                ],
            }
        },
    ]
    return [
        {"version": version, **body}
        for version, bodies in (("v0.9", old), ("v0.9.1", old), ("v1.0", new))
        for body in bodies
    ]


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def messages_in(value: Any) -> list[Any]:
    """Everything in a value that means to be a message."""
    return [
        node
        for node in everything_in(value)
        if isinstance(node, dict) and "version" in node and not MESSAGE_KEYS.isdisjoint(node)
    ]


def everything_in(value: Any) -> Iterator[Any]:
    """A value and all that is inside."""
    yield value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from everything_in(item)


def distinct(values: Iterable[Any]) -> list[Any]:
    """Each value once, in order, as JSON tells them apart."""
    return list({json.dumps(value, sort_keys=True): value for value in values}.values())


# ------------------------------------------------------------------ mutations

ODDMENTS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    3,
    "",
    "text",
    "root",
    "Surface",
    "@",
    "@index",
    "v0.9",
    "v0.9.1",
    "v1.0",
    "1.0",
    "2026-10-05",
    "14:30:00Z",
    "2026-10-05T14:30:00Z",
    "2026-02-30",
    "https://example.org/x",
    "not a uri",
    "#a1b2c3",
    "#a1b2c",
    "VALIDATION_FAILED",
    "polite",
    [],
    {},
    ["a", "b"],
    [1],
    [None],
    {"a": 1},
    {"@": 1},
    {"@@type": 1},
    {"@type": 1},
    {"path": "/a"},
    {"@path": "/a"},
    {"path": "/a", "more": 1},
    {"@path": 1},
    {"path": 1},
    {"componentId": "a", "path": "/a"},
    {"@call": "@index"},
    {"@call": "@index", "args": {}},
    {"call": "required", "args": {"value": 1}},
    {"@call": "required", "args": {"value": 1}},
    {"call": "email", "args": {"value": "a"}, "returnType": "boolean"},
    {"call": "formatString", "args": {"value": "a"}, "returnType": "string"},
    {"call": "formatString", "args": {"value": "a"}, "returnType": "number"},
    {"@call": "not", "args": {"value": {"@path": "/a"}}, "catalogId": "c"},
    {"call": "nothing"},
    {"@call": "nothing", "args": {}},
    {"@call": 1},
    {"event": {"name": "go"}},
    {"event": {"name": "go", "context": {"@type": 1, "x": None}}},
    {"functionCall": {"call": "openUrl", "args": {"url": "https://example.org"}}},
    {"functionCall": {"@call": "openUrl", "args": {"url": {"@path": "/u"}}}},
    {"condition": True, "message": "m"},
    {"condition": {"@path": "/ok"}},
    {"extensions": {"vendor_key": 1}},
    {"extensions": {"no identifier": 1}},
    {"other": 1},
    {"code": "c", "message": "m"},
    {"svgPath": "M0 0"},
    {"svgPath": {"@path": "/p"}},
)
KEYS = (
    "id",
    "component",
    "catalogId",
    "accessibility",
    "metadata",
    "extensions",
    "checks",
    "weight",
    "child",
    "children",
    "action",
    "value",
    "label",
    "text",
    "variant",
    "description",
    "path",
    "@path",
    "call",
    "@call",
    "args",
    "returnType",
    "@index",
    "@",
    "@@x",
    "event",
    "functionCall",
    "name",
    "context",
    "userMessage",
    "surfaceId",
    "functionCallId",
    "version",
    "theme",
    "dataModel",
    "components",
    "sendDataModel",
    "code",
    "message",
    "error",
    "live",
    "hidden",
    "condition",
    "componentId",
    "min",
    "max",
    "steps",
    "posterUrl",
    "placeholder",
    "validationRegexp",
    "$defs",
    "allowedCallers",
    "requiresUserActivation",
    "allowedParents",
    "unevaluatedProperties",
    "Surface",
    "extra",
    "no identifier",
)

Path = tuple[Any, ...]


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    """Where something is in a value, itself included."""
    yield at
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(item, (*at, key))


def faults(value: Any) -> Iterator[Any]:
    """Copies of a value with one fault each: every place in it given every type, left out,
    and given one key too many."""
    for place in places(value):
        for other in (None, True, 7, 0.5, "other", [], {}, ["other"], {"other": 1}):
            yield _changed(_as_json(value), place, partial(_instead, other))
        yield _changed(_as_json(value), place, _with_other)
        if place:
            yield _changed(_as_json(value), place[:-1], partial(_lacking, place[-1]))


def _instead(other: Any, _: Any) -> Any:
    return other


def _with_other(node: Any) -> Any:
    if isinstance(node, dict):
        return {**node, "other": 1}
    return [*node, *node[:1]] if isinstance(node, list) else node


def _lacking(key: Any, node: Any) -> Any:
    if isinstance(node, dict):
        return {name: item for name, item in node.items() if name != key}
    return [item for at, item in enumerate(node) if at != key]


def mutated(random: Random, value: Any, grafts: tuple[Any, ...] = ODDMENTS) -> Any:
    """A copy of a value with one or two small faults, or none that matters."""
    result = _as_json(value)
    for _ in range(random.choice((1, 1, 1, 2))):
        result = _mutated_once(random, result, grafts)
    return result


def _mutated_once(random: Random, value: Any, grafts: tuple[Any, ...]) -> Any:
    place = random.choice(list(places(value)))
    change = random.choice((_replaced, _without_one, _renamed, _with_one, _with_one))
    return _changed(value, place, lambda node: change(random, node, grafts))


def _changed(value: Any, place: Path, change: Callable[[Any], Any]) -> Any:
    if not place:
        return change(value)
    value[place[0]] = _changed(value[place[0]], place[1:], change)
    return value


def _replaced(random: Random, _: Any, grafts: tuple[Any, ...]) -> Any:
    return _as_json(random.choice(grafts))


def _without_one(random: Random, node: Any, grafts: tuple[Any, ...]) -> Any:
    if isinstance(node, dict) and node:
        del node[random.choice(list(node))]
    elif isinstance(node, list) and node:
        del node[random.randrange(len(node))]
    else:
        return _replaced(random, node, grafts)
    return node


def _renamed(random: Random, node: Any, grafts: tuple[Any, ...]) -> Any:
    if not isinstance(node, dict) or not node:
        return _replaced(random, node, grafts)
    old = random.choice(list(node))
    new = random.choice((random.choice(KEYS), f"@{old}", old.removeprefix("@"), f"{old}x"))
    return {new if key == old else key: item for key, item in node.items()}


def _with_one(random: Random, node: Any, grafts: tuple[Any, ...]) -> Any:
    if isinstance(node, dict):
        node[random.choice(KEYS)] = _replaced(random, None, grafts)
    elif isinstance(node, list):
        more = random.choice((node[0], _replaced(random, None, grafts))) if node else grafts[0]
        node.insert(random.randrange(len(node) + 1), more)
    else:
        return _replaced(random, node, grafts)
    return node


# ------------------------------------------------------------------ instances of schemas


_KEYWORDS = ("const", "enum", "type", "minItems", "format", "pattern")
_TEXTS = {
    "date": "2026-10-05",
    "time": "14:30:00Z",
    "date-time": "2026-10-05T14:30:00Z",
    "uri": "https://example.org/x",
    "^#[0-9a-fA-F]{6}$": "#a1b2c3",
}


@dataclass
class _Shape:
    """The keywords that one way of satisfying a schema has to respect."""

    own: dict[str, Any] = field(default_factory=dict)
    properties: dict[str, tuple[Any, str]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    extra: tuple[Any, str] | None = None
    items: tuple[Any, str] | None = None

    def and_(self, other: _Shape) -> _Shape:
        return _Shape(
            {**self.own, **other.own},
            {**self.properties, **other.properties},
            self.required | other.required,
            other.extra or self.extra,
            other.items or self.items,
        )


class Instances:
    """Values that schemas ask for; most satisfy them (`not` and `if` are not looked at)."""

    def __init__(self, documents: dict[str, Schema]) -> None:
        self._documents = documents
        self._known: dict[tuple[str, str], list[_Shape]] = {}

    def of(self, random: Random, reference: str) -> Any:
        """A value for the schema at a reference."""
        return self._value(random, {"$ref": reference}, f"{SPECIFICATION}/", 3)

    def _value(self, random: Random, schema: Any, base: str, depth: int) -> Any:
        shapes = self._shapes(schema, base)
        if depth <= 0:
            shapes = [shape for shape in shapes if not shape.required] or [
                min(shapes, key=lambda shape: len(shape.required))
            ]
        shape = random.choice(shapes)
        if "const" in shape.own:
            return shape.own["const"]
        if "enum" in shape.own:
            return random.choice(shape.own["enum"])
        kind = shape.own.get("type", "object" if shape.properties or shape.required else None)
        if isinstance(kind, list):
            kind = random.choice(kind)
        return self._of_kind(random, kind, shape, depth)

    def _of_kind(self, random: Random, kind: str | None, shape: _Shape, depth: int) -> Any:
        if kind == "object":
            return self._object(random, shape, depth)
        if kind == "array":
            least = shape.own.get("minItems", 0)
            count = random.randint(least, least + 2)
            schema, base = shape.items or (True, "")
            return [self._value(random, schema, base, depth - 1) for _ in range(count)]
        if kind == "string":
            meant = _TEXTS.get(str(shape.own.get("format", shape.own.get("pattern"))))
            texts = [value for value in ODDMENTS if isinstance(value, str)]
            return meant if meant and random.random() < 0.7 else random.choice(texts)
        if kind in ("number", "integer"):
            return random.choice((0, 1, 2, 40)) if kind == "integer" else random.choice((0, 2.5))
        if kind == "boolean":
            return random.choice((True, False))
        return random.choice(ODDMENTS)

    def _object(self, random: Random, shape: _Shape, depth: int) -> dict[str, Any]:
        chance = 0.5 if depth > 0 else 0.0
        value = {
            name: self._value(random, *schema, depth - 1)
            for name, schema in shape.properties.items()
            if name in shape.required or random.random() < chance
        }
        for name in sorted(shape.required - set(value)):
            value[name] = random.choice(ODDMENTS)
        if shape.extra and random.random() < chance:
            value[random.choice(("Extra", "vendor_key"))] = self._value(
                random, *shape.extra, depth - 1
            )
        return value

    def _shapes(self, schema: Any, base: str) -> list[_Shape]:
        if not isinstance(schema, dict):
            return [_Shape()]
        base = urljoin(base, schema.get("$id", ""))
        own = _Shape(
            {key: schema[key] for key in _KEYWORDS if key in schema},
            {name: (part, base) for name, part in schema.get("properties", {}).items()},
            set(schema.get("required", ())),
        )
        if isinstance(schema.get("additionalProperties"), dict):
            own.extra = (schema["additionalProperties"], base)
        if "items" in schema:
            own.items = (schema["items"], base)
        found = [own]
        if "$ref" in schema:
            found = _each(found, self._shapes_at(schema["$ref"], base))
        for part in schema.get("allOf", ()):
            found = _each(found, self._shapes(part, base))
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                branches = [shape for part in schema[keyword] for shape in self._shapes(part, base)]
                found = _each(found, branches)
        return found

    def _shapes_at(self, reference: str, base: str) -> list[_Shape]:
        if (reference, base) not in self._known:
            uri, fragment = urldefrag(urljoin(base, reference))
            node: Any = self._documents.get(uri, {"type": "object"})
            for token in unquote(fragment).split("/")[1:]:
                node = node[token.replace("~1", "/").replace("~0", "~")]
            self._known[reference, base] = self._shapes(node, uri)
        return self._known[reference, base]


def _each(these: list[_Shape], those: list[_Shape]) -> list[_Shape]:
    return [one.and_(other) for one in these for other in those]
