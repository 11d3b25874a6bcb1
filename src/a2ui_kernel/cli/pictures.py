"""What a person sees: effects in a line, errors with their faults, component trees."""

from __future__ import annotations

from rich.markup import escape
from rich.text import Text
from rich.tree import Tree

from ..effects import ComponentsUpdated, DataModelUpdated, Effect, SurfaceCreated, SurfaceDeleted
from ..errors import A2uiError, Fault
from ..surface.component import ROOT, Component, places_of
from ..surface.surface import Surface
from ..values import Json, compact

_WIDEST = 60
_MOST_LINES = 5_000


def effect_line(effect: Effect) -> str:
    """An effect, in rich's markup."""
    match effect:
        case SurfaceCreated(surface_id):
            return f"[green]created[/] surface {escape(surface_id)}"
        case SurfaceDeleted(surface_id):
            return f"[red]deleted[/] surface {escape(surface_id)}"
        case ComponentsUpdated(surface_id, ids):
            shown = ", ".join(ids[:8]) + (f" and {len(ids) - 8} more" if len(ids) > 8 else "")
            return f"[green]components[/] {escape(surface_id)}: {escape(shown)}"
        case DataModelUpdated(surface_id, path):
            return f"[green]data[/] {escape(surface_id)} {escape(path)}"
    return escape(repr(effect))


def error_lines(error: A2uiError) -> list[str]:
    """An error and its faults, in rich's markup."""
    head = f"[red]error[/] \\[{error.category}] {escape(error.message)}"
    if len(error.details) <= 1 and all(f.message == error.message for f in error.details):
        expected = "".join(
            f" [dim]expected {escape(f.expected)}[/]" for f in error.details if f.expected
        )
        return [head + (f" [yellow]at {escape(error.path)}[/]" if error.path else "") + expected]
    return [head, *(fault_line(fault) for fault in error.details)]


def fault_line(fault: Fault) -> str:
    """One fault with its place and what would be right."""
    right = f" [dim]expected {escape(fault.expected)}[/]" if fault.expected else ""
    return f"  [yellow]{escape(fault.path or '/')}[/] {escape(fault.message)}{right}"


def component_tree(surface: Surface) -> Tree:
    """The tree of a surface's components from root, as sent."""
    tree = Tree(f"[bold]{escape(surface.id)}[/] [dim]{surface.version}[/]")
    if ROOT in surface.components:
        _grow(tree, surface, ROOT, "", (), [_MOST_LINES])
    else:
        tree.add("[dim]no root yet[/]")
    lost = [id for id in surface.components if id != ROOT and not surface.parents.get(id)]
    if lost:
        tree.add(f"[dim]not referred to: {escape(', '.join(lost[:20]))}[/]")
    return tree


def _grow(
    tree: Tree, surface: Surface, id: str, slot: str, above: tuple[str, ...], left: list[int]
) -> None:
    left[0] -= 1
    if left[0] < 0 or len(above) >= surface.limits.component_depth:
        if left[0] >= -1:
            tree.add("[dim]… and more[/]")
        return
    component = surface.components.get(id)
    prefix = f"[dim]{escape(slot)}:[/] " if slot else ""
    if component is None:
        tree.add(f"{prefix}[yellow]{escape(id)} (not there yet)[/]")
        return
    label = Text.from_markup(f"{prefix}[bold]{escape(component.type)}[/] {escape(id)}", emoji=False)
    label.no_wrap, label.overflow = True, "ellipsis"
    label.append("  " + _properties(component), style="dim")
    branch = tree.add(label)
    if id in above:
        branch.add("[red]refers back to itself[/]")
        return
    for place, child in places_of(component.entry, component.compiled):
        template = " (template)" if place[-1] == "componentId" else ""
        name = "/".join(map(str, place[:-1] if template else place))
        _grow(branch, surface, child, name + template, (*above, id), left)
        if left[0] < 0:
            return


def _properties(component: Component) -> str:
    leading = {place[0] for place, _ in places_of(component.entry, component.compiled)}
    shown = [
        f"{name}={_short(value)}"
        for name, value in component.properties.items()
        if name not in leading
    ]
    return " ".join(shown)


def _short(value: Json) -> str:
    text = compact(value)
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
