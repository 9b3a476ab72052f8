"""What other solvers of The Crew got wrong, each as a deal a person can check.

The deals are written in the text form; every one is decided by formula and by exhaustive search. A yes tells the
tricks that must occur in *every* winning line.
"""

from __future__ import annotations

import pytest

from crewsat.engine.frontend import decide
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.text import parse_text
from crewsat.questions.frontend import winning_lines

MISTAKES = {
    "a trump beats a led card of higher value": (
        "blue9 / rocket1; leader 1; trump rocket; 2 wins blue9",
        ["1: blue9 rocket1"],
    ),
    "a trump of low value does not lose to a led card": (
        "blue9 / rocket1; leader 1; trump rocket; 1 wins blue9",
        None,
    ),
    "an objective may be completed in the very first trick": (
        "pink9 / pink2; leader 1; 1 wins pink2",
        ["1: pink9 pink2"],
    ),
    "a trump may be led": (
        "rocket2 / rocket1; leader 1; trump rocket; 1 wins rocket1",
        ["1: rocket2 rocket1"],
    ),
    "a led trump must be followed": (
        "rocket1 / rocket2 pink1; leader 1; trump rocket; 1 wins pink1",
        None,
    ),
    "a trump in hand does not release from following suit": (
        "pink9 / pink1 rocket1; leader 1; trump rocket; 2 wins pink9",
        None,
    ),
    "exactly one trump is one, not at least one": (
        "rocket3,2 / pink1,2; leader 1; trump rocket; 1 wins exactly 1 of rocket3,2",
        None,
    ),
    "exactly two trumps": (
        "rocket3,2 / rocket1 pink2; leader 1; trump rocket; 1 wins exactly 2 of rocket1,2,3; 2 wins exactly 0 tricks",
        None,
    ),
    "exactly three trumps": (
        "rocket3,2 / rocket1 pink2; leader 1; trump rocket; 1 wins exactly 3 of rocket1,2,3; 2 wins exactly 0 tricks",
        [],
    ),
    "the fourteenth card of a three-player hand may stay unplayed": (
        "pink9,5 / pink8 / pink7; leader 1; 1 wins pink8",
        ["1: pink9 pink8 pink7"],
    ),
    "the fourteenth card may be any of the hand": (
        "pink9,5 / pink6 / pink7; leader 1; 3 wins pink6",
        ["1: pink5 pink6 pink7"],
    ),
    "who discards does not win, however high the card": (
        "pink1 / blue9 / green9; leader 1; 2 wins pink1",
        None,
    ),
    "two objectives of one trick need one winner": (
        "pink9 / pink2 / pink3; leader 1; 1 wins pink2; 2 wins pink3",
        None,
    ),
    "an objective may be won without leading": (
        "pink1 / pink5; leader 1; 2 wins pink1",
        ["1: pink1 pink5"],
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_others_got_wrong(name: str) -> None:
    text, must_occur = MISTAKES[name]
    deal = parse_text(text)
    for method in ("auto", "cnf-tricks", "exhaustive"):
        assert decide(deal, method=method).answer == ("no" if must_occur is None else "yes")
    for line in winning_lines(deal):
        told = [f"{trick.leader}: {' '.join(map(str, trick.cards))}" for trick in line]
        assert set(must_occur or ()) <= set(told)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_real_deal_of_14_13_and_13_cards_is_played(seed: int) -> None:
    """One solver refused it; here 13 tricks are played and any card may be the one that is left."""
    deal = RandomDeal(players=3, objectives=3).with_seed(seed)
    assert sorted(map(len, deal.hands)) == [13, 13, 14]
    assert deal.tricks == 13
    assert decide(deal).answer in {"yes", "no"}


def test_an_objective_on_a_card_nobody_holds_is_an_error_and_no_no() -> None:
    with pytest.raises(Exception, match="nobody holds pink7"):
        parse_text("pink9 / pink2; 1 wins pink7")
