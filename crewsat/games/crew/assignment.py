"""Who takes which free goal: the ways in which sharing them out may be restricted (contract, `assignment`).

Only goals without an owner count, objectives and tasks together. A *share* is how many of them a player takes. Whoever
wins the card of a free objective has taken it; who takes a free task is the crew's choice.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Sequence

Mode = Literal["any", "draft", "balanced", "one_player", "one_player_but_leader", "draft_or_pass"]
MODES: tuple[Mode, ...] = get_args(Mode)


def draft_shares(free: int, players: int, leader: int) -> list[int]:
    """Return every player's share if `free` goals are chosen in turn order from the leader of the first trick."""
    each, more = divmod(free, players)
    return [each + ((player - leader) % players < more) for player in range(1, players + 1)]


def in_effect(mode: Mode, free: int, players: int) -> Mode:
    """Return the equivalent mode for this number of free goals; never ``draft_or_pass``.

    With a goal for every player none may pass, so that is a ``draft``; else no player takes two, so it is ``balanced``.
    """
    if mode != "draft_or_pass":
        return mode
    return "draft" if free >= players else "balanced"


def fits(mode: Mode, shares: Sequence[int], leader: int) -> bool:
    """Return whether these shares, player 1's first, are allowed when `leader` led the first trick."""
    free = sum(shares)
    mode = in_effect(mode, free, len(shares))
    if mode == "draft":
        return list(shares) == draft_shares(free, len(shares), leader)
    if mode == "balanced":
        return max(shares) - min(shares) <= 1
    if mode == "one_player":
        return max(shares) == free
    if mode == "one_player_but_leader":
        return max(shares) == free and (free == 0 or shares[leader - 1] == 0)
    return True


def shared_out(
    mode: Mode, shares: Sequence[int], candidates: Sequence[Collection[int]], leader: int
) -> tuple[int, ...] | None:
    """Share free tasks out, so that the shares are allowed.

    Args:
        mode: the assignment.
        shares: how many free objectives each player has taken, player 1's first.
        candidates: for each free task the players who can take it.
        leader: who led the first trick.

    Returns:
        Who takes each task, or None if there is no way, in O(l·E) time for l tasks with E candidates together.
    """
    mode = in_effect(mode, sum(shares) + len(candidates), len(shares))
    if not candidates:
        return () if fits(mode, shares, leader) else None
    if mode == "any":
        return tuple(min(possible) for possible in candidates) if all(candidates) else None
    if mode in {"one_player", "one_player_but_leader"}:
        return _all_to_one(mode, shares, candidates, leader)
    return _to_each_a_share(mode, shares, candidates, leader)


def _all_to_one(
    mode: Mode, shares: Sequence[int], candidates: Sequence[Collection[int]], leader: int
) -> tuple[int, ...] | None:
    """Give all tasks to one player who can take them all."""
    for taker in sorted(set(candidates[0]).intersection(*candidates[1:])):
        all_shares = [*shares[: taker - 1], shares[taker - 1] + len(candidates), *shares[taker:]]
        if fits(mode, all_shares, leader):
            return (taker,) * len(candidates)
    return None


def _to_each_a_share(
    mode: Mode, shares: Sequence[int], candidates: Sequence[Collection[int]], leader: int
) -> tuple[int, ...] | None:
    """Give every player the tasks still missing from the player's share."""
    free, players = sum(shares) + len(candidates), len(shares)
    each, more = divmod(free, players)
    room = draft_shares(free, players, leader) if mode == "draft" else [each] * players
    left = [most - share for most, share in zip(room, shares, strict=True)]
    pool = (more if mode == "balanced" else 0) - left.count(-1)  # of the players, `more` take one more
    return _matched(left, pool, candidates) if min(left) >= -1 and pool >= 0 else None


def _matched(room: Sequence[int], pool: int, candidates: Sequence[Collection[int]]) -> tuple[int, ...] | None:
    """Give each task to a candidate: a maximum flow along augmenting paths.

    Args:
        room: the most tasks each player takes; -1 if the player has already used a place in the pool.
        pool: how many players may take one more.
        candidates: for each task the players who can take it.
    """
    flow: dict[Hashable, dict[Hashable, int]] = {"pool": {"end": pool}, "end": {}}
    for player, most in enumerate(room, 1):
        flow[player] = {"end": max(most, 0), "pool": int(most >= 0)}
    for task, possible in enumerate(candidates):
        flow["task", task] = dict.fromkeys(sorted(possible), 1)
        if not _augmented(flow, ("task", task)):
            return None
    return tuple(
        next(player for player in sorted(possible) if not flow["task", task][player])
        for task, possible in enumerate(candidates)
    )


def _augmented(flow: dict[Hashable, dict[Hashable, int]], start: Hashable) -> bool:
    """Send one unit from a node to the end along edges with capacity left; return whether there was a path."""
    came_from: dict[Hashable, Hashable] = {start: start}
    ahead: deque[Hashable] = deque([start])
    while ahead and "end" not in came_from:
        node = ahead.popleft()
        for following, capacity in flow[node].items():
            if capacity and following not in came_from:
                came_from[following] = node
                ahead.append(following)
    if "end" not in came_from:
        return False
    after: Hashable = "end"
    while after != start:
        before = came_from[after]
        flow[before][after] -= 1
        flow[after][before] = flow[after].get(before, 0) + 1
        after = before
    return True
