"""Skull & Roses as declared to OpenSpiel: type, parameters, registration."""

from __future__ import annotations

from typing import Any

import pyspiel

from crewsat.studies.skull import referee
from crewsat.studies.skull.rules import Rules
from crewsat.studies.spiel.skull_observer import SkullObserver
from crewsat.studies.spiel.skull_play import Play, first_pile, longest, most_rounds
from crewsat.studies.spiel.skull_state import SkullState

SKULL = pyspiel.GameType(
    short_name="python_skull",
    long_name="Skull & Roses",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    min_num_players=2,
    max_num_players=12,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": 3, "roses": 3, "skulls": 1, "wins": 2, "single_round": False},
)


class SkullGame(pyspiel.Game):  # type: ignore[misc]
    """`python_skull`: P players, R roses, S skulls and W wins, or a single round, in which a failed challenge loses."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**SKULL.parameter_specification, **(params or {})}
        single_round = given.pop("single_round")
        rules = Rules(**given)
        info = pyspiel.GameInfo(
            num_distinct_actions=first_pile(rules) + rules.players,
            max_chance_outcomes=2,
            num_players=rules.players,
            min_utility=float(1 - rules.players if single_round else -1),
            max_utility=float(rules.players - 1),
            utility_sum=0.0,
            max_game_length=longest(rules, single_round=single_round),
        )
        super().__init__(SKULL, info, params or {})
        self._play = Play(rules, single_round, referee.start(rules))

    def new_initial_state(self) -> SkullState:
        """Return the state before the first card."""
        return SkullState(self, self._play)

    def max_chance_nodes_in_history(self) -> int:
        """Return the largest number of discards."""
        return most_rounds(self._play.rules, single_round=self._play.single_round)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SkullObserver:  # noqa: ANN401
        """Return an observer, by default of what is observed now."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SkullObserver(self._play, kind)


pyspiel.register_game(SKULL, SkullGame)
