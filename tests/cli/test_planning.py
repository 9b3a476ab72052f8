"""Planning problems and families of instances on the command line."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.engine import families
from crewsat.engine.planning import planned
from crewsat.proofs import lrat
from crewsat_encodings.crew.pddl.planning import Planning
from tests.support.command import LOST, WON, load_text, run
from tests.support.planning import planned as search

if TYPE_CHECKING:
    from pathlib import Path

SMALL = ("--players", "3", "--suits", "2", "--values", "4", "--trumps", "2", "--objectives", "3")
"""Deals of ten cards."""
TASKS = "'tasks', 'tricks.exactly' and 'tricks.kind=tricks'"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a deal that is won, its answer, domain, problem and plan, and a deal that is lost."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "lost.json").write_text(LOST)
    (tmp_path / "answer.json").write_text(run("decide", "won.json", "--json").stdout)
    (tmp_path / "no.json").write_text(run("decide", "lost.json", "--json").stdout)
    assert run("encode", "won.json", "--to", "pddl", "-o", "pddl", "--play", "answer.json").returncode == 0
    return tmp_path


@pytest.mark.slow
def test_domain_problem_and_plan_are_written_and_the_plan_is_read_back(folder: Path) -> None:
    assert sorted(one.name for one in (folder / "pddl").iterdir()) == ["domain.pddl", "problem.pddl", "problem.plan"]
    written = planned(crewsat.load(folder / "won.json"))
    assert (folder / "pddl" / "domain.pddl").read_text() == written.domain
    assert (folder / "pddl" / "problem.pddl").read_text() == written.problem
    told = run("decode", "won.json", "pddl/problem.plan", "--from", "pddl", "--json")
    answer, before = json.loads(told.stdout), json.loads((folder / "answer.json").read_text())
    assert (told.returncode, answer["method"], answer["checked"]) == (10, "pddl", "replayed")
    assert (answer["play"], answer["assignment"]) == (before["play"], before["assignment"])
    (folder / "decoded.json").write_text(told.stdout)
    assert run("verify", "won.json", "decoded.json").returncode == 0
    report = run("decode", "won.json", "-", "--from", "pddl", stdin=(folder / "pddl" / "problem.plan").read_text())
    assert (report.returncode, "YES. The crew wins with trick 1 of 2." in report.stdout) == (10, True)


@pytest.mark.slow
def test_of_many_instances_each_gets_a_problem(tmp_path: Path) -> None:
    path, folder = tmp_path / "deals.jsonl", tmp_path / "out"
    tasks = json.dumps({"game": "crew", "hands": [["a1"]], "tasks": [{"kind": "tricks", "owner": 1, "exactly": 1}]})
    path.write_text(f"{WON}\n{tasks}\n{LOST}\n")
    told = run("encode", path, "--to", "pddl", "--output", folder)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr == f"{path}, line 2: the planning domain does not support {TASKS}\n"
    assert sorted(one.name for one in folder.iterdir()) == ["1.pddl", "3.pddl", "domain.pddl"]
    assert (folder / "3.pddl").read_text() == planned(load_text(LOST)).problem


BAD: list[tuple[str, int, str]] = [
    ("encode won.json --to pddl", 2, "--output DIR is missing: --to pddl writes a domain and a problem"),
    ("encode won.json --to plan", 2, "'plan' is not valid; allowed: dimacs, wcnf, opb, pddl"),
    ("encode won.json --to pddl -o pddl", 1, "pddl: holds other files: domain.pddl, problem.pddl and problem.plan; "),
    ("encode won.json --to pddl -o .", 1, ".: holds other files: answer.json, "),
    ("encode won.json --to pddl -o won.json", 1, "won.json: cannot be written: file exists"),
    ("encode won.json --to pddl -o new --size-limit 0", 1, "won.json: the text of the problem is estimated at 0.0 MB"),
    (
        "encode large.json --to pddl -o new --memory-limit 1",
        1,
        "large.json: the problem is estimated to be larger than",
    ),
    ("encode tasks.json --to pddl -o new", 2, "the planning domain does not support 'tasks'"),
    ("encode deck.json --to pddl -o new", 2, "there is a planning domain for crew, not for hanabi_solitaire"),
    ("encode won.json --play answer.json", 2, "--play applies to --to pddl"),
    (
        "encode won.json --to pddl -o new --play no.json",
        1,
        'no.json: answer: must be "yes": only a winning play becomes',
    ),
    (
        "encode lost.json --to pddl -o new --play answer.json",
        1,
        "answer.json: play: the play ends after 1 trick with open objectives: a1",
    ),
    ("encode won.json --to pddl -o new --play gone.json", 1, "gone.json: cannot be read: no such file or directory"),
    ("encode many.jsonl --to pddl -o new --play answer.json", 2, "--play applies to a single instance"),
    ("decode won.json pddl/problem.plan", 1, "pddl/problem.plan: there is neither an 's …' line nor a 'v …' line"),
    ("decode won.json pddl/problem.plan --from plan", 2, "'plan' is not valid; allowed: dimacs, wcnf, opb, pddl"),
    ("decode lost.json pddl/problem.plan --from pddl", 1, "pddl/problem.plan: line "),
    (
        "decode other.json pddl/problem.plan --from pddl",
        1,
        "pddl/problem.plan: line 1: 'b-2' is not a card of this deal; ",
    ),
    ("decode won.json short.plan --from pddl", 1, "short.plan: the plan ends after "),
    ("decode won.json odd.plan --from pddl", 1, "odd.plan: line 1: 'leads' is not an action; did you mean lead? "),
    (
        "decode won.json revoke.plan --from pddl",
        1,
        "revoke.plan: line 2: (follow-suit player2 a-2 b n1 none trick1) needs ",
    ),
    ("decode won.json won.json --from pddl", 1, 'won.json: line 1: \'{"game": "crew"'),
    ("decode won.json gone.plan --from pddl", 1, "gone.plan: cannot be read: no such file or directory"),
    ("decode tasks.json pddl/problem.plan --from pddl", 2, "the planning domain does not support 'tasks'"),
    ("generate crew --to pddl", 2, "--output DIR is missing: --to pddl writes a file for each seed"),
    ("generate crew --to planning -o new", 2, "'planning' is not valid; allowed: dimacs, pddl"),
    (
        "generate crew --to pddl -o pddl",
        1,
        "pddl: holds other files: domain.pddl, problem.pddl and problem.plan; allowed: ",
    ),
    ("generate crew -o new", 2, "--output applies to --to dimacs and --to pddl"),
    ("generate crew --solvable 2", 2, "--solvable applies to --to dimacs and --to pddl"),
    ("generate crew --proofs", 2, "--proofs applies to --to dimacs and --to pddl"),
    ("generate crew --to pddl -o new --proofs", 2, "--proofs applies to --to dimacs"),
    ("generate crew --to pddl -o new --text", 2, "--text and --to pddl exclude each other"),
    ("generate crew --to pddl -o new --unsolvable -1", 2, "'-1' is not valid; allowed: a whole number of 0 or more"),
    ("generate crew --to pddl -o new --seeds 5-1", 2, "'5-1' is not a valid range of seeds"),
    ("generate crew --assignment draft --to pddl -o new", 2, "the planning domain does not support 'assignment=draft'"),
    ("generate hackenbush --to dimacs -o new", 2, "there is no formula for hackenbush"),
    ("generate hanabi --to pddl -o new", 2, "there is a planning domain for crew, not for hanabi"),
    (
        "generate crew --to pddl -o new --seeds 1-2 --solvable 3",
        1,
        "--seeds: 2 deals that can be won among these seeds, ",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "status", "message"), BAD)
def test_what_is_wrong_is_said_in_one_line(command: str, status: int, message: str, folder: Path) -> None:
    plan = (folder / "pddl" / "problem.plan").read_text()
    (folder / "short.plan").write_text(plan.rsplit("\n", 2)[0])
    (folder / "odd.plan").write_text(plan.replace("(lead ", "(leads ", 1))
    (folder / "revoke.plan").write_text(plan.replace("player2 b-1", "player2 a-2"))
    (folder / "other.json").write_text(WON.replace("b1", "c1").replace("b2", "c2"))
    (folder / "many.jsonl").write_text(f"{WON}\n{LOST}\n")
    (folder / "deck.json").write_text('{"game": "hanabi_solitaire", "deck": ["a1"], "hand_size": 0}')
    (folder / "large.json").write_text(crewsat.RandomDeal(players=4, values=20).with_seed(1).to_json())
    tasks = {"game": "crew", "hands": [["a1"]], "tasks": [{"kind": "tricks", "owner": 1, "exactly": 1}]}
    (folder / "tasks.json").write_text(json.dumps(tasks))
    ended = run(*command.split(), TERM="dumb", COLUMNS="1000")
    assert (ended.returncode, ended.stdout) == (status, ""), ended
    assert message in ended.stderr, ended.stderr
    assert len(ended.stderr.splitlines()) == 1 or status == 2
    assert "Traceback" not in ended.stderr


# Families.


def contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def answers_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]


def check_manifest(folder: Path, form: str) -> dict[str, Any]:
    """Check that a manifest names all other files with their digests, and return it."""
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    files = {name: content for name, content in contents(folder).items() if name != "manifest.json"}
    assert manifest["files"] == {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)} for name, content in files.items()
    }
    assert (manifest["to"], manifest["version"]) == (form, crewsat.__version__)
    return manifest


@pytest.mark.slow
def test_a_family_of_planning_problems(tmp_path: Path) -> None:
    told = run("generate", "crew", *SMALL, "--seeds", "1-12", "--to", "pddl", "--output", tmp_path / "out")
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    rows = answers_in(tmp_path / "out")
    assert [row["seed"] for row in rows] == [*range(1, 13)]
    assert {row["answer"] for row in rows} == {"yes", "no"}
    for row in rows:
        instance = crewsat.Crew(**row["instance"])
        texts = planned(instance)
        assert (tmp_path / "out" / f"{row['seed']}.pddl").read_text() == texts.problem
        assert row["files"] == [f"{row['seed']}.pddl", *([f"{row['seed']}.plan"] if row["answer"] == "yes" else [])]
        if row["answer"] == "yes":
            (tmp_path / "deal.json").write_text(instance.to_json())
            plan = tmp_path / "out" / f"{row['seed']}.plan"
            assert run("decode", tmp_path / "deal.json", plan, "--from", "pddl").returncode == 10
    manifest = check_manifest(tmp_path / "out", "pddl")
    assert sum(manifest["answers"].values()) == 12
    assert (manifest["generator"], manifest["parameters"]["objectives"]) == ("crewsat generate crew", 3)
    assert (tmp_path / "out" / "domain.pddl").read_text() == texts.domain


@pytest.mark.slow
def test_a_family_of_formulas_with_so_many_of_each_answer(tmp_path: Path) -> None:
    words = ("generate", "crew", *SMALL, "--seeds", "1-90", "--to", "dimacs", "--solvable", "2", "--unsolvable", "3")
    for name in ("one", "two"):
        assert run(*words, "--proofs", "--output", tmp_path / name).returncode == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    folder = tmp_path / "one"
    rows = answers_in(folder)
    assert sorted(row["answer"] for row in rows) == ["no"] * 3 + ["yes"] * 2
    assert check_manifest(folder, "dimacs")["answers"] == {"no": 3, "yes": 2}
    for row in rows:
        formula, evidence = (folder / name for name in row["files"])
        instance = crewsat.Crew(**row["instance"])
        assert formula.read_text() == crewsat.encode(instance)
        if row["answer"] == "yes":
            (tmp_path / "deal.json").write_text(instance.to_json())
            assert run("decode", tmp_path / "deal.json", evidence).returncode == 10
        else:
            assert row["checked"] == "proof"
            with formula.open("rb") as question, evidence.open("rb") as proof:
                lrat.check(question, proof)
    assert run(*words, "--output", tmp_path / "three").returncode == 0
    assert not [*(tmp_path / "three").glob("*.lrat")]


@pytest.mark.slow
def test_what_is_not_decided_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = crewsat.Verdict("unknown", "auto", "none", "crew", reason="time")
    monkeypatch.setattr(families, "decide", lambda *_, **__: verdict)
    words = ("generate", "crew", *SMALL, "--seeds", "1-2", "--to", "pddl", "--time-limit", "1", "--output")
    assert run(*words, tmp_path / "all").returncode == 3
    assert [row["answer"] for row in answers_in(tmp_path / "all")] == ["unknown"] * 2
    told = run(*words, tmp_path / "none", "--solvable", "1")
    assert (told.returncode, answers_in(tmp_path / "none")) == (1, [])
    assert "--seeds: 0 deals that can be won among these seeds, not 1; allowed: more seeds" in told.stderr
    assert sorted(contents(tmp_path / "none")) == ["answers.jsonl", "manifest.json"]


@pytest.mark.slow
def test_a_family_that_is_interrupted_has_answers_and_no_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = families.problem

    def interrupted(instance: crewsat.Crew, **limits: float | None) -> families.Member:
        if instance.about and instance.about["seed"] == 3:
            raise KeyboardInterrupt
        return made(instance, **limits)

    monkeypatch.setattr(families, "problem", interrupted)
    words = ("generate", "crew", *SMALL, "--seeds", "1-5", "--to", "pddl", "--output", tmp_path / "out")
    assert run(*words).returncode == 130
    assert len(answers_in(tmp_path / "out")) == 2
    assert not (tmp_path / "out" / "manifest.json").exists()


@pytest.mark.slow
def test_answers_of_a_family_are_those_of_a_planner(tmp_path: Path) -> None:
    """Of one that is nothing but search."""
    few = (
        "--players",
        "2",
        "--suits",
        "2",
        "--values",
        "4",
        "--trumps",
        "0",
        "--objectives",
        "2",
        "--assignment",
        "any",
    )
    run("generate", "crew", *few, "--seeds", "1-8", "--to", "pddl", "--output", tmp_path / "out")
    for row in answers_in(tmp_path / "out"):
        problem = Planning(crewsat.Crew(**row["instance"])).problem
        assert (row["answer"] == "yes") == (search(problem) is not None)
