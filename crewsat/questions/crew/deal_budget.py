"""Questions about similar deals: a line that wins one of them may win the next one.

Known lines are tried first, by the referee; then the quick player where it is fast; then `decide` has to answer.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self, cast

from crewsat.algorithms.crew.bounds import refuted_if_known
from crewsat.algorithms.crew.quick import refuted_objectives, worth_playing, worth_relaxing
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.subsets import ORDER, demands_of, keeping
from crewsat.games.crew.tricks import winner_of
from crewsat.games.verdict import Verdict
from crewsat.questions.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.instance import Instance

    Line = tuple[int, Sequence[Card]]

_MOST_LINES = 64
"""The most lines kept, the latest ones."""


class KnownLines:
    """The lines found so far, latest first, and who takes which card in each."""

    def __init__(self) -> None:
        self._lines: list[tuple[tuple[Line | Choice, ...], dict[Card, int]]] = []

    def add(self, deal: Crew, line: Iterable[Line | Choice]) -> None:
        """Remember the choices, and leaders and cards of the tricks, of a line, which may go on after the win."""
        parts = tuple(line)
        tricks = [part for part in parts if not isinstance(part, Choice)]
        takers = {card: winner_of(leader, cards, deal.trump) for leader, cards in tricks for card in cards}
        self._lines = [(parts, takers), *self._lines[: _MOST_LINES - 1]]

    def winning(self, deal: Crew) -> tuple[Trick | Choice, ...] | None:
        """Return the play of a line that wins a deal, replayed by the referee; None if no line does."""
        for parts, takers in self._lines:
            if all(one.owner in {None, takers.get(one.card, one.owner)} for one in deal.objectives):
                with suppress(IllegalPlay):
                    return play_until_success(deal, parts)
        return None


@dataclass(frozen=True)
class DealBudget(Budget):
    """A budget for questions about similar deals.

    Attributes:
        lines: the known lines, for all parts together.
        lost: deals known to be lost, with the verdict.
        played: deals that the quick player has tried.
    """

    lines: KnownLines = field(default_factory=KnownLines)
    lost: dict[Crew, Verdict] = field(default_factory=dict)
    played: set[Crew] = field(default_factory=set)

    def ask(self, instance: Instance) -> Verdict:
        """Decide a deal: by a known line, by an earlier answer, or else as any budget does."""
        deal = cast("Crew", instance)
        known = self._by_a_known_line(deal) or self.lost.get(deal)
        if known is None:
            return self._noted(deal, super().ask(deal))
        return self._shorter(deal, known) if self.limits.shown and known.play else known

    def showing(self) -> Self:
        """Return the same budget for a play that will be shown, which is shortened."""
        return replace(self, limits=replace(self.limits, shown=True))

    def _shorter(self, deal: Crew, known: Verdict) -> Verdict:
        """Return the verdict with the shorter play: this one, or that of the quick player if it is used."""
        if not self.has_player(deal):
            return known
        found = self.answered(deal, "player")
        return found if found.play and found.length < known.length else known

    def easily_won(self, deal: Crew) -> Verdict | None:
        """Return a yes if a known line or the quick player wins a deal."""
        known = self._by_a_known_line(deal)
        if known is not None or deal in self.lost:
            return known
        if deal in self.played or not self.has_player(deal) or self.limits.late():
            return None
        self.played.add(deal)
        found = self.by_method(deal, "player")
        return found if found.answer == "yes" else None

    def has_player(self, deal: Crew) -> bool:
        """Whether the quick player and relaxed deals are used: they apply, and no solver was requested."""
        return self.limits.solver is None and worth_playing(deal)

    def has_relaxations(self, deal: Crew) -> bool:
        """Whether relaxed deals are searched: they apply, and no solver was requested."""
        return self.limits.solver is None and worth_relaxing(deal)

    def easily_lost(self, deal: Crew) -> bool:
        """Return whether bounds, or relaxed deals where they are searched quickly, refute a deal."""
        if deal in self.lost or refuted_if_known(deal) is not None:
            return True
        return self.has_relaxations(deal) and self.by_method(deal, "relaxations").answer == "no"

    def refuted_goals(self, deal: Crew) -> frozenset[str]:
        """Return few demands that cannot be met together even in a relaxed deal; none if none are found quickly."""
        found: set[str] = set()
        if self.has_relaxations(deal) and not self.limits.late():
            with suppress(Stopped):
                found.update(objective.id for objective in refuted_objectives(deal, out_of_time=self.limits.late))
        ordered = len(found) > 1 and ORDER in demands_of(deal).terms
        if ordered and not self.easily_lost(keeping(deal, found)):
            found.add(ORDER)
        return frozenset(found)

    def by_method(self, deal: Crew, method: str) -> Verdict:
        """Ask one method that may have no answer."""
        return self._noted(deal, self.answered(deal, method))

    def _by_a_known_line(self, deal: Crew) -> Verdict | None:
        play = self.lines.winning(deal)
        return None if play is None else Verdict("yes", "known-line", "replayed", deal.game, play=play)

    def _noted(self, deal: Crew, verdict: Verdict) -> Verdict:
        """Remember the line of a verdict, or that there is none."""
        if verdict.play:
            parts = (part if isinstance(part, Choice) else (part.leader, part.cards) for part in verdict.play)
            self.lines.add(deal, parts)
        if verdict.answer == "no":
            self.lost[deal] = verdict
        return verdict
