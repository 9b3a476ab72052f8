"""Why demands of The Crew cannot be met together, in sentences for the table.

The argument comes first if an algorithm has one. Then what was decided: which demands exclude each other, and to whom a
card falls if the rest is met. Then what each objective takes, read off the hands: who can win its card with what, and
who has to be rid of a suit before. Nothing is said that was not decided, or cannot be seen by looking at the cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from crewsat.errors import listed, visible
from crewsat.explaining.crew_demands import difficulty, kept_by
from crewsat.explaining.explanation import Reason
from crewsat.games.crew.subsets import ASSIGNMENT, ORDER, all_pairs, demands_of, handed_over

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.limits import Limits
    from crewsat.verdict import Verdict

MOST_SENTENCES = 4
"""About how many objectives of a conflict it is said what they take."""

MOST_CONDITIONS = 4
"""A sentence of the form "whenever these are met" has so many conditions at the most; more cannot be followed."""


def together(instance: Crew, conflict: tuple[str, ...], verdict: Verdict, *, minimal: bool) -> list[Reason]:
    """Say which demands exclude each other, after the argument there may be."""
    argument = [] if verdict.because is None else [Reason(verdict.because, "algorithm")]
    goals = [goal for goal in conflict if goal in demands_of(instance).goals]
    names = [_goal(instance, goal) for goal in goals]
    if not names:
        return argument
    met = "won" if len(goals) == len([one for one in instance.objectives if one.id in goals]) else "met"
    if len(names) == 1:
        words = f"{names[0]} cannot be {met}, whatever is played"
    else:
        words = f"{listed(names)} cannot {'both' if len(names) == 2 else 'all'} be {met}"
    words += _terms(instance, conflict)
    if minimal and len(conflict) > 1:
        words += "; " + _without_one(len(goals), terms=len(conflict) > len(goals))
    return [*argument, Reason(words, verdict.checked)]


def _without_one(goals: int, *, terms: bool) -> str:
    """Say that the conflict is minimal."""
    if terms and goals == 1:
        return "without that it can"
    if terms:
        return "leave out any one of them, or that condition, and the rest can"
    return "each by itself can" if goals == 2 else f"any {goals - 1} of them can"


def _goal(instance: Crew, goal: str) -> str:
    """Name a goal with its player."""
    for objective in instance.objectives:
        if objective.id == goal:
            name = visible(objective.card) + ("" if goal == str(objective.card) else f" ({visible(goal, 20)})")
            return f"{name} by player {objective.owner}" if objective.owner else name
    task = next(task for task in instance.tasks if task.id == goal)
    return f"{task.label} (player {task.owner}: win {visible(task.words(), 80)})"


_SHARED = {
    "draft": "if the players choose them in turn, from the leader on",
    "balanced": "if nobody takes two more than another",
    "one_player": "by one and the same player",
    "one_player_but_leader": "by one and the same player who does not lead first",
}


def _terms(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say under which terms the demands of a conflict exclude each other, if it has any."""
    words = f" {_SHARED[instance.assignment]}" if ASSIGNMENT in _terms_in(instance, conflict) else ""
    if ORDER in _terms_in(instance, conflict):
        words += f" in the order asked for ({_in_order(instance, conflict)})"
    return words


def _terms_in(instance: Crew, conflict: tuple[str, ...]) -> set[str]:
    return {term for term in demands_of(instance).terms if term in conflict}


def _in_order(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say what the order asks of the objectives of a conflict: one row if it is one, else pair by pair."""
    named = [k for k, objective in enumerate(instance.objectives) if objective.id in conflict]
    pairs = {(x, y) for x, y in all_pairs(instance) if x in named and y in named}
    rank = sorted(named, key=lambda k: sum(y == k for _, y in pairs))
    cards = {k: visible(instance.objectives[k].card) for k in named}
    if all(pair in pairs for pair in pairwise(rank)):
        return ", then ".join(cards[k] for k in rank)
    near = [(x, y) for x, y in sorted(pairs) if not any((x, z) in pairs and (z, y) in pairs for z in named)]
    return listed([f"{cards[x]} before {cards[y]}" for x, y in near])


def falls_to(instance: Crew, conflict: tuple[str, ...], limits: Limits) -> list[Reason]:
    """Say of one objective of a conflict to whom its card falls in every play that meets the rest, if that is telling.

    Of every other player it is asked: could this one take the card? The objective with the fewest such players is told;
    objectives the order binds are left out, as their cards may be taken out of order.
    """
    bound = {k for pair in instance.order for k in pair}
    best: tuple[list[int], Objective] | None = None
    for k, objective in enumerate(instance.objectives if len(conflict) <= MOST_CONDITIONS + 1 else ()):
        if objective.id not in conflict or objective.owner is None or k in bound:
            continue
        takers = _takers(instance, conflict, objective, limits)
        if takers is None:
            break
        if len(takers) < (instance.players - 1 if best is None else len(best[0])):
            best = takers, objective
        if len(takers) <= 1:
            break
    return [] if best is None else [Reason(_fate(instance, conflict, *best), "none")]


def _takers(instance: Crew, conflict: tuple[str, ...], objective: Objective, limits: Limits) -> list[int] | None:
    """Return the other players who can take an objective's card if the rest of a conflict is met; None if open."""
    takers = []
    for player in range(1, instance.players + 1):
        if player != objective.owner:
            given = instance.model_copy(update={"objectives": handed_over(instance, {objective.id: player})})
            answer = kept_by(given, conflict, limits).answer
            if answer == "unknown":
                return None
            takers += [player] if answer == "yes" else []
    return takers


def _fate(instance: Crew, conflict: tuple[str, ...], takers: list[int], objective: Objective) -> str:
    rest = [goal for goal in conflict if goal in demands_of(instance).goals and goal != objective.id]
    names = [_goal(instance, goal) for goal in rest]
    won = "won" if all(goal in {one.id for one in instance.objectives} for goal in rest) else "met"
    met = f"whenever {listed(names)} {'is' if len(rest) == 1 else 'are'} {won}{_terms(instance, conflict)}"
    if not rest:
        met = "whatever is played"
    who = listed([f"player {player}" for player in takers], "or")
    fates = [f"goes to {who}"] if takers else []
    fates += ["is never played"] if any(len(hand) > instance.tricks for hand in instance.dealt) or not takers else []
    return f"{met}, {visible(objective.card)} {' or '.join(fates)}"


def against_the_order(instance: Crew, conflict: tuple[str, ...]) -> list[Reason]:
    """Say which objective the order wants later, though its card must be gone before another one can win."""
    held = {card for hand in instance.hands for card in hand}
    reasons = []
    for x, y in all_pairs(instance) if ORDER in _terms_in(instance, conflict) and not instance.begun else ():
        first, later = instance.objectives[x], instance.objectives[y]
        own = first.card in held and instance.holder[first.card] == first.owner and first.card.suit != instance.trump
        if own and {first.id, later.id} <= set(conflict):
            gone = obstacles(instance, first.card).gone
            if any(later.card in cards for cards in gone.values()):
                one, other = visible(first.card), visible(later.card)
                words = f"{other} must be gone before {one} can win, but the order asks for {one} first"
                reasons.append(Reason(words, "algorithm"))
    return reasons


def what_they_take(instance: Crew, conflict: tuple[str, ...]) -> list[Reason]:
    """Say of the objectives of a conflict, the hardest of those that are still open, what it takes to win them."""
    if instance.begun:  # who has played already need not follow any more
        return []
    held = {card: player for player, hand in enumerate(instance.hands, 1) for card in hand}
    open_ones = [
        objective
        for objective in instance.objectives
        if objective.id in conflict and objective.owner is not None and objective.card in held
    ]
    hard = difficulty(instance)
    hardest = sorted(open_ones, key=lambda objective: hard(objective.id), reverse=True)[:MOST_SENTENCES]
    return [
        Reason(_what_it_takes(instance, objective.card, objective.owner or 0, held), "algorithm")
        for objective in open_ones
        if objective in hardest
    ]


def _what_it_takes(instance: Crew, card: Card, owner: int, held: dict[Card, int]) -> str:
    holder = held[card]
    if holder == owner:
        return _with_own_card(instance, card, owner)
    suit, name = visible(card.suit), visible(card)
    own = [c for c in instance.hands[owner - 1] if c.suit == card.suit]
    higher = [c for c in own if c.value > card.value]
    trumps = [] if card.suit == instance.trump else [c for c in instance.hands[owner - 1] if c.suit == instance.trump]
    gone = f", once {listed(own)} {'is' if len(own) == 1 else 'are'} gone" if own else ""
    trumped = f"trump it with {listed(trumps, 'or')}{gone}"
    if higher:
        either = f", or {trumped}" if trumps else ""
        return f"player {owner} can take {name} from player {holder} with {listed(higher, 'or')}{either}"
    if card.suit == instance.trump:
        return f"player {owner} has no higher trump than {name}, so nothing takes it from player {holder}"
    thrown = f"player {holder}, out of another suit, must throw {name} on a trick that player {owner} wins"
    why = f"player {owner} has no {suit} above {name}"
    return f"{why}: player {owner} must {trumped}; or {thrown}" if trumps else f"{why} and no trump: {thrown}"


class Obstacles(NamedTuple):
    """What keeps a card that is no trump from winning for its own holder.

    Attributes:
        gone: by player, cards that must have been played before: all of the suit, and all are higher.
        low: players with higher and lower cards, who must play a lower one or have none of the suit left.
        trumps: whether somebody else holds a trump.
    """

    gone: dict[int, list[Card]]
    low: list[int]
    trumps: bool


def obstacles(instance: Crew, card: Card) -> Obstacles:
    """Return what keeps a card from winning for who holds it; between tricks, of a card that is no trump."""
    owner = next(player for player, hand in enumerate(instance.hands, 1) if card in hand)
    others = {player: hand for player, hand in enumerate(instance.hands, 1) if player != owner}
    gone: dict[int, list[Card]] = {}
    low: list[int] = []
    for player, hand in others.items():
        cards = sorted(other for other in hand if other.suit == card.suit)
        if cards and cards[0].value > card.value:
            gone[player] = cards
        elif cards and cards[-1].value > card.value:
            low.append(player)
    trumps = any(other.suit == instance.trump for hand in others.values() for other in hand)
    return Obstacles(gone, low, trumps)


def _with_own_card(instance: Crew, card: Card, owner: int) -> str:
    """What it takes to win a card of one's own: nobody may beat it."""
    suit, name = visible(card.suit), visible(card)
    gone, low, trumps = obstacles(instance, card)
    if card.suit == instance.trump:
        hands = (hand for player, hand in enumerate(instance.hands, 1) if player != owner)
        higher = sorted(c for hand in hands for c in hand if c.suit == card.suit and c.value > card.value)
        if higher:
            return f"{name} only wins for player {owner} if none of the higher trumps is played to it: {listed(higher)}"
        return f"nobody else has a higher trump than player {owner}'s {name}, which always wins"
    if not gone and not low:
        ruff = "only a trump beats it" if trumps else "nothing beats it"
        return f"nobody else has a higher {suit} than player {owner}'s {name}: once {suit} is led, {ruff}"
    parts = []
    if gone:
        whose = listed([f"player {player}'s {listed(cards)}" for player, cards in gone.items()])
        longest = max(map(len, gone.values()))
        takes = f", which takes {longest} tricks" if longest > 1 else ""
        left = instance.tricks - instance.finished
        only = f", and there {'is' if left == 1 else 'are'} only {left}" if longest >= left else ""
        parts.append(f"{whose} must be gone before{takes}{only}")
    lower = listed([f"player {player}" for player in low])
    parts += [f"{lower} must play a lower {suit} or have none left"] if low else []
    parts += ["nobody may trump"] if trumps else []
    return f"{name} only wins for player {owner} when {suit} is led and nobody beats it: {'; '.join(parts)}"
