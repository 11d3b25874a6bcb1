"""Messages in; the next value, effects and errors out (decisions 1-12, laws 1-4)."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic, minimal

from ..support import (
    BASIC,
    BASIC_0_9,
    RELAXED,
    STRICT,
    card,
    create,
    data,
    processor,
    refused,
    text,
    update,
)


class TestSurfaces:
    def test_create_with_everything_gives_its_effects_in_order(self) -> None:
        step = processor().process(create(components=[text("root")], dataModel={"a": 1}))
        assert step.effects == (
            a2ui.SurfaceCreated("s"),
            a2ui.DataModelUpdated("s", "/"),
            a2ui.ComponentsUpdated("s", ("root",)),
        )

    def test_create_is_all_or_nothing(self) -> None:
        error = refused(processor(), create(components=[text("root", 5)], dataModel={"a": 1}))
        assert error.path == "/createSurface/components/0/text"

    def test_an_id_can_be_taken_once_until_it_is_deleted(self) -> None:
        before = processor(create(dataModel={"a": 1}))
        error = refused(before, create())
        assert (error.category, error.code) == ("integrity", "DUPLICATE_SURFACE")
        delete = {"version": "v1.0", "deleteSurface": {"surfaceId": "s"}}
        step = before.process([delete, create()])
        assert step.effects == (a2ui.SurfaceDeleted("s"), a2ui.SurfaceCreated("s"))
        assert step.processor.surface("s").data.value == {}

    def test_deleting_what_is_not_there_does_nothing(self) -> None:
        step = processor().process({"version": "v0.9", "deleteSurface": {"surfaceId": "x"}})
        assert (step.ok, step.effects) == (True, ())

    def test_v0_9_needs_a_catalog_unless_told(self) -> None:
        message = create(version="v0.9", catalogId=None)
        assert refused(processor(validation=STRICT), message).category == "validation"
        assert refused(processor(validation=None), message).category == "validation"
        surface = processor(message, validation=RELAXED).surface("s")
        assert surface.catalog == BASIC_0_9
        only_new = a2ui.Processor([BASIC], validation=RELAXED)
        assert refused(only_new, message).category == "catalog"

    def test_v1_0_without_a_catalog_has_no_default(self) -> None:
        surface = processor(create(catalogId=None)).surface("s")
        assert (surface.catalog, surface.version, surface.dialect.name) == (None, "v1.0", "v1.0")
        assert refused(processor(), create(catalogId="")).category == "catalog"

    def test_an_unknown_catalog_names_the_nearest(self) -> None:
        error = refused(processor(), create(catalogId=BASIC.id.replace("basic", "basik")))
        assert (error.category, error.code) == ("catalog", "UNKNOWN_CATALOG")
        assert BASIC.id in error.message

    def test_settings_are_kept(self) -> None:
        meta = {"extensions": {"vendor": {"x": 1}}}
        surface = processor(create(sendDataModel=True, metadata=meta)).surface("s")
        assert surface.send_data_model
        assert surface.metadata == meta
        old = processor(create(version="v0.9", theme={"primaryColor": "#00ff00"})).surface("s")
        assert old.theme == {"primaryColor": "#00ff00"}

    def test_a_theme_is_checked_by_its_catalog(self) -> None:
        message = create(version="v0.9", theme={"primaryColor": "green"})
        for validation in (None, STRICT):
            error = refused(processor(validation=validation), message)
            assert error.path == "/createSurface/theme/primaryColor"

    def test_extension_keys_of_surfaces_are_identifiers(self) -> None:
        error = refused(processor(), create(metadata={"extensions": {"a-b": 1}}))
        assert error.path == "/createSurface/metadata/extensions/a-b"

    def test_there_is_a_limit(self) -> None:
        two = processor(create("a"), create("b"), limits=a2ui.Limits(surfaces=2))
        assert refused(two, create("c")).code == "LIMIT_SURFACES"

    def test_unknown_surfaces_are_told_with_the_nearest(self) -> None:
        error = refused(processor(create("checkout")), update(text("root"), surface_id="chekout"))
        assert (error.category, error.code) == ("integrity", "UNKNOWN_SURFACE")
        assert "'checkout'" in error.message
        assert error.surface_id == "chekout"
        with pytest.raises(a2ui.A2uiError, match="checkout"):
            processor(create("checkout")).surface("chekout")


class TestVersions:
    def test_v0_9_and_v0_9_1_share_catalogs_and_surfaces(self) -> None:
        both = a2ui.Processor([basic.catalog("v0.9.1")], validation=STRICT)
        alias = "https://a2ui.org/specification/v0_9_1/catalogs/basic/catalog.json"
        for catalog_id in (BASIC_0_9.id, alias):
            for version in ("v0.9", "v0.9.1"):
                message = create(version=version, catalogId=catalog_id)
                after = both.process(message).unwrap()[0]
                other = "v0.9.1" if version == "v0.9" else "v0.9"
                assert after.process(update(text("root"), version=other)).ok

    def test_components_of_another_major_are_refused_data_is_not(self) -> None:
        before = processor(create(version="v0.9"))
        error = refused(before, update(text("root"), version="v1.0"))
        assert (error.category, error.code) == ("catalog", "VERSION_MISMATCH")
        assert before.process(data("/a", 1, version="v1.0")).ok
        assert before.process({"version": "v1.0", "deleteSurface": {"surfaceId": "s"}}).ok

    def test_a_catalog_of_another_major_is_refused(self) -> None:
        error = refused(processor(), create(version="v0.9", catalogId=BASIC.id))
        assert (error.category, error.code) == ("catalog", "VERSION_MISMATCH")

    def test_the_newest_drafts_spelling_is_read(self) -> None:
        message = {**create(), "version": "1.0"}
        assert processor(message).surface("s").version == "v1.0"

    def test_value_may_be_left_out_before_v1_0_only(self) -> None:
        bare = {"surfaceId": "s", "path": "/a"}
        old = processor(create(version="v0.9"), data("/a", 1, version="v0.9"))
        step = old.process({"version": "v0.9", "updateDataModel": bare})
        assert step.processor.surface("s").data.value == {}
        error = refused(processor(create()), {"version": "v1.0", "updateDataModel": bare})
        assert error.path == "/updateDataModel/value"

    def test_other_messages_say_that_they_are_not_supported_yet(self) -> None:
        response = {"functionCallId": "x", "value": 1}
        message = {"version": "v1.0", "agentFunctionResponse": response}
        assert refused(processor(), message).code == "NOT_SUPPORTED"


class TestData:
    def test_only_a_change_is_an_effect(self) -> None:
        before = processor(create(dataModel={"a": {"b": [1]}}))
        assert before.process(data("/a", {"b": [1.0]})).effects == ()
        assert before.process(data("/a/b/-", 2)).effects == (a2ui.DataModelUpdated("s", "/a/b/1"),)
        assert before.process(data("/a/b/0", True)).effects == (
            a2ui.DataModelUpdated("s", "/a/b/0"),
        )
        assert before.process(data("a/b/", None)).effects == (a2ui.DataModelUpdated("s", "/a/b"),)
        assert before.process(data("/nope", None)).effects == ()
        assert before.process(data("", {})).effects == (a2ui.DataModelUpdated("s", "/"),)

    def test_a_failed_write_changes_nothing(self) -> None:
        before = processor(create(dataModel={"list": []}))
        error = refused(before, data("/list/0/20000", 1))
        assert (error.category, error.path) == ("data", "/updateDataModel/path")
        assert error.surface_id == "s"

    def test_set_data_is_the_users_write(self) -> None:
        before = processor(create())
        step = before.set_data("s", "name", "Ada")
        assert step.effects == (a2ui.DataModelUpdated("s", "/name"),)
        for bad in (
            before.set_data("nowhere", "/a", 1),
            before.set_data("s", "/a/~", 1),
            before.set_data("s", "/a", {1, 2}),  # type: ignore[arg-type]
            before.set_data("s", 5, 1),  # type: ignore[arg-type]
            before.set_data("s", "/__proto__/x", 1),
        ):
            assert bad.error is not None
            assert bad.processor == before
        with pytest.raises(a2ui.A2uiError):
            before.set_data("nowhere", "/a", 1).unwrap()


class TestSteps:
    def test_processing_stops_at_the_first_that_fails(self) -> None:
        step = processor().process([create("a"), create("a"), create("b")])
        assert (step.index, step.effects) == (1, (a2ui.SurfaceCreated("a"),))
        assert step.rest == [create("b")]
        assert list(step.processor.process(step.rest).processor.surfaces) == ["a", "b"]

    def test_steps_are_values(self) -> None:
        payload = [create("a"), create("a")]
        assert processor().process(payload) == processor().process(payload)
        with pytest.raises(AttributeError):
            processor().process(payload).index = 5  # type: ignore[misc]

    def test_an_error_collects_no_tracebacks(self) -> None:
        step = processor().process([5])
        assert step.error is not None
        assert step.error.__traceback__ is None
        for _ in range(2):
            with pytest.raises(a2ui.A2uiError) as caught:
                step.unwrap()
            assert caught.value == step.error
            assert caught.value is not step.error
        assert step.error.__traceback__ is None


class TestValues:
    def test_what_comes_in_is_never_aliased(self) -> None:
        mine: dict[str, Any] = create(
            components=[text("root", {"@path": "/a"})], dataModel={"a": [1]}
        )
        untouched = copy.deepcopy(mine)
        first = processor(mine)
        second = processor(mine)
        after = first.process(data("/a/0", 2)).processor
        assert mine == untouched
        mine["createSurface"]["dataModel"]["a"].append(3)
        mine["createSurface"]["components"][0]["text"]["@path"] = "/b"
        assert first == second
        assert after.surface("s").data.value == {"a": [2]}
        assert first.surface("s").components["root"].properties == {"text": {"@path": "/a"}}

    def test_what_goes_out_cannot_be_changed(self) -> None:
        surface = processor(create(components=[text("root")], dataModel={"a": [1]})).surface("s")
        with pytest.raises(TypeError):
            surface.data.value["a"].append(2)  # type: ignore[index, call-overload, union-attr]
        with pytest.raises(TypeError):
            surface.components["root"].properties["text"] = "y"
        values = (surface, surface.components["root"], surface.data, processor(), BASIC)
        for value in values:
            with pytest.raises(AttributeError):
                setattr(value, "id", "x")  # noqa: B010 (mypy knows better)
            with pytest.raises(AttributeError):
                delattr(value, "id")
            with pytest.raises(TypeError):
                hash(value)

    def test_equality_is_by_what_a_host_can_see(self) -> None:
        a = processor(
            create(),
            update(
                text("root"),
            ),
            data("/n", 1),
        )
        b = processor(create(dataModel={"n": 1.0}, components=[text("root")]))
        assert a == b
        assert a != processor(create(), update(text("root")), data("/n", True))
        assert a != processor(create(), update(text("root")), data("/n", 1), validation=RELAXED)
        assert a != a.process(create("other")).processor
        one = processor(create(), update(card("root", "x"), text("x")))
        other = processor(create(), update(text("x"), card("root", "x")))
        assert one != other

    def test_old_values_stay_usable(self) -> None:
        versions = [processor(create())]
        for n in range(50):
            versions.append(versions[-1].process(data(f"/k{n % 7}", n)).processor)
        for n, version in enumerate(versions[1:]):
            assert version.surface("s").data.get(f"/k{n % 7}") == n
        forked = versions[10].process(data("/fork", 1)).processor
        assert not versions[-1].surface("s").data.has("/fork")
        assert forked.surface("s").data.has("/fork")

    def test_pickle_and_copy_give_equals_that_go_on(self) -> None:
        now = processor(create(components=[text("root", {"@path": "/a"})], dataModel={"a": "x"}))
        for again in (pickle.loads(pickle.dumps(now)), copy.deepcopy(now), copy.copy(now)):
            assert again == now
            assert again.process(update(text("root", "y"))).ok
            assert refused(again, update(text("root", 5))).details
        step = now.process([5])
        assert pickle.loads(pickle.dumps(step)) == step

    def test_options_must_be_what_they_say(self) -> None:
        with pytest.raises(TypeError):
            a2ui.Processor(BASIC)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            a2ui.Processor([BASIC], validation="strict")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            a2ui.Processor(["x"])  # type: ignore[list-item]
        with pytest.raises(ValueError, match="dialect"):
            a2ui.Processor([BASIC], dialect="v2")
        with pytest.raises(ValueError, match="agent_calls"):
            a2ui.Processor([BASIC], agent_calls="all")  # type: ignore[arg-type]

    def test_two_catalogs_of_one_id(self) -> None:
        other = a2ui.Catalog.from_json({"catalogId": BASIC.id, "protocolVersion": "1.0"})
        with pytest.raises(a2ui.A2uiError) as caught:
            a2ui.Processor([BASIC, other])
        assert caught.value.code == "DUPLICATE_CATALOG"
        assert a2ui.Processor([BASIC, basic.declared("v1.0")]).catalogs == (BASIC,)


class TestReports:
    def test_capabilities_list_what_fits_a_version(self) -> None:
        mini = minimal.catalog()
        both = a2ui.Processor([BASIC, BASIC_0_9, mini])
        assert both.renderer_capabilities(["v0.9.1", "v1.0"]) == {
            "v0.9": {"supportedCatalogIds": [BASIC_0_9.id, mini.id]},
            "v1.0": {"supportedCatalogIds": [BASIC.id]},
        }
        newest = a2ui.Processor([BASIC], envelope="prefixed")
        assert newest.renderer_capabilities(["v1.0"]) == {
            "1.0": {"supportedCatalogIds": [BASIC.id]}
        }

    @pytest.mark.parametrize("versions", [[], ["v0.10"], ["v2.0"], [1]])
    def test_versions_must_be_asked_for_and_known(self, versions: list[str]) -> None:
        with pytest.raises(a2ui.A2uiError) as caught:
            processor().renderer_capabilities(versions)
        assert caught.value.category == "validation"

    def test_inline_catalogs_load_again(self) -> None:
        both = a2ui.Processor([BASIC, BASIC_0_9])
        found: Any = both.renderer_capabilities(["v0.9", "v1.0"], include_inline_catalogs=True)
        [new] = found["v1.0"]["inlineCatalogs"]
        assert new == BASIC.to_json()
        [old] = found["v0.9"]["inlineCatalogs"]
        again = a2ui.Catalog.from_json(old)
        assert (set(again.components), set(again.functions)) == (
            set(BASIC_0_9.components),
            set(BASIC_0_9.functions),
        )

    def test_data_models_travel_for_surfaces_that_asked(self) -> None:
        now = processor(create("a", sendDataModel=True, dataModel={"x": 1}), create("b"))
        assert now.renderer_data_model() == {"version": "v1.0", "surfaces": {"a": {"x": 1}}}
        assert now.renderer_data_model("v0.9") is None
        assert processor(create("b")).renderer_data_model() is None
        mixed = now.process(create("c", version="v0.9", sendDataModel=True)).processor
        assert mixed.renderer_data_model("v0.9.1") == {"version": "v0.9", "surfaces": {"c": {}}}
        with pytest.raises(a2ui.A2uiError, match=r"v0\.9.*v1\.0"):
            mixed.renderer_data_model()
        with pytest.raises(a2ui.A2uiError, match="Unsupported"):
            mixed.renderer_data_model("v3")


def test_every_example_of_the_protocol_processes_and_replays(conformance: Path) -> None:
    loose = {"00_incremental.json", "31_incremental-dashboard.json"}
    for path in sorted((conformance / "examples").glob("*/*.json")):
        messages = json.loads(path.read_text(encoding="utf-8"))["messages"]
        validation = None if path.name in loose else STRICT
        start = processor(validation=validation)
        whole = start.process(messages).unwrap()[0]
        one_by_one = start
        for message in messages:
            one_by_one = one_by_one.process(json.dumps(message)).unwrap()[0]
        assert whole == one_by_one
        assert whole == start.process("\n".join(map(json.dumps, messages))).unwrap()[0]
