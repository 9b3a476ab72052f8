"""``crewsat reduce``: hard problems as games, and answers about the games as answers about the problems."""

from __future__ import annotations

import typer

from crewsat.cli import reduce_formula, reduce_graph, reduce_qbf
from crewsat.cli.typed import for_typer

app = typer.Typer()
app.command("hamiltonian-path")(for_typer(reduce_graph.hamiltonian_path))
app.command("3sat")(for_typer(reduce_formula.three_sat))
app.command("qbf")(for_typer(reduce_qbf.qbf))


@app.callback()
def _group() -> None:
    """Turn a hard problem into a game that is won iff the problem has a solution."""
