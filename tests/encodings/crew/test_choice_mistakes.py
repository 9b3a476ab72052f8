"""Mistakes about choices of the crew, made by hand: each shows on some small deal aimed at choices.

`tests.encodings.crew.test_mutants` has those made by rule.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.games.crew.subsets import demands_of
from tests.support.crew_mutants import CREW, GAME, HANDS, SUBJECTS, judged_choices
from tests.support.handed_over import seven_goals_of_six_players
from tests.support.mutant_trials import all_noticed, mutants_of, text_of
from tests.support.mutation import Mutant
from tests.support.ways import by_constraints, by_demands

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.crew.instance import Crew
    from tests.support.mutant_trials import Subject
    from tests.support.ways import Moves

PLACES, PASSING, MODEL, GOALS = (f"{CREW}.cnf.{name}" for name in ("places", "passing_rules", "model", "goal_rules"))
SEARCH = "crewsat.algorithms.crew.exhaustive"
SHARES = f"{GAME}.assignment"

MISTAKES: dict[str, dict[str, tuple[str, str, str]]] = {
    "crew cnf": {
        "left for right": (
            PLACES,
            "neighbour(player, to, self._players)",
            'neighbour(player, "right" if to == "left" else "left", self._players)',
        ),
        "a card passed stays in its old hand": (
            PASSING,
            "gone = [m.passed.at(card, m.tricks), *([m.played.at(card, after)] if after else [])]",
            "gone = [m.played.at(card, after)] if after else []",
        ),
        "a card received is there before it is passed": (
            PASSING,
            "yield from ((-m.play.at(place, trick),) for trick in range(1, after + 1))",
            "yield from ()",
        ),
        "two cards are passed": (
            PASSING,
            "yield from ((-one, -other) for one, other in combinations(literals, 2))\n        yield from ((-literal, *",
            "yield from ((-literal, *",
        ),
        "a covered card must follow": (
            PASSING,
            "unless = () if uncovered is None else (-uncovered,)",
            "unless: tuple[int, ...] = ()",
        ),
        "a covered card is played": (PASSING, "if uncovered is not None:\n", "if False:\n"),
        "the card below is there in the same trick": (
            MODEL,
            "self.uncovered.at(lid, trick - 1)",
            "self.uncovered.at(lid, min(trick, self.tricks - 1))",
        ),
        "a card received uncovers at once what lay under the other": (
            PASSING,
            "yield from ((-passed, -uncovered, top), (-passed, uncovered, -top))",
            "yield (-passed, uncovered)",
        ),
        "of two equal neighbours the lower one is passed": (
            PASSING,
            "        for trick in range(1, m.tricks + 1):\n            yield (-m.play.at(higher",
            (
                "        if high in m.passed.rows:\n            yield (-m.passed.at(high, m.tricks),)\n"
                "        for trick in range(1, m.tricks + 1):\n            yield (-m.play.at(higher"
            ),
        ),
        "tokens are changed in any way for each pair": (
            GOALS,
            "yield (-m.retokened.at(way, m.tricks), m.ordered.at(pair, m.tricks))",
            "yield (m.retokened.at(way, m.tricks), -m.retokened.at(way, m.tricks))",
        ),
        "one more is handed over": (
            GOALS,
            "at_most(handed, m.instance.handover, lambda",
            "at_most(handed, m.instance.handover + 1, lambda",
        ),
        "what is due need not be taken": (
            GOALS,
            "(-m.due_to(player, goal), m.taken_by(player, goal), literal)",
            "(-m.due_to(player, goal), m.due_to(player, goal), literal)",
        ),
    },
    "crew cpsat": {
        "left for right": (HANDS, 'back: Direction = "right" if to == "left" else "left"', "back: Direction = to"),
        "a covered card must follow": (HANDS, "*([] if closed is None else [closed]),", ""),
        "a card passed counts in its old hand": (
            HANDS,
            "return ~self.given(card) if t >= self.after and card in self.may_give[player] else True",
            "return True",
        ),
        "a received card does not lie under another": (
            HANDS,
            "if below in self.may_give[player]:",
            "if below in ():",
        ),
    },
    "crew tasks": {
        "left for right": (SEARCH, "step = 1 if to_the_left else -1", "step = -1 if to_the_left else 1"),
        "a pair stays with the card given": (
            SEARCH,
            "self.pairs = [(instead.get(above, above), instead.get(below, below)) for above, below in self.pairs]",
            "pass",
        ),
        "covered cards follow suit": (
            SEARCH,
            "        left &= ~self.closed(left)\n",
            "",
        ),
        "trump may be passed": (SEARCH, "free = left & ~sum(", "free = left & ~0 * sum("),
        "two handed over instead of one": (
            SHARES,
            "return () if least is not None and least <= handover else None",
            "return () if least is not None and least <= 2 * handover else None",
        ),
        "balanced shares have a place for all": (SHARES, 'more if mode == "balanced" else 0', "more"),
    },
}


def mistakes(subject: str) -> list[Mutant]:
    """The mistakes in a subject."""
    found = []
    for name, (place, old, new) in MISTAKES[subject].items():
        source = text_of(place)
        assert source.count(old) == 1, f"{name}: {source.count(old)} times {old!r} in {place}"
        found.append(Mutant(name, place, source.replace(old, new)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_is_noticed(name: str) -> None:
    subject = replace(SUBJECTS[name], judged=judged_choices)
    assert [one for one, how in all_noticed(subject, mistakes(name), 3_000).items() if how is None] == []


def whole_and_kept(deal: Crew) -> Crew:
    """A deal of which everything is demanded, as searches with demands ask it."""
    demands = demands_of(deal)
    return deal.model_copy(update={"about": {"whole": deal.as_dict(), "kept": [*demands.goals, *demands.terms]}})


@pytest.mark.parametrize(
    ("subject", "name", "way"),
    [
        (
            SUBJECTS["crew cpsat"],
            "goal_rules._first_takers: m.model.add(sum((takes[goal] for takes in first)) == 1) dropped #1",
            by_constraints,
        ),
        (
            SUBJECTS["crew demands"],
            (
                "demands.a_kept_goal_is_due_to_one_player: "
                "yield from ((-one, -other) for one, other in combinations(due, 2)) dropped #1"
            ),
            by_demands,
        ),
    ],
)
def test_a_goal_that_is_due_to_several_players_is_noticed_by_a_deal_of_six(
    subject: Subject, name: str, way: Callable[[Any, Crew], Moves | None]
) -> None:
    mutant = next(one for one in mutants_of(subject) if one.name == name)
    few = whole_and_kept(seven_goals_of_six_players(1))
    with subject.with_mistake(subject.original) as encoding_of:
        assert way(encoding_of, few) is None
    with subject.with_mistake(mutant) as encoding_of:
        assert way(encoding_of, few) is not None
