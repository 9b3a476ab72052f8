"""The random generator of hidden hands, the same in Python and in the compiled kernel.

It is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): a counter that is
increased by a constant and mixed. Both twins make the same draws on every machine.
"""

from __future__ import annotations

_WORD = 2**64 - 1
_BITS = 64


class Generator:
    """A source of random numbers.

    Args:
        seed: any whole number; seeds that are equal modulo 2**64 give the same numbers.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _WORD

    def next(self) -> int:
        """Return the next word of 64 random bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self.state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _WORD
        return mixed ^ mixed >> 31

    def below(self, number: int) -> int:
        """Return one of the numbers from 0 to `number` - 1, each as likely as the others.

        The first bits of one word, or of as many as are needed with the first drawn on top, are taken until they are
        less than `number`. No word is drawn if `number` is 1.

        Raises:
            ValueError: if `number` is less than 1.
        """
        if number < 1:
            raise ValueError(f"`number` must be at least 1, not {number}")
        bits = (number - 1).bit_length()
        while True:
            drawn = missing = 0
            while missing < bits:
                drawn = drawn << _BITS | self.next()
                missing += _BITS
            drawn >>= missing - bits
            if drawn < number:
                return drawn
