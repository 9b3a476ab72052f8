"""The deals of a batch, one by one: what is changed in a batch is changed there, and packed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.sweeps.packing import answers_in, numbers_in, packed_answers, packed_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.sweeps.batch import Done, Open


class One(NamedTuple):
    """A deal of a batch.

    Attributes:
        answer: ``yes``, ``no`` or ``unknown``.
        seconds: the code of its time (`crewsat.sweeps.packing`).
        quantities: by name; None where one is not known.
        open: what is open about it, or None.
        again: what became of it when it was decided again; empty if it was not.
    """

    answer: str
    seconds: int
    quantities: Mapping[str, int | None]
    open: Open | None
    again: str


def ones_in(done: Done, deals: int) -> list[One]:
    """Return the deals of a batch.

    Raises:
        ValueError: if it does not have that many.
    """
    found = {name: numbers_in(*packed) for name, packed in done.quantities.items()}
    return [
        One(answer, seconds, {name: found[name][k] for name in found}, done.open.get(k), done.again.get(k, ""))
        for k, (answer, seconds) in enumerate(zip(answers_in(done.answers, deals), done.seconds, strict=True))
    ]


def with_ones(done: Done, ones: Sequence[One]) -> Done:
    """Return a batch with these deals instead of its own; counts and times stay."""
    names = ones[0].quantities
    return done._replace(
        answers=packed_answers([one.answer for one in ones]),
        seconds=bytes(one.seconds for one in ones),
        quantities={name: packed_numbers([one.quantities[name] for one in ones]) for name in names},
        open={k: one.open for k, one in enumerate(ones) if one.open is not None},
        again={k: one.again for k, one in enumerate(ones) if one.again},
    )


def agreed(one: One, other: One) -> One | str:
    """Return what is known of a deal from two answers to it, or in what they contradict each other."""
    quantities = {name: _either(value, other.quantities[name], None) for name, value in one.quantities.items()}
    known = {"answer": _either(one.answer, other.answer, "unknown"), **quantities}
    for name, value in known.items():
        if isinstance(value, tuple):
            return f"{name} {value[0]}, and {value[1]}"
    low, high = _bounds([own for own in (one.open, other.open) if own is not None])
    threshold = quantities.get("threshold")
    if low > high or (threshold is not None and not low <= threshold <= high):
        return f"threshold {'unknown' if threshold is None else threshold}, and between {low} and {high}"
    both = one._replace(answer=known["answer"], quantities=quantities, again=one.again or other.again)
    if one.open is None or other.open is None:  # one of them says all
        return both._replace(open=None)
    return _narrowed(both, max(one.open, other.open, key=lambda own: own.limit), low, high)


def _narrowed(one: One, left: Open, low: float, high: float) -> One:
    """Return a deal of which both answers have left something open; a threshold lies between both bounds."""
    if left.low is None:
        return one._replace(open=left)
    if low == high:
        return one._replace(answer="yes", quantities={"threshold": int(low)}, open=None)
    return one._replace(open=left._replace(low=int(low), high=int(high)))


def _either(here: Any, there: Any, unknown: object) -> Any:  # noqa: ANN401 - an answer, or a number
    """Return what is known by either, or both if they differ."""
    if there in {here, unknown}:
        return here
    return there if here == unknown else (here, there)


def _bounds(left: Sequence[Open]) -> tuple[float, float]:
    """Return between which numbers a threshold lies, from what is open about it."""
    low = max((own.low for own in left if own.low is not None), default=float("-inf"))
    return low, min((own.high for own in left if own.high is not None), default=float("inf"))
