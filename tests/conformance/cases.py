"""Where the suites lie, and the cases in them, each spelling made the same.

`ROOT` of the suites (the repository that they come from) is not here: `file_at` says
which file of ours stands for a path in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import yaml

Document: TypeAlias = dict[str, Any]

_SPELLINGS = {"expect_error": "expectError", "payload": "messages", "strict_mode": "strictMode"}
_PUBLISHED = re.compile(
    r"specification/(v\d+_\d+)(?:_\d+)?/(?:catalogs/(\w+)/catalog|json/(\w+))\.json"
)


def suites() -> Path | None:
    """The folder that holds `core/`: that of A2UI_CONFORMANCE, else one beside the repository."""
    repository = Path(__file__).parents[2]
    told = os.environ.get("A2UI_CONFORMANCE")
    places = [Path(told)] if told else []
    places.append(repository.parent / "shared" / "conformance")
    return next((place for place in places if (place / "core").is_dir()), None)


def home() -> Path:
    """`suites()` where it is known to be there."""
    found = suites()
    assert found is not None
    return found


def file_at(path: str) -> Path:
    """The file that a case names by a path relative to ROOT."""
    if path.startswith("conformance/"):
        return home() / path.removeprefix("conformance/")
    if path == "catalogs/basic/v1/catalog.json":
        return home() / "published" / "v1_0" / "basic.json"
    found = _PUBLISHED.fullmatch(path)
    assert found is not None, f"no file of ours stands for {path}"
    version, catalog, schema = found.groups()
    return home() / "published" / version / f"{catalog or schema}.json"


@dataclass(frozen=True)
class Case:
    """One case of a suite: the file's name without its ending, and what it says."""

    file: str
    said: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.said["name"])

    @property
    def action(self) -> str:
        return str(self.said["action"])

    @property
    def id(self) -> str:
        return f"{self.file}::{self.name}"

    @property
    def args(self) -> Document:
        found: Document = self.said.get("args", {})
        return found

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """Its steps; a case without any is its own only step."""
        found: Sequence[Mapping[str, Any]] = self.said.get("steps", [self.said])
        return found

    @property
    def version(self) -> str:
        """The protocol version that it is about; v0.9 unless it tells."""
        catalog = self.said.get("catalog", {})
        speakers = [self.said, catalog, *self.said.get("catalogs", [])]
        told = next((s["protocolVersion"] for s in speakers if "protocolVersion" in s), None)
        if told is not None:
            return spelled(told)
        ids = [str(s["catalogId"]) for s in (self.said, catalog) if "catalogId" in s]
        marks = {"v09": "v0.9", "v0_9": "v0.9", "v10": "v1.0", "v1_0": "v1.0", "v1.0": "v1.0"}
        return next((v for i in ids for mark, v in marks.items() if mark in i), "v0.9")


def spelled(version: object) -> str:
    """A version in the one spelling that is compared: `1.0` is `v1.0`."""
    text = str(version)
    return text if text.startswith("v") else f"v{text}"


def messages_of(step: Mapping[str, Any]) -> Any:
    """The payload of a step as it is written, or None if it has none."""
    if "messages" in step:
        return step["messages"]
    return [step["message"]] if "message" in step else None


def each_message(case: Case) -> Iterator[Document]:
    """Every message of a case, over all its steps."""
    for step in case.steps:
        payload = messages_of(step)
        if isinstance(payload, dict):
            payload = payload.get("messages", [payload])
        yield from (message for message in payload or [] if isinstance(message, dict))


def read_yaml(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def read_cases(path: Path) -> list[Case]:
    """The cases of one file. What cannot be read raises."""
    cases = [Case(path.stem, _normal(said)) for said in read_yaml(path)]
    for case in cases:
        assert case.name, path
        assert case.action, path
    return cases


def all_cases() -> list[Case]:
    """The cases of all files, in order; none where there are no suites."""
    found = suites()
    files = sorted((found / "core").glob("*.yaml")) if found is not None else []
    return [case for path in files for case in read_cases(path)]


def _normal(said: Mapping[str, Any]) -> Document:
    """A case or a step with one spelling of each key. What they hold stays as it is."""
    normal = {_SPELLINGS.get(key, key): value for key, value in said.items()}
    assert len(normal) == len(said), f"two spellings of one key in {sorted(said)}"
    if "steps" in normal:
        normal["steps"] = [_normal(step) for step in normal["steps"]]
    return normal
