"""The claims of sections 2 to 4 of the paper on The Crew: one player, one value, one suit with owned objectives."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.single_suit_owned import decide_owned_objectives
from crewsat.algorithms.crew.single_value import decide_single_value
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.crew import section_3, section_4
from crewsat.studies.audit.crew.deals import compared, decided_by, wrong
from crewsat.studies.audit.crew.one_suit import highest

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.crew.one_suit import OneSuit, Trick
    from crewsat.studies.audit.crew.small_deals import Deal

# Section 2


def _alone(deal: Deal) -> Finding:
    return wrong(not deal.won, "the deal is lost", deal) if deal.instance.players == 1 else None


ONE_PLAYER = Claim(
    "one-player",
    "section 2",
    "With one player the game is trivial.",
    "one-suit",
    (Reading("always-won", "a deal with one player is always won (tried in one suit)", _alone),),
)

# Section 3


def _theorem_3_1(deal: Deal) -> Finding:
    return compared(deal, section_3.decide_as_published(deal.instance).answer)


THEOREM_3_1 = Claim(
    "theorem-3.1",
    "section 3, theorem 3.1",
    "With one card in each suit, the deal is won iff there are no objectives, or one player has all of them, nobody's "
    "hand is empty, and no hand holds more objective cards than the smallest hand has cards.",
    "one-value",
    (
        Reading(
            "free-leader",
            "the crew chooses who leads the first trick, one way to read section 2",
            lambda deal: _theorem_3_1(deal) if deal.instance.leader is None else None,
        ),
        Reading(
            "named-leader",
            "the deal names who leads the first trick (part of the problem statement, says section 2), as in the game",
            lambda deal: _theorem_3_1(deal) if deal.instance.leader is not None else None,
        ),
        Reading("ours", "the algorithm of crewsat decides it", decided_by(decide_single_value), repaired=True),
    ),
    repaired="The same, and if the first leader is named and there are objectives, they must be the leader's. Linear "
    "time.",
)

# Section 4


def _owned(says: Callable[[Deal], Finding]) -> Callable[[Deal], Finding]:
    """Return a reading restricted to deals whose objective cards are held by their owners."""
    return lambda deal: says(deal) if deal.owned else None


def _needs_l_tricks(deal: Deal) -> Finding:
    if not deal.won:
        return None
    fewest = deal.game.fewest(deal.game.start)
    return wrong(fewest != len(deal.instance.objectives), "the fewest tricks that win are not l", deal)


LEMMA_4_2 = Claim(
    "lemma-4.2",
    "section 4, lemma 4.2",
    "One suit, objectives owned by their holders: if the deal is won, a play of exactly l tricks wins, l the number of "
    "objectives.",
    "one-suit",
    (Reading("as-printed", "a deal that is won has fewest tricks l", _owned(_needs_l_tricks)),),
)


def _best_trick(game: OneSuit, objective: int) -> Trick | None:
    """Return the objective card with each other player's highest lower card that is not an objective, or None."""
    owner = game.owner[objective]
    trick = [
        objective if player == owner else highest(hand & ~game.wanted & (objective - 1))
        for player, hand in enumerate(game.hands)
    ]
    return tuple(trick) if all(trick) else None


def _best_card_is_safe_for_the_rest(deal: Deal) -> Finding:
    game = deal.game
    for objective in game.owner if game.wins(game.start) else ():
        trick = _best_trick(game, objective)
        if trick is None or not game.wins(game.start & ~sum(trick)):
            return Failure("best cards for one objective lose a deal that is won", deal.instance)
    return False


def _best_card_is_safe_for_each(deal: Deal) -> Finding:
    game = deal.game
    for one, other in permutations(game.owner, 2) if game.wins(game.start) else ():
        trick = _best_trick(game, one)
        if trick is None or not game.can_complete([other], game.start & ~sum(trick)):
            return Failure("best cards for one objective make another impossible in a deal that is won", deal.instance)
    return False if len(game.owner) >= 2 else None


def _best_card_is_safe_for_a_pair(deal: Deal) -> Finding:
    game = deal.game
    for one, other in permutations(game.owner, 2):
        trick = _best_trick(game, one)
        if trick is None or game.can_complete([other], game.start & ~sum(trick)):
            continue
        if game.can_complete([one, other], game.start):
            words = "best cards for one objective make another impossible, and both can be completed"
            return Failure(words, deal.instance)
    return False if len(game.owner) >= 2 else None


LEMMA_4_3 = Claim(
    "lemma-4.3",
    "section 4, lemma 4.3",
    "Same deals: if the best card (the highest lower one that is not an objective card) for one objective makes "
    "another objective impossible, both together are impossible.",
    "one-suit",
    (
        Reading(
            "two-objectives",
            "of deals with two objectives",
            _owned(lambda deal: _best_card_is_safe_for_a_pair(deal) if len(deal.instance.objectives) == 2 else None),
        ),
        Reading(
            "two-among-others",
            "of any two objectives, whatever happens to the others",
            _owned(_best_card_is_safe_for_a_pair),
        ),
        Reading(
            "each-other",
            "in a deal that is won, best cards for one objective leave each other one possible",
            _owned(_best_card_is_safe_for_each),
        ),
        Reading(
            "all-objectives",
            "in a deal that is won, best cards for any objective leave the others possible; this is what theorem 4.1 "
            "needs",
            _owned(_best_card_is_safe_for_the_rest),
            repaired=True,
        ),
    ),
    repaired="If a deal is won, it stays winnable when any objective is completed with best cards.",
    remark="With a third objective whose card could be given away, a best card that spares it can cost one of the "
    "other two. The theorem does not use this.",
)


def _theorem_4_1(reading: section_4.Reading) -> Callable[[Deal], Finding]:
    return _owned(lambda deal: compared(deal, section_4.decide_as_published(deal.instance, reading).answer))


THEOREM_4_1 = Claim(
    "theorem-4.1",
    "section 4, theorem 4.1",
    "Same deals: completing the objectives one by one with best cards decides them.",
    "one-suit",
    (
        *(Reading(reading.order, reading.words, _theorem_4_1(reading)) for reading in section_4.READINGS),
        Reading(
            "ours", "the algorithm of crewsat decides it", _owned(decided_by(decide_owned_objectives)), repaired=True
        ),
    ),
    remark="The algorithm of crewsat sorts once instead of searching: O(n log n).",
)

CLAIMS = (ONE_PLAYER, THEOREM_3_1, LEMMA_4_2, LEMMA_4_3, THEOREM_4_1)
