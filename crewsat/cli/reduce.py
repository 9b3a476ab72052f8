"""``crewsat reduce``: hard problems as games, and the answers about games as answers about the problems."""

from __future__ import annotations

import json as json_module
import re
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from crewsat.cli.common import NOTHING_TO_CHECK, errors_told, fail, one_of, out, read_answer
from crewsat.errors import IllegalPlay, InvalidInstance, WrongOption, visible
from crewsat.graphs import families

if TYPE_CHECKING:
    from crewsat.graphs.graph import Graph
    from crewsat.graphs.reading import Form

_FORMS = ("edges", "graph6", "dimacs")
_JUNK = ("hand-size", "as-printed")
_JUNK_SUITS = ("one", "player", "card")
_LAST = ("none", "new", "old")

app = typer.Typer(help="Turn a hard problem into a game that is won iff the problem has a solution.")


@app.callback()
def _group() -> None:
    """Turn a hard problem into a game that is won iff the problem has a solution."""


_SOURCE = "A file, - for standard input, or one of: " + ", ".join(map(families.usage, sorted(families.FAMILIES))) + "."


@app.command("hamiltonian-path")
def hamiltonian_path(
    source: Annotated[list[str], typer.Argument(metavar="SOURCE", help=_SOURCE, show_default=False)],
    *,
    seed: Annotated[int | None, typer.Option(help="Which of the random graphs.")] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help=f"How the file is written: one of {', '.join(_FORMS)}; by default its looks decide.",
            callback=lambda value: one_of(_FORMS, value),
        ),
    ] = None,
    junk: Annotated[
        str,
        typer.Option(
            metavar="COUNT",
            help="Junk cards of a player: hand-size (n - degree - 1), or as-printed in the paper (n - degree + 1).",
            callback=lambda value: one_of(_JUNK, value),
        ),
    ] = "hand-size",
    junk_suits: Annotated[
        str,
        typer.Option(
            metavar="SUITS",
            help="Junk of one suit, of a suit for each player, or for each card.",
            callback=lambda value: one_of(_JUNK_SUITS, value),
        ),
    ] = "one",
    deal_seed: Annotated[
        int | None, typer.Option(help="Deal the cards of a suit in random order; by default in that of the vertices.")
    ] = None,
    leader: Annotated[
        int | None, typer.Option(min=1, help="The vertex that leads first, by its number; by default any.")
    ] = None,
    trumps: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Trumps (corollary 6.4): a number for every player but the last, or a number for each: 2,0,1.",
        ),
    ] = "",
    last_player: Annotated[
        str,
        typer.Option(
            metavar="WHICH",
            help="The additional player of theorem 6.5: none, new (its p counts this player), or old.",
            callback=lambda value: one_of(_LAST, value),
        ),
    ] = "none",
    token: Annotated[bool, typer.Option(help="Give the additional player's objective its token.")] = True,
    answer: Annotated[
        str | None,
        typer.Option(
            "--answer", metavar="ANSWER", help="An answer about the instance: print its path instead, a vertex a word."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the path as a JSON list.")] = False,
) -> None:
    """A graph as a deal of The Crew (paper, lemma 6.2): won iff the graph has a Hamiltonian path.

    With --answer the play of an answer is replayed and read back as a path. Status 3 if the answer has no play.
    """
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
        name = " ".join(source) if source[0] in families.FAMILIES else None
        instance = reduction.reduce(graph, reduction.Reduction(**chosen), source=name)
        if answer is None:
            if json:
                raise WrongOption("--json goes with --answer; instances are JSON anyway")
            out(instance.to_json())
            return
        from crewsat.verification import verified  # noqa: PLC0415

        given = read_answer(answer, instance.game)
        if given["answer"] != "yes":
            out(f"there is no path to read: the answer is {given['answer']}")
            raise typer.Exit(NOTHING_TO_CHECK)
        try:
            path = graph.named(reduction.witness_of(instance, verified(instance, given["play"])))
        except (IllegalPlay, reduction.NotAWitness) as error:
            fail(f"{visible(answer, 200)}: {visible(error, 500)}")
        out(json_module.dumps(path, ensure_ascii=False) if json else " ".join(visible(name, 200) for name in path))


def _graph(source: list[str], seed: int | None, form: str | None) -> Graph:
    """Return the graph of a family or of a file."""
    if source[0] in families.FAMILIES:
        if form is not None:
            raise WrongOption("--format is for files")
        return families.graph(source[0], *source[1:], seed=seed)
    if len(source) > 1:
        known = ", ".join(map(families.usage, sorted(families.FAMILIES)))
        raise WrongOption(f"no family of graphs '{visible(source[0])}'; allowed: a file, -, or {known}")
    if seed is not None:
        raise WrongOption("--seed is for random graphs")
    from crewsat.files import read_text  # noqa: PLC0415 - pydantic
    from crewsat.graphs.reading import parse_graph  # noqa: PLC0415

    text = read_text(source[0])
    try:
        return parse_graph(text, cast("Form | None", form))
    except InvalidInstance as error:
        raise InvalidInstance(error.defects, "standard input" if source[0] == "-" else source[0]) from None


def _numbers(text: str, players: int) -> tuple[int, ...]:
    """Read a number of trumps for every player; a single one is for all but the last."""
    words = text.replace(" ", "").split(",") if text else []
    if not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
        raise WrongOption(f"--trumps '{visible(text)}'; allowed: a number, or a number for each of {players} players")
    numbers = [int(word) for word in words]
    return tuple(numbers * (players - 1) + [0] if len(numbers) == 1 else numbers)
