"""What a game need not have, its questions and `crewsat.games.game.Game.parts`: the one place where it is looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption
from crewsat.base.wording import listed, visible
from crewsat.games import GAMES

if TYPE_CHECKING:
    from crewsat.games.question import Question


def has(game: str, name: str) -> bool:
    """Return whether a game has a question or a part of this name."""
    return game in GAMES and (name in GAMES[game].questions or name in GAMES[game].parts)


def check_has(game: str, name: str, lacking: str) -> None:
    """Check that a game has a question or a part.

    Args:
        game: by its name.
        name: one of `Game.questions` or `Game.parts`.
        lacking: the message if it has not, with placeholders for the games that do, and for this game.

    Raises:
        WrongOption: if it has not.
    """
    if not has(game, name):
        raise WrongOption(lacking.format(listed([one for one in GAMES if has(one, name)]), game))


def question_of(game: str, name: str) -> Question:
    """Return a question about a game.

    Raises:
        WrongOption: if the game does not have it.
    """
    if not has(game, name):
        others = (one.questions[name].lacking for one in GAMES.values() if name in one.questions)
        check_has(game, name, next(others, f"'{visible(name)}' is not a question"))
    return GAMES[game].questions[name]


def part_of(game: str, name: str, lacking: str) -> Any:  # noqa: ANN401 - a module, a class or a function
    """Import and return a part of a game; arguments and errors as in `check_has`."""
    check_has(game, name, lacking)
    return GAMES[game].parts[name].load()
