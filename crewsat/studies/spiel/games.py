"""The games as declared to OpenSpiel: types, parameters, registration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from crewsat.studies.spiel.observer import CrewObserver
from crewsat.studies.spiel.state import CrewState
from crewsat.studies.tiny_crew.deck import Leader, crew_deck
from crewsat.studies.tiny_crew.game import SmallGame

if TYPE_CHECKING:
    from crewsat.studies.tiny_crew.rules import Rules


def _type(name: str, title: str, players: tuple[int, int], parameters: dict[str, Any]) -> Any:  # noqa: ANN401
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.IDENTICAL,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of The Crew.

    Args:
        kind: its type.
        rules: its rules.
        printed: whether information states are as printed in the README, which forget earlier tricks.
        parameters: the parameters with which it was loaded.
    """

    def __init__(self, kind: Any, rules: Rules, parameters: dict[str, Any], *, printed: bool) -> None:  # noqa: ANN401
        cards = len(rules.deck)
        info = pyspiel.GameInfo(
            num_distinct_actions=cards,
            max_chance_outcomes=rules.players,
            num_players=rules.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=rules.tricks * rules.players,
        )
        super().__init__(kind, info, parameters)
        self._rules, self._printed = rules, printed

    def new_initial_state(self) -> CrewState:
        """Return the state before the deal."""
        return CrewState(self, self._rules)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards, each of which is dealt."""
        return len(self._rules.deck)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CrewObserver:  # noqa: ANN401
        """Return an observer, by default of what is observed now."""
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CrewObserver(self._rules, kind, printed=self._printed)


CAPTAIN = 0
"""The parameter `leader` for the holder of the highest trump; 1, 2, … are players. OpenSpiel allows one type per
parameter."""

TINY_CREW = _type(
    "python_tiny_crew",
    "Tiny Crew",
    (3, 3),
    {
        "colours": 3,
        "values": 3,
        "submarines": 3,
        "tasks": "",
        "leader": 1,
        "judged": "end",
        "recall": "printed",
    },
)
CREW = _type(
    "python_crew",
    "The Crew",
    (2, 5),
    {"players": 3, "suits": 4, "values": 9, "trumps": 4, "tasks": "1 wins pink9", "leader": CAPTAIN},
)


class TinyCrewGame(_Game):
    """`python_tiny_crew`: the game of the README, and others of its family."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**TINY_CREW.parameter_specification, **(params or {})}
        recall = given.pop("recall")
        if recall not in {"printed", "perfect"}:
            raise ValueError(f"recall '{recall}' is not valid; allowed: printed, perfect")
        game = SmallGame(leader=given.pop("leader") or "captain", **given)
        super().__init__(TINY_CREW, game.rules, params or {}, printed=recall == "printed")


class CrewGame(_Game):
    """`python_crew`: decks of any size, two to five players, the tasks of The Crew, with perfect recall."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**CREW.parameter_specification, **(params or {})}
        leader: Leader = given.pop("leader") or "captain"
        super().__init__(CREW, crew_deck(leader=leader, **given).rules, params or {}, printed=False)


pyspiel.register_game(TINY_CREW, TinyCrewGame)
pyspiel.register_game(CREW, CrewGame)
