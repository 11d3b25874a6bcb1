"""Names: the nearest right one, and what may be one at all."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name that `name` was probably meant to be, or ""."""
    # Imported here: only the road that explains errors comes along.
    from difflib import get_close_matches

    names = list(known)
    if len(name) > 200 or len(names) > 5_000:
        return ""
    folded = {
        candidate.casefold().replace("_", "").replace("-", ""): candidate
        for candidate in reversed(names)
    }
    same = folded.get(name.casefold().replace("_", "").replace("-", "").lstrip("@"))
    if same is not None:
        return same
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    return close[0] if close else ""


def listed(names: Iterable[str], most: int = 12) -> str:
    """Names for an error's text, in quotes, shortened when there are many."""
    every = list(names)
    shown = ", ".join(f"'{name}'" for name in every[:most])
    return shown + (f" and {len(every) - most} more" if len(every) > most else "")


def is_identifier(name: str) -> bool:
    """Whether a name is an identifier by UAX 31 (protocol: identifiers)."""
    return name.isidentifier()


def shown(value: object, most: int = 60) -> str:
    """A JSON value for an error's text: its kind, and the value where it is short."""
    import json

    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        text = repr(value)
        return f"the number {text}" if len(text) <= most else "a very long number"
    if isinstance(value, str):
        text = value if len(value) <= most else value[:most] + "…"
        return f"the string {json.dumps(text, ensure_ascii=False)}"
    if isinstance(value, dict):
        return f"an object with {listed(value, 4)}" if value else "an empty object"
    if isinstance(value, list):
        return f"an array of {len(value)}"
    return f"a {type(value).__name__}"
