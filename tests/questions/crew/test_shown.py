"""Plays are shortened where they are shown, and not where they only answer a question inside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.crew import player, quick
from crewsat.engine.asking import answered
from crewsat.engine.decision import Decision
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Options

if TYPE_CHECKING:
    from crewsat.algorithms.crew.flat import Flat

SHOWN = quick.POLISH
DEAL = crewsat.RandomDeal(players=3, objectives=2, suits=2, values=6, trumps=0)
WON = DEAL.with_seed(1)


@pytest.fixture
def polished(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The effort to shorten a play, for each that the quick player is asked for."""
    efforts: list[int] = []

    def played(deal: Flat, seed: int, *, polish: int) -> Any:  # noqa: ANN401 - a line of play
        efforts.append(polish)
        line: Any = player.play(deal, seed=seed, positions=2_000, polish=min(polish, 200))
        return line and [(leader + 1, tuple(deal.cards[card] for card in cards)) for leader, cards in line]

    monkeypatch.setattr(quick, "kernel", object)
    monkeypatch.setattr(quick, "_played", played)
    return efforts


def test_the_play_of_an_answer_is_shortened(polished: list[int]) -> None:
    verdict = crewsat.decide(WON)
    assert (verdict.answer, verdict.method) == ("yes", "player")
    assert polished == [SHOWN]
    short = len(verdict.play or ())
    longer = answered(Decision(Options()), WON, Decision(Options()).limits(), note=ignore_progress)
    assert polished == [SHOWN, 0]
    assert short <= len(longer.play or ())


def test_plays_that_only_answer_a_question_are_not(polished: list[int]) -> None:
    assert {option.answer for option in crewsat.options(WON)} <= {"yes", "no"}
    assert polished
    assert set(polished) == {0}


def test_of_a_review_the_play_after_the_loss_is_shortened(polished: list[int]) -> None:
    lost = next(
        game
        for seed in range(50)
        if (game := losing(DEAL.with_seed(seed))) is not None and crewsat.decide(game).answer == "no"
    )
    polished.clear()
    review = crewsat.review(lost)
    assert review.lost_with is not None
    assert polished.count(SHOWN) == 1
    assert set(polished) == {0, SHOWN}


def losing(deal: crewsat.Crew) -> crewsat.Crew | None:
    """The deal after a card that loses it, if there is one at the start."""
    bad = next((option for option in crewsat.options(deal) if option.answer == "no"), None)
    if bad is None or crewsat.decide(deal).answer == "no":
        return None
    hands = [[card for card in hand if card != bad.move] for hand in deal.hands]
    return deal.model_copy(update={"hands": hands, "played": [[bad.move]], "leader": bad.player})
