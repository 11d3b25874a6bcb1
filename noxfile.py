"""What this project checks, each habit a session. `nox` runs all but the slow ones."""

from __future__ import annotations

import os

import nox

nox.options.default_venv_backend = "virtualenv" if os.environ.get("NOX_FRESH") else "none"
nox.options.sessions = ["tests", "types", "style", "docs", "build"]


def _install(session: nox.Session) -> None:
    if session.virtualenv.is_sandboxed:
        session.install(".[dev]")


@nox.session
def tests(session: nox.Session) -> None:
    """Unit tests, properties, conformance cases, and the examples of the docs."""
    _install(session)
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """The protocol's conformance suites alone."""
    _install(session)
    session.run("python", "-m", "pytest", "tests/conformance", *session.posargs)


@nox.session
def types(session: nox.Session) -> None:
    """mypy --strict over everything, the guide as a typed script included."""
    _install(session)
    session.run("python", "-m", "mypy")


@nox.session
def style(session: nox.Session) -> None:
    """ruff, and the order of the rooms."""
    _install(session)
    session.run("python", "-m", "ruff", "check", ".")
    session.run("lint-imports")


@nox.session
def docs(session: nox.Session) -> None:
    """The examples in README and docs, run as tests."""
    _install(session)
    session.run("python", "-m", "pytest", "tests/docs", *session.posargs)


@nox.session
def build(session: nox.Session) -> None:
    """Wheel and sdist, and what they must contain."""
    _install(session)
    session.run("python", "-m", "pytest", "tests/packaging", "--run-build", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """The workloads beside the official package, as ratios; slow, so only when asked for."""
    _install(session)
    session.run("python", "benchmarks/run.py", *session.posargs)
