"""Solitaire Hanabi for people: what was asked, the answer, and the winning line as a table of draws."""

from __future__ import annotations

from collections import deque
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple, cast

from crewsat.games.hanabi_solitaire.rules import most_stored
from crewsat.report.words import REASONS, plain_table
from crewsat.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from crewsat.explaining import Explanation
    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.questions.hanabi_solitaire import LeastHandSize
    from crewsat.verdict import Verdict

REPAIRS = {"hand_size": "A larger hand", "swap_draws": "Two cards of the deck change places"}
"""What the kinds of repairs are called."""

MOST_IN_A_ROW = 60
"""A picture of a deck has so many cards in a row."""

MOST_LINES = 400
"""And so many lines, one a colour and row, or one row; the line of text below has all cards."""


def question(instance: HanabiSolitaire) -> list[str]:
    """Return the deck in numbers, and what is to be done."""
    colours = counted(len(instance.colours_in_order), "colour")
    hand = counted(instance.hand_size, "card")
    size = f"{colours} of {counted(instance.highest, 'value')}, a deck of {counted(instance.size, 'card')}"
    return [f"Hanabi for one player: {size}, a hand of {hand}", "Play every card of every colour, from 1 upwards"]


def answer_line(instance: HanabiSolitaire, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "no":
        return "NO. There is no way to play all cards."
    if verdict.answer == "unknown":
        return f"UNKNOWN: {REASONS.get(verdict.reason or '', verdict.reason)}."
    if not verdict.play:
        return "YES. There is nothing to play."
    draws = sum(step.source == "deck" for step in verdict.play)
    most = counted(most_stored(verdict.play), "card")
    return f"YES. All cards are played with draw {draws} of {instance.size}; never more than {most} in the hand."


class _Draw(NamedTuple):
    """One draw: what was done with its card, what was played or thrown away from the hand after it, and the hand."""

    number: int
    first: Step
    rest: tuple[Step, ...]
    hand: str


def _draws(play: tuple[Step, ...]) -> Iterator[_Draw]:
    """Group the steps of a play by draws; the hand after each in words, cut if it is long."""
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
            yield _Draw(number, play[start], play[start + 1 : k + 1], _held(hand))


MOST_HELD = 12
"""A larger hand is counted, not listed."""


def _held(hand: dict[Card, int]) -> str:
    cards = [visible(card) for card in islice(hand, MOST_HELD) for _ in range(min(hand[card], MOST_HELD))]
    return " ".join(cards) if len(hand) <= MOST_HELD else f"{' '.join(cards)} and {len(hand) - MOST_HELD:,} more"


_WORDS = {"play": "played", "store": "stored", "discard": "discarded"}


def play_of(_instance: HanabiSolitaire, verdict: Verdict) -> list[RenderableType]:
    """Return the winning line as a table, a row per draw, discards that follow each other together."""
    return _table_of(verdict.play or ())


MOST_ROWS = 300
"""A longer play is cut in the middle: nobody reads all of it, and JSON has it."""


def _table_of(play: tuple[Step, ...]) -> list[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    if not play:
        return []
    table = plain_table()
    table.add_column("draw", justify="right")
    for name in ("card", "", "from the hand", "hand"):
        table.add_column(name)
    begin: list[_Row] = []
    end: deque[_Row] = deque(maxlen=MOST_ROWS // 2)
    left_out = -MOST_ROWS
    for row in _rows(play):
        left_out += 1
        (begin if len(begin) < MOST_ROWS // 2 else end).append(row)
    if left_out > 0:
        begin.append(("…", "", "", "", f"… {left_out:,} rows left out, --json has them …"))
    styles = {"played": "bold green", "stored": "yellow", "discarded": "dim"}
    for number, card, action, rest, held in (*begin, *end):
        table.add_row(number, Text(card), Text(action, style=styles.get(action, "")), Text(rest), Text(held))
    return [table]


_Row = tuple[str, str, str, str, str]


def _rows(play: tuple[Step, ...]) -> Iterator[_Row]:
    """Yield draw, card, action, what follows from the hand, and the hand; discards that follow each other together."""
    for thrown, run in groupby(_draws(play), key=lambda row: row.first.action == "discard" and not row.rest):
        if not thrown:
            yield from ((str(row.number), visible(row.first.card), *_cells(row)) for row in run)
            continue
        rows = list(run)
        if len(rows) == 1:
            yield str(rows[0].number), visible(rows[0].first.card), *_cells(rows[0])
        else:
            yield f"{rows[0].number}-{rows[-1].number}", counted(len(rows), "card"), *_cells(rows[-1])


def _cells(row: _Draw) -> tuple[str, str, str]:
    rest = [f"{_WORDS[step.action]} {visible(step.card)}" for step in row.rest]
    more = [f"{len(rest) - MOST_HELD:,} more"] if len(rest) > MOST_HELD else []
    return _WORDS[row.first.action], ", ".join(rest[:MOST_HELD] + more), row.hand


def least_hand_report(instance: Instance, found: LeastHandSize) -> list[RenderableType]:
    """Return what `crewsat least-hand` prints: the deck, the least hand, why none is smaller, the play."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(cast("HanabiSolitaire", instance))), Text("")]
    why = REASONS.get(found.reason or "", found.reason)
    if found.at_most is None:
        answer = f"No hand is known to win: {why}." if found.reason else "No hand wins."
    elif found.proved:
        answer = f"The least hand that wins has {counted(found.at_most, 'card')}."
    else:
        answer = f"The least hand that wins has {found.at_least} to {found.at_most} cards: {why}."
    pieces.append(Text(answer, style="bold"))
    if found.because:
        smaller = "" if found.at_most is None else f"With a hand of {found.at_least - 1}, "
        pieces.append(Text(f"{smaller}{found.because}."))
    return [*pieces, *_table_of(found.play or ())]


def explained(_instance: HanabiSolitaire, explanation: Explanation) -> list[RenderableType]:
    """Return what an explanation adds to its sentences and repairs: the cards that are one too many."""
    from rich.text import Text  # noqa: PLC0415

    if not explanation.culprits:
        return []
    any_one = "any one of " if len(explanation.culprits) > 1 else ""
    names = ", ".join(visible(one, 40) for one in explanation.culprits)
    words = f"All the others could be held if {any_one}{names} took no room."
    return [Text(""), Text(words, style="bold")]


def comments_of(_instance: HanabiSolitaire, verdict: Verdict) -> list[str]:
    """Return the steps of the winning line, a line each."""
    return [f"step {k}: {step.action} {step.card} from {step.source}" for k, step in enumerate(verdict.play or (), 1)]


def picture(instance: HanabiSolitaire) -> list[RenderableType]:
    """Return what `crewsat show` prints above the deck as one line of text: question and deck, colours apart."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(instance))]
    width = max((len(str(card.value)) for card in instance.deck), default=1)
    shown = MOST_IN_A_ROW * max(1, MOST_LINES // max(1, len(instance.colours_in_order)))
    for start in range(0, min(shown, instance.size), MOST_IN_A_ROW):
        row = instance.deck[start : start + MOST_IN_A_ROW]
        table = plain_table()
        table.add_column("draw", justify="right")
        table.add_column(f"{start + 1} to {start + len(row)}", no_wrap=True)
        for colour in instance.colours_in_order:
            values = (f"{card.value:>{width}}" if card.suit == colour else f"{'.':>{width}}" for card in row)
            table.add_row(Text(visible(colour)), Text(" ".join(values)))
        pieces.append(table)
    if instance.size > shown:
        pieces.append(Text(f"… and {instance.size - shown:,} more cards"))
    return pieces
