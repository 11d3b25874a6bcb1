"""What differs between protocol versions: one row each, and nothing anywhere else.

Code asks the row and never compares version strings. Protocol: versions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Direction = Literal["to renderer", "to agent"]
Lookup = Literal["surface", "named", "by name"]


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """One way of speaking A2UI.

    Attributes:
        name: What users call it.
        version: The version that messages of it carry.
        family: Catalogs of one family can be used with each other's messages.
        path_key: Key of a binding.
        call_key: Key of a function call.
        at_keys: Whether keys with `@` are reserved, `@@x` meaning a literal `@x`, and the
            component envelope is read in its prefixed spelling too.
        lookup: Where components and functions are looked up: in the `surface`'s catalog, in
            the one that is `named` (else the surface's), or `by name` in all of them.
        schemas: Folder of its schema documents.
        documents: The message document of each direction.
        inbound: Messages from the agent, with their definitions in the document.
        outbound: Messages to the agent.
        repeats_type: Whether an update of a component must give its type again.
        interpolates: Whether `${…}` is evaluated in the string arguments of calls.
        asks_agent: Whether the renderer may call functions of the agent.
        validation_results: Whether validators answer with a ValidationResult, not a boolean.
        identifiers: Whether names and ids must be UAX 31 identifiers.
        needs_catalog: Whether a surface must name a catalog.
        metadata_keys: What capabilities and data model reports call it, plain and prefixed.
        common_types: `$id` of its common types.
        spellings: What `version` may say; empty where another dialect has the version.
    """

    name: str
    version: str
    family: str
    path_key: str
    call_key: str
    at_keys: bool
    lookup: Lookup
    schemas: str
    documents: Mapping[Direction, str]
    inbound: tuple[str, ...]
    outbound: tuple[str, ...]
    repeats_type: bool
    interpolates: bool
    asks_agent: bool
    validation_results: bool
    identifiers: bool
    needs_catalog: bool
    metadata_keys: tuple[str, str]
    common_types: str
    spellings: tuple[str, ...] = field(default=())

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return named, (self.name,)

    def __repr__(self) -> str:
        return f"<dialect {self.name}>"


_SURFACES = ("createSurface", "updateComponents", "updateDataModel", "deleteSurface")
_SERVER_CLIENT: Mapping[Direction, str] = MappingProxyType(
    {"to renderer": "server_to_client.json", "to agent": "client_to_server.json"}
)
_AGENT_RENDERER: Mapping[Direction, str] = MappingProxyType(
    {"to renderer": "agent_to_renderer.json", "to agent": "renderer_to_agent.json"}
)

V0_9 = Dialect(
    name="v0.9",
    version="v0.9",
    family="0.9",
    path_key="path",
    call_key="call",
    at_keys=False,
    lookup="surface",
    schemas="v0_9",
    documents=_SERVER_CLIENT,
    inbound=_SURFACES,
    outbound=("action", "error"),
    repeats_type=False,
    interpolates=False,
    asks_agent=False,
    validation_results=False,
    identifiers=False,
    needs_catalog=True,
    metadata_keys=("v0.9", "v0.9"),
    common_types="https://a2ui.org/specification/v0_9/common_types.json",
    spellings=("v0.9",),
)
V0_9_1 = Dialect(
    name="v0.9.1",
    version="v0.9.1",
    family="0.9",
    path_key="path",
    call_key="call",
    at_keys=False,
    lookup="surface",
    schemas="v0_9_1",
    documents=_SERVER_CLIENT,
    inbound=_SURFACES,
    outbound=("action", "error"),
    repeats_type=False,
    interpolates=False,
    asks_agent=False,
    validation_results=False,
    identifiers=False,
    needs_catalog=True,
    metadata_keys=("v0.9", "v0.9"),
    common_types="https://a2ui.org/specification/v0_9/common_types.json",
    spellings=("v0.9.1",),
)
V1_0 = Dialect(
    name="v1.0",
    version="v1.0",
    family="1",
    path_key="@path",
    call_key="@call",
    at_keys=True,
    lookup="named",
    schemas="v1_0",
    documents=_AGENT_RENDERER,
    inbound=(*_SURFACES, "callRendererFunction", "agentFunctionResponse"),
    outbound=("action", "error", "callAgentFunction", "rendererFunctionResponse"),
    repeats_type=True,
    interpolates=False,
    asks_agent=True,
    validation_results=True,
    identifiers=True,
    needs_catalog=False,
    metadata_keys=("v1.0", "1.0"),
    common_types="https://a2ui.org/specification/v1_0/common_types.json",
    spellings=("v1.0", "1.0"),
)
SERVER_FUNCTIONS = Dialect(
    name="server-functions",
    version="v1.0",
    family="1",
    path_key="path",
    call_key="call",
    at_keys=False,
    lookup="by name",
    schemas="v1_0_server",
    documents=_AGENT_RENDERER,
    inbound=(*_SURFACES, "callFunction", "serverFunctionResponse"),
    outbound=("action", "error", "callServerFunction", "functionResponse"),
    repeats_type=True,
    interpolates=True,
    asks_agent=True,
    validation_results=True,
    identifiers=True,
    needs_catalog=False,
    metadata_keys=("v1.0", "1.0"),
    common_types="https://a2ui.org/specification/v1_0_server/common_types.json",
)

DIALECTS = (V0_9, V0_9_1, V1_0, SERVER_FUNCTIONS)
BY_SPELLING = MappingProxyType(
    {spelling: dialect for dialect in DIALECTS for spelling in dialect.spellings}
)
SUPPORTED_VERSIONS = tuple(d.version for d in DIALECTS if d.spellings)
_BY_NAME = {dialect.name: dialect for dialect in DIALECTS}

_VERSION = re.compile(r"v?(\d{1,4}(?:[._]\d{1,4}){0,2})(?:[-+][0-9A-Za-z.+-]*)?", re.ASCII)


def named(name: str) -> Dialect:
    """The dialect of this name.

    Raises:
        ValueError: There is none.
    """
    if name not in _BY_NAME:
        raise ValueError(f"unknown dialect {name!r}; there are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]


def of_catalog_version(text: str) -> Dialect | None:
    """The dialect that a catalog's version means (`v1.0`, `1.0`, `1.0.0`, `v1_0`, `1.2`)."""
    match = _VERSION.fullmatch(text)
    if match is None:
        return None
    numbers = [int(part) for part in re.split(r"[._]", match.group(1))]
    while len(numbers) > 2 and numbers[-1] == 0:
        numbers.pop()
    spelled = "v" + ".".join(map(str, numbers))
    if spelled in BY_SPELLING:
        return BY_SPELLING[spelled]
    return V1_0 if numbers[0] == 1 else None


def homes_of(kind: str) -> tuple[tuple[Dialect, Direction], ...]:
    """Every dialect that has a message of this key, and the direction it goes there."""
    inbound: list[tuple[Dialect, Direction]] = [
        (dialect, "to renderer") for dialect in DIALECTS if kind in dialect.inbound
    ]
    outbound: list[tuple[Dialect, Direction]] = [
        (dialect, "to agent") for dialect in DIALECTS if kind in dialect.outbound
    ]
    return (*inbound, *outbound)
