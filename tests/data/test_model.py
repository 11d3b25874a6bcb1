"""`DataModel` as a value: made, read, compared, copied."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

from a2ui_kernel import A2uiError, DataModel, FrozenDict, Limits

from ..values.strategies import canonical, is_frozen, json_containers, json_values, spoil

DOCUMENT = {"user": {"name": "Ada", "age": None}, "list": ["a", {"k": "b"}, [1]], "": {"": 5}}


class TestMaking:
    def test_without_a_value_it_is_an_empty_object(self) -> None:
        assert DataModel().value == DataModel(None).value == {}

    @given(json_values)
    def test_it_holds_any_json(self, value: Any) -> None:
        model = DataModel(value)
        assert canonical(model.value) == canonical({} if value is None else value)
        assert is_frozen(model.value)

    @given(json_containers)
    def test_what_it_was_made_of_is_not_seen_again(self, value: Any) -> None:
        before = canonical(value)
        model = DataModel(value)
        spoil(value)
        assert canonical(model.value) == before

    @given(json_containers)
    def test_what_was_written_is_not_seen_again(self, value: Any) -> None:
        before = canonical(value)
        model = DataModel().set("/a", value)
        spoil(value)
        assert canonical(model.get("/a")) == before


class TestReading:
    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("", DOCUMENT),
            ("/", DOCUMENT),
            ("/user/name", "Ada"),
            ("user/name", "Ada"),
            ("/user/", {"name": "Ada", "age": None}),
            ("/user/age", None),
            ("/list/0", "a"),
            ("/list/1/k", "b"),
            ("/list/2/0", 1),
        ],
    )
    def test_what_is_there_is_given(self, path: str, value: Any) -> None:
        assert DataModel(DOCUMENT).get(path, "absent") == value
        assert DataModel(DOCUMENT).has(path)

    @pytest.mark.parametrize(
        "path",
        [
            "/nobody",
            "/user/nobody/deeper",
            "/user/name/first",
            "/user/name/0",
            "/user/age/x",
            "/list/3",
            "/list/-",
            "/list/-1",
            "/list/01",
            "/list/one",
            "/list/0\n",
            "/list/0/0",
            "/list/" + "9" * 5_000,
            "/user/__class__",
            "/constructor/name",
            "/__proto__",
            "/a" * 3_000,
        ],
    )
    def test_what_is_not_gives_the_default_and_no_error(self, path: str) -> None:
        model = DataModel(DOCUMENT)
        assert model.get(path) is None
        assert model.get(path, "absent") == "absent"
        assert not model.has(path)

    @pytest.mark.parametrize("scalar", ["text", 1, 1.5, True, False, 0, ""])
    def test_below_a_scalar_root_is_nothing(self, scalar: Any) -> None:
        model = DataModel(scalar)
        assert model.get("/") == scalar
        assert not model.has("/0")

    def test_keys_that_only_look_odd_are_keys(self) -> None:
        document = {
            "a/b": 1,
            "m~n": 2,
            "constructor": 3,
            "0": 4,
            "-": 5,
            " ": 6,
            "x": {"": {"y": 7}},
        }
        model = DataModel(document)
        odd = ["/a~1b", "/m~0n", "/constructor", "/0", "/-", "/ ", "/x//y"]
        assert [model.get(path) for path in odd] == [1, 2, 3, 4, 5, 6, 7]

    def test_what_is_handed_out_is_read_only(self) -> None:
        model = DataModel(DOCUMENT)
        user: Any = model.get("/user")
        with pytest.raises(TypeError, match="read-only"):
            user["name"] = "Eve"
        assert model == DataModel(DOCUMENT)

    @pytest.mark.parametrize("path", [5, None, True, 1.5, b"/a", object()])
    def test_a_path_that_is_no_text_is_a_slip_of_the_programmer(self, path: Any) -> None:
        for use in (DataModel.get, DataModel.has, DataModel.delete):
            with pytest.raises(TypeError):
                use(DataModel(DOCUMENT), path)

    @pytest.mark.parametrize("read", [DataModel.get, DataModel.has, DataModel.delete])
    def test_a_pointer_that_is_none_is_a_data_error(self, read: Any) -> None:
        with pytest.raises(A2uiError) as caught:
            read(DataModel(DOCUMENT), "/a~b")
        assert caught.value.category == "data"


class TestValue:
    def test_it_is_frozen(self) -> None:
        model: Any = DataModel({"a": 1})
        with pytest.raises(AttributeError):
            model.value = {}
        for name in ("_value", "_limits", "note"):
            with pytest.raises(AttributeError):
                setattr(model, name, {})
            with pytest.raises(AttributeError):
                delattr(model, name)
        assert model.value == {"a": 1}

    def test_it_is_not_hashable(self) -> None:
        with pytest.raises(TypeError, match="unhashable"):
            hash(DataModel())

    @pytest.mark.parametrize(
        ("a", "b", "same"),
        [
            ({"a": 1}, {"a": 1.0}, True),
            ({"a": 1}, {"a": True}, False),
            ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
            ({}, None, True),
            ([], {}, False),
        ],
    )
    def test_it_compares_by_its_json(self, a: Any, b: Any, same: bool) -> None:
        assert (DataModel(a) == DataModel(b)) is same

    def test_limits_do_not_count_and_other_types_never_equal(self) -> None:
        assert DataModel({"a": 1}) == DataModel({"a": 1}, limits=Limits(list_index=1))
        assert DataModel({"a": 1}) != {"a": 1}
        assert DataModel({"a": 1}) != FrozenDict({"a": 1})

    @given(json_values)
    def test_copies_and_pickles_are_equal_and_keep_the_limits(self, value: Any) -> None:
        model = DataModel([value], limits=Limits(list_index=1))
        for copied in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
            assert copied == model
            assert is_frozen(copied.value)
            with pytest.raises(A2uiError):
                copied.set("/3", 1)

    def test_it_shows_its_json(self) -> None:
        assert repr(DataModel({"a": [1, None]})) == "DataModel({'a': [1, None]})"
