"""`openUrl`: what is handed to the host, and what is not."""

from __future__ import annotations

from typing import Any

import pytest

from a2ui_kernel import OpenUrl, Returned

from .calling import call, refused

OPENED = [
    "https://example.com",
    "https://example.org/?q=javascript:1",
    "HTTPS://example.org/a/b?c=d#e",
    "http://user@example.org:8080/x",
    "http://[2001:db8::1]:80/",
    "https://żółw.example/ścieżka",
    "https://example.org/a?b=%0a",
    "mailto:user@example.org?subject=Hi%20there",
    "MailTo:user@example.org",
    "tel:+48123456789",
]
REFUSED = [
    None,
    "",
    5,
    ["https://example.com"],
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "file:///etc/hosts",
    "ftp://example.org/",
    "//example.org/x",
    "/help",
    "help",
    "https:javascript:alert(1)",
    "http:evil",
    "http:/evil",
    "https://",
    "https:///path",
    "https://?q",
    "https://:80/",
    "https://user@/x",
    "https://a@b@c/",
    "https://host:port/",
    "https://[::1/",
    "https://example.org/ x",
    " https://example.org/",
    "https://example.org/\n",
    "https://example.org/\x00",
    "https://example.org/\x7f",
    "https://example.org/\x85",
    "https://example.org/\u00a0",
    "https://example.org/\u202ex",
    "https://example.org/\u200bx",
    "https://good.example\\@evil.example/",
    "mailto:",
    "mailto:?",
    "mailto:a@b.example?subject=x%0aBcc:c@d.example",
    "mailto:a@b.example%0D%0Abcc:c@d.example",
    "tel:",
    "tel:123 456",
    "tel:1%0a2",
    "tel:%00",
]


@pytest.mark.parametrize("url", OPENED)
@pytest.mark.parametrize("version", ["v0.9", "v1.0"])
def test_addresses_that_the_host_may_open(url: str, version: str) -> None:
    assert call("openUrl", {"url": url}, version=version) == Returned(None, (OpenUrl(url),))


@pytest.mark.parametrize("url", REFUSED)
def test_addresses_that_are_refused(url: Any) -> None:
    assert refused("openUrl", {"url": url}).code == "INVALID_ARGUMENTS"


def test_an_error_says_what_is_wrong_and_is_short() -> None:
    error = refused("openUrl", {"url": "javascript:" + "x" * 1000})
    assert error.message.startswith("'url' must have the scheme http, https, mailto or tel: ")
    assert len(error.message) < 150
    assert refused("openUrl", {}).message == "'url' must be an address, not null"
