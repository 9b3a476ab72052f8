"""Explanations of lost games of Hanabi: conflicts and repairs against exhaustive search, sentences read and counted."""

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
from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.base.layout import rendered
from crewsat.engine.limits import Limits
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi.rules import Table, replay
from crewsat.games.verdict import Verdict
from crewsat.questions import budget
from crewsat.questions.hanabi.explain import explain
from crewsat.questions.hanabi.sentences import sentences, with_fewest_struck
from tests.support.chunks import few_of
from tests.support.hanabi_games import crowded_game, small_game
from tests.support.hanabi_heights import finished_together, heights_within_reach
from tests.support.hanabi_sentences import Checker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.questions.explanation import Explanation, Repair

NO_LIMITS = Limits(deadline=None, max_bytes=None, resident=False, solver=None, seed=None)

LOST = (129, 133, 172, 210, 253, 259, 469, 487, 611, 642, 887, 993, 1102, 1212, 1267, 1268, 1284, 1362, 1395, 1657)
"""The seeds below 1,800 with which two players have lost as dealt."""


@cache
def explained(game: Hanabi) -> Explanation:
    return explain(game, crewsat.decide(game), NO_LIMITS)


def lost(games: Iterable[Hanabi]) -> Iterator[Hanabi]:
    return (game for game in games if search(game) is None)


@cache
def small_lost_games() -> list[Hanabi]:
    """130 lost games with every flag, of which some are over, and 15 in which cards must be held."""
    crowded = (game for game in map(crowded_game, range(10_000)) if game.size <= 8)
    return [*islice(lost(map(small_game, range(10_000))), 130), *islice(lost(crowded), 15)]


def is_over(game: Hanabi) -> bool:
    return Table.after_actions(game).ending is not None


# The conflict -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("step", few_of([6, 1]))
def test_the_conflict_is_minimal(step: int) -> None:
    """Asked of the referee, in all positions that can be reached."""
    sizes = []
    for game in small_lost_games()[::step]:
        explanation = explained(game)
        if game.points_to_reach < game.most_points or is_over(game):
            assert (explanation.conflict, explanation.minimal) == (None, None)
            continue
        conflict = set(explanation.conflict or ())
        assert explanation.minimal
        reached = heights_within_reach(game)
        assert not finished_together(game, conflict, reached), game.to_json()
        for suit in conflict:
            assert finished_together(game, conflict - {suit}, reached), (suit, game.to_json())
        sizes.append(len(conflict))
    assert len(sizes) > 90 // step
    assert sum(size > 1 for size in sizes) > 25 // step


@pytest.mark.slow
def test_the_conflict_of_a_real_deck_is_minimal() -> None:
    """What it rests on: an argument that is given, and plays that the referee has replayed."""
    for seed in (129, 259, 1395):
        explanation = explained(RandomGame(2).with_seed(seed))
        assert explanation.minimal
        assert [reason.checked for reason in explanation.reasons[-2:]] == ["algorithm", "replayed"]


@pytest.mark.thorough
def test_the_conflicts_of_hundreds_of_small_games_are_minimal() -> None:
    for game in lost(map(small_game, range(50_000, 51_000))):
        conflict = set(explained(game).conflict or ())
        reached = heights_within_reach(game)
        if conflict:
            assert not finished_together(game, conflict, reached), game.to_json()
            assert all(finished_together(game, conflict - {suit}, reached) for suit in conflict), game.to_json()


# Sentences ----------------------------------------------------------------------------------------------------------


def of_the_table(explanation: Explanation) -> list[str]:
    """The sentences that can be checked at the table."""
    words = (reason.words for reason in explanation.reasons if reason.checked == "algorithm")
    return [sentence for sentence in words if not re.search("cannot (all )?be finished", sentence)]


@pytest.mark.slow
def test_every_sentence_about_a_small_game_is_true() -> None:
    told = 0
    for game in small_lost_games():
        if explained(game).conflict is not None:
            Checker(game).check(of_the_table(explained(game)))
            told += bool(of_the_table(explained(game)))
    assert told > 90


def test_nineteen_in_twenty_lost_decks_have_sentences_and_they_are_true() -> None:
    kinds = set()
    for seed in LOST:
        game = RandomGame(2).with_seed(seed)
        schedule = with_fewest_struck(Position.of(game), range(5))
        assert schedule is not None, seed
        words = list(sentences(schedule))
        Checker(game).check(words)
        kinds |= {kind for kind in ("must hold", "at most", "too late", "be kept") if any(kind in one for one in words)}
    assert kinds == {"must hold", "at most", "too late", "be kept"}


@pytest.mark.parametrize(
    ("players", "hand_size", "variant", "bottom"),
    [
        (2, 4, "No Variant", False),
        (2, 4, "Reversed (5 Suits)", True),
        (2, 5, "Black (6 Suits)", False),
        (3, 3, "Clue Starved (5 Suits)", False),
        (6, 1, "No Variant", True),
    ],
)
def test_sentences_about_other_decks_and_positions_are_true(
    players: int, hand_size: int, variant: str, *, bottom: bool
) -> None:
    told = 0
    for seed in range(60):
        game = RandomGame(players, variant, hand_size).with_seed(seed).model_copy(update={"bottom_deck_plays": bottom})
        for position in (game, after_some_actions(game, seed)):
            schedule = with_fewest_struck(Position.of(position), range(len(game.rules.suits)))
            if schedule is not None and not is_over(position):
                Checker(position).check(list(sentences(schedule)))
                told += 1
    assert told >= 10


def after_some_actions(game: Hanabi, seed: int) -> Hanabi:
    """The game in progress, played not too badly."""
    rng, table = random.Random(seed), Table(game)
    for _ in range(rng.randint(1, 80)):
        legal = [action for action in table.legal() if action.action != "strike"] or list(table.legal())
        if not legal:
            break
        table.do(legal[0] if legal[0].action == "play" else rng.choice(legal))
    return game.model_copy(update={"actions": tuple(table.actions)})


@pytest.mark.parametrize("seed", [129, 172, 611])
def test_a_false_sentence_is_noticed(seed: int) -> None:
    """Every number matters: those of cards, of places, of moments, of points and of plays."""
    game = RandomGame(2).with_seed(seed)
    schedule = with_fewest_struck(Position.of(game), range(5))
    assert schedule is not None
    words = list(sentences(schedule))
    for number, sentence in enumerate(words):
        for match in re.finditer(r"\d+", sentence):
            false = f"{sentence[: match.start()]}{int(match[0]) - 1}{sentence[match.end() :]}"
            with pytest.raises((AssertionError, KeyError, ValueError)):
                Checker(game).check([*words[:number], false, *words[number + 1 :]])


# Repairs ------------------------------------------------------------------------------------------------------------


def repair_of(game: Hanabi, kind: str) -> Repair | None:
    return next((repair for repair in explained(game).repairs if repair.kind == kind), None)


def changed(game: Hanabi, **update: object) -> Hanabi:
    return game.model_copy(update=update)


def exchanged(game: Hanabi, one: int, other: int) -> Hanabi:
    deck = list(game.deck)
    deck[one], deck[other] = deck[other], deck[one]
    return changed(game, deck=tuple(deck))


@pytest.mark.slow
@pytest.mark.parametrize("step", few_of([9, 3]))
def test_repairs_are_the_smallest(step: int) -> None:
    found = dict.fromkeys(("clue_tokens", "strikes", "hand_size", "swap_draws"), 0)
    for game in [*small_lost_games()[::step], small_game(656)]:
        pile = Table.after_actions(game).pile
        expected = {
            "clue_tokens": first_won([changed(game, clue_tokens=game.clue_tokens + 1)]),
            "strikes": first_won([changed(game, strikes=game.strikes + 1)]),
        }
        if not game.actions:
            usual = game.cards_in_hand
            sizes = sorted((abs(size - usual), -size) for size in range(1, game.size // game.players + 1))
            others = (changed(game, hand_size=-size) for _, size in sizes[1:])
            expected["hand_size"] = first_won(others)
        for kind, won in expected.items():
            repair = repair_of(game, kind)
            assert (None if repair is None else repair.instance) == won, (kind, game.to_json())
            assert (kind in explained(game).no_repair) == (won is None)
        if len(pile) > 1 and not is_over(game):
            check_exchange(game, pile)
        for repair in explained(game).repairs:
            assert isinstance(repair.instance, Hanabi)
            replay(repair.instance, repair.play)
            found[repair.kind] += 1
    assert min(found.values()) >= 1, found


def first_won(games: Iterable[Hanabi]) -> Hanabi | None:
    return next((game for game in games if search(game) is not None), None)


def check_exchange(game: Hanabi, pile: range) -> None:
    """The exchange is a nearest one that wins, or none does."""
    won = (other - one for one, other in combinations(pile, 2) if search(exchanged(game, one, other)) is not None)
    nearest, repair = min(won, default=None), repair_of(game, "swap_draws")
    assert (repair is None) == (nearest is None) == ("swap_draws" in explained(game).no_repair), game.to_json()
    if repair is None:
        return
    match = re.fullmatch(r"(\S+) \(card (\d+)\) and (\S+) \(card (\d+)\) of the pile change places", repair.words)
    assert match is not None
    one, other = (pile.start + int(match[group]) - 1 for group in (2, 4))
    assert other - one == nearest
    assert (str(game.deck[one]), str(game.deck[other])) == (match[1], match[3])
    assert repair.instance == exchanged(game, one, other)


def test_a_game_over_by_the_last_strike_may_be_won_with_one_more() -> None:
    game = small_game(84)
    assert is_over(game)
    assert [reason.words for reason in explained(game).reasons] == ["the last strike has been used up"]
    assert (explained(game).conflict, explained(game).no_repair) == (None, ("clue_tokens",))
    repair = repair_of(game, "strikes")
    assert repair is not None
    assert repair.instance == changed(game, strikes=game.strikes + 1)
    replay(repair.instance, repair.play)


# Nothing to explain, and limits -------------------------------------------------------------------------------------


def test_a_yes_and_an_unknown_need_no_explanation() -> None:
    won = RandomGame(2).with_seed(1)
    assert explained(won).reasons == ()
    unknown = Verdict("unknown", "auto", "none", won.game, reason="time")
    assert explain(won, unknown, NO_LIMITS).repairs == ()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [-1.0, 1e-3, 0.1, 0.5])
def test_a_small_budget_gives_a_part(seconds: float) -> None:
    """Of a deck for which hundreds of exchanges have to be tried; a fast machine may be done within the larger ones."""
    game = RandomGame(2).with_seed(642)
    limits = Limits(time.monotonic() + seconds, max_bytes=10**9, resident=False, solver=None, seed=None)
    explanation = explain(game, Verdict("no", "hand", "algorithm", game.game), limits)
    assert explanation.reason in ({"time"} if seconds < 0.01 else {"time", None})
    assert explanation.conflict
    assert explanation.reasons
    assert "swap_draws" not in explanation.no_repair
    for repair in explanation.repairs:
        assert isinstance(repair.instance, Hanabi)
        replay(repair.instance, repair.play)


@pytest.mark.slow
def test_what_is_not_decided_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for game in small_lost_games() if repair_of(game, "hand_size") and repair_of(game, "swap_draws"))
    unknown = Verdict("unknown", "auto", "none", game.game, reason="memory")
    monkeypatch.setattr(budget, "answer", lambda *_, **__: unknown)
    explanation = explain(game, explained(game).verdict, NO_LIMITS)
    assert (explanation.reason, explanation.repairs) == ("memory", ())
    assert not {"hand_size", "swap_draws"} & set(explanation.no_repair)


# What is printed ----------------------------------------------------------------------------------------------------


TOO_SLOW = (
    "When card 33 of the pile has been drawn there are at most 5 points of yellow, green and purple, and 9 plays "
    "at most after that: 14 of 15 points at most"
)
UNTIL_THEN = (
    "Until then yellow gets no further than yellow1, as yellow2 is card 33 of the pile at the earliest; green gets no "
    "further than green4, as green5 is the last card of the pile; purple cannot begin, as purple1 is card 35 of the "
    "pile at the earliest"
)


def test_what_is_printed() -> None:
    game = RandomGame(2).with_seed(129)
    explanation = crewsat.explain(game)
    printed = rendered(report.explained(game, explanation), 1000).split("\n")
    assert printed[printed.index("Conflict (minimal): yellow, green, purple") :] == [
        "Conflict (minimal): yellow, green, purple",
        f"  - {TOO_SLOW}.",
        f"  - {UNTIL_THEN}.",
        "  - yellow, green and purple cannot all be finished, whatever becomes of the other suits.",
        "  - Without any one of yellow, green and purple the others of them can.",
        "",
        "It could be won if one thing were different:",
        "  - Two cards of the pile change places: blue2 (card 32) and yellow2 (card 33) of the pile change places.",
        "",
        "No change of these kinds wins; all were tried:",
        "  - One more clue token.",
        "  - One more strike.",
        "  - Hands of another size.",
    ]
    told = explanation.as_dict()
    assert told["conflict"] == ["yellow", "green", "purple"]
    assert told["explanation"]["minimal"] is True
    assert told["explanation"]["no_repair"] == ["clue_tokens", "strikes", "hand_size"]
    crewsat.verify(
        crewsat.Hanabi(**told["explanation"]["repairs"][0]["instance"]), told["explanation"]["repairs"][0]["play"]
    )
