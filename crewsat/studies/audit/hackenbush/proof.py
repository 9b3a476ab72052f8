"""The proof of theorem 3, sentence by sentence, on the plays to which it refers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hackenbush.rules import moves
from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hackenbush.plays import all_plays, following_the_proof, moves_of_the_proof

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.hackenbush.formulas import Source
    from crewsat.studies.audit.hackenbush.plays import State

# If the formula is true: plays in which the second coalition follows the proof.


def _in_every_state(
    bad: Callable[[Source, State], bool], words: str, *, where: Callable[[Source, State], bool]
) -> Callable[[Source], Finding]:
    """Return the reading that no state of a play in which the second coalition follows the proof is `bad`."""

    def fails(source: Source) -> Finding:
        if not source.true:
            return None
        found = (state for state in following_the_proof(source) if where(source, state))
        return _first_bad(source, found, bad, words)

    return fails


def _first_bad(source: Source, found: Iterator[State], bad: Callable[[Source, State], bool], words: str) -> Finding:
    """Report whether a state is bad; None if there is no state."""
    any_state = False
    for state in found:
        any_state = True
        if bad(source, state):
            return Failure(words, source.game)
    return False if any_state else None


def _is_over(_source: Source, state: State) -> bool:
    return state.last is not None


def _first_turn_of_a_clause(source: Source, state: State) -> bool:
    return state.last is None and state.player in source.clause_players and not state.moves_made(state.player)


def _first_turn_of_the_judge(source: Source, state: State) -> bool:
    return state.last is None and state.player == source.judge and not state.moves_made(state.player)


def _later_turn(_source: Source, state: State) -> bool:
    return state.last is None and state.moves_made(state.player) > 0


def _not_all_twice(_source: Source, state: State) -> bool:
    return set(state.made) != {2}


_PLAN = "in every play in which the second coalition follows the proof"

TWICE = Claim(
    "plays-twice",
    "section 3, the proof of theorem 3",
    "Each player plays twice, if the formula is true.",
    "formulas",
    (
        Reading(
            "every-play",
            f"{_PLAN}, each player makes two moves",
            _in_every_state(_not_all_twice, "a player does not make two moves", where=_is_over),
        ),
        Reading(
            "upper-edge-first",
            "the same, if player n + k + 1 cuts his upper edge first",
            _in_every_state(
                _not_all_twice,
                "a player does not make two moves",
                where=lambda source, state: _is_over(source, state) and not state.lowered,
            ),
            repaired=True,
        ),
    ),
    repaired="Each player plays twice if player n + k + 1 cuts his upper edge first; if he cuts the lower one, he "
    "plays once.",
    remark="Player n + k + 1 is of the other coalition, and may cut his lower edge first. It does him no good.",
)


def _no_true_literal(source: Source, state: State) -> bool:
    return not any(moves_of_the_proof(source)(state))


CLAUSE_EDGE = Claim(
    "clause-edges",
    "section 3, the proof of theorem 3",
    "The i-th player with i from n + 1 to n + k can always remove one edge from the string that corresponds to a true "
    "literal of his clause.",
    "formulas",
    (
        Reading(
            "first-round",
            f"{_PLAN}, at his first turn",
            _in_every_state(_no_true_literal, "he has no such edge", where=_first_turn_of_a_clause),
        ),
    ),
)


def _no_upper_edge(source: Source, state: State) -> bool:
    return state.position.lengths[-1] < source.k + 2


UPPER_EDGE = Claim(
    "upper-edge",
    "section 3, the proof of theorem 3",
    "In this way, player n + k + 2 can remove the edge on the top of the string of k + 2 edges.",
    "formulas",
    (
        Reading(
            "first-round",
            f"{_PLAN}, at his first turn",
            _in_every_state(_no_upper_edge, "the edge has fallen", where=_first_turn_of_the_judge),
        ),
    ),
)


def _several_edges(source: Source, state: State) -> bool:
    return len(list(moves(source.game, state.position))) != 1


ONE_EDGE = Claim(
    "one-edge",
    "section 3, the proof of theorem 3",
    "In the second round, each player can remove only one possible edge when he has to play.",
    "formulas",
    (
        Reading(
            "second-round",
            f"{_PLAN}, whoever is to move and has moved before has exactly one edge",
            _in_every_state(_several_edges, "a player has several edges", where=_later_turn),
        ),
    ),
)

REMAINING = Claim(
    "remaining-edges",
    "section 3, the proof of theorem 3",
    "In the second round, players remove the remaining edges.",
    "formulas",
    (
        Reading(
            "none-is-left",
            f"{_PLAN}, no edge is left in the end, and nobody has moved three times",
            _in_every_state(
                lambda _source, state: any(state.position.lengths) or max(state.made) > 2,
                "an edge is left, or somebody has moved three times",
                where=_is_over,
            ),
        ),
    ),
)

JUDGE_IS_LAST = Claim(
    "judge-is-last",
    "section 3, the proof of theorem 3",
    "At the end of the game, player n + k + 2 will make the last move.",
    "formulas",
    (
        Reading(
            "the-last-one-left",
            f"{_PLAN}, he is the last one left",
            _in_every_state(lambda source, state: state.last != source.judge, "another player is", where=_is_over),
        ),
    ),
)

# If the second coalition wins: all plays of small formulas.


def _in_all_plays(
    bad: Callable[[Source, State], bool], words: str, *, where: Callable[[Source, State], bool]
) -> Callable[[Source], Finding]:
    """Return the reading that no state of any play is `bad`."""

    def fails(source: Source) -> Finding:
        found = (state for state in all_plays(source) if where(source, state))
        return _first_bad(source, found, bad, words)

    return fails


def _upper_edge_first(_source: Source, state: State) -> bool:
    return not state.lowered


def _won_against_two_moves(source: Source, state: State) -> bool:
    """Return whether the second coalition has won, and the counter has made two moves."""
    return state.last in source.game.members and state.moves_made(source.counter) == 2


def _lacks_an_edge(source: Source, state: State) -> bool:
    return state.position.lengths[-2] != 2 - state.moves_made(source.counter)


TWO_MOVES = Claim(
    "two-moves",
    "section 3, the proof of theorem 3",
    "Player n + k + 1 is always able to make two moves.",
    "small-formulas",
    (
        Reading(
            "upper-edge-first",
            "in every play in which he cuts his upper edge first, nobody else takes one of his edges",
            _in_all_plays(_lacks_an_edge, "he has lost an edge", where=_upper_edge_first),
        ),
    ),
)

_WON = "in every play that the second coalition wins, and in which player n + k + 1 makes two moves"

JUDGE_MOVES_TWICE = Claim(
    "judge-moves-twice",
    "section 3, the proof of theorem 3",
    "Therefore even player n + k + 2 must be able to make two moves in order to assure a winning strategy for the "
    "second coalition.",
    "small-formulas",
    (
        Reading(
            "won-plays",
            f"{_WON}, player n + k + 2 does, too",
            _in_all_plays(
                lambda source, state: state.moves_made(source.judge) != 2,
                "he does not make two moves",
                where=_won_against_two_moves,
            ),
        ),
    ),
)

LONG_STRING = Claim(
    "long-string",
    "section 3, the proof of theorem 3",
    "As a consequence, no player from n + 1 to n + k removes an edge in the string of k + 2 edges before player "
    "n + k + 2 makes his first move.",
    "small-formulas",
    (
        Reading(
            "won-plays",
            f"{_WON}, none of them does",
            _in_all_plays(
                lambda _source, state: state.early, "one of them removes such an edge", where=_won_against_two_moves
            ),
        ),
    ),
)

TRUE_LITERALS = Claim(
    "true-literals",
    "section 3, the proof of theorem 3",
    "I.e., every clause has at least one true literal.",
    "small-formulas",
    (
        Reading(
            "won-plays",
            f"{_WON}, the values of the first cuts satisfy every clause",
            _in_all_plays(
                lambda source, state: not source.true_with(state.values),
                "a clause has none",
                where=_won_against_two_moves,
            ),
        ),
    ),
)

FORWARDS = (TWICE, CLAUSE_EDGE, UPPER_EDGE, ONE_EDGE, REMAINING, JUDGE_IS_LAST)
BACKWARDS = (TWO_MOVES, JUDGE_MOVES_TWICE, LONG_STRING, TRUE_LITERALS)
CLAIMS = (*FORWARDS, *BACKWARDS)
