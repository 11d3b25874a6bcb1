"""`capitalize`, the one function of the minimal catalog."""

from __future__ import annotations

from ...text import to_text
from .arguments import Arguments, Context


def capitalize(args: Arguments, context: Context) -> str:
    """The text with its first character in upper case, the rest unchanged."""
    text = to_text(args.get("value"))
    return text[:1].upper() + text[1:]
