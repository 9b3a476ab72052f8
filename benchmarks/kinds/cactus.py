"""Instances decided against the seconds each may take: the further right and down, the better.

Facts, for each engine E: ``asked E``, ``solved E``, ``open E``, ``median E``, ``worst E`` (the slowest one solved).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from benchmarks.axes import at_least_a_decade, logarithmic, mark_time_limit
from benchmarks.findings import Fact, number
from benchmarks.kinds import Shown, by_engine
from benchmarks.tables import in_words, quantile
from benchmarks.wording import engine, grouped, instances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure as Canvas

    from benchmarks.axes import Styles
    from benchmarks.suites import Figure
    from benchmarks.tables import Pair


def draw(canvas: Canvas, _figure: Figure, pairs: Sequence[Pair], styles: Styles) -> Shown:
    """Draw a line for each engine, of its costs in order."""
    axes = canvas.subplots()
    noun = instances(pairs)[0]
    facts: dict[str, Fact] = {}
    said = {}
    for name, mine in by_engine(pairs, styles).items():
        costs = sorted(math.inf if pair.cost is None else pair.cost for pair in mine)
        solved = [cost for cost in costs if cost < math.inf]
        words, apart = engine(name), max(1, len(solved) // 12)
        axes.plot(range(1, len(solved) + 1), solved, label=words, markevery=apart, **styles.of(name))
        said[words] = f"all of {len(mine)}" if len(solved) == len(mine) else f"{len(solved)} of {len(mine)}"
        facts |= {f"asked {name}": number(len(mine)), f"solved {name}": number(len(solved))}
        facts |= {f"open {name}": number(len(mine) - len(solved)), f"median {name}": _time(quantile(costs, 0.5))}
        facts |= {f"worst {name}": _time(solved[-1])} if solved else {}
    logarithmic(axes, "y", "CPU time")
    axes.set(xlabel=f"{noun} decided, the fastest first")
    axes.set_xlim(left=0)
    mark_time_limit(axes, pairs)
    at_least_a_decade(axes, "y")
    canvas.legend(loc="outside lower center", ncols=4)
    caption = f"How many {noun} each engine decides if each may take so much CPU time; every one counts once."
    return Shown(f"{caption} Decided by {grouped(said)}.", facts)


def _time(seconds: float) -> Fact:
    return Fact(seconds, in_words(seconds))
