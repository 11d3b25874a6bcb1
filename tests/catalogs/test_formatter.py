"""Which locale a tag means, and that a formatter is a value."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from a2ui_kernel.catalogs.basic.formatter import BabelFormatter
from a2ui_kernel.catalogs.basic.functions import functions
from a2ui_kernel.catalogs.basic.locale_style import _KEPT, LocaleStyle

NOON = datetime(2026, 1, 16, 12, tzinfo=UTC)


def sample(tag: str | None) -> str:
    formatter = BabelFormatter(tag)
    return f"{formatter.number(12345.5, None, True)} {formatter.date(NOON, 'MMMM')}"


ENGLISH = sample("en-US")


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("pl-PL", "12\xa0345,5 stycznia"),
        ("pl", "12\xa0345,5 stycznia"),
        ("PL_pl", "12\xa0345,5 stycznia"),
        ("pl-XX", "12\xa0345,5 stycznia"),
        ("pl-Latn-PL", "12\xa0345,5 stycznia"),
        ("pl-PL-u-nu-latn", "12\xa0345,5 stycznia"),
        ("pl-PL-u-ca-gregory-nu-arab", "\u0661\u0662\u066c\u0663\u0664\u0665\u066b\u0665 stycznia"),
        ("pl-PL-x-mine", "12\xa0345,5 stycznia"),
        ("zh-Hant-TW", "12,345.5 1月"),
        ("zh-TW", "12,345.5 1月"),
        ("sr-RS", "12.345,5 јануар"),
        ("sr-Latn-RS", "12.345,5 januar"),
    ],
)
def test_a_tag_means_the_nearest_locale(tag: str, text: str) -> None:
    assert sample(tag) == text


@pytest.mark.parametrize(
    "tag",
    [
        None,
        "",
        "xx",
        "xx-YY",
        "english",
        "e",
        "-",
        "en-",
        "pl--PL",
        "pl PL",
        "../../etc/passwd",
        "root",
        "C",
        "POSIX",
        "pl\n",
        "pl-PL@euro",
        "ł",
        "en-US-u-nu-none",
        "x" * 10_000,
    ],
)
def test_what_is_malformed_or_unknown_means_english(tag: str | None) -> None:
    assert sample(tag) == ENGLISH


def test_a_formatter_is_a_value() -> None:
    used = BabelFormatter("pl-PL")
    assert used.currency(1, "PLN", None, True) == "1,00\xa0zł"
    assert used == BabelFormatter("pl-PL") != BabelFormatter("de-DE")
    assert hash(used) == hash(BabelFormatter("pl-PL"))
    assert repr(used) == "BabelFormatter(locale='pl-PL')"
    for twin in (pickle.loads(pickle.dumps(used)), copy.deepcopy(used)):
        assert twin == used
        assert twin.plural(2) == "few"


@pytest.mark.parametrize("version", ["v0.9", "v0.9.1", "v1.0"])
def test_bodies_pickle_and_compare(version: str) -> None:
    bodies = functions(version, BabelFormatter("pl-PL"))
    assert len(bodies) == 13
    assert (
        pickle.loads(pickle.dumps(bodies)) == bodies == functions(version, BabelFormatter("pl-PL"))
    )
    assert bodies != functions(version, BabelFormatter("de-DE"))


def test_what_an_agent_makes_a_formatter_remember_is_bounded() -> None:
    style = LocaleStyle("en-US")
    for number in range(3 * _KEPT):
        style.pattern(f"yyyy {number}")
        letters = (chr(65 + number // 676 % 26), chr(65 + number // 26 % 26), chr(65 + number % 26))
        style.currency("".join(letters))
    assert 0 < len(style._patterns) <= _KEPT
    assert 0 < len(style._currencies) <= _KEPT


def test_babel_is_loaded_when_it_is_first_asked() -> None:
    code = (
        "import sys\n"
        "from a2ui_kernel.catalogs import basic\n"
        "body = basic.catalog('v1.0').functions['formatNumber'].implementation\n"
        "assert 'babel' not in sys.modules and 'regex' not in sys.modules\n"
        "assert body({'value': 1234}, None) == '1,234'\n"
        "assert 'babel' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
