"""Depth and size of what comes in: exact, prompt, and told by the limit's own code."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

import a2ui_kernel as a2ui
from a2ui_kernel import A2uiError, DataModel, FrozenList, Limits, Processor, pointer
from a2ui_kernel.own import from_text, own
from a2ui_kernel.values import json_equal

from ..values.strategies import nested, nested_list, nested_object

Nest = Callable[..., Any]
every_nest = pytest.mark.parametrize("nest", [nested, nested_list, nested_object])


def error_of(call: Callable[[], object]) -> A2uiError:
    with pytest.raises(A2uiError) as caught:
        call()
    return caught.value


def assert_too_deep(error: A2uiError | None) -> None:
    assert error is not None
    assert (error.category, error.code) == ("recursion", "LIMIT_JSON_DEPTH")


class TestDepthOfData:
    @every_nest
    def test_a_document_of_512_levels_is_taken_and_no_more(self, nest: Nest) -> None:
        assert json_equal(DataModel(nest(512)).value, nest(512))
        assert_too_deep(error_of(lambda: DataModel(nest(513))))

    @every_nest
    @pytest.mark.parametrize("path", ["/a", "/a/b/c", "/0", "/a/" * 100 + "z"])
    def test_the_place_of_a_write_counts(self, nest: Nest, path: str) -> None:
        model = DataModel()
        room = 512 - len(pointer.parse(path))
        assert json_equal(model.set(path, nest(room)).get(path), nest(room))
        assert_too_deep(error_of(lambda: model.set(path, nest(room + 1))))

    def test_a_path_of_512_segments_is_taken_and_no_more(self) -> None:
        assert DataModel().set("/a" * 512, 1).get("/a" * 512) == 1
        assert_too_deep(error_of(lambda: DataModel().set("/a" * 513, 1)))
        assert_too_deep(error_of(lambda: DataModel().set("/0" * 20_000, 1)))

    def test_reading_and_deleting_along_a_long_path_is_no_error(self) -> None:
        model = DataModel({"a": 1})
        assert model.get("/b" * 20_000) is None
        assert model.delete("/b" * 20_000) is model

    def test_the_bound_is_that_of_the_limits(self) -> None:
        model = DataModel([[[]]], limits=Limits(json_depth=3))
        assert_too_deep(error_of(lambda: DataModel([[[[]]]], limits=Limits(json_depth=3))))
        assert model.set("/0/0", [5]).value == [[[5]]]
        assert_too_deep(error_of(lambda: model.set("/0/0", [[5]])))

    @every_nest
    @pytest.mark.parametrize("as_text", [False, True])
    def test_messages_bring_512_levels_and_no_more(self, nest: Nest, as_text: bool) -> None:
        processor = with_surface()
        for depth, fits in ((511, True), (512, False), (513, False)):
            message: Any = {
                "version": "v1.0",
                "updateDataModel": {"surfaceId": "s", "path": "/a", "value": nest(depth)},
            }
            step = processor.process(json.dumps(message) if as_text else [message])
            assert step.ok is fits
            if not fits:
                assert_too_deep(step.error)
                assert step.processor == processor


class TestHopelessDepth:
    @every_nest
    def test_python_objects_of_100_000_levels_are_refused(self, nest: Nest) -> None:
        value = nest(100_000)
        assert_too_deep(error_of(lambda: own(value, Limits())))
        assert_too_deep(error_of(lambda: own([2**60, value], Limits())))
        assert_too_deep(error_of(lambda: DataModel({"a": value})))
        assert_too_deep(Processor([]).process([value]).error)
        assert_too_deep(with_surface().set_data("s", "/a", value).error)

    @pytest.mark.parametrize("levels", [530, 995, 1_000, 5_000, 100_000])
    @pytest.mark.parametrize(("begin", "end"), [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
    def test_text_of_many_levels_is_refused(self, levels: int, begin: str, end: str) -> None:
        text = begin * levels + "1" + end * levels
        assert_too_deep(error_of(lambda: from_text(text, Limits())))
        assert_too_deep(Processor([]).process(text).error)

    @pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 100_000 + "\n1\n"])
    def test_text_that_only_opens_is_refused(self, text: str) -> None:
        step = Processor([]).process(text)
        assert step.error is not None
        assert step.error.category in ("parse", "recursion")

    def test_depth_in_a_frozen_value_is_seen(self) -> None:
        assert_too_deep(error_of(lambda: own(FrozenList([nested(1_000)]), Limits())))


class TestShared:
    @staticmethod
    def doubled(times: int) -> Any:
        value: Any = [1]
        for _ in range(times):
            value = [value, value]
        return value

    def test_containers_may_stand_in_several_places(self) -> None:
        for times in (3, 12):
            assert own(self.doubled(times), Limits()) == (self.doubled(times), times + 1)

    def test_two_to_the_forty_ways_end_at_once(self) -> None:
        begin = time.monotonic()
        error = error_of(lambda: own(self.doubled(40), Limits()))
        message: Any = {"version": "v1.0", "x": self.doubled(40)}
        step = Processor([]).process(message)
        assert (error.category, error.code) == ("parse", "LIMIT_PAYLOAD_BYTES")
        assert step.error == error
        assert time.monotonic() - begin < 5

    def test_it_is_the_depth_of_the_longest_way_that_counts(self) -> None:
        shared = nested_list(100, 2**60)
        deep = [shared, nested_list(45, shared), shared]
        assert own(deep, Limits()).height == 146
        assert_too_deep(error_of(lambda: own(deep, Limits(), deepest=145)))


class TestSizeOfText:
    @pytest.mark.parametrize(
        "payload", ['["aaaa"]', b'["aaaa"]', '["éé"]', '["😀"]', "\ufeff[111]"]
    )
    def test_a_payload_of_the_size_is_taken_and_no_more(self, payload: str | bytes) -> None:
        assert len(payload if isinstance(payload, bytes) else payload.encode()) == 8
        from_text(payload, Limits(payload_bytes=8))
        error = error_of(lambda: from_text(payload, Limits(payload_bytes=7)))
        assert (error.category, error.code) == ("parse", "LIMIT_PAYLOAD_BYTES")

    def test_a_processor_refuses_what_is_over_its_limit(self) -> None:
        processor = Processor([], limits=Limits(payload_bytes=100))
        for payload in ("[" + " " * 99 + "]", b" " * 101, '"' + "é" * 60 + '"'):
            step = processor.process(payload)
            assert step.error is not None
            assert (step.error.category, step.error.code) == ("parse", "LIMIT_PAYLOAD_BYTES")
            assert (step.processor, step.index) == (processor, 0)

    def test_size_is_judged_before_anything_is_read(self) -> None:
        limits = Limits(payload_bytes=10)
        assert error_of(lambda: from_text(b"\xff" * 11, limits)).code == "LIMIT_PAYLOAD_BYTES"


def test_the_errors_name_the_limit() -> None:
    assert "512" in str(error_of(lambda: DataModel(nested(513))))
    assert "(the limit is 1,000)" in str(
        error_of(lambda: from_text(" " * 1_001, Limits(payload_bytes=1_000)))
    )


def with_surface() -> Processor:
    message: Any = {"version": "v1.0", "createSurface": {"surfaceId": "s"}}
    return a2ui.Processor([]).process(message).unwrap()[0]
