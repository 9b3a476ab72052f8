"""Solitaire Hanabi for people: what was asked, the answer, and the winning line as a table of draws."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from crewsat.base.layout import Grid, Prose
from crewsat.base.runs import MOST, Each, columns_of
from crewsat.base.said import saying
from crewsat.base.wording import counted, listed, visible
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import most_stored
from crewsat.games.scope import reads
from crewsat.report.suits import key_of, lettered, letters_of, styles_of
from crewsat.report.words import REASONS, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType

    from crewsat.base.runs import Words
    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explain import Explanation
    from crewsat.questions.hanabi_solitaire.least_hand import LeastHandSize
    from crewsat.report.suits import Key

REPAIRS = {"hand_size": saying("A larger hand"), "swap_draws": saying("Two cards of the deck change places")}
"""The names of the kinds of repairs."""

MOST_IN_A_ROW = 60
"""The most cards in a row of a picture of a deck."""

MOST_LINES = 400
"""The most lines of a picture, one per colour and row and four more per row, or one row; the text has all cards."""


@reads("the report", ALL)
def question(instance: HanabiSolitaire) -> list[RenderableType]:
    """Return the deck in numbers, and the goal."""
    size = saying(
        "{colours} of {values}, a deck of {cards}, a hand of {hand}",
        colours=saying("{n} colours", one="1 colour", n=len(instance.colours_in_order)),
        values=saying("{n} values", one="1 value", n=instance.highest),
        cards=_cards(instance.size),
        hand=_cards(instance.hand_size),
    )
    heading = Prose(size, label="Hanabi for one player: ")
    return [heading, Prose(saying("Play every card of every colour, from 1 upwards"))]


def _cards(number: int) -> str:
    return saying("{n} cards", one="1 card", n=number)


@reads("the report", ALL)
def answer_line(instance: HanabiSolitaire, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "no":
        return saying("NO. There is no way to play all cards.")
    if verdict.answer == "unknown":
        return saying("UNKNOWN: {why}.", why=REASONS.get(verdict.reason or "", verdict.reason))
    if not verdict.play:
        return saying("YES. There is nothing to play.")
    return saying(
        "YES. All cards are played with draw {draw} of {size}; never more than {cards} in the hand.",
        draw=sum(step.source == "deck" for step in verdict.play),
        size=instance.size,
        cards=_cards(most_stored(verdict.play)),
    )


class _Draw(NamedTuple):
    """One draw: what was done with its card, what was played or thrown away from the hand after it, and the hand."""

    number: int
    first: Step
    rest: tuple[Step, ...]
    hand: Sequence[Card]
    more: int
    """How many more different cards the hand has."""


def _draws(play: tuple[Step, ...]) -> Iterator[_Draw]:
    """Group the steps of a play by draws, with the hand after each, cut if it is long."""
    hand: dict[Card, int] = {}
    number = start = 0
    for k, step in enumerate(play):
        if step.source == "deck":
            number += 1
            start = k
        if step.action == "store":
            hand[step.card] = hand.get(step.card, 0) + 1
        elif step.source == "hand":
            hand[step.card] -= 1
            if not hand[step.card]:
                del hand[step.card]
        if k + 1 == len(play) or play[k + 1].source == "deck":
            held = [card for card in islice(hand, MOST_HELD) for _ in range(min(hand[card], MOST_HELD))]
            yield _Draw(number, play[start], play[start + 1 : k + 1], held, max(0, len(hand) - MOST_HELD))


MOST_HELD = 12
"""A hand of more cards is counted, not listed."""

_WORDS = {"play": "played", "store": "stored", "discard": "discarded"}

_STYLES = {"played": "bold", "stored": "", "discarded": "dim"}


@reads("the report", ALL)
def play_of(instance: HanabiSolitaire, verdict: Verdict) -> list[RenderableType]:
    """Return the winning line as a table, a row per draw, consecutive discards combined."""
    return _table_of(instance, verdict.play or ())


def _table_of(instance: HanabiSolitaire, play: tuple[Step, ...]) -> list[RenderableType]:
    """Return a play as a table; colours have their full names if there is room."""
    if not play:
        return []
    table = _Table(_Rows(play), styles_of(instance.colours_in_order))
    letters = letters_of(instance.colours_in_order)
    return [table.grid({name: name for name in letters}, narrow=lambda: table.grid(letters, key=key_of(letters)))]


class _Table(NamedTuple):
    """The rows of a table, with the styles of colours."""

    rows: _Rows
    styles: Mapping[str, str]

    def grid(
        self, letters: Mapping[str, str], *, key: Key = (), narrow: Callable[[], RenderableType] | None = None
    ) -> Grid:
        """Return the table; if there is no replacement for it, its cells may be wrapped."""
        rows = Each(self.rows, lambda row: self._cells(row, letters))
        headings = "draw", "card", "", "from the hand", "hand"
        return Grid(headings, rows, frozenset({0}), legend=key, wraps=narrow is None, narrow=narrow)

    def _cells(self, draws: Sequence[_Draw], letters: Mapping[str, str]) -> list[Words]:
        first, last = draws[0], draws[-1]
        action = _WORDS[last.first.action]
        rest: list[tuple[str, str]] = []
        for step in last.rest[:MOST_HELD]:
            rest += [(f"{', ' if rest else ''}{_WORDS[step.action]} ", ""), self._card(step.card, letters)]
        if len(last.rest) > MOST_HELD:
            rest.append((f", {len(last.rest) - MOST_HELD:,} more", ""))
        held = [run for card in last.hand for run in ((" ", ""), self._card(card, letters))][1:]
        more = [(f" and {last.more:,} more", "")] if last.more else []
        one = len(draws) == 1
        number = str(first.number) if one else f"{first.number}-{last.number}"
        card = [self._card(first.first.card, letters)] if one else counted(len(draws), "card")
        return [number, card, [(action, _STYLES[action])], rest, [*held, *more]]

    def _card(self, card: Card, letters: Mapping[str, str]) -> tuple[str, str]:
        return lettered(card, letters), self.styles[card.suit]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The draws of each row of a table; consecutive discards are combined."""

    play: tuple[Step, ...]

    def __len__(self) -> int:
        sources = [step.source for step in self.play]
        draws = [k for k, source in enumerate(sources) if source == "deck"]
        alone = [self.play[k].action == "discard" and sources[k + 1 : k + 2] != ["hand"] for k in draws]
        return len(alone) - sum(before and here for before, here in pairwise(alone))

    def __iter__(self) -> Iterator[list[_Draw]]:
        for thrown, run in groupby(_draws(self.play), key=lambda row: row.first.action == "discard" and not row.rest):
            if thrown:
                yield list(run)
            else:
                yield from ([row] for row in run)


@reads("the report", ALL)
def least_hand_report(instance: Instance, found: LeastHandSize) -> list[RenderableType]:
    """Return what `crewsat least-hand` prints: the deck, the least hand, why none is smaller, the play."""
    deck = cast("HanabiSolitaire", instance)
    pieces: list[RenderableType] = [*question(deck), ""]
    pieces.append(Prose(_least_hand(found), style="bold"))
    if found.because and found.at_most is None:
        pieces.append(Prose(saying("{this}.", this=found.because)))
    elif found.because:
        smaller = saying("With a hand of {number}, {because}.", number=found.at_least - 1, because=found.because)
        pieces.append(Prose(smaller))
    return [*pieces, *_table_of(deck, found.play or ())]


def _least_hand(found: LeastHandSize) -> str:
    why = REASONS.get(found.reason or "", found.reason)
    if found.at_most is None:
        return saying("No hand is known to win: {why}.", why=why) if found.reason else saying("No hand wins.")
    if found.proved:
        return saying("The least hand that wins has {cards}.", cards=_cards(found.at_most))
    return saying(
        "The least hand that wins has {low} to {n} cards: {why}.", low=found.at_least, n=found.at_most, why=why
    )


@reads("the report", ALL)
def explained(_instance: HanabiSolitaire, explanation: Explanation) -> list[RenderableType]:
    """Return what an explanation adds to its sentences and repairs: the cards that are too many."""
    if not explanation.culprits:
        return []
    any_one = "any one of " if len(explanation.culprits) > 1 else ""
    said: Words = [(f"All the others could be held if {any_one}", ""), *names(explanation.culprits)]
    return ["", Prose([*said, (" took no room.", "")], style="bold")]


@reads("the report", ALL)
def most_in_sentences(_instance: HanabiSolitaire, explanation: Explanation) -> list[str]:
    """Return the same for a page."""
    culprits = listed([visible(one, 40) for one in explanation.culprits or ()], "", most=MOST)
    if not culprits:
        return []
    if len(explanation.culprits or ()) == 1:
        return [saying("All the others could be held if {card} took no room.", card=culprits)]
    return [saying("All the others could be held if any one of {cards} took no room.", cards=culprits)]


@reads("the report", ALL)
def comments_of(_instance: HanabiSolitaire, verdict: Verdict) -> list[str]:
    """Return the steps of the winning line, one line each."""
    return [f"step {k}: {step.action} {step.card} from {step.source}" for k, step in enumerate(verdict.play or (), 1)]


@reads("the report", ALL)
def picture(instance: HanabiSolitaire) -> list[RenderableType]:
    """Return what `crewsat show` prints above the deck as one line of text: question and deck, by colour."""
    return [*question(instance), _Deck(instance)]


class _Deck(NamedTuple):
    """A deck as a table: a row per colour and a column per draw, in as many parts as necessary."""

    instance: HanabiSolitaire

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        deck, colours = self.instance.deck, self.instance.colours_in_order
        styles = styles_of(colours)
        digits = max((len(str(card.value)) for card in deck), default=1)
        name = max((columns_of(visible(colour)) for colour in colours), default=0)
        room = (options.max_width - name - 3) // (digits + 1)
        across = min(MOST_IN_A_ROW, max(room // 10 * 10, 10))
        shown = across * max(1, MOST_LINES // (len(colours) + 4))

        def cells(row: Sequence[Card], colour: str) -> list[Words]:
            values = (str(card.value) if card.suit == colour else "." for card in row)
            line = " ".join(f"{value:>{digits}}" for value in values)
            return [[(visible(colour), styles[colour])], [(line, styles[colour])]]

        for start in range(0, min(shown, len(deck)), across):
            row = deck[start : start + across]
            rows = Each(colours, partial(cells, row))
            yield Grid(["draw", f"{start + 1} to {start + len(row)}"], rows, frozenset({0}), wraps=False)
        if len(deck) > shown:
            yield Prose(f"… and {len(deck) - shown:,} more cards")
