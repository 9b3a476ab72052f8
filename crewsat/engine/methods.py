"""The methods of all games: lookups by name, and the solvers that formulas may be given to.

The tables are next to the games (`crewsat.games.crew.methods`); `crewsat methods`, the help texts, the checks of
`--method` and the tests are derived from them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.base.errors import WrongOption
from crewsat.base.wording import alternatives, visible
from crewsat.games import GAMES
from crewsat.solvers import kissat, opening

if TYPE_CHECKING:
    from crewsat.games.method import Method

SOLVERS = (*opening.SOLVERS, kissat.NAME)
"""Solvers of formulas that can be selected by name."""

METHODS = {name: game.methods for name, game in GAMES.items()}
"""The methods of every game."""


def proving_method(game: str) -> Method:
    """Return the method whose formula the proofs about a game are about.

    Raises:
        WrongOption: if there are no proofs.
    """
    for method in GAMES[game].methods if game in GAMES else ():
        if method.proof is not None:
            return method
    raise WrongOption(f"there are no proofs for {visible(game)}")


AUTO = "auto"
"""The value of `--method` for trying the methods in turn until one decides."""

ALL = "all"
"""The value of `--method` for running every method that applies, one after another, and comparing their answers."""


def method_names(game: str) -> tuple[str, ...]:
    """Return the values of `--method` for one game."""
    return (AUTO, ALL, *(method.name for method in GAMES[game].methods))


ALL_METHODS = tuple(dict.fromkeys(name for game in GAMES for name in method_names(game)))
"""The values of `--method` for some game."""


def methods_for(game: str, name: str = AUTO) -> tuple[Method, ...]:
    """Return the methods to try in turn: those of ``auto``, the one named, or for ``all`` those that are installed.

    Only those of ``auto`` run another one meanwhile: otherwise an answer must come from the requested method.

    Raises:
        WrongOption: for a name that is not in the table; the message lists the names.
        NotInstalled: if the named method needs a library that is missing.
    """
    if name not in method_names(game):
        raise WrongOption(f"unknown method '{visible(name)}' for {game}{alternatives(name, method_names(game))}")
    known = GAMES[game].methods
    if name == AUTO:
        found = tuple(method for method in known if method.automatic)
    else:
        found = tuple(replace(method, meanwhile=None) for method in known if name in {ALL, method.name})
    if name == ALL:
        return tuple(method for method in found if method.installed)
    for method in found:
        if method.needs is not None:
            method.needs.needed_by(f"method '{name}'")
    return found
