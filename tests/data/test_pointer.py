"""Pointers by themselves: parsing, joining, scopes (RFC 6901 and decision 20)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2ui_kernel import A2uiError, pointer
from a2ui_kernel.data.pointer import index_of, tokens_in_scope

from . import reference

paths = st.text("ab01-~/. é", max_size=8)


def valid(path: str) -> bool:
    try:
        reference.tokens(path)
    except reference.Refused:
        return False
    return path != "//"  # See test_known_faults.


class TestParse:
    @pytest.mark.parametrize(
        ("path", "tokens"),
        [
            ("", ()),
            ("/", ()),
            ("/a", ("a",)),
            ("a", ("a",)),
            ("/a/b", ("a", "b")),
            ("a/b", ("a", "b")),
            ("/a/", ("a",)),
            ("a/", ("a",)),
            ("/a/b/", ("a", "b")),
            ("/a//", ("a", "", "")),
            ("/a//b", ("a", "", "b")),
            ("/a//b/", ("a", "", "b")),
            ("//a", ("", "a")),
            ("///", ("", "", "")),
            ("/a/0", ("a", "0")),
            ("/~0", ("~",)),
            ("/~1", ("/",)),
            ("/~01", ("~1",)),
            ("/~10", ("/0",)),
            ("/a~1b/m~0n", ("a/b", "m~n")),
            ("/~1/", ("/",)),
            ("/~1~1", ("//",)),
            ("/ ", (" ",)),
            ("/a b", ("a b",)),
            ("/c%d", ("c%d",)),
            ('/k"l', ('k"l',)),
            ("/i\\j", ("i\\j",)),
            ("/é/😀", ("é", "😀")),
            ("/.", (".",)),
            ("/..", ("..",)),
            ("/-", ("-",)),
            ("/a\n", ("a\n",)),
        ],
    )
    def test_a_pointer_gives_its_tokens(self, path: str, tokens: tuple[str, ...]) -> None:
        assert pointer.parse(path) == tokens

    @pytest.mark.parametrize(
        "path", ["~", "/~", "/a~", "/~2", "/a/~x", "~/docs", "/~/a", "/~0~", "/~~0"]
    )
    def test_a_tilde_needs_0_or_1(self, path: str) -> None:
        with pytest.raises(A2uiError, match="~") as caught:
            pointer.parse(path)
        assert (caught.value.category, caught.value.code) == ("data", "INVALID_POINTER")

    @given(paths)
    def test_it_reads_every_pointer_as_the_rules_say(self, path: str) -> None:
        if valid(path):
            assert list(pointer.parse(path)) == reference.tokens(path)
        elif path != "//":
            with pytest.raises(A2uiError):
                pointer.parse(path)


class TestJoin:
    @pytest.mark.parametrize(
        ("tokens", "path"),
        [
            ((), "/"),
            (("a",), "/a"),
            (("a", "0", "b"), "/a/0/b"),
            (("a/b", "m~n", "~1"), "/a~1b/m~0n/~01"),
            (("a", "", "b"), "/a//b"),
        ],
    )
    def test_tokens_give_an_absolute_pointer(self, tokens: tuple[str, ...], path: str) -> None:
        assert pointer.join(tokens) == path
        assert pointer.parse(path) == tokens

    @given(st.lists(st.text(max_size=4).filter(bool)).map(tuple))
    def test_what_is_joined_is_parsed_back(self, tokens: tuple[str, ...]) -> None:
        assert pointer.parse(pointer.join(tokens)) == tokens

    @given(paths.filter(valid))
    def test_the_normal_form_of_a_pointer_means_the_same_place(self, path: str) -> None:
        normal = pointer.join(pointer.parse(path))
        assert normal.startswith("/")
        assert pointer.parse(normal) == pointer.parse(path)
        assert pointer.join(pointer.parse(normal)) == normal


class TestScope:
    @pytest.mark.parametrize(
        ("path", "scope", "absolute"),
        [
            ("/foo", "/bar", "/foo"),
            ("foo", "/bar", "/bar/foo"),
            ("foo", "/bar/", "/bar/foo"),
            ("foo", "/", "/foo"),
            ("foo", "", "/foo"),
            ("foo", "bar", "/bar/foo"),
            ("foo/", "/bar", "/bar/foo"),
            ("a/b", "/rows/0", "/rows/0/a/b"),
            ("", "/bar", "/bar"),
            (".", "/bar", "/bar"),
            ("/", "/bar", "/"),
            ("", "/", "/"),
            (".", "", "/"),
            ("..", "/bar", "/bar/.."),
            ("a~1b", "/x~0y", "/x~0y/a~1b"),
            ("0", "/rows", "/rows/0"),
        ],
    )
    def test_a_relative_pointer_starts_at_the_scope(
        self, path: str, scope: str, absolute: str
    ) -> None:
        assert pointer.resolve(path, scope) == absolute

    def test_without_a_scope_it_starts_at_the_root(self) -> None:
        assert pointer.resolve("foo") == "/foo"

    @pytest.mark.parametrize(("path", "scope"), [("~", "/"), ("/a~2", "/"), ("a", "/~")])
    def test_what_is_no_pointer_is_a_data_error(self, path: str, scope: str) -> None:
        with pytest.raises(A2uiError) as caught:
            pointer.resolve(path, scope)
        assert caught.value.category == "data"

    @given(paths.filter(valid), paths.filter(valid))
    def test_resolving_again_changes_nothing(self, path: str, scope: str) -> None:
        absolute = pointer.resolve(path, scope)
        assert pointer.resolve(absolute, scope) == absolute
        assert tokens_in_scope(absolute, ("elsewhere",)) == pointer.parse(absolute)


class TestIndex:
    @pytest.mark.parametrize(
        ("token", "index"), [("0", 0), ("7", 7), ("10", 10), ("123456", 123456)]
    )
    def test_digits_without_a_leading_zero_are_an_index(self, token: str, index: int) -> None:
        assert index_of(token) == index

    @pytest.mark.parametrize(
        "token",
        ["", "-", "-1", "+1", "01", "00", "1.0", "1e3", "1_0", " 1", "1 ", "0\n", "٣", "²", "one"],
    )
    def test_nothing_else_is(self, token: str) -> None:
        assert index_of(token) is None

    def test_an_index_of_5_000_digits_is_one_that_no_list_has(self) -> None:
        assert (index_of("9" * 5_000) or 0) > 2**53
