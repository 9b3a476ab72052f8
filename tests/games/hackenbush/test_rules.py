"""The referee: each rule broken once, who leaves when, and strategies with one wrong move."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.hackenbush.claims import verified
from crewsat.algorithms.hackenbush.positions import search
from crewsat.base.errors import IllegalPlay
from crewsat.base.wording import json_text
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.kept import strategy_of
from crewsat.games.hackenbush.rules import (
    RULES,
    Move,
    Position,
    cut,
    moves,
    play_against_every_defence,
    players_without_an_edge_leave,
    start,
)
from crewsat.games.hackenbush.text import parse_text
from tests.support.hackenbush_second_opinion import Opinion, cuts, in_turn_order, judged_moves, who_moves, wins
from tests.support.random_strings import small_position

if TYPE_CHECKING:
    from crewsat.games.hackenbush.rules import Lengths, Strategy

THREE = Hackenbush(strings=[[1, 2, 3], [2, 1], [3]], coalition=[1, 3])

# One move


@pytest.mark.parametrize(
    ("move", "rule", "words"),
    [
        (Move(2, 2, 1), "turn", "lengths 3, 2, 1: it is player 1's turn, not player 2's"),
        (Move(1, 0, 1), "string", "there is no string 0; allowed: 1 to 3"),
        (Move(1, 4, 1), "string", "there is no string 4; allowed: 1 to 3"),
        (Move(1, -1, 1), "string", "there is no string -1; allowed: 1 to 3"),
        (Move(1, 1, 0), "edge", "string 1 has no edge 0: 3 of its edges are left"),
        (Move(1, 1, 4), "edge", "string 1 has no edge 4: 3 of its edges are left"),
        (Move(1, 1, -2), "edge", "string 1 has no edge -2: 3 of its edges are left"),
        (Move(1, 1, 2), "label", "edge 2 of string 1 belongs to player 2"),
        (Move(1, 3, 1), "label", "edge 1 of string 3 belongs to player 3"),
    ],
)
def test_a_cut_that_breaks_a_rule(move: Move, rule: str, words: str) -> None:
    with pytest.raises(IllegalPlay, match=words) as error:
        cut(THREE, start(THREE), move)
    assert (error.value.rule, error.value.player) == (rule, 1)
    assert rule in RULES


def test_what_has_fallen_cannot_be_cut() -> None:
    after = cut(THREE, start(THREE), Move(1, 2, 2))
    assert after == Position((3, 1, 1), 2)
    after = cut(THREE, after, Move(2, 1, 2))
    assert after == Position((1, 1, 1), 3)
    with pytest.raises(IllegalPlay, match="string 1 has no edge 3: 1 of its edges are left"):
        cut(THREE, after, Move(3, 1, 3))


def test_a_cut_makes_everything_above_it_fall_and_nothing_else() -> None:
    for seed in range(300):
        instance = small_position(seed)
        position = start(instance)
        told = {(move.string, move.edge): cut(instance, position, move) for move in moves(instance, position)}
        right = {place: tuple(map(len, left)) for place, left in cuts(instance.strings, instance.to_move)}
        assert {place: after.lengths for place, after in told.items()} == right, instance.to_json()


# Who leaves


@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("hackenbush; strings -; coalition -", 1),
        ("hackenbush; strings 1; coalition 1", 1),
        ("hackenbush; strings -; coalition -; players 4", 4),
        ("hackenbush; strings -; coalition -; players 4; to move 3", 2),
        ("hackenbush; strings empty / empty; coalition -; players 2; to move 2", 1),
        ("hackenbush; strings 2; coalition -", 2),
        ("hackenbush; strings 3 / 3; coalition -; players 3", 3),
        ("hackenbush; strings 3; coalition -; players 4; to move 4", 3),
    ],
)
def test_the_last_one_left_before_anybody_moves(line: str, winner: int) -> None:
    instance = parse_text(line)
    position, last = players_without_an_edge_leave(instance, start(instance))
    assert last == position.player == winner
    assert position.gone.bit_count() == instance.number_of_players - 1
    assert not position.gone >> winner & 1


def test_players_leave_at_their_turn_and_for_good() -> None:
    instance = parse_text("hackenbush; strings 2,1 / 4; coalition 4; players 4; to move 3")
    position, last = players_without_an_edge_leave(instance, start(instance))
    assert (position, last) == (Position((2, 1), 4, 1 << 3), None)
    position = cut(instance, position, Move(4, 2, 1))
    assert position == Position((2, 0), 1, 1 << 3)  # player 4 has no edge any more, but it is not his turn
    position = cut(instance, position, Move(1, 1, 2))
    position = cut(instance, position, Move(2, 1, 1))
    assert position == Position((0, 0), 4, 1 << 3)  # player 3 is passed over
    position, last = players_without_an_edge_leave(instance, position)
    assert (position.gone, last) == (1 << 3 | 1 << 4 | 1 << 1, 2)


def test_games_at_random_end_as_the_contract_says() -> None:
    """The same game on paper: players on a list, struck off when they cannot move."""
    for seed in range(500):
        rng, instance = random.Random(seed), small_position(seed)
        strings, still_in = instance.strings, list(in_turn_order(instance.number_of_players, instance.to_move))
        position, last = players_without_an_edge_leave(instance, start(instance))
        while last is None:
            while not any(still_in[0] in string for string in strings):
                still_in.pop(0)
            assert position.player == still_in[0], instance.to_json()
            move = rng.choice(list(moves(instance, position)))
            position = cut(instance, position, move)
            strings = tuple(string[:length] for string, length in zip(instance.strings, position.lengths, strict=True))
            still_in.append(still_in.pop(0))
            position, last = players_without_an_edge_leave(instance, position)
        while len(still_in) > 1:
            assert not any(still_in[0] in string for string in strings)
            still_in.pop(0)
        assert still_in == [last], instance.to_json()


# Strategies


def everything(instance: Hackenbush) -> Strategy:
    """The strategy of the search, and any cut where it has none."""
    found = search(instance).strategy

    def strategy(lengths: Lengths, player: int) -> Move | None:
        return found(lengths, player) or next(moves(instance, Position(lengths, player)), None)

    return strategy


def test_what_is_played_is_what_can_arise() -> None:
    instance = parse_text("hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2")
    played = play_against_every_defence(instance, search(instance).strategy)
    assert played.stopped is None
    assert played.play == (Move(1, 2, 1),)
    assert next(iter(played.lines())) == {"lengths": [2, 2, 1, 1], "player": 1, "move": {"string": 2, "edge": 1}}
    assert played.positions == len(played.moves) == len(list(played.lines()))
    told = {(lengths, player) for (lengths, player), move in played.moves.items() if move is None}
    assert told
    assert all(player == 3 for _, player in told)


@pytest.mark.parametrize("coalition", [True, False])
def test_zero_edges_and_one_player(coalition: bool) -> None:
    """Nobody is asked for a move: the strategy would raise an error."""
    for members, line in (([2], "-; coalition 2; players 2"), ([1], "1,1; coalition 1"), ([2], "2; coalition 2")):
        instance = parse_text(f"hackenbush; strings {line}")
        others = sorted(set(range(1, instance.number_of_players + 1)) - set(members))
        asked = instance.model_copy(
            update={"coalition": members if coalition else others, "players": instance.number_of_players}
        )
        played = play_against_every_defence(asked, lambda *_: pytest.fail("asked"), coalition=coalition)
        assert (played.play, played.positions, played.stopped) == ((), 0, None)
        with pytest.raises(IllegalPlay, match="of the other side is the last one left") as error:
            play_against_every_defence(asked, lambda *_: pytest.fail("asked"), coalition=not coalition)
        assert error.value.rule == "end"


def changed_once(base: Strategy, spot: tuple[Lengths, int], move: Move | None) -> Strategy:
    return lambda lengths, player: move if (lengths, player) == spot else base(lengths, player)


def refused(instance: Hackenbush, strategy: Strategy, *, coalition: bool) -> str | None:
    try:
        played = play_against_every_defence(instance, strategy, coalition=coalition)
    except IllegalPlay as error:
        return error.rule
    assert played.stopped is None
    return None


@pytest.mark.slow
def test_a_strategy_with_another_move_is_refused_unless_it_wins_as_well() -> None:
    """The second opinion knows which moves win."""
    told: Counter[tuple[bool, str | None]] = Counter()
    for seed in range(1_200):
        instance = small_position(seed, most_edges=7)
        truth = wins(instance)
        base = everything(instance)
        played = play_against_every_defence(instance, base, coalition=truth)
        opinion, n = Opinion(instance.coalition), instance.number_of_players
        for (lengths, player), usual in played.moves.items():
            left = tuple(string[:length] for string, length in zip(instance.strings, lengths, strict=True))
            for (string, edge), after in cuts(left, player) if usual else ():
                other = Move(player, string, edge)
                right = opinion.wins(after, in_turn_order(n, player % n + 1)) is truth
                rule = refused(instance, changed_once(base, (lengths, player), other), coalition=truth)
                assert (rule is None) is right, (instance.to_json(), lengths, other)
                told[truth, rule] += other != usual
    assert {rule for _, rule in told} == {None, "end"}
    assert min(told.values()) > 50


@pytest.mark.slow
def test_a_strategy_with_an_illegal_move_or_none_is_refused() -> None:
    """Wherever it is made, for a yes and for a no."""
    told: Counter[str] = Counter()
    for seed in range(150):
        instance = small_position(seed, most_edges=7)
        truth, base = wins(instance), everything(instance)
        played = play_against_every_defence(instance, base, coalition=truth)
        assert refused(instance, base, coalition=not truth) is not None, instance.to_json()
        for (lengths, player), usual in played.moves.items():
            if usual is not None:
                for rule, move in wrong_moves(instance, lengths, usual):
                    found = refused(instance, changed_once(base, (lengths, player), move), coalition=truth)
                    assert found == rule, (instance.to_json(), lengths, move)
                    told[rule] += 1
    assert set(told) == {"strategy", "turn", "string", "edge", "label"}
    assert min(told.values()) > 100


def wrong_moves(instance: Hackenbush, lengths: Lengths, usual: Move) -> list[tuple[str, Move | None]]:
    """The rules, each with a move that breaks it."""
    player, string = usual.player, usual.string
    found: list[tuple[str, Move | None]] = [
        ("strategy", None),
        ("turn", Move(player % 5 + 1, string, usual.edge)),
        ("string", Move(player, 0, usual.edge)),
        ("string", Move(player, len(lengths) + 1, usual.edge)),
        ("edge", Move(player, string, 0)),
        ("edge", Move(player, string, lengths[string - 1] + 1)),
    ]
    for k, (labels, length) in enumerate(zip(instance.strings, lengths, strict=True), 1):
        found += [("label", Move(player, k, j)) for j, one in enumerate(labels[:length], 1) if one != player]
    return found


@pytest.mark.slow
def test_a_kept_strategy_without_one_of_its_moves_is_refused() -> None:
    tried = 0
    for seed in range(400):
        instance = small_position(seed, most_edges=7)
        solution = search(instance)
        played = play_against_every_defence(instance, solution.strategy, coalition=solution.wins)
        lines = [json_text(line).encode() for line in played.lines()]
        again = play_against_every_defence(instance, strategy_of(instance, lines), coalition=solution.wins)
        assert again == played, instance.to_json()
        for k, line in enumerate(played.lines()):
            rest = strategy_of(instance, [*lines[:k], *lines[k + 1 :]])
            rule = refused(instance, rest, coalition=solution.wins)
            assert rule == ("strategy" if "move" in line else None), (instance.to_json(), k)
            tried += "move" in line
    assert tried > 500


def test_bounds_of_a_replay() -> None:
    instance = parse_text("hackenbush; strings 1,2,3 / 3,2,1 / 2,1 / 3; coalition 1 2")
    solution = search(instance)
    whole = play_against_every_defence(instance, solution.strategy, coalition=solution.wins)
    assert whole.positions > 5

    def bounded(**limits: Any) -> Any:  # noqa: ANN401 - whatever the referee takes
        return play_against_every_defence(instance, solution.strategy, coalition=solution.wins, **limits)

    assert bounded(most_positions=whole.positions) == whole
    assert (bounded(most_positions=3).stopped, bounded(most_positions=3).positions <= 4) == ("incomplete", True)
    assert bounded(out_of_time=lambda: True).stopped == "time"
    assert bounded(max_bytes=1_000).stopped == "memory"
    assert bounded(most_positions=1).play == whole.play


# Claims: the first move alone


def claims(move: Move) -> dict[str, int]:
    return {"player": move.player, "string": move.string, "edge": move.edge}


@pytest.mark.slow
def test_a_claimed_move_is_confirmed_iff_it_wins() -> None:
    told: Counter[str] = Counter()
    for seed in range(1_500):
        instance = small_position(seed)
        mover, truth = who_moves(instance), wins(instance)
        if mover in instance.coalition:
            assert mover is not None
            for (string, edge), won in judged_moves(instance).items():
                told[claim(instance, [claims(Move(mover, string, edge))])] += 1
                assert (claim(instance, [claims(Move(mover, string, edge))]) == "confirmed") is won, instance.to_json()
            assert claim(instance, []) == "end", instance.to_json()
        else:
            told[claim(instance, [])] += 1
            assert (claim(instance, []) == "confirmed") is truth, instance.to_json()
    assert min(told["confirmed"], told["end"]) > 500


def claim(instance: Hackenbush, play: list[dict[str, int]]) -> str:
    try:
        verified(instance, play)
    except IllegalPlay as error:
        return str(error.rule)
    return "confirmed"


def test_a_claim_about_a_game_that_is_over() -> None:
    """The last one left is known, and there is no last move to ask for."""
    for line, play in (("-; coalition 1 2; to move 2; players 3", "confirmed"), ("-; coalition 2 3; to move 2", "end")):
        instance = parse_text(f"hackenbush; strings {line}")
        assert claim(instance, []) == play
        assert search(instance).wins is (play == "confirmed")


@pytest.mark.parametrize(
    ("play", "rule"),
    [
        (None, "claim"),
        (3, "claim"),
        ([], "end"),
        ("12", "claim"),
        ([[1, 1, 1]], "claim"),
        ([{"player": 1, "string": 1}], "claim"),
        ([{"player": 1, "string": 1, "edge": 1, "more": 1}], "claim"),
        ([{"player": 1, "string": 1, "edge": 1.0}], "claim"),
        ([{"player": True, "string": 1, "edge": 1}], "claim"),
        ([{"player": 1, "string": "1", "edge": 1}], "claim"),
        ([{"player": 1, "string": None, "edge": 1}], "claim"),
        ([{"player": 1, "string": 1, "edge": 1}] * 2, "end"),
        ([{"player": 3, "string": 1, "edge": 1}], "turn"),
        ([{"player": 1, "string": 10**30, "edge": 1}], "string"),
        ([{"player": 1, "string": 1, "edge": 10**30}], "edge"),
        ([{"player": 1, "string": 1, "edge": 2}], "label"),
    ],
)
def test_anything_else_is_no_play(play: Any, rule: str) -> None:  # noqa: ANN401 - any JSON
    with pytest.raises(IllegalPlay) as error:
        crewsat.verify(THREE, play)
    assert error.value.rule == rule
