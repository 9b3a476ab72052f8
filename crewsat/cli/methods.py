"""``crewsat methods``: the table of methods and solvers."""

from __future__ import annotations

from crewsat.cli.common import out
from crewsat.methods import METHODS
from crewsat.solvers.cnf import PLANS, SOLVERS


def methods() -> None:
    """List the ways to decide: where each applies, what it proves, and the solvers for formulas."""
    for method in METHODS:
        tried = "tried by auto, in this order" if method.automatic else "only by name"
        out(f"{method.game}  {method.name}  ({tried})")
        out(f"    applies to  {method.applies}")
        out(f"    proves      {method.proves}")
        out(f"    lives in    {method.where}")
    out("")
    out(f"solvers  {', '.join(SOLVERS)}")
    for size, plan in PLANS.items():
        steps = [f"{s.solver} for {s.conflicts} conflicts" if s.conflicts else s.solver for s in plan]
        out(f"    {size} formulas: {', then '.join(steps)}")
