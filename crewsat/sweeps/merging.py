"""Merge sweeps of the same game: deals of disjoint seeds are put together, deals that two sweeps have are compared.

Cells are the same if their keys are, whatever they are called. A deal that one sweep has decided and another has not is
decided; if one says yes and another no, or they differ in a quantity that both know, that is an error. The intervals of
a merged cell are exact if every sweep had fixed the number of its deals in advance and all of them are there; else they
are those that hold whenever one looks. Nothing can show that all of the sweeps were decided on in advance: if one was
begun because of what another had found, the exact intervals promise too much.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.sweeps.cells import parameter_of, parameters_of, threshold_of
from crewsat.sweeps.counting import MERGED, span_of
from crewsat.sweeps.spans import ENDLESS, Span, Spans
from crewsat.sweeps.unpacked import agreed, ones_in, with_ones

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.sweeps.store import Row, Store

_SAME = ("game", "level", "quantities", "bots")
"""What merged sweeps must have in common."""


def merge(stores: Sequence[Store], new: Store) -> tuple[int, int]:
    """Write all deals of some stores to a new one, and return how many cells and deals it has.

    Raises:
        InvalidInstance: if the sweeps do not fit together, or contradict each other; the error names the deal.
    """
    abouts = [store.sweep() for store in stores]
    _check_alike(stores, abouts)
    names, parameters = _cells_of(stores, abouts)
    merged = {name: _spans_of(stores, abouts, key) for key, name in names.items()}
    cells = {name: key for key, name in names.items()}
    of_all = {
        "cells": cells,
        "parameters": _filled(parameters, cells),
        "deals": None,
        "half_width": None,
        "seed_from": 0,
        "check": max(about["check"] for about in abouts),
        "time_limit": max(about["time_limit"] for about in abouts),
    }
    new.begin({**abouts[0], **of_all, MERGED: merged}, list(cells.items()))
    numbers = {key: number for number, key in enumerate(names)}
    with new.at_once():
        for store in stores:
            keys = [key for _, key in store.cells()]
            for row in store.rows():
                _add(new, row._replace(cell=numbers[keys[row.cell]]), store)
    return len(cells), new.number_of_deals()


def _cells_of(
    stores: Sequence[Store], abouts: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the names of all cells, by key, and their parameters, by name."""
    names: dict[str, str] = {}
    parameters: dict[str, dict[str, str]] = {}
    for store, about in zip(stores, abouts, strict=True):
        for name, key in store.cells():
            if key not in names:
                names[key] = _free(name, names)
                parameters[names[key]] = about["parameters"][name]
    return names, parameters


def _check_alike(stores: Sequence[Store], abouts: Sequence[Mapping[str, Any]]) -> None:
    defects = [
        Defect(str(store.path), f"{name} is {about.get(name)}, not {abouts[0].get(name)} as in {stores[0].path}")
        for store, about in zip(stores, abouts, strict=True)
        for name in _SAME
        if about.get(name) != abouts[0].get(name)
    ]
    if len({threshold_of(key) for store in stores for _, key in store.cells()}) > 1:
        defects.append(Defect("", "cells with a threshold and cells with others, or with none, cannot be merged"))
    if defects:
        raise InvalidInstance(defects)


def _filled(parameters: Mapping[str, dict[str, str]], cells: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the parameters of all cells, each with all that some cell has."""
    order = [*parameters_of(next(iter(cells.values()))), *(name for own in parameters.values() for name in own)]
    given = {name for own in parameters.values() for name in own}
    every = [name for name in dict.fromkeys(order) if name in given]
    return {
        cell: {name: own[name] if name in own else parameter_of(cells[cell], name) for name in every}
        for cell, own in parameters.items()
    }


def _free(name: str, names: Mapping[str, str]) -> str:
    """Return a name for a cell whose name may be that of another one, with other defaults."""
    taken = set(names.values())
    return name if name not in taken else next(f"{name} ({k})" for k in count(2) if f"{name} ({k})" not in taken)


def _spans_of(stores: Sequence[Store], abouts: Sequence[Mapping[str, Any]], key: str) -> dict[str, Any]:
    """Return the spans of seeds of a cell in all sweeps, and whether these were fixed in advance.

    A span without an end, None, is that of a sweep whose pilot is not done.
    """
    spans, is_fixed = Spans(), True
    for store, about in zip(stores, abouts, strict=True):
        cell = next((k for k, (_, own) in enumerate(store.cells()) if own == key), None)
        if cell is None:
            continue
        if MERGED in about:
            own = about[MERGED][store.cells()[cell][0]]
            is_fixed = is_fixed and own["fixed"]
            for first, end in own["spans"]:
                spans.add(Span(first, ENDLESS if end is None else end))
        else:
            is_fixed = is_fixed and about["deals"] is not None
            planned = span_of(store, cell, about)
            spans.add(Span(about["seed_from"], ENDLESS if planned is None else planned.end))
    ends = [[first, None if end == ENDLESS else end] for first, end in spans.spans]
    return {"fixed": is_fixed, "spans": ends}


def _add(new: Store, row: Row, source: Store) -> None:
    """Add a batch to a store that may have some of its deals.

    Raises:
        InvalidInstance: if one of them contradicts it.
    """
    at, end = row.first, row.first + row.deals
    for other in new.rows_between(row.cell, at, end):
        low, high = max(other.first, at), min(other.first + other.deals, end)
        if at < low:
            new.add(_part(row, at, low))
        ones, more = ones_in(other.done, other.deals), ones_in(row.done, row.deals)
        for seed in range(low, high):
            place = seed - other.first
            both = agreed(ones[place], more[seed - row.first])
            if isinstance(both, str):
                name = f"{new.cells()[row.cell][0]}, seed {seed}"
                raise InvalidInstance([Defect(name, f"two sweeps contradict each other: {both}")], str(source.path))
            ones[place] = both
        done = with_ones(other.done, ones)
        if done != other.done:
            new.add(other._replace(done=done))
        at = high
    if at < end:
        new.add(_part(row, at, end))


def _part(row: Row, first: int, end: int) -> Row:
    """Return the deals of a batch with these seeds; what is known of the whole batch goes with the first of them."""
    if (first, end) == (row.first, row.first + row.deals):
        return row
    low, high = first - row.first, end - row.first
    done = with_ones(row.done, ones_in(row.done, row.deals)[low:high])
    if low:
        done = done._replace(methods={}, checked={}, cpu=0.0, wall=0.0)
    return row._replace(first=first, deals=high - low, done=done)
