"""Reading an instance of Hanabi: the variant, the deck card by card, then every action, as the referee sees it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from crewsat.base.errors import IllegalPlay, InvalidInstance
from crewsat.base.wording import counted, listed
from crewsat.games.accepting import annotation_of
from crewsat.games.cards import Card
from crewsat.games.hanabi.claims import action_of
from crewsat.games.hanabi.naming import resolved
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.variants import UnknownVariantError
from crewsat.games.names import check_names
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES, Reader, is_list, size_of
from crewsat.games.records import Unfit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.instance import Instance
    from crewsat.games.reading import Others


class HanabiReader(Reader):
    """A reader of one instance of Hanabi."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {"deck": ("card",), "actions": ("turn",)}
    lists: ClassVar[Mapping[str, Any]] = {"deck": [], "actions": []}
    needed: ClassVar[Mapping[str, Any]] = {"players": 2}

    def read(self, cls: type[Instance]) -> tuple[Others, Mapping[str, Sequence[Any]]]:
        """Read every part, and check the parts against each other."""
        self.bound(("deck",), size_of(self.data.get("deck")), MOST_CARDS, "cards")
        self.bound(("actions",), size_of(self.data.get("actions")), MOST_ENTRIES, "actions")
        fields = self.known_fields((), self.data, cls)
        own_is_bad = self.own_variant(fields, cls)
        others, bad = self.other_fields(fields, cls)
        bad |= {"variant"} if own_is_bad else set()
        if "variant" not in bad and not self.variant_is_known(others):
            bad.add("variant")
        deck = self.deck(None if "variant" in bad else others)
        if not self.defects:
            self.check_numbers(others, len(deck))
        if not self.defects:
            others.__dict__["deck"] = tuple(deck)
            self.leave_out_defaults(others)
            self.check_deck(others)
        actions = () if self.defects else self.actions(others)
        if self.defects:
            raise InvalidInstance(self.defects)
        return others, {"actions": actions}

    def own_variant(self, fields: dict[str, Any], cls: type[Instance]) -> bool:
        """Read a variant that is not a name, and put it into the fields; return whether it has defects."""
        raw = fields.get("variant", "")
        own = next(kind for kind in get_args(annotation_of(cls, "variant")) if kind is not str)
        if isinstance(raw, (str, own)):
            return False
        try:
            fields["variant"] = own.of_fields(raw)
        except Unfit as error:
            self.translate(error, ("variant",), own)
            del fields["variant"]
            return True
        return False

    def leave_out_defaults(self, instance: Others) -> None:
        """Remove values that equal their defaults, so that there is one way to write them."""
        if instance.target == instance.most_points:
            instance.__dict__["target"] = None
        if instance.hand_size == instance.usual_hand:
            instance.__dict__["hand_size"] = None

    def variant_is_known(self, others: Others) -> bool:
        """Report an unknown name of a variant, and suits that cannot be combined."""
        try:
            suits = others.rules.suits
        except UnknownVariantError as error:
            self.report(("variant",), str(error))
            return False
        before, listed_before = len(self.defects), set[str]()
        for k, suit in enumerate(suits):
            if suit.name in listed_before:
                self.report(("variant", "suits", k, "name"), f"suit '{suit.name}' is listed twice")
            listed_before.add(suit.name)
            if len(suit.copies) != len(suits[0].copies):
                words = f"{counted(len(suit.copies), 'value')}; allowed: {len(suits[0].copies)}, as in the first suit"
                self.report(("variant", "suits", k, "copies"), words)
        return len(self.defects) == before

    def deck(self, others: Others) -> Sequence[Card | None]:
        """Read the deck; None stands for what is not a card of the variant."""
        if "deck" not in self.data:
            self.report(("deck",), "missing")
            return []
        cards: Sequence[Card | None] = self.cards(("deck",), self.data["deck"], "the deck") or []
        if others is None:
            return cards
        names, most = others.rules.names, others.rules.values
        if all(card is not None and card.suit in names and card.value <= most for card in cards):
            return cards  # as most decks are, of up to a million cards
        out: list[Card | None] = []
        for k, card in enumerate(cards):
            try:
                out.append(None if card is None else resolved(card, others.rules))
            except ValueError as error:
                self.report(("deck", k), str(error))
                out.append(None)
        return out

    def check_numbers(self, others: Others, cards: int) -> None:
        """Check that the hands can be dealt, and that the first player and the target are possible."""
        dealt = others.players * others.cards_in_hand
        if cards < dealt:
            hands = f"{others.players} hands of {counted(others.cards_in_hand, 'card')}"
            self.report(("deck",), f"the deck has {counted(cards, 'card')}; {hands} need {dealt}")
        check_names(self, others.names, others.players)
        if others.first_player > others.players:
            self.report(("first_player",), f"there is no player {others.first_player}; allowed: 1 to {others.players}")
        if others.target is not None and others.target > others.most_points:
            self.report(("target",), f"{others.target} is more than all points; allowed: 0 to {others.most_points}")

    def check_deck(self, instance: Others) -> None:
        """Check that the deck is exactly the cards of the variant."""
        suits = instance.rules.suits
        cards = {Card(s.name, value): k for s in suits for value, k in enumerate(s.copies, 1)}
        found = Counter(instance.deck)
        if dict(found) == cards:  # counters take four times as long to compare
            return
        needed = Counter(cards)
        wrong = [
            f"{words} {listed(some.elements())}"
            for words, some in (("missing:", needed - found), ("too many:", found - needed))
            if some
        ]
        if wrong:
            self.report(("deck",), f"the deck is not that of the variant; {'; '.join(wrong)}")

    def actions(self, instance: Others) -> list[Action]:
        """Read the actions and do each of them; the first one that is not allowed ends the reading."""
        raw_actions = self.data.get("actions", ())
        if not is_list(raw_actions):
            self.report(("actions",), "must be a list")
            return []
        if not raw_actions:
            return []
        table = Table(instance)
        for k, raw in enumerate(raw_actions):
            try:
                action = action_of(raw, table)
                table.do(replace(action, action="strike") if self.fails(table, action) else action)
            except ValueError as error:
                self.report(("actions", k), str(error))
                return []
            except IllegalPlay as error:
                self.report(("actions", k), error.message)
                return []
        return table.actions

    @staticmethod
    def fails(table: Table, action: Action) -> bool:
        """Return whether a play is a strike: records use a play for both.

        Raises:
            IllegalPlay: if the card is not there.
        """
        its_turn = action.player == table.turn and table.ending is None
        return its_turn and action.action == "play" and not table.fits(table.number_of(action))
