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
from itertools import chain, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import z3

import crewsat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Task = Any  # the kinds are not public names
    Who = int | str
    Literals = Sequence[z3.BoolRef]


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
        """Winning a trick is leading the next one; the crew as one wins all."""
        return z3.BoolVal(val=True) if player == "crew" else self.leads[player, trick + 1]


def so_many(least: int | None, of: Literals, most: int | None, minus: Literals = ()) -> z3.BoolRef:
    """State how many of these hold, less those of `minus`; the bounds may be larger than Z3's integers."""
    weighted = [*((literal, 1) for literal in of), *((literal, -1) for literal in minus)]
    bounds = [None if bound is None else max(-len(minus) - 1, min(bound, len(of) + 1)) for bound in (least, most)]
    if least == most:
        return z3.PbEq(weighted, bounds[0])
    sides = [side(weighted, bound) for side, bound in zip((z3.PbGe, z3.PbLe), bounds, strict=True) if bound is not None]
    return z3.And(sides)


def cards_are_gone_once_played(m: Model) -> Iterator[z3.BoolRef]:
    """Define `gone`, and let no card be played twice."""
    for card in m.holder:
        yield z3.Not(m.gone[card, 1])
        for t in m.tricks:
            before, now, after = m.gone[card, t], m.played[card, t], m.gone[card, t + 1]
            yield z3.And(after == z3.Or(before, now), z3.Not(z3.And(before, now)))


def players_play_one_card_a_trick(m: Model) -> Iterator[z3.BoolRef]:
    """Let every player play one card of the hand in each trick."""
    for hand in m.hands.values():
        for t in m.tricks:
            yield so_many(1, [m.played[card, t] for card in hand], 1)


def one_player_leads(m: Model) -> Iterator[z3.BoolRef]:
    """Let one player lead each trick, the first one whoever the instance says."""
    for t in (*m.tricks, m.last + 1):
        yield so_many(1, [m.leads[player, t] for player in m.hands], 1)
    if m.instance.leader is not None:
        yield m.leads[m.instance.leader, 1]


def the_leaders_card_sets_the_suit(m: Model) -> Iterator[z3.BoolRef]:
    """Let the suit led be that of the leader's card, and no other."""
    for t in m.tricks:
        yield so_many(1, [m.led[suit, t] for suit in m.suits], 1)
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
        yield so_many(1, [m.best[card, t] for card in m.holder], 1)


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


def free_goals_are_shared_out(m: Model) -> Iterator[z3.BoolRef]:
    """Let each free task be taken by one player, and the shares of the players be as `assignment` says."""
    for task in m.free_tasks:
        yield so_many(1, [m.takes[player, task] for player in m.hands], 1)
    goals = [*m.free, *m.free_tasks]
    mode, number, players = m.instance.assignment if goals else "any", len(goals), len(m.hands)
    shares = {player: [m.takes[player, goal] for goal in goals] for player in m.hands}
    if mode == "draft_or_pass" and number < players:
        yield from (so_many(None, share, 1) for share in shares.values())
    elif mode in {"draft", "draft_or_pass"}:
        for first, (player, share) in product(m.hands, shares.items()):
            size = number // players + ((player - first) % players < number % players)
            yield z3.Implies(m.leads[first, 1], so_many(size, share, size))
    elif mode == "balanced":
        yield from (so_many(number // players, share, -(-number // players)) for share in shares.values())
    elif mode == "one_player":
        yield z3.Or([z3.And(share) for share in shares.values()])
    elif mode == "one_player_but_leader":
        yield z3.Or([z3.And(*share, z3.Not(m.leads[player, 1])) for player, share in shares.items()])


def pairs_in_order(instance: crewsat.Crew) -> list[tuple[crewsat.Card, crewsat.Card]]:
    """Return cards (x, y), x to be completed before y, that generate the order of tokens and lists."""
    return [*pairs_of_tokens(instance), *pairs_of_lists(instance)]


def pairs_of_tokens(instance: crewsat.Crew) -> list[tuple[crewsat.Card, crewsat.Card]]:
    """Return pairs that generate the order of tokens: numbers, then all others, omega last; arrows among themselves."""
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


def tasks_are_met(m: Model) -> Iterator[z3.BoolRef]:
    """Let every task be met by its owner, by everybody, or, if it is free, by whoever takes it."""
    for task in m.instance.tasks:
        if task.owner is None:
            yield from (z3.Implies(m.takes[player, task.id], is_met(m, task, player)) for player in m.hands)
        else:
            owners = m.hands if task.owner == "everybody" else (task.owner,)
            yield from (is_met(m, task, owner) for owner in owners)


def is_met(m: Model, task: Task, player: Who) -> z3.BoolRef:
    """State that a player, or the crew as one, meets the task, when it is judged."""
    if task.kind in {"all", "any"}:
        return {"all": z3.And, "any": z3.Or}[task.kind]([is_met(m, member, player) for member in task.of])
    if task.kind == "win_trick":
        return z3.Or([m.wins(player, t) for t in m.tricks if is_numbered(m, t, [task.trick])])
    if task.kind not in {"cards", "tricks", "leads", "row"}:
        raise crewsat.CrewsatError(f"no model of tasks of kind {task.kind}")
    return (longest_run_is_within if task.kind == "row" else number_is_within)(m, task, player)


def is_numbered(m: Model, t: int, numbers: Sequence[int | str] | None) -> bool:
    """Whether the trick is one of these; None: all are."""
    return numbers is None or t in numbers or (t == m.last and "last" in numbers)


def longest_run_is_within(m: Model, task: Task, player: Who) -> z3.BoolRef:
    """State that so many tricks are won in a row somewhere, and nowhere too many."""
    won = [m.wins(player, t) for t in m.tricks]

    def runs(size: int) -> z3.BoolRef:
        return z3.Or([z3.And(won[t : t + size]) for t in range(m.last - size + 1)])

    if task.at_most is not None:
        return z3.Not(runs(task.at_most + 1))
    least = task.exactly if task.at_least is None else task.at_least
    too_many = task.exactly is not None and task.judged == "end"
    return z3.And(runs(least), z3.Not(runs(least + 1))) if too_many else runs(least)


def number_is_within(m: Model, task: Task, player: Who) -> z3.BoolRef:
    """State that the number, or its difference to that of each other side, is within the bounds when it is judged."""
    own, rival = gains_of(m, task, player), getattr(task, "compared_with", None)
    least, most = (task.at_least, task.at_most) if task.exactly is None else (task.exactly, task.exactly)
    moments = (m.last,) if task.judged == "end" else (0, *m.tricks)

    def holds(t: int, other: list[list[z3.BoolRef]]) -> z3.BoolRef:
        return so_many(least, list(chain(*own[:t])), most, minus=list(chain(*other[:t])))

    if task.judged == "when_reached":
        return z3.Or([holds(t, []) for t in moments])
    if rival is None or isinstance(rival, tuple):
        return z3.And([holds(t, gains_of(m, task, player, rival) if rival else []) for t in moments])
    met = {side: [holds(t, gains_of(m, task, side)) for t in moments] for side in m.hands if side != player}
    found = {side: z3.And(met[side]) if side in met else z3.BoolVal(val=False) for side in m.hands}
    if rival == "leader":
        return z3.And([z3.Implies(m.leads[side, 1], found[side]) for side in m.hands])
    return z3.And([found[side] for side in met]) if rival == "others" else found[rival]


def gains_of(m: Model, task: Task, player: Who, cards: Sequence[crewsat.Card] | None = None) -> list[list[z3.BoolRef]]:
    """Return for each trick what counts for the player: its cards (or others), the lead, or that it is won and fits."""
    tricks = [(t, is_numbered(m, t, task.numbers)) for t in m.tricks]
    if task.kind == "cards":
        cards = task.cards if cards is None else cards
        return [[z3.And(m.wins(player, t), m.played[card, t]) for card in cards if counts] for t, counts in tricks]
    if task.kind == "leads":
        leads = [(card, leader) for card, leader in m.holder.items() if task.cards is None or card in task.cards]
        own = [(card, leader) for card, leader in leads if player in {leader, "crew"}]
        return [[z3.And(m.leads[p, t], m.played[card, t]) for card, p in own if counts] for t, counts in tricks]
    return [[z3.And(m.wins(player, t), *filters_of(m, task, t))] if counts else [] for t, counts in tricks]


def filters_of(m: Model, task: Task, t: int) -> Iterator[z3.BoolRef]:
    """State that the trick passes the filters."""
    if task.won_with is not None:
        yield z3.Or([m.best[card, t] for card in task.won_with])
    if task.beating is not None:
        yield z3.Or([z3.And(m.played[card, t], z3.Not(m.best[card, t])) for card in task.beating])
    if task.only is not None:
        yield z3.And([z3.Not(m.played[card, t]) for card in m.holder if card not in task.only])
    if task.total is not None:
        highest = sum(card.value for card in m.holder) + 1
        if highest >= 2**31:
            raise crewsat.CrewsatError("no model of sums of such large values")
        weighted = [(m.played[card, t], card.value) for card in m.holder]
        if task.total.at_least is not None:
            yield z3.PbGe(weighted, min(task.total.at_least, highest))
        if task.total.at_most is not None:
            yield z3.PbLe(weighted, min(task.total.at_most, highest))
    if task.as_many is not None:
        some, others = ([m.played[card, t] for card in cards] for cards in task.as_many)
        yield z3.And(z3.Or(some), so_many(0, some, 0, minus=others))


RULES: tuple[Callable[[Model], Iterator[z3.BoolRef]], ...] = (
    cards_are_gone_once_played,
    players_play_one_card_a_trick,
    one_player_leads,
    the_leaders_card_sets_the_suit,
    players_follow_suit,
    the_best_card_wins,
    the_past_has_happened,
    objectives_are_completed,
    free_goals_are_shared_out,
    objectives_are_completed_in_order,
    tasks_are_met,
)


def play_of(m: Model, values: z3.ModelRef) -> dict[str, Any]:
    """Read who takes free tasks, and the tricks to come, cut after that which succeeds; if none does, that is a bug."""
    instance, players, play = m.instance, len(m.hands), []
    takers = {task: next(p for p in m.hands if z3.is_true(values[m.takes[p, task]])) for task in m.free_tasks}
    for t in m.tricks:
        leader, winner = (next(p for p in m.hands if z3.is_true(values[m.leads[p, k]])) for k in (t, t + 1))
        turns = [(leader - 1 + k) % players + 1 for k in range(players)]
        cards = [next(card for card in m.hands[p] if z3.is_true(values[m.played[card, t]])) for p in turns]
        if t > len(instance.played) or len(instance.played[t - 1]) < players:
            play.append({"leader": leader, "cards": [str(card) for card in cards], "winner": winner})
    for end in range(len(play) + 1):
        with suppress(crewsat.IllegalPlay):
            crewsat.verify(instance, play[:end], assignment=takers)
            return {"play": play[:end], **({"assignment": takers} if takers else {})}
    raise crewsat.BugFound(f"no part of the play of the Z3 model succeeds; the instance is {instance.to_json()}")


def decide(instance: crewsat.Crew) -> dict[str, Any]:
    """Build the model, solve it and return the answer in the form of the contract."""
    clocks = [(time.perf_counter(), time.process_time())]
    model = Model(instance)
    solver = z3.Then("simplify", "card2bv", "simplify", "sat").solver()  # counts become clauses
    solver.add(*(constraint for rule in RULES for constraint in rule(model)))
    clocks.append((time.perf_counter(), time.process_time()))
    result = solver.check()
    clocks.append((time.perf_counter(), time.process_time()))
    told = {"sat": "yes", "unsat": "no"}.get(str(result), "unknown")
    answer: dict[str, Any] = {"format": 1, "game": "crew", "answer": told, "method": "z3"}
    if told == "unknown":
        answer["reason"] = "incomplete"
    if told == "yes":
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
