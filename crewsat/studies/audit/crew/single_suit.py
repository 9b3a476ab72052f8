"""The claims of section 5 of the paper on The Crew: one suit, objectives anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from crewsat.algorithms.crew.single_suit import decide_single_suit
from crewsat.algorithms.result import Win
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.crew import section_5
from crewsat.studies.audit.crew.deals import compared, decided_by, wrong
from crewsat.studies.audit.crew.one_suit import highest

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.crew.one_suit import OneSuit, Trick
    from crewsat.studies.audit.crew.small_deals import Deal


def _l_tricks_suffice(deal: Deal) -> Finding:
    if not deal.won:
        return None
    fewest = deal.game.fewest(deal.game.start)
    return wrong(fewest > len(deal.instance.objectives), "more than l tricks are needed", deal)


HORIZON = Claim(
    "section-5-tricks",
    "section 5, before lemma 5.1",
    "One suit: if the deal is won, a play of l or fewer tricks wins.",
    "one-suit",
    (Reading("as-printed", "a deal that is won has fewest tricks at most l", _l_tricks_suffice),),
    remark="With several suits this is false: a8,9 / a1 b1; leader 1; 1 wins b1 takes two tricks, as a1 must go first.",
)


def _ours_is_shortest(deal: Deal) -> Finding:
    """Report whether some play is shorter than that of our algorithm."""
    if not deal.won:
        return None
    found = decide_single_suit(deal.instance)
    short = isinstance(found, Win) and len(found.play) == deal.game.fewest(deal.game.start)
    return wrong(not short, "the play of the algorithm is not one of the shortest", deal)


def _tricks_by_what_they_complete(game: OneSuit) -> dict[int, list[Trick]]:
    """Return the tricks that lose no objective, by the set of objectives they complete."""
    found: dict[int, list[Trick]] = {}
    for trick in game.tricks(game.start):
        done = game.completed(trick)
        if done:
            found.setdefault(done, []).append(trick)
    return found


Kept = dict[int, list[bool]]
"""By the objectives a trick completes: whether the deal stays won, for each trick that completes exactly these."""


def _lemma_5_1(bad: Callable[[Kept], bool], words: str) -> Callable[[Deal], Finding]:
    """Return the reading that no deal that is won has first tricks that are `bad`."""

    def fails(deal: Deal) -> Finding:
        game = deal.game
        if not game.owner or not deal.won:
            return None
        tricks = _tricks_by_what_they_complete(game)
        kept = {done: [game.wins(game.start & ~sum(one)) for one in those] for done, those in tricks.items()}
        return wrong(bad(kept), words, deal)

    return fails


def _of_the_largest(kept: Kept) -> list[bool]:
    """Return whether the deal stays won, for each trick that completes the largest possible number of objectives."""
    most = max(done.bit_count() for done in kept)
    return [good for done, each in kept.items() if done.bit_count() == most for good in each]


def _one_of_the_largest_loses(kept: Kept) -> bool:
    return not all(_of_the_largest(kept))


def _all_of_the_largest_lose(kept: Kept) -> bool:
    return not any(_of_the_largest(kept))


def _a_set_has_no_winning_trick(kept: Kept) -> bool:
    """Return whether for some set that a trick can complete, every trick that completes the whole set loses."""
    return any(not any(any(good) for more, good in kept.items() if done & more == done) for done in kept)


LEMMA_5_1 = Claim(
    "lemma-5.1",
    "section 5, lemma 5.1",
    "One suit: it is optimal to complete as many objectives as possible in a single trick.",
    "one-suit",
    (
        Reading(
            "every-trick",
            "a deal that is won stays so after any trick that completes the largest possible number of objectives",
            _lemma_5_1(_one_of_the_largest_loses, "a trick that completes as many objectives as any loses the deal"),
        ),
        Reading(
            "some-trick",
            "it does so after some trick of that kind",
            _lemma_5_1(_all_of_the_largest_lose, "every trick that completes as many objectives as any loses the deal"),
        ),
        Reading(
            "every-set",
            "whatever objectives one trick can complete, some winning play completes together (this is what the proof "
            "argues: several tricks of a player are replaced by one)",
            _lemma_5_1(
                _a_set_has_no_winning_trick,
                "objectives that one trick can complete cannot be completed by one trick of a winning play",
            ),
        ),
        Reading(
            "ours",
            "the play of crewsat's algorithm, if a deal is won, has the fewest tricks possible",
            _ours_is_shortest,
            repaired=True,
        ),
    ),
    repaired="It saves tricks to complete several objectives in one, but not as many as possible in each. A player "
    "needs one winning card for each own objective it holds, and as many more as let the k highest of its objectives "
    "in any one other hand have k winning cards above the k-th. A deal that is won is won in so many tricks, and in "
    "no fewer.",
    remark="The proof merges tricks, but a card that the merged trick no longer takes must still lose some other "
    "trick. A trick that completes the most can use up the only low card of a hand, which a later trick needs.",
)


Laid = dict[int, int]
"""The cards that certain players must play, by player from 0."""


def _highest_objective(game: OneSuit) -> Laid:
    """Return the first step: the holder of the highest objective plays it."""
    first = highest(game.wanted)
    return {game.holder[first]: first}


def _owner_plays_the_highest(game: OneSuit) -> Laid:
    """Return the next step: the owner also plays the highest card, unless holding the objective."""
    laid = _highest_objective(game)
    owner = game.owner[highest(game.wanted)]
    return {owner: highest(game.hands[owner]), **laid}


def _all_add(game: OneSuit) -> Laid:
    """Return the last step: all others who hold objectives of this owner add the highest of them."""
    owner = game.owner[highest(game.wanted)]
    mine = sum(card for card, whose in game.owner.items() if whose == owner)
    added = {player: highest(hand & mine) for player, hand in enumerate(game.hands) if hand & mine}
    return {**added, **_owner_plays_the_highest(game)}


def _first_trick(step: Callable[[OneSuit], Laid], words: str) -> Callable[[Deal], Finding]:
    """Return the reading that some trick with the cards a step of theorem 5.3's algorithm lays down loses nothing."""

    def fails(deal: Deal) -> Finding:
        game = deal.game
        if not game.owner or not deal.won:
            return None
        laid = step(game)
        for trick in game.tricks(game.start):
            right = all(trick[player] == card for player, card in laid.items())
            if right and game.completed(trick) is not None and game.wins(game.start & ~sum(trick)):
                return False
        return Failure(words, deal.instance)

    return fails


def _step(name: str, statement: str, words: str, fails: Callable[[Deal], Finding], remark: str = "") -> Claim[Deal]:
    """Return the claim about one step of the algorithm by itself."""
    place = "section 5, the algorithm after theorem 5.3 and its proof"
    reading = Reading("as-printed", words, fails)
    return Claim(name, place, f"One suit: {statement}", "one-suit", (reading,), remark=remark)


STEPS = (
    _step(
        "theorem-5.3-highest-first",
        "it is right to begin with the objective that has the highest card.",
        "if a deal is won, some trick that completes this objective keeps it so",
        _first_trick(_highest_objective, "no trick with the highest objective keeps the deal won"),
    ),
    _step(
        "theorem-5.3-highest-card",
        "the player whose objective it is plays the highest card, or holds the objective and plays that.",
        "if a deal is won, some such trick keeps it so",
        _first_trick(
            _owner_plays_the_highest, "no trick in which the owner takes it with the highest card keeps the deal won"
        ),
        "The highest card may be needed for a later trick, to which somebody has only high cards left to add.",
    ),
    _step(
        "theorem-5.3-all-add",
        "all others who hold objectives of the same player add the highest of them.",
        "if a deal is won, some such trick keeps it so, whatever the remaining players add",
        _first_trick(
            _all_add, "no trick to which the others add their highest objectives of the owner keeps the deal won"
        ),
        "The proof leaves this step to lemma 5.1. An objective may be worth more in a later trick, where it can be the "
        "only low card of its hand.",
    ),
)


JOf = Literal["hand", "spare", "spare, strict"]
"""The cards among which the j highest of lemma 5.2 are, and whether it names another card if the first is kept back."""


def _reserve(game: OneSuit, left: int, player: int, *, spare: bool) -> int:
    """Return a player's j highest cards, j the most of the player's objectives in one other hand (lemma 5.2)."""
    held = [0] * len(game.hands)
    for card, owner in game.owner.items():
        if card & left and owner == player and game.holder[card] != player:
            held[game.holder[card]] += 1
    hand = game.hands[player] & left & (~game.wanted if spare else -1)
    kept = 0
    for _ in range(max(held)):
        kept |= highest(hand & ~kept)
    return kept


def _named(game: OneSuit, left: int, player: int, winner: int, j_of: JOf) -> int:
    """Return the card that lemma 5.2 names for a player who is not critical; 0 if it names none."""
    kept = _reserve(game, left, player, spare=j_of != "hand")
    fitting = game.hands[player] & left & ~game.wanted & (winner - 1)
    return 0 if j_of == "spare, strict" and highest(fitting) & kept else highest(fitting & ~kept)


def _lemma_5_2(j_of: JOf) -> Callable[[Deal], Finding]:
    """Return the reading that in a winning trick, the lemma's card may replace that of any non-critical player."""

    def fails(deal: Deal) -> Finding:
        game = deal.game
        if not game.owner or not deal.won:
            return None
        spoke = False
        for done, tricks in _tricks_by_what_they_complete(game).items():
            for trick in tricks:
                if not game.wins(game.start & ~sum(trick)):
                    continue
                winner = max(trick)
                for player, card in enumerate(trick):
                    if card == winner or card & done:
                        continue
                    best = _named(game, game.start, player, winner, j_of)
                    if not best:
                        continue
                    spoke = True
                    if not game.wins(game.start & ~(sum(trick) ^ card ^ best)):
                        return Failure("the card of the lemma loses a deal that another card wins", deal.instance)
        return False if spoke else None

    return fails


def _some_play_after_lemma_5_2(deal: Deal) -> Finding:
    game = deal.game
    if not game.owner or not deal.won:
        return None
    known: dict[int, bool] = {}

    def wins(left: int) -> bool:
        if left not in known:
            known[left] = not left & game.wanted or any(
                _goes_after_lemma_5_2(game, left, trick) and wins(left & ~sum(trick)) for trick in game.tricks(left)
            )
        return known[left]

    return wrong(not wins(game.start), "no winning play follows the lemma", deal)


def _goes_after_lemma_5_2(game: OneSuit, left: int, trick: Trick) -> bool:
    """Return whether a trick completes something, and all non-critical players play the lemma's card, if any."""
    done, winner = game.completed(trick), max(trick)
    return bool(done) and all(
        card == winner or card & (done or 0) or _named(game, left, player, winner, "hand") in (0, card)
        for player, card in enumerate(trick)
    )


LEMMA_5_2 = Claim(
    "lemma-5.2",
    "section 5, lemma 5.2",
    "One suit: who neither wins the trick nor adds an objective to it plays the highest card that is not an objective, "
    "does not win, and is not one of the j highest, j the most objectives of this player in one other hand.",
    "one-suit",
    (
        Reading(
            "j-of-the-hand",
            "in every trick of a winning play the card of such a player can be replaced by this one; the j highest "
            "are of the whole hand",
            _lemma_5_2("hand"),
        ),
        Reading(
            "j-of-the-spare",
            "the same; the j highest are of the cards that are not objectives",
            _lemma_5_2("spare"),
        ),
        Reading(
            "j-of-the-spare-strict",
            "the same; if the highest card that does not win is kept back, the lemma says nothing",
            _lemma_5_2("spare, strict"),
        ),
        Reading(
            "some-play",
            "some winning play completes something in every trick, and all such players play this card in all its "
            "tricks, where there is one; the j highest are of the whole hand",
            _some_play_after_lemma_5_2,
        ),
        Reading(
            "ours",
            "fillers played so, after the winning cards that the algorithm of crewsat chooses, decide the deal",
            decided_by(decide_single_suit),
            repaired=True,
        ),
    ),
    repaired="When all winning cards have been chosen: everybody else plays, to the tricks from the lowest winner up, "
    "an objective of its winner that fits, else the smallest card that is left.",
    remark="The card of the lemma can be the one that a later trick needs. How many high cards a player needs depends "
    "on where they lie, not only on how many objectives there are: for each other hand, the k-th highest winner must "
    "be above the k-th highest of its objectives.",
)


def _theorem_5_3(reading: section_5.Reading) -> Callable[[Deal], Finding]:
    return lambda deal: compared(deal, section_5.decide_as_published(deal.instance, reading).answer)


def _name(reading: section_5.Reading) -> str:
    return f"{reading.j}-{reading.settled}-{reading.highest_of}-{reading.without}"


THEOREM_5_3 = Claim(
    "theorem-5.3-algorithm",
    "section 5, the algorithm after theorem 5.3",
    "One suit: taking objectives from the highest down, won by the owner's highest card, with fillers after lemma 5.2, "
    "decides the deal.",
    "one-suit",
    (
        *(Reading(_name(reading), reading.words, _theorem_5_3(reading)) for reading in section_5.READINGS),
        Reading("ours", "the algorithm of crewsat decides it", decided_by(decide_single_suit), repaired=True),
    ),
    repaired="Choose all winning cards first, then add lower cards, hand by hand. The winning cards of a player are "
    "the own objectives it holds, and as many of its highest spare cards (nobody's objectives) as it needs to take its "
    "objectives from each other hand. O(n log n).",
)

STATEMENT_5_3 = Claim(
    "theorem-5.3",
    "section 5, theorem 5.3 (the statement)",
    "One suit can be decided in time O(n² + p² + np log n).",
    "one-suit",
    (
        Reading(
            "by-ours", "the algorithm of crewsat, which takes O(n log n), decides it", decided_by(decide_single_suit)
        ),
    ),
    remark="The statement stands, by another algorithm.",
)

CLAIMS = (HORIZON, LEMMA_5_1, LEMMA_5_2, *STEPS, THEOREM_5_3, STATEMENT_5_3)
