"""What makes the search for positions fast is needed, and is just strong enough; long inputs and limits."""

from __future__ import annotations

import random
import time
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.hackenbush import positions, printed
from crewsat.algorithms.hackenbush.berlekamp import decide_two_players, hackenbush_value
from crewsat.algorithms.hackenbush.positions import Positions
from crewsat.algorithms.hackenbush.prefixes import ROOT, Cut, Prefixes
from crewsat.algorithms.result import Solution
from crewsat.base.errors import Stopped
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.rules import Move, play_against_every_defence
from crewsat.problems.qbf import families
from crewsat.reductions.qbf_to_hackenbush import reduce
from tests.support.hackenbush_second_opinion import Opinion, in_turn_order, wins
from tests.support.hackenbush_ways import fault_of_strategy
from tests.support.random_strings import small_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.algorithms.hackenbush.positions import _State


def whole(instance: Hackenbush) -> tuple[int, ...]:
    return tuple(map(len, instance.strings))


def visited(instance: Hackenbush) -> tuple[bool, int]:
    """The answer and how many positions it took."""
    found = positions.search(instance)
    assert found.positions is not None
    return found.wins, found.positions


def reductions() -> Iterator[Hackenbush]:
    for seed in range(3):
        yield reduce(families.random_(7, 7, seed=seed))


# The three facts


def test_who_has_left_need_not_be_remembered() -> None:
    """With some who have no edge left out beforehand, the second opinion stays, as long as there are edges."""
    tried = 0
    for seed in range(1_500):
        instance = small_position(seed, most_edges=6)
        able = {label for string in instance.strings for label in string}
        still_in = in_turn_order(instance.number_of_players, instance.to_move)
        fewer = tuple(player for player in still_in if player in able)
        if fewer and fewer != still_in:
            opinion = Opinion(instance.coalition)
            assert opinion.wins(instance.strings, still_in) is opinion.wins(instance.strings, fewer), instance.to_json()
            tried += 1
    assert tried > 500


@pytest.mark.slow
def test_without_the_edges_that_fall_a_reduction_takes_ten_times_the_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = [visited(instance) for instance in reductions()]
    monkeypatch.setattr(Positions, "_take_what_falls", lambda *_: False)
    plain = [visited(instance) for instance in reductions()]
    assert [answer for answer, _ in plain] == [answer for answer, _ in usual]
    assert sum(number for _, number in plain) > 10 * sum(number for _, number in usual)


def every_cut(tree: Prefixes, node: int) -> dict[int, list[Cut]]:
    """All cuts, superfluous ones as well."""
    cuts: dict[int, list[Cut]] = {}
    while node != ROOT:
        label, node = tree.label[node], tree.parent[node]
        cuts.setdefault(label, []).append(Cut(node, (0, 0)))
    return cuts


def test_without_the_superfluous_cuts_there_are_fewer_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    strings = [[1, 1, 1, 2, 2, 3, 3, 1], [2, 2, 2, 3, 1, 1], [3, 3, 1, 1, 2], [3, 1, 1, 1]]
    instance = Hackenbush(strings=strings, coalition=[1, 3])
    usual = visited(instance)
    monkeypatch.setattr(Prefixes, "_worth_a_try", every_cut)
    plain = visited(instance)
    assert plain[0] is usual[0]
    assert plain[1] > 1.5 * usual[1]


def test_equal_strings_are_worked_out_once() -> None:
    """Ten equal strings of two edges have 66 positions a player, not 3^10."""
    assert visited(Hackenbush(strings=[[1, 2]] * 10, coalition=[1]))[1] <= 2 * 66


@pytest.mark.parametrize("sides", [([1], [2]), ([1, 2], [3])])
def test_a_side_that_owns_all_edges_has_won(sides: tuple[list[int], list[int]]) -> None:
    for coalition, won in zip(sides, (True, False), strict=True):
        instance = Hackenbush(strings=[sides[0] * 50] * 50, coalition=coalition, players=3)
        assert visited(instance) == (won, 0)


# Each of them stated too strongly is found out


def all_above_a_single_edge(self: Positions, state: _State, _player: int) -> bool:
    """Wrong: edges on a single edge are taken although somebody may cut one of them, or one below, in time."""
    found = False
    for single in range(1, self.players + 1):
        if state.counts[single] == 1:
            string, own = divmod(state.places[single], len(self._tree.parent))
            found |= state.nodes[string] != own
            self._cut(state, string, own)
    return found


def with_one_turn_more(self: Positions, state: _State, player: int) -> bool:
    """Wrong: an edge of the player who moves next before the owner of the single edge is taken, too."""
    parent, label, n, found = self._tree.parent, self._tree.label, self.players, False
    for single in range(1, n + 1):
        if state.counts[single] == 1:
            string, own = divmod(state.places[single], len(parent))
            goal = state.nodes[string]
            while goal != own and (label[goal] - player) % n >= (single - player) % n - 1:
                goal = parent[goal]
            found |= goal != state.nodes[string]
            self._cut(state, string, goal)
    return found


def topmost_cuts(tree: Prefixes, node: int) -> dict[int, list[Cut]]:
    """Wrong: lower cuts are dropped although edges of the other side lie between."""
    return {label: cuts[:1] for label, cuts in every_cut(tree, node).items()}


def lowest_cuts(tree: Prefixes, node: int) -> dict[int, list[Cut]]:
    """Wrong: the higher of two cuts is the superfluous one."""
    return {label: cuts[-1:] for label, cuts in every_cut(tree, node).items()}


def forgetting_the_mover(tree: Prefixes, begin: list[int], *limits: Any) -> None:  # noqa: ANN401 - passed on
    """Wrong: positions of different players to move have one number."""
    WEIGH(tree, begin, *limits)
    tree.end = 0


def the_same_weights(tree: Prefixes, begin: list[int], *limits: Any) -> None:  # noqa: ANN401 - passed on
    """Wrong: only the number of edges that are left counts."""
    WEIGH(tree, begin, *limits)
    tree.weight[:] = tree.depth


def never_a_free_edge(self: Positions, state: _State, player: int) -> list[tuple[int, int]]:
    """Wrong: a free edge is not cut while there is any other cut, a topmost edge or not."""
    cuts = CUTS(self, state, player)
    return [cut for cut in cuts if not self._tree.free[state.nodes[cut[0]]]] or cuts


def the_same_free_edges(tree: Prefixes, begin: list[int], *limits: Any) -> None:  # noqa: ANN401 - passed on
    """Wrong: free edges of different players count alike."""
    WEIGH(tree, begin, *limits)
    units = [tree.weight[node] for node in range(len(begin)) if tree.free[node] and tree.depth[node] == 1]
    tree.weight[:] = [
        tree.depth[node] * units[0] if tree.free[node] else weight for node, weight in enumerate(tree.weight)
    ]


WEIGH, CUTS = Prefixes._weigh, Positions._cuts

TOO_STRONG: list[tuple[type, str, Callable[..., Any]]] = [
    (Positions, "_take_what_falls", all_above_a_single_edge),
    (Positions, "_take_what_falls", with_one_turn_more),
    (Prefixes, "_worth_a_try", topmost_cuts),
    (Prefixes, "_worth_a_try", lowest_cuts),
    (Prefixes, "_weigh", forgetting_the_mover),
    (Prefixes, "_weigh", the_same_weights),
    (Prefixes, "_weigh", the_same_free_edges),
    (Positions, "_cuts", never_a_free_edge),
]


@pytest.mark.parametrize(("where", "name", "variant"), TOO_STRONG, ids=lambda one: getattr(one, "__name__", one))
def test_a_fact_stated_too_strongly_is_found_out(
    where: type, name: str, variant: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, variant)
    some = map(small_position, range(20_000))
    assert any(positions.search(instance).wins is not wins(instance) for instance in some), "no wrong answer was found"


# Asked at any time


def test_all_positions_of_an_instance_may_be_asked_about_in_any_order() -> None:
    """What is known of some must not spoil the others: the same object, all lengths, all players."""
    for seed in range(60):
        instance = small_position(seed, most_edges=6)
        asked, n = Positions(instance), instance.number_of_players
        opinion = Opinion(instance.coalition)
        for after, lengths in parts(instance):
            for player in range(1, n + 1):
                truth = opinion.wins(after, in_turn_order(n, player))
                assert asked.coalition_wins(lengths, player) is truth, (instance.to_json(), lengths, player)
                move = asked.move(lengths, player)
                if move is None:
                    assert player not in {label for string in after for label in string} or truth is not (
                        player in instance.members
                    ), (instance.to_json(), lengths, player)
                else:
                    assert truth is (player in instance.members)
                    assert after[move.string - 1][move.edge - 1] == player == move.player


def parts(instance: Hackenbush) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    """What can be left of the strings, with the lengths: some of everything."""
    for k in range(12):
        lengths = tuple((k * 7 + j * (k + 1)) % (len(string) + 1) for j, string in enumerate(instance.strings))
        left = (string[:length] for string, length in zip(instance.strings, lengths, strict=True))
        yield tuple(left), lengths


# Long inputs


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_a_long_string(players: int) -> None:
    """The lowest cut is tried first, as most edges of the other side fall: it leaves one edge or none."""
    for coalition, answer in ([1], True), ([2], False):
        instance = Hackenbush(strings=[[1, 2] * 120], coalition=coalition, players=players)
        assert visited(instance) == (answer, 1)
        shorter = instance.model_copy(update={"strings": [[1, 2] * 20]})
        assert fault_of_strategy(shorter, positions.search(shorter).strategy, wins=answer) is None


@pytest.mark.slow
def test_searches_deeper_than_the_stack_of_python() -> None:
    edges = [[1]] * 601 + [[2]] * 600
    assert visited(Hackenbush(strings=edges, coalition=[1], players=3)) == (True, 1_200)
    assert visited(Hackenbush(strings=edges[1:], coalition=[1], players=3)) == (False, 1_199)
    assert visited(Hackenbush(strings=[[player] for player in range(1, 701)], coalition=[700])) == (True, 699)
    assert visited(Hackenbush(strings=[[1] * 2_000 + [2] * 2_000], coalition=[2])) == (False, 1)


def test_algorithm_1_goes_as_deep_as_there_are_edges() -> None:
    """Every player has one edge, so that nothing is tried twice; deeper than Python's own stack would allow."""
    algorithm = printed.Algorithm1(Hackenbush(strings=[[player] for player in range(1, 601)], coalition=[600]))
    assert algorithm.check((1,) * 600, 1) == 0
    assert algorithm.deepest == algorithm.calls == 600 + 599  # each cuts, and all but one leave


def test_algorithm_1_nests_as_many_calls_as_edges_and_players() -> None:
    """The paper says as many as edges; players who leave and the first call come on top."""
    most = 0
    for seed in range(600):
        instance = small_position(seed)
        algorithm = printed.Algorithm1(instance)
        algorithm.check(whole(instance), instance.to_move)
        assert algorithm.deepest <= instance.edges + instance.number_of_players, instance.to_json()
        most = max(most, algorithm.deepest - instance.edges)
    assert most > 1


@pytest.mark.parametrize("way", [positions.search, printed.search])
def test_a_thousand_players_without_edges(way: Callable[..., Solution[Any]]) -> None:
    for coalition, answer in ([500], True), ([700], False):
        instance = Hackenbush(strings=[[500], [700, 500]], coalition=coalition, players=1_000)
        solution = way(instance)
        assert solution.wins is answer
        assert play_against_every_defence(instance, solution.strategy, coalition=answer).stopped is None
    assert way(Hackenbush(strings=[], coalition=[1_000])).wins
    assert not way(Hackenbush(strings=[], coalition=range(1, 1_000), players=1_000)).wins


@pytest.mark.slow
def test_long_strings_have_long_values() -> None:
    string = [1, 2] * 20_000
    value = hackenbush_value([string])
    assert value.denominator == 1 << 39_999
    found = decide_two_players(Hackenbush(strings=[string], coalition=[2]))
    assert isinstance(found, Solution)
    assert (found.wins, found.because) == (
        False,
        "the strings are worth about 0.666667 for player 1, and player 1 moves first",
    )
    assert found.strategy((40_000,), 1) == Move(1, 1, 39_999)


# Limits


def large() -> Hackenbush:
    return Hackenbush(strings=[[1 + (k * j) % 5 for k in range(12)] for j in range(1, 13)], coalition=[1, 2])


def test_time_is_up() -> None:
    for way in positions.search, printed.search:
        with pytest.raises(Stopped, match="time"):
            way(large(), out_of_time=lambda: True)
    begin = time.process_time()
    with pytest.raises(Stopped, match="time"):
        positions.search(large(), out_of_time=lambda: time.process_time() - begin > 0.05)
    two = Hackenbush(strings=[[1, 2]], coalition=[1])
    with pytest.raises(Stopped, match="time"):
        decide_two_players(two, out_of_time=lambda: True)


@pytest.mark.slow
def test_memory_is_bounded() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(Stopped, match="memory"):
            positions.search(large(), max_bytes=600_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1_200_000


@pytest.mark.slow
def test_a_long_string_of_many_players_takes_little_memory() -> None:
    """One cut at the ground wins at once."""
    labels = random.Random(1).choices(range(2, 1_001), k=20_000)
    instance = Hackenbush(strings=[[1, *labels]], coalition=[1], players=1_000)
    assert positions.search(instance, max_bytes=30_000_000).wins


def test_a_strategy_keeps_the_limits_of_its_search() -> None:
    """A move that was not needed for the answer is looked for when it is asked for."""
    late = [False]
    asked = Positions(large(), out_of_time=lambda: late[0])
    late[0] = True
    with pytest.raises(Stopped, match="time"):
        asked.move((12,) * 12, 1)
