"""Hanabi for one player drawn: the deck as rows of cards, what is done with each, and what the hand holds meanwhile."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.base.wording import counted
from crewsat_site.drawings.answers import answer_in_words, write_answer
from crewsat_site.drawings.canvas import MARGIN, Canvas, Deck

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.verdict import Verdict

MOST_CARDS = 200
"""So many cards of a deck are drawn."""
FEW_CARDS = 24
"""Cards of a deck that is not larger are drawn large."""

_WIDTH = 370
_LANE = 8


@dataclass
class Fate:
    """What is done with a card of the deck.

    Attributes:
        draw: the number of its draw.
        card: the card.
        action: ``play``, ``store`` or ``discard``; empty if it is not drawn.
        until: of a stored card, the draw after which it leaves the hand; None if it stays there.
        slot: of a stored card, where in the hand it is, from 0.
    """

    draw: int
    card: Card
    action: str = ""
    until: int | None = None
    slot: int = 0


def fates_of(deck: Sequence[Card], steps: Sequence[Step]) -> list[Fate]:
    """Return what a play does with each card of a deck."""
    fates = [Fate(draw, card) for draw, card in enumerate(deck, 1)]
    held: dict[Card, list[Fate]] = defaultdict(list)
    drawn = 0
    for step in steps:
        if step.source == "hand":
            held[step.card].pop(0).until = drawn
            continue
        fate = fates[drawn]
        drawn += 1
        fate.action = step.action
        if step.action == "store":
            taken = {one.slot for those in held.values() for one in those}
            fate.slot = next(k for k in range(len(taken) + 1) if k not in taken)
            held[step.card].append(fate)
    return fates


def picture(instance: HanabiSolitaire, verdict: Verdict[tuple[Step, ...]]) -> str:
    """Return the drawing."""
    return _Drawing(instance, verdict).svg()


class _Drawing:
    def __init__(self, instance: HanabiSolitaire, verdict: Verdict[tuple[Step, ...]]) -> None:
        self._instance = instance
        self._verdict = verdict
        self._fates = fates_of(instance.deck, verdict.play or ())
        suits = dict.fromkeys((*instance.colours_in_order, *(card.suit for card in instance.deck)))
        self._deck = Deck(suits, small=len(instance.deck) > FEW_CARDS)
        self._card = self._deck.width(instance.deck)
        self._slot = max(self._card + 4, 44)
        self._in_a_row = max(1, int((_WIDTH - 2 * MARGIN) / self._slot))
        self._canvas = Canvas(min(self._in_a_row, len(instance.deck)) * self._slot + 2 * MARGIN)

    def svg(self) -> str:
        canvas = self._canvas
        canvas.lines(f"{self._question()}.")
        canvas.y += 4
        shown = self._fates[:MOST_CARDS]
        for k in range(0, len(shown), self._in_a_row):
            self._row(shown[k : k + self._in_a_row])
        left = len(self._fates) - len(shown)
        if left:
            canvas.lines(f"and {counted(left, 'more card')}", "faint")
        if self._deck.key:
            canvas.lines(self._deck.key, "faint")
        if any(fate.action == "store" for fate in shown):
            canvas.lines("A line below the cards: how long the hand holds a stored card.", "faint")
        write_answer(canvas, self._instance, self._verdict)
        title = f"Hanabi for one player: {counted(self._instance.size, 'card')}, {self._verdict.answer}"
        return canvas.svg(title, " ".join(self._description()))

    def _question(self) -> str:
        colours = ", ".join(self._instance.colours_in_order) or "none"
        deck = "in the order of the draws" if self._instance.deck else "empty"
        size = self._instance.hand_size
        return f"Hand of {size}; to be played: 1 to {self._instance.highest} of {colours}; the deck, {deck}"

    def _row(self, fates: Sequence[Fate]) -> None:
        canvas, height = self._canvas, self._deck.height
        top = canvas.y + 13
        played = bool(self._verdict.play)
        for k, fate in enumerate(fates):
            x = self._centre(k)
            if k == 0 or not self._deck.small:
                canvas.text(x, canvas.y + 9, str(fate.draw), "small", anchor="middle")
            with canvas.group(draw=fate.draw):
                canvas.card(self._deck, fate.card, (x - self._card / 2, top), self._card)
                if fate.action:
                    canvas.text(x, top + height + 12, fate.action, f"said deal-{fate.action}", anchor="middle")
        canvas.y = top + height + (18 if played else 4)
        self._hand(fates)
        canvas.y += 6

    def _centre(self, column: int) -> float:
        return MARGIN + (column + 0.5) * self._slot

    def _hand(self, fates: Sequence[Fate]) -> None:
        """Draw what the hand holds during the draws of a row."""
        first, last = fates[0].draw, fates[-1].draw
        held = [one for one in self._fates if one.action == "store" and one.draw <= last and self._until(one) >= first]
        for fate in held:
            until = self._until(fate)
            y = self._canvas.y + (fate.slot + 0.5) * _LANE
            begins, ends = fate.draw >= first, until <= last
            x = self._centre(fate.draw - first) if begins else MARGIN
            end = self._centre(until - first) + 7 if ends else self._centre(last - first) + self._slot / 2
            look = f"suit deal-look{self._deck.looks[fate.card.suit]}"
            self._canvas.path(f"M{x:.1f} {y:.1f}H{end:.1f}", f"{look} deal-held")
            if begins:
                self._canvas.circle(x, y, 3, f"{look} deal-dot")
            if ends:
                self._canvas.path(f"M{end:.1f} {y - 3.5:.1f}v7", f"{look} deal-held")

        self._canvas.y += max((fate.slot + 1 for fate in held), default=0) * _LANE

    def _until(self, fate: Fate) -> int:
        """Return the last draw during which the hand holds a card."""
        return fate.until or max(one.draw for one in self._fates if one.action)

    def _description(self) -> Iterator[str]:
        yield f"{self._question()}."
        for fate in self._fates[:MOST_CARDS]:
            yield f"Draw {fate.draw}: {fate.card}{_told(fate)}."
        yield from answer_in_words(self._instance, self._verdict)


def _told(fate: Fate) -> str:
    if fate.action != "store":
        return {"play": ", played", "discard": ", discarded"}.get(fate.action, "")
    return ", stored to the end" if fate.until is None else f", stored until draw {fate.until}"
