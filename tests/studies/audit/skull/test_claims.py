"""The audit of Skull & Roses: its verdicts, and that each reading can fail."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.studies.audit.claims import judgement, key_of
from crewsat.studies.audit.rendering import as_page, report_of
from crewsat.studies.audit.running import run_audit
from crewsat.studies.audit.skull import averages, course, sizes
from crewsat.studies.audit.skull.audit import AUDIT
from crewsat.studies.audit.skull.parameters import Parameters
from crewsat.studies.skull import referee
from crewsat.studies.skull.published import LENGTH, PLAYERS, STATE_SPACE
from tests.support.audit_pages import as_text, report, tallies
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from crewsat.studies.audit.claims import Claim

EXPECTED = {
    "initiative": "depends on the reading",
    "winner": "no counterexample",
    "polynomially-bounded": "depends on the reading",
    "table-1": "depends on the reading",
    "state-space": "no counterexample",
    "table-2": "no counterexample",
    "game-tree": "no counterexample",
    "table-3": "fails",
    "table-3-bounds": "fails",
}

FAILS = {
    "initiative/seat": ("the next player is out, too", (4, 0, 1, 1)),
    "polynomially-bounded/cards": ("a round takes no card", (2, 1, 0, 1)),
    "table-1/nearest": ("another exponent is printed", (3, 3, 1, 2)),
    "table-1/down": ("another exponent is printed", (3, 3, 1, 2)),
    "table-3/length": ("another average is printed", (3, 3, 1, 2)),
    "table-3/branching": ("another average is printed", (3, 3, 1, 2)),
    "table-3-bounds/length": ("more is printed", (12, 3, 1, 2)),
    "table-3-bounds/without-passed-over": ("more is printed", (10, 3, 1, 2)),
    "table-3-bounds/branching": ("more is printed", (7, 3, 1, 2)),
}


def found_by(claim: Claim[Any], name: str, *case: int) -> Any:  # noqa: ANN401 - a finding
    reading = next(one for one in claim.readings if one.name == name)
    return reading.fails(Parameters(*case))


@pytest.mark.slow
@pytest.mark.parametrize("domains", few_of([{"printed", "random-play"}, {*AUDIT.domains}]))
def test_the_verdicts(domains: set[str]) -> None:
    audit = replace(AUDIT, claims=tuple(claim for claim in AUDIT.claims if claim.domain in domains))
    tried = {claim.name for claim in audit.claims}
    results = run_audit(audit)
    found = {claim.name: judgement(claim, results.tallies) for claim in audit.claims}
    assert found == {name: verdict for name, verdict in EXPECTED.items() if name in tried}
    failed = {key: tally.smallest for key, tally in results.tallies.items() if tally.smallest}
    shown = {
        key: (one["words"], tuple(one["instance"][name] for name in ("players", "roses", "skulls", "wins")))
        for key, one in failed.items()
    }
    assert shown == {key: failure for key, failure in FAILS.items() if key.partition("/")[0] in tried}


@pytest.mark.thorough
def test_the_text_shows_how_to_see_a_failure() -> None:
    results = run_audit(AUDIT)
    text = as_text(report_of(AUDIT, results.tallies, thorough=False))
    assert "\n      crewsat skull bounds --players 4 --roses 0 --skulls 1 --wins 1\n" in text
    assert "crewsat decide" not in text
    assert "`crewsat skull bounds --players 4 " in as_page(report_of(AUDIT, results.tallies, thorough=False))


def test_the_page_says_the_same_of_more_cases() -> None:
    found = report("skull")
    assert {claim["name"]: claim["as_published"] for claim in found["claims"]} == EXPECTED
    for key, (words, _) in FAILS.items():
        smallest = tallies("skull")[key].smallest
        assert smallest is not None
        assert smallest["words"] == words
    keys = [key_of(claim, one) for claim in AUDIT.claims for one in claim.readings]
    assert [key for key in keys if tallies("skull")[key].smallest] == [*FAILS]


def test_exponents_are_rounded_in_three_ways() -> None:
    for players in PLAYERS:
        exact = math.log10(sizes._bound(Parameters(players)))
        for name, rounded in (("up", math.ceil(exact)), ("nearest", round(exact)), ("down", math.floor(exact))):
            fails = found_by(sizes.TABLE_1, name, players)
            assert bool(fails) == (rounded != STATE_SPACE[players]), (players, name)


@pytest.mark.slow
def test_a_wrong_size_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    case = 3, 2, 1, 2
    assert found_by(sizes.STATES, "counted", *case) is False
    monkeypatch.setattr(sizes, "state_space", lambda *_: 1_000)
    assert found_by(sizes.STATES, "counted", *case).words == "there are more"
    assert found_by(sizes.GAME_TREE, "counted", *case) is False
    monkeypatch.setattr(sizes, "round_tree", lambda *_: 3)
    assert found_by(sizes.GAME_TREE, "counted", *case).words == "there are more"
    assert found_by(sizes.TABLE_2, "counted", 3) is False
    monkeypatch.setattr(sizes, "round_tree", lambda *_: 10**10 + 1)
    assert found_by(sizes.TABLE_2, "counted", 3).words == "there are more"


def test_wrong_rules_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(referee, "initiative", lambda _rules, state: state.playing[0])
        assert found_by(course.INITIATIVE, "player", 4, 0, 1, 1).words == "somebody else begins"
    with monkeypatch.context() as patch:
        patch.setattr(referee, "winner", lambda _rules, state: None if any(map(any, state.owned)) else -1)
        assert found_by(course.WINNER, "one", 2, 0, 1, 1).words == "nobody has won"
    assert found_by(course.WINNER, "one", 2, 0, 1, 1) is False
    monkeypatch.setattr(Parameters, "most_rounds", 2)
    assert found_by(course.POLYNOMIAL, "rounds", 2, 1, 1, 1).words == "a game is longer"


def test_the_longest_game_is_as_long_as_is_said() -> None:
    for case in ((2, 1, 1, 1), (2, 2, 1, 2), (3, 1, 1, 1)):
        parameters = Parameters(*case)
        assert course._most_rounds(parameters) == parameters.most_rounds


def test_random_games_are_held_against_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    (case,) = averages._games(3, 500)
    length = averages.TABLE_3.readings[0]
    assert length.fails(case)
    monkeypatch.setitem(LENGTH, 3, round(case.statistics.positions.mean))
    assert length.fails(case) is False
