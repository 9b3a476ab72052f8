"""The formula of a deal without tasks as the compiled kernel builds it: the clauses of `Encoding`, in the same order.

It is what is searched where the kernel is installed; proofs, and whatever asks for single rules, use `Encoding`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.crew.bounds import tricks_with_objectives
from crewsat.base.compiled import CompiledFormula, kernel
from crewsat.base.errors import Stopped
from crewsat.base.formula import check_estimate
from crewsat.games.crew.assignment import MODES, in_effect
from crewsat.games.crew.features import WITHOUT_TASKS
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat_encodings.crew.cnf.encoding import Encoding

MOST_CARDS = 256
MOST_PLAYERS = 15
"""Of larger deals the formula is built in Python: building stops at limits there, and many players get a ladder."""

NOBODY = -1


def encoding_to_search(
    instance: Crew, *, max_bytes: int | None = None, out_of_time: Callable[[], bool] = lambda: False
) -> Encoding | CompiledEncoding:
    """Return the formula that a solver is given, from the kernel if it builds formulas of such deals.

    The clauses are the same, in the same order; the arguments are those of `Encoding`.
    """
    if can_be_compiled(instance):
        return CompiledEncoding(instance, max_bytes=max_bytes, out_of_time=out_of_time)
    from crewsat_encodings.crew.cnf.encoding import Encoding  # noqa: PLC0415 - many modules that a kernel does without

    return Encoding(instance, max_bytes=max_bytes, out_of_time=out_of_time)


def can_be_compiled(instance: Crew) -> bool:
    """Return whether the kernel is installed and builds the formula of this deal."""
    fits = instance.size <= MOST_CARDS and instance.players <= MOST_PLAYERS
    return fits and instance.features <= WITHOUT_TASKS and kernel() is not None


@reads("the kernel", WITHOUT_TASKS)
class CompiledEncoding:
    """A deal as a formula, and the way back from a model to a play, as `Encoding`; see `can_be_compiled`.

    Args:
        instance: the deal.
        max_bytes: estimated size at which building stops.
        out_of_time: True means that time is over.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self, instance: Crew, *, max_bytes: int | None = None, out_of_time: Callable[[], bool] = lambda: False
    ) -> None:
        needed = tricks_with_objectives(instance)
        self._instance = instance
        self._tricks = tricks = instance.tricks
        self.earliest = min(max(needed, instance.finished), tricks)
        """The first trick that could be the winning one."""
        self._dealt = _dealt(instance)
        self._number = {card: number for number, (_, card, _) in enumerate(self._dealt)}
        self._compiled = kernel().formula(*_arguments(instance, self._dealt, needed))
        self.formula = CompiledFormula(self._compiled, "tight" if needed == tricks else None)
        check_estimate(self._compiled.bytes, max_bytes)
        if out_of_time():
            raise Stopped("time")

    def preferences(self) -> list[list[int]]:
        """Return early wins as assumptions, the earliest first: all objectives are met by the end of trick t."""
        played = self._compiled.played
        targets = [self._number[objective.card] for objective in self._instance.objectives]
        return [[played(card, trick) for card in targets] for trick in range(self.earliest, self._tricks)]

    def decode(self, model: Sequence[int]) -> list[tuple[int, tuple[Card, ...]]]:
        """Return leader and cards of all tricks after the complete ones of `played`, the leader's card first."""
        players = self._instance.players
        out = []
        for trick in range(self._instance.finished + 1, self._tricks + 1):
            leader = next(p for p in range(players) if model[self._compiled.wins(p, trick - 1) - 1] > 0)
            first = self._compiled.play(0, trick) - 1
            played = model[first :: self._tricks]
            dealt = zip(self._dealt, played, strict=False)
            by_player = {player: card for (_, card, player), plays in dealt if plays > 0}
            out.append((leader + 1, tuple(by_player[(leader + k) % players + 1] for k in range(players))))
        return out


def _arguments(instance: Crew, dealt: Sequence[tuple[int, Card, int]], needed: int) -> tuple[object, ...]:
    """Return a deal as arguments for the function of the kernel that builds formulas.

    Args:
        instance: the deal.
        dealt: its cards, as `_dealt` returns them.
        needed: the number of tricks with objectives.
    """
    number = {card: k for k, (_, card, _) in enumerate(dealt)}
    objectives = instance.objectives
    return (
        instance.players,
        instance.tricks,
        NOBODY if instance.leader is None else instance.leader - 1,
        instance.suits_in_order.index(instance.trump) if instance.trump in instance.suits_in_order else NOBODY,
        instance.same_trick == "violates",
        needed == instance.tricks,
        MODES.index(in_effect(instance.assignment, len(instance.free), instance.players)),
        bytes([suit for suit, _, _ in dealt]),
        bytes([player - 1 for _, _, player in dealt]),
        [[number[card] for card in cards] for cards in instance.played],
        [(number[one.card], NOBODY if one.owner is None else one.owner - 1) for one in objectives],
        instance.order,
    )


def _dealt(instance: Crew) -> list[tuple[int, Card, int]]:
    """Return the cards by suit and value, each with the number of its suit and who it was dealt to."""
    place = {suit: k for k, suit in enumerate(instance.suits_in_order)}
    dealt = sorted((place[card.suit], card.value, card, player) for card, player in instance.holder.items())
    return [(suit, card, player) for suit, _, card, player in dealt]
