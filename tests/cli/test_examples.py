"""`a2ui play` on our examples and on all of the protocol's ends without an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from a2ui_kernel.cli.commands import a2ui

ROOT = Path(__file__).parents[2]
OURS = sorted((ROOT / "examples").glob("*.json*"))


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_our_examples_play_and_check(path: Path) -> None:
    assert CliRunner().invoke(a2ui, ["play", str(path)]).exit_code == 0
    assert CliRunner().invoke(a2ui, ["check", str(path)]).exit_code == 0


def test_every_example_of_the_protocol_plays(conformance: Path) -> None:
    paths = sorted((conformance / "examples").glob("*/*.json"))
    assert len(paths) == 86
    for path in paths:
        result = CliRunner().invoke(a2ui, ["play", str(path)])
        assert result.exit_code == 0, result.output
