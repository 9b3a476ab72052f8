"""Formula, CP-SAT, bounds and player against exhaustive search, on small games with every flag; which rules matter."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.hanabi.bounds import too_deep, too_many_to_hold, too_slow
from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.algorithms.hanabi.player import winning_line
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.instance import OwnVariant
from crewsat.games.hanabi.rules import play_until_success
from crewsat.games.hanabi.variants import Variant
from crewsat.solvers import cpsat
from crewsat.solvers.cnf import solve
from crewsat_encodings.hanabi import repair, steps_cnf, turns_cpsat
from crewsat_encodings.hanabi.steps_rules import RULES
from tests.support.chunks import few_of, sizes
from tests.support.hanabi_games import BOTTOM_DISCARDS, bottom_discard_game, silent_game, small_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.hanabi.instance import Hanabi
    from crewsat_encodings.rule import Rule

VARIANTS = (
    *("half gains", "no gain for a finished suit", "discard at full", "reversed", "bottom", "empty clues", "target"),
    *("in progress", "no tokens", "one strike", "hands of one", "three players", "all dealt"),
)


def described(game: Hanabi) -> set[str]:
    """What a game has of the above."""
    variant = game.variant if isinstance(game.variant, OwnVariant) else game.rules
    facts = {
        "half gains": variant.half_gains,
        "no gain for a finished suit": not variant.finished_suit_gains,
        "discard at full": variant.discard_at_full,
        "reversed": any(suit.reversed for suit in variant.suits),
        "bottom": game.bottom_deck_plays,
        "empty clues": game.empty_clues,
        "target": game.points_to_reach < game.most_points,
        "in progress": bool(game.actions),
        "no tokens": game.clue_tokens == 0,
        "one strike": game.strikes == 1,
        "hands of one": game.cards_in_hand == 1,
        "three players": game.players == 3,
        "all dealt": game.players * game.cards_in_hand == len(game.deck),
    }
    return {name for name, holds in facts.items() if holds}


def check_agreement(games: Iterable[Hanabi], *, by_cpsat: bool = True) -> Counter[str]:
    """Ask all, replay every play; count answers and what the games have."""
    seen: Counter[str] = Counter()
    for game in games:
        won = search(game) is not None
        for make in (steps_cnf.Encoding, steps_cnf.plain):
            encoding = make(game)
            outcome = solve(encoding.formula)
            assert (outcome.status == "satisfiable") == won, (make.__name__, game.to_json())
            if won:
                play_until_success(game, encoding.decode(outcome.model))
        if by_cpsat:
            model = turns_cpsat.Encoding(game)
            found = cpsat.solve(model.model)
            assert (found.status == "satisfiable") == won, game.to_json()
            if won:
                play_until_success(game, model.decode(found.model))
        refuted = [bound.__name__ for bound in (too_slow, too_deep, too_many_to_hold) if bound(game)]
        assert not (won and refuted), (refuted, game.to_json())
        line = winning_line(game)
        if line is not None:
            play_until_success(game, line)
            seen["won by the player"] += 1
        seen.update(described(game) | {"yes" if won else "no"} | set(refuted))
    return seen


@pytest.mark.slow
@pytest.mark.parametrize(("first", "number"), few_of([(0, 100), (0, 300), (300, 300)]))
def test_all_engines_agree(first: int, number: int) -> None:
    seen = check_agreement(map(small_game, range(first, first + number)))
    assert min(seen[name] for name in ("yes", "no", "too_slow", "too_deep", *VARIANTS)) >= number // 20, seen
    assert seen["won by the player"] >= seen["yes"] // 2, seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(80, 250))
def test_all_engines_agree_where_a_clue_may_touch_nothing(number: int) -> None:
    seen = check_agreement(map(silent_game, range(number)))
    assert min(seen["yes"], seen["no"]) >= number // 5, seen
    assert seen["won by the player"] >= number * 3 // 25, seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(80, 120))
def test_all_engines_agree_where_the_bottom_card_may_be_discarded(number: int) -> None:
    seen = check_agreement(map(bottom_discard_game, (*BOTTOM_DISCARDS, *range(number))))
    assert min(seen["yes"], seen["no"]) >= number // 4, seen


@pytest.mark.parametrize("seed", BOTTOM_DISCARDS)
def test_a_game_is_won_by_a_discard_of_the_bottom_card_alone(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = bottom_discard_game(seed)
    lines = [search(game), *([] if seed in {206, 892} else [winning_line(game)])]  # the player sees most of them
    for line in lines:
        assert line is not None
        assert any((action.action, action.source) == ("discard", "pile") for action in play_until_success(game, line))
    assert won_by(game) >= {"search", "formula", "formula of proofs", "cpsat"}
    monkeypatch.setattr(Variant, "bottom_discards", False)
    assert won_by(game) == set()


def won_by(game: Hanabi) -> set[str]:
    """Who says that a game can be won."""
    answers = {
        "search": search(game) is not None,
        "player": winning_line(game) is not None,
        "formula": solve(steps_cnf.Encoding(game).formula).status == "satisfiable",
        "formula of proofs": solve(steps_cnf.plain(game).formula).status == "satisfiable",
        "cpsat": cpsat.solve(turns_cpsat.Encoding(game).model).status == "satisfiable",
    }
    return {name for name, answer in answers.items() if answer}


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(4))
def test_all_engines_agree_where_the_bottom_card_may_be_discarded_often(chunk: int) -> None:
    check_agreement(map(bottom_discard_game, range(1_000 + 500 * chunk, 1_500 + 500 * chunk)))


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_all_engines_agree_where_a_clue_may_touch_nothing_often(chunk: int) -> None:
    check_agreement(map(silent_game, range(1_000 + 500 * chunk, 1_500 + 500 * chunk)))


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(40))
def test_all_engines_agree_twenty_thousand_times(chunk: int) -> None:
    first = 1_000_000 + 500 * chunk
    seen = check_agreement(map(small_game, range(first, first + 500)))
    assert seen["yes"] + seen["no"] == 500


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seed"), [(2, 28), (2, 51), (6, 28), (6, 161)])
def test_decks_that_the_player_loses_are_repaired(players: int, seed: int) -> None:
    deck = RandomGame(players).with_seed(seed)
    assert winning_line(deck) is None
    solved = ((attempt, solve(attempt.formula)) for attempt in repair.attempts(deck))
    attempt, outcome = next((attempt, outcome) for attempt, outcome in solved if outcome.status == "satisfiable")
    line = play_until_success(deck, attempt.decode(outcome.model))
    assert 0 < len(attempt.kept) < len(line)
    assert line[: len(attempt.kept)] == attempt.kept


def is_wrong(game: Hanabi, rules: list[Rule]) -> bool:
    """Whether a formula of these rules has another answer, or a play that the referee rejects."""
    encoding = steps_cnf.Encoding(game, rules=rules)
    outcome = solve(encoding.formula)
    if outcome.status != "satisfiable":
        return search(game) is not None
    try:
        play_until_success(game, encoding.decode(outcome.model))
    except Exception:  # noqa: BLE001 - whatever a formula without a rule brings about
        return True
    return False


NEEDED = [rule for rule in RULES if not rule.redundant and not rule.symmetry]


ABOUT_TOUCHING = {
    "a_clue_touches_a_card",
    "who_can_touch_a_card_sees_one",
    "a_card_that_is_seen_is_in_the_hand_of_another",
    "types_of_clues_alternate",
}

RARELY_NOTICED = {
    "a_strike_is_not_a_play": (149,),
    "without_tokens_no_card_is_discarded": (178,),
    "a_card_of_the_pile_is_not_discarded": (133,),
    "a_discard_gains": (147,),
    "a_finished_suit_gains": (137,),
    "in_the_last_round_cards_are_played": (792,),
}
"""Games that notice it if the rule is missing, looked at first: it takes long to find one."""


@pytest.mark.slow
@pytest.mark.parametrize("rule", NEEDED, ids=lambda rule: rule.name)
def test_every_rule_is_needed(rule: Rule) -> None:
    others = [each for each in RULES if each is not rule and not each.redundant]
    make = silent_game if rule.name in ABOUT_TOUCHING else small_game
    seeds = (*RARELY_NOTICED.get(rule.name, ()), *range(3_000))
    assert any(is_wrong(make(seed), others) for seed in seeds), rule.name


@pytest.mark.slow
def test_redundant_rules_and_symmetries_change_no_answer() -> None:
    others = [each for each in RULES if not each.redundant and not each.symmetry]
    assert not any(is_wrong(small_game(seed), others) for seed in range(150))
