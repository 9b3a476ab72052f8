"""Every complete example of the interface contract, and the README's."""

from __future__ import annotations

import doctest
import json
import shlex
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.command import run
from tests.support.pages import blocks, shown_commands
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text()

EXAMPLE = """{"game": "crew", "hands": [["pink9","blue2"], ["pink2","blue5"], ["pink4","green1"]], "leader": 1,
 "objectives": [{"card": "pink4", "owner": 1}]}"""
ANSWER = """
{"format": 1, "game": "crew", "answer": "yes", "method": "cnf-tricks", "solver": "glucose4", "checked": "replayed",
 "play": [{"leader": 1, "cards": ["pink9", "pink2", "pink4"], "winner": 1, "completes": ["pink4"]}],
 "assignment": {"pink4": 1}, "statistics": {}}"""


@pytest.mark.slow
def test_the_answer_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(EXAMPLE)
    told = run("decide", path, "--json")
    assert told.returncode == 10
    assert {**json.loads(told.stdout), "statistics": {}} == json.loads(ANSWER)
    verdict = crewsat.decide(crewsat.load(path), time_limit=5)
    assert {**verdict.as_dict(), "statistics": {}} == json.loads(ANSWER)


def test_the_python_of_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(" ".join(EXAMPLE.split()) + "\n")
    instance = crewsat.Crew(hands=[["pink9"], ["pink2"]], objectives=[{"card": "pink2", "owner": 1}])
    verdict = crewsat.decide(instance, time_limit=5)
    assert (verdict.answer, verdict.conflict, verdict.method) == ("yes", None, "single-suit")
    assert verdict.statistics.cpu_seconds is not None
    assert verdict.play is not None
    crewsat.verify(instance, verdict.play)
    for many in crewsat.load_many(path):
        assert crewsat.decide(many).answer == "yes"
    assert issubclass(crewsat.InvalidInstance, crewsat.CrewsatError)
    assert issubclass(crewsat.IllegalPlay, crewsat.CrewsatError)
    assert issubclass(crewsat.Undecided, crewsat.CrewsatError)
    with pytest.raises(crewsat.IllegalPlay) as error:
        crewsat.verify(instance, [])
    assert (error.value.trick, error.value.player, error.value.rule) == (None, None, "end")


@pytest.mark.slow
def test_python_examples_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deal.json").write_text(EXAMPLE)
    monkeypatch.chdir(tmp_path)
    examples = blocks(README, "pycon")
    assert examples
    for k, text in enumerate(examples):
        test = doctest.DocTestParser().get_doctest(text, {}, f"README {k}", "README.md", 0)
        told: list[str] = []
        failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
        assert tried
        assert not failed, "".join(told)


@pytest.mark.slow
def test_commands_of_the_readme_print_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lost.json").write_text(crewsat.RandomDeal(players=5, objectives=2).with_seed(2).to_json())
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    shown = 0
    for command, expected in shown_commands(README):
        printed = ""
        for part in command.split(" | "):
            words = shlex.split(part)
            if words[0] == "echo":
                printed = words[1]
                continue
            assert words[0] == "crewsat"
            told = run(*words[1:], stdin=printed)
            printed = told.stdout + told.stderr
        assert expected.fullmatch(printed.strip()), printed
        shown += 1
    assert shown
