"""Which passes win: what `options` says before a pass, against exhaustive search after every pass there is."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.exhaustive import search
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Options
from crewsat.games.crew.walk import Walk
from crewsat.questions.crew.options import options
from tests.support.random_choices import choices_crew

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew

AIMS = ("passing before the first trick", "passing after the first trick", "passing and covered")


def winning(instance: Crew) -> dict[str, Any]:
    """What exhaustive search finds, pass by pass."""
    found: dict[str, Any] = {}
    walk = Walk(instance)
    for choice in walk.legal():
        walk.play(choice)
        if str(choice) == "nobody passes":
            found["nobody"] = "yes" if search(walk.instance) is not None else "no"
        walk.undo()
    for to in ("left", "right"):
        firsts = [choice for choice in walk.legal() if str(choice).startswith(f"{to} ")]
        if firsts:
            found[to] = cards_of_winning_passes(instance, [str(choice) for choice in firsts])
    return found


def cards_of_winning_passes(instance: Crew, firsts: list[str]) -> list[list[str]]:
    """The cards that winning passes give which begin with one of these choices, for each player."""
    walk = Walk(instance)
    walk.play(firsts[0])
    others: list[list[str]] = []
    while len(others) < instance.players - 1:
        others.append(list(map(str, walk.legal())))
        walk.play(others[-1][0])
    given: list[set[str]] = [set() for _ in range(instance.players)]
    for first, *rest in product(firsts, *others):
        walk = Walk(instance)
        for choice in (first, *rest):
            walk.play(choice)
        if search(walk.instance) is not None:
            for cards, card in zip(given, (first.split()[1], *rest), strict=True):
                cards.add(card)
    return [
        [str(card) for card in hand if str(card) in cards] for hand, cards in zip(instance.dealt, given, strict=True)
    ]


def test_they_are_those_that_exhaustive_search_finds() -> None:
    asked = 0
    for seed in range(240):
        instance = choices_crew(seed, AIMS[seed % len(AIMS)])
        due = Walk(instance).choices_due
        if not due or (due[0].text != "nobody passes" and due[0].player != 1):
            continue
        said = options(instance, Options().limits(), note=ignore_progress).as_dict()
        assert said["passes"] == winning(instance), instance.to_json()
        assert said["options"] == []
        asked += 1
    assert asked > 50
