"""Deals that fit what one player knows: counted, drawn and enumerated, against brute force and the kernel."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import product
from math import comb, factorial
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from crewsat.algorithms.crew.flat import bits_of
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.tricks import legal_cards
from crewsat.hidden.dealing import Fitting, consistent, why_none
from crewsat.hidden.generator import Generator
from crewsat.hidden.signals import Says, Signal
from crewsat.hidden.view import view_of
from tests.support.kernel import KINDS, kernel_in_use
from tests.support.positions import after_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.crew.instance import Crew


class Known(NamedTuple):
    """What a player knows, as `Fitting` and the kernel take it."""

    me: int
    unseen: int
    sizes: list[int]
    known: list[int]
    cannot: list[int]

    def __str__(self) -> str:
        return json.dumps(self._asdict())


def some_knowledge(rng: random.Random, players: int, cards: int, *, true: bool) -> Known:
    """What a player may know of a random deal; if not true, of different deals perhaps, so that none may fit."""
    me = rng.randrange(players)
    others = [player for player in range(players) if player != me]
    holder = {card: others[k % len(others)] for k, card in enumerate(rng.sample(range(64), cards))}
    sizes, known, cannot = [0] * players, [0] * players, [0] * players
    sizes[me], known[me], cannot[me] = 60, 2**64 - 1, 2**64 - 1  # must be ignored
    often_known, often_denied = rng.choice([0, 0.1, 0.3] if true else [0.3, 0.6]), rng.choice([0, 0.2, 0.5, 0.8])
    for card, player in holder.items():
        sizes[player] += 1
        if not true and rng.random() < 0.4:
            player = rng.choice(others)  # noqa: PLW2901
        if rng.random() < often_known:
            known[player] |= 1 << card
        for other in others:
            if other != player and rng.random() < often_denied:
                cannot[other] |= 1 << card
    if true:
        known[others[0]] |= 1 << 63 if 63 not in holder else 0  # what is not unseen must be ignored
    elif rng.random() < 0.1:
        sizes[rng.choice(others)] += 1
    return Known(me, sum(1 << card for card in holder), sizes, known, cannot)


def voids(rng: random.Random, players: int) -> Known:
    """What a player may know of a deal of four suits of ten cards: whole suits are missing, single cards are known."""
    me = rng.randrange(players)
    others = [player for player in range(players) if player != me]
    cards = rng.sample(range(40), 40)
    hands: list[int] = [0] * players
    for k, card in enumerate(cards[: rng.randrange(8, 41)]):
        hands[k % players] |= 1 << card
    known, cannot = [0] * players, [0] * players
    for player in others:
        known[player] = hands[player] & 1 << rng.choice(cards)
        for suit in range(4):
            mask = 1023 << 10 * suit
            kept = rng.choice([0, 0, mask, mask & -1 << 10 * suit + 7, mask & ~(-1 << 10 * suit + 3)])
            cannot[player] |= kept & ~hands[player] if not kept & hands[player] else 0
    return Known(me, sum(hands[player] for player in others), [hand.bit_count() for hand in hands], known, cannot)


def fits(given: Known, hands: list[int]) -> bool:
    """Whether a deal is one that the player may believe in: rule by rule, card by card."""
    if len(hands) != len(given.sizes) or hands[given.me]:
        return False
    if sum(hands) != given.unseen or any(one & other for k, one in enumerate(hands) for other in hands[:k]):
        return False
    for player, hand in enumerate(hands):
        known = given.known[player] & given.unseen
        wrong = hand.bit_count() != given.sizes[player] or hand & given.cannot[player] or known & ~hand
        if player != given.me and wrong:
            return False
    return True


def by_brute_force(given: Known) -> list[list[int]]:
    """All deals that fit, among all ways to give each card to anybody."""
    cards = list(bits_of(given.unseen))
    others = [player for player in range(len(given.sizes)) if player != given.me]
    found = []
    for holders in product(others, repeat=len(cards)):
        hands = [0] * len(given.sizes)
        for card, player in zip(cards, holders, strict=True):
            hands[player] |= 1 << card
        if fits(given, hands):
            found.append(hands)
    return found


@pytest.mark.slow
def test_counting_enumerating_and_brute_force_agree() -> None:
    none = several = 0
    for seed in range(2_000):
        rng = random.Random(seed)
        players = rng.choice([2, 3, 3, 4, 4, 5])
        given = some_knowledge(rng, players, rng.randrange([0, 0, 5, 9, 7, 6][players]), true=rng.random() < 0.6)
        expected = by_brute_force(given)
        fitting = Fitting(*given)
        enumerated = list(fitting.enumerate())
        assert sorted(enumerated) == sorted(expected), str(given)
        assert fitting.count == len(expected), str(given)
        assert (fitting.why_none() is None) == bool(expected), str(given)
        none += not expected
        several += len(expected) > 3
    assert none > 150
    assert several > 200


def test_deals_of_which_nothing_is_known_are_counted() -> None:
    cards = (1 << 30) - 1
    assert Fitting(1, cards, [10] * 4, [0] * 4, [0] * 4).count == factorial(30) // factorial(10) ** 3
    commander = [1 << 29, 0, 0, 0]
    assert Fitting(1, cards, [10] * 4, commander, [0] * 4).count == comb(29, 9) * comb(20, 10)
    assert Fitting(0, 0, [7], [0], [0]).count == 1
    assert Fitting(0, 0, [7], [0], [0]).sample(Generator(1)) == [0]
    assert list(Fitting(0, 1, [7, 1], [0] * 2, [0] * 2).enumerate()) == [[0, 1]]
    assert Fitting(0, 3, [7, 1], [0] * 2, [0] * 2).count == 0


def test_the_order_of_draws_does_not_change() -> None:
    given = Known(1, 0b1111_1111_1101, [3, 4, 4, 4], [1, 0, 0, 0], [0, 0, 0b11_1100_0000, 0b1100])
    fitting = Fitting(*given)
    rng = Generator(7)
    assert [group.holders.bit_count() for group in fitting.groups] == [1, 2, 2, 3]
    assert fitting.count == 131
    assert [fitting.sample(rng) for _ in range(3)] == SAMPLED
    assert [hands for _, hands in zip(range(3), fitting.enumerate(), strict=False)] == ENUMERATED


SAMPLED = [[193, 0, 60, 3840], [273, 0, 3084, 736], [145, 0, 2092, 1856]]
ENUMERATED = [[13, 0, 3120, 960], [521, 0, 1076, 2496], [521, 0, 2100, 1472]]


def _z_of(expected: int, found: Counter[tuple[int, ...]], deals: int) -> tuple[float, float]:
    """Chi-square of draws of all deals, and the same as a number of standard deviations (Wilson and Hilferty)."""
    missing = deals - len(found)
    chi = sum((number - expected) ** 2 / expected for number in found.values()) + missing * expected
    free = deals - 1
    return chi, ((chi / free) ** (1 / 3) - 1 + 2 / (9 * free)) / (2 / (9 * free)) ** 0.5


def _uneven(fitting: Fitting, rng: Generator) -> list[int]:
    """Draw a deal as it must not be drawn: the splits of a group as if all had the same number of deals."""
    fitting.count  # noqa: B018 - fills the splits
    for key, (ways, _) in fitting._splits.items():
        fitting._splits[key].ways[:] = range(1, len(ways) + 1)
    return fitting.sample(rng)


def _most_uneven(sample: Callable[[Fitting, Generator], list[int]], each: int) -> tuple[float, float]:
    """The largest deviation from equal chances in single cases, and that of all together."""
    chi, free, worst = 0.0, 0, 0.0
    for seed in range(40):
        rng = random.Random(seed)
        make = voids if seed % 2 else some_knowledge
        given = make(rng, 4) if make is voids else some_knowledge(rng, rng.choice([3, 4, 5]), 6, true=True)
        fitting = Fitting(*given)
        if not 2 <= fitting.count <= 200:
            continue
        deals, draws = fitting.count, Generator(seed)
        found = Counter(tuple(sample(fitting, draws)) for _ in range(each * deals))
        assert len(found) <= deals, str(given)
        single, z = _z_of(each, found, deals)
        chi, free, worst = chi + single, free + deals - 1, max(worst, z)
    assert free > 300
    return worst, (chi - free) / (2 * free) ** 0.5


@pytest.mark.slow
def test_deals_are_drawn_with_equal_probability() -> None:
    worst, all_together = _most_uneven(lambda fitting, rng: fitting.sample(rng), 40)
    assert worst < 4
    assert abs(all_together) < 3


@pytest.mark.slow
def test_uneven_draws_are_noticed() -> None:
    worst, all_together = _most_uneven(_uneven, 40)
    assert worst > 10
    assert all_together > 10


@pytest.mark.slow
def test_whatever_is_drawn_fits() -> None:
    for seed in range(400):
        rng = random.Random(seed)
        players = rng.choice([3, 4, 5])
        given = voids(rng, players) if seed % 2 else some_knowledge(rng, players, rng.randrange(40), true=True)
        fitting, draws = Fitting(*given), Generator(seed)
        assert fitting.count
        assert fitting.why_none() is None
        for _ in range(5):
            assert fits(given, fitting.sample(draws)), str(given)


def test_where_nothing_fits_nothing_is_drawn() -> None:
    fitting = Fitting(0, 0b11, [0, 1, 1], [0, 0, 0], [0, 0b11, 0])
    assert fitting.count == 0
    assert not list(fitting.enumerate())
    with pytest.raises(ValueError, match="no deal fits"):
        fitting.sample(Generator(1))


@pytest.mark.parametrize(
    ("sizes", "known", "cannot", "reason"),
    [
        ([2, 2, 2], [0, 0, 0], [0, 0, 0], "the other players hold 4 cards, and 5 are unseen"),
        ([2, 1, 0], [0, 0, 0], [0, 0, 0], "the other players hold 1 card, and 5 are unseen"),
        ([2, 3, 2], [0, 0, 0], [0, 0b110, 0b110], "no player can hold 1 and 2"),
        ([2, 3, 2], [0, 1, 1], [0, 0, 0], "no player can hold 0"),
        ([2, 3, 2], [0, 1, 0], [0, 1, 0], "no player can hold 0"),
        ([2, 3, 2], [0, 0b1111, 0], [0, 0, 0], "only player 2 can hold 0, 1, 2 and 3, but holds 3 cards"),
        (
            [2, 4, 1],
            [0, 0, 0],
            [0, 0b11, 0],
            "player 2 holds 4 cards, but can hold only 2, 3 and 4 of the unseen cards",
        ),
        ([2, 4, 1], [0, 0, 0], [0, 0b11111, 0], "player 2 holds 4 cards, but can hold none of the unseen cards"),
    ],
)
def test_reasons_name_players_and_cards(sizes: list[int], known: list[int], cannot: list[int], reason: str) -> None:
    fitting = Fitting(0, 0b11111, sizes, known, cannot)
    assert fitting.why_none() == reason
    assert fitting.count == 0


def test_reasons_may_be_about_several_players() -> None:
    fitting = Fitting(0, 0b11111111, [0, 2, 2, 2, 2], [0] * 5, [0, 0b111, 0, 0b111, 0b111_0000])
    assert fitting.why_none() is None
    fitting = Fitting(0, 0b11111111, [0, 3, 2, 2, 1], [0] * 5, [0, 0b1111, 0, 0b1111, 0])
    assert fitting.why_none() == "players 2 and 4 hold 5 cards, but can hold only 4, 5, 6 and 7 of the unseen cards"


@pytest.mark.parametrize("players", [6, 7])
def test_more_players_than_play_the_real_game(players: int) -> None:
    given = voids(random.Random(players), players)
    assert fits(given, Fitting(*given).sample(Generator(players))), str(given)


def test_of_more_than_8_players_nothing_is_counted() -> None:
    with pytest.raises(ValueError, match="up to 8 players, not 9"):
        Fitting(0, 0, [0] * 9, [0] * 9, [0] * 9)


def _positions(seed: int) -> Iterator[tuple[Crew, list[Signal]]]:
    """Positions of a random play with true signals, from the deal on."""
    rng = random.Random(seed)
    players = rng.choice([3, 4, 5])
    kind = {"suits": 3, "values": rng.choice([3, 4, 5]), "trumps": 2} if seed % 2 else {"rules": "planet-nine"}
    position = RandomDeal(players=players, objectives=0, **kind).with_seed(seed)
    signals = []
    for player, hand in enumerate(position.hands, 1):
        card = rng.choice(hand)
        held = sorted(one.value for one in hand if one.suit == card.suit)
        if card.suit == position.trump or card.value not in {held[0], held[-1]} or rng.random() < 0.3:
            continue
        says: Says = "only" if len(held) == 1 else "lowest" if card.value == held[0] else "highest"
        signals.append(Signal(player=player, card=card, says=says, before_trick=1))
    while True:
        yield position, signals
        turn = view_of(position, 1).turn
        if turn is None:
            return
        led = position.begun[0].suit if position.begun else None
        position = after_card(position, turn, rng.choice(list(legal_cards(position.hands[turn - 1], led))))


@pytest.mark.slow
def test_the_true_deal_is_one_that_fits() -> None:
    few = 0
    for seed in range(30):
        for number, (position, signals) in enumerate(_positions(seed)):
            player = (seed + number) % position.players + 1
            view = view_of(position, player, signals)
            deals, draws = consistent(view), Generator(seed)
            assert deals.count > 0, view.to_json()
            assert why_none(view) is None, view.to_json()
            hands = [deals.sample(draws) for _ in range(2)]
            for dealt in hands:
                assert dealt[player - 1] == position.hands[player - 1], view.to_json()
                assert [len(hand) for hand in dealt] == [len(hand) for hand in position.hands], view.to_json()
                assert {*sum(dealt, ())} == {*sum(position.hands, ())}, view.to_json()
            if deals.count <= 300:
                few += 1
                found = {tuple(map(frozenset, dealt)) for dealt in deals.enumerate()}
                assert len(found) == deals.count, view.to_json()
                assert tuple(map(frozenset, position.hands)) in found, view.to_json()
                assert {tuple(map(frozenset, dealt)) for dealt in hands} <= found, view.to_json()
    assert few > 200


def _dealt_by(compiled: Any, given: Known, seed: int, number: int) -> tuple[int, list[list[int]]]:  # noqa: ANN401
    low, high, deals = compiled.fitting_deals(*given, seed, number)
    return high << 64 | low, deals


@pytest.fixture(params=KINDS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


@pytest.mark.slow
def test_the_kernel_draws_the_same_deals(compiled: Any) -> None:  # noqa: ANN401
    for seed in range(1_000):
        rng = random.Random(seed)
        players = rng.choice([1, 2, 3, 4, 5, 6]) if seed % 2 else rng.choice([3, 4, 5])
        if seed % 2 or players == 1:
            true = rng.random() < 0.8
            given = some_knowledge(rng, max(2, players), rng.randrange(12 if players > 5 else 20), true=true)
        else:
            given = voids(rng, players)
        count, deals = _dealt_by(compiled, given, seed, 5)
        fitting, draws = Fitting(*given), Generator(seed)
        assert count == fitting.count, str(given)
        assert deals == [fitting.sample(draws) for _ in range(5 if count else 0)], str(given)


def test_the_kernel_refuses_what_it_cannot_count(compiled: Any) -> None:  # noqa: ANN401
    most = Known(0, 2**56 - 1, [8] * 8, [0] * 8, [0] * 8)
    assert Fitting(*most).count == factorial(56) // factorial(8) ** 7
    with pytest.raises(ValueError, match="too many deals"):
        _dealt_by(compiled, most, 1, 1)
    large = Known(0, 2**63 - 1, [1, 16, 16, 16, 15], [0] * 5, [0] * 5)
    fitting, draws = Fitting(*large), Generator(1)
    assert fitting.count > 2**64
    assert _dealt_by(compiled, large, 1, 5) == (fitting.count, [fitting.sample(draws) for _ in range(5)])
    for wrong in (
        Known(0, 0, [0] * 9, [0] * 9, [0] * 9),
        Known(2, 0, [0] * 2, [0] * 2, [0] * 2),
        Known(0, 0, [0, 65], [0] * 2, [0] * 2),
        Known(0, 0, [0] * 2, [0] * 3, [0] * 2),
    ):
        with pytest.raises(ValueError, match="must be"):
            _dealt_by(compiled, wrong, 1, 1)
