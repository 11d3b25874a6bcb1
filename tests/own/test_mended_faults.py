"""Faults that `own` once had."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from a2ui_kernel import A2uiError, DataModel, FrozenDict, FrozenList, Limits, Processor
from a2ui_kernel.own import from_text, own

from ..values.strategies import nested, nested_list, nested_object

LIMITS = Limits()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class TestLowSurrogates:
    @pytest.mark.parametrize(
        "text", ['"\\udc00"', '{"a": ["\\uDFFF"]}', '{"\\udc00": 1}', '[[{"a": {"\\udfff": []}}]]']
    )
    def test_an_escaped_low_surrogate_alone_is_refused(self, text: str) -> None:
        with pytest.raises(A2uiError):
            from_text(text, LIMITS)

    @pytest.mark.parametrize(
        "body", ['{"surfaceId": "s", "catalogId": "\\udc00"}', '{"surfaceId": "s", "\\udc00": 1}']
    )
    def test_it_does_not_make_process_raise(self, body: str) -> None:
        step = Processor([]).process(f'{{"version": "v1.0", "createSurface": {body}}}')
        assert step.error is not None
        assert step.error.category == "parse"


@pytest.mark.parametrize(
    ("value", "path"), [({"a": ["\ud800"]}, "/a/0"), ({"a": {"\ud800": 1}}, "/a")]
)
def test_the_error_says_where_a_surrogate_stands(value: Any, path: str) -> None:
    with pytest.raises(A2uiError) as caught:
        own(value, LIMITS)
    assert caught.value.path == path


@pytest.mark.parametrize("nest", [nested, nested_list, nested_object])
def test_the_careful_road_takes_data_as_deep_as_the_quick_one(nest: Any) -> None:
    assert own(nest(512, 2**60), LIMITS).height == 512


class TestDepthOfANewRoot:
    def test_writing_the_root_is_bounded_as_making_the_model_is(self) -> None:
        for value in (nested(513), nested(520)):
            with pytest.raises(A2uiError):
                DataModel().set("/", value)

    def test_messages_bring_no_root_of_513_levels(self) -> None:
        create = {"surfaceId": "s", "dataModel": nested(513)}
        assert not Processor([]).process({"version": "v1.0", "createSurface": create}).ok


@pytest.mark.parametrize("value", [[0] * 101, [[]] * 101, {"a": [{"b": 1}] * 60}])
def test_python_objects_of_more_members_than_the_limit_are_refused(value: Any) -> None:
    with pytest.raises(A2uiError) as caught:
        own(value, Limits(payload_bytes=100))
    assert caught.value.code == "LIMIT_PAYLOAD_BYTES"


class TestSharedFrozenValues:
    """Each write doubles the ways through the data, by nothing but public calls."""

    def test_writing_data_into_itself_costs_no_more_than_its_size(self) -> None:
        model = DataModel({"a": 1})
        with at_most(0.5), suppress(A2uiError):
            for _ in range(60):
                model = DataModel({"a": model.value, "b": model.value})

    def test_writing_it_by_set_data_does_not_either(self) -> None:
        model = DataModel({"a": {}})
        with at_most(0.5), suppress(A2uiError):
            for _ in range(60):
                value = model.get("/a")
                model = model.set("/a", FrozenDict({"x": value, "y": value}))


class TestSubclassesWithSurprises:
    def test_a_list_that_raises_is_a_parse_error(self) -> None:
        class Surprise(list[Any]):
            def __iter__(self) -> Iterator[Any]:
                raise OSError

        self.check(Surprise([1]))

    def test_a_dict_that_raises_is_a_parse_error(self) -> None:
        class Surprise(dict[str, Any]):
            def get(self, *_: object) -> Any:
                raise OSError

        self.check(Surprise(a=1))

    def test_a_text_that_raises_is_a_parse_error(self) -> None:
        class Surprise(str):
            __slots__ = ()

            def isascii(self) -> bool:
                raise OSError

        self.check(Surprise("{}"))

    @staticmethod
    def check(payload: Any) -> None:
        step = Processor([]).process(payload)
        assert step.error is not None
        assert step.error.category == "parse"


class TestFrozenContainersMadeByUsers:
    def test_what_is_plain_in_them_is_not_aliased(self) -> None:
        inner = [1]
        model = DataModel(FrozenDict({"a": inner}))  # type: ignore[dict-item]
        inner.append(2)
        assert model == DataModel({"a": [1]})

    def test_what_is_no_json_in_them_is_refused(self) -> None:
        with pytest.raises(A2uiError):
            DataModel(FrozenList([{1}]))  # type: ignore[list-item]

    def test_a_message_in_one_is_applied(self) -> None:
        message: Any = FrozenDict({"version": "v1.0", "createSurface": {"surfaceId": "s"}})
        assert Processor([]).process(message).ok
