"""Games of Skull & Roses played again by the referee: every move must be legal, and everything is counted once more."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.skull.referee import Move, State, after, moves, start
from crewsat.studies.skull.rules import OPTIONS, Rules
from crewsat.studies.skull.simulator import COLUMNS, Games

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def every_rules(players: int, **parameters: Any) -> Iterator[Rules]:  # noqa: ANN401 - roses, skulls, wins
    """All combinations of the options."""
    for values in product(*OPTIONS.values()):
        yield Rules(players, **parameters, **dict(zip(OPTIONS, values, strict=True)))


def some_rules(players: int, **parameters: Any) -> Iterator[Rules]:  # noqa: ANN401 - the same
    """Sixteen combinations, among which any three options have all combinations of their values equally often."""
    for a, b, c, d in product((0, 1), repeat=4):
        places = a, b, c, d, a ^ b ^ c, a ^ b ^ d, a ^ c ^ d, b ^ c ^ d
        values = {name: values[place] for (name, values), place in zip(OPTIONS.items(), places, strict=True)}
        yield Rules(players, **parameters, **values)


def check_games(rules: Rules, games: int, seed: int) -> int:
    """Play random games, and play them again by the referee; return how many.

    A difference is told with the rules and the seed, from which it can be found again.
    """
    played = Games(rules, games, np.random.default_rng(seed), recorded=True)
    for number, line in enumerate(played.lines()):
        where = {"rules": rules.as_dict(), "games": games, "seed": seed, "game": number}
        end, counts = replayed(rules, line, where)
        assert end.turn == "over", where
        assert end.player == played.winner[number], where
        assert counts == {name: played.counts[name][number] for name in COLUMNS}, where
    return games


def replayed(rules: Rules, line: Iterable[Move], where: object) -> tuple[State, dict[str, int]]:
    """Play moves by the referee and count by its states; a move that is not legal is told with where it is from."""
    state, counts = start(rules), Counter(dict.fromkeys([*COLUMNS, "revealed"], 0))
    for move in line:
        possible = moves(rules, state)
        assert move in possible, (where, state, move)
        then = after(rules, state, move)
        if len(possible) == 1:
            counts[_FORCED.get(move.what) or _whose(state, move)] += 1
        counts[_NAMES[move.what, state.turn]] += 1
        _COUNT[state.turn](rules, state, move, then, counts)
        state = then
    assert counts.pop("revealed") == counts["own"] + counts["others"]
    return state, dict(counts)


_NAMES = {
    ("first", "first"): "rounds",
    ("card", "card"): "placed",
    ("bet", "card"): "openings",
    ("bet", "bid"): "raises",
    ("pass", "bid"): "passes",
    ("reveal", "reveal"): "revealed",
    ("discard", "discard"): "discards",
}


_FORCED = {
    "first": "forced_rounds",
    "bet": "forced_openings",
    "pass": "forced_passes",
    "discard": "forced_discards",
}


def _whose(state: State, move: Move) -> str:
    return "forced_own" if move.choice == state.challenger else "forced_others"


def _of_first(rules: Rules, state: State, _move: Move, then: State, counts: Counter[str]) -> None:
    hands = [state.owned[player] for player in state.playing]
    kinds = [sum(number > 0 for number in hand) for hand in hands]
    cards = [sum(hand) for hand in hands]
    counts.update(seats=len(hands), seat_kinds=sum(kinds), seat_cards=sum(cards))
    counts.update(first_kinds=prod(kinds), first_cards=prod(cards))
    _passed_over(rules, (state.player - 1) % rules.players, then, counts)


def _of_card(rules: Rules, state: State, move: Move, then: State, counts: Counter[str]) -> None:
    hand = state.hand(state.player)
    bets = sum(move.what == "bet" for move in moves(rules, state))
    counts.update(turn_kinds=sum(number > 0 for number in hand), turn_cards=sum(hand), turn_bets=bets)
    if move.what == "card":
        _passed_over(rules, state.player, then, counts)


def _passed_over(rules: Rules, last: int, then: State, counts: Counter[str]) -> None:
    seat = (last + 1) % rules.players
    while seat != then.player:
        counts["passed_over"] += seat in then.playing
        seat = (seat + 1) % rules.players


def _of_bid(_rules: Rules, state: State, move: Move, _then: State, counts: Counter[str]) -> None:
    counts["pass_bets" if move.what == "pass" else "raise_bets"] += state.on_the_table - state.bet


def _of_reveal(rules: Rules, state: State, move: Move, then: State, counts: Counter[str]) -> None:
    whose = "own" if move.choice == state.challenger else "others"
    counts.update({whose: 1, f"{whose}_piles": len(moves(rules, state))})
    counts["successes"] += then.turn in {"first", "over"}


def _of_discard(_rules: Rules, state: State, _move: Move, _then: State, counts: Counter[str]) -> None:
    cards = state.owned[state.challenger]
    counts.update(discard_kinds=sum(number > 0 for number in cards), discard_cards=sum(cards))


_COUNT = {"first": _of_first, "card": _of_card, "bid": _of_bid, "reveal": _of_reveal, "discard": _of_discard}
