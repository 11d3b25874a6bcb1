"""The table of dialects: unique, immutable rows, the same object after a pickle."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from a2ui_kernel import SUPPORTED_VERSIONS
from a2ui_kernel.wire.dialect import (
    BY_SPELLING,
    DIALECTS,
    SERVER_FUNCTIONS,
    V0_9,
    V0_9_1,
    V1_0,
    Dialect,
    homes_of,
    named,
    of_catalog_version,
)

rows = pytest.mark.parametrize("row", DIALECTS, ids=lambda row: row.name)


class TestRows:
    def test_names_are_unique(self) -> None:
        names = [row.name for row in DIALECTS]
        assert names == ["v0.9", "v0.9.1", "v1.0", "server-functions"]

    def test_a_spelling_means_one_dialect(self) -> None:
        spellings = [spelling for row in DIALECTS for spelling in row.spellings]
        assert sorted(spellings) == ["1.0", "v0.9", "v0.9.1", "v1.0"]
        assert {spelling: BY_SPELLING[spelling] for spelling in spellings} == {
            "v0.9": V0_9,
            "v0.9.1": V0_9_1,
            "v1.0": V1_0,
            "1.0": V1_0,
        }

    def test_the_supported_versions_are_what_is_sent(self) -> None:
        assert SUPPORTED_VERSIONS == ("v0.9", "v0.9.1", "v1.0")

    @rows
    def test_a_row_cannot_be_changed(self, row: Any) -> None:
        for field in dataclasses.fields(Dialect):
            with pytest.raises(AttributeError):
                setattr(row, field.name, None)
            with pytest.raises(AttributeError):
                delattr(row, field.name)
        with pytest.raises(TypeError):
            row.documents["to agent"] = "other.json"
        with pytest.raises((AttributeError, TypeError)):
            row.note = 1

    def test_the_table_cannot_be_changed(self) -> None:
        table: Any = BY_SPELLING
        with pytest.raises(TypeError):
            table["v2.0"] = V1_0
        assert isinstance(DIALECTS, tuple)

    @rows
    def test_every_way_of_copying_gives_the_same_object(self, row: Dialect) -> None:
        assert copy.copy(row) is row
        assert copy.deepcopy(row) is row
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(row, protocol)) is row

    def test_rows_compare_and_hash_by_identity(self) -> None:
        assert len(set(DIALECTS)) == len(DIALECTS)
        assert V0_9 != V0_9_1
        assert dataclasses.replace(V1_0) != V1_0

    @rows
    def test_a_row_is_found_by_its_name(self, row: Dialect) -> None:
        assert named(row.name) is row
        assert row.name in repr(row)

    @pytest.mark.parametrize("name", ["v2.0", "1.0", "", "V1.0"])
    def test_an_unknown_name_is_a_value_error_that_lists_the_known(self, name: str) -> None:
        with pytest.raises(ValueError, match="server-functions"):
            named(name)

    @rows
    def test_messages_of_one_direction_are_not_of_the_other(self, row: Dialect) -> None:
        assert not set(row.inbound) & set(row.outbound)
        assert {"createSurface", "updateComponents", "updateDataModel", "deleteSurface"} <= set(
            row.inbound
        )


class TestHomes:
    @pytest.mark.parametrize(
        ("kind", "dialects"),
        [
            ("createSurface", list(DIALECTS)),
            ("action", list(DIALECTS)),
            ("callRendererFunction", [V1_0]),
            ("rendererFunctionResponse", [V1_0]),
            ("callServerFunction", [SERVER_FUNCTIONS]),
            ("serverFunctionResponse", [SERVER_FUNCTIONS]),
            ("surfaceUpdate", []),
        ],
    )
    def test_a_message_key_has_its_dialects(self, kind: str, dialects: list[Dialect]) -> None:
        assert [dialect for dialect, _ in homes_of(kind)] == dialects

    def test_it_says_the_direction(self) -> None:
        assert homes_of("agentFunctionResponse") == ((V1_0, "to renderer"),)
        assert homes_of("callAgentFunction") == ((V1_0, "to agent"),)


class TestCatalogVersion:
    @pytest.mark.parametrize(
        ("text", "dialect"),
        [
            ("v0.9", V0_9),
            ("0.9", V0_9),
            ("0.9.0", V0_9),
            ("v0_9", V0_9),
            ("v0.9.1", V0_9_1),
            ("0_9_1", V0_9_1),
            ("v1.0", V1_0),
            ("1.0", V1_0),
            ("1.0.0", V1_0),
            ("v1_0", V1_0),
            ("v1", V1_0),
            ("1.2", V1_0),
            ("1.0.3", V1_0),
            ("1.0.0-rc.1", V1_0),
            ("1.0+build.5", V1_0),
        ],
    )
    def test_every_spelling_of_a_catalog_finds_its_dialect(
        self, text: str, dialect: Dialect
    ) -> None:
        assert of_catalog_version(text) is dialect

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "v",
            "0.8",
            "0.9.2",
            "v0.10",
            "2.0",
            "10.0",
            "1.",
            "1.0.0.0",
            "v1.0 ",
            "1.0\n",
            "一",
            "\u0661.\u0660",
        ],
    )
    def test_nothing_else_is_a_version(self, text: str) -> None:
        assert of_catalog_version(text) is None
