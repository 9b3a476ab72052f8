"""Random positions of Hackenbush: small ones in a mix where everything is common, larger ones, and all tiny ones."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

from crewsat.games.hackenbush.instance import Hackenbush

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def small_position(
    seed: int, *, most_edges: int = 8, players: Sequence[int] = (1, 2, 2, 3, 3, 3, 4, 4, 5)
) -> Hackenbush:
    """One position of at most `most_edges` edges: all coalitions, all movers, empty strings, labels that are absent."""
    rng = random.Random(seed)
    n = rng.choice(players)
    everybody = range(1, n + 1)
    able = rng.sample(everybody, rng.randint(1, n)) if rng.random() < 0.25 else list(everybody)
    strings = []
    edges = 0 if rng.random() < 0.03 else rng.randint(1, most_edges)
    while edges:
        length = min(edges, rng.choice((1, 1, 2, 2, 3, 4, most_edges)))
        edges -= length
        strings.append(_string(rng, able, length))
        if edges >= length and rng.random() < 0.2:
            edges -= length
            strings.append(strings[-1])
    strings += [[]] * rng.choice((0, 0, 0, 1, 2))
    rng.shuffle(strings)
    coalition = rng.sample(everybody, rng.choice((rng.randint(0, n), max(1, n // 2))))
    largest = max([1, *coalition, *(label for string in strings for label in string)])
    to_move = rng.randint(1, n)
    given = n if max(largest, to_move) < n or rng.random() < 0.5 else None
    return Hackenbush(strings=strings, coalition=coalition, to_move=to_move, players=given)


def _string(rng: random.Random, able: Sequence[int], length: int) -> list[int]:
    """Labels by lot; in some strings one after the other, or in runs."""
    kind = rng.random()
    if kind < 0.15:
        return [able[(k + length) % len(able)] for k in range(length)]
    string = [rng.choice(able)]
    while len(string) < length:
        string.append(string[-1] if kind < 0.35 and rng.random() < 0.6 else rng.choice(able))
    return string


def two_players(seed: int, *, most_edges: int = 9) -> Hackenbush:
    """A position of two players, one of them the coalition, as Berlekamp's rule wants it."""
    rng = random.Random(seed)
    instance = small_position(seed, most_edges=most_edges, players=(2,))
    return instance.model_copy(update={"coalition": [rng.randint(1, 2)], "players": 2})


def long_strings(seed: int) -> Hackenbush:
    """A position of two players with two strings that are longer than twice the players."""
    rng = random.Random(seed)
    lengths = rng.randint(0, 3), rng.randint(5, 9), rng.randint(5, 9)
    return Hackenbush(strings=[[rng.randint(1, 2) for _ in range(k)] for k in lengths], coalition=[1], players=2)


def single_edges(seed: int, players: int) -> Hackenbush:
    """A position of players who have two or three edges each, near the top of short strings: most turns are forced."""
    rng = random.Random(seed)
    labels = [player for player in range(1, players + 1) for _ in range(rng.choice((2, 2, 3)))]
    rng.shuffle(labels)
    strings = []
    while labels:
        length = rng.randint(1, 4)
        strings.append(labels[:length])
        del labels[:length]
    return Hackenbush(strings=strings, coalition=rng.sample(range(1, players + 1), players // 2), players=players)


def every_position(most_edges: int, players: int) -> Iterator[Hackenbush]:
    """All positions of so many players and at most so many edges, but for the order of the strings."""
    labels = range(1, players + 1)
    strings = [string for length in range(1, most_edges + 1) for string in product(labels, repeat=length)]
    for number in range(most_edges + 1):
        for chosen in combinations_with_replacement(strings, number):
            if sum(map(len, chosen)) <= most_edges:
                for to_move, size in product(labels, range(players + 1)):
                    for coalition in combinations(labels, size):
                        yield Hackenbush(strings=chosen, coalition=coalition, to_move=to_move, players=players)


def described(instance: Hackenbush) -> set[str]:
    """The variants an instance belongs to."""
    return {name for name, holds in _facts(instance).items() if holds}


def _facts(instance: Hackenbush) -> dict[str, bool]:
    strings, n = instance.strings, instance.number_of_players
    able = {label for string in strings for label in string}
    filled = [string for string in strings if string]
    return {
        **{f"{k} players": n == k for k in (1, 2, 3, 4, 5)},
        "no edges": not able,
        "an empty string": len(filled) < len(strings),
        "absent labels": len(able) < n,
        "equal strings": len(set(filled)) < len(filled),
        "a common prefix": len({string[0] for string in filled}) < len(filled),
        "empty coalition": not instance.coalition,
        "everybody": len(instance.coalition) == n,
        "one member": len(instance.coalition) == 1 < n,
        "another moves first": instance.to_move > 1,
        "the mover has no edge": instance.to_move not in able,
        "a player with one edge": any(sum(string.count(player) for string in strings) == 1 for player in able),
        "players given": instance.players is not None,
        "players not given": instance.players is None,
    }


VARIANTS = tuple(_facts(Hackenbush(strings=[], coalition=[])))
"""All variants the mix is to contain."""
