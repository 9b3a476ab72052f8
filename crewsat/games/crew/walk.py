"""Walking through a deal move by move, forwards and backwards, by the rules of the referee.

A move is a card or a choice. A choice leads to another deal with a table of its own; the old one is kept for `undo`.

The cost of a step depends on what the rules examine, not on what has been dealt: a play of a million cards can be
walked to its end and back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from crewsat.base.errors import IllegalPlay
from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.crew.decks import DECKS
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice, cards_of
from crewsat.games.crew.rules import Table
from crewsat.games.crew.text import text_of
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.games.outcome import OPEN, Outcome
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Move
    from crewsat.games.crew.rules import Before


class _Earlier(NamedTuple):
    """What a walk was like when a choice was made."""

    deal: Crew
    table: Table
    tricks: list[Trick]
    before: list[Before]
    current: list[Card]
    leader: int | None
    played: int

    def copy(self) -> _Earlier:
        return self._replace(
            table=self.table.copy(), tricks=list(self.tricks), before=list(self.before), current=list(self.current)
        )


@reads("the search", ALL | CHANGES | COVERED | PASSING)
class Walk:
    """A play of The Crew in progress, from a deal or position on.

    Two walks are equal if their positions have the same text form: the same hands, each in the same order, objectives
    and tricks, whichever way they were reached. A walk changes with every card: store a `copy` in a set or a
    dictionary.

    Args:
        instance: the deal or position to start from; moves before it cannot be taken back.

    A subclass may have choices, by `choices` and `chosen`.
    """

    def __init__(self, instance: Crew) -> None:
        self._start = instance
        self._earlier: list[_Earlier] = []
        self._path: list[Move] = []
        self._places: list[int] = []
        self._instance: Crew | None
        self._dealt: int | None
        self._leader: int | None
        self._current: list[Card]
        self._played: int
        self._enter(instance)
        self._path.clear()  # what is past cannot be taken back
        self._places.clear()

    def choices(self) -> tuple[Choice, ...]:
        """Return the choices of which one must be made before the next card."""
        return self._table.choices if self._deal.retoken is not None or self._deal.passing is not None else ()

    @property
    def choices_due(self) -> tuple[Choice, ...]:
        """The choices of which one must be made now; empty if a card is to be played, or the play is over.

        Cards are passed between two tricks; tokens are changed at once, even if a trick has begun.
        """
        return self.choices() if self._open and not (self._current and self._table.retokened) else ()

    def chosen(self, choice: Choice) -> Crew:
        """Return the deal with which the walk goes on after one of `choices`, with the tricks played so far."""
        table, before = self._table.copy(), self.instance
        table.choose(choice)
        if before.retoken is not None:
            return before.with_fields(objectives=before.retokenings[table.ways[0]].objectives, retoken=None)
        hands = tuple(tuple(table.hand(player)) for player in range(1, before.players + 1))
        return before.with_fields(hands=hands, passed=table.giving, passed_to=table.to)

    @property
    def player(self) -> int | None:
        """Whose turn it is; None if the play is over, or if the crew may still choose who leads the first trick.

        If a choice is to be made, this is the player who makes it; None if the whole crew does.
        """
        if self.choices_due:
            return self.choices_due[0].player
        if not self._open or self._leader is None:
            return None
        return (self._leader - 1 + len(self._current)) % self._deal.players + 1

    @property
    def outcome(self) -> Outcome:
        """Whether the play is won, lost or open."""
        return self._outcome

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks, those of `Crew.played` included; one that loses something completes nothing."""
        return tuple(self._tricks)

    @property
    def current(self) -> tuple[Card, ...]:
        """The cards of the unfinished trick, in the order played; empty between tricks."""
        return tuple(self._current)

    @property
    def leader(self) -> int | None:
        """Who leads the next trick, or led the unfinished one; None if the crew may choose."""
        return self._leader

    @property
    def completed(self) -> tuple[str, ...]:
        """The ids of the objectives completed so far, in that order."""
        return tuple(name for trick in self._tricks for name in trick.completes)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each player holds."""
        return self.instance.hands

    @property
    def instance(self) -> Crew:
        """The position as an instance; it is not validated again."""
        if self._instance is None:
            played = [trick.cards for trick in self._tricks]
            fields: dict[str, Any] = {
                "hands": tuple(tuple(self._table.hand(player)) for player in range(1, self._deal.players + 1)),
                "played": (*played, tuple(self._current)) if self._current else tuple(played),
                "leader": self._tricks[0].leader if self._tricks else self._leader,
            }
            passing = self._deal.passing
            if passing is not None and self._deal.passed is None and len(fields["played"]) > passing.after:
                fields["passed"] = ()  # nobody could pass a card
            self._instance = self._deal.with_fields(**fields)
        return self._instance

    @property
    def start(self) -> Crew:
        """The deal or position from which the walk started."""
        return self._start

    @property
    def deal(self) -> Crew:
        """The deal or position after the last choice; `start` if there was none."""
        return self._deal

    @property
    def path(self) -> tuple[Move, ...]:
        """The moves since the start."""
        return tuple(self._path)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards played since the last choice, or else since the start."""
        return tuple(cards_of(self._path[len(self._path) - self._played :]))

    @property
    def line(self) -> tuple[Trick | Choice, ...]:
        """The finished tricks, as `tricks`, and the choices made since the start, in their order."""
        line: list[Trick | Choice] = list(self._tricks)
        made = [move for move in self._path if isinstance(move, Choice)]
        for k, (earlier, choice) in enumerate(zip(self._earlier, made, strict=True)):
            line.insert(len(earlier.tricks) + k, choice)
        return tuple(line)

    @property
    def text(self) -> str:
        """The position in the text form, as `crewsat.text_of` writes it."""
        return text_of(self.instance)

    def legal(self) -> tuple[Move, ...]:
        """Return the cards that may be played next, in the order of the hand; empty if the play is over.

        If the crew may still choose who leads, these are all cards of all players, player 1's first. If a choice is to
        be made first, these are the choices.
        """
        if not self._open:
            return ()
        if self.choices_due:
            return self.choices_due
        player, table = self.player, self._table
        if player is None:
            return tuple(card for number in range(1, self._deal.players + 1) for card in table.legal(number, None))
        return tuple(table.legal(player, self._current[0].suit if self._current else None))

    def play(self, move: Move | str) -> None:
        """Play a card for the player whose turn it is, or make a choice.

        If the crew may choose who leads, the card's holder does.

        Args:
            move: a card or a choice, or its text; a card of a deal with `rules` also abbreviated, as in ``p9``.

        Raises:
            IllegalPlay: with trick, player and rule if the move is not allowed; nothing has changed then.
        """
        found = move if isinstance(move, Card | Choice) else self._read(move)
        if not self._open:
            how = "has succeeded already" if self._outcome.status == "won" else "is lost"
            raise self._refused("end", f"the play {how} and is over")
        if isinstance(found, Choice) or self.choices_due:
            self._choose(found)
        else:
            self._lay(found)
        self._instance = None

    def undo(self) -> Move:
        """Take back the last move, and return it.

        Raises:
            IndexError: if there has been no move since the start.
        """
        if not self._path:
            raise IndexError("no card has been played that could be taken back")
        if isinstance(self._path[-1], Choice):
            return self._choose_again()
        if not self._current:
            trick = self._tricks.pop()
            self._table.reopen(self._before.pop(), trick.cards)
            self._leader, self._current = trick.leader, list(trick.cards)
        self._path.pop()
        card, place = self._current.pop(), self._places.pop()
        self._played -= 1
        player = (self._leader_now() - 1 + len(self._current)) % self._deal.players + 1
        self._table.take_back(player, card, place)
        if not self._current:
            self._leader = self._table.leader
        self._outcome = OPEN  # as it was before any card
        self._instance = None if self._played else self._deal
        return card

    def copy(self) -> Self:
        """Return an independent copy of the walk; it can take back the same moves."""
        other = self.__class__.__new__(self.__class__)
        own = {name: list(value) for name, value in self.__dict__.items() if isinstance(value, list)}
        own["_earlier"] = [earlier.copy() for earlier in self._earlier]
        other.__dict__.update(self.__dict__, **own, _table=self._table.copy())
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Walk):
            return NotImplemented
        if self._start is other._start:
            return self._path == other._path
        return self.text == other.text

    def __hash__(self) -> int:
        if self._dealt is None:
            self._dealt = hash(frozenset(self._deal.holder.items()))
        return hash((self._dealt, tuple(trick.cards for trick in self._tricks), tuple(self._current)))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text!r}, {self._outcome.status}>"

    def __str__(self) -> str:
        return self.text

    @property
    def _open(self) -> bool:
        return self._outcome.status == "open"

    def _leader_now(self) -> int:
        if self._leader is None:
            raise ValueError("nobody leads yet")
        return self._leader

    def _read(self, text: str) -> Move:
        """Read a choice that may be made, or a card; of a published deck also abbreviated (``p9``)."""
        for choice in self.choices_due:
            if choice.text == text:
                return choice
        if self.choices_due:
            allowed = ", ".join(map(visible, self.choices_due))
            raise self._refused("choice", f"'{visible(text)}' is not a choice that may be made now; allowed: {allowed}")
        deck = DECKS.get(self._deal.rules or "")
        try:
            cards = deck.cards_of_word(text) if deck else [Card.parse(text)]
        except ValueError as error:
            raise self._refused("claim", str(error)) from None
        if len(cards) != 1:
            raise self._refused("claim", f"'{visible(text)}' is not one card")
        return cards[0]

    def _refused(self, rule: str, message: str) -> IllegalPlay:
        return IllegalPlay(message, rule=rule, number=len(self._tricks) + 1, player=self.player, unit="trick")

    def _enter(self, deal: Crew) -> None:
        """Begin, or go on after a choice, with a deal or position."""
        self._deal = deal
        self._table = Table(deal, past=False)
        self._instance, self._dealt = deal, None
        self._outcome = self._judged()
        self._tricks: list[Trick] = []
        self._before: list[Before] = []
        self._leader, self._current, self._played = deal.leader, [], 0
        for leader, cards in deal.past:
            if self._open:
                self._leader = leader
                for card in cards:
                    self._lay(card)
            else:  # goes on after its end
                self._look_on(leader, cards)
        self._before.clear()
        self._played = 0

    def _choose(self, move: Move) -> None:
        """Make a choice, after which the walk goes on with another deal."""
        if not isinstance(move, Choice) or move not in self.choices_due:
            allowed = f"; allowed: {', '.join(map(visible, self.choices_due))}" if self.choices_due else ""
            raise self._refused("choice", f"'{visible(move)}' is not a choice that may be made now{allowed}")
        deal = self.chosen(move)
        earlier = self._deal, self._table, self._tricks, self._before, self._current, self._leader, self._played
        self._earlier.append(_Earlier(*earlier))
        path, places = self._path, self._places
        self._path, self._places = [], []
        self._enter(deal)
        self._path, self._places = [*path, move], places

    def _choose_again(self) -> Move:
        """Take back the last choice, and return it."""
        earlier = self._earlier.pop()
        self._deal, self._table, self._tricks, self._before, self._current, self._leader, self._played = earlier
        self._dealt = self._instance = None
        self._outcome = OPEN  # as it was before any choice
        return self._path.pop()

    def _lay(self, card: Card) -> None:
        """Play a card by the rules of the table."""
        leader = self._leader or self._table.hands.holder(card)
        if leader is None:
            raise self._refused("hand", f"nobody holds {visible(card)}")
        if not self._current:
            self._table.begin(leader)
        player = (leader - 1 + len(self._current)) % self._deal.players + 1
        self._places.append(self._table.put(player, card, (self._current or [card])[0].suit))
        self._leader = leader
        self._path.append(card)
        self._played += 1
        self._current.append(card)
        if len(self._current) == self._deal.players:
            self._finish()

    def _finish(self) -> None:
        """Have the trick that is now complete judged."""
        leader, cards = self._leader_now(), tuple(self._current)
        try:
            trick = self._table.judge(leader, cards)
        except IllegalPlay as error:
            trick = Trick(leader, cards, self._table.before.winner)
            self._outcome = Outcome.lost_by(error)
        else:
            self._outcome = self._judged()
        self._tricks.append(trick)
        self._before.append(self._table.before)
        self._leader, self._current = trick.winner, []

    def _judged(self) -> Outcome:
        """Return the state of the play between tricks, if nothing has been lost."""
        table = self._table
        if table.succeeded:
            return Outcome("won", table.played or None, "trick")
        if all(table.left):
            return OPEN
        try:
            table.finish()
        except IllegalPlay as error:
            return Outcome.lost_by(error, number=table.played or None)
        raise AssertionError("a play that has not succeeded cannot end")

    def _look_on(self, leader: int, cards: tuple[Card, ...]) -> None:
        """Keep cards that were played after the play was over."""
        self._leader = leader
        if len(cards) < self._deal.players:
            self._current = list(cards)
        else:
            self._tricks.append(Trick(leader, cards, winner_of(leader, cards, self._deal.trump)))
            self._leader = self._tricks[-1].winner
