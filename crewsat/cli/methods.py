"""``crewsat methods``: the table of methods and solvers, and which of them are installed."""

from __future__ import annotations

import json as json_module
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.layout import Prose
from crewsat.base.libraries import KISSAT, PYSAT, Library
from crewsat.cli.common import out, show
from crewsat.cli.declared import Option
from crewsat.engine.methods import ALL, METHODS, SOLVERS
from crewsat.games import GAMES
from crewsat.solvers import depqbf, kissat
from crewsat.solvers.cnf import PLANS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from crewsat.games.method import Method

_ALL = [(game, method) for game, methods in METHODS.items() for method in methods]


def methods(
    *,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the ways to decide: where each applies, what it proves, and what is installed, with versions."""
    if json:
        table = {
            "methods": [_method(game, method) for game, method in _ALL],
            "solvers": [_solver(name) for name in SOLVERS],
            "second_opinions": [_second_opinion()],
        }
        out(json_module.dumps(table, ensure_ascii=False))
        return
    show(_pieces())


def _pieces() -> Iterator[RenderableType]:
    """Yield the table for people."""
    for game, method in _ALL:
        tried = "tried by auto, in this order" if method.automatic else "only by name"
        size = "" if method.most_size is None else f" up to about {method.most_size} {GAMES[game].counted}"
        yield Prose(f"({tried}; included in {ALL}{size})", label=[(f"{game}  {method.name}  ", "bold")], hang=4)
        yield Prose(method.applies, label="    applies to  ")
        yield Prose(method.proves, label="    proves      ")
        yield Prose(str(method.code), label="    lives in    ")
        if method.needs is not None:
            yield Prose(_words(_method(game, method)), label="    built on    ")
        if method.faster_with is not None:
            yield Prose(_words(_method(game, method)["faster_with"]), label="    faster with ")
    yield from ("", Prose("solvers of formulas"))
    for name in SOLVERS:
        yield Prose(_words(_solver(name)), label=f"    {name:12}")
    for size, plan in PLANS.items():
        steps = [f"{s.solver} for {s.conflicts} conflicts" if s.conflicts else s.solver for s in plan]
        yield Prose(", then ".join(steps), label=f"    by default, {size} formulas: ")
    yield from ("", Prose("second opinions on quantified formulas, the sources of Hackenbush"))
    yield Prose(_words(_second_opinion()), label=f"    {depqbf.NAME:12}")


def _method(game: str, method: Method) -> dict[str, Any]:
    fields: dict[str, Any] = {"game": game, "name": method.name, "applies": method.applies, "proves": method.proves}
    fields |= {"where": method.code.where, "automatic": method.automatic}
    fields |= {} if method.most_size is None else {f"most_{GAMES[game].counted}": method.most_size}
    if method.faster_with is not None:
        fields["faster_with"] = _library(method.faster_with, method.faster_with.version())
    return fields | ({"installed": True} if method.needs is None else _library(method.needs, method.needs.version()))


def _solver(name: str) -> dict[str, Any]:
    if name == kissat.NAME:
        version = kissat.version()
        return {"name": name, **_library(KISSAT if version is None else Library(kissat.NAME, kissat.NAME), version)}
    return {"name": name, **_library(PYSAT, PYSAT.version())}


def _second_opinion() -> dict[str, Any]:
    version = depqbf.version()
    there = {"version": version} if version else {"install": depqbf.INSTALL}
    return {"name": depqbf.NAME, "installed": version is not None, "library": depqbf.NAME, **there}


def _library(library: Library, version: str | None) -> dict[str, Any]:
    there = {"version": version} if version else {"install": library.install}
    return {"installed": version is not None, "library": library.name, **there}


def _words(entry: dict[str, Any]) -> str:
    return f"{entry['library']} {entry['version']}" if entry["installed"] else f"not installed: {entry['install']}"
