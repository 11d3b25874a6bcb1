"""What users met elsewhere, of security; named by the pitfall's id."""

from __future__ import annotations

import time
from typing import Any

import pytest

from a2ui_kernel import A2uiError, Catalog, OpenUrl
from a2ui_kernel.values import freeze

from .. import support
from ..evaluation.making import call, context, error_of, plain_call, value_of

VERSIONS = [support.BASIC_0_9, support.BASIC]


def in_version(catalog: Catalog, name: str, **args: Any) -> Any:
    return (call if catalog is support.BASIC else plain_call)(name, **args)


@pytest.mark.parametrize("catalog", VERSIONS)
@pytest.mark.parametrize(
    "pattern", ["^(b+)+$", "^(b|b)*$", "^(b*)*c$", "(b+)+c", "^((b+)+)+$", "^(.*)*(.*)*c$"]
)
def test_se_07_a_catastrophic_pattern_ends_soon(catalog: Catalog, pattern: str) -> None:
    start = time.perf_counter()
    outcome = context(catalog).evaluate(
        in_version(catalog, "regex", value="b" * 60 + "!", pattern=pattern)
    )
    assert time.perf_counter() - start < 1
    code = getattr(getattr(outcome, "error", None), "code", None)
    assert code in (None, "LIMIT_REGEX_SECONDS")
    assert code or value_of(outcome) in (False, {"valid": False})


@pytest.mark.parametrize("catalog", VERSIONS)
@pytest.mark.parametrize("inside", [False, True])
def test_se_08_open_url_does_not_run_for_a_property(catalog: Catalog, inside: bool) -> None:
    written = in_version(catalog, "openUrl", url="https://example.net/y")
    if inside:
        written = in_version(catalog, "not", value=written)
    here = context(catalog)
    outcome = here.evaluation_in("property", freeze(written)).outcome
    assert error_of(outcome).code == "ACTION_ONLY"
    assert getattr(outcome, "effects", None) == ()
    with pytest.raises(A2uiError) as caught:
        here.resolve(written)
    assert caught.value.code == "ACTION_ONLY"


REFUSED = [
    "javascript:alert(2)",
    " JaVaScRiPt:alert(2)",
    "java\nscript:alert(2)",
    "java\tscript:alert(2)",
    "\x01javascript:alert(2)",
    "data:text/html,<b>",
    "file:///etc/passwd",
    "vbscript:x",
    "//example.net/x",
    "/help",
    "help",
    "",
    "https:",
    "https:javascript:alert(2)",
    "http:evil",
    "https://exa mple.net",
    "https://example.net/\u202egnp.exe",
    "ftp://example.net",
    "blob:https://example.net/1",
]


@pytest.mark.parametrize("catalog", VERSIONS)
@pytest.mark.parametrize("url", REFUSED)
def test_se_09_only_four_schemes_are_opened(catalog: Catalog, url: str) -> None:
    # Decision 31.
    outcome = context(catalog).evaluate(in_version(catalog, "openUrl", url=url))
    assert error_of(outcome).code == "INVALID_ARGUMENTS"
    assert getattr(outcome, "effects", None) == ()


@pytest.mark.parametrize("catalog", VERSIONS)
@pytest.mark.parametrize(
    "url",
    [
        "https://example.net/?q=javascript:2",
        "HTTP://example.net",
        "mailto:ada@example.net",
        "tel:+4930123456",
    ],
)
def test_se_09_good_addresses_are_given_to_the_host(catalog: Catalog, url: str) -> None:
    outcome = context(catalog).evaluate(in_version(catalog, "openUrl", url=url))
    assert value_of(outcome) is None
    assert getattr(outcome, "effects", None) == (OpenUrl(url),)
