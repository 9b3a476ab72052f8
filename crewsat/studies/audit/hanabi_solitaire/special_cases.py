"""The claims of sections 2 and 3 of the paper on Hanabi: no card twice, and one colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.one_colour import decide_one_colour
from crewsat.algorithms.hanabi_solitaire.unique import decide_unique_cards
from crewsat.base.errors import IllegalPlay
from crewsat.games.hanabi_solitaire.rules import replay
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire import section_2, section_3
from crewsat.studies.audit.hanabi_solitaire.decks import Deck, compared, decided_by, wrong

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.hanabi_solitaire.section_3 import Filtered

# Section 2


def _lemma_2_1(reading: section_2.Reading) -> Callable[[Deck], Finding]:
    return lambda deck: compared(deck, section_2.decide_as_published(deck.instance, reading).answer)


def _complete(says: Callable[[Deck], Finding]) -> Callable[[Deck], Finding]:
    """Return a reading restricted to decks with every card that must be played."""
    return lambda deck: says(deck) if deck.complete else None


LEMMA_2_1: Claim[Deck] = Claim(
    "lemma-2.1",
    "section 2, lemma 2.1",
    "With r = 1, a deck is won iff w ≤ h; w is the largest number of cards that greedy play holds before a draw.",
    "no-card-twice",
    (
        *(
            Reading(
                f"{reading.decides}-every-card",
                f"every card is in the deck once, as section 2 says: {reading.words}",
                _complete(_lemma_2_1(reading)),
            )
            for reading in section_2.READINGS
        ),
        *(
            Reading(
                f"{reading.decides}-no-card-twice",
                f"no card is in the deck twice, as section 1.3 defines r: {reading.words}",
                _lemma_2_1(reading),
            )
            for reading in section_2.READINGS
        ),
        Reading("ours", "the algorithm of crewsat decides it", decided_by(decide_unique_cards), repaired=True),
    ),
    repaired="With r = 1, a deck is won iff no card is missing and w ≤ h.",
)

# Section 3: useless cards


def _useless(instance: HanabiSolitaire, draws: Sequence[int]) -> Iterator[int]:
    """Yield the draws of useless cards in a deck of only these draws, directly by the definition."""
    for k, draw in enumerate(draws):
        later = {instance.deck[other - 1].value for other in draws[k + 1 :]}
        value = instance.deck[draw - 1].value
        if sum(higher not in later for higher in range(value + 1, instance.highest + 1)) > instance.hand_size:
            yield draw


def _all_draws(deck: Deck) -> range:
    return range(1, deck.instance.size + 1)


def _high_cards(deck: Deck) -> Finding:
    instance = deck.instance
    values = [instance.deck[draw - 1].value for draw in _useless(instance, _all_draws(deck))]
    bad = any(value >= instance.highest - instance.hand_size for value in values)
    return wrong(bad, "a card of value n - h or higher is useless", deck)


USELESS_HIGH: Claim[Deck] = Claim(
    "useless-high",
    "section 3, after the definition of useless cards",
    "Cards of the h + 1 highest values, n - h to n, are never useless.",
    "one-colour",
    (Reading("as-printed", "by the definition", _high_cards),),
)


def _last_card(deck: Deck) -> Finding:
    instance = deck.instance
    if not instance.deck:
        return None
    low = instance.deck[-1].value < instance.highest - instance.hand_size
    return wrong(low != (instance.size in _useless(instance, _all_draws(deck))), "it is the other way around", deck)


USELESS_LAST: Claim[Deck] = Claim(
    "useless-last",
    "section 3, after the definition of useless cards",
    "Whether the last card is useless depends on its value only: it is iff that is below n - h.",
    "one-colour",
    (Reading("as-printed", "by the definition", _last_card),),
)


def _won_with(deck: Deck, draw: int) -> bool:
    """Return whether a winning play uses the card of a draw: the deck is won without its other copies."""
    card = deck.instance.deck[draw - 1]
    kept = [other for k, other in enumerate(deck.instance.deck, 1) if k == draw or other != card]
    return Deck(deck.instance.model_copy(update={"deck": kept})).won


def _none_is_used(deck: Deck, draws: Iterable[int]) -> Finding:
    used = any(_won_with(deck, draw) for draw in draws) if deck.won else False
    return wrong(used, "a winning play uses such a card", deck)


OBSERVATION_3_1: Claim[Deck] = Claim(
    "observation-3.1",
    "section 3, observation 3.1",
    "One colour: no winning play uses a useless card.",
    "one-colour",
    (
        Reading(
            "as-printed",
            "tried with each useless card of a deck that is won, by taking away its other copies",
            lambda deck: _none_is_used(deck, _useless(deck.instance, _all_draws(deck))),
        ),
    ),
)

# Section 3: the filter


def _filtered(deck: Deck) -> Filtered:
    steps = dict.fromkeys(("entries of P", "entries of L", "cards removed", "heap"), 0)
    return section_3.filter_as_published(deck.instance, steps)


def _removes_useless(deck: Deck, *, at_first: bool) -> Finding:
    """Report whether a removed card is not useless, in the original deck or in the deck at the time."""
    left = list(_all_draws(deck))
    first = set(_useless(deck.instance, left))
    for draw in _filtered(deck).removed:
        if draw not in (first if at_first else _useless(deck.instance, left)):
            return Failure("a card is removed that is not useless", deck.instance)
        left.remove(draw)
    return False


LEMMA_3_2_REMOVES: Claim[Deck] = Claim(
    "lemma-3.2-removes",
    "section 3, lemma 3.2",
    "Whatever the filter throws out is useless.",
    "one-colour",
    (
        Reading(
            "at-that-moment",
            "useless in what is left of the deck when they are removed",
            lambda deck: _removes_useless(deck, at_first=False),
        ),
        Reading(
            "in-the-deck", "useless in the deck as it is given", lambda deck: _removes_useless(deck, at_first=True)
        ),
        Reading(
            "no-play",
            "no winning play of the deck uses a card that is removed; this is what theorem 3.3 needs",
            lambda deck: _none_is_used(deck, _filtered(deck).removed),
            repaired=True,
        ),
    ),
    repaired="A card that is removed is useless in what is left of the deck, and no winning play uses it.",
    remark="The text says so itself: to remove useless cards can make others useless.",
)


def _leaves_none(deck: Deck) -> Finding:
    removed = set(_filtered(deck).removed)
    left = [draw for draw in _all_draws(deck) if draw not in removed]
    return wrong(any(True for _ in _useless(deck.instance, left)), "a useless card is left", deck)


LEMMA_3_2_LEAVES: Claim[Deck] = Claim(
    "lemma-3.2-leaves",
    "section 3, lemma 3.2",
    "No useless card gets through the filter.",
    "one-colour",
    (
        Reading(
            "not-stopped",
            "if the phase goes through all values",
            lambda deck: None if _filtered(deck).stopped else _leaves_none(deck),
        ),
        Reading("always", "also if it stops at a value of which no card is left", _leaves_none),
    ),
    remark="When the phase stops, nobody asks for the rest any more.",
)

# Section 3: the theorem


def _theorem_3_3(reading: section_3.Reading) -> Callable[[Deck], Finding]:
    return lambda deck: compared(deck, section_3.decide_as_published(deck.instance, reading).answer)


def _fills_the_heap(deck: Deck) -> bool:
    return deck.instance.highest > deck.instance.hand_size


def _of_complete(few: bool) -> Callable[[Deck], Finding]:
    says = _theorem_3_3(section_3.READINGS[0])
    return _complete(lambda deck: says(deck) if _fills_the_heap(deck) != few else None)


THEOREM_3_3: Claim[Deck] = Claim(
    "theorem-3.3",
    "section 3, theorem 3.3",
    "With one colour, a deck is won iff the filter leaves a card of every value.",
    "one-colour",
    (
        Reading("many-values", "every value is in the deck, and n > h", _of_complete(few=False)),
        Reading(
            "few-values",
            "every value is in the deck, and n ≤ h: the heap begins with values 1 to n",
            _of_complete(few=True),
        ),
        *(
            Reading(f"missing-{reading.absent}", f"values may be missing: {reading.words}", _theorem_3_3(reading))
            for reading in section_3.READINGS
        ),
        Reading("ours", "the algorithm of crewsat decides it", decided_by(decide_one_colour), repaired=True),
    ),
    repaired="The same, and every value must be in the deck from the start.",
)


def _lazy_play_wins(deck: Deck) -> Finding:
    play = section_3.decide_as_published(deck.instance).play
    if play is None:
        return None
    try:
        replay(deck.instance, play)
    except IllegalPlay as error:
        return Failure(f"the lazy play breaks a rule: {error.rule}", deck.instance)
    return False


LAZY: Claim[Deck] = Claim(
    "theorem-3.3-lazy",
    "section 3, the proof of theorem 3.3",
    "If a card of every value is left, the lazy strategy wins: it never needs to store more than h cards.",
    "one-colour",
    (Reading("as-printed", "every value is in the deck", _complete(_lazy_play_wins)),),
)

CLAIMS = (
    LEMMA_2_1,
    USELESS_HIGH,
    USELESS_LAST,
    OBSERVATION_3_1,
    LEMMA_3_2_REMOVES,
    LEMMA_3_2_LEAVES,
    THEOREM_3_3,
    LAZY,
)
