"""The claims of the proof of theorem 3 about Algorithm 1: that it is right, and takes little space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.audit.claims import Claim, Failure, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.hackenbush.strings import Strings

CONSTANT = 8
"""The constant factor that an O-bound may hide."""

EMPTY_LOSES = "of a coalition without members nothing is computed: it loses"


def _right(case: Strings, coalitions: Iterable[int], says: Callable[[int], bool]) -> Finding:
    for coalition in coalitions:
        if says(coalition) != case.wins(coalition):
            whose = {0: "a coalition without members", case.coalitions[-1]: "everybody"}.get(coalition, "a coalition")
            said, truth = ("loses", "wins") if case.wins(coalition) else ("wins", "loses")
            return Failure(f"{whose} {said}, says the algorithm, but {truth}", case.asked(coalition))
    return False


def _repaired(case: Strings) -> Finding:
    """Report whether an answer is wrong if a coalition without members is declared lost beforehand."""
    everybody = case.coalitions[-1]
    known = {0: False, everybody: True}
    return _right(case, case.coalitions, lambda one: known[one] if one in known else case.published(one).answer)


ALGORITHM_1: Claim[Strings] = Claim(
    "algorithm-1",
    "section 3, the proof of theorem 3",
    "Algorithm 1 determines which coalition has a winning strategy.",
    "positions",
    (
        Reading(
            "members-on-both-sides",
            "both coalitions have members, as those of the paper",
            lambda case: (
                _right(case, case.divisions, lambda one: case.published(one).answer) if case.divisions else None
            ),
        ),
        Reading(
            "any-coalitions",
            "one of them may be empty",
            lambda case: _right(case, case.coalitions, lambda one: case.published(one).answer),
        ),
        Reading("repaired", EMPTY_LOSES, _repaired, repaired=True),
    ),
    repaired="It does if both have members; a coalition without members must be declared lost beforehand.",
    remark="No player is ever removed from a coalition without members, and so it would win when the last player "
    "leaves the other one.",
)


def _at_most(steps: str, bound: Callable[[Strings], int], *, less: int = 0) -> Callable[[Strings], Finding]:
    """Return the reading that if both coalitions have members, the number of `steps` minus `less` is within a bound."""

    def fails(case: Strings) -> Finding:
        if not case.divisions:
            return None
        much = (one for one in case.divisions if case.published(one).steps[steps] - less > bound(case))
        return case.wrong(f"more {steps} than that", much)

    return fails


def _everybody_has_an_edge(says: Callable[[Strings], Finding]) -> Callable[[Strings], Finding]:
    def fails(case: Strings) -> Finding:
        able = {label for string in case.strings for label in string}
        return says(case) if len(able) == case.players else None

    return fails


_CALLS, _CUTS, _CELLS = "nested calls", "nested cuts", "cells"

NESTED_CALLS: Claim[Strings] = Claim(
    "nested-calls",
    "section 3, the proof of theorem 3",
    "The number of nested recursive calls of Algorithm 1 is at most |E|.",
    "positions",
    (
        Reading(
            "everybody-has-an-edge",
            "each player has an edge to begin with; the first call is not recursive and does not count, that of a "
            "player who leaves does",
            _everybody_has_an_edge(_at_most(_CALLS, lambda case: case.edges, less=1)),
        ),
        Reading("any-players", "players may have none: the same", _at_most(_CALLS, lambda case: case.edges, less=1)),
        Reading("cuts", "only calls after a cut count", _at_most(_CUTS, lambda case: case.edges)),
        Reading(
            "with-players",
            "all calls count: at most |E| + n, n the number of players",
            _at_most(_CALLS, lambda case: case.edges + case.players),
            repaired=True,
        ),
    ),
    repaired="At most |E| + n calls are nested, the first one included: one per cut, and one per player who leaves.",
)

SPACE: Claim[Strings] = Claim(
    "space",
    "section 3, the proof of theorem 3",
    "The total space complexity of Algorithm 1 is O(|E|²).",
    "positions",
    (
        Reading(
            "everybody-has-an-edge",
            f"each player has an edge to begin with: at most {CONSTANT} |E|² edges and members in all nested calls",
            _everybody_has_an_edge(_at_most(_CELLS, lambda case: CONSTANT * case.edges**2)),
        ),
        Reading(
            "any-players",
            "players may have none: the same bound",
            _at_most(_CELLS, lambda case: CONSTANT * case.edges**2),
        ),
        Reading(
            "with-players",
            f"at most {CONSTANT} (|E| + n)²",
            _at_most(_CELLS, lambda case: CONSTANT * (case.edges + case.players) ** 2),
            repaired=True,
        ),
    ),
    repaired="O((|E| + n)²), which is O(|E|²) if each player has an edge.",
    remark="Polynomial space is all that theorem 3 needs.",
)

CLAIMS = (ALGORITHM_1, NESTED_CALLS, SPACE)
