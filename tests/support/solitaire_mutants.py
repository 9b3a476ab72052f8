"""The encodings of solitaire Hanabi as subjects to make mistakes in, and mutants that no deck shows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat_encodings.hanabi_solitaire import holding_cpsat
from tests.support.mutant_trials import Subject
from tests.support.random_decks import medium_deck, small_deck
from tests.support.ways import (
    by_bare_formula,
    by_constraints,
    by_formula,
    by_needed_rules,
    by_some_play,
)

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


@cache
def judged_deck(seed: int) -> tuple[HanabiSolitaire, bool]:
    """A small deck of solitaire Hanabi and the oracle's answer."""
    instance = small_deck(seed)
    return instance, search(instance) is not None


@cache
def judged_larger_deck(seed: int) -> tuple[HanabiSolitaire, bool]:
    """Every tenth deck is a larger one, with the answer of the other encoding."""
    if seed % 10:
        return judged_deck(seed)
    instance = medium_deck(seed)
    return instance, by_constraints(holding_cpsat.Encoding, instance) is not None


COUNTER = "crewsat_encodings.sequential_counter"

IMPLIED = "the rule is redundant: without it the same plays are found"
UNUSED_CELLS = "makes cells of the counter that nobody asks for"
PAIRS = "chooses the other one of two ways to say the same"
MEMORY = "counts memory, of which these decks take little; tested with limits"
MENTIONED = "asks for room for a card that has been played: nothing says then that it waits"
SHORTCUT = "asks for room for more cards: what is left out otherwise follows from the hand being full before or later"
ROOM = "asks for room that there is anyway: when nothing is stored, or for as many cards as there is room for"
SYMMETRY = "only breaks a symmetry"

SOLITAIRE_CNF = {
    "sequential_counter.cells_at_most: if most < number and (not _by_pairs(number, most)) always #1": UNUSED_CELLS,
    "sequential_counter.cells_at_most: most < number and (not _by_pairs(number, most)) with or #1": UNUSED_CELLS,
    "sequential_counter.cells_at_most: most < number with LtE #1": UNUSED_CELLS,
    "sequential_counter.cells_at_most: 1 + 1 #3": UNUSED_CELLS,
    "sequential_counter.at_most: most >= number with Gt #1": "nobody asks about so few literals that all may be true",
    "sequential_counter.at_most: if _by_pairs(number, most) always #1": PAIRS,
    (
        "sequential_counter._by_pairs: "
        "most == 0 or number == most + 1 or (most == 1 and number * (number - … with and #1"
    ): PAIRS,
    "sequential_counter._by_pairs: most == 0 with NotEq #1": PAIRS,
    "sequential_counter._by_pairs: 0 + 1 #1": PAIRS,
    "sequential_counter._by_pairs: number == most + 1 with NotEq #1": PAIRS,
    "sequential_counter._by_pairs: most + 1 with - #1": PAIRS,
    "sequential_counter._by_pairs: 1 + 1 #1": PAIRS,
    "sequential_counter._by_pairs: most == 1 and number * (number - 1) // 2 <= MOST_PAIRS with or #1": PAIRS,
    "sequential_counter._by_pairs: most == 1 with NotEq #1": PAIRS,
    "sequential_counter._by_pairs: 1 + 1 #2": PAIRS,
    "sequential_counter._by_pairs: number * (number - 1) // 2 <= MOST_PAIRS with Lt #1": PAIRS,
    "sequential_counter._by_pairs: number - 1 with + #1": PAIRS,
    "sequential_counter._by_pairs: 1 + 1 #3": PAIRS,
    "sequential_counter._by_pairs: 2 + 1 #1": PAIRS,
    "copies_cnf.Model._times: 0 + 1 #1": "draw 1 is a time of every card that may be played then anyway",
    "copies_cnf.Model._times: self.formula.reserve(BYTES_PER_MENTION * len(times)) dropped #1": MEMORY,
    "copies_cnf.Model._hands: self.formula.reserve(BYTES_PER_MENTION * len(now)) dropped #1": MEMORY,
    "copies_cnf.Model._hands: cards.difference_update(event.leave) dropped #1": MENTIONED,
    (
        "copies_cnf.Model._hands: now.difference_update([card for card in now if card.suit == event.col… dropped #1"
    ): SHORTCUT,
    "copies_cnf.Model._hands: if event.stored and len(mentioned) > room always #1": ROOM,
    "copies_cnf.Model._hands: event.stored and len(mentioned) > room with or #1": ROOM,
    "copies_cnf.Model._hands: len(mentioned) > room with GtE #1": ROOM,
    "copies_cnf.Model._hands: now.clear() dropped #1": SHORTCUT,
    "copies_cnf.Model._hands: since_full.clear() dropped #1": SHORTCUT,
    "copies_cnf.Model._full_before_the_colour: full_next <= len(self.copies.instance.deck) with Lt #1": SHORTCUT,
    "copies_cnf.Model._events: if draw < until and draw not in surely always #1": MENTIONED,
    "copies_cnf.Model._events: draw < until and draw not in surely with or #1": MENTIONED,
    "copies_cnf.Model._events: draw < until with LtE #1": MENTIONED,
    "copies_cnf.Model._events: leave.setdefault(until, []).append(card) dropped #1": MENTIONED,
    "copies_cnf.Model._events: len(copies.instance.deck) + 1 with - #1": SHORTCUT,
    "copies_cnf.Model._events: 1 + 1 #1": SHORTCUT,
    "copies_cnf.Model._events: draw < copies.latest[self.below[card]] with LtE #1": (
        "a draw brings one card only, so never a copy just when the card below it must have been played"
    ),
    "copies_cnf.Model.count: 0 + 1 #1": "the cells of all counters get the numbers that come one later",
    "copies_cnf.Model.count: 0 + 1 #2": "the number of the first cell of a counter that has none",
    (
        "copies_cnf.a_card_is_played_as_soon_as_possible: "
        "yield from clause_of(-state.had, -state.below, state.done) dropped #1"
    ): IMPLIED,
    "copies_cnf.what_is_played_stays_played: yield (-state.done, following.done) dropped #1": IMPLIED,
    "copies_cnf.a_card_that_can_be_played_is_played: 1 + 1 #1": SYMMETRY,
    (
        "copies_cnf.a_card_that_can_be_played_is_played: "
        "yield from clause_of(-m.done(m.below[card], draw), m.done(card, draw)) dropped #1"
    ): SYMMETRY,
    (
        "copies_cnf.no_copy_waits_until_the_next_one: "
        "yield from clause_of(-had, earlier, m.done(m.below[card], following)) dropped #1"
    ): SYMMETRY,
    "copies_cnf._contradiction: 1 + 1 #1": "another name for the variable of the contradiction",
}

SOLITAIRE_DRAWS = {
    "draws_cnf.Model.draws: 1 + 1 #1": "speaks of one draw more, after the last, of which the same holds",
    "draws_cnf.Model._count_keys: 1 + 1 #1": "after the first draw no more than one card waits: it takes no cells",
    "draws_cnf.Model._count_keys: 1 + 1 #2": UNUSED_CELLS,
    ("draws_cnf.what_is_played_stays_played: yield (-m.done(card, draw), m.done(card, following)) dropped #1"): IMPLIED,
}

SOLITAIRE_CPSAT: dict[str, str] = {}

COPIES = (COUNTER, "crewsat_encodings.hanabi_solitaire.copies_cnf")
DRAWS = ("crewsat_encodings.hanabi_solitaire.draws_cnf",)
HOLDING = ("crewsat_encodings.hanabi_solitaire.holding_cpsat",)

SUBJECTS = {
    "solitaire cnf": Subject(
        modules=COPIES,
        mutated=COPIES,
        ways=(by_formula, by_bare_formula),
        judged=judged_larger_deck,
        replay=play_until_success,
        instances=2_000,
        groups=90,
        equivalent=SOLITAIRE_CNF,
        skip=("cells_counted", "counted", "cells_below", "only_if_counted", "if_counted"),
    ),
    "solitaire draws": Subject(
        modules=DRAWS,
        mutated=DRAWS,
        ways=(by_formula, by_needed_rules, by_some_play),
        judged=judged_deck,
        replay=play_until_success,
        instances=1_000,
        groups=60,
        equivalent=SOLITAIRE_DRAWS,
    ),
    "solitaire cpsat": Subject(
        modules=HOLDING,
        mutated=HOLDING,
        ways=(by_constraints,),
        judged=judged_deck,
        replay=play_until_success,
        instances=1_000,
        groups=30,
        equivalent=SOLITAIRE_CPSAT,
    ),
}
