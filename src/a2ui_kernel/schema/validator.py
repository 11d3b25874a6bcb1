"""The two gears. *Accept* says yes or no, fast; *explain* finds every fault, slowly.

Both read the same schemas, formats and patterns, and must agree on everything.
Accept runs on `jsonschema-rs` where it can be imported, else on `jsonschema`, which
explain always runs on. Neither ever sees anything but owned JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from ..patterns import PatternError, found_in
from .documents import Schema
from .formats import FORMATS

Accept: TypeAlias = Callable[[object], bool]


class SchemaError(Protocol):
    """A fault as `jsonschema` tells it: keyword, its value, what was found, and where."""

    validator: Any
    validator_value: Any
    instance: Any
    schema: Any
    context: Any
    absolute_path: Any
    relative_schema_path: Any


_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PATTERN_SECONDS = 0.1
_OTHER_FORMATS = (
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
    "duration",
)


class Library:
    """Schema documents that refer to each other, for both gears. Nothing else is ever read."""

    __slots__ = ("_fast", "_slow", "documents")

    def __init__(self, documents: Mapping[str, Schema]) -> None:
        self.documents = dict(documents)
        self._fast: Any = None
        self._slow: Any = None

    def accept(self, schema: Schema) -> Accept:
        """A compiled validator for a schema whose references lie in this library."""
        try:
            import jsonschema_rs
        except ImportError:
            return self.accept_in_python(schema)
        if self._fast is None:
            self._fast = jsonschema_rs.Registry(list(self.documents.items()))
        try:
            validator = jsonschema_rs.Draft202012Validator(
                {"$schema": _DIALECT, **schema},
                registry=self._fast,
                formats={**FORMATS, **dict.fromkeys(_OTHER_FORMATS, _anything)},
                validate_formats=True,
                offline=True,
            )
        except jsonschema_rs.ValidationError as error:
            if not isinstance(error.kind, jsonschema_rs.ValidationErrorKind.Format):
                raise
            # A pattern that only the other engine can read.
            return self.accept_in_python(schema)
        return validator.is_valid

    def accept_in_python(self, schema: Schema) -> Accept:
        """The same from `jsonschema`, where there is no wheel of the fast one."""
        validator = self.explainer(schema)
        return lambda value: next(validator.iter_errors(value), None) is None

    def faults(self, schema: Schema, value: object) -> Iterator[SchemaError]:
        """Every fault that `jsonschema` finds, as it words them."""
        found: Iterator[SchemaError] = self.explainer(schema).iter_errors(value)
        return found

    def explainer(self, schema: Schema) -> Any:
        """A `jsonschema` validator with our formats and patterns."""
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012

        if self._slow is None:
            self._slow = Registry().with_resources(
                (uri, DRAFT202012.create_resource(document))
                for uri, document in self.documents.items()
            )
        kind, checker = _explainer_parts()
        return kind(schema, registry=self._slow, format_checker=checker)


def _anything(text: str) -> bool:
    return True


def _explainer_parts() -> Any:
    import jsonschema
    from jsonschema import FormatChecker
    from jsonschema.validators import extend

    checker = FormatChecker(formats=())
    for name, holds in FORMATS.items():
        checker.checks(name)(_only_texts(holds))
    kind: Any = extend(  # type: ignore[no-untyped-call]
        jsonschema.Draft202012Validator,
        {
            "pattern": _pattern,
            "patternProperties": _pattern_properties,
            "multipleOf": _multiple_of,
        },
    )
    return kind, checker


def _only_texts(holds: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or holds(value)


def _searched(pattern: str, text: str) -> bool:
    try:
        return found_in(pattern, text, _PATTERN_SECONDS)
    except PatternError:
        return False


def _pattern(validator: Any, pattern: str, value: object, schema: Schema) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if isinstance(value, str) and not _searched(pattern, value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


def _pattern_properties(
    validator: Any, patterns: Schema, value: object, schema: Schema
) -> Iterator[Any]:
    if isinstance(value, dict):
        for pattern, below in patterns.items():
            for key, item in value.items():
                if _searched(pattern, key):
                    yield from validator.descend(item, below, path=key, schema_path=pattern)


def _multiple_of(validator: Any, step: float, value: object, schema: Schema) -> Iterator[Any]:
    from jsonschema.exceptions import ValidationError

    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return
    if Fraction(str(value)) % Fraction(str(step)) != 0:
        yield ValidationError(f"{value!r} is not a multiple of {step!r}")
