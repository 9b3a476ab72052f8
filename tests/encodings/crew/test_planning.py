"""The planning domain against exhaustive search, its plans against the referee, and mistakes in it that are noticed."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import BugFound, IllegalPlay, InvalidInstance, Stopped, UnknownFeature
from crewsat.base.strips import Action, Domain, text_of_plan
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.features import PDDL
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.text import parse_text
from crewsat_encodings.crew.pddl.planning import BYTES_PER_FACT, Planning, domain, number_of_facts
from tests.support.planning import TooMany, judged_deals, planned, planning_deals
from tests.support.random_instances import VARIANTS, described

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.base.strips import Fact
    from crewsat.games.crew.instance import Crew

DOMAIN = domain()


def check(instance: Crew, *, wins: bool) -> None:
    """Check that there is a plan iff the deal can be won, and that plans and plays become each other."""
    made = Planning(instance)
    plan = planned(made.problem)
    assert (plan is not None) == wins, instance.to_json()
    if plan is not None:
        play = play_until_success(instance, made.read(text_of_plan(plan)))
        again = text_of_plan(made.plan_of(play))
        assert play_until_success(instance, made.read(again)) == play, instance.to_json()


@pytest.mark.slow
def test_there_is_a_plan_iff_a_deal_can_be_won() -> None:
    for instance, wins in judged_deals(300, 6):
        check(instance, wins=wins)


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize("chunk", range(10))
def test_there_is_a_plan_iff_a_larger_deal_can_be_won(chunk: int) -> None:
    for instance, wins in judged_deals(4000, 8)[chunk::10]:
        check(instance, wins=wins)


def check_variants(deals: Iterable[tuple[Crew, bool]], least: int) -> None:
    """Check that all that the domain knows occurs: no tasks, and of the ways to share out objectives only one."""
    unknown = re.compile("task|exactly|at_|when|free owners, (?!any)")
    found = Counter((variant, wins) for deal, wins in deals for variant in described(deal))
    wanted = {(name, wins) for name in VARIANTS if not unknown.search(name) for wins in (True, False)}
    assert {one: found[one] for one in wanted if found[one] < least} == {}


def test_the_deals_have_every_variant_with_both_answers() -> None:
    check_variants(judged_deals(300, 6), 3)


@pytest.mark.slow
def test_so_have_the_deals_for_planners() -> None:
    """The deals of `test_planners`."""
    check_variants([(deal, search(deal) is not None) for deal in islice(planning_deals(12, least_cards=4), 320)], 12)


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("a1 / a2; leader 1", True),  # nothing to win: the empty plan
        ("- / -", True),
        ("a1,2", True),
        ("a1,2; 1 wins a1 [2]; 1 wins a2 [1]", True),
        ("a2; leader 1; 1 wins a1 [2]; 1 wins a2 [1]; played a1", False),  # lost in the past
        ("b1 / b2; leader 1; 2 wins a1; played a1 a2", True),  # won in the past
        ("b1 / b2; leader 1; 1 wins a1; played a1 a2", False),
        (
            "- / b2; leader 1; 2 wins b2; played b1",
            True,
        ),  # an unfinished trick is completed even if hands are empty then
        ("A1 B2 / A2 B1; leader 1; 1 wins B1", True),  # names that PDDL would confuse with others, or not allow
        ("a1 A2 / a2 A1; leader 1; 1 wins A1; 2 wins a1", True),
        ("trick1 é2 / trick2 é1; leader 1; 1 wins é1", True),
        ("3:1 suit1:2 / 3:2 suit1:1; leader 1; 1 wins suit1:1", True),
        (f"{'a' * 300}1 / {'a' * 300}2; leader 1; 2 wins {'a' * 300}1", True),
    ],
)
def test_corners(text: str, wins: bool) -> None:
    check(parse_text(text), wins=wins)


def test_names_of_objects_are_different_and_none_is_a_word_of_the_domain() -> None:
    instance = crewsat.Crew(
        hands=[["card1", "Card1", "none2", "n1"], ["either1", "player1", "3:2", "suit3", "x_y1"]],
        objectives=[],
        trump="3",
    )
    objects = Planning(instance).problem.objects
    assert len(objects) == 2 + 9 + 9 + 1 + 4, objects
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(-[0-9]+)?", name) for name in objects)
    assert not DOMAIN.words & objects.keys()
    assert "suit1 is suit" in Planning(instance).text()


EXAMPLE = parse_text("pink9 blue2 / pink2 blue5; leader 1; 1 wins pink2 [1]; anybody wins blue5 [2]")


def test_a_problem_as_text() -> None:
    assert Planning(EXAMPLE).text(["hello"]).splitlines() == [
        "; hello",
        f"(define (problem deal-{EXAMPLE.digest()[:16]})",
        "  (:domain crew)",
        "  (:objects",
        "    player1 player2 - player",
        "    blue-2 blue-5 pink-2 pink-9 - card",
        "    blue pink - suit",
        "    n1 - number",
        "    trick1 trick2 - trick)",
        "  (:init",
        "    (dealt player1 pink-9) (dealt player1 blue-2)",
        "    (dealt player2 pink-2) (dealt player2 blue-5)",
        "    (then pink-9 player2)",
        "    (then blue-2 player2)",
        "    (then pink-2 player1)",
        "    (then blue-5 player1)",
        "    (of-suit pink-9 pink)",
        "    (of-suit blue-2 blue)",
        "    (of-suit pink-2 pink)",
        "    (of-suit blue-5 blue)",
        "    (held pink-9) (held blue-2) (held pink-2) (held blue-5)",
        "    (holds player1 blue n1) (holds player1 pink n1)",
        "    (holds player2 blue n1) (holds player2 pink n1)",
        "    (fewer none n1)",
        "    (beats pink-9 pink-2)",
        "    (beats blue-5 blue-2)",
        "    (falls-short pink-9 blue-5)",
        "    (falls-short blue-2 pink-2) (falls-short blue-2 blue-5)",
        "    (falls-short pink-2 pink-9) (falls-short pink-2 blue-2)",
        "    (falls-short blue-5 pink-9)",
        "    (taken start player1)",
        "    (follower player1) (follower player2)",
        "    (next start trick1)",
        "    (next trick1 trick2)",
        "    (wanted pink-2 player1)",
        "    (wanted blue-5 player1) (wanted blue-5 player2)",
        "    (before pink-2 blue-5)",
        "    (in-time trick1 trick1) (in-time trick1 trick2)",
        "    (in-time trick2 trick2))",
        "  (:goal (and (completed pink-2) (completed blue-5) (in-order pink-2 blue-5))))",
    ]


def test_a_plan_as_text() -> None:
    play = crewsat.decide(EXAMPLE).play
    assert play is not None
    assert text_of_plan(Planning(EXAMPLE).plan_of(play)).splitlines() == [
        "(lead player1 pink-9 pink n1 none start trick1 player2)",
        "(follow-suit player2 pink-2 pink n1 none trick1)",
        "(fall-short pink-2 pink-9 player1)",
        "(take-trick player1 player1 pink-9 pink trick1)",
        "(complete pink-2 player1 trick1)",
        "(lead player1 blue-2 blue n1 none trick1 trick2 player2)",
        "(follow-suit player2 blue-5 blue n1 none trick2)",
        "(beat blue-5 blue-2 player1)",
        "(take-trick player1 player2 blue-5 blue trick2)",
        "(complete blue-5 player2 trick2)",
        "(keep-order pink-2 blue-5 trick1 trick2)",
    ]


def test_a_play_that_does_not_win_is_not_a_plan() -> None:
    play = crewsat.decide(EXAMPLE).play
    assert play is not None
    with pytest.raises(BugFound, match="does not reach the goal"):
        Planning(EXAMPLE).plan_of(play[:1])
    with pytest.raises(BugFound, match="the domain allows 0 of the actions"):
        Planning(EXAMPLE).plan_of(play[::-1])


def test_plays_of_real_deals_become_plans_within_the_sizes_that_the_module_states() -> None:
    for seed in range(8):
        instance = RandomDeal(players=3 + seed % 3, objectives=5, tokens=("1", "2", "omega")).with_seed(seed)
        verdict = crewsat.decide(instance)
        made = Planning(instance)
        assert len(made.problem.init) <= number_of_facts(instance)
        if verdict.play:
            plan = made.plan_of(verdict.play)
            goals = len(instance.objectives) + len(instance.order)
            assert len(plan) == 2 * instance.players * len(verdict.play) + goals
            assert play_until_success(instance, made.read(text_of_plan(plan))) == verdict.play


def test_what_the_domain_does_not_state_is_refused_by_name() -> None:
    instance = parse_text("a1 b2 / a2 b1; leader 1; anybody wins b1")
    for field, value in {"assignment": "draft", "handover": 1, "retoken": "swap"}.items():
        with pytest.raises(UnknownFeature, match=f"the planning domain does not support '{field}"):
            Planning(instance.with_fields(**{field: value}))
    with pytest.raises(UnknownFeature, match="'tasks'"):
        Planning(crewsat.Crew(hands=[["a1"], ["a2"]], tasks=[{"kind": "tricks", "owner": 1, "exactly": 1}]))
    assert not [name for name in PDDL if name.startswith(("tasks", "passing", "covered", "retoken", "handover"))]


def test_limits() -> None:
    instance = RandomDeal().with_seed(1)
    with pytest.raises(Stopped, match="memory"):
        Planning(instance, max_bytes=number_of_facts(instance) * BYTES_PER_FACT - 1)
    with pytest.raises(Stopped, match="time"):
        Planning(instance, out_of_time=lambda: True)


# Mistakes in the domain.


def with_action(name: str, change: Callable[[Action], Action]) -> Domain:
    """The domain with an action that is a bit different."""
    changed = Domain(DOMAIN.text)
    vars(changed)["actions"] = {**DOMAIN.actions, name: change(DOMAIN.actions[name])}
    return changed


def without(name: str, fact: Fact) -> Domain:
    """The domain with an action that does not need a fact."""
    return with_action(name, lambda action: replace(action, needs=tuple(one for one in action.needs if one != fact)))


def swapped(name: str, old: Fact, new: Fact) -> Domain:
    """The domain with an action that needs another fact instead of one."""
    return with_action(
        name, lambda action: replace(action, needs=tuple(new if one == old else one for one in action.needs))
    )


class TrumpIgnored(Planning):
    """A card is beaten by higher ones of its suit only."""

    def _beats(self, card: crewsat.Card, other: crewsat.Card) -> bool:
        return card.suit == other.suit and card.value > other.value


Make = "Callable[[Crew], Planning]"
MISTAKES = {
    "no following suit": without("play-off-suit", ("holds", "?player", "?led", "none")),
    "the lowest card wins": swapped("beat", ("beats", "?card", "?best"), ("beats", "?best", "?card")),
    "the leader takes every trick": swapped("take-trick", ("dealt", "?winner", "?best"), ("leader", "?winner")),
    "order ignored": without("keep-order", ("in-time", "?trick", "?other")),
    "leader free": without("lead", ("taken", "?last", "?player")),
}


def is_noticed(make: Callable[[Crew], Planning], deals: Iterable[tuple[Crew, bool]], most_states: int) -> bool:
    """Whether some deal has another answer than it should, or a plan whose play the referee refuses."""
    for instance, wins in deals:
        made = make(instance)
        try:
            plan = planned(made.problem, most_states)
        except TooMany:
            continue
        if (plan is not None) != wins:
            return True
        try:
            play_until_success(instance, [] if plan is None else made.play_of(plan))
        except IllegalPlay:
            if wins:
                return True
    return False


@pytest.mark.parametrize("mistake", [*MISTAKES, "trump ignored"])
def test_a_mistake_is_noticed(mistake: str) -> None:
    def make(instance: Crew) -> Planning:
        return TrumpIgnored(instance) if mistake == "trump ignored" else Planning(instance, MISTAKES[mistake])

    assert is_noticed(make, judged_deals(300, 6), 3000)


def removals() -> Iterator[tuple[str, str, Fact]]:
    """The parts of actions, each with the name of the action and what it is there."""
    for name, action in DOMAIN.actions.items():
        for field in ("needs", "deletes", "adds"):
            yield from ((name, field, fact) for fact in getattr(action, field))


EQUIVALENT: dict[tuple[str, str, Fact], str] = {
    **{
        (name, "deletes", ("holds", "?player", "?suit", "?number")): "an old number leads to an old one at best"
        for name in ("lead", "follow-suit", "play-off-suit")
    },
    ("keep-order", "needs", ("before", "?card", "?later")): "the order of other cards is no goal: fewer ground actions",
    ("choose-leader", "needs", ("follower", "?player")): "all are followers then: it only says who ?player may be",
}
"""Parts without which every deal has the same answer, and why they are there."""


@pytest.mark.thorough
@pytest.mark.parametrize("part", [*removals()], ids=lambda part: f"{part[0]} {part[1]} {' '.join(part[2])}")
def test_every_part_of_an_action_is_needed(part: tuple[str, str, Fact]) -> None:
    name, field, fact = part

    def shorter(action: Action) -> Action:
        fewer: dict[str, Any] = {field: tuple(one for one in getattr(action, field) if one != fact)}
        return replace(action, **fewer)

    mistaken = with_action(name, shorter)
    bound = {*chain.from_iterable(mistaken.actions[name].needs)}
    if any(variable not in bound for variable, _ in mistaken.actions[name].parameters):
        return  # nothing says what a variable stands for
    deals = [*judged_deals(200, 6), *judged_deals(400, 8)]
    assert is_noticed(lambda instance: Planning(instance, mistaken), deals, 3000) != (part in EQUIVALENT)


def test_an_instance_is_written_in_the_same_order_whatever_its_hash() -> None:
    """No set is iterated: the order of facts is that of the deal."""
    for instance in islice(planning_deals(8), 20):
        again = crewsat.Crew(**json.loads(instance.to_json()))
        assert Planning(instance).text() == Planning(again).text()


def test_a_plan_that_stops_early_or_is_of_another_deal_is_refused() -> None:
    made = Planning(EXAMPLE)
    plan = text_of_plan(planned(made.problem) or ())
    made.read(plan)
    with pytest.raises(InvalidInstance, match="without"):
        made.read(plan.rsplit("\n", 2)[0])
    other = parse_text("pink9 blue2 / pink2 blue5; leader 2; 1 wins pink2")
    with pytest.raises(InvalidInstance, match=r"line 1: \(lead player1 .*needs \(taken start player1\)"):
        Planning(other).read(plan)
