"""Order constraints: task tokens, ``after`` and ``before`` lists, all turned into pairs (x before y).

Tokens are shorthand (contract; paper, section 6.2 and appendix A): token i comes before tokens i+1…k and before every
objective without a number, omega after all others, ``>``, ``>>``, … each before the next. Both readings of a pair,
trick(x) ≤ trick(y) and trick(x) < trick(y), are transitive, so a *generating* set is enough: one chain over the
numbers, edges from the last number to the unnumbered, from all to omega, one chain over the arrows. It has O(l) pairs
plus those written out; its transitive closure is the set the contract describes.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.base.wording import PathPart

    Report = Callable[[tuple[PathPart, ...], str], None]

OMEGA = "omega"
TOKEN = r"[1-9][0-9]{0,8}|omega|>+"


class Ordered(Protocol):
    """What this module needs to know about an objective."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def token(self) -> str | None:
        """Its order token."""

    @property
    def after(self) -> tuple[str, ...]:
        """Ids completed before it."""

    @property
    def before(self) -> tuple[str, ...]:
        """Ids completed after it."""


def order_pairs(objectives: Sequence[Ordered]) -> tuple[tuple[int, int], ...]:
    """Return sorted pairs (x, y) of positions in `objectives`: x must be completed before y.

    The pairs generate the order of the contract, which is their transitive closure. Ids and tokens must be valid.
    """
    position = {objective.id: k for k, objective in enumerate(objectives)}
    pairs = set(_token_pairs(objectives))
    for k, objective in enumerate(objectives):
        pairs.update((position[name], k) for name in objective.after)
        pairs.update((k, position[name]) for name in objective.before)
    return tuple(sorted(pairs))


def _token_pairs(objectives: Sequence[Ordered]) -> Iterator[tuple[int, int]]:
    numbered, arrows, omega = _by_token(objectives)
    for chain in (numbered, arrows):
        steps = [chain[k] for k in sorted(chain)]
        yield from pairwise(steps)
    if numbered:
        last = numbered[max(numbered)]
        taken = set(numbered.values())
        yield from ((last, k) for k in range(len(objectives)) if k not in taken)
    if omega is not None:
        yield from ((k, omega) for k in range(len(objectives)) if k != omega)


def _by_token(objectives: Sequence[Ordered]) -> tuple[dict[int, int], dict[int, int], int | None]:
    """Return the positions of the numbered objectives by number, of the arrows by length, and of omega."""
    numbered: dict[int, int] = {}
    arrows: dict[int, int] = {}
    omega: int | None = None
    for k, objective in enumerate(objectives):
        token = objective.token
        if token is None:
            continue
        if token == OMEGA:
            omega = k
        elif token[0] == ">":
            arrows[len(token)] = k
        else:
            numbered[int(token)] = k
    return numbered, arrows, omega


def check_tokens(objectives: Sequence[Ordered], report: Report) -> bool:
    """Report tokens used twice and gaps; return whether there were none."""
    first: dict[str, int] = {}
    good = True
    for k, objective in enumerate(objectives):
        token = objective.token
        if token is not None and first.setdefault(token, k) != k:
            report(
                ("objectives", k, "token"), f"token '{visible(token)}' is used already by objectives[{first[token]}]"
            )
            good = False
    numbered, arrows, _ = _by_token(objectives)
    for kind, chain, write in (("numbers", numbered, str), ("arrows", arrows, lambda n: ">" * n)):
        missing = next((n for n in range(1, len(chain) + 1) if n not in chain), None)
        if missing is not None:
            culprit = min(n for n in chain if n > missing)
            report(
                ("objectives", chain[culprit], "token"),
                f"token '{visible(write(culprit))}' without '{visible(write(missing))}'; {kind} have no gaps",
            )
            good = False
    return good


def check_names(objectives: Sequence[Ordered], report: Report) -> bool:
    """Report ids in ``after`` and ``before`` that do not exist; return whether there were none."""
    known = {objective.id for objective in objectives}
    good = True
    for k, objective in enumerate(objectives):
        for field, names in (("after", objective.after), ("before", objective.before)):
            for n, name in enumerate(names):
                if name not in known:
                    report(("objectives", k, field, n), f"no objective has the id '{visible(name)}'")
                    good = False
    return good


def check_cycles(objectives: Sequence[Ordered], report: Report) -> None:
    """Report one cycle of the order, if there is any, at its first member."""
    cycle = _cycle(objectives)
    if cycle:
        names = [f"'{visible(objectives[k].id, 40)}'" for k in cycle[:6]]
        more = " …" if len(cycle) > 6 else ""
        report(("objectives", min(cycle)), f"the order is cyclic: {' before '.join(names)}{more}")


def is_cyclic(objectives: Sequence[Ordered]) -> bool:
    """Return whether an objective must be completed before itself."""
    return bool(_cycle(objectives))


def _cycle(objectives: Sequence[Ordered]) -> list[int]:
    """Return the positions of objectives in one cycle of the order; none if there is no cycle.

    Tokens alone do not make one: numbers come before all others, omega after them, and arrows form a chain between.
    """
    if not any(objective.after or objective.before for objective in objectives):
        return []
    sorter: TopologicalSorter[int] = TopologicalSorter()
    for x, y in order_pairs(objectives):
        sorter.add(y, x)
    try:
        sorter.prepare()
    except CycleError as error:
        cycle: list[int] = error.args[1]
        return cycle
    return []
