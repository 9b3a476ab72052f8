"""The claims of section 5 of the paper on Hanabi: the reduction from 3-SAT, its lemmas, and its modifications."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import IllegalPlay
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, play_of
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire import formulas, gadgets, lemmas, modifications, players
from crewsat.studies.audit.hanabi_solitaire.formulas import Source, is_right

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.studies.audit.claims import Finding

REPAIRED, PRINTED = Reduction(), Reduction(repairs=())

THEOREM_5_6 = Claim(
    "theorem-5.6",
    "section 5, theorem 5.6",
    "With a hand of two, the deck made of a 3-SAT formula is won iff the formula can be satisfied.",
    "formulas",
    (
        Reading("printed", "as printed, colour by colour; n is the highest value in the deck", is_right(PRINTED)),
        Reading("printed-from-three", "the same, for formulas of three or more clauses", is_right(PRINTED, least=3)),
        Reading(
            "printed-n",
            "as printed, n = 6m + 2, and cards above n are never played (they are left out)",
            is_right(Reduction(repairs=("high-cards",))),
        ),
        Reading(
            "value-by-value",
            "cards 'in all colours' follow each other value by value; cards above 6m + 2 left out",
            is_right(Reduction(order="value")),
        ),
        Reading(
            "repaired",
            "the last cards begin with o + 7, cards above 6m + 2 are left out",
            is_right(REPAIRED),
            repaired=True,
        ),
    ),
    repaired="So it is, colour by colour, if cards above n = 6m + 2 are left out.",
    remark="For m = 1 and 2 the last clause gadget has values up to 5m + 5, more than the dummy colour's 6m + 2, and "
    "the dummy colour lacks the others. Polynomial hardness does not suffer from two sizes.",
)


def _copies_at_most_two(reduction: Reduction) -> Callable[[Source], Finding]:
    def fails(source: Source) -> Finding:
        deck = source.deck(reduction)
        return Failure("a card is in the deck three times", deck) if deck.multiplicity > 2 else False

    return fails


COPIES = Claim(
    "section-5-copies",
    "section 5, theorem 5.6 and before",
    "In the deck of the reduction no card is there more than twice (r = 2).",
    "formulas",
    (
        Reading(
            "printed", "the last cards of each colour are o + 6 to n, o the last offset", _copies_at_most_two(PRINTED)
        ),
        Reading(
            "repaired", "the last cards of each colour are o + 7 to n", _copies_at_most_two(REPAIRED), repaired=True
        ),
    ),
    repaired="So it is if the last cards begin with o + 7.",
    remark="Each literal's colour has o + 6 twice in the last clause gadget, and once more among the last cards. As "
    "all colours have reached o + 6 before them in a play that wins, that copy is not needed.",
)


def _at_most(reduction: Reduction, least: int) -> Callable[[Source], Finding]:
    def fails(source: Source) -> Finding:
        v, m = source.formula.variables, source.clauses
        if m < least:
            return None
        deck = source.deck(reduction)
        return (
            Failure("there are more than 2(2v + 1)(6m + 2) cards", deck)
            if deck.size > 2 * (2 * v + 1) * (6 * m + 2)
            else False
        )

    return fails


CARDS = Claim(
    "section-5-cards",
    "section 5, before the gadgets",
    "The deck has N ≤ 2(2v + 1)(6m + 2) cards.",
    "formulas",
    (
        Reading("printed", "as printed", _at_most(PRINTED, 0)),
        Reading("printed-from-two", "as printed, for two or more clauses", _at_most(PRINTED, 2)),
        Reading(
            "repaired",
            "the last cards begin with o + 7, cards above n are left out",
            _at_most(REPAIRED, 0),
            repaired=True,
        ),
    ),
    repaired="So it is if no card occurs three times or is above n.",
)


def _values(reduction: Reduction) -> Callable[[Source], Finding]:
    def fails(source: Source) -> Finding:
        deck = source.deck(reduction)
        if len(deck.colours_in_order) != 2 * source.formula.variables + 1:
            return Failure("there are not 2v + 1 colours", deck)
        return False if deck.highest == 6 * source.clauses + 2 else Failure("n is not 6m + 2", deck)

    return fails


VALUES = Claim(
    "section-5-values",
    "section 5, before the gadgets",
    "The deck has 2v + 1 colours and n = 6m + 2 values.",
    "formulas",
    (
        Reading("printed", "as printed, n the highest value in the deck", _values(PRINTED)),
        Reading("repaired", "cards above 6m + 2 are left out", _values(REPAIRED), repaired=True),
    ),
    repaired="So it is if cards above 6m + 2 are left out, which are there for m = 1 and 2.",
)


MOST_CLAUSES_OF_PLAYS = 4
"""The largest number of clauses of formulas whose plays are modified explicitly."""


def _draws_used(play: Sequence[Step]) -> set[int]:
    drawn = [step for step in play if step.source == "deck"]
    return {draw for draw, step in enumerate(drawn, 1) if step.action != "discard"}


def _models(source: Source) -> Iterator[tuple[bool, ...]]:
    return (
        model for model in product((True, False), repeat=source.formula.variables) if source.formula.satisfied_by(model)
    )


def _both_false(deck: HanabiSolitaire, model: tuple[bool, ...], x: int) -> list[Step] | None:
    """Return the play of a model in which both colours of x are played like the false one, if it wins."""
    other = tuple(value != (x == y) for y, value in enumerate(model, 1))
    true = str(2 * x - 1 if model[x - 1] else 2 * x)
    used = {draw for draw in _draws_used(play_of(deck, model)) if deck.deck[draw - 1].suit != true}
    used |= {draw for draw in _draws_used(play_of(deck, other)) if deck.deck[draw - 1].suit == true}
    try:
        return list(play_until_success(deck, line_of(deck, used)))
    except IllegalPlay:
        return None


def _unassigned(source: Source) -> Iterator[int]:
    """Yield variables without a value in some winning play: both values satisfy the formula."""
    deck = source.deck(REPAIRED)
    for model in _models(source):
        for x in range(1, source.formula.variables + 1):
            other = tuple(value != (x == y) for y, value in enumerate(model, 1))
            if source.formula.satisfied_by(other) and _both_false(deck, model, x) is not None:
                yield x


def _always_assigned(source: Source) -> Finding:
    if source.clauses > MOST_CLAUSES_OF_PLAYS:
        return None
    if not any(_unassigned(source)):
        return False
    return Failure("a play wins with both colours of a variable at 1 after its gadget", source.deck(REPAIRED))


UNASSIGNED = Claim(
    "section-5-unassigned",
    "section 5, after lemma 5.2",
    "No variable is left unassigned in a play that plays all cards.",
    "formulas",
    (
        Reading(
            "as-printed",
            "in each play that wins, one colour of each variable has reached 5 after the variable gadgets (plays that "
            "follow truth values are tried, but for one variable)",
            _always_assigned,
        ),
    ),
    repaired="A play that wins may leave a variable unassigned: then the others satisfy the formula, whatever its "
    "value.",
    remark="The proofs do not use it: an unassigned variable satisfies no clause.",
)

CLAIMS = (
    *lemmas.CLAIMS[:2],
    UNASSIGNED,
    *lemmas.CLAIMS[2:5],
    THEOREM_5_6,
    VALUES,
    COPIES,
    CARDS,
    *modifications.CLAIMS,
    *lemmas.CLAIMS[5:],
    *players.CLAIMS,
)

DOMAINS = (*gadgets.DOMAINS, *formulas.DOMAINS, *players.DOMAINS)
