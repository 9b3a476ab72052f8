"""Trying mutants of the encodings, in child processes: a mistake may need any amount of time or memory."""

from __future__ import annotations

import random
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.exhaustive import search as search_deal
from crewsat.algorithms.hanabi_solitaire.exhaustive import search as search_deck
from crewsat.base.errors import IllegalPlay, InvalidInstance, Stopped
from crewsat.games import GAMES
from crewsat.games.crew.subsets import demands_of, keeping
from crewsat.workers.process import Call, Worker
from crewsat_encodings.hanabi_solitaire import holding_cpsat
from tests.support.hanabi_ways import (
    by_first_action,
    by_heights,
    by_needed_rules_alone,
    by_other_constraints,
    judged_game,
)
from tests.support.mutation import Mutant, installed, mutants_of_module, mutants_of_program
from tests.support.random_decks import medium_deck, small_deck
from tests.support.random_instances import whole_crew
from tests.support.random_tasks import filter_crew, task_crew
from tests.support.task_aims import AIMS, aimed
from tests.support.ways import (
    by_bare_formula,
    by_constraints,
    by_counted_demands,
    by_demands,
    by_demands_in_order,
    by_demands_taken,
    by_fewest_tricks,
    by_formula,
    by_ladder,
    by_needed_rules,
    by_program,
    by_search,
    by_some_play,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.games.crew.instance import Crew
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.instance import Instance
    from tests.support.ways import Moves

REPLAY = {name: game.replay.load() for name, game in GAMES.items()}
"""The referees, loaded before any mistake is made: one imported later would be kept with the mistake in it."""

PROGRAMS = "crewsat_encodings.crew.asp"
"""Where the logic programs are."""

ERRORS = (
    Stopped,
    InvalidInstance,
    ValueError,
    LookupError,
    TypeError,
    StopIteration,
    AttributeError,
    RuntimeError,
    ArithmeticError,
)
"""What a mistake in an encoding may raise; none of these is ever raised on a small instance."""


@dataclass(frozen=True)
class Subject:
    """An encoding to make mistakes in.

    Attributes:
        modules: all its modules, each before those that import it.
        mutated: those in which the mistakes are made.
        ways: of asking it; all of them are tried on an instance.
        judged: a number in, an instance and whether it is won out.
        instances: how many instances are tried on a mutant.
        groups: one in so many mutants is tried in a usual run.
        skip: functions that this encoding does not use.
        attribute: what of the last module is asked.
        whole: whether mistakes are made in constructors, too.
    """

    modules: Sequence[str]
    mutated: Sequence[str]
    ways: Sequence[Callable[[Any, Any], Moves | None]]
    judged: Callable[[int], tuple[Instance, bool]]
    instances: int
    groups: int
    skip: Sequence[str] = ()
    attribute: str = "Encoding"
    whole: bool = False


@cache
def judged_crew(seed: int) -> tuple[Crew, bool]:
    """A small instance of The Crew and the oracle's answer."""
    instance = whole_crew(seed)
    return instance, search_deal(instance) is not None


@cache
def judged_tasks(seed: int) -> tuple[Crew, bool]:
    """A small instance with tasks of all kinds and the oracle's answer, which the second opinion has confirmed."""
    instance = filter_crew(seed // 16) if seed % 16 == 15 else task_crew(seed, most_cards=9)
    return instance, search_deal(instance) is not None


@cache
def judged_aimed(seed: int) -> tuple[Crew, bool]:
    """A small deal aimed at one kind of task, all aims in turn, and the oracle's answer."""
    return aimed(list(AIMS)[seed % len(AIMS)], seed // len(AIMS))


def judged_mix(seed: int) -> tuple[Crew, bool]:
    """One after the other, of the three above: aimed ones find most mistakes, a mix those of several things at once."""
    return (judged_aimed, judged_tasks, judged_crew)[seed % 3](seed // 3)


def judged_kinds(seed: int) -> tuple[Crew, bool]:
    """One after the other, an aimed deal and a mix of tasks."""
    return (judged_aimed, judged_tasks)[seed % 2](seed // 2)


@cache
def judged_deck(seed: int) -> tuple[HanabiSolitaire, bool]:
    """A small deck of solitaire Hanabi and the oracle's answer."""
    instance = small_deck(seed)
    return instance, search_deck(instance) is not None


@cache
def judged_larger_deck(seed: int) -> tuple[HanabiSolitaire, bool]:
    """Every tenth deck is a larger one, with the answer of the other encoding."""
    if seed % 10:
        return judged_deck(seed)
    instance = medium_deck(seed)
    return instance, by_constraints(holding_cpsat.Encoding, instance) is not None


@cache
def judged_demands(seed: int) -> tuple[Crew, bool]:
    """What is left of a small instance if some demands are dropped; its notes hold the instance and what is kept."""
    number, mix = divmod(seed, 2)
    whole = (whole_crew, task_crew)[mix](number, most_cards=8)
    demands = demands_of(whole)
    rng = random.Random(number)
    kept = [one for one in (*demands.goals, *demands.terms) if number % 3 == 0 or rng.random() < 0.7]
    about = {"whole": whole.as_dict(), "kept": kept}
    instance = keeping(whole, kept).model_copy(update={"about": about})
    return instance, search_deal(instance) is not None


CREW = "crewsat_encodings.crew"
COUNTER = "crewsat_encodings.sequential_counter"
CNF = [
    COUNTER,
    *(f"{CREW}.cnf.{name}" for name in ("definitions", "model", "trick_sums", "trick_filters", "tallies")),
    *(f"{CREW}.cnf.{name}" for name in ("comparisons", "task_clauses", "trick_rules", "goal_rules", "encoding")),
]
CPSAT = [f"{CREW}.cpsat.{name}" for name in ("model", "counted", "trick_rules", "goal_rules", "task_rules", "encoding")]
ASP = [f"{CREW}.asp.{name}" for name in ("task_facts", "encoding")]

HANABI = "crewsat_encodings.hanabi"
STEPS = [f"{HANABI}.{name}" for name in ("steps_model", "steps_rules", "steps_cnf")]

GAME = "crewsat.games.crew"
TASKS = [
    *(f"{GAME}.{name}" for name in ("task", "counting", "filters", "last_of", "task_groups", "tasks", "task_reading")),
    *(f"{GAME}.{name}" for name in ("assignment", "watching", "reading", "instance", "rules", "results")),
    "crewsat.algorithms.crew.exhaustive",
]
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
        CNF,
        [COUNTER, *CNF[3:10]],
        [by_fewest_tricks, by_ladder],
        judged_mix,
        4_500,
        120,
        ("cells_at_most", "at_most", "_by_pairs"),
    ),
    "crew demands": Subject(
        [*CNF, f"{CREW}.cnf.demands"],
        [f"{CREW}.cnf.demands"],
        [by_demands, by_counted_demands, by_demands_taken, by_demands_in_order],
        judged_demands,
        6_000,
        20,
    ),
    "crew cpsat": Subject(
        CPSAT,
        CPSAT,
        [by_constraints],
        judged_mix,
        3_000,
        120,
    ),
    "crew asp": Subject(ASP, ["tricks.lp", "tasks.lp", ASP[0]], [by_program], judged_mix, 3_000, 100),
    "crew tasks": Subject(
        TASKS,
        [*TASKS[:6], *TASKS[7:9]],
        [by_search],
        judged_kinds,
        5_000,
        40,
        NOT_THE_MEANING,
        "search",
    ),
    "solitaire cnf": Subject(
        [COUNTER, "crewsat_encodings.hanabi_solitaire.copies_cnf"],
        [COUNTER, "crewsat_encodings.hanabi_solitaire.copies_cnf"],
        [by_formula, by_bare_formula],
        judged_larger_deck,
        2_000,
        30,
        ("cells_counted", "counted", "cells_below", "only_if_counted", "if_counted"),
    ),
    "solitaire draws": Subject(
        ["crewsat_encodings.hanabi_solitaire.draws_cnf"],
        ["crewsat_encodings.hanabi_solitaire.draws_cnf"],
        [by_formula, by_needed_rules, by_some_play],
        judged_deck,
        1_000,
        20,
    ),
    "solitaire cpsat": Subject(
        ["crewsat_encodings.hanabi_solitaire.holding_cpsat"],
        ["crewsat_encodings.hanabi_solitaire.holding_cpsat"],
        [by_constraints],
        judged_deck,
        1_000,
        10,
    ),
    "hanabi cnf": Subject(
        STEPS,
        STEPS,
        [by_formula, by_needed_rules_alone, by_first_action, by_heights],
        judged_game,
        1_000,
        25,
        skip=["_fewest_bytes"],  # an estimate, which small games are too small for
        whole=True,
    ),
    "hanabi cpsat": Subject(
        [f"{HANABI}.turns_cpsat"],
        [f"{HANABI}.turns_cpsat"],
        [by_constraints, by_other_constraints],
        judged_game,
        1_000,
        12,
        whole=True,
    ),
}


@cache
def mutants_of(name: str) -> list[Mutant]:
    """All mistakes in the modules of a subject."""
    found = []
    for place in SUBJECTS[name].mutated:
        if place.endswith(".lp"):
            found += mutants_of_program(place, resources.files(PROGRAMS).joinpath(place).read_text(encoding="utf-8"))
        else:
            constructors = () if SUBJECTS[name].whole else ("__init__",)
            found += mutants_of_module(place, skip=(*constructors, "decode", *SUBJECTS[name].skip))
    return found


@contextmanager
def encoding_with(subject: Subject, mutant: Mutant) -> Iterator[Any]:
    """The class `Encoding` with the mistake in it."""
    if not mutant.place.endswith(".lp"):
        with installed(subject.modules, mutant) as module:
            yield getattr(module, subject.attribute)
        return

    def changed(instance: Instance) -> Any:  # noqa: ANN401
        encoding = import_module(subject.modules[-1]).Encoding(instance)
        encoding.program = encoding.program.replace(original(mutant.place).source, mutant.source)
        return encoding

    yield changed


def noticed(name: str, mutant: Mutant, instances: int, *, deadline: float | None, note: object) -> str | None:
    """How a mutant is found out: by a wrong answer, a wrong play or an error; None if it is not."""
    del deadline, note
    subject = SUBJECTS[name]
    try:
        with encoding_with(subject, mutant) as encoding_of:
            trials = ((*subject.judged(number), way) for number in range(instances) for way in subject.ways)
            for instance, won, way in trials:
                play = way(encoding_of, instance)
                if (play is not None) != won:
                    return "answer"
                if play is not None:
                    REPLAY[instance.game](instance, play)
    except IllegalPlay:
        return "play"
    except ERRORS:
        return "error"
    return None


def all_noticed(name: str, mutants: Iterable[Mutant], instances: int | None = None) -> dict[str, str | None]:
    """How each of these mutants is found out; one that needs too much time or memory is, too."""
    found: dict[str, str | None] = {}
    with Worker() as worker:
        for mutant in mutants:
            arguments = (name, mutant, instances or SUBJECTS[name].instances)
            reply = worker.run(Call(noticed, arguments, time_limit=300, max_bytes=2_000_000_000))
            if reply.error is not None:
                raise reply.error
            found[mutant.name] = reply.lost or reply.value
    return found


def original(place: str) -> Mutant:
    """No mutant: the text as it is."""
    package, _, module = (PROGRAMS, ".", place) if place.endswith(".lp") else place.rpartition(".")
    name = module if place.endswith(".lp") else f"{module}.py"
    return Mutant("nothing", place, resources.files(package).joinpath(name).read_text(encoding="utf-8"))
