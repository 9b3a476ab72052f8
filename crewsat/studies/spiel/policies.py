"""Conversion between our policies and tabular policies of OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from crewsat.base.errors import WrongOption
from crewsat.studies.spiel.games import CAPTAIN
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Policy
from crewsat.studies.tiny_crew.rules import without_commas

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crewsat.studies.tiny_crew.game import SmallGame
    from crewsat.studies.tiny_crew.states import Recall


def game_string(game: SmallGame, recall: Recall = "printed") -> str:
    """Return the string with which `pyspiel.load_game` loads a game.

    Raises:
        WrongOption: if the tasks have characters that such a string cannot hold, unlike a dictionary of parameters.
    """
    leader = CAPTAIN if game.leader == "captain" else game.leader
    tasks = without_commas(game.tasks)
    wrong = next((character for character in tasks if character in ",=()" or not character.isprintable()), None)
    if wrong is not None:
        raise WrongOption(f"tasks: {wrong!r} cannot be part of a game string; allowed: load_game with a dictionary")
    given = {**game.parameters, "leader": leader, "tasks": tasks, "recall": recall}
    return f"python_tiny_crew({','.join(f'{name}={value}' for name, value in given.items())})"


def to_openspiel(policy: Policy) -> Any:  # noqa: ANN401 - a `pyspiel.TabularPolicy`
    """Return a policy with an entry for every information state, including those without a choice.

    Raises:
        InvalidInstance: if it has states or actions that the game does not have.
        WrongOption: if the game is too large.
    """
    layers = Layers(policy.game.rules, policy.recall)
    if layers.pruned:
        raise WrongOption("policies with perfect recall can be converted for decks of up to 9 cards")
    array, states = policy.array(layers), layers.states
    table = {}
    for text, start, count in zip(layers.texts(), states.start, states.count, strict=True):
        pairs = range(start, start + count)
        table[text] = [(int(states.code[pair]), float(array[pair])) for pair in pairs]
    return pyspiel.TabularPolicy(table)


def from_openspiel(game: SmallGame, table: Mapping[str, Iterable[tuple[int, float]]], recall: Recall) -> Policy:
    """Return an OpenSpiel policy as a `Policy`.

    Args:
        game: the game it is for.
        table: actions and probabilities by information state, as returned by `policy_table()` of a
            `pyspiel.TabularPolicy` and `to_dict()` of a Python one.
        recall: what its states remember.
    """
    return Policy(game, recall, {state: {int(a): float(p) for a, p in said if p} for state, said in table.items()})
