"""``crewsat decide`` with many instances: order, bad lines, resuming, signals, and workers that are killed."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.crew.deals import RandomDeal
from tests.support.chunks import few_of, sizes
from tests.support.command import LOST, WON, run, started
from tests.support.processes import PATIENCE, children, gone, wait_until

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew


def deals(number: int) -> list[Crew]:
    return [RandomDeal(players=4, objectives=1 + seed % 8).with_seed(seed) for seed in range(number)]


def write_lines(path: Path, instances: list[Crew]) -> Path:
    path.write_text("".join(f"{instance.to_json()}\n" for instance in instances))
    return path


def answers_in(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def without_statistics(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "statistics"}


@pytest.mark.slow
def test_one_object_a_line_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "won.json").write_text(WON)
    (tmp_path / "mixed.jsonl").write_text(f"{LOST}\n\n{{bad\n{WON}\n")
    told = run(
        "decide", tmp_path / "won.json", tmp_path / "mixed.jsonl", tmp_path / "none.json", "--jobs", "2", "--json"
    )
    assert told.returncode == 1
    answers = answers_in(told.stdout)
    name = str(tmp_path / "mixed.jsonl")
    assert [(a["file"], a["line"], a.get("answer")) for a in answers] == [
        (str(tmp_path / "won.json"), 1, "yes"),
        (name, 1, "no"),
        (name, 3, None),
        (name, 4, "yes"),
        (str(tmp_path / "none.json"), 1, None),
    ]
    assert answers[2]["error"][0]["message"].startswith("invalid JSON")
    assert set(answers[2]) == {"file", "line", "error"}
    assert set(answers[2]["error"][0]) == {"place", "message"}
    assert answers[4]["error"] == [{"place": "", "message": "cannot be read: no such file or directory"}]
    one = json.loads(run("decide", "-", "--json", stdin=WON).stdout)
    assert without_statistics(answers[0]) == {"file": answers[0]["file"], "line": 1, **without_statistics(one)}
    assert "5 answers: 2 yes, 1 no, 2 bad" in told.stderr


@pytest.mark.slow
def test_the_status_of_many(tmp_path: Path, hard: Path) -> None:
    good = write_lines(tmp_path / "good.jsonl", deals(2))
    assert run("decide", good).returncode == 0
    undecided = run("decide", good, hard, "--method", "exhaustive", "--time-limit", "0.5", "--json")
    assert undecided.returncode == 3
    assert answers_in(undecided.stdout)[2]["reason"] == "time"
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    assert (run("decide", empty).returncode, run("decide", empty).stdout) == (0, "")


@pytest.mark.slow
def test_a_line_that_is_too_long_costs_that_line(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text(f"{WON}\n{' ' * 9_000_000}x\n{LOST}\n")
    told = run("decide", path, "--json")
    assert [(a["line"], a.get("answer")) for a in answers_in(told.stdout)] == [(1, "yes"), (2, None), (3, "no")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["a.json", "--jobs", "2"],
            "--jobs and --output apply to many instances: several files, a .jsonl or .deals file, --lines",
        ),
        (["a.jsonl", "--count", "2"], "--competition, --count, --strategy and --html apply to a single instance"),
        (
            ["a.json", "b.json", "--competition"],
            "--competition, --count, --strategy and --html apply to a single instance",
        ),
        (["a.json", "b.json", "--deal", "a1"], "--deal is one instance"),
        (["a.jsonl", "--jobs", "0"], "--jobs"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str) -> None:
    told = run("decide", *arguments, TERM="dumb", COLUMNS="200")
    assert told.returncode == 2
    assert words in told.stderr


@pytest.mark.slow
def test_answers_in_a_file_are_kept_and_not_sought_again(tmp_path: Path) -> None:
    source, output = write_lines(tmp_path / "deals.jsonl", deals(6)), tmp_path / "answers.jsonl"
    assert run("decide", source, "--output", output).returncode == 0
    whole = output.read_text()
    lines = whole.splitlines(keepends=True)
    output.write_text("".join(lines[:3]) + lines[3][:40])
    told = run("decide", source, "--output", output)
    assert (told.returncode, told.stdout) == (0, "")
    assert output.read_text().startswith("".join(lines[:3]))
    assert list(map(without_statistics, answers_in(output.read_text()))) == list(
        map(without_statistics, answers_in(whole))
    )
    before = output.read_text()
    assert run("decide", source, "--output", output).returncode == 0
    assert output.read_text() == before


@pytest.mark.slow
def test_an_output_of_something_else_is_left_alone(tmp_path: Path) -> None:
    source, output = write_lines(tmp_path / "deals.jsonl", deals(2)), tmp_path / "answers.jsonl"
    brief = '"checked": "none", "method": "auto", "tricks": 1'
    for text, words in (
        ("my diary\n", "line 1: this is not an answer"),
        (f'{{"file": "x", "line": 1, "answer": "yes", {brief}}}\n', "line 1: this is not the answer to"),
    ):
        output.write_text(text)
        told = run("decide", source, "--output", output)
        assert told.returncode == 1
        assert words in told.stderr
        assert output.read_text() == text
    for text in ('["error"]\n', '"an error"\n', f"{'[' * 100_000}\n"):
        output.write_text(text)
        told = run("decide", source, "--output", output)
        assert (told.returncode, told.stderr.count("\n")) == (1, 1)
        assert "line 1: this is not an answer" in told.stderr
    assert "is not a regular file" in run("decide", source, "--output", "/dev/full").stderr
    for text in ("my diary", '{"file": "' + str(source) + '", "line": 7, "answer'):
        output.write_text(text)
        told = run("decide", source, "--output", output)
        assert "line 1: is incomplete, and is not the beginning of the line that is due" in told.stderr
        assert output.read_text() == text
    before = source.read_text()
    assert "is one of the inputs" in run("decide", source, "--output", source).stderr
    assert source.read_text() == before
    assert run("decide", source, "--output", output.with_name("new.jsonl")).returncode == 0
    write_lines(source, deals(3)[1:])
    assert "line 1: this is not the answer" in run("decide", source, "--output", output.with_name("new.jsonl")).stderr
    assert "is not a regular file" in run("decide", source, "--output", tmp_path).stderr
    assert "cannot be written" in run("decide", source, "--output", tmp_path / "none" / "x.jsonl").stderr


@pytest.mark.processes
@pytest.mark.parametrize(
    ("ending", "status"), few_of([(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
)
def test_signals_end_a_batch_and_keep_its_answers(
    ending: signal.Signals, status: int, tmp_path: Path, hard: Path
) -> None:
    lines = tmp_path / "deals.jsonl"
    lines.write_text("".join(f"{deal}\n" for deal in (WON, LOST, *[hard.read_text()] * 3)))
    process = started("decide", lines, "--jobs", "2", "--method", "exhaustive", "--json")
    assert process.stdout is not None
    first = process.stdout.readline()
    workers = sorted(children(process.pid))
    process.send_signal(ending)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, err
    assert json.loads(first)["answer"] in {"yes", "no"}
    assert all(json.loads(line)["answer"] for line in out.splitlines())
    assert "Traceback" not in err
    assert workers
    assert all(map(gone, workers))


def check_signals(signals: int, tmp_path: Path, hard: Path) -> None:
    """Send signals to batches at random moments; each ends at once, with all below it."""
    lines = tmp_path / "deals.jsonl"
    lines.write_text("".join(f"{deal}\n" for deal in (WON, LOST, *[hard.read_text()] * 3)))
    rng = random.Random(1)
    for number in range(signals):
        process = started("decide", lines, "--jobs", "2", "--method", "exhaustive", "--json")
        assert process.stdout is not None
        process.stdout.readline()
        workers = children(process.pid)
        time.sleep(rng.choice((0.0, 0.001, 0.01, 0.1)) * rng.random())
        process.send_signal(rng.choice((signal.SIGINT, signal.SIGTERM)))
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode in {130, 143}, (number, err)
        assert "Traceback" not in err
        assert all(map(gone, workers)), number


@pytest.mark.processes
@pytest.mark.parametrize("signals", sizes(2, 6))
def test_a_signal_at_any_moment_ends_a_batch(signals: int, tmp_path: Path, hard: Path) -> None:
    """Up to one in four hung for ever: it came while a thread was started, or just before its end was waited for."""
    check_signals(signals, tmp_path, hard)


@pytest.mark.thorough
def test_two_hundred_signals_at_any_moment_end_a_batch(tmp_path: Path, hard: Path) -> None:
    check_signals(200, tmp_path, hard)


def check_kills(kills: int, number: int, tmp_path: Path) -> int:
    """Kill workers at random while a batch runs; return how many instances that has cost."""
    rng = random.Random(kills)
    instances = deals(number)
    source, output = write_lines(tmp_path / "deals.jsonl", instances), tmp_path / "answers.jsonl"
    process = started("decide", source, "--jobs", "2", "--output", output)
    done = 0
    while done < kills and process.poll() is None:
        time.sleep(0.05 + 0.2 * rng.random())
        workers = sorted(children(process.pid))
        if workers:
            os.kill(rng.choice(workers), signal.SIGKILL)
            done += 1
    _, err = process.communicate(timeout=600)
    assert done == kills, "the batch was over too soon"
    answers = answers_in(output.read_text())
    assert [(a["file"], a["line"]) for a in answers] == [(str(source), line) for line in range(1, number + 1)]
    lost = [answer for answer in answers if answer["answer"] == "unknown"]
    assert len(lost) <= kills
    assert {answer["reason"] for answer in lost} <= {"crash"}
    assert process.returncode == (3 if lost else 0), err
    for instance, answer in zip(instances, answers, strict=True):
        if answer["answer"] != "unknown":
            key = {"file": str(source), "line": answer["line"], "sha256": instance.digest()}
            expected = {**key, **crewsat.decide(instance).as_dict()}
            assert without_statistics(answer) == without_statistics(expected)
    return len(lost)


@pytest.mark.processes
def test_killed_workers_cost_their_instances_only(tmp_path: Path) -> None:
    assert check_kills(4, 100, tmp_path) > 0


@pytest.mark.thorough
def test_two_hundred_killed_workers_cost_their_instances_only(tmp_path: Path) -> None:
    assert check_kills(200, 4_000, tmp_path) > 20


# One run at a time, other options, and what is asked again.


@pytest.mark.slow
def test_a_second_run_on_the_same_output_is_refused_at_once(tmp_path: Path, hard: Path) -> None:
    """Two runs of `crewsat decide deals.jsonl --output answers.jsonl` both ended well, with each answer there twice."""
    source, output = tmp_path / "deals.jsonl", tmp_path / "answers.jsonl"
    source.write_text(f"{WON}\n{hard.read_text()}\n")
    first = started("decide", source, "--method", "exhaustive", "--output", output)
    assert wait_until(lambda: output.exists() and output.read_bytes().endswith(b"\n"))
    before = output.read_bytes()
    for more in ([], ["--retry"]):
        second = run("decide", source, "--output", output, *more)
        assert (second.returncode, second.stdout) == (1, "")
        assert second.stderr == f"{output}: is in use by process {first.pid}\n"
    assert output.read_bytes() == before
    first.terminate()
    first.communicate(timeout=PATIENCE)
    assert run("decide", source, "--output", output).returncode == 0
    assert [answer["line"] for answer in answers_in(output.read_text())] == [1, 2]


@pytest.mark.slow
def test_answers_without_what_is_asked_for_now_are_refused(tmp_path: Path) -> None:
    source, output = tmp_path / "deals.jsonl", tmp_path / "answers.jsonl"
    source.write_text(f"{LOST}\n{WON}\n")
    assert run("decide", source, "--output", output).returncode == 0
    before = output.read_text()
    for more, words in (
        (["--explain"], "line 1: this is a no without an explanation, which --explain requires"),
        (["--proof", tmp_path / "proofs"], "line 1: this is a no without a proof, which --proof requires"),
        (["--fewest-tricks"], "line 2: this is a yes without the fewest tricks, which --fewest-tricks requires"),
    ):
        told = run("decide", source, "--output", output, *more)
        assert told.returncode == 1
        assert f"{output}: {words}; the file must be new" in told.stderr
        assert output.read_text() == before
        output.unlink()
        assert run("decide", source, "--output", output, *more).returncode == 0
        assert run("decide", source, "--output", output, *more).returncode == 0
        assert len(answers_in(output.read_text())) == 2
        output.write_text(before)


@cache
def all_decided(deals: str) -> str:
    """What a batch of these lines has put out, as long as it was in a folder that is called FOLDER here."""
    with TemporaryDirectory() as folder:
        source, output = Path(folder) / "deals.jsonl", Path(folder) / "answers.jsonl"
        source.write_text(deals)
        assert run("decide", source, "--output", output).returncode == 1
        return output.read_text().replace(folder, "FOLDER")


def undecided(tmp_path: Path, hard: Path) -> tuple[Path, Path, list[dict[str, Any]]]:
    """A batch of which every other answer is unknown, its output, and the answers."""
    source, output = tmp_path / "deals.jsonl", tmp_path / "answers.jsonl"
    source.write_text("".join(f"{deal}\n" for deal in (hard.read_text(), WON, hard.read_text(), "{bad", LOST)))
    answers = answers_in(all_decided(source.read_text()).replace("FOLDER", str(tmp_path)))
    assert [answer.get("answer") for answer in answers] == ["no", "yes", "no", None, "no"]
    for k in (0, 2):
        answers[k] |= {"answer": "unknown", "reason": "time", "method": "exhaustive"}
    output.write_text("".join(f"{json.dumps(answer)}\n" for answer in answers))
    return source, output, answers


@pytest.mark.slow
def test_unknown_answers_are_kept_unless_they_are_to_be_asked_again(tmp_path: Path, hard: Path) -> None:
    source, output, answers = undecided(tmp_path, hard)
    told = run("decide", source, "--output", output)
    assert answers_in(output.read_text()) == answers
    assert told.returncode == 1
    assert "; 2 unknown from before kept, --retry tries again" in told.stderr
    told = run("decide", source, "--output", output, "--retry")
    assert "unknown" not in told.stderr
    assert told.returncode == 1  # the third line is still bad
    again = answers_in(output.read_text())
    assert [answer.get("answer") for answer in again] == ["no", "yes", "no", None, "no"]
    assert [again[k] for k in (1, 3, 4)] == [answers[k] for k in (1, 3, 4)]
    assert [(a["file"], a["line"]) for a in again] == [(a["file"], a["line"]) for a in answers]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.jsonl", "deals.jsonl", "hard.json"]
    assert "--retry applies to answers in an --output file" in run("decide", source, "--retry", COLUMNS="200").stderr


@pytest.mark.processes
@pytest.mark.parametrize("ending", few_of([signal.SIGKILL, signal.SIGINT]))
def test_a_retry_that_is_ended_loses_nothing(ending: signal.Signals, tmp_path: Path, hard: Path) -> None:
    source, output, answers = undecided(tmp_path, hard)
    beside = tmp_path / "answers.jsonl.retry"
    retry = started("decide", source, "--output", output, "--retry", "--method", "exhaustive", "--jobs", "1")
    assert wait_until(lambda: beside.exists() and children(retry.pid))
    retry.send_signal(ending)
    retry.communicate(timeout=PATIENCE)
    assert answers_in(output.read_text()) == answers
    assert beside.exists() == (ending == signal.SIGKILL)
    beside.write_text(json.dumps({**answers[0], "answer": "no"}) + "\n")  # a retry that had come so far when killed
    assert run("decide", source, "--output", output, "--retry").returncode == 1
    again = answers_in(output.read_text())
    assert [answer.get("answer") for answer in again] == ["no", "yes", "no", None, "no"]
    assert again[0]["method"] == "exhaustive"  # as it was there, not asked again
    assert not beside.exists()


@pytest.mark.slow
def test_there_are_no_more_workers_than_instances(tmp_path: Path) -> None:
    """`--jobs 100000000` made as many workers before it looked at an instance."""
    source = write_lines(tmp_path / "deals.jsonl", deals(3))
    told = run("decide", source, "--jobs", "100000000", "--json")
    assert (told.returncode, len(answers_in(told.stdout))) == (0, 3)


@pytest.mark.slow
def test_an_old_retry_takes_back_nothing_that_has_been_decided_since(tmp_path: Path, hard: Path) -> None:
    source, output, answers = undecided(tmp_path, hard)
    beside = tmp_path / "answers.jsonl.retry"
    beside.write_text("".join(f"{json.dumps(answer)}\n" for answer in answers[:2]))
    output.write_text(f"{json.dumps({**answers[0], 'answer': 'no'})}\n")
    assert run("decide", source, "--output", output, "--retry").returncode == 1
    again = answers_in(output.read_text())
    assert [answer.get("answer") for answer in again] == ["no", "yes", "no", None, "no"]
    assert again[0]["method"] == "exhaustive"
    assert not beside.exists()


@pytest.mark.slow
def test_a_retry_that_is_refused_is_refused_before_anything_is_asked(tmp_path: Path, hard: Path) -> None:
    source, output, answers = undecided(tmp_path, hard)
    proofs = str(tmp_path / "proofs")
    for more, words in (([answers[4]], "line 6: there are more answers"), ([], "line 5: this is a no without a proof")):
        text = "".join(f"{json.dumps(answer)}\n" for answer in answers + more)
        output.write_text(text)
        told = run("decide", source, "--output", output, "--retry", *([] if more else ["--proof", proofs]))
        assert told.returncode == 1
        assert words in told.stderr
        assert output.read_text() == text
        assert not (tmp_path / "answers.jsonl.retry").exists()
    told = run("decide", source, "-", "--output", output, "--retry", COLUMNS="200")
    assert told.returncode == 2


@pytest.mark.slow
def test_a_retry_through_a_link_changes_the_file_and_keeps_its_permissions(tmp_path: Path, hard: Path) -> None:
    source, output, _ = undecided(tmp_path, hard)
    (tmp_path / "links").mkdir()
    link = tmp_path / "links" / "answers.jsonl"
    link.symlink_to(output)
    output.chmod(0o600)
    assert run("decide", source, "--output", link, "--retry").returncode == 1
    assert link.is_symlink()
    assert output.stat().st_mode & 0o777 == 0o600
    assert [answer.get("answer") for answer in answers_in(output.read_text())] == ["no", "yes", "no", None, "no"]
