"""Hanabi drawn: the hands that are dealt, the pile in its order, and the first turns of the play in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import counted
from crewsat_site.drawings.answers import answer_in_words, write_answer
from crewsat_site.drawings.canvas import MARGIN, Canvas, Deck

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Verdict

MOST_TURNS = 12
"""So many turns are listed."""
MOST_CARDS = 100
"""So many cards of the pile are drawn."""

_LABEL = 62
_WIDTH = 400


def picture(instance: Hanabi, verdict: Verdict[tuple[Action, ...]]) -> str:
    """Return the drawing."""
    return _Drawing(instance, verdict).svg()


class _Drawing:
    def __init__(self, instance: Hanabi, verdict: Verdict[tuple[Action, ...]]) -> None:
        self._instance = instance
        self._verdict = verdict
        self._deck = Deck([suit.name for suit in instance.rules.suits], small=True)
        self._card = self._deck.width(instance.deck)
        self._in_a_row = max(1, int((_WIDTH - 2 * MARGIN - _LABEL) / (self._card + 4)))
        self._canvas = Canvas(_LABEL + self._in_a_row * (self._card + 4) + 2 * MARGIN)
        size = instance.cards_in_hand
        self._hands = [instance.deck[k * size : (k + 1) * size] for k in range(instance.players)]
        self._pile = instance.deck[instance.players * size :]

    def svg(self) -> str:
        for player, hand in enumerate(self._hands, 1):
            self._cards(f"player {player}", hand)
        self._cards("pile", self._pile[:MOST_CARDS])
        if len(self._pile) > MOST_CARDS:
            self._canvas.lines(f"and {counted(len(self._pile) - MOST_CARDS, 'more card')} in the pile", "faint")
        if self._deck.key:
            self._canvas.lines(self._deck.key, "faint")
        if self._instance.actions:
            self._canvas.lines(f"{counted(len(self._instance.actions), 'turn')} have been played.", "faint")
        write_answer(self._canvas, self._instance, self._verdict)
        for words in self._turns():
            self._canvas.lines(words)
        title = f"Hanabi for {counted(self._instance.players, 'player')}: {self._verdict.answer}"
        return self._canvas.svg(title, " ".join(self._description()))

    def _cards(self, label: str, cards: Sequence[Card]) -> None:
        canvas = self._canvas
        canvas.text(MARGIN, canvas.y + 17, label)
        for k, card in enumerate(cards):
            if k and k % self._in_a_row == 0:
                canvas.y += self._deck.height + 4
            x = MARGIN + _LABEL + k % self._in_a_row * (self._card + 4)
            canvas.card(self._deck, card, (x, canvas.y), self._card)
        canvas.y += self._deck.height + 10

    def _turns(self) -> Iterator[str]:
        play, before = self._verdict.play or (), len(self._instance.actions)
        for turn, action in enumerate(play[:MOST_TURNS], before + 1):
            yield f"turn {turn}: player {action.player}: {action}"
        if len(play) > MOST_TURNS:
            yield f"and {counted(len(play) - MOST_TURNS, 'more turn')}"

    def _description(self) -> Iterator[str]:
        for player, hand in enumerate(self._hands, 1):
            yield f"Player {player} is dealt {', '.join(map(str, hand))}."
        yield f"Then come {', '.join(map(str, self._pile[:MOST_CARDS])) or 'no cards'}."
        yield from answer_in_words(self._instance, self._verdict)
        yield from (f"{words}." for words in self._turns())
