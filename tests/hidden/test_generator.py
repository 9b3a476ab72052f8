"""The random generator of hidden hands: known numbers, even chances, and the same draws in the kernel."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from crewsat.hidden.generator import Generator
from tests.support.kernel import KINDS, kernel_in_use


def test_the_words_are_those_that_are_published_for_splitmix64() -> None:
    rng = Generator(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64 - 1])
def test_seeds_count_modulo_a_word(seed: int) -> None:
    assert Generator(seed).next() == Generator(seed + 2**64).next()
    assert Generator(seed).next() != Generator(seed + 1).next()


@pytest.mark.parametrize(
    ("number", "words"), [(1, 0), (2, 1), (2**32, 1), (2**64, 1), (2**64 + 2**63, None), (2**128, 2), (2**129, 3)]
)
def test_a_draw_takes_the_words_it_needs(number: int, words: int | None) -> None:
    one, other = Generator(5), Generator(5)
    drawn = one.below(number)
    taken = 0
    while other.state != one.state:
        other.next()
        taken += 1
    assert 0 <= drawn < number
    assert taken == words or (words is None and taken % 2 == 0)


def test_the_first_bits_drawn_are_the_highest() -> None:
    rng = Generator(9)
    first, second, third = rng.next(), rng.next(), rng.next()
    assert Generator(9).below(2**64) == first
    assert Generator(9).below(2**8) == first >> 56
    assert Generator(9).below(2**128) == first << 64 | second
    assert Generator(9).below(2**192) == (first << 64 | second) << 64 | third


@pytest.mark.parametrize("number", [2, 3, 7, 10])
def test_numbers_are_equally_likely(number: int) -> None:
    rng, draws = Generator(number), 20_000
    found = Counter(rng.below(number) for _ in range(draws))
    assert set(found) == set(range(number))
    expected = draws / number
    assert sum((found[k] - expected) ** 2 / expected for k in found) < number + 5 * (2 * number) ** 0.5


def test_large_numbers_are_equally_likely() -> None:
    rng, number, draws = Generator(3), 3 << 65, 9_000
    found = Counter(rng.below(number) >> 65 for _ in range(draws))
    assert sorted(found) == [0, 1, 2]
    assert all(abs(found[k] - draws / 3) < 200 for k in found)


@pytest.mark.parametrize("number", [0, -1])
def test_there_is_nothing_below_nothing(number: int) -> None:
    with pytest.raises(ValueError, match=f"must be at least 1, not {number}"):
        Generator(1).below(number)


def _halves(number: int) -> tuple[int, int]:
    return number & 2**64 - 1, number >> 64


@pytest.fixture(params=KINDS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


def test_the_kernel_makes_the_same_draws(compiled: Any) -> None:  # noqa: ANN401
    rng = random.Random(1)
    for seed in (0, 1, 2**64 - 1, *(rng.getrandbits(64) for _ in range(50))):
        bounds = [max(1, rng.getrandbits(rng.randrange(1, 128))) for _ in range(40)]
        bounds += [1, 2, 3, 2**30, 2**30 + 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**128 - 1]
        twin = Generator(seed)
        expected = [_halves(twin.below(bound)) for bound in bounds]
        assert compiled.drawn(seed, [_halves(bound) for bound in bounds]) == expected, (seed, bounds)
