"""What tests share: where the protocol's data lies, and how hypothesis runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--run-build`: also build wheel and sdist, which needs the package index."""
    parser.addoption("--run-build", action="store_true", help="build and install the wheel")


def shared_file(name: str) -> Path:
    """A file or folder of the protocol's public data; skips the test where it is not."""
    told = os.environ.get("A2UI_CONFORMANCE")
    beside = Path(__file__).parents[2] / "shared"
    for place in ([Path(told).parent] if told else []) + [beside]:
        if (place / name).exists():
            return place / name
    pytest.skip(f"the protocol's data ({name}) is not beside the project")


@pytest.fixture
def conformance() -> Path:
    """The protocol's conformance data."""
    return shared_file("conformance")


@pytest.fixture
def pitfalls() -> Path:
    """Faults that users reported against other implementations."""
    return shared_file("pitfalls.jsonl")
