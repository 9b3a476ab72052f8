"""Reading an instance of solitaire Hanabi: the deck card by card, then the parts against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from crewsat.base.errors import InvalidInstance
from crewsat.base.wording import visible
from crewsat.games.cards import natural, parse_suit
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES, Reader, is_list, size_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.instance import Instance
    from crewsat.games.reading import Others


class HanabiReader(Reader):
    """A reader of one instance of solitaire Hanabi."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {"deck": ("card",), "colours": ("colour",)}
    lists: ClassVar[Mapping[str, Any]] = {"deck": []}
    needed: ClassVar[Mapping[str, Any]] = {"hand_size": 0}

    def read(self, cls: type[Instance]) -> tuple[Others, Mapping[str, Sequence[Any]]]:
        """Read every part, and check the parts against each other."""
        self.bound(("deck",), size_of(self.data.get("deck")), MOST_CARDS, "cards")
        self.bound(("colours",), size_of(self.data.get("colours")), MOST_ENTRIES, "colours")
        fields = self.known_fields((), self.data, cls)
        deck = self.deck()
        fields["deck"] = deck
        colours = self.colours()
        if colours is not None:
            fields["colours"] = [name for name in colours if name is not None]
        others, bad = self.other_fields(fields, cls)
        self.check_deck(
            deck,
            None if "values" in bad else others.values,
            None if colours is None or None in colours else fields["colours"],
        )
        if self.defects:
            raise InvalidInstance(self.defects)
        return others, {"deck": deck}

    def deck(self) -> Sequence[Card | None]:
        """Read the deck; None stands for an item that is not a card."""
        if "deck" not in self.data:
            self.report(("deck",), "missing")
            return []
        return self.cards(("deck",), self.data["deck"], "the deck") or []

    def colours(self) -> list[str | None] | None:
        """Read the list of colours; None if there is none. Within it None stands for an invalid colour."""
        raw_colours = self.data.get("colours")
        if raw_colours is None:
            return None
        if not is_list(raw_colours):
            self.report(("colours",), "must be a list")
            return [None]
        out: list[str | None] = []
        listed: set[str] = set()
        for k, raw in enumerate(raw_colours):
            try:
                name = parse_suit(raw)
            except ValueError as error:
                self.report(("colours", k), str(error).replace("suit", "colour"))
                out.append(None)
                continue
            if name in listed:
                self.report(("colours", k), f"colour '{visible(name)}' is listed twice")
            listed.add(name)
            out.append(name)
        return out

    def check_deck(self, deck: Sequence[Card | None], values: int | None, colours: Sequence[str] | None) -> None:
        """Check that no card has an unlisted colour or too high a value."""
        known = None if colours is None else set(colours)
        names = ", ".join(map(visible, sorted(known or (), key=natural)[:20])) or "none"
        for k, card in enumerate(deck):
            if card is None:
                continue
            if values is not None and card.value > values:
                allowed = f"1 to {visible(values)}" if values else "none"
                self.report(("deck", k), f"{visible(card)} is higher than `values` says; allowed: {allowed}")
            if known is not None and card.suit not in known:
                self.report(("deck", k), f"{visible(card)} is of no colour in `colours`; allowed: {names}")
