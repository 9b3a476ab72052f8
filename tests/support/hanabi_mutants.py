"""The encodings of Hanabi as subjects to make mistakes in."""

from __future__ import annotations

from crewsat.games.hanabi.rules import play_until_success
from tests.support.equivalent_hanabi_mutants import HANABI_CNF, HANABI_CPSAT
from tests.support.hanabi_ways import (
    by_first_action,
    by_heights,
    by_needed_rules_alone,
    by_other_constraints,
    judged_game,
)
from tests.support.mutant_trials import Subject
from tests.support.ways import by_constraints, by_formula

HANABI = "crewsat_encodings.hanabi"
STEPS = (f"{HANABI}.steps_model", f"{HANABI}.steps_rules", f"{HANABI}.steps_cnf")
TURNS = (f"{HANABI}.turns_cpsat",)

SUBJECTS = {
    "hanabi cnf": Subject(
        modules=STEPS,
        mutated=STEPS,
        ways=(by_formula, by_needed_rules_alone, by_first_action, by_heights),
        judged=judged_game,
        replay=play_until_success,
        instances=1_000,
        groups=50,
        equivalent=HANABI_CNF,
        skip=("_fewest_bytes",),  # an estimate, which small games are too small for
        whole=True,
    ),
    "hanabi cpsat": Subject(
        modules=TURNS,
        mutated=TURNS,
        ways=(by_constraints, by_other_constraints),
        judged=judged_game,
        replay=play_until_success,
        instances=1_000,
        groups=60,
        equivalent=HANABI_CPSAT,
        whole=True,
    ),
}
