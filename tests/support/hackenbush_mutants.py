"""Trying mutants of the code for Hackenbush: solvers, referee, files of strategies, and the reduction.

A mistake in a solver is found by the second opinion and the referee, one in the referee by verdicts on strategies of
every kind, one in the reduction by the truth of the formula.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hackenbush import berlekamp, positions, printed
from crewsat.algorithms.result import Solution
from crewsat.base.errors import IllegalPlay, Stopped, WrongOption
from crewsat.base.wording import json_text
from crewsat.games.hackenbush import kept, rules
from crewsat.games.hackenbush.rules import Move
from crewsat.workers.process import Call, Worker
from tests.support.hackenbush_second_opinion import wins
from tests.support.hackenbush_ways import fault
from tests.support.mutation import Mutant, installed, mutants_of_module
from tests.support.quantified_formulas import is_true, some_formula
from tests.support.random_strings import long_strings, single_edges, small_position, two_players

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import ModuleType

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.games.hackenbush.rules import Lengths, Strategy
    from crewsat.problems.qbf.formula import Qbf

ALGORITHMS, GAME = "crewsat.algorithms.hackenbush", "crewsat.games.hackenbush"


@dataclass(frozen=True)
class Subject:
    """Code to make mistakes in.

    Attributes:
        modules: those to import anew, each before those that import it.
        mutated: those in which the mistakes are made.
        trial: takes the last of the modules, a number, and says how a mistake shows on the case of this number.
        cases: how many there are.
        groups: one in so many mutants is tried in a usual run.
        skip: functions in which no mistakes are made.
    """

    modules: Sequence[str]
    mutated: Sequence[str]
    trial: Callable[[ModuleType, int], str | None]
    cases: int
    groups: int
    skip: Sequence[str] = ()


@cache
def judged(seed: int) -> tuple[Hackenbush, bool]:
    """A position and who wins it: every fourth one of two players, every tenth one with many forced turns."""
    instance = two_players(seed, most_edges=7) if seed % 4 == 0 else small_position(seed)
    return instance, wins(instance)


def by_its_answers(name: str, attribute: str) -> Callable[[ModuleType, int], str | None]:
    """Ask for answer and strategy: `fault` finds what is wrong with them."""

    def trial(module: ModuleType, number: int) -> str | None:
        instance, truth = judged(number)
        return fault(instance, truth, {name: getattr(module, attribute)})

    return trial


def of_positions(module: ModuleType, number: int) -> str | None:
    """Answers, also on long strings; the bound of the numbers; on larger positions, that there is no more work."""
    if number % 10 == 1:
        instance = long_strings(number)
        truth = berlekamp.decide_two_players(instance)
        assert isinstance(truth, Solution)
        return None if module.search(instance).wins is truth.wins else "answer"
    if number % 50:
        instance = judged(number)[0]
        if module.Prefixes(instance.strings, instance.members).end != end_of(instance.strings):
            return "another bound"
        return by_its_answers("positions", "search")(module, number)
    instance = single_edges(number, 8)
    return None if module.search(instance).positions == usual(number) else "another number of positions"


def end_of(strings: Sequence[Sequence[int]]) -> int:
    """A digit for the free edges of each player, for other prefixes of several strings, and for what one has alone."""
    prefixes = [[tuple(string[:k]) for k in range(1, len(string) + 1)] for string in strings]
    common = Counter(prefix for string in prefixes for prefix in string)
    free = Counter(prefix[0] for string in prefixes for prefix in string if len(set(prefix)) == 1)
    alone = (sum(common[prefix] == 1 and len(set(prefix)) > 1 for prefix in string) for string in prefixes)
    mixed = prod(m + 1 for prefix, m in common.items() if m > 1 and len(set(prefix)) > 1)
    return mixed * prod(number + 1 for number in free.values()) * prod(length + 1 for length in alone)


@cache
def usual(number: int) -> int | None:
    return positions.search(single_edges(number, 8)).positions


def of_printed(module: ModuleType, number: int) -> str | None:
    """Answers, and the number and depth of the calls."""
    if why := by_its_answers("printed", "search")(module, number):
        return why
    return None if _calls(module, number) == _usual_calls(number) else "other calls"


def _calls(module: Any, number: int) -> tuple[int, int]:  # noqa: ANN401
    instance = judged(number)[0]
    algorithm = module.Algorithm1(instance)
    algorithm.check(tuple(map(len, instance.strings)), instance.to_move)
    return algorithm.calls, algorithm.deepest


@cache
def _usual_calls(number: int) -> tuple[int, int]:
    return _calls(printed, number)


def of_berlekamp(module: ModuleType, number: int) -> str | None:
    """Answers, applicability, values, and what is said of them."""
    instance, truth = judged(number)
    if why := fault(instance, truth, {"berlekamp": module.decide_two_players}):
        return why
    solution = module.decide_two_players(instance)
    fits = instance.number_of_players == 2 and len(instance.coalition) == 1
    if isinstance(solution, Solution) is not fits:
        return "it is not for this position"
    value = sum(map(worth, instance.strings), Fraction(0))
    said = f"{abs(value)} for player {1 if value > 0 else 2}" if value else "0"
    if fits and solution.because != f"the strings are worth {said}, and player {instance.to_move} moves first":
        return "words"
    return None if _values(module, instance.strings) == _values(None, instance.strings) else "values"


def worth(string: Sequence[int]) -> Fraction:
    """The value of a string, edge by edge: as much as the one before, half as much after the first change."""
    value, size, run = Fraction(0), Fraction(1), True
    for label in string:
        run = run and label == string[0]
        size = size if run else size / 2
        value += size if label == 1 else -size
    return value


WORDS = {
    Fraction(2, 3): "2/3 for player 1",
    -Fraction(1, 1 << 63): "1/9223372036854775808 for player 2",
    -Fraction(1, 1 << 64): "about 5.42101e-20 for player 2",
    Fraction(1, 1 << 3_000): "less than 1e-300 for player 1",
    Fraction(0): "0",
}


def _values(module: Any, strings: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401
    """Values of strings of any labels, or the place of a label that is none, and words; as they must be for None."""
    bad = [(k, j) for k, s in enumerate(strings, 1) for j, label in enumerate(s, 1) if label not in {1, 2}]
    if module is None:
        values: list[Any] = [f"string {k}, edge {j}: " for k, j in bad[:1]] or [
            sum(map(worth, strings)),
            *map(worth, strings),
        ]
        return values, WORDS
    try:
        values = [module.hackenbush_value(strings), *map(module.value_of, strings)]
    except WrongOption as error:
        values = [str(error).partition("'")[0]]
    return values, {value: module.in_words(value) for value in WORDS}


# The referee


@cache
def strategies(number: int) -> tuple[Hackenbush, list[tuple[bool, Strategy]]]:
    """A position, and strategies of both sides: that of the search, its opposite, and some with a wrong move."""
    rng = random.Random(number)
    instance, truth = judged(number)
    found = positions.search(instance).strategy
    played = rules.play_against_every_defence(instance, found, coalition=truth)
    told: list[tuple[bool, Strategy]] = [(truth, found), (not truth, found), (not truth, first_move(instance))]
    spots = [(spot, move) for spot, move in played.moves.items() if move is not None]
    for (lengths, player), move in rng.sample(spots, min(3, len(spots))):
        string = rng.randint(0, len(lengths) + 1)
        wrong = Move(player % 3 + 1, move.string, move.edge), Move(player, string, move.edge)
        others = [None, *wrong, Move(player, move.string, rng.randint(0, lengths[move.string - 1] + 1))]
        told += [(truth, _changed(found, (lengths, player), other)) for other in others]
    return instance, told


def first_move(instance: Hackenbush) -> Strategy:
    """The first cut there is."""

    def strategy(lengths: Lengths, player: int) -> Move | None:
        return next(rules.moves(instance, rules.Position(lengths, player)), None)

    return strategy


def _changed(base: Strategy, spot: tuple[Lengths, int], move: Move | None) -> Strategy:
    return lambda lengths, player: move if (lengths, player) == spot else base(lengths, player)


def of_the_referee(module: ModuleType, number: int) -> str | None:
    """What it says of strategies, with and without limits."""
    instance, told = strategies(number)
    for k, (coalition, strategy) in enumerate(told):
        for bound in (None, number % 4 + k):
            if _word(module, instance, strategy, coalition, bound) != _usual_word(number, k, bound):
                return "another verdict"
    return None


@cache
def _usual_word(number: int, k: int, bound: int | None) -> str:
    instance, told = strategies(number)
    coalition, strategy = told[k]
    return _word(rules, instance, strategy, coalition, bound)


def _word(module: Any, instance: Hackenbush, strategy: Strategy, coalition: bool, bound: int | None) -> str:  # noqa: ANN401
    """The verdict in words, or the broken rule; limits of memory follow from the bound."""
    memory = None if bound is None or bound % 2 else bound * 600
    try:
        played = module.play_against_every_defence(
            instance, strategy, coalition=coalition, most_positions=bound, max_bytes=memory
        )
    except IllegalPlay as error:
        return f"{error.rule} {error.player}"
    lines = [json_text(line) for line in played.lines()]
    return f"{[move.as_dict() for move in played.play]} {played.stopped} {played.positions} {sorted(lines)} {lines[:1]}"


# Kept strategies, and the reduction


def lines_of(number: int) -> list[bytes]:
    """Lines of a file, some of them wrong."""
    rng = random.Random(number)
    good = b'{"lengths": [2, 1], "player": 1, "move": {"string": 1, "edge": 1}}'
    parts = [
        (b"[2, 1]", (b"[2, true]", b"{}", b"[]", b"[0, 1]")),
        (b'"player": 1', (b'"player": "1"', b'"player": true', b'"player": 2', b'"more": 1, "player": 1')),
        (
            b'{"string": 1, "edge": 1}',
            (b"null", b'{"string": 1}', b'{"string": 1, "edge": true}', b'{"string": 2, "edge": 1}'),
        ),
        (b'"edge": 1', (b'"edge": 1, "more": 1', b'"edge": 2', b'"edge": "1"')),
        (b', "move": {"string": 1, "edge": 1}', (b"", b', "other": 1')),
    ]
    lines = [good]
    for _ in range(rng.randint(0, 2)):
        old, new = rng.choice(parts)
        lines.append(good.replace(old, rng.choice(new)))
    return lines if rng.random() < 0.8 else [*lines, rng.choice((b"", b"[1]", b"{", b"[" * 20_000))]


def of_kept(module: ModuleType, number: int) -> str | None:
    """What it makes of lines, or the line it refuses."""
    instance, lines = judged(0)[0], lines_of(number)
    return None if _read(module, instance, lines) == _read(kept, instance, lines) else "read in another way"


def _read(module: Any, instance: Hackenbush, lines: list[bytes]) -> str:  # noqa: ANN401
    try:
        strategy = module.strategy_of(instance, lines)
    except IllegalPlay as error:
        return str(error)
    asked = [((2, 1), 1), ((2, 1), 2), ((0, 1), 1), ((), 1), ((1, 1), 1)]
    return str([move and move.as_dict() for move in (strategy(lengths, player) for lengths, player in asked)])


@cache
def formula_and_truth(number: int) -> tuple[Qbf, bool]:
    formula = some_formula(number, 4)
    return formula, is_true(formula)


def of_the_reduction(module: ModuleType, number: int) -> str | None:
    """The second coalition wins iff the formula is true, the first iff not; notes, witnesses and plays fit."""
    formula, truth = formula_and_truth(number)
    instance, first = module.reduce(formula), module.reduce(formula, module.Reduction(coalition="first"))
    if (positions.search(instance).wins, positions.search(first).wins) != (truth, not truth):
        return "answer"
    if module.source_of(instance)[0] != formula:
        return "notes"
    if (module.truth_of(instance, won=truth), module.truth_of(first, won=not truth)) != (truth, truth):
        return "truth"
    if truth and not _witness_fits(module, instance, formula):
        return "witness"
    value = None if formula.outermost is None else True
    return _accepted(
        (lambda: module.play_of(first, value), module.NotAWitness),
        (lambda: module.witness_of(instance, [Move(1, 1, 9)]), (module.NotAWitness, IllegalPlay)),
        (lambda: module.reduce(formula, module.Reduction(mover=99)), module.WrongOption),
    )


def _witness_fits(module: Any, instance: Hackenbush, formula: Qbf) -> bool:  # noqa: ANN401
    played = rules.play_against_every_defence(instance, positions.search(instance).strategy)
    value = module.witness_of(instance, played.play)
    if value is None:
        return formula.outermost is None
    return formula.outermost is not None and module.play_of(instance, value) == played.play


def _accepted(*bad: tuple[Callable[[], object], Any]) -> str | None:
    """Whether one of these calls does not raise what it must."""
    for call, error in bad:
        try:
            call()
        except error:
            continue
        return "accepted"
    return None


SUBJECTS = {
    "positions": Subject(
        [f"{ALGORITHMS}.prefixes", f"{ALGORITHMS}.positions"],
        [f"{ALGORITHMS}.prefixes", f"{ALGORITHMS}.positions"],
        of_positions,
        4_000,
        60,
    ),
    "printed": Subject([f"{ALGORITHMS}.printed"], [f"{ALGORITHMS}.printed"], of_printed, 2_000, 30),
    "berlekamp": Subject([f"{ALGORITHMS}.berlekamp"], [f"{ALGORITHMS}.berlekamp"], of_berlekamp, 2_000, 30),
    "referee": Subject([f"{GAME}.rules"], [f"{GAME}.rules"], of_the_referee, 600, 36),
    "kept": Subject([f"{GAME}.kept"], [f"{GAME}.kept"], of_kept, 400, 15),
    "reduction": Subject(
        ["crewsat.reductions.qbf_to_hackenbush"],
        ["crewsat.reductions.qbf_to_hackenbush"],
        of_the_reduction,
        250,
        50,
        ("__post_init__", "as_options", "_command", "_check", "_source_of", "_reduction_of"),
    ),
}


@cache
def mutants_of(name: str) -> list[Mutant]:
    """All mistakes in the modules of a subject."""
    subject = SUBJECTS[name]
    return [mutant for place in subject.mutated for mutant in mutants_of_module(place, skip=subject.skip)]


def noticed(name: str, mutant: Mutant, *, deadline: float | None, note: object) -> str | None:
    """How a mutant is found out; None if it is not."""
    del deadline, note
    subject = SUBJECTS[name]
    try:
        with installed(subject.modules, mutant) as module:
            return next((why for k in range(subject.cases) if (why := subject.trial(module, k))), None)
    except IllegalPlay:
        return "strategy"
    except Stopped:
        return "limit"
    except Exception as error:  # noqa: BLE001 - a mistake may raise anything
        return f"error {type(error).__name__}"


def all_noticed(mutants: Iterable[tuple[str, Mutant]], time_limit: float) -> Iterator[tuple[str, Mutant, str | None]]:
    """Yield how each of these mutants is noticed; running out of time or memory counts."""
    with Worker() as worker:
        for name, mutant in mutants:
            reply = worker.run(Call(noticed, (name, mutant), time_limit=time_limit, max_bytes=1_500_000_000))
            if reply.error is not None:
                raise reply.error
            yield name, mutant, reply.lost or reply.value
