"""Faults that `data` once had."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import DataModel, pointer


class TestTwoSlashes:
    def test_they_are_two_empty_keys_and_not_the_root(self) -> None:
        assert pointer.parse("//") == ("", "")

    def test_a_write_there_does_not_replace_the_document(self) -> None:
        assert DataModel({"a": 1}).set("//", 2).value == {"a": 1, "": {"": 2}}


@pytest.mark.parametrize("use", [DataModel.get, DataModel.has, DataModel.delete])
@pytest.mark.parametrize("path", [["a"], ("a",), {"a": 1}])
def test_a_path_that_is_no_text_is_a_type_error(use: Any, path: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        use(DataModel({"a": 1}), path)
