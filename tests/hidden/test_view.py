"""Views: what they say of a position, and that they imply about the other hands exactly what can be known."""

from __future__ import annotations

import itertools
import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance, UnknownFeature
from crewsat.games.cards import Card, cards_of_text, natural
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.tricks import legal_cards
from crewsat.hidden.signals import Signal
from crewsat.hidden.view import View, view_of
from tests.support.chunks import few_of
from tests.support.random_views import random_play, random_view

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Hands = Sequence[Sequence[Card]]

CHUNKS = few_of(range(4))


def of_chunk(chunk: int, each: int) -> Iterator[tuple[View, Crew]]:
    return (random_view(seed) for seed in range(chunk * each, (chunk + 1) * each))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", CHUNKS)
def test_views_say_what_the_position_is(chunk: int) -> None:
    for view, position in of_chunk(chunk, 100):
        assert view.hand == position.hands[view.me - 1]
        assert view.sizes == tuple(map(len, position.hands))
        assert view.dealt == tuple(map(len, position.dealt))
        assert (view.tricks, view.past, view.begun) == (position.tricks, position.past, position.begun), view.to_json()
        assert (view.finished, view.leading) == (position.finished, position.leading), view.to_json()
        assert view.first_leader == position.leader
        key = {card: (card.suit == view.trump, natural(card.suit), card.value) for card in position.holder}
        assert view.cards == tuple(sorted(position.holder, key=key.__getitem__)), view.to_json()
        others = [card for player, hand in enumerate(position.hands, 1) for card in hand if player != view.me]
        assert set(view.pack.cards_in(view.unseen)) == set(others), view.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", CHUNKS)
def test_views_know_whose_turn_it_is(chunk: int) -> None:
    for seed in range(chunk * 100, chunk * 100 + 100):
        walk, signals = random_play(seed)
        for player in range(1, walk.instance.players + 1):
            view = View.of(walk, player, signals=signals)
            over = not view.begun and not all(walk.hands)
            assert (view.turn is None) == over, view.to_json()
            if walk.player is not None:
                assert view.turn == walk.player, view.to_json()
                assert view.legal == (walk.legal() if view.turn == player else ()), view.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", CHUNKS)
def test_the_true_hands_fit_every_view(chunk: int) -> None:
    for view, position in of_chunk(chunk, 100):
        for player, hand in enumerate(position.hands, 1):
            held = view.pack.mask(hand)
            assert not view.known[player - 1] & ~held, view.to_json()
            assert not view.cannot[player - 1] & held, view.to_json()
        assert view.known[view.me - 1] == view.pack.mask(view.hand)
        assert view.cannot[view.me - 1] == view.pack.whole & ~view.known[view.me - 1]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", CHUNKS)
def test_documents_are_read_as_the_views_they_are_of(chunk: int) -> None:
    for view, _ in of_chunk(chunk, 75):
        data = view.as_dict()
        assert list(data)[:2] == ["view", "game"]
        again = View(**data)
        assert again == view, view.to_json()
        assert (again.as_dict(), hash(again)) == (data, hash(view)), view.to_json()
        assert View.parse(view.to_json()) == view, view.to_json()
        assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - our own


@pytest.mark.slow
def test_a_deal_fits_if_and_only_if_what_happened_was_possible_with_it() -> None:
    rng, seen, wrong = random.Random(1), 0, 0
    for seed in range(400):
        view, position = random_view(seed)
        unseen = list(view.pack.cards_in(view.unseen))
        if len(unseen) > 10:
            continue
        for hands in few_deals(rng, view, unseen):
            fits = all(
                not (view.cannot[k] & (held := view.pack.mask(hand)) or view.known[k] & ~held)
                for k, hand in enumerate(hands)
            )
            assert fits == is_possible(view, position, hands), (view.to_json(), hands)
            seen, wrong = seen + 1, wrong + (not fits)
    assert seen > 2_000
    assert 0.2 < wrong / seen < 0.8


def few_deals(rng: random.Random, view: View, unseen: Sequence[Card]) -> Iterator[Hands]:
    """Some deals of the unseen cards by the sizes of the hands, whatever else is known: all if there are few."""
    orders: Any = (
        itertools.permutations(unseen) if len(unseen) < 4 else (rng.sample(unseen, len(unseen)) for _ in range(30))
    )
    for order in orders:
        left = list(order)
        yield [
            view.hand if player == view.me else [left.pop() for _ in range(size)]
            for player, size in enumerate(view.sizes, 1)
        ]


def is_possible(view: View, position: Crew, hands: Hands) -> bool:
    """Whether tricks and signals could have been as they were, said without sets of cards."""
    dealt = [list(hand) for hand in hands]
    for leader, cards in position.past:
        for k, card in enumerate(cards):
            dealt[(leader - 1 + k) % len(hands)].append(card)
    if (
        view.rules
        and max(view.cards, key=lambda card: (card.suit == view.trump, card.value)) not in dealt[view.leader - 1]
    ):
        return False
    for number, (leader, cards) in enumerate([*position.past, (0, ())], 1):
        for signal in view.signals:
            if signal.before_trick == number and not is_true(signal, dealt[signal.player - 1]):
                return False
        for k, card in enumerate(cards):
            hand = dealt[(leader - 1 + k) % len(hands)]
            if card not in legal_cards(hand, cards[0].suit if k else None):
                return False
            hand.remove(card)
    return True


def is_true(signal: Signal, hand: Sequence[Card]) -> bool:
    values = sorted(card.value for card in hand if card.suit == signal.card.suit)
    allowed = {"highest": values[-1:], "lowest": values[:1], "only": values if len(values) == 1 else []}
    return signal.card in hand and signal.card.value in allowed[signal.says]


def test_what_signals_deny() -> None:
    deal = parse_text("a2,4 b1 / a1,3 b2 / a5 b3,4; leader 1; trump b")
    said = {"highest": "a4,5", "lowest": "a1,2", "only": "a1,2,4,5"}
    for says, denied in said.items():
        shown = Signal(player=2, card=Card("a", 3), says=says, before_trick=1)  # type: ignore[arg-type]
        view = view_of(deal, 3, [shown])
        assert [*view.pack.cards_in(shown.denied(view.pack))] == cards_of_text(denied)
        assert [*view.pack.cards_in(view.known[1])] == [Card("a", 3)]
        assert view.signals_left == (1, 0, 1)


def test_the_first_leader_has_the_highest_trump_by_the_rules() -> None:
    deal = RandomDeal(players=4, objectives=2).with_seed(3)
    plain, typed = view_of(deal, deal.leader % 4 + 1), view_of(deal.as_typed(), deal.leader % 4 + 1)  # type: ignore[operator]
    assert not any(mask for k, mask in enumerate(plain.known, 1) if k != plain.me)
    leader = typed.known[typed.leader - 1]
    assert [str(card) for card in typed.pack.cards_in(leader)] == ["rocket4"]
    assert typed.pack.number[Card("rocket", 4)] == 39
    assert (typed.deck, plain.deck) == (None, typed.cards)


def test_a_trump_suit_that_was_not_dealt_is_none() -> None:
    view = view_of(Crew(hands=[["a1"], ["a2"]], leader=1, trump="z", suits=["a", "z"]), 1)
    assert view.trump is None
    assert View(**view.as_dict()) == view


def test_one_player_and_empty_hands() -> None:
    alone = view_of(Crew(hands=[["a1", "b2"]], leader=1), 1)
    assert (alone.unseen, alone.cannot, alone.turn, alone.legal) == (0, (0,), 1, alone.hand)
    assert View(**alone.as_dict()) == alone
    none = view_of(Crew(hands=[[], ["a1"]], leader=1), 1)
    assert (none.turn, none.tricks, none.legal, none.cannot[1]) == (None, 0, (), 0)
    assert View(**none.as_dict()) == none
    no_cards = view_of(Crew(hands=[[], []], leader=2), 2)
    assert (no_cards.deck, View(**no_cards.as_dict())) == ((), no_cards)


def test_what_follows_may_be_left_out() -> None:
    deal = RandomDeal(players=4, objectives=2).with_seed(3).as_typed()
    whole = view_of(deal, deal.leader or 0).as_dict()
    short = {name: whole[name] for name in whole if name not in {"sizes", "leader", "trump"}}
    assert View(**short).as_dict() == whole
    assert View(**{**whole, "deck": None, "signals_left": None, "sizes": None}).as_dict() == whole


def test_views_are_frozen() -> None:
    view = view_of(Crew(hands=[["a1"], ["a2"]], leader=1), 1)
    with pytest.raises(AttributeError, match="cannot change 'hand': a View is frozen"):
        view.hand = ()  # type: ignore[misc]
    assert View.model_validate(view) is view
    assert view != view_of(Crew(hands=[["a1"], ["a2"]], leader=1), 2)


@pytest.mark.parametrize(
    ("deal", "player", "message"),
    [
        ("a1 / a2; leader 1", 3, "there is no player 3 to have a view; allowed: 1 to 2"),
        ("a1 / a2; leader 1", 0, "there is no player 0 to have a view; allowed: 1 to 2"),
        ("a1 / a2", 1, "leader: missing: a view must name who leads the first trick"),
        (" / ".join(f"a{k}" for k in range(1, 10)) + "; leader 1", 1, "hands: a view is of at most 8 players"),
        (" ".join(f"a{k}" for k in range(1, 66)) + "; leader 1", 1, "hands: a view is of at most 64 cards, and 65"),
    ],
)
def test_there_is_no_view_of_some_positions(deal: str, player: int, message: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        view_of(parse_text(deal), player)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("deal", "feature"),
    [
        ("a1 / a2; leader 1; passing", "passing"),
        ("a1,2 / a3,4; leader 1; covered a2/a1", "covered"),
        ("a1 / a2; leader 1; anybody wins a1; handover 1", "handover"),
        ("a1 / a2; leader 1; 1 wins a1[1]; retoken move", "retoken=move"),
    ],
)
def test_choices_that_bots_do_not_make_are_refused(deal: str, feature: str) -> None:
    with pytest.raises(UnknownFeature) as error:
        view_of(parse_text(deal), 1)
    assert str(error.value) == f"a view does not support '{feature}'"


def test_states_and_missions() -> None:
    deal = MissionDeal(mission=3, players=4).with_seed(1)
    state = crewsat.State(deal)
    while (player := state.player) is not None and len(state.tricks) < 2:
        view = View.of(state, player)
        assert view.turn == view.me == player
        assert view.legal == state.legal()
        state.play(str(view.legal[-1]))
