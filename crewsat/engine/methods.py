"""The methods of all games: lookups by name, and the solvers that formulas may be given to.

The tables are beside the games (`crewsat.games.crew.methods`); `crewsat methods`, the help texts, the checks of
`--method` and the tests are derived from them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.errors import WrongOption
from crewsat.games import GAMES
from crewsat.solvers import cnf, kissat
from crewsat.wording import alternatives, visible

if TYPE_CHECKING:
    from crewsat.games.method import Method

SOLVERS = (*cnf.SOLVERS, kissat.NAME)
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
"""What `--method` calls the methods that are tried in turn until one can tell."""

ALL = "all"
"""What `--method` calls every method that applies, one after the other, their answers compared."""


def method_names(game: str) -> tuple[str, ...]:
    """Return what `--method` may be, for one game."""
    return (AUTO, ALL, *(method.name for method in GAMES[game].methods))


ALL_METHODS = tuple(dict.fromkeys(name for game in GAMES for name in method_names(game)))
"""What `--method` may be, for some game."""


def methods_for(game: str, name: str = AUTO) -> tuple[Method, ...]:
    """Return the methods to try in turn: those of ``auto``, the one named, or for ``all`` those that are installed.

    Only those of ``auto`` ask another one meanwhile: an answer is to be that of the method asked for.

    Raises:
        WrongOption: for a name that is not in the table; the message lists those that are.
        NotInstalled: if the method named needs a library that is missing.
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
