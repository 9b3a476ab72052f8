"""The kernel's bots against their Python twins: the same features, cards and estimates; goals by the referee."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.hidden.blueprint import SIZE, Blueprint
from crewsat.hidden.board import SAYS_NOTHING, arguments
from crewsat.hidden.features import MOST, different, features_of
from crewsat.hidden.messages import messages
from crewsat.hidden.search import Settings, rollouts, search
from crewsat.hidden.seen import Seen
from tests.support.chunks import few_of
from tests.support.hidden_positions import positions, random_deal
from tests.support.kernel import KINDS, kernel_in_use

if TYPE_CHECKING:
    from crewsat.hidden.board import Position

GAMES = few_of([(0, 12), *((100 * k, 100) for k in range(1, 11))])


@pytest.fixture(params=KINDS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


class InPython(Blueprint):
    """A blueprint that the kernel never sees."""

    @property
    def compiled(self) -> None:
        """None: there is no kernel."""


def _weights(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randrange(-900, 900) for _ in range(SIZE))


def _features_in_python(position: Position) -> list[tuple[int, list[int]]]:
    rules, board, hand = position.rules, position.board, position.hand
    seen = Seen(rules, board, position.me, hand)
    cards = different(rules, board, hand, rules.legal(board, hand))
    return [(card, features_of(rules, board, seen, card)) for card in cards]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "number"), GAMES)
def test_both_see_and_decide_alike(compiled: Any, first: int, number: int) -> None:  # noqa: ANN401
    decisions = several = 0
    used: set[int] = set()
    for seed in range(first, first + number):
        rng = random.Random(seed)
        weights = _weights(rng)
        policy, slow = Blueprint(weights), InPython(weights)
        for at in positions(rng):
            position, shown = at.position, at.walk.instance.to_json()
            there = compiled.position(*arguments(position))
            rows = _features_in_python(position)
            assert there.features() == rows, shown
            offers = [tuple(one) for one in messages(position.rules, position.board, position.me, position.hand)]
            assert there.messages() == offers, shown
            assert policy.card(position) == slow.card(position), shown
            assert policy.signal(position) == slow.signal(position), shown
            used |= {place for _, row in rows for place, one in enumerate(row) if one}
            assert max(one for _, row in rows for one in row) <= MOST
            several += len(rows) > 1
            decisions += 1
    assert decisions > 15 * number
    assert several > 5 * number
    assert used == set(range(64)), sorted(set(range(64)) - used)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "number"), GAMES)
@pytest.mark.usefixtures("compiled")
def test_both_search_alike(first: int, number: int) -> None:
    opened = dropped = 0
    for seed in range(first, first + number):
        rng = random.Random(seed)
        policy = Blueprint.load()
        slow = InPython(policy.weights)
        how = Settings(samples=rng.choice((3, 40)), pool=3, positions=rng.choice((0, 60)))
        for at in positions(rng):
            if rng.random() > 0.08:
                continue
            found = search(at.position, policy, seed, how)
            assert found == search(at.position, slow, seed, how), at.walk.instance.to_json()
            assert rollouts(at.position, policy, seed, how) == rollouts(at.position, slow, seed, how)
            opened += sum(one.open for one in found)
            dropped += any(one.deals < how.samples for one in found)
    assert opened
    assert dropped


@pytest.mark.slow
def test_goals_are_those_of_the_referee() -> None:
    won = lost = 0
    for seed in range(400):
        rng = random.Random(seed)
        points = list(positions(rng, random_deal(rng)))
        last = points[-1]
        board = last.position.board.copy()
        card = last.position.rules
        final = last.walk.instance
        number = last.view.pack.number[final.played[-1][-1]] if final.played else 0
        assert last.position.board.status == 0
        board.play(card, number)
        expected = {"won": 1, "lost": -1}.get(last.walk.outcome.status, 0)
        assert board.status == expected, final.to_json()
        won += board.status > 0
        lost += board.status < 0
    assert lost > 200
    assert won > 2


def test_what_the_kernel_refuses(compiled: Any) -> None:  # noqa: ANN401
    rng = random.Random(1)
    good = list(arguments(next(iter(positions(rng))).position))
    faults = 0
    for place, bad in ((0, [9, 9, 9, 9, 9, 9]), (7, [99]), (13, [1]), (14, 9), (15, 0), (2, [9] * 40)):
        with pytest.raises(ValueError, match=" "):
            compiled.position(*good[:place], bad, *good[place + 1 :])
        faults += 1
    with pytest.raises(ValueError, match="weights"):
        compiled.weights([1, 2])
    assert faults == 6
    assert SAYS_NOTHING == 3
