"""The encodings of The Crew, and the search with its tasks, as subjects to make mistakes in."""

from __future__ import annotations

import random
from functools import cache

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.subsets import demands_of, keeping
from tests.support.aimed_deals import every_trick_needed
from tests.support.equivalent_crew_mutants import (
    CREW_ASP,
    CREW_CNF,
    CREW_CPSAT,
    CREW_CPSAT_PASSING,
    CREW_DEMANDS,
    CREW_MANY_PLAYERS,
    CREW_PASSING,
    CREW_TASKS,
)
from tests.support.mutant_trials import Subject
from tests.support.random_choices import AIMS as CHOICES
from tests.support.random_choices import choices_crew
from tests.support.random_instances import whole_crew
from tests.support.random_tasks import filter_crew, task_crew
from tests.support.task_aims import AIMS, aimed
from tests.support.ways import (
    by_constraints,
    by_counted_demands,
    by_demands,
    by_demands_in_order,
    by_demands_taken,
    by_fewest_tricks,
    by_ladder,
    by_program,
    by_search,
)


@cache
def judged_crew(seed: int) -> tuple[Crew, bool]:
    """A small instance of The Crew and the oracle's answer."""
    instance = whole_crew(seed)
    return instance, search(instance) is not None


@cache
def judged_tasks(seed: int) -> tuple[Crew, bool]:
    """A small instance with tasks of all kinds and the oracle's answer, which the second opinion has confirmed."""
    instance = filter_crew(seed // 16) if seed % 16 == 15 else task_crew(seed, most_cards=9)
    return instance, search(instance) is not None


@cache
def judged_aimed(seed: int) -> tuple[Crew, bool]:
    """A small deal aimed at one kind of task, all aims in turn, and the oracle's answer."""
    return aimed(list(AIMS)[seed % len(AIMS)], seed // len(AIMS))


@cache
def judged_rounds(seed: int) -> tuple[Crew, bool]:
    """A small deal in which every trick is needed, or one of the first kind, and the oracle's answer."""
    if seed % 2:
        return judged_crew(seed // 2)
    instance = every_trick_needed(random.Random(seed))
    return instance, search(instance) is not None


@cache
def judged_choices(seed: int) -> tuple[Crew, bool]:
    """A small deal in which the crew may choose more than its cards, and the oracle's answer."""
    instance = choices_crew(seed)
    return instance, search(instance) is not None


def judged_mix(seed: int) -> tuple[Crew, bool]:
    """In turn aimed deals, tasks, choices, any deal: aims find most mistakes, mixes those of several things at once."""
    return (judged_aimed, judged_tasks, judged_choices, judged_crew)[seed % 4](seed // 4)


@cache
def judged_passing(seed: int) -> tuple[Crew, bool]:
    """A small deal in which cards are passed or lie under others, and the oracle's answer."""
    aims = [*(aim for aim in sorted(CHOICES) if "passing" in aim or "covered" in aim), None]
    number, aim = seed // len(aims), aims[seed % len(aims)]
    instance = choices_crew(number, aim) if aim else two_larger_hands(random.Random(number))
    return instance, search(instance) is not None


def two_larger_hands(rng: random.Random) -> Crew:
    """Three players, one with fewer cards than the others; they pass a card after the first trick."""
    cards = [f"{suit}{value}" for suit in "abc" for value in range(1, 5)]
    rng.shuffle(cards)
    hands = [cards[:2], cards[2:5], cards[5 : rng.choice((8, 9))]]
    rng.shuffle(hands)
    dealt = [card for hand in hands for card in hand]
    wanted = rng.sample(dealt, rng.randint(1, 4))
    return Crew(
        hands=hands,
        leader=1,
        trump=rng.choice((None, "a")),
        suits=[*"abc"],
        objectives=[{"card": card, "owner": rng.choice((None, 1, 2, 3))} for card in wanted],
        passing={"after": 1, "optional": rng.random() < 0.5, "to": rng.choice(("left", "right", "either"))},
    )


@cache
def judged_handover(seed: int) -> tuple[Crew, bool]:
    """A small deal whose free goals may be handed over, and the oracle's answer."""
    instance = choices_crew(seed, "handover")
    return instance, search(instance) is not None


def judged_kinds(seed: int) -> tuple[Crew, bool]:
    """One after the other, an aimed deal, a mix of tasks, and goals that are handed over."""
    return (judged_aimed, judged_tasks, judged_handover)[seed % 3](seed // 3)


@cache
def judged_demands(seed: int) -> tuple[Crew, bool]:
    """What is left of a small instance if some demands are dropped; its notes hold the instance and what is kept."""
    number, mix = divmod(seed, 3)
    whole = choices_crew(number, "handover") if mix == 2 else (whole_crew, task_crew)[mix](number, most_cards=8)
    demands = demands_of(whole)
    rng = random.Random(number)
    kept = [one for one in (*demands.goals, *demands.terms) if number % 3 == 0 or rng.random() < 0.7]
    about = {"whole": whole.as_dict(), "kept": kept}
    instance = keeping(whole, kept).model_copy(update={"about": about})
    return instance, search(instance) is not None


CREW = "crewsat_encodings.crew"
COUNTER = "crewsat_encodings.sequential_counter"
CNF = (
    COUNTER,
    *(f"{CREW}.cnf.{name}" for name in ("definitions", "places", "model", "trick_sums", "trick_filters")),
    *(f"{CREW}.cnf.{name}" for name in ("tallies", "comparisons", "task_clauses", "trick_rules", "goal_rules")),
    *(f"{CREW}.cnf.{name}" for name in ("passing_rules", "many_players", "encoding")),
)
HANDS = f"{CREW}.cpsat.hands"
TRICKS_IN_CPSAT = (
    *(f"{CREW}.cpsat.{name}" for name in ("model", "counted", "trick_rules", "goal_rules", "task_rules")),
    f"{CREW}.cpsat.encoding",
)
CPSAT = (HANDS, *TRICKS_IN_CPSAT)
ASP = (f"{CREW}.asp.task_facts", f"{CREW}.asp.encoding")

GAME = "crewsat.games.crew"
TASKS = (
    *(f"{GAME}.{name}" for name in ("task", "counting", "filters", "last_of", "task_groups", "tasks", "task_reading")),
    *(f"{GAME}.{name}" for name in ("assignment", "watching", "reading", "instance", "rules", "replaying", "results")),
    "crewsat.algorithms.crew.exhaustive",
)
NOT_THE_MEANING = (
    *("as_owner", "model_copy", "label", "leader_matters", "tells_apart", "filters_tell_apart", "whose", "words"),
    *("fields_of", "phrase", "bound_words", "noun_number", "reached_words", "difference", "rival_words", "rival_of"),
    *("_one_bound", "_bounds_fit", "_player", "_other_side", "_trick_number", "_once", "_bounded", "_bound_in"),
    *("_judged_in", "filter_words", "filters_in", "_members_take_the_owner", "_without_owner", "_owned", "_unowned"),
    *("__get_pydantic_json_schema__", "unmet", "_with_given", "_augmented"),
)
"""Functions of tasks that read them, check them or put them into words; and two that small deals are too small for.

`tests/games/crew/test_assignment.py` and `test_task_second_opinion.py` notice mistakes in these two.
"""

SUBJECTS = {
    "crew cnf": Subject(
        modules=CNF,
        mutated=(COUNTER, *CNF[4:11]),
        ways=(by_fewest_tricks, by_ladder),
        judged=judged_mix,
        replay=play_until_success,
        instances=6_000,
        groups=300,
        equivalent=CREW_CNF,
        skip=("cells_at_most", "at_most", "_by_pairs"),
    ),
    "crew passing": Subject(
        modules=CNF,
        mutated=(f"{CREW}.cnf.places", f"{CREW}.cnf.passing_rules"),
        ways=(by_fewest_tricks, by_ladder),
        judged=judged_passing,
        replay=play_until_success,
        instances=4_000,
        groups=60,
        equivalent=CREW_PASSING,
    ),
    "crew many players": Subject(
        modules=CNF,
        mutated=(f"{CREW}.cnf.many_players",),
        ways=(by_ladder,),
        judged=judged_rounds,
        replay=play_until_success,
        instances=4_000,
        groups=6,
        equivalent=CREW_MANY_PLAYERS,
    ),
    "crew demands": Subject(
        modules=(*CNF, f"{CREW}.cnf.demands"),
        mutated=(f"{CREW}.cnf.demands",),
        ways=(by_demands, by_counted_demands, by_demands_taken, by_demands_in_order),
        judged=judged_demands,
        replay=play_until_success,
        instances=6_000,
        groups=60,
        equivalent=CREW_DEMANDS,
    ),
    "crew cpsat": Subject(
        modules=CPSAT,
        mutated=TRICKS_IN_CPSAT,
        ways=(by_constraints,),
        judged=judged_mix,
        replay=play_until_success,
        instances=4_000,
        groups=300,
        equivalent=CREW_CPSAT,
    ),
    "crew cpsat passing": Subject(
        modules=CPSAT,
        mutated=(HANDS,),
        ways=(by_constraints,),
        judged=judged_passing,
        replay=play_until_success,
        instances=3_000,
        groups=40,
        equivalent=CREW_CPSAT_PASSING,
    ),
    "crew asp": Subject(
        modules=ASP,
        mutated=("tricks.lp", "dealt_hands.lp", "passing.lp", "tasks.lp", ASP[0]),
        ways=(by_program,),
        judged=judged_mix,
        replay=play_until_success,
        instances=4_000,
        groups=300,
        equivalent=CREW_ASP,
        programs=f"{CREW}.asp",
    ),
    "crew tasks": Subject(
        modules=TASKS,
        mutated=(*TASKS[:6], *TASKS[7:9]),
        ways=(by_search,),
        judged=judged_kinds,
        replay=play_until_success,
        instances=5_000,
        groups=120,
        equivalent=CREW_TASKS,
        skip=NOT_THE_MEANING,
        attribute="search",
    ),
}
