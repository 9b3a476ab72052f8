"""``--proof`` and ``crewsat verify`` where something is in the way: paths, limits, memory, answers from before."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.command import LOST, run, run_apart

if TYPE_CHECKING:
    from pathlib import Path


def patched(folder: Path, code: str) -> str:
    """A PYTHONPATH on which this code is run first."""
    (folder / "sitecustomize.py").write_text(code)
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])


def test_paths_may_start_in_the_current_directory(proved: Path) -> None:
    (proved / "elsewhere").mkdir()
    (proved / "answer.json").rename(proved / "elsewhere" / "answer.json")
    told = run("verify", "lost.json", "elsewhere/answer.json")
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.slow
def test_a_check_may_take_too_long(proved: Path) -> None:
    path = patched(proved, "import crewsat.engine.limits as l\nl.Limits.late = lambda s: s.deadline is not None\n")
    told = run_apart("verify", "lost.json", "answer.json", "--time-limit", "100", PYTHONPATH=path)
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr == "answer.json: proof: cannot be checked: the time limit was reached\n"


def test_a_formula_may_be_too_large_to_build(proved: Path) -> None:
    deal = crewsat.RandomDeal(players=5, objectives=2).with_seed(2)
    (proved / "lost.json").write_text(deal.to_json())
    (proved / "answer.json").write_text(crewsat.decide(deal, proof="proofs").to_json())
    told = run("verify", "lost.json", "answer.json", "--memory-limit", "1")
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr == "answer.json: proof: cannot be checked: the formula may take more than the memory limit\n"


@pytest.mark.slow
def test_a_lack_of_memory_is_reported_in_one_line(proved: Path) -> None:
    path = patched(
        proved,
        "from crewsat.proofs import lrat\ndef check(*_, **__): raise MemoryError\nlrat.check = check\n",
    )
    told = run_apart("verify", "lost.json", "answer.json", PYTHONPATH=path)
    words = "answer.json: proof: cannot be checked: there is not enough memory\n"
    assert (told.returncode, told.stdout, told.stderr) == (1, "", words)


@pytest.mark.slow
def test_what_dratify_cannot_follow_is_confirmed_by_our_checker(proved: Path) -> None:
    path = patched(proved, "from crewsat.proofs import dratify as o\no.rejected_by_dratify = lambda *_: 'too hard'\n")
    told = run_apart("verify", "lost.json", "answer.json", PYTHONPATH=path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("confirmed: ")
    assert told.stdout.endswith("step by step, not by dratify, which cannot follow it: too hard\n")


@pytest.mark.slow
def test_a_file_in_the_way_is_named(proved: Path) -> None:
    (wanted,) = (proved / "proofs").glob("*.lrat")
    wanted.unlink()
    wanted.mkdir()
    told = run("decide", "lost.json", "--proof", "proofs")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == f"cannot continue: {wanted}: is a directory\n"
    told = run("decide", "lost.json", "lost.json", "--proof", "proofs", "--jobs", "1", "--json")
    assert [json.loads(line)["unproved"] for line in told.stdout.splitlines()] == ["crash", "crash"]
    assert told.returncode == 1
    assert told.stderr.endswith(f"\ncannot continue: {wanted}: is a directory\n")


@pytest.mark.slow
def test_answers_without_a_proof_are_not_taken_for_proved_ones(proved: Path) -> None:
    (proved / "deals.jsonl").write_text(f"{LOST}\n")
    assert run("decide", "deals.jsonl", "--output", "all.jsonl").returncode == 0
    before = (proved / "all.jsonl").read_bytes()
    told = run("decide", "deals.jsonl", "--output", "all.jsonl", "--proof", "proofs")
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1)
    assert told.stderr.startswith("all.jsonl: line 1: this is a no without a proof, which --proof requires")
    assert (proved / "all.jsonl").read_bytes() == before
    for _ in range(2):
        assert run("decide", "deals.jsonl", "--output", "new.jsonl", "--proof", "proofs").returncode == 0
    assert len((proved / "new.jsonl").read_text().splitlines()) == 1


@pytest.mark.slow
def test_competitions_hear_why_there_is_no_proof(proved: Path) -> None:
    (proved / "large.json").write_text(crewsat.RandomDeal(players=4, objectives=8).with_seed(1).to_json())
    told = run("decide", "large.json", "--proof", "proofs", "--proof-limit", "0.1", "--competition")
    assert told.returncode == 20
    assert "c no proof: it was larger than allowed, or than the disk\ns UNSATISFIABLE\n" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["decide", "lost.json", "--proof", "new", "--solver", "glucose4"], "does not produce proofs"),
        (["decide", "lost.json", "lost.json", "--proof", "new", "--method", "exhaustive"], "does not produce proofs"),
        (["decide", "lost.json", "--proof", b"new\xff"], "a name in UTF-8"),
        (["verify", "-", "-"], "cannot both be standard input"),
    ],
)
def test_wrong_usage_leaves_no_folder(arguments: list[str | bytes], words: str, proved: Path) -> None:
    told = run(*map(os.fsdecode, arguments), TERM="dumb", COLUMNS="200")
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr
    assert not any(path.name.startswith("new") for path in proved.iterdir())
