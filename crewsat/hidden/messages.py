"""What a player may signal, and what the blueprint sees of it: 24 integers, of which one is `ONE`.

The first message is to say nothing (0). Of the others: what is said (1 to 3) of which card (4 to 8, 23), and how that
meets the open objectives of its suit that the player needs or holds, or others do (9 to 21); 22 is how late it is. The
kernel has a twin (``kernel/src/hidden/features.cpp``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.crew.flat import bits_of
from crewsat.hidden.board import NOBODY, SAYS, SAYS_NOTHING
from crewsat.hidden.features import MOST, ONE

if TYPE_CHECKING:
    from crewsat.hidden.board import Board, Rules

SIGNAL_FEATURES = 24
ONLY, HIGHEST, LOWEST = range(len(SAYS))


class Message(NamedTuple):
    """A signal that may be given, or none.

    Attributes:
        card: its card; `NOBODY` for none.
        says: what it says, as in `SAYS`; or `SAYS_NOTHING`.
        features: what the blueprint sees.
    """

    card: int
    says: int
    features: list[int]


def messages(rules: Rules, board: Board, player: int, hand: int) -> list[Message]:
    """Return what a player may signal before a trick, saying nothing first."""
    found = [Message(NOBODY, SAYS_NOTHING, [ONE, *[0] * (SIGNAL_FEATURES - 1)])]
    for suit, cards in enumerate(rules.of_suit):
        held = hand & cards
        if suit == rules.trump or not held:
            continue
        top, bottom = held.bit_length() - 1, (held & -held).bit_length() - 1
        ways = [(top, ONLY)] if top == bottom else [(top, HIGHEST), (bottom, LOWEST)]
        found += [
            Message(card, says, _features(rules, board, player, hand, (card, says)))
            for card, says in ways
            if not board.known[player] >> card & 1
        ]
    return found


def _features(rules: Rules, board: Board, player: int, hand: int, shown: tuple[int, int]) -> list[int]:
    card, says = shown
    cards = rules.of_suit[rules.suit[card]]
    targets = board.open & cards
    mine = sum([1 << target for target in bits_of(targets) if rules.owner[target] == player])
    need, others_need = (mine & ~hand).bit_count(), (targets & ~mine & ~hand).bit_count()
    hold, hold_others = (mine & hand).bit_count(), (targets & ~mine & hand).bit_count()
    rank = ONE * (cards & (1 << card) - 1).bit_count() // max(1, cards.bit_count() - 1)
    highest, lowest, only = says == HIGHEST, says == LOWEST, says == ONLY
    f = [0] * SIGNAL_FEATURES
    f[1 + says] = ONE
    f[4] = ONE * (mine >> card & 1)
    f[5] = ONE * ((targets & ~mine) >> card & 1)
    f[6 + says] = rank
    f[9:12] = rank * need * highest, rank * need * lowest, ONE * need * only
    f[12:15] = rank * others_need * highest, (ONE - rank) * others_need * lowest, ONE * others_need * only
    f[15:18] = (ONE - rank) * hold_others * highest, ONE * hold_others * lowest, ONE * hold_others * only
    f[18] = ONE * (highest and rank == ONE)
    f[19] = ONE * bool(targets)
    f[20] = ONE * (only and targets >> card & 1)
    f[21] = ONE * (need + hold) * highest
    f[22] = ONE * (board.number - 1) // 10
    f[23] = 0 if rules.tasks is None else rank
    return [min(number, MOST) for number in f]
