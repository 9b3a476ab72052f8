"""Games whose tokens may have been changed, reviewed: every answer is that of exhaustive search with some change."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.walk import Walk
from crewsat.games.verdict import Verdict
from crewsat.pages.lines import lines
from crewsat.questions.crew.review import moves_of
from crewsat.questions.review import review
from crewsat.report.review import summary
from tests.support.random_choices import choices_crew

if TYPE_CHECKING:
    import pytest

AIMS = ("retoken", "retoken and handover")


def played_game(seed: int) -> Crew:
    """A game played at random with some change of tokens, which it does not say."""
    rng = random.Random(seed)
    deal = choices_crew(seed, AIMS[seed % len(AIMS)]).as_dealt()
    walk = Walk(deal)
    while walk.legal() and len(walk.path) < 1 + seed % 11:
        walk.play(rng.choice(walk.legal()))
    fields = walk.instance.as_dict() | {"objectives": deal.as_dict()["objectives"], "retoken": deal.retoken}
    return Crew.model_validate(fields)


def winning_changes(game: Crew) -> list[set[str]]:
    """Which changes win its positions by exhaustive search, the deal first."""
    start = Walk(game.as_dealt())
    ways = {str(choice): Walk(start.chosen(choice)) for choice in start.choices()}
    winning = [{name for name, way in ways.items() if _wins(way)}]
    for card in moves_of(game):
        for way in ways.values():
            if way.outcome.status == "open":
                way.play(card)
        winning.append({name for name, way in ways.items() if _wins(way)})
    return winning


def test_what_is_not_known_in_time_is_no_reason_to_choose_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any change may have kept it winnable for longer then, and the review says that it is incomplete."""
    lost = (game for game in map(played_game, range(260)) if game.retoken and game.played and search(game) is None)
    game = next(lost)
    late = Verdict("unknown", "auto", "none", "crew", reason="time")
    monkeypatch.setattr("crewsat.questions.crew.settled.answer", lambda *_, **__: late)
    found = review(game)
    assert (found.reason, found.tokens) == ("time", game.retokenings[0].tokens)


def _wins(way: Walk) -> bool:
    return way.outcome.status == "won" or (way.outcome.status == "open" and search(way.instance) is not None)


def test_it_is_reviewed_with_the_change_that_kept_it_winnable_for_longest() -> None:
    seen: Counter[str] = Counter()
    for seed in range(260):
        game = played_game(seed)
        if game.retoken is None or not game.played:
            continue
        found, winning, text = review(game), winning_changes(game), game.to_json()
        assert found.tokens is not None, text
        named = [str(way.choice) for way in game.retokenings if way.tokens == found.tokens]
        assert named, text
        won = [bool(ways) for ways in winning]
        assert [step.answer == "yes" for step in found.steps] == won[1 : len(found.steps) + 1], text
        if any(won):
            last = max(k for k, one in enumerate(won) if one)
            assert any(name in winning[last] for name in named), text
            seen["a change"] += "no change" not in named
        if won[0] and not won[-1]:
            lost = found.lost_with
            assert lost is not None, text
            assert lost.step == won.index(False), text
            assert lost.instead, text
            seen["lost"] += 1
        seen["can be won"] += found.play is not None
        said = " ".join(map(str, summary(game, found)))
        assert "How the tokens were changed is not recorded; the review takes them to be" in said
        shown = lines(game, found)[0]
        after = shown.get("instance", game.as_dict())
        tokens = {one["card"]: one["token"] for one in after["objectives"] if one.get("token")}
        assert tokens == {str(one.card): found.tokens[one.id] for one in game.objectives if one.id in found.tokens}
    assert seen["lost"] > 10, seen
    assert seen["can be won"] > 10, seen
    assert seen["a change"] > 5, seen
