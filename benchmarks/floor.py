"""The floor of each workload: `json.loads` of the texts that its opponents are given."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import payloads
from clock import Sample, clocked, no_facts


def _parsed(texts: list[str]) -> Sample:
    return clocked(lambda: texts, lambda given: [json.loads(text) for text in given], no_facts)


def examples() -> Sample:
    """W1: every example."""
    return _parsed([text for _, text in payloads.examples()])


def flat(n: int) -> Sample:
    """W2, W3: both messages in one text."""
    return _parsed([payloads.flat(n)])


def flat_update() -> Sample:
    """W5: the text of the message that is checked, without the one that brings the data."""
    return _parsed([json.dumps(payloads.flat_update(1000))])


def stream(n: int) -> Sample:
    """W11: each message a text of its own."""
    return _parsed([json.dumps(message) for message in payloads.stream(n)])


TABLE: dict[str, Callable[[], Sample]] = {
    "W1": examples,
    "W2": partial(flat, 1_000),
    "W3": partial(flat, 10_000),
    "W5a": flat_update,
    "W5b": flat_update,
    "W11.500": partial(stream, 500),
    "W11.2000": partial(stream, 2_000),
    "W11.8000": partial(stream, 8_000),
    "W11.16000": partial(stream, 16_000),
}
