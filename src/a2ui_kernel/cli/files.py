"""Files in: message files of every form, one message at a time, and catalogs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ..catalog.catalog import Catalog
from ..catalogs import basic, minimal
from ..errors import A2uiError
from ..limits import Limits
from ..values import JsonLike
from ..wire.envelope import read


class CannotRead(click.ClickException):
    """A file that is not there or holds no catalog: a wrong call, not a fault of a message."""

    exit_code = 2


def messages_of(content: bytes, limits: Limits) -> Iterator[JsonLike | A2uiError]:
    """The messages of a file's content; what cannot be read is an error among them.

    An example document (an object with `messages` and a name or a description) gives its
    messages.
    """
    payload = read(content, limits)
    for message in payload.messages:
        yield from _unwrapped(message)  # type: ignore[arg-type]
    if payload.error is None:
        return
    yield payload.error
    # Each of the lines that are left by itself: a bad one does not hide those after it.
    lines = payload.unread.split("\n")[1:]
    for number, line in enumerate(lines, payload.line + 1):
        found = read(line, limits)
        yield from found.messages  # type: ignore[misc]
        if found.error is not None:
            yield found.error.but(message=f"Line {number}: {found.error.message}")


def _unwrapped(message: JsonLike) -> list[JsonLike]:
    if isinstance(message, dict) and "version" not in message:
        inner = message.get("messages")
        if isinstance(inner, list) and message.keys() <= {"messages", "name", "description"}:
            return inner
    return [message]


def bytes_of(name: str) -> bytes:
    """The content of a file, or of standard input for `-`."""
    try:
        if name == "-":
            return sys.stdin.buffer.read()
        return Path(name).read_bytes()
    except OSError as error:
        raise CannotRead(f"{name}: {error.strerror or error}") from None


def catalogs_of(names: tuple[str, ...]) -> list[Catalog]:
    """The catalogs of these files, then those that ship with the package."""
    own = [_catalog(name) for name in names]
    ids = {catalog.id for catalog in own}
    shipped = [basic.catalog("v1.0"), basic.catalog("v0.9.1"), minimal.catalog("v0.9")]
    return own + [catalog for catalog in shipped if catalog.id not in ids]


def _catalog(name: str) -> Catalog:
    from ..own import from_text

    try:
        return Catalog.from_json(from_text(bytes_of(name), Limits()).value)
    except A2uiError as error:
        raise CannotRead(f"{name}: {error}") from None
