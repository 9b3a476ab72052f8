"""The formula that proofs are about: a play to the end satisfies it if and only if it wins, whichever play it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.instance import Crew
from crewsat.games.crew.subsets import demands_of
from crewsat.solvers.cnf import session_on
from crewsat_encodings.crew.cnf import model
from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays
from tests.support.chunks import sizes
from tests.support.demands_by_play import full_plays, met_together
from tests.support.random_instances import small_crew, whole_crew
from tests.support.second_opinion_deal import read

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.slow
@pytest.mark.parametrize("source", [small_crew, whole_crew])
@pytest.mark.parametrize("number", sizes(50, 160))
def test_a_play_satisfies_the_formula_iff_it_wins(number: int, source: Callable[..., Crew]) -> None:
    answers = {True: 0, False: 0}
    for seed in range(number):
        instance = source(seed, most_cards=7)
        demands = demands_of(instance)
        everything = (*demands.goals, *demands.terms)
        encoding = encoding_of_all_plays(instance)
        cards = {str(card): card for card in instance.holder}
        deal = read(instance.as_dict())
        with session_on(encoding.formula) as session:
            for tricks in full_plays(deal):
                line = [(trick.leader, tuple(cards[str(card)] for card in trick.cards)) for trick in tricks]
                said = [-literal for literal in encoding.another_line(line[instance.finished :])]
                won = met_together(deal, tricks, everything)
                assert session.search(said) == won, (line, instance.to_json())
                answers[won] += 1
    assert min(answers.values()) > number * 25 // 8, answers


def test_no_bound_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong count of the tricks that are needed changes nothing in the formula of proofs."""
    instance = Crew(hands=[["a3", "b2", "c1"], ["a1", "b1", "c2"]], leader=1, objectives=[{"card": "a1", "owner": 1}])
    right = list(encoding_of_all_plays(instance).formula.clauses())
    monkeypatch.setattr(model, "tricks_with_objectives", lambda deal: deal.tricks)
    assert list(encoding_of_all_plays(instance).formula.clauses()) == right
