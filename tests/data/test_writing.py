"""Writing: what each write makes of a document (decisions 20 to 24), and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import A2uiError, DataModel, Limits
from a2ui_kernel.values import freeze

WRITES: list[tuple[str, Any, str, Any, Any]] = [
    # the root
    ("the root is replaced", {"a": 1}, "/", [1], [1]),
    ("the empty pointer is the root", {"a": 1}, "", {"b": 2}, {"b": 2}),
    ("the root may be a scalar", {"a": 1}, "/", "text", "text"),
    ("false is a root too", {"a": 1}, "/", False, False),
    ("null makes the root an empty object", {"a": 1}, "/", None, {}),
    ("null makes a list root an empty object", [1], "", None, {}),
    # spelling
    ("a leading slash may be left out", {}, "a/b", 1, {"a": {"b": 1}}),
    ("one trailing slash is dropped", {}, "/foo/", 1, {"foo": 1}),
    ("two are empty keys", {}, "/foo//", 1, {"foo": {"": {"": 1}}}),
    ("an inner empty segment is the empty key", {}, "/a//b", 1, {"a": {"": {"b": 1}}}),
    ("~1 is a slash", {}, "/a~1b", 1, {"a/b": 1}),
    ("~0 is a tilde", {}, "/a~0b", 1, {"a~b": 1}),
    ("~01 is ~1", {}, "/a~01b", 1, {"a~1b": 1}),
    # what is missing is made
    ("objects are made", {}, "/a/b/c", 1, {"a": {"b": {"c": 1}}}),
    ("a list is made where an index follows", {}, "/a/0", 1, {"a": [1]}),
    ("lists in lists are made", {}, "/a/0/0", 1, {"a": [[1]]}),
    ("a list made is filled with nulls", {}, "/a/2/b", 1, {"a": [None, None, {"b": 1}]}),
    ("'-' makes a list", {}, "/a/-", 1, {"a": [1]}),
    ("'-' makes lists on the way", {}, "/a/-/-/b", 1, {"a": [[{"b": 1}]]}),
    ("01 is a key, not an index", {}, "/a/01", 1, {"a": {"01": 1}}),
    ("-1 is a key, not an index", {}, "/a/-1", 1, {"a": {"-1": 1}}),
    ("a null on the way is replaced", {"a": None}, "/a/b", 1, {"a": {"b": 1}}),
    ("a null on the way is replaced by a list", {"a": None}, "/a/1", 1, {"a": [None, 1]}),
    ("a null in a list too", [None, 2], "/0/b", 1, [{"b": 1}, 2]),
    ("the root stays an object before an index", {}, "/0", 1, {"0": 1}),
    # lists
    ("an element is replaced", ["a", "b"], "/1", "c", ["a", "c"]),
    ("the next place is appended", ["a"], "/1", "b", ["a", "b"]),
    ("a list grows with nulls", ["a"], "/3", "b", ["a", None, None, "b"]),
    ("'-' appends", {"x": [1]}, "/x/-", 2, {"x": [1, 2]}),
    ("'-' appends a container and goes on", [1], "/-/a", 2, [1, {"a": 2}]),
    ("in an object '-' is a key", {"a": {"b": 1}}, "/a/-", 2, {"a": {"b": 1, "-": 2}}),
    ("in an object an index is a key", {"a": {"b": 1}}, "/a/0", 2, {"a": {"b": 1, "0": 2}}),
    # null deletes
    ("a key goes", {"a": 1, "b": 2}, "/a", None, {"b": 2}),
    ("a key with a null goes", {"a": None, "b": 2}, "/a", None, {"b": 2}),
    ("an element becomes null", ["a", "b", "c"], "/1", None, ["a", None, "c"]),
    ("the last element too: the list keeps its length", ["a"], "/0", None, [None]),
    ("a container goes whole", {"a": {"b": [1]}}, "/a", None, {}),
    ("the parent stays", {"a": {"b": 1}}, "/a/b", None, {"a": {}}),
    ("what is absent stays absent", {"a": 1}, "/b", None, {"a": 1}),
    ("parents are not made", {}, "/a/b/c", None, {}),
    ("a place past the end stays absent", ["a"], "/5", None, ["a"]),
    ("however far", ["a"], "/99999999999999999999", None, ["a"]),
    ("'-' stays absent", ["a"], "/-", None, ["a"]),
    ("and what is below it", ["a"], "/-/b/c", None, ["a"]),
    ("nothing is below a null", {"a": None}, "/a/b", None, {"a": None}),
    ("the key '-' of an object goes", {"-": 1}, "/-", None, {}),
    # values are data
    ("a null inside a value is kept", {}, "/a", {"b": None}, {"a": {"b": None}}),
    ("names inside a value are data", {}, "/a", {"__proto__": 1}, {"a": {"__proto__": 1}}),
    ("no merging", {"a": {"b": 1}}, "/a", {"c": 2}, {"a": {"c": 2}}),
    ("a scalar becomes a container", {"a": 1}, "/a", {"b": 2}, {"a": {"b": 2}}),
    ("a container becomes a scalar", {"a": [1]}, "/a", "x", {"a": "x"}),
    ("true replaces 1", {"a": 1}, "/a", True, {"a": True}),
    ("0 replaces false", {"a": False}, "/a", 0, {"a": 0}),
]
REFUSED: list[tuple[str, Any, str, Any]] = [
    ("through a text", {"a": "x"}, "/a/b", 1),
    ("through a number", {"a": {"b": 0}}, "/a/b/c/d", 1),
    ("through false", {"a": False}, "/a/0", 1),
    ("through an element", ["x"], "/0/b", 1),
    ("through a scalar root", "x", "/a", 1),
    ("deleting through a text", {"a": "x"}, "/a/b", None),
    ("deleting through a scalar root", 5, "/a", None),
    ("a name on a list", {"a": [1]}, "/a/name", 1),
    ("a name on a list, on the way", {"a": [{}]}, "/a/name/x", 1),
    ("a leading zero on a list", [1, 2], "/01", 1),
    ("a negative index", [1, 2], "/-1", 1),
    ("an index with a line break", [1, 2], "/0\n", 1),
    ("an index in other digits", [1, 2], "/\u0661", 1),
    ("the empty key on a list", {"a": [1]}, "/a//b", 1),
    ("deleting a name on a list", {"a": [1]}, "/a/name", None),
    ("deleting below a name on a list", {"a": [1]}, "/a/name/x", None),
    ("too far past the end", {"a": [1]}, "/a/10002", 1),
    ("too far past the end of a list to be made", {}, "/a/10001/b", 1),
    ("an index of 5,000 digits", {"a": []}, "/a/" + "9" * 5_000, 1),
    ("__proto__", {}, "/__proto__", 1),
    ("__proto__ on the way", {}, "/a/__proto__/b", 1),
    ("prototype", {"prototype": 1}, "/prototype", 2),
    ("constructor", {}, "/constructor/prototype/x", 1),
    ("deleting constructor", {"constructor": 1}, "/constructor", None),
    ("a tilde without 0 or 1", {}, "/a~b", 1),
    ("a tilde at the end", {}, "/a~", None),
]


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [row[1:] for row in WRITES],
    ids=[row[0] for row in WRITES],
)
def test_a_write(before: Any, path: str, value: Any, after: Any) -> None:
    model = DataModel(before)
    assert model.set(path, value) == DataModel(after)
    assert model == DataModel(before)
    if value is None:
        assert model.delete(path) == DataModel(after)


@pytest.mark.parametrize(
    ("before", "path", "value"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_a_write_that_is_refused(before: Any, path: str, value: Any) -> None:
    model = DataModel(before)
    with pytest.raises(A2uiError) as caught:
        model.set(path, value)
    assert caught.value.category == "data"
    assert model == DataModel(before)


class TestErrors:
    @pytest.mark.parametrize(
        ("path", "words"),
        [
            ("/text/deep/er", ["/text/deep/er", "'text'", "primitive"]),
            ("/list/name", ["/list/name", "non-numeric", "'name'"]),
            ("/a/constructor/b", ["/a/constructor/b", "'constructor'"]),
            ("/list/20000", ["/list/20000", "20000", "10,000"]),
        ],
    )
    def test_the_text_names_path_and_segment(self, path: str, words: list[str]) -> None:
        with pytest.raises(A2uiError) as caught:
            DataModel({"text": "x", "list": []}).set(path, 1)
        assert [word for word in words if word not in caught.value.message] == []

    def test_growing_too_far_has_the_code_of_its_limit(self) -> None:
        with pytest.raises(A2uiError) as caught:
            DataModel([1, 2], limits=Limits(list_index=3)).set("/6", 1)
        assert caught.value.code == "LIMIT_LIST_INDEX"

    def test_a_long_path_is_shortened(self) -> None:
        with pytest.raises(A2uiError) as caught:
            DataModel({"a": 1}).set("/a" + "/b" * 400, 1)
        assert len(caught.value.message) < 400


class TestListIndex:
    def test_a_list_grows_by_the_limit_past_what_is_there(self) -> None:
        model = DataModel([1, 2], limits=Limits(list_index=3))
        assert model.set("/5", 9).value == [1, 2, None, None, None, 9]
        assert model.set("/5", 9).set("/9", 9).get("/9") == 9

    def test_ten_thousand_is_the_default(self) -> None:
        assert len(freeze(DataModel([]).set("/10000", 1).value)) == 10_001  # type: ignore[arg-type]
        with pytest.raises(A2uiError):
            DataModel([]).set("/10001", 1)

    def test_elements_that_are_there_are_reached_whatever_their_index(self) -> None:
        model = DataModel({"rows": [{"n": n} for n in range(15_001)]})
        assert model.set("/rows/15000/n", "x").get("/rows/15000") == {"n": "x"}
        assert model.delete("/rows/15000").get("/rows/15000", "absent") is None
        assert model.set("/rows/-", 1).get("/rows/15001") == 1
