"""The typed script runs, and gives what the guide says (mypy checks it in `nox -s types`)."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def test_the_typed_guide_runs() -> None:
    path = Path(__file__).with_name("guide_typed.py")
    spec = importlib.util.spec_from_file_location("guide_typed", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.run() == [
        "s",
        "s: root",
        "s /cart",
        "s /n",
        "10.0",
        "/deleteSurface/surfaceId missing_field",
        "root Text {'text': {'@path': '/n'}}",
    ]
