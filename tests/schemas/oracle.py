"""Two sides that judge JSON: our schema documents, and the published ones.

Both get the same formats and the same engine. What has to be done to the published
documents before they can be used at all stands in `_published`, nowhere else.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

import jsonschema
import jsonschema_rs
import pytest
import regex
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

Schema: TypeAlias = dict[str, Any]
Accepts: TypeAlias = Callable[[Any], bool]
Family: TypeAlias = Literal["v0_9", "v1_0"]

REPOSITORY = Path(__file__).resolve().parents[2]
SCHEMAS = REPOSITORY / "src" / "a2ui_kernel" / "schemas"
SPECIFICATION = "https://a2ui.org/specification"
OPEN_CATALOG: Schema = {"$defs": {"anyComponent": {}, "anyFunction": {}, "theme": {}}}
"""Stands for a catalog that takes everything, so that the envelopes are judged alone."""
CATALOGS: dict[Family, tuple[str, ...]] = {
    "v0_9": ("basic", "minimal", "mcp"),
    "v1_0": ("basic", "mcp"),
}


def family_of(path: str) -> Family:
    """The version that a document, or a place in one, belongs to; v0.9.1 goes with v0.9."""
    return "v0_9" if path.startswith("v0_9") else "v1_0"


def conformance_folder() -> Path | None:
    """The folder of the protocol's conformance data, if it is there."""
    told = os.environ.get("A2UI_CONFORMANCE")
    folder = Path(told) if told else REPOSITORY.parent / "shared" / "conformance"
    return folder if (folder / "core").is_dir() else None


needs_conformance = pytest.mark.skipif(
    conformance_folder() is None,
    reason="no conformance data: neither A2UI_CONFORMANCE nor ../shared/conformance holds core/",
)


def conformance() -> Path:
    """The folder, for tests that are skipped without it."""
    folder = conformance_folder()
    assert folder is not None
    return folder


def our_documents() -> dict[str, Schema]:
    """Every document of the `schemas/` folder, by its path there."""
    return {
        path.relative_to(SCHEMAS).as_posix(): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(SCHEMAS.rglob("*.json"))
    }


def published_documents() -> dict[str, Schema]:
    """Every published document, by its path there, untouched."""
    folder = conformance() / "published"
    return {
        path.relative_to(folder).as_posix(): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.json"))
    }


# ------------------------------------------------------------------ formats and patterns


def _is_date(text: str) -> bool:
    if not regex.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool:
    match = regex.fullmatch(
        r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))", text
    )
    limits = (23, 59, 59, 23, 59)
    return match is not None and all(
        int(part or 0) <= limit for part, limit in zip(match.groups(), limits, strict=True)
    )


def _is_date_time(text: str) -> bool:
    day, separator, time = text[:10], text[10:11], text[11:]
    return separator in ("T", "t") and _is_date(day) and _is_time(time)


def _is_uri(text: str) -> bool:
    return regex.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*:[!-~]*", text) is not None


def _is_email(text: str) -> bool:
    return regex.fullmatch(r"[^@\s]+@[^@\s]+", text) is not None


FORMATS: dict[str, Callable[[str], bool]] = {
    "date": _is_date,
    "time": _is_time,
    "date-time": _is_date_time,
    "uri": _is_uri,
    "email": _is_email,
}
_NOT_ASSERTED = (
    "duration",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "uri-reference",
    "uri-template",
    "uuid",
)


# ------------------------------------------------------------------ the sides


class Side:
    """Schema documents of one side, one catalog being `catalog.json`."""

    def __init__(self, documents: dict[str, Schema]) -> None:
        self.documents = documents
        self._fast = jsonschema_rs.Registry(list(documents.items()))
        self._accepts: dict[str, Accepts] = {}

    def accepts(self, reference: str) -> Accepts:
        """What the schema at a reference says of values (`v1_0/common_types.json#/$defs/Child`)."""
        if reference not in self._accepts:
            self._accepts[reference] = jsonschema_rs.Draft202012Validator(
                {"$ref": f"{SPECIFICATION}/{reference}"},
                registry=self._fast,
                formats={**FORMATS, **dict.fromkeys(_NOT_ASSERTED, lambda _: True)},
                validate_formats=True,
                offline=True,
            ).is_valid
        return self._accepts[reference]

    def accepts_in_python(self, reference: str) -> Accepts:
        """The same by the Python package, slowly."""
        registry: Registry[Any] = Registry().with_resources(
            (uri, DRAFT202012.create_resource(document)) for uri, document in self.documents.items()
        )
        validator = _PythonValidator(
            {"$ref": f"{SPECIFICATION}/{reference}"}, registry=registry, format_checker=_checker()
        )
        return lambda value: bool(validator.is_valid(value))


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[jsonschema.ValidationError]:
    ecma = regex.sub(r"\$(?=$|\))", r"\\Z", pattern)
    if isinstance(value, str) and not regex.search(ecma, value):
        yield jsonschema.ValidationError(f"{value!r} does not match")


_PythonValidator: Any = extend(  # type: ignore[no-untyped-call]
    jsonschema.Draft202012Validator, {"pattern": _pattern}
)


def _checker() -> jsonschema.FormatChecker:
    checker = jsonschema.FormatChecker(formats=())
    for name, holds in FORMATS.items():
        checker.checks(name)(lambda value, holds=holds: not isinstance(value, str) or holds(value))
    return checker


@cache
def ours(family: Family, catalog: str = "basic") -> Side:
    """Our documents of a version, with one of its catalogs or with an `open` one."""
    documents = our_documents()
    folders = ("v0_9/", "v0_9_1/") if family == "v0_9" else ("v1_0/",)
    found = {
        document["$id"]: document
        for path, document in documents.items()
        if path.startswith(folders) and "/catalogs/" not in path
    }
    used = documents.get(f"{family}/catalogs/{catalog}.json", OPEN_CATALOG)
    return Side(found | _as_catalog(used, family))


@cache
def published(family: Family, catalog: str = "basic") -> Side:
    """The published documents of a version, made usable."""
    documents = _published()
    found = {
        f"{SPECIFICATION}/{path}": document
        for path, document in documents.items()
        if path.split("/")[0] in (family, f"{family}_1") and "catalogId" not in document
    }
    used = documents.get(f"{family}/{catalog}.json", OPEN_CATALOG)
    return Side(found | _as_catalog(used, family))


def _as_catalog(catalog: Schema, family: Family) -> dict[str, Schema]:
    """A catalog at the place where the protocol's documents look for the one in use.

    Without its own `$id`: the published v1.0 catalogs refer to `common_types.json`, which
    their `$id` would make a file that does not exist.
    """
    placed = {key: value for key, value in catalog.items() if key != "$id"}
    folders = ("v0_9", "v0_9_1") if family == "v0_9" else ("v1_0",)
    return {f"{SPECIFICATION}/{folder}/catalog.json": placed for folder in folders}


def _published() -> dict[str, Schema]:
    """What was published, where it differs from itself put right.

    - v0.9.1 has the `$id`s of v0.9; here it has its own.
    - `client_to_server` has no `$id` and there is none for v0.9.1, which only differs in
      the versions it admits.
    - v1.0 `catalog_definition` is a month older than the rest, and says `call` for `@call`.
    """
    documents = published_documents()
    documents["v0_9_1/server_to_client.json"] = documents.pop("v0_9/server_to_client_v0_9_1.json")
    documents["v0_9_1/client_to_server.json"] = _with_versions(
        documents["v0_9/client_to_server.json"], {"enum": ["v0.9", "v0.9.1"]}
    )
    definition = documents["v1_0/catalog_definition.json"]
    documents["v1_0/catalog_definition.json"] = with_at_call(definition)
    return {
        path: document
        if "catalogId" in document
        else {**document, "$id": f"{SPECIFICATION}/{path}"}
        for path, document in documents.items()
    }


def _with_versions(document: Schema, versions: Schema) -> Schema:
    return {**document, "properties": {**document["properties"], "version": versions}}


def with_at_call(node: Any) -> Any:
    """The older catalog definition in the newer spelling: `@call` wherever it says `call`."""
    if isinstance(node, dict):
        return {"@call" if key == "call" else key: with_at_call(item) for key, item in node.items()}
    if isinstance(node, list):
        return [with_at_call(item) for item in node]
    return "@call" if node == "call" else node
