"""Who may say no to a position of Hackenbush, each with positions that are mostly won, and claims too strong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import IllegalPlay
from crewsat.engine.limits import Limits
from crewsat.engine.notes import ignore_progress
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.rules import Move
from tests.support.by_name import Claim, Mistake
from tests.support.hackenbush_second_opinion import Opinion, cuts, judged_moves, wins

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from types import ModuleType

ALGORITHMS = "crewsat.algorithms.hackenbush"
BERLEKAMP, PREFIXES, POSITIONS = f"{ALGORITHMS}.berlekamp", f"{ALGORITHMS}.prefixes", f"{ALGORITHMS}.positions"
CLAIMED_YES = f"{ALGORITHMS}.claims"
COALITIONS = "crewsat.questions.hackenbush.coalitions"
PRINTED, EVERY_COALITION = f"{ALGORITHMS}.printed", f"{ALGORITHMS}.every_coalition"


def few_edges_each(rng: random.Random) -> Hackenbush:
    """A position of two to five players with one or two edges each, so that some fall before their owner's turn."""
    players = rng.choice((2, 3, 3, 3, 4, 4, 5))
    labels = [player for player in range(1, players + 1) for _ in range(rng.choice((0, 1, 1, 1, 2, 2)))]
    return mostly_won(rng, in_strings(rng, labels[:8]), players)


def one_way_to_win(rng: random.Random) -> Hackenbush:
    """A position of two or three players, some strings of which begin alike; of the mover's cuts one wins, rarely none.

    Mostly he has another edge above the one that he must cut.
    """
    while True:
        players = rng.choice((2, 2, 3))
        mover, *others = rng.sample(range(1, players + 1), players)
        strings = in_strings(rng, [rng.randint(1, players) for _ in range(rng.randint(2, 5))])
        strings.append([mover, *rng.choices(others, k=rng.randint(1, 2)), mover][: rng.choice((1, 4, 4))])
        for _ in range(rng.choice((0, 1, 1, 2))):
            begin = rng.choice(strings)
            strings.append(begin[: rng.randint(1, len(begin))] + [rng.randint(1, players)] * (rng.random() < 0.5))
        coalition = [mover, *others[: rng.randint(0, players - 2)]]
        instance = Hackenbush(strings=strings, coalition=coalition, to_move=mover, players=players)
        judged = judged_moves(instance) if sum(map(len, strings)) <= 8 else {}
        winning = [cut for cut in judged if judged[cut]]
        if len(winning) == 1 < len(judged) and (is_below_another(instance, *winning[0]) or rng.random() < 0.5):
            return instance
        if judged and not winning and rng.random() < 0.01:
            return instance


def is_below_another(instance: Hackenbush, string: int, edge: int) -> bool:
    """Whether the owner of an edge, counted from 1, has another one above it."""
    labels = instance.strings[string - 1]
    return labels[edge - 1] in labels[edge:]


def nobody_left_out(rng: random.Random) -> Hackenbush:
    """A position with a coalition of two or three that wins, and not without any of them; rarely any position."""
    while True:
        instance = few_edges_each(rng)
        if rng.random() < 0.01:
            return instance
        members = instance.coalition
        fewer = [instance.model_copy(update={"coalition": tuple({*members} - {one})}) for one in members]
        if len(members) == rng.choice((2, 3, 3, 3)) and wins(instance) and not any(map(wins, fewer)):
            return instance


def two_players(rng: random.Random) -> Hackenbush:
    """A position of two players whose strings are worth next to nothing together; others are of three, or for both."""
    players = 3 if rng.random() < 0.2 else 2
    strings = in_strings(rng, [rng.randint(1, players) for _ in range(rng.randint(0, 7))])
    strings += [[3 - label if label < 3 else label for label in string] for string in strings[:1]]
    coalition = [1, 2] if players == 2 and rng.random() < 0.1 else [rng.randint(1, players)]
    return mostly_won(rng, strings, players, coalition)


def in_strings(rng: random.Random, labels: list[int]) -> list[list[int]]:
    """Edges in strings of one to four."""
    rng.shuffle(labels)
    strings = []
    while labels:
        length = rng.randint(1, 4)
        strings.append(labels[:length])
        labels = labels[length:]
    return strings


def mostly_won(
    rng: random.Random, strings: list[list[int]], players: int, coalition: Sequence[int] | None = None
) -> Hackenbush:
    """A position with any coalition, or with all others if it loses, rarely with one that loses."""
    everybody = range(1, players + 1)
    side = rng.sample(everybody, rng.randint(0, players)) if coalition is None else coalition
    instance = Hackenbush(strings=strings, coalition=side, to_move=rng.randint(1, players), players=players)
    if wins(instance) or rng.random() < 0.3:
        return instance
    return instance.model_copy(update={"coalition": tuple(player for player in everybody if player not in side)})


class ClaimedYes(NamedTuple):
    """A position that is claimed to be won, and the first move of the coalition, if it moves first."""

    instance: Hackenbush
    play: tuple[Move, ...]
    as_json: bool

    def to_json(self) -> str:
        """Return it as text."""
        return f"{self.instance.to_json()} {json.dumps([move.as_dict() for move in self.play])}"


def claimed_yes(rng: random.Random) -> ClaimedYes:
    """A position with a move of the coalition that wins if it has one; rarely with any move."""
    instance = rng.choice((few_edges_each, few_edges_each, one_way_to_win))(rng)
    side, order = Opinion(instance.coalition), _still_in(instance)
    if len(order) == 1 or order[0] not in side.coalition:
        return ClaimedYes(instance, (), as_json=False)
    moves = {Move(order[0], *place): after for place, after in cuts(instance.strings, order[0])}
    winning = [move for move, after in moves.items() if side.wins(after, (*order[1:], order[0]))]
    move = rng.choice(list(moves) if rng.random() < 0.1 or not winning else winning)
    return ClaimedYes(instance, (move,), as_json=rng.random() < 0.5)


def is_right(claimed: ClaimedYes) -> bool:
    """Whether the coalition wins after its move, by the second opinion; positions come with as many moves as needed."""
    instance = claimed.instance
    side, order, strings = Opinion(instance.coalition), _still_in(instance), instance.strings
    for move in claimed.play:
        strings = dict(cuts(strings, move.player))[move.string, move.edge]
        order = (*order[1:], order[0])
    return side.wins(strings, order)


def _still_in(instance: Hackenbush) -> tuple[int, ...]:
    """The players in the order of their turns, when those who have no edge have left; one at least stays."""
    first = instance.to_move
    order = [*range(first, instance.number_of_players + 1), *range(1, first)]
    while len(order) > 1 and not any(order[0] in string for string in instance.strings):
        order.pop(0)
    return tuple(order)


def _refused(module: ModuleType, claimed: ClaimedYes) -> bool:
    play = [move.as_dict() if claimed.as_json else move for move in claimed.play]
    try:
        module.verified(claimed.instance, play)
    except IllegalPlay:
        return True
    return False


def _contains_none_that_wins(module: ModuleType, instance: Hackenbush) -> bool:
    found = module.coalitions(
        instance, Limits(None, None, resident=False, solver=None, seed=None), note=ignore_progress
    )
    return not any(set(members) <= set(instance.coalition) for members in found.minimal)


def _search_loses(module: ModuleType, instance: Hackenbush) -> bool:
    return not module.search(instance).wins


def _value_loses(module: ModuleType, instance: Hackenbush) -> bool:
    solution = module.decide_two_players(instance)
    return getattr(solution, "wins", None) is False


def _not_among_the_winning(module: ModuleType, instance: Hackenbush) -> bool:
    winning = module.EveryCoalition(instance.players).winning(instance.strings, instance.to_move)
    return not winning >> sum(1 << member - 1 for member in instance.coalition) & 1


FALLS = [
    Mistake(
        "all falls that stands on a single edge",
        "while goal != own and (label[goal] - player) % n > turns:",
        "while goal != own:",
    ),
    Mistake(
        "also what the player before its owner has",
        "(label[goal] - player) % n > turns:",
        "(label[goal] - player) % n > turns - 2:",
    ),
    Mistake("without edges whoever is to move is left", "before = (player - 2) % self.players + 1", "before = player"),
    Mistake("nothing is left where no edge is left", "if any(state.totals) else side[before]", ""),
]
CUTS = [
    Mistake(
        "it does not matter who moves", "number = player * self._tree.end + sum(", "number = self._tree.end + sum("
    ),
    Mistake(
        "what is below an edge of one's own is superfluous",
        "if tried.get(label) != fallen[not mine]:",
        "if label not in tried:",
        PREFIXES,
    ),
    Mistake("equal strings count once", "self.end *= begin[node] + 1", "self.end *= begin[node]", PREFIXES),
    Mistake(
        "the highest of the edges of one string does not count",
        "self.end = self.weight[node] + unit",
        "self.end = self.weight[node]",
        PREFIXES,
    ),
    Mistake(
        "edges of one string weigh nothing",
        "self.weight.append(self.weight[below] + unit)",
        "self.weight.append(self.weight[below])",
        PREFIXES,
    ),
]

CLAIMS = [
    Claim(
        "positions: edges that fall",
        [PREFIXES, POSITIONS],
        _search_loses,
        few_edges_each,
        wins,
        FALLS,
        method="positions",
    ),
    Claim("positions: cuts", [PREFIXES, POSITIONS], _search_loses, one_way_to_win, wins, CUTS, method="positions"),
    Claim(
        "berlekamp",
        [BERLEKAMP],
        _value_loses,
        two_players,
        wins,
        [
            Mistake("any number of players", "instance.number_of_players != 2 or", ""),
            Mistake("who begins wins at 0", "3 - instance.to_move", "instance.to_move"),
            Mistake("0 is more than nothing", "winner = 1 if value > 0", "winner = 1 if value >= 0"),
            Mistake(
                "a change of players is worth a whole edge",
                "(1 << len(rest)) + 1 << bits - len(rest)",
                "(1 << len(rest)) + 1 << bits - len(rest) + 1",
            ),
            Mistake(
                "the first edge of the other player counts with the run",
                "label != string[0]), len(string))",
                "label != string[0]), len(string) - 1) + 1",
            ),
            Mistake(
                "the last edge weighs as much as the one before", "(1 << len(rest)) + 1 <<", "(1 << len(rest)) + 2 <<"
            ),
        ],
        method="berlekamp",
    ),
    Claim(
        "printed",
        [PRINTED],
        _search_loses,
        few_edges_each,
        wins,
        [
            Mistake("without edges the coalition has lost", "return None, None, 1 - j", "return None, None, 1"),
            Mistake(
                "an empty coalition is removed by nobody", "return 1 - empty[0] if empty else", "return 1 if empty else"
            ),
            Mistake(
                "only the first cut is tried",
                "if untried is not None and result != j:",
                "if untried is not None and result == j:",
            ),
        ],
        method="printed",
    ),
    Claim(
        "every coalition",
        [EVERY_COALITION],
        _not_among_the_winning,
        one_way_to_win,
        wins,
        [
            Mistake("the mover needs all of his cuts", "some & self._members", "every & self._members"),
            Mistake("all others need one cut less", "every & ~self._members", "some & every & self._members"),
            Mistake(
                "without edges whoever is to move is left",
                "(): coalitions_with(players, players)",
                "(): coalitions_with(1, players)",
            ),
            Mistake(
                "of strings that begin alike one is cut", "strings[k - 1] == string", "strings[k - 1][:1] == string[:1]"
            ),
        ],
    ),
    Claim(
        "a yes without its strategy",
        [PREFIXES, POSITIONS, CLAIMED_YES],
        _refused,
        claimed_yes,
        is_right,
        [
            Mistake(
                "who has no edge moves first",
                "position.player in instance.members",
                "instance.to_move in instance.members",
            ),
            Mistake("who is left alone must move", "winner is None and position.player in", "position.player in"),
            Mistake(
                "only who is to move can be left alone",
                "wins = winner in instance.members",
                "wins = winner == instance.to_move",
            ),
            Mistake(
                "the same player moves again",
                "(position.lengths, position.player)",
                "(position.lengths, instance.to_move)",
            ),
            Mistake("moves are given as JSON only", "claim.as_dict() if isinstance(claim, Move) else claim", "claim"),
            Mistake(
                "moves are given as such only",
                "claim.as_dict() if isinstance(claim, Move) else claim",
                "isinstance(claim, Move) and claim.as_dict()",
            ),
        ],
    ),
    Claim(
        "minimal coalitions",
        [COALITIONS],
        _contains_none_that_wins,
        nobody_left_out,
        wins,
        [
            Mistake(
                "a member of one that wins loses without it",
                "set(other) <= set(members) or not",
                "set(other) & set(members) or not",
            ),
            Mistake(
                "whoever is not of one that wins loses",
                "not set(other) & set(members) for",
                "not set(members) <= set(other) for",
            ),
            Mistake("the last player joins nobody", "following >= size", "following > size"),
            Mistake("nobody joins later", "set(other) & {*members, *left}", "set(other) & {*members}"),
        ],
    ),
]
