"""The claims of sections 1 and 2 of the paper on Hackenbush: sides, queer games, figure 1, cooperation."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from crewsat.algorithms.hackenbush.every_coalition import EveryCoalition, players_of
from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.games.hackenbush.rules import start
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hackenbush.strings import Strings
from crewsat.studies.audit.hackenbush.truth import is_queer, outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.hackenbush.instance import Hackenbush
    from crewsat.studies.audit.claims import Finding

# Section 1


def solved(instance: Hackenbush) -> bool:
    """Return whether the coalition of an instance wins, according to the solver."""
    return Positions(instance).coalition_wins(start(instance).lengths, instance.to_move)


def _one_side_wins(case: Strings) -> Finding:
    everybody = case.coalitions[-1]
    both = [one for one in case.divisions if solved(case.asked(one)) == solved(case.asked(everybody - one))]
    return case.wrong("a coalition and all others can both force a win, or neither", both)


def _solver_is_right(case: Strings) -> Finding:
    return case.wrong(
        "the solver is wrong", (one for one in case.coalitions if solved(case.asked(one)) != case.wins(one))
    )


WORST_CASE: Claim[Strings] = Claim(
    "worst-case",
    "section 1",
    "For the strategy of a coalition all other players are to be taken as allied against it: of two coalitions that "
    "all players form, exactly one has a winning strategy.",
    "positions",
    (
        Reading("one-side", "exactly one of a coalition and all others, by the solver of crewsat", _one_side_wins),
        Reading(
            "solver",
            "the solver of crewsat says of every coalition what an exhaustive search says",
            _solver_is_right,
            repaired=True,
        ),
    ),
)


def _one_of_two_wins(case: Strings) -> Finding:
    if case.players != 2:
        return None
    able = [player for player in (1, 2) if case.wins(1 << player - 1)]
    return Failure("not exactly one of the two can force a win", case.asked()) if len(able) != 1 else False


NO_COALITIONS: Claim[Strings] = Claim(
    "no-coalitions",
    "section 1",
    "In games of two players there are no coalitions, because the two are in conflict with each other.",
    "two-players",
    (Reading("one-wins", "exactly one of the two can force a win", _one_of_two_wins),),
)

# Section 2


def first_to_be_stuck(strings: tuple[tuple[int, ...], ...], player: int) -> int:
    """Return who loses Blue-Red Hackenbush: the first player unable to move, if both play optimally."""
    for k, string in enumerate(strings):
        for edge, label in enumerate(string):
            if label == player:
                left = (*strings[:k], string[:edge], *strings[k + 1 :])
                if first_to_be_stuck(left, 3 - player) != player:
                    return 3 - player
    return player


def _is_blue_red(case: Strings) -> Finding:
    loser = first_to_be_stuck(case.strings, case.to_move)
    return case.wrong(
        "who is stuck first is not the one who leaves", (one for one in (1, 2) if case.wins(one) == (loser == one))
    )


BLUE_RED: Claim[Strings] = Claim(
    "blue-red",
    "section 2",
    "N-player Hackenbush is the multi-player version of Blue-Red Hackenbush, in which the first player unable to move "
    "is the loser.",
    "two-players",
    (Reading("two-players", "with two players both sets of rules have the same winner", _is_blue_red),),
)


def _at_most_one(case: Strings) -> Finding:
    able = [player for player in range(1, case.players + 1) if case.wins(1 << player - 1)]
    return Failure("several players can force a win", case.asked()) if len(able) > 1 else False


def _mover_does_not_matter(case: Strings) -> Finding:
    for mover in range(1, case.players + 1):
        if is_queer(outcome(case.asked(to_move=mover))) != case.queer:
            return Failure("the position is queer or not, depending on who moves first", case.asked())
    return False


def _strings_are_queer_or_not(case: Strings) -> Finding:
    return _mover_does_not_matter(case) if case.players > 1 else None


DEFINITION_2: Claim[Strings] = Claim(
    "definition-2",
    "section 2, definitions 1 and 2",
    "A position is called queer if no player can force a win.",
    "positions",
    (
        Reading(
            "with-its-mover",
            "a position says who moves first, and at most one player can force a win: it is queer, or has a winner",
            _at_most_one,
        ),
        Reading(
            "without-a-mover",
            "a position is the strings alone: whether it is queer is the same whoever moves first",
            _strings_are_queer_or_not,
        ),
    ),
    repaired="The mover is part of a position; in the paper it is player 1.",
    remark="How many positions are queer is in the tables below: none of two players, none of fewer than five edges.",
)


def winner_after_each_cut(
    strings: tuple[tuple[int, ...], ...], winner: Callable[[tuple[tuple[int, ...], ...]], int | None]
) -> Iterator[tuple[bool, int | None]]:
    """Yield, for each cut of player 1, whether a whole string falls and who can then force a win."""
    for k, string in enumerate(strings):
        for edge, label in enumerate(string):
            if label == 1:
                yield edge == 0, winner((*strings[:k], string[:edge], *strings[k + 1 :]))


def _winner_with_player_2_to_move(strings: tuple[tuple[int, ...], ...]) -> int | None:
    case = Strings(strings, 3, 2)
    return next((p for p in range(1, 4) if case.wins(1 << p - 1)), None)


def _figure_1(case: Strings, *, only: bool) -> Finding:
    if case.players != 3 or case.to_move != 1:
        return None
    cuts = list(winner_after_each_cut(case.strings, _winner_with_player_2_to_move))
    if not {(True, 2), (True, 3)} <= set(cuts) or (only and len(cuts) > 2):
        return None
    return False if case.queer else Failure("player 1 can force a win by another cut", case.asked())


FIGURE_1: Claim[Strings] = Claim(
    "figure-1",
    "section 2, figure 1",
    "No player has a winning strategy, because if player 1 removes the first string, player 3 has one, and if he "
    "removes the second string, player 2 has one.",
    "positions",
    (
        Reading(
            "two-cuts",
            "player 1 has these two cuts, and no other: the position is queer",
            lambda c: _figure_1(c, only=True),
        ),
        Reading(
            "other-cuts",
            "player 1 may have other cuts, too, of which the text says nothing: the position is queer",
            lambda c: _figure_1(c, only=False),
        ),
    ),
    repaired="The reason is complete if player 1 has no other cut, or none that wins.",
    remark="The picture could not be consulted. All smallest positions that behave as the text says are in a table.",
)


def _in_queer_positions(says: Callable[[Strings], Finding]) -> Callable[[Strings], Finding]:
    return lambda case: says(case) if case.queer else None


def _pairs(case: Strings) -> list[int]:
    return [1 << a | 1 << b for a, b in combinations(range(case.players), 2)]


def _some_coalition(case: Strings) -> Finding:
    if any(case.wins(coalition) for coalition in case.divisions):
        return False
    return Failure("no coalition with members on both sides wins", case.asked())


def _some_pair(case: Strings) -> Finding:
    return False if any(map(case.wins, _pairs(case))) else Failure("no two players win together", case.asked(0))


def _every_pair(case: Strings) -> Finding:
    return case.wrong("two players do not win together", (pair for pair in _pairs(case) if not case.wins(pair)))


def _all_but_one(case: Strings) -> Finding:
    everybody = case.coalitions[-1]
    rests = (everybody - (1 << player) for player in range(case.players))
    return case.wrong("all players but one do not win together", (rest for rest in rests if not case.wins(rest)))


COOPERATION: Claim[Strings] = Claim(
    "cooperation",
    "section 2, after figure 1, and the abstract",
    "When the game is queer, only cooperation between players can guarantee a winning strategy: each player alone "
    "loses, and together they win.",
    "positions",
    (
        Reading(
            "some-coalition",
            "some coalition of several players, but not of all, has a winning strategy",
            _in_queer_positions(_some_coalition),
        ),
        Reading("some-pair", "some two players win together", _in_queer_positions(_some_pair)),
        Reading(
            "three-players",
            "of three players, any two win together",
            _in_queer_positions(lambda case: _every_pair(case) if case.players == 3 else None),
        ),
        Reading("every-pair", "any two players win together, of any number", _in_queer_positions(_every_pair)),
        Reading("all-but-one", "all players but one win together", _in_queer_positions(_all_but_one), repaired=True),
    ),
    repaired="All players but one win together, whoever is left out; for three players these are any two.",
    remark="It follows from the definition: if one player cannot force a win, all others can prevent it.",
)


def _makes_the_last_move(case: Strings) -> Finding:
    if not case.edges:
        return None
    moving = EveryCoalition(case.players).winning(case.strings, case.to_move)
    wrong = (one for one in case.coalitions if bool(moving >> one & 1) != case.wins(one))
    return case.wrong("a coalition can force the last move but not the win, or the win but not the last move", wrong)


def _one_member(case: Strings) -> Finding:
    """Report a coalition that wins but cannot choose a member who is then always the last one left."""
    forcing = case.outcome.forcing
    wrong = (
        coalition
        for coalition in case.divisions
        if case.wins(coalition) and not any(forcing[p - 1] >> coalition & 1 for p in players_of(coalition))
    )
    return case.wrong("a coalition wins, but cannot say which of its members will be the last one left", wrong)


LAST_MOVE: Claim[Strings] = Claim(
    "last-move",
    "section 2, after figure 1",
    "A winning strategy of a coalition is that one player of the coalition is always able to make the last move.",
    "positions",
    (
        Reading(
            "some-member",
            "a coalition has a winning strategy iff it can force some member to make the last move, if there is one",
            _makes_the_last_move,
        ),
        Reading(
            "one-member",
            "in queer positions, it can force it for one member, who is the same against every defence",
            _in_queer_positions(_one_member),
        ),
    ),
    repaired="Some member makes the last move; who it is depends on the others, and need not be known beforehand.",
    remark="Without any edge nobody moves, and the last one left is the player before the one who was to move.",
)


CLAIMS = (WORST_CASE, NO_COALITIONS, BLUE_RED, DEFINITION_2, FIGURE_1, COOPERATION, LAST_MOVE)
