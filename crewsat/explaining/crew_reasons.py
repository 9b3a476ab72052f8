"""Why demands of The Crew cannot be met together, in sentences for the table.

The argument comes first if an algorithm has one. Then what was decided: which demands exclude each other, and to whom a
card falls if the rest is met. Then what each objective takes, read off the hands: who can win its card with what, and
who has to be rid of a suit before. Nothing is said that was not decided, or cannot be seen by looking at the cards.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from crewsat.errors import MOST_LISTED, counted, listed, visible
from crewsat.explaining.crew_demands import difficulty, kept_by
from crewsat.explaining.explanation import Reason
from crewsat.games.crew.subsets import ASSIGNMENT, ORDER, all_pairs, demands_of, handed_over

if TYPE_CHECKING:
    from crewsat.explaining.asking import Budget
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.verdict import Verdict

MOST_SENTENCES = 4
"""About how many objectives of a conflict it is said what they take."""

MOST_CONDITIONS = 4
"""A sentence of the form "whenever these are met" has so many conditions at the most; more cannot be followed."""


def together(instance: Crew, conflict: tuple[str, ...], verdict: Verdict, *, minimal: bool) -> list[Reason]:
    """Say which demands exclude each other, after the argument there may be."""
    argument = [] if verdict.because is None else [Reason(verdict.because, "algorithm")]
    goals = _goals_in(instance, conflict)
    if not goals:
        return argument
    cannot = _met(instance, goals) + _terms(instance, conflict)
    names = _all([_goal(instance, goal) for goal in goals])
    if len(goals) == 1 and _taken_already(instance, goals[0]):
        words = f"{names} cannot be {cannot} any more"
    elif len(goals) == 1:
        words = f"{names} cannot be {cannot}" + (", whatever is played" if len(conflict) == 1 else "")
    else:
        words = f"{names} cannot {'both' if len(goals) == 2 else 'all'} be {cannot}"
    if minimal and len(conflict) > 1:
        words += "; " + _without_one(instance, conflict, len(goals))
    return [*argument, Reason(words, verdict.checked)]


def _goals_in(instance: Crew, conflict: tuple[str, ...]) -> list[str]:
    return [goal for goal in demands_of(instance).goals if goal in conflict]


def _met(instance: Crew, goals: list[str]) -> str:
    """What becomes of goals: objectives are won, tasks are met."""
    return "won" if set(goals) <= {objective.id for objective in instance.objectives} else "met"


def _taken_already(instance: Crew, goal: str) -> bool:
    """Whether a goal is an objective whose card has been played."""
    played = {card for trick in instance.played for card in trick}
    return any(objective.id == goal and objective.card in played for objective in instance.objectives)


def _all(names: list[str]) -> str:
    """Return an enumeration in which nothing is left out."""
    return listed(names) if len(names) <= MOST_LISTED else f"{', '.join(names[:-1])} and {names[-1]}"


def _without_one(instance: Crew, conflict: tuple[str, ...], goals: int) -> str:
    """Say that the conflict is minimal."""
    terms = _terms_in(instance, conflict)
    if terms:
        names = {ORDER: "the order", ASSIGNMENT: "that condition"}
        left_out = listed([names[term] for term in demands_of(instance).terms if term in terms], "or")
        return f"without {left_out} it can" if goals == 1 else f"drop any one of them, or {left_out}, and the rest can"
    return "each by itself can" if goals == 2 else f"any {goals - 1} of them can"


def _goal(instance: Crew, goal: str) -> str:
    """Name a goal with its player."""
    for objective in instance.objectives:
        if objective.id == goal:
            name = visible(objective.card) + ("" if goal == str(objective.card) else f" ({visible(goal, 20)})")
            return f"{name} by player {objective.owner}" if objective.owner else name
    task = next(task for task in instance.tasks if task.id == goal)
    return f"{task.label} (player {task.owner}: win {visible(task.words(), 80)})"


def _terms(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say under which terms the demands of a conflict exclude each other, if it has any."""
    words = f" {_shared_out(instance, conflict)}" if ASSIGNMENT in _terms_in(instance, conflict) else ""
    if ORDER in _terms_in(instance, conflict):
        words += f" in the order asked for ({_in_order(instance, conflict)})"
    return words


def _shared_out(instance: Crew, conflict: tuple[str, ...]) -> str:
    """Say how free objectives are to be shared out; of a part of them, shares bound only from above."""
    whole = {objective.id for objective in instance.free} <= set(conflict)
    most = -(-len(instance.free) // instance.players)
    words = {
        "draft": "if the players choose them in turn, from the leader on",
        "balanced": "if nobody takes two more than another",
        "one_player": "by one and the same player",
        "one_player_but_leader": "by one and the same player who does not lead first",
    }
    if not whole and instance.assignment == "draft":
        return "if nobody takes more of them than his share of a draft of all"
    if not whole and instance.assignment == "balanced":
        return f"if nobody takes more than {most} of them"
    return words[instance.assignment]


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


def falls_to(instance: Crew, conflict: tuple[str, ...], budget: Budget) -> list[Reason]:
    """Say of one objective of a conflict to whom its card falls in every play that meets the rest, if that is telling.

    Of every other player it is asked: could this one take the card? The objective with the fewest such players is told;
    objectives the order binds are left out, as their cards may be taken out of order.
    """
    bound = {k for pair in instance.order for k in pair}
    held = {card for hand in instance.hands for card in hand}
    best: tuple[list[int], Objective] | None = None
    for k, objective in enumerate(instance.objectives if len(conflict) <= MOST_CONDITIONS + 1 else ()):
        if objective.id not in conflict or objective.owner is None or k in bound or objective.card not in held:
            continue
        takers = _takers(instance, conflict, objective, budget)
        if takers is None:
            break
        if len(takers) < (instance.players - 1 if best is None else len(best[0])):
            best = takers, objective
        if len(takers) <= 1:
            break
    return (
        [] if best is None or not (best[0] or len(conflict) > 1) else [Reason(_fate(instance, conflict, *best), "none")]
    )


def _takers(instance: Crew, conflict: tuple[str, ...], objective: Objective, budget: Budget) -> list[int] | None:
    """Return the other players who can take an objective's card if the rest of a conflict is met; None if open."""
    takers = []
    for player in range(1, instance.players + 1):
        if player != objective.owner:
            given = instance.model_copy(update={"objectives": handed_over(instance, {objective.id: player})})
            answer = kept_by(given, conflict, budget).answer
            if answer == "unknown":
                return None
            takers += [player] if answer == "yes" else []
    return takers


def _fate(instance: Crew, conflict: tuple[str, ...], takers: list[int], objective: Objective) -> str:
    rest = [goal for goal in _goals_in(instance, conflict) if goal != objective.id]
    names = _all([_goal(instance, goal) for goal in rest])
    met = f"whenever {names} {'is' if len(rest) == 1 else 'are'} {_met(instance, rest)}{_terms(instance, conflict)}"
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
                words = f"{other} must be played before {one} can win, but the order asks for {one} first"
                reasons.append(Reason(words, "algorithm"))
    return reasons


def what_they_take(instance: Crew, conflict: tuple[str, ...]) -> list[Reason]:
    """Say of the objectives of a conflict, the hardest of those that are still open, what it takes to win them."""
    if instance.begun or instance.finished == instance.tricks:  # who has played already need not follow any more
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
    hand, name = instance.hands[owner - 1], visible(card)
    own = [c for c in hand if c.suit == card.suit]
    higher = [c for c in own if c.value > card.value]
    if card.suit == instance.trump:
        if higher:
            return f"to win {name}, player {owner} must beat it with {listed(higher, 'or')}"
        return f"player {owner} has no higher trump than {name}, and so cannot win it"
    trumps = [c for c in hand if c.suit == instance.trump]
    rid = f", once {listed(own)} {'is' if len(own) == 1 else 'are'} played" if own else ""
    ways = [f"beat it with {listed(higher, 'or')}"] if higher else []
    ways += [f"trump it with {listed(trumps, 'or')}{rid}"] if trumps else []
    thrown = f"player {holder}, having none of the suit led, throws it"
    if ways:
        return f"to win {name}, player {owner} must {', or '.join(ways)}, or win a trick to which {thrown}"
    return (
        f"player {owner} cannot beat {name}; what is needed is a trick that player {owner} wins and to which {thrown}"
    )


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
        left = instance.tricks - instance.finished
        takes = f" (at least {counted(longest, 'trick')})" if longest > 1 else ""
        takes = (
            f", but with its own trick that makes {longest + 1}, and there {_are(left)}" if longest >= left else takes
        )
        parts.append(f"{whose} must be played before{takes}")
    lower = listed([f"player {player}" for player in low])
    parts += [f"{lower} must play lower or have no {suit} left"] if low else []
    parts += ["nobody may trump"] if trumps else []
    return f"for player {owner} to win {name}, {suit} must be led and nobody may beat it: {'; '.join(parts)}"


def _are(number: int) -> str:
    return "is only 1" if number == 1 else f"are only {number}"
