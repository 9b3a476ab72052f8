"""What the goals of The Crew need, as sets: how many of certain tricks or cards a player must win.

A *need* says that a player wins at least a number of things of a set, a *limit* that the player wins at most a number;
tricks and cards alike have at most one winner. Both hold in every play that wins: a limit comes from a task that is
judged at the end, when T tricks have been played. Only what follows for single players is stated, so a free task needs
nothing.

Members of ``all`` count like tasks of their own. A comparison with players implies that the larger side is at least the
difference (the other one is not negative); so does one with a list of cards.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from crewsat.base.said import Quoted, saying
from crewsat.base.wording import listed, visible
from crewsat.games.cards import text_of_cards
from crewsat.games.crew.counting import ComparingTask, CountingTask
from crewsat.games.crew.patterns import with_patterns
from crewsat.games.crew.task import is_player
from crewsat.games.crew.tasks import AllTask, CardsTask, LeadsTask, RowTask, TricksTask, WinTrickTask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Owner, Task

    Words = Callable[[frozenset[Any]], str]
    """Names the things of a set."""


class Duty(NamedTuple):
    """A task without members, on its own or as a member of `all`; `whole` is the task it belongs to."""

    task: Any
    whole: Task

    @property
    def owner(self) -> Owner:
        """Whose it is."""
        return self.whole.owner

    @property
    def named(self) -> str:
        """What a sentence calls it: ``task1 of player 2``."""
        whole = self.whole
        if whole.owner is None:
            return saying("free {task}", task=whole.label)
        return saying("{task} of {whose}", task=whole.label, whose=whole.whose)

    @property
    def purpose(self) -> str:
        """What is done for it: ``for task1``."""
        return saying("for {task}", task=self.whole.label)


def duties(instance: Crew) -> Iterator[Duty]:
    """Yield everything that must be done: the tasks, and of ``all`` the members."""
    for task in instance.tasks:
        for member in task.of if isinstance(task, AllTask) else (task,):
            yield Duty(member, task)


class Need(NamedTuple):
    """At least `number` of these things must be won by a player, or by each.

    Attributes:
        who: the player, or everybody.
        of: numbers of tricks, or cards.
        number: how many of them.
        why: the purpose, in words.
    """

    who: int | Literal["everybody"]
    of: frozenset[Any]
    number: int
    why: str


class Limit(NamedTuple):
    """At most `number` of these things may be won by a player, by each, or by the crew."""

    who: int | Literal["everybody", "crew"]
    of: frozenset[Any]
    number: int
    task: Task


class Tricks:
    """The numbers of the tricks of a deal: all of them, all that are followed by another, and those that are listed."""

    def __init__(self, instance: Crew) -> None:
        self.number = instance.tricks
        self.all = frozenset(range(1, self.number + 1))
        self._led_to = frozenset(range(1, self.number))

    def listed(self, numbers: Iterable[int | str] | None) -> frozenset[int]:
        """Return the tricks with these numbers that are played; None means all."""
        if numbers is None:
            return self.all
        named = {self.number if number == "last" else int(number) for number in numbers}
        return frozenset(number for number in named if 1 <= number <= self.number)

    def before(self, numbers: Iterable[int | str] | None) -> frozenset[int]:
        """Return the tricks whose winners lead one of these."""
        if numbers is None:
            return self._led_to
        return frozenset(number - 1 for number in self.listed(numbers) if number > 1)


def counted_at_least(task: CountingTask, players: int) -> int:
    """Return how much a player, or the crew, must count to meet a task.

    For a comparison that is the difference, as the other number is at least 0. Without other players nothing is
    compared.
    """
    if isinstance(task, ComparingTask) and task.rival == "others" and players == 1:
        return 0
    return max(task.least or 0, 0)


def fullest(instance: Crew) -> dict[int, list[Card]]:
    """Return for every owner the objective cards in the hand that holds most of them."""
    together: dict[tuple[int, int], list[Card]] = {}
    for objective in instance.objectives:
        if objective.owner is not None:
            together.setdefault((objective.owner, instance.holder[objective.card]), []).append(objective.card)
    most: dict[int, list[Card]] = {}
    for (owner, _), cards in sorted(together.items()):
        most[owner] = max(most.get(owner, []), cards, key=len)
    return most


def highest_trumps(instance: Crew) -> dict[int, int]:
    """Return the value of the highest trump dealt to each player, for those who were dealt any."""
    highest: dict[int, int] = {}
    for card, player in instance.holder.items():
        if card.suit == instance.trump:
            highest[player] = max(highest.get(player, 0), card.value)
    return highest


def needs_of_tricks(instance: Crew, tricks: Tricks) -> Iterator[Need]:
    """Yield how many tricks single players must win, for objectives and for tasks."""
    for owner, cards in fullest(instance).items():
        why = saying("for {cards}, cards of one hand" if len(cards) > 1 else "for {cards}", cards=listed(cards))
        yield Need(owner, tricks.all, len(cards), why)
    for duty in duties(instance):
        yield from tricks_needed_by(instance, duty, tricks)


def needs_of_cards(instance: Crew) -> Iterator[Need]:
    """Yield how many of which cards single players must win, for objectives and for tasks."""
    for objective in instance.objectives:
        if objective.owner is not None:
            why = saying("the objective {card}", card=visible(objective.card))
            yield Need(objective.owner, frozenset((objective.card,)), 1, why)
    for duty in duties(instance):
        yield from cards_needed_by(instance, duty)


def tricks_needed_by(instance: Crew, duty: Duty, tricks: Tricks) -> Iterator[Need]:
    """Yield how many of which tricks a player must win for a duty.

    A card or a trick that counts is won in a trick of its set; a trick other than the first is led by the winner of the
    one before; a run is won; and a player who must have fewer tricks than others leaves them at least the difference.
    """
    task, why = duty.task, duty.purpose
    if not (is_player(duty.owner) or duty.owner == "everybody"):
        return
    if isinstance(task, WinTrickTask):
        yield Need(
            duty.owner, tricks.listed((task.trick,)), 1, saying("trick {number}", number=_number(instance, task))
        )
        return
    number = counted_at_least(task, instance.players) if isinstance(task, CountingTask) else 0
    if isinstance(task, CardsTask):
        yield Need(duty.owner, tricks.listed(task.numbers), _tricks_with(instance, task, number), why)
    elif isinstance(task, LeadsTask):
        may_lead_first = 1 in tricks.listed(task.numbers) and instance.leader in {None, duty.owner}
        first = may_lead_first or not is_player(duty.owner)
        yield Need(duty.owner, tricks.before(task.numbers), number - first, why)
    elif isinstance(task, TricksTask):
        yield Need(duty.owner, tricks.listed(task.numbers), number, why)
        for rival in _rivals(instance, duty):
            yield Need(rival, tricks.listed(task.numbers), -(task.most or 0), why)
    elif isinstance(task, RowTask):
        yield Need(duty.owner, tricks.all, number, why)


def _number(instance: Crew, task: WinTrickTask) -> int:
    return instance.tricks if task.trick == "last" else task.trick


def _rivals(instance: Crew, duty: Duty) -> Iterable[int]:
    """Return the players who are known to be compared with a single owner, if the owner must have fewer."""
    task = duty.task
    if task.rival is None or not is_player(duty.owner) or task.most is None or task.most >= 0:
        return ()
    if task.rival == "others":
        return (player for player in range(1, instance.players + 1) if player != duty.owner)
    rival = instance.leader if task.rival == "leader" else task.rival
    return () if rival is None else (rival,)


def _tricks_with(instance: Crew, task: CardsTask, number: int) -> int:
    """Return the least number of tricks that contain `number` of a task's cards: a trick has one card of every hand."""
    in_a_hand = Counter(instance.holder[card] for card in task.cards)
    hands_with = Counter(in_a_hand.values())
    hands, tricks, won = len(in_a_hand), 0, 0
    while won < min(number, len(task.cards)):
        tricks += 1
        won += hands  # one card of every hand that has not run out of them
        hands -= hands_with[tricks]
    return tricks


def cards_needed_by(instance: Crew, duty: Duty) -> Iterator[Need]:
    """Yield how many of which cards a player must win for a duty."""
    task, owner = duty.task, duty.owner
    if not (is_player(owner) or owner == "everybody") or not isinstance(task, CardsTask | TricksTask):
        return
    number = counted_at_least(task, instance.players)
    if not number:
        return
    if isinstance(task, CardsTask):
        yield Need(owner, task.lists[0], number, duty.purpose)
    else:
        yield from _cards_of_tricks(instance, duty, owner, number)


def _cards_of_tricks(instance: Crew, duty: Duty, owner: int | Literal["everybody"], number: int) -> Iterator[Need]:
    """Yield which cards are won with `number` tricks that pass the filters of a duty.

    A player who wins tricks with cards of a list wins these cards, which are the player's own; one who beats cards of a
    list wins them, and they are those of others. In each trick that holds only certain cards, as many of one list as of
    another, one of each of several lists, or to which a certain card is led, those cards are won, too.
    """
    task, why = duty.task, duty.purpose
    won_with, beating, only, some, others, led, *each_of = task.lists
    own = {card for card in (*won_with, *beating) if instance.holder[card] == owner}
    if is_player(owner) and task.won_with is not None:
        yield Need(owner, won_with & own, number, why)
    if is_player(owner) and task.beating is not None:
        yield Need(owner, beating - own, number, why)
    if task.only is not None:
        yield Need(owner, only, number * instance.players, why)
    if task.as_many is not None:
        yield Need(owner, some, number, why)
        yield Need(owner, others, number, why)
    if task.led is not None:
        yield Need(owner, led, number, why)
    yield from (Need(owner, cards, number, why) for cards in each_of)


def limit_on_tricks(duty: Duty, tricks: Tricks) -> Limit | None:
    """Return how many of which tricks may be won at most, for a bound on tricks without filters and comparisons."""
    task = duty.task
    if duty.owner is None or not isinstance(task, TricksTask) or task.most is None or task.compared_with is not None:
        return None
    if any(one is not None for one in task.filters):
        return None
    return Limit(duty.owner, tricks.listed(task.numbers), task.most, duty.whole)


def limit_on_cards(duty: Duty) -> Limit | None:
    """Return how many of which cards may be won at most, for a bound on cards of all tricks without comparisons."""
    task = duty.task
    if duty.owner is None or not isinstance(task, CardsTask) or task.most is None or task.compared_with is not None:
        return None
    return Limit(duty.owner, task.lists[0], task.most, duty.whole) if task.numbers is None else None


class Least(NamedTuple):
    """What must be won of a set: by single players, and by every other player."""

    by_player: dict[int, tuple[int, str]]
    by_others: tuple[int, str]

    def of(self, player: int) -> tuple[int, str]:
        """Return how many things a player must win, and for what purpose."""
        return max(self.by_player.get(player, (0, "")), self.by_others, key=lambda one: one[0])

    def total(self, players: int) -> int:
        """Return how many all players together must win."""
        single = sum(self.of(player)[0] for player in self.by_player)
        return single + (players - len(self.by_player)) * self.by_others[0]

    def parts(self, players: int) -> list[str]:
        """Say who must win how many, and for what purpose."""
        each = {player: self.of(player) for player in sorted(self.by_player)}
        parts: list[str] = [
            saying("{number} by player {player} ({why})", number=number, player=player, why=why)
            for player, (number, why) in each.items()
            if number
        ]
        number, why = self.by_others
        if number and len(each) < players:
            by_each: dict[str, Any] = {"number": number, "why": why}
            others = saying("{number} by each other player ({why})", **by_each)
            parts.append(others if parts else saying("{number} by each player ({why})", **by_each))
        return parts


def least_of(needs: Iterable[Need], things: frozenset[Any], words: Words) -> Least:
    """Return what needs ask for within a set.

    For a player, that is the largest need that lies in the set, plus things outside that need that must all be won.
    Linear in the size of the needs.
    """
    largest: dict[int | str, Need] = {}
    all_of: dict[int | str, set[Any]] = {}
    for need in needs:
        if need.number > 0 and (need.of is things or need.of <= things):
            if need.who not in largest or need.number > largest[need.who].number:
                largest[need.who] = need
            single = all_of.setdefault(need.who, set())
            if need.number >= len(need.of) and len(single) < len(things):
                single |= need.of
    least = {who: _with_single_ones(need, all_of[who], words) for who, need in sorted(largest.items(), key=str)}
    by_others = least.pop("everybody", (0, ""))
    return Least({who: one for who, one in least.items() if isinstance(who, int)}, by_others)


def _with_single_ones(need: Need, single: set[Any], words: Words) -> tuple[int, str]:
    """Add to a need things outside it that must all be won."""
    more = frozenset(single - need.of)
    if not more:
        return need.number, need.why
    together = words(frozenset(single))
    if len(single) == need.number + len(more):
        return len(single), together
    return need.number + len(more), saying("{why}, and {more}", why=need.why, more=words(more))


def clipped(needs: Iterable[Need], things: frozenset[Any]) -> Iterator[Need]:
    """Yield the least that needs ask for within a set: their number less what lies outside."""
    for need in needs:
        if need.of is things:
            yield need
        else:
            within = need.of & things
            yield need._replace(of=within, number=need.number - len(need.of) + len(within))


def trick_words(instance: Crew) -> Words:
    """Return the function that names tricks: ``tricks 1 and 2``, ``the 13 tricks``."""

    def words(numbers: frozenset[int]) -> str:
        if len(numbers) == instance.tricks > 1:
            return saying("the {number} tricks", number=len(numbers))
        named = listed(sorted(numbers))
        return saying("tricks {numbers}", one="trick {numbers}", n=len(numbers), numbers=named)

    return words


def card_words(instance: Crew) -> Words:
    """Return the function that names cards: ``a1,2 b3``, with whole suits and values as patterns."""
    suits, trump = instance.values_of_suits, instance.trump
    return lambda cards: Quoted(with_patterns(text_of_cards(sorted(cards)), suits, trump))


def as_one(limits: Iterable[Limit | None]) -> list[Limit]:
    """Return the limits, keeping only the lowest of those on the same things for the same players."""
    lowest: dict[Any, Limit] = {}
    for limit in limits:
        if limit is not None:
            before = lowest.setdefault((limit.who, limit.of), limit)
            lowest[limit.who, limit.of] = min(before, limit, key=lambda one: one.number)
    return list(lowest.values())
