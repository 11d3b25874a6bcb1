"""The schema documents themselves: sound, complete, linked, described, in our own words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import jsonschema
import pytest

from .corpus import everything_in
from .oracle import (
    CATALOGS,
    SCHEMAS,
    SPECIFICATION,
    Family,
    Schema,
    family_of,
    needs_conformance,
    our_documents,
    ours,
    published_documents,
)

DOCUMENTS = our_documents()
OURS = [path for path in DOCUMENTS if path.startswith(("v0_9/", "v0_9_1/", "v1_0/"))]
METASCHEMA = "https://json-schema.org/draft/2020-12/schema"
CLIENT_SERVER = [
    f"{stem}{form}.json"
    for stem in ("server_to_client", "client_to_server")
    for form in ("", "_list", "_list_wrapper")
]
EXPECTED = [
    *(f"{folder}/{name}" for folder in ("v0_9", "v0_9_1") for name in CLIENT_SERVER),
    *(
        f"v0_9/{name}.json"
        for name in (
            "common_types",
            "client_capabilities",
            "server_capabilities",
            "client_data_model",
            "catalogs/basic",
            "catalogs/minimal",
            "catalogs/mcp",
        )
    ),
    *(
        f"v1_0/{stem}{form}.json"
        for stem in ("agent_to_renderer", "renderer_to_agent")
        for form in ("", "_list", "_list_wrapper")
    ),
    *(
        f"v1_0/{name}.json"
        for name in (
            "common_types",
            "agent_capabilities",
            "renderer_capabilities",
            "renderer_data_model",
            "catalog_definition",
            "catalogs/basic",
            "catalogs/mcp",
        )
    ),
]
MESSAGE_DOCUMENTS = [
    path
    for path in OURS
    if path.endswith(
        (
            "server_to_client.json",
            "client_to_server.json",
            "agent_to_renderer.json",
            "renderer_to_agent.json",
        )
    )
]


_MAPS = ("properties", "$defs", "components", "functions", "patternProperties")


def schemas_in(node: Any, place: str = "", *, named: bool = False) -> Iterator[tuple[str, Schema]]:
    """Every schema of a document that is an object, with its pointer; or those with a name."""
    if not isinstance(node, dict):
        return
    if not named:
        yield place, node
    for key, below in node.items():
        at = f"{place}/{key}"
        if key in _MAPS:
            for name, part in below.items():
                if named:
                    yield f"{at}/{name}", part
                yield from schemas_in(part, f"{at}/{name}", named=named)
        elif key in ("allOf", "anyOf", "oneOf", "prefixItems"):
            for number, part in enumerate(below):
                yield from schemas_in(part, f"{at}/{number}", named=named)
        elif key not in ("const", "enum", "default"):
            yield from schemas_in(below, at, named=named)


# ------------------------------------------------------------------ sound and linked


def test_every_document_is_there() -> None:
    assert set(OURS) == set(EXPECTED)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_valid_json_schema(path: str) -> None:
    assert DOCUMENTS[path]["$schema"] == METASCHEMA
    jsonschema.Draft202012Validator.check_schema(DOCUMENTS[path])


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_tidy(path: str) -> None:
    text = (SCHEMAS / path).read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert "\t" not in text
    assert all(len(line) - len(line.lstrip()) & 1 == 0 for line in text.splitlines())


def test_every_id_is_unique() -> None:
    ids = Counter(document["$id"] for document in DOCUMENTS.values())
    assert [key for key, count in ids.items() if count > 1] == []


@pytest.mark.parametrize("path", DOCUMENTS)
def test_an_id_says_where_a_document_lies(path: str) -> None:
    document = DOCUMENTS[path]
    if "/catalogs/" in path:
        assert document["$id"] == document["catalogId"]
    else:
        assert document["$id"] == f"{SPECIFICATION}/{path}"


def _target(reference: str, path: str) -> Any:
    known = {document["$id"]: document for document in DOCUMENTS.values()} | {METASCHEMA: {}}
    folder = path.partition("/")[0]
    catalog = DOCUMENTS[f"{family_of(path)}/catalogs/basic.json"]
    uri, fragment = urldefrag(urljoin(DOCUMENTS[path]["$id"], reference))
    node: Any = catalog if uri == f"{SPECIFICATION}/{folder}/catalog.json" else known[uri]
    for token in unquote(fragment).split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        node = node[int(token)] if isinstance(node, list) else node[token]
    return node


@pytest.mark.parametrize("path", DOCUMENTS)
def test_every_reference_resolves(path: str) -> None:
    references = [schema["$ref"] for _, schema in schemas_in(DOCUMENTS[path]) if "$ref" in schema]
    assert all(isinstance(_target(reference, path), (dict, bool)) for reference in references)


@pytest.mark.parametrize("path", DOCUMENTS)
def test_only_asserted_formats_are_used(path: str) -> None:
    formats = {schema["format"] for _, schema in schemas_in(DOCUMENTS[path]) if "format" in schema}
    assert formats <= {"date", "time", "date-time", "uri", "email"}


@pytest.mark.parametrize("path", DOCUMENTS)
def test_patterns_mean_the_same_to_every_engine(path: str) -> None:
    patterns = [
        schema["pattern"]
        for _, schema in schemas_in(DOCUMENTS[path])
        if isinstance(schema.get("pattern"), str)
    ]
    for pattern in patterns:
        assert pattern.isascii()
        assert pattern.startswith("^")
        assert re.search(r"\\[^.+/$^|()\[\]{}*?-]|\(\?", pattern) is None


# ------------------------------------------------------------------ what the library relies on


@pytest.mark.parametrize("path", MESSAGE_DOCUMENTS)
def test_a_message_document_is_a_union_of_closed_messages(path: str) -> None:
    document = DOCUMENTS[path]
    messages = [name for name in document["$defs"] if name.endswith("Message")]
    assert document["oneOf"] == [{"$ref": f"#/$defs/{name}"} for name in messages]
    for name in messages:
        key = name[0].lower() + name[1:].removesuffix("Message")
        message = document["$defs"][name]
        assert list(message["properties"]) == ["version", key]
        assert sorted(message["required"]) == sorted(["version", key])
        assert message["type"] == "object"
        assert message["additionalProperties"] is False


@pytest.mark.parametrize("path", MESSAGE_DOCUMENTS)
def test_catalogs_are_reached_through_definitions(path: str) -> None:
    for place, schema in schemas_in(DOCUMENTS[path]):
        if "$ref" in schema and "catalog.json" in schema["$ref"]:
            assert place.split("/")[2] in ("Component", "Theme")


@pytest.mark.parametrize(
    ("folder", "version"), [("v0_9", ["v0.9"]), ("v1_0", ["v1.0"]), ("v0_9_1", ["v0.9", "v0.9.1"])]
)
def test_messages_say_their_version(folder: str, version: list[str]) -> None:
    for path in MESSAGE_DOCUMENTS:
        if path.startswith(f"{folder}/"):
            for message in DOCUMENTS[path]["$defs"].values():
                if "properties" in message:
                    said = message["properties"]["version"]
                    assert said.get("enum", [said.get("const")]) == version


def _base(path: str) -> str:
    return path.removesuffix(".json")


@pytest.mark.parametrize("path", MESSAGE_DOCUMENTS)
def test_lists_and_wrappers_hold_messages(path: str) -> None:
    family = family_of(path)
    version = {"v0_9": "v0.9", "v0_9_1": "v0.9.1", "v1_0": "v1.0"}[path.partition("/")[0]]
    body: dict[str, Any] = {"deleteSurface": {"surfaceId": "s"}}
    if path.endswith(("to_server.json", "to_agent.json")):
        body = {"error": {"code": "c", "surfaceId": "s", "message": "m"}}
    message = {"version": version, **body}
    in_list = ours(family).accepts(f"{_base(path)}_list.json")
    wrapped = ours(family).accepts(f"{_base(path)}_list_wrapper.json")
    for messages in ([], [message], [message, message]):
        assert in_list(messages)
        assert wrapped({"messages": messages})
    for other in (message, [message, {}], [[message]], {"messages": [message]}):
        assert not in_list(other)
    refused: tuple[Any, ...] = (
        {},
        [message],
        {"messages": message},
        {"messages": [message], "more": 1},
        {"messages": [{}]},
    )
    for bad in refused:
        assert not wrapped(bad)


def test_the_catalogs_of_1_0_are_catalogs() -> None:
    accepts = ours("v1_0").accepts("v1_0/catalog_definition.json")
    for name in CATALOGS["v1_0"]:
        assert accepts(DOCUMENTS[f"v1_0/catalogs/{name}.json"])


@pytest.mark.parametrize("family", CATALOGS)
def test_there_are_59_icons(family: Family) -> None:
    place = f"{family}/catalogs/basic.json"
    names = [
        schema["enum"]
        for at, schema in schemas_in(DOCUMENTS[place])
        if "/name/" in at and "enum" in schema
    ]
    assert [len(set(found)) for found in names] == [59]


# ------------------------------------------------------------------ described


@pytest.mark.parametrize("path", OURS)
def test_a_document_says_what_it_is(path: str) -> None:
    assert DOCUMENTS[path]["title"]
    assert DOCUMENTS[path]["description"].endswith(".")


_NEEDS_NO_WORDS = (
    "/properties/version",
    "/Component/allOf/2/properties/component",  # says nothing but what it may not be
)


def _described(schema: Any, path: str) -> bool:
    """Whether a reader of a schema learns what its value means."""
    if "const" in schema or "description" in schema:
        return True
    return "$ref" in schema and "description" in _target(schema["$ref"], path)


@pytest.mark.parametrize("path", OURS)
def test_everything_that_has_a_name_is_described(path: str) -> None:
    mute = [
        place
        for place, schema in schemas_in(DOCUMENTS[path], named=True)
        if not _described(schema, path) and not place.endswith(_NEEDS_NO_WORDS)
    ]
    assert mute == []


# ------------------------------------------------------------------ in our own words


def _texts(document: Any) -> Iterator[str]:
    for node in everything_in(document):
        if isinstance(node, dict):
            for key in ("title", "description", "instructions"):
                if isinstance(node.get(key), str):
                    yield node[key]


def _sentences(text: str) -> set[str]:
    parts = re.split(r"(?<=[.:;!?])\s+|\n+", _prose(text))
    return {" ".join(re.findall(r"[a-z0-9@]+", part.lower())) for part in (text, *parts)}


def _prose(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def _runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", _prose(text).lower())
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


@needs_conformance
def test_no_sentence_is_a_published_one() -> None:
    published = {
        sentence
        for document in published_documents().values()
        for text in _texts(document)
        for sentence in _sentences(text)
    }
    same = {
        sentence
        for path in OURS
        for text in _texts(DOCUMENTS[path])
        for sentence in _sentences(text)
        if len(sentence) > 25 and sentence in published
    }
    assert same == set()


@needs_conformance
def test_no_seven_words_in_a_row_are_published_ones() -> None:
    published = {
        run
        for document in published_documents().values()
        for text in _texts(document)
        for run in _runs(text, 7)
    }
    same = {
        " ".join(run)
        for path in OURS
        for text in _texts(DOCUMENTS[path])
        for run in _runs(text, 7)
        if run in published
    }
    assert same == set()


def test_the_examples_in_the_instructions_are_valid() -> None:
    instructions = DOCUMENTS["v1_0/catalogs/basic.json"]["instructions"]
    blocks = [
        json.loads(block)
        for block in re.findall(r"```json\n(.*?)```", instructions, flags=re.DOTALL)
    ]
    assert len(blocks) == 2
    accepts = ours("v1_0").accepts("v1_0/agent_to_renderer_list.json")
    assert all(accepts(block) for block in blocks)
