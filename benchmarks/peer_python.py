"""The interpreter of the Python peer: one that is given, or an environment made once.

The peer and its dependencies never come near our own environment.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from payloads import AbsentError

PACKAGE, VERSION = "a2ui-core", "0.4.0"
_HOME = Path(__file__).resolve().parent / ".peer"
_CHECK = f"import a2ui.core, importlib.metadata as m; print(m.version({PACKAGE!r}))"


def interpreter(given: str | None) -> str:
    """The path of an interpreter that has the peer.

    Raises:
        AbsentError: It has not, or the environment cannot be made here.
    """
    if given is not None:
        _check(given)
        return given
    found = _HOME / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not found.exists():
        print(f"making an environment with {PACKAGE}=={VERSION} in {_HOME}", file=sys.stderr)
        _run(sys.executable, "-m", "venv", str(_HOME))
    try:
        _check(str(found))
    except AbsentError:
        _run(str(found), "-m", "pip", "install", "--quiet", f"{PACKAGE}=={VERSION}")
        _check(str(found))
    return str(found)


def _check(python: str) -> None:
    version = _run(python, "-c", _CHECK)
    if version != VERSION:
        raise AbsentError(f"{python} has {PACKAGE} {version}, not {VERSION}")


def _run(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except OSError as error:
        raise AbsentError(f"{command[0]}: {error}") from None
    except subprocess.CalledProcessError as error:
        last = error.stderr.strip().rpartition("\n")[2]
        raise AbsentError(f"{' '.join(command[:4])} …: {last}") from None
    return done.stdout.strip()
