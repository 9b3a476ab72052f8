"""Every complete example of the interface contract."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.command import run

if TYPE_CHECKING:
    from pathlib import Path

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
