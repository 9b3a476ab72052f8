"""Options and coalitions of Hackenbush, against the second opinion on every cut and every coalition."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.hackenbush.every_coalition import turned
from crewsat.base.errors import Stopped, WrongOption
from crewsat.engine import request
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Options
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.random_strings import RandomStrings
from crewsat.questions.frontend import coalitions, options
from crewsat.questions.hackenbush import options as questions
from tests.support.hackenbush_second_opinion import judged_moves, minimal_of, who_moves, winning_coalitions
from tests.support.random_strings import every_position, small_position

if TYPE_CHECKING:
    from crewsat.questions.hackenbush.coalitions import Coalitions

LARGE = Hackenbush(strings=[[1 + (k * j) % 5 for k in range(12)] for j in range(1, 13)], coalition=[1, 2])

FIGURE_1 = ((1, 2), (1, 3), (2,), (3,))

# Options


def check_options(instance: Hackenbush) -> Counter[str]:
    found = options(instance)
    mover = who_moves(instance)
    told = {(one.move.string, one.move.edge): one.answer for one in found}
    mine = mover in instance.coalition
    right = {cut: "yes" if won is mine else "no" for cut, won in judged_moves(instance).items()}
    assert told == right, instance.to_json()
    assert len(found) == len(told)
    assert all((one.move.player, one.checked, one.reason) == (mover, "replayed", None) for one in found)
    return Counter(told.values())


@pytest.mark.slow
def test_options_are_what_the_second_opinion_says() -> None:
    answers: Counter[str] = Counter()
    for seed in range(1_000):
        answers += check_options(small_position(seed))
    assert min(answers["yes"], answers["no"]) > 300


def test_options_if_nobody_is_to_move() -> None:
    for line in ("-; coalition 1", "1,1; coalition 1", "-; coalition 1; players 5", "2; coalition 2"):
        assert options(crewsat.parse_text(f"hackenbush; strings {line}")) == ()


def test_options_do_not_take_what_is_for_formulas() -> None:
    for wrong in ({"solver": "glucose4"}, {"seed": 1}):
        with pytest.raises(WrongOption, match="is not decided by a formula"):
            options(LARGE, **wrong)


@pytest.mark.slow
@pytest.mark.parametrize("apart", [False, True], ids=["here", "in a child"])
def test_a_time_limit_leaves_options_unknown(*, apart: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if apart:
        monkeypatch.setattr(request, "LARGE", 0)
    found = options(LARGE, time_limit=1.5 if apart else 0.05)
    assert len(found) == sum(string.count(1) for string in LARGE.strings)
    assert {(one.answer, one.checked, one.reason) for one in found[1:]} == {("unknown", "none", "time")}


def test_a_memory_limit_leaves_options_unknown() -> None:
    limits = replace(Options().limits(), max_bytes=100_000)
    found = questions.options(LARGE, limits, note=ignore_progress)
    assert {(one.answer, one.checked, one.reason) for one in found} == {("unknown", "none", "memory")}


# Coalitions


def check_coalitions(instance: Hackenbush) -> Coalitions:
    winning = winning_coalitions(instance.strings, instance.number_of_players, instance.to_move)
    found = coalitions(instance)
    assert [list(members) for members in found.minimal] == minimal_of(winning), instance.to_json()
    alone = [player for player in range(1, instance.number_of_players + 1) if frozenset([player]) in winning]
    assert list(found.winners) == alone, instance.to_json()
    assert found.queer is (not alone), instance.to_json()
    assert (found.checked, found.reason) == ("replayed", None)
    return found


@pytest.mark.slow
def test_coalitions_are_what_the_second_opinion_says() -> None:
    for seed in range(300):
        check_coalitions(small_position(seed))


@pytest.mark.slow
def test_coalitions_of_positions_that_are_often_queer() -> None:
    """Some strings more than those of figure 1."""
    queer = 0
    for seed in range(80):
        more = small_position(seed, most_edges=4, players=(3, 3, 4))
        queer += check_coalitions(more.model_copy(update={"strings": [*FIGURE_1, *more.strings]})).queer
    assert queer > 5


@pytest.mark.slow
def test_coalitions_of_every_tiny_position() -> None:
    for instance in every_position(3, 3):
        if not instance.coalition:
            assert not check_coalitions(instance).queer, instance.to_json()  # it takes five edges


def test_the_coalition_of_the_instance_does_not_matter() -> None:
    for seed in range(30):
        instance = small_position(seed, players=(3,)).model_copy(update={"players": 3})
        sides: list[list[int]] = [[], [1], [2, 3], [1, 2, 3]]
        found = {coalitions(instance.model_copy(update={"coalition": side})) for side in sides}
        assert len(found) == 1, instance.to_json()


def test_the_queer_position_of_figure_1() -> None:
    found = check_coalitions(Hackenbush(strings=FIGURE_1, coalition=[]))
    assert found.as_dict() == {
        "format": 1,
        "game": "hackenbush",
        "winners": [],
        "queer": True,
        "minimal": [[1, 2], [1, 3], [2, 3]],
        "checked": "replayed",
    }


@pytest.mark.parametrize(
    ("data", "winner"),
    [
        ({"players": 4}, 4),
        ({"players": 4, "to_move": 2}, 1),
        ({"players": 1}, 1),
        ({"strings": [[3]], "players": 5}, 3),
    ],
)
def test_coalitions_of_degenerate_positions(data: dict[str, Any], winner: int) -> None:
    found = check_coalitions(Hackenbush(**{"strings": [], "coalition": [], **data}))
    assert (found.winners, found.minimal) == ((winner,), ((winner,),))


@pytest.mark.parametrize(("limit", "reason"), [({"time_limit": 0.01}, "time"), ({"memory_limit": 0.05}, "memory")])
def test_a_limit_before_it_is_known_whether_a_player_wins_alone(limit: dict[str, float], reason: str) -> None:
    with pytest.raises(Stopped, match=reason):
        coalitions(LARGE, **limit)


def test_what_is_known_at_a_limit_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is up after ever more positions: what was found by then stays."""
    instance = Hackenbush(strings=[[1, 2], [1, 3], [2, 4], [3, 4], [2], [3], [4, 1]], coalition=[])
    whole = coalitions(instance)
    assert whole.queer
    seen = set()
    for asked in range(0, 400, 3):
        left = [asked]

        def late(left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        monkeypatch.setattr("crewsat.engine.limits.Limits.late", lambda _self, late=late: late())
        try:
            found = coalitions(instance)
        except Stopped:
            continue
        assert set(found.minimal) <= set(whole.minimal)
        assert found.reason == "time" or found.minimal == whole.minimal
        seen.add(len(found.minimal))
    assert len(seen) > 1


@pytest.mark.parametrize("first", [1, 31])
def test_what_decides_all_coalitions_ends_the_search(first: int) -> None:
    """Beside three players of whom any two win together there may be thirty others, before them or after."""
    others = range(4, 34)
    strings = [turned(string, 33, 1 - first) for string in ([1, 2, *others], [1, 3, *others], [2], [3])]
    found = coalitions(Hackenbush(strings=strings, coalition=[], players=33, to_move=first), time_limit=60)
    pairs = ((first, first + 1), (first, first + 2), (first + 1, first + 2))
    assert (found.minimal, found.reason, found.checked) == (pairs, None, "replayed")


def test_the_coalition_of_the_instance_does_not_count() -> None:
    """Not even for the number of players: without a move, the last one in turn order is left."""
    assert coalitions(Hackenbush(strings=[], coalition=[3])).winners == (1,)
    assert coalitions(Hackenbush(strings=[], coalition=[3], players=3)).winners == (3,)


@pytest.mark.slow
def test_coalitions_keep_their_time_limit() -> None:
    queer = RandomStrings(strings=20, edges=3, players=20, coalition=()).with_seed(3)
    begin = time.monotonic()
    found = coalitions(queer, time_limit=1)
    assert time.monotonic() - begin < 20
    assert found.reason in {"time", None}
    assert (found.checked == "search") >= (found.reason == "time")
