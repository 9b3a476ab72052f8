"""A peer for comparisons: The Crew as a model for the solver Z3, written from the contract alone.

Question: is there a legal sequence of tricks after which all objectives are completed and all tasks are met?
``python -m benchmarks.z3_model FILE`` prints the answer as one line of JSON and exits with 10 (yes), 20 (no), 0 (not
decided) or 1 (bad input). Nothing of CrewSAT's encodings, searches or rules is used but the reader of instances and, to
find the trick that succeeds, `crewsat.verify`.

Variables, for cards c, players p, suits s and tricks t = 1…T: c is *played* in t, c is *gone* before t, p *leads* t (up
to trick T+1, so winning t is leading t+1), s is *led* in t, c is *best* in t, p *takes* objective c or a free task.

Every play is prolonged to T tricks, which is always possible and spoils nothing: what counts for good stays, what is
judged at the end is judged after trick T. Past tricks are facts about the first tricks of the deal.

Measured on 20 real four-player deals with 5 objectives, medians: 0.15 s to build and 0.02 s to solve; a clause for each
pair of cards takes 0.23 s to build and 0.03 s to solve, Z3's own choice for finite domains (QF_FD) 0.03 s to solve.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import z3

import crewsat
from benchmarks.z3_tasks import number_between, tasks_are_met
from crewsat.games.crew.features import OF_0_7
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Shares = dict[int, list[z3.BoolRef]]


def hands_as_dealt(instance: crewsat.Crew) -> list[list[crewsat.Card]]:
    """Give every player the cards played so far back."""
    hands = [list(hand) for hand in instance.hands]
    leader = (instance.leader or 1) - 1
    for trick in instance.played:
        for k, card in enumerate(trick):
            hands[(leader + k) % len(hands)].append(card)
        ranks = [(card.suit == instance.trump, card.suit == trick[0].suit, card.value) for card in trick]
        leader += ranks.index(max(ranks))
    return hands


@reads("the model for Z3", OF_0_7)
class Model:
    """The variables of an instance, each family with its index set, and what they are about."""

    def __init__(self, instance: crewsat.Crew) -> None:
        self.instance = instance
        self.hands = dict(enumerate(hands_as_dealt(instance), 1))
        self.holder = {card: player for player, hand in self.hands.items() for card in hand}
        self.suits = sorted({card.suit for card in self.holder})
        self.last = min(len(hand) for hand in self.hands.values())
        self.tricks = range(1, self.last + 1)
        self.free = [objective.card for objective in instance.objectives if objective.owner is None]
        self.variables = 0
        with_end = range(1, self.last + 2)
        self.played = self._family("played", self.holder, self.tricks)
        self.gone = self._family("gone", self.holder, with_end)
        self.leads = self._family("leads", self.hands, with_end)
        self.led = self._family("led", self.suits, self.tricks)
        self.best = self._family("best", self.holder, self.tricks)
        self.free_tasks = [task.id for task in instance.tasks if task.owner is None]
        cards = [objective.card for objective in instance.objectives]
        self.takes = self._family("takes", self.hands, cards) | self._family("takes_task", self.hands, self.free_tasks)

    def _family(self, name: str, rows: Any, columns: Any) -> dict[Any, z3.BoolRef]:  # noqa: ANN401 - any index set
        family = {(row, column): z3.Bool(f"{name}_{row}_{column}") for row in rows for column in columns}
        self.variables += len(family)
        return family

    def wins(self, player: int | str, trick: int) -> z3.BoolRef:
        """Express winning a trick as leading the next one; the crew as one wins all tricks."""
        return z3.BoolVal(val=True) if player == "crew" else self.leads[player, trick + 1]


def cards_are_gone_once_played(m: Model) -> Iterator[z3.BoolRef]:
    """Define `gone`, and forbid playing a card twice."""
    for card in m.holder:
        yield z3.Not(m.gone[card, 1])
        for t in m.tricks:
            before, now, after = m.gone[card, t], m.played[card, t], m.gone[card, t + 1]
            yield z3.And(after == z3.Or(before, now), z3.Not(z3.And(before, now)))


def players_play_one_card_a_trick(m: Model) -> Iterator[z3.BoolRef]:
    """Let every player play one card of the hand in each trick."""
    for hand in m.hands.values():
        for t in m.tricks:
            yield number_between(1, [m.played[card, t] for card in hand], 1)


def one_player_leads(m: Model) -> Iterator[z3.BoolRef]:
    """Let one player lead each trick; the leader of the first trick is that of the instance."""
    for t in (*m.tricks, m.last + 1):
        yield number_between(1, [m.leads[player, t] for player in m.hands], 1)
    if m.instance.leader is not None:
        yield m.leads[m.instance.leader, 1]


def the_leaders_card_sets_the_suit(m: Model) -> Iterator[z3.BoolRef]:
    """Let the suit led be that of the leader's card, and no other."""
    for t in m.tricks:
        yield number_between(1, [m.led[suit, t] for suit in m.suits], 1)
        for card, player in m.holder.items():
            yield z3.Or(z3.Not(m.leads[player, t]), z3.Not(m.played[card, t]), m.led[card.suit, t])


def players_follow_suit(m: Model) -> Iterator[z3.BoolRef]:
    """Let a player who holds a card of the suit led play one of that suit."""
    for hand in m.hands.values():
        for suit in m.suits:
            own = [card for card in hand if card.suit == suit]
            for t in m.tricks:
                released = z3.And([m.gone[card, t] for card in own])
                yield z3.Implies(m.led[suit, t], z3.Or(released, *(m.played[card, t] for card in own)))


def the_best_card_wins(m: Model) -> Iterator[z3.BoolRef]:
    """Let the best card be a card of the trick, trump or of the suit led, that no card of the trick beats."""
    trump = m.instance.trump
    rank = {card: (card.suit == trump, card.value) for card in m.holder}
    for card, player in m.holder.items():
        better = [other for other in m.holder if other.suit in {card.suit, trump} and rank[other] > rank[card]]
        for t in m.tricks:
            right_suit = [] if card.suit == trump else [m.led[card.suit, t]]
            beaten = z3.Or([m.played[other, t] for other in better])
            reasons = z3.And(m.played[card, t], m.wins(player, t), *right_suit, z3.Not(beaten))
            yield z3.Implies(m.best[card, t], reasons)
    for t in m.tricks:
        yield number_between(1, [m.best[card, t] for card in m.holder], 1)


def the_past_has_happened(m: Model) -> Iterator[z3.BoolRef]:
    """Fix the tricks played already; who led them and the rest of the last one follow."""
    for t, trick in enumerate(m.instance.played, 1):
        for card in trick:
            yield m.played[card, t]


def objectives_are_completed(m: Model) -> Iterator[z3.BoolRef]:
    """Let every objective be taken by who wins its card, and by its owner if it has one."""
    for objective in m.instance.objectives:
        card, owner = objective.card, objective.owner
        yield m.gone[card, m.last + 1]
        for player, t in product(m.hands, m.tricks):
            yield z3.Implies(m.played[card, t], m.takes[player, card] == m.wins(player, t))
        if owner is not None:
            yield m.takes[owner, card]


def one_player_takes_each_free_task(m: Model) -> Iterator[z3.BoolRef]:
    """Let no other player take it."""
    for task in m.free_tasks:
        yield number_between(1, [m.takes[player, task] for player in m.hands], 1)


def free_goals_are_shared_out(m: Model) -> Iterator[z3.BoolRef]:
    """Let the shares of the players be as `assignment` says."""
    goals = [*m.free, *m.free_tasks]
    shares = {player: [m.takes[player, goal] for goal in goals] for player in m.hands}
    mode: str = m.instance.assignment
    if mode == "draft_or_pass":
        mode = "at_most_one" if len(goals) < len(m.hands) else "draft"
    return SHARES[mode](m, shares, len(goals)) if goals else iter(())


def drafted(m: Model, shares: Shares, number: int) -> Iterator[z3.BoolRef]:
    """Let players who choose before the goals run out take one more than the others."""
    for first, (player, share) in product(m.hands, shares.items()):
        size = number // len(m.hands) + ((player - first) % len(m.hands) < number % len(m.hands))
        yield z3.Implies(m.leads[first, 1], number_between(size, share, size))


def balanced(m: Model, shares: Shares, number: int) -> Iterator[z3.BoolRef]:
    """Let every player take the average, rounded up or down."""
    return (number_between(number // len(m.hands), share, -(-number // len(m.hands))) for share in shares.values())


SHARES: dict[str, Callable[[Model, Shares, int], Iterator[z3.BoolRef]]] = {
    "any": lambda *_: iter(()),
    "draft": drafted,
    "at_most_one": lambda _m, shares, _number: (number_between(None, share, 1) for share in shares.values()),
    "balanced": balanced,
    "one_player": lambda _m, shares, _number: iter([z3.Or([z3.And(share) for share in shares.values()])]),
    "one_player_but_leader": lambda m, shares, _number: iter(
        [z3.Or([z3.And(*share, z3.Not(m.leads[player, 1])) for player, share in shares.items()])]
    ),
}
"""How free goals are shared out, by mode."""


def pairs_in_order(instance: crewsat.Crew) -> list[tuple[crewsat.Card, crewsat.Card]]:
    """Return cards (x, y), x to be completed before y, that generate the order of tokens and lists."""
    return [*pairs_of_tokens(instance), *pairs_of_lists(instance)]


def pairs_of_tokens(instance: crewsat.Crew) -> list[tuple[crewsat.Card, crewsat.Card]]:
    """Return pairs that generate the order of tokens: numbers, then all others, omega last; arrows separately."""
    cards = [objective.card for objective in instance.objectives]
    tokens = {objective.token: objective.card for objective in instance.objectives if objective.token}
    numbers = [tokens[token] for token in sorted(filter(str.isdigit, tokens), key=int)]
    arrows = [tokens[token] for token in sorted(tokens) if token[0] == ">"]
    pairs = [*pairwise(numbers), *pairwise(arrows)]
    pairs += [(last, card) for last in numbers[-1:] for card in cards if card not in numbers]
    pairs += [(card, tokens["omega"]) for card in cards if card != tokens.get("omega", card)]
    return pairs


def pairs_of_lists(instance: crewsat.Crew) -> list[tuple[crewsat.Card, crewsat.Card]]:
    """Return the pairs that `before` and `after` list."""
    cards = {objective.id: objective.card for objective in instance.objectives}
    pairs = []
    for objective in instance.objectives:
        pairs += [(cards[name], objective.card) for name in objective.after]
        pairs += [(objective.card, cards[name]) for name in objective.before]
    return pairs


def objectives_are_completed_in_order(m: Model) -> Iterator[z3.BoolRef]:
    """Let x before y be gone when y is played, or, if the same trick is in order, be gone after it."""
    later = m.instance.same_trick == "in_order"
    for x, y in pairs_in_order(m.instance):
        for t in m.tricks:
            yield z3.Implies(m.played[y, t], m.gone[x, t + later])


RULES: tuple[Callable[[Model], Iterator[z3.BoolRef]], ...] = (
    cards_are_gone_once_played,
    players_play_one_card_a_trick,
    one_player_leads,
    the_leaders_card_sets_the_suit,
    players_follow_suit,
    the_best_card_wins,
    the_past_has_happened,
    objectives_are_completed,
    one_player_takes_each_free_task,
    free_goals_are_shared_out,
    objectives_are_completed_in_order,
    tasks_are_met,
)


def play_of(m: Model, values: z3.ModelRef) -> dict[str, Any]:
    """Read who takes free tasks, and the remaining tricks up to the one that succeeds; if none does, that is a bug."""
    instance = m.instance
    takers = {task: next(p for p in m.hands if z3.is_true(values[m.takes[p, task]])) for task in m.free_tasks}
    finished = sum(len(trick) == len(m.hands) for trick in instance.played)
    play = [trick_of(m, values, t) for t in m.tricks if t > finished]
    for end in range(len(play) + 1):
        with suppress(crewsat.IllegalPlay):
            crewsat.verify(instance, play[:end], assignment=takers)
            return {"play": play[:end], **({"assignment": takers} if takers else {})}
    raise crewsat.BugFound(f"no part of the play of the Z3 model succeeds; the instance is {instance.to_json()}")


def trick_of(m: Model, values: z3.ModelRef, t: int) -> dict[str, Any]:
    """Read a trick in the form of the contract."""
    leader, winner = (next(p for p in m.hands if z3.is_true(values[m.leads[p, k]])) for k in (t, t + 1))
    turns = [(leader - 1 + k) % len(m.hands) + 1 for k in range(len(m.hands))]
    cards = [next(card for card in m.hands[p] if z3.is_true(values[m.played[card, t]])) for p in turns]
    return {"leader": leader, "cards": [str(card) for card in cards], "winner": winner}


def decide(instance: crewsat.Crew) -> dict[str, Any]:
    """Build the model, solve it and return the answer in the form of the contract."""
    clocks = [(time.perf_counter(), time.process_time())]
    model = Model(instance)
    solver = z3.Then("simplify", "card2bv", "simplify", "sat").solver()  # counts become clauses
    solver.add(*(constraint for rule in RULES for constraint in rule(model)))
    clocks.append((time.perf_counter(), time.process_time()))
    result = solver.check()
    clocks.append((time.perf_counter(), time.process_time()))
    said = {"sat": "yes", "unsat": "no"}.get(str(result), "unknown")
    answer: dict[str, Any] = {"format": 1, "game": "crew", "answer": said, "method": "z3"}
    if said == "unknown":
        answer["reason"] = "incomplete"
    if said == "yes":
        answer |= play_of(model, solver.model())
    spent = [round(end - start, 6) for pair in pairwise(clocks) for start, end in zip(*pair, strict=True)]
    names = ("encode_seconds", "encode_cpu_seconds", "solve_seconds", "solve_cpu_seconds")
    counts = dict(solver.statistics()[k] for k in range(len(solver.statistics())))
    sizes = {"variables": model.variables, "clauses": len(solver.assertions())}
    answer["statistics"] = dict(zip(names, spent, strict=True)) | sizes | {"conflicts": counts.get("sat conflicts", 0)}
    return answer


def main() -> int:
    """Answer one file and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", help="an instance of The Crew, JSON")
    model = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]
    version = f"{z3.get_version_string()}, model {model}"
    parser.add_argument("--version", action="version", version=f"z3 {version}")
    options = parser.parse_args()
    try:
        instance = crewsat.load(options.file)
        if not isinstance(instance, crewsat.Crew):
            print(f"no model of {instance.game}; allowed: crew", file=sys.stderr)
            return 1
        answer = decide(instance)
    except (crewsat.CrewsatError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(answer))
    return {"yes": 10, "no": 20, "unknown": 0}[answer["answer"]]


if __name__ == "__main__":
    sys.exit(main())
