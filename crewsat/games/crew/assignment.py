"""Who takes which free objective: the ways the crew may be bound in sharing them out (contract, `assignment`).

Only objectives without an owner count. A *share* is how many of them a player takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Sequence

Mode = Literal["any", "draft", "balanced", "one_player", "one_player_but_leader"]
MODES: tuple[Mode, ...] = get_args(Mode)


def draft_shares(free: int, players: int, leader: int) -> list[int]:
    """Return every player's share if `free` objectives are chosen in turn order from the leader of the first trick."""
    each, more = divmod(free, players)
    return [each + ((player - leader) % players < more) for player in range(1, players + 1)]


def fits(mode: Mode, shares: Sequence[int], leader: int) -> bool:
    """Whether these shares, player 1's first, are allowed when `leader` led the first trick."""
    free = sum(shares)
    if mode == "draft":
        return list(shares) == draft_shares(free, len(shares), leader)
    if mode == "balanced":
        return max(shares) - min(shares) <= 1
    if mode == "one_player":
        return max(shares) == free
    if mode == "one_player_but_leader":
        return max(shares) == free and (free == 0 or shares[leader - 1] == 0)
    return True
