"""The Crew in tables: hands, and tricks with who leads and wins them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeVar

from crewsat.base.layout import Grid, Pieces, Prose
from crewsat.base.runs import MOST, Each, Several
from crewsat.base.wording import visible
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.task import Seats, Taken
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.games.crew.watching import Watch
from crewsat.report.crew.choices import chosen
from crewsat.report.suits import key_of, lettered, letters_of, styles_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.base.runs import Run, Things, Words
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task
    from crewsat.report.suits import Key

    Runs = list[Run | Several]


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """A trick in a table, with the goals it completes and the tasks it loses; an unfinished one has no winner.

    Or a choice before this trick, without cards.
    """

    number: int
    leader: int
    cards: Sequence[Card]
    winner: int | None
    completes: Sequence[str]
    loses: Sequence[str] = ()
    choice: Choice | None = None


def all_rows(instance: Crew, play: Sequence[Trick | Choice], takers: Mapping[str, int] | None = None) -> Iterator[Row]:
    """Yield tricks and choices, with the tasks that are met for good, or lost, with each; at the end, one just begun.

    Args:
        instance: the deal or position.
        play: tricks after those of the past, and choices between them.
        takers: who takes free tasks, by id; for others it is shown when some player has met them, or none can any more.
    """
    leader = instance.leader or next((part.leader for part in play if isinstance(part, Trick)), 1)
    seats, tasks = Seats(instance.players, leader), Watch(instance, takers).tasks
    states = [task.start(seats) for task in tasks]
    open_tasks = [*range(len(tasks))]
    number = 0
    for trick in chain(past_of(instance), play):
        if isinstance(trick, Choice):
            yield Row(number + 1, leader, (), None, (), choice=trick)
            continue
        number += 1
        taken = Taken(number, number == instance.tricks, trick.leader, trick.winner, trick.cards)
        fates: dict[str | None, list[int]] = {}
        for k in open_tasks:
            states[k] = tasks[k].after(states[k], taken, seats)
            fates.setdefault(_fate(tasks[k], states[k], seats, last=taken.last), []).append(k)
        met, lost = ([tasks[k].id for k in fates.get(fate, ())] for fate in ("met", "lost"))
        open_tasks = fates.get(None, [])
        yield Row(number, trick.leader, trick.cards, trick.winner, (*trick.completes, *met), lost)
    if not play:
        yield from _begun(instance)


def _fate(task: Task, state: object, seats: Seats, *, last: bool) -> str | None:
    """Return the final state of a task after a trick, if it has one; `last` says that it is the last trick."""
    if task.secured(state, seats) or (last and task.met(state, seats)):
        return "met"
    return "lost" if last or task.lost(state, seats) else None


def past_of(instance: Crew) -> Iterator[Trick]:
    """Yield the complete tricks of `played`; what they complete is determined from the cards alone."""
    wanted = {objective.card: objective for objective in instance.objectives}
    for leader, cards in instance.past[: instance.finished]:
        winner = winner_of(leader, cards, instance.trump)
        won = [wanted[card] for card in cards if card in wanted and wanted[card].owner in {None, winner}]
        yield Trick(leader, cards, winner, tuple(objective.id for objective in won))


def _begun(instance: Crew) -> list[Row]:
    """Return the unfinished trick of `played`, if there is one."""
    return [Row(instance.finished + 1, instance.leading or 1, instance.begun, None, ())] if instance.begun else []


@dataclass(frozen=True, slots=True)
class _Play:
    """The tricks of a play after the finished ones of `played`, followed as far as they are printed."""

    instance: Crew
    play: Sequence[Trick | Choice]
    takers: Mapping[str, int] | None

    def __len__(self) -> int:
        return len(self.play) or len(_begun(self.instance))

    def __iter__(self) -> Iterator[Row]:
        return islice(all_rows(self.instance, self.play, self.takers), self.instance.finished, None)


@dataclass(frozen=True, slots=True)
class _Played:
    """The tricks of `played`, including the unfinished one."""

    instance: Crew

    def __len__(self) -> int:
        return self.instance.finished + len(_begun(self.instance))

    def __iter__(self) -> Iterator[Row]:
        past = enumerate(past_of(self.instance), 1)
        yield from (Row(k, trick.leader, trick.cards, trick.winner, trick.completes) for k, trick in past)
        yield from _begun(self.instance)


def play_table(
    instance: Crew, play: Sequence[Trick | Choice], takers: Mapping[str, int] | None = None
) -> RenderableType:
    """Return a play as a table, with what each trick completes and loses; `takers` as in `all_rows`."""
    return _table(instance, _Play(instance, play, takers))


def played_table(instance: Crew) -> RenderableType:
    """Return the tricks of `played` as a table."""
    return _table(instance, _Played(instance))


def _table(instance: Crew, rows: Things[Row]) -> RenderableType:
    """Return tricks as a table, a row per trick and a column per player; cards have their full names if they fit."""
    styles = styles_of(instance.suits_in_order)
    whole = _Tricks(instance.players, rows, {suit: suit for suit in styles}, styles)

    def short() -> Grid:
        letters = letters_of(styles)
        tricks = _Tricks(instance.players, rows, letters, styles)
        return tricks.grid("P{}", key=key_of(letters), narrow=tricks.lines)

    return whole.grid("player {}", narrow=short)


@dataclass(frozen=True, slots=True)
class _Tricks:
    """Tricks, with the letters and colours of suits."""

    players: int
    rows: Things[Row]
    letters: Mapping[str, str]
    styles: Mapping[str, str]

    def grid(self, player: str, *, narrow: Callable[[], RenderableType], key: Key = ()) -> Grid:
        """Return the table; `player` is the form of a heading."""
        headings = ["trick", *(player.format(k) for k in range(1, self.players + 1)), "completes"]
        legend = [("> leads   * wins", ""), *([("   ", "")] if key else []), *key]
        return Grid(headings, Each(self.rows, self._cells), frozenset({0}), legend=legend, narrow=narrow)

    def _cells(self, row: Row) -> list[Runs]:
        cells: list[Runs] = [[] for _ in range(self.players)]
        if row.choice is not None:
            return [[("", "")], *cells, [(chosen(row.choice), "")]]
        for k, card in enumerate(row.cards):
            player = (row.leader - 1 + k) % self.players + 1
            cells[player - 1] = [("" if k else ">", ""), self._card(card, wins=player == row.winner)]
            if k:
                cells[player - 1].insert(0, (" ", ""))
        return [[(str(row.number), "")], *cells, _completed(row)]

    def _card(self, card: Card, *, wins: bool) -> tuple[str, str]:
        style = self.styles[card.suit]
        text = lettered(card, self.letters)
        return (f"{text}*", f"bold {style}".rstrip()) if wins else (text, style)

    def lines(self) -> RenderableType:
        """Return the tricks as paragraphs, for more players than fit into a table."""
        return Pieces(["", Pieces(Each(self.rows, self._line)), "", Prose("* wins", style="dim")])

    def _line(self, row: Row) -> Prose:
        def card(k: int) -> Runs:
            wins = (row.leader - 1 + k) % self.players + 1 == row.winner
            return [self._card(row.cards[k], wins=wins), (" ", "")]

        if row.choice is not None:
            return Prose(chosen(row.choice), label=" " * 8)
        words: Runs = [(f"player {row.leader} leads ", ""), Several(Each(range(len(row.cards)), card), "")]
        if row.winner is not None:
            words.append((f"player {row.winner} wins", ""))
        if row.completes or row.loses:
            words += [(", completes " if row.completes else ", ", ""), *_completed(row)]
        return Prose(words, label=f"{row.number:>6}  ")


def _completed(row: Row) -> Runs:
    """Return what a trick completes, and the tasks it loses."""
    done = Several(Each(row.completes, lambda name: visible(name, 30)), style="green")
    lost = Several(Each(row.loses, lambda name: f"{visible(name, 30)} lost"), style="red")
    return [done, (", " if row.completes and row.loses else "", ""), lost]


def hands_table(instance: Crew) -> RenderableType:
    """Return the hands, a row per player and a column per suit, high cards first, objectives with their owners."""
    return _Hands(instance).grid()


class _Hands:
    """Hands, with the notation of their cards."""

    def __init__(self, instance: Crew) -> None:
        self._instance = instance
        self._suits = instance.suits_in_order
        self._styles = styles_of(self._suits)
        self._letters = letters_of(self._suits)
        self._owners = {objective.card: objective.owner for objective in instance.objectives}
        self._turn = instance.leading and (instance.leading - 1 + len(instance.begun)) % instance.players + 1

    def grid(self) -> Grid:
        """Return the table; if there are more suits than fit, a paragraph per player."""
        names = {suit: f"{visible(suit)}{' (trump)' if suit == self._instance.trump else ''}" for suit in self._suits}
        headings = [[(names[suit], self._styles[suit])] for suit in self._suits]
        return Grid(["", *headings], self._rows(self._cells), legend=self._legend(()), narrow=self._lines)

    def _rows(self, make: Callable[[int], T]) -> Each[int, T]:
        """Return something of each player."""
        return Each(range(1, len(self._instance.hands) + 1), make)

    def _cells(self, player: int) -> list[Words]:
        hand = self._by_suit(player)
        large = len(self._instance.hands[player - 1]) > MOST
        most = max(1, MOST // len(hand)) if large else MOST  # all suits together get as many as anything else
        cells = ([Several(Each(hand[suit], self._card), " ", most)] if suit in hand else "" for suit in self._suits)
        return [self._name(player), *cells]

    def _lines(self) -> RenderableType:
        lines = Pieces(self._rows(self._line))
        return Pieces(["", lines, "", Prose(self._legend(key_of(self._letters)), style="dim")])

    def _line(self, player: int) -> Prose:
        width = len(self._name(len(self._instance.hands))) + 2
        hand = self._by_suit(player)
        cards = [(card, card is hand[suit][-1]) for suit in self._suits for card in hand.get(suit, ())]
        words = Each(cards, lambda one: [*self._card(one[0]), ("  " if one[1] else " ", "")])
        return Prose([Several(words, "")], label=f"{self._name(player):{width}}")

    def _by_suit(self, player: int) -> dict[str, list[Card]]:
        """Return the cards of each suit that a player holds, high cards first."""
        suits: dict[str, list[Card]] = {}
        for card in sorted(self._instance.hands[player - 1], reverse=True):
            suits.setdefault(card.suit, []).append(card)
        return suits

    def _card(self, card: Card) -> list[Run]:
        text, style = lettered(card, self._letters), self._styles[card.suit]
        if card not in self._owners:
            return [(text, style)]
        owner = self._owners[card]
        return [(f"{text}→{f'P{owner}' if owner else '?'}", f"bold {style}".rstrip())]

    def _name(self, player: int) -> str:
        return f"{'>' if player == self._turn else ' '}player {player}"

    def _legend(self, key: Key) -> Words:
        owners = {*self._owners.values()}
        named = min((owner for owner in owners if owner), default=None)
        parts = [
            f"> {'is next' if self._instance.begun else 'leads'}" if self._turn else "",
            f"→P{named} player {named} must win it" if named else "",
            "→? anybody must win it" if None in owners else "",
        ]
        said = "   ".join(part for part in parts if part)
        return [(said, ""), ("   " if said and key else "", ""), *key]
