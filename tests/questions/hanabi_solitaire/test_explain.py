"""Explanations of lost decks: every part is checked by exhaustive search or by replaying, not by how it was found."""

from __future__ import annotations

import random
import re
import time
from functools import cache
from itertools import combinations, islice
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat import report
from crewsat.algorithms.hanabi_solitaire.copies import Copies
from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.base.layout import rendered
from crewsat.engine.limits import Limits
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.decks import RandomDeck
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import most_stored, replay
from crewsat.games.verdict import Verdict
from crewsat.questions import budget
from crewsat.questions.hanabi_solitaire import explain as hanabi
from crewsat.questions.hanabi_solitaire.explain import explain
from crewsat.questions.hanabi_solitaire.laid_aside import laid_aside
from crewsat_encodings.hanabi_solitaire.draws_cnf import Encoding
from tests.support.hanabi_beside import won_beside
from tests.support.hanabi_plays import every_winning_play
from tests.support.random_decks import medium_deck, small_deck
from tests.support.timing import check_promise
from tests.support.ways import by_formula

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.questions.explanation import Explanation, Repair
    from tests.support.hanabi_plays import Times

NO_LIMITS = Limits(deadline=None, max_bytes=None, resident=False, solver=None, seed=None)


@cache
def explained(instance: HanabiSolitaire) -> Explanation:
    return explain(instance, crewsat.decide(instance), NO_LIMITS)


def subtle_deck(seed: int) -> HanabiSolitaire:
    """A tiny deck with room for one card; now and then it is lost though at no draw two cards must be held."""
    rng = random.Random(seed)
    colours, values, copies = rng.choice([(2, 3, 2), (1, 4, 3), (1, 5, 2)])
    cards = [Card("ab"[k], v) for k in range(colours) for v in range(1, values + 1)]
    more = cards * (copies - 1)
    rng.shuffle(more)
    deck = [*cards, *more][:9]
    rng.shuffle(deck)
    return HanabiSolitaire(deck=deck, hand_size=1)


@cache
def tiny_lost_decks() -> list[HanabiSolitaire]:
    """160 lost decks that lack no card, and 40 in which no single draw is to blame."""
    plain = (small_deck(seed, most_cards=7) for seed in range(10_000))
    subtle = (deck for deck in map(subtle_deck, range(10_000)) if max(Copies(deck, rounds=0).waiting) <= 1)
    lost = ((i for i in decks if i.missing is None and search(i) is None) for decks in (plain, subtle))
    return [*islice(next(lost), 160), *islice(next(lost), 40)]


def conflict_of(explanation: Explanation) -> set[Card]:
    return {Card.parse(name) for name in explanation.conflict or ()}


def repair_of(instance: HanabiSolitaire, kind: str) -> Repair | None:
    return next((repair for repair in explained(instance).repairs if repair.kind == kind), None)


# The conflict -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_conflict_is_minimal() -> None:
    """Asked of the referee that knows what it is to take no room."""
    assert len(tiny_lost_decks()) == 200
    larger = 0
    for instance in tiny_lost_decks():
        explanation = explained(instance)
        conflict = conflict_of(explanation)
        others = set(instance.copies) - conflict
        assert explanation.minimal
        assert explanation.reason is None
        assert not won_beside(instance, others), instance.to_json()
        for card in conflict:
            assert won_beside(instance, others | {card}), (card, instance.to_json())
        larger += len(conflict) > instance.hand_size + 1
    assert larger >= 30


@pytest.mark.slow
def test_the_conflict_of_larger_decks_is_minimal() -> None:
    """Asked of another formula."""
    checked = 0
    for instance in map(medium_deck, range(20)):
        if instance.missing is not None or crewsat.decide(instance).answer == "yes":
            continue
        conflict = conflict_of(explained(instance))
        others = set(instance.copies) - conflict
        assert by_formula(Encoding, laid_aside(instance, others)) is None, instance.to_json()
        for card in conflict:
            won = laid_aside(instance, others | {card})
            replay(won, crewsat.decide(won).play or ())
        checked += 1
    assert checked >= 7


@pytest.mark.slow
def test_culprits_are_all_cards_that_need_only_be_laid_aside_alone() -> None:
    several = 0
    for instance in tiny_lost_decks():
        alone = {str(card) for card in instance.copies if won_beside(instance, {card})}
        assert set(explained(instance).culprits or ()) == alone, instance.to_json()
        several += len(alone) > 1
    assert several >= 30


# Reasons ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_sentence_is_true() -> None:
    """Of the ones about draws, what they say holds of every winning play with a hand of any size."""
    kinds = set()
    for instance in tiny_lost_decks():
        explanation = explained(instance)
        roomy = instance.model_copy(update={"hand_size": instance.size})
        plays = list(every_winning_play(roomy)) if instance.size <= 6 else []
        for reason in explanation.reasons:
            kind = next(name for name, check in CHECKS.items() if re.fullmatch(name, reason.words))
            kinds.add(kind)
            match = re.fullmatch(kind, reason.words)
            assert match is not None
            CHECKS[kind](instance, match.groups(), plays)
    assert kinds == set(CHECKS)


def too_many_must_be_held(instance: HanabiSolitaire, said: Sequence[str], plays: list[Times]) -> None:
    draw, cards, room = int(said[0]), cards_of(said[1]), int(said[2])
    assert room == instance.hand_size < len(cards)
    assert cards == conflict_of(explained(instance))
    for play in plays:
        assert all(play[card][0] <= draw < play[card][1] for card in cards), instance.to_json()


def a_card_must_be_held(instance: HanabiSolitaire, said: Sequence[str], plays: list[Times]) -> None:
    card, first, last, which, draw, lower, start = said
    assert int(first) == int(draw) == instance.copies[Card.parse(card)][-1]
    assert int(last or first) == int(start) - 1
    assert which == ("only" if len(instance.copies[Card.parse(card)]) == 1 else "last")
    assert instance.copies[Card.parse(lower)][0] == int(start)
    assert Card.parse(lower) < Card.parse(card)
    assert lower[0] == card[0]
    for play in plays:
        assert play[Card.parse(card)][0] <= int(first)
        assert play[Card.parse(card)][1] >= int(start)


def a_card_comes(instance: HanabiSolitaire, said: Sequence[str], plays: list[Times]) -> None:
    card = Card.parse(said[0])
    assert tuple(map(int, re.findall("[0-9]+", said[1]))) == instance.copies[card]
    assert all(play[card][1] >= int(said[2]) for play in plays)
    if plays:
        assert min(play[card][1] for play in plays) == int(said[2])


def only_these(instance: HanabiSolitaire, said: Sequence[str], _: list[Times]) -> None:
    assert cards_of(said[0]) == conflict_of(explained(instance))  # what it says is tested above


def the_rest_fits(instance: HanabiSolitaire, said: Sequence[str], _: list[Times]) -> None:
    explanation = explained(instance)
    assert explanation.minimal
    assert not said
    assert len(explanation.conflict or ()) > instance.hand_size + 1


def a_hand_is_needed(instance: HanabiSolitaire, said: Sequence[str], _: list[Times]) -> None:
    hand, more = map(int, said[:2])
    assert hand - more == instance.hand_size
    if said[2]:
        assert int(said[3]) == hand - 1
        smaller = crewsat.decide(instance.model_copy(update={"hand_size": hand - 1}))
        assert smaller.checked == "algorithm"
    assert search(instance.model_copy(update={"hand_size": hand})) is not None
    assert search(instance.model_copy(update={"hand_size": hand - 1})) is None


CHECKS: dict[str, Callable[[HanabiSolitaire, Sequence[str], list[Times]], None]] = {
    r"after draw (\d+) (.*) must (?:all|both) be in the hand, and it has room for (\d+) cards?": too_many_must_be_held,
    r"after draw (\d+) (\w+) must be in the hand, and it has room for (0) cards": too_many_must_be_held,
    (
        r"(\w+) must be in the hand after draws? (\d+)(?: to (\d+))?: its (only|last) copy comes with draw (\d+), "
        r"and (\w+), which is played before it, does not come before draw (\d+)"
    ): a_card_must_be_held,
    r"(\w+) comes with draws? (.*), and cannot be played before draw (\d+)": a_card_comes,
    r"even if only (.*) took room in the hand, it would be too small": only_these,
    r"if any one of them took no room either, the rest would fit": the_rest_fits,
    r"a hand of (\d+) cards? is needed, (\d+) more than there is(: with a hand of (\d+), .+)?": a_hand_is_needed,
}
"""The sentences there are, and who looks whether they are true."""


def cards_of(enumeration: str) -> set[Card]:
    return set(map(Card.parse, re.split(", | and ", enumeration)))


# Repairs ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_larger_hand_is_the_least_that_wins() -> None:
    for instance in tiny_lost_decks():
        repair = repair_of(instance, "hand_size")
        assert repair is not None
        assert isinstance(repair.instance, HanabiSolitaire)
        hand = repair.instance.hand_size
        assert repair.instance == instance.model_copy(update={"hand_size": hand})
        assert most_stored(replay(repair.instance, repair.play)) == hand > instance.hand_size
        assert search(instance.model_copy(update={"hand_size": hand - 1})) is None
        assert re.fullmatch(rf"{hand} cards? can be held, {hand - instance.hand_size} more than now", repair.words)


def exchanged(instance: HanabiSolitaire, one: int, other: int) -> HanabiSolitaire:
    """Draws are counted from 1."""
    deck = list(instance.deck)
    deck[one - 1], deck[other - 1] = deck[other - 1], deck[one - 1]
    return instance.model_copy(update={"deck": deck})


@pytest.mark.slow
def test_an_exchange_is_the_nearest_that_wins() -> None:
    found = 0
    for instance in tiny_lost_decks()[::2]:
        pairs = combinations(range(1, instance.size + 1), 2)
        nearest = min((j - i for i, j in pairs if search(exchanged(instance, i, j)) is not None), default=None)
        repair = repair_of(instance, "swap_draws")
        assert (repair is None) == (nearest is None), instance.to_json()
        assert (explained(instance).no_repair == ("swap_draws",)) == (nearest is None)
        if repair is None:
            continue
        match = re.fullmatch(r"(\w+) \(draw (\d+)\) and (\w+) \(draw (\d+)\) change places", repair.words)
        assert match is not None
        one, other = int(match[2]), int(match[4])
        assert other - one == nearest
        assert (str(instance.deck[one - 1]), str(instance.deck[other - 1])) == (match[1], match[3])
        assert repair.instance == exchanged(instance, one, other)
        replay(exchanged(instance, one, other), repair.play)
        found += 1
    assert found >= 60


def test_near_exchanges_of_members_of_the_conflict_are_tried_first() -> None:
    instance = HanabiSolitaire(deck=["a1", "b3", "b2", "a3", "b1", "a2", "b3"], hand_size=1)
    members = {Card("b", 2), Card("b", 3)}
    tried = list(hanabi._Lost(instance, crewsat.decide(instance), NO_LIMITS).exchanges(members))
    number = [sum(instance.deck[draw - 1] in members for draw in pair) for pair in tried]
    order = [(other - one, -found) for (one, other), found in zip(tried, number, strict=True)]
    assert order == sorted(order)
    assert tried[0] == (2, 3)
    assert len(tried) == 6 * 7 // 2 - 1 - 3  # none of equal cards, and none of two cards of the other colour


def test_few_exchanges_are_tried_of_a_large_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """If not all are tried, nothing is said of them all."""
    instance = HanabiSolitaire(deck=["a4", "b3", "a3", "b2", "b4", "a2", "a1", "b1"], hand_size=1)
    assert explained(instance).no_repair == ("swap_draws",)
    monkeypatch.setattr(hanabi, "MOST_LOOKED_AT", 1)
    explanation = explain(instance, explained(instance).verdict, NO_LIMITS)
    assert [repair.kind for repair in explanation.repairs] == ["hand_size"]
    assert explanation.no_repair == ()
    assert explanation.reason is None


# Nothing to explain, and limits -------------------------------------------------------------------------------------


def test_a_missing_card_is_the_conflict() -> None:
    explanation = explained(HanabiSolitaire(deck=["r1", "r3", "r999999999"], hand_size=5))
    assert (explanation.conflict, explanation.minimal, explanation.repairs) == (("r2",), True, ())
    assert [reason.words for reason in explanation.reasons] == ["r2 must be played, but is not in the deck"]


def test_a_yes_and_an_unknown_need_no_explanation() -> None:
    won = HanabiSolitaire(deck=["r1", "r2"], hand_size=0)
    assert explained(won).conflict is None
    assert explained(won).reasons == ()
    deck = RandomDeck(10, 10, (3,), 0).with_seed(1)
    unknown = crewsat.decide(deck, method="cnf-copies", time_limit=1e-9)
    assert unknown.answer == "unknown"
    assert explain(deck, unknown, NO_LIMITS).repairs == ()


def limits(seconds: float) -> Limits:
    return Limits(time.monotonic() + seconds, max_bytes=10**9, resident=False, solver=None, seed=None)


@pytest.mark.parametrize("seconds", [-1.0, 1e-6, 1e-3, 0.02, 0.1])
def test_a_small_budget_gives_a_part(seconds: float) -> None:
    """Of a deck that no single draw makes lost, and whose explanation takes seconds."""
    instance = RandomDeck(5, 8, (3,), 3).with_seed(11)
    verdict = crewsat.decide(instance)
    explanation = explain(instance, verdict, limits(seconds))
    assert explanation.reason == "time"
    assert explanation.conflict
    assert explanation.reasons
    for repair in explanation.repairs:
        assert isinstance(repair.instance, HanabiSolitaire)
        replay(repair.instance, repair.play)
    assert explanation.as_dict()["explanation"]["minimal"] is explanation.minimal


@pytest.mark.timing
@pytest.mark.parametrize("seconds", [1e-3, 0.1])
def test_a_small_budget_is_kept(seconds: float) -> None:
    instance = RandomDeck(5, 8, (3,), 3).with_seed(11)
    verdict = crewsat.decide(instance)

    def took() -> float:
        began = time.monotonic()
        explain(instance, verdict, limits(seconds))
        return time.monotonic() - began

    check_promise(took, seconds + 1.5)


@pytest.mark.timing
@pytest.mark.parametrize("shape", [(50, 20, (2,)), (20, 20, (5,))])
def test_large_decks_stop_in_time(shape: tuple[int, int, tuple[int, ...]]) -> None:
    """2,000 cards: one that is lost by counting, and one of which nobody knows; it is said to be lost."""
    instance = RandomDeck(*shape, hand_size=30).with_seed(1)
    verdict = Verdict("no", "guessed", "none", instance.game)

    def took() -> float:
        began = time.monotonic()
        explanation = explain(instance, verdict, limits(1.0))
        end = time.monotonic()
        assert explanation.conflict
        assert explanation.reason == "time"
        return end - began

    check_promise(took, 4.0)


def test_what_is_not_decided_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = RandomDeck(5, 8, (3,), 3).with_seed(11)
    verdict = crewsat.decide(instance)
    unknown = Verdict("unknown", "auto", "none", instance.game, reason="memory")
    monkeypatch.setattr(budget, "answer", lambda *_, **__: unknown)
    explanation = explain(instance, verdict, NO_LIMITS)
    assert (explanation.reason, explanation.minimal, explanation.culprits) == ("memory", False, None)
    assert explanation.no_repair == ()
    assert [repair.kind for repair in explanation.repairs] == ["hand_size"]
    assert not any(reason.checked == "replayed" for reason in explanation.reasons)


def test_through_the_front_door() -> None:
    instance = HanabiSolitaire(deck=["r3", "b3", "r2", "b2", "r1", "b1"], hand_size=2)
    explanation = crewsat.explain(instance)
    assert explanation.conflict == ("b3", "r2", "r3")
    assert explanation.no_repair == ()
    assert {repair.kind for repair in explanation.repairs} == {"hand_size", "swap_draws"}


AWAITED = "its only copy comes with draw {}, and r1, which is played before it, does not come before draw 3."


def test_what_is_printed() -> None:
    instance = HanabiSolitaire(deck=["r3", "r2", "r1"], hand_size=1)
    printed = rendered(report.explained(instance, crewsat.explain(instance)), 1000).split("\n")
    assert printed[printed.index("Conflict (minimal): r2, r3") :] == [
        "Conflict (minimal): r2, r3",
        "  - After draw 2 r2 and r3 must both be in the hand, and it has room for 1 card.",
        "  - r2 must be in the hand after draw 2: " + AWAITED.format(2),
        "  - r3 must be in the hand after draws 1 to 2: " + AWAITED.format(1),
        "  - A hand of 2 cards is needed, 1 more than there is.",
        "",
        "All the others could be held if any one of r2, r3 took no room.",
        "",
        "It could be won if one thing were different:",
        "  - A larger hand: 2 cards can be held, 1 more than now.",
        "  - Two cards of the deck change places: r2 (draw 2) and r1 (draw 3) change places.",
    ]
