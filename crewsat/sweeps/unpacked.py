"""The deals of a batch, one by one: what is changed in a batch is changed there, and packed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
