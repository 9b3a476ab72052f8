"""``crewsat reduce hamiltonian-path``: graphs as deals of The Crew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, cast

from crewsat.base.errors import WrongOption
from crewsat.base.wording import visible
from crewsat.cli.common import errors_reported
from crewsat.cli.declared import Option
from crewsat.cli.reducing import (
    SeedOption,
    check_streams,
    choice,
    made,
    name_of,
    source_argument,
    tell,
    tell_source,
    tell_witness,
    witness_in,
)
from crewsat.problems.graph.families import TABLE
from crewsat.problems.graph.forms import FORMS, form_of_name
from crewsat.problems.graph.reading import read_graph

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.problems.graph.forms import Form
    from crewsat.problems.graph.graph import Graph
    from crewsat.problems.texts import Reading

_FormOption = Annotated[
    str | None,
    choice(*FORMS, name="--format", help="Format of the file; by default its suffix or its first lines decide."),
]
_NumberOption = Annotated[int | None, Option("--graph", metavar="K", min=1, help="Which graph of several in the file.")]
_JunkOption = Annotated[
    str,
    choice("hand-size", "as-printed", help="Junk cards of a player: n - degree - 1, or n - degree + 1 as printed."),
]
_JunkSuitsOption = Annotated[
    str, choice("one", "player", "card", help="Whether junk is of one suit, or of one for each player or card.")
]
_LastPlayerOption = Annotated[
    str,
    choice("none", "new", "old", help="The additional player of theorem 6.5, counted by its p (new) or not (old)."),
]
_TrumpsOption = Annotated[
    str,
    Option(metavar="LIST", help="Trumps (corollary 6.4): a number for all but the last player, or one for each."),
]
_AnswerOption = Annotated[
    str | None,
    Option(metavar="ANSWER", help="An answer to the instance: print its path instead, one vertex per word."),
]


def hamiltonian_path(
    source: Annotated[list[str], source_argument(TABLE)],
    *,
    seed: SeedOption = None,
    form: _FormOption = None,
    number: _NumberOption = None,
    junk: _JunkOption = "hand-size",
    junk_suits: _JunkSuitsOption = "one",
    deal_seed: Annotated[
        int | None, Option(help="Deal the cards of a suit in random order; by default in that of the vertices.")
    ] = None,
    leader: Annotated[int | None, Option(min=1, help="Who leads first; by default anybody may.")] = None,
    trumps: _TrumpsOption = "",
    last_player: _LastPlayerOption = "none",
    token: Annotated[bool, Option(help="Give the additional player's objective its token.")] = True,
    answer: _AnswerOption = None,
    json: Annotated[bool, Option("--json", help="Print the path as a JSON list.")] = False,
) -> None:
    """A graph as a deal of The Crew (paper, lemma 6.2): won iff the graph has a Hamiltonian path.

    Some options make reductions as printed in the paper that are wrong; `crewsat audit crew` says which.
    With --answer the play of an answer is replayed and read back as a path. Status 3 if the answer has no play.
    """
    check_streams(source, answer)
    with errors_reported():
        read = _graph(source, seed, form, number)
        graph = read.problem
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
        instance = reduction.reduce(graph, reduction.Reduction(**chosen), source=name_of(TABLE, source, seed))
        if answer is None:
            tell_source(read)
            tell(instance, json=json)
            return
        path = _path(instance, answer)
        tell_source(read)
        tell_witness(path, " ".join(visible(name, 200) for name in path), json=json)


def _path(instance: Crew, answer: str) -> list[str]:
    """Return the path that an answer represents, by the names of the vertices."""
    from crewsat.reductions.hamiltonian_path_to_crew import source_of, witness_of  # noqa: PLC0415

    path = witness_in(instance, answer, "path", lambda play: witness_of(instance, play))
    return source_of(instance)[0].named(path)


def _graph(source: list[str], seed: int | None, form: str | None, number: int | None) -> Reading[Graph]:
    """Return the graph of a family or of a file."""
    for name, given in (("--format", form), ("--graph", number)):
        if given is not None and source[0] in TABLE.members:
            raise WrongOption(f"{name} applies to files only")
    known = cast("Form | None", form or form_of_name(source[0]))
    return made(TABLE, source, seed, lambda text: read_graph(text, known, number=number))


def _numbers(text: str, players: int) -> tuple[int, ...]:
    """Read a number of trumps for every player; a single one is for all but the last."""
    words = text.replace(" ", "").split(",") if text else []
    if not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
        raise WrongOption(f"--trumps '{visible(text)}'; allowed: a number, or a number for each of {players} players")
    numbers = [int(word) for word in words]
    return tuple(numbers * (players - 1) + [0] if len(numbers) == 1 else numbers)
