"""Every engine through `decide`: answers that agree, answers that do not, backends that are missing."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.families import make
from crewsat.algorithms.result import Solution
from crewsat.base.errors import BugFound, NotInstalled, Stopped
from crewsat.base.stopwatch import cpu_seconds
from crewsat.engine import backends, strategy
from crewsat.engine.backends import Finding
from crewsat.engine.methods import METHODS
from crewsat.engine.notes import Notes, broken_off
from crewsat.engine.options import Options
from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer
from crewsat.games import GAMES
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.text import parse_text
from crewsat.report import report
from crewsat.report.verdict import found_line
from crewsat_encodings.crew.cpsat import task_rules
from crewsat_encodings.crew.cpsat.encoding import Encoding
from tests.support import takeaway
from tests.support.countdown import Countdown, Pick
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from pathlib import Path

REAL = RandomDeal(players=4, objectives=6, tokens=("1", "omega")).with_seed(2)


def by(method: str, instance: crewsat.Crew, options: Options | None = None) -> crewsat.Verdict:
    return answer(instance, plan_of(instance.game, method), (options or Options()).limits(), note=lambda _known: None)


@pytest.mark.slow
def test_all_asks_everything_that_applies() -> None:
    verdict = crewsat.decide(REAL, method="all", time_limit=120)
    engines_asked = {"cnf-tricks", "cnf-tricks (kissat)", "cpsat", "asp"}
    assert verdict.answers is not None
    assert set(verdict.answers) == {"player", *engines_asked}
    assert set(verdict.answers.values()) == {verdict.answer} == {"yes"}
    assert (verdict.method, verdict.checked) == ("all", "replayed")
    assert verdict.as_dict()["answers"] == dict(verdict.answers)
    small = crewsat.decide(whole_crew(4), method="all")
    assert small.answers is not None
    assert {"exhaustive", *engines_asked} <= set(small.answers)
    one_suit = parse_text("a1,4 / a2,3; 1 wins a4")
    asked = by("all", one_suit).answers
    assert asked is not None
    assert {"single-suit", "owned-objectives", "exhaustive", "cpsat"} <= set(asked)


def test_all_takes_the_answer_that_is_checked_best() -> None:
    lost = parse_text("a9,1 b2 / a2,5 b5 / a4 b6,1; leader 1; 1 wins a1; 2 wins at most 3 tricks")  # a task
    verdict = by("all", lost)
    assert (verdict.answer, verdict.checked) == ("no", "search")
    refuted = parse_text("a9,1 b2 / a2,5 b5 / a4 b6,1; leader 1; 1 wins a1")
    verdict = by("all", refuted)
    assert (verdict.answer, verdict.checked) == ("no", "algorithm")
    too_many = parse_text("a1,2,3 / b1,2; 1 wins a1 a2; 2 wins b1")
    verdict = by("all", too_many)
    assert (verdict.answer, verdict.checked) == ("no", "algorithm")
    assert verdict.because


@pytest.mark.parametrize("kind", ["search", "cpsat", "asp", "cnf"])
def test_a_contradiction_is_a_bug(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    won = parse_text("a9 b2 / a2 b5 / a4 c1; leader 1; 1 wins a4")
    assert by("all", won).answer == "yes"
    monkeypatch.setitem(backends._RUN, kind, lambda *_: Finding("no"))
    with pytest.raises(BugFound, match=r"the methods contradict each other .*cnf-tricks .*\"hands\":"):
        by("all", won)


@pytest.mark.slow
def test_a_contradiction_is_reported_before_anything_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a process lost later would take the contradiction with it."""

    def never(*_: object) -> Finding:
        raise AssertionError

    monkeypatch.setitem(backends._RUN, "cpsat", lambda *_: Finding("no"))
    monkeypatch.setitem(backends._RUN, "asp", never)
    with pytest.raises(BugFound, match="cnf-tricks yes"):
        by("all", REAL)


@pytest.mark.slow
def test_all_keeps_what_is_known_when_its_process_is_lost() -> None:
    notes: Notes = {}
    answer(REAL, plan_of("crew", "all"), Options().limits(), note=notes.update)
    verdict = broken_off(REAL, "all", "crash", notes)
    assert (verdict.answer, verdict.reason, verdict.method) == ("yes", "crash", "all")
    assert "Stopped early: the solver crashed." in "".join(map(str, report(REAL, verdict)))
    small = crewsat.decide(REAL, method="all", memory_limit=100)  # enough for the formula, not for CP-SAT
    assert small.answers is not None
    assert small.answers["asp"] == "unknown"
    assert (small.answer, small.reason) == ("yes", "memory")


def test_each_run_of_all_has_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    shares = []

    def late(_method: object, _instance: object, limits: Any, _note: object) -> Finding:  # noqa: ANN401
        shares.append(limits.deadline - clock[0])
        clock[0] += 1.0
        return Finding("unknown", reason="time")

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(strategy, "run", late)
    verdict = by("all", REAL, Options(time_limit=18.0))
    runs = len(shares)
    assert (verdict.answer, verdict.reason) == ("unknown", "time")
    assert runs == sum(
        method.understands(REAL) for method in METHODS["crew"]
    )  # kissat in place of the search, which is for small deals
    assert shares == pytest.approx([(18.0 - k) / (runs - k) for k in range(runs)])


@pytest.mark.slow
@pytest.mark.parametrize("method", ["cpsat", "asp"])
def test_a_seed_varies_the_search(method: str) -> None:
    plays = {by(method, REAL, Options(seed=seed)).play for seed in range(4)}
    assert len(plays) > 1
    assert by(method, REAL, Options(seed=1)).play == by(method, REAL, Options(seed=1)).play


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"method": "cpsat"}, {"method": "asp"}, {"solver": "kissat"}])
def test_engines_report_their_work(options: dict[str, Any]) -> None:
    verdict = crewsat.decide(REAL, **options)
    crewsat.verify(REAL, verdict.play or ())
    statistics = verdict.statistics.as_dict()
    stages = ("encode", "solve", "decode", "replay")
    assert {f"{stage}_seconds" for stage in stages} <= set(statistics)
    spent = sum(statistics[f"{stage}_cpu_seconds"] for stage in stages) + statistics.get("load_cpu_seconds", 0)
    assert 0.2 * statistics["cpu_seconds"] < spent <= statistics["cpu_seconds"]
    assert statistics["peak_mb"] > 10
    assert {"conflicts", "decisions"} <= set(statistics)
    assert verdict.solver in {"cp-sat", "clingo", "kissat"}


@pytest.mark.slow
def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "clingo", None)
    with pytest.raises(NotInstalled, match=r"method 'asp' needs clingo: pip install -e '\.\[asp\]'"):
        crewsat.decide(REAL, method="asp")
    asked = by("all", REAL).answers
    assert asked is not None
    assert "asp" not in asked


def test_a_yes_may_rest_on_a_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one to three tokens, a multiple of four is lost for the player to move; nothing here is a list of moves."""
    monkeypatch.setitem(GAMES, "countdown", takeaway.GAME)
    verdicts = [crewsat.decide(Countdown(numbers=(1, 2, 3), target=tokens)) for tokens in range(1, 13)]
    assert [verdict.answer for verdict in verdicts] == 3 * ["yes", "yes", "yes", "no"]
    assert {verdict.checked for verdict in verdicts} == {"replayed"}
    assert [verdicts[5].play, verdicts[7].play] == [(Pick(2),), None]
    assert found_line(verdicts[5]).endswith("; the strategy was played against every defence.")
    for tokens, wins in ((6, True), (8, False)):
        found = Solution(wins, {7: 3, 6: 2, 5: 1, 3: 3, 2: 2})
        monkeypatch.setattr(takeaway, "search", lambda *_, found=found, **_options: found)
        with pytest.raises(BugFound, match="0 of 1 tokens cannot be taken"):
            crewsat.decide(Countdown(numbers=(1, 2, 3), target=tokens))


def test_a_kind_of_task_without_constraints_is_not_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = parse_text("a1,4 / a2,3; 1 wins at least 1 trick")
    assert by("cpsat", deal).answer == "yes"
    monkeypatch.delitem(task_rules.DEMANDS, "tricks")
    with pytest.raises(Stopped, match="incomplete"):
        Encoding(deal)
    verdict = by("cpsat", deal)
    assert (verdict.answer, verdict.reason) == ("unknown", "incomplete")


def test_the_processor_time_of_auto_is_that_of_all_it_tried() -> None:
    """Of cards of one suit, the methods that are tried in vain take longer than the one that answers."""
    instance = make("one-suit", {"cards": 48}, 1)
    crewsat.decide(instance)
    told, spent = [], []
    for _ in range(20):
        begin = cpu_seconds()
        verdict = crewsat.decide(instance)
        spent.append(cpu_seconds() - begin)
        told.append(verdict.statistics.cpu_seconds or 0.0)
    assert verdict.method == "single-suit"
    assert 0.7 * min(spent) < min(told) <= min(spent)


@pytest.mark.parametrize("name", [None, "strategy.jsonl"])
def test_a_no_stands_if_the_replay_of_its_strategy_is_broken_off(name: str | None, tmp_path: Path) -> None:
    game = crewsat.Hackenbush(strings=[[1, 2], [1, 3], [2], [3]], coalition=[1])
    limits = Options(strategy=None if name is None else tmp_path / name).limits()
    notes: Notes = {}
    assert answer(game, plan_of("hackenbush", "positions"), limits, note=notes.update).checked == "replayed"
    verdict = broken_off(game, "positions", "memory", notes)
    assert (verdict.answer, verdict.checked, verdict.reason) == ("no", "search", None)
    assert verdict.unproved == (None if name is None else "memory")
    notes = {}
    answer(game, plan_of("hackenbush", "all"), Options().limits(), note=notes.update)
    assert "settled" not in notes
