"""`A2uiError`: an exception that is a value: frozen, equal by its fields, free of tracebacks."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, Failure, Fault, FunctionError, Limits
from a2ui_kernel.errors import Category, over_limit

FAULT = Fault("/a/0", "missing_field", "There is no 'id'", "an id", "nothing", "id")
FIELDS: dict[str, Any] = {
    "path": "/updateComponents/components/0",
    "surface_id": "s",
    "function_call_id": "call-1",
    "details": (FAULT, Fault("/b", "extra_field", "What is 'b'?")),
}
NAMES = ("category", "code", "message", *FIELDS)


def full() -> A2uiError:
    return A2uiError("validation", "VALIDATION_FAILED", "It does not fit", **FIELDS)


def bare() -> A2uiError:
    return A2uiError("parse", "INVALID_JSON", "This is no JSON")


copies = pytest.mark.parametrize(
    "copied",
    [
        A2uiError.copy,
        A2uiError.but,
        copy.copy,
        copy.deepcopy,
        lambda e: pickle.loads(pickle.dumps(e)),
    ],
    ids=["copy()", "but()", "copy.copy", "deepcopy", "pickle"],
)


class TestFields:
    def test_it_holds_what_it_was_made_of(self) -> None:
        error = full()
        assert error.category == "validation"
        assert error.code == "VALIDATION_FAILED"
        assert error.message == "It does not fit"
        assert {name: getattr(error, name) for name in FIELDS} == FIELDS

    def test_what_is_left_out_is_none(self) -> None:
        error = bare()
        assert (error.path, error.surface_id, error.function_call_id) == (None, None, None)
        assert error.details == ()

    def test_details_of_any_iterable_become_a_tuple(self) -> None:
        source = [FAULT]
        error = A2uiError("data", "X", "x", details=source)
        source.append(FAULT)
        assert error.details == (FAULT,)
        assert A2uiError("data", "X", "x", details=iter([FAULT])).details == (FAULT,)

    @pytest.mark.parametrize("name", NAMES)
    def test_no_field_can_be_changed(self, name: str) -> None:
        error = full()
        with pytest.raises(AttributeError, match=name):
            setattr(error, name, "other")
        with pytest.raises(AttributeError, match=name):
            delattr(error, name)
        assert error == full()

    def test_python_may_write_what_is_pythons(self) -> None:
        error = full()
        error.add_note("seen")
        error.__cause__ = ValueError("why")
        error.__traceback__ = None
        assert error == full()

    def test_a_fault_cannot_be_changed(self) -> None:
        fault: Any = FAULT
        with pytest.raises(AttributeError):
            fault.path = "/other"
        assert hash(fault) == hash(copy.deepcopy(fault))

    def test_the_categories_are_those_of_the_guide(self) -> None:
        assert get_args(Category) == (
            *("parse", "validation", "catalog", "integrity"),
            *("recursion", "data", "expression", "rpc"),
        )


class TestEquality:
    def test_equal_fields_make_equal_errors_and_hashes(self) -> None:
        assert full() == full()
        assert hash(full()) == hash(full())
        assert len({full(), full(), bare()}) == 2

    @pytest.mark.parametrize("name", NAMES)
    def test_every_field_counts(self, name: str) -> None:
        other: Any = (Fault("/x", "x", "x"),) if name == "details" else "rpc"
        assert full().but(**{name: other}) != full()

    def test_errors_of_another_type_are_never_equal(self) -> None:
        assert FunctionError("X", "x") != A2uiError("expression", "X", "x")
        assert A2uiError("expression", "X", "x") != FunctionError("X", "x")
        assert bare() != ValueError("This is no JSON")
        assert bare() != "This is no JSON"

    def test_what_it_went_through_does_not_count(self) -> None:
        with pytest.raises(A2uiError) as caught:
            raise bare() from ValueError("why")
        assert caught.value == bare()
        assert hash(caught.value) == hash(bare())


class TestCopies:
    @copies
    @pytest.mark.parametrize("make", [full, bare])
    def test_a_copy_is_equal_and_another_object(
        self, make: Callable[[], A2uiError], copied: Callable[[A2uiError], A2uiError]
    ) -> None:
        error = make()
        new = copied(error)
        assert new == error
        assert new is not error
        assert type(new) is A2uiError
        assert (str(new), repr(new), new.args) == (str(error), repr(error), error.args)

    @copies
    def test_a_copy_has_no_traceback(self, copied: Callable[[A2uiError], A2uiError]) -> None:
        error = bare()
        with pytest.raises(A2uiError):
            raise error
        assert error.__traceback__ is not None
        assert copied(error).__traceback__ is None

    def test_copy_keeps_the_cause_for_the_host(self) -> None:
        error, cause = bare(), ValueError("why")
        error.__cause__ = cause
        assert error.copy().__cause__ is cause

    def test_but_changes_what_is_named_and_nothing_else(self) -> None:
        error = full()
        assert error.but(path="/x", code="OTHER") == A2uiError(
            "validation", "OTHER", "It does not fit", **{**FIELDS, "path": "/x"}
        )
        assert error == full()

    @given(
        st.text(), st.text(), st.none() | st.text(), st.lists(st.builds(Fault, *[st.text()] * 3))
    )
    def test_any_error_is_pickled(
        self, code: str, message: str, path: str | None, details: list[Fault]
    ) -> None:
        error = A2uiError("data", code, message, path=path, details=details)
        assert pickle.loads(pickle.dumps(error)) == error


class TestStored:
    """An error in a step or an outcome is raised as a copy."""

    def test_raising_out_of_a_step_leaves_the_stored_one_alone(self) -> None:
        step = a2ui.Processor([]).process("no JSON")
        assert step.error is not None
        for _ in range(3):
            with pytest.raises(A2uiError) as caught:
                step.unwrap()
            assert caught.value == step.error
            assert caught.value is not step.error
        assert step.error.__traceback__ is None

    def test_raising_out_of_a_failure_leaves_the_stored_one_alone(self) -> None:
        failure = Failure(FunctionError("GONE", "It is gone", {"at": [1]}))
        with pytest.raises(FunctionError) as caught:
            failure.unwrap()
        assert caught.value == failure.error
        assert caught.value is not failure.error
        assert failure.error.__traceback__ is None

    @pytest.mark.parametrize("payload", ["{", {"version": "v1.0"}, [{1}], "[NaN]", {"version": 5}])
    def test_a_step_stores_no_traceback(self, payload: Any) -> None:
        step = a2ui.Processor([]).process(payload)
        assert step.error is not None
        assert step.error.__traceback__ is None


class TestText:
    def test_it_names_the_place(self) -> None:
        assert str(full()) == "It does not fit (at /updateComponents/components/0)"
        assert full().message == "It does not fit"

    @pytest.mark.parametrize("path", [None, ""])
    def test_without_a_place_it_is_the_message(self, path: str | None) -> None:
        assert str(bare().but(path=path)) == "This is no JSON"

    def test_its_repr_tells_category_code_message_and_path(self) -> None:
        assert repr(bare()) == "A2uiError('parse', 'INVALID_JSON', 'This is no JSON')"
        assert repr(bare().but(path="/a")).endswith(", path='/a')")

    def test_it_is_an_exception_like_any_other(self) -> None:
        assert isinstance(bare(), Exception)
        assert bare().args == ("This is no JSON",)


class TestOverLimit:
    @pytest.mark.parametrize(
        ("name", "code", "shown"),
        [
            ("json_depth", "LIMIT_JSON_DEPTH", "(the limit is 512)"),
            ("payload_bytes", "LIMIT_PAYLOAD_BYTES", "(the limit is 16,777,216)"),
            ("regex_seconds", "LIMIT_REGEX_SECONDS", "(the limit is 0.1)"),
        ],
    )
    def test_it_has_the_limits_code_and_shows_the_limit(
        self, name: str, code: str, shown: str
    ) -> None:
        error = over_limit(Limits(), name, "Too much", "recursion", "/a", surface_id="s")
        assert (error.category, error.code, error.path) == ("recursion", code, "/a")
        assert error.message == f"Too much {shown}"
        assert error.surface_id == "s"
