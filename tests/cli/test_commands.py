"""The command line: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from a2ui_kernel.cli.commands import a2ui

BASIC = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"
CREATE = {"version": "v1.0", "createSurface": {"surfaceId": "s", "catalogId": BASIC}}
BAD = {"version": "v1.0", "createSurface": {"surfaceId": 3}}
HELLO = {
    "version": "v1.0",
    "updateComponents": {
        "surfaceId": "s",
        "components": [{"id": "root", "component": "Text", "text": "Hello"}],
    },
}


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(a2ui, arguments, input=given)


def written(folder: Path, name: str, *messages: object) -> str:
    path = folder / name
    path.write_text("\n".join(json.dumps(message) for message in messages), encoding="utf-8")
    return str(path)


def test_play_shows_effects_and_the_tree(tmp_path: Path) -> None:
    result = run("play", written(tmp_path, "a.jsonl", CREATE, HELLO))
    assert result.exit_code == 0
    assert "created surface s" in result.output
    assert 'Text root  text="Hello"' in result.output


def test_play_goes_on_after_a_message_that_fails(tmp_path: Path) -> None:
    result = run("play", written(tmp_path, "a.jsonl", CREATE, BAD, HELLO))
    assert result.exit_code == 1
    assert "/createSurface/surfaceId" in result.output
    assert "components s: root" in result.output


def test_play_reads_lists_wrappers_and_example_documents(tmp_path: Path) -> None:
    for payload in ([CREATE], {"messages": [CREATE]}, {"name": "x", "messages": [CREATE]}):
        result = run("play", written(tmp_path, "a.json", payload))
        assert result.exit_code == 0, result.output
        assert "created surface s" in result.output


def test_play_reads_standard_input() -> None:
    result = run("play", "-", given=json.dumps(CREATE))
    assert result.exit_code == 0
    assert "created surface s" in result.output


def test_play_uses_no_validation_unless_told(tmp_path: Path) -> None:
    unknown = {"id": "a", "component": "Nope"}
    message = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [unknown]}}
    path = written(tmp_path, "a.jsonl", CREATE, message)
    assert run("play", path).exit_code == 0
    assert run("play", "--relaxed", path).exit_code == 0
    assert run("play", "--strict", path).exit_code == 1


def test_play_for_machines_prints_a_line_for_each_message(tmp_path: Path) -> None:
    result = run("play", "--json", written(tmp_path, "a.jsonl", CREATE, BAD))
    first, second = map(json.loads, result.output.splitlines())
    assert first["effects"] == [{"effect": "SurfaceCreated", "surface_id": "s"}]
    assert second["error"]["details"][0]["path"] == "/createSurface/surfaceId"


def test_check_is_strict_and_reports_every_fault(tmp_path: Path) -> None:
    component = {"id": "root", "component": "Text", "txt": "x", "variant": "big"}
    message = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [component]}}
    result = run("check", written(tmp_path, "a.jsonl", CREATE, message))
    assert result.exit_code == 1
    for place in ("text", "txt", "variant"):
        assert f"/updateComponents/components/0/{place}" in result.output


def test_check_of_good_files_says_ok(tmp_path: Path) -> None:
    result = run("check", written(tmp_path, "a.jsonl", CREATE, HELLO))
    assert (result.exit_code, result.output[:2]) == (0, "ok")


def test_check_for_machines(tmp_path: Path) -> None:
    good = written(tmp_path, "good.jsonl", CREATE)
    bad = written(tmp_path, "bad.jsonl", BAD)
    first, second = json.loads(run("check", "--json", good, bad).output)
    assert first == {"file": good, "messages": 1, "ok": True, "errors": []}
    assert second["errors"][0]["index"] == 0


def test_a_broken_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    for content in (b'{"version"', b"\xff\xfe", b"[[[[" * 50_000):
        path.write_bytes(content)
        result = run("check", str(path))
        assert result.exit_code == 1
        assert result.output.count("\n") == 1, result.output


def test_a_bad_line_does_not_hide_the_lines_after_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f"{json.dumps(CREATE)}\n{{\n{json.dumps(HELLO)}\n", encoding="utf-8")
    result = run("play", str(path))
    assert "Line 2" in result.output
    assert "components s: root" in result.output


@pytest.mark.parametrize("command", ["play", "check"])
def test_a_file_that_is_not_there_is_a_wrong_call(command: str) -> None:
    result = run(command, "nowhere.json")
    assert result.exit_code == 2
    assert result.output.startswith("Error: nowhere.json: No such file")


def test_a_catalog_of_ones_own(tmp_path: Path) -> None:
    catalog = {
        "catalogId": "mine",
        "protocolVersion": "v1.0",
        "components": {
            "Gauge": {
                "type": "object",
                "properties": {"component": {"const": "Gauge"}, "level": {"type": "number"}},
                "required": ["component", "level"],
            }
        },
    }
    create = {
        "version": "v1.0",
        "createSurface": {
            "surfaceId": "s",
            "catalogId": "mine",
            "components": [{"id": "root", "component": "Gauge", "level": 3}],
        },
    }
    path = written(tmp_path, "a.json", create)
    shop = written(tmp_path, "catalog.json", catalog)
    assert run("check", path).exit_code == 1
    assert run("check", "--catalog", shop, path).exit_code == 0
    assert run("check", "--catalog", path, path).exit_code == 2


def test_a_text_of_a_component_is_never_markup(tmp_path: Path) -> None:
    component = {"id": "root", "component": "Text", "text": "[red]x[/]"}
    message = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [component]}}
    assert "[red]x[/]" in run("play", written(tmp_path, "a.jsonl", CREATE, message)).output
