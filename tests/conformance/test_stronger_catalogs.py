"""What cases of the catalog suite pass too easily, asserted in full.

That a document loads says little: here what it declares is used, and refused.
"""

from __future__ import annotations

import pytest

import a2ui_kernel as a2ui

from .cases import Document, suites
from .compare import check_same
from .documents import judged
from .replaying import CASES, create, error_after

if suites() is None:
    pytest.skip("no conformance suites to strengthen", allow_module_level=True)

L = "\N{SCRIPT SMALL L}"


def inline(name: str) -> a2ui.Catalog:
    said = CASES[f"catalog::{name}"].said
    return a2ui.Catalog.from_json(said["catalog"], version=said.get("protocolVersion"))


def test_a_filtered_component_cannot_be_used() -> None:
    catalog = inline("test_v09_catalog_from_json_any_component_filter")
    assert judged(catalog, {"id": "root", "component": "Text"}) is None
    assert judged(catalog, {"id": "root", "component": "HiddenComponent"}) is not None


def test_a_filtered_function_is_not_there() -> None:
    catalog = inline("test_v09_catalog_from_json_any_function_filter")
    assert list(catalog.functions) == ["validateEmail"]
    assert catalog.functions["validateEmail"].returns == "boolean"


@pytest.mark.parametrize(
    ("badge", "ok"),
    [
        ({"text": "new"}, True),
        ({"text": "new", "variant": "info"}, True),
        ({}, False),
        ({"text": 1}, False),
        ({"text": "new", "variant": "purple"}, False),
    ],
)
def test_a_reference_inside_the_document_is_followed(badge: Document, ok: bool) -> None:
    catalog = inline("test_v09_catalog_from_json_inlines_local_pointer_defs")
    error = judged(catalog, {"id": "root", "component": "CardWithBadge", "badge": badge})
    assert (error is None) is ok


@pytest.mark.parametrize(
    ("binding", "ok"),
    [({"path": "/a"}, True), ({}, False), ({"path": 3}, False), ({"path": "/a", "b": 1}, False)],
)
def test_a_reference_to_the_common_types_is_followed(binding: Document, ok: bool) -> None:
    catalog = inline("test_v09_catalog_from_json_resolves_common_types_refs")
    error = judged(catalog, {"id": "root", "component": "DataField", "binding": binding})
    assert (error is None) is ok


def test_functions_keep_their_arguments_and_return_types() -> None:
    functions = inline("test_v10_catalog_from_json_functions_metadata").functions
    returns = {name: function.returns for name, function in functions.items()}
    assert returns == {"formatDate": "string", "isPositive": "boolean"}
    args = functions["formatDate"].args
    assert isinstance(args, dict)
    wanted = {"timestamp": {"type": "integer"}, "format": {"type": "string"}}
    check_same(wanted, args["properties"])


def test_a_theme_schema_is_applied_to_surfaces() -> None:
    catalog = inline("test_v09_catalog_from_json_basic")
    good = create("v0.9", catalog.id, theme={"primaryColor": "#00ff00"})
    assert a2ui.Processor([catalog]).process(good).ok
    bad = create("v0.9", catalog.id, theme={"primaryColor": "green"})
    error = error_after(a2ui.Processor([catalog]), bad)
    assert (error.category, error.path) == ("validation", "/createSurface/theme/primaryColor")


def test_names_with_hyphens_and_letters_of_any_script_can_be_used() -> None:
    hyphened = inline("test_v09_catalog_from_json_allows_hyphen_identifiers")
    assert judged(hyphened, {"id": "root", "component": "My-Component"}) is None

    said = CASES["catalog::test_v10_uax31_valid_non_ascii_identifier"].said
    catalog = a2ui.Catalog.from_json(said["catalog"], id="custom", version="v1.0")
    component = {"id": "root", "component": f"Component_{L}", f"property_{L}": "x"}
    assert judged(catalog, component) is None
    assert judged(catalog, {**component, f"property_{L}": 1}) is not None
    assert list(catalog.functions) == [f"func_{L}"]


def test_a_bad_name_is_refused_where_it_stands() -> None:
    places = {
        "test_v10_catalog_from_json_invalid_uax31_identifier_error": "/components/My-Component",
        "test_v10_uax31_invalid_component_name": "/components/123InvalidComponent",
        "test_v10_uax31_invalid_property_name": "/components/ValidComponent/properties/"
        "invalid-prop-name!",
        "test_v10_uax31_invalid_function_name": "/functions/invalid-func-name!",
        "test_v10_uax31_invalid_en_dash_component_name": "/components/Component\N{EN DASH}Name",
        "test_v10_uax31_invalid_em_dash_property_name": "/components/ValidComponent/properties/"
        "prop\N{EM DASH}name",
    }
    for name, place in places.items():
        with pytest.raises(a2ui.A2uiError) as caught:
            a2ui.Catalog.from_json(
                CASES[f"catalog::{name}"].said["catalog"], id="custom", version="v1.0"
            )
        assert (caught.value.category, caught.value.path) == ("catalog", place)
