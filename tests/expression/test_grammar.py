r"""What each text parses to: the grammar of `formatString`, by table (functions §4.1)."""

from __future__ import annotations

import pytest

from a2ui_kernel.expression import Call, Part, Path, parse


def same(found: object, expected: object) -> bool:
    """Equal with equal types: `true` is not `1`, `1` is not `1.0`."""
    return repr(found) == repr(expected)


def inner(text: str) -> Part:
    """The one part of a text that is one interpolation."""
    [part] = parse("${" + text + "}")
    return part


LITERALS: list[tuple[str, tuple[Part, ...]]] = [
    ("", ()),
    ("plain", ("plain",)),
    ("a lone $ and a lone \\", ("a lone $ and a lone \\",)),
    ("$", ("$",)),
    ("$ {x}", ("$ {x}",)),
    ("{x} } {", ("{x} } {",)),
    ('it\'s "quoted"', ('it\'s "quoted"',)),
    ("\\${x}", ("${x}",)),
    ("\\\\${x}", ("\\${x}",)),
    ("a\\${b\\${c", ("a${b${c",)),
    ("\\${x} ${y}", ("${x} ", Path("y"))),
    ("\\n", ("\\n",)),
    ("$${x}", ("$", Path("x"))),
    ("\\$${x}", ("\\$", Path("x"))),
    ("a${x}b", ("a", Path("x"), "b")),
    ("${x}${y}", (Path("x"), Path("y"))),
    ("${x}}", (Path("x"), "}")),
    ("żółw ${x} 🐢", ("żółw ", Path("x"), " 🐢")),
    ("a\n${x}\n", ("a\n", Path("x"), "\n")),
]


@pytest.mark.parametrize(("text", "parts"), LITERALS)
def test_text_stands_for_itself_and_a_backslash_escapes_only_a_brace(
    text: str, parts: tuple[Part, ...]
) -> None:
    assert same(parse(text), parts)


@pytest.mark.parametrize("text", ["", " ", "  \n\t ", "''", '""', "null", " null "])
def test_nothing_between_the_braces_is_empty_text(text: str) -> None:
    assert inner(text) == ""


STRINGS = [
    ("'a'", "a"),
    ('"a"', "a"),
    ("'say \"hi\"'", 'say "hi"'),
    ('"it\'s"', "it's"),
    (r"'it\'s'", "it's"),
    (r"'a\nb\tc\rd'", "a\nb\tc\rd"),
    (r"'\\'", "\\"),
    (r"'\q\u\0'", "qu0"),
    (r"'\u0041'", "u0041"),
    ("'}'", "}"),
    ("'{'", "{"),
    ("'${x}'", "${x}"),
    ("' spaced '", " spaced "),
    ("'żółw 🐢'", "żółw 🐢"),
    ("'two\nlines'", "two\nlines"),
    (r"'\}'", "}"),
]


@pytest.mark.parametrize(("text", "value"), STRINGS)
def test_a_quoted_text_is_a_string(text: str, value: str) -> None:
    assert inner(text) == value


NUMBERS: list[tuple[str, int | float]] = [
    ("0", 0),
    ("5", 5),
    ("-1", -1),
    ("+5", 5),
    ("007", 7),
    ("-0", 0),
    ("5.", 5.0),
    (".5", 0.5),
    ("-.5", -0.5),
    ("+.5", 0.5),
    ("3.25", 3.25),
    ("1e3", 1000.0),
    ("1E3", 1000.0),
    ("1e+3", 1000.0),
    ("1e-3", 0.001),
    ("1.e2", 100.0),
    (".5e1", 5.0),
    ("1e-999", 0.0),
    ("9007199254740993", 9007199254740993),
    ("1" + "0" * 300, 10**300),
]


@pytest.mark.parametrize(("text", "value"), NUMBERS)
def test_digits_without_point_or_exponent_are_an_integer_others_a_float(
    text: str, value: float
) -> None:
    assert same(inner(text), value)


WORDS: list[tuple[str, Part]] = [
    ("true", True),
    ("false", False),
    (" true ", True),
    ("trueish", Path("trueish")),
    ("true1", Path("true1")),
    ("true_", Path("true_")),
    ("trueé", Path("trueé")),
    ("nullable", Path("nullable")),
    ("falsehood/x", Path("falsehood/x")),
    ("True", Path("True")),
    ("/true", Path("/true")),
    ("xtrue", Path("xtrue")),
]


@pytest.mark.parametrize(("text", "part"), WORDS)
def test_a_keyword_is_one_only_where_no_letter_follows(text: str, part: Part) -> None:
    assert same(inner(text), part)


PATHS = [
    "x",
    "/",
    ".",
    "/x",
    "/x/0/y",
    "x/y",
    "a-b",
    "-a",
    "a.b",
    "./a",
    "..",
    "-",
    "/-",
    "/a//b",
    "/a/",
    "x_1",
    "_",
    "/a~1b",
    "/a~0b",
    "~0",
    "a~1b/c",
    "/żółw/日本",
    "naïve",
    "a·b",
    "/1/2",
    "/true/false",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("around", ["", " ", "\n\t"])
def test_a_path_is_kept_as_written(path: str, around: str) -> None:
    assert inner(around + path + around) == Path(path)


CALLS: list[tuple[str, Part]] = [
    ("f()", Call("f", {})),
    (" f ( ) ", Call("f", {})),
    ("f(a: 1)", Call("f", {"a": 1})),
    ("f(a:1)", Call("f", {"a": 1})),
    ("f( a : 1 , b : 'x' )", Call("f", {"a": 1, "b": "x"})),
    ("f(a: 1,)", Call("f", {"a": 1})),
    (
        "f(a: /x, b: y.z, c: true, d: null)",
        Call("f", {"a": Path("/x"), "b": Path("y.z"), "c": True, "d": ""}),
    ),
    ("f(a:, b: 1)", Call("f", {"a": "", "b": 1})),
    ("f(a:)", Call("f", {"a": ""})),
    ("f(1: 2)", Call("f", {"1": 2})),
    ("f(ключ: 'ż')", Call("f", {"ключ": "ż"})),
    ("f(true: false)", Call("f", {"true": False})),
    ("f(a: '),b:')", Call("f", {"a": "),b:"})),
    ("f(a: '}')", Call("f", {"a": "}"})),
    ("żółw(a: 1)", Call("żółw", {"a": 1})),
    ("ns.f(a: 1)", Call("ns.f", {"a": 1})),
    ("trueish(a: 1)", Call("trueish", {"a": 1})),
    ("@index()", Call("@index", {})),
    ("@index(offset: 1)", Call("@index", {"offset": 1})),
    ("@index ( offset : -1 )", Call("@index", {"offset": -1})),
    ("f(a: @index())", Call("f", {"a": Call("@index", {})})),
    ("f(\n  a: 1,\n  b: 2,\n)", Call("f", {"a": 1, "b": 2})),
]


@pytest.mark.parametrize(("text", "part"), CALLS)
def test_a_call_has_named_arguments_separated_by_commas(text: str, part: Part) -> None:
    assert same(inner(text), part)


NESTED = [
    ("${x}", "x"),
    ("${ ${x} }", "x"),
    ("f(a: ${/y})", "f(a: /y)"),
    ("f(a: ${g(b: ${/y})})", "f(a: g(b: /y))"),
    ("f(a: ${ 'q' }, b: ${1})", "f(a: 'q', b: 1)"),
    ("f(a: ${})", "f(a:)"),
    ("f(a: g(b: h(c: /y)), d: g())", "f(a: ${g(b: ${h(c: ${/y})})}, d: ${g()})"),
]


@pytest.mark.parametrize(("braced", "bare"), NESTED)
def test_braces_around_an_inner_expression_change_nothing(braced: str, bare: str) -> None:
    assert same(inner(braced), inner(bare))


def test_arguments_keep_their_order() -> None:
    call = inner("f(z: 1, a: 2, m: 3)")
    assert isinstance(call, Call)
    assert list(call.args) == ["z", "a", "m"]
