"""Options, best scores and states of Hanabi, against exhaustive search on small games and late positions."""

from __future__ import annotations

import json
import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.algorithms.hanabi.player import Game
from crewsat.games.hanabi.clues import clues_of
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi.rules import Table, replay
from crewsat.games.hanabi.variants import variant_named
from crewsat.questions.hanabi import best_score as hanabi_scores
from crewsat.questions.hanabi import options as hanabi_options
from crewsat.questions.hanabi.options import Choices, different_actions
from tests.support.chunks import sizes
from tests.support.hanabi_games import played_on, small_game, supported_variants

if TYPE_CHECKING:
    from crewsat.games.hanabi.actions import Action


def can_be_won(game: Hanabi) -> bool:
    return search(game) is not None


def after(game: Hanabi, action: Action) -> Hanabi:
    return game.model_copy(update={"actions": (*game.actions, action)})


def check_options(game: Hanabi) -> set[str]:
    """Each different action once, each answer right, each yes with a play that begins with the action."""
    table = Table.after_actions(game)
    found = crewsat.options(game)
    legal = [] if table.succeeded else list(table.legal())
    told = [option.action for option in found]
    assert [action for action in told if action.clue is None] == [action for action in legal if action.clue is None]
    assert sum(action.clue is not None for action in told) == any(action.clue is not None for action in legal)
    assert len(different_actions(game)) == len(told) or table.succeeded
    for option in found:
        assert (option.answer == "yes") == can_be_won(after(game, option.action)), game.to_json()
        if option.play is not None:
            assert option.play[0] == option.action
            replay(game, option.play)
        assert (option.checked == "replayed") == (option.answer == "yes")
    return {option.answer for option in found}


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 400))
def test_options_are_those_of_exhaustive_search(number: int) -> None:
    answers = [check_options(small_game(seed)) for seed in range(number)]
    assert sum(found == {"yes", "no"} for found in answers) > number * 3 // 20
    assert sum(found == {"no"} for found in answers) > number * 3 // 20


@pytest.mark.slow
def test_options_are_right_without_a_player_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    """All by the one formula: neither bounds nor the player say anything."""
    monkeypatch.setattr(hanabi_options, "best_game", lambda position, **_options: Game(position.points, []))
    for bound in ("refuted", "held_too_many"):
        monkeypatch.setattr(hanabi_options, bound, lambda _position: None)
    monkeypatch.setattr(Choices, "_by_another_card", lambda *_arguments: None)
    monkeypatch.setattr(Choices, "_near_a_line", lambda *_arguments: None)
    answers = [check_options(small_game(seed)) for seed in range(400, 550)]
    assert sum(found == {"yes", "no"} for found in answers) > 20


def late_positions(seeds: range) -> list[Hanabi]:
    """Positions of variants in which there may be no clue to give, with few turns left."""
    silent = [name for name in supported_variants() if not clues_of(variant_named(name)).always]
    found = []
    for seed in seeds:
        rng = random.Random(f"late {seed}")
        few = [name for name in silent if len(variant_named(name).suits) == 3]
        kinds = few if seed % 2 else [name for name in few if clues_of(variant_named(name)).alternating]
        game = RandomGame(2, rng.choice(kinds)).with_seed(seed).model_copy(update={"about": None})
        table = Table(game)
        while table.ending is None and len(table.pile) > 1:
            sensible = [action for action in table.legal() if action.action != "strike"]
            table.do(rng.choice(sensible or list(table.legal())))
        if table.ending is None:
            target = min(table.points + rng.randint(1, 3), game.most_points)
            found.append(game.model_copy(update={"actions": table.actions, "target": target}))
    return found


@pytest.mark.slow
def test_options_where_there_may_be_no_clue_to_give() -> None:
    counts = dict.fromkeys(("yes", "no"), 0)
    for game in late_positions(range(40)):
        assert not Position.of(game).free_clues
        legal = list(Table.after_actions(game).legal())
        for option in crewsat.options(game):
            alike = [option.action] if option.action.clue is None else [a for a in legal if a.clue is not None]
            right = "yes" if any(can_be_won(after(game, action)) for action in alike) else "no"
            assert option.answer == right, game.to_json()
            assert option.play is None or option.play[0] == option.action
            counts[option.answer] += 1
    assert min(counts.values()) > 30


def best_by_search(game: Hanabi) -> int:
    points = range(game.most_points, -1, -1)
    return next(target for target in points if can_be_won(game.model_copy(update={"target": target})))


def check_best_score(game: Hanabi) -> int:
    found = crewsat.best_score(game)
    assert (found.at_least, found.at_most) == (best_by_search(game),) * 2, game.to_json()
    target = found.at_least
    replay(game.model_copy(update={"target": target}), found.play)
    if found.because is not None:
        assert (found.checked, target < game.most_points) == ("algorithm", True)
    return game.most_points - target


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 250))
def test_best_scores_are_those_of_exhaustive_search(number: int) -> None:
    missing = [check_best_score(small_game(seed)) for seed in range(1_000, 1_000 + number)]
    assert all(missing.count(number) > number // 25 for number in (0, 1, 2))


@pytest.mark.slow
def test_best_scores_are_right_without_a_player_and_without_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each point asked for from all of them downwards, by the one formula with assumptions."""
    most = lambda position: position.instance.most_points  # noqa: E731
    monkeypatch.setattr(hanabi_scores, "most_points", most)
    monkeypatch.setattr(hanabi_scores, "best_game", lambda position, **_: Game(position.points, []))
    for seed in range(1_250, 1_350):
        check_best_score(small_game(seed))


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(4, 12))
def test_best_scores_where_there_may_be_no_clue_to_give(number: int) -> None:
    for game in late_positions(range(60, 60 + number)):
        check_best_score(game)


@pytest.mark.slow
def test_a_best_score_as_json() -> None:
    lost = RandomGame(players=2).with_seed(172)
    found = crewsat.best_score(lost)
    told = found.as_dict()
    assert told["best_score"] == {"at_least": 24, "at_most": 24, "proved": True}
    assert set(told) - {"because"} == {"format", "game", "best_score", "checked", "play"}
    assert [action["action"] for action in told["play"]].count("play") == 24
    limited = crewsat.best_score(lost, time_limit=1e-6)
    assert not limited.proved
    assert limited.as_dict()["reason"] == "time"


def test_options_as_json() -> None:
    game = crewsat.hanab_live.read(POSITION)
    found = crewsat.options(game)
    told = found.as_dict()
    assert (told["turn"], told["player"], len(told["options"])) == (50, 2, 9)
    assert [option["card"] for option in told["options"] if option["answer"] == "yes"] == ["red5"]
    (clue,) = (option for option in told["options"] if option["action"] == "clue")
    assert set(clue) == {"action", "player", "to", "colour", "answer", "checked"}
    winning = next(option for option in told["options"] if option["answer"] == "yes")
    assert set(winning) == {"action", "player", "card", "answer", "checked", "play"}
    assert winning["play"][0] == {"action": "play", "player": 2, "card": "red5"}
    assert json.loads(json.dumps(told)) == told


def walked(seeds: range) -> dict[str, int]:
    """Walk small games to their end, ask everything at every step, and go back; count the answers."""
    answers = {"yes": 0, "no": 0}
    for seed in seeds:
        state, rng = crewsat.State(small_game(seed)), random.Random(seed)
        kept = [state.copy()]
        while legal := state.legal():
            expected = can_be_won(state.instance)
            options, verdict = state.options(), state.winnable()
            assert [option.action for option in options] == list(legal)
            assert (verdict.answer == "yes") == expected == any(o.answer == "yes" for o in options), state.text
            answers[verdict.answer] += 1
            for option in options:
                assert (option.answer == "yes") == can_be_won(after(state.instance, option.action))
                if option.play is not None:
                    assert option.play[0] == option.action
                    replay(state.instance, option.play)
            wins = [option.action for option in options if option.answer == "yes"]
            assert (state.hint() in wins) if wins else (state.hint() is None)
            state.play(rng.choice(wins if wins and seed % 2 else legal))
            kept.append(state.copy())
        assert (state.outcome.status == "won") == (state.winnable().answer == "yes")
        for before in reversed(kept[:-1]):
            state.undo()
            assert (state, hash(state), state.legal(), state.text, state.outcome) == (
                (before, hash(before), before.legal(), before.text, before.outcome)
            )
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(12, 40))
def test_states_answer_as_exhaustive_search(number: int) -> None:
    answers = walked(range(2_000, 2_000 + number))
    assert min(answers.values()) > number * 5 // 8


@pytest.mark.thorough
def test_a_thousand_states_answer_as_exhaustive_search() -> None:
    answers = walked(range(3_000, 4_000))
    assert min(answers.values()) > 800


TWO = {"suits": [{"name": "a", "copies": [2, 1]}, {"name": "b", "copies": [1, 1]}]}
SMALL: dict[str, Any] = {"players": 2, "hand_size": 2, "deck": ["a1", "b1", "a2", "b2", "a1"], "variant": TWO}
POSITION = (
    "415vpsfbqucuuqondkakxxibwavnagyftkghmppdslcjfmwrhelri,03lcagajaopbxdbiapaagdlbauabafxbbwadahxaanavoc"
    "aroba0a1xdbzb5a6atb2bxocbkbsaCbesbaEgcaGxdam1caIalaBa3pcodxalb,0#50"
)


def test_a_state_by_hand() -> None:
    state = crewsat.State(Hanabi(**SMALL))
    assert (state.player, state.points, state.tokens, state.strikes, state.cards_left) == (1, 0, 8, 3, 1)
    assert [[str(card) for card in hand] for hand in state.hands] == [["a1", "b1"], ["a2", "b2"]]
    play, *others = state.legal()
    assert str(play) == "play a1"
    state.play(play)
    assert (state.player, state.reached, state.cards_left) == (2, {"a": 1, "b": 0}, 0)
    state.play(state.legal()[0])
    assert (state.completed, state.points, len(state.path)) == (("a",), 2, 2)
    assert crewsat.parse_text(state.text) == state.instance
    assert state.instance.actions == state.path
    with pytest.raises(crewsat.IllegalPlay, match="does not hold") as error:
        state.play(others[-1].__class__("play", 1, others[-1].card or crewsat.Card("b", 2)))
    assert error.value.step == 3
    assert len(state.path) == 2
    assert [str(state.undo()), str(state.undo())] == ["play a2", "play a1"]
    with pytest.raises(IndexError, match="no action has been done"):
        state.undo()


def test_states_are_equal_where_the_positions_are() -> None:
    """Whatever was named in clues, and in whichever order cards came into a hand; not if tokens or turns differ."""
    start = crewsat.State(Hanabi(**SMALL))
    first, second = start.copy(), start.copy()
    clues = [action for action in start.legal() if action.clue is not None]
    types = {action.clue.type: action for action in clues if action.clue is not None}
    first.play(types["colour"])
    second.play(types["value"])
    assert first == second
    assert hash(first) == hash(second)
    assert first.path != second.path
    assert first != start
    assert crewsat.State(first.instance) == first
    assert crewsat.State(Hanabi(**{**SMALL, "clue_tokens": 7})) != start
    assert crewsat.State(Hanabi(**{**SMALL, "strikes": 2})) != start
    assert crewsat.State(Hanabi(**{**SMALL, "target": 3})) != start
    assert crewsat.State(Hanabi(**SMALL, about={"a": 1})) == start
    copy = first.copy()
    copy.undo()
    assert (first.path, copy) == ((types["colour"],), start)


def test_the_type_of_the_last_clue_counts_where_clues_alternate() -> None:
    game = RandomGame(2, "Alternating Clues (3 Suits)").with_seed(1)
    start = crewsat.State(game)
    clues = [action for action in start.legal() if action.clue is not None]
    kinds = {one: one.as_dict().get("colour") is None for one in clues}
    first, second = start.copy(), start.copy()
    first.play(clues[0])
    second.play(next(one for one in clues if kinds[one] != kinds[clues[0]]))
    assert first != second


def test_a_state_of_a_real_position_is_pickled_and_gives_hints() -> None:
    game = crewsat.hanab_live.read(POSITION)
    state = crewsat.State(game)
    assert state.winnable().answer == "yes"
    assert str(state.hint()) == "play red5"
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - ours
    assert again == state
    state.play(next(action for action in state.legal() if action.clue is not None))
    assert (state.winnable().answer, state.hint()) == ("no", None)
    found = state.winnable(time_limit=5)
    assert found.because is None or isinstance(found.because, str)


def test_a_game_that_is_over_has_no_options() -> None:
    for seed in range(40):
        game = played_on(small_game(seed).model_copy(update={"actions": ()}), random.Random(seed), 100)
        assert crewsat.options(game) == ()
        state = crewsat.State(game)
        assert (state.legal(), state.options(), state.player) == ((), (), None)
