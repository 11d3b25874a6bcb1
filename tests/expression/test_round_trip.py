"""Trees printed as text, in any spacing, parse to the same trees."""

from __future__ import annotations

from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel.expression import Call, Part, Path, parse

from .test_grammar import same

NAME_START = "abcXYZ_éżд日"
NAME_REST = NAME_START + "0189·"
KEYWORDS = ("true", "false", "null")

names = st.builds(
    str.__add__, st.sampled_from(NAME_START), st.text(st.sampled_from(NAME_REST), max_size=5)
).filter(lambda name: name not in KEYWORDS)
argument_names = st.text(st.sampled_from(NAME_REST), min_size=1, max_size=4)
paths = st.builds(
    str.__add__,
    st.sampled_from("/" + NAME_START),
    st.text(st.sampled_from(NAME_REST + "/.-~"), max_size=8),
).map(Path)
scalars: st.SearchStrategy[Part] = st.one_of(
    st.text(max_size=6),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
)


def calls_of(below: st.SearchStrategy[Part]) -> st.SearchStrategy[Part]:
    return st.builds(
        Call,
        names | st.just("@index"),
        st.dictionaries(argument_names, below, max_size=3),
    )


expressions: st.SearchStrategy[Part] = st.recursive(paths | scalars, calls_of, max_leaves=12)


class Printed(NamedTuple):
    """A template: its text and what it must parse to."""

    text: str
    parts: tuple[Part, ...]


def quoted(text: str, quote: str) -> str:
    return quote + text.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote


@st.composite
def printed(draw: Any, expression: Part) -> str:
    """One way of writing an expression."""
    space = draw(st.sampled_from(["", " ", "\n ", "\t"]))
    if isinstance(expression, bool):
        text = "true" if expression else "false"
    elif isinstance(expression, str):
        text = quoted(expression, draw(st.sampled_from("'\"")))
    elif isinstance(expression, Path):
        text = expression.path
    elif isinstance(expression, Call):
        args = [
            f"{space}{name}{space}:{draw(printed(value))}"
            for name, value in expression.args.items()
        ]
        comma = "," if args and draw(st.booleans()) else ""
        text = f"{expression.name}{space}({','.join(args)}{comma}{space})"
    else:
        text = repr(expression)
    return draw(st.sampled_from([space + text + space, f"{space}${{{text}}}{space}"]))  # type: ignore[no-any-return]


@st.composite
def templates(draw: Any) -> Printed:
    """Literal text and interpolations, one after the other."""
    text, parts = "", []
    literal = st.text(st.sampled_from("ab$ {}'\\\n🐢"), min_size=1, max_size=6)
    for _ in range(draw(st.integers(0, 4))):
        # A backslash right before an interpolation would escape it.
        plain = draw(st.just("") | literal).rstrip("\\")
        if plain:
            text += plain.replace("${", "\\${")
            parts.append(plain)
        expression = draw(expressions)
        text += "${" + draw(printed(expression)) + "}"
        parts.append(expression)
    return Printed(text, tuple(parts))


@given(templates())
def test_a_printed_tree_parses_to_itself(template: Printed) -> None:
    assert same(parse(template.text), template.parts)
