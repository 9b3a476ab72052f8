"""A plan is read from TOML or from options; every mistake is said, all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.plan import plan_of, read_file

if TYPE_CHECKING:
    from pathlib import Path

PLAN = """
game = "crew"
deals = 10000
[cells]
players = [3, 4, 5]
objectives = "1-10"
tokens = ["none", "1", "1,2", "omega", ">,>>", "all"]
[quantities]
fewest_tricks = false
"""


def test_the_plan_of_the_contract(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN)
    plan = plan_of(read_file(tmp_path / "plan.toml"))
    assert (plan.game, plan.deals, plan.half_width, plan.level, plan.quantities) == ("crew", 10_000, None, 0.95, ())
    assert len(plan.cells.cells) == 3 * 10 * 6 - 12
    words = {"players": "3,4,5", "objectives": "1-10", "tokens": "none / 1 / 1,2 / omega / >,>> / all"}
    assert plan_of({"game": "crew", "deals": 10_000, "cells": words}).about() == plan.about()


@pytest.mark.parametrize(
    ("given", "messages"),
    [
        ({}, ["deals and half_width are missing"]),
        ({"deals": 5, "half_width": 0.1}, ["deals and half_width exclude each other"]),
        ({"deals": 0}, ["deals: 0 is out of range; allowed: 1 to"]),
        ({"deals": True}, ["deals: must be a whole number, not True"]),
        ({"deals": 2.5}, ["deals: must be a whole number, not 2.5"]),
        ({"half_width": 0.5}, ["half_width: 0.5 is out of range"]),
        ({"half_width": 0}, ["half_width: 0 is out of range"]),
        ({"deals": 5, "level": 1}, ["level: 1 is out of range"]),
        ({"deals": 5, "level": float("nan")}, ["level: nan is out of range"]),
        ({"deals": 5, "seed_from": -1}, ["seed_from: -1 is out of range"]),
        ({"deals": 5, "check": 2}, ["check: 2 is out of range"]),
        ({"deals": 5, "deal": 5}, ["deal: there is no such setting; did you mean deals?"]),
        ({"deals": 5, "game": "bridge"}, ["game: 'bridge' is not a game"]),
        ({"deals": 5, "cells": []}, ["cells: must be a table, not []"]),
        ({"deals": 5, "quantities": {"tricks": True}}, ["quantities.tricks: there is no such quantity"]),
        (
            {"deals": 5, "quantities": {"least_hand": True}},
            ["quantities.least_hand: crew does not have it; allowed: hanabi_solitaire"],
        ),
        ({"deals": 5, "quantities": {"fewest_tricks": 1}}, ["quantities.fewest_tricks: must be true or false, not 1"]),
        (
            {"deals": 5, "cells": {"objectives": "threshold 1-9"}, "quantities": {"fewest_tricks": True}},
            ["quantities: a threshold has no other quantities"],
        ),
        (
            {"x": 1, "half_width": 7, "cells": {"players": "5-3", "objective": 4}},
            ["x: there is no", "half_width: 7 is out", "cells.objective: there is no", "cells.players: the range"],
        ),
    ],
)
def test_every_mistake_is_said_with_its_place(given: dict[str, Any], messages: list[str]) -> None:
    with pytest.raises(InvalidInstance) as caught:
        plan_of(given)
    found = [str(defect) for defect in caught.value.defects]
    assert len(found) == len(messages), found
    for one, message in zip(found, messages, strict=True):
        assert one.startswith(message), one


def test_what_is_not_toml_is_said_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text("game = crew\n")
    with pytest.raises(InvalidInstance, match=r"plan.toml: invalid TOML: .*line 1"):
        read_file(tmp_path / "plan.toml")


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_limit_is_positive(limit: float) -> None:
    with pytest.raises(InvalidInstance, match="time_limit: must be a positive number of seconds"):
        plan_of({"deals": 5}, time_limit=limit)


def test_a_file_with_too_long_a_number_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(f"deals = {'9' * 5_000}\n")
    with pytest.raises(InvalidInstance, match=r"plan\.toml: invalid TOML"):
        read_file(tmp_path / "plan.toml")
