"""The methods for Hanabi, in the order in which ``auto`` tries them."""

from __future__ import annotations

from crewsat.base.libraries import ORTOOLS, PYSAT
from crewsat.games.code import Code
from crewsat.games.hanabi.features import ALL
from crewsat.games.method import ALGORITHM, BOUND, CNF, CPSAT, PLAYER, REPAIR, SEARCH, Method

METHODS = (
    Method(
        "past",
        ALGORITHM,
        Code("crewsat.algorithms.hanabi.past:decided_by_the_past"),
        "every game in which the target has been reached, or that is over",
        "yes with the empty play, or no by what has been done",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "pace",
        BOUND,
        Code("crewsat.algorithms.hanabi.bounds:too_slow"),
        "every game; says no or nothing",
        "no, by counting the actions that are left (with the reason in words)",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "pile",
        BOUND,
        Code("crewsat.algorithms.hanabi.bounds:too_deep"),
        "every game; says no or nothing",
        "no, by cards that come too late or are gone (with the reason in words)",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "hand",
        BOUND,
        Code("crewsat.algorithms.hanabi.bounds:too_many_to_hold"),
        "every game in which all points are required; says no or nothing",
        "no, by cards that must be held (with the reason in words)",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "player",
        PLAYER,
        Code("crewsat.algorithms.hanabi.player:winning_line"),
        "every game; says yes or nothing",
        "yes with a replayed play, by rules of thumb",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "schedule",
        BOUND,
        Code("crewsat.algorithms.hanabi.schedule:cannot_be_scheduled"),
        "every game in which all points are required; says no or nothing",
        "no, by when cards can be played and which must be held till then (with the reason in words)",
        automatic=True,
        knows=ALL,
    ),
    Method(
        "repair",
        REPAIR,
        Code("crewsat_encodings.hanabi.repair:attempts"),
        "every game; says yes or nothing",
        "yes with a replayed play: the beginning of the best game of `player`, and a formula for the rest",
        automatic=True,
        knows=ALL,
        needs=PYSAT,
    ),
    Method(
        "cnf-steps",
        CNF,
        Code("crewsat_encodings.hanabi.steps_cnf:Encoding"),
        "every game",
        "yes with a replayed play; no by an unsatisfiable formula, with --proof by a proof that is checked",
        automatic=True,
        knows=ALL,
        needs=PYSAT,
        proof=Code("crewsat_encodings.hanabi.steps_cnf:plain"),
    ),
    Method(
        "cpsat",
        CPSAT,
        Code("crewsat_encodings.hanabi.turns_cpsat:Encoding"),
        "as `cnf-steps`",
        "yes with a replayed play; no as a second opinion (not checked)",
        automatic=False,
        knows=ALL,
        needs=ORTOOLS,
    ),
    Method(
        "exhaustive",
        SEARCH,
        Code("crewsat.algorithms.hanabi.exhaustive:search"),
        "every game; up to about 12 cards in practice",
        "yes with a replayed play; no by exhaustive search",
        automatic=False,
        knows=ALL,
        most_size=10,
    ),
)
