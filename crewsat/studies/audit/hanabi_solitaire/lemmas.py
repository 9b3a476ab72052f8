"""The lemmas of section 5 of the paper on Hanabi, and what section 5.1 says of the gadget for one slot."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from crewsat.reductions.three_sat_to_hanabi.gadgets import both_colours, colour_of
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire.gadgets import DUMMY, scanned

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.reductions.three_sat_to_hanabi.gadgets import Order
    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.hanabi_solitaire.gadgets import Levels, Scan

LEVELS = range(1, 6)
"""The levels a colour may have reached before a clause gadget, relative to its offset."""


def _most(cards: Sequence[Card], colour: str, level: int, slots: int) -> int:
    """Return how far one colour can get, alone except for the dummy cards."""
    return max(after[colour] for after in scanned(cards, {colour: level}, slots))


# Lemma 5.2


def _both_twos(scan: Scan) -> Finding:
    if scan.number:
        return None
    pairs = [both_colours([x]) for x in range(1, scan.variables + 1)]
    before = dict.fromkeys(both_colours(range(1, scan.variables + 1)), 0)
    for after in scanned(scan.cards(), before, scan.slots):
        if any(after[one] >= 2 and after[other] >= 2 for one, other in pairs):
            return Failure("the twos of both colours of a variable and of the dummy colour are played", _whole(scan))
    return False


def _every_choice(scan: Scan) -> Finding:
    if scan.number:
        return None
    variables = range(1, scan.variables + 1)
    found = scanned(scan.cards(), dict.fromkeys(both_colours(variables), 0), scan.slots)
    for choice in product((5, 1), repeat=scan.variables):
        wanted = dict(zip(both_colours(variables), (n for k in choice for n in (k, 6 - k)), strict=True))
        if not any(wanted.items() <= after.items() for after in found):
            return Failure("a choice of five cards or one cannot be made", _whole(scan))
    most = max(sum(after.values()) - after[DUMMY] for after in found)
    return False if most == 6 * scan.variables else Failure("more cards can be played", _whole(scan))


def _whole(scan: Scan) -> HanabiSolitaire:
    return scan.shown(scan.cards(), {})


LEMMA_5_2 = Claim(
    "lemma-5.2",
    "section 5, lemma 5.2",
    "No play of the variable gadgets plays the twos of both colours of a variable and of the dummy colour.",
    "gadgets",
    (Reading("as-printed", "with a hand of two", _both_twos),),
)

CHOICE = Claim(
    "section-5-choice",
    "section 5, after lemma 5.2",
    "The best after all variable gadgets is five cards of one colour of each variable and one of the other, and each "
    "choice can be made.",
    "gadgets",
    (Reading("as-printed", "each of the 2^v choices; not more cards in all", _every_choice),),
)


# Lemmas 5.3 and 5.4


def _from_five(scan: Scan) -> Finding:
    if not scan.of_two:
        return None
    for colour in (*scan.literals, *scan.others):
        if _most(scan.cards(), colour, scan.offset + 5, 2) != scan.offset + 10:
            return Failure(
                "a colour at o + 5 does not get exactly to o + 10", scan.shown(scan.cards(), {colour: scan.offset + 5})
            )
    return False


LEMMA_5_3 = Claim(
    "lemma-5.3",
    "section 5, lemma 5.3",
    "A colour that has reached o + 5 before a clause gadget gets exactly to o + 10.",
    "gadgets",
    (Reading("as-printed", "any colour but the dummy one, on its own", _from_five),),
)


def _from_one(scan: Scan) -> Finding:
    if not scan.of_two:
        return None
    for colour in scan.others:
        if _most(scan.cards(), colour, scan.offset + 1, 2) != scan.offset + 6:
            return Failure(
                "a colour at o + 1 does not get exactly to o + 6", scan.shown(scan.cards(), {colour: scan.offset + 1})
            )
    return False


def _all_at_once(scan: Scan, order: Order) -> Finding:
    """Report whether the colours that are not literals, complements being false, cannot all advance at once."""
    if not scan.of_two:
        return None
    false = {colour_of(-literal) for literal in scan.clause}
    false |= {colour_of(x) for x in range(1, scan.variables + 1) if x not in map(abs, scan.clause)}
    before = {colour: scan.offset + (1 if colour in false else 5) for colour in scan.others}
    wanted = {colour: level + 5 for colour, level in before.items()}
    if any(wanted.items() <= after.items() for after in scanned(scan.cards(order), before, scan.slots)):
        return False
    return Failure("not all of them can advance by five cards in one play", scan.shown(scan.cards(order), before))


LEMMA_5_4 = Claim(
    "lemma-5.4",
    "section 5, lemma 5.4",
    "A colour that is not associated to a clause and has reached o + 1 before its gadget gets exactly to o + 6.",
    "gadgets",
    (
        Reading("as-printed", "each on its own", _from_one),
        Reading(
            "at-once-value",
            "all of them in one play, cards 'in all colours' following each other value by value",
            lambda scan: _all_at_once(scan, "value"),
        ),
        Reading(
            "at-once-colour",
            "all of them in one play, colour by colour",
            lambda scan: _all_at_once(scan, "colour"),
            repaired=True,
        ),
    ),
    repaired="All of them do in one play if the cards of each colour follow each other.",
)


# Lemma 5.5


@lru_cache(maxsize=len(LEVELS) ** 3)
def _literals_scanned(scan: Scan, chosen: tuple[int, ...]) -> tuple[Levels, list[Levels]]:
    """Return what the literals' colours had reached, `chosen` above the offset, and what they may reach."""
    before = {colour: scan.offset + k for colour, k in zip(scan.literals, chosen, strict=True)}
    return before, scanned(scan.cards(), before, scan.slots)


def _scans(scan: Scan, levels: Collection[int]) -> Iterator[tuple[Levels, bool, list[Levels]]]:
    """Yield what the literals' colours had reached, whether one of them counts as true, and what they may reach."""
    for chosen in product(levels, repeat=3):
        before, after = _literals_scanned(scan, chosen)
        yield before, max(chosen) >= 2, after


def _five_each(scan: Scan, levels: Collection[int]) -> Finding:
    if not scan.of_two:
        return None
    for before, true, after in _scans(scan, levels):
        if true != any(all(one[colour] >= level + 5 for colour, level in before.items()) for one in after):
            words = "a colour is at o + 2 or more, but five cards of each cannot be played"
            return Failure(words if true else "five cards of each are played", scan.shown(scan.cards(), before))
    return False


def _at_most_five(scan: Scan) -> Finding:
    if not scan.of_two:
        return None
    for before, _, after in _scans(scan, LEVELS):
        if any(one[colour] > level + 5 for colour, level in before.items() for one in after):
            return Failure("more than five cards of a colour are played", scan.shown(scan.cards(), before))
    return False


def _to_six(scan: Scan) -> Finding:
    if not scan.of_two:
        return None
    for before, true, after in _scans(scan, LEVELS):
        if true != any(all(one[colour] >= scan.offset + 6 for colour in before) for one in after):
            words = "not all get to o + 6 although one was at o + 2, or all do although none was"
            return Failure(words, scan.shown(scan.cards(), before))
    return False


LEMMA_5_5 = Claim(
    "lemma-5.5",
    "section 5, lemma 5.5",
    "Five cards can be played in each of the three colours of a clause iff a card of value o + 2 has been played in "
    "one of them before.",
    "gadgets",
    (
        Reading("one-or-five", "each colour has reached o + 1 or o + 5", lambda scan: _five_each(scan, (1, 5))),
        Reading("any-level", "each colour has reached o + 1, …, o + 5", lambda scan: _five_each(scan, LEVELS)),
        Reading("at-most-five", "never more than five in one of them, from o + 1, …, o + 5", _at_most_five),
        Reading("to-six", "all three get to o + 6 iff one of them had reached o + 2 or more", _to_six, repaired=True),
    ),
    repaired="All three get to o + 6 iff one of them had reached o + 2 or more, wherever between o + 1 and o + 5 they "
    "were. This is what theorem 5.6 needs, as it bounds all plays and not those of the text alone.",
    remark="A player may hold back a two and play it after the 3, 4, 5 of its gadget are gone. Its colour is then at "
    "o + 2, counts as true in the next clause, gets to o + 6 with four cards, and is false from then on.",
)


# One slot


def _one_slot(scan: Scan) -> Finding:
    if scan.slots == 2:
        return None
    for before, true, after in _scans(scan, (1, 5)):
        words = ""
        if true != any(all(one[colour] >= level + 5 for colour, level in before.items()) for one in after):
            words = "five cards of each are not played although a literal is true, or the other way around"
        elif not true and any(min(one.values()) > scan.offset + 3 for one in after):
            words = "more than two cards of each colour are played"
        if words:
            return Failure(words, scan.shown(scan.cards(), before))
    return False


def _others_with_one_slot(scan: Scan, *, repaired: bool) -> Finding:
    if scan.slots == 2:
        return None
    cards = scan.cards(repaired=repaired)
    for colour, above in product(scan.others, (1, 5)):
        if _most(cards, colour, scan.offset + above, 1) != scan.offset + above + 5:
            return Failure("a colour that is not a literal cannot play exactly five cards", scan.shown(cards, {}))
    return False


ONE_SLOT = Claim(
    "small-hand-gadget",
    "section 5.1, small hand size",
    "With a hand of one, five cards of each colour can be played in a clause gadget with twelve more cards iff a "
    "literal is true; else one colour plays at most two.",
    "gadgets",
    (
        Reading("literals", "the three colours of the clause, each at o + 1 or o + 5 before", _one_slot),
        Reading(
            "others-printed",
            "each other colour, on its own, its cards in the order 5, …, 10, 2, 3, 4",
            lambda scan: _others_with_one_slot(scan, repaired=False),
        ),
        Reading(
            "others-repaired",
            "the same in the order 6, …, 10, 2, 3, 4, 5",
            lambda scan: _others_with_one_slot(scan, repaired=True),
            repaired=True,
        ),
    ),
    repaired="So it is for the colours of the clause; the others need the order 6, 7, 8, 9, 10, 2, 3, 4, 5.",
    remark="In the printed order a false colour that is not a literal must store its 5 and its 6. The dumps of this "
    "claim have one card to store and one to release it, as two cannot be stored.",
)


CLAIMS = (LEMMA_5_2, CHOICE, LEMMA_5_3, LEMMA_5_4, LEMMA_5_5, ONE_SLOT)
