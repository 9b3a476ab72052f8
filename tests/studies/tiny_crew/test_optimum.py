"""The best team: proofs for small decks, against a second model, and policies that win what is claimed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
from ortools.sat.python import cp_model

from crewsat.studies.tiny_crew import bounds
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.program import WHOLE, Program
from crewsat.studies.tiny_crew.winning import Winning
from crewsat.tiny_crew import TinyCrew
from tests.studies.tiny_crew.test_policies import by_every_play, state_of
from tests.support import tiny_crew_by_plays as by_plays

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.studies.tiny_crew.states import Recall

SIX = TinyCrew(colours=2, values=2, submarines=2)
NINE = TinyCrew(colours=2)


def by_implications(game: TinyCrew, recall: Recall) -> int:
    """The most deals that a team wins: a Boolean a card of a state and one a winning play, which implies its cards."""
    model = cp_model.CpModel()
    chosen: dict[tuple[str, Card], cp_model.IntVar] = {}
    states: dict[str, list[cp_model.IntVar]] = {}
    won = []
    for deal in by_plays.all_deals(game):
        lines = []
        for play, _ in by_plays.plays(deal, by_plays.at_random):
            if not by_plays.wins(deal, play):
                continue
            line = model.new_bool_var("")
            hands = [list(hand) for hand in deal.hands]
            for number, (leader, cards) in enumerate(play):
                for k, card in enumerate(cards):
                    player = (leader - 1 + k) % 3
                    state = state_of(game, recall, player + 1, tuple(hands[player]), play[:number], cards[:k], leader)
                    if (state, card) not in chosen:
                        chosen[state, card] = model.new_bool_var("")
                        states.setdefault(state, []).append(chosen[state, card])
                    model.add_implication(line, chosen[state, card])
                    hands[player].remove(card)
            lines.append(line)
        if lines:
            won.append(model.new_bool_var(""))
            model.add_bool_or([*lines, won[-1].negated()])
    for choices in states.values():
        model.add_at_most_one(choices)
    model.maximize(sum(won))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


@pytest.mark.parametrize("recall", ["printed", "perfect"])
def test_the_best_team_of_six_cards(recall: Recall) -> None:
    found = SIX.optimum(recall=recall)
    assert found.as_dict() == {"won": 9, "bound": 9, "proved": True}
    assert by_implications(SIX, recall) == 9
    assert by_every_play(found.policy) == pytest.approx(9 / 90, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    "tasks", ["1 wins red2; 3 wins blue1", "2 wins red2; 1 wins at least 1 trick", "3 wins the last trick"]
)
@pytest.mark.parametrize("recall", ["printed", "perfect"])
def test_other_tasks(tasks: str, recall: Recall) -> None:
    game = TinyCrew(colours=2, values=2, submarines=2, tasks=tasks)
    found = game.optimum(recall=recall)
    assert found.proved
    assert found.won == by_implications(game, recall)
    assert game.evaluate(found.policy).value * 90 == pytest.approx(found.won)


@pytest.mark.slow
def test_bounds() -> None:
    """Each relaxation knows less than the one before, and no bound is below what a team wins."""
    for game, best in ((SIX, 9), (NINE, 576)):
        layers = Layers(game.rules)
        first_card = bounds.first_card_bound(layers)
        first_trick = bounds.first_trick_bound(layers, best, iterations=100)
        assert best <= first_trick <= first_card <= game.value().winnable


@pytest.mark.slow
def test_any_prices_are_a_bound() -> None:
    """Without prices each deal that can be won is won; with others, random or a solver's, at least what a team wins."""
    program = Program(Winning(Layers(NINE.rules, "perfect")))
    assert program.bound(np.zeros(program.rows, np.int64)) == 614 * WHOLE
    rng = np.random.default_rng(1)
    for most in (10, 10**4, 10**5, WHOLE):
        assert program.bound(rng.integers(0, most, program.rows)) >= 576 * WHOLE
    assert program.relaxed() == 576
    assert 576 <= program.relaxed(deadline=time.monotonic()) <= 614


@pytest.mark.thorough
@pytest.mark.timing
def test_the_best_team_of_nine_cards_is_proved_in_five_minutes() -> None:
    begin = time.monotonic()
    found = NINE.optimum(time_limit=300)
    assert time.monotonic() - begin <= 310
    assert found.as_dict() == {"won": 576, "bound": 576, "proved": True}
    assert by_every_play(found.policy) * 1680 == pytest.approx(576)


@pytest.mark.thorough
def test_a_team_of_twelve_cards_that_recalls_everything() -> None:
    """Its policy, played in every deal with the rules and the referee of The Crew, wins as many as the arrays say."""
    game = TinyCrew()
    found = game.optimum(time_limit=60)
    assert 20_000 <= found.won <= found.bound < 24_000
    assert by_every_play(found.policy) * 34_650 == pytest.approx(found.won)
