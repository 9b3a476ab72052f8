"""What a lost schedule shows, in sentences that a player can check at the table.

The first one says what does not fit: plays into the remaining steps, or cards into the hands. The next one says what
the cards wait for. The others say why copies that are not counted on cannot be used, each given the copies that remain
without those named before.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi.bounds import first_step, held_by, moment_drawn, named, place_of, players_in_words
from crewsat.algorithms.hanabi.schedule import Schedule, schedule_in_words
from crewsat.base.said import Listed, saying

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
        what = {
            "suit": position.instance.rules.suits[suit].name,
            "why": _comes(position, schedule.copies, kind, step),
        }
        if kind[1] == 1:
            parts.append(saying("{suit} cannot begin, as {why}", **what))
        else:
            before = str(position.instance.card(suit, kind[1] - 1))
            parts.append(saying("{suit} gets no further than {card}, as {why}", card=before, **what))
    high = Listed.made(parts, ";")
    if position.turns_left is None:
        return saying("until then {parts}", parts=high)
    players = [(position.turn + k) % position.players + 1 for k in range(position.turns_left)]
    whose = players_in_words(players)
    return saying("until then {parts} (the turns left are those of {players})", parts=high, players=whose)


def _comes(position: Position, copies: Copies, kind: Kind, step: int) -> str:
    """Say where the card, or one below it, is that comes too late to be played by a step."""
    card = str(position.instance.card(*kind))
    if not copies[kind]:
        return saying("no {card} is left", card=card)
    if position.turns_left is not None:
        players = sorted({position.holder[copy] + 1 for copy in copies[kind]})
        return saying("{card} is {place}", card=card, place=held_by(players))
    low = _blocker(position, copies, kind, step)
    first = {"card": str(position.instance.card(*low)), "place": _first_place(position, copies[low])}
    if low == kind:
        return saying("{card} is {place}", **first)
    return saying("{card} is {place}, and {cards} after it", cards=named(_cards(position, low, kind)), **first)


def _cannot_be_used(schedule: Schedule, struck: Struck, copies: Copies) -> str:
    """Say why a copy cannot be used."""
    position, card, crowd = schedule.position, struck.card, struck.crowd
    kind = position.ranks[card]
    which = {"card": str(position.instance.card(*kind)), "place": place_of(position, card)}
    if crowd is None:
        after = schedule.last - first_step(position, card)
        left = saying("at most {n} turns are left", one="at most 1 turn is left", n=after)
        higher = _cards(position, kind, (kind[0], position.values))
        return saying(
            "{card}, {place}, comes too late: {left} after it is played, and {cards} would have to follow",
            left=left if after else saying("no turn is left"),
            n=len(higher),
            cards=named(higher),
            **which,
        )
    full = len(crowd.waiting) == sum(map(len, position.hands))
    room = saying(
        "{when}, the hands must hold {cards}, and there is no room for more",
        when=moment_drawn(crowd.step - 1),
        cards=named([position.instance.card(*each) for each in crowd.waiting]),
    )
    if not full:
        room = saying("{this}, as one card has to leave before the next one is drawn", this=room)
    waits = _waits(position, copies, (*crowd.waiting, kind), crowd.step)
    return saying("{card}, {place}, cannot be kept: {room}; {waits}", room=room, waits=waits, **which)


def _waits(position: Position, copies: Copies, waiting: Sequence[Kind], step: int) -> str:
    """Say what cards wait for that cannot be played in a step."""
    blocked = [(_blocker(position, copies, kind, step), kind) for kind in sorted(waiting)]
    parts = []
    for low, pairs in groupby(blocked, key=lambda pair: pair[0]):
        kinds = [kind for _, kind in pairs]
        parts.append(
            saying(
                "{cards} wait for {card}, {place}",
                one="{cards} waits for {card}, {place}",
                n=len(kinds),
                cards=named([position.instance.card(*kind) for kind in kinds]),
                card=str(position.instance.card(*low)),
                place=_first_place(position, copies[low]),
            )
        )
    return Listed.made(parts, ";")


def _blocker(position: Position, copies: Copies, kind: Kind, step: int) -> Kind:
    """Return the lowest card of a suit that comes too late for this one to be played by a step."""
    suit, rank = kind
    lower = range(position.heights[suit] + 1, rank + 1)
    late = (low for low in lower if min(first_step(position, card) for card in copies[suit, low]) + rank - low > step)
    return suit, next(late)


def _first_place(position: Position, copies: Sequence[int]) -> str:
    """Say where the first playable copy of a card is."""
    first = min(copies, key=lambda card: first_step(position, card))
    place = place_of(position, first)
    return saying("{place} at the earliest", place=place) if len(copies) > 1 else place


def _cards(position: Position, low: Kind, kind: Kind) -> list[object]:
    """Return the cards of a suit above one, up to another."""
    return [position.instance.card(low[0], rank) for rank in range(low[1] + 1, kind[1] + 1)]
