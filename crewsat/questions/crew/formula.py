"""One formula about all plays of a deal, which answers questions about its positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.engine.building import build
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice, Move
from crewsat.games.scope import reads
from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.solvers.outcome import Outcome
    from crewsat_encodings.crew.cnf.encoding import Encoding

    Line = Sequence[tuple[int, Sequence[Card]]]
    """Leader and cards of each trick, from the first incomplete one of the deal on."""


@dataclass(frozen=True, slots=True)
class _Built:
    encoding: Encoding
    solvers: WarmSolvers


@reads("the question of options", ALL | CHANGES | COVERED | PASSING)
class DealFormula:
    """The formula of a deal, built when it is first needed; the cards played since are assumptions.

    Solvers keep what they have learnt from one position to the next, forwards and backwards.
    """

    def __init__(self, deal: Crew) -> None:
        self._deal = deal
        self._built: _Built | None = None

    def solve(self, played: Line, limits: Limits) -> tuple[Outcome, list[Move]]:
        """Decide whether a play that continues with these tricks, the last one perhaps unfinished, can win.

        Returns:
            The outcome of the solver and, for a yes, all cards of a play, from the first incomplete trick of the deal
            on, and what is passed.

        Raises:
            Stopped: if a limit is reached while the formula is built.
        """
        built = self._built or self._build(limits)
        outcome = built.solvers.solve(built.encoding.continued(played), deadline=limits.deadline)
        tricks = built.encoding.decode(outcome.model) if outcome.status == "satisfiable" else []
        return outcome, [move for part in tricks for move in ((part,) if isinstance(part, Choice) else part[1])]

    def _build(self, limits: Limits) -> _Built:
        from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays  # noqa: PLC0415 - costs nothing until needed

        encoding = build(encoding_of_all_plays, self._deal, limits)
        self._built = _Built(encoding, WarmSolvers(encoding.formula, solver=limits.solver, seed=limits.seed))
        return self._built
