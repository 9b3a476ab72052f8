"""Bounds on teams without communication, each on games in which few deals can be won, and claims too strong.

A game here is the positions of a small deck in which any plays are said to win: few of them, of few deals. So the best
team is found by trying: for each of these deals one of its plays that win, or none, as long as no two of them ask for
different cards in one information state.

In the bound of the first trick a deal that is lost might cost its prices, too: a policy plays some card there. In the
program it may not: only lines that win have a price.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np

from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.tiny_crew import TinyCrew
from tests.support.by_name import Claim, Mistake

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import ModuleType

    from crewsat.studies.tiny_crew.program import Program
    from crewsat.studies.tiny_crew.states import Layer, Recall

    Choices = Mapping[int, int]
    """Of information states the card chosen, as a pair of the layers."""

BOUNDS, WINNING, PROGRAM, OPTIMUM = (
    f"crewsat.studies.tiny_crew.{name}" for name in ("bounds", "winning", "program", "optimum")
)

LAST = "3 wins the last trick"
"""So that no play ends before the last trick."""

DECKS = (
    TinyCrew(colours=2, values=2, submarines=2, tasks=LAST),
    TinyCrew(colours=1, values=4, submarines=2, tasks=LAST),
    TinyCrew(colours=2, values=3, submarines=0, tasks=LAST),
)
FEW = 7
"""Deals of which any play wins, at most: player 1 has one hand in all of them, so that they get in each other's way."""


@dataclass(frozen=True)
class Team:
    """A game, and whether a team can win so many of its deals.

    Attributes:
        deck: the cards.
        layers: the game.
        asked: how many deals.
        best: how many the best team wins.
        text: the deck, and which plays win.
    """

    deck: TinyCrew
    layers: Layers
    asked: int
    best: int
    text: str


@cache
def positions(deck: TinyCrew, recall: Recall) -> Layers:
    """All positions of a deck."""
    return Layers(deck.rules, recall)


def with_plays_that_win(rng: random.Random, deck: TinyCrew, recall: Recall) -> Team:
    """A deck in which any plays of a few deals win, and the most deals that a team wins, rarely one more."""
    whole = positions(deck, recall)
    hands = whole.deals[0].tolist()
    hand = rng.choice(hands)
    alike = [deal for deal, one in enumerate(hands) if one == hand]
    deals = rng.sample(alike, min(len(alike), FEW))
    chosen: set[int] = set()
    for deal in deals:
        ends = [line[-1] for line in lines(whole, deal)]
        chosen.update(rng.sample(ends, min(len(ends), rng.choice((1, 1, 2)))))
    layers = Layers.__new__(Layers)
    layers.__dict__.update(whole.__dict__)
    child = np.zeros_like(whole.layers[-1].child)
    child[sorted(chosen)] = 1
    layers.layers = [*whole.layers[:-1], replace(whole.layers[-1], child=child)]
    best = best_team(layers)
    return Team(
        deck, layers, best + (rng.random() < 0.2), best, f"{deck}, recall {recall}, plays that win: {sorted(chosen)}"
    )


def lines(layers: Layers, deal: int) -> Iterator[list[int]]:
    """Yield all plays of a deal, as pairs, and at last the edge of the last trick that they end with."""
    yield from _lines(layers.layers, deal, [])


def _lines(tricks: Sequence[Layer], node: int, played: list[int]) -> Iterator[list[int]]:
    ends = [(node, played)]
    for seat in tricks[0].seats:
        ends = [
            (edge, [*pairs, int(seat.pairs[edge])])
            for at, pairs in ends
            for edge in range(int(seat.starts[at]), int(seat.starts[at] + seat.counts[at]))
        ]
    for edge, pairs in ends:
        if len(tricks) == 1:
            yield [*pairs, edge]
        else:
            yield from _lines(tricks[1:], int(tricks[0].child[edge]), pairs)


def best_team(layers: Layers) -> int:
    """The most deals that one policy wins, by trying everything."""
    owner = np.repeat(np.arange(len(layers.states)), layers.states.count)
    winning = layers.layers[-1].child
    plays = [
        [{int(owner[pair]): pair for pair in line[:-1]} for line in lines(layers, deal) if winning[line[-1]]]
        for deal in range(layers.layers[0].size)
    ]
    return _most([choices for choices in plays if choices], {})


def _most(deals: Sequence[Sequence[Choices]], chosen: Choices) -> int:
    """The most deals that are won when some cards have been chosen."""
    if not deals:
        return 0
    best = _most(deals[1:], chosen)
    for choices in deals[0]:
        if best == len(deals):
            break
        if all(chosen.get(state, pair) == pair for state, pair in choices.items()):
            best = max(best, 1 + _most(deals[1:], {**chosen, **choices}))
    return best


def six_cards(rng: random.Random) -> Team:
    """A team with two cards each: one choice of each player."""
    return with_plays_that_win(rng, rng.choice(DECKS), rng.choice(("printed", "perfect")))


def _after_the_first_card(module: ModuleType, team: Team) -> bool:
    return bool(module.first_card_bound(team.layers) < team.asked)


def _after_the_first_trick(module: ModuleType, team: Team) -> bool:
    """Whether the bound of the prices found says so, or that of some by chance."""
    trick, won = team.layers.layers[0], sweeps.winnable(team.layers)[0]
    rng = np.random.default_rng(team.best)
    bounds = []
    for most in (0.5, 1.0, 3.0):  # prices of cards after which the deal can still be won
        prices = [
            rng.choice((0.0, most), len(seat.pairs)) * here for seat, here in zip(trick.seats, won[1:], strict=True)
        ]
        bounds.append(module._priced(team.layers, trick, won[-1].astype(float), prices)[0])
    found = module.first_trick_bound(team.layers, team.best, iterations=25)
    return bool(min(found, *bounds) < team.asked - module.CLOSE)


def _by_prices(module: ModuleType, team: Team) -> bool:
    """Whether the bound of any prices says so: none, and some by chance."""
    program = module.Program(sys.modules[WINNING].Winning(team.layers))
    rng = np.random.default_rng(team.best)
    chosen = [rng.choice((0, module.WHOLE // 4, module.WHOLE // 2, 3 * module.WHOLE), program.rows) for _ in range(4)]
    bounds = [program.bound(prices) // module.WHOLE for prices in (np.zeros(program.rows, np.int64), *chosen)]
    return bool(min(bounds) < team.asked)


def _by_relaxation(module: ModuleType, team: Team) -> bool:
    with patch.object(module.os, "sched_getaffinity", lambda _: {0}):  # threads cost more than they save here
        return bool(_program(module, team).relaxed() < team.asked)


def _by_the_program(module: ModuleType, team: Team) -> bool:
    known = np.zeros(team.layers.pairs)
    known[team.layers.states.start] = 1.0
    return bool(_program(module, team).solved(known)[1] < team.asked)


def _program(module: ModuleType, team: Team) -> Program:
    program: Program = module.Program(sys.modules[WINNING].Winning(team.layers))
    return program


def _at_the_optimum(module: ModuleType, team: Team) -> bool:
    """Whether the best team found wins fewer; on larger decks that is left to the relaxations."""
    rng = random.Random(team.text)
    with (
        patch.object(module, "Layers", lambda _rules, _recall: team.layers),
        patch.object(module, "MOST_CARDS", rng.choice((0, module.MOST_CARDS))),
        patch.object(module, "SWEEPS", 1),
    ):
        recall = team.layers.recall
        return bool(module.optimum_of(team.deck, recall=recall, all_tricks=rng.random() < 0.5).bound < team.asked)


def _can_win(team: Team) -> bool:
    return team.asked <= team.best


CLAIMS = [
    Claim(
        "all cards are turned up after the first one",
        [BOUNDS],
        _after_the_first_card,
        six_cards,
        _can_win,
        [
            Mistake("the worst card is led", "return round(float(np.maximum", "return round(float(np.minimum"),
            Mistake(
                "a deal less is won", ".sum()))\n\n\ndef first_trick_bound", ".sum())) - 1\n\n\ndef first_trick_bound"
            ),
        ],
        printed=lambda team: f"{team.text}, {team.asked} deals",
    ),
    Claim(
        "all cards are turned up after the first trick",
        [BOUNDS],
        _after_the_first_trick,
        six_cards,
        _can_win,
        [
            Mistake("states pay nothing back", "total += float(paid[dearest].sum())", "total += 0.0"),
            Mistake(
                "the cheapest card pays",
                "dearest = _first_best(paid, starts, counts)",
                "dearest = _first_best(-paid, starts, counts)",
            ),
            Mistake(
                "others play their worst", "values.append(np.maximum.reduceat(", "values.append(np.minimum.reduceat("
            ),
            Mistake("less than a deal is none", "int(np.floor(best + CLOSE))", "int(np.floor(best - CLOSE))"),
        ],
        printed=lambda team: f"{team.text}, {team.asked} deals",
    ),
    Claim(
        "prices of the program",
        [WINNING, PROGRAM],
        _by_prices,
        six_cards,
        _can_win,
        [
            Mistake("a deal that is lost costs its prices", "int(np.maximum(best, 0).sum())", "int(best.sum())"),
            Mistake("the worst line is played", "best = np.maximum.reduceat(", "best = np.minimum.reduceat("),
            Mistake("the cheapest card pays", "dearest = np.maximum.reduceat(", "dearest = np.minimum.reduceat("),
            Mistake("states pay nothing back", "total += int(dearest[before == NONE].sum())", "total += 0"),
            Mistake(
                "lines of two deals that are alike count once",
                "(table[:, 1:] != table[:, :-1]).any(axis=0)",
                "(table[:-1, 1:] != table[:-1, :-1]).any(axis=0)",
                WINNING,
            ),
        ],
        printed=lambda team: f"{team.text}, {team.asked} deals",
    ),
    Claim(
        "linear relaxation",
        [WINNING, PROGRAM],
        _by_relaxation,
        six_cards,
        _can_win,
        [
            Mistake(
                "the solver is taken at its word",
                "min(self.bound(prices), self.bound(none)) // WHOLE",
                "int(found.objective_value())",
            ),
            Mistake("a millionth less is a deal less", "self.bound(none)) // WHOLE", "self.bound(none) - 1) // WHOLE"),
        ],
        printed=lambda team: f"{team.text}, {team.asked} deals",
    ),
    Claim(
        "integer program",
        [WINNING, PROGRAM],
        _by_the_program,
        six_cards,
        _can_win,
        [
            Mistake("less than a deal is none", "best_objective_bound() + 1e-6", "best_objective_bound() - 1e-6"),
            Mistake(
                "one of two deals is won",
                "np.unique(winning.deals, return_inverse=True)",
                "np.unique(winning.deals // 2, return_inverse=True)",
            ),
            Mistake(
                "a choice is made in one deal only",
                "keys = (winning.deals * self._size + winning.choices)[made]",
                "keys = winning.choices[made]",
            ),
        ],
        printed=lambda team: f"{team.text}, {team.asked} deals",
    ),
    Claim(
        "optimum",
        [OPTIMUM],
        _at_the_optimum,
        six_cards,
        _can_win,
        [
            Mistake(
                "what has been learned is the best",
                "won, bound = _won(layers, best), first_card_bound(layers)",
                "won = bound = _won(layers, best)",
            ),
            Mistake("the bound of the program is not reached", "min(bound, searched)", "min(bound, searched - 1)"),
            Mistake(
                "a bound is what is not reached",
                "bound = min(bound, program.relaxed(deadline))",
                "bound = min(bound, program.relaxed(deadline) - 1)",
            ),
            Mistake(
                "the bound of the first trick is not reached", "go_on=in_time))\n    if", "go_on=in_time) - 1)\n    if"
            ),
        ],
        printed=lambda team: f"{team.text}, {team.asked} deals",
    ),
]
