"""Running an audit: the same result however it is run, saved part by part, and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import BugFound, InvalidInstance, WrongOption
from crewsat.base.journal import Journal
from crewsat.studies.audit import running
from crewsat.studies.audit.claims import try_claims
from crewsat.studies.audit.provenance import code_digest
from crewsat.studies.audit.rendering import as_page, report_of
from crewsat.studies.audit.running import load_audit, parts_of, run_audit
from tests.support.processes import PATIENCE, children, descendants, gone, wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from crewsat.studies.audit.claims import Audit, Domain, Tallies

COMMAND = (sys.executable, "-m", "crewsat", "audit", "crew")
CHEAP = ("theorem-3.1", "one-player", "theorem-3.1-time")


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, domains of deals have only their smaller sizes."""
    audit = load_audit("crew")

    def few(domain: Domain[Any]) -> Domain[Any]:
        small = [one for one in domain.chunks(False) if one[0] in {"owned", "one-value"} or one[0] in {1, 2}]
        chosen = [one for one in small if one[1] in {0, 1, 2, 3, 4, 16, 64}]
        return replace(domain, chunks=lambda _thorough: chosen)

    domains = {name: few(domain) for name, domain in audit.domains.items()}
    monkeypatch.setattr("crewsat.studies.audit.crew.audit.AUDIT", replace(audit, domains=domains))


def json_of(tallies: Tallies) -> str:
    return json.dumps({key: tally.as_dict() for key, tally in tallies.items()}, sort_keys=True)


@pytest.mark.slow
def test_every_number_of_jobs_gives_the_same_report() -> None:
    audit = load_audit("crew", CHEAP)
    pages = [as_page(report_of(audit, run_audit(audit, jobs=jobs).tallies, thorough=False)) for jobs in (1, 2)]
    assert pages[0] == pages[1]
    assert "theorem-3.1-time" in pages[0]


@pytest.mark.thorough
def test_the_hash_seed_changes_nothing() -> None:
    told = {
        subprocess.run(
            [
                sys.executable,
                "-m",
                "crewsat",
                "audit",
                "crew",
                "lemma-6.2-hand-size",
                "--json",
                "--jobs",
                "1",
            ],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


@pytest.mark.slow
def test_a_run_is_the_sum_of_its_parts() -> None:
    audit = load_audit("crew", CHEAP)
    parts = parts_of(audit, thorough=False)
    assert parts == parts_of(audit, thorough=False)
    assert {name for name, _ in parts} == {"one-suit", "one-value", "large"}
    cases = dict.fromkeys(run_audit(audit).tallies, 0)
    for name, chunk in parts:
        for key, tally in try_claims(audit.claims, audit.domains[name], chunk).items():
            cases[key] += tally.cases
    assert cases == {key: tally.cases for key, tally in run_audit(audit).tallies.items()}
    assert min(cases.values()) > 0


def test_progress_counts_every_part(tmp_path: Path) -> None:
    audit = load_audit("crew", ("one-player",))
    number = len(parts_of(audit, thorough=False))
    told: list[tuple[int, int]] = []
    run_audit(audit, saved=str(tmp_path / "saved"), progress=lambda *now: told.append(now))
    assert told == [(done, number) for done in range(number + 1)]
    told.clear()
    run_audit(audit, saved=str(tmp_path / "saved"), progress=lambda *now: told.append(now))
    assert told == [(number, number)]


# Saved results.


def saved_run(path: Path, claims: Sequence[str] = CHEAP) -> str:
    return json_of(run_audit(load_audit("crew", claims), saved=str(path)).tallies)


@pytest.mark.slow
def test_what_is_saved_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "saved.jsonl"
    first = saved_run(path)
    before = path.read_bytes()
    assert len(before.splitlines()) == 1 + len(parts_of(load_audit("crew", CHEAP), thorough=False))

    def never(*_: object) -> Tallies:
        raise AssertionError

    monkeypatch.setattr(running, "try_claims", never)
    assert saved_run(path) == first
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_file_that_is_cut_off_anywhere_is_gone_on_with(tmp_path: Path) -> None:
    """Even in its first line, and before it: the file is then begun."""
    path, claims = tmp_path / "saved.jsonl", ("one-player",)
    first = saved_run(path, claims)
    whole = path.read_bytes()
    ends = [k + 1 for k, byte in enumerate(whole) if byte == ord("\n")]
    for kept in (0, 1, ends[0] - 1, ends[0], ends[0] + 1, ends[3] - 1, ends[3] + 40, ends[-2], len(whole) - 1):
        path.write_bytes(whole[:kept])
        assert saved_run(path, claims) == first, kept
        assert path.read_bytes() == whole, kept


def bad_files() -> dict[str, tuple[str, str]]:
    header = json.dumps({"audit": "crew", "thorough": False, "claims": ["one-player"], "code": code_digest()})
    good = (
        '{"part": "one-suit 1 0 0 1", "tallies": '
        '{"one-player/always-won": {"cases": 1, "failures": {}, "smallest": null}}}\n'
    )
    other = "is of another audit, of other claims or of other code; allowed: a new file"
    nothing = "is not what an audit saves; allowed: a new file"
    incomplete = "is incomplete, and is not the beginning of the line that is due; allowed: a new file"
    missing = "is not of the part 'one-suit 2 0 0 1', which is due: a line is missing or repeated; allowed: a new file"
    return {
        "other claims": (header.replace("one-player", "lemma-4.2") + "\n", f"line 1: {other}"),
        "other code": (header.replace(code_digest(), "0" * 16) + "\n", f"line 1: {other}"),
        "thorough": (header.replace("false", "true") + "\n", f"line 1: {other}"),
        "an object": ("{}\n", f"line 1: {other}"),
        "a diary": ("Dear diary,\n", f"line 1: {nothing}"),
        "a diary without an end": ("Dear diary,", f"line 1: {incomplete}"),
        "two lines of a diary": ("Dear diary,\ntoday", f"line 1: {nothing}"),
        "a diary below": (f"{header}\nDear diary,", f"line 2: {incomplete}"),
        "a deep line": ("[" * 100_000 + "\n", f"line 1: {nothing}"),
        "blank": ("\n\n", f"line 1: {nothing}"),
        "a part without results": (f'{header}\n{{"part": "one-suit 1 0 0 1"}}\n', f"line 2: {nothing}"),
        "a part of other claims": (f"{header}\n{good.replace('always-won', 'x')}", f"line 2: {nothing}"),
        "a part twice": (f"{header}\n{good}{good}", f"line 3: {missing}"),
        "a part too few": (header + "\n" + good.replace("t 1", "t 2"), f"line 2: {missing.replace('t 2', 't 1')}"),
        "no tally": (
            f'{header}\n{{"part": "one-suit 1 0 0 1", "tallies": {{"one-player/always-won": 5}}}}\n',
            f"line 2: {nothing}",
        ),
        "no number": (f"{header}\n{good.replace(': 1,', ': null,')}", f"line 2: {nothing}"),
        "a negative number": (f"{header}\n{good.replace(': 1,', ': -1,')}", f"line 2: {nothing}"),
        "a failure of no case": (header + "\n" + good.replace("{},", '{"lost": 2},'), f"line 2: {nothing}"),
        "no object": (f'{header}\n{{"part": "one-suit 1 0 0 1", "tallies": []}}\n', f"line 2: {nothing}"),
        "no list": (f"{header}\n[]\n", f"line 2: {nothing}"),
        "bytes": ("\x00\x01\x02\n", f"line 1: {nothing}"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("kind", bad_files())
def test_a_file_of_something_else_is_refused_in_a_line_and_left_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    text, words = bad_files()[kind]
    path.write_text(text)
    with pytest.raises(InvalidInstance) as refused:
        saved_run(path, ("one-player",))
    assert refused.value.lines() == [f"{path}: {words}"]
    assert path.read_text() == text


def test_a_file_that_cannot_be_written_is_reported_by_name(tmp_path: Path) -> None:
    path = tmp_path / "none" / "saved.jsonl"
    with pytest.raises(InvalidInstance) as refused:
        saved_run(path)
    assert refused.value.lines() == [f"{path}: cannot be written: no such file or directory"]


def started(path: Path, *claims: str) -> subprocess.Popen[str]:
    command = [*COMMAND, *claims, "--jobs", "2", "--output", str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_lines(path: Path, number: int) -> None:
    assert wait_until(lambda: path.exists() and len(path.read_bytes().splitlines()) >= number)


@pytest.mark.processes
def test_a_run_that_was_killed_is_gone_on_with(tmp_path: Path) -> None:
    path, claims = tmp_path / "saved.jsonl", ("lemma-6.2-time",)
    child = started(path, *claims)
    wait_for_lines(path, 10)
    below = descendants(child.pid)
    child.kill()
    child.communicate()
    assert all(map(gone, below))
    kept = path.read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    assert len(kept.splitlines()) >= 10
    with path.open("ab") as file:
        file.write(b'{"part": "')
    again = started(path, *claims)
    out, err = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, err
    assert path.read_bytes().startswith(kept)
    names = [json.loads(line)["part"] for line in path.read_text().splitlines()[1:]]
    assert len(names) == len(set(names)) == 26
    assert "LEMMA-6.2-TIME  " in out


def test_a_file_another_run_writes_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    saved_run(path, ("one-player",))
    before = path.read_bytes()
    with Journal(path), pytest.raises(InvalidInstance, match="is in use by another run"):
        saved_run(path, ("one-player",))
    assert path.read_bytes() == before


@pytest.mark.processes
def test_a_worker_that_is_lost_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "saved.jsonl"
    child = started(path, "theorem-5.3-algorithm")
    wait_for_lines(path, 5)
    while child.poll() is None:  # one that has not begun its part is replaced
        for worker in children(child.pid):
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.05)
    _, err = child.communicate()
    assert child.returncode == 1
    assert "a worker was lost" in err
    assert "of the audit crew" in err
    assert "Traceback" not in err
    assert len(path.read_text().splitlines()) >= 5


@pytest.mark.slow
def test_an_error_of_a_worker_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    audit = load_audit("crew", ("one-player",))
    with pytest.raises(WrongOption, match="unknown claim"):
        # The workers load the audit by its name and claims.
        run_audit(replace(audit, claims=(replace(audit.claims[0], name="unheard-of"),)), jobs=2)

    def lost(*_: object) -> Tallies:
        raise BugFound("x")

    monkeypatch.setattr(running, "try_claims", lost)
    with pytest.raises(BugFound):
        run_audit(audit)


# Names.


def test_claims_are_chosen_by_name_and_come_in_the_order_of_the_paper() -> None:
    def names(audit: Audit) -> list[str]:
        return [claim.name for claim in audit.claims]

    whole = names(load_audit("crew"))
    assert names(load_audit("crew", ("theorem-6.5", "lemma-4.2", "lemma-4.2"))) == ["lemma-4.2", "theorem-6.5"]
    assert len(whole) > 20
    with pytest.raises(WrongOption, match="unknown audit 'bridge'; allowed: crew, hanabi, hackenbush, skull"):
        load_audit("bridge")
    with pytest.raises(WrongOption, match=r"unknown claim 'lemma-9\.9' in the audit crew; did you mean lemma-"):
        load_audit("crew", ("lemma-9.9",))
