"""``crewsat reduce qbf``: quantified Boolean formulas as strings of Hackenbush."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from crewsat.base.errors import WrongOption
from crewsat.base.wording import visible
from crewsat.cli.common import NOTHING_TO_CHECK, errors_reported, fail, out, read_answer
from crewsat.cli.declared import Exit, Option
from crewsat.cli.reducing import (
    SeedOption,
    check_streams,
    choice,
    made,
    name_of,
    source_argument,
    tell,
    tell_source,
    witness_of_play,
)
from crewsat.problems.qbf.families import TABLE
from crewsat.problems.qbf.normal import normal_form
from crewsat.problems.qbf.reading import read_qdimacs

if TYPE_CHECKING:
    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.problems.qbf.formula import Qbf

_OrderOption = Annotated[
    str,
    choice("top-down", "bottom-up", help="In which direction the clauses' labels increase on the strings of literals."),
]
_CoalitionOption = Annotated[
    str,
    Option(
        metavar="LIST",
        help="The coalition in question: second (existential variables, clauses, and the judge), first (the others), "
        "or players, as in 1,3,5; - for nobody.",
    ),
]
_AnswerOption = Annotated[
    str | None,
    Option(
        metavar="ANSWER", help="An answer to the instance: print what it makes of the formula, as QDIMACS, instead."
    ),
]


def qbf(
    source: Annotated[list[str], source_argument(TABLE)],
    *,
    seed: SeedOption = None,
    order: _OrderOption = "top-down",
    mover: Annotated[int, Option(min=1, help="The player who moves first.")] = 1,
    coalition: _CoalitionOption = "second",
    formula: Annotated[
        bool, Option("--formula", help="Print the normal form of the formula, as QDIMACS, instead.")
    ] = False,
    answer: _AnswerOption = None,
) -> None:
    """A quantified formula (QDIMACS) as Hackenbush on strings: the coalition wins iff the formula is true (theorem 3).

    With --answer the move of a yes is checked and read back as the value of the outermost variable; a no is believed.
    Status 3 if nothing follows for the formula: the answer is unknown, or the roles are not those of the theorem.
    """
    check_streams(source, answer)
    with errors_reported():
        if formula and answer is not None:
            raise WrongOption("--formula and --answer exclude each other")
        source_read = made(TABLE, source, seed, read_qdimacs)
        read = source_read.problem
        if formula:
            _tell_normal_form(read)
            tell_source(source_read)
            return
        from crewsat.reductions import qbf_to_hackenbush as reduction  # noqa: PLC0415 - pydantic

        chosen: dict[str, Any] = {"order": order, "mover": mover, "coalition": _players(coalition)}
        instance = reduction.reduce(read, reduction.Reduction(**chosen), source=name_of(TABLE, source, seed))
        if answer is None:
            tell(instance, json=False)
        else:
            _tell_result(read, instance, answer)
        tell_source(source_read)


def _tell_normal_form(formula: Qbf) -> None:
    """Print the normal form, preceded by what became of variables and clauses."""
    normal = normal_form(formula)
    sources = " ".join(str(x or 0) for x in normal.sources)
    out(f"c variables of the source, 0 for those that were added: {sources}".rstrip())
    if normal.left_out:
        out(f"c clauses of the source that are always true and were left out: {' '.join(map(str, normal.left_out))}")
    out(normal.formula.to_qdimacs().rstrip("\n"))


def _tell_result(formula: Qbf, instance: Hackenbush, answer: str) -> None:
    """Print what an answer implies for the formula; exit with status 3 if nothing follows."""
    from crewsat.reductions.notes import NotAWitness  # noqa: PLC0415 - pydantic
    from crewsat.reductions.qbf_to_hackenbush import truth_of, witness_of  # noqa: PLC0415

    given = read_answer(answer, instance.game)
    if given["answer"] == "unknown":
        _leave("there is no truth value to read: the answer is unknown")
    try:
        truth = truth_of(instance, won=given["answer"] == "yes")
    except NotAWitness as nothing:
        _leave(str(nothing))
    value = None
    if given["answer"] == "no":
        _check_notes(instance, answer, given.get("about"))
    else:
        value = witness_of_play(instance, answer, given["play"], lambda play: witness_of(instance, play))
    out(f"s cnf {int(truth)} {formula.variables} {len(formula.clauses)}")
    if value is not None and formula.outermost is not None:
        out(f"V {formula.outermost if value else -formula.outermost} 0")


def _check_notes(instance: Hackenbush, answer: str, notes: object) -> None:
    """Check that an answer is about this instance: a no has no move to show it, only the notes of its instance."""
    made = instance.about or {}
    if isinstance(notes, dict) and any(notes.get(key) != made[key] for key in ("formula", "parameters")):
        fail(f"{visible(answer, 200)}: about: belongs to another formula, or to other roles")


def _leave(why: str) -> NoReturn:
    """Print why nothing follows for the formula, and exit."""
    out(why)
    raise Exit(NOTHING_TO_CHECK)


def _players(text: str) -> str | tuple[int, ...]:
    """Read a coalition: one of the two by name, or its players."""
    if text in {"first", "second"}:
        return text
    words = [] if text == "-" else text.replace(" ", "").split(",")
    if not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
        raise WrongOption(f"--coalition '{visible(text)}'; allowed: first, second, - or players as in 1,3,5")
    return tuple(map(int, words))
