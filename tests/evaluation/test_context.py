"""Where expressions are evaluated: scopes, relative paths, `@index`, versions, defaults."""

from __future__ import annotations

from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, DataContext, DataModel, Limits
from a2ui_kernel.catalogs import basic

from .. import support
from .making import ID, at, call, context, echo, error_of, functions, give, plain_call, value_of

DATA = {
    "name": "Ada",
    "rows": [{"n": 1, "cells": ["x", "y"]}, {"n": 2, "cells": ["z"]}],
    "a/b": {"~": 5},
    "": {"": "empty"},
    "deep": {"name": "inner"},
    "nothing": None,
}
PLAIN = DataContext(catalogs=[], version="v1.0", data=DATA)


@pytest.mark.parametrize(
    ("scope", "path", "value"),
    [
        ("/", "/name", "Ada"),
        ("/", "name", "Ada"),
        ("", "name", "Ada"),
        ("/deep", "name", "inner"),
        ("/deep", "/name", "Ada"),
        ("/deep/", "name", "inner"),
        ("deep", "name", "inner"),
        ("/deep", "", {"name": "inner"}),
        ("/deep", ".", {"name": "inner"}),
        ("/deep", "name/", "inner"),
        ("/rows/1", "cells/0", "z"),
        ("/rows/1/cells", "0", "z"),
        ("/rows/1/cells/0", ".", "z"),
        ("/", "/a~1b/~0", 5),
        ("/a~1b", "~0", 5),
        ("/", "//", "empty"),
        ("/", "/rows/-", None),
        ("/", "/rows/01", None),
        ("/", "/rows/9", None),
        ("/", "/name/length", None),
        ("/", "/nothing", None),
        ("/", "/nothing/more", None),
        ("/gone", "name", None),
        ("/gone", "..", None),
        ("/", "/rows/1000000000000000000000000", None),
        ("/", "/__proto__", None),
    ],
)
def test_a_path_is_read_in_its_scope(scope: str, path: str, value: object) -> None:
    there = DataContext(catalogs=[], version="v1.0", data=DATA, scope=scope)
    assert there.resolve(at(path)) == value
    assert value_of(there.evaluate(at(path))) == value


@pytest.mark.parametrize("path", ["", "/"])
def test_the_root_is_the_whole_document(path: str) -> None:
    assert PLAIN.resolve(at(path)) == DATA


@pytest.mark.parametrize("path", ["/a~", "~2", "/x/~"])
def test_a_path_that_is_no_pointer_fails(path: str) -> None:
    error = error_of(PLAIN.evaluate([1, at(path)]))
    assert (error.category, error.code) == ("data", "INVALID_POINTER")


class TestScopes:
    def test_at_moves_the_scope_and_reads_its_path_in_the_old_one(self) -> None:
        deep = PLAIN.at("deep")
        assert (deep.scope, PLAIN.scope) == ("/deep", "/")
        assert deep.resolve(at("name")) == "inner"
        assert deep.at("/rows").at("1").resolve(at("n")) == 2
        assert deep.at("").scope == deep.at(".").scope == "/deep"

    def test_an_item_has_its_scope_and_its_index(self) -> None:
        item = PLAIN.item("/rows", 1)
        assert item.scope == "/rows/1"
        assert item.resolve(at("n")) == 2
        assert item.resolve(call("@index")) == 1

    def test_nested_items_have_the_innermost_index(self) -> None:
        cell = PLAIN.item("/rows", 1).item("cells", 0)
        assert cell.scope == "/rows/1/cells/0"
        assert cell.resolve([call("@index"), at(".")]) == [0, "z"]

    def test_a_path_inside_an_item_keeps_the_index(self) -> None:
        assert PLAIN.item("/rows", 1).at("cells").resolve(call("@index")) == 1

    def test_a_scope_that_ends_in_a_number_is_no_item(self) -> None:
        error = error_of(PLAIN.at("/rows/1").evaluate(call("@index")))
        assert "inside a collection template" in error.message

    def test_a_scope_is_written_as_a_pointer(self) -> None:
        assert PLAIN.at("/a~1b").scope == "/a~1b"
        with pytest.raises(A2uiError) as caught:
            PLAIN.at("~")
        assert caught.value.category == "data"

    def test_what_is_called_sees_the_scope(self) -> None:
        seen = context(functions(f=lambda _args, here: [here.scope, here.resolve(at("n"))]), DATA)
        assert seen.item("/rows", 0).resolve(call("f")) == ["/rows/0", 1]

    def test_what_is_called_sees_the_index(self) -> None:
        seen = context(functions(f=lambda _args, here: here.resolve(call("@index"))), DATA)
        assert seen.item("/rows", 1).resolve(call("f")) == 1


@pytest.mark.parametrize(
    ("offset", "value"), [(0, 2), (1, 3), (-5, -3), (0.5, 2.5), (10**18, 10**18 + 2)]
)
def test_the_offset_of_an_index_may_be_any_number(offset: float, value: float) -> None:
    item = PLAIN.item("/rows", 2)
    assert item.resolve(call("@index", offset=offset)) == value
    assert item.resolve({"@call": "@index"}) == 2


@pytest.mark.parametrize("offset", ["1", True, None, [1], at("/gone"), at("/name")])
def test_an_offset_that_is_no_number_fails(offset: Any) -> None:
    error = error_of(PLAIN.item("/rows", 2).evaluate(call("@index", offset=offset)))
    assert error.code == "INVALID_ARGUMENTS"
    assert "numeric offset" in error.message


@pytest.mark.parametrize(
    "written",
    [
        {"@call": "@index", "catalogId": ID},
        {"@call": "@indx"},
        {"@call": "@"},
        {"@call": "@@index"},
    ],
)
def test_only_index_is_a_system_function_and_belongs_to_no_catalog(written: Any) -> None:
    error = error_of(PLAIN.item("/rows", 0).evaluate(written))
    assert error.code == "INVALID_FUNCTION_CALL"


def test_index_needs_no_catalog_and_may_have_a_dynamic_offset() -> None:
    item = DataContext(catalogs=[], version="v1.0", data={"n": 5}, default=None).item("/r", 1)
    assert item.resolve(call("@index", offset=at("/n"))) == 6
    assert item.resolve(call("@index", offset=call("@index"))) == 2


def test_v0_9_has_no_index() -> None:
    here = context(support.BASIC_0_9).item("/rows", 1)
    assert error_of(here.evaluate(plain_call("@index"))).code == "INVALID_FUNCTION_CALL"


class TestDefaultCatalog:
    other = functions(f=give("other"))
    first = a2ui.Catalog.from_json(other.to_json(), id="first").implement({"f": give("first")})

    def test_the_only_catalog_is_the_default(self) -> None:
        assert context(self.first).resolve(call("f")) == "first"

    @pytest.mark.parametrize("options", [{}, {"default": None}])
    def test_of_several_none_is(self, options: Any) -> None:
        here = DataContext(catalogs=[self.first, self.other], version="v1.0", **options)
        error = error_of(here.evaluate(call("f")))
        assert error.category == "catalog"
        assert here.resolve({**call("f"), "catalogId": ID}) == "other"

    def test_none_can_be_asked_for(self) -> None:
        assert error_of(context(self.first, default=None).evaluate(call("f"))).category == "catalog"

    def test_it_can_be_told(self) -> None:
        both = [self.first, self.other]
        here = DataContext(catalogs=both, version="v1.0", default=self.other)
        assert here.resolve(call("f")) == "other"
        assert here.resolve({**call("f"), "catalogId": "first"}) == "first"

    def test_a_nested_call_does_not_inherit_the_catalog_of_the_outer(self) -> None:
        echoing = self.first.implement({"f": echo})
        here = DataContext(catalogs=[echoing, self.other], version="v1.0", default=self.other)
        outer = {**call("f", x=call("f")), "catalogId": "first"}
        assert here.resolve(outer) == {"x": "other"}

    @pytest.mark.parametrize(
        ("catalog_id", "category"),
        [("gone", "catalog"), ("", "catalog"), (5, "validation"), ([], "validation")],
    )
    def test_a_catalog_that_is_not_there_fails(self, catalog_id: Any, category: str) -> None:
        here = context(self.first)
        assert error_of(here.evaluate({**call("f"), "catalogId": catalog_id})).category == category

    def test_a_catalog_id_is_ignored_in_v0_9(self) -> None:
        written = {**plain_call("required", value=1), "catalogId": "gone"}
        assert context(support.BASIC_0_9).resolve(written) is True


class TestVersions:
    @pytest.mark.parametrize("version", ["v0.8", "v2.0", "", "0.9"])
    def test_an_unknown_version_is_a_mistake(self, version: str) -> None:
        with pytest.raises(ValueError, match="unknown version"):
            DataContext(catalogs=[], version=version)

    @pytest.mark.parametrize(
        ("catalog", "version"), [("v0.9", "v1.0"), ("v1.0", "v0.9"), ("v1.0", "v0.9.1")]
    )
    def test_a_default_of_another_version_is_a_mistake(self, catalog: str, version: str) -> None:
        with pytest.raises(ValueError, match="v"):
            DataContext(catalogs=[basic.catalog(catalog)], version=version)

    def test_a_catalog_of_another_version_may_stand_by_but_not_be_called(self) -> None:
        both = [support.BASIC, support.BASIC_0_9]
        here = DataContext(catalogs=both, version="v1.0", default=support.BASIC)
        written = {**call("required", value=1), "catalogId": support.BASIC_0_9.id}
        assert error_of(here.evaluate(written)).code == "VERSION_MISMATCH"

    @pytest.mark.parametrize("version", ["v1.0", "1.0"])
    def test_v1_0_has_two_spellings(self, version: str) -> None:
        assert DataContext(catalogs=[], version=version, data={"a": 1}).resolve(at("/a")) == 1

    def test_v0_9_and_v0_9_1_read_each_others_catalogs(self) -> None:
        for version, other in (("v0.9", "v0.9.1"), ("v0.9.1", "v0.9")):
            here = DataContext(catalogs=[basic.catalog(other)], version=version, data={"a": 1})
            assert here.resolve(plain_call("required", value={"path": "/a"})) is True


class TestSurface:
    def test_a_surface_brings_its_default_its_data_and_its_id(self) -> None:
        processor = support.processor(support.create(dataModel={"name": "Ada"}))
        surface = processor.surface("s")
        here = DataContext(catalogs=processor.catalogs, version="v1.0", surface=surface)
        assert here.resolve(call("formatString", value="Hi ${/name}")) == "Hi Ada"
        waiting = here.evaluate(call("askMe"))
        assert isinstance(waiting, a2ui.Waiting)
        [wanted] = waiting.calls
        assert isinstance(wanted, a2ui.AgentCall)
        assert wanted.surface_id == "s"

    def test_data_may_be_other_than_the_surfaces(self) -> None:
        surface = support.processor(support.create(dataModel={"a": 1})).surface("s")
        here = DataContext(catalogs=[], version="v1.0", surface=surface, data={"a": 2})
        assert here.resolve(at("/a")) == 2

    def test_a_surface_without_a_default_gets_none_from_the_only_catalog(self) -> None:
        surface = support.processor(support.create(catalogId=None)).surface("s")
        here = DataContext(catalogs=[support.BASIC], version="v1.0", surface=surface)
        assert error_of(here.evaluate(call("required", value=1))).category == "catalog"

    def test_its_limits_are_the_surfaces(self) -> None:
        limits = Limits(result_chars=3)
        surface = support.processor(support.create(), limits=limits).surface("s")
        here = DataContext(catalogs=[support.BASIC], version="v1.0", surface=surface)
        assert error_of(here.evaluate(call("formatString", value="four"))).code == (
            "LIMIT_RESULT_CHARS"
        )


def test_data_is_a_model_or_json_and_is_not_aliased() -> None:
    data: dict[str, Any] = {"a": [1]}
    here = DataContext(catalogs=[], version="v1.0", data=data)
    data["a"].append(2)
    assert here.resolve(at("/a")) == [1]
    model = DataModel({"a": 1})
    assert DataContext(catalogs=[], version="v1.0", data=model).data is model
    with pytest.raises(A2uiError):
        DataContext(catalogs=[], version="v1.0", data={"a": float("nan")})
    with pytest.raises(A2uiError):
        DataContext(catalogs=[], version="v1.0", scope="~")


def test_a_context_is_frozen_and_shows_what_it_is() -> None:
    assert repr(PLAIN.at("deep")) == "<DataContext v1.0 at /deep>"
    with pytest.raises(AttributeError):
        PLAIN.surface_id = "x"
    with pytest.raises(AttributeError):
        del PLAIN.data
