"""The running times the paper on Hanabi states in sections 2 to 4, compared with counts of operations.

A bound O(f) is read as "at most 8 f of the operations that the text names". The decks are constructed so that the
algorithms do not stop early: with room for all cards (section 2), won with the first copies while all others are
useless or not (section 3). Counts ignore data structures: flipping a bit is one operation, and finding an entry of the
table takes h + c steps, as the paper says.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING

from crewsat.base.shuffling import shuffled
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.studies.audit.claims import Claim, Domain, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire import section_2, section_3, section_4

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.studies.audit.claims import Chunk, Finding

CONSTANT = 8
"""The constant factor that an O-bound may hide."""


@dataclass(frozen=True)
class Large:
    """A case: a deck for one of the algorithms, and that algorithm's steps, computed on demand."""

    instance: HanabiSolitaire
    kind: str

    @cached_property
    def steps(self) -> dict[str, int]:
        """The count of each operation."""
        return _ALGORITHMS[self.kind](self.instance)

    @property
    def c(self) -> int:
        """Number of colours."""
        return len(self.instance.colours_in_order)

    @property
    def n(self) -> int:
        """Number of values."""
        return self.instance.highest

    @property
    def h(self) -> int:
        """Size of the hand."""
        return self.instance.hand_size

    @property
    def complete(self) -> bool:
        """Whether every card to be played is in the deck."""
        return self.instance.missing is None


_ALGORITHMS: dict[str, Callable[[HanabiSolitaire], dict[str, int]]] = {
    "once": lambda deck: section_2.decide_as_published(deck).steps,
    "one-colour": lambda deck: section_3.decide_as_published(deck).steps,
    "table": lambda deck: section_4.decide_as_published(deck).steps,
}


def size_of(large: Large) -> tuple[int, ...]:
    """Return the size of a case: cards, colours, values, hand."""
    return large.instance.size, large.c, large.n, large.h


def _within(
    kind: str,
    done: Callable[[Large], float],
    bound: Callable[[Large], float],
    where: Callable[[Large], bool] = lambda _large: True,
) -> Callable[[Large], Finding]:
    """Return the reading that the operations counted are at most `CONSTANT` times the bound, on decks of a kind."""

    def fails(large: Large) -> Finding:
        if large.kind != kind or not where(large):
            return None
        if done(large) <= CONSTANT * bound(large):
            return False
        return Failure(f"more than {CONSTANT} times the bound", large.instance)

    return fails


def _all_steps(large: Large) -> int:
    return sum(large.steps.values())


def _flips(large: Large) -> Finding:
    if large.kind != "once":
        return None
    bits = large.c * large.n
    bad = large.steps["bits flipped"] > 2 * bits or large.steps["bits looked at"] > bits
    return Failure("more flips than two for each bit, or more looks than one", large.instance) if bad else False


SECTION_2 = (
    Claim(
        "lemma-2.1-time",
        "section 2, lemma 2.1",
        "With r = 1, a play is found in time O(N).",
        "large",
        (
            Reading(
                "every-card",
                f"every card is in the deck once: at most {CONSTANT} N operations",
                _within("once", _all_steps, lambda large: large.instance.size, lambda large: large.complete),
            ),
            Reading(
                "no-card-twice",
                f"cards may be missing: at most {CONSTANT} N operations",
                _within("once", _all_steps, lambda large: large.instance.size),
            ),
            Reading(
                "bits",
                f"cards may be missing: at most {CONSTANT} (N + cn) operations",
                _within("once", _all_steps, lambda large: large.instance.size + large.c * large.n),
                repaired=True,
            ),
        ),
        repaired="With a bit for each card of the game it takes O(N + cn), which is O(N) if no card is missing.",
        remark="`unique-cards` keeps only the cards in the hand, and asks for missing cards first: O(N) always.",
    ),
    Claim(
        "lemma-2.1-bits",
        "section 2, the proof of lemma 2.1",
        "Each bit is flipped at most twice and looked at at most once.",
        "large",
        (Reading("as-printed", "at most 2cn flips and cn looks in all", _flips),),
    ),
)


def _section_3_bound(large: Large) -> float:
    return large.instance.size + large.n * log2(large.h)


SECTION_3 = Claim(
    "theorem-3.3-time",
    "section 3, lemma 3.2 and theorem 3.3",
    "With one colour, a deck is decided in time O(N + n log h).",
    "large",
    (
        Reading(
            "every-value",
            f"every value is in the deck, h ≥ 1: at most {CONSTANT} (N + n log h) operations",
            _within("one-colour", _all_steps, _section_3_bound, lambda large: large.complete and large.h > 0),
        ),
        Reading(
            "missing-values",
            f"values may be missing, h ≥ 1: at most {CONSTANT} (N + n log h) operations",
            _within("one-colour", _all_steps, _section_3_bound, lambda large: large.h > 0),
        ),
        Reading(
            "any-hand",
            f"values may be missing, h ≥ 0: at most {CONSTANT} (N + n log (h + 2)) operations",
            _within("one-colour", _all_steps, lambda large: large.instance.size + large.n * log2(large.h + 2)),
            repaired=True,
        ),
    ),
    repaired="O(N + n log (h + 2)); the logarithm of h is none if h = 0, and counts nothing if h = 1.",
    remark="If values are missing, n may be larger than N, and L has n entries. `one-colour` asks for missing values "
    "first.",
)


def _entries(large: Large) -> float:
    """Return the number of entries of the table for each s."""
    return large.steps["entries"] / large.instance.size


def _printed_entries(large: Large) -> float:
    return float(large.c**large.h * large.n ** (large.h + large.c - 1))


def _repaired_entries(large: Large) -> float:
    return float((large.c * large.n) ** large.h * (large.n + 1) ** (large.c - 1))


def _looking_up(large: Large) -> int:
    return large.steps["entries looked up"] * (large.h + large.c)


def _printed_time(large: Large) -> float:
    return large.instance.size * (large.h**2 + large.h * large.c) * _printed_entries(large)


_FIXED = "c is a constant, so that 2^c is one"

SECTION_4 = (
    Claim(
        "theorem-4.2-space",
        "section 4, theorem 4.2",
        "For each s, the table has O(c^h n^(h+c-1)) entries.",
        "large",
        (
            Reading(
                "uniform",
                f"at most {CONSTANT} c^h n^(h+c-1) entries, whatever c",
                _within("table", _entries, _printed_entries),
            ),
            Reading(
                "constant-colours",
                f"{_FIXED}: at most {CONSTANT} · 2^c c^h n^(h+c-1) entries",
                _within("table", _entries, lambda large: 2**large.c * _printed_entries(large)),
            ),
            Reading(
                "from-zero",
                f"at most {CONSTANT} (cn)^h (n+1)^(c-1) entries, whatever c",
                _within("table", _entries, _repaired_entries),
                repaired=True,
            ),
        ),
        repaired="O((cn)^h (n+1)^(c-1)): each p_k goes from 0 to n.",
        remark="With n = 1 the printed bound is c^h, but there are 2^(c-1) ways to have played cards.",
    ),
    Claim(
        "theorem-4.2-time",
        "section 4, theorem 4.2",
        "The table is filled in time O(N (h² + hc) c^h n^(h+c-1)).",
        "large",
        (
            Reading(
                "uniform",
                f"h ≥ 1: at most {CONSTANT} times that many steps, whatever c",
                _within("table", _looking_up, _printed_time, lambda large: large.h > 0),
            ),
            Reading(
                "constant-colours",
                f"h ≥ 1, and {_FIXED}: at most {CONSTANT} · 2^c times that many steps",
                _within(
                    "table", _looking_up, lambda large: 2**large.c * _printed_time(large), lambda large: large.h > 0
                ),
            ),
            Reading(
                "no-hand",
                "h = 0, where the printed bound is 0",
                _within("table", _looking_up, _printed_time, lambda large: large.h == 0),
            ),
            Reading(
                "any-hand",
                f"at most {CONSTANT} N (h+1)(h+c) (cn)^h (n+1)^(c-1) steps, whatever c and h",
                _within(
                    "table",
                    _looking_up,
                    lambda large: large.instance.size * (large.h + 1) * (large.h + large.c) * _repaired_entries(large),
                ),
                repaired=True,
            ),
        ),
        repaired="O(N (h+1)(h+c) (cn)^h (n+1)^(c-1)).",
    ),
)

CLAIMS = (*SECTION_2, SECTION_3, *SECTION_4)


def deck_once(colours: int, values: int, hand_size: int, *, missing: bool = False) -> HanabiSolitaire:
    """Return a shuffled deck with every card once; with `missing`, only its first card."""
    deck = RandomDeck(colours, values, (1,), hand_size).with_seed(1)
    return deck.model_copy(update={"deck": deck.deck[:1] if missing else deck.deck, "about": None})


def deck_of_one_colour(values: int, copies: int, hand_size: int, *, missing: bool) -> HanabiSolitaire:
    """Return a deck won with the first copies, ascending; with `missing`, only of the highest 16th of the values."""
    cards = [Card("red", value) for value in range(1, values + 1)]
    kept = cards[-1 - values // 16 :] if missing else cards
    more = shuffled(kept * (copies - 1), random.Random(values))
    return HanabiSolitaire(deck=[*kept, *more], hand_size=hand_size)


def _once(cards: int) -> Iterator[Large]:
    for colours in (1, 4, 16):
        for missing in (False, True):
            if cards >= colours:
                yield Large(deck_once(colours, cards // colours, cards, missing=missing), "once")


def _one_colour(cards: int) -> Iterator[Large]:
    for copies in (1, 2, 8):
        for hand_size in sorted({0, 1, 2, cards // 16, cards}):
            for missing in (False, True):
                deck = deck_of_one_colour(cards // copies, copies, hand_size, missing=missing)
                yield Large(deck, "one-colour")


def _tables(most_entries: int) -> Iterator[Large]:
    for colours in range(1, 9):
        for values in range(1, 5):
            for hand_size in range(4):
                entries = (colours * values + 1) ** hand_size * (values + 1) ** (colours - 1)
                if entries * colours * values <= most_entries:
                    yield Large(deck_once(colours, values, hand_size), "table")


_KINDS = {"once": _once, "one-colour": _one_colour, "table": _tables}


def _chunks(thorough: bool) -> Sequence[Chunk]:
    sizes = [16, 64, 256, 1024, 4096, 16384][: 6 if thorough else 4]
    chunks: list[Chunk] = [(kind, size) for kind in ("once", "one-colour") for size in sizes]
    return [*chunks, ("table", 200_000 if thorough else 20_000)]


DOMAINS = (
    Domain(
        "large",
        "decks of 16 to 1,024 cards with no card twice, or of one colour, with cards missing or not; tables of up to "
        "20,000 entries",
        "decks of 16 to 16,384 cards with no card twice, or of one colour, with cards missing or not; tables of up to "
        "200,000 entries",
        _chunks,
        lambda kind, size: _KINDS[kind](size),
        size_of,
    ),
)
