"""Which copies of the cards of solitaire Hanabi can matter, and which cards must wait in the hand meanwhile.

Playing as soon as possible, and storing nothing that will not be played, lose nothing. So a play is a choice of a copy
X(v) of every card v, and v is played at draw P(v) = max(X(v), P(v-1)), v-1 being the card below it in its colour. It
waits in the hand after the draws X(v) ≤ t < P(v-1), and the play is legal iff never more than h cards wait.

The copies that are left imply bounds on P, e(v) ≤ P(v) ≤ l(v). A card *surely waits* after the draws from its last copy
to e(v-1) - 1. Copies are struck out, as long as there are any, if they

- would have to wait at a draw after which h other cards surely wait (`_must_not_wait`);
- play their card so late that too many higher cards of the colour, which come no later, wait with those of other
  colours (`_comes_too_late`; in a deck of one colour these are the useless cards of section 3);
- are no better than another one: the earlier of two that come before e(v-1), the later of two that come after l(v-1),
  all but the last copy of the highest value, and neighbours (`_as_good_as_another`, `_neighbours`).

Each step keeps a winning choice if there is one. The bounds are those at the start of a round; they only get tighter,
so what is struck out with old ones could be struck out with new ones. A round is O(N (h + log N) + n² c) for N cards, n
values and c colours (the n² with a very small constant), and each but the last strikes something out; shuffled decks
took ten to twenty rounds. If a reason why the deck is lost is found on the way, `lost` gives it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING

from crewsat.base.errors import Stopped
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


class Copies:
    """The copies that are left of every card of a deck in which no card is missing.

    Attributes:
        instance: the deck.
        draws: of every card, the draws of the copies that are left, rising; of at least one unless the deck is lost.
        earliest, latest: of every card, the bounds e and l on when it is played; 0 for a card of value 0.
        waiting: after draw t, how many cards surely wait, t = 0 … N.
        below: of every card, the one that is played before it.
        next_full: the first draw from t on after which these cards fill the hand; beyond the deck if there is none.
        rounds: in how many rounds copies were struck out.
        lost: why the deck is lost, in words; None if it is not known to be.
        crowded: if that is why, the first draw after which more cards surely wait than there is room for, and these.
        unusable: if that is why, the card of which no copy is left.

    Args:
        instance: the deck.
        rounds: the most rounds in which to strike out copies; None for no limit.
        out_of_time: called now and then; True means stop.

    Raises:
        Stopped: if time runs out.
    """

    def __init__(
        self,
        instance: HanabiSolitaire,
        *,
        rounds: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
    ) -> None:
        self.instance = instance
        self.draws = {card: list(draws) for card, draws in instance.copies.items()}
        _check_time(out_of_time)
        self.below = {card: below(card) for card in self.draws}
        self.earliest: dict[Card, int] = {}
        self.latest: dict[Card, int] = {}
        self.waiting: list[int] = []
        self.lost: str | None = None
        self.crowded: tuple[int, tuple[Card, ...]] | None = None
        self.unusable: Card | None = None
        self.next_full: list[int] = []
        self.rounds = 0
        self._bound(out_of_time)
        while self.lost is None and self.rounds != rounds and self._strike_out(out_of_time):
            self.rounds += 1
            self._bound(out_of_time)

    def surely_waits(self, card: Card) -> range:
        """Return the draws after which a card waits whichever of its copies is used."""
        return range(self.draws[card][-1], self.earliest[self.below[card]])

    def colours(self) -> Iterator[list[Card]]:
        """Yield the cards of each colour, rising."""
        for colour in self.instance.colours_in_order:
            yield [Card(colour, value) for value in range(1, self.instance.highest + 1)]

    def _bound(self, out_of_time: Callable[[], bool]) -> None:
        """Compute bounds and the cards that surely wait; check whether they fit."""
        end = len(self.instance.deck) + 1
        change = [0] * (end + 1)
        for cards in self.colours():
            _check_time(out_of_time)
            earliest = latest = 0
            for card in cards:
                self.earliest[self.below[card]], self.latest[self.below[card]] = earliest, latest
                first, last = self.draws[card][0], self.draws[card][-1]
                if last < earliest:
                    change[last] += 1
                    change[earliest] -= 1
                earliest, latest = max(earliest, first), max(latest, last)
            if cards:
                self.earliest[cards[-1]], self.latest[cards[-1]] = earliest, latest
        self.waiting = list(accumulate(change))
        room = self.instance.hand_size
        self.next_full = [end] * (end + 2)
        for draw in range(end, -1, -1):
            self.next_full[draw] = draw if self.waiting[draw] >= room else self.next_full[draw + 1]
        crowded = next((draw for draw, number in enumerate(self.waiting) if number > room), None)
        if crowded is not None:
            _check_time(out_of_time)
            self.lost = self._too_many(crowded)

    def _strike_out(self, out_of_time: Callable[[], bool]) -> bool:
        """Strike out copies for one round; return whether there were any."""
        before = sum(map(len, self.draws.values()))
        for cards in self.colours():
            above: list[tuple[int, int]] = []  # of higher cards: last copy, and until when they surely wait
            for card in reversed(cards):
                _check_time(out_of_time)
                self._as_good_as_another(card)
                left = [
                    draw
                    for draw in self.draws[card]
                    if not (self._must_not_wait(card, draw) or self._comes_too_late(draw, above))
                ]
                if not left:
                    self.unusable, self.lost = card, self._none_left(card)
                    return False
                self.draws[card] = left
                insort(above, (left[-1], self.earliest[self.below[card]]))
        self._neighbours()
        return sum(map(len, self.draws.values())) < before

    def _as_good_as_another(self, card: Card) -> None:
        """Keep of copies before e(v-1) only the last, after l(v-1) only the first, and of the top value the last."""
        draws = self.draws[card]
        start = max(0, bisect_right(draws, self.earliest[self.below[card]]) - 1)
        end = bisect_left(draws, self.latest[self.below[card]]) + 1
        if card.value == self.instance.highest and self.latest[self.below[card]] > 0:
            start = len(draws) - 1
        self.draws[card] = draws[start:end] or draws[start:]

    def _must_not_wait(self, card: Card, draw: int) -> bool:
        """Return whether this copy would surely wait at a draw that leaves no room for it."""
        until = min(self.earliest[self.below[card]], self.draws[card][-1])
        return self.next_full[draw] < until

    def _comes_too_late(self, draw: int, above: list[tuple[int, int]]) -> bool:
        """Return whether with this copy too many cards wait before it comes.

        All higher cards of the colour without a later copy wait then, including those that do not surely wait.
        """
        over = bisect_left(above, (draw, 0))
        room = self.instance.hand_size - self.waiting[draw - 1]
        looked_at = min(over, 4 * self.instance.hand_size + 4)  # most do not surely wait; missing some does no harm
        extra = sum(until < draw for _, until in islice(above, looked_at))
        return extra > room

    def _neighbours(self) -> None:
        """Keep only the first of the copies of a card with nothing between them that matters."""
        alive = sorted((draw, card) for card, draws in self.draws.items() for draw in draws)
        for (_, one), (draw, other) in pairwise(alive):
            if one == other:
                self.draws[other].remove(draw)

    def _too_many(self, draw: int) -> str:
        until = self.earliest.__getitem__
        held = (card for card, draws in self.draws.items() if draws[-1] <= draw < until(self.below[card]))
        order = {colour: place for place, colour in enumerate(self.instance.colours_in_order)}
        cards = tuple(sorted(held, key=lambda card: (order[card.suit], card.value)))
        self.crowded = draw, cards
        words = saying(
            "after draw {draw} {cards} would have to be held, and the hand has room for {room}",
            draw=draw,
            cards=listed(cards),
            n=len(cards),
            room=saying("{n} cards", one="1 card", n=self.instance.hand_size),
        )
        return saying("{this} (copies that cannot be used are not counted on)", this=words) if self.rounds else words

    def _none_left(self, card: Card) -> str:
        return saying(
            "of {card} no copy can be used: each would have to be held, or waited for, while the hand is full"
            if len(self.instance.copies[card]) > 1
            else "of {card} it cannot be used: each would have to be held, or waited for, while the hand is full",
            card=visible(card),
        )


def _check_time(out_of_time: Callable[[], bool]) -> None:
    if out_of_time():
        raise Stopped("time")


def below(card: Card) -> Card:
    """Return the card that is played before this one; of value 0 for the lowest."""
    return Card(card.suit, card.value - 1)


_latest: tuple[Copies, int | None] | None = None
"""The copies returned last, and the number of rounds: a bound and a formula request the same ones."""


def copies_of(
    instance: HanabiSolitaire, *, rounds: int | None = None, out_of_time: Callable[[], bool] = lambda: False
) -> Copies:
    """Return `Copies` with these arguments, reusing those of the last call if it had the same; do not modify them.

    Raises:
        Stopped: if time runs out.
    """
    global _latest  # noqa: PLW0603 - one assignment, so that threads at worst compute something twice
    known = _latest
    if known is None or known[0].instance is not instance or known[1] != rounds:
        known = _latest = Copies(instance, rounds=rounds, out_of_time=out_of_time), rounds
    return known[0]


@reads("method 'forced-holds'", ALL)
def refuted(instance: HanabiSolitaire) -> str | None:
    """Return why a deck is lost if the cards that surely wait show it; None if they do not."""
    return None if instance.missing else copies_of(instance).lost
