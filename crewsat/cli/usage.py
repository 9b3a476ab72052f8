"""What ``crewsat decide`` insists on before it reads anything: options that go together."""

from __future__ import annotations

import typer

from crewsat.cli.common import check_source
from crewsat.engine.methods import METHODS
from crewsat.solvers import kissat


def check_source_of_many(files: list[str], deal: str | None, generate: str | None, seeds: range | None) -> None:
    """Insist on seeds for a generator, and on nothing else beside it."""
    if generate is not None and (files or deal is not None):
        raise typer.BadParameter("--generate makes the instances; leave files and --deal out")
    if (generate is None) != (seeds is None):
        raise typer.BadParameter("--generate and --seeds go together: what to make, and of which seeds")


def check_brief(*, json: bool, more: tuple[object, ...]) -> None:
    """Insist that nothing is asked for that a brief answer does not have."""
    if json:
        raise typer.BadParameter("--json and --brief exclude each other: whole answers, or brief ones")
    if any(more):
        raise typer.BadParameter("--brief has no words for --competition, --count and --explain")


def check_competition(*, json: bool, more: tuple[object, ...]) -> None:
    """Insist that nothing is asked for that solvers do not print in competitions."""
    if json:
        raise typer.BadParameter("--json and --competition exclude each other")
    if any(more):
        raise typer.BadParameter("--competition has no words for --fewest-tricks, --count and --explain")


def check_count(method: str, solver: str | None) -> None:
    """Insist on a method and a solver that can list lines."""
    formulas = {one.name for methods in METHODS.values() for one in methods if one.kind.formula}
    if method not in {"auto", *formulas}:
        raise typer.BadParameter(f"--count does not apply to {method}: only auto and formulas can list lines")
    if solver == kissat.NAME:
        raise typer.BadParameter(f"--count does not apply: {solver} answers one question only")


def check_number(
    files: list[str], deal: str | None, *, many: bool, singly: tuple[object, ...], together: tuple[object, ...]
) -> None:
    """Insist on one instance or many, and on options that are for what there is."""
    if many and deal is not None:
        raise typer.BadParameter("--deal is one instance; leave the files out")
    if many and any(singly):
        raise typer.BadParameter("--competition, --count and --strategy are for one instance")
    if not many:
        check_source(files[0] if files else None, deal)
        if any(together):
            raise typer.BadParameter("--jobs and --output are for many instances: several files, or a .jsonl file")
