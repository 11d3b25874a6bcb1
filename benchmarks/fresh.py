"""How a worker measures what happens once in a process: start-up, first message, memory.

An opponent gives a `Program`, source text for fresh interpreters; each value comes from a
process of its own, so that nothing is warm but the files on disk.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import payloads
from clock import Sample

CHILDREN = 3

_FIRST = """
import sys, time
text = {text!r}
{start}
modules = len(sys.modules)
began = time.perf_counter()
{process}
seconds = time.perf_counter() - began
import json
print(json.dumps({{"seconds": seconds, "modules": modules, "components": components}}))
"""

_MEMORY = """
{start}
with open({file!r}, encoding="utf-8") as stream:
    text = stream.read()
{process}
import json
with open("/proc/self/status") as status:
    kib = dict(line.split(":") for line in status if line.startswith("Vm"))
found = {{key: int(kib[key].split()[0]) / 1024 for key in ("VmRSS", "VmHWM")}}
print(json.dumps({{**found, "components": components}}))
"""


class Program(NamedTuple):
    """Source of an opponent's program.

    `start` imports it and makes a strict `processor` on the basic catalog; `process` hands
    it `text`, and leaves the number of components of surface `s` in `components`.
    """

    start: str
    process: str


def start_up(program: Program) -> Sample:
    """W9: seconds of import, catalog and processor, net of a bare interpreter.

    The two take turns, and each pair gives one value.
    """
    _child(program.start)
    pairs = [(_wall("pass"), _wall(program.start)) for _ in range(CHILDREN)]
    return Sample([whole - bare for bare, whole in pairs], {})


def first_message(program: Program) -> Sample:
    """W9: seconds from the ready processor to the first message processed."""
    return _first(program, "seconds")


def modules(program: Program) -> Sample:
    """W9: how many modules are loaded once the processor is made."""
    return _first(program, "modules")


def _first(program: Program, key: str) -> Sample:
    source = _FIRST.format(text=payloads.first(), **program._asdict())
    _child(source)
    return _told(source, key)


def memory(program: Program, key: str) -> Sample:
    """W10: MiB after the 10,000 components of W3; `VmRSS` is now, `VmHWM` at most."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "w3.json"
        file.write_text(payloads.flat(10_000), encoding="utf-8")
        return _told(_MEMORY.format(file=str(file), **program._asdict()), key)


def _told(source: str, key: str) -> Sample:
    """One value out of what each process prints last: a JSON object."""
    said = [json.loads(_child(source)) for _ in range(CHILDREN)]
    return Sample([float(one[key]) for one in said], {"components": said[0]["components"]})


def _wall(source: str) -> float:
    start = time.perf_counter()
    _child(source)
    return time.perf_counter() - start


def _child(source: str) -> str:
    command = [sys.executable, "-W", "ignore", "-c", source]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"a fresh process failed: {done.stderr.strip()[-2000:]}")
    return done.stdout.strip().rpartition("\n")[2]
