"""The processor: messages in; the next value, effects and errors out. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from .catalog.catalog import Catalog
from .catalog.registry import Registry
from .data.pointer import join
from .effects import ComponentsUpdated, DataModelUpdated, Effect, SurfaceCreated, SurfaceDeleted
from .errors import A2uiError, Fault, one_fault, over_limit
from .limits import Limits
from .names import nearest
from .own import own
from .reports import capabilities, data_models
from .schema.envelope import body_faults
from .surface.batch import with_components
from .surface.findings import error_of, extension_faults
from .surface.surface import Settings, Surface, empty
from .surface.validation import Validation
from .values import FrozenDict, FrozenList, Json, JsonLike, PatchMap
from .wire.dialect import Dialect, named
from .wire.envelope import Message, read, understand

AgentCalls: TypeAlias = Literal["undeclared", "declared", "never"]
Envelope: TypeAlias = Literal["plain", "prefixed"]


@dataclass(frozen=True, slots=True)
class Step:
    """What processing a payload gave.

    Attributes:
        processor: The processor to keep, always.
        effects: What the applied messages did, in their order.
        error: The error of the first message that failed, or None.
        index: The place of that message in the payload, or None.
        rest: A payload of the messages that were not looked at.
    """

    processor: Processor
    effects: tuple[Effect, ...] = ()
    error: A2uiError | None = None
    index: int | None = None
    rest: JsonLike = field(default_factory=FrozenList)

    @property
    def ok(self) -> bool:
        """Whether no message failed."""
        return self.error is None

    def unwrap(self) -> tuple[Processor, tuple[Effect, ...]]:
        """The processor and the effects; raises a copy of the error if there is one."""
        if self.error is not None:
            raise self.error.copy()
        return self.processor, self.effects


class Options(NamedTuple):
    """What a processor was made with."""

    registry: Registry
    validation: Validation | None
    limits: Limits
    agent_calls: AgentCalls
    dialect: Dialect
    envelope: Envelope


class Processor:
    """Applies an agent's messages to surfaces. Immutable: every call gives the next one.

    Args:
        catalogs: The catalogs that surfaces may use, the preferred one first.
        validation: What is checked of component batches beyond what always is, or None.
        limits: Bounds on everything from outside.
        agent_calls: Which function calls may leave to the agent: what no catalog implements
            (`"undeclared"`), what the call's catalog declares without implementing it
            (`"declared"`), or none (`"never"`).
        dialect: What a v1.0 surface without a default catalog speaks.
        envelope: How what we send is written: `"plain"`, or `"prefixed"` as the newest drafts
            have it (`1.0`, `@catalogId`).

    Raises:
        A2uiError: category `catalog`: two different catalogs have one id.
        TypeError, ValueError: An argument that is none.
    """

    __slots__ = ("options", "surfaces")
    options: Options
    surfaces: Mapping[str, Surface]

    def __init__(
        self,
        catalogs: Iterable[Catalog],
        *,
        validation: Validation | None = None,
        limits: Limits | None = None,
        agent_calls: AgentCalls = "undeclared",
        dialect: str = "v1.0",
        envelope: Envelope = "plain",
    ) -> None:
        if isinstance(catalogs, Catalog):
            raise TypeError("catalogs is a list of catalogs")
        if agent_calls not in ("undeclared", "declared", "never"):
            raise ValueError(f"unknown agent_calls {agent_calls!r}")
        if envelope not in ("plain", "prefixed"):
            raise ValueError(f"unknown envelope {envelope!r}")
        for name, kind, value in (
            ("validation", Validation, validation),
            ("limits", Limits, limits),
        ):
            if value is not None and not isinstance(value, kind):
                raise TypeError(f"{name} must be a {kind.__name__}, not {value!r}")
        options = Options(
            Registry(catalogs),
            validation,
            limits or Limits(),
            agent_calls,
            named(dialect),
            envelope,
        )
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "surfaces", PatchMap())

    def _with_surfaces(self, surfaces: Mapping[str, Surface]) -> Processor:
        new = object.__new__(Processor)
        object.__setattr__(new, "options", self.options)
        object.__setattr__(new, "surfaces", surfaces)
        return new

    # ------------------------------------------------------------- queries

    @property
    def catalogs(self) -> tuple[Catalog, ...]:
        """The catalogs, in order."""
        return self.options.registry.catalogs

    @property
    def validation(self) -> Validation | None:
        """What is checked of component batches beyond what always is."""
        return self.options.validation

    @property
    def limits(self) -> Limits:
        """Bounds on everything from outside."""
        return self.options.limits

    def surface(self, surface_id: str) -> Surface:
        """The surface of an id.

        Raises:
            A2uiError: category `integrity`: there is none.
        """
        found = self.surfaces.get(surface_id) if isinstance(surface_id, str) else None
        if found is None:
            raise self._no_surface(surface_id)
        return found

    def renderer_capabilities(
        self, versions: Iterable[str], include_inline_catalogs: bool = False
    ) -> Json:
        """What the renderer tells the agent about its catalogs (protocol: metadata).

        Args:
            versions: The protocol versions to speak of.
            include_inline_catalogs: Whether to add each catalog's document.

        Raises:
            A2uiError: category `validation`: no version, or one that is not supported.
        """
        return capabilities(
            self.catalogs,
            versions,
            include_inline_catalogs,
            prefixed=self.options.envelope == "prefixed",
        )

    def renderer_data_model(self, version: str | None = None) -> Json:
        """The data of the surfaces that send it, as metadata, or None (protocol: sync).

        Args:
            version: The protocol version to report in; left out, that of the surfaces.

        Raises:
            A2uiError: category `validation`: surfaces of several versions and none asked for,
                or a version that is not supported.
        """
        return data_models(
            self.surfaces.values(), version, prefixed=self.options.envelope == "prefixed"
        )

    # ------------------------------------------------------------ messages

    def process(
        self,
        payload: JsonLike | bytes,
        *,
        user_activated: bool = False,  # noqa: ARG002 (agents' calls are not taken yet)
    ) -> Step:
        """Apply a payload's messages, one by one, up to the first that fails.

        Args:
            payload: One message, a list, a `{"messages": […]}` wrapper, or the JSON text of any
                of these, JSON Lines included. It is never changed, and never kept.
            user_activated: Whether an agent's call in it follows a user's gesture.
        """
        content = read(payload, self.limits)
        processor = self
        effects: list[Effect] = []
        for index, raw in enumerate(content.messages):
            try:
                processor, done = processor._apply(raw, content.height)
            except A2uiError as error:
                return Step(
                    processor,
                    tuple(effects),
                    _stored(error),
                    index,
                    content.rest(index, self.limits),
                )
            effects.extend(done)
        if content.error is not None:
            index = len(content.messages)
            return Step(
                processor,
                tuple(effects),
                _stored(content.error),
                index,
                content.rest(index, self.limits),
            )
        return Step(processor, tuple(effects))

    def set_data(self, surface_id: str, path: str, value: JsonLike) -> Step:
        """Write into the data of a surface, as a user's input does; None deletes.

        A path without a leading slash is relative to the root.
        """
        try:
            surface = self.surface(surface_id)
            if not isinstance(path, str):
                raise one_fault(
                    "data",
                    "INVALID_POINTER",
                    f"A path is a text, not {path!r}",
                    surface_id=surface_id,
                )
            processor, effects = self._written(surface, path, own(value, self.limits).value)
        except A2uiError as error:
            return Step(self, error=_stored(error), index=0)
        return Step(processor, effects)

    def _apply(self, raw: object, height: int | None) -> _Applied:
        message = understand(raw, self.limits, height)
        allowed = self.validation.allowed_messages if self.validation is not None else None
        if allowed is not None and message.kind not in allowed:
            raise one_fault(
                "validation",
                "MESSAGE_NOT_ALLOWED",
                f"'{message.kind}' is not taken here",
                path=f"/{message.kind}",
            )
        apply = _MESSAGES.get(message.kind)
        if apply is None:
            raise one_fault(
                "rpc",
                "NOT_SUPPORTED",
                f"'{message.kind}' is not supported yet",
                path=f"/{message.kind}",
            )
        body = message.body
        if self._fills_in_catalog(message):
            assert isinstance(body, FrozenDict)
            body = FrozenDict({**body, "catalogId": ""})
        faults = body_faults(message.dialect, message.kind, body)
        if faults:
            surface_id = body.get("surfaceId") if isinstance(body, dict) else None
            raise self._validation_error(faults, surface_id)
        return apply(self, message)

    def _fills_in_catalog(self, message: Message) -> bool:
        """Whether a surface may leave out the catalog that its version asks for."""
        return (
            message.kind == "createSurface"
            and self.validation is not None
            and self.validation.allow_missing_catalog
            and message.dialect.needs_catalog
            and isinstance(message.body, FrozenDict)
            and "catalogId" not in message.body
        )

    def _validation_error(self, faults: list[Fault], surface_id: Json) -> A2uiError:
        where = surface_id if isinstance(surface_id, str) else None
        return error_of([("validation", fault) for fault in faults], self.limits, surface_id=where)

    def _create_surface(self, message: Message) -> _Applied:
        body = message.body
        assert isinstance(body, FrozenDict)
        surface_id = str(body["surfaceId"])
        where: dict[str, Any] = {"path": "/createSurface/surfaceId", "surface_id": surface_id}
        if surface_id in self.surfaces:
            raise one_fault(
                "integrity", "DUPLICATE_SURFACE", f"Surface {surface_id} already exists.", **where
            )
        if len(self.surfaces) >= self.limits.surfaces:
            raise over_limit(
                self.limits, "surfaces", "There are too many surfaces", "integrity", **where
            )
        surface = self._empty_surface(message.dialect, surface_id, body)
        data = body.get("dataModel")
        effects: list[Effect] = [SurfaceCreated(surface_id)]
        if data is not None:
            try:
                model, written = surface.data.written("/", data)
            except A2uiError as error:
                raise error.but(path="/createSurface/dataModel", surface_id=surface_id) from None
            if model is not surface.data:
                effects.append(DataModelUpdated(surface_id, join(written.tokens)))
            surface = surface.with_data(model)
        entries = body.get("components")
        if entries is not None:
            assert isinstance(entries, FrozenList)
            surface, ids = with_components(
                surface, entries, self.validation, "/createSurface/components", message.height
            )
            effects.append(ComponentsUpdated(surface_id, ids))
        return self._with_surface(surface), tuple(effects)

    def _empty_surface(self, dialect: Dialect, surface_id: str, body: FrozenDict) -> Surface:
        catalog = self._default_catalog(dialect, surface_id, body.get("catalogId"))
        if catalog is not None:
            dialect = catalog.dialect
        elif not dialect.needs_catalog:
            dialect = self.options.dialect
        theme, metadata = body.get("theme"), body.get("metadata")
        if theme is not None and catalog is not None and isinstance(catalog.theme, dict):
            faults = catalog.compiled(dialect).theme_faults(
                catalog.theme, theme, "/createSurface/theme"
            )
            if faults:
                error = self._validation_error(faults, surface_id)
                about = f"Validation failed for theme on surface '{surface_id}'"
                raise error.but(message=f"{about}: {error.message}")
        if isinstance(metadata, FrozenDict):
            faults = list(extension_faults(metadata, "/createSurface/metadata"))
            if faults:
                raise self._validation_error(faults, surface_id)
        return empty(
            Settings(
                id=surface_id,
                dialect=dialect,
                catalog=catalog,
                theme=theme if isinstance(theme, FrozenDict) else None,
                metadata=metadata if isinstance(metadata, FrozenDict) else None,
                send_data_model=body.get("sendDataModel") is True,
                registry=self.options.registry,
                limits=self.limits,
                agent_calls=self.options.agent_calls,
            )
        )

    def _default_catalog(self, dialect: Dialect, surface_id: str, name: Json) -> Catalog | None:
        path = "/createSurface/catalogId"
        if isinstance(name, str):
            return self.options.registry.named(name, dialect, path=path, surface_id=surface_id)
        if not dialect.needs_catalog:
            return None
        fitting = self.options.registry.available(dialect)
        if not fitting:
            raise one_fault(
                "catalog",
                "UNKNOWN_CATALOG",
                f"The surface names no catalog, and no catalog fits {dialect.version}",
                path=path,
                surface_id=surface_id,
            )
        return fitting[0]

    def _update_components(self, message: Message) -> _Applied:
        body = message.body
        assert isinstance(body, FrozenDict)
        surface = self._target(body, "/updateComponents/surfaceId")
        if surface.dialect.family != message.dialect.family:
            raise one_fault(
                "catalog",
                "VERSION_MISMATCH",
                f"Surface '{surface.id}' speaks {surface.version}; "
                f"its components cannot be updated by a message of {message.dialect.version}",
                path="/version",
                surface_id=surface.id,
            )
        entries = body["components"]
        assert isinstance(entries, FrozenList)
        surface, ids = with_components(
            surface, entries, self.validation, "/updateComponents/components", message.height
        )
        return self._with_surface(surface), (ComponentsUpdated(surface.id, ids),)

    def _update_data_model(self, message: Message) -> _Applied:
        body = message.body
        assert isinstance(body, FrozenDict)
        surface = self._target(body, "/updateDataModel/surfaceId")
        path = body.get("path", "/")
        try:
            return self._written(surface, str(path), body.get("value"))
        except A2uiError as error:
            place = "value" if error.code == "LIMIT_JSON_DEPTH" else "path"
            raise error.but(path=f"/updateDataModel/{place}") from None

    def _delete_surface(self, message: Message) -> _Applied:
        body = message.body
        assert isinstance(body, FrozenDict)
        surface_id = str(body["surfaceId"])
        if surface_id not in self.surfaces:
            return self, ()
        assert isinstance(self.surfaces, PatchMap)
        return self._with_surfaces(self.surfaces.without(surface_id)), (SurfaceDeleted(surface_id),)

    def _written(self, surface: Surface, path: str, value: Json) -> _Applied:
        try:
            model, written = surface.data.written(path, value)
        except A2uiError as error:
            raise error.but(surface_id=surface.id) from None
        if model is surface.data:
            return self, ()
        done = DataModelUpdated(surface.id, join(written.tokens))
        return self._with_surface(surface.with_data(model, written.shown)), (done,)

    def _with_surface(self, surface: Surface) -> Processor:
        assert isinstance(self.surfaces, PatchMap)
        return self._with_surfaces(self.surfaces.with_entries({surface.id: surface}))

    def _target(self, body: FrozenDict, path: str) -> Surface:
        found = self.surfaces.get(str(body["surfaceId"]))
        if found is None:
            raise self._no_surface(body["surfaceId"]).but(path=path)
        return found

    def _no_surface(self, surface_id: object) -> A2uiError:
        near = nearest(surface_id, self.surfaces) if isinstance(surface_id, str) else ""
        hint = (
            f"; did you mean '{near}'?"
            if near
            else "; createSurface must come first"
            if isinstance(surface_id, str)
            else ""
        )
        return one_fault(
            "integrity",
            "UNKNOWN_SURFACE",
            f"Surface not found for message: {surface_id}{hint}",
            surface_id=surface_id if isinstance(surface_id, str) else None,
        )

    # -------------------------------------------------------------- values

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Processor is frozen; its methods give the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Processor is frozen")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Processor):
            return NotImplemented
        return self is other or (self.options == other.options and self.surfaces == other.surfaces)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Processor: {len(self.catalogs)} catalogs, {len(self.surfaces)} surfaces>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.options, self.surfaces)


_Applied: TypeAlias = tuple[Processor, tuple[Effect, ...]]
_MESSAGES = MappingProxyType(
    {
        "createSurface": Processor._create_surface,
        "updateComponents": Processor._update_components,
        "updateDataModel": Processor._update_data_model,
        "deleteSurface": Processor._delete_surface,
    }
)


def _stored(error: A2uiError) -> A2uiError:
    """The error as a value: without the traceback and the frames that carried it here."""
    error.__context__ = None
    return error.with_traceback(None)


def _restored(options: Options, surfaces: Mapping[str, Surface]) -> Processor:
    processor = object.__new__(Processor)
    object.__setattr__(processor, "options", options)
    object.__setattr__(processor, "surfaces", surfaces)
    return processor
