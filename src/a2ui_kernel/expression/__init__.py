"""The language inside `formatString`: text with `${…}` in it, parsed to parts."""

from .grammar import parse
from .nodes import Call, Part, Path

__all__ = ["Call", "Part", "Path", "parse"]
