"""How The Crew is decided: the methods in the order in which ``auto`` tries them."""

from __future__ import annotations

from crewsat.base.libraries import CLINGO, KERNEL, ORTOOLS, PYSAT
from crewsat.games.code import Code
from crewsat.games.crew import features
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING, PLAIN, SHARES, WITHOUT_TASKS
from crewsat.games.method import ALGORITHM, ASP, BOUND, CNF, CPSAT, PLAYER, REFUTER, REPLAY, SEARCH, Method

METHODS = (
    Method(
        "past",
        REPLAY,
        Code("crewsat.algorithms.crew.past:decided_by_the_past"),
        "every instance in which nothing is left to do or everything is lost",
        "yes with the empty play, or no by what has been played (with the trick)",
        automatic=True,
        knows=ALL | CHANGES | COVERED | PASSING,
    ),
    Method(
        "bounds",
        BOUND,
        Code("crewsat.algorithms.crew.bounds:refuted"),
        "every instance; says no or nothing",
        "no, by counting tricks and cards (with the reason in words)",
        automatic=True,
        knows=ALL | CHANGES,
    ),
    Method(
        "single-value",
        ALGORITHM,
        Code("crewsat.algorithms.crew.single_value:decide_single_value"),
        "one card of each suit, no trump held; owners fixed, no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (paper, theorem 3.1)",
        automatic=True,
        knows=PLAIN | SHARES,
    ),
    Method(
        "owned-objectives",
        ALGORITHM,
        Code("crewsat.algorithms.crew.single_suit_owned:decide_owned_objectives"),
        "one suit, every objective held by its owner; no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (paper, theorem 4.1)",
        automatic=True,
        knows=PLAIN | SHARES,
    ),
    Method(
        "single-suit",
        ALGORITHM,
        Code("crewsat.algorithms.crew.single_suit:decide_single_suit"),
        "one suit; owners fixed, no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (in place of the paper's theorem 5.3)",
        automatic=True,
        knows=PLAIN | SHARES,
    ),
    Method(
        "player",
        PLAYER,
        Code("crewsat.algorithms.crew.quick:winning_line"),
        "up to 128 cards left and 8 players, no tasks, after a trick no free objectives; says yes or nothing; "
        "by `auto` only with the kernel",
        "yes with a replayed play, by rules of thumb",
        automatic=True,
        knows=WITHOUT_TASKS | CHANGES | PASSING,
        faster_with=KERNEL,
        when=Code("crewsat.algorithms.crew.quick:worth_playing"),
    ),
    Method(
        "relaxations",
        REFUTER,
        Code("crewsat.algorithms.crew.quick:refuted"),
        "as `player`; says no or nothing; by `auto` only with the kernel, when a solver has tried for a while",
        "no, by searching relaxed deals of one to four objectives (with the reason in words)",
        automatic=False,
        knows=WITHOUT_TASKS,
        faster_with=KERNEL,
        when=Code("crewsat.algorithms.crew.quick:worth_relaxing"),
    ),
    Method(
        "cnf-tricks",
        CNF,
        Code("crewsat_encodings.crew.cnf.encoding:Encoding"),
        "every instance",
        "yes with a replayed play; no by an unsatisfiable formula, with --proof by a proof that is checked",
        automatic=True,
        knows=features.CNF,
        needs=PYSAT,
        search=Code("crewsat_encodings.crew.cnf.compiled:encoding_to_search"),
        proof=Code("crewsat_encodings.crew.cnf.encoding:encoding_of_all_plays"),
        meanwhile="relaxations",
        formula_version=2,
    ),
    Method(
        "cpsat",
        CPSAT,
        Code("crewsat_encodings.crew.cpsat.encoding:Encoding"),
        "every instance",
        "yes with a replayed play; no as a second opinion (not checked)",
        automatic=False,
        knows=features.CPSAT,
        needs=ORTOOLS,
    ),
    Method(
        "asp",
        ASP,
        Code("crewsat_encodings.crew.asp.encoding:Encoding"),
        "every instance; meant for cross-checks",
        "yes with a replayed play; no as a third opinion (not checked)",
        automatic=False,
        knows=features.ASP,
        needs=CLINGO,
    ),
    Method(
        "exhaustive",
        SEARCH,
        Code("crewsat.algorithms.crew.exhaustive:search"),
        "every instance; up to about 20 cards in practice",
        "yes with a replayed play; no by exhaustive search",
        automatic=False,
        knows=ALL | CHANGES | COVERED | PASSING,
        most_size=20,
    ),
)
