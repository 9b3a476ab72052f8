"""The variables of the formula of a game of Hanabi, and which of them exist: see `steps_cnf` for their meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.formula import BYTES_PER_CLAUSE, BYTES_PER_KEY, BYTES_PER_LITERAL, BYTES_PER_VARIABLE, Formula
from crewsat_encodings.sequential_counter import cells_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.base.formula import Clause, Family
    from crewsat.games.hanabi.position import Position

    Kind = tuple[int, int]
    """Suit and rank."""

NEVER, ALWAYS = "never", "always"


class Model:
    """The families of variables of a position.

    Attributes:
        draws: R, the number of steps that draw a card.
        steps: R and the turns of the last round.
        bare: whether there are no tokens at all: then every turn is a play or a strike, or the play stops.
        careful: whether a player may have a token but no clue to give. Then tokens are also counted in the last round,
            where a turn is a step or a clue, and the play may stop.
        most_clues: how many clues can be given in a row.
        kinds: what has not been laid down yet.
    """

    def __init__(self, position: Position, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.formula = Formula(1, max_bytes, out_of_time, step_name="", plan="chained")
        self.position = p = position
        self.draws = len(p.pile) if p.turns_left is None else 0
        self.steps = self.draws + (p.players if p.turns_left is None else p.turns_left)
        self.bare = p.full == 0 and not p.discard_at_full
        self.most_clues = p.full // p.price
        self.careful = self.most_clues > 0 and not p.free_clues
        self.kinds = [(k, r) for k, height in enumerate(p.heights) for r in range(height + 1, p.values + 1)]
        self.formula.expect(self._fewest_bytes())
        self._cards()
        self._suits()
        self._tokens()
        self._waiting()
        self._touching()

    def _fewest_bytes(self) -> int:
        """Return a lower bound, in closed form, whichever symmetries are broken.

        Variables: ``leaves``, ``gone`` and ``first`` for the steps that draw a card, and ``laid``. Clauses: at least
        two for each ``gone``. If pairs of cards exclude each other there is no ``first``, and their clauses take more.
        """
        held = sum(map(len, self.position.hands))
        places = self.draws * held + self.draws * (self.draws - 1) // 2
        variables = 3 * places - self.draws + self.steps * len(self.kinds)
        clauses = 2 * places
        per_clause = BYTES_PER_CLAUSE + 2 * BYTES_PER_LITERAL
        return (BYTES_PER_KEY + BYTES_PER_VARIABLE) * variables + per_clause * clauses

    def _family(self, name: str, keys: Iterator[object]) -> Family:
        return self.formula.family(name, keys, first_step=1)

    def _cards(self) -> None:
        """Create the families about cards that leave, and who acts."""
        turns = range(1, self.steps + 1)
        self._leaves = self._family("leaves", ((s, i) for s in turns for i in self.may_leave(s)))
        self._gone = self._family("gone", iter(self._leaves.rows))
        self._plays = self._family("plays", iter(turns))
        self._strikes = self._family("strikes", iter(self.wasting()))
        self._acts = self._family("acts", ((s, a) for s in turns for a in range(self.position.players)))
        firsts = ((s, n) for s in turns for n, _ in cells_at_most(len(self.may_leave(s)), 1))
        self._first = self._family("first", firsts)
        fallen = ((s, n) for s in self.wasting() for n in range(1, self.position.strikes))
        self._fallen = self._family("fallen", fallen)
        self._stopped = self._family("stopped", iter(turns if self.may_stop else ()))

    def _suits(self) -> None:
        """Create the families about cards that have been laid down."""
        self._laid = self._family("laid", ((s, *kind) for s in range(1, self.steps + 1) for kind in self.kinds))
        self._points = self._family("points", self.sums())

    def _tokens(self) -> None:
        """Create the families about tokens and the clues they pay for."""
        counted, units = self.counted(), range(1, self.position.full + 1)
        self._clues = self._family("clues", ((s, j) for s in counted for j in self.clue_numbers(s)))
        self._left = self._family("left", ((s, n) for s in counted for n in units))
        self._kept = self._family("kept", ((s, n) for s in counted for n in units))
        self._gains = self._family("gains", iter(counted if self.position.full else ()))

    def _waiting(self) -> None:
        """Create the families about cards that are held until they are played."""
        drawing, copies = range(1, self.draws + 1), self.position.copies
        self._used = self._family("used", (i for kind in self.kinds for i in copies.get(kind, ())))
        self._waits = self._family("waits", ((s, *kind) for s in drawing for kind in self.may_wait(s)))
        count = ((s, *cell) for s in drawing for cell in cells_at_most(len(self.may_wait(s)), self.room(s)))
        self._count = self._family("count", count)

    def _touching(self) -> None:
        """Create the families about what clues touch."""
        counted, players = self.counted() if self.careful else range(0), range(self.position.players)
        seen = ((s, a, i) for s in counted for a in players for i in self.position.pile if self.drawn_at(i) < s)
        self._seen = self._family("seen", seen)
        able = ((s, a, t) for s in counted for a in players for t in self.position.touched)
        self._able = self._family("able", able)
        after = range(1, counted.stop + 1) if self.careful and self.position.alternating else ()
        self._colour = self._family("colour", iter(after))

    # Which there are ------------------------------------------------------------------------------------------------

    @property
    def may_stop(self) -> bool:
        """Whether a play may stop before its last step, as there may be no legal action."""
        return self.bare or self.careful

    def wasting(self) -> range:
        """Return the steps in which a card may leave a hand without being played."""
        return range(1, (self.steps if self.may_stop else self.draws) + 1)

    def counted(self) -> range:
        """Return the steps before and after which tokens are counted."""
        return range(1, (self.steps if self.careful else self.draws) + 1)

    def clue_numbers(self, step: int) -> range:
        """Return the clues before a step, from 1; in the last round there may be one instead of a step."""
        return range(1, (self.most_clues if step <= self.draws else min(1, self.most_clues)) + 1)

    def drawn_at(self, card: int) -> int:
        """Return the step that draws a card; 0 if it is in a hand already."""
        return max(0, card - self.position.drawn + 1)

    def bottom_card(self, step: int) -> int | None:
        """Return the card that may be played from the pile in a step."""
        last = len(self.position.ranks) - 1
        return last if self.position.bottom and step == self.draws > 0 else None

    def may_leave(self, step: int) -> list[int]:
        """Return the cards that may leave in a step."""
        cards = [card for card in self.position.left if self.drawn_at(card) < step]
        if step not in self.wasting():
            cards = [card for card in cards if self.is_left(card)]
        bottom = self.bottom_card(step)
        return cards if bottom is None else [*cards, bottom]

    def is_left(self, card: int) -> bool:
        """Return whether a card may still be played."""
        suit, rank = self.position.ranks[card]
        return rank > self.position.heights[suit]

    def may_wait(self, step: int) -> list[Kind]:
        """Return the cards that may wait before a step: those of which a copy has been drawn."""
        copies = self.position.copies
        return [kind for kind in self.kinds if any(self.drawn_at(card) < step for card in copies.get(kind, ()))]

    def room(self, step: int) -> int:
        """Return how many cards may wait before a step, of which none leaves in it, or else is played from the pile."""
        held = sum(map(len, self.position.hands))
        return held if self.bottom_card(step) is not None else held - 1

    @property
    def missing(self) -> int:
        """How many points are missing."""
        return self.position.target - self.position.points

    @property
    def all_needed(self) -> bool:
        """Whether every card that has not been laid down must be."""
        return self.missing == len(self.kinds)

    def sums(self) -> Iterator[tuple[int, int]]:
        """Yield the cells (n, m) of the sum of heights that the target rests on: m more points in the suits up to n."""
        if self.all_needed:
            return
        rises = [self.position.values - height for height in self.position.heights]
        for n in range(len(rises)):
            least, most = self.missing - sum(rises[n + 1 :]), min(self.missing, sum(rises[: n + 1]))
            yield from ((n, m) for m in range(max(1, least), most + 1))

    # Variables ------------------------------------------------------------------------------------------------------

    def leaves(self, step: int, card: int) -> int:
        """Return the literal for: a card leaves in a step."""
        return self._leaves.now((step, card))

    def gone(self, step: int, card: int) -> int | str:
        """Return the literal for: a card has left by a step."""
        return self._gone.now((step, card)) if (step, card) in self._gone.rows else NEVER

    def plays(self, step: int) -> int:
        """Return the literal for: the card that leaves is played."""
        return self._plays.now(step)

    def strikes(self, step: int) -> int:
        """Return the literal for: the card that leaves does not fit."""
        return self._strikes.now(step)

    def acts(self, step: int, player: int) -> int:
        """Return the literal for: a player acts in a step."""
        return self._acts.now((step, player % self.position.players))

    def clue(self, step: int, number: int) -> int:
        """Return the literal for: at least `number` clues come before a step; in the last round, one instead of it."""
        return self._clues.now((step, number))

    def clues(self, step: int, number: int) -> list[int]:
        """Return literals that all hold if exactly `number` clues are given before a step."""
        literals = [self.clue(step, number)] if number else []
        return literals + ([-self.clue(step, number + 1)] if number + 1 in self.clue_numbers(step) else [])

    def laid(self, step: int, kind: Kind) -> int | str:
        """Return the literal for: a card of a suit, and all below it, have been laid down by a step."""
        suit, rank = kind
        if rank <= self.position.heights[suit]:
            return ALWAYS
        return self._laid.now((step, suit, rank)) if step and rank <= self.position.values else NEVER

    def left(self, step: int, units: int) -> int | str:
        """Return the literal for: at least `units` units are there after the clues before a step."""
        return self._amount(self._left, step, units)

    def kept(self, step: int, units: int) -> int | str:
        """Return the literal for: at least `units` units are there after a step."""
        if step == 0:
            return ALWAYS if units <= self.position.tokens else NEVER
        return self._amount(self._kept, step, units)

    def _amount(self, family: Family, step: int, units: int) -> int | str:
        if units <= 0:
            return ALWAYS
        return NEVER if units > self.position.full else family.now((step, units))

    def gains(self, step: int) -> int:
        """Return the literal for: a step gains a unit."""
        return self._gains.now(step)

    def idle(self, step: int) -> list[int]:
        """Return what may happen instead of a card leaving, as literals: a clue of the last round, or a stop."""
        clue = [self.clue(step, 1)] if self.careful and step > self.draws else []
        return clue + ([self.stopped(step)] if self.may_stop else [])

    def stopped(self, step: int) -> int:
        """Return the literal for: the play has stopped before this step."""
        return self._stopped.now(step)

    def first(self, step: int) -> Callable[[tuple[int, int]], int]:
        """Return the cells that say whether one of the first cards leaves."""
        return lambda cell: self._first.now((step, cell[0]))

    def fallen(self, step: int, number: int) -> int | str:
        """Return the literal for: there are at least `number` strikes by a step."""
        if number == 0:
            return ALWAYS
        return self._fallen.now((step, number)) if step else NEVER

    def used(self, card: int) -> int:
        """Return the literal for: a card is played in some step."""
        return self._used.now(card)

    def waits(self, step: int, kind: Kind) -> int:
        """Return the literal for: a card waits in a hand when a step begins, and after it."""
        return self._waits.now((step, *kind))

    def count(self, step: int) -> Callable[[tuple[int, int]], int]:
        """Return the cells of the counter of waiting cards."""
        return lambda cell: self._count.now((step, *cell))

    def points(self, suit: int, number: int) -> int | str:
        """Return the literal for: at least `number` points are gained in the suits up to this one."""
        if number <= 0:
            return ALWAYS
        return self._points.now((suit, number)) if (suit, number) in self._points.rows else NEVER

    def seen(self, step: int, player: int, card: int) -> int | str:
        """Return the literal for: a card is in the hand of another player before a step."""
        if self.drawn_at(card):
            return self._seen.now((step, player, card))
        return NEVER if self.position.holder[card] == player else no(self.gone(step - 1, card))

    def able(self, step: int, player: int, type_: str) -> int:
        """Return the literal for: a player sees a card before a step that a clue of this type touches."""
        return self._able.now((step, player, type_))

    def colour(self, step: int) -> int:
        """Return the literal for: the last clue before those of a step has named a colour."""
        return self._colour.now(step)


def clause(*literals: int | str) -> Iterator[Clause]:
    """Yield the clause without constants, or nothing if one of its literals always holds."""
    if ALWAYS not in literals:
        yield tuple(literal for literal in literals if isinstance(literal, int))


def no(literal: int | str) -> int | str:
    """Return the negation of a literal or constant."""
    if isinstance(literal, int):
        return -literal
    return NEVER if literal == ALWAYS else ALWAYS
