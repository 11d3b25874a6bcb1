"""The guide as a typed script: what a user of mypy --strict writes, without casts."""

from __future__ import annotations

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic


def total(cart: a2ui.Json) -> float:
    """Add up the prices of a cart."""
    amount = 0.0
    if isinstance(cart, list):
        for item in cart:
            price = item.get("price") if isinstance(item, dict) else None
            if isinstance(price, (int, float)):
                amount += price
    return amount


def shop() -> a2ui.Catalog:
    """Make a catalog with one function of ours."""

    def cart_total(args: dict[str, a2ui.Json], context: object) -> a2ui.Json:
        rate = args["taxRate"]
        assert isinstance(rate, float)
        return 40.0 * (1 + rate)

    document: a2ui.JsonLike = {
        "catalogId": "https://example.com/catalogs/shop.json",
        "protocolVersion": "v1.0",
        "components": {},
        "functions": {
            "cartTotal": {
                "type": "object",
                "returnType": "number",
                "properties": {
                    "@call": {"const": "cartTotal"},
                    "args": {"type": "object", "properties": {"taxRate": {"type": "number"}}},
                },
                "required": ["@call", "args"],
            }
        },
    }
    return a2ui.Catalog.from_json(document).implement({"cartTotal": cart_total})


def told(effect: a2ui.Effect) -> str:
    """Say what an effect means to a host."""
    match effect:
        case a2ui.SurfaceCreated(surface_id) | a2ui.SurfaceDeleted(surface_id):
            return surface_id
        case a2ui.ComponentsUpdated(surface_id, component_ids):
            return f"{surface_id}: {', '.join(component_ids)}"
        case a2ui.DataModelUpdated(surface_id, path):
            return f"{surface_id} {path}"
    return type(effect).__name__


def run() -> list[str]:
    """Apply messages, look at what happened, write, and look at what went wrong."""
    catalog = basic.catalog("v1.0")
    processor = a2ui.Processor([catalog, shop()], validation=a2ui.Validation.strict())
    step = processor.process(
        [
            {"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": catalog.id}},
            {
                "version": "v1.0",
                "updateComponents": {
                    "surfaceId": "s",
                    "components": [{"id": "root", "component": "Text", "text": {"@path": "/n"}}],
                },
            },
            {
                "version": "v1.0",
                "updateDataModel": {"surfaceId": "s", "path": "/cart", "value": [{"price": 10}]},
            },
        ]
    )
    lines = [told(effect) for effect in step.effects]
    processor, effects = step.processor.set_data("s", "/n", "Ada").unwrap()
    lines += [told(effect) for effect in effects]
    surface = processor.surface("s")
    lines.append(str(total(surface.data.get("/cart"))))
    wrong = processor.process('{"version": "v1.0", "deleteSurface": {}}')
    if wrong.error is not None:
        lines += [f"{fault.path} {fault.code}" for fault in wrong.error.details]
    root: a2ui.Component = surface.components["root"]
    lines.append(f"{root.id} {root.type} {root.properties}")
    return lines


if __name__ == "__main__":
    print("\n".join(run()))
