"""The Crew in tables: hands, and tricks with who leads and wins them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crewsat.games.crew.task import Seats, Taken
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.games.crew.watching import Watch
from crewsat.layout import Grid, Pieces, Prose
from crewsat.report.suits import key_of, lettered, letters_of, styles_of
from crewsat.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

    Runs = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """A trick in a table, with the goals it completes and the tasks it loses; an unfinished one has no winner."""

    number: int
    leader: int
    cards: Sequence[Card]
    winner: int | None
    completes: Sequence[str]
    loses: Sequence[str] = ()


def rows_of(instance: Crew, play: Sequence[Trick], takers: Mapping[str, int] | None = None) -> list[Row]:
    """Return the tricks of a play after the finished ones of `played`, as `all_rows` does."""
    return all_rows(instance, play, takers)[instance.finished :]


def all_rows(instance: Crew, play: Sequence[Trick], takers: Mapping[str, int] | None = None) -> list[Row]:
    """Return all tricks, with the tasks that are met for good, or lost, with each; at the end, one just begun.

    Args:
        instance: the deal or position.
        play: tricks after those of the past.
        takers: who takes free tasks, by id; of others it is said when somebody has met them, or nobody can any more.
    """
    tricks = (*past_of(instance), *play)
    leader = instance.leader or (tricks[0].leader if tricks else 1)
    seats, tasks = Seats(instance.players, leader), Watch(instance, takers).tasks
    states = [task.start(seats) for task in tasks]
    settled: set[str] = set()
    rows = []
    for number, trick in enumerate(tricks, 1):
        taken = Taken(number, number == instance.tricks, trick.leader, trick.winner, trick.cards)
        met, lost = [], []
        for k, task in enumerate(tasks):
            states[k] = task.after(states[k], taken, seats)
            if task.id in settled:
                continue
            if task.secured(states[k], seats) or (taken.last and task.met(states[k], seats)):
                met.append(task.id)
            elif taken.last or task.lost(states[k], seats):
                lost.append(task.id)
        settled.update(met, lost)
        rows.append(Row(number, trick.leader, trick.cards, trick.winner, (*trick.completes, *met), lost))
    return rows if play else [*rows, *_begun(instance)]


def past_of(instance: Crew) -> list[Trick]:
    """Return the complete tricks of `played`; what they complete is found by the cards alone."""
    wanted = {objective.card: objective for objective in instance.objectives}
    tricks = []
    for leader, cards in instance.past[: instance.finished]:
        winner = winner_of(leader, cards, instance.trump)
        won = [wanted[card] for card in cards if card in wanted and wanted[card].owner in {None, winner}]
        tricks.append(Trick(leader, cards, winner, tuple(objective.id for objective in won)))
    return tricks


def played_rows(instance: Crew) -> list[Row]:
    """Return the tricks of `played`, the unfinished one, too."""
    rows = [Row(k, t.leader, t.cards, t.winner, t.completes) for k, t in enumerate(past_of(instance), 1)]
    return [*rows, *_begun(instance)]


def _begun(instance: Crew) -> list[Row]:
    """Return the unfinished trick of `played`, if there is one."""
    return [Row(instance.finished + 1, instance.leading or 1, instance.begun, None, ())] if instance.begun else []


def tricks_table(instance: Crew, rows: Sequence[Row]) -> RenderableType:
    """Return tricks as a table, a row a trick and a column a player; cards have their whole names if there is room."""
    styles = styles_of(instance.suits_in_order)
    whole = _Tricks(instance.players, rows, {suit: suit for suit in styles}, styles)
    letters = letters_of(styles)
    short = _Tricks(instance.players, rows, letters, styles)
    return whole.grid("player {}", narrow=partial(short.grid, "P{}", key=key_of(letters), narrow=short.lines))


@dataclass(frozen=True, slots=True)
class _Tricks:
    """Tricks, with how suits are written and coloured."""

    players: int
    rows: Sequence[Row]
    letters: Mapping[str, str]
    styles: Mapping[str, str]

    def grid(self, player: str, *, narrow: Callable[[], RenderableType], key: str = "") -> Grid:
        """Return the table; `player` is the form of a heading."""
        headings = ["trick", *(player.format(k) for k in range(1, self.players + 1)), "completes"]
        legend = f"> leads   * wins{'   ' if key else ''}{key}"
        return Grid(headings, [self._cells(row) for row in self.rows], frozenset({0}), legend=legend, narrow=narrow)

    def _cells(self, row: Row) -> list[Runs]:
        cells: list[Runs] = [[] for _ in range(self.players)]
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
        """Return the tricks as paragraphs, for more players than there is room for."""
        return Pieces(["", *map(self._line, self.rows), "", Prose("* wins", style="dim")])

    def _line(self, row: Row) -> Prose:
        words: Runs = [(f"player {row.leader} leads ", "")]
        for k, card in enumerate(row.cards):
            wins = (row.leader - 1 + k) % self.players + 1 == row.winner
            words += [self._card(card, wins=wins), (" ", "")]
        if row.winner is not None:
            words.append((f"player {row.winner} wins", ""))
        if row.completes or row.loses:
            words += [(", completes " if row.completes else ", ", ""), *_completed(row)]
        return Prose(words, label=f"{row.number:>6}  ")


def _completed(row: Row) -> Runs:
    """Return what a trick completes, and the tasks it loses."""
    done = ", ".join(visible(name, 30) for name in row.completes)
    lost = ", ".join(f"{visible(name, 30)} lost" for name in row.loses)
    return [(done, "green"), (", " if done and lost else "", ""), (lost, "red")]


def hands_table(instance: Crew) -> RenderableType:
    """Return the hands, a row a player and a column a suit, high cards first, objectives with their owners."""
    return _Hands(instance).grid()


class _Hands:
    """Hands, with how their cards are written."""

    def __init__(self, instance: Crew) -> None:
        self._instance = instance
        self._suits = instance.suits_in_order
        self._styles = styles_of(self._suits)
        self._letters = letters_of(self._suits)
        self._owners = {objective.card: objective.owner for objective in instance.objectives}
        self._turn = instance.leading and (instance.leading - 1 + len(instance.begun)) % instance.players + 1
        self._hands = [self._by_suit(hand) for hand in instance.hands]

    def grid(self) -> Grid:
        """Return the table; of more suits than there is room for, a paragraph a player."""
        names = {suit: f"{visible(suit)}{' (trump)' if suit == self._instance.trump else ''}" for suit in self._suits}
        headings = [[(names[suit], self._styles[suit])] for suit in self._suits]
        rows = [[self._name(k), *(hand.get(s, "") for s in self._suits)] for k, hand in enumerate(self._hands, 1)]
        return Grid(["", *headings], rows, legend=self._legend(""), narrow=self._lines)

    def _lines(self) -> RenderableType:
        width = len(self._name(len(self._hands))) + 2
        lines = []
        for player, hand in enumerate(self._hands, 1):
            words: Runs = []
            for suit in self._suits:
                words += [*hand.get(suit, ()), ("  " if suit in hand else "", "")]
            lines.append(Prose(words, label=f"{self._name(player):{width}}"))
        return Pieces(["", *lines, "", Prose(self._legend(key_of(self._letters)), style="dim")])

    def _by_suit(self, hand: Sequence[Card]) -> dict[str, Runs]:
        """Return the cards of each suit in words."""
        suits: dict[str, Runs] = {}
        for card in sorted(hand, reverse=True):
            words = suits.setdefault(card.suit, [])
            if words:
                words.append((" ", ""))
            words.append(self._card(card))
        return suits

    def _card(self, card: Card) -> tuple[str, str]:
        text, style = lettered(card, self._letters), self._styles[card.suit]
        if card not in self._owners:
            return text, style
        owner = self._owners[card]
        return f"{text}→{f'P{owner}' if owner else '?'}", f"bold {style}".rstrip()

    def _name(self, player: int) -> str:
        return f"{'>' if player == self._turn else ' '}player {player}"

    def _legend(self, key: str) -> str:
        owners = {*self._owners.values()}
        named = min((owner for owner in owners if owner), default=None)
        parts = [
            f"> {'is next' if self._instance.begun else 'leads'}" if self._turn else "",
            f"→P{named} player {named} must win it" if named else "",
            "→? anybody must win it" if None in owners else "",
            key,
        ]
        return "   ".join(part for part in parts if part)
