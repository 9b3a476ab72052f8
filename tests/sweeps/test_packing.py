"""What is packed comes back."""

from __future__ import annotations

import random

import pytest

from crewsat.sweeps.packing import (
    ANSWERS,
    answers_in,
    numbers_in,
    packed_answers,
    packed_numbers,
    packed_seconds,
    seconds_in,
)


@pytest.mark.parametrize("number", [0, 1, 3, 4, 5, 1_000])
def test_answers_come_back_from_two_bits_each(number: int) -> None:
    answers = random.Random(number).choices(ANSWERS, k=number)
    packed = packed_answers(answers)
    assert len(packed) == (number + 3) // 4
    assert answers_in(packed, number) == answers


def test_times_come_back_nearly() -> None:
    times = [8e-6, 3.3e-4, 0.0035, 0.9, 1.0, 59.9, 29_000.0]
    assert seconds_in(packed_seconds(times)) == pytest.approx(times, rel=0.05)
    assert seconds_in(packed_seconds([0.0, 1e9])) == pytest.approx([2**-17, 2 ** (119 / 8)], rel=0.002)


@pytest.mark.parametrize(
    ("numbers", "width"),
    [([], 1), ([None], 1), ([0, 254, None], 1), ([255], 2), ([65_534, None, 3], 2), ([65_535], 4), ([2**32 - 2], 4)],
)
def test_numbers_have_as_many_bytes_as_they_need(numbers: list[int | None], width: int) -> None:
    found, packed = packed_numbers(numbers)
    assert (found, len(packed)) == (width, width * len(numbers))
    assert numbers_in(width, packed) == numbers


@pytest.mark.parametrize("numbers", [[-1], [2**32 - 1]])
def test_other_numbers_are_refused(numbers: list[int | None]) -> None:
    with pytest.raises(ValueError, match="negative or too large"):
        packed_numbers(numbers)


def test_what_is_damaged_is_refused() -> None:
    for packed, number in ((b"", 1), (b"\0\0", 4), (b"\3", 1)):
        with pytest.raises(ValueError, match=r"bytes for|is not an answer"):
            answers_in(packed, number)
    for width, packed in ((3, b"\0\0\0"), (2, b"\0")):
        with pytest.raises(ValueError, match="bytes of numbers"):
            numbers_in(width, packed)
