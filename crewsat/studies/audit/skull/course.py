"""The claims about the course of a game: who begins, who wins, how long it can last (sections 4 and 5.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.skull.referee import NOBODY, State
from crewsat.studies.skull.whole_game import beginnings, next_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.skull.parameters import Parameters


def _rounds(case: Parameters) -> Iterator[tuple[State, State]]:
    """Yield the beginning of each possible round, with each beginning of a round or end of the game that can follow."""
    for state in beginnings(case.rules):
        if state.turn == "first":
            yield from ((state, following) for following in next_rounds(case.rules, state))


def _eliminated(before: State, following: State) -> int | None:
    """Return the challenger of a round if eliminated by it; only the challenger can lose a card."""
    return next(
        (player for player, cards in enumerate(before.owned) if any(cards) and not any(following.owned[player])), None
    )


def _eliminations(case: Parameters) -> Iterator[tuple[int, State]]:
    """Yield each challenger who is eliminated, and the beginning of the next round."""
    for before, following in _rounds(case):
        out = _eliminated(before, following)
        if out is not None and following.turn == "first":
            yield out, following


def _next_seat_begins(case: Parameters) -> Finding:
    found = list(_eliminations(case))
    if any((out + 1) % case.players not in following.playing for out, following in found):
        return Failure("the next player is out, too", case)
    return False if found else None


def _next_player_begins(case: Parameters) -> Finding:
    found = list(_eliminations(case))
    if any(following.player != following.next_of(following.playing, out) for out, following in found):
        return Failure("somebody else begins", case)
    return False if found else None


INITIATIVE: Claim[Parameters] = Claim(
    "initiative",
    "section 4, game sequence, 3",
    "If the last challenger is not playing, the next player, (challenger + 1) mod P, takes the initiative.",
    "games",
    (
        Reading("seat", "the player of the next seat, who is still playing", _next_seat_begins),
        Reading("player", "the next one who is still playing", _next_player_begins),
    ),
    repaired="The next player in order who is still playing takes the initiative.",
)


def _one_winner(case: Parameters) -> Finding:
    ends = (state for state in beginnings(case.rules) if state.turn == "over")
    return Failure("nobody has won", case) if any(state.player == NOBODY for state in ends) else False


WINNER: Claim[Parameters] = Claim(
    "winner",
    "section 4, winning condition",
    "Either winning 2 challenges or being the last player standing wins.",
    "games",
    (Reading("one", "every game that ends has a winner, whatever is drawn or chosen", _one_winner),),
)


def _used_up(case: Parameters) -> Iterator[tuple[int, int]]:
    """Yield, for each round, how many cards it takes and how many wins it adds."""
    for before, following in _rounds(case):
        cards, left = (sum(map(sum, state.owned)) for state in (before, following))
        yield cards - left, sum(following.wins) - sum(before.wins)


def _takes_a_card(case: Parameters) -> Finding:
    return Failure("a round takes no card", case) if any(not cards for cards, _ in _used_up(case)) else False


def _goes_on(case: Parameters) -> Finding:
    if set(_used_up(case)) <= {(1, 0), (0, 1)}:
        return False
    return Failure("a round neither takes a card nor adds a win", case)


def _most_rounds(case: Parameters) -> int:
    """Return the most rounds of a game, computed backwards: each round leaves fewer cards and missing wins."""
    after: dict[State, list[State]] = {}
    for before, following in _rounds(case):
        after.setdefault(before, []).append(following)
    longest: dict[State, int] = {}
    for state in sorted(after, key=lambda one: sum(map(sum, one.owned)) - sum(one.wins)):
        longest[state] = 1 + max(longest.get(following, 0) for following in after[state])
    return max(longest.values())


def _not_longer(case: Parameters) -> Finding:
    return Failure("a game is longer", case) if _most_rounds(case) > case.most_rounds else False


POLYNOMIAL: Claim[Parameters] = Claim(
    "polynomially-bounded",
    "section 5.1",
    "The game is polynomially bounded, as resources (hand cards) are used up.",
    "games",
    (
        Reading("cards", "each round takes a card from somebody", _takes_a_card),
        Reading("progress", "each round takes a card or adds a win", _goes_on),
        Reading("rounds", "no game has more than P(R + S + W - 1) - 1 rounds", _not_longer),
    ),
    repaired="Cards and wins that are still missing are used up: a successful challenge takes no card.",
)

CLAIMS = (INITIATIVE, WINNER, POLYNOMIAL)
