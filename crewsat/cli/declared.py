"""What commands take, and how they end, declared without typer, which takes as long to load as most answers.

`crewsat.cli.plain` reads command lines in which every word is surely right by these declarations; typer gets the same
ones for everything else (`crewsat.cli.typed`): help, completion, and messages about wrong usage.
"""

from __future__ import annotations

from typing import Any


class Declared:
    """An option or argument.

    Attributes:
        names: what precedes its value, as in ``--jobs`` and ``-j``; for an argument none.
        more: what typer knows about it: ``help``, ``metavar``, ``min``, ``max``, ``callback``, ``parser``, ….
    """

    def __init__(self, *names: str, **more: Any) -> None:  # noqa: ANN401 - as typer takes it
        self.names = names
        self.more = more


class Option(Declared):
    """An option; without a name, it has the name of the parameter."""


class Argument(Declared):
    """An argument."""


class Exit(Exception):  # noqa: N818 - not an error
    """The command ends here.

    Attributes:
        status: the exit status.
    """

    def __init__(self, status: int = 0) -> None:
        super().__init__(status)
        self.status = status


class WrongUsage(Exception):  # noqa: N818 - of the command line
    """What is given makes no sense.

    Attributes:
        message: what is wrong, and what is allowed.
        place: the option or argument.
    """

    def __init__(self, message: str, place: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
