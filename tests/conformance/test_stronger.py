"""What cases of the message and validator suites pass too easily, asserted in full.

Some would pass for a reason that is not the one they name, some name only a part of
what must hold.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel.catalogs import basic

from .cases import Document, suites
from .compare import check_same
from .documents import judged
from .replaying import CASES, create, error_after, final, last_error, steps_of, strict, update

if suites() is None:
    pytest.skip("no conformance suites to strengthen", allow_module_level=True)

V1 = basic.catalog("v1.0")
V0_9 = basic.catalog("v0.9")

# ------------------------------------------------------- what a refusal is about


@pytest.mark.parametrize(
    ("theme", "path"),
    [
        ({"primaryColor": "not-a-hex"}, "/createSurface/theme/primaryColor"),
        ({"primaryColor": "#ff0000", "extra": 1}, "/createSurface/theme/extra"),
        ({}, "/createSurface/theme"),
    ],
)
def test_a_theme_is_refused_for_what_is_wrong_in_it(theme: Document, path: str) -> None:
    [(_, _, created), (_, _, refused)] = steps_of(
        CASES["validator_v1_0::test_validator_theme_schema"]
    )
    assert refused.error is not None
    error = error_after(created.processor, create("v0.9", "theme_cat", "new", theme=theme))
    assert error.category == "validation"
    assert error.details[0].path.startswith(path)


def test_a_path_without_a_slash_is_legal_and_starts_at_the_root() -> None:
    case = CASES["validator_v1_0::test_v10_invalid_json_pointer_path_error"]
    [(processor, messages, step)] = steps_of(case)
    assert step.error is not None
    assert (step.error.category, step.error.path) == ("integrity", "/updateDataModel/surfaceId")

    processor, _ = processor.process(create("v1.0", V1.id)).unwrap()
    processor, _ = processor.process(messages).unwrap()
    check_same({"invalid path [0]": "data"}, processor.surface("s1").data.value)


def test_a_path_with_a_broken_escape_is_a_fault_of_the_data() -> None:
    processor, _ = strict(V1).process(create("v1.0", V1.id)).unwrap()
    body = {"surfaceId": "s1", "path": "/a~2", "value": 1}
    error = error_after(processor, {"version": "v1.0", "updateDataModel": body})
    assert (error.category, error.path) == ("data", "/updateDataModel/path")


def test_versions_of_message_and_catalog_must_fit() -> None:
    processor = strict(V1, V0_9)
    error = error_after(processor, create("v0.9", V1.id))
    assert (error.category, error.code) == ("catalog", "VERSION_MISMATCH")
    processor, _ = processor.process(create("v0.9", V0_9.id)).unwrap()
    assert processor.surface("s1").version == "v0.9"


def test_a_component_cannot_take_a_catalog_of_another_version() -> None:
    name = "test_v10_update_components_mismatched_catalog_protocol_version_error"
    error = last_error(f"message_processor_v1_0::{name}")
    assert error.code == "VERSION_MISMATCH"
    assert error.path == "/updateComponents/components/0/catalogId"


def button(**more: Any) -> Document:
    action = {"event": {"name": "go"}}
    return {"id": "root", "component": "Button", "child": "label", "action": action, **more}


@pytest.mark.parametrize("catalog", [V0_9, V1], ids=str)
def test_an_unknown_property_alone_is_enough_to_refuse(catalog: a2ui.Catalog) -> None:
    assert judged(catalog, button()) is None
    error = judged(catalog, button(unknownAttribute="someValue"))
    assert error is not None
    paths = [fault.path for fault in error.details]
    assert paths == ["/updateComponents/components/0/unknownAttribute"]


@pytest.mark.parametrize(("catalog", "key"), [(V0_9, "call"), (V1, "@call")], ids=str)
def test_an_unknown_function_alone_is_enough_to_refuse(catalog: a2ui.Catalog, key: str) -> None:
    action = {"functionCall": {key: "openUrl", "args": {"url": "https://example.com"}}}
    assert judged(catalog, button(action=action)) is None
    action = {"functionCall": {key: "unknownFunc", "args": {"arg": "val"}}}
    error = judged(catalog, button(action=action))
    assert error is not None
    assert error.category == "validation"
    assert "unknownFunc" in error.message
    assert all("/action/functionCall" in fault.path for fault in error.details)


@pytest.mark.parametrize(
    "case_id",
    [
        "validator_v0_9::test_v09_unknown_component_type",
        "validator_v1_0::test_v10_unknown_component_type",
    ],
)
def test_an_unknown_type_is_refused_by_its_name(case_id: str) -> None:
    error = last_error(case_id)
    assert "UnknownWidget" in error.message
    assert error.path == "/updateComponents/components/0/component"


def test_each_wrong_component_of_a_custom_catalog_is_refused_in_its_own_place() -> None:
    place = "/updateComponents/components/0"
    found = {
        case.id: [step.error.path for _, _, step in steps_of(case) if step.error is not None]
        for case in CASES.values()
        if re.match(r"test_custom_catalog_\d_\d$", case.name)
    }
    assert found
    for paths in found.values():
        assert set(paths) <= {
            f"{place}/chartType",
            f"{place}/children",
            f"{place}/component",
            place,
        }
        assert paths[-1] == f"{place}/component"


# ------------------------------------------------------------ what must be there


def test_a_new_type_replaces_the_component_whole() -> None:
    name = "test_update_components_recreate_on_type_change"
    surface = final(f"message_processor_v0_9::{name}").surface("s1")
    assert list(surface.components) == ["comp1"]
    check_same({"text": "Lbl"}, surface.components["comp1"].properties)


def test_an_update_leaves_the_components_that_it_does_not_name() -> None:
    name = "test_composition_constraints_preserved_on_partial_parent_update"
    components = final(f"message_processor_v1_0::{name}").surface("s_partial_parent").components
    check_same({"children": ["btn_child"]}, components["root"].properties)
    check_same({"title": "Updated Child Title"}, components["btn_child"].properties)


def test_a_batch_of_all_messages_leaves_what_each_of_them_made() -> None:
    step = steps_of(CASES["message_processor_v1_0::test_batch_multi_stage_lifecycle_pipeline"])[-1]
    surface = step[2].processor.surface("s_pipeline")
    check_same({"children": ["btn1"]}, surface.components["root"].properties)
    check_same({"title": "Updated"}, surface.components["btn1"].properties)
    assert step[2].effects == (
        a2ui.SurfaceCreated("s_pipeline"),
        a2ui.ComponentsUpdated("s_pipeline", ("root", "btn1")),
        a2ui.DataModelUpdated("s_pipeline", "/status"),
        a2ui.ComponentsUpdated("s_pipeline", ("btn1",)),
    )


def test_components_belong_to_the_catalogs_that_they_name() -> None:
    surface = final("message_processor_v1_0::test_v10_component_catalog_override").surface(
        "s_v10_multi"
    )
    ids = {name: component.catalog.id for name, component in surface.components.items()}
    assert ids == {"root": "main-catalog", "c1": "charts-catalog"}

    name = "test_v10_components_naming_catalogs_on_surface_without_default"
    surface = final(f"message_processor_v1_0::{name}").surface("s")
    assert surface.catalog is None
    ids = {name: component.catalog.id for name, component in surface.components.items()}
    assert ids == {"root": V1.id, "greeting": V1.id, "badge": "custom-v10"}


def test_a_surface_of_v1_0_may_have_no_default_catalog() -> None:
    name = "test_v10_create_surface_optional_catalog_id"
    surface = final(f"message_processor_v1_0::{name}").surface("s_v10_nocat")
    assert (surface.catalog, surface.version, surface.dialect.name) == (None, "v1.0", "v1.0")
    check_same({}, surface.data.value)


def test_deleting_an_unknown_surface_has_no_effect() -> None:
    name = "test_delete_non_existent_surface_is_safe_noop"
    [(before, _, step)] = steps_of(CASES[f"message_processor_v1_0::{name}"])
    assert (step.processor, step.effects) == (before, ())


def test_a_deleted_surface_gives_its_name_free() -> None:
    processor, _ = strict(V1).process(create("v1.0", V1.id, dataModel={"a": 1})).unwrap()
    deleted = {"version": "v1.0", "deleteSurface": {"surfaceId": "s1"}}
    messages: list[Document] = [deleted, create("v1.0", V1.id)]
    processor, effects = processor.process(messages).unwrap()
    assert effects == (a2ui.SurfaceDeleted("s1"), a2ui.SurfaceCreated("s1"))
    check_same({}, processor.surface("s1").data.value)


def test_what_refers_to_nothing_is_taken_without_validation_only() -> None:
    name = "test_permissive_mode_allows_dangling_references"
    [(_, messages, step)] = steps_of(CASES[f"message_processor_v1_0::{name}"])
    assert step.ok
    error = error_after(strict(*step.processor.catalogs), *messages)
    assert error.category == "integrity"
    assert error.path == "/createSurface/components/0/children/0"


def test_what_root_does_not_reach_is_taken_without_validation_only() -> None:
    text = {"component": "Text", "text": "x"}
    message = update("v1.0", {"id": "root", **text}, {"id": "orphan", **text})
    messages = [create("v1.0", V1.id), message]
    assert a2ui.Processor([V1]).process(messages).ok
    error = error_after(strict(V1), *messages)
    assert (error.category, error.path) == ("integrity", "/updateComponents/components/1")
