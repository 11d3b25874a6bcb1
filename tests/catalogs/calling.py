"""The bodies of the basic catalog's functions, called as an evaluation calls them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from a2ui_kernel import FunctionError, Limits
from a2ui_kernel.catalogs.basic.formatter import BabelFormatter
from a2ui_kernel.catalogs.basic.functions import functions
from a2ui_kernel.values import freeze

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Given:
    """As much of a context as the bodies ask for."""

    limits: Limits = field(default_factory=Limits)


CONTEXT = Given()
EN = BabelFormatter("en-US")


def call(
    name: str,
    args: dict[str, Any],
    *,
    version: str = "v0.9",
    formatter: BabelFormatter = EN,
    context: Given = CONTEXT,
) -> Any:
    """What a function gives for these arguments."""
    return functions(version, formatter)[name](freeze(args), context)


def refused(name: str, args: dict[str, Any], **options: Any) -> FunctionError:
    """The error of a function that must fail."""
    with pytest.raises(FunctionError) as caught:
        call(name, args, **options)
    return caught.value


def checked_in(name: str) -> Any:
    """A JSON file that stands beside the tests."""
    return json.loads((HERE / name).read_text(encoding="utf-8"))
