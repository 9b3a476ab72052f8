"""Golden playthroughs of OpenSpiel: everything a game says at each state of one play, replayed and compared.

`python -m tests.studies.spiel.test_playthroughs` writes them anew, after a change that is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import crewsat.spiel  # noqa: F401 - registers the games

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "tiny_crew_printed": "python_tiny_crew",
    "tiny_crew_perfect": "python_tiny_crew(colours=2,leader=0,recall=perfect,tasks=1 wins red3; 2 wins blue1 blue2)",
    "crew": "python_crew(players=4,suits=2,values=3,trumps=2,tasks=1 wins pink3; anybody wins blue1)",
    "skull": "python_skull(players=2,roses=1,wins=1)",
    "skull_round": "python_skull(players=2,roses=2,single_round=true)",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    flags.FLAGS([""])
    original, replayed = generate_playthrough.replay(str(FOLDER / f"{name}.txt"))
    assert replayed == original


if __name__ == "__main__":
    flags.FLAGS([""])
    FOLDER.mkdir(exist_ok=True)
    for place, text in GAMES.items():
        (FOLDER / f"{place}.txt").write_text(generate_playthrough.playthrough(text, action_sequence=None, seed=1))
