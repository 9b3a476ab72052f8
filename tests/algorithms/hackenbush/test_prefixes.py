"""The numbers of positions are exact: different for different positions, the same for equal ones, and in bounds."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hackenbush.prefixes import ROOT, Prefixes
from crewsat.base.errors import Stopped
from tests.support.random_strings import small_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Strings = Sequence[Sequence[int]]


def labels_of(tree: Prefixes, node: int) -> tuple[int, ...]:
    """The labels on the way from the ground to a node."""
    labels: list[int] = []
    while node != ROOT:
        labels.append(tree.label[node])
        node = tree.parent[node]
    return tuple(reversed(labels))


def nodes_of(tree: Prefixes, string: int) -> list[int]:
    """All that can be left of a string, from nothing upwards."""
    nodes = [tree.full[string]]
    while nodes[-1] != ROOT:
        nodes.append(tree.parent[nodes[-1]])
    return nodes[::-1]


def position_of(left: Iterable[Sequence[int]]) -> tuple[object, ...]:
    """What is left of some strings, their order forgotten, and how free edges are divided into strings."""
    free = Counter[int]()
    mixed = []
    for string in map(tuple, left):
        if len(set(string)) == 1:
            free[string[0]] += len(string)
        elif string:
            mixed.append(string)
    return tuple(sorted(mixed)), tuple(sorted(free.items()))


def numbers_fit(strings: Strings) -> bool:
    """All positions of some strings: their numbers against what is left, see `position_of`."""
    tree = Prefixes(strings, frozenset())
    for string, labels in enumerate(strings):
        nodes = nodes_of(tree, string)
        assert [labels_of(tree, node) for node in nodes] == [tuple(labels[:k]) for k in range(len(labels) + 1)]
        assert [tree.depth[node] for node in nodes] == list(range(len(labels) + 1))
    number_of: dict[tuple[object, ...], int] = {}
    for lengths in product(*(range(len(string) + 1) for string in strings)):
        left = position_of(string[:length] for string, length in zip(strings, lengths, strict=True))
        number = sum(tree.weight[nodes_of(tree, k)[length]] for k, length in enumerate(lengths))
        assert number_of.setdefault(left, number) == number, strings
    assert len(set(number_of.values())) == len(number_of), strings
    assert min(number_of.values()) == 0
    assert max(number_of.values()) < tree.end, strings
    return True


def test_numbers_of_a_few_strings() -> None:
    tree = Prefixes([[1, 2], [1, 2], [1, 3, 3, 3], [], [2]], {1})
    assert tree.full == [2, 2, 5, 0, 6]
    assert tree.parent == [0, 0, 1, 1, 3, 4, 0]
    assert tree.label == [0, 1, 2, 3, 3, 3, 2]
    assert tree.free == [0, 1, 0, 0, 0, 0, 2]
    assert (tree.weight, tree.end) == ([0, 1, 8, 24, 48, 72, 4], 96)  # digits from 0 to 3, 1, 2 and 3


@pytest.mark.parametrize("strings", [[], [[]], [[], []], [[1]], [[1], [1]], [[1, 1, 1]], [[1, 2], [1]], [[1], [1, 2]]])
def test_numbers_of_degenerate_strings(strings: Strings) -> None:
    assert numbers_fit(strings)


@pytest.mark.slow
def test_numbers_of_random_strings() -> None:
    for seed in range(600):
        assert numbers_fit(small_position(seed, most_edges=10).strings)


@pytest.mark.slow
def test_numbers_of_strings_with_common_prefixes() -> None:
    """Two labels only, and strings that branch off others: several strings at a node, one alone above it."""
    for seed in range(400):
        rng = random.Random(seed)
        strings = [[rng.randint(1, 2) for _ in range(rng.randint(0, 4))]]
        while len(strings) < rng.randint(2, 5):
            below = rng.choice(strings)
            strings.append(below[: rng.randint(0, len(below))] + [rng.randint(1, 2) for _ in range(rng.randint(0, 2))])
        assert numbers_fit(strings)


def test_a_long_string_has_short_numbers() -> None:
    """The nodes of one string alone are one digit: numbers do not grow with its length but by its logarithm."""
    tree = Prefixes([[1] * 100_000, [2] * 100_000], {1})
    assert tree.end == 100_001**2
    assert tree.bytes < 50_000_000


def by_hand(labels: Sequence[int], player: int, coalition: Iterable[int]) -> dict[int, tuple[int, int]]:
    """The edges of a player that are worth a try, from the ground, with the gain, straight from the words."""
    side = {label: (label in coalition) == (player in coalition) for label in labels}
    found = {}
    for k, label in enumerate(labels):
        above = next((j for j in range(k + 1, len(labels)) if labels[j] == player), None)
        superfluous = above is not None and all(side[one] for one in labels[k + 1 : above])
        if label == player and not superfluous:
            falls = [side[one] for one in labels[k:]]
            found[k] = falls.count(False), -falls.count(True)
    return found


def test_cuts_worth_a_try() -> None:
    for seed in range(600):
        rng = random.Random(seed)
        labels, coalition = [rng.randint(1, 4) for _ in range(rng.randint(0, 9))], set(rng.sample(range(1, 5), 2))
        tree = Prefixes([labels], coalition)
        nodes = nodes_of(tree, 0)
        for length, player in product(range(len(labels) + 1), range(1, 6)):
            told = {tree.depth[cut.goal]: cut.gain for cut in tree.cuts(nodes[length], player)}
            assert told == by_hand(labels[:length], player, coalition), (labels, length, player, coalition)


def test_limits_of_the_tree() -> None:
    with pytest.raises(Stopped, match="memory"):
        Prefixes([[1] * 1_000], {1}, max_bytes=100_000)
    with pytest.raises(Stopped, match="time"):
        Prefixes([[1] * 1_000], {1}, out_of_time=lambda: True)
