"""The table of what a no costs beyond the answer: of the instances that are lost, block by block.

Times are processor time, of a pair the faster pass, as in all tables. An engine that wants more (`Engine.also`) is
compared with the one that is asked the same and wants the answer alone, on the same instances of the same run.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.tables import in_words, pairs_of, quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.records import Record
    from benchmarks.tables import Pair

TYPICAL = 1.0
"""Seconds an explanation of a typical lost deal may take; the share within this limit is reported."""

Lost = dict[str, "Pair"]
"""A lost instance: its pairs by what was wanted; the empty text stands for the plain decision."""


@dataclass(frozen=True, slots=True)
class Cost:
    """A line of the table, in words: "median / 90 % / worst" unless stated otherwise; a dash for what is missing.

    Attributes:
        block: the block, or the family for all its blocks together.
        lost: how many instances are lost.
        decision: time of the plain decision.
        proof: time of the decision with a checked proof.
        ratio: of these two, instance by instance.
        size: of the proof.
        proved: how many were proved, of those of which a proof was wanted.
        again: time of a second check of the proof.
        both: how many proofs two checkers accepted, of those to be checked again.
        explanation: time of the explanation, without the decision.
        typical: share of the explanations that are complete within `TYPICAL`.
        minimal: share of the explanations whose conflict is known to be minimal.
    """

    block: str
    lost: str
    decision: str
    proof: str
    ratio: str
    size: str
    proved: str
    again: str
    both: str
    explanation: str
    typical: str
    minimal: str


def costs(records: Iterable[Record]) -> list[Cost]:
    """Return a line for each block in which more than answers were wanted, and for each family with several of them."""
    blocks: dict[str, dict[str, list[Lost]]] = {}
    for one in _lost(records):
        first = next(iter(one.values())).first
        blocks.setdefault(first.family, {}).setdefault(first.block, []).append(one)
    made = []
    for family, own in blocks.items():
        made += [_cost(block, lost) for block, lost in own.items()]
        if len(own) > 1:
            made.append(_cost(family, [one for lost in own.values() for one in lost]))
    return made


def _lost(records: Iterable[Record]) -> list[Lost]:
    """Return the instances that some engine found lost, of those of which more than an answer was wanted."""
    found: dict[tuple[str, str, str], Lost] = {}
    for pair in pairs_of(records):
        spec = json.loads(pair.first.spec)
        wanted = spec.pop("also", "")
        found.setdefault((pair.first.block, pair.first.point, json.dumps(spec)), {})[wanted] = pair
    said_no = [one for one in found.values() if any(r.answer == "no" for pair in one.values() for r in pair.records)]
    return [one for one in said_no if set(one) - {""}]


def _cost(block: str, lost: Sequence[Lost]) -> Cost:
    plain, proofs, again, explained = (_asked(lost, kind) for kind in ("", *_KINDS))
    return Cost(
        block=block,
        lost=f"{len(lost)}",
        decision=_spread(list(map(_cost_of, plain)), in_words),
        proof=_spread(list(map(_cost_of, proofs)), in_words),
        ratio=_spread(_ratios(lost), lambda times: f"{times:.1f}"),
        size=_spread(_sizes(proofs), _bytes),
        proved=_count([pair.answer == "no" for pair in proofs]),
        again=_spread(list(map(_after, again)), in_words),
        both=_count([all("," in record.checked for record in pair.records) for pair in again]),
        explanation=_spread(list(map(_after, explained)), in_words),
        typical=_share([_after(pair) <= TYPICAL for pair in explained]),
        minimal=_share([all(record.minimal for record in pair.records) for pair in explained]),
    )


_KINDS = ("proof", "verify", "explain")


def _asked(lost: Iterable[Lost], kind: str) -> list[Pair]:
    """Return the pairs of which this was wanted."""
    return [one[kind] for one in lost if kind in one]


def _ratios(lost: Iterable[Lost]) -> list[float]:
    """Return how many times as long as the plain decision each one with a proof took, where both were solved."""
    both = [(one[""].cost, one["proof"].cost) for one in lost if {"", "proof"} <= set(one)]
    return [b / a for a, b in both if a and b]


def _sizes(proofs: Iterable[Pair]) -> list[int]:
    """Return the sizes of the existing proofs."""
    sizes = [pair.first.proof_bytes for pair in proofs]
    return [size for size in sizes if size is not None]


def _cost_of(pair: Pair) -> float:
    return math.inf if pair.cost is None else pair.cost


def _after(pair: Pair) -> float:
    """Return the cost of what came after the no, in the faster pass; infinite if some pass did not get it."""
    seconds = [record.after_cpu for record in pair.records if record.answer == "no" and record.after_cpu is not None]
    return min(seconds) if len(seconds) == len(pair.records) else math.inf


def _spread(values: Sequence[float], words: Callable[[float], str]) -> str:
    """Return median, 90th percentile and worst."""
    ordered = sorted(values)
    return " / ".join(words(quantile(ordered, share)) for share in (0.5, 0.9, 1.0)) if ordered else "-"


def _count(held: Sequence[bool]) -> str:
    return f"{sum(held)} of {len(held)}" if held else "-"


def _share(held: Sequence[bool]) -> str:
    return f"{100 * sum(held) / len(held):.0f} %" if held else "-"


def _bytes(size: float) -> str:
    return f"{size / 1e3:.2g} kB" if size < 1e5 else f"{size / 1e6:.2g} MB"
