"""The Crew drawn: the hands with their objectives, then the tricks, a row a trick and a column a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import counted, listed
from crewsat.games.crew.asked import asked
from crewsat.report.crew.tables import all_rows
from crewsat.report.crew.words import marks_of
from crewsat_site.drawings.answers import answer_in_words, write_answer
from crewsat_site.drawings.canvas import MARGIN, NORMAL, Badge, Canvas, Deck, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.verdict import Verdict
    from crewsat.report.crew.tables import Row

MOST_TRICKS = 12
"""So many tricks are drawn."""
MOST_IN_A_ROW = 8
"""So many cards of a hand are drawn in a row."""

BADGE = 11
"""By how much a badge stands out above its card."""

_GAP = 5


def picture(instance: Crew, verdict: Verdict[tuple[Trick, ...]]) -> str:
    """Return the drawing."""
    return _Drawing(instance, verdict).svg()


class _Drawing:
    """A deal, its play, and where things are."""

    def __init__(self, instance: Crew, verdict: Verdict[tuple[Trick, ...]]) -> None:
        self._instance = instance
        self._verdict = verdict
        self._rows = list(all_rows(instance, verdict.play or (), verdict.assignment))
        self._objectives = {objective.card: objective for objective in instance.objectives}
        self._deck = Deck(instance.suits_in_order, trump=instance.trump)
        badges = [self._badge(objective) for objective in instance.objectives]
        self._card = self._deck.width(instance.holder)
        self._slot = max([self._card, *(badge.width for badge in badges)]) + _GAP
        self._column = max(
            self._slot + 4, max((badge.width + 22 for badge in badges), default=0), width_of("leads, wins") + 4
        )
        self._label = width_of(f"player {instance.players}", NORMAL) + 4
        most = min(MOST_IN_A_ROW, max(map(len, instance.dealt)))
        widths = self._label + most * self._slot, self._label + instance.players * self._column
        self._canvas = Canvas(max(widths) + 2 * MARGIN)

    def svg(self) -> str:
        self._hands()
        write_answer(self._canvas, self._instance, self._verdict)
        self._tricks()
        return self._canvas.svg(self._title(), " ".join(self._description()))

    def _badge(self, objective: Objective, winner: int | None = None) -> Badge:
        """What is said of an objective, and of who won it."""
        taken = (self._verdict.assignment or {}).get(objective.id) if winner else None
        owner = objective.owner or taken
        token = {None: "", "omega": " Ω"}.get(objective.token, f" [{objective.token}]")
        words = f"→{owner or '?'}{token}"
        if winner is None:
            return Badge(words)
        return Badge(f"{words} ✓", "good") if owner in {None, winner} else Badge(f"{words} ✗", "bad")

    def _hands(self) -> None:
        canvas = self._canvas
        for player, hand in enumerate(self._instance.dealt, 1):
            canvas.text(MARGIN, canvas.y + 28, f"player {player}")
            if player == self._instance.leader:
                canvas.text(MARGIN, canvas.y + 43, "leads first", "small")
            for k, card in enumerate(hand):
                if k and k % MOST_IN_A_ROW == 0:
                    canvas.y += self._deck.height + BADGE + 2
                with canvas.group(hand=player):
                    self._hold(card, MARGIN + self._label + k % MOST_IN_A_ROW * self._slot)
            if not hand:
                canvas.text(MARGIN + self._label, canvas.y + 28, "no cards", "faint")
            canvas.y += self._deck.height + BADGE + 4
        for words in self._goals():
            canvas.lines(words)
        canvas.lines(self._legend(), "faint")

    def _hold(self, card: Card, x: float) -> None:
        y = self._canvas.y + BADGE
        left = x + (self._slot - _GAP - self._card) / 2
        self._canvas.card(self._deck, card, (left, y), self._card)
        if card in self._objectives:
            self._canvas.badge(self._badge(self._objectives[card]), left + self._card / 2, y - 3)

    def _goals(self) -> Iterator[str]:
        """Yield the goals that do not stand on a card: tasks, and what objectives are bound to."""
        for task in self._instance.tasks:
            yield f"{task.whose}: {asked(self._instance, task)}"
        for objective in self._instance.objectives:
            if objective.after or objective.before:
                yield f"{objective.card}:{marks_of(objective)}"

    def _legend(self) -> str:
        owners = {objective.owner for objective in self._instance.objectives}
        named = min((owner for owner in owners if owner), default=None)
        tokens = {objective.token for objective in self._instance.objectives}
        parts = (
            f"→{named}: player {named} must win this card" if named else "",
            "→?: anybody must win this card" if None in owners else "",
            "Ω: comes last" if "omega" in tokens else "",
            "[…]: order tokens" if tokens - {None, "omega"} else "",
            "★: trump suit" if self._instance.trump else "",
            "" if self._instance.leader else "anybody may lead first",
        )
        return "; ".join(filter(None, parts))

    def _tricks(self) -> None:
        if not self._rows:
            return
        canvas = self._canvas
        canvas.y += 4
        for player in range(1, self._instance.players + 1):
            canvas.text(self._centre(player), canvas.y + 12, f"player {player}", "small", anchor="middle")
        canvas.y += 18
        for row in self._rows[:MOST_TRICKS]:
            self._trick(row)
        left = len(self._rows) - MOST_TRICKS
        if left > 0:
            canvas.lines(f"and {counted(left, 'more trick')}", "faint")

    def _centre(self, player: int) -> float:
        return MARGIN + self._label + (player - 0.5) * self._column

    def _trick(self, row: Row) -> None:
        canvas, height = self._canvas, self._deck.height
        top = canvas.y + BADGE + 2
        canvas.text(MARGIN, top + 24, f"trick {row.number}")
        if row.number <= self._instance.finished:
            canvas.text(MARGIN, top + 39, "played", "small")
        for player, card in self._cards(row):
            with canvas.group(trick=row.number, player=player):
                self._play(row, player, card, top)
        canvas.y = top + height + 24
        objectives = {one.id for one in self._instance.objectives}
        tasks = [f"{name} met" for name in row.completes if name not in objectives]
        tasks += [f"{name} lost" for name in row.loses]
        if tasks:
            canvas.lines(f"trick {row.number}: {listed(tasks)}", "faint")

    def _play(self, row: Row, player: int, card: Card, top: float) -> None:
        """Draw the card of a player in a trick."""
        canvas, height = self._canvas, self._deck.height
        x = self._centre(player)
        if player == row.winner:
            canvas.rect(x - self._column / 2 + 2, top - 6, self._column - 4, height + 23, "winner", radius=8)
        canvas.card(self._deck, card, (x - self._card / 2, top), self._card)
        if card in self._objectives and row.winner:
            canvas.badge(self._badge(self._objectives[card], row.winner), x, top - 3)
        said = ["leads"] * (player == row.leader) + ["wins"] * (player == row.winner)
        canvas.text(x, top + height + 12, ", ".join(said), "said", anchor="middle")

    def _cards(self, row: Row) -> list[tuple[int, Card]]:
        """Return players and their cards in the order played."""
        return [((row.leader - 1 + k) % self._instance.players + 1, card) for k, card in enumerate(row.cards)]

    def _title(self) -> str:
        return f"The Crew: a deal for {counted(self._instance.players, 'player')}, {self._verdict.answer}"

    def _description(self) -> Iterator[str]:
        for player, hand in enumerate(self._instance.dealt, 1):
            yield f"Player {player} holds {_all(hand)}."
        if self._instance.leader:
            yield f"Player {self._instance.leader} leads first."
        if self._instance.trump:
            yield f"Trump is {self._instance.trump}."
        for one in self._instance.objectives:
            yield f"{f'Player {one.owner}' if one.owner else 'Anybody'} must win {one.card}{marks_of(one)}."
        yield from self._goals()
        yield from answer_in_words(self._instance, self._verdict)
        for row in self._rows[:MOST_TRICKS]:
            yield self._told(row)

    def _told(self, row: Row) -> str:
        (leader, first), *others = self._cards(row)
        words = [f"player {leader} leads {first}", *(f"player {player} plays {card}" for player, card in others)]
        if row.winner:
            words.append(f"player {row.winner} wins")
        if row.completes:
            words.append(f"which completes {_all(row.completes)}")
        return f"Trick {row.number}: {', '.join(words)}."


def _all(things: Sequence[object]) -> str:
    return ", ".join(map(str, things)) or "no cards"
