"""Reading a task of The Crew: its lists of cards item by item, its members, and its references to the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import alternatives, visible
from crewsat.games.cards import Card, described
from crewsat.games.crew.counting import ComparingTask
from crewsat.games.crew.filters import Total
from crewsat.games.crew.task import Task, is_player
from crewsat.games.crew.task_groups import GroupTask
from crewsat.games.crew.tasks import MEMBERS, CardsTask, RowTask
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES, is_list, size_of
from crewsat.games.records import Unfit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from crewsat.base.wording import PathPart
    from crewsat.games.reading import Reader

    Place = tuple[PathPart, ...]

_LISTS = ("cards", "won_with", "beating", "only", "led")
"""The fields that hold one list of cards; `as_many` holds two, `each_of` several, `compared_with` may hold one."""

_OF_LISTS = frozenset({*_LISTS, "compared_with", "as_many", "each_of", "numbers"})


def read_task(
    reader: Reader, place: Place, raw: object, kinds: Mapping[str, type[Task]]
) -> tuple[type[Task], dict[str, Any]] | None:
    """Read a task down to its fields, as far as messages need a place within a field.

    Args:
        reader: takes what is wrong.
        place: of the task.
        raw: what stands there.
        kinds: the kinds allowed there, by name.

    Returns:
        The kind and its fields, without what has been reported; None if there is no kind.
    """
    if not isinstance(raw, Mapping):
        needed = "kind" if kinds is MEMBERS else "owner and kind"
        reader.report(place, f"must be an object with {needed}, not {described(raw)}")
        return None
    name = raw.get("kind")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        said = f"{described(name)} is not a kind of task" if "kind" in raw else "missing"
        reader.report((*place, "kind"), f"{said}{alternatives(name, kinds)}")
        return None
    fields = reader.known_fields(place, raw, kind)
    _read_lists(reader, place, fields)
    if isinstance(fields.get("total"), Mapping):
        fields["total"] = reader.known_fields((*place, "total"), fields["total"], Total)
    _check_negative(reader, place, kind, fields)
    if issubclass(kind, GroupTask) and is_list(fields.get("of")):
        reader.bound((*place, "of"), size_of(fields["of"]), MOST_ENTRIES, "tasks")
        members = list(_members(reader, (*place, "of"), fields["of"]))
        if len(members) < len(fields["of"]):
            return None  # what is wrong has been reported
        fields["of"] = members
    return kind, fields


def _read_lists(reader: Reader, place: Place, fields: dict[str, Any]) -> None:
    """Read the lists of cards among the fields of a task, and check the length of the others."""
    if fields.keys().isdisjoint(_OF_LISTS):
        return
    for field in (*_LISTS, "compared_with"):
        must_be_one = field == "cards" and fields.get(field) is not None
        if must_be_one or is_list(fields.get(field)):
            fields[field] = _cards(reader, (*place, field), fields[field])
    if is_list(fields.get("as_many")):
        both = [_cards(reader, (*place, "as_many", n), one) for n, one in enumerate(fields["as_many"][:2])]
        fields["as_many"] = [*both, *fields["as_many"][2:]]
    if is_list(fields.get("each_of")):
        reader.bound((*place, "each_of"), size_of(fields["each_of"]), MOST_ENTRIES, "lists")
        fields["each_of"] = [_cards(reader, (*place, "each_of", n), one) for n, one in enumerate(fields["each_of"])]
    if is_list(fields.get("numbers")):
        reader.bound((*place, "numbers"), size_of(fields["numbers"]), MOST_ENTRIES, "tricks")


def _cards(reader: Reader, place: Place, raw: object) -> list[Card]:
    """Read a list of cards; items that are not cards are reported and left out."""
    reader.bound(place, size_of(raw), MOST_CARDS, "cards")
    return [card for card in reader.cards(place, raw, "this") or () if card is not None]


def _check_negative(reader: Reader, place: Place, kind: type[Task], fields: dict[str, Any]) -> None:
    """Report a negative bound that is not on a difference, and treat it as 0."""
    if not issubclass(kind, ComparingTask) or fields.get("compared_with") is not None:
        return
    for name in ("exactly", "at_least", "at_most"):
        if type(fields.get(name)) is int and fields[name] < 0:
            said = f"must be at least 0, not {visible(fields[name])}"
            reader.report((*place, name), f"{said}; a negative number is a difference, and needs `compared_with`")
            fields[name] = 0


def _members(reader: Reader, place: Place, members: Sequence[object]) -> Iterator[Task]:
    """Read the members of a task; items that are not tasks are reported and left out."""
    for n, raw in enumerate(members):
        if isinstance(raw, Task):
            yield raw
            continue
        read = read_task(reader, (*place, n), raw, MEMBERS)
        if read is None or not isinstance(raw, Mapping):
            continue
        kind, fields = read
        for field in ("owner", "id"):
            if fields.pop(field, None) is not None or field in raw:
                reader.report((*place, n, field), "not allowed: the members of a task belong to the owner of the whole")
        try:
            yield kind.of_fields({**fields, "owner": 1})
        except Unfit as error:
            reader.translate(error, (*place, n), kind)


def check_task(reader: Reader, place: Place, task: Task, dealt: AbstractSet[Card] | None, players: int) -> None:
    """Report what does not fit the deal: unknown players, and cards that were not dealt or are listed twice.

    Args:
        reader: takes what is wrong.
        place: of the task.
        task: any task, also a member of another one.
        dealt: all cards dealt; None if they are not known.
        players: number of players; 0 if it is not known.
    """
    if is_player(task.owner) and "of" not in place:
        check_player(reader, (*place, "owner"), task.owner, players)
    if isinstance(task, RowTask) and task.owner == "crew":
        said = "the crew has no tricks in a row, as it wins every trick"
        reader.report((*place, "kind"), f'{said}; allowed owners: a player, "everybody", or null')
    if isinstance(task, GroupTask):
        for n, member in enumerate(task.of):
            check_task(reader, (*place, "of", n), member, dealt, players)
    if isinstance(task, ComparingTask):
        _check_rival(reader, (*place, "compared_with"), task, players)
    for field, cards in _lists_of(task):
        _check_list(reader, (*place, *field), cards, dealt)
    some, others = vars(task).get("as_many") or ((), ())
    twice = set(some).intersection(others)
    for n, card in enumerate(others):
        if card in twice:
            reader.report((*place, "as_many", 1, n), f"{visible(card)} is in the other list already")


def _check_rival(reader: Reader, place: Place, task: ComparingTask, players: int) -> None:
    """Report a player who cannot be compared with."""
    if task.rival is None:
        return
    if task.owner == "crew":
        others = "; allowed: a list of other cards" if isinstance(task, CardsTask) else ""
        reader.report(place, f"the crew cannot be compared with players{others}")
    elif is_player(task.rival):
        check_player(reader, place, task.rival, players)
        if task.rival == task.owner:
            reader.report(place, f"player {task.owner} cannot be compared with himself; allowed: another player")


def _lists_of(task: Task) -> Iterator[tuple[tuple[PathPart, ...], Sequence[Card]]]:
    """Yield the lists of cards of a task, each with its place in the task."""
    fields = vars(task)  # as most kinds have few of these, and pydantic is slow to say so
    for field in (*_LISTS, "compared_with"):
        cards = fields.get(field)
        if isinstance(cards, tuple):
            yield (field,), cards
    for field in ("as_many", "each_of"):
        for n, cards in enumerate(fields.get(field) or ()):
            yield (field, n), cards


def _check_list(reader: Reader, place: Place, cards: Sequence[Card], dealt: AbstractSet[Card] | None) -> None:
    seen: set[Card] = set()
    for n, card in enumerate(cards):
        if card in seen:
            reader.report((*place, n), f"{visible(card)} is listed already")
        seen.add(card)
        if dealt is not None and card not in dealt:
            reader.report((*place, n), not_held(card, dealt))


def not_held(card: Card, dealt: AbstractSet[Card]) -> str:
    """Say that no player holds a card, and which one is meant if its suit differs only in case."""
    suits = (card.suit.casefold(), card.suit.capitalize(), card.suit.upper())
    meant = next((like for suit in suits if (like := Card(suit, card.value)) in dealt), None)
    return f"nobody holds {visible(card)}{'' if meant is None else f'; did you mean {visible(meant)}?'}"


def check_player(reader: Reader, place: Place, player: int | None, players: int) -> None:
    """Report a player who does not exist; `players` is 0 if the number of players is unknown."""
    if players and player is not None and player > players:
        reader.report(place, f"there is no player {visible(player)}; allowed: 1 to {players}")
