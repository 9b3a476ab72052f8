"""Lemma 2.1 as printed: no card occurs twice, so nothing may be discarded, and the greedy play is the only one.

Idea: card i must be held from its draw until f_i, the last draw of a card of its colour that is not higher. The deck is
won iff at no draw j more than h of the intervals (i, f_i] contain j.

**Printed** (section 2): the numbers f_i, the intervals, w = the largest number of them that contain one j; "there is a
solution iff w <= h"; the greedy play, which plays a card as soon as possible and stores it otherwise; a bit for each
card of the game that says whether it is in the hand.

**Vague:** what decides, w or the greedy play (an option of `Reading`). And whether "r = 1" allows missing cards: by
section 1.3, r is only the largest number of copies; by section 2, every card occurs exactly once. The steps do not
distinguish the two, so this is left to the choice of the decks.

**Running time** (printed: O(N) = O(cn)). Counted are the bits created, one for each of the c·n cards, the bits flipped
and examined, the cards drawn, and for w the ends of intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import Step
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

Decides = Literal["intervals", "greedy"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What decides."""

    decides: Decides = "intervals"
    """``intervals``: yes iff w <= h. ``greedy``: yes iff the greedy play finds room for every card it stores."""

    @property
    def words(self) -> str:
        """The reading in a sentence."""
        return _WORDS[self.decides]


_WORDS: dict[Decides, str] = {
    "intervals": "won iff w, the most intervals that contain one draw, is at most h",
    "greedy": "won iff the greedy play finds room for every card that it stores",
}

READINGS = tuple(Reading(decides) for decides in get_args(Decides))


@reads("the algorithm of section 2", ALL)
def decide_as_published(instance: HanabiSolitaire, reading: Reading = READINGS[0]) -> Published:
    """Answer as in lemma 2.1.

    Args:
        instance: a deck in which no card occurs twice.
        reading: what decides.

    Returns:
        The answer, the greedy play if the answer is yes (it need not win), and the steps.
    """
    steps = {"cards drawn": 0, "bits made": 0, "bits flipped": 0, "bits looked at": 0, "ends of intervals": 0}
    if reading.decides == "intervals" and overlap(instance, steps) > instance.hand_size:
        return Published(answer=False, play=None, steps=steps)
    play = _greedy(instance, steps, limited=reading.decides == "greedy")
    return Published(play is not None, play, steps)


def overlap(instance: HanabiSolitaire, steps: dict[str, int]) -> int:
    """Return w, and count the ends of intervals."""
    until = _until(instance)
    change = [0] * (instance.size + 2)
    for draw, end in enumerate(until, 1):
        if end > draw:
            steps["ends of intervals"] += 2
            change[draw + 1] += 1
            change[end + 1] -= 1
    most = held = 0
    for difference in change:
        held += difference
        most = max(most, held)
    return most


def _until(instance: HanabiSolitaire) -> list[int]:
    """Return the numbers f_i: the last draw of a card of the same colour that is not higher."""
    drawn = {card: draw for draw, card in enumerate(instance.deck, 1)}
    until: dict[Card, int] = {}
    latest = dict.fromkeys(instance.colours_in_order, 0)
    for card in sorted(drawn, key=lambda card: card.value):
        latest[card.suit] = until[card] = max(latest[card.suit], drawn[card])
    return [until[card] for card in instance.deck]


def _greedy(instance: HanabiSolitaire, steps: dict[str, int], *, limited: bool) -> list[Step] | None:
    """Play as soon as possible, store otherwise; return None if storing is `limited` and the hand is full."""
    cards = ((colour, value) for colour in instance.colours_in_order for value in range(1, instance.highest + 1))
    in_hand = dict.fromkeys(cards, False)
    steps["bits made"] += len(in_hand)
    reached = dict.fromkeys(instance.colours_in_order, 0)
    held, play = 0, []
    for card in instance.deck:
        steps["cards drawn"] += 1
        colour = card.suit
        if card.value != reached[colour] + 1:
            if limited and held == instance.hand_size:
                return None
            in_hand[card] = True
            steps["bits flipped"] += 1
            held += 1
            play.append(Step("store", card))
            continue
        play.append(Step("play", card))
        reached[colour] += 1
        while reached[colour] < instance.highest:
            following = Card(colour, reached[colour] + 1)
            steps["bits looked at"] += 1
            if not in_hand[following]:
                break
            in_hand[following] = False
            steps["bits flipped"] += 1
            held -= 1
            play.append(Step("play", following, "hand"))
            reached[colour] += 1
    return play
