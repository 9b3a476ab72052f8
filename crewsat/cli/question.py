"""What the commands that ask a question about one instance share: asking it, and printing the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.cli.common import out, show

if TYPE_CHECKING:
    from crewsat.engine.options import Options
    from crewsat.games.instance import Instance
    from crewsat.games.result import Result


def answer_to(name: str, instance: Instance, options: Options) -> Any:  # noqa: ANN401 - the result of the question
    """Return the answer to a question in the table of its game.

    Raises:
        WrongOption: if the game does not have it, or the options cannot be combined.
        Stopped: if a limit is reached before anything is known.
    """
    from crewsat.engine.asking import ask  # noqa: PLC0415 - numpy only when there is a question
    from crewsat.questions.asking import request_for  # noqa: PLC0415

    return ask(request_for(instance.game, name, options), instance)


def print_result(instance: Instance, result: Result, *, json: bool, full: bool, picture: bool = False) -> None:
    """Print a result, as JSON or for people.

    Args:
        instance: what was asked about.
        result: the answer.
        json: whether to print JSON.
        full: whether lists and tables are printed as a whole.
        picture: whether the hands, or the deck, are shown first.
    """
    if json:
        out(result.to_json())
    else:
        show(result.printed(instance, picture=picture), full=full, names=instance.names)
