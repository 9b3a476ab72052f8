"""Verdicts about Hackenbush are computed: they change with what is audited, and counterexamples are tried again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.text import text_of
from crewsat.reductions import qbf_to_hackenbush
from crewsat.reductions.qbf_to_hackenbush import Reduction
from crewsat.studies.audit.claims import Claim, Tally, judgement, key_of, try_claims
from crewsat.studies.audit.hackenbush import (
    algorithm_1,
    formulas,
    plays,
    positions,
    proof,
    reductions,
    section_3,
    signs,
    strings,
    truth,
    two_players,
)
from crewsat.studies.audit.hackenbush.audit import AUDIT
from crewsat.studies.audit.hackenbush.formulas import Source
from crewsat.studies.audit.hackenbush.strings import Strings
from crewsat.studies.audit.published import Published
from crewsat.studies.audit.rendering import as_page, report_of
from tests.support.audit_pages import as_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.problems.qbf.formula import Qbf
    from crewsat.studies.audit.claims import Chunk, Tallies

FEW: dict[str, list[Chunk]] = {
    "positions": [
        *((players, edges, 1, 0, 1) for players in (1, 2, 3) for edges in range(4)),
        *((3, 5, 1, part, 60) for part in range(0, 60, 6)),
        *((3, 6, 1, part, 100) for part in (5, 24)),
        (4, 2, 1, 0, 1),
        (4, 5, 1, 13, 60),
    ],
    "two-players": [(2, edges, mover, 0, 1) for edges in range(5) for mover in (1, 2)],
    "long-strings": [(16,), (256,)],
    "formulas": [(1, 0, 0, 1), (1, 1, 0, 1), (1, 2, 0, 1), (2, 1, 0, 1), (2, 2, 0, 1), (3, 2, 0, 40), (3, 2, 33, 40)],
    "small-formulas": [(1, 1, 0, 1), (1, 2, 0, 1), (2, 1, 0, 1), (2, 2, 0, 2)],
}

NO, DEPENDS, FAILS, NOTHING = "no counterexample", "depends on the reading", "fails", "untested"

VERDICTS = {
    "worst-case": (NO, NO),
    "no-coalitions": (NO, NOTHING),
    "blue-red": (NO, NOTHING),
    "definition-2": (DEPENDS, NOTHING),
    "figure-1": (NO, NOTHING),
    "cooperation": (DEPENDS, NO),
    "last-move": (DEPENDS, NOTHING),
    "two-players": (NO, NO),
    "two-players-time": (NO, NOTHING),
    "qbf": (DEPENDS, NOTHING),
    "reduction-numbers": (NO, NOTHING),
    "reduction-coalitions": (NO, NOTHING),
    "reduction-size": (NO, NOTHING),
    "theorem-3-if": (NO, NOTHING),
    "theorem-3-only-if": (NO, NOTHING),
    "plays-twice": (FAILS, NO),
    "clause-edges": (NO, NOTHING),
    "upper-edge": (NO, NOTHING),
    "one-edge": (NO, NOTHING),
    "remaining-edges": (NO, NOTHING),
    "judge-is-last": (NO, NOTHING),
    "two-moves": (NO, NOTHING),
    "judge-moves-twice": (NO, NOTHING),
    "long-string": (NO, NOTHING),
    "true-literals": (NO, NOTHING),
    "algorithm-1": (DEPENDS, NO),
    "nested-calls": (DEPENDS, NO),
    "space": (DEPENDS, NO),
}
"""As published, as repaired."""

SMALLEST = {
    "definition-2/without-a-mover": (
        "the position is queer or not, depending on who moves first",
        "strings 1,2,1 / 2 / 3; coalition 1; players 3",
    ),
    "cooperation/every-pair": (
        "two players do not win together",
        "strings 3 / 4,2,3,2; coalition 1 2; players 4",
    ),
    "last-move/one-member": (
        "a coalition wins, but cannot say which of its members will be the last one left",
        "strings 1,2,1 / 2 / 3; coalition 2 3; players 3",
    ),
    "qbf/beforehand": (
        "the answer is another one",
        "strings 1 / 1 / 2,4 / 2,5 / 3,5 / 3,4 / 6,6 / 7,5,4,7; coalition 1 3 4 5 7; players 7",
    ),
    "plays-twice/every-play": (
        "a player does not make two moves",
        "strings 1 / 1 / 2,2 / 3,3; coalition 1 3; players 3",
    ),
    "algorithm-1/any-coalitions": (
        "a coalition without members wins, says the algorithm, but loses",
        "strings -; coalition -; players 1",
    ),
    "nested-calls/everybody-has-an-edge": (
        "more nested calls than that",
        "strings 3,2,1; coalition 2; players 3",
    ),
    "nested-calls/any-players": (
        "more nested calls than that",
        "strings -; coalition 2; players 3",
    ),
    "space/any-players": (
        "more cells than that",
        "strings -; coalition 1; players 2",
    ),
}
"""The words of the failure, and the instance."""


def tried(claim: Claim[Any]) -> Tallies:
    """A claim on a few parts of its domain."""
    tallies = {key_of(claim, one): Tally() for one in claim.readings}
    for chunk in FEW[claim.domain]:
        for key, tally in try_claims([claim], AUDIT.domains[claim.domain], chunk).items():
            tallies[key].merge(tally)
    return tallies


def judged(claim: Claim[Any]) -> tuple[str, str]:
    """As published, as repaired."""
    tallies = tried(claim)
    return judgement(claim, tallies), judgement(claim, tallies, repaired=True)


def failing(claim: Claim[Any]) -> dict[str, set[str]]:
    """The readings that fail, by name, and how."""
    return {key.split("/")[1]: set(tally.failures) for key, tally in tried(claim).items() if tally.failures}


@pytest.fixture(scope="module")
def everything() -> Tallies:
    tallies = {key_of(claim, one): Tally() for claim in AUDIT.claims for one in claim.readings}
    for name, chunks in FEW.items():
        for chunk in chunks:
            for key, tally in try_claims(AUDIT.claims, AUDIT.domains[name], chunk).items():
                tallies[key].merge(tally)
    return tallies


@pytest.mark.slow
def test_a_few_cases_come_to_the_verdicts(everything: Tallies) -> None:
    found = {c.name: (judgement(c, everything), judgement(c, everything, repaired=True)) for c in AUDIT.claims}
    assert found == VERDICTS
    assert all(tally.cases for tally in everything.values())


@pytest.mark.slow
def test_the_smallest_counterexamples(everything: Tallies) -> None:
    found = {
        key: (tally.smallest["words"], text_of(Hackenbush(**tally.smallest["instance"])).removeprefix("hackenbush; "))
        for key, tally in everything.items()
        if tally.smallest is not None
    }
    assert found == SMALLEST


def test_the_report_is_reported_as_text_and_as_a_page(everything: Tallies) -> None:
    report = report_of(replace(AUDIT, tables=()), everything, thorough=False)
    assert "PLAYS-TWICE  fails" in as_text(report)
    assert "crewsat decide --deal 'hackenbush; strings 1 / 1 / 2,2 / 3,3; coalition 1 3; players 3'" in as_text(report)
    assert as_page(report).count("\n## ") == len(VERDICTS) + 2  # the counterexamples, and all statements


def test_names_are_unique_and_every_claim_has_a_published_reading_and_a_known_domain() -> None:
    names = [one.name for one in (*AUDIT.claims, *AUDIT.tables)]  # type: ignore[attr-defined]
    assert len(names) == len(set(names))
    for claim in AUDIT.claims:
        keys = [one.name for one in claim.readings]
        assert len(keys) == len(set(keys)), claim.name
        assert claim.domain in AUDIT.domains
        ours = [one.repaired for one in claim.readings]
        assert not ours[0], claim.name
        assert ours == sorted(ours), f"{claim.name}: ours come last"
        assert claim.statement.endswith("."), claim.name
        assert not claim.repaired or claim.repaired.endswith("."), claim.name


# A verdict changes with what is audited: claims about positions.


@pytest.mark.slow
def test_claims_about_the_solver_fail_if_it_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "solved", lambda instance: 1 in instance.members)
    assert set(failing(positions.WORST_CASE)) == {"solver"}
    monkeypatch.setattr(positions, "solved", lambda _instance: True)
    assert set(failing(positions.WORST_CASE)) == {"one-side", "solver"}


def without_what_wins(monkeypatch: pytest.MonkeyPatch, spared: Callable[[int], bool]) -> None:
    """Let coalitions lose, but for those that are spared."""
    honest = truth.outcome

    def less(instance: Hackenbush) -> truth.Outcome:
        found = honest(instance)
        winning = sum(
            1 << one for one in range(1 << instance.number_of_players) if spared(one) and found.winning >> one & 1
        )
        return found._replace(winning=winning)

    monkeypatch.setattr(strings, "outcome", less)


@pytest.mark.parametrize(
    ("claim", "readings"),
    [
        (positions.NO_COALITIONS, {"one-wins"}),
        (positions.BLUE_RED, {"two-players"}),
        (positions.LAST_MOVE, {"some-member"}),
        (positions.COOPERATION, {"some-coalition", "some-pair", "three-players", "every-pair", "all-but-one"}),
        (algorithm_1.ALGORITHM_1, {"members-on-both-sides", "any-coalitions", "repaired"}),
        (two_players.TABLE_1, {"all-plays", "ours"}),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_claims_about_positions_fail_if_nobody_wins(
    claim: Claim[Any], readings: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_what_wins(monkeypatch, lambda coalition: coalition == 0)
    assert set(failing(claim)) == readings


def test_definition_2_fails_if_two_can_force_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = truth.outcome
    monkeypatch.setattr(strings, "outcome", lambda instance: honest(instance)._replace(winning=-1))
    assert failing(positions.DEFINITION_2)["with-its-mover"] == {"several players can force a win"}


def test_figure_1_fails_if_such_a_position_is_not_queer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Strings, "queer", False)
    words = "player 1 can force a win by another cut"
    assert failing(positions.FIGURE_1) == {"two-cuts": {words}, "other-cuts": {words}}


def test_one_member_is_enough_where_each_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = truth.outcome

    def all_forced(instance: Hackenbush) -> truth.Outcome:
        return honest(instance)._replace(forcing=(-1,) * instance.number_of_players)

    monkeypatch.setattr(strings, "outcome", all_forced)
    assert failing(positions.LAST_MOVE) == {}


# Two players, and Algorithm 1.


def test_berlekamps_rule_fails_if_fractions_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "_digits", lambda string: [(label, 0) for label in string])
    assert set(failing(two_players.TABLE_1)) == {"algorithm-1", "all-plays"}
    monkeypatch.setattr(two_players, "hackenbush_value", len)
    assert set(failing(two_players.TABLE_1)) == {"algorithm-1", "all-plays", "ours"}


def test_the_rule_is_not_linear_if_more_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = signs.decide_as_published

    def slow(instance: Hackenbush) -> Published:
        said = honest(instance)
        return replace(said, steps={**said.steps, "waiting": instance.edges**2})

    monkeypatch.setattr(signs, "decide_as_published", slow)
    assert judged(two_players.TABLE_1_TIME)[0] == FAILS


def test_algorithm_1_fails_if_it_is_negated(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = section_3.decide_as_published

    def negated(instance: Hackenbush) -> Published:
        said = honest(instance)
        return Published(not said.answer, None, said.steps)

    monkeypatch.setattr(section_3, "decide_as_published", negated)
    assert judged(algorithm_1.ALGORITHM_1) == (FAILS, FAILS)


@pytest.mark.parametrize("claim", [algorithm_1.NESTED_CALLS, algorithm_1.SPACE], ids=lambda claim: claim.name)
def test_bounds_of_algorithm_1_fail_if_more_is_done(claim: Claim[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = section_3.decide_as_published

    def larger(instance: Hackenbush) -> Published:
        said = honest(instance)
        return replace(said, steps={name: 100 * (1 + number) for name, number in said.steps.items()})

    monkeypatch.setattr(section_3, "decide_as_published", larger)
    assert set(failing(claim)) == {one.name for one in claim.readings}


def test_nested_calls_stand_if_those_of_players_who_leave_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = section_3.decide_as_published

    def only_cuts(instance: Hackenbush) -> Published:
        said = honest(instance)
        return replace(said, steps={**said.steps, "nested calls": 1 + said.steps["nested cuts"]})

    monkeypatch.setattr(section_3, "decide_as_published", only_cuts)
    assert failing(algorithm_1.NESTED_CALLS) == {}


# Theorem 3, and its proof.


def reduced(monkeypatch: pytest.MonkeyPatch, changed: Callable[[Hackenbush], Hackenbush]) -> None:
    """Let another game be made of each formula."""
    monkeypatch.setattr(formulas, "reduce", lambda formula: changed(qbf_to_hackenbush.reduce(formula)))


def bottom_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(formula: Qbf) -> Hackenbush:
        return qbf_to_hackenbush.reduce(formula, Reduction(order="bottom-up"))

    monkeypatch.setattr(formulas, "reduce", other)


def with_judge_below(instance: Hackenbush) -> Hackenbush:
    """The judge's upper edge is below those of the clauses: it stands whatever they do."""
    *others, long = instance.strings
    return instance.model_copy(update={"strings": (*others, (long[0], long[-1], *long[1:-1]))})


def with_a_joint_string(instance: Hackenbush) -> Hackenbush:
    """The counter's string stands on the edge of a variable."""
    *others, counter, long = instance.strings
    return instance.model_copy(update={"strings": (*others[:-1], (*others[-1], *counter), (), long)})


def test_theorem_3_needs_the_printed_order(monkeypatch: pytest.MonkeyPatch) -> None:
    bottom_up(monkeypatch)
    assert failing(reductions.IF_TRUE) == {"printed": {reductions.FALSE_NO}, "numbered": {reductions.FALSE_NO}}
    assert judged(reductions.ONLY_IF_TRUE)[0] == NO


def test_theorem_3_needs_the_judges_upper_edge_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    reduced(monkeypatch, with_judge_below)
    assert failing(reductions.ONLY_IF_TRUE) == {"printed": {reductions.FALSE_YES}, "numbered": {reductions.FALSE_YES}}
    assert judged(reductions.IF_TRUE)[0] == NO


def test_the_proof_does_not_work_bottom_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clause's player may find his edge gone, as that of another one below it was cut."""
    bottom_up(monkeypatch)
    assert failing(proof.CLAUSE_EDGE) == {"first-round": {"he has no such edge"}}
    assert "every-play" in failing(proof.TWICE)


def test_what_follows_for_the_formula_fails_if_the_judge_is_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    reduced(monkeypatch, with_judge_below)
    assert set(failing(proof.LONG_STRING)) == {"won-plays"}
    assert set(failing(proof.TRUE_LITERALS)) == {"won-plays"}


def test_two_moves_need_a_string_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    reduced(monkeypatch, with_a_joint_string)
    assert failing(proof.TWO_MOVES) == {"upper-edge-first": {"he has lost an edge"}}


def test_the_judge_need_not_move_twice_if_the_counter_has_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    """If everybody is of the second coalition, any play is won."""

    def everybody(instance: Hackenbush) -> Hackenbush:
        return instance.model_copy(update={"coalition": tuple(range(1, instance.number_of_players + 1))})

    reduced(monkeypatch, everybody)
    assert failing(proof.JUDGE_MOVES_TWICE) == {"won-plays": {"he does not make two moves"}}


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (proof.UPPER_EDGE, "the edge has fallen"),
        (proof.JUDGE_IS_LAST, "another player is"),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_sentences_of_the_proof_fail_if_everybody_does_what_he_likes(
    claim: Claim[Source], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plays, "moves_of_the_proof", plays.all_moves)
    assert set().union(*failing(claim).values()) == {words}


def test_one_edge_and_no_other_needs_that_there_is_no_other_string(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_spare_edge(instance: Hackenbush) -> Hackenbush:
        *literals, counter, long = instance.strings
        return instance.model_copy(update={"strings": (*literals, (instance.number_of_players,), counter, long)})

    reduced(monkeypatch, with_a_spare_edge)
    assert failing(proof.ONE_EDGE) == {"second-round": {"a player has several edges"}}
    assert failing(proof.REMAINING) == {"none-is-left": {"an edge is left, or somebody has moved three times"}}


def test_plays_twice_as_repaired_fails_if_everybody_does_what_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "moves_of_the_proof", plays.all_moves)
    assert judged(proof.TWICE) == (FAILS, FAILS)


def test_sizes_fail_if_a_string_or_a_player_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_the_counter(instance: Hackenbush) -> Hackenbush:
        return instance.model_copy(update={"strings": (*instance.strings[:-2], instance.strings[-1])})

    reduced(monkeypatch, without_the_counter)
    assert set(failing(reductions.NUMBERS)["printed"]) == {"there are not n + k + 2 players with edges"}
    assert judged(reductions.POLYNOMIAL)[0] == FAILS
    reduced(monkeypatch, lambda instance: instance.model_copy(update={"strings": (*instance.strings, ())}))
    assert set(failing(reductions.NUMBERS)["printed"]) == {"there are not 2n + 2 strings"}
    reduced(monkeypatch, lambda instance: instance.model_copy(update={"coalition": (1,)}))
    assert judged(reductions.COALITIONS)[0] == FAILS


def test_what_qbf_asks_is_wrong_if_formulas_mean_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "true", False)
    assert set(failing(reductions.QUESTION)) == {"one-by-one", "beforehand"}


# Counterexamples.

ANSWERS = {
    "algorithm-1/any-coalitions": "no",
    "plays-twice/every-play": "yes",
    "cooperation/every-pair": "no",
    "last-move/one-member": "yes",
    "qbf/beforehand": "yes",
}
"""What `decide` says of a counterexample."""


@pytest.mark.parametrize("key", ANSWERS)
def test_a_counterexample_has_the_answer_it_is_one_for(key: str, everything: Tallies) -> None:
    smallest = everything[key].smallest
    assert smallest is not None
    assert crewsat.decide(Hackenbush(**smallest["instance"])).answer == ANSWERS[key]
