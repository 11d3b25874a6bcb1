"""Every example in README and docs, run: Python as doctests, console lines as commands."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from a2ui_kernel.cli.commands import a2ui

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """(line number, text) of a page's fenced blocks of one language."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, match.start()) + 1, match.group(1))
        for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    ]


def with_examples(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


def test_there_are_examples() -> None:
    assert {page.name for page in with_examples("python")} >= {"README.md", "guide.md"}
    assert ROOT / "README.md" in with_examples("console")


@pytest.mark.parametrize("page", with_examples("python"), ids=lambda page: page.name)
def test_python_examples_give_what_they_show(page: Path) -> None:
    source, line = "", 1
    for start, text in blocks(page, "python"):
        # Blank lines keep the line numbers of the page.
        source += "\n" * (start - line + 1) + text
        line = start + 1 + text.count("\n")
    example = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    assert example.examples
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(example, out=said.append)
    assert not runner.summarize(verbose=False).failed, "".join(said)


def commands() -> list[tuple[str, str, str]]:
    """(page, command, output) of every `$ a2ui …` in a console block."""
    found = []
    for page in with_examples("console"):
        for _, text in blocks(page, "console"):
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                line, _, output = part.partition("\n")
                if "a2ui " in line:
                    found.append((page.name, line.rpartition("a2ui ")[2], output))
    return found


@pytest.mark.parametrize(("page", "line", "output"), commands())
def test_console_examples_print_what_they_show(
    page: str, line: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(a2ui, line.split())
    checker = doctest.OutputChecker()
    assert checker.check_output(output, result.output, FLAGS), result.output


def test_links_between_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
