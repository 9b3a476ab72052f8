"""``crewsat reduce``: hard problems as games, and answers about the games as answers about the problems."""

from __future__ import annotations

import typer

from crewsat.cli import reduce_formula, reduce_graph, reduce_qbf

app = typer.Typer()
app.command("hamiltonian-path")(reduce_graph.hamiltonian_path)
app.command("3sat")(reduce_formula.three_sat)
app.command("qbf")(reduce_qbf.qbf)


@app.callback()
def _group() -> None:
    """Turn a hard problem into a game that is won iff the problem has a solution."""
