"""JSON values as text, letter for letter as JavaScript prints them.

Locale plays no part here; what a locale changes is in `catalogs.basic.formatter`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from .values import Json

_EXPONENT_FROM = 10**21
_EXPONENT_BELOW = 1e-6
_NOT_FINITE = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def to_text(value: Json) -> str:
    """A value as it stands in text: null is empty, containers are compact JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return _json_text(value) if isinstance(value, (dict, list)) else _scalar(value)


def number_text(value: float) -> str:
    """A number as JavaScript's `Number::toString` has it: `3`, `0.1`, `1e+21`, `1e-7`.

    Whole numbers below 1e21 are exact, also those that JavaScript would have rounded.
    """
    if isinstance(value, int):
        if -_EXPONENT_FROM < value < _EXPONENT_FROM:
            return str(value)
        try:
            value = float(value)
        except OverflowError:
            return "Infinity" if value > 0 else "-Infinity"
    text = repr(value)
    if text.endswith(".0"):
        return "0" if text == "-0.0" else text[:-2]
    if "e" not in text:
        return text if text[-1].isdigit() else _NOT_FINITE[text]
    size = abs(value)
    if _EXPONENT_BELOW <= size < _EXPONENT_FROM:
        return f"-{plain_digits(size)}" if value < 0 else plain_digits(size)
    mantissa, _, exponent = text.partition("e")
    return f"{mantissa}e{int(exponent):+d}"


def plain_digits(size: float) -> str:
    """A finite number, not below zero, in the fewest digits that read as it; no exponent."""
    mantissa, e, exponent = repr(size).partition("e")
    if not e:
        return mantissa
    digits, place = mantissa.replace(".", ""), int(exponent)
    return f"0.{'0' * (-place - 1)}{digits}" if place < 0 else digits.ljust(place + 1, "0")


def _scalar(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number_text(value)
    return json.dumps(value, ensure_ascii=False)


def _json_text(value: Json) -> str:
    """Compact JSON. Walks with a stack of its own, as deep as the data is."""
    pieces: list[str] = []
    unfinished: list[tuple[Iterator[tuple[str, Json]], str]] = [(iter((("", value),)), "")]
    while unfinished:
        entries, closing = unfinished[-1]
        for before, item in entries:
            pieces.append(before)
            if isinstance(item, dict):
                pieces.append("{")
                unfinished.append((_members(item), "}"))
                break
            if isinstance(item, list):
                pieces.append("[")
                unfinished.append((_items(item), "]"))
                break
            pieces.append(_scalar(item))
        else:
            unfinished.pop()
            pieces.append(closing)
    return "".join(pieces)


def _members(value: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    """What stands before each member, and the member."""
    comma = ""
    for key, item in value.items():
        yield f"{comma}{json.dumps(key, ensure_ascii=False)}:", item
        comma = ","


def _items(value: list[Json]) -> Iterator[tuple[str, Json]]:
    comma = ""
    for item in value:
        yield comma, item
        comma = ","
