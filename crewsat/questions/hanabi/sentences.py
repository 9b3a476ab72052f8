"""What a lost schedule shows, in sentences that a player can check at the table.

The first one says what does not fit: plays into the remaining steps, or cards into the hands. The next one says what
the cards wait for. The others say why copies that are not counted on cannot be used, each given the copies that remain
without those named before.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi.bounds import first_step, named, place_of
from crewsat.algorithms.hanabi.schedule import Schedule, schedule_in_words
from crewsat.base.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from crewsat.algorithms.hanabi.schedule import Kind, Struck
    from crewsat.games.hanabi.position import Position

    Copies = Mapping[Kind, Sequence[int]]


def with_fewest_struck(position: Position, suits: Collection[int]) -> Schedule | None:
    """Return a lost schedule of these suits that strikes out no copy needlessly; None if they may be finished."""
    schedule = Schedule(position, suits=suits)
    if not schedule.lost:
        return None
    kept: set[int] = set()
    for struck in reversed(schedule.struck):
        fewer = Schedule(position, suits=suits, kept={*kept, struck.card})
        if fewer.lost:
            kept.add(struck.card)
            schedule = fewer
    return schedule


def sentences(schedule: Schedule) -> Iterator[str]:
    """Yield the sentences about a lost schedule."""
    position = schedule.position
    yield schedule_in_words(schedule)
    if schedule.crowd is not None:
        yield _waits(position, schedule.copies, schedule.crowd.waiting, schedule.crowd.step)
    elif schedule.pace is not None and schedule.pace.step:
        yield heights_by(schedule, schedule.pace.step)
    copies = {kind: list(position.copies.get(kind, ())) for kind in schedule.copies}
    for struck in schedule.struck:
        yield _cannot_be_used(schedule, struck, copies)
        copies[position.ranks[struck.card]].remove(struck.card)


def heights_by(schedule: Schedule, step: int) -> str:
    """Say how high suits can be by a step."""
    position, parts = schedule.position, []
    for suit in schedule.suits:
        kinds = (kind for kind in schedule.copies if kind[0] == suit and schedule.earliest[kind] > step)
        kind = next(kinds, None)
        if kind is None:
            continue
        before = position.instance.card(suit, kind[1] - 1) if kind[1] > 1 else None
        name = position.instance.rules.suits[suit].name
        high = f"{name} gets no further than {before}" if before else f"{name} cannot begin"
        parts.append(f"{high}, as {_comes(position, schedule.copies, kind, step)}")
    turns = ""
    if position.turns_left is not None:
        players = [(position.turn + k) % position.players + 1 for k in range(position.turns_left)]
        turns = f" (the turns left are those of {_players(players)})"
    return f"until then {'; '.join(parts)}{turns}"


def _comes(position: Position, copies: Copies, kind: Kind, step: int) -> str:
    """Say where the card, or one below it, is that comes too late to be played by a step."""
    card = position.instance.card(*kind)
    if not copies[kind]:
        return f"no {card} is left"
    if position.turns_left is not None:
        return f"{card} is held by {_players(sorted({position.holder[copy] + 1 for copy in copies[kind]}))}"
    low = _blocker(position, copies, kind, step)
    following = "" if low == kind else f", and {named(_cards(position, low, kind))} after it"
    return f"{position.instance.card(*low)} is {_first_place(position, copies[low])}{following}"


def _players(numbers: Sequence[int]) -> str:
    return f"player {numbers[0]}" if len(numbers) == 1 else f"players {listed(numbers)}"


def _cannot_be_used(schedule: Schedule, struck: Struck, copies: Copies) -> str:
    """Say why a copy cannot be used."""
    position, card, crowd = schedule.position, struck.card, struck.crowd
    suit, rank = kind = position.ranks[card]
    which = f"{position.instance.card(*kind)}, {place_of(position, card)},"
    if crowd is None:
        after = schedule.last - first_step(position, card)
        higher = named([position.instance.card(suit, above) for above in range(rank + 1, position.values + 1)])
        left = (
            "no turn is left"
            if after == 0
            else f"at most {counted(after, 'turn')} {'is' if after == 1 else 'are'} left"
        )
        return f"{which} comes too late: {left} after it is played, and {higher} would have to follow"
    begin = f"when card {crowd.step - 1} of the pile has been drawn" if crowd.step > 1 else "now"
    names = named([position.instance.card(*each) for each in crowd.waiting])
    full = len(crowd.waiting) == sum(map(len, position.hands))
    leaves = "" if full else ", as one card has to leave before the next one is drawn"
    room = f"{begin}, the hands must hold {names}, and there is no room for more{leaves}"
    return f"{which} cannot be kept: {room}; {_waits(position, copies, (*crowd.waiting, kind), crowd.step)}"


def _waits(position: Position, copies: Copies, waiting: Sequence[Kind], step: int) -> str:
    """Say what cards wait for that cannot be played in a step."""
    blocked = [(_blocker(position, copies, kind, step), kind) for kind in sorted(waiting)]
    parts = []
    for low, pairs in groupby(blocked, key=lambda pair: pair[0]):
        kinds = [kind for _, kind in pairs]
        verb = "waits" if len(kinds) == 1 else "wait"
        names = named([position.instance.card(*kind) for kind in kinds])
        place = _first_place(position, copies[low])
        parts.append(f"{names} {verb} for {position.instance.card(*low)}, {place}")
    return "; ".join(parts)


def _blocker(position: Position, copies: Copies, kind: Kind, step: int) -> Kind:
    """Return the lowest card of a suit that comes too late for this one to be played by a step."""
    suit, rank = kind
    lower = range(position.heights[suit] + 1, rank + 1)
    late = (low for low in lower if min(first_step(position, card) for card in copies[suit, low]) + rank - low > step)
    return suit, next(late)


def _first_place(position: Position, copies: Sequence[int]) -> str:
    """Say where the first playable copy of a card is."""
    first = min(copies, key=lambda card: first_step(position, card))
    return f"{place_of(position, first)}{' at the earliest' if len(copies) > 1 else ''}"


def _cards(position: Position, low: Kind, kind: Kind) -> list[object]:
    """Return the cards of a suit above one, up to another."""
    return [position.instance.card(low[0], rank) for rank in range(low[1] + 1, kind[1] + 1)]
