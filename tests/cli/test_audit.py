"""``crewsat audit``: text, JSON and page, wrong names, files that cannot be written, signals, closed pipes."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import crewsat
from crewsat.studies.audit.rendering import as_page
from tests.support.audit_pages import as_text
from tests.support.chunks import few_of
from tests.support.command import run, started
from tests.support.processes import PATIENCE, descendants, gone, wait_until

if TYPE_CHECKING:
    from pathlib import Path

CLAIMS = ("lemma-6.2-hand-size", "lemma-6.2-time", "corollary-6.3", "theorem-4.1-time")
"""Nothing is decided for these: they are quick."""

TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
READING = {
    "type": "object",
    "required": ["name", "words", "repaired", "standing", "cases", "failures"],
    "properties": {
        "name": TEXT,
        "words": TEXT,
        "repaired": {"type": "boolean"},
        "standing": {"enum": ["holds", "fails", "untested"]},
        "cases": COUNT,
        "failures": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "smallest": {
            "type": "object",
            "required": ["size", "words", "instance"],
            "properties": {"size": {"type": "array", "items": COUNT}, "words": TEXT, "instance": {"type": "object"}},
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
JUDGEMENT = {"enum": ["no counterexample", "depends on the reading", "fails", "untested"]}
CLAIM = {
    "type": "object",
    "required": ["name", "place", "statement", "domain", "as_published", "readings"],
    "properties": {
        **dict.fromkeys(("name", "place", "statement", "domain", "briefly", "repaired", "remark"), TEXT),
        "as_published": JUDGEMENT,
        "as_repaired": JUDGEMENT,
        "readings": {"type": "array", "items": READING, "minItems": 1},
    },
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["name", "words", "rests_on"],
    "properties": {
        **dict.fromkeys(("name", "words", "repair"), TEXT),
        "rests_on": {"type": "array", "items": TEXT, "minItems": 1},
    },
    "additionalProperties": False,
}
REPORT = {
    "type": "object",
    "required": ["format", "audit", "title", "version", "thorough", "domains", "claims"],
    "properties": {
        "format": {"const": 1},
        "audit": {"const": "crew"},
        "title": TEXT,
        "version": {"const": crewsat.__version__},
        "thorough": {"const": False},
        "domains": {"type": "object", "additionalProperties": TEXT},
        "claims": {"type": "array", "items": CLAIM},
        "results": {"type": "array", "items": RESULT},
    },
    "additionalProperties": False,
}

PROGRESS = r"(\d+ of 26 parts, \d+ s\n)*26 of 26 parts, \d+ s\n"
"""What is said of 26 parts."""


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    told = run("audit", "crew", *CLAIMS, "--json", "--jobs", "1")
    assert told.returncode == 0, told.stderr
    found: dict[str, Any] = json.loads(told.stdout)
    return found


@pytest.mark.slow
def test_the_json_is_as_described(report: dict[str, Any]) -> None:
    jsonschema.validate(report, REPORT)
    assert {claim["name"] for claim in report["claims"]} == set(CLAIMS)
    assert set(report["domains"]) == {"graphs", "large"}
    by_name = {claim["name"]: claim for claim in report["claims"]}
    hands = by_name["lemma-6.2-hand-size"]
    assert (hands["as_published"], hands["as_repaired"]) == ("fails", "no counterexample")
    for claim in report["claims"]:
        for one in claim["readings"]:
            failed = sum(one["failures"].values())
            assert one["standing"] == ("fails" if failed else "holds" if one["cases"] else "untested")
            assert ("smallest" in one) == bool(failed)
            assert failed <= one["cases"]


@pytest.mark.slow
def test_the_text_says_what_the_json_says(report: dict[str, Any]) -> None:
    told = run("audit", "crew", *CLAIMS, "--jobs", "2")
    assert (told.returncode, told.stdout) == (0, as_text(report) + "\n")
    for claim in report["claims"]:
        assert f"{claim['name'].upper()}  {claim['as_published']}" in told.stdout
    assert all(len(line) <= 100 for line in told.stdout.splitlines() if "crewsat decide" not in line)
    (command,) = [line for line in told.stdout.splitlines() if "crewsat decide" in line]
    words = shlex.split(command)
    assert words[:3] == ["crewsat", "decide", "--deal"]
    assert run(*words[1:]).returncode == 10
    assert re.fullmatch(r"(\d+ of 38 parts, \d+ s\n)+", told.stderr)


def cells(line: str) -> list[str]:
    """The cells of a row of a Markdown table; an escaped bar is not a border."""
    assert line.startswith("| ")
    assert line.endswith(" |")
    return re.split(r"(?<!\\)\|", line)[1:-1]


@pytest.mark.slow
def test_the_page_is_written_with_its_json_beside_it(tmp_path: Path, report: dict[str, Any]) -> None:
    page = tmp_path / "crew.md"
    told = run("audit", "crew", *CLAIMS, "--page", page, "--jobs", "1")
    assert told.returncode == 0, told.stderr
    assert told.stdout == as_text(report) + "\n"
    assert json.loads((tmp_path / "crew.json").read_text()) == report
    text = page.read_text()
    assert text == as_page(report)
    lines = text.splitlines()
    tables = [k for k, line in enumerate(lines) if re.fullmatch(r"\|(---\|)+", line)]
    assert len(tables) == 1 + len(CLAIMS)
    for k in tables:
        number = len(cells(lines[k - 1]))
        rows = 0
        for line in lines[k + 1 :]:
            if not line.startswith("|"):
                break
            assert len(cells(line)) == number == lines[k].count("-") // 3, line
            rows += 1
        assert rows >= 1
    for name in CLAIMS:
        assert f"## {name}" in lines
        assert f"[{name}](#{name.replace('.', '')}): " in text
    (drawn,) = re.findall(r"```\{deal\} [^\n]+\n([^\n]+)\n```", text)
    assert sum(claim["as_published"] == "fails" for claim in report["claims"]) == 1
    assert crewsat.decide(crewsat.parse_text(drawn)).answer == "yes"
    (command,) = re.findall(r"```console\n\$ ([^\n]+)\n```", text)
    assert shlex.split(command) == ["crewsat", "decide", "--deal", drawn]


@pytest.mark.slow
def test_bars_in_the_words_of_a_failure_are_no_borders(report: dict[str, Any]) -> None:
    changed: dict[str, Any] = json.loads(json.dumps(report))
    changed["claims"][0]["readings"][0]["failures"] = {"more than |V|² cards": 3}
    rows = [line for line in as_page(changed).splitlines() if "more than" in line]
    assert [len(cells(row)) for row in rows] == [3]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bridge"], "unknown audit 'bridge'; allowed: crew, hanabi, hackenbush"),
        (["crew", "lemma-9.9"], "unknown claim 'lemma-9.9' in the audit crew; did you mean lemma-"),
        (
            ["hackenbush", "four-players"],
            "unknown claim 'four-players' in the audit hackenbush; did you mean",
        ),
        (["crew", "lemma-6.2", "\x1b[31m"], r"unknown claim '\x1b[31m' in the audit crew"),
        ([], "Missing argument 'NAME'"),
        (["crew", "--jobs", "0"], "--jobs"),
        (["crew", "--output", "a.md", "--page", "./a.md"], "are different files"),
        (["crew", "--output", "a.json", "--page", "a.md"], "are different files"),
    ],
)
def test_wrong_usage_is_reported_once(arguments: list[str], words: str) -> None:
    told = run("audit", *arguments, TERM="dumb", COLUMNS="2000")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count(words) == 1
    assert "Traceback" not in told.stderr


def test_what_cannot_be_written_is_reported_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "page.json").mkdir()
    (tmp_path / "diary").write_text("Dear diary,\n")
    for option, name, words in (
        ("--output", "none/saved", "cannot be written: no such file or directory"),
        ("--page", "none/page.md", "cannot be written: no such file or directory"),
        ("--output", "folder.md", "is not a regular file"),
        ("--page", "folder.md", "is not a regular file"),
        ("--output", "diary", "line 1: is not what an audit saves; allowed: a new file"),
    ):
        told = run("audit", "crew", *CLAIMS, option, tmp_path / name)
        assert (told.returncode, told.stdout, told.stderr) == (1, "", f"{tmp_path / name}: {words}\n")
    told = run("audit", "crew", *CLAIMS, "--page", tmp_path / "page.md")
    assert (told.returncode, told.stderr) == (1, f"{tmp_path / 'page.json'}: is not a regular file\n")
    told = run("audit", "crew", *CLAIMS, "--page", "/dev/full")
    assert (told.returncode, told.stderr) == (1, "/dev/full: is not a regular file\n")
    assert (tmp_path / "diary").read_text() == "Dear diary,\n"


@pytest.mark.thorough
def test_a_page_that_fails_at_the_end_does_not_cost_the_results(report: dict[str, Any], tmp_path: Path) -> None:
    words = " ".join(["audit crew", *CLAIMS, "--page page.md --json --jobs 1"])
    command = f"ulimit -f 1; exec {sys.executable} -m crewsat {words}"  # a disk that is full
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert told.returncode == 1
    assert json.loads(told.stdout) == report
    assert told.stderr.splitlines()[-1] == "page.md: cannot be written: file too large"
    assert [*tmp_path.iterdir()] == []
    assert "Traceback" not in told.stderr


@pytest.mark.processes
@pytest.mark.parametrize(("sent", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143)]))
@pytest.mark.parametrize("jobs", few_of(["2", "1"]))
def test_a_signal_keeps_the_parts_that_are_done(sent: signal.Signals, status: int, jobs: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    child = started("audit", "crew", "theorem-5.3-algorithm", "--jobs", jobs, "--output", path)
    assert wait_until(lambda: path.exists() and len(path.read_bytes().splitlines()) > 4)
    below = descendants(child.pid)
    child.send_signal(sent)
    out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out) == (status, "")
    assert re.fullmatch(r"(\d+ of 37 parts, \d+ s\n)+", err)
    lines = path.read_text().splitlines()
    assert len(lines) > 4
    assert all(json.loads(line) for line in lines)
    assert all(map(gone, below))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rest", "status", "words"),
    few_of(
        [
            (">&-", 1, f"{PROGRESS}standard output is closed\n"),
            (">/dev/full", 1, f"{PROGRESS}standard output cannot be written: no space left on device\n"),
            (">/dev/null 2>&-", 0, ""),
            ("2>/dev/full >/dev/null", 0, ""),
        ]
    ),
)
def test_streams_that_are_closed_or_full_end_without_a_traceback(rest: str, status: int, words: str) -> None:
    command = f"{sys.executable} -m crewsat audit crew lemma-6.2-time --jobs 1"
    told = subprocess.run(["sh", "-c", f"{command} {rest}"], capture_output=True, text=True, check=False)
    assert told.returncode == status, rest
    assert re.fullmatch(words, told.stderr), rest


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly() -> None:
    child = started("audit", "crew", "lemma-6.2-time", "--jobs", "1")
    assert child.stdout is not None
    child.stdout.close()
    _, err = child.communicate(timeout=PATIENCE)
    assert re.fullmatch(r"(\d+ of 26 parts, \d+ s\n)*26 of 26 parts, \d+ s\n", err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "domain", "heads"),
    few_of(
        [
            ("winners", "census", ["players", "edges"]),
            ("three-players", "random-three-players", ["coalition", "strings", "edges"]),
        ]
    ),
)
def test_tables_alone_are_reported_as_json_and_as_a_page(
    name: str, domain: str, heads: list[str], tmp_path: Path
) -> None:
    page = tmp_path / "growth.md"
    told = run("audit", "hackenbush", name, "--json", "--page", page, "--jobs", "1")
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert (found["claims"], set(found["domains"])) == ([], {domain})
    (table,) = found["tables"]
    assert table["heads"] == heads
    assert all(len(row["row"]) + len(row["shown"]) == 8 for row in table["rows"])
    lines = page.read_text().splitlines()
    head = lines.index("|---|---|---|---|---|---|---|---|")
    assert {len(cells(line)) for line in lines[head - 1 :] if line.startswith("| ")} == {8}
