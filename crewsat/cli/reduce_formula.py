"""``crewsat reduce 3sat``: formulas as decks of solitaire Hanabi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.errors import WrongOption
from crewsat.base.wording import alternatives, visible
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
from crewsat.problems.three_sat.families import TABLE
from crewsat.problems.three_sat.reading import read_three_sat

if TYPE_CHECKING:
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

_ValuesOption = Annotated[
    str,
    choice(
        "growing",
        "constant",
        help="Whether n grows with the clauses, or with the most clauses of a variable, for far smaller decks.",
    ),
]
_OrderOption = Annotated[str, choice("colour", "value", help="How cards 'in all colours' follow each other.")]
_RepairsOption = Annotated[
    str,
    Option(
        metavar="LIST",
        help="What differs from the printed text: all, none, or some of last-cards,high-cards,copies,one-slot-dumps,"
        "one-slot-order,slots,last-round.",
    ),
]
_CopiesOption = Annotated[
    int | None,
    Option(help="Exactly this many copies of each card; by default one or two (with one slot, three)."),
]


def three_sat(
    source: Annotated[list[str], source_argument(TABLE)],
    *,
    seed: SeedOption = None,
    hand_size: Annotated[int, Option(min=1, help="Cards in the hand of a player.")] = 2,
    players: Annotated[int, Option(min=1, help="Players, who pass by giving hints.")] = 1,
    copies: _CopiesOption = None,
    values: _ValuesOption = "growing",
    order: _OrderOption = "colour",
    repairs: _RepairsOption = "all",
    answer: Annotated[
        str | None,
        Option(metavar="ANSWER", help="An answer to the instance: print its truth values as literals instead."),
    ] = None,
    json: Annotated[bool, Option("--json", help="Print the literals as a JSON list.")] = False,
) -> None:
    """A formula of 3-SAT as a deck of Hanabi for one player (theorem 5.6): won iff the formula can be satisfied.

    With --answer the play of an answer is replayed and read back. Status 3 if the answer has no play.
    """
    check_streams(source, answer)
    with errors_reported():
        read = made(TABLE, source, seed, read_three_sat)
        from crewsat.reductions.three_sat_to_hanabi import reduction  # noqa: PLC0415 - pydantic

        chosen: dict[str, Any] = {
            "hand_size": hand_size,
            "players": players,
            "copies": copies,
            "values": values,
            "order": order,
            "repairs": _repairs(repairs, reduction.REPAIRS),
        }
        instance = reduction.reduce(read.problem, reduction.Reduction(**chosen), source=name_of(TABLE, source, seed))
        if answer is None:
            tell_source(read)
            tell(instance, json=json)
            return
        found = _literals(instance, answer)[: read.problem.variables - read.added]
        tell_source(read)
        tell_witness(found, " ".join(map(str, ["v", *found, 0])), json=json)


def _literals(instance: HanabiSolitaire, answer: str) -> list[int]:
    """Return the true literals of all variables."""
    from crewsat.reductions.three_sat_to_hanabi.reduction import witness_of  # noqa: PLC0415

    values = witness_in(instance, answer, "assignment", lambda play: witness_of(instance, play))
    return [x if value else -x for x, value in enumerate(values, 1)]


def _repairs(text: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    if text in {"all", "none"}:
        return allowed if text == "all" else ()
    names = tuple(text.replace(" ", "").split(","))
    for name in names:
        if name not in allowed:
            raise WrongOption(f"unknown repair '{visible(name)}'{alternatives(name, ('all', 'none', *allowed))}")
    return names
