"""Batches: what goes to the workers, and what comes back."""

from __future__ import annotations

import os
import pickle
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import Defect, InvalidInstance, Stopped
from crewsat.engine.decision import Decision
from crewsat.engine.lines import Line, Lines
from crewsat.engine.many import _bundled, _Pace, _Work, ask_many
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.hackenbush.random_strings import RandomStrings
from crewsat.questions.asking import Asking
from crewsat.questions.explain import Explaining
from crewsat.questions.review import Reviewing
from crewsat.workers.pool import PAUSE
from tests.support import child_work
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from crewsat.engine.many import Given, Source
    from crewsat.engine.request import Request

DEALS = RandomDeal(players=4, objectives=5)


@pytest.mark.slow
@pytest.mark.parametrize("game", few_of(GAMES, 2))
def test_what_makes_an_instance_is_as_good_as_the_instance(game: str) -> None:
    generator = GAMES[game].generator()
    made = list(crewsat.decide_many((generator.with_seed(seed) for seed in range(6)), jobs=2))
    found = list(crewsat.decide_many((partial(generator.with_seed, seed) for seed in range(6)), jobs=2))
    for one, other in zip(made, found, strict=True):
        assert isinstance(other, crewsat.Verdict)
        assert (other.answer, other.play, other.model, other.about) == (one.answer, one.play, one.model, one.about)
        assert one.about is not None


@pytest.mark.slow
def test_an_instance_is_made_once_in_a_worker(tmp_path: Path) -> None:
    sources = [partial(child_work.marked_instance, str(tmp_path), seed) for seed in range(4)]
    assert all(isinstance(one, crewsat.Verdict) for one in crewsat.decide_many(sources, jobs=1))
    makers = [path.read_text().split() for path in sorted(tmp_path.iterdir())]
    assert [len(pids) for pids in makers] == [1] * 4
    assert str(os.getpid()) not in {pid for pids in makers for pid in pids}


@pytest.mark.slow
def test_what_cannot_be_made_and_what_options_do_not_suit_is_bad_input() -> None:
    sources: list[Source] = [partial(RandomStrings().with_seed, 1), partial(RandomDeal(tokens=(">>",)).with_seed, 1)]
    bad = InvalidInstance([Defect("", "unreadable")])
    given: list[Given] = [bad, *sources, partial(DEALS.with_seed, 1)]
    found = list(crewsat.decide_many(given, jobs=1, fewest_tricks=True))
    assert found[0] is bad
    assert [one.defects[0].place for one in found[1:3] if isinstance(one, InvalidInstance)] == [
        "game",
        "objectives[0].token",
    ]
    assert isinstance(found[3], crewsat.Verdict)
    (unsuited,) = ask_many(Explaining(Options()), sources[:1], jobs=1)
    assert isinstance(unsuited, InvalidInstance)
    with pytest.raises(crewsat.WrongOption, match="hackenbush has no tricks"):
        list(crewsat.decide_many([RandomStrings().with_seed(1)], fewest_tricks=True))


@pytest.mark.slow
def test_a_worker_tells_what_is_asked_for_and_nothing_else() -> None:
    deal = DEALS.with_seed(3)
    verdict = crewsat.decide(deal)
    for lines in (Lines(brief=True, digest=True), Lines()):
        (line,) = ask_many(Decision(Options()), [partial(DEALS.with_seed, 3)], jobs=1, render=lines)
        assert isinstance(line, Line)
        assert line.answer == verdict.answer
        text = line.after({"file": "x", "line": 1})
        assert text.startswith('{"file": "x", "line": 1, ')
        assert ('"play"' in text, "peak_mb" in text) == (not lines.brief, not lines.brief)
        assert (deal.digest() in text) == lines.digest
    assert list(ask_many(Decision(Options()), [deal], jobs=1, render=child_work.answer_of)) == [verdict.answer]


@pytest.mark.processes
def test_what_is_left_of_a_lost_worker_is_reported_here() -> None:
    source = partial(DEALS.with_seed, 3)
    crashing = child_work.Following(Options(), then=child_work.crash)
    (line,) = ask_many(crashing, [source], jobs=1, render=Lines(brief=True))
    assert isinstance(line, Line)
    assert line.answer == crewsat.decide(source()).answer
    late = Options(method="exhaustive", time_limit=0.2)
    lost = partial(RandomDeal(players=4, objectives=12).with_seed, 1)
    (verdict,) = ask_many(Decision(late), [lost], jobs=1)
    assert isinstance(verdict, crewsat.Verdict)
    assert (verdict.reason, verdict.about) == ("time", lost().about)


@pytest.mark.processes
def test_a_worker_that_is_lost_costs_one_instance_of_a_bundle() -> None:
    sources = [partial(child_work.made_or_killed, os.getpid(), seed, killed=seed in {20, 29}) for seed in range(40)]
    verdicts = list(crewsat.decide_many(sources, jobs=1))
    lost = [seed for seed, verdict in enumerate(verdicts) if isinstance(verdict, crewsat.Verdict) and verdict.reason]
    assert len(verdicts) == 40
    assert lost == [20, 29]


def test_instances_travel_in_bundles_that_take_a_moment() -> None:
    pace = _Pace()
    assert pace.size == 1
    for seconds, size in ((0.001, 2), (0.002, 4), (0.1, 2), (0.001, 4), (0.001, 8), (0.001, 16), (9.0, 1)):
        pace.took(seconds, pace.size)
        assert pace.size == size


def test_a_bundle_is_not_held_back() -> None:
    work = _Work(Decision(Options()), None)
    deal, bad, pace = DEALS.with_seed(1), InvalidInstance([Defect("", "bad")]), _Pace()
    pace.size = 3
    given: list[Given] = [deal, deal, PAUSE, deal, deal, deal, deal, bad, deal]
    assert list(_bundled(given, work, pace)) == [[deal] * 2, PAUSE, [deal] * 3, [deal], bad, [deal]]

    def failing() -> Iterator[Given]:
        yield from (deal, deal)
        raise OSError("gone")

    found = _bundled(failing(), work, pace)
    assert next(found) == [deal] * 2
    with pytest.raises(OSError, match="gone"):
        next(found)
    assert list(_bundled([deal] * 3, work, None)) == [[deal]] * 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Explaining, Reviewing])
def test_whatever_follows_a_decision_has_an_answer_when_time_is_up_at_once(kind: Callable[..., Request[Any]]) -> None:
    """Even if nothing has been noted; the others are answered."""
    deal = DEALS.with_seed(3).model_copy(update={"about": None})
    found: list[object] = list(ask_many(kind(Options(time_limit=1e-6)), [deal, deal], jobs=1))
    assert len(found) == 2
    assert not any(isinstance(one, InvalidInstance) for one in found)


@pytest.mark.slow
def test_a_request_of_which_nothing_is_known_ends_the_batch() -> None:
    string = crewsat.Hackenbush(strings=[[1, 2] * 400], coalition=[1])
    with pytest.raises(Stopped, match="memory"):
        list(ask_many(Asking(Options(memory_limit=1), "coalitions"), [string], jobs=1))


def test_a_decision_keeps_its_options_and_not_its_plans_when_it_is_sent() -> None:
    request = Decision(Options(method="cnf-tricks"))
    assert request.plan("crew") is request.plan("crew")
    sent: Decision = pickle.loads(pickle.dumps(request))  # noqa: S301 - our own
    assert sent == request
    assert sent.plan("crew") == request.plan("crew")
    assert len(pickle.dumps(request)) < 1_000
