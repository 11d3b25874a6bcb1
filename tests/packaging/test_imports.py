"""What `import a2ui_kernel` loads, and that the room order holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("jsonschema", "jsonschema_rs", "referencing", "regex", "asyncio", "click", "rich", "rpds")
COUNT = """
import sys, dataclasses
made = 0
build = dataclasses._process_class
def counting(*args, **kwargs):
    global made
    made += 1
    return build(*args, **kwargs)
dataclasses._process_class = counting
import a2ui_kernel
print(made, *(name for name in {heavy} if name in sys.modules))
"""


def test_importing_loads_nothing_heavy_and_few_dataclasses() -> None:
    code = COUNT.replace("{heavy}", repr(HEAVY))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    made, *loaded = done.stdout.split()
    assert loaded == []
    assert int(made) <= 60


def test_everything_public_is_importable() -> None:
    import a2ui_kernel

    for name in a2ui_kernel.__all__:
        assert getattr(a2ui_kernel, name) is not None
    assert len(set(a2ui_kernel.__all__)) == len(a2ui_kernel.__all__)


WITHOUT_EXTRAS = """
import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic
catalog = basic.catalog("v1.0")
processor = a2ui.Processor([catalog], validation=a2ui.Validation.strict())
step = processor.process({"version": "v1.0", "createSurface": {
    "surfaceId": "s", "catalogId": catalog.id,
    "components": [{"id": "root", "component": "Text", "text": "Hello"}]}})
assert step.ok, step.error
step = step.processor.process({"version": "v1.0", "createSurface": {"surfaceId": 1}})
assert step.error.details, step.error
import importlib.resources, a2ui_kernel
files = importlib.resources.files(a2ui_kernel)
assert (files / "py.typed").is_file()
assert (files / "schemas" / "v1_0" / "catalogs" / "basic.json").is_file()
print("works")
"""


@pytest.mark.parametrize("engine", ["fast", "python alone"])
def test_the_wheel_works_in_an_empty_environment(
    tmp_path: Path, engine: str, request: pytest.FixtureRequest
) -> None:
    if not request.config.getoption("--run-build"):
        pytest.skip("builds only in `nox -s build`")
    root = Path(__file__).parents[2]
    _run(sys.executable, "-m", "build", "--outdir", str(tmp_path), str(root))
    [wheel] = tmp_path.glob("*.whl")
    [_sdist] = tmp_path.glob("*.tar.gz")
    _run(sys.executable, "-m", "venv", str(tmp_path / "venv"))
    python = str(tmp_path / "venv" / "bin" / "python")
    _run(python, "-m", "pip", "install", "--quiet", str(wheel))
    if engine == "python alone":
        _run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "jsonschema-rs")
    assert _run(python, "-c", WITHOUT_EXTRAS, cwd=tmp_path).strip() == "works"
    said = subprocess.run(
        [str(tmp_path / "venv" / "bin" / "a2ui")], capture_output=True, text=True, check=False
    )
    assert said.returncode == 1
    assert "pip install 'a2ui-kernel[cli]'" in said.stderr


def _run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
