"""Who takes which free goal: the ways in which sharing them out may be restricted (contract, `assignment`).

Only goals without an owner count, objectives and tasks together. A *share* is how many of them a player takes. Whoever
wins the card of a free objective has it in the end; who takes a free task is the crew's choice. Some may be handed over
to other players after they have been shared out (contract, `handover`).
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


def handed_over(mode: Mode, shares: Sequence[int], leader: int) -> int | None:
    """Return how many free goals must change hands after the sharing out, at least, for these shares.

    Whichever goals they are, any player may have taken them before, so only their number matters.

    Args:
        mode: the assignment.
        shares: how many free goals each player has in the end, player 1's first.
        leader: who led the first trick.

    Returns:
        The number, 0 if they can be shared out so in the first place; None if no player may take any.
    """
    free = sum(shares)
    mode = in_effect(mode, free, len(shares))
    if mode == "any" or not free:
        return 0
    if mode in {"one_player", "one_player_but_leader"}:
        takers = [share for player, share in enumerate(shares, 1) if mode == "one_player" or player != leader]
        return free - max(takers) if takers else None
    each, more = divmod(free, len(shares))
    if mode == "balanced":
        too_many = [share - each for share in shares if share > each]
        return sum(too_many) - min(more, len(too_many))
    due = draft_shares(free, len(shares), leader)
    return sum(max(share - most, 0) for share, most in zip(shares, due, strict=True))


def fits(mode: Mode, shares: Sequence[int], leader: int) -> bool:
    """Return whether goals can be shared out so in the first place: nothing need be handed over."""
    return handed_over(mode, shares, leader) == 0


def shared_out(
    mode: Mode, shares: Sequence[int], candidates: Sequence[Collection[int]], leader: int, handover: int = 0
) -> tuple[int, ...] | None:
    """Share free tasks out, so that the shares are allowed.

    Args:
        mode: the assignment.
        shares: how many free objectives each player has in the end, player 1's first.
        candidates: for each free task the players who can have it in the end.
        leader: who led the first trick.
        handover: how many free goals, objectives or tasks, may change hands after the sharing out.

    Returns:
        Who has each task in the end, or None if there is no way, in O(l·E) time for l tasks with E candidates together.
    """
    mode = in_effect(mode, sum(shares) + len(candidates), len(shares))
    if not candidates:
        least = handed_over(mode, shares, leader)
        return () if least is not None and least <= handover else None
    if not all(candidates):
        return None
    if mode == "any":
        return tuple(min(possible) for possible in candidates)
    if mode in {"one_player", "one_player_but_leader"}:
        return _all_to_one(mode, shares, candidates, leader, handover)
    return _to_each_a_share(mode, shares, candidates, leader, handover)


def _all_to_one(
    mode: Mode, shares: Sequence[int], candidates: Sequence[Collection[int]], leader: int, handover: int
) -> tuple[int, ...] | None:
    """Give all tasks to one player, but for those handed over to players who can have them."""
    for taker in range(1, len(shares) + 1):
        others = sum(shares) - shares[taker - 1] + sum(taker not in possible for possible in candidates)
        if others <= handover and (mode == "one_player" or taker != leader):
            return tuple(taker if taker in possible else min(possible) for possible in candidates)
    return None


def _to_each_a_share(
    mode: Mode, shares: Sequence[int], candidates: Sequence[Collection[int]], leader: int, handover: int
) -> tuple[int, ...] | None:
    """Give every player the tasks still missing from the player's share: a maximum flow along augmenting paths.

    A player may also use one place of a pool, as in balanced shares some take one more, and what is handed over.
    """
    free, players = sum(shares) + len(candidates), len(shares)
    each, more = divmod(free, players)
    room = draft_shares(free, players, leader) if mode == "draft" else [each] * players
    flow: dict[Hashable, dict[Hashable, int]] = {
        "pool": {"end": more if mode == "balanced" else 0},
        "handover": {"end": handover},
        "end": {},
    }
    for player, most in enumerate(room, 1):
        flow[player] = {"end": max(most - shares[player - 1], 0), "pool": 1, "handover": handover}
    for task, possible in enumerate(candidates):
        flow["task", task] = dict.fromkeys(sorted(possible), 1)
    too_many = [player for player, most in enumerate(room, 1) for _ in range(shares[player - 1] - most)]
    if not all(_augmented(flow, start) for start in (*too_many, *(("task", task) for task in range(len(candidates))))):
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
