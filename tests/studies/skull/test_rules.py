"""The referee of Skull & Roses: the sentences of the paper, and what they leave open, one game for each option."""

from __future__ import annotations

from typing import Any

import pytest

from crewsat.base.errors import IllegalPlay, WrongOption
from crewsat.skull import Rules
from crewsat.studies.skull.referee import NOBODY, ROSE, SKULL, Move, State, moves, play
from crewsat.studies.skull.rules import OPTIONS, parsed_options


def line(text: str) -> list[Move]:
    """Moves as the tests write them: ``RRS`` a first turn, ``+R`` a card, ``3`` a bet, ``-``, ``@1`` a pile, ``xS``."""
    kinds = {"R": ROSE, "S": SKULL}
    found = []
    for word in text.split():
        if word[0] in kinds:
            found.append(Move("first", tuple(kinds[letter] for letter in word)))
        elif word == "-":
            found.append(Move("pass"))
        elif word[0] in "+x":
            found.append(Move("card" if word[0] == "+" else "discard", kinds[word[1]]))
        else:
            found.append(Move("reveal", int(word[1:])) if word[0] == "@" else Move("bet", int(word)))
    return found


def words(rules: Rules, text: str) -> str:
    """What can be done after some moves, in the same words; of a first turn, how many joint moves there are."""
    possible = moves(rules, play(rules, line(text)))
    if any(move.what == "first" for move in possible):
        return str(len(possible))
    return " ".join(
        _MARKS[move.what] + ("RS"[one] if move.what in {"card", "discard"} else str(one or ""))
        if move.what != "reveal"
        else f"@{one}"
        for move in possible
        for one in [move.choice]
        if isinstance(one, int)
    )


_MARKS = {"card": "+", "discard": "x", "pass": "-", "bet": ""}


def test_a_game_of_two_rounds() -> None:
    """Player 3 turns up the skull of player 2 and loses a card; then he wins a challenge."""
    rules = Rules(3, wins=1)
    state = play(rules, line("RSR +R 1 2 - - @2 @1"))
    assert (state.turn, state.player, state.challenger, state.skull_owner) == ("discard", 1, 2, 1)
    state = play(rules, line("RSR +R 1 2 - - @2 @1 xS"))
    owned = ((3, 1), (3, 1), (3, 0))
    assert state == State("first", 2, owned, (0, 0, 0), ((), (), ()), (0, 0, 0), (False, False, False))
    assert words(rules, "RSR +R 1 2 - - @2 @1 xS") == "4", "he has roses only"
    state = play(rules, line("RSR +R 1 2 - - @2 @1 xS RRR 2 - - @2 @0"))
    assert (state.turn, state.player, state.wins, moves(rules, state)) == ("over", 2, (0, 0, 1), {})


def test_a_round_in_the_order_of_the_paper() -> None:
    rules = Rules(3)
    assert words(rules, "") == "8"
    placed = play(rules, line("RRR +R +S"))
    assert (placed.player, placed.piles) == (2, ((ROSE, ROSE), (ROSE, SKULL), (ROSE,)))
    assert words(rules, "RRR +R +S") == "+R +S 1 2 3 4 5"
    assert words(rules, "RRR +R +S 3") == "- 4 5"
    assert play(rules, line("RRR +R +S 3 4 -")).player == 2
    assert play(rules, line("RRR +R +S 3 - 4")).player == 2, "who has passed is not asked again"
    turned = play(rules, line("RRR +R +S 3 4 - 5"))
    assert (turned.turn, turned.player) == ("reveal", 2), "a bet of all cards ends the bidding"
    assert words(rules, "RRR +R +S 3 4 - 5") == "@2", "his own pile first"
    assert words(rules, "RRR +R +S 3 4 - 5 @2") == "@0 @1", "then any other one"
    assert words(rules, "RRR +R +S 3 4 - 5 @2 @0 @0") == "@1"
    assert play(rules, line("RRR +R +S 3 4 - 5 @2 @1")).skull_owner == 1, "the top card, which is the skull"


def test_the_top_card_comes_first() -> None:
    rules = Rules(2, wins=1)
    assert play(rules, line("SR +R +R 1 -")).turn == "reveal"
    assert play(rules, line("SR +R +R 1 - @0")).turn == "over", "the skull below it is not turned up"
    assert play(rules, line("SR +R +R 2 - @0 @0")).turn == "discard"


def test_a_player_without_cards_is_out() -> None:
    """Three skulls and no roses: every challenge fails, and the last one standing wins."""
    rules = Rules(3, roses=0)
    state = play(rules, line("SSS 3 @0 xS"))
    assert (state.turn, state.playing, state.player) == ("first", [1, 2], 1)
    state = play(rules, line("SSS 3 @0 xS SS 1 2 @2 xS"))
    assert (state.turn, state.player, state.wins) == ("over", 1, (0, 0, 0))


def test_the_owner_of_the_skull_picks_a_card_blindly() -> None:
    """The roses of the challenger are three of his four cards: three ways of four."""
    rules = Rules(2)
    assert moves(rules, play(rules, line("RS 2 @0 @1"))) == {Move("discard", ROSE): 3, Move("discard", SKULL): 1}
    assert moves(rules, play(rules, line("SR 1 - @0"))) == {Move("discard", ROSE): 1, Move("discard", SKULL): 1}


OUT = "SSS 1 - - @2 xS"
"""With one skull each and any pile allowed, player 1 turns up the skull of player 3, and is out."""

ONE_LEFT = "RS 1 2 @1 xS RR"
"""With a rose and a skull each, player 2 loses his skull, and has the initiative: his hand is empty."""

NEEDED: list[tuple[str, dict[str, Any], str, str, str]] = [
    # option, other parameters, moves; whose turn it is then and what can be done: by default, and with the other value
    ("restart", {"players": 3, "roses": 0, "reveal": "any"}, OUT, "1 first 1", "2 first 1"),
    ("empty_hand", {"players": 2, "roses": 1}, ONE_LEFT, "1 card 1 2", "0 card +S 1 2"),
    ("bidding_ends", {"players": 2}, "RR 2", "0 reveal @0", "1 bid -"),
    ("least_opening", {"players": 2}, "RR", "0 card +R +S 1 2", "0 card +R +S 2"),
    ("reveal", {"players": 3}, "RRR 3", "0 reveal @0", "0 reveal @0 @1 @2"),
    ("discard", {"players": 2}, "RS 2 @0 @1", "1 discard xR xS", "0 discard xR xS"),
    ("win", {"players": 2, "roses": 0}, "SS 2 @0 xS", "1 over ", "1 first 1"),
]


@pytest.mark.parametrize(("option", "parameters", "text", "usual", "other"), NEEDED)
def test_each_option_has_a_game_that_needs_it(
    option: str, parameters: dict[str, Any], text: str, usual: str, other: str
) -> None:
    for value, seen in zip(OPTIONS[option], (usual, other), strict=True):
        rules = Rules(**parameters, **{option: value})
        state = play(rules, line(text))
        assert f"{state.player} {state.turn} {words(rules, text)}" == seen, (option, value)


def test_cards_as_moves() -> None:
    """The last option: two of the three cards in hand are roses."""
    for value, ways in zip(OPTIONS["moves"], ([1, 1, 1, 1], [2, 1, 1, 1]), strict=True):
        assert [*moves(Rules(2, moves=value), play(Rules(2), line("RR"))).values()] == ways
    assert {option for option, *_ in NEEDED} | {"moves"} == {*OPTIONS}


def test_all_hands_are_empty() -> None:
    """Players are passed over only as long as another one can place a card."""
    rules = Rules(2, roses=1, empty_hand="passes")
    assert words(rules, f"{ONE_LEFT} +S") == "1 2 3"
    assert play(rules, line(f"{ONE_LEFT} +S")).player == 1


def test_restart_after_the_own_skull() -> None:
    """Its owner is out: the next player starts, as if the option were not there."""
    rules = Rules(3, roses=0, restart="skull_owner")
    assert play(rules, line("SSS 3 @0 xS")).player == 1


def test_one_player_left_who_can_only_win_by_challenges() -> None:
    """He plays on alone, and can bet all there is, if it is less than the least bet; nobody wins if he is out, too."""
    rules = Rules(2, roses=0, skulls=1, win="wins_only", least_opening=2, reveal="any")
    assert words(rules, "SS 2 @0 xS S") == "1"
    state = play(rules, line("SS 2 @0 xS S 1 @1 xS"))
    assert (state.turn, state.player) == ("over", NOBODY)
    alone = Rules(2, roses=1, skulls=1, win="wins_only", wins=1)
    state = play(alone, line("RS 2 @0 @1 xR SS 1 - @0 xS R +S 1 @1"))
    assert (state.turn, state.player) == ("discard", 1)
    assert play(alone, line("RS 2 @0 @1 xR SS 1 - @0 xS R 1 @1")).player == 1


def test_moves_that_are_not_legal() -> None:
    rules = Rules(3)
    for text, step, message in (
        ("RR", 1, "('first', (0, 0)) is not a legal move; the turn is 'first'"),
        ("RRR 4", 2, "('bet', 4) is not a legal move; the turn is 'card'"),
        ("RRR 2 2", 3, "('bet', 2) is not a legal move; the turn is 'bid'"),
        ("RRR 3 @1", 3, "('reveal', 1) is not a legal move; the turn is 'reveal'"),
        ("SRR 3 @0 @1", 4, "('reveal', 1) is not a legal move; the turn is 'discard'"),
    ):
        with pytest.raises(IllegalPlay) as caught:
            play(rules, line(text))
        assert str(caught.value) == f"step {step}: {message}"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 1}, "players must be a whole number from 2, not 1"),
        ({"players": True}, "players must be a whole number from 2, not True"),
        ({"players": 3.0}, "players must be a whole number from 2, not 3.0"),
        ({"players": 3, "wins": 0}, "wins must be a whole number from 1, not 0"),
        ({"players": 3, "roses": 0, "skulls": 0}, "roses and skulls cannot both be 0: each player needs a card"),
        ({"players": 3, "win": "pink"}, "win=pink is not valid; allowed: wins_or_last, wins_only"),
        ({"players": 3, "least_opening": True}, "least_opening=True is not valid; allowed: 1, 2"),
    ],
)
def test_there_is_no_such_game(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongOption) as caught:
        Rules(**parameters)
    assert str(caught.value) == message


def test_options_as_text() -> None:
    assert parsed_options(["least_opening=2", "win=wins_only"]) == {"least_opening": 2, "win": "wins_only"}
    for texts, message in (
        (["pink=1"], f"rule 'pink' is not valid; allowed: {', '.join(OPTIONS)}"),
        (["players=3"], f"rule 'players' is not valid; allowed: {', '.join(OPTIONS)}"),
        (["win"], "win= is not valid; allowed: wins_or_last, wins_only"),
        (["least_opening=3"], "least_opening=3 is not valid; allowed: 1, 2"),
        (["win=wins_only", "win=wins_only"], "rule win is given twice"),
    ):
        with pytest.raises(WrongOption) as caught:
            parsed_options(texts)
        assert str(caught.value) == message
