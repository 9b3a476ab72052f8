"""The modifications of section 5.1 of the paper on Hanabi, and theorem 5.1, which rests on them.

The printed readings exclude what was already wrong before section 5.1, so that each modification is judged by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.reductions.three_sat_to_hanabi.gadgets import both_colours
from crewsat.reductions.three_sat_to_hanabi.reduction import REPAIRS, Reduction
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire.formulas import MOST_CLAUSES_OF_VARIANTS, Source, compared, is_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.reductions.three_sat_to_hanabi.reduction import Repair
    from crewsat.studies.audit.claims import Finding

BEFORE: tuple[Repair, ...] = ("last-cards", "high-cards")
"""The repairs that are needed before section 5.1."""


def _without(*names: Repair) -> tuple[Repair, ...]:
    return tuple(name for name in REPAIRS if name not in names)


def _right(*reductions: Reduction) -> Callable[[Source], Finding]:
    """Return the reading that all of these decks are won iff the formula can be satisfied."""
    checks = [is_right(reduction, most=MOST_CLAUSES_OF_VARIANTS) for reduction in reductions]

    def fails(source: Source) -> Finding:
        findings = [check(source) for check in checks]
        return next((finding for finding in findings if finding), findings[0])

    return fails


def _exact(*reductions: Reduction, at_least: bool = True) -> Callable[[Source], Finding]:
    """Return the reading that each card occurs exactly r times, or at most r times."""

    def fails(source: Source) -> Finding:
        if source.clauses > MOST_CLAUSES_OF_VARIANTS:
            return None
        for reduction in reductions:
            deck = source.deck(reduction)
            r = reduction.copies or reduction.fewest_copies
            numbers = set(map(len, deck.copies.values()))
            if max(numbers, default=r) > r:
                return Failure("a card occurs more than r times", deck)
            if at_least and min(numbers, default=r) < r:
                return Failure("a card occurs fewer than r times", deck)
        return False

    return fails


PADDED = Reduction(copies=3, repairs=BEFORE)

EXACT_COPIES = Claim(
    "fixed-multiplicity",
    "section 5.1, fixed multiplicity",
    "With r - 2 additional copies of each card, next to its first one, there are exactly r of each, and nothing else "
    "changes.",
    "formulas",
    (
        Reading("printed-copies", "r = 3: each card occurs exactly r times", _exact(PADDED)),
        Reading("printed-answer", "r = 3: won iff the formula can be satisfied", _right(PADDED)),
        Reading(
            "repaired-copies",
            "each card is filled up to r = 2, 3, 4; with one slot to r = 3, 5",
            _exact(*(Reduction(copies=r) for r in (2, 3, 4)), *(Reduction(copies=r, hand_size=1) for r in (3, 5))),
            repaired=True,
        ),
        Reading(
            "repaired-answer", "the same, r = 2 and 4", _right(Reduction(copies=2), Reduction(copies=4)), repaired=True
        ),
    ),
    repaired="With so many additional copies that there are r; dummy cards, ones, and o + 6 in the colours that are "
    "not literals occur once, other cards twice.",
)


def _held_by_the_dummy_colour(source: Source, hand: int) -> Finding:
    """Report whether it fails to fill the hand with dummy cards above n, so that all colours must continue as far."""
    if source.clauses > MOST_CLAUSES_OF_VARIANTS:
        return None
    base = source.deck(Reduction())
    n, more = base.highest, hand - 2
    colours = both_colours(range(1, source.formula.variables + 1))
    last = [Card(colour, n + k) for colour in colours for k in range(1, more + 2)]
    held = [Card("d", n + 1 + k) for k in range(1, more + 1)]
    return compared(source, HanabiSolitaire(deck=[*held, *base.deck, Card("d", n + 1), *last], hand_size=hand))


LARGER_HAND = Claim(
    "larger-hand-size",
    "section 5.1, larger hand size",
    "For h > 2 a hand reduction gadget makes sure that two slots are left.",
    "formulas",
    (
        Reading(
            "new-colour",
            "h - 2 cards of a second dummy colour are stored before, and released before the last cards; h = 3 and 5",
            _right(Reduction(hand_size=3), Reduction(hand_size=5)),
        ),
        Reading(
            "dummy-colour",
            "h - 2 cards of the dummy colour above n are stored before, and released after all; h = 4",
            lambda source: _held_by_the_dummy_colour(source, 4),
        ),
    ),
    remark="The gadget has h - 2 cards to store here. In the first reading n must be at least h - 1, in the second one "
    "all colours must have h - 1 values more.",
)

ONE, ONE_PRINTED = Reduction(hand_size=1), Reduction(hand_size=1, repairs=_without("last-cards"))

SMALL_HAND = Claim(
    "small-hand-size",
    "section 5.1, small hand size",
    "With twelve more cards in each clause gadget, the deck is right for h = 1.",
    "formulas",
    (
        Reading("printed", "nothing else is changed", _right(Reduction(hand_size=1, repairs=BEFORE))),
        Reading(
            "dumps-only",
            "dumps store one card, and the variables need no hand reduction",
            _right(Reduction(hand_size=1, repairs=(*BEFORE, "one-slot-dumps"))),
        ),
        Reading(
            "order-only",
            "the colours that are not literals get 6, 7, 8, 9, 10, 2, 3, 4, 5",
            _right(Reduction(hand_size=1, repairs=(*BEFORE, "one-slot-order"))),
        ),
        Reading("repaired", "both", _right(ONE), repaired=True),
    ),
    repaired="It is if the dumps store one card, the variables are scanned without a hand reduction, and the colours "
    "that are not literals get their cards in the order 6, 7, 8, 9, 10, 2, 3, 4, 5.",
    remark="A hand of one cannot store the two cards of a dump, nor the 5 and the 6 of a false colour that is "
    "not a literal.",
)

SMALL_COPIES = Claim(
    "small-hand-copies",
    "section 5.1, small hand size",
    "With h = 1 no card occurs more than three times.",
    "formulas",
    (
        Reading(
            "printed",
            "the last cards begin with o + 6",
            _exact(ONE_PRINTED, at_least=False),
        ),
        Reading("repaired", "they begin with o + 7", _exact(ONE, at_least=False), repaired=True),
    ),
    repaired="So it is if the last cards begin with o + 7.",
)

CONSTANT, CONSTANT_PRINTED = Reduction(values="constant"), Reduction(values="constant", repairs=())

CONSTANT_VALUES = Claim(
    "constant-values",
    "section 5.1, constant number of values",
    "Where only the colours of a clause's variables advance, and each gadget has a dummy colour of its own, the deck "
    "is won iff the formula can be satisfied.",
    "formulas",
    (
        Reading("printed", "as printed", _right(CONSTANT_PRINTED)),
        Reading(
            "repaired",
            "the last cards begin with o + 7; h = 2 and 3",
            _right(CONSTANT, replace(CONSTANT, hand_size=3)),
            repaired=True,
        ),
        Reading("one-slot", "with all repairs, h = 1", _right(replace(CONSTANT, hand_size=1)), repaired=True),
    ),
    remark="The offset of a variable is 5 times the number of its clauses before. The text calls the colours of "
    "variable j 2j and 2j + 1 here, and 2j - 1 and 2j before; the latter is meant. Variables need not be in equally "
    "many clauses: the last cards make up for it.",
)

CONSTANT_COPIES = Claim(
    "constant-values-copies",
    "section 5.1, constant number of values",
    "Nor does this make more than two copies of a card.",
    "formulas",
    (
        Reading("printed", "the last cards begin with o + 6", _exact(CONSTANT_PRINTED, at_least=False)),
        Reading("repaired", "they begin with o + 7", _exact(CONSTANT, at_least=False), repaired=True),
    ),
    repaired="So it is if the last cards begin with o + 7.",
)


def _constant_size(source: Source) -> Finding:
    most = max(source.formula.appearances, default=0)
    deck = source.deck(CONSTANT)
    n, v, m = 5 * most + 5, source.formula.variables, source.clauses
    if deck.highest != n:
        return Failure("n is not 5k + 5", deck)
    return (
        Failure("the deck is not linear", deck)
        if deck.size > 18 * v + (5 * most * v) * 2 + n + (57 + 2 * n) * m
        else False
    )


CONSTANT_SIZE = Claim(
    "constant-values-size",
    "section 5.1, constant number of values",
    "n is 5k + 5 if no variable is in more than k clauses (30 for k = 5), and there are O(m) dummy colours.",
    "formulas",
    (
        Reading(
            "counted",
            "n = 5k + 5 and N ≤ (18 + 10k)v + n + (57 + 2n)m: a deck of linear size for constant k",
            _constant_size,
        ),
    ),
    remark="This follows from the numbers printed; the run checks the code, not the arithmetic.",
)


def _slots(source: Source) -> Finding:
    """Report whether a deck for p·h slots fails with the p·h - 1 slots that p players have."""
    if source.clauses > MOST_CLAUSES_OF_VARIANTS:
        return None
    for players, hand in ((2, 1), (3, 1), (2, 2)):
        deck = source.deck(Reduction(players=players, hand_size=hand, repairs=_without("slots")))
        found = compared(source, deck.model_copy(update={"hand_size": deck.hand_size - 1, "about": None}))
        if found:
            return found
    return False


PLAYERS = Claim(
    "players-reduction",
    "section 5.1, larger number of players",
    "So the reduction for p·h slots makes the game of p players with hands of h hard.",
    "formulas",
    (
        Reading(
            "printed", "decks for p·h slots, scanned with the p·h - 1 that the players have; p·h = 2, 3, 4", _slots
        ),
        Reading(
            "repaired",
            "decks for p·h - 1 slots, with as many spare ones at the end",
            _right(*(Reduction(players=players, hand_size=hand) for players, hand in ((2, 1), (3, 1), (2, 2)))),
            repaired=True,
        ),
    ),
    repaired="The reduction for p·h - 1 slots does, with p·h - 1 spare cards at the end.",
)


def _right_and_exact(*reductions: Reduction) -> Callable[[Source], Finding]:
    """Return the reading that decks have the requested slots and copies, and are won iff the formula is satisfiable."""
    exact, right = _exact(*reductions), _right(*reductions)

    def fails(source: Source) -> Finding:
        for reduction in reductions:
            deck = source.deck(reduction)
            if deck.hand_size != reduction.hand_size:
                return Failure("the hand is not h", deck)
        found = exact(source)
        return found or right(source)

    return fails


PAIRS = ((2, 2), (2, 3), (3, 2), (4, 3), (1, 3), (1, 4))

THEOREM_5_1 = Claim(
    "theorem-5.1",
    "section 5, theorem 5.1",
    "The construction shows that the problem is hard for any r ≥ 2 and h ≥ 2, and for any r ≥ 3 and h = 1: it makes "
    "decks with exactly r copies of each card and a hand of h that are won iff a formula can be satisfied.",
    "formulas",
    (
        Reading(
            "printed",
            "by the text, for (h, r) = (2, 2), (2, 3), (3, 2), (4, 3), (1, 3), (1, 4)",
            _right_and_exact(*(Reduction(hand_size=h, copies=r, repairs=()) for h, r in PAIRS)),
        ),
        Reading(
            "repaired",
            "the same with all repairs",
            _right_and_exact(*(Reduction(hand_size=h, copies=r) for h, r in PAIRS)),
            repaired=True,
        ),
    ),
    repaired="So it does with all repairs: the theorem stands.",
    remark="This is about the construction as printed, not about the theorem. That r ≤ 2 holds without filling up is "
    "another claim. h = 1 with r = 2 stays open.",
)

CLAIMS = (
    THEOREM_5_1,
    EXACT_COPIES,
    LARGER_HAND,
    SMALL_HAND,
    SMALL_COPIES,
    CONSTANT_VALUES,
    CONSTANT_COPIES,
    CONSTANT_SIZE,
    PLAYERS,
)
