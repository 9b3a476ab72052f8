"""Theorem 5.3 as printed: one suit, objective cards anywhere, from the highest objective down.

Idea: take the objective with the highest card. Its holder plays it, and its owner i plays the highest card of the hand,
or the objective itself if i holds it. Every other player with objectives of i adds the highest of them. The rest add a
*filler* as in lemma 5.2: the highest card that is not an objective and does not win, but none of the j highest cards,
which are kept back to win with. This continues until an objective is lost, a hand is empty or all objectives are met.

**Printed** (section 5): lemma 5.2 with its proof, the paragraph after theorem 5.3, and the paragraph on running time.

**Vague**, each an option of `Reading`:

- `j`. In the lemma: the largest number of the player's objectives held by one other player. In its proof: how many
  tricks these take in which the player does not hold the objective. Tricks won with the player's own objectives may
  already take some of them.
- `settled`. The paragraph on running time separates the j highest cards once, before play. The lemma does not say when.
- `highest_of`. Are they the j highest cards of the whole hand, even if some cannot win for the player (objectives of
  others) or win anyway (the player's own)? The proof distinguishes "the j highest cards or objective cards".
- `without`. What if no filler is left? Section 4 answers no at once. Here only the three ends named above are printed,
  so the player may also have to continue with a card kept back. In a stricter reading, the lemma names one card, the
  highest that does not win, "as long as" it is not kept back: if it is, there may be no card at all.

**Not options**, because they change nothing. The owner's highest card or the highest one that is not an objective:
there is no other objective above the highest one. The highest objectives added or the highest that fit: they all fit,
unless the trick is lost anyway. A player who can only add a card that wins, or an objective of another trick, loses an
objective by it; so the answer is no under every reading. And two things are not meant: that an owner who holds the
objective and a higher card plays both, or that the last trick does not count because it empties a hand.

**Left out of `READINGS`** are combinations that no deal tried distinguishes from a listed one, neither by the answer
nor by the play. If j is what is really needed, and is not fixed at the deal and applied to fewer cards later, a player
who plays a card kept back lacks it later: `highest` and `lowest` give the same answer as ``no``. And the spare cards
kept back at the deal are those that would be kept back later.

**Leaders.** The paper names none. The first trick is led by the player given in the instance, else by the owner of its
objective; every other one by the previous winner.

**Running time** (printed: O(p² + l² + lp + l log l + pn log n + l log n)). Counted are objectives sorted, counters
created (one for each pair of players), objectives counted for j, cards sorted, hands whose j highest cards were
separated, tricks, objectives of the winner examined, and fillers looked for. The last two are bounded by l and p per
trick. Readings that fix less at the deal count more.

Meant for deals of one suit with plain features (`crewsat.games.crew.features.PLAIN`). Others are answered too, but the
paper makes no claim about them.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Literal, get_args

from crewsat.algorithms.crew.scope import in_turn
from crewsat.games.cards import Card
from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.scope import reads
from crewsat.studies.audit.published import Published

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew

J = Literal["counted", "needed"]
Settled = Literal["cards", "number", "nothing"]
HighestOf = Literal["hand", "able", "spare"]
Without = Literal["no", "highest", "lowest", "strict"]


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read the vague steps; the first value of each is closest to the text."""

    j: J = "counted"
    """How many cards a player keeps back.

    ``counted``: as many as the fullest other hand has objectives of this player. ``needed``: as many as are needed to
    win those besides the player's own objectives, which win tricks too.
    """
    settled: Settled = "cards"
    """What is fixed once, at the deal.

    ``cards``: which cards are kept back. ``number``: only j; the j highest cards are taken from the current hand.
    ``nothing``: j, too, is computed again before every trick, from the objectives still open.
    """
    highest_of: HighestOf = "hand"
    """The cards among which the j highest are taken.

    ``hand``: the whole hand. ``able``: those that may win for the player, so no objectives of others. ``spare``: those
    that are not objectives.
    """
    without: Without = "no"
    """What happens if every card that could be added is kept back.

    ``no``: the answer is no. ``highest``: the highest of them is played. ``lowest``: the lowest. ``strict``: the answer
    is no even if only the highest card that does not win is kept back and lower ones are not.
    """

    @property
    def words(self) -> str:
        """The reading in a sentence."""
        return (
            f"{_J_WORDS[self.j]}; the j highest {_HIGHEST_WORDS[self.highest_of]} are kept back, "
            f"{_SETTLED_WORDS[self.settled]}; {_WITHOUT_WORDS[self.without]}"
        )


_J_WORDS: dict[J, str] = {
    "counted": "j is the most objectives of the player in one other hand",
    "needed": "j is the number of tricks the player needs beside those of its own objectives",
}
_SETTLED_WORDS: dict[Settled, str] = {
    "cards": "chosen at the deal",
    "number": "chosen before each trick with the j of the deal",
    "nothing": "chosen before each trick with a new j",
}
_HIGHEST_WORDS: dict[HighestOf, str] = {
    "hand": "cards of the hand",
    "able": "cards that are not objectives of others",
    "spare": "cards that are not objectives",
}
_WITHOUT_WORDS: dict[Without, str] = {
    "no": "if all that fit are kept back, the answer is no",
    "highest": "if all that fit are kept back, the highest of them is played",
    "lowest": "if all that fit are kept back, the lowest of them is played",
    "strict": "if the highest that fits is kept back, the answer is no",
}


def _distinguishable(reading: Reading) -> bool:
    """Return whether a known deal distinguishes this reading from all others that are listed."""
    if reading.j == "counted" or reading.settled == "number":
        return True
    if reading.settled == "nothing" and reading.highest_of == "spare":
        return False
    return reading.without in {"no", "strict"}


ALL_READINGS = tuple(
    Reading(*choice) for choice in product(get_args(J), get_args(Settled), get_args(HighestOf), get_args(Without))
)
"""Every combination."""

READINGS = tuple(filter(_distinguishable, ALL_READINGS))
"""One reading of each kind that can be distinguished."""


@reads("the algorithm of section 5", PLAIN | SHARES)
def decide_as_published(instance: Crew, reading: Reading = READINGS[0]) -> Published:
    """Answer as in theorem 5.3.

    Args:
        instance: a plain deal of one suit.
        reading: how to read the vague steps.

    Returns:
        The answer, the play if the answer is yes, and the steps.
    """
    table = _Table(instance, reading)
    tricks: list[tuple[int, list[int]]] = []
    while table.open:
        if not all(table.hands):
            return Published(answer=False, play=None, steps=table.steps)
        if tricks and reading.settled != "cards":
            table.keep_back()
        trick = table.next_trick()
        if trick is None:
            return Published(answer=False, play=None, steps=table.steps)
        tricks.append(trick)
    return Published(answer=True, play=_play(instance, tricks), steps=table.steps)


def _play(instance: Crew, tricks: list[tuple[int, list[int]]]) -> list[tuple[int, tuple[Card, ...]]]:
    if not tricks:
        return []
    suit = instance.objectives[0].card.suit
    leaders = [instance.leader or tricks[0][0] + 1, *(winner + 1 for winner, _ in tricks)]
    cards = [[Card(suit, value) for value in values] for _, values in tricks]
    return [in_turn(leader, trick) for leader, trick in zip(leaders, cards, strict=False)]


class _Table:
    """The hands as values in ascending order; players are numbered from 0."""

    __slots__ = ("floors", "hands", "holder", "j", "open", "owner", "reading", "spare", "steps")

    def __init__(self, instance: Crew, reading: Reading) -> None:
        self.reading = reading
        self.owner = {o.card.value: o.owner - 1 for o in instance.objectives if o.owner is not None}
        self.open = sorted(self.owner)
        """The open objectives in ascending order."""
        self.hands = [sorted([card.value for card in hand]) for hand in instance.hands]
        self.spare = [[value for value in hand if value not in self.owner] for hand in self.hands]
        """The cards in each hand that are not objectives."""
        self.holder = {value: player for player, hand in enumerate(self.hands) for value in hand}
        self.steps = {
            "objectives sorted": len(self.open),
            "counters": 0,
            "objectives counted": 0,
            "cards sorted": len(self.holder),
            "hands separated": 0,
            "tricks": 0,
            "objectives looked at": 0,
            "predecessor queries": 0,
        }
        self.j: list[int] = []
        self.floors: list[float] = []
        """Cards from here up are kept back."""
        self.keep_back()

    def keep_back(self) -> None:
        """Find the j highest cards of every player, and j itself the first time or if the reading requires it."""
        if not self.j or self.reading.settled == "nothing":
            self._find_j()
        self.floors = [self._floor(player, j) for player, j in enumerate(self.j)]
        self.steps["hands separated"] += len(self.j)

    def _find_j(self) -> None:
        players = len(self.hands)
        counters = [[0] * players for _ in range(players)]
        self.j = [0] * players
        for value in reversed(self.open):
            owner, holder = self.owner[value], self.holder[value]
            mine = counters[owner]
            mine[holder] += 1
            if holder != owner:
                by_own = mine[owner] if self.reading.j == "needed" else 0
                self.j[owner] = max(self.j[owner], mine[holder] - by_own)
        self.steps["counters"] += players * (players - 1)
        self.steps["objectives counted"] += len(self.open)

    def _floor(self, player: int, j: int) -> float:
        if not j:
            return float("inf")
        cards = self.hands[player]
        if self.reading.highest_of == "spare":
            cards = self.spare[player]
        elif self.reading.highest_of == "able":
            cards = [value for value in cards if self.owner.get(value, player) == player]
        return cards[-j] if j <= len(cards) else 0

    def next_trick(self) -> tuple[int, list[int]] | None:
        """Play the trick of the highest open objective.

        Returns:
            The owner, and the card of every player; None if the objective is lost or a player has no card for it.
        """
        self.steps["tricks"] += 1
        first = self.open[-1]
        owner, holder = self.owner[first], self.holder[first]
        winner = first if holder == owner else self.hands[owner][-1]
        if winner < first:
            return None
        played = {holder: first, owner: winner}
        for value in reversed(self.open):
            if self.owner[value] == owner:
                self.steps["objectives looked at"] += 1
                played.setdefault(self.holder[value], value)
        for player in range(len(self.hands)):
            if player not in played:
                filler = self._filler(player, winner)
                if filler is None:
                    return None
                played[player] = filler
        for player, value in played.items():
            self._remove(player, value)
        return owner, [played[player] for player in range(len(self.hands))]

    def _filler(self, player: int, winner: int) -> int | None:
        """Return the card lemma 5.2 asks for, or the reading's replacement for it."""
        self.steps["predecessor queries"] += 1
        spare, floor, without = self.spare[player], self.floors[player], self.reading.without
        losing = bisect_left(spare, winner)
        fitting = losing if winner < floor else bisect_left(spare, floor)
        if not losing or (without == "strict" and fitting < losing):
            return None
        if fitting:
            return spare[fitting - 1]
        return {"highest": spare[losing - 1], "lowest": spare[0]}.get(without)

    def _remove(self, player: int, value: int) -> None:
        hand = self.hands[player]
        del hand[bisect_left(hand, value)]
        pile = self.open if value in self.owner else self.spare[player]
        del pile[bisect_left(pile, value)]
