"""Wording: what `jsonschema` found, as faults that a person or a model can act on.

A union is never dumped: the branch that was meant is explained, or, where none is
nearer than the others, one sentence tells what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..errors import Fault
from ..names import listed, nearest, shown
from ..values import compact
from ..wire.dialect import Dialect
from .documents import POINTER, Schema, at
from .validator import Library, SchemaError

_TYPE_NAMES = {
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "a boolean",
    "array": "an array",
    "object": "an object",
    "null": "null",
}
_FORMAT_NAMES = {
    "date": "a date such as 2026-01-31",
    "time": "a time such as 14:30:00Z",
    "date-time": "a date and time such as 2026-01-31T14:30:00Z",
    "uri": "an absolute URI",
    "email": "an e-mail address",
}


def explain(
    library: Library, schema: Schema, value: object, dialect: Dialect, base: str = ""
) -> list[Fault]:
    """Every fault of a value that a schema refuses, its place given below the pointer `base`.

    Empty only if `jsonschema` finds nothing.
    """
    words = _Words(library, dialect, base)
    return _distinct(words.all(library.faults(schema, value)))


def _distinct(faults: Iterable[Fault]) -> list[Fault]:
    seen: dict[tuple[str, str, str], Fault] = {}
    for fault in faults:
        seen.setdefault((fault.path, fault.code, fault.found), fault)
    return list(seen.values())


class _Words:
    """The wording of one value's faults."""

    __slots__ = ("base", "dialect", "library")

    def __init__(self, library: Library, dialect: Dialect, base: str) -> None:
        self.library, self.dialect, self.base = library, dialect, base

    def all(self, errors: Iterable[SchemaError]) -> list[Fault]:
        """Faults of sibling errors.

        That something was not looked at is only said if the rest is well: a broken branch
        leaves its properties unevaluated.
        """
        errors = list(errors)
        found = [
            fault
            for error in errors
            if error.validator not in _UNKNOWN_KEYS
            for fault in self.of(error)
        ]
        unknown = [error for error in errors if error.validator in _UNKNOWN_KEYS]
        for error in unknown:
            found.extend(self.unknown_keys(error, certain=not found))
        return found

    def of(self, error: SchemaError) -> Iterator[Fault]:
        if "propertyNames" in error.relative_schema_path:
            yield self.bad_name(error)
            return
        word = _KEYWORDS.get(str(error.validator))
        if word is not None:
            yield from word(self, error)
        else:
            yield self.fault(
                error,
                "invalid_value",
                f"does not satisfy '{error.validator}'",
                expected=_text(error.validator_value),
            )

    def fault(
        self,
        error: SchemaError,
        code: str,
        reason: str,
        *,
        expected: str = "",
        suggestion: str = "",
        key: str | None = None,
        found: str | None = None,
    ) -> Fault:
        path = self.path(error, key)
        said = found if found is not None else shown(error.instance)
        return Fault(
            path,
            code,
            reason if reason.startswith(self.name(error)) else reason[0].upper() + reason[1:],
            expected,
            said,
            suggestion,
        )

    def path(self, error: SchemaError, key: str | None = None) -> str:
        tokens = [*error.absolute_path] if key is None else [*error.absolute_path, key]
        return self.base + "".join(f"/{_token(token)}" for token in tokens)

    def name(self, error: SchemaError) -> str:
        """What a sentence calls the value: its property, or the item of one."""
        tokens = [*error.absolute_path]
        if not tokens:
            return "the value"
        return str(tokens[-1]) if isinstance(tokens[-1], str) else f"item {tokens[-1]}"

    # ------------------------------------------------------------ keywords

    def type(self, error: SchemaError) -> Iterator[Fault]:
        allowed = error.validator_value
        names = [allowed] if isinstance(allowed, str) else allowed
        expected = " or ".join(_TYPE_NAMES.get(name, name) for name in names)
        reason = f"{self.name(error)} must be {expected}, found {shown(error.instance)}"
        value = error.instance
        if isinstance(value, dict) and "component" in value and "string" in names:
            expected = "the id of a component"
            reason = (
                "components are not nested: give the child an 'id', send it in the same "
                "list, and refer to it by that id"
            )
        yield self.fault(error, "type_mismatch", reason, expected=expected)

    def required(self, error: SchemaError) -> Iterator[Fault]:
        known = self.declared(error.schema)
        for name in error.validator_value:
            if name not in error.instance:
                near = nearest(name, (k for k in error.instance if k not in known))
                hint = f" ('{near}' is there)" if near else ""
                yield self.fault(
                    error,
                    "missing_field",
                    f"'{name}' is missing{hint}",
                    expected=self.example(name, error.schema),
                    key=name,
                    found="nothing",
                )

    def unknown_keys(self, error: SchemaError, *, certain: bool) -> Iterator[Fault]:
        known = self.declared(error.schema)
        unknown = [key for key in error.instance if key not in known]
        if not unknown and certain:
            unknown = list(error.instance)
        for place, key in enumerate(unknown):
            near = (
                ""
                if place >= _EXPLAINED
                else nearest(key, (name for name in known if name not in error.instance))
                or next((name for name in known if name.casefold() == key.casefold()), "")
            )
            hint = f"; did you mean '{near}'?" if near else ""
            yield self.fault(
                error,
                "extra_field",
                f"there is no '{key}' here{hint}",
                expected=listed(_plain(known), 40),
                suggestion=near,
                key=key,
                found=key,
            )

    def one_of_values(self, error: SchemaError) -> Iterator[Fault]:
        allowed = error.validator_value if error.validator == "enum" else [error.validator_value]
        texts = [value for value in allowed if isinstance(value, str)]
        near = nearest(error.instance, texts) if isinstance(error.instance, str) else ""
        all_texts = len(texts) == len(allowed)
        some = listed(texts) if all_texts else _text(allowed)
        hint = f"; did you mean '{near}'?" if near else ""
        yield self.fault(
            error,
            "invalid_value",
            f"expected {'one of ' if len(allowed) > 1 else ''}{some}, found "
            f"{shown(error.instance)}{hint}",
            expected=listed(texts, 60) if all_texts else some,
            suggestion=near,
        )

    def pattern(self, error: SchemaError) -> Iterator[Fault]:
        if error.validator_value == POINTER:
            yield self.fault(
                error,
                "invalid_pointer",
                f"Invalid path syntax: {shown(error.instance)} is no JSON Pointer; '~' must be "
                "followed by 0 (for '~') or 1 (for '/')",
                expected="a JSON Pointer such as /a/b",
            )
        else:
            yield self.fault(
                error,
                "invalid_value",
                f"{shown(error.instance)} does not match {error.validator_value}",
                expected=f"text that matches {error.validator_value}",
            )

    def format(self, error: SchemaError) -> Iterator[Fault]:
        expected = _FORMAT_NAMES.get(error.validator_value, str(error.validator_value))
        yield self.fault(
            error,
            "invalid_value",
            f"expected {expected}, found {shown(error.instance)}",
            expected=expected,
        )

    def bound(self, error: SchemaError) -> Iterator[Fault]:
        expected = _BOUNDS[str(error.validator)].format(error.validator_value)
        yield self.fault(
            error,
            "invalid_value",
            f"expected {expected}, found {shown(error.instance)}",
            expected=expected,
        )

    def negation(self, error: SchemaError) -> Iterator[Fault]:
        if isinstance(error.instance, dict):
            twice = [
                key[1:] for key in error.instance if key[:1] == "@" and key[1:] in error.instance
            ]
            for name in twice:
                yield self.fault(
                    error,
                    "invalid_value",
                    f"'{name}' is given in both spellings, '{name}' and '@{name}'; one is enough",
                    expected=f"'{name}' or '@{name}'",
                    key="@" + name,
                    found=f"'{name}' and '@{name}'",
                )
            if twice:
                return
        yield self.fault(error, "invalid_value", f"{shown(error.instance)} is not allowed here")

    def nothing_allowed(self, error: SchemaError) -> Iterator[Fault]:
        yield self.fault(error, "invalid_value", f"{shown(error.instance)} is not allowed here")

    def bad_name(self, error: SchemaError) -> Fault:
        key = error.instance if isinstance(error.instance, str) else ""
        if key.startswith("@"):
            reason = (
                f"the key '{key}' is reserved: a binding is {self.binding()}, a call "
                f"{self.call()}, and a literal key '{key}' is written '@{key}'"
            )
            return self.fault(
                error,
                "INVALID_RESERVED_KEY",
                reason,
                expected=f"'@{key}'",
                suggestion=f"@{key}",
                key=key,
                found=key,
            )
        return self.fault(
            error, "invalid_value", f"'{key}' is not allowed as a name", key=key, found=key
        )

    # -------------------------------------------------------------- unions

    def union(self, error: SchemaError) -> Iterator[Fault]:
        branches: dict[int, list[SchemaError]] = {}
        for below in error.context or ():
            # A branch that is `false` has no place of its own, and was never meant.
            if below.relative_schema_path:
                branches.setdefault(int(below.relative_schema_path[0]), []).append(below)
        if not error.context:
            yield self.fault(
                error,
                "invalid_value",
                f"{shown(error.instance)} fits more than one of the allowed forms",
            )
            return
        old = self.other_spelling(error.instance)
        if old is not None:
            yield self.fault(error, "invalid_value", old[0], expected=old[1], suggestion=old[1])
            return
        meant = self.meant(error, branches)
        if meant is not None:
            yield from self.all(branches[meant])
            return
        expected = self.forms(error.validator_value)
        yield self.fault(
            error,
            "type_mismatch",
            f"{self.name(error)} must be {expected}, found {shown(error.instance)}",
            expected=expected,
        )

    def meant(self, error: SchemaError, branches: dict[int, list[SchemaError]]) -> int | None:
        """The branch that the value was meant for, if one stands out."""
        here = len(error.absolute_path)
        fitting: list[tuple[int, int]] = []
        for index, errors in branches.items():
            if any(e.validator == "type" and len(e.absolute_path) == here for e in errors):
                continue
            value = error.instance
            shared = 0
            if isinstance(value, dict):
                names = self.declared(error.validator_value[index])
                shared = sum(2 * (key in names) or bool(nearest(key, names)) for key in value)
                if not shared and value:
                    continue
            fitting.append((shared, index))
        if not fitting:
            return None
        fitting.sort(reverse=True)
        if len(fitting) > 1 and fitting[0][0] == fitting[1][0]:
            return None
        return fitting[0][1]

    def other_spelling(self, value: object) -> tuple[str, str] | None:
        """A binding or a call as another version writes it: what to say, what is right."""
        if not isinstance(value, dict):
            return None
        path_key, call_key = self.dialect.path_key, self.dialect.call_key
        for right, other in ((path_key, _toggled(path_key)), (call_key, _toggled(call_key))):
            if isinstance(value.get(other), str) and right not in value:
                fixed = compact({right if k == other else k: v for k, v in value.items()})
                what = "binding" if right == path_key else "function call"
                reason = f"in {self.dialect.name} a {what} is written with '{right}', not '{other}'"
                return reason, fixed if len(fixed) < 200 else right
        for key in ("literalString", "literalNumber", "literalBoolean"):
            if key in value and len(value) == 1:
                text = compact(value[key])
                return f"'{key}' is of version 0.8; a literal is written as it is", text[:200]
        return None

    def forms(self, branches: Iterable[Schema]) -> str:
        """The allowed forms of a union, as a list in words."""
        words = list(dict.fromkeys(self.form(branch) for branch in branches))
        return ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1]

    def form(self, branch: Schema) -> str:
        """An allowed form, in a few words."""
        if not isinstance(branch, dict):
            return "anything"
        name = str(branch.get("$ref", "")).rpartition("/")[2]
        if name == "DataBinding":
            return f"a binding {self.binding()}"
        if name == "FunctionCall":
            return f"a call {self.call()}"
        if "allOf" in branch:
            return self.form(branch["allOf"][0])
        if "$ref" in branch:
            return self.form(self.target(branch["$ref"]) or {})
        if "oneOf" in branch:
            return self.forms(branch["oneOf"])
        if "const" in branch:
            return compact(branch["const"])
        if "enum" in branch:
            return f"one of {listed([str(value) for value in branch['enum']])}"
        if "format" in branch:
            return _FORMAT_NAMES.get(branch["format"], str(branch["format"]))
        kind = branch.get("type")
        if kind == "object" and branch.get("required"):
            return f"an object with {listed(branch['required'])}"
        if kind == "array" and isinstance(branch.get("items"), dict):
            return f"an array of {self.form(branch['items'])}"
        if isinstance(kind, str):
            return _TYPE_NAMES.get(kind, kind)
        if branch.get("required"):
            return f"an object with {listed(branch['required'])}"
        known = branch.keys() - {"description", "title", "default", "examples"}
        return "another form" if known else "any JSON value"

    def binding(self) -> str:
        return f'{{"{self.dialect.path_key}": "/…"}}'

    def call(self) -> str:
        return f'{{"{self.dialect.call_key}": "…", "args": {{…}}}}'

    # ------------------------------------------------------------- schemas

    def example(self, name: str, schema: Schema) -> str:
        """What stands under a property, in a few words."""
        described = next(self._properties(schema, name), None)
        return self.form(described) if isinstance(described, dict) else ""

    def declared(self, schema: Schema) -> dict[str, None]:
        """Every property name that a schema mentions, in its order."""
        found: dict[str, None] = {}
        for part in self._parts(schema):
            found.update(dict.fromkeys(part.get("properties", ())))
        return found

    def _properties(self, schema: Schema, name: str) -> Iterator[Schema]:
        for part in self._parts(schema):
            if name in part.get("properties", ()):
                yield part["properties"][name]

    def _parts(self, schema: object) -> Iterator[Schema]:
        """A schema and all that apply to the same value."""
        pending, seen = [schema], set()
        while pending:
            part = pending.pop(0)
            if not isinstance(part, dict) or id(part) in seen:
                continue
            seen.add(id(part))
            yield part
            if "$ref" in part:
                pending.append(self.target(part["$ref"]))
            for keyword in ("allOf", "anyOf", "oneOf"):
                pending.extend(part.get(keyword, ()))
            pending.extend(part.get(keyword) for keyword in ("then", "else"))

    def target(self, reference: str) -> Schema | None:
        """The schema that a reference names. A local one is looked for in every document."""
        uri, _, fragment = reference.partition("#")
        names = [uri] if uri in self.library.documents else list(self.library.documents)
        for name in names:
            if uri and uri not in self.library.documents and not name.endswith("/" + uri):
                continue
            node = at(self.library.documents[name], fragment)
            if isinstance(node, dict):
                return node
        return None


_EXPLAINED = 20
"""Unknown keys for which the nearest right one is looked up; an error lists no more."""

_UNKNOWN_KEYS = ("additionalProperties", "unevaluatedProperties")
_BOUNDS = {
    "minItems": "at least {} item(s)",
    "maxItems": "at most {} item(s)",
    "minLength": "at least {} character(s)",
    "maxLength": "at most {} character(s)",
    "minimum": "{} or more",
    "maximum": "{} or less",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minProperties": "at least {} member(s)",
    "maxProperties": "at most {} member(s)",
}
_KEYWORDS: dict[str, Callable[[_Words, SchemaError], Iterator[Fault]]] = {
    "type": _Words.type,
    "required": _Words.required,
    "enum": _Words.one_of_values,
    "const": _Words.one_of_values,
    "pattern": _Words.pattern,
    "format": _Words.format,
    "oneOf": _Words.union,
    "anyOf": _Words.union,
    "not": _Words.negation,
    "None": _Words.nothing_allowed,
    **dict.fromkeys(_BOUNDS, _Words.bound),
}


def _plain(names: Iterable[str]) -> list[str]:
    """Names in order, without the prefixed spelling of one that is there."""
    every = set(names)
    return sorted(
        name
        for name in every
        if name.removeprefix("@") == name or name.removeprefix("@") not in every
    )


def _toggled(key: str) -> str:
    return key[1:] if key.startswith("@") else "@" + key


def _token(token: str | int) -> str:
    return str(token).replace("~", "~0").replace("/", "~1")


def _text(value: object) -> str:
    try:
        text = compact(value)  # type: ignore[arg-type]
    except TypeError:
        text = str(value)
    return text if len(text) <= 200 else text[:200] + "…"
