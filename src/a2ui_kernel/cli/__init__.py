"""The `a2ui` command: play messages, check them. The only room that touches files."""

from __future__ import annotations

import io
import sys


def main() -> None:
    """Run the command, or say what it needs."""
    try:
        from .commands import a2ui
    except ModuleNotFoundError as missing:
        if missing.name not in ("click", "rich"):
            raise
        sys.exit(f"a2ui: the command line needs {missing.name}: pip install 'a2ui-kernel[cli]'")
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot write a sign gets another one, and no traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    a2ui()
