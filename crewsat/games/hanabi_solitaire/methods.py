"""How solitaire Hanabi is decided: the methods in the order in which ``auto`` tries them."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.method import ALGORITHM, BOUND, CNF, CPSAT, SEARCH, Method
from crewsat.libraries import ORTOOLS, PYSAT

METHODS = (
    Method(
        "missing",
        BOUND,
        Code("crewsat.algorithms.hanabi_solitaire.missing:card_missing"),
        "every deck; says no or nothing",
        "no, by a card that is not in the deck",
        automatic=True,
    ),
    Method(
        "unique-cards",
        ALGORITHM,
        Code("crewsat.algorithms.hanabi_solitaire.unique:decide_unique_cards"),
        "no card comes twice",
        "yes with a replayed play, no with the reason in words (paper, lemma 2.1)",
        automatic=True,
    ),
    Method(
        "one-colour",
        ALGORITHM,
        Code("crewsat.algorithms.hanabi_solitaire.one_colour:decide_one_colour"),
        "one colour",
        "yes with a replayed play, no with the reason in words (paper, theorem 3.3)",
        automatic=True,
    ),
    Method(
        "player",
        ALGORITHM,
        Code("crewsat.algorithms.hanabi_solitaire.prices:play_soon"),
        "every deck that lacks no card; says yes or nothing",
        "yes with a replayed play",
        automatic=True,
    ),
    Method(
        "forced-holds",
        BOUND,
        Code("crewsat.algorithms.hanabi_solitaire.copies:refuted"),
        "every deck that lacks no card; says no or nothing",
        "no, by cards that must wait in the hand (with the reason in words)",
        automatic=True,
    ),
    Method(
        "prices",
        ALGORITHM,
        Code("crewsat.algorithms.hanabi_solitaire.prices:decide_by_prices"),
        "every deck that lacks no card; leaves some decks open",
        "yes with a replayed play, no by counting the room that every colour needs (with the reason in words)",
        automatic=True,
    ),
    Method(
        "table",
        SEARCH,
        Code("crewsat.algorithms.hanabi_solitaire.table:search"),
        "every deck; by auto only where the table is small, as it is for decks like those of the real game",
        "yes with a replayed play; no by dynamic programming (paper, theorem 4.2)",
        automatic=True,
        most_size=60,
        when=Code("crewsat.algorithms.hanabi_solitaire.table:is_small"),
    ),
    Method(
        "cnf-copies",
        CNF,
        Code("crewsat_encodings.hanabi_solitaire.copies_cnf:Encoding"),
        "every instance",
        "yes with a replayed play; no by an unsatisfiable formula (not checked)",
        automatic=True,
        needs=PYSAT,
    ),
    Method(
        "cnf-draws",
        CNF,
        Code("crewsat_encodings.hanabi_solitaire.draws_cnf:Encoding"),
        "every instance; meant for proofs and cross-checks, up to some hundred cards in practice",
        "yes with a replayed play; no by an unsatisfiable formula, with --proof by a proof that is checked",
        automatic=False,
        needs=PYSAT,
        most_size=200,
        proof=Code("crewsat_encodings.hanabi_solitaire.draws_cnf:Encoding"),
    ),
    Method(
        "cpsat",
        CPSAT,
        Code("crewsat_encodings.hanabi_solitaire.holding_cpsat:Encoding"),
        "every instance",
        "yes with a replayed play; no as a second opinion (not checked)",
        automatic=False,
        needs=ORTOOLS,
    ),
    Method(
        "exhaustive",
        SEARCH,
        Code("crewsat.algorithms.hanabi_solitaire.exhaustive:search"),
        "every instance; up to about 15 cards in practice",
        "yes with a replayed play; no by exhaustive search",
        automatic=False,
        most_size=12,
    ),
)
