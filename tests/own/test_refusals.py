"""What is no JSON is refused as `parse`, at the door and wherever it stands in a payload."""

from __future__ import annotations

import enum
import types
from collections import OrderedDict, UserDict, defaultdict, namedtuple
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, DataModel, Limits, Processor
from a2ui_kernel.own import from_text, own

LIMITS = Limits()


class Colour(enum.Enum):
    RED = "red"


class Word(enum.StrEnum):
    YES = "yes"


class Number(enum.IntEnum):
    ONE = 1


class Text(str):
    __slots__ = ()


class Whole(int):
    pass


class Real(float):
    pass


class Items(list[Any]):
    pass


class Members(dict[str, Any]):
    pass


Point = namedtuple("Point", "x y")  # noqa: PYI024 (an untyped one is what users have)

NO_JSON: dict[str, Any] = {
    "set": {1},
    "frozenset": frozenset({1}),
    "bytes": b"x",
    "bytearray": bytearray(b"x"),
    "tuple": (1, 2),
    "empty tuple": (),
    "namedtuple": Point(1, 2),
    "range": range(3),
    "generator": (n for n in (1, 2)),
    "dict view": {"a": 1}.keys(),
    "mapping proxy": types.MappingProxyType({"a": 1}),
    "user dict": UserDict(a=1),
    "ordered dict": OrderedDict(a=1),
    "default dict": defaultdict(list),
    "dict subclass": Members(a=1),
    "list subclass": Items([1]),
    "str subclass": Text("x"),
    "int subclass": Whole(1),
    "float subclass": Real(1.5),
    "enum member": Colour.RED,
    "str enum member": Word.YES,
    "int enum member": Number.ONE,
    "decimal": Decimal("1.5"),
    "fraction": Fraction(1, 2),
    "complex": 1j,
    "date": date(2026, 1, 1),
    "datetime": datetime(2026, 1, 1, tzinfo=UTC),
    "function": print,
    "class": int,
    "object": object(),
    "ellipsis": ...,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
    "10**400": 10**400,
    "-10**400": -(10**400),
    "the first integer that overflows": 2**1024 - 2**970,
    "an integer of 5,000 digits": 10**5_000,
}
NO_KEYS: dict[str, Any] = {
    "int": 1,
    "None": None,
    "bool": True,
    "float": 1.5,
    "bytes": b"k",
    "tuple": (1,),
    "str subclass": Text("k"),
    "str enum member": Word.YES,
}

values = pytest.mark.parametrize("value", NO_JSON.values(), ids=NO_JSON.keys())
keys = pytest.mark.parametrize("key", NO_KEYS.values(), ids=NO_KEYS.keys())


def refusal(value: object) -> A2uiError:
    with pytest.raises(A2uiError) as caught:
        own(value, LIMITS)
    return caught.value


class TestPythonObjects:
    @values
    def test_what_is_no_json_is_refused(self, value: Any) -> None:
        error = refusal(value)
        assert (error.category, error.code) == ("parse", "INVALID_JSON")

    @values
    def test_the_error_says_where_it_stands(self, value: Any) -> None:
        assert refusal({"ok": 1, "a": [0, {"b/c~": value}]}).path == "/a/1/b~1c~0"
        assert refusal([value]).path == "/0"

    @keys
    def test_a_key_that_is_no_text_is_refused(self, key: Any) -> None:
        assert refusal({key: 1}).category == "parse"
        error = refusal({"a": [{"ok": 1, key: 2}]})
        assert (error.category, error.path) == ("parse", "/a/0")

    @pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\ude00\ud83d"])
    def test_a_lone_surrogate_is_refused_in_values_and_keys(self, text: str) -> None:
        for value in (
            text,
            [text],
            {"a": text},
            {text: 1},
            [2**60, {"a": [text]}],
            {"a": {text: 1}},
        ):
            assert refusal(value).category == "parse"

    def test_the_careful_road_says_where_a_surrogate_stands(self) -> None:
        assert refusal([2**60, {"a": ["\ud800"]}]).path == "/1/a/0"
        assert refusal([2**60, {"a": {"\ud800": 1}}]).path == "/1/a"


class TestCycles:
    def test_a_list_in_itself_is_refused(self) -> None:
        value: list[Any] = [1]
        value.append(value)
        error = refusal(value)
        assert (error.category, error.code, error.path) == ("parse", "CYCLIC_VALUE", "/1")

    def test_a_dict_in_itself_is_refused(self) -> None:
        value: dict[str, Any] = {"a": {"b": [0]}}
        value["a"]["b"].append(value["a"])
        error = refusal(value)
        assert (error.category, error.code, error.path) == ("parse", "CYCLIC_VALUE", "/a/b/1")

    def test_a_cycle_with_many_ways_round_is_refused_at_once(self) -> None:
        value: list[Any] = []
        value.extend([value] * 1_000)
        assert refusal(value).code == "CYCLIC_VALUE"


class TestEveryDoor:
    """Nothing but the error comes out, and nothing is changed."""

    @values
    def test_a_model_is_not_made_of_it(self, value: Any) -> None:
        for document in (value, {"a": [value]}):
            with pytest.raises(A2uiError) as caught:
                DataModel(document)
            assert caught.value.category == "parse"

    @values
    def test_a_model_does_not_take_it(self, value: Any) -> None:
        model = DataModel({"a": 1})
        with pytest.raises(A2uiError) as caught:
            model.set("/a", [value])
        assert caught.value.category == "parse"
        assert model == DataModel({"a": 1})

    @values
    def test_a_processor_does_not_write_it(self, value: Any) -> None:
        processor = with_surface()
        step = processor.set_data("s", "/a", {"k": value})
        assert step.error is not None
        assert (step.error.category, step.processor, step.effects) == ("parse", processor, ())

    @values
    def test_a_message_does_not_bring_it(self, value: Any) -> None:
        processor = with_surface()
        step = processor.process(
            {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "value": [value]}}
        )
        assert step.error is not None
        assert (step.error.category, step.error.path) == ("parse", "/updateDataModel/value/0")
        assert (step.processor, step.effects, step.index) == (processor, (), 0)

    @keys
    def test_a_message_does_not_bring_such_a_key(self, key: Any) -> None:
        processor = with_surface()
        step = processor.process(
            {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "value": {key: 1}}}
        )
        assert step.error is not None
        assert (step.error.category, step.error.path) == ("parse", "/updateDataModel/value")
        assert step.processor == processor


NO_JSON_TEXT = {
    "nothing": "",
    "white space": " \n ",
    "NaN": "[NaN]",
    "Infinity": "[Infinity]",
    "-Infinity": "[-Infinity]",
    "1e999": "1e999",
    "-1e999": '{"a": [-1e999]}',
    "10**400": "[1" + "0" * 400 + "]",
    "an integer of 5,000 digits": "9" * 5_000,
    "the first integer that overflows": str(2**1024 - 2**970),
    "the same key twice": '{"a": 1, "a": 1}',
    "the same key twice, spelled differently": '{"a": 1, "\\u0061": 2}',
    "the same key twice, deep down": '{"a": [{"b": {"c": 1, "d": 2, "c": 3}}]}',
    "the same key twice, in a list in a list": '[[[{"b": 1, "b": 1}]]]',
    "a high surrogate": '"\\ud800"',
    "surrogates in the wrong order": '"\\udc00\\ud800"',
    "a surrogate and a letter": '"\\ud83d\\u0041"',
    "a surrogate in a key": '{"\\uD800": 1}',
    "a surrogate in a nested key": '[[{"a": {"\\udbff": []}}]]',
    "a raw surrogate": '["\ud800"]',
    "a raw surrogate in a key": '{"\udc00": 1}',
    "raw surrogates that would be a pair": '"\ud83d\ude00"',
    "cut off": '{"a": [1',
    "more than one": "{} {}",
    "single quotes": "{'a': 1}",
    "no quotes": "{a: 1}",
    "a comment": "[1] // one",
    "a trailing comma": "[1,]",
    "a leading zero": "[01]",
    "a plus": "[+1]",
    "no digit before the point": "[.5]",
    "no digit after the point": "[1.]",
    "hexadecimal": "[0x10]",
    "a raw line break in a text": '["a\nb"]',
    "an unknown escape": '"\\x41"',
    "Python's words": "[None, True]",
    "a form feed between": "[1,\f2]",
    "a no-break space": "[1,\u00a02]",
}


class TestText:
    @pytest.mark.parametrize("text", NO_JSON_TEXT.values(), ids=NO_JSON_TEXT.keys())
    def test_what_is_no_json_is_refused(self, text: str) -> None:
        with pytest.raises(A2uiError) as caught:
            from_text(text, LIMITS)
        assert (caught.value.category, caught.value.code) == ("parse", "INVALID_JSON")

    @pytest.mark.parametrize(
        "payload",
        [b"\xff\xfe[\x00]\x00", b'"\xc3"', b'"\xed\xa0\x80"', b'"\xc0\x80"', b"[1]\x80", b"\x80"],
    )
    def test_bytes_that_are_not_utf_8_are_refused(self, payload: bytes) -> None:
        with pytest.raises(A2uiError, match="UTF-8") as caught:
            from_text(payload, LIMITS)
        assert caught.value.category == "parse"

    def test_the_error_names_line_and_column_of_a_slip(self) -> None:
        with pytest.raises(A2uiError, match="line 2, column 8"):
            from_text('{"a": 1,\n "b": [,]}', LIMITS)

    def test_the_error_names_the_key_that_stands_twice(self) -> None:
        with pytest.raises(A2uiError, match='"b"'):
            from_text('{"a": 1, "b": 2, "b": 3}', LIMITS)


def with_surface() -> Processor:
    step = a2ui.Processor([]).process(
        {"version": "v1.0", "createSurface": {"surfaceId": "s", "dataModel": {"a": 1}}}
    )
    return step.unwrap()[0]
