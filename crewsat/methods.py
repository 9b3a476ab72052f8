"""THE table of methods: which question, where the code lives, when it applies, what it proves.

`crewsat methods`, the help texts, the checks of `--method` and the tests are derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

MEMORY_LIMIT = 4000.0
"""Default bound on the estimated memory of a method, in MB."""

Kind = Literal["replay", "bound", "algorithm", "search", "cnf"]


@dataclass(frozen=True, slots=True)
class Method:
    """One way to decide a question.

    Attributes:
        game: the game it decides.
        name: what `--method` calls it.
        kind: how `decide` runs it.
        where: module and name of the code.
        applies: to which instances, in words.
        proves: which answers it gives and what they rest on, in words.
        automatic: whether ``auto`` tries it, in the order of the table.
    """

    game: str
    name: str
    kind: Kind
    where: str
    applies: str
    proves: str
    automatic: bool

    def load(self) -> Any:  # noqa: ANN401 - the kinds differ
        """Import the code."""
        module, name = self.where.split(":")
        return getattr(import_module(module), name)


METHODS = (
    Method(
        "crew",
        "past",
        "replay",
        "crewsat.algorithms.crew_past:decided_by_the_past",
        "every instance in which nothing is left to do or everything is lost",
        "yes with the empty play, or no by what has been played (with the trick)",
        automatic=True,
    ),
    Method(
        "crew",
        "bounds",
        "bound",
        "crewsat.algorithms.crew_bounds:refuted",
        "every instance; says no or nothing",
        "no, by counting tricks and cards (with the reason in words)",
        automatic=True,
    ),
    Method(
        "crew",
        "single-value",
        "algorithm",
        "crewsat.algorithms.crew_single_value:decide_single_value",
        "one card of each suit, no trump held; owners fixed, no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (paper, theorem 3.1)",
        automatic=True,
    ),
    Method(
        "crew",
        "owned-objectives",
        "algorithm",
        "crewsat.algorithms.crew_single_suit_owned:decide_owned_objectives",
        "one suit, every objective held by its owner; no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (paper, theorem 4.1)",
        automatic=True,
    ),
    Method(
        "crew",
        "single-suit",
        "algorithm",
        "crewsat.algorithms.crew_single_suit:decide_single_suit",
        "one suit; owners fixed, no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (in place of the paper's theorem 5.3)",
        automatic=True,
    ),
    Method(
        "crew",
        "cnf-tricks",
        "cnf",
        "crewsat_encodings.crew.tricks_cnf:Encoding",
        "every instance",
        "yes with a replayed play; no by an unsatisfiable formula (not checked)",
        automatic=True,
    ),
    Method(
        "crew",
        "exhaustive",
        "search",
        "crewsat.algorithms.exhaustive:search",
        "every instance; up to about 20 cards in practice",
        "yes with a replayed play; no by trying everything",
        automatic=False,
    ),
)


def methods_for(game: str, name: str = "auto") -> tuple[Method, ...]:
    """Return the methods to try in turn: those of ``auto``, or the one named.

    Raises:
        ValueError: for a name that is not in the table; the message lists those that are.
    """
    known = [method for method in METHODS if method.game == game]
    found = tuple(m for m in known if (m.automatic if name == "auto" else m.name == name))
    if not found:
        raise ValueError(f"no method '{name}' for {game}; allowed: auto, {', '.join(m.name for m in known)}")
    return found
