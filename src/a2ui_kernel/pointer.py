"""JSON Pointers by themselves: `resolve(path, scope)`, `parse(path)`, `join(tokens)`."""

from .data.pointer import join, parse, resolve

__all__ = ["join", "parse", "resolve"]
