"""Solitaire Hanabi for people: what was asked, the answer, and the winning line as a table of draws."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, cast

from crewsat.errors import counted, visible
from crewsat.report.words import REASONS, plain_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from crewsat.games.cards import Card
    from crewsat.games.hanabi.instance import HanabiSolitaire
    from crewsat.games.hanabi.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.hand_size import LeastHandSize
    from crewsat.verdict import Verdict

MOST_IN_A_ROW = 60
"""A picture of a deck has so many cards in a row."""


def question(instance: HanabiSolitaire) -> list[str]:
    """Return the deck in numbers, and what is to be done."""
    colours = counted(len(instance.colours_in_order), "colour")
    hand = counted(instance.hand_size, "card")
    size = f"{colours} of {counted(instance.highest, 'value')}, a deck of {counted(instance.cards, 'card')}"
    return [f"Hanabi for one player: {size}, a hand of {hand}", "Play every card of every colour, from 1 upwards"]


def answer_line(instance: HanabiSolitaire, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "no":
        return "NO. There is no way to play all cards."
    if verdict.answer == "unknown":
        return f"UNKNOWN: {REASONS.get(verdict.reason or '', verdict.reason)}."
    if not verdict.play:
        return "YES. There is nothing to play."
    rows = list(_draws(verdict.play))
    most = counted(max(sum(row.hand.values()) for row in rows), "card")
    return f"YES. All cards are played with draw {len(rows)} of {instance.cards}; never more than {most} in the hand."


@dataclass
class _Draw:
    """One draw: what was done with its card, what was played or thrown away from the hand after it."""

    number: int
    first: Step
    rest: list[Step] = field(default_factory=list)
    hand: Counter[Card] = field(default_factory=Counter)


def _draws(play: tuple[Step, ...]) -> Iterator[_Draw]:
    """Group the steps of a play by draws, with the hand after each."""
    hand: Counter[Card] = Counter()
    row: _Draw | None = None
    for step in play:
        if step.source == "deck":
            if row is not None:
                row.hand = hand.copy()
                yield row
            row = _Draw(1 if row is None else row.number + 1, step)
            if step.action == "store":
                hand[step.card] += 1
        elif row is not None:
            row.rest.append(step)
            hand[step.card] -= 1
            hand = +hand  # what is gone must not be looked at for ever
    if row is not None:
        row.hand = hand.copy()
        yield row


_WORDS = {"play": "played", "store": "stored", "discard": "discarded"}


def play_of(_instance: HanabiSolitaire, verdict: Verdict) -> list[RenderableType]:
    """Return the winning line as a table, a row a draw, discards that follow each other together."""
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
    rows = list(_rows(play))
    if len(rows) > MOST_ROWS:
        left_out = f"… {len(rows) - MOST_ROWS:,} rows left out, --json has them …"
        rows[MOST_ROWS // 2 : -MOST_ROWS // 2] = [("…", "", "", "", left_out)]
    styles = {"played": "bold green", "stored": "yellow", "discarded": "dim"}
    for number, card, action, rest, held in rows:
        table.add_row(number, Text(card), Text(action, style=styles.get(action, "")), Text(rest), Text(held))
    return [table]


def _rows(play: tuple[Step, ...]) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield draw, card, action, what follows from the hand, and the hand; discards that follow each other together."""
    for thrown, run in groupby(_draws(play), key=lambda row: row.first.action == "discard" and not row.rest):
        rows = list(run)
        many = thrown and len(rows) > 1
        for row in rows[-1:] if thrown else rows:
            number = f"{rows[0].number}-{row.number}" if many else str(row.number)
            card = counted(len(rows), "card") if many else visible(row.first.card)
            rest = ", ".join(f"{_WORDS[step.action]} {visible(step.card)}" for step in row.rest)
            held = " ".join(visible(card) for card in row.hand.elements())
            yield number, card, _WORDS[row.first.action], rest, held


def least_hand_report(instance: Instance, found: LeastHandSize) -> list[RenderableType]:
    """Return what `crewsat least-hand` prints: the deck, the least hand, why none is smaller, the play."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(cast("HanabiSolitaire", instance))), Text("")]
    if found.at_most is None:
        answer = "No hand wins."
    elif found.proved:
        answer = f"The least hand that wins has {counted(found.at_most, 'card')}."
    else:
        why = REASONS.get(found.reason or "", found.reason)
        answer = f"The least hand that wins has {found.at_least} to {found.at_most} cards: {why}."
    pieces.append(Text(answer, style="bold"))
    if found.because:
        smaller = "" if found.at_most is None else f"With one of {found.at_least - 1}, "
        pieces.append(Text(f"{smaller}{found.because}."))
    return [*pieces, *_table_of(found.play or ())]


def comments_of(_instance: HanabiSolitaire, verdict: Verdict) -> list[str]:
    """Return the steps of the winning line, a line each."""
    return [f"step {k}: {step.action} {step.card} from {step.source}" for k, step in enumerate(verdict.play or (), 1)]


def picture(instance: HanabiSolitaire) -> list[RenderableType]:
    """Return what `crewsat show` prints above the deck as one line of text: question and deck, colours apart."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(instance))]
    width = max((len(str(card.value)) for card in instance.deck), default=1)
    for start in range(0, instance.cards, MOST_IN_A_ROW):
        row = instance.deck[start : start + MOST_IN_A_ROW]
        table = plain_table()
        table.add_column("draw", justify="right")
        table.add_column(f"{start + 1} to {start + len(row)}", no_wrap=True)
        for colour in instance.colours_in_order:
            values = (f"{card.value:>{width}}" if card.suit == colour else f"{'.':>{width}}" for card in row)
            table.add_row(Text(visible(colour)), Text(" ".join(values)))
        pieces.append(table)
    return pieces
