"""The claims of section 6 of the paper on The Crew: the reductions from Hamiltonian path."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from crewsat.base.errors import IllegalPlay
from crewsat.engine.sources import hamiltonian_path
from crewsat.games.crew.replaying import replay
from crewsat.problems.graph.graph import Graph
from crewsat.reductions.hamiltonian_path_to_crew import Reduction
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.crew.graphs import MOST_VERTICES_OF_DETAILS, MOST_VERTICES_OF_VARIANTS, Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.studies.audit.claims import Finding


FALSE_YES = "the deal is won, but the graph has no Hamiltonian path"
FALSE_NO = "the deal is lost, but the graph has a Hamiltonian path"

PRINTED, EXACT = Reduction(junk="as-printed"), Reduction()
OWN_SUITS = replace(PRINTED, junk_suits="player")


def _is_right(reduction: Reduction, most: int | None = None) -> Callable[[Source], Finding]:
    """Return the reading that the deal is won iff the graph has a Hamiltonian path, tried up to `most` vertices."""

    def fails(source: Source) -> Finding:
        if most is not None and source.n > most:
            return None
        if source.won(reduction) == source.has_path:
            return False
        return Failure(FALSE_NO if source.has_path else FALSE_YES, source.deal(reduction))

    return fails


def _accepted_by_the_referee(source: Source) -> Finding:
    deal, play = source.deal(EXACT), source.verdict(EXACT).play
    if play is None:
        return None
    try:
        replay(deal, [(trick.leader, trick.cards) for trick in play])
    except IllegalPlay:
        return Failure("the referee refuses the play", deal)
    return False


THEOREM_6_1 = Claim(
    "theorem-6.1-np",
    "section 6, after theorem 6.1",
    "The problem is in NP: a play can be checked in polynomial time.",
    "graphs",
    (
        Reading(
            "replayed",
            "the referee of crewsat, who looks at each card once, accepts the plays that are found",
            _accepted_by_the_referee,
        ),
    ),
    remark="That a play has no more cards than the deal follows from the rules; the run checks the referee.",
)

_JUNK_SUITS: dict[Literal["one", "player", "card"], str] = {
    "one": "all junk of one suit",
    "player": "a suit of junk for each player",
    "card": "a suit for each junk card",
}

LEMMA_6_2 = Claim(
    "lemma-6.2",
    "section 6, lemma 6.2",
    "A graph has a Hamiltonian path iff the deal made from it is won; player i gets |V| - deg(i) + 1 junk cards.",
    "graphs",
    (
        *(
            Reading(
                f"printed-{suits}", f"|V| - deg + 1 junk cards, {words}", _is_right(replace(PRINTED, junk_suits=suits))
            )
            for suits, words in _JUNK_SUITS.items()
        ),
        *(
            Reading(
                f"exact-{suits}",
                f"|V| - deg - 1 junk cards, {words}",
                _is_right(replace(EXACT, junk_suits=suits), None if suits == "one" else MOST_VERTICES_OF_DETAILS),
                repaired=True,
            )
            for suits, words in _JUNK_SUITS.items()
        ),
    ),
    repaired="With |V| - deg(i) - 1 junk cards of any suits; then all hands have |V| cards, as the proof says. Or with "
    "the printed number, if no two players have junk of the same suit.",
    remark="The definition of junk lets players share a suit of it. The printed number leaves two spare tricks, in "
    "which the lead can then jump to a vertex that is not adjacent: somebody leads low junk, somebody else wins with "
    "high junk.",
)


def _hands_are_p(reduction: Reduction) -> Callable[[Source], Finding]:
    def fails(source: Source) -> Finding:
        deal = source.deal(reduction)
        if all(len(hand) == deal.players for hand in deal.hands):
            return False
        return Failure("a hand does not have as many cards as there are players", deal)

    return fails


HAND_SIZE = Claim(
    "lemma-6.2-hand-size",
    "section 6, proof of lemma 6.2",
    "All players have the same number of cards, which is p.",
    "graphs",
    (
        Reading("printed", "with |V| - deg + 1 junk cards", _hands_are_p(PRINTED)),
        Reading("exact", "with |V| - deg - 1 junk cards", _hands_are_p(EXACT), repaired=True),
    ),
    repaired="So it is with |V| - deg(i) - 1 junk cards.",
)


def _order_does_not_matter(reduction: Reduction) -> Callable[[Source], Finding]:
    def fails(source: Source) -> Finding:
        if source.n > MOST_VERTICES_OF_DETAILS:
            return None
        for seed in range(3):
            other = replace(reduction, seed=seed)
            if source.won(other) != source.won(reduction):
                return Failure("dealt in another order, the deal has the other answer", source.deal(other))
        return False

    return fails


DEALING_ORDER = Claim(
    "lemma-6.2-dealing-order",
    "section 6, before figure 3",
    "It does not matter which neighbour of a vertex gets which card of its suit.",
    "graphs",
    (
        Reading("printed-one", "|V| - deg + 1 junk cards, all of one suit", _order_does_not_matter(PRINTED)),
        Reading("printed-player", "|V| - deg + 1 junk cards, a suit per player", _order_does_not_matter(OWN_SUITS)),
        Reading("exact", "|V| - deg - 1 junk cards", _order_does_not_matter(EXACT), repaired=True),
    ),
    remark="Three random orders a graph are compared with the rising one.",
)


def _leader(junk: Reduction, where: Callable[[Source, int], set[int]]) -> Callable[[Source], Finding]:
    """Return the reading that with vertex v as first leader, the deal is won iff a path starts at one of `where`."""

    def fails(source: Source) -> Finding:
        if source.n > MOST_VERTICES_OF_DETAILS:
            return None
        for v in source.graph.vertices:
            reduction = replace(junk, leader=v)
            path = hamiltonian_path(source.graph, starts=where(source, v)).answer == "yes"
            if source.won(reduction) != path:
                words = "the deal is lost, but there is such a path" if path else "the deal is won without such a path"
                return Failure(words, source.deal(reduction))
        return False

    return fails


def _at_the_leader(_source: Source, leader: int) -> set[int]:
    return {leader}


def _at_the_leader_or_beside(source: Source, leader: int) -> set[int]:
    return {leader, *source.graph.neighbours[leader]}


def _a_path_wins(source: Source) -> Finding:
    if source.n > MOST_VERTICES_OF_DETAILS:
        return None
    for v in source.graph.vertices:
        reduction = replace(EXACT, leader=v)
        if hamiltonian_path(source.graph, starts=[v]).answer == "yes" and not source.won(reduction):
            return Failure("the deal is lost, but there is such a path", source.deal(reduction))
    return False


START = Claim(
    "lemma-6.2-start",
    "section 6, proof of lemma 6.2",
    "A play follows a path that starts with the player who leads first (p_1 = τ).",
    "graphs",
    (
        Reading(
            "as-used",
            "|V| - deg - 1 junk cards: if a Hamiltonian path starts at v, the deal that v leads is won (all the proof "
            "needs)",
            _a_path_wins,
        ),
        Reading(
            "leader-starts",
            "|V| - deg - 1 junk cards, a named leader: won iff a Hamiltonian path starts at the leader",
            _leader(EXACT, _at_the_leader),
        ),
        Reading(
            "leader-starts-printed",
            "|V| - deg + 1 junk cards, a suit per player: the same",
            _leader(OWN_SUITS, _at_the_leader),
        ),
        Reading(
            "leader-or-neighbour",
            "|V| - deg - 1 junk cards: won iff a Hamiltonian path starts at the leader or next to it",
            _leader(EXACT, _at_the_leader_or_beside),
            repaired=True,
        ),
        Reading(
            "leader-or-neighbour-printed",
            "|V| - deg + 1 junk cards, a suit per player: the same",
            _leader(OWN_SUITS, _at_the_leader_or_beside),
            repaired=True,
        ),
    ),
    repaired="The path starts at the first leader or at a neighbour. With a free leader this makes no difference.",
    remark="Who leads first may lead the suit of a neighbour, who then wins the first trick. The paper leaves the "
    "leader to the crew, and its proof only chooses one; so the lemma does not suffer.",
)


def _owned(source: Source) -> Finding:
    deal = source.deal(PRINTED)
    bad = any(deal.holder[one.card] != one.owner for one in deal.objectives)
    return Failure("an objective card is held by somebody else", deal) if bad else False


COROLLARY_6_3 = Claim(
    "corollary-6.3",
    "section 6, corollary 6.3",
    "In the deals of the reduction every objective card is held by its owner; so it stays hard under this bound.",
    "graphs",
    (Reading("held-by-owners", "every objective card is held by its owner", _owned),),
    remark="The conclusion needs lemma 6.2, as repaired.",
)


def _with_trumps(junk: Reduction, number: Callable[[int], list[int]]) -> Callable[[Source], Finding]:
    """Return the reading about the reduction with these trumps; the numbers depend only on the number of players."""
    return lambda source: _is_right(replace(junk, trumps=tuple(number(source.n))), MOST_VERTICES_OF_VARIANTS)(source)


def _one_each(players: int) -> list[int]:
    return [1] * (players - 1) + [0]


def _any_numbers(players: int) -> list[int]:
    rng = random.Random(players)
    return [0] + [int(rng.random() * 4) for _ in range(players - 1)]


COROLLARY_6_4 = Claim(
    "corollary-6.4",
    "section 6, corollary 6.4",
    "The reduction stays right when all players but one get any number of trumps on top.",
    "graphs",
    (
        Reading(
            "printed-one",
            "|V| - deg + 1 junk cards of one suit, one trump each but for the last",
            _with_trumps(PRINTED, _one_each),
        ),
        Reading(
            "printed-player",
            "|V| - deg + 1 junk cards, a suit per player, one trump each but for the last",
            _with_trumps(OWN_SUITS, _one_each),
        ),
        Reading(
            "exact-one-each",
            "|V| - deg - 1 junk cards, one trump each but for the last",
            _with_trumps(EXACT, _one_each),
            repaired=True,
        ),
        Reading(
            "exact-any-number",
            "|V| - deg - 1 junk cards, none for the first, up to three for each other",
            _with_trumps(EXACT, _any_numbers),
            repaired=True,
        ),
    ),
    repaired="The same with |V| - deg(i) - 1 junk cards of any suits.",
    remark="With two spare tricks a trump can take the lead to any player who holds one, whatever the suits of the "
    "junk. The argument needs that no trick is spare, so it needs the smaller number.",
)


def _theorem_6_5(junk: Reduction, last_player: Literal["new", "old"]) -> Callable[[Source], Finding]:
    return _is_right(replace(junk, last_player=last_player), MOST_VERTICES_OF_VARIANTS)


def _token_does_not_matter(source: Source) -> Finding:
    if source.n > MOST_VERTICES_OF_VARIANTS:
        return None
    with_token = replace(EXACT, last_player="new")
    without = replace(with_token, token=False)
    if source.won(with_token) == source.won(without):
        return False
    return Failure("without the token the deal has the other answer", source.deal(without))


THEOREM_6_5 = Claim(
    "theorem-6.5",
    "section 6, theorem 6.5",
    "The reduction stays right with one more player, who gets p - 1 junk cards and an objective that comes last by a "
    "token.",
    "graphs",
    (
        Reading("old-p-printed", "p = |V|, the others' junk |V| - deg + 1", _theorem_6_5(PRINTED, "old")),
        Reading("old-p-exact", "p = |V|, the others' junk |V| - deg - 1", _theorem_6_5(EXACT, "old")),
        Reading("new-p-printed", "p = |V| + 1, the others' junk |V| - deg + 1", _theorem_6_5(PRINTED, "new")),
        Reading(
            "new-p-exact", "p = |V| + 1, the others' junk |V| - deg - 1", _theorem_6_5(EXACT, "new"), repaired=True
        ),
        Reading("no-token", "leaving the token out changes no answer", _token_does_not_matter, repaired=True),
    ),
    repaired="It does with p = |V| + 1. The token may be left out: this objective must come last anyway.",
    remark="With p = |V| the new player has fewer cards than there are objectives. The text itself speaks for p = "
    "|V| + 1: the |V| others get a card (f, i) each, with f < p. The new player's hand then bounds the number of "
    "tricks, so that even the printed junk does no harm. The token has no effect in these deals; that the problem "
    "stays hard where tokens are allowed follows from deals without any, too.",
)


def _one_more_vertex_costs_nobody(source: Source) -> Finding:
    larger = Source(Graph.numbered(source.n + 1, source.graph.edges))
    if larger.deal(EXACT).players == source.deal(EXACT).players:
        return False
    return Failure("one more vertex makes one more player", source.deal(EXACT))


CONSTANT_PLAYERS = Claim(
    "constant-players",
    "abstract and section 6",
    "The reductions of section 6 show that a constant number of players is intractable as well (the abstract says that "
    "the problem is).",
    "graphs",
    (
        Reading(
            "by-the-reductions",
            "a graph with one more vertex, joined to none, becomes a deal for no more players",
            _one_more_vertex_costs_nobody,
        ),
    ),
    repaired="Open, as the paper's own conclusion says: each vertex becomes a player, so the reductions bound nothing.",
    remark="This does not say that the abstract is wrong about the problem, only that the reductions do not show it.",
)


def _quadratic(source: Source) -> Finding:
    deal = source.deal(PRINTED)
    if len(deal.holder) <= 4 * source.n**2:
        return False
    return Failure("the deal has more than 4|V|² cards", deal)


TIME_6_2 = Claim(
    "lemma-6.2-time",
    "section 6, in the proof of lemma 6.2",
    "The reduction takes time O(n²), n the number of vertices.",
    "graphs",
    (Reading("cards", "the deal has at most 4n² cards, each made in one step", _quadratic),),
    remark="This follows from the numbers printed; the run checks the code, not the arithmetic.",
)

CLAIMS = (
    THEOREM_6_1,
    LEMMA_6_2,
    HAND_SIZE,
    DEALING_ORDER,
    START,
    TIME_6_2,
    COROLLARY_6_3,
    COROLLARY_6_4,
    THEOREM_6_5,
    CONSTANT_PLAYERS,
)
