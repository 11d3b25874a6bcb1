"""The acceptance guide, word for word, as far as the library has come."""

from __future__ import annotations

import doctest
import re

from ..conftest import shared_file
from .test_examples import FLAGS

SECTIONS = (
    "Catalogs and versions",
    "Applying messages",
    "Rejected messages",
    "Validation",
    "Capabilities and data model sync",
)


def test_the_guide_gives_what_it_says() -> None:
    text = shared_file("guide.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    source = "\n".join(
        block
        for title in SECTIONS
        for block in re.findall(
            r"^```python\n(.*?)^```$", sections[title], re.DOTALL | re.MULTILINE
        )
        if ">>>" in block
    )
    example = doctest.DocTestParser().get_doctest(source, {}, "guide", "guide.md", 0)
    assert len(example.examples) > 15
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(example, out=said.append)
    assert not runner.summarize(verbose=False).failed, "".join(said)
