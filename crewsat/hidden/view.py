"""The view of one player: what this player knows of a game of The Crew in progress, validated, frozen.

A view has the player's own hand, and of the other hands their sizes. It cannot hold other cards that have not been
played, so whoever decides by a view cannot know them. What a view implies about the other hands is a set of cards that
each player cannot hold, and one of cards that a player is known to hold: a deal of the unseen cards fits the view if
and only if it respects these sets and the sizes of the hands. (Nothing is passed and no card is covered, so no hand
ever gains a card: what a player has once shown not to hold stays out of that hand.)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import json_text, visible
from crewsat.games.cards import Card, Suit
from crewsat.games.code import Code
from crewsat.games.crew.assignment import Mode
from crewsat.games.crew.decks import DECKS, DeckName
from crewsat.games.crew.features import ALL
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.task import AnyKind, Task
from crewsat.games.crew.tricks import legal_cards, tricks_played, winner_of
from crewsat.games.instance import Count
from crewsat.games.marks import AS_TUPLE, Within
from crewsat.games.names import Names, the_names
from crewsat.games.records import Record, declared
from crewsat.games.scope import reads
from crewsat.hidden.fitting_together import laid_by
from crewsat.hidden.pack import MOST_CARDS, MOST_PLAYERS, Pack, pack_of, pack_of_rules
from crewsat.hidden.reading import ViewReader
from crewsat.hidden.signals import Signal, signals_not_given

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.crew.walk import Walk

Player = Annotated[int, Within(ge=1)]


class View(Record):
    """What one player knows of a deal of The Crew; players are numbered from 1 in turn order."""

    view: Literal[1] = declared(default=1, description="version of the file format")
    game: Literal["crew"] = "crew"
    rules: DeckName | None = declared(
        default=None, description="the published game whose deck was dealt; trump follows from it; null: none"
    )
    players: Annotated[int, Within(ge=1, le=MOST_PLAYERS)] = declared(description="number of players")
    me: Player = declared(description="whose view it is")
    hand: Annotated[tuple[Card, ...], AS_TUPLE] = declared(description="the cards that this player holds now")
    sizes: Annotated[tuple[Count, ...], AS_TUPLE] = declared(description="how many cards each player holds now")
    leader: Player = declared(description="who led the first trick, or will lead it")
    trump: Suit | None = declared(default=None, description="the suit that beats every other; null: none")
    deck: Annotated[tuple[Card, ...], AS_TUPLE] | None = declared(
        default=None, description="all cards that were dealt; null: those of `rules`"
    )
    objectives: Annotated[tuple[Objective, ...], AS_TUPLE] = declared(
        default=(), description="the cards to be won, by whom and in what order"
    )
    same_trick: Literal["in_order", "violates"] = declared(
        default="in_order", description="x before y: trick(x) <= trick(y), or trick(x) < trick(y)"
    )
    assignment: Mode = declared(
        default="any", description="how the objectives and tasks without an owner may be shared out, together"
    )
    tasks: Annotated[tuple[Task, ...], AnyKind()] = declared(
        default=(), description="what else is to be done, by single players or together"
    )
    played: Annotated[tuple[Annotated[tuple[Card, ...], AS_TUPLE], ...], AS_TUPLE] = declared(
        default=(), description="tricks played already, cards in the order played; the last one may be incomplete"
    )
    signals: Annotated[tuple[Signal, ...], AS_TUPLE] = declared(default=(), description="the signals given so far")
    signals_left: Annotated[tuple[Count, ...], AS_TUPLE] = declared(
        default_factory=lambda fields: signals_not_given(fields["players"], fields["signals"]),
        description="how many signals each player may still give; default: 1 less those given",
    )
    names: Names = the_names()

    if TYPE_CHECKING:  # what may be written is wider than what is stored

        def __init__(  # noqa: PLR0913 - one argument per field
            self,
            *,
            view: Literal[1] = 1,
            game: Literal["crew"] = "crew",
            rules: DeckName | None = None,
            players: int,
            me: int,
            hand: Iterable[object],
            sizes: Iterable[int] | None = None,
            leader: int | None = None,
            trump: str | int | None = None,
            deck: Iterable[object] | None = None,
            objectives: Iterable[Objective | Mapping[str, object]] = (),
            same_trick: Literal["in_order", "violates"] = "in_order",
            assignment: Mode = "any",
            tasks: Iterable[Task | Mapping[str, object]] = (),
            played: Iterable[Iterable[object]] = (),
            signals: Iterable[Signal | Mapping[str, object]] = (),
            signals_left: Iterable[int] | None = None,
            names: Iterable[str] = (),
        ) -> None: ...

    @classmethod
    def model_validate(cls, data: object) -> Self:
        """Return the view with these fields, an object of JSON or a view already.

        Raises:
            InvalidInstance: with everything that is wrong.
        """
        if isinstance(data, cls):
            return data
        if not isinstance(data, Mapping):
            raise InvalidInstance([Defect("", f"a view is an object with the keys {', '.join(cls.fields)}")])
        made: Self = ViewReader(data).view(cls)
        return made

    @classmethod
    def parse(cls, text: str | bytes) -> View:
        """Read a view from a text: JSON, or the text form.

        Raises:
            InvalidInstance: with everything that is wrong.
        """
        view: View = Code("crewsat.hidden.files:parse")(text.encode() if isinstance(text, str) else text)
        return view

    @classmethod
    def of(
        cls, state: Walk, player: int, *, signals: Iterable[Signal] = (), signals_left: Iterable[int] | None = None
    ) -> View:
        """Return what a player knows in a play in progress; see `view_of`."""
        return view_of(state.instance, player, signals, signals_left)

    def as_dict(self) -> dict[str, Any]:
        """Return the canonical JSON object: the fields that are needed, and others that differ from their defaults."""
        written = {**self.model_dump(), **shared_part(self).as_dict(), "view": self.view}
        return {name: written[name] for name in self.fields if name in written}

    def to_json(self) -> str:
        """Return the canonical JSON text on one line."""
        return json_text(self.as_dict(), separators=(",", ":"))

    def __str__(self) -> str:
        return str(Code("crewsat.hidden.text:text_of")(self))

    @cached_property
    def pack(self) -> Pack:
        """The cards that were dealt, by number."""
        return pack_of(self.deck or (), self.trump) if self.rules is None else pack_of_rules(self.rules)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that were dealt, in the order of their numbers."""
        return self.pack.cards

    @cached_property
    def past(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """The tricks of `played`, each with the player who led it; the last one may be incomplete."""
        return tuple(tricks_played(self.leader, self.played, self.players, self.trump))

    @property
    def begun(self) -> tuple[Card, ...]:
        """The cards of the unfinished trick, in the order played; none between tricks."""
        return self.played[-1] if self.played and len(self.played[-1]) < self.players else ()

    @property
    def finished(self) -> int:
        """Number of complete tricks in `played`."""
        return len(self.played) - bool(self.begun)

    @property
    def first_leader(self) -> int:
        """Who led the first trick, or will lead it."""
        return self.leader

    @property
    def leading(self) -> int:
        """Who leads the next trick, or led the unfinished one."""
        if not self.past:
            return self.leader
        return self.past[-1][0] if self.begun else winner_of(*self.past[-1], self.trump)

    @property
    def turn(self) -> int | None:
        """Whose turn it is to play a card; None if no trick can be played any more, as a hand is empty."""
        begun = self.begun
        if not begun and not min(self.sizes):
            return None
        return (self.leading - 1 + len(begun)) % self.players + 1

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards this player may play now, in the order of the hand; none in another player's turn."""
        if self.turn != self.me:
            return ()
        begun = self.begun
        return tuple(legal_cards(self.hand, begun[0].suit if begun else None))

    @cached_property
    def dealt(self) -> tuple[int, ...]:
        """How many cards were dealt to each player."""
        laid = laid_by(self.played, self.leading, self.players)
        return tuple([held + gone for held, gone in zip(self.sizes, laid, strict=True)])

    @property
    def tricks(self) -> int:
        """Number of tricks that can be played in all, T: the size of the smallest hand as dealt."""
        return min(self.dealt)

    @cached_property
    def unseen(self) -> int:
        """The set of the cards that other players hold."""
        pack, seen = self.pack, 0
        bit = pack.bit
        for cards in (self.hand, *self.played):
            for card in cards:
                seen |= bit[card]
        return pack.whole & ~seen

    @cached_property
    def known(self) -> tuple[int, ...]:
        """For each player the set of the cards that this player is known to hold now.

        Of others these are cards that were shown and the highest trump, which leads first by the published rules, until
        they are played.
        """
        found, bit, unseen = [0] * self.players, self.pack.bit, self.unseen
        for signal in self.signals:
            found[signal.player - 1] |= bit[signal.card] & unseen
        if self.rules is not None:
            found[self.leader - 1] |= bit[DECKS[self.rules].highest] & unseen
        found[self.me - 1] = self.pack.mask(self.hand)
        return tuple(found)

    @cached_property
    def cannot(self) -> tuple[int, ...]:
        """For each player the set of the cards that this player cannot hold now.

        These are cards played, cards that others are known to hold, suits that a player has not followed, and what
        signals deny.
        """
        pack, known = self.pack, self.known
        denied, suits = [0] * self.players, pack.suits
        for leader, cards in self.past:
            led = cards[0].suit
            for k, card in enumerate(cards):
                if card.suit != led:
                    denied[(leader - 1 + k) % self.players] |= suits[led]
        for signal in self.signals:
            denied[signal.player - 1] |= signal.denied(pack)
        taken = pack.whole & ~self.unseen
        for mask in known:
            taken |= mask
        found = [(one | taken) & ~mask for one, mask in zip(denied, known, strict=True)]
        found[self.me - 1] = pack.whole & ~known[self.me - 1]
        return tuple(found)


@reads("a view", ALL)
def view_of(
    position: Crew, player: int, signals: Iterable[Signal] = (), signals_left: Iterable[int] | None = None
) -> View:
    """Return what a player knows in a position; it is not validated.

    Args:
        position: the deal or position.
        player: the player, from 1.
        signals: those given so far.
        signals_left: how many each player may still give; by default 1 less those given.

    Raises:
        InvalidInstance: if there is no such player, the crew chooses who leads, or there are too many players or cards.
        UnknownFeature: if the deal has choices that views do not express, such as passing cards.
    """
    hands, rules, trump = position.hands, position.rules, position.trump
    if position.leader is None or not 1 <= player <= len(hands) <= MOST_PLAYERS or position.size > MOST_CARDS:
        raise InvalidInstance([_why_no_view(position, player)])
    deck = None
    if rules is None:
        pack = pack_of(frozenset(sum(hands, ()) + sum(position.played, ())), trump)
        deck, trump = pack.cards, trump if trump in pack.suits else None  # a suit that was not dealt beats no card
    values: dict[str, Any] = {
        "rules": rules,
        "players": len(hands),
        "me": player,
        "hand": hands[player - 1],
        "sizes": tuple(map(len, hands)),
        "leader": position.leader,
        "trump": trump,
        "deck": deck,
        "objectives": position.objectives,
        "same_trick": position.same_trick,
        "assignment": position.assignment,
        "tasks": position.tasks,
        "played": position.played,
        "signals": tuple(signals),
        "names": position.names,
    }
    if signals_left is not None:
        values["signals_left"] = tuple(signals_left)
    return View.model_construct(**values)


def _why_no_view(position: Crew, player: int) -> Defect:
    """Say why there is no view of a position."""
    players = len(position.hands)
    if players > MOST_PLAYERS:
        return Defect("hands", f"a view is of at most {MOST_PLAYERS} players, and there are {players}")
    if position.size > MOST_CARDS:
        return Defect("hands", f"a view is of at most {MOST_CARDS} cards, and {position.size} were dealt")
    if not 1 <= player <= players:
        return Defect("", f"there is no player {visible(player)} to have a view; allowed: 1 to {players}")
    return Defect("leader", "missing: a view must name who leads the first trick")


def shared_part(view: View) -> Crew:
    """Return the fields that a view shares with instances, as one in which the other hands are empty."""
    hands = [()] * (view.me - 1) + [view.hand] + [()] * (view.players - view.me)
    shared = {name: getattr(view, name) for name in view.fields if name in Crew.fields}
    return Crew.model_construct(**{**shared, "hands": tuple(hands)})
