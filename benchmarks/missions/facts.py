"""Facts of the atlas of missions, for the sentences of ``docs/missions/findings.toml`` (`benchmarks.findings`).

Of each export NAME, ``crew`` or ``given``:

``deals NAME``, ``lost NAME``, ``lost NAME 3``
    how many deals there are, and how many of them are lost, of all and with three players;
``always NAME``, ``cells NAME``
    how many cells have no lost deal, and how many there are;
``hardest NAME``
    the cell with the smallest share, with that share;
``rescued NAME``, ``beyond NAME``
    how many lost deals the distress signal makes winnable, in percent, and how many it does not;
``beyond where NAME``
    the missions of these, with their numbers of players;

Of plays, over all cells of the same weight:

``random``, ``greedy``, ``openings crew``, ``openings given``
    in percent; ``best random`` and ``best greedy`` are the cells with the largest shares.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.findings import Fact
from benchmarks.missions.exports import CREW, GIVEN, PLAYERS
from crewsat.sweeps.page.tables import percent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from benchmarks.missions.exports import Cell, Exports, Key
    from benchmarks.shares import Share

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


def facts(found: Exports) -> dict[str, Fact]:
    """Return all facts by name."""
    names = [name for name in (CREW, GIVEN) if found.cells[name]]
    facts = {key: fact for name in names for key, fact in _of_shares(name, found.cells[name])}
    return facts | dict(_of_plays(found)) if found.plays else facts


def _of_shares(name: str, cells: Mapping[Key, Cell]) -> Iterator[tuple[str, Fact]]:
    lost = sum(cell.share.no for cell in cells.values())
    yield f"deals {name}", _number(sum(cell.share.deals for cell in cells.values()))
    yield f"lost {name}", _number(lost)
    for players in PLAYERS:
        yield f"lost {name} {players}", _number(sum(cell.share.no for (_, p), cell in cells.items() if p == players))
    yield f"cells {name}", _number(len(cells))
    yield f"always {name}", _number(sum(not cell.share.no for cell in cells.values()))
    yield f"hardest {name}", _cell(min(cells, key=lambda key: _part(cells[key].share)), cells)
    beyond = {key: cell.signal.no for key, cell in cells.items() if cell.signal is not None and cell.signal.no}
    asked = sum(cell.share.no for cell in cells.values() if cell.signal is not None)
    rescued = asked - sum(beyond.values())
    yield f"rescued {name}", Fact(100 * rescued / max(asked, 1), f"{percent(rescued / max(asked, 1))} %")
    yield f"beyond {name}", _number(sum(beyond.values()))
    yield f"beyond where {name}", Fact(len(beyond), _where(beyond))


def _of_plays(found: Exports) -> Iterator[tuple[str, Fact]]:
    played = {(m, p): plays for (m, p, is_given), plays in found.plays.items() if is_given}
    for rule in ("random", "greedy"):
        shares = {key: _part(getattr(plays, rule)) for key, plays in played.items()}
        yield rule, _mean(100 * share for share in shares.values())
        best = max(shares, key=lambda key: shares[key])
        yield f"best {rule}", Fact(100 * shares[best], f"{_named(*best)} ({getattr(played[best], rule)})")
    for is_given, name in ((False, CREW), (True, GIVEN)):
        own = [plays.openings for (_, _, way), plays in found.plays.items() if way == is_given]
        yield f"openings {name}", _mean(openings for openings in own if openings is not None)


def _number(value: int) -> Fact:
    return Fact(value, f"{value:,}")


def _mean(values: Iterable[float]) -> Fact:
    every = [*values]
    mean = sum(every) / len(every)
    return Fact(mean, f"{mean:.1f} %")


def _part(share: Share) -> float:
    return share.yes / share.deals


def _cell(key: Key, cells: Mapping[Key, Cell]) -> Fact:
    return Fact(100 * _part(cells[key].share), f"{_named(*key)}: {cells[key].share}")


def _named(mission: int, players: int) -> str:
    return f"mission {mission} with {_NUMBERS[players]} players"


def _where(cells: Iterable[Key]) -> str:
    """Return missions with their numbers of players: ``29 (with four and five players), 44 (with two)``."""
    players = defaultdict(list)
    for mission, number in sorted(cells):
        players[mission].append(_NUMBERS[number])
    return ", ".join(f"{mission} (with {_listed(numbers)} players)" for mission, numbers in players.items())


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
