"""One run of an evaluation: as far as it can go, with what is known already.

Innermost first, arguments in document order. A failure abandons everything at once; a
call that waits makes what stands around it wait, while its siblings are still evaluated.
A finished call is found by its place and never run again (design: evaluation).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..catalog.signature import Signature
from ..catalog.slots import Slot
from ..data.pointer import MISSING, Tokens, get
from ..effects import Effect, Failure, Value
from ..errors import A2uiError, FunctionError
from ..names import shown
from ..values import EMPTY, FrozenDict, FrozenList, Json, json_equal, set_item
from .abandoned import Abandoned, refused
from .authority import Mode, check_authority, check_may_leave
from .memory import Found
from .results import finished, joined

if TYPE_CHECKING:
    from .context import DataContext

Place: TypeAlias = tuple[Any, Any]
"""Where a call stands in the expression: (the place around it, the key there)."""

INDEX = "@index"
"""Stands among the paths that were read, for the system function."""


class Pending(NamedTuple):
    """A call that waits: for the agent (`call`), or for a coroutine (`args`)."""

    place: Place
    token: str
    signature: Signature | None
    call: FrozenDict
    local: bool


class Progress(NamedTuple):
    """What is known of an evaluation between its runs.

    Attributes:
        done: Results of local calls, by place.
        answers: Settled calls to the agent, by place: the call, and what it gave.
        pending: Calls that wait, by place.
        reads: Tokens of the paths read so far, and `INDEX`.
        effects: Effects of the calls that finished, in order.
        notes: Things that a host should be told, which are no failures.
        steps: Values and calls visited.
        tokens: How many tokens were given out.
    """

    done: Mapping[Place, Json] = {}
    answers: Mapping[Place, tuple[FrozenDict, Value | Failure]] = {}
    pending: Mapping[Place, Pending] = {}
    reads: frozenset[Tokens | str] = frozenset()
    effects: tuple[Effect, ...] = ()
    notes: tuple[str, ...] = ()
    steps: int = 0
    tokens: int = 0


START = Progress()


class _Waits:
    __slots__ = ()


_WAITS: Any = _Waits()
"""Stands for the value of what waits. Whoever sees the number of waiting calls grow drops it."""


class Run:
    """The draft of one run."""

    __slots__ = (
        "_body_context",
        "answers",
        "at_keys",
        "before",
        "call_key",
        "closed",
        "context",
        "done",
        "effects",
        "mode",
        "most_steps",
        "notes",
        "path_key",
        "pending",
        "reads",
        "steps",
        "tokens",
    )

    def __init__(self, context: DataContext, mode: Mode, known: Progress = START) -> None:
        self.context, self.mode = context, mode
        dialect = context.dialect
        self.at_keys = dialect.at_keys
        self.call_key, self.path_key = dialect.call_key, dialect.path_key
        self.before = known.pending
        self.answers = known.answers
        self.done: dict[Place, Json] = {**known.done}
        self.pending: dict[Place, Pending] = {}
        self.reads: set[Tokens | str] = {*known.reads}
        self.effects: list[Effect] = [*known.effects]
        self.notes: list[str] = [*known.notes]
        self.steps, self.tokens = known.steps, known.tokens
        self.most_steps = context.memory.limits.steps
        self._body_context: DataContext | None = None
        # Set when the run is over: a context that an implementation kept adds nothing more.
        self.closed = False

    def progress(self) -> Progress:
        """What is known after the run."""
        return Progress(
            self.done,
            self.answers,
            self.pending,
            frozenset(self.reads),
            tuple(self.effects),
            tuple(self.notes),
            self.steps,
            self.tokens,
        )

    # -------------------------------------------------------------- values

    def value(self, value: Json, place: Place) -> Json:
        """A value in a dynamic place, resolved.

        Raises:
            Abandoned: A call in it failed.
        """
        kind = type(value)
        if kind is FrozenDict:
            return self._object(value, place)  # type: ignore[arg-type]
        if kind is FrozenList and not _is_flat(value):  # type: ignore[arg-type]
            self._step()
            return FrozenList(
                [self.value(item, (place, n)) for n, item in enumerate(value)]  # type: ignore[arg-type]
            )
        return value

    def _object(self, value: FrozenDict, place: Place) -> Json:
        name = value.get(self.call_key)
        if type(name) is str:
            return self._call(value, name, place)
        path = value.get(self.path_key)
        if type(path) is str and (self.at_keys or "componentId" not in value):
            return self.read(path)
        self._step()
        resolved = FrozenDict()
        for key, item in value.items():
            key = self._key(key)
            if type(item) is FrozenDict or type(item) is FrozenList:
                item = self.value(item, (place, key))
            set_item(resolved, key, item)
        return resolved

    def read(self, path: str) -> Json:
        """The data at a path, None where nothing is."""
        context = self.context
        self.steps += 1
        if self.steps > self.most_steps:
            self._step()
        tokens = context.memory.paths.get(path)
        if tokens is None:
            try:
                tokens = context.memory.tokens(path)
            except A2uiError as error:
                raise Abandoned(error) from None
        if path[:1] != "/":
            tokens = context.scope_tokens if path in ("", ".") else context.scope_tokens + tokens
        self.reads.add(tokens)
        found = get(context.data.value, tokens)
        return None if found is MISSING else found  # type: ignore[return-value]

    def _parts(self, parts: FrozenList, place: Place) -> list[Json]:
        """The values of a template's parts; most are literal text."""
        inside, path_key = (place, "${}"), self.path_key
        values: list[Json] = []
        for n, part in enumerate(parts):
            if type(part) is FrozenDict:
                # A path is read at once, which takes an eighth off a template's time.
                path = part.get(path_key)
                part = self.read(path) if type(path) is str else self.value(part, (inside, n))
            values.append(part)
        return values

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most_steps:
            limits = self.context.limits
            raise Abandoned(
                FunctionError(
                    "LIMIT_STEPS",
                    f"The evaluation takes too many steps (the limit is {limits.steps:,})",
                )
            )

    # --------------------------------------------------------------- calls

    def _call(self, call: FrozenDict, name: str, place: Place) -> Json:
        self._step()
        if place in self.done:
            return self.done[place]
        found = self._find(call, name)
        signature = found.signature if found is not None else None
        waiting = len(self.pending)
        args, unset = self._arguments(call, signature, place)
        if len(self.pending) > waiting:
            return _WAITS  # type: ignore[no-any-return]
        if found is None:
            return self._index(args)
        definition = signature.definition if signature is not None else None
        if (
            definition is None
            or definition.executed_at == "agent"
            or (definition.implementation is None)
        ):
            return self._ask_agent(call, name, found, args, unset, place)
        assert signature is not None
        return self._run(name, signature, args, unset, place)

    def _find(self, call: FrozenDict, name: str) -> Found | None:
        """The function that is meant; None for `@index`."""
        catalog_id = call.get("catalogId")
        if self.at_keys and name[:1] == "@":
            if name != INDEX or catalog_id is not None:
                what = "takes no catalogId" if name == INDEX else "is no system function"
                raise refused(f"Unrecognized function '{name}': it {what}")
            return None
        try:
            return self.context.memory.function(name, catalog_id)
        except A2uiError as error:
            raise Abandoned(error) from None

    def _arguments(
        self, call: FrozenDict, signature: Signature | None, place: Place
    ) -> tuple[dict[str, Json], list[str]]:
        """The resolved arguments, and the names of those whose binding gave nothing."""
        written = call.get("args", EMPTY)
        if type(written) is not FrozenDict:
            raise refused("The arguments of a call are an object", "INVALID_ARGUMENTS")
        limit = self.context.limits.arguments
        if len(written) > limit:
            raise refused(
                f"The call has {len(written):,} arguments (the limit is {limit:,})",
                "LIMIT_ARGUMENTS",
            )
        slots = signature.slots if signature is not None else None
        interpolates = self.context.dialect.interpolates
        args: dict[str, Json] = {}
        unset: list[str] = []
        for key, item in written.items():
            kind = type(item)
            if kind is str:
                if interpolates and "${" in item and not _is_literal(signature, key):  # type: ignore[operator]
                    item = self._text(item, (place, key))  # type: ignore[arg-type]
                    if item is None:
                        unset.append(key)
            elif kind is FrozenDict or kind is FrozenList:
                slot = slots.members.get(key, slots.extra) if slots is not None else None
                bound = self._is_dynamic(item) and type(item.get(self.call_key)) is not str  # type: ignore[union-attr]
                item = self._argument(item, slot, (place, key), signature)
                if item is None and bound:
                    unset.append(key)
            args[key] = item
        return args, unset

    def _argument(
        self, item: Json, slot: Slot | None, place: Place, signature: Signature | None
    ) -> Json:
        """An argument, or a value inside one.

        Where the schema says what is inside, only its dynamic places are resolved: a key
        `path` of a tool's arguments is no binding. Keys with `@` always are what they say, and
        in the server form every place is dynamic.
        """
        interpolates = self.context.dialect.interpolates
        kind = type(item)
        if kind is str and interpolates and "${" in item:  # type: ignore[operator]
            plain = signature is not None and signature.is_plain(slot)
            return item if plain else self._text(item, place)  # type: ignore[arg-type]
        if kind is not FrozenDict and kind is not FrozenList:
            return item
        structured = slot is not None and slot.structured and not slot.dynamic
        server_form = signature is not None and signature.definition.executed_at is not None
        if (not structured or server_form or self.at_keys) and self._is_dynamic(item):
            return self.value(item, place)
        if not structured and not interpolates:
            return self.value(item, place)
        self._step()
        inner = slot if structured else None
        if kind is FrozenList:
            below = inner.items if inner is not None else None
            return FrozenList(
                [self._argument(each, below, (place, n), signature) for n, each in enumerate(item)]  # type: ignore[arg-type]
            )
        return FrozenDict(
            {
                self._key(key): self._argument(
                    each,
                    inner.members.get(key, inner.extra) if inner is not None else None,
                    (place, key),
                    signature,
                )
                for key, each in item.items()  # type: ignore[union-attr]
            }
        )

    def _key(self, key: str) -> str:
        return _unescaped(key) if self.at_keys and key[:1] == "@" else key

    def _is_dynamic(self, item: Json) -> bool:
        """Whether an object is a binding or a call."""
        if type(item) is not FrozenDict:
            return False
        return type(item.get(self.call_key)) is str or (
            type(item.get(self.path_key)) is str and (self.at_keys or "componentId" not in item)
        )

    def _text(self, text: str, place: Place) -> Json:
        """A text with `${…}`: the value of a lone interpolation, else text."""
        parts = self._template(text)
        waiting = len(self.pending)
        values = self._parts(parts, place)
        if len(self.pending) > waiting:
            return _WAITS  # type: ignore[no-any-return]
        if len(values) == 1:
            return values[0]
        try:
            return joined(values, self.context.limits)
        except A2uiError as error:
            raise Abandoned(error) from None

    def _template(self, text: str) -> FrozenList:
        try:
            return self.context.memory.template(text)
        except A2uiError as error:
            raise Abandoned(error) from None

    def _index(self, args: dict[str, Json]) -> Json:
        """The system function `@index` (protocol: functions §8)."""
        self.reads.add(INDEX)
        unknown = [name for name in args if name != "offset"]
        if unknown:
            raise refused(
                f"@index takes 'offset' and no other argument, not '{unknown[0]}'",
                "INVALID_ARGUMENTS",
            )
        offset = args.get("offset", 0)
        if isinstance(offset, bool) or not isinstance(offset, int | float):
            raise refused(
                f"@index requires a numeric offset, got {shown(offset)}", "INVALID_ARGUMENTS"
            )
        index = self.context.index
        if index is None:
            raise refused(
                "@index function can only be evaluated inside a collection template iteration "
                "scope.",
                "EXECUTION_ERROR",
            )
        return index + offset

    # --------------------------------------------------------- local calls

    def _run(
        self,
        name: str,
        signature: Signature,
        args: dict[str, Json],
        unset: list[str],
        place: Place,
    ) -> Json:
        definition = signature.definition
        check_authority(self.mode, name, signature.definition)
        ready = self._checked(name, signature, args, unset)
        if signature.expand is not None:
            return self._expanded(signature, ready, place)
        if signature.waits:
            return self._wait(place, signature, ready, local=True)
        body: Any = definition.implementation
        outcome = finished(name, signature, self, lambda: body(ready, self.body_context))
        if isinstance(outcome, Failure):
            self.effects.extend(outcome.effects)
            raise Abandoned(outcome.error)
        self.effects.extend(outcome.effects)
        self.done[place] = outcome.value
        return outcome.value

    def _checked(
        self, name: str, signature: Signature, args: dict[str, Json], unset: list[str]
    ) -> FrozenDict:
        ready = signature.completed(args, unset)
        if signature.refuses(ready):
            raise refused(
                f"Invalid arguments for function '{name}': {signature.faults(ready)}",
                "INVALID_ARGUMENTS",
            )
        return ready

    def _expanded(self, signature: Signature, args: FrozenDict, place: Place) -> Json:
        """A function that stands for another expression: `formatString`."""
        expand: Callable[..., tuple[FrozenList, Callable[..., Json]]] = signature.expand  # type: ignore[assignment]
        try:
            parts, join = expand(args, self.context)
        except A2uiError as error:
            raise Abandoned(error) from None
        waiting = len(self.pending)
        values = self._parts(parts, place)
        if len(self.pending) > waiting:
            return _WAITS  # type: ignore[no-any-return]
        try:
            result = self.done[place] = join(values, self.context.limits)
        except A2uiError as error:
            raise Abandoned(error) from None
        return result

    @property
    def body_context(self) -> DataContext:
        """The context that implementations get: what they read and want counts here."""
        if self._body_context is None:
            self._body_context = self.context.recording(self)
        return self._body_context

    # --------------------------------------------------------- agent calls

    def _ask_agent(
        self,
        call: FrozenDict,
        name: str,
        found: Found,
        args: dict[str, Json],
        unset: list[str],
        place: Place,
    ) -> Json:
        signature = found.signature
        check_may_leave(self.context, name, found)
        if signature is not None:
            check_authority(self.mode, name, signature.definition)
            ready = self._checked(name, signature, args, unset)
        else:
            ready = FrozenDict(args)
        wanted: dict[str, Json] = {self.call_key: name}
        if "args" in call or ready:
            wanted["args"] = ready
        if type(call.get("catalogId")) is str and self.context.dialect.lookup == "named":
            wanted["catalogId"] = call["catalogId"]
        return self._wait(place, signature, FrozenDict(wanted), local=False)

    def _wait(
        self, place: Place, signature: Signature | None, call: FrozenDict, *, local: bool
    ) -> Json:
        """The answer to a call that waits, if it is known; else the call is pending."""
        answered = self.answers.get(place)
        if answered is not None and json_equal(answered[0], call):
            outcome = answered[1]
            if isinstance(outcome, Failure):
                raise Abandoned(outcome.error)
            return outcome.value
        known = self.before.get(place)
        if known is not None and known.local is local and json_equal(known.call, call):
            self.pending[place] = known._replace(signature=signature)
            return _WAITS  # type: ignore[no-any-return]
        self.tokens += 1
        self.pending[place] = Pending(place, str(self.tokens), signature, call, local)
        return _WAITS  # type: ignore[no-any-return]


def _is_flat(items: FrozenList) -> bool:
    return not any(type(item) is FrozenDict or type(item) is FrozenList for item in items)


def _unescaped(key: str) -> str:
    if key[:2] != "@@":
        raise refused(
            f"The key '{key}' is reserved; a literal key is written '@{key}'",
            "INVALID_RESERVED_KEY",
        )
    return key[1:]


def _is_literal(signature: Signature | None, key: str) -> bool:
    """Whether `${…}` in an argument is left alone."""
    return signature is not None and signature.literal_text(key)
