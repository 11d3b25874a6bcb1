"""What users met elsewhere with bindings, scopes and templates; named by the pitfall's id."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import DataContext, Processor, Write
from a2ui_kernel.catalogs import basic

from .. import support
from ..evaluation.making import at, call, context, error_of, plain_call, value_of


def older(data: Any) -> DataContext:
    """A context on the basic catalog of v0.9."""
    return context(support.BASIC_0_9, data)


def drawn(processor: Processor, component_id: str, name: str) -> Any:
    """The value of a component's property, as its surface would evaluate it at the root."""
    surface = processor.surface("s")
    here = DataContext(catalogs=processor.catalogs, version=surface.version, surface=surface)
    properties = surface.components[component_id].properties
    return here.resolve(properties[name])


class TestBindings:
    def test_bi_01_a_leading_slash_is_the_root_also_inside_an_item(self) -> None:
        item = older({"title": "all", "teas": [{"title": "green"}]}).item("/teas", 0)
        assert item.resolve({"path": "/title"}) == "all"
        assert item.resolve({"path": "title"}) == "green"

    @pytest.mark.parametrize("value", ["FALSE", None, "7.5", {"a": 1}, 0, False])
    def test_bi_03_a_binding_gives_what_the_data_has(self, value: Any) -> None:
        # "Order" of the decisions: values are not coerced; functions do that themselves.
        found = older({"v": value}).resolve({"path": "/v"})
        assert found == value
        assert type(found) is type(value) or isinstance(value, dict)

    @pytest.mark.parametrize("around", [lambda c: c, lambda c: plain_call("not", value=c)])
    def test_bi_05_a_call_that_nobody_runs_fails_with_names(self, around: Any) -> None:
        error = error_of(older({}).evaluate(around(plain_call("discombobulate"))))
        assert error.code == "INVALID_FUNCTION_CALL"
        assert "'discombobulate'" in error.message
        assert support.BASIC_0_9.id in error.message

    @pytest.mark.parametrize("text", ["007", "true:12:30", "null", "1e3", "/path:value"])
    def test_bi_06_what_is_written_stays_as_it_is_whatever_the_path(self, text: str) -> None:
        processor = support.processor(support.create(dataModel={"at:9": {"pin": ""}}))
        write = Write("/at:9/pin", text)
        processor = processor.set_data("s", write.path, write.value).unwrap()[0]
        here = DataContext(
            catalogs=processor.catalogs, version="v1.0", surface=processor.surface("s")
        )
        assert here.resolve(at("/at:9/pin")) == text
        assert here.data.value == {"at:9": {"pin": text}}

    def test_bi_07_a_replaced_component_has_its_new_binding_only(self) -> None:
        make: Any = {"version": "v0.9"}
        processor = support.processor(
            support.create(**make),
            support.update(support.text("root", {"path": "/old"}), **make),
            support.data("/", {"old": "o", "new": "n"}, **make),
        )
        assert drawn(processor, "root", "text") == "o"
        replaced = support.update(support.text("root", {"path": "/new"}), **make)
        processor = processor.process(replaced).unwrap()[0]
        assert drawn(processor, "root", "text") == "n"
        processor = processor.process(
            [support.data("/old", "o2", **make), support.data("/new", "n2", **make)]
        ).unwrap()[0]
        assert drawn(processor, "root", "text") == "n2"

    def test_bi_08_a_second_update_replaces_by_id(self) -> None:
        processor = support.processor(
            support.create(version="v0.9"),
            support.update(support.column("root", "t"), support.text("t", "1"), version="v0.9"),
            support.update(support.text("t", "2"), version="v0.9"),
        )
        assert drawn(processor, "t", "text") == "2"

    def test_bi_09_creating_a_live_surface_again_fails_and_leaves_it(self) -> None:
        processor = support.processor(
            support.create(version="v0.9"),
            support.update(support.text("root"), version="v0.9"),
            support.data("/a", 1, version="v0.9"),
        )
        error = support.refused(processor, support.create(version="v0.9"))
        assert error.category == "integrity"
        assert list(processor.surface("s").components) == ["root"]
        assert processor.surface("s").data.value == {"a": 1}


class TestTemplates:
    data = {"rows": [5, 5, {"cells": ["x", "y"]}], "byId": {"7": {}}}  # noqa: RUF012

    def test_te_02_the_index_is_the_innermost_items(self) -> None:
        row = context(support.BASIC, self.data).item("/rows", 2)
        assert row.resolve(call("@index", offset=1)) == 3
        assert row.item("cells", 1).resolve(call("@index")) == 1

    @pytest.mark.parametrize("scope", ["/", "/byId/7", "/rows/2", "/rows/2/cells/0"])
    def test_te_02_a_bare_scope_has_no_index(self, scope: str) -> None:
        # The decisions' head: rows give their index through `item`, a bare scope has none.
        here = DataContext(catalogs=[support.BASIC], version="v1.0", data=self.data, scope=scope)
        assert "inside a collection" in error_of(here.evaluate(call("@index"))).message

    def test_te_03_nested_scopes_and_the_root_from_within(self) -> None:
        here = older({"title": "T", "grid": [{"cols": []}, {"cols": [{"n": "deep"}]}]})
        cell = here.item("/grid", 1).item("cols", 0)
        assert cell.resolve({"path": "n"}) == "deep"
        assert cell.resolve({"path": "/title"}) == "T"
        assert cell.scope == "/grid/1/cols/0"


def test_rp_08_an_outer_call_does_not_run_with_a_hole() -> None:
    # The decisions' head: with `agent_calls="never"`, for else the ghost would be asked for.
    here = context(support.BASIC, agent_calls="never")
    for written in (
        call("or", values=[call("ghost"), True]),
        call("or", values=[True, call("ghost")]),
        call("not", value=call("ghost")),
        call("formatString", value="a${ghost()}b"),
    ):
        error = error_of(here.evaluate(written))
        assert error.code == "INVALID_FUNCTION_CALL"
        assert "'ghost'" in error.message


def test_rp_08_a_failure_inside_is_the_failure_in_every_version() -> None:
    for version in ("v0.9", "v1.0"):
        here = context(basic.catalog(version))
        make = plain_call if version == "v0.9" else call
        failing = make("regex", value="x", pattern="(")
        for written in (make("not", value=failing), make("and", values=[True, failing])):
            assert error_of(here.evaluate(written)).code == "INVALID_ARGUMENTS"


def test_values_of_functions_are_not_coerced_either() -> None:
    # bi-03 again, for calls.
    assert value_of(older({}).evaluate(plain_call("formatNumber", value=7))) == "7"
