"""Relations between positions of Hackenbush: true ones hold everywhere, tempting ones fail somewhere.

None of them asks an oracle, so they are tried on positions that are too large for one, too.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.hackenbush.berlekamp import hackenbush_value
from crewsat.algorithms.hackenbush.positions import Positions, search
from crewsat.games.hackenbush.instance import Hackenbush
from tests.support.hackenbush_second_opinion import cuts
from tests.support.random_strings import single_edges, small_position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Change = Callable[[Hackenbush, random.Random], Hackenbush | None]


def asked(
    strings: Sequence[Sequence[int]], coalition: Sequence[int] | set[int], to_move: int, players: int
) -> Hackenbush:
    return Hackenbush(strings=strings, coalition=sorted(coalition), to_move=to_move, players=players)


def with_strings(instance: Hackenbush, strings: Sequence[Sequence[int]]) -> Hackenbush:
    return asked(strings, instance.coalition, instance.to_move, instance.number_of_players)


def players_turned(instance: Hackenbush, rng: random.Random) -> Hackenbush:
    """All players move up some places, whoever is to move with them."""
    n = instance.number_of_players
    by = rng.randint(0, n)

    def new(player: int) -> int:
        return (player + by - 1) % n + 1

    strings = [[new(label) for label in string] for string in instance.strings]
    return asked(strings, {new(member) for member in instance.coalition}, new(instance.to_move), n)


def strings_shuffled(instance: Hackenbush, rng: random.Random) -> Hackenbush:
    return with_strings(instance, rng.sample(instance.strings, len(instance.strings)))


def an_empty_string_more(instance: Hackenbush, rng: random.Random) -> Hackenbush:
    at = rng.randint(0, len(instance.strings))
    return with_strings(instance, [*instance.strings[:at], (), *instance.strings[at:]])


def a_player_without_edges_more(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    """Of any side, at any place in the order; without any edge, he might be the last one left."""
    if not any(instance.strings):
        return None
    n, at = instance.number_of_players + 1, rng.randint(1, instance.number_of_players + 1)

    def new(player: int) -> int:
        return player + (player >= at)

    strings = [[new(label) for label in string] for string in instance.strings]
    coalition = {new(member) for member in instance.coalition} | ({at} if rng.random() < 0.5 else set())
    to_move = at if at == instance.to_move and rng.random() < 0.5 else new(instance.to_move)
    return asked(strings, coalition, to_move, n)


def the_mover_without_edges_skipped(instance: Hackenbush, _rng: random.Random) -> Hackenbush | None:
    if not any(instance.strings) or any(instance.to_move in string for string in instance.strings):
        return None
    n = instance.number_of_players
    return asked(instance.strings, instance.coalition, instance.to_move % n + 1, n)


def a_string_and_its_opposite_more(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    """Of two players: whatever is done to the one can be done to the other, so that together they are worth 0."""
    if instance.number_of_players != 2 or len(instance.coalition) != 1:
        return None
    string = [rng.randint(1, 2) for _ in range(rng.randint(0, 4))]
    return with_strings(instance, [*instance.strings, string, [3 - label for label in string]])


def an_edge_on_top(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    """An edge of a member on top of a string, or as a string of its own."""
    if not instance.coalition:
        return None
    strings = [*instance.strings, ()]
    k = rng.randrange(len(strings))
    strings[k] = (*strings[k], rng.choice(instance.coalition))
    return with_strings(instance, strings)


def an_edge_of_the_others_off_the_top(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    tops = [k for k, string in enumerate(instance.strings) if string and string[-1] not in instance.members]
    if not tops:
        return None
    k = rng.choice(tops)
    return with_strings(instance, [string[:-1] if k == j else string for j, string in enumerate(instance.strings)])


def a_member_more(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    n = instance.number_of_players
    others = sorted(set(range(1, n + 1)) - instance.members)
    return asked(instance.strings, {*instance.coalition, rng.choice(others)}, instance.to_move, n) if others else None


SAME: dict[str, Change] = {
    change.__name__: change
    for change in (
        players_turned,
        strings_shuffled,
        an_empty_string_more,
        a_player_without_edges_more,
        the_mover_without_edges_skipped,
        a_string_and_its_opposite_more,
    )
}
BETTER: dict[str, Change] = {
    change.__name__: change for change in (an_edge_on_top, an_edge_of_the_others_off_the_top, a_member_more)
}


def position(seed: int) -> Hackenbush:
    """Small ones, and some that are too large for trying everything."""
    return single_edges(seed, 4 + seed % 5) if seed % 8 == 0 else small_position(seed, most_edges=9)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAME)
def test_the_answer_stays(name: str) -> None:
    tried = 0
    for seed in range(1_500):
        instance = position(seed)
        changed = SAME[name](instance, random.Random(seed))
        if changed is not None:
            tried += 1
            assert search(changed).wins is search(instance).wins, (instance.to_json(), changed.to_json())
    assert tried > 150


@pytest.mark.slow
@pytest.mark.parametrize("name", BETTER)
def test_a_yes_stays_a_yes(name: str) -> None:
    tried = gained = 0
    for seed in range(2_000):
        instance = position(seed)
        changed = BETTER[name](instance, random.Random(seed))
        if changed is not None:
            before, after = search(instance).wins, search(changed).wins
            assert before <= after, (instance.to_json(), changed.to_json())
            tried += before
            gained += after > before
    assert min(tried, gained) > 60  # the change is felt


@pytest.mark.slow
def test_a_position_is_won_iff_it_is_after_a_first_move() -> None:
    """Some move of the coalition's, or every move of the others'; what is left is a position of its own."""
    for seed in range(1_500):
        instance = position(seed)
        n, mover = instance.number_of_players, instance.to_move
        after = [asked(strings, instance.coalition, mover % n + 1, n) for _, strings in cuts(instance.strings, mover)]
        if after:
            answers = [search(one).wins for one in after]
            some_or_all = any(answers) if mover in instance.members else all(answers)
            assert search(instance).wins is some_or_all, instance.to_json()


@pytest.mark.slow
def test_of_a_coalition_and_all_others_exactly_one_wins() -> None:
    for seed in range(1_500):
        instance = position(seed)
        n = instance.number_of_players
        others = set(range(1, n + 1)) - instance.members
        opposite = asked(instance.strings, others, instance.to_move, n)
        assert search(instance).wins is not search(opposite).wins, instance.to_json()


def test_equal_strings_are_interchangeable_in_every_question() -> None:
    """The same table answers for a position and for the one with two equal strings exchanged, move included."""
    for seed in range(400):
        rng = random.Random(seed)
        instance = small_position(seed)
        doubled = with_strings(instance, [*instance.strings, *instance.strings])
        positions, k = Positions(doubled), len(instance.strings)
        lengths = tuple(rng.randint(0, len(string)) for string in doubled.strings)
        player = rng.randint(1, instance.number_of_players)
        exchanged = (*lengths[k:], *lengths[:k])
        wins = positions.coalition_wins(lengths, player)
        visited = positions.visited
        assert positions.coalition_wins(exchanged, player) is wins, doubled.to_json()
        assert positions.visited == visited, doubled.to_json()


def own_edge_at_the_bottom(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    if not (instance.coalition and instance.strings):
        return None
    k = rng.randrange(len(instance.strings))
    below = rng.choice(instance.coalition)
    return with_strings(instance, [(below, *s) if j == k else s for j, s in enumerate(instance.strings)])


def an_edge_becomes_a_members(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    filled = [k for k, string in enumerate(instance.strings) if string]
    if not (instance.coalition and filled):
        return None
    strings = [list(string) for string in instance.strings]
    chosen = strings[rng.choice(filled)]
    chosen[rng.randrange(len(chosen))] = rng.choice(instance.coalition)
    return with_strings(instance, strings)


def a_member_moves_first(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    if not instance.coalition:
        return None
    return asked(instance.strings, instance.coalition, rng.choice(instance.coalition), instance.number_of_players)


def the_others_move_first(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    n = instance.number_of_players
    others = sorted(set(range(1, n + 1)) - instance.members)
    return asked(instance.strings, instance.coalition, rng.choice(others), n) if others else None


def all_strings_twice(instance: Hackenbush, _rng: random.Random) -> Hackenbush | None:
    return with_strings(instance, [*instance.strings, *instance.strings])


def two_members_become_one(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    if len(instance.coalition) < 2:
        return None
    one, other = rng.sample(instance.coalition, 2)
    return with_strings(instance, [[one if label == other else label for label in s] for s in instance.strings])


def a_string_turned_upside_down(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    if not instance.strings:
        return None
    k = rng.randrange(len(instance.strings))
    return with_strings(instance, [s[::-1] if j == k else s for j, s in enumerate(instance.strings)])


def two_players_renamed(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    """Any other renaming than by turning changes the order of the turns."""
    n = instance.number_of_players
    if n < 3:
        return None
    one, other = rng.sample(range(1, n + 1), 2)
    new = {**{player: player for player in range(1, n + 1)}, one: other, other: one}
    strings = [[new[label] for label in string] for string in instance.strings]
    return asked(strings, {new[member] for member in instance.coalition}, new[instance.to_move], n)


def a_whole_string_of_the_others_falls(instance: Hackenbush, rng: random.Random) -> Hackenbush | None:
    """One that begins with an edge of the others."""
    bad = [k for k, string in enumerate(instance.strings) if string and string[0] not in instance.members]
    if not bad:
        return None
    k = rng.choice(bad)
    return with_strings(instance, [string for j, string in enumerate(instance.strings) if j != k])


TEMPTING: dict[str, Change] = {
    change.__name__: change
    for change in (
        own_edge_at_the_bottom,
        an_edge_becomes_a_members,
        a_member_moves_first,
        the_others_move_first,
        all_strings_twice,
        two_members_become_one,
        a_string_turned_upside_down,
        two_players_renamed,
        a_whole_string_of_the_others_falls,
    )
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEMPTING)
def test_a_tempting_relation_fails_somewhere(name: str) -> None:
    """A yes becomes a no, whatever one may think."""

    def violated(seed: int) -> bool:
        instance = small_position(seed)
        changed = TEMPTING[name](instance, random.Random(seed))
        return changed is not None and search(instance).wins and not search(changed).wins

    assert any(map(violated, range(20_000))), "no violation was found"


def test_values_add_up_and_decide() -> None:
    """A sum is worth the sum of its parts, the opposite its negative; who moves first loses exactly if it is 0."""
    for seed in range(300):
        rng = random.Random(seed)
        one, other = ([[rng.randint(1, 2) for _ in range(rng.randint(0, 4))] for _ in range(2)] for _ in range(2))
        value: Any = hackenbush_value(one)
        assert hackenbush_value([*one, *other]) == value + hackenbush_value(other)
        assert hackenbush_value([[3 - label for label in string] for string in one]) == -value
        first = [search(asked(one, [player], player, 2)).wins for player in (1, 2)]
        second = [search(asked(one, [player], 3 - player, 2)).wins for player in (1, 2)]
        assert first == [value > 0, value < 0], one
        assert second == [value >= 0, value <= 0], one
