"""Judged small games of Hanabi, and ways of asking the formula of one: all its rules, some of them, other questions."""

from __future__ import annotations

import json
import random
import sys
from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.base.errors import IllegalPlay
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi.rules import Table, play_until_success
from crewsat.solvers import cpsat
from tests.support.hanabi_games import (
    BOTTOM_DISCARDS,
    alternating_game,
    bottom_discard_game,
    brink_game,
    crowded_game,
    late_game,
    mute_game,
    silent_game,
    small_game,
)
from tests.support.solving import solve_each

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.hanabi.actions import Action

    Moves = list[Any]


@cache
def judged_game(seed: int) -> tuple[Hanabi, bool]:
    """A game of one of the mixes and the oracle's answer; one in forty is crowded, as those take long."""
    if seed < len(RARE):
        instance = RARE[seed]()
    else:
        instance = crowded_game(seed) if seed % 40 == 39 else MIXES[seed % len(MIXES)](seed)
    return instance, search(instance) is not None


MIXES: tuple[Callable[[int], Hanabi], ...] = (
    small_game,
    silent_game,
    alternating_game,
    late_game,
    mute_game,
    brink_game,
    partial(silent_game, players=3, hand_size=1),
    partial(silent_game, empty_clues=True),
    partial(silent_game, clue_tokens=0, strikes=40),
)
"""Only silent games notice what clues touch; without tokens or with empty clues it must make no difference."""


RARE: tuple[Callable[[], Hanabi], ...] = (
    *(partial(brink_game, seed) for seed in (54, 479)),
    partial(silent_game, 130, players=3, hand_size=1),
    *(partial(alternating_game, seed) for seed in (15, 17, 193)),
    *(partial(bottom_discard_game, seed) for seed in BOTTOM_DISCARDS[:2]),
)
"""Games looked at first: a strike or discard with the last cards, the giver of a clue, or its type decides them."""


def by_needed_rules_alone(encoding_of: Any, instance: Hanabi) -> Moves | None:  # noqa: ANN401 - perhaps with mistakes
    """The formula without redundant rules and symmetries: nothing else can make a mistake good.

    A formula has many models, and each must be a play: also those in which something chosen at random is done.

    Raises:
        IllegalPlay: if one is none.
    """
    rules = sys.modules[encoding_of.__module__].RULES
    encoding = encoding_of(instance, rules=[rule for rule in rules if not (rule.redundant or rule.symmetry)])
    families = [encoding.formula.families.get(name) for name in FREE]
    chosen = [[family.now(key)] for family in families if family for key in family.rows]
    chosen = random.Random(instance.to_json()).sample(chosen, min(len(chosen), 12))
    outcomes = solve_each(encoding.formula, [[], *chosen])
    plays: list[Moves] = [encoding.decode(found.model) for found in outcomes if found.status == "satisfiable"]
    for play in plays:
        play_until_success(instance, play)
    return plays[0] if plays else None


FREE = ("strikes", "clues", "stopped", "gains", "leaves")
"""The families about what the players may choose."""


def by_first_action(encoding_of: Any, instance: Hanabi) -> Moves | None:  # noqa: ANN401
    """The formula of proofs, asked first for a play that begins with an action chosen at random.

    Raises:
        IllegalPlay: if the answer to this is not that of exhaustive search.
    """
    encoding = sys.modules[encoding_of.__module__].plain(instance)
    chosen = some_action(instance.to_json())
    assumed = [encoding.beginning(chosen[0])] if chosen else []
    *begun, outcome = solve_each(encoding.formula, [*assumed, []])
    if chosen and (begun[0].status == "satisfiable") != chosen[1]:
        raise IllegalPlay(f"{chosen[0]} is judged wrongly", rule="end", unit="step")
    found = begun[0] if chosen and chosen[1] else outcome
    play: Moves | None = encoding.decode(found.model) if found.status == "satisfiable" else None
    if chosen and chosen[1] and play and not begins_like(instance, play[0], chosen[0]):
        raise IllegalPlay(f"{play[0]} is not {chosen[0]}", rule="end", unit="step")
    return play


def begins_like(instance: Hanabi, first: Action, chosen: Action) -> bool:
    """Whether a play begins as it was asked to; in the last round all that is harmless is the same."""
    if chosen.clue is not None or Position.of(instance).turns_left is not None:
        return chosen.action != "play" or first.action == "play"
    return (first.action, first.card) == (chosen.action, chosen.card)


@cache
def some_action(game: str) -> tuple[Action, bool] | None:
    """A legal action that does not lose at once, and whether a play that wins begins like it; None if there is none.

    Clues are as good as each other here: one of them must do. So are, in the last round, all that is harmless.
    """
    instance = Hanabi(**json.loads(game))
    table = Table.after_actions(instance)
    if table.ending is not None or table.succeeded:
        return None
    after = {action: copy_after(table, action) for action in table.legal()}
    going_on = [action for action, then in after.items() if action.action != "strike" or then.strikes > 0]
    if not going_on:
        return None
    chosen = random.Random(game).choice(going_on)
    same = [action for action in going_on if action.clue is not None] if chosen.clue is not None else [chosen]
    return chosen, any(search(after[action].as_instance()) is not None for action in same)


def copy_after(table: Table, action: Action) -> Table:
    """The table after one more action."""
    after = table.copy()
    after.do(action)
    return after


def by_heights(encoding_of: Any, instance: Hanabi) -> Moves | None:  # noqa: ANN401
    """The formula without its goal: some heights that add up to the target are assumed to be reached."""
    encoding = sys.modules[encoding_of.__module__].open_ended(instance)
    position = Position.of(instance)
    ranges = [range(height, position.values + 1) for height in position.heights]
    goals = [heights for heights in product(*ranges) if sum(heights) == position.target]
    asked = [encoding.reaching(heights) for heights in goals] or [[]]
    outcomes = solve_each(encoding.formula, asked)
    found = next((outcome for outcome in outcomes if outcome.status == "satisfiable"), None)
    return None if found is None else encoding.decode(found.model, position.target)


def by_other_constraints(encoding_of: Any, instance: Hanabi) -> Moves | None:  # noqa: ANN401
    """CP-SAT, asked for as much as possible of something chosen at random: most models have many solutions."""
    encoding = encoding_of(instance)
    numbers = range(len(encoding.model.proto.variables))
    flags = [k for k in numbers if list(encoding.model.proto.variables[k].domain) == [0, 1]]
    rng = random.Random(instance.to_json())
    chosen = [encoding.model.get_bool_var_from_proto_index(k) for k in rng.sample(flags, min(len(flags), 8))]
    encoding.model.maximize(sum(chosen))
    outcome = cpsat.solve(encoding.model)
    return encoding.decode(outcome.model) if outcome.status == "satisfiable" else None
