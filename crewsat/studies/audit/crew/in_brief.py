"""The paper on The Crew in half a page: its main results, and what is wrong with them, if anything."""

from __future__ import annotations

from crewsat.studies.audit.claims import MainResult

RESULTS = (
    MainResult(
        "theorem 3.1",
        "deals with one card in each suit are decided in polynomial time",
        ("theorem-3.1", "theorem-3.1-time"),
        "with one more condition",
    ),
    MainResult(
        "theorem 4.1",
        "deals of one suit whose objective cards are held by their owners are decided in polynomial time",
        ("theorem-4.1", "theorem-4.1-time"),
    ),
    MainResult(
        "theorem 5.3",
        "deals of one suit are decided in polynomial time",
        ("theorem-5.3", "theorem-5.3-algorithm"),
        "by another algorithm than the printed one (method `single-suit` of `crewsat decide`)",
    ),
    MainResult(
        "theorem 6.1",
        "the problem is NP-complete",
        ("theorem-6.1-np", "lemma-6.2", "lemma-6.2-time"),
        "with fewer junk cards in the reduction",
    ),
    MainResult(
        "corollary 6.3",
        "it stays NP-complete where all objective cards are held by their owners",
        ("corollary-6.3", "lemma-6.2"),
        "with the same reduction",
    ),
    MainResult(
        "corollary 6.4",
        "it stays NP-complete with trumps",
        ("corollary-6.4",),
        "with the same reduction",
    ),
    MainResult(
        "theorem 6.5",
        "it stays NP-complete with order tokens",
        ("theorem-6.5",),
        "with p = |V| + 1",
    ),
)

BRIEFLY = {
    "theorem-3.1": "false if the deal names who leads first",
    "lemma-4.3": "false of two objectives among others",
    "lemma-5.1": "a trick that completes as many objectives as possible can use up a low card that a later one needs",
    "lemma-5.2": "false if every winning play is meant: a later trick may need the card",
    "theorem-5.3-highest-card": "the highest card may be needed for a later trick",
    "theorem-5.3-all-add": "an objective that is added now may be needed in a later trick, as a low card",
    "theorem-5.3-algorithm": "the printed algorithm says no to deals that are won",
    "lemma-6.2": "false with the printed number of junk cards, if players share a suit of junk",
    "lemma-6.2-hand-size": "with the printed number of junk cards a hand has more cards than there are players",
    "lemma-6.2-start": "false if the deal names who leads first: the path may start at a neighbour",
    "corollary-6.4": "with the printed number of junk cards, deals are won although the graph has no Hamiltonian path",
    "theorem-6.5": "false with p = |V|",
    "constant-players": "the reductions need as many players as the graph has vertices",
}
"""What fails in each claim that fails or depends on the reading."""
