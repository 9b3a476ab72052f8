"""``crewsat reduce``: hard problems as games, and the answers about games as answers about the problems."""

from __future__ import annotations

import json as json_module
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from crewsat.cli.common import NOTHING_TO_CHECK, errors_told, fail, one_of, out, read_answer
from crewsat.errors import IllegalPlay, InvalidInstance, WrongOption, visible
from crewsat.graphs import families

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.graphs.graph import Graph
    from crewsat.graphs.reading import Form

app = typer.Typer()


@app.callback()
def _group() -> None:
    """Turn a hard problem into a game that is won iff the problem has a solution."""


def _choice(*allowed: str, help: str, name: str | None = None) -> Any:  # noqa: A002, ANN401 - typer's own
    """An option with few values."""
    names = [] if name is None else [name]
    said = f"{help} One of {', '.join(allowed)}."
    return typer.Option(*names, metavar="WHICH", help=said, callback=lambda value: one_of(allowed, value))


_FORM_OF = {".g6": "graph6", ".graph6": "graph6", ".col": "dimacs", ".dimacs": "dimacs"}
"""Names of files that say how they are written."""

_FAMILIES = ", ".join(map(families.usage, sorted(families.FAMILIES)))
_SourceArgument = Annotated[
    list[str],
    typer.Argument(metavar="SOURCE", help=f"A file, - for standard input, or {_FAMILIES}.", show_default=False),
]
_FormOption = Annotated[
    str | None,
    _choice("edges", "graph6", "dimacs", name="--format", help="How the file is written; a guess if left out."),
]
_JunkOption = Annotated[
    str,
    _choice("hand-size", "as-printed", help="Junk cards of a player: n - degree - 1, or n - degree + 1 as printed."),
]
_JunkSuitsOption = Annotated[
    str, _choice("one", "player", "card", help="Whether junk is of one suit, or of one for each player or card.")
]
_LastPlayerOption = Annotated[
    str,
    _choice("none", "new", "old", help="The additional player of theorem 6.5, counted by its p (new) or not (old)."),
]
_TrumpsOption = Annotated[
    str,
    typer.Option(metavar="LIST", help="Trumps (corollary 6.4): a number for all but the last player, or one for each."),
]
_AnswerOption = Annotated[
    str | None,
    typer.Option(metavar="ANSWER", help="An answer about the instance: print its path instead, a vertex a word."),
]


@app.command("hamiltonian-path")
def hamiltonian_path(
    source: _SourceArgument,
    *,
    seed: Annotated[int | None, typer.Option(help="Which of the random graphs.")] = None,
    form: _FormOption = None,
    junk: _JunkOption = "hand-size",
    junk_suits: _JunkSuitsOption = "one",
    deal_seed: Annotated[
        int | None, typer.Option(help="Deal the cards of a suit in random order; by default in that of the vertices.")
    ] = None,
    leader: Annotated[int | None, typer.Option(min=1, help="Who leads first; by default anybody may.")] = None,
    trumps: _TrumpsOption = "",
    last_player: _LastPlayerOption = "none",
    token: Annotated[bool, typer.Option(help="Give the additional player's objective its token.")] = True,
    answer: _AnswerOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print the path as a JSON list.")] = False,
) -> None:
    """A graph as a deal of The Crew (paper, lemma 6.2): won iff the graph has a Hamiltonian path.

    Some options make reductions as printed in the paper that are wrong; `crewsat audit crew` says which.
    With --answer the play of an answer is replayed and read back as a path. Status 3 if the answer has no play.
    """
    if source == ["-"] and answer == "-":
        raise typer.BadParameter("graph and answer cannot both be standard input")
    with errors_told():
        graph = _graph(source, seed, form)
        from crewsat.reductions import hamiltonian_path_to_crew as reduction  # noqa: PLC0415 - pydantic

        chosen: dict[str, Any] = {
            "junk": junk,
            "junk_suits": junk_suits,
            "seed": deal_seed,
            "leader": leader,
            "trumps": _numbers(trumps, len(graph.names) + (last_player != "none")),
            "last_player": last_player,
            "token": token,
        }
        instance = reduction.reduce(graph, reduction.Reduction(**chosen), source=_name(source, seed))
        if answer is not None:
            path = _path(instance, answer)
            out(json_module.dumps(path, ensure_ascii=False) if json else " ".join(visible(one, 200) for one in path))
            return
        if json:
            raise WrongOption("--json goes with --answer; instances are JSON anyway")
        out(instance.to_json())


def _path(instance: Crew, answer: str) -> list[str]:
    """Return the path an answer stands for, by the names of the vertices."""
    from crewsat.reductions.hamiltonian_path_to_crew import NotAWitness, source_of, witness_of  # noqa: PLC0415
    from crewsat.verification import verified  # noqa: PLC0415

    given = read_answer(answer, instance.game)
    if given["answer"] != "yes":
        out(f"there is no path to read: the answer is {given['answer']}")
        raise typer.Exit(NOTHING_TO_CHECK)
    try:
        return source_of(instance)[0].named(witness_of(instance, verified(instance, given["play"])))
    except (IllegalPlay, NotAWitness) as error:
        fail(f"{visible(answer, 200)}: {visible(error, 500)}")


def _graph(source: list[str], seed: int | None, form: str | None) -> Graph:
    """Return the graph of a family or of a file."""
    if source[0] in families.FAMILIES:
        if form is not None:
            raise WrongOption("--format is for files")
        return families.graph(source[0], *source[1:], seed=seed)
    if len(source) > 1:
        raise WrongOption(f"no family of graphs '{visible(source[0])}'; allowed: a file, -, or {_FAMILIES}")
    if seed is not None:
        raise WrongOption("--seed is for random graphs")
    from crewsat.files import MAX_BYTES, read_text  # noqa: PLC0415 - pydantic
    from crewsat.graphs.reading import parse_graph  # noqa: PLC0415

    text = read_text(source[0], max_bytes=MAX_BYTES)
    try:
        return parse_graph(text, cast("Form | None", form or _FORM_OF.get(Path(source[0]).suffix)))
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, "standard input" if source[0] == "-" else source[0]) from None


def _name(source: list[str], seed: int | None) -> str | None:
    """Return how a graph of a family is asked for; files keep their names to themselves."""
    if source[0] not in families.FAMILIES:
        return None
    return " ".join([*source, f"--seed {seed or 0}"] if families.is_random(source[0]) else source)


def _numbers(text: str, players: int) -> tuple[int, ...]:
    """Read a number of trumps for every player; a single one is for all but the last."""
    words = text.replace(" ", "").split(",") if text else []
    if not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
        raise WrongOption(f"--trumps '{visible(text)}'; allowed: a number, or a number for each of {players} players")
    numbers = [int(word) for word in words]
    return tuple(numbers * (players - 1) + [0] if len(numbers) == 1 else numbers)
