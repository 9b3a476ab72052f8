"""The bounds of Hanabi: what they deny is denied by exhaustive search, and which lost games each of them sees."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hanabi.bounds import too_deep, too_many_to_hold, too_slow
from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.algorithms.hanabi.schedule import Schedule, cannot_be_scheduled
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.position import Position
from tests.support.chunks import sizes
from tests.support.hanabi_games import crowded_game, small_game

if TYPE_CHECKING:
    from collections.abc import Iterable

BOUNDS = (too_slow, too_deep, too_many_to_hold, cannot_be_scheduled)


def denied(games: Iterable[Hanabi]) -> Counter[str]:
    """Ask all bounds and search, and count who says no."""
    seen: Counter[str] = Counter()
    for game in games:
        said = [bound.__name__ for bound in BOUNDS if bound(game)]
        won = search(game) is not None
        assert not (won and said), (said, game.to_json())
        seen.update([*said, "won" if won else "lost"])
        seen["schedule alone"] += said == ["cannot_be_scheduled"]
    return seen


def crowded(seeds: Iterable[int]) -> Iterable[Hanabi]:
    """Games of at most nine cards that are not lost at first sight."""
    games = (game for game in map(crowded_game, seeds) if game.size <= 9)
    return (game for game in games if not too_slow(game) and not too_deep(game))


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(60, 200))
def test_what_is_denied_is_lost(number: int) -> None:
    seen = denied(map(small_game, range(number)))
    assert min(seen[name] for name in ("won", "lost", "too_slow", "too_deep", "cannot_be_scheduled")) >= number // 4, (
        seen
    )
    seen = denied(crowded(range(500)))
    assert min(seen[name] for name in ("too_many_to_hold", "cannot_be_scheduled", "schedule alone")) >= 2, seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_what_is_denied_is_lost_in_thousands_of_games(chunk: int) -> None:
    seen = denied(map(small_game, range(2_000_000 + 300 * chunk, 2_000_000 + 300 * (chunk + 1))))
    assert seen["won"] + seen["lost"] == 300
    assert denied(crowded(range(1000 + 600 * chunk, 1000 + 600 * (chunk + 1))))["won"] >= 100


def suits(**copies: list[int]) -> dict[str, object]:
    return {"suits": [{"name": name, "copies": numbers} for name, numbers in copies.items()]}


def test_a_copy_that_comes_too_late_is_not_counted_on() -> None:
    deck = ["a2", "a3", "b2", "b3", "b1", "b1", "c1", "c2", "c3", "a1", "a1"]
    game = Hanabi(players=2, hand_size=2, deck=deck, variant=suits(a=[2, 1, 1], b=[2, 1, 1], c=[1, 1, 1]))
    struck = Schedule(Position.of(game)).struck
    assert [(each.card, each.crowd) for each in struck] == [(10, None)]


def test_in_the_last_round_every_player_has_one_turn() -> None:
    variant = suits(a=[1, 1])
    assert too_deep(Hanabi(players=2, hand_size=1, deck=["a1", "a2"], variant=variant)) is None
    assert too_deep(Hanabi(players=2, hand_size=1, deck=["a2", "a1"], variant=variant)) == (
        "a2 is held by player 1, who has no turn after a1 is played: 1 of 2 points at most"
    )


def test_a_reversed_suit_is_spoken_of_by_the_names_of_its_cards() -> None:
    turned = {"name": "a", "copies": [1, 1, 1, 2], "reversed": True}
    deck = ["a1", "a2", "a3", "b4", "b3", "b1", "b1", "a4", "b1", "b2", "a4"]
    variant = {"suits": [turned, {"name": "b", "copies": [3, 1, 1, 1]}]}
    said = too_many_to_hold(Hanabi(players=2, hand_size=2, deck=deck, variant=variant))
    assert said == (
        "now, the hands must hold a3, a2, a1 and b4: no more of them come, and none of these 4 cards can be played "
        "before the next one is drawn; but one card has to leave before that"
    )
