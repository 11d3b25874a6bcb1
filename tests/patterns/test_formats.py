"""The formats that are asserted, each by a table of good and bad values."""

from __future__ import annotations

import pytest

from a2ui_kernel.schema.formats import FORMATS

GOOD = {
    "date": ["2026-10-14", "2024-02-29", "2000-02-29", "0000-01-01", "0000-02-29", "9999-12-31"],
    "time": [
        "12:00:00Z",
        "12:00:00z",
        "00:00:00+00:00",
        "23:59:59-23:59",
        "12:00:00.5Z",
        "12:00:00.123456789012Z",
        "23:59:60Z",
        "23:59:60+00:00",
        "15:59:60-08:00",
        "01:29:60+01:30",
        "00:29:60+00:30",
    ],
    "date-time": [
        "2026-10-14T12:00:00Z",
        "2026-10-14t12:00:00z",
        "1985-04-12T23:20:50.52Z",
        "1996-12-19T16:39:57-08:00",
        "1990-12-31T23:59:60Z",
        "1990-12-31T15:59:60-08:00",
    ],
    "uri": [
        "https://example.com",
        "https://example.com:8080/a/b?c=d&e=f#g",
        "http://user:pw@example.com/",
        "http://[::1]:80/",
        "http://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:a@b.example",
        "tel:+1-816-555-1212",
        "urn:isbn:0451450523",
        "data:text/plain,hello",
        "a:",
        "a+b.c-d:x",
        "file:///etc/hosts",
        "http://example.com/%E2%82%AC",
        "https://example.com/~user/(x)/!$&'*+,;=:@",
    ],
    "email": [
        "a@b.co",
        "joe.bloggs@example.com",
        "te~st@example.com",
        "~test@example.com",
        "te.s.t@example.com",
        "a+b@example.com",
        "!#$%&'*+/=?^_`{|}~-@example.com",
        "a@localhost",
        "a@xn--nxasmq6b.example",
        "a@1.2.3.example",
    ],
}
BAD = {
    "date": [
        "",
        "2026-13-01",
        "2026-00-10",
        "2026-02-29",
        "1900-02-29",
        "2026-02-30",
        "2026-04-31",
        "2026-1-1",
        "26-10-14",
        "20261014",
        "2026-10-14Z",
        "2026-10-14\n",
        " 2026-10-14",
        "2026/10/14",
        "+2026-10-14",
        "12026-10-14",
        "2026-287",
        "2026-W42-3",
        "٢٠٢٦-10-14",
    ],
    "time": [
        "",
        "12:00:00",
        "12:00Z",
        "24:00:00Z",
        "12:60:00Z",
        "12:00:61Z",
        "12:00:60Z",
        "23:59:60+01:00",
        "23:59:60-08:00",
        "12:00:00+24:00",
        "12:00:00+00:60",
        "12:00:00+0000",
        "12:00:00+00",
        "12:00:00.Z",
        "12:00:00,5Z",
        "12:00:00 Z",
        "12:00:00Z\n",
        "1:00:00Z",
        "12:00:00Z+01:00",
        "١٢:00:00Z",
    ],
    "date-time": [
        "",
        "2026-10-14",
        "12:00:00Z",
        "2026-10-14T12:00:00",
        "2026-10-14 12:00:00Z",
        "2026-02-30T12:00:00Z",
        "2026-10-14T25:00:00Z",
        "2026-10-14T12:00:00Z\n",
        "2026-10-14TT12:00:00Z",
        "2026-10-14T",
        "1998-12-31T23:59:60-01:00",
        "1998-12-31T22:59:60Z",
        "20261014T120000Z",
    ],
    "uri": [
        "",
        "//example.com/a",
        "/a/b",
        "a/b",
        "#a",
        "?a",
        "example.com",
        "1http://example.com",
        ":a",
        "-a:b",
        "http://example.com/a b",
        " http://example.com",
        "http://example.com\n",
        "http://example.com/\\a",
        "http://example.com/<a>",
        "http://example.com/{a}",
        "http://example.com/^`|",
        'http://example.com/"a"',
        "http://example.com/%",
        "http://example.com/%2",
        "http://example.com/%zz",
        "http://example.com/é",
        "ht tp://example.com",
        "htтp://example.com",
    ],
    "email": [
        "",
        "a",
        "@b.co",
        "a@",
        "a@b@c.co",
        "a@b.co\n",
        " a@b.co",
        "a b@c.co",
        ".test@example.com",
        "test.@example.com",
        "te..st@example.com",
        "a@.example.com",
        "a@example.com.",
        "a@example..com",
        "a@-example.com",
        "a@example-.com",
        "joe@invalid=domain.com",
        "a@b.co, c@d.co",
        "a@b_c.co",
        "é@example.com",
        "a@exämple.com",
        '"joe bloggs"@example.com',
        "a@[127.0.0.1]",
        "a" * 250 + "@b.co",
    ],
}


def pairs(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in table.items() for text in texts]


@pytest.mark.parametrize(("name", "text"), pairs(GOOD))
def test_what_fits_is_accepted(name: str, text: str) -> None:
    assert FORMATS[name](text)


@pytest.mark.parametrize(("name", "text"), pairs(BAD))
def test_what_does_not_is_refused(name: str, text: str) -> None:
    assert not FORMATS[name](text)


def test_no_other_format_is_asserted() -> None:
    assert set(FORMATS) == {"date", "time", "date-time", "uri", "email"}


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        FORMATS["ipv4"] = bool  # type: ignore[index]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("piece", ["a", "1", "a.", "%41", "a@", "0:", "-", "["])
def test_a_long_text_is_judged_at_once(name: str, piece: str) -> None:
    FORMATS[name](piece * 200_000)
    FORMATS[name]("a:" + piece * 200_000 + "\n")
