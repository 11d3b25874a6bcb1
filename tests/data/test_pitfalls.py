"""What went wrong elsewhere with data models, by the names in the list of pitfalls."""

from __future__ import annotations

import time
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, DataModel, Processor
from a2ui_kernel.catalogs import basic


def error_of(model: DataModel, path: str, value: Any) -> A2uiError:
    with pytest.raises(A2uiError) as caught:
        model.set(path, value)
    assert caught.value.category == "data"
    return caught.value


def update(surface_id: str, path: str, **value: Any) -> Any:
    return {"updateDataModel": {"surfaceId": surface_id, "path": path, **value}}


def surface(version: str, data: Any) -> Processor:
    catalog = basic.declared(version)
    create = {"surfaceId": "s", "catalogId": catalog.id}
    messages: Any = [
        {"version": version, "createSurface": create},
        {"version": version, **update("s", "/", value=data)},
    ]
    return a2ui.Processor([catalog]).process(messages).unwrap()[0]


def process(processor: Processor, version: str, message: Any) -> a2ui.Step:
    return processor.process({"version": version, **message})


class TestDeletion:
    def test_dm_01_a_null_and_a_missing_value_both_delete_in_v0_9(self) -> None:
        # Decision 22 overrides the pitfall's own expectation.
        processor = surface("v0.9", {"note": "x", "draft": "y"})
        processor = process(processor, "v0.9", update("s", "/note", value=None)).unwrap()[0]
        processor = process(processor, "v0.9", update("s", "/draft")).unwrap()[0]
        assert processor.surface("s").data.value == {}

    def test_dm_02_only_null_deletes_in_v1_0(self) -> None:
        processor = surface("v1.0", {"a": 1, "b": 2})
        processor = process(processor, "v1.0", update("s", "/a", value=None)).unwrap()[0]
        step = process(processor, "v1.0", update("s", "/b"))
        assert step.error is not None
        assert (step.error.category, step.error.path) == ("validation", "/updateDataModel/value")
        assert step.processor.surface("s").data.value == {"b": 2}

    def test_dm_07_a_deleted_element_becomes_null(self) -> None:
        assert DataModel({"items": ["a", "b", "c"]}).delete("/items/1").value == {
            "items": ["a", None, "c"]
        }

    def test_dm_10_null_past_the_end_or_at_dash_does_nothing(self) -> None:
        model = DataModel({"items": ["a"]})
        for path in ("/items/5", "/items/-", "/nope/deep/key"):
            assert model.set(path, None) is model

    def test_dm_11_deleting_at_a_large_index_is_no_error(self) -> None:
        model = DataModel({"items": ["a"]})
        assert model.delete("/items/50000") is model
        assert model.get("/items/50000") is None


class TestWriting:
    @pytest.mark.parametrize("root", [False, 0, "", True, 1, "x"])
    def test_dm_05_a_scalar_root_is_not_thrown_away(self, root: Any) -> None:
        model = DataModel().set("/", root)
        assert "root" in error_of(model, "/a", 2).message
        assert model.get("/") is root or model.get("/") == root

    def test_dm_06_a_list_grows_with_nulls_and_takes_no_names(self) -> None:
        model = DataModel().set("/items", ["a", "b"]).set("/items/4", "x")
        assert model.value == {"items": ["a", "b", None, None, "x"]}
        assert "non-numeric" in error_of(model, "/items/name", "y").message

    def test_dm_08_a_write_changes_its_ancestors_and_nothing_beside(self) -> None:
        model = DataModel({"u": {"n": "a"}, "z": {"k": 1}})
        for new in (model.set("/u/n", "b"), model.set("/u", {"n": "c"})):
            assert all(new.get(path) != model.get(path) for path in ("/", "/u", "/u/n"))
            assert new.get("/z") is model.get("/z")


class TestSecurity:
    def test_se_01_names_that_poison_javascript_are_refused_in_paths(self) -> None:
        model = DataModel()
        error_of(model, "/__proto__/admin", True)
        error_of(model, "/a/constructor/prototype/x", 1)
        assert model.set("/user/prototype_name", "ok").value == {"user": {"prototype_name": "ok"}}

    def test_se_02_names_inside_values_are_data_and_never_attributes(self) -> None:
        model = DataModel().set("/cfg", {"__proto__": {"admin": True}}).set("/__class__/x", 1)
        assert model.get("/__class__/x") == 1
        assert model.get("/cfg/__proto__/admin") is True
        assert model.value == {"cfg": {"__proto__": {"admin": True}}, "__class__": {"x": 1}}

    def test_se_03_what_python_and_javascript_inherit_is_not_there(self) -> None:
        model = DataModel({"items": [1]})
        for path in ("/toString", "/items/length", "/items/__len__", "/keys", "/items/append"):
            assert not model.has(path)
        assert model.set("/toString", "mine").get("/toString") == "mine"

    def test_se_04_a_huge_index_allocates_nothing(self) -> None:
        model = DataModel({"items": []})
        begin = time.monotonic()
        for path in ("/items/1000000000", "/items/10001", "/new/99999999/a"):
            assert error_of(model, path, "x").code == "LIMIT_LIST_INDEX"
        assert time.monotonic() - begin < 3
        assert model.value == {"items": []}

    def test_se_05_indices_beyond_32_and_64_bits_are_refused(self) -> None:
        model = DataModel({"items": ["a"]})
        for index in (4294967294, 2**63, 99999999999999999999999):
            error_of(model, f"/items/{index}", "x")
        assert model.value == {"items": ["a"]}


class TestPeer:
    """What broke in the official Python package."""

    @pytest.mark.parametrize("version", ["v0.9", "v0.9.1", "v1.0"])
    @pytest.mark.parametrize(
        "value",
        [
            {"file": {"path": "~/docs"}},
            {"@path": "~", "@call": 5, "@nope": {"@@x": 1}},
            {"call": "please", "args": {"call": "again", "args": {"call": "x", "args": 1}}},
            {"function": "f", "event": {}, "component": "Text", "id": 5},
            {"constructor": {"name": 1}, "prototype": [], "__proto__": None},
            {"formula": "${/a", "template": "${${", "version": "v0.1"},
        ],
    )
    def test_b4_data_is_data(self, version: str, value: Any) -> None:
        processor = surface(version, {"old": 1})
        step = process(processor, version, update("s", "/new", value=value))
        assert step.ok
        assert step.processor.surface("s").data.get("/new") == value

    def test_b4_data_of_60_levels_is_taken(self) -> None:
        value: Any = {"call": "f"}
        for _ in range(60):
            value = {"call": "f", "args": {"x": value}}
        step = process(surface("v1.0", {}), "v1.0", update("s", "/deep", value=value))
        assert step.ok

    def test_b5_a_failing_write_leaves_nothing_behind(self) -> None:
        model = DataModel()
        for path in ("/list/0/20000", "/a/b/-/20000/c", "/x/y/__proto__"):
            error_of(model, path, 1)
            assert model.value == {}

    def test_b6_two_processors_fed_one_message_share_nothing_of_the_callers(self) -> None:
        data: Any = {"a": {"b": 1}}
        message: Any = {"version": "v1.0", "createSurface": {"surfaceId": "s", "dataModel": data}}
        one, two = (a2ui.Processor([]).process(message).unwrap()[0] for _ in range(2))
        one = process(one, "v1.0", update("s", "/a/b", value=2)).unwrap()[0]
        assert data == {"a": {"b": 1}}
        data["a"]["b"] = 3
        assert one.surface("s").data.get("/a/b") == 2
        assert two.surface("s").data.get("/a/b") == 1

    def test_b7_true_over_1_is_a_change(self) -> None:
        step = surface("v1.0", {"a": 1}).set_data("s", "/a", True)
        assert step.effects == (a2ui.DataModelUpdated("s", "/a"),)

    def test_b8_elements_past_the_limit_are_written(self) -> None:
        step = surface("v1.0", {"rows": list(range(20_000))}).set_data("s", "/rows/15000", "x")
        assert step.ok

    @pytest.mark.parametrize("path", [5, None, True, ["a"], {"a": 1}, b"/a", 1.5])
    def test_b11_a_path_that_is_no_text_is_an_error_value(self, path: Any) -> None:
        processor = surface("v1.0", {"a": 1})
        step = processor.set_data("s", path, 1)
        assert step.error is not None
        assert (step.error.category, step.processor) == ("data", processor)
        step = process(processor, "v1.0", update("s", path, value=1))
        assert step.error is not None
        assert step.error.category in ("validation", "parse")

    def test_b11_an_index_of_5_000_digits_is_read_and_refused(self) -> None:
        path = "/a/" + "9" * 5_000
        model = DataModel({"a": [1]})
        assert model.get(path) is None
        assert model.delete(path) is model
        error_of(model, path, 1)

    def test_b11_a_path_of_3_000_segments_is_refused(self) -> None:
        step = surface("v1.0", {}).set_data("s", "/a" * 3_000, 1)
        assert step.error is not None
        assert (step.error.category, step.error.code) == ("recursion", "LIMIT_JSON_DEPTH")

    def test_b12_a_line_break_after_an_index_makes_it_a_name(self) -> None:
        model = DataModel({"a": [1]})
        assert not model.has("/a/0\n")
        error_of(model, "/a/0\n", 2)
