"""The paper on Hanabi in half a page: its main results, and what is wrong with them, if anything."""

from __future__ import annotations

from crewsat.studies.audit.claims import MainResult

RESULTS = (
    MainResult(
        "lemma 2.1",
        "decks without a second copy of any card are decided in linear time",
        ("lemma-2.1", "lemma-2.1-time"),
        "if missing cards are looked for first",
    ),
    MainResult(
        "theorem 3.3",
        "decks of one colour are decided in time O(N + n log h)",
        ("theorem-3.3", "theorem-3.3-time"),
        "if missing values are looked for first",
    ),
    MainResult(
        "theorem 4.2",
        "for a constant hand and number of colours, decks are decided in polynomial time",
        ("theorem-4.2", "theorem-4.2-space", "theorem-4.2-time"),
        "with other bounds where the number of colours is not a constant",
    ),
    MainResult(
        "theorem 5.6",
        "with a hand of two the problem is NP-hard",
        ("theorem-5.6",),
        "without the cards above n = 6m + 2",
    ),
    MainResult(
        "theorem 5.1",
        "so it is for all r ≥ 2 and h ≥ 2, and for r ≥ 3 and h = 1",
        ("theorem-5.1",),
        "with repairs of the construction",
    ),
    MainResult(
        "section 5.1",
        "so it is for a constant number of values, and for several players",
        ("constant-values", "players-reduction"),
        "with p·h - 1 slots for p·h",
    ),
)

BRIEFLY = {
    "original-hand": "false if the game ends one turn after the last card was drawn",
    "lemma-2.1": "false if cards are missing",
    "lemma-3.2-removes": "false of cards that become useless only when others are removed",
    "lemma-3.2-leaves": "false if the phase stops early",
    "theorem-3.3": "false if values are missing",
    "lemma-4.1": "an entry can be too large, as a card that is played from the hand and stays there counts as one copy",
    "lemma-2.1-time": "false if cards are missing",
    "theorem-3.3-time": "false if values are missing",
    "theorem-4.2-space": "false if the number of colours is not a constant",
    "theorem-4.2-time": "false if the number of colours is not a constant, or h = 0",
    "play-at-once": "false if a copy of the card is in the hand, where it must stay",
    "section-5-unassigned": "a play can win with a variable that is neither true nor false",
    "lemma-5.4": "false if all colours are to advance in one play, value by value",
    "lemma-5.5": "false of colours that are between o + 2 and o + 4",
    "theorem-5.6": "false for formulas of fewer than three clauses, and if colours follow each other value by value",
    "section-5-values": "formulas of one or two clauses have cards above 6m + 2",
    "section-5-copies": "the last cards begin with one copy too many of a card",
    "section-5-cards": "false for one clause",
    "theorem-5.1": "in the construction as printed, a card occurs more than r times",
    "fixed-multiplicity": "some cards occur fewer than r times",
    "small-hand-size": "a hand of one cannot store the two cards of a dump",
    "small-hand-copies": "the last cards begin with one copy too many of a card",
    "constant-values-copies": "the last cards begin with one copy too many of a card",
    "players-reduction": "a card is taken in hand before it is played, which takes a slot",
    "small-hand-gadget": "false of colours that are not those of the clause, in the printed order",
    "players": "a card is taken in hand before it is played, which takes a slot",
}
"""What fails in each claim that fails or depends on the reading."""
