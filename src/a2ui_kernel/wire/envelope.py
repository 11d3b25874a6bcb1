"""From a payload to messages: every form a transport delivers, each message with its dialect.

Payload forms: one message, a list, a `{"messages": […]}` wrapper, JSON text of any of
these, JSON Lines. Messages are told apart one by one (protocol: envelope).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import A2uiError, Fault
from ..limits import Limits
from ..names import listed, nearest, shown
from ..own import decode, from_decoded, own
from ..values import FrozenDict, FrozenList, Json, JsonLike, compact
from .dialect import BY_SPELLING, DIALECTS, SUPPORTED_VERSIONS, Dialect, homes_of


@dataclass(frozen=True, slots=True)
class Payload:
    """What a payload holds.

    Attributes:
        messages: The messages, of Python objects not yet owned.
        error: What made reading stop after them, or None.
        unread: JSON Lines that were not looked at.
        line: The number of the line that `unread` begins with.
        height: How deep the messages are nested at most, if that is known.
    """

    messages: Sequence[object]
    error: A2uiError | None = None
    unread: str = ""
    line: int = 0
    height: int | None = None

    def rest(self, after: int, limits: Limits) -> JsonLike:
        """A payload of everything after message number `after`."""
        messages = self.messages[after + 1 :]
        if after < len(self.messages) and self.error is not None:
            lines = [compact(message) for message in messages]  # type: ignore[arg-type]
            return _RECORD + "\n".join([*lines, self.unread])
        if after >= len(self.messages) and self.unread:
            rest = self.unread.partition("\n")[2]
            # Empty lines keep the count, so that later errors name the right line.
            return _RECORD + "\n" * self.line + rest if rest.strip() else FrozenList()
        return FrozenList([_kept(message, limits) for message in messages])


_RECORD = "\x1e"
"""The record separator of JSON text sequences (RFC 7464): what follows is read line by line."""


def _kept(message: object, limits: Limits) -> Json:
    """A message to be processed later, made ours; one that is no JSON stays one that fails."""
    try:
        return own(message, limits).value
    except A2uiError as error:
        return f"<{error.message}>"


class Message(NamedTuple):
    """One message, its envelope understood; `height`: how deep it is nested at most."""

    dialect: Dialect
    kind: str
    body: Json
    height: int


def read(payload: object, limits: Limits) -> Payload:
    """The messages of a payload. What cannot be read at all is an error after none."""
    # Exact types: a subclass may answer as it likes.
    if type(payload) is str or type(payload) is bytes:
        return _read_text(payload, limits)
    return Payload(_unwrap(payload))


def _unwrap(payload: object) -> Sequence[object]:
    if type(payload) in _LISTS:
        return payload  # type: ignore[return-value]
    if type(payload) in _OBJECTS and len(payload) == 1:  # type: ignore[arg-type]
        messages = payload.get("messages")  # type: ignore[attr-defined]
        if type(messages) in _LISTS:
            return messages  # type: ignore[no-any-return]
    return [payload]


_LISTS = (list, FrozenList)
_OBJECTS = (dict, FrozenDict)


def _read_text(payload: str | bytes, limits: Limits) -> Payload:
    try:
        text = decode(payload, limits)
    except A2uiError as error:
        return Payload((), error)
    if text.startswith(_RECORD):
        return _read_lines(text.replace(_RECORD, ""), limits)
    if not text.strip():
        return Payload(())
    try:
        value, height = from_decoded(text, limits)
        return Payload(_unwrap(value), height=height)
    except A2uiError as error:
        if not _is_json_lines(text, limits):
            return Payload((), error)
    return _read_lines(text, limits)


def _is_json_lines(text: str, limits: Limits) -> bool:
    """Whether a text of several lines has messages line by line.

    So it is if the first line is a JSON container by itself, or, where that line is the
    broken one, if another is a message.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < _SEVERAL:
        return False
    for place, line in enumerate(lines[:_LOOKED_AT]):
        if place and '"version"' not in line:
            continue
        try:
            value = from_decoded(line, limits).value
        except A2uiError:
            continue
        if isinstance(value, list) or (
            isinstance(value, dict) and (not place or "version" in value)
        ):
            return True
    return False


_SEVERAL = 2
_LOOKED_AT = 100


def _read_lines(text: str, limits: Limits) -> Payload:
    messages: list[object] = []
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            messages.extend(_unwrap(from_decoded(line, limits).value))
        except A2uiError as error:
            said = error.message.replace("at line 1, column", "at column")
            return Payload(
                messages,
                error.but(message=f"Line {number}: {said}"),
                "\n".join(lines[number - 1 :]),
                number,
            )
    return Payload(messages)


# ------------------------------------------------------------ one message


def understand(raw: object, limits: Limits, height: int | None = None) -> Message:
    """The dialect, key and body of one message; `height`, if it is owned and that is known.

    Raises:
        A2uiError: `parse` for what is no JSON, `validation` for what is no message.
    """
    message: Json
    if height is not None and type(raw) is FrozenDict:
        message = raw
    else:
        message, height = own(raw, limits)
    if type(message) is not FrozenDict:
        raise _refused(
            "",
            "invalid_payload_type",
            f"A message is an object, not {shown(message)}",
            expected="an object with 'version' and one message key",
            found=shown(message),
        )
    dialect = _dialect_of(message)
    if len(message) == 2:
        # The fast road: `version` and one key that this version knows.
        for kind in message:
            if kind in dialect.inbound:
                return Message(dialect, kind, message[kind], height)
    dialect, kind = _understand_slowly(message, dialect, limits)
    return Message(dialect, kind, message[kind], height)


def _dialect_of(message: FrozenDict) -> Dialect:
    version = message.get("version")
    if isinstance(version, str):
        dialect = BY_SPELLING.get(version)
        if dialect is not None:
            return dialect
    if "version" not in message:
        raise _no_version(message)
    if not isinstance(version, str):
        raise _refused(
            "/version",
            "type_mismatch",
            "The version is a string such as 'v1.0'",
            expected="a string",
            found=shown(version),
        )
    looks = _looks_like(message)
    raise _refused(
        "/version",
        "invalid_value",
        f"Unsupported protocol version {version!r}. Supported versions: "
        f"{', '.join(SUPPORTED_VERSIONS)}" + (f"; {looks}" if looks else ""),
        expected=listed(SUPPORTED_VERSIONS),
        found=version,
        suggestion=nearest(version, SUPPORTED_VERSIONS),
    )


def _no_version(message: FrozenDict) -> A2uiError:
    looks = _looks_like(message)
    advice = f"; {looks}" if looks else ""
    return _refused(
        "/version",
        "missing_field",
        f"A message must have a version field (Missing required version field){advice}",
        expected=listed(SUPPORTED_VERSIONS),
    )


_V0_8_KEYS = ("surfaceUpdate", "dataModelUpdate", "beginRendering")


def _looks_like(message: FrozenDict) -> str:
    """A guess at what an object that is no message was meant to be."""
    if "component" in message and "id" in message:
        return (
            "this looks like a component; components travel in the list "
            "'components' of an updateComponents message"
        )
    if any(key in message for key in _V0_8_KEYS):
        return (
            "this looks like a message of version 0.8; since v0.9 there are createSurface, "
            "updateComponents and updateDataModel"
        )
    if isinstance(message.get("messages"), list):
        return (
            "this looks like a wrapper; it has no member beside 'messages', and stands by itself, "
            "not inside another"
        )
    if "surfaceId" in message:
        return (
            "this looks like the body of a message; it goes under its message key, such as "
            "'updateComponents', beside 'version'"
        )
    return ""


def _understand_slowly(
    message: FrozenDict, dialect: Dialect, limits: Limits
) -> tuple[Dialect, str]:
    spoken = [d for d in DIALECTS if d.version == dialect.version]
    kinds: dict[str, Dialect] = {}
    for each in spoken:
        for kind in each.inbound:
            kinds.setdefault(kind, each)
    present = [key for key in message if key != "version"]
    actions = [key for key in present if key in kinds]
    if len(actions) > 1:
        raise _refused(
            "",
            "invalid_value",
            "Message contains multiple conflicting update actions: "
            f"{', '.join(actions)}. Send one message for each",
            expected="exactly one message key",
            found=", ".join(actions),
        )
    if not actions:
        raise _no_action(message, present[: limits.details], dialect, kinds)
    if len(present) > 1:
        unknown = [key for key in present if key != actions[0]]
        raise A2uiError(
            "validation",
            "VALIDATION_FAILED",
            f"Unknown key in a message: {listed(unknown)}",
            path=_pointer(unknown[0]),
            details=[_unknown_key(key, kinds) for key in unknown[: limits.details]],
        )
    return kinds[actions[0]], actions[0]


def _no_action(
    message: FrozenDict, present: list[str], dialect: Dialect, kinds: dict[str, Dialect]
) -> A2uiError:
    for key in present:
        homes = homes_of(key)
        if any(home.version == dialect.version for home, _ in homes):
            return _refused(
                _pointer(key),
                "invalid_value",
                f"'{key}' goes from the renderer to the agent; a renderer takes: "
                f"{', '.join(kinds)}",
                expected=listed(kinds),
                found=key,
            )
        if homes:
            since = homes[0][0].version
            return _refused(
                _pointer(key),
                "invalid_value",
                f"'{key}' exists since {since}; {_not_supported(key, dialect, kinds)}",
                expected=listed(kinds),
                found=key,
            )
    looks = _looks_like(message)
    if looks:
        return _refused(
            _pointer(present[0]),
            "invalid_value",
            f"{_not_supported(present[0], dialect, kinds)}; {looks}",
            expected=listed(kinds),
        )
    if present:
        return A2uiError(
            "validation",
            "VALIDATION_FAILED",
            f"A message must contain exactly one update action; "
            f"{_not_supported(present[0], dialect, kinds)}",
            path=_pointer(present[0]),
            details=[_unknown_key(key, kinds) for key in present],
        )
    return _refused(
        "",
        "missing_field",
        "A message must contain exactly one update action beside 'version'",
        expected=listed(kinds),
    )


def _not_supported(key: str, dialect: Dialect, kinds: dict[str, Dialect]) -> str:
    return (
        f"action '{key}' is not supported in protocol version {dialect.version}. "
        f"Allowed actions: {', '.join(kinds)}"
    )


def _unknown_key(key: str, kinds: dict[str, Dialect]) -> Fault:
    return Fault(
        _pointer(key),
        "extra_field",
        f"A message has no key '{key}'",
        expected=listed(kinds),
        found=key,
        suggestion=nearest(key, kinds),
    )


def _pointer(key: str) -> str:
    return "/" + key.replace("~", "~0").replace("/", "~1")


def _refused(path: str, code: str, message: str, **more: str) -> A2uiError:
    return A2uiError(
        "validation",
        "VALIDATION_FAILED",
        message,
        path=path,
        details=[Fault(path, code, message, **more)],
    )
