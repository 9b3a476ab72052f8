"""Reading an instance of The Crew: hands, objectives and tasks item by item, then the parts against each other."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, cast

from crewsat.base.errors import InvalidInstance
from crewsat.base.wording import PathPart, counted, json_path, visible
from crewsat.games.cards import Card, described, natural, parse_suit
from crewsat.games.crew import order, position
from crewsat.games.crew.choices_reading import Choices, check_changes
from crewsat.games.crew.decks import DECKS, why_not_hands
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.task import Task
from crewsat.games.crew.task_reading import check_player, check_task, not_held, read_task
from crewsat.games.crew.tasks import KINDS
from crewsat.games.crew.tricks import tricks_played
from crewsat.games.names import check_names
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES, MOST_GOALS, MOST_PLAYERS, Reader, is_list, size_of
from crewsat.games.records import Unfit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.crew.decks import Deck
    from crewsat.games.instance import Instance

    _CardLists = Sequence[Sequence[Card | None] | None]
    from crewsat.games.reading import Others


class CrewReader(Reader):
    """Reads one instance of The Crew."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "hands": ("player", "card"),
        "played": ("trick", "card"),
        "objectives": ("objective",),
        "tasks": ("task",),
        "covered": ("pair", "card"),
        "passed": ("player",),
    }
    lists: ClassVar[Mapping[str, Any]] = {
        "hands": [[]],
        "objectives": [],
        "tasks": [],
        "played": [],
        "covered": [],
        "passing": None,
        "passed": None,
    }

    def read(self, cls: type[Instance]) -> tuple[Others, Mapping[str, Any]]:
        """Read every part, and check the parts against each other."""
        self.check_sizes()
        fields = self.known_fields((), self.data, cls)
        hands, played, objectives, tasks = self.hands(), self.played(), self.objectives(), self.tasks()
        choices = Choices(self)
        suits_known = self.suits(fields)
        deck = DECKS.get(str(fields.get("rules")))
        if deck is not None:
            self.follow_deck(deck, fields, hands, choices.lists.get("passed", ()))
        others, bad = self.other_fields(fields, cls)
        known = bool(hands) and all(cards is not None and None not in cards for cards in (*hands, *played))
        dealt = self.check_cards(hands, played, as_dealt=others.hands_are == "dealt")
        held = dealt if known else None
        self.check_deck(deck if known else None, hands, () if others.hands_are == "dealt" else played)
        self.check_leader(others.leader, len(hands))
        check_names(self, others.names, len(hands))
        suits_known = suits_known and "suits" not in bad and deck is None
        self.check_suits(others, set(map(itemgetter(0), dealt)), known=known and suits_known)
        self.check_objectives(objectives, held, len(hands))
        self.check_tasks(tasks, objectives, held, len(hands))
        self.check_order(objectives)
        if "leader" not in bad:
            self.check_first_leader(others.leader, played)
        self.settle()
        # Nothing in these lists stands for something bad any more.
        before, past, wanted, asked = (cast("Any", lists) for lists in (hands, played, objectives, tasks))
        check_changes(self, others, wanted, asked)
        now = self.check_position(others, before, past, deck, choices)
        self.settle()
        others.__dict__.update({"hands_are": "held", "passing": choices.passing_of(others.trump)})
        return others, {"hands": now, "played": past, "objectives": objectives, "tasks": tasks, **choices.lists}

    def settle(self) -> None:
        """Refuse the instance if anything is wrong."""
        if self.defects:
            raise InvalidInstance(self.defects)

    def check_sizes(self) -> None:
        """Refuse more players, cards, goals or suits than there may be."""
        hands, played, objectives, tasks = (self.data.get(key) for key in ("hands", "played", "objectives", "tasks"))
        self.bound(("hands",), size_of(hands), MOST_PLAYERS, "players")
        dealt = sum(sum(map(size_of, lists)) for lists in (hands, played) if isinstance(lists, (list, tuple)))
        self.bound((), dealt, MOST_CARDS, "cards in `hands` and `played`")
        self.bound((), size_of(objectives) + size_of(tasks), MOST_GOALS, "objectives and tasks together")
        self.bound(("suits",), size_of(self.data.get("suits")), MOST_ENTRIES, "suits")

    def hands(self) -> list[tuple[Card | None, ...] | None]:
        """Read the hands; None stands for what is not a hand or not a card; empty if there is no list of hands."""
        raw_hands = self.data.get("hands")
        if not is_list(raw_hands):
            self.report(("hands",), "missing" if "hands" not in self.data else "must be a list of hands, one a player")
            return []
        hands = self.card_lists("hands", raw_hands, "a hand")
        if not hands:
            self.report(("hands",), "at least one player is needed")
        return hands

    def played(self) -> list[tuple[Card | None, ...] | None]:
        """Read the tricks played; a last one without cards has not begun and is left out."""
        raw_tricks = self.data.get("played", ())
        if not is_list(raw_tricks):
            self.report(("played",), "must be a list of tricks, each a list of cards in the order played")
            return [None]
        tricks = self.card_lists("played", raw_tricks, "a trick")
        return tricks[:-1] if tricks and tricks[-1] == () else tricks

    def objectives(self) -> list[Objective | None]:
        """Read the objectives; None stands for what is not one."""
        raw_objectives = self.data.get("objectives", ())
        if not is_list(raw_objectives):
            self.report(("objectives",), "must be a list of objectives")
            return [None]
        out: list[Objective | None] = []
        for k, raw in enumerate(raw_objectives):
            try:
                out.append(Objective.of_fields(self.objective(k, raw)))
            except Unfit as error:
                self.translate(error, ("objectives", k), Objective)
                out.append(None)
        return out

    def tasks(self) -> list[Task | None]:
        """Read the tasks, the unnamed ones named by their place; None stands for what is not one."""
        raw_tasks = self.data.get("tasks", ())
        if not is_list(raw_tasks):
            self.report(("tasks",), "must be a list of tasks")
            return [None]
        return [self.task(k, raw) for k, raw in enumerate(raw_tasks)]

    def task(self, k: int, raw: object) -> Task | None:
        """Read one task."""
        place: tuple[PathPart, ...] = ("tasks", k)
        if isinstance(raw, Task):
            return raw if raw.id else raw.model_copy(update={"id": f"task{k + 1}"})
        read = read_task(self, place, raw, KINDS)
        if read is None:
            return None
        kind, fields = read
        try:
            return kind.of_fields({"id": f"task{k + 1}", **fields})
        except Unfit as error:
            self.translate(error, place, kind)
            return None

    def objective(self, k: int, raw: object) -> object:
        """Report unknown keys and invalid ids here, as pydantic would build a message for each; return the rest."""
        if not isinstance(raw, Mapping):
            return raw
        fields = self.known_fields(("objectives", k), raw, Objective)
        for field in ("after", "before"):
            if field not in fields:
                continue
            names = fields[field]
            self.bound(("objectives", k, field), size_of(names), MOST_ENTRIES, "ids")
            if isinstance(names, (list, tuple)):
                for n, name in enumerate(names):
                    if not isinstance(name, str) or not name:
                        self.report(("objectives", k, field, n), f"{described(name)} is not a valid id")
                fields[field] = [name for name in names if isinstance(name, str) and name]
        return fields

    def suits(self, fields: dict[str, Any]) -> bool:
        """Report and remove items of the list of suits that are not suits; return whether all were suits."""
        raw_suits = fields.get("suits")
        if not is_list(raw_suits):
            return True
        good, bad = [], 0
        for k, raw in enumerate(raw_suits):
            try:
                good.append(parse_suit(raw))
            except ValueError as error:
                self.report(("suits", k), str(error))
                bad += 1
        fields["suits"] = good
        return bad == 0

    def check_cards(self, hands: _CardLists, played: _CardLists, *, as_dealt: bool) -> AbstractSet[Card]:
        """Report cards that are dealt twice; return all that are dealt.

        Cards that were played are still in the hands if these are `as_dealt`, and have left them otherwise.
        """
        every = [card for cards in (*hands, *played) for card in cards or () if card is not None]
        dealt = set(every)
        if len(dealt) == len(every):  # places are kept only where one is to be reported: there may be a million
            return dealt
        held: dict[Card, tuple[PathPart, ...]] = {}
        for place, card in _places("hands", hands):
            if held.setdefault(card, place) != place:
                self.report(place, f"{visible(card)} is dealt already: {self.where(held[card])}")
        seen: dict[Card, tuple[PathPart, ...]] = {} if as_dealt else held
        for place, card in _places("played", played):
            first = seen.setdefault(card, place)
            if first[0] == "hands":
                hint = 'with "hands_are": "dealt" (as text: dealt), hands are those before the first trick'
                self.report(place, f"{visible(card)} is still held: {self.where(first)}; {hint}")
            elif first != place:
                self.report(place, f"{visible(card)} is played already: {self.where(first)}")
        return held.keys() | seen.keys()

    def where(self, place: tuple[PathPart, ...]) -> str:
        """Return a place in the form used in messages: ``hands[0][1] (player 1, card 2)``."""
        return f"{json_path(place)} ({self.gloss(place)})"

    def follow_deck(self, deck: Deck, fields: dict[str, Any], hands: _CardLists, passed: Iterable[Card]) -> None:
        """Fill in what follows from the rules of a published game: the trump suit, and who leads first."""
        if fields.get("trump") is None:
            fields["trump"] = deck.trump
        elif fields["trump"] != deck.trump:
            said = f"{described(fields['trump'])} contradicts the rules"
            self.report(("trump",), f"{said}: the trump suit of '{deck.name}' is {deck.trump}")
        commander, since = _holder(deck.highest, hands, passed)
        if fields.get("leader") is None:
            fields["leader"] = commander
        elif commander is not None and isinstance(fields["leader"], int) and fields["leader"] != commander:
            said = f"player {visible(fields['leader'])} does not lead first"
            self.report(("leader",), f"{said}: player {commander} {since} {deck.highest}")

    def check_position(
        self,
        others: Others,
        hands: list[tuple[Card, ...]],
        past: list[tuple[Card, ...]],
        deck: Deck | None,
        choices: Choices,
    ) -> list[tuple[Card, ...]]:
        """Check that the tricks can have been played, and cards passed, as stated; return the hands held after them."""
        if not position.sizes_are_right(past, len(hands), self.report):
            return hands
        tricks = list(tricks_played(others.leader or 1, past, len(hands), others.trump))
        dealt, held = choices.replayed(others, hands, tricks, deck)
        if deck is not None and not self.defects:  # who leads first was dealt the highest card, played or not
            player = next((player for player, hand in enumerate(dealt, 1) if deck.highest in hand), None)
            if player not in {None, others.leader}:
                said = f"player {others.leader} does not lead first: player {player} had {deck.highest}"
                self.report(("leader",), said)
        return held

    def check_deck(self, deck: Deck | None, hands: _CardLists, played: _CardLists) -> None:
        """Check that exactly the whole deck, if there is one, is dealt to an allowed number of players."""
        if deck is None:
            return
        why = why_not_hands(len(hands))
        if why is not None:
            self.report(("hands",), f"{counted(len(hands), 'hand')}: {why}")
        deck.check_cards([*_places("hands", hands), *_places("played", played)], self.report)

    def check_leader(self, leader: int | None, players: int) -> None:
        """Check that the leader is one of the players."""
        if leader is not None and players and leader > players:
            self.report(("leader",), f"there is no player {visible(leader)}; allowed: 1 to {players}, or null")

    def check_first_leader(self, leader: int | None, played: _CardLists) -> None:
        """Check that there is a leader if tricks have been played."""
        if played and leader is None:
            self.report(("leader",), "must name who led the first trick, as tricks have been played")

    def check_suits(self, others: Others, held: set[str], *, known: bool) -> None:
        """Check that the list of suits, if there is one, is complete, and the trump suit is held or listed."""
        listed: dict[str, int] = {}
        for k, suit in enumerate(others.suits or ()):
            if listed.setdefault(suit, k) != k:
                self.report(("suits", k), f"suit '{visible(suit)}' is listed twice")
        missing = held - listed.keys() if others.suits is not None else ()
        if missing:
            self.report(("suits",), f"suit '{visible(min(missing, key=natural))}' is held but not listed")
        if others.trump is not None and others.trump not in {*held, *listed} and known:
            trump = visible(others.trump)
            self.report(("trump",), f"nobody holds a card of suit '{trump}' and `suits` does not list it")

    def check_objectives(
        self, objectives: Sequence[Objective | None], dealt: AbstractSet[Card] | None, players: int
    ) -> None:
        """Check that owners are players, cards were dealt (if all are known) and are wanted once, ids are unique."""
        wanted: dict[Card, int] = {}
        names: dict[str, int] = {}
        for k, objective in enumerate(objectives):
            if objective is None:
                continue
            place: tuple[PathPart, ...] = ("objectives", k)
            check_player(self, (*place, "owner"), objective.owner, players)
            card = objective.card
            if dealt is not None and card not in dealt:
                self.report((*place, "card"), not_held(card, dealt))
            first = wanted.setdefault(card, k)
            if first != k:
                self.report((*place, "card"), f"objectives[{first}] is on {visible(card)} already")
            first = names.setdefault(objective.id, k)
            if first != k:
                self.report((*place, "id"), f"id '{visible(objective.id)}' is used already by objectives[{first}]")

    def check_tasks(
        self,
        tasks: Sequence[Task | None],
        objectives: Sequence[Objective | None],
        dealt: AbstractSet[Card] | None,
        players: int,
    ) -> None:
        """Check that ids are unique, owners and rivals are players, and lists hold dealt cards, each once."""
        names = {o.id: ("objectives", k) for k, o in reversed(list(enumerate(objectives))) if o is not None}
        for k, task in enumerate(tasks):
            if task is None:
                continue
            place = ("tasks", k)
            first = names.setdefault(task.id, place)
            if first != place:
                self.report((*place, "id"), f"id '{visible(task.id)}' is used already by {json_path(first)}")
            check_task(self, place, task, dealt, players)

    def check_order(self, objectives: Sequence[Objective | None]) -> None:
        """Check tokens, names and their order, but only if every objective could be read."""
        good = [objective for objective in objectives if objective is not None]
        if len(good) < len(objectives):
            return
        tokens = order.check_tokens(good, self.report)
        names = order.check_names(good, self.report)
        if tokens and names and len({objective.id for objective in good}) == len(good):
            order.check_cycles(good, self.report)


def _holder(card: Card, hands: _CardLists, passed: Iterable[Card]) -> tuple[int | None, str]:
    """Return to whom a card that somebody holds was dealt, None if nobody does, and whether this player ``has`` it."""
    for player, given in enumerate(passed, 1):
        if given == card:
            return player, "had"
    return next((player for player, hand in enumerate(hands, 1) if card in (hand or ())), None), "has"


def _places(field: str, lists: _CardLists) -> Iterator[tuple[tuple[PathPart, ...], Card]]:
    """Yield the cards of some hands or tricks, each with its place."""
    for k, cards in enumerate(lists):
        for n, card in enumerate(cards or ()):
            if card is not None:
                yield (field, k, n), card
