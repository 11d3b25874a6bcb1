"""How much of anything that comes from outside is taken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what messages, data and expressions may cost. All counts are inclusive.

    What is over a limit is refused with the code `LIMIT_<NAME>`, the name being the
    field's in capitals.

    Attributes:
        payload_bytes: Size of a payload's text, in bytes (of Python objects: members in all).
        json_depth: Nesting of lists and objects in a data value.
        component_depth: Literal nesting of a component, and depth of the tree that is drawn.
        call_depth: Function calls nested in a message.
        components: Components of one surface.
        surfaces: Surfaces of one processor.
        nodes: Nodes of one resolved tree.
        list_items: Items drawn of one template.
        list_index: Places a write may add to a list past its end.
        template_chars: Characters of a `formatString` template.
        template_parts: Parts of a `formatString` template.
        arguments: Arguments of one function call.
        steps: Values and calls visited by one evaluation.
        result_chars: Characters (members, for containers) of one function result.
        regex_seconds: Time for one pattern match.
        pending_calls: Calls waiting for an answer, in both directions together.
        details: Faults that one error lists.
    """

    payload_bytes: int = 16 * 1024 * 1024
    json_depth: int = 512
    component_depth: int = 50
    call_depth: int = 5
    components: int = 50_000
    surfaces: int = 1_000
    nodes: int = 100_000
    list_items: int = 10_000
    list_index: int = 10_000
    template_chars: int = 10_000
    template_parts: int = 1_000
    arguments: int = 1_000
    steps: int = 100_000
    result_chars: int = 1_000_000
    regex_seconds: float = 0.1
    pending_calls: int = 10_000
    details: int = 20
