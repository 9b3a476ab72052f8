"""``--proof`` and ``crewsat verify`` of a no: every kind of tampering is refuted; batches, signals, bad folders."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from tests.support.chunks import few_of
from tests.support.command import run, run_apart, started
from tests.support.processes import PATIENCE, cpu_seconds_of, descendants, gone, wait_until

if TYPE_CHECKING:
    from pathlib import Path


def parts(folder: Path) -> tuple[Path, Path]:
    """The files of the formula and the proof."""
    formula, proof = sorted((folder / "proofs").iterdir())
    return formula, proof


@pytest.mark.slow
def test_a_proof_is_confirmed(proved: Path) -> None:
    told = run("verify", "lost.json", "answer.json")
    assert (told.returncode, told.stderr) == (0, "")
    for words in ("no winning play, by a proof of 9 steps", "152 clauses about 50 variables", "by dratify 0."):
        assert words in told.stdout
    elsewhere = proved / "elsewhere"
    elsewhere.mkdir()
    command = [sys.executable, "-m", "crewsat", "verify", str(proved / "lost.json"), str(proved / "answer.json")]
    there = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=False)
    assert (there.returncode, there.stdout) == (0, told.stdout)
    through_stdin = run("verify", "lost.json", "-", stdin=(proved / "answer.json").read_text())
    assert (through_stdin.returncode, through_stdin.stdout) == (0, told.stdout)


@pytest.mark.slow
def test_without_dratify_that_is_said(proved: Path) -> None:
    (proved / "sitecustomize.py").write_text(
        "from importlib import metadata\n"
        "found = metadata.version\n"
        "def version(name):\n"
        "    if name == 'dratify': raise metadata.PackageNotFoundError\n"
        "    return found(name)\n"
        "metadata.version = version\n"
    )
    path = os.pathsep.join([str(proved), *filter(None, [os.environ.get("PYTHONPATH")])])
    told = run_apart("verify", "lost.json", "answer.json", PYTHONPATH=path)
    assert told.returncode == 0
    assert "not by dratify: pip install -e '.[proof]'" in told.stdout


def test_tampering_is_refuted_in_one_line(proved: Path) -> None:
    formula, proof = parts(proved)
    text = proof.read_text()
    proof.write_text(text.replace("153", "154"))
    told = run("verify", "lost.json", "answer.json")
    refuted = f"refuted: proof proofs/{proof.name}: is not the file the answer is about (its SHA-256 differs)\n"
    assert (told.returncode, told.stdout, told.stderr) == (1, refuted, "")
    proof.write_text(f"{text}\n")
    answer = json.loads((proved / "answer.json").read_text())
    answer["proof"]["proof"] |= {"sha256": sha256(proof.read_bytes()).hexdigest(), "bytes": proof.stat().st_size}
    (proved / "answer.json").write_text(json.dumps(answer))
    told = run("verify", "lost.json", "answer.json")
    assert (told.returncode, told.stdout.count("\n")) == (1, 1)
    assert told.stdout.startswith("refuted: proof, line 17: the proof goes on after the empty clause")
    formula.unlink()
    told = run("verify", "lost.json", "answer.json")
    gone_now = f"answer.json: proof: cannot be checked: proofs/{formula.name}: no such file or directory\n"
    assert (told.returncode, told.stdout, told.stderr) == (1, "", gone_now)


def test_an_answer_without_a_proof_has_nothing_to_check(proved: Path) -> None:
    answer = json.loads((proved / "answer.json").read_text())
    (proved / "answer.json").write_text(json.dumps({**answer, "proof": None}))
    told = run("verify", "lost.json", "answer.json")
    assert (told.returncode, told.stdout) == (
        1,
        "refuted: formula: must have a path and a sha256; bytes, if given, must be a whole number\n",
    )
    del answer["proof"]
    (proved / "answer.json").write_text(json.dumps(answer))
    assert run("verify", "lost.json", "answer.json").returncode == 3


def test_the_report_says_where_the_proof_is(proved: Path) -> None:
    told = run("decide", "lost.json", "--proof", "proofs").stdout
    formula, proof = parts(proved)
    assert "(cadical195) in" in told
    assert "ms; the proof was checked.\n" in told
    assert f"Formula: proofs/{formula.name} (152 clauses)\nProof:   proofs/{proof.name} (9 steps)\n" in told
    told = run("decide", "lost.json", "--proof", "proofs", "--competition").stdout
    assert f"c Proof:   proofs/{proof.name} (9 steps)\ns UNSATISFIABLE\n" in told
    (proved / "large.json").write_text(RandomDeal(players=4, objectives=8).with_seed(1).to_json())
    too_large = run("decide", "large.json", "--proof", "proofs", "--proof-limit", "0.1")
    assert too_large.returncode == 20
    assert "; by search, not certified; no proof: it was larger than allowed, or than the disk." in " ".join(
        too_large.stdout.split()
    )


def test_a_folder_that_cannot_be_written_is_one_line(proved: Path) -> None:
    for source, folder, words in (
        (["lost.json"], "lost.json", "file exists"),
        (["lost.json", "lost.json"], "lost.json/x", "not a directory"),
    ):
        told = run("decide", *source, "--proof", folder)
        assert (told.returncode, told.stdout) == (1, "")
        assert told.stderr == f"{folder}: cannot be written: {words}\n"
    assert sorted(path.name for path in proved.iterdir()) == ["answer.json", "lost.json", "proofs"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--solver", "glucose4"], "does not produce proofs"),
        (["--proof-limit", "0"], "--proof-limit"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str, proved: Path) -> None:
    told = run("decide", proved / "lost.json", "--proof", "p", *arguments, TERM="dumb", COLUMNS="200")
    assert told.returncode == 2
    assert words in told.stderr


@pytest.mark.slow
def test_a_batch_with_proofs(proved: Path) -> None:
    """Paths start where the answers are: next to the file they are written to, else in the current directory."""
    deals = [RandomDeal(players=5, objectives=o).with_seed(s) for o in range(1, 5) for s in (1, 2)]
    (proved / "deals.jsonl").write_text("".join(f"{deal.to_json()}\n" for deal in deals))
    (proved / "out").mkdir()
    told = run("decide", "deals.jsonl", "--proof", "proofs/many", "--jobs", "2", "--output", "out/answers.jsonl")
    assert told.returncode == 0, told.stderr
    straight = run("decide", "deals.jsonl", "--proof", "proofs/many", "--jobs", "2", "--json").stdout.splitlines()
    lost = 0
    for number, line in enumerate((proved / "out" / "answers.jsonl").read_text().splitlines()):
        answer, other = json.loads(line), json.loads(straight[number])
        if answer["answer"] == "yes":
            continue
        lost += 1
        assert answer["checked"] == "proof"
        assert answer["proof"]["formula"]["path"].startswith("../proofs/many/")
        assert other["proof"]["formula"]["path"].startswith("proofs/many/")
        if lost <= 2:
            (proved / "deal.json").write_text(deals[number].to_json())
            for folder, text in (("out", line), (".", straight[number])):
                (proved / folder / "one.json").write_text(text)
                assert run("verify", "deal.json", f"{folder}/one.json").returncode == 0
    assert lost >= 3
    assert len(list((proved / "proofs" / "many").iterdir())) == 2 * lost


@pytest.mark.processes
@pytest.mark.parametrize(
    ("ending", "more"), few_of([(signal.SIGTERM, ["lost.json", "--jobs", "2"]), (signal.SIGINT, [])])
)
def test_signals_leave_no_half_files(ending: signal.Signals, more: list[str], proved: Path) -> None:
    hard = RandomDeal(players=10, objectives=35, suits=10, values=40, trumps=0, tokens=("1", "2", "3", "omega"))
    (proved / "hard.json").write_text(hard.with_seed(16).to_json())
    child = started("decide", "hard.json", "--json", "--proof", "signals", *more)
    assert wait_until(lambda: sum(map(cpu_seconds_of, {child.pid, *descendants(child.pid)})) > 2)
    below = descendants(child.pid)
    child.send_signal(ending)
    _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == (130 if ending == signal.SIGINT else 143), err
    assert "Traceback" not in err
    assert all(map(gone, below))
    assert {path.name for path in (proved / "signals").iterdir()} <= {path.name for path in parts(proved)}
