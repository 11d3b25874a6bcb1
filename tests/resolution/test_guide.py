"""The guide's walk: drawing a surface, and user input."""

from __future__ import annotations

from datetime import UTC, datetime

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic


def test_the_walk_of_the_guide() -> None:
    catalog = basic.catalog("v1.0")
    processor = a2ui.Processor([catalog], validation=a2ui.Validation.strict())
    event = {"event": {"name": "pay", "context": {"name": {"@path": "/name"}}}}
    components = [
        {"id": "root", "component": "Column", "children": ["name", "greeting", "pay"]},
        {"id": "name", "component": "TextField", "label": "Name", "value": {"@path": "/name"}},
        {"id": "greeting", "component": "Text", "text": {"@path": "/name"}},
        {"id": "pay", "component": "Button", "child": "payLabel", "action": event},
        {"id": "payLabel", "component": "Text", "text": "Pay"},
    ]
    body = {"surfaceId": "checkout", "catalogId": catalog.id, "components": components}
    processor, _ = processor.process({"version": "v1.0", "createSurface": body}).unwrap()
    resolver, notifications = a2ui.NodeResolver.resolve(processor.surface("checkout"))
    assert sorted(resolver.positions) == [
        "root",
        "root/children/0",
        "root/children/1",
        "root/children/2",
        "root/children/2/child",
    ]
    assert [type(n) for n in notifications] == [a2ui.NodeCreated] * 5 + [a2ui.Notice]
    greeting = resolver.positions["root/children/1"]
    assert repr(greeting.props["text"]) == "Binding(value=None, path='/name')"

    name_field = resolver.positions["root/children/0"]
    write = resolver.write(name_field.ref, "value", "Ada")
    assert write == a2ui.Write(path="/name", value="Ada")
    processor, _ = processor.set_data("checkout", write.path, write.value).unwrap()
    resolver, notifications = resolver.update(processor.surface("checkout"))
    assert notifications == (a2ui.NodeUpdated(name_field.ref), a2ui.NodeUpdated(greeting.ref))
    assert resolver.node(greeting.ref).props["text"] == a2ui.Binding("Ada", "/name")

    pay = resolver.positions["root/children/2"]
    outcome = resolver.invoke(pay.ref, "action", now=datetime(2026, 10, 14, 12, tzinfo=UTC))
    [event_made] = outcome.events
    assert event_made == a2ui.ActionEvent(
        version="v1.0",
        surface_id="checkout",
        component_id="pay",
        name="pay",
        context=a2ui.FrozenDict({"name": "Ada"}),
        timestamp="2026-10-14T12:00:00Z",
    )


def test_a_function_of_the_other_side_in_the_server_dialect() -> None:
    accounts = a2ui.Catalog.from_json(
        {
            "catalogId": "https://example.com/catalogs/accounts.json",
            "protocolVersion": "v1.0",
            "components": {},
            "functions": {
                "getLocalDeviceId": {
                    "executedAt": "client",
                    "callableFrom": "clientOnly",
                    "args": {"type": "object"},
                    "returnType": {"type": "string"},
                },
                "checkDeviceAuthorization": {
                    "executedAt": "server",
                    "callableFrom": "clientOnly",
                    "args": {
                        "type": "object",
                        "properties": {"deviceId": {"type": "string"}},
                        "required": ["deviceId"],
                    },
                    "returnType": {"type": "boolean"},
                },
            },
        }
    ).implement({"getLocalDeviceId": lambda _args, _context: "device-7"})
    gate = a2ui.Processor([accounts, basic.catalog("v1.0")])
    inner = {"call": "getLocalDeviceId", "args": {}}
    call = {"call": "checkDeviceAuthorization", "args": {"deviceId": inner}}
    components = [
        {"id": "root", "component": "Button", "child": "label", "action": {"functionCall": call}},
        {"id": "label", "component": "Text", "text": "Go"},
    ]
    body = {"surfaceId": "gate", "catalogId": accounts.id, "components": components}
    gate, _ = gate.process({"version": "v1.0", "createSurface": body}).unwrap()
    resolver, _ = a2ui.NodeResolver.resolve(gate.surface("gate"))
    assert resolver.root is not None
    now = datetime(2026, 10, 14, 12, tzinfo=UTC)
    pressed = resolver.invoke(resolver.root.ref, "action", now=now)
    [wanted] = pressed.calls
    assert isinstance(wanted, a2ui.AgentCall)
    assert wanted.call == {"call": "checkDeviceAuthorization", "args": {"deviceId": "device-7"}}
    _, notifications = pressed.resolver.settle(wanted.token, a2ui.Value(True))
    ended = [n.outcome for n in notifications if isinstance(n, a2ui.ActionSettled)]
    assert ended == [a2ui.Value(True)]
