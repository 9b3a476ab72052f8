"""The decks of the published games: what follows from `rules`, what is wrong with a deal, how cards may be typed."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.cards import Card
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.decks import DECKS, DeckName
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text, text_of
from crewsat.games.crew.walk import Walk

NAMES: tuple[DeckName, ...] = ("planet-nine", "deep-sea")
DEAL = RandomDeal(players=4, objectives=3).with_seed(1)
HANDS = [[str(card) for card in hand] for hand in DEAL.hands]


def defects(**fields: object) -> list[str]:
    with pytest.raises(InvalidInstance) as error:
        Crew.model_validate({"rules": "planet-nine", "hands": HANDS, **fields})
    return str(error.value).splitlines()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_trump_and_leader_follow_from_the_rules(name: DeckName, players: int) -> None:
    trump = {"planet-nine": "rocket", "deep-sea": "submarine"}[name]
    for seed in range(20):
        deal = RandomDeal(players=players, rules=name).with_seed(seed).model_copy(update={"about": None})
        bare = Crew(rules=name, hands=deal.hands, objectives=deal.objectives)
        assert (bare.trump, Card(trump, 4) in bare.hands[(bare.leader or 0) - 1]) == (trump, True)
        assert bare == deal
        assert bare.as_dict()["trump"] == trump
        assert bare.as_dict()["leader"] == bare.leader
        text = text_of(bare)
        assert f"rules {name}" in text
        assert "leader" not in text
        assert "trump" not in text
        assert parse_text(text) == bare
        assert Crew(**bare.as_dict()) == bare
        assert bare.digest() == parse_text(text).digest()
        assert bare.notes == ()


def test_what_contradicts_the_rules_is_an_error() -> None:
    assert defects(leader=1) == ["leader: player 1 does not lead first: player 4 has rocket4"]
    assert defects(trump="pink") == [
        "trump: the string 'pink' contradicts the rules: the trump suit of 'planet-nine' is rocket"
    ]
    assert Crew(rules="planet-nine", hands=HANDS, leader=4, trump="rocket") == Crew(rules="planet-nine", hands=HANDS)
    assert "rules: the string 'moon' is not supported; allowed: 'planet-nine' or 'deep-sea'" in defects(rules="moon")


def test_missing_doubled_and_unknown_cards_are_named_once() -> None:
    hands = [list(hand) for hand in HANDS]
    hands[0][0], hands[1][2], hands[3][3] = "blu8", "pink1", "P9"
    assert defects(hands=hands) == [
        "hands[2][0] (player 3, card 1): pink1 is dealt already: hands[1][2] (player 2, card 3)",
        "hands[0][0] (player 1, card 1): blu8 is not a card of the deck 'planet-nine'; did you mean blue8?",
        "hands[3][3] (player 4, card 4): P9 is not a card of the deck 'planet-nine'; did you mean pink9?",
        "hands: 37 of 40 cards of the deck 'planet-nine' are dealt: blue8,9 pink7 are missing",
    ]


@pytest.mark.parametrize(("players", "words"), [(1, "not 1"), (2, "two players have a third hand"), (6, "not 6")])
def test_numbers_of_players(players: int, words: str) -> None:
    cards = [card for hand in HANDS for card in hand]
    (defect,) = defects(hands=[cards[k::players] for k in range(players)])
    assert defect.startswith("hands: ")
    assert words in defect
    if players == 2:
        assert len(RandomDeal(players=players, rules="deep-sea").with_seed(1).hands) == 3
        return
    with pytest.raises(ValueError, match=words):
        RandomDeal(players=players, rules="deep-sea")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"suits": 3}, "suits is 4, not 3"),
        ({"values": 8}, "values is 9, not 8"),
        ({"trumps": 3}, "trumps is 4, not 3"),
        ({"leader": "free"}, "leader is commander, not free"),
    ],
)
def test_generators_that_are_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        RandomDeal(rules="planet-nine", **fields)


def test_a_generated_deal_is_typed_with_the_rules_if_it_is_a_whole_deck() -> None:
    assert DEAL.rules is None
    assert DEAL.as_typed().rules == "planet-nine"
    assert parse_text(text_of(DEAL.as_typed())).hands == DEAL.hands
    for other in (
        RandomDeal(values=8).with_seed(1),
        RandomDeal(leader="free").with_seed(1),
        RandomDeal(players=2).with_seed(1),
        RandomDeal(trumps=0).with_seed(1),
    ):
        assert other.as_typed() is other


WHOLE = "p9-1 / b1-9 R4 / Green1-9 r1,2,3 / rest; rules planet-nine"


def test_cards_may_be_typed_as_people_do() -> None:
    deal = parse_text(WHOLE)
    assert deal.leader == 2
    assert text_of(deal) == (
        "pink9,8,7,6,5,4,3,2,1 / blue1,2,3,4,5,6,7,8,9 rocket4 / green1,2,3,4,5,6,7,8,9 rocket1,2,3 / "
        "yellow1,2,3,4,5,6,7,8,9; rules planet-nine"
    )
    goals = parse_text(f"{WHOLE}; 1 wins P9 b3,4; 2 wins exactly 2 of y1-3 p:4; 3 wins at most 0 of nothing")
    assert [str(one.card) for one in goals.objectives] == ["pink9", "blue3", "blue4"]
    assert [task.words() for task in goals.tasks] == ["exactly 2 of yellow1,2,3 pink4", "at most 0 of nothing"]


@pytest.mark.parametrize(
    ("clauses", "words"),
    [
        ("x9 / rest", "column 1: 'x' is not the beginning of a suit; allowed: blue, green, pink, yellow, rocket"),
        ("p9- / rest", "column 1: 'p9-' is not a valid card; allowed: pink9, p9, p9,4 or p9-7"),
        ("9 / rest", "'9' is not a valid card"),
        ("p0 / rest", "'p0' is not a valid card"),
        ("p1-999999999 / rest", "is not a valid card"),
        ("p10 / - / rest", "column 1 (player 1, card 1): pink10 is not a card of the deck 'planet-nine'"),
        ("p10-12 / - / rest", "column 1: 'p10-12': pink has the values 1 to 9"),
        ("r3-5 / - / rest", "column 1: 'r3-5': rocket has the values 1 to 4"),
        ("p1-9,1-9,1-9,1-9,1-9 / rest / -", "'p1-9,1-9,1-9,1-9,1-9' names more cards than the deck has"),
        ("p1 / rest / rest", "column 12: `rest` is given twice"),
        ("p1 rest / b1 / -", "column 4: `rest` is a hand of its own"),
    ],
)
def test_what_is_typed_wrong(clauses: str, words: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(f"{clauses}; rules planet-nine")
    assert words in str(error.value)


def test_without_the_rules_nothing_is_short_for_anything() -> None:
    assert parse_text("p9-7 / P9").hands == ((Card("p9-", 7),), (Card("P", 9),))
    with pytest.raises(InvalidInstance, match="column 6: `rest` is a hand of its own, and needs a clause `rules`"):
        parse_text("a1 / rest")


def walked(deal: Crew, seed: int) -> list[tuple[Card, ...]]:
    """Some tricks of random legal cards, the last one perhaps unfinished."""
    rng = random.Random(seed)
    endless = [{"owner": 1, "kind": "tricks", "at_most": 99}]
    walk = Walk(Crew(hands=deal.hands, trump=deal.trump, leader=deal.leader, tasks=endless))
    for _ in range(rng.randrange(1, deal.tricks * deal.players)):
        if walk.legal():
            walk.play(rng.choice(walk.legal()))
    return list(walk.instance.played)


@pytest.mark.slow
def test_hands_as_dealt_and_as_held_are_the_same_position() -> None:
    for seed in range(200):
        rules = random.Random(seed).choice([None, *NAMES])
        deal = RandomDeal(players=3 + seed % 3, objectives=2, rules=rules).with_seed(seed)
        played = walked(deal, seed)
        gone = {card for trick in played for card in trick}
        fields = {**deal.as_dict(), "played": played}
        held = Crew(**{**fields, "hands": [[card for card in hand if card not in gone] for hand in deal.hands]})
        dealt = Crew(**fields, hands_are="dealt")
        assert dealt == held, held.to_json()
        assert dealt.digest() == held.digest()
        assert hash(dealt) == hash(held)
        assert dealt.to_json() == held.to_json()
        assert parse_text(text_of(held)) == held.model_copy(update={"about": None})
        before = text_of(deal.model_copy(update={"about": None}))
        tricks = " / ".join(" ".join(map(str, trick)) for trick in played)
        assert parse_text(f"{before}; dealt; played {tricks}") == parse_text(text_of(held))


def test_played_cards_that_are_still_held() -> None:
    play = [["yellow5", "yellow6", "yellow2", "yellow1"]]
    lines = defects(played=play)
    assert len(lines) == 4
    assert lines[0].startswith(
        "played[0][0] (trick 1, card 1): yellow5 is still held: hands[3][8] (player 4, card 9); "
    )
    assert '"hands_are": "dealt" (as text: dealt)' in lines[0]
    assert Crew(rules="planet-nine", hands=HANDS, played=play, hands_are="dealt").leading == 1


def test_cards_played_by_somebody_else() -> None:
    assert defects(played=[["yellow1", "yellow6", "yellow2", "yellow5"]], hands_are="dealt") == [
        "played[0][0] (trick 1, card 1): it is player 4's turn, but yellow1 was dealt to player 3",
        "played[0][3] (trick 1, card 4): it is player 3's turn, but yellow5 was dealt to player 4",
    ]
    assert defects(played=[["yellow5", "yellow5"]], hands_are="dealt") == [
        "played[0][1] (trick 1, card 2): yellow5 is played already: played[0][0] (trick 1, card 1)"
    ]


def test_the_leader_is_known_from_the_trump_that_was_played() -> None:
    """The holder of the highest trump led the first trick, also if that trump is among the cards played."""
    for seed in range(100):
        deal = RandomDeal(players=3 + seed % 3, objectives=0, rules="deep-sea").with_seed(seed)
        played = walked(deal, seed)
        position = Crew(**deal.as_dict(), played=played, hands_are="dealt")
        again = position.as_dict()
        assert Crew(**again) == position
        again.pop("leader")
        highest = DECKS["deep-sea"].highest
        if any(highest in hand for hand in position.hands):
            assert Crew(**again) == position
        else:
            with pytest.raises(InvalidInstance, match="must name who led the first trick"):
                Crew(**again)
            for other in set(range(1, deal.players + 1)) - {deal.leader}:
                with suppress(InvalidInstance):  # where somebody else may have led these very tricks, he had the card
                    assert highest in Crew(**{**again, "leader": other}).dealt[other - 1]


def test_no_card_is_suggested_that_the_deck_does_not_have() -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text("r9 / rest / -; rules planet-nine")
    assert "rocket9 is not a card of the deck 'planet-nine'" in str(error.value)
    assert "did you mean rocket9" not in str(error.value)


@pytest.mark.parametrize("rules", ["Planet-Nine", "planet nine"])
def test_unknown_rules_are_the_only_defect(rules: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse_text(f"p9-7 / rest / -; rules {rules}")
    said = f"unknown rules '{rules}'; did you mean planet-nine? allowed: planet-nine, deep-sea"
    assert str(error.value) == f"column 18: {said}"


def test_an_objective_typed_wrong_is_reported_where_it_is() -> None:
    with pytest.raises(InvalidInstance, match=r"^line 5, column 3: 'q' is not the beginning of a suit"):
        parse_text("rules planet-nine\nrest / -\n-\n1 wins p9\n  q3")


@pytest.mark.slow
def test_ranges_do_not_make_more_cards_than_there_may_be() -> None:
    with pytest.raises(InvalidInstance, match=r"^there are more than 1,000,000 cards$"):
        parse_text(f"{'b1-9 ' * 120_000}; rules planet-nine")
