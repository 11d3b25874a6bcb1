"""The data model once more: slow, plain, straight from the rules, for comparison.

Works on plain JSON, copies everything, and knows nothing of the library.
"""

from __future__ import annotations

import copy
import itertools
import re
from typing import Any

ABSENT: Any = object()
FORBIDDEN = {"__proto__", "prototype", "constructor"}


class Refused(Exception):
    """The write is an error; the document stays as it was."""


def tokens(path: str) -> list[str]:
    """The segments of a pointer; a missing leading slash means the root too."""
    if path in ("", "/"):
        return []
    if path.endswith("/") and not path.endswith("//"):
        path = path[:-1]
    if re.search("~(?![01])", path):
        raise Refused
    path = path if path.startswith("/") else "/" + path
    return [token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]]


def read(document: Any, path: str) -> Any:
    """What is there, or ABSENT."""
    for token in tokens(path):
        document = _child(document, token, reading=True)
        if document is ABSENT:
            break
    return document


def written(document: Any, path: str, value: Any, most_nulls: int) -> Any:
    """The document after a write; null deletes."""
    segments = tokens(path)
    if FORBIDDEN & set(segments):
        raise Refused
    if not segments:
        return {} if value is None else copy.deepcopy(value)
    document = copy.deepcopy(document)
    if value is None:
        _delete(document, segments)
    else:
        _write(document, segments, copy.deepcopy(value), most_nulls)
    return document


def _write(holder: Any, segments: list[str], value: Any, most_nulls: int) -> None:
    for segment, following in itertools.pairwise(segments):
        child = _child(holder, segment)
        if child is ABSENT or child is None:
            child = [] if _is_index(following) or following == "-" else {}
            _put(holder, segment, child, most_nulls)
        holder = child
    _child(holder, segments[-1])
    _put(holder, segments[-1], value, most_nulls)


def _delete(holder: Any, segments: list[str]) -> None:
    for segment in segments[:-1]:
        holder = _child(holder, segment)
        if holder is ABSENT or holder is None:
            return
    last = segments[-1]
    if _child(holder, last) is ABSENT:
        return
    if isinstance(holder, dict):
        del holder[last]
    else:
        holder[int(last)] = None


def _child(holder: Any, segment: str, *, reading: bool = False) -> Any:
    if isinstance(holder, dict):
        return holder.get(segment, ABSENT)
    if isinstance(holder, list):
        if segment == "-":
            return ABSENT
        if _is_index(segment):
            return holder[int(segment)] if int(segment) < len(holder) else ABSENT
    if reading:
        return ABSENT
    raise Refused


def _put(holder: Any, segment: str, value: Any, most_nulls: int) -> None:
    if isinstance(holder, dict):
        holder[segment] = value
        return
    index = len(holder) if segment == "-" else int(segment)
    if index - len(holder) > most_nulls:
        raise Refused
    holder.extend([None] * (index + 1 - len(holder)))
    holder[index] = value


def _is_index(segment: str) -> bool:
    return re.fullmatch("0|[1-9][0-9]*", segment) is not None
