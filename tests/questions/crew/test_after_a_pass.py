"""Deals of the real size after a pass, and claims about passes: cards are those of who holds them now."""

from __future__ import annotations

import pytest

import crewsat
from crewsat.base.errors import IllegalPlay
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.walk import Walk


def passed_on(players: int, seed: int) -> Walk:
    """A deal of the real game in which everybody has passed the first card that may be passed to the left."""
    deal = RandomDeal(players=players, objectives=4, distress=True).with_seed(seed)
    walk = Walk(deal)
    walk.play(next(choice for choice in walk.legal() if str(choice).startswith("left ")))
    while walk.choices_due:
        walk.play(walk.legal()[0])
    return walk


@pytest.mark.parametrize("players", [3, 4, 5])
def test_positions_of_real_size(players: int) -> None:
    for seed in range(3):
        walk = passed_on(players, seed)
        verdict = crewsat.decide(walk.instance)
        assert verdict.answer in {"yes", "no"}
        for option in crewsat.options(walk.instance):
            assert option.player == walk.player
        walk.play(walk.legal()[0])
        assert crewsat.review(walk.instance).steps


def test_who_may_lead_after_a_pass() -> None:
    deal = parse_text("pink9 blue1 / pink4 blue2; 1 wins pink9; passing; passed left pink4 pink9")
    assert {str(option.move): option.player for option in crewsat.options(deal)} == {
        "pink9": 1,
        "blue1": 1,
        "pink4": 2,
        "blue2": 2,
    }


def test_claims_are_compared_with_the_position_and_the_play() -> None:
    deal = parse_text("pink4 blue2 / pink9 blue1; leader 1; 1 wins pink9; passing")
    verdict = crewsat.decide(deal)
    assert verdict.play is not None
    crewsat.verify(deal, verdict.play, assignment=verdict.assignment, **verdict.chosen)
    with pytest.raises(IllegalPlay, match="not those of the position, or of the play"):
        crewsat.verify(deal, verdict.play, passed=["pink4", "blue1"], passed_to="right")
    position = parse_text("pink9 blue2 / pink4 blue1; leader 1; 1 wins pink9; passing; passed left pink4 pink9")
    won = crewsat.decide(position)
    assert won.play is not None
    with pytest.raises(IllegalPlay, match="not those of the position"):
        crewsat.verify(position, won.play, passed=["blue2", "blue1"], passed_to="right")
    with pytest.raises(IllegalPlay, match="invalid pass"):
        crewsat.verify(deal, verdict.play, passed=5)  # type: ignore[arg-type]


def test_lines_differ_by_who_plays_a_card() -> None:
    """The same cards in the same tricks may be played by different players, after different passes."""
    deal = parse_text("a1 a4 b4 / a3 b2 b3; leader 1; 2 wins a4; 1 wins b4; passing")
    lines = list(crewsat.winning_lines(deal))
    plays = [[(trick.leader, trick.cards) for trick in line if isinstance(trick, crewsat.Trick)] for line in lines]
    assert len({tuple(play) for play in plays}) == len(plays) > 5


def test_the_proof_of_a_review_is_about_the_move_that_lost(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Also where cards are passed after it."""
    folder = tmp_path_factory.mktemp("proof")
    game = Crew(
        hands=[["b1"], ["b2"]],
        leader=1,
        objectives=[{"card": "a3", "owner": 1}, {"card": "b2", "owner": 2}],
        passing={"after": 1},
        passed=[],
        played=[["a2", "a3"]],
    )
    found = crewsat.review(game, proof=str(folder))
    assert found.lost_with is not None
    assert found.lost_with.made <= found.lost_with.step
