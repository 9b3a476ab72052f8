"""Moves that are not cards, by a rule made up for tests: walks, questions, reviews, words and pages carry them."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import IllegalPlay
from crewsat.base.layout import rendered
from crewsat.engine.options import Options
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.replaying import replay
from crewsat.games.crew.text import parse_text
from crewsat.pages.crew import line
from crewsat.questions.crew.review import Reviewer
from crewsat.questions.move_options import MoveOptions
from crewsat.report.crew import playing, words
from tests.support.positions import as_played
from tests.support.random_instances import whole_crew
from tests.support.toy_choices import (
    KEEP,
    LEFT,
    Exchanging,
    ExchangingAnswers,
    ExchangingLater,
    ExchangingState,
    exchanged,
)

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Move

DEAL = parse_text("a1,2 b1 / a3 b2,3; leader 1; 2 wins b1; 1 wins a3")
"""Only with the exchange can it be won: player 1 has no high card without it."""


def deals(seeds: range) -> list[Crew]:
    """Small deals in which nothing has been played."""
    found = (whole_crew(seed, most_cards=9) for seed in seeds)
    return [deal for deal in found if not deal.played and all(deal.hands) and len(deal.hands) > 1]


def test_a_choice_is_made_before_a_card() -> None:
    walk = Exchanging(DEAL)
    assert (walk.legal(), walk.player, walk.line) == ((KEEP, LEFT), None, ())
    with pytest.raises(IllegalPlay, match=r"'a1' is not a choice that may be made now; allowed: no exchange, exchange"):
        walk.play("a1")
    walk.play("exchange the first cards")
    assert (walk.player, walk.deal, walk.start, walk.path, walk.cards) == (1, exchanged(DEAL), DEAL, (LEFT,), ())
    with pytest.raises(IllegalPlay, match=r"is not a choice that may be made now$") as error:
        walk.play(KEEP)
    assert (error.value.rule, error.value.trick) == ("choice", 1)
    walk.play("a3")
    assert [str(move) for move in walk.path] == ["exchange the first cards", "a3"]
    assert [str(walk.undo()), walk.undo()] == ["a3", LEFT]
    assert (walk.instance, walk.legal()) == (DEAL, (KEEP, LEFT))
    with pytest.raises(IndexError):
        walk.undo()


@pytest.mark.parametrize("kind", [Exchanging, ExchangingLater])
def test_a_walk_back_and_forth_is_where_a_new_one_would_be(kind: type[Exchanging]) -> None:
    seen: Counter[str] = Counter()
    for seed, deal in enumerate(deals(range(40))):
        rng, walk = random.Random(seed), kind(deal)
        for _ in range(25):
            if walk.path and (rng.random() < 0.4 or not walk.legal()):
                walk.undo()
            elif walk.legal():
                walk.play(rng.choice(walk.legal()))
            other, new = walk.copy(), kind(deal)
            for move in walk.path:
                new.play(move)
            assert (walk == new, hash(walk)) == (True, hash(new))
            shown = [(one.legal(), one.player, one.outcome, one.line, one.instance, one.cards) for one in (walk, new)]
            assert shown[0] == shown[1], walk.text
            seen.update(type(move).__name__ for move in walk.path)
            while other.path:
                other.undo()
            assert (walk.path, other.instance) == (new.path, deal)
    assert min(seen["Choice"], seen["Card"]) > 25, seen


def test_every_answer_is_that_of_exhaustive_search() -> None:
    seen: Counter[str] = Counter()
    for deal in deals(range(80)):
        state = ExchangingState(deal)
        after = {KEEP: deal, LEFT: exchanged(deal)}
        won = {choice: search(one) is not None for choice, one in after.items()}
        if not state.legal():
            continue
        assert {option.move: option.answer == "yes" for option in state.options()} == won
        verdict = state.winnable()
        assert (verdict.answer == "yes") == any(won.values())
        for play in (verdict.play, *(option.play for option in state.options())):
            if play:
                choice, *tricks = play
                assert isinstance(choice, Choice)
                replay(after[choice], as_played(tricks))
        seen["both" if all(won.values()) else "one" if any(won.values()) else "none"] += 1
        while (hint := state.hint()) is not None:
            state.play(hint)
        assert (state.outcome.status == "won") == any(won.values())
    assert min(seen[name] for name in ("both", "one", "none")) > 5, seen


def test_an_option_and_its_words() -> None:
    state = ExchangingState(DEAL)
    keep, exchange = state.options()
    assert (keep.answer, exchange.answer) == ("no", "yes")
    assert keep.as_dict() == {"choice": "no exchange", "answer": "no", "checked": keep.checked}
    assert list(exchange.as_dict()) == ["player", "choice", "answer", "checked", "play"]
    assert exchange.as_dict()["play"][0] == {"choice": "exchange the first cards", "player": 1}
    assert (exchange.card, state.hint(), pickle.loads(pickle.dumps(state)).path) == (None, LEFT, ())  # noqa: S301
    verdict = state.winnable()
    assert str(verdict) == "YES, in 3 tricks"
    assert verdict.assignment == {"b1": 2, "a3": 1}
    report = rendered(words.options_report(DEAL, MoveOptions((keep, exchange), "crew")), 80)
    assert "loses              no exchange" in report
    assert "keeps it winnable  exchange the first cards" in report
    table = rendered(words.play_of(DEAL, verdict), 80)
    assert "player 1 chooses 'exchange the first cards'" in table
    assert words.answer_line(DEAL, verdict) == "YES. The crew wins with trick 3 of 3."
    assert words.comments_of(DEAL, verdict)[0] == "player 1 chooses 'exchange the first cards'"
    assert words.comments_of(DEAL, verdict)[1].startswith("trick 1: ")


def test_a_game_at_the_table() -> None:
    state = ExchangingState(DEAL)
    assert next(playing.position(state)) == "Before trick 1 of 3: the crew chooses."
    assert list(playing.choices(state)) == [("The crew may choose", (KEEP, LEFT))]
    assert [playing.name(state, move) for move in state.legal()] == ["no exchange", "exchange the first cards"]
    state.play(playing.move_of(state, "exchange the first cards"))
    assert list(playing.happened(state)) == ["Before trick 1, player 1 chooses 'exchange the first cards'."]
    assert next(playing.position(state)) == "Trick 1 of 3: player 1 leads."


def test_a_review_names_the_choice_that_lost() -> None:
    moves: list[Move] = [KEEP, *DEAL.hands[0][:1], *DEAL.hands[1][:1]]
    walk = Exchanging(DEAL)
    for move in moves:
        walk.play(move)
    answers, limits = ExchangingAnswers(DEAL), Options().limits()
    verdict = answers.decide(walk, limits, lambda _known: None)
    review = Reviewer(walk.instance, limits, verdict, ExchangingAnswers(DEAL), moves).review()
    assert review.as_dict()["steps"][0] | {"checked": ""} == {
        "trick": 1,
        "player": None,
        "choice": "no exchange",
        "answer": "no",
        "checked": "",
        "winning": 1,
        "legal": 2,
    }
    assert review.lost_with is not None
    assert review.strip == "x--"
    assert review.lost_with.instead == ("exchange the first cards",)
    assert review.lost_with.play[0] == LEFT
    assert words.moved(review.steps[0].move) == "before trick 1 the crew chooses 'no exchange'"


def test_a_page_has_the_choice_as_a_step() -> None:
    play = ExchangingState(DEAL).winnable().play or ()
    shown = line(DEAL, play)["play"]
    assert shown[0] == {"choice": "exchange the first cards", "player": 1}
    assert [part["winner"] for part in shown[1:]] == [trick.winner for trick in play[1:]]  # type: ignore[union-attr]
