"""What ``crewsat play`` says about a game in progress; the words about a game are its module's."""

from __future__ import annotations

from typing import Any

from crewsat.games.parts import part_of


def words_for(game: str) -> Any:  # noqa: ANN401 - a module
    """Import the words about a game in progress, the module of its name here.

    Each function of it takes the state (`crewsat.State`) first:

    - ``position``: sentences that say where the play stands, with all that is on the table between turns of play;
    - ``choices``: the legal moves in their order, in groups, each with the beginning of a sentence;
    - ``name``: the name of a move;
    - ``move_of``: the move that a text means; a `ValueError` says what is wrong with it;
    - ``happened``: sentences about what the last move has finished.

    Raises:
        WrongOption: if the game has no such module.
    """
    return part_of(game, "playing", "{1} cannot be played at the table")
