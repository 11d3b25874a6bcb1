"""The commands: `a2ui play` and `a2ui check`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from .. import __version__
from ..errors import A2uiError
from ..limits import Limits
from ..processor import Processor, Step
from ..surface.validation import Validation
from ..values import JsonLike
from .files import bytes_of, catalogs_of, messages_of
from .pictures import component_tree, effect_line, error_lines
from .shapes import effect_json, error_json

_MODES = {"strict": Validation.strict(), "relaxed": Validation.relaxed(), None: None}
_FAULTS_FOUND = 1
_SHOW_PROGRESS_FROM = 200

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="a2ui")
def a2ui() -> None:
    """Play and check A2UI messages.

    Files may be `.json` (one message, a list, or an object with `messages`) or `.jsonl`; `-` is
    standard input. The basic catalogs of all versions are always there.
    """


_files = click.argument("files", nargs=-1, required=True, metavar="FILE…")
_catalogs = click.option(
    "--catalog", "catalogs", multiple=True, metavar="FILE", help="A catalog document; repeatable."
)
_for_machines = click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")


def _mode(default: str | None) -> Callable[[F], F]:
    def choose(command: F) -> F:
        for name, text in (
            ("strict", "Check every batch: types, properties, references, root."),
            ("relaxed", "Check what is there, allow what is missing or unknown."),
        ):
            said = text + (" The default." if name == default else "")
            option = click.option(f"--{name}", "mode", flag_value=name, default=default, help=said)
            command = option(command)
        return command

    return choose


@a2ui.command()
@_files
@_catalogs
@_mode(None)
@_for_machines
def play(
    files: tuple[str, ...], catalogs: tuple[str, ...], mode: str | None, as_json: bool
) -> None:
    """Process messages step by step.

    Shows each message, its effects or its error, and the component tree at the end. A message
    that fails is skipped. Exit status: 0 if every message was applied, 1 if one failed, 2 for a
    wrong call.
    """
    console = Console(soft_wrap=True, highlight=False, emoji=False)
    show = _play_json if as_json else _play_text
    failed = False
    contents = [(name, bytes_of(name)) for name in files]
    for name, content in contents:
        processor = Processor(catalogs_of(catalogs), validation=_MODES[mode])
        if not as_json and len(files) > 1:
            console.rule(escape(name), style="dim")
        for number, step in enumerate(_steps(processor, messages_of(content, Limits()))):
            processor = step.processor
            failed = failed or not step.ok
            show(console, name, number, step)
        if not as_json:
            for surface in processor.surfaces.values():
                console.print(component_tree(surface))
    sys.exit(_FAULTS_FOUND if failed else 0)


def _steps(processor: Processor, messages: Iterable[JsonLike | A2uiError]) -> Iterator[Step]:
    for message in messages:
        if isinstance(message, A2uiError):
            yield Step(processor, error=message, index=0)
            continue
        step = processor.process([message])
        processor = step.processor
        yield step


def _play_text(console: Console, name: str, number: int, step: Step) -> None:
    lines = [effect_line(effect) for effect in step.effects]
    if step.error is not None:
        lines.extend(error_lines(step.error))
    for place, line in enumerate(lines or ["[dim]no effect[/]"]):
        console.print(f"[dim]{number if place == 0 else '':>4}[/] {line}")


def _play_json(console: Console, name: str, number: int, step: Step) -> None:
    told: dict[str, Any] = {"file": name, "index": number}
    told["effects"] = [effect_json(effect) for effect in step.effects]
    if step.error is not None:
        told["error"] = error_json(step.error)
    click.echo(json.dumps(told, ensure_ascii=False))


@a2ui.command()
@_files
@_catalogs
@_mode("strict")
@_for_machines
def check(
    files: tuple[str, ...], catalogs: tuple[str, ...], mode: str | None, as_json: bool
) -> None:
    """Report every fault of every message.

    Strictly, unless told. A message that fails is left out, and the next is checked against what
    was there before it. Exit status: 0 if nothing is wrong, 1 if something is, 2 for a wrong call.
    """
    console = Console(soft_wrap=True, highlight=False, emoji=False)
    reports = []
    contents = [(name, bytes_of(name)) for name in files]
    for name, content in contents:
        processor = Processor(catalogs_of(catalogs), validation=_MODES[mode])
        messages = list(messages_of(content, Limits()))
        steps = _steps(processor, _with_progress(messages, name))
        faulty = [(n, step.error) for n, step in enumerate(steps) if step.error is not None]
        reports.append((name, len(messages), faulty))
    if as_json:
        click.echo(json.dumps([_report_json(*report) for report in reports], ensure_ascii=False))
    else:
        for name, count, faulty in reports:
            _print_report(console, name, count, faulty)
    sys.exit(_FAULTS_FOUND if any(faulty for _, _, faulty in reports) else 0)


def _print_report(
    console: Console, name: str, count: int, faulty: list[tuple[int, A2uiError]]
) -> None:
    if not faulty:
        console.print(f"[green]ok[/] {escape(name)}: {count} messages")
    for number, error in faulty:
        head, *faults = error_lines(error)
        console.print(f"{escape(name)}, message {number}: {head}")
        for fault in faults:
            console.print(fault)


def _report_json(name: str, count: int, faulty: list[tuple[int, A2uiError]]) -> dict[str, Any]:
    errors = [{"index": number, **error_json(error)} for number, error in faulty]
    return {"file": name, "messages": count, "ok": not errors, "errors": errors}


def _with_progress(messages: list[T], name: str) -> Iterator[T]:
    """The messages, with a bar on a terminal if there are many."""
    console = Console(stderr=True)
    if len(messages) < _SHOW_PROGRESS_FROM or not console.is_terminal:
        yield from messages
        return
    with Progress(console=console, transient=True) as progress:
        yield from progress.track(messages, description=name)
