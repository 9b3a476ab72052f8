"""The polynomial special cases of The Crew against exhaustive search, and their reasons against counting."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import chain, combinations, permutations
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.crew.single_suit import decide_single_suit
from crewsat.algorithms.crew.single_suit_owned import decide_owned_objectives
from crewsat.algorithms.crew.single_value import decide_single_value
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.errors import UnknownFeature
from crewsat.base.wording import listed
from crewsat.games.cards import Card
from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import replay
from tests.support.chunks import sizes
from tests.support.random_instances import small_crew
from tests.support.tiny_deals import (
    random_single_suit,
    random_single_value,
    single_suit_deals,
    single_value_deals,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Decider = Callable[[Crew], Decision[tuple[int, tuple[Card, ...]]]]

DECIDERS: list[Decider] = [decide_single_value, decide_owned_objectives, decide_single_suit]


def agree(instance: Crew, *deciders: Decider) -> bool:
    """Compare answers with exhaustive search and have the referee replay the plays; return the answer."""
    won = search(instance) is not None
    for decide in deciders:
        answer = decide(instance)
        if won:
            assert isinstance(answer, Win), instance.to_json()
            replay(instance, answer.play)
        else:
            assert isinstance(answer, Refutation), instance.to_json()
            assert re.fullmatch(r"(?:player \d|at least) .*[^.]", answer.because), instance.to_json()
    return won


def check_single_suit(instance: Crew) -> bool:
    """Check the general algorithm, and the one for owned objectives where it applies; return the answer."""
    if all(instance.holder[objective.card] == objective.owner for objective in instance.objectives):
        return agree(instance, decide_single_suit, decide_owned_objectives)
    assert decide_owned_objectives(instance) is NOT_APPLICABLE, instance.to_json()
    return agree(instance, decide_single_suit)


# Exhaustively.


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "cards"), [(1, 0), *((p, n) for p, most in ((1, 6), (2, 5), (3, 4)) for n in range(1, most + 1))]
)
def test_every_tiny_deal_of_one_suit(players: int, cards: int) -> None:
    for instance in single_suit_deals(players, cards):
        check_single_suit(instance)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(p, n) for p in (1, 2, 3) for n in range(1, 7 if p < 3 else 5)])
def test_every_tiny_deal_of_single_values(players: int, cards: int) -> None:
    for instance in single_value_deals(players, cards):
        agree(instance, decide_single_value)


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("players", "cards"), [(1, 7), (2, 6), (2, 7), (3, 5), (3, 6), (4, 5)])
def test_every_small_deal_of_one_suit(players: int, cards: int) -> None:
    for instance in single_suit_deals(players, cards):
        check_single_suit(instance)


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("players", "cards"), [(2, 7), (3, 5), (3, 6)])
def test_every_small_deal_of_single_values(players: int, cards: int) -> None:
    for instance in single_value_deals(players, cards):
        agree(instance, decide_single_value)


# At random.


def share_won(kind: str, seeds: Iterable[int]) -> float:
    """Compare random deals with the search, each asserted, and return the share of those won."""
    answers = []
    for seed in seeds:
        if kind == "value":
            answers.append(agree(random_single_value(seed), decide_single_value))
        else:
            answers.append(check_single_suit(random_single_suit(seed, owned=kind == "owned")))
    return sum(answers) / len(answers)


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(300, 1_000))
@pytest.mark.parametrize("kind", ["value", "owned", "suit"])
def test_random_deals(kind: str, number: int) -> None:
    assert 0.2 < share_won(kind, range(number)) < 0.8


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", ["value", "owned", "suit"])
@pytest.mark.parametrize("chunk", range(4))
def test_many_random_deals(kind: str, chunk: int) -> None:
    first = 10_000 + chunk * 8400
    assert 0.2 < share_won(kind, range(first, first + 8400)) < 0.8


@pytest.mark.slow
def test_mixed_instances_are_decided_rightly_or_not_at_all() -> None:
    decided = 0
    for seed in range(1000):
        instance = small_crew(seed, most_cards=7)
        if not instance.features <= PLAIN | SHARES:
            continue
        applicable = [decide for decide in DECIDERS if decide(instance) is not NOT_APPLICABLE]
        if applicable:
            agree(instance, *applicable)
            decided += 1
    assert decided > 100


# Reasons.


def winning_sets(instance: Crew, player: int) -> Iterator[set[Card]]:
    """All sets of cards a player can win with so that objectives in each other hand find tricks of their own."""
    owner_of = {objective.card: objective.owner for objective in instance.objectives}
    own = {card for card in instance.hands[player - 1] if owner_of.get(card) == player}
    spare = [card for card in instance.hands[player - 1] if card not in owner_of]
    claims = [[card for card in hand if owner_of.get(card) == player] for hand in instance.hands]
    claims[player - 1] = []
    for more in chain.from_iterable(combinations(spare, k) for k in range(len(spare) + 1)):
        winners = own.union(more)
        if all(
            any(all(w > c for w, c in zip(chosen, claim, strict=True)) for chosen in permutations(winners, len(claim)))
            for claim in claims
        ):
            yield winners


def least_wins(instance: Crew, player: int, among: set[Card] | None = None) -> int:
    """How many cards, or cards of a set, the player wins with at least."""
    return min(len(winners if among is None else winners & among) for winners in winning_sets(instance, player))


def number(text: str) -> int:
    """Read a number of cards as the reasons write it."""
    return 0 if text.startswith("no") else int(re.findall(r"\d+", text)[0])


def parts_of(total: str, text: str, pattern: str) -> list[tuple[int, int, str]]:
    """Read the tricks of each player in a reason: number, player, and the cards they are won with."""
    if text.startswith(","):
        found = re.findall(rf"(\d+) {pattern}", text)
        assert sum(int(tricks) for tricks, *_ in found) == int(total), text
        return [(int(tricks), int(player), cards) for tricks, player, cards in found]
    return [(int(total), int(player), cards) for player, cards in re.findall(pattern, text)]


def check_reason(instance: Crew, reason: str) -> str:
    """Check the counts in a reason of `decide_single_suit` by trying all sets of winning cards; return its kind."""
    if found := re.match(r"player (\d+) needs (\d+) cards? above a(\d+) to .*, but holds (.*) apart", reason):
        player, needed, above = map(int, found.group(1, 2, 3))
        assert not list(winning_sets(instance, player)), instance.to_json()
        foreign = {objective.card for objective in instance.objectives if objective.owner != player}
        able = [card for card in instance.hands[player - 1] if card.value > above and card not in foreign]
        assert needed > number(found[4]) == len(able), instance.to_json()
        return "winners"
    if found := re.match(
        r"at least (\d+) tricks? (?:is|are) needed(.*), but there (?:is|are) .* \(player \d+ holds (.*)\)", reason
    ):
        for tricks, player, _ in parts_of(found[1], found[2], r"for player (\d+) (\()"):
            assert tricks == least_wins(instance, player), instance.to_json()
        assert int(found[1]) > number(found[3]) == instance.tricks, instance.to_json()
        return "tricks"
    found = re.match(r"player (\d+) must play a lower card to at least (\d+) tricks?(.*), but holds (.*)", reason)
    assert found is not None, reason
    player = int(found[1])
    tops = {}
    parts = parts_of(found[2], found[3], r"that player (\d+) must win with (.*?)(?= \(|, \d|$| and \d)")
    for tricks, owner, cards in parts:
        tops[owner] = max(int(value) for value in re.findall(r"a(\d+)", cards))
        low = {card for card in instance.hands[owner - 1] if card.value <= tops[owner]}
        assert tricks == least_wins(instance, owner, low), (reason, instance.to_json())
    owner_of = {objective.card: objective.owner for objective in instance.objectives}
    limits = {card: tops.get(owner or 0, 0) for card, owner in owner_of.items()}
    highest = max(tops.values())
    fits = [card for card in instance.hands[player - 1] if card.value < limits.get(card, highest)]
    assert player not in tops, (reason, instance.to_json())
    assert int(found[2]) > len(fits) == number(found[4]), (reason, instance.to_json())
    return "lower"


@pytest.mark.slow
def test_the_counts_in_reasons_are_true() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4000):
        instance = random_single_suit(seed, most_cards=9)
        answer = decide_single_suit(instance)
        if isinstance(answer, Refutation):
            kinds[check_reason(instance, answer.because)] += 1
    assert min(kinds[kind] for kind in ("winners", "tricks", "lower")) > 100


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 5)])
def test_the_counts_in_all_small_reasons_are_true(players: int, cards: int) -> None:
    for instance in single_suit_deals(players, cards):
        answer = decide_single_suit(instance)
        if isinstance(answer, Refutation):
            check_reason(instance, answer.because)


def deal(
    hands: str, objectives: str = "", leader: int | None = None, *, trump: str | None = None, suits: str = ""
) -> Crew:
    """An instance from hands as in ``a1 a2 | a3`` and objectives as in ``1:a3 2:a1`` (owner, card)."""
    pairs = [pair.split(":") for pair in objectives.split()]
    wanted = [{"card": card, "owner": int(owner)} for owner, card in pairs]
    cards = [hand.split() for hand in hands.split("|")]
    return Crew(hands=cards, objectives=wanted, leader=leader, trump=trump, suits=list(suits) or None)


REASONS = [
    (
        decide_single_value,
        deal("a1 b1 | c1 d1", "1:a1 2:c1"),
        (
            "player 1 must win a1 and player 2 must win c1, but whoever leads the first trick wins every trick, "
            "as no two cards share a suit"
        ),
    ),
    (
        decide_single_value,
        deal("a1 b1 | c1 d1", "1:a1", 2),
        (
            "player 1 must win a1, but player 2 leads the first trick and then wins every trick, as no two cards "
            "share a suit"
        ),
    ),
    (
        decide_single_value,
        deal("a1 b1 c1 d1 e1 f1 g1 | h1 i1", "2:a1 2:b1 2:c1 2:d1 2:e1 2:f1 2:g1 2:h1"),
        (
            "player 1 holds 7 cards that player 2 must win (a1, b1, c1, d1, e1 and 2 more), one per trick, but "
            "there are only 2 tricks (player 2 holds 2 cards)"
        ),
    ),
    (
        decide_single_value,
        deal("a1 |", "1:a1"),
        (
            "player 1 holds 1 card that player 1 must win (a1), one per trick, "
            "but there are no tricks (player 2 holds no cards)"
        ),
    ),
    (
        decide_owned_objectives,
        deal("a2 | a3", "1:a2"),
        (
            "player 2 must play a lower card that is not an objective to the trick of a2, but holds no such card "
            "below a2"
        ),
    ),
    (
        decide_owned_objectives,
        deal("a1 a7 a8 | a2 a5 a6", "2:a6 2:a5"),
        (
            "player 1 must play a lower card that is not an objective to each of the tricks of a5 and a6, but holds "
            "only 1 such card below a6"
        ),
    ),
    (
        decide_single_suit,
        deal("a1 a3 a4 | a2 a5 a6", "2:a4 1:a2 1:a6"),
        (
            "player 1 needs 1 card above a6 to take a6 from player 2, but holds no such card apart from "
            "objectives of others"
        ),
    ),
    (
        decide_single_suit,
        deal("a1 a4 a5 | a2 a3 a6", "1:a2 1:a3 2:a5"),
        (
            "player 1 needs 2 cards above a2 to take a2 and a3 from player 2, but holds only 1 such card apart "
            "from objectives of others"
        ),
    ),
    (
        decide_single_suit,
        deal("a2 a9 | a3 a8", "1:a2 1:a8 2:a3"),
        (
            "at least 3 tricks are needed, 2 for player 1 (with a2 and with 1 card above a8 to take a8 from "
            "player 2) and 1 for player 2 (with a3), but there are only 2 tricks (player 1 holds 2 cards)"
        ),
    ),
    (
        decide_single_suit,
        deal("a1 |", "1:a1"),
        "at least 1 trick is needed for player 1 (with a1), but there are no tricks (player 2 holds no cards)",
    ),
    (
        decide_single_suit,
        deal("a1|a2|a3|a4|a5|a6|a7", "1:a1 2:a2 3:a3 4:a4 5:a5 6:a6 7:a7"),
        (
            "at least 7 tricks are needed, 1 for player 1 (with a1), 1 for player 2 (with a2), 1 for player 3 "
            "(with a3), 1 for player 4 (with a4), 1 for player 5 (with a5) and 2 for 2 other players, but there "
            "is only 1 trick (player 1 holds 1 card)"
        ),
    ),
    (
        decide_single_suit,
        deal("a1 a2 | a3 a4", "1:a1"),
        (
            "player 2 must play a lower card to at least 1 trick that player 1 must win with a1, but holds no "
            "card for that"
        ),
    ),
    (
        decide_single_suit,
        deal("a2 a8 a12 | a4 a10 a14 a15 | a1 a6 a11", "2:a2 2:a4 1:a6 3:a8"),
        (
            "player 2 must play a lower card to at least 2 tricks, 1 that player 1 must win with a12 or lower (it "
            "must win with 1 card above a6 to take a6 from player 3) and 1 that player 3 must win with a11 or "
            "lower (it must win with 1 card above a8 to take a8 from player 1), but holds only 1 card for that "
            "(a10)"
        ),
    ),
]


@pytest.mark.parametrize(("decide", "instance", "reason"), REASONS)
def test_reasons_in_words(decide: Decider, instance: Crew, reason: str) -> None:
    assert decide(instance) == Refutation(reason)


def test_lists_are_cut() -> None:
    assert [listed(range(1, n)) for n in (2, 3, 4)] == ["1", "1 and 2", "1, 2 and 3"]
    assert [listed(range(1, n)) for n in (6, 7)] == ["1, 2, 3, 4 and 5", "1, 2, 3, 4, 5 and 1 more"]


# Scope.

ONE_SUIT = "a1 a2 | a3 a4"
NO_SUIT_TWICE = "a1 b1 | c1 d1"


@pytest.mark.parametrize(
    ("hands", "deciders"),
    [(NO_SUIT_TWICE, [decide_single_value]), (ONE_SUIT, [decide_owned_objectives, decide_single_suit])],
)
def test_only_plain_instances_are_decided(hands: str, deciders: list[Decider]) -> None:
    cards = [hand.split() for hand in hands.split("|")]
    first, last = cards[0][0], cards[-1][-1]
    wanted = [{"card": first, "owner": 1}, {"card": last, "owner": 2}]
    plain = Crew(hands=cards, objectives=wanted)
    outside = [
        Crew(hands=cards, objectives=[{**wanted[0], "before": [last]}, wanted[1]]),
        Crew(hands=cards, objectives=[{**wanted[0], "token": "omega"}, wanted[1]]),
        Crew(hands=cards, objectives=[{**wanted[0], "owner": None}, wanted[1]]),
        Crew(hands=cards, objectives=wanted, tasks=[{"kind": "tricks", "owner": 1, "exactly": 1}]),
        Crew(hands=[cards[0][1:], cards[1][1:]], objectives=wanted, played=[[first, cards[1][0]]], leader=1),
        Crew(hands=[cards[0][1:], cards[1]], objectives=wanted, played=[[first]], leader=1),
    ]
    for decide in deciders:
        assert decide(plain) is not NOT_APPLICABLE
        for instance in outside:
            with pytest.raises(UnknownFeature):
                decide(instance)


def test_single_value_is_about_suits_and_trumps() -> None:
    assert decide_single_value(deal("a1 b1 | c1 a2", "1:a1")) is NOT_APPLICABLE
    assert decide_single_value(deal("a1 b1 | c1 d1", "1:a1", trump="c")) is NOT_APPLICABLE
    assert isinstance(decide_single_value(deal("a1 b7 | c1 d2", "1:a1", trump="z", suits="abcdz")), Win)


def test_single_suit_is_about_one_suit() -> None:
    for decide in (decide_single_suit, decide_owned_objectives):
        assert decide(deal("a1 a2 | a3 b4", "1:a1")) is NOT_APPLICABLE
        for trump in "az":
            led = deal("a1 a4 | a2 a3", "1:a4", trump=trump, suits="az")
            assert decide(led) == Win([(1, (Card("a", 4), Card("a", 2)))])
    foreign = deal("a1 a4 | a2 a3", "1:a3")
    assert decide_owned_objectives(foreign) is NOT_APPLICABLE
    assert isinstance(decide_single_suit(foreign), Win)


@pytest.mark.parametrize("hands", ["a1 a2 | a3", "|", "a1 | b1", "|a1"])
def test_nothing_to_do_is_won_at_once(hands: str) -> None:
    answers = [decide(deal(hands)) for decide in DECIDERS]
    assert Win([]) in answers
    assert all(answer in (Win([]), NOT_APPLICABLE) for answer in answers)


@pytest.mark.parametrize("leader", [None, 1, 2])
def test_the_right_player_leads(leader: int | None) -> None:
    instance = deal("a1 a5 a6 | a2 a3 a4", "1:a3 2:a2 1:a6", leader)
    answer = decide_single_suit(instance)
    assert isinstance(answer, Win)
    assert [trick.winner for trick in replay(instance, answer.play)] == [2, 1]
    assert answer.play[0][0] == (leader or 2)


# Large.


def large_deal(cards: int, seed: int, *, owned: bool, lowest: int) -> Crew:
    """Five players, a twentieth of the cards are objectives, all above `lowest`."""
    rng = random.Random(seed)
    values = rng.sample(range(1, cards + 1), cards)
    holder = {value: 1 + k % 5 for k, value in enumerate(values)}
    hands = [[Card("pink", value) for value in values[k::5]] for k in range(5)]
    wanted = rng.sample(range(lowest + 1, cards + 1), cards // 20)
    owners = {value: holder[value] if owned else rng.randint(1, 5) for value in wanted}
    return Crew(hands=hands, objectives=[{"card": Card("pink", value), "owner": owners[value]} for value in wanted])


@pytest.mark.parametrize("owned", [True, False])
def test_large_deals_are_replayed(owned: bool) -> None:
    instance = large_deal(5000, 1, owned=owned, lowest=1000)
    for decide in [decide_single_suit, *([decide_owned_objectives] if owned else [])]:
        answer = decide(instance)
        assert isinstance(answer, Win)
        assert sum(len(trick.completes) for trick in replay(instance, answer.play)) == 250


@pytest.mark.slow
@pytest.mark.parametrize(("lowest", "won"), [(20_000, True), (0, False)])
def test_a_hundred_thousand_cards(lowest: int, won: bool) -> None:
    instance = large_deal(100_000, 1, owned=True, lowest=lowest)
    for decide in (decide_single_suit, decide_owned_objectives):
        assert isinstance(decide(instance), Win if won else Refutation)
    general = decide_single_suit(large_deal(100_000, 1, owned=False, lowest=lowest))
    assert isinstance(general, (Win, Refutation))
