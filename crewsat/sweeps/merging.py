"""Merge sweeps of the same game: deals of disjoint seeds are put together, deals that two sweeps have are compared.

Cells are the same if their keys are, whatever they are called. A deal that one sweep has decided and another has not is
decided; if one says yes and another no, or they differ in a quantity that both know, that is an error. The intervals of
a merged cell are exact if every sweep had fixed the number of its deals in advance and has all of them, for then the
number of all was fixed; else they are those that hold whenever one looks.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.sweeps.packing import answers_in, numbers_in, packed_answers, packed_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.sweeps.store import Row, Store

MERGED = "merged"
"""In what a store says of its sweep: how many deals each cell has, if these were fixed in advance, or None."""
UNKNOWN = frozenset({"unknown", None})
"""An answer, or a quantity, that says nothing."""
_SAME = ("game", "level", "quantities")
"""What merged sweeps must have in common."""


def merge(stores: Sequence[Store], new: Store) -> tuple[int, int]:
    """Write all deals of some stores to a new one, and return how many cells and deals it has.

    Raises:
        InvalidInstance: if the sweeps do not fit together, or contradict each other; the error names the deal.
    """
    abouts = [store.about() for store in stores]
    _check_alike(stores, abouts)
    names: dict[str, str] = {}  # by key
    parameters: dict[str, Mapping[str, str]] = {}
    for store, about in zip(stores, abouts, strict=True):
        for name, key in store.cells():
            if key not in names:
                names[key] = _free(name, names)
                parameters[names[key]] = about["parameters"][name]
    fixed = {name: _fixed(stores, abouts, key) for key, name in names.items()}
    cells = {name: key for key, name in names.items()}
    of_all = {"cells": cells, "parameters": parameters, "deals": None, "half_width": None, "seed_from": 0}
    new.begin({**abouts[0], **of_all, MERGED: fixed}, list(cells.items()))
    numbers = {key: number for number, key in enumerate(names)}
    for store in stores:
        keys = [key for _, key in store.cells()]
        for row in store.rows():
            _add(new, row._replace(cell=numbers[keys[row.cell]]))
    return len(cells), sum(row.deals for row in new.rows())


def _check_alike(stores: Sequence[Store], abouts: Sequence[Mapping[str, Any]]) -> None:
    defects = [
        Defect(str(store.path), f"{name} is {about.get(name)}, not {abouts[0].get(name)} as in {stores[0].path}")
        for store, about in zip(stores, abouts, strict=True)
        for name in _SAME
        if about.get(name) != abouts[0].get(name)
    ]
    if defects:
        raise InvalidInstance(defects)


def _free(name: str, names: Mapping[str, str]) -> str:
    """Return a name for a cell whose name may be that of another one, with other defaults."""
    taken = set(names.values())
    return name if name not in taken else next(f"{name} ({k})" for k in count(2) if f"{name} ({k})" not in taken)


def _fixed(stores: Sequence[Store], abouts: Sequence[Mapping[str, Any]], key: str) -> int | None:
    """Return how many deals of a cell there are to be, if every sweep with it had fixed that; None if not."""
    total = 0
    for store, about in zip(stores, abouts, strict=True):
        name = next((name for name, own in store.cells() if own == key), None)
        if name is not None:
            deals = about[MERGED][name] if MERGED in about else about["deals"]
            if deals is None:
                return None
            total += deals
    return total


def _add(new: Store, row: Row) -> None:
    """Add a batch to a store that may have some of its deals.

    Raises:
        InvalidInstance: if one of them contradicts it.
    """
    at, end = row.first, row.first + row.deals
    for other in [*new.rows_between(row.cell, at, end)]:
        low, high = max(other.first, at), min(other.first + other.deals, end)
        if at < low:
            new.add(_part(row, at, low))
        agreed = _agreed(_part(other, low, high), _part(row, low, high), new)
        if agreed is not None:
            new.add(_with(other, agreed))
        at = high
    if at < end:
        new.add(_part(row, at, end))


def _part(row: Row, first: int, end: int) -> Row:
    """Return the deals of a batch with these seeds; its times are those of the whole, in proportion."""
    if (first, end) == (row.first, row.first + row.deals):
        return row
    low, high = first - row.first, end - row.first
    done = row.done
    share = (high - low) / row.deals
    quantities = {name: packed_numbers(numbers_in(*packed)[low:high]) for name, packed in done.quantities.items()}
    part = done._replace(
        answers=packed_answers(answers_in(done.answers, row.deals)[low:high]),
        seconds=done.seconds[low:high],
        quantities=quantities,
        undecided={k - low: why for k, why in done.undecided.items() if low <= k < high},
        again={k - low: what for k, what in done.again.items() if low <= k < high},
        cpu=done.cpu * share,
        wall=done.wall * share,
    )
    return row._replace(first=first, deals=high - low, done=part)


def _agreed(one: Row, other: Row, store: Store) -> Row | None:
    """Return the deals of two batches with the same seeds, if the second one knows more; None if it does not.

    Raises:
        InvalidInstance: if they contradict each other.
    """
    answers = [answers_in(row.done.answers, row.deals) for row in (one, other)]
    numbers: dict[str, list[Any]] = {
        name: [numbers_in(*row.done.quantities[name]) for row in (one, other)] for name in sorted(one.done.quantities)
    }
    for name, (here, there) in {"answer": answers, **numbers}.items():
        place = _contradiction(here, there)
        if place is not None:
            deal = f"{store.cells()[one.cell][0]}, seed {one.first + place}"
            message = f"{deal}: two sweeps contradict each other: {name} {here[place]}, and {there[place]}"
            raise InvalidInstance([Defect("", message)], str(store.path))
    better = _better(*answers)
    again = {**one.done.again, **other.done.again}
    if better == answers[0] and again == one.done.again:
        return None
    quantities = {name: packed_numbers(_better(*own)) for name, own in numbers.items()}
    undecided = {k: why for k, why in one.done.undecided.items() if better[k] in UNKNOWN}
    done = one.done._replace(answers=packed_answers(better), quantities=quantities, undecided=undecided, again=again)
    return one._replace(done=done)


def _contradiction(here: Sequence[Any], there: Sequence[Any]) -> int | None:
    """Return the first place where both know something else."""
    both = enumerate(zip(here, there, strict=True))
    return next((k for k, (one, other) in both if one != other and not {one, other} & UNKNOWN), None)


def _better(here: Sequence[Any], there: Sequence[Any]) -> list[Any]:
    """Return what is known by either."""
    return [other if one in UNKNOWN else one for one, other in zip(here, there, strict=True)]


def _with(row: Row, part: Row) -> Row:
    """Return a batch with some of its deals replaced."""
    low, high = part.first - row.first, part.first - row.first + part.deals
    answers = answers_in(row.done.answers, row.deals)
    answers[low:high] = answers_in(part.done.answers, part.deals)
    quantities = {}
    for name, packed in row.done.quantities.items():
        numbers = numbers_in(*packed)
        numbers[low:high] = numbers_in(*part.done.quantities[name])
        quantities[name] = packed_numbers(numbers)
    undecided = {k: why for k, why in row.done.undecided.items() if not low <= k < high}
    undecided |= {k + low: why for k, why in part.done.undecided.items()}
    again = {**row.done.again, **{k + low: what for k, what in part.done.again.items()}}
    done = row.done._replace(answers=packed_answers(answers), quantities=quantities, undecided=undecided, again=again)
    return row._replace(done=done)
