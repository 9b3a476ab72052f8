"""Solitaire Hanabi by dynamic programming over the draws (Baffier et al., section 4).

After every draw there is a table: of each set of stored cards, and of each value reached in the colours but the last,
the largest value that can be reached in the last colour. A larger value there is never worse, so one number is enough.
With N cards, n values, c colours and a hand of h there are at most Σ(i ≤ h) C(nc, i) · (n + 1)^(c-1) entries a draw.

The paper fills the whole table backwards. This one goes forwards from the empty table and keeps only entries that are
reachable and useful:

- A card that is the next of its colour is played, and so are its successors in the hand: waiting gains nothing. So the
  hand never has a card that could be played.
- A card that has been played, or that is in the hand, is never stored, so hands are sets.
- The last copy of a needed card is not discarded. So every entry after the last draw has won.

An entry remembers the draws that were used on the way to it, newest first, sharing them with its predecessor: a winning
play is read from the entry that wins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import Stopped
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step

Stored = frozenset[tuple[int, int]]
"""The cards in the hand, each as the number of its colour and its value."""

Used = tuple[int, "Used | None"]
"""The draws that were used, the last one first."""

Key = tuple[Stored, tuple[int, ...]]
"""A hand, and the values reached in the colours but the last."""

Best = tuple[int, Used | None]
"""The largest value in the last colour, and how it is reached."""

Table = dict[Key, Best]

BYTES_PER_ENTRY = 700
BYTES_PER_PLACE = 16
BYTES_PER_USE = 100
_CHECK_EVERY = 1024

SMALL = 20_000
"""A table of this many numbers, a value for each colour in each entry, is filled in some 5 ms. The certainty of its
answer is not worth more, as a formula takes about as long (5 colours of 10 values, 4 copies: 29 ms).
"""

Check = Callable[[int, int, int], None]
"""Called now and then with how many entries there have been in all, are kept now, and used a draw."""


class _Draw(NamedTuple):
    """A card of the deck as it comes: number of the draw, number of the colour, value, whether it is the last copy."""

    number: int
    colour: int
    value: int
    last: bool


@reads("method 'table'", ALL)
def search(
    instance: HanabiSolitaire,
    *,
    out_of_time: Callable[[], bool] = lambda: False,
    max_bytes: int | None = None,
) -> list[Step] | None:
    """Return the steps of a winning play, or None if there is none.

    Args:
        instance: the deck; polynomial if the size of the hand and the number of colours are constant.
        out_of_time: called after every draw and every thousand entries; True means stop.
        max_bytes: how much memory the entries may be estimated to take.

    Raises:
        Stopped: at a limit.
    """
    if instance.missing is not None:
        return None
    if not instance.deck:
        return []
    places = len(instance.colours_in_order) + min(instance.hand_size, len(instance.copies))
    bytes_per_entry = BYTES_PER_ENTRY + BYTES_PER_PLACE * places

    def check(_made: int, kept: int, uses: int) -> None:
        if out_of_time():
            raise Stopped("time")
        if max_bytes is not None and kept * bytes_per_entry + uses * BYTES_PER_USE > max_bytes:
            raise Stopped("memory")

    table = _filled(instance, check)
    return next((line_of(instance, set(_read(used))) for _, used in table.values()), None)


def is_small(instance: HanabiSolitaire) -> bool:
    """Return whether the tables after all draws have at most `SMALL` numbers, by filling them up to that limit."""

    def check(made: int, _kept: int, _uses: int) -> None:
        if made * len(instance.colours_in_order) > SMALL:
            raise Stopped("incomplete")

    try:
        _filled(instance, check)
    except Stopped:
        return False
    return True


def _filled(instance: HanabiSolitaire, check: Check) -> Table:
    """Return the table after the last draw."""
    table: Table = {(frozenset(), (0,) * (len(instance.colours_in_order) - 1)): (0, None)}
    made = uses = 0
    for draw in _draws(instance):
        before, table = table, {}
        for k, (key, best) in enumerate(before.items()):
            if k % _CHECK_EVERY == 0:
                check(made + len(table), len(before) + len(table), uses)
            for new_key, new_best in _entries_after(draw, instance.hand_size, key, best):
                if new_key not in table or table[new_key][0] < new_best[0]:
                    table[new_key] = new_best
                    uses += new_best[1] is not best[1]
        made += len(table)
    return table


def _draws(instance: HanabiSolitaire) -> Iterator[_Draw]:
    number_of = {colour: k for k, colour in enumerate(instance.colours_in_order)}
    for number, card in enumerate(instance.deck, 1):
        yield _Draw(number, number_of[card.suit], card.value, instance.copies[card][-1] == number)


def _entries_after(draw: _Draw, hand_size: int, key: Key, best: Best) -> Iterator[tuple[Key, Best]]:
    """Yield what an entry becomes with the card drawn: one entry or two, or none if the hand is too small."""
    (stored, others), (last, used) = key, best
    colour, value = draw.colour, draw.value
    card = (colour, value)
    reached = others[colour] if colour < len(others) else last
    if value <= reached or card in stored:
        yield key, best
    elif value == reached + 1:
        while (colour, value + 1) in stored:
            value += 1
        rest = stored - {(colour, v) for v in range(draw.value + 1, value + 1)}
        if colour < len(others):
            others = (*others[:colour], value, *others[colour + 1 :])
        else:
            last = value
        yield (rest, others), (last, (draw.number, used))
    else:
        if len(stored) < hand_size:
            yield (stored | {card}, others), (last, (draw.number, used))
        if not draw.last:
            yield key, best


def _read(used: Used | None) -> Iterator[int]:
    while used is not None:
        draw, used = used
        yield draw
