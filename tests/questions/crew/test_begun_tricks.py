"""Tokens that may be changed after cards have been played: choices made and taken back, and options, there."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.walk import Walk
from tests.support.random_choices import choices_crew

AIMS = ("retoken", "retoken and handover")


def begun(seed: int) -> Crew | None:
    """A deal of which some cards have been played, and the tokens may still be changed; None for some seeds."""
    rng = random.Random(seed)
    deal = choices_crew(seed, AIMS[seed % len(AIMS)]).as_dealt()
    walk = Walk(deal)
    while walk.choices_due:
        walk.play(rng.choice(walk.choices_due))
    for _ in range(1 + seed % 5):
        if walk.legal():
            walk.play(rng.choice(walk.legal()))
    if deal.retoken is None or not walk.instance.begun:
        return None
    fields = walk.instance.as_dict() | {"objectives": deal.as_dict()["objectives"], "retoken": deal.retoken}
    return Crew.model_validate(fields)


def test_options_are_those_of_exhaustive_search_and_change_nothing() -> None:
    seen: Counter[str] = Counter()
    for seed in range(420):
        position = begun(seed)
        if position is None or not Walk(position).choices_due:
            continue
        state, text = crewsat.State(position), position.to_json()
        before = state.text
        for option in state.options():
            assert isinstance(option.move, Choice), text
            wins = search(Walk(position).chosen(option.move)) is not None
            assert (option.answer == "yes") == wins, (option, text)
            seen[option.answer] += 1
        assert state.text == before, text
        assert (state.winnable().answer == "yes") == (search(position) is not None), text
    assert min(seen["yes"], seen["no"]) > 40, seen


def test_every_move_can_be_taken_back() -> None:
    lengths: Counter[int] = Counter()
    for seed in range(200):
        position = begun(seed)
        if position is None:
            continue
        walk, rng = Walk(position), random.Random(seed)
        texts = [walk.text]
        copies = [walk.copy()]
        while walk.legal():
            walk.play(rng.choice(walk.legal()))
            texts.append(walk.text)
            copies.append(walk.copy())
        lengths[len(texts)] += 1
        for before, after in pairwise(reversed(copies)):
            for one in (walk, before):
                one.undo()
                assert (one.text, one.current) == (after.text, after.current), position.to_json()
        assert (walk.text, walk.path) == (texts[0], ())
    assert sum(lengths[k] for k in lengths if k > 2) > 40, lengths
