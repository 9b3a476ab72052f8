"""Reading a view: its parts item by item, then the parts against each other, so that all defects are found at once.

What is wrong with one part does not hide what is wrong with others. Only whether any deal fits the view is asked last,
of a view that is right otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import counted, visible
from crewsat.games.cards import described, natural
from crewsat.games.crew.decks import DECKS, why_not_hands
from crewsat.games.crew.position import sizes_are_right
from crewsat.games.crew.reading import CrewReader
from crewsat.games.crew.task_reading import check_player
from crewsat.games.names import check_names
from crewsat.games.reading import is_list, size_of
from crewsat.games.records import Unfit
from crewsat.hidden.dealing import why_none
from crewsat.hidden.fitting_together import (
    check_cards,
    check_signals,
    check_signals_left,
    check_sizes,
    equal_sizes,
)
from crewsat.hidden.history import History
from crewsat.hidden.pack import MOST_CARDS, MOST_PLAYERS, sorted_cards
from crewsat.hidden.signals import Signal, signals_not_given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card
    from crewsat.games.crew.decks import Deck
    from crewsat.games.reading import Others

OF_INSTANCES = {
    "hands": "a view has no place for other hands; allowed: `hand`, the cards of player `me`",
    "hands_are": "not allowed: `hand` has the cards held now",
    "suits": "not allowed: the suits of a view are those of its deck",
    **dict.fromkeys(
        ("passing", "passed", "passed_to", "covered", "handover", "retoken"),
        "not supported in a view: bots do not make this choice; allowed: a deal without it",
    ),
}
"""Fields of instances that views do not have, and why."""

_OF_THE_PLAY = frozenset({"players", "me", "hand", "leader", "trump", "deck", "rules", "played"})
"""The fields that say who held and played which card."""


class ViewReader(CrewReader):
    """Reads one view."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **CrewReader.nouns,
        "hand": ("card",),
        "deck": ("card",),
        "sizes": ("player",),
        "signals": ("signal",),
        "signals_left": ("player",),
    }
    lists: ClassVar[Mapping[str, Any]] = {
        "hand": [],
        "deck": None,
        "objectives": [],
        "tasks": [],
        "played": [],
        "signals": [],
    }
    needed: ClassVar[Mapping[str, Any]] = {"players": 1, "me": 1, "hand": [], "sizes": [], "leader": 1}

    def view(self, cls: Any) -> Any:  # noqa: ANN401 - a class of views, and one of them
        """Return the view.

        Raises:
            InvalidInstance: with everything that is wrong.
        """
        self.data = {name: raw for name, raw in self.data.items() if raw is not None or name not in _MAY_BE_NULL}
        self.check_sizes()
        fields = self.known_fields((), self._of_views(), cls)
        hand, played, signals = self._list_of_cards("hand"), self.played(), self._signals()
        objectives, tasks = self.objectives(), self.tasks()
        deck = DECKS.get(str(fields.get("rules")))
        cards = self._deck(deck, given="rules" in fields)
        self._follow_rules(deck, fields, hand or ())
        others, bad = self.other_fields(fields, cls)
        lists = {"hand": hand, "played": played, "signals": signals, "objectives": objectives, "tasks": tasks}
        own = None if deck or cards is None else sorted_cards(cards, others.trump)
        others.__dict__.update(lists, deck=own)
        self._check_parts(others, deck, None if cards is None else frozenset(cards), bad)
        self._check_history(others)
        self.settle()
        return self._settled(others)

    def _check_parts(
        self, others: Others, deck: Deck | None, cards: frozenset[Card] | None, bad: set[PathPart]
    ) -> None:
        """Check the parts against each other: everything but what happened when.

        Args:
            others: the view.
            deck: the published deck that was dealt, if it was one.
            cards: all cards that were dealt; None if they are not known.
            bad: fields that could not be read.
        """
        players = 0 if "players" in bad else others.players
        self._check_players(others, players, deck)
        self._check_trump(others.trump, cards)
        check_cards(self, others.hand or (), others.played, cards, deck)
        self._check_goals(others, cards, players)
        whole = players > 0 and None not in others.played and sizes_are_right(others.played, players, self.report)
        if whole:
            self._check_numbers(others, cards, bad)
        check_signals(self, others, cards, deck, last=others.finished + 1 if whole else None)

    def check_sizes(self) -> None:
        """Refuse more cards, signals or goals than there may be."""
        for field in ("hand", "deck", "played"):
            self.bound((field,), size_of(self.data.get(field)), MOST_CARDS, "tricks" if field == "played" else "cards")
        self.bound(("signals",), size_of(self.data.get("signals")), MOST_CARDS, "signals")
        for field in ("sizes", "signals_left"):
            self.bound((field,), size_of(self.data.get(field)), MOST_PLAYERS, "players")
        super().check_sizes()

    def _of_views(self) -> dict[str, Any]:
        """Report fields of instances that views do not have, and return the others."""
        for name, why in OF_INSTANCES.items():
            if name in self.data:
                self.report((name,), why)
        return {name: raw for name, raw in self.data.items() if name not in OF_INSTANCES}

    def _list_of_cards(self, field: str) -> tuple[Card | None, ...] | None:
        """Read a list of cards; None if there is none."""
        if field not in self.data:
            self.report((field,), "missing")
            return None
        return self.cards((field,), self.data[field], f"the {field}")

    def _deck(self, deck: Deck | None, *, given: bool) -> Sequence[Card] | None:
        """Return the cards that were dealt, of a published deck or those listed; None if they are not known."""
        if deck is not None and "deck" in self.data:
            self.report(("deck",), "not allowed with `rules`, which name the deck")
        if deck is not None or given:
            return None if deck is None else deck.cards
        if "deck" not in self.data:
            self.report(("deck",), f"missing; allowed: all cards that were dealt, or `rules`: {', '.join(DECKS)}")
            return None
        read = self.cards(("deck",), self.data["deck"], "the deck")
        seen: dict[Card, int] = {}
        for k, card in enumerate(read or ()):
            if card is not None and seen.setdefault(card, k) != k:
                self.report(("deck", k), f"{visible(card)} is in the deck already: deck[{seen[card]}]")
        return None if read is None or None in read else [*seen]

    def _signals(self) -> list[Signal | None]:
        """Read the signals; None stands for what is not one."""
        raw_signals = self.data.get("signals", ())
        if not is_list(raw_signals):
            self.report(("signals",), "must be a list of signals")
            return []
        return [self._signal(("signals", k), raw) for k, raw in enumerate(raw_signals)]

    def _signal(self, place: tuple[PathPart, ...], raw: object) -> Signal | None:
        if isinstance(raw, Signal):
            return raw
        if not isinstance(raw, Mapping):
            self.report(place, f"must be an object with {', '.join(Signal.fields)}, not {described(raw)}")
            return None
        try:
            return Signal.of_fields(self.known_fields(place, raw, Signal))
        except Unfit as error:
            self.translate(error, place, Signal)
            return None

    def _follow_rules(self, deck: Deck | None, fields: dict[str, Any], hand: Sequence[Card | None]) -> None:
        """Fill in what follows from the rules of a published game, and stand-ins for what is missing."""
        if deck is not None:
            if fields.setdefault("trump", deck.trump) != deck.trump:
                said = f"{described(fields['trump'])} contradicts the rules"
                self.report(("trump",), f"{said}: the trump suit of '{deck.name}' is {deck.trump}")
            if deck.highest in hand and "me" in fields:
                fields.setdefault("leader", fields["me"])
        if "leader" not in fields:
            self.report(("leader",), "missing; allowed: the player who leads the first trick, or led it")
            fields["leader"] = 1
        fields.setdefault("sizes", [])

    def _check_players(self, others: Others, players: int, deck: Deck | None) -> None:
        """Check that players exist, and that this number of players may have the deck, and has names."""
        for field in ("me", "leader"):
            check_player(self, (field,), getattr(others, field), players)
        for k, signal in enumerate(others.signals):
            if signal is not None:
                check_player(self, ("signals", k, "player"), signal.player, players)
        if players and deck is not None and why_not_hands(players) is not None:
            self.report(("players",), f"{counted(players, 'player')}: {why_not_hands(players)}")
        if players:
            check_names(self, others.names, players)

    def _check_trump(self, trump: str | None, cards: frozenset[Card] | None) -> None:
        """Check that the trump suit is one of the deck."""
        suits = sorted({card.suit for card in cards or ()}, key=natural)
        if trump is not None and cards is not None and trump not in suits:
            allowed = ", ".join([*map(visible, suits), "null"])
            self.report(("trump",), f"no card of the deck has suit '{visible(trump)}'; allowed: {allowed}")

    def _check_goals(self, others: Others, cards: frozenset[Card] | None, players: int) -> None:
        """Check the objectives and tasks, as those of instances are checked."""
        self.check_objectives(others.objectives, cards, players)
        self.check_tasks(others.tasks, others.objectives, cards, players)
        self.check_order(others.objectives)

    def _check_numbers(self, others: Others, cards: frozenset[Card] | None, bad: set[PathPart]) -> None:
        """Check how many cards the players hold, and how many signals they may still give."""
        if "sizes" not in self.data:
            self._fill_in_sizes(others, cards)
        elif "sizes" not in bad:
            check_sizes(self, others, None if cards is None else len(cards))
        if "signals_left" not in self.data:
            given = [signal for signal in others.signals if signal is not None]
            others.__dict__["signals_left"] = signals_not_given(others.players, given)
        elif "signals_left" not in bad:
            check_signals_left(self, others)

    def _fill_in_sizes(self, others: Others, cards: frozenset[Card] | None) -> None:
        """Fill in the sizes of the hands if all players were dealt the same number of cards."""
        if cards is None or self._bad() & {"me", "hand", "leader", "played"}:
            return
        sizes = equal_sizes(others, len(cards))
        if sizes is None:
            self.report(("sizes",), "missing; allowed only if all players were dealt the same number of cards")
        others.__dict__["sizes"] = sizes or ()

    def _bad(self) -> set[PathPart]:
        """Return the fields in which there is a defect."""
        return {defect.path[0] for defect in self.defects if defect.path}

    def _check_history(self, others: Others) -> None:
        """Check that what was played and shown can have happened, as far as it is known what that was."""
        bad = self._bad()
        if bad & _OF_THE_PLAY:
            return
        wrong = {defect.path[1] for defect in self.defects if defect.path[:1] == ("signals",) and defect.path[1:]}
        signals = {k: signal for k, signal in enumerate(others.signals) if signal is not None and k not in wrong}
        History(others, signals).check(self.report)

    def _settled(self, others: Others) -> Others:
        """Return the view, in which nothing stands for something bad any more, if any deal fits it."""
        for name in self.lists:
            value = getattr(others, name)
            others.__dict__[name] = None if value is None else tuple(value)
        view = others.with_fields()  # without what was derived from it before
        why = why_none(view)
        if why is not None:
            raise InvalidInstance([Defect("", f"no deal fits this view: {why}")])
        return view


_MAY_BE_NULL = frozenset({"rules", "trump", "deck", "leader", "sizes", "signals_left"})
"""Fields that may be null, which is the same as if they were not there."""
