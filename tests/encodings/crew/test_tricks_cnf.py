"""The encoding against the oracle, rule by rule."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.bounds import tricks_needed
from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.engine.frontend import decide
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.last_of import LastOfTask
from crewsat.games.crew.replaying import play_until_success, replay
from crewsat.games.crew.tasks import KINDS, AllTask, AnyOfTask, CardsTask, LeadsTask, TricksTask
from crewsat.problems.graph.families import graph
from crewsat.reductions.hamiltonian_path_to_crew import reduce
from crewsat.solvers.cnf import solve, solve_best
from crewsat_encodings.crew.cnf.demands import Encoding as DemandsEncoding
from crewsat_encodings.crew.cnf.encoding import RULES, Encoding, encoding_of_all_plays, for_many
from crewsat_encodings.crew.cnf.goal_rules import equal_neighbours
from crewsat_encodings.crew.cnf.many_players import IN_TURN, ROUND
from crewsat_encodings.crew.cnf.model import MANY
from crewsat_encodings.crew.cnf.trick_rules import LADDER
from crewsat_encodings.rule import Rule, always
from tests.support.aimed_deals import every_trick_needed
from tests.support.chunks import chunks, few_of, sizes
from tests.support.handed_over import seven_goals_of_six_players
from tests.support.random_choices import choices_crew
from tests.support.random_instances import VARIANTS, described, small_crew, whole_crew
from tests.support.random_tasks import FILTERS, described_tasks, task_crew
from tests.support.second_opinion import lines
from tests.support.task_aims import AIMS, aimed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crewsat.base.formula import Clause
    from crewsat.games.crew.task import Task
    from crewsat_encodings.crew.cnf.model import Model
    from tests.support.task_aims import Aim

CHUNK = 1_000
NECESSARY = [rule for rule in RULES if not rule.redundant]
REDUNDANT = [rule for rule in RULES if rule.redundant]


def any_crew(seed: int) -> Crew:
    """Old kinds of tasks and new ones in turn."""
    return task_crew(seed // 2) if seed % 2 else whole_crew(seed // 2)


def check_parity(instances: Iterable[Crew]) -> Counter[str]:
    """Decide every instance by formula and by search; both must agree and every play must replay."""
    seen: Counter[str] = Counter()
    for instance in instances:
        verdict = decide(instance, method="cnf-tricks")
        play = search(instance)
        assert (verdict.answer == "yes") == (play is not None), instance.to_json()
        if play is not None:
            replay(instance, play)
        seen.update(described(instance) | described_tasks(instance) | {verdict.answer})
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(2))
def test_formula_and_search_agree(chunk: int) -> None:
    seen = check_parity(whole_crew(seed) for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK))
    assert all(seen[name] >= 40 for name in ("yes", "no", *VARIANTS)), seen


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(2))
def test_formula_and_search_agree_on_plain_deals(chunk: int) -> None:
    """Owners fixed, no tasks, nothing played: here the searches go deepest."""
    seen = check_parity(small_crew(seed) for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK))
    assert seen["owners fixed"] > 800


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_formula_and_search_agree_on_all_kinds_of_tasks_many_times(chunk: int) -> None:
    first = 20_000_000 + chunk * 10_000
    assert len(check_parity(task_crew(seed) for seed in range(first, first + 10_000))) > 40


@pytest.mark.slow
def test_the_fewest_tricks_are_those_of_the_second_opinion() -> None:
    """With tasks that are met for good early, or not before the end."""
    early = 0
    for seed in range(300):
        instance = task_crew(seed, most_cards=7)
        best = min((len(line) for line in lines(instance.as_dict())), default=None)
        encoding = Encoding(instance)
        outcome, low, high = solve_best(encoding.formula, encoding.preferences())
        assert (outcome.status == "satisfiable") == (best is not None), instance.to_json()
        if best is not None:
            assert encoding.earliest + low == encoding.earliest + high == instance.finished + best, instance.to_json()
            early += instance.finished + best < instance.tricks
    assert early > 10


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(100))
def test_formula_and_search_agree_a_million_times(chunk: int) -> None:
    first = 10_000_000 + chunk * 10_000
    seen = check_parity(whole_crew(seed) for seed in range(first, first + 10_000))
    assert seen["yes"] + seen["no"] == 10_000
    assert all(seen[name] >= 100 for name in VARIANTS), seen  # so 10,000 of every variant in all


def wrong_with(rules: Sequence[Rule], instance: Crew) -> bool:
    """Whether the formula of these rules gives a wrong answer or a play the referee rejects."""
    encoding = Encoding(instance, rules=rules)
    outcome = solve(encoding.formula, preferences=encoding.preferences())
    if outcome.status != "satisfiable":
        return search(instance) is not None
    try:
        play_until_success(instance, encoding.decode(outcome.model))
    except (IllegalPlay, StopIteration, KeyError):  # no leader or no card is a wrong play, too
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("rule", NECESSARY, ids=lambda rule: rule.name)
def test_every_necessary_rule_is_missed(rule: Rule) -> None:
    rest = [other for other in NECESSARY if other is not rule]
    make = any_crew if rule.applies is always else choices_crew
    assert any(wrong_with(rest, make(seed)) for seed in range(3_000))


@pytest.mark.slow
@pytest.mark.parametrize("rule", REDUNDANT, ids=lambda rule: rule.name)
@pytest.mark.parametrize("number", sizes(70, 250))
def test_a_redundant_rule_is_not_missed(number: int, rule: Rule) -> None:
    rest = [other for other in RULES if other is not rule]
    for seed in range(number):
        instance = any_crew(seed) if rule.applies is always else choices_crew(seed)
        assert not wrong_with(rest, instance), instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 600))
def test_the_necessary_rules_suffice(number: int) -> None:
    for seed in range(number):
        instance = any_crew(seed)
        assert not wrong_with(NECESSARY, instance), instance.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("rule", LADDER, ids=lambda rule: rule.name)
def test_every_rule_of_the_ladder_is_missed(rule: Rule) -> None:
    rest = [other for other in for_many(NECESSARY) if other is not rule]
    assert any(wrong_with(rest, any_crew(seed)) for seed in range(3_000))


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 600))
def test_the_ladder_and_the_other_necessary_rules_suffice(number: int) -> None:
    for seed in range(number):
        instance = any_crew(seed)
        assert not wrong_with(for_many(NECESSARY), instance), instance.to_json()


def test_the_ladder_is_for_many_players_and_not_for_proofs() -> None:
    few, many = (RandomDeal(players=players, suits=2, values=40).with_seed(1) for players in (MANY - 1, MANY))
    ladder = {rule.name for rule in (*LADDER, *IN_TURN, *ROUND)}
    searched, proved = Encoding(many).formula, encoding_of_all_plays(many).formula
    assert ladder < set(searched.rules)
    assert not ladder & (set(Encoding(few).formula.rules) | set(proved.rules))
    assert "reached" not in proved.families
    assert searched.size < proved.size


def check_rules_for_many(seeds: Sequence[int]) -> None:
    """The rules for many players, stated for few, and the search give the same answers where every trick is needed."""
    seen: Counter[tuple[bool, bool]] = Counter()
    for seed in seeds:
        instance = every_trick_needed(random.Random(seed))
        assert not wrong_with(for_many(RULES), instance), instance.to_json()
        is_round = sum(tricks_needed(instance).values()) == instance.tricks
        seen[is_round, search(instance) is None] += 1
    assert min(seen[True, True], seen[True, False]) > len(seeds) // 12, seen


@pytest.mark.slow
def test_the_rules_for_many_players_and_the_search_agree() -> None:
    check_rules_for_many(range(1_000))


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_the_rules_for_many_players_and_the_search_agree_many_times(chunk: int) -> None:
    check_rules_for_many(range((chunk + 1) * 10_000, (chunk + 2) * 10_000))


@pytest.mark.slow
@pytest.mark.parametrize("rule", ROUND, ids=lambda rule: rule.name)
def test_the_rules_of_a_round_are_wrong_about_other_deals(rule: Rule) -> None:
    def always(m: Model) -> Iterator[Clause]:
        m.is_round = True
        yield from rule.state(m)

    rules = [*RULES, Rule(always, every_trick=rule.every_trick)]
    assert any(wrong_with(rules, whole_crew(seed)) for seed in range(3_000))


def test_rules_of_a_round_are_not_stated_where_goals_may_be_dropped() -> None:
    deal = reduce(graph("cubic", MANY, seed=1))
    names = {rule.name for rule in ROUND}
    formula = Encoding(deal).formula
    assert formula.plan == "round"
    assert all(formula.rules[name] for name in names)
    assert not names & set(DemandsEncoding(deal).formula.rules)


def test_the_plan_of_a_deal_depends_on_whether_tricks_can_be_spared() -> None:
    def plan(third: int) -> str | None:
        hands = [["a1", "a6", "b3"], ["a2", "a5", "b2"], ["a3", "a4", "b1"]]
        owners = {"a1": 1, "a2": 1, "a3": 2, "b2": third}
        objectives = [{"card": card, "owner": owner} for card, owner in owners.items()]
        return Encoding(Crew(hands=hands, objectives=objectives)).formula.plan

    assert plan(3) == "tight"  # one trick for each of three owners
    assert plan(2) is None


def two_are_counted_at_once(m: Model) -> Iterator[Clause]:
    for group in m.groups:
        if len(m.held[group]) > 1:
            yield (-m.shows(*group), m.count.now((*group, 2)))


def trumps_do_not_win(m: Model) -> Iterator[Clause]:
    for player in m.players:
        for suit in m.suits:
            follows = (m.shows(player, suit),) if (player, suit) in m.held else ()
            yield (-m.wins.now(player), -m.led.now(suit), *follows)


def nobody_wins_after_a_higher_player(m: Model) -> Iterator[Clause]:
    for one, other in combinations(m.players, 2):
        yield (-m.wins.now(one), -m.wins.before(other))


def a_plain_suit_is_led(m: Model) -> Iterator[Clause]:
    yield tuple(m.led.now(suit) for suit in m.suits if suit != m.trump)


def everybody_shows_the_led_suit(m: Model) -> Iterator[Clause]:
    for group in m.groups:
        yield (-m.led.now(group[1]), m.shows(*group))


def all_hands_are_played_out(m: Model) -> Iterator[Clause]:
    for card in m.cards:
        yield (m.played.at(card, m.tricks),)


def neighbours_of_a_hand_are_played_in_rank_order(m: Model) -> Iterator[Clause]:
    for group in m.groups:
        for low, high in pairwise(m.held[group]):
            yield (-m.played.now(high), m.played.now(low))


def every_trick_completes_an_objective_always(m: Model) -> Iterator[Clause]:
    yield tuple(m.play.now(objective.card) for objective in m.instance.objectives)


def the_lower_one_of_equal_neighbours_is_passed(m: Model) -> Iterator[Clause]:
    for _, high in equal_neighbours(m, passed=True):
        yield (-m.passed.at(high, m.tricks),)


TOO_STRONG: dict[str, Callable[[Model], Iterator[Clause]]] = {
    "suits_are_counted": two_are_counted_at_once,
    "no_two_players_win_the_trick": nobody_wins_after_a_higher_player,
    "one_suit_is_led": everybody_shows_the_led_suit,
    "some_suit_is_led": a_plain_suit_is_led,
    "the_winner_follows_suit_or_trumps": trumps_do_not_win,
    "the_smallest_hands_are_played_out": all_hands_are_played_out,
    "equal_neighbours_are_played_in_rank_order": neighbours_of_a_hand_are_played_in_rank_order,
    "every_trick_completes_an_objective": every_trick_completes_an_objective_always,
    "equal_neighbours_that_stay_are_played_in_rank_order": the_lower_one_of_equal_neighbours_is_passed,
}


@pytest.mark.parametrize("rule", REDUNDANT, ids=lambda rule: rule.name)
def test_a_too_strong_variant_of_a_redundant_rule_is_caught(rule: Rule) -> None:
    rules = [*RULES, Rule(TOO_STRONG[rule.name], every_trick=rule.every_trick, redundant=True)]
    make = whole_crew if rule.applies is always else choices_crew
    assert any(wrong_with(rules, make(seed)) for seed in range(3_000))


@pytest.mark.slow
@pytest.mark.parametrize("kind", few_of([CardsTask, TricksTask, AllTask, LeadsTask, LastOfTask, AnyOfTask], 3))
def test_neighbours_that_a_task_tells_apart_must_not_change_places(
    kind: type[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "tells_apart", lambda *_: False)
    assert is_noticed_by(aim for aim in AIMS.values() if KINDS[aim.kind] is kind)


@pytest.mark.slow
@pytest.mark.parametrize("name", few_of(FILTERS, 3))
def test_neighbours_that_a_filter_tells_apart_must_not_change_places(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By every filter for itself: a task that does not see it takes the two cards for equal."""
    told_apart = TricksTask.tells_apart
    monkeypatch.setattr(
        TricksTask, "tells_apart", lambda task, *cards: told_apart(task.model_copy(update={name: None}), *cards)
    )
    assert is_noticed_by(aim for aim in AIMS.values() if aim.field == name)


def is_noticed_by(aims: Iterable[Aim]) -> bool:
    """Whether the formula is wrong about one of the deals with these aims."""
    names = [str(aim) for aim in aims]
    return any(wrong_with(RULES, aimed(name, seed)[0]) for seed in range(400) for name in names)


def test_every_rule_has_a_name_of_its_own_and_a_sentence() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.state.__doc__ for rule in RULES)


@pytest.mark.parametrize(
    ("hands", "objectives", "answer"),
    [
        ([[]], [], "yes"),
        ([[], []], [], "yes"),
        ([["a1"]], [], "yes"),
        ([["a1"]], ["a1"], "yes"),
        ([["a1"], []], ["a1"], "no"),
        ([["a1"], ["b1"]], ["a1"], "yes"),
        ([["a1"], ["a2"]], ["a1"], "no"),
        ([["a1", "a2", "a3"]], ["a3", "a1", "a2"], "yes"),
    ],
)
def test_degenerate_sizes(hands: list[list[str]], objectives: list[str], answer: str) -> None:
    instance = Crew(hands=hands, objectives=[{"card": card, "owner": 1} for card in objectives])
    assert decide(instance, method="cnf-tricks").answer == answer
    assert (search(instance) is not None) == (answer == "yes")


def test_nobody_takes_a_task_that_somebody_else_takes() -> None:
    """Two players can only take the first task, which is one too few for them if everybody must take one."""
    tasks = [{"owner": None, "kind": "tricks", "exactly": 1}, *[{"owner": None, "kind": "tricks", "at_most": 0}] * 4]
    hands = [["a7", "a1"], ["a8", "a2"], ["a3", "a4"], ["a5", "a6"]]
    instance = Crew(hands=hands, tasks=tasks, assignment="balanced")
    assert search(instance) is None
    assert not wrong_with(NECESSARY, instance)
    one_at_most = next(rule for rule in NECESSARY if rule.name == "one_player_takes_a_free_task")
    with_two = Rule(lambda m: [clause for clause in one_at_most.state(m) if len(clause) > 2])
    assert wrong_with([with_two if rule is one_at_most else rule for rule in NECESSARY], instance)


def test_nobody_is_due_a_task_that_somebody_else_is_due() -> None:
    """Three players alone can meet the seven tasks of six: three are handed over, not one that was due to four."""
    few, enough = (seven_goals_of_six_players(number) for number in (1, 3))
    assert search(few) is None
    assert search(enough) is not None
    assert not wrong_with(NECESSARY, few)
    due_to_one = next(rule for rule in NECESSARY if rule.name == "one_player_is_due_a_free_goal")
    with_several = Rule(lambda m: [clause for clause in due_to_one.state(m) if len(clause) > 2])
    assert wrong_with([with_several if rule is due_to_one else rule for rule in NECESSARY], few)


def test_a_real_deal_has_the_size_the_docstring_promises() -> None:
    instance = RandomDeal(players=3, objectives=5).with_seed(1)
    formula = Encoding(instance).formula
    cards, tricks = 40, 13
    assert formula.variables <= 5 * cards * tricks
    assert formula.size <= 18 * cards * tricks
    assert max(max(map(abs, clause)) for clause in formula.clauses()) <= formula.variables


def test_a_formula_too_large_is_refused_before_it_is_built() -> None:
    instance = RandomDeal(players=3, objectives=5).with_seed(1)
    with pytest.raises(Stopped):
        Encoding(instance, max_bytes=100_000)
