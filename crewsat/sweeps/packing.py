"""Answers, times and quantities of the deals of a batch, packed: two bits, one byte, and as few bytes as are needed.

- Answers: four deals a byte, the first in the lowest bits; 0 no, 1 yes, 2 unknown.
- Seconds of processor time: a code c stands for 2^((c - 136) / 8), from 8 µs to 8 hours; the error is at most 5 %.
- Quantities: whole numbers of 1, 2 or 4 bytes, little endian, as wide as the largest needs; the largest number of that
  width stands for None.
"""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ANSWERS = ("no", "yes", "unknown")
_AT_A_BYTE = 4
_STEPS, _MIDDLE, _LAST = 8, 136, 255
WIDTHS = (1, 2, 4)


def packed_answers(answers: Sequence[str]) -> bytes:
    """Return answers in two bits each."""
    out = bytearray(ceil(len(answers) / _AT_A_BYTE))
    for k, answer in enumerate(answers):
        out[k // _AT_A_BYTE] |= ANSWERS.index(answer) << 2 * (k % _AT_A_BYTE)
    return bytes(out)


def answers_in(packed: bytes, number: int) -> list[str]:
    """Return the answers that were packed.

    Raises:
        ValueError: if the number of bytes does not fit.
    """
    if len(packed) != ceil(number / _AT_A_BYTE):
        raise ValueError(f"{len(packed)} bytes for {number} answers")
    try:
        return [ANSWERS[packed[k // _AT_A_BYTE] >> 2 * (k % _AT_A_BYTE) & 3] for k in range(number)]
    except IndexError:
        raise ValueError("3 is not an answer") from None


def packed_seconds(seconds: Iterable[float]) -> bytes:
    """Return times in a byte each; those that are smaller or larger than any code get the nearest one."""
    return bytes(min(_LAST, max(0, round(_MIDDLE + _STEPS * log2(max(one, 1e-9))))) for one in seconds)


_SECONDS = tuple(float(f"{2.0 ** ((code - _MIDDLE) / _STEPS):.3g}") for code in range(_LAST + 1))


def seconds_in(packed: bytes) -> list[float]:
    """Return the times that the codes stand for, with three digits."""
    return [_SECONDS[code] for code in packed]


def packed_numbers(numbers: Sequence[int | None]) -> tuple[int, bytes]:
    """Return how many bytes a number has, and the numbers.

    Raises:
        ValueError: if one is negative or too large.
    """
    largest = max((number for number in numbers if number is not None), default=0)
    if largest >= 2**32 - 1 or any(number is not None and number < 0 for number in numbers):
        raise ValueError("a quantity is negative or too large")
    width = next(width for width in WIDTHS if largest < 2 ** (8 * width) - 1)
    none = 2 ** (8 * width) - 1
    return width, b"".join((none if number is None else number).to_bytes(width, "little") for number in numbers)


def numbers_in(width: int, packed: bytes) -> list[int | None]:
    """Return the numbers that were packed.

    Raises:
        ValueError: if they are not of this width.
    """
    if width not in WIDTHS or len(packed) % width:
        raise ValueError(f"{len(packed)} bytes of numbers of {width} bytes")
    none = 2 ** (8 * width) - 1
    found = (int.from_bytes(packed[k : k + width], "little") for k in range(0, len(packed), width))
    return [None if number == none else number for number in found]
