"""What the page asks about one hand of The Crew: only what its player knows counts, within a limit of time."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.crew.walk import Walk
from crewsat.hidden.advice import Advisor
from crewsat.hidden.dealing import consistent
from crewsat.hidden.view import view_of
from crewsat.web.questions import answered
from tests.support.page_words import left_in_english

if TYPE_CHECKING:
    from pathlib import Path

FEW = "pink9,5 blue2 / pink8,1 blue5 / pink7,2 blue1; leader 1; 1 wins pink9[1] pink5[2]"
WON = "- / - / -; leader 1; 1 wins pink9; played pink9 pink8 pink7"
REFUSED = {
    "pink4 blue2 / pink9 blue1; leader 1; 1 wins pink9; passing": "cards may be passed",
    "pink4,5 / pink9 blue1; leader 1; 1 wins pink4; covered blue1/pink9": "cards are covered",
    "a1,2 c5 / a3 b2 c2; leader 1; 1 wins a1 [1]; 2 wins a3 [2]; 1 wins c2; retoken swap": "goals may be handed over, "
    "or tokens changed",
    "a1,2 / a3,4; leader 1; anybody wins a1; anybody wins a4; assignment draft; handover 1": "goals may be handed "
    "over, or tokens changed",
    "a1,2 / a3,4; 1 wins a1": "it is open who leads",
    "a1 / a2 / a3 / a4 / a5 / a6; leader 1; 1 wins a1": "they know 5 players, 8 suits and 64 cards at most",
    "a1 b1 c1 d1 e1 / f1 g1 h1 i1 j1; leader 1; 1 wins a1": "they know 5 players, 8 suits and 64 cards at most",
    "a1,2 / a3,4; leader 1; anybody wins a1; assignment draft": "goals are still to be shared out",
    "a1,2 / a3,4; leader 1; anybody wins at least 1 trick": "goals are still to be shared out",
    crewsat.DeepSeaDeal(tasks=(94,), drafted=True)
    .with_seed(1)
    .to_json(): "the owner of a task announces a number first",
}
"""Deals that bots do not know, and why."""


def asked(name: str, **content: object) -> Any:  # noqa: ANN401 - JSON
    """Ask a question in this process."""
    body = json.dumps(content).encode()
    return json.loads(answered(name, body, 100.0, "unused", deadline=None, note=lambda _: None))


def dealt_otherwise(deal: crewsat.Crew, player: int, rng: random.Random) -> crewsat.Crew:
    """The same position with other hands that fit what a player knows."""
    hands = rng.choice(list(consistent(view_of(deal, player)).enumerate()))
    return deal.with_fields(hands=hands)


def small_position(seed: int) -> crewsat.Crew:
    """A deal with few cards in which some cards have been played."""
    rng = random.Random(seed)
    deal = crewsat.RandomDeal(players=3, suits=2, values=5, trumps=0, objectives=2).with_seed(seed)
    walk = Walk(deal)
    for _ in range(rng.randrange(4)):
        walk.play(rng.choice(walk.legal()))
    return walk.instance


def test_a_view_is_that_of_the_player_whose_turn_it_is() -> None:
    for seed in range(20):
        deal = small_position(seed)
        player, seen = Walk(deal).player, asked("view", deal=deal.to_json())
        assert seen == {"view": None if player is None else view_of(deal, player).as_dict()}, deal.to_json()


def test_what_is_advised_is_what_the_command_advises() -> None:
    deal = crewsat.parse_text(FEW)
    assert isinstance(deal, crewsat.Crew)
    found = asked("advise", deal=FEW, seconds=60)
    assert found == {"advice": Advisor(view_of(deal, 1)).advise().as_dict(), "limit": 60}
    advice = found["advice"]
    assert (advice["enumerated"], advice["deals"]) == (True, advice["consistent"])
    assert [one["card"] for one in advice["options"]] == ["pink9", "pink5", "blue2"]
    assert {one["card"] for one in advice["options"] if one.get("lost_in_all")} == {"pink5"}


def test_nothing_depends_on_the_other_hands() -> None:
    for seed in range(12):
        deal = small_position(seed)
        player = Walk(deal).player
        if player is None:
            continue
        other = dealt_otherwise(deal, player, random.Random(seed))
        for name in ("view", "advise"):
            first, second = (asked(name, deal=one.to_json(), seconds=60) for one in (deal, other))
            assert first == second, (deal.to_json(), other.to_json())


@pytest.mark.parametrize(("deal", "why"), REFUSED.items())
def test_deals_that_bots_do_not_know_are_refused_in_one_line(deal: str, why: str) -> None:
    for name in ("view", "advise"):
        found = asked(name, deal=deal)
        assert found.keys() == {"why"}
        assert found["why"]["text"] == f"The bots cannot play this deal: {why}."
        assert not list(left_in_english(found["why"], str.isdecimal))


def test_goals_that_anybody_may_win_at_any_time_are_known() -> None:
    found = asked("advise", deal="a1,2 / a3,4; leader 1; anybody wins a1")
    assert [one["wins_open"]["share"] for one in found["advice"]["options"]] == [1, 1]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"deal": FEW, "seconds": 0}, "seconds: allowed: a number above 0, at most 60"),
        ({"deal": FEW, "seconds": 61}, "seconds: allowed: a number above 0, at most 60"),
        ({"deal": FEW, "seconds": True}, "seconds: allowed: a number above 0, at most 60"),
        ({"deal": FEW, "seconds": "4"}, "seconds: allowed: a number above 0, at most 60"),
        ({"deal": WON}, "there is nothing to advise: the game is over"),
        ({"deal": "hackenbush; strings 1,2 / 3; coalition 1"}, "one hand only can be seen in The Crew only"),
    ],
)
def test_what_cannot_be_advised_is_an_error(question: dict[str, object], message: str) -> None:
    [error] = asked("advise", **question)["error"]
    assert message in {error["message"], f"{error['place']}: {error['message']}"}


def test_less_time_is_for_fewer_deals() -> None:
    deal = crewsat.text_of(crewsat.RandomDeal(players=4, objectives=4).with_seed(3))
    found = asked("advise", deal=deal, seconds=0.2)
    assert found["limit"] == 0.2
    assert found["advice"]["deals"] <= 2
    assert not found["advice"]["enumerated"]
    assert found["advice"]["options"] == [] or found["advice"]["deals"]


def test_only_the_crew_can_be_asked() -> None:
    assert "advise" in asked("read", deal=FEW)["asks"]
    assert "advise" not in asked("read", deal="hackenbush; strings 1,2 / 3; coalition 1")["asks"]


@pytest.mark.slow
def test_nothing_about_hidden_hands_is_loaded_before_it_is_asked_for(tmp_path: Path) -> None:
    code = "import json, sys\nfrom crewsat.web.questions import answered\n"
    code += f"body = json.dumps({{'deal': {FEW!r}}}).encode()\n"
    for name in ("read", "decide", "options", "view"):
        code += f"answered({name!r}, body, 9.0, {str(tmp_path)!r}, deadline=None, note=None)\n"
        code += f"print({name!r}, any(one.startswith('crewsat.hidden') for one in sys.modules))\n"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = re.findall(r"(\w+) (True|False)", ended.stdout)
    assert found == [("read", "False"), ("decide", "False"), ("options", "False"), ("view", "True")]
