"""Why tasks of The Crew cannot be met, by counting: bounds like those of `crewsat.algorithms.crew.bounds`.

Bounds on a single task look for something that cannot happen at all: a trick that is not played, more than was dealt, a
trick that no cards can form. Bounds on several tasks add up what they need (`crewsat.algorithms.crew.needs`): each
trick, and each card, is won by one player.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.comparisons import comparisons_that_contradict
from crewsat.algorithms.crew.needs import (
    Limit,
    Need,
    Tricks,
    as_one,
    card_words,
    cards_needed_by,
    clipped,
    counted_at_least,
    duties,
    highest_trumps,
    least_of,
    limit_on_cards,
    limit_on_tricks,
    needs_of_cards,
    needs_of_tricks,
    trick_words,
    tricks_needed_by,
)
from crewsat.algorithms.crew.possible_tricks import MOST_PLAYERS, never_formed
from crewsat.algorithms.crew.scope import cards_in_words, only_cards, shortest_hand, tricks_in_words
from crewsat.base.said import saying
from crewsat.base.wording import listed
from crewsat.games.crew.counting import ComparingTask, CountingTask
from crewsat.games.crew.features import ALL, CHANGES
from crewsat.games.crew.task import is_player
from crewsat.games.crew.tasks import CardsTask, LeadsTask, TricksTask, WinTrickTask
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from crewsat.algorithms.crew.needs import Duty, Words
    from crewsat.games.crew.instance import Crew

MOST_SETS = 64
"""The number of sets of tricks or cards for which needs and limits are added up: those named first."""


@reads("bound 'a trick not to be won'", ALL | CHANGES)
def a_trick_not_to_be_won(instance: Crew) -> str | None:
    """Refute a trick that is not played, or that two players must win.

    A player who must win as many tricks of a list as it has must win each of them.
    """
    tricks, winners = Tricks(instance), dict[int, Need]()
    for duty in duties(instance):
        task = duty.task
        if isinstance(task, WinTrickTask) and not tricks.listed((task.trick,)):
            few: dict[str, Any] = {"task": duty.named, "few": shortest_hand(instance)}
            if task.trick == "last":
                return saying("{task} is to win the last trick, but {few}", **few)
            return saying("{task} is to win trick {number}, but {few}", number=task.trick, **few)
        for need in tricks_needed_by(instance, duty, tricks):
            if need.number < len(need.of) or (need.of is tricks.all and not isinstance(task, WinTrickTask)):
                continue
            for number in sorted(need.of) if instance.players > 1 else ():
                first = winners.setdefault(number, need).who
                if need.who == "everybody":
                    asks: dict[str, Any] = {"task": duty.named, "number": number}
                    return saying("{task} asks every player to win trick {number}, which only one can", **asks)
                if first != need.who:
                    both: dict[str, Any] = {"player": first, "other": need.who, "number": number}
                    return saying("both player {player} and player {other} must win trick {number}", **both)
    return None


@reads("bound 'cards not to be won'", ALL | CHANGES)
def cards_not_to_be_won(instance: Crew) -> str | None:
    """Refute a task for more cards of a list than its owner can win, or for fewer than the owner's objectives.

    The cards of objectives are won by their owners, in any trick, so others cannot win them. A trump is won with itself
    or a higher one, so it is out of reach of whoever was dealt neither. For a comparison, the player's own number must
    be as large as the difference.
    """
    owners = {objective.card: objective.owner for objective in instance.objectives}
    highest = highest_trumps(instance)
    for duty in duties(instance):
        task, owner = duty.task, duty.owner
        if not isinstance(task, CardsTask) or not is_player(owner):
            continue
        own = [card for card in task.cards if owners.get(card) in {None, owner}]
        can = sum(card.suit != instance.trump or card.value <= highest.get(owner, 0) for card in own)
        number = counted_at_least(task, instance.players)
        if number > can:
            return _out_of_reach(duty, number, can)
        limit, must = limit_on_cards(duty), sum(owners.get(card) == owner for card in task.cards)
        if limit is not None and limit.number < must:
            return saying(
                "{task} allows {what}, but {number} of the list are that player's objectives",
                task=duty.named,
                what=cards_in_words(limit.number),
                number=must,
            )
    return None


def _out_of_reach(duty: Duty, number: int, can: int) -> str:
    """Say that a duty asks for `number` cards of a list of which its player may win only `can`."""
    what: dict[str, Any] = {"task": duty.named, "what": cards_in_words(number), "few": can}
    if not can:
        return saying("{task} asks for {what}, but none of the list may be won by that player", **what)
    return saying("{task} asks for {what}, but only {few} of the list may be won by that player", **what)


@reads("bound 'a comparison never met'", ALL | CHANGES)
def a_comparison_never_met(instance: Crew) -> str | None:
    """Refute a comparison of a player with themselves, or one that is broken at the start.

    Before the first trick no player has won anything, so a bound that must always hold must allow a difference of 0.
    """
    for duty in duties(instance):
        task = duty.task
        compares = isinstance(task, ComparingTask) and task.compared_with is not None
        if compares and not (task.rival == "others" and instance.players == 1):
            if task.always and not task.within(0):
                return saying(
                    "{task} must always hold, and does not before the first trick, as nobody has won anything",
                    task=duty.named,
                )
            reason = _with_himself(instance, duty)
            if reason is not None:
                return reason
    return None


def _with_himself(instance: Crew, duty: Duty) -> str | None:
    """Refute a comparison with a player who is the owner, or one of those who must meet it."""
    task = duty.task
    rival = instance.leader if task.rival == "leader" else task.rival
    if duty.owner == "everybody" and task.rival not in {None, "others"}:
        if rival is None:
            return saying(
                "{task} compares whoever leads the first trick with himself as well, which is never met",
                task=duty.named,
            )
        return saying(
            "{task} compares player {player} with himself as well, which is never met", task=duty.named, player=rival
        )
    if rival is not None and rival == duty.owner:
        return saying(
            "{task} compares that player, who leads the first trick, with himself, which is never met", task=duty.named
        )
    return None


@reads("bound 'more than there is'", ALL | CHANGES)
def more_than_there_is(instance: Crew) -> str | None:
    """Refute a task that asks for more than one of its players can count, or than any player can if it is free.

    A trick that counts has one of the tricks with listed numbers; a card of the owner's that wins it, or that leads it,
    and is in the list; a card of others to be beaten; an allowed card from every hand; and at least one card of each of
    two lists. Each hand gives one card to a trick.
    """
    tricks = Tricks(instance)
    for duty in duties(instance):
        task = duty.task
        number = counted_at_least(task, instance.players) if isinstance(task, CountingTask) else 0
        if not number:
            continue
        what = cards_in_words(number) if isinstance(task, CardsTask) else tricks_in_words(number)
        ceilings: Iterable[tuple[int, str]] = _ceilings(instance, task, tricks)
        if is_player(duty.owner):
            ceilings = (*ceilings, *_own_ceilings(instance, task, duty.owner))
        for ceiling, why in ceilings:
            if number > ceiling:
                return saying("{task} asks for {what}, but {why}", task=duty.named, what=what, why=why)
    return None


def _ceilings(instance: Crew, task: CountingTask, tricks: Tricks) -> Iterator[tuple[int, str]]:
    """Yield the most that any player, and the crew, can count, with the reason."""
    numbers = tricks.listed(getattr(task, "numbers", None))
    if isinstance(task, CardsTask):
        in_a_hand = Counter(instance.holder[card] for card in task.cards)
        most = sum(min(len(numbers), held) for held in in_a_hand.values())
        within: dict[str, Any] = {"few": most, "tricks": tricks_in_words(len(numbers))}
        none = saying("none of the list can be won in {tricks}", **within)
        yield most, saying("only {few} of the list can be won in {tricks}", **within) if most else none
        return
    yield len(numbers), _played(instance, tricks, numbers)
    if isinstance(task, LeadsTask) and task.cards is not None:
        yield len(task.cards), saying("{only} may lead", **only_cards(len(task.cards)))
    if isinstance(task, TricksTask):
        yield from _ceilings_of_filters(instance, task)


def _played(instance: Crew, tricks: Tricks, numbers: frozenset[int]) -> str:
    if numbers is tricks.all:
        return shortest_hand(instance)
    if not numbers:
        return saying("of those that count none are played")
    return saying("of those that count only {n} are played", one="of those that count only 1 is played", n=len(numbers))


def _ceilings_of_filters(instance: Crew, task: TricksTask) -> Iterator[tuple[int, str]]:
    won_with, beating, only, some, others, led, *each_of = task.lists
    if task.won_with is not None:
        yield len(won_with), saying("{only} may win them", **only_cards(len(won_with)))
    if task.beating is not None:
        yield len(beating), saying("{only} may be beaten", **only_cards(len(beating)))
    if task.only is not None:
        held = Counter(instance.holder[card] for card in only)
        player = min(range(1, instance.players + 1), key=held.__getitem__)
        few = only_cards(held[player])
        yield held[player], saying("player {player} was dealt {only} that may be in them", player=player, **few)
    if task.as_many is not None:
        least = min(len(some), len(others))
        yield least, saying("one of the two lists has {only}", **only_cards(least))
    if task.led is not None:
        yield len(led), saying("{only} may be led to them", **only_cards(len(led)))
    if each_of:
        least = min(map(len, each_of))
        yield least, saying("one of the lists has {only}", **only_cards(least))


def _own_ceilings(instance: Crew, task: CountingTask, owner: int) -> Iterator[tuple[int, str]]:
    """Yield the most that a player can count by the cards dealt to that player and to others."""
    holder = instance.holder
    if isinstance(task, LeadsTask) and task.cards is not None:
        own = sum(holder[card] == owner for card in task.cards)
        yield own, saying("that player was dealt {only} to lead with", **only_cards(own))
    if isinstance(task, TricksTask) and task.won_with is not None:
        own = sum(holder[card] == owner for card in task.won_with)
        yield own, saying("that player was dealt {only} that may win them", **only_cards(own))
    if isinstance(task, TricksTask) and task.beating is not None:
        theirs = sum(holder[card] != owner for card in task.beating)
        yield theirs, saying("others were dealt {only} to be beaten", **only_cards(theirs))


@reads("bound 'a trick never formed'", ALL | CHANGES)
def a_trick_never_formed(instance: Crew) -> str | None:
    """Refute tricks that no player concerned by a task can win, as there are none with such cards.

    In a trick every player plays a card of the hand as dealt (`crewsat.algorithms.crew.possible_tricks`). An owner must
    be able to win one; for the crew, and for a free task, it is enough if any player can; for everybody, all must.
    """
    everybody = range(1, instance.players + 1)
    for duty in duties(instance):
        task, owner = duty.task, duty.owner
        if not isinstance(task, TricksTask) or not counted_at_least(task, instance.players):
            continue
        if not is_player(owner) and instance.players > MOST_PLAYERS:
            continue
        reasons = [never_formed(instance, task, who) for who in ((owner,) if is_player(owner) else everybody)]
        why = next((reason for reason in reasons if reason is not None), None)
        if why is not None and (owner == "everybody" or None not in reasons):
            return saying("{task} asks for tricks that are never won: {why}", task=duty.named, why=why)
    return None


OF_ONE_TASK = (a_trick_not_to_be_won, cards_not_to_be_won, a_comparison_never_met, a_trick_never_formed)
"""Bounds on a single task, or on two, that take no adding up."""


@reads("bound 'too few numbered tricks'", ALL | CHANGES)
def too_few_numbered_tricks(instance: Crew) -> str | None:
    """Refute sets of numbered tricks of which single players must win more than the set has."""
    tricks = Tricks(instance)
    needs = [*needs_of_tricks(instance, tricks)]
    sets = _sets(need.of for need in needs if need.of is not tricks.all)
    return _overdrawn(instance, needs, sets, trick_words(instance))


@reads("bound 'too few cards'", ALL | CHANGES)
def too_few_cards(instance: Crew) -> str | None:
    """Refute lists of cards of which single players must win more than the list has."""
    sets = _sets(need.of for duty in duties(instance) for need in cards_needed_by(instance, duty))
    return _overdrawn(instance, [*needs_of_cards(instance)], sets, card_words(instance))


def _sets(sets: Iterable[frozenset[Any]]) -> list[frozenset[Any]]:
    """Return the first sets that are not empty, each once."""
    return list(dict.fromkeys(filter(None, sets)))[:MOST_SETS]


def _overdrawn(instance: Crew, needs: list[Need], sets: list[frozenset[Any]], words: Words) -> str | None:
    """Say which set has less than is needed of it; each of its things is won by one player."""
    for things in sets:
        least = least_of(needs, things, words)
        total = least.total(instance.players)
        if total > len(things):
            return saying(
                "of {things}, at least {total} must be won, {parts}, but there are only {n}",
                one="of {things}, at least {total} must be won, {parts}, but there is only 1",
                n=len(things),
                things=words(things),
                total=total,
                parts=listed(least.parts(instance.players)),
            )
    return None


@reads("bound 'limits on tricks that contradict'", ALL | CHANGES)
def limits_on_tricks_that_contradict(instance: Crew) -> str | None:
    """Refute needs above a limit, and limits by which all players together may not win all tricks played.

    Where tricks are limited, all T are played: a task with a limit is judged at the end.
    """
    tricks = Tricks(instance)
    limits = as_one(limit_on_tricks(duty, tricks) for duty in duties(instance))[:MOST_SETS]
    if not limits:
        return None
    needs = [*needs_of_tricks(instance, tricks)]
    words, played = trick_words(instance), {limit.of: len(limit.of) for limit in limits}
    return _exceeded(instance, needs, limits, words) or _not_shared(instance, limits, played, words)


@reads("bound 'limits on cards that contradict'", ALL | CHANGES)
def limits_on_cards_that_contradict(instance: Crew) -> str | None:
    """Refute needs above a limit, and limits by which all players may not win all cards of a list that are played.

    Where cards are limited, all T tricks are played, so every hand plays all its cards except those beyond T.
    """
    limits = as_one(limit_on_cards(duty) for duty in duties(instance))[:MOST_SETS]
    if not limits:
        return None
    left = [len(hand) - instance.tricks for hand in instance.dealt]
    played = {}
    for limit in limits:
        held = Counter(instance.holder[card] for card in limit.of)
        played[limit.of] = sum(max(0, number - left[player - 1]) for player, number in held.items())
    needs = [*needs_of_cards(instance)]
    words = card_words(instance)
    return _exceeded(instance, needs, limits, words) or _not_shared(instance, limits, played, words)


def _exceeded(instance: Crew, needs: list[Need], limits: list[Limit], words: Words) -> str | None:
    """Say who must win more of a set than a task allows; a need may lie partly in the set."""
    for limit in limits:
        who = limit.who
        if who == "crew":
            continue
        concerned = [need for need in needs if who in {"everybody", need.who} or need.who == "everybody"]
        least = least_of(clipped(concerned, limit.of), limit.of, words)
        for player in [who] if is_player(who) else (*sorted(least.by_player), instance.players):
            number, why = least.of(player)
            if number > limit.number:
                return saying(
                    "player {player} must win {number} of {things} ({why}), but {task} allows {most}",
                    player=player,
                    number=number,
                    things=words(limit.of),
                    why=why,
                    task=limit.task.label,
                    most=limit.number,
                )
    return None


def _not_shared(instance: Crew, limits: list[Limit], played: Mapping[frozenset[Any], int], words: Words) -> str | None:
    """Say which set has more things that are certainly won than the limits of all players together allow."""
    for things, number in played.items():
        most: dict[int | str, int] = {}
        for limit in limits:
            if things <= limit.of:
                most[limit.who] = min(limit.number, most.get(limit.who, number))
        each = most.get("everybody", number)
        single = [min(most[who], each) for who in most if is_player(who)]
        total = min(sum(single) + (instance.players - len(single)) * each, most.get("crew", number))
        if total < number:
            return saying(
                "the tasks let all players together win {total} of {things}, but {n} are played",
                one="the tasks let all players together win {total} of {things}, but 1 is played",
                n=number,
                total=total,
                things=words(things),
            )
    return None


OF_SEVERAL = (
    more_than_there_is,
    too_few_numbered_tricks,
    too_few_cards,
    limits_on_tricks_that_contradict,
    limits_on_cards_that_contradict,
    comparisons_that_contradict,
)
"""Bounds that add up the needs of goals."""
