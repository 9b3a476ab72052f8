"""What an audit says is computed: a claim, an algorithm or a reduction that changes, changes the verdict."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import log2
from typing import TYPE_CHECKING, Any, Literal

import pytest

import crewsat
from crewsat.algorithms.crew import single_suit, single_value
from crewsat.algorithms.result import Decision, Refutation, Win
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text
from crewsat.reductions import hamiltonian_path_to_crew
from crewsat.studies.audit.claims import Claim, Failure, Reading, Tally, judgement, key_of, try_claims
from crewsat.studies.audit.crew import graphs, running_times, section_3, section_4, section_5, special_cases
from crewsat.studies.audit.crew import reductions as crew_reductions
from crewsat.studies.audit.crew import single_suit as suit_claims
from crewsat.studies.audit.crew.audit import AUDIT
from crewsat.studies.audit.crew.deals import decided_by
from crewsat.studies.audit.published import Published
from crewsat.studies.audit.rendering import as_page, report_of
from tests.support.audit_pages import as_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.cards import Card
    from crewsat.problems.graph.graph import Graph
    from crewsat.reductions.hamiltonian_path_to_crew import Reduction
    from crewsat.studies.audit.claims import Chunk, Tallies

SMALL = parse_text("a1 / a2; 1 wins a1")
OTHER = parse_text("a1 / a2; 2 wins a1")

FEW_SUIT: list[Chunk] = [("random", 0), (2, 4, 0, 1)]
FEW_VALUE: list[Chunk] = [(2, 2, 0, 1), (2, 3, 0, 1)]
FEW_GRAPHS: list[Chunk] = [("atlas", n, 0, 1) for n in (1, 2, 3)]


def tried(claim: Claim[Any], chunks: list[Chunk]) -> Tallies:
    """A claim on a few parts of its domain."""
    tallies = {key_of(claim, one): Tally() for one in claim.readings}
    for chunk in chunks:
        for key, tally in try_claims([claim], AUDIT.domains[claim.domain], chunk).items():
            tallies[key].merge(tally)
    return tallies


def judged(claim: Claim[Any], chunks: list[Chunk]) -> tuple[str, str]:
    """As published, as repaired."""
    tallies = tried(claim, chunks)
    return judgement(claim, tallies), judgement(claim, tallies, repaired=True)


# Tallies.


Result = tuple[Failure | Literal[False] | None, tuple[int, ...]]


def filled(*results: Result) -> Tally:
    tally = Tally()
    for result, size in results:
        tally.add(result, size)
    return tally


def test_a_tally_counts_what_was_said_and_keeps_the_smallest_failure() -> None:
    tally = filled(
        (None, (0,)), (False, (1,)), (Failure("bad", SMALL), (3, 1)), (Failure("worse", OTHER), (2, 9)), (False, (9,))
    )
    assert tally.cases == 4
    assert tally.failures == Counter({"bad": 1, "worse": 1})
    assert tally.smallest == {"size": [2, 9], "words": "worse", "instance": OTHER.as_dict()}
    assert tally.standing == "fails"
    assert filled((None, (0,))).standing == "untested"
    assert filled((False, (0,)), (None, (0,))).standing == "holds"


def test_the_smallest_failure_does_not_depend_on_the_order_of_cases_or_parts() -> None:
    """Of two of a size, the one whose text comes first is kept."""
    found: list[Result] = [
        (Failure("w", SMALL), (2,)),
        (Failure("w", OTHER), (2,)),
        (Failure("v", SMALL), (3,)),
        (False, (1,)),
    ]
    results = []
    for order in permutations(found):
        for cut in range(len(order) + 1):
            tally = filled(*order[:cut])
            tally.merge(filled(*order[cut:]))
            results.append(tally.as_dict())
    assert all(one == results[0] for one in results)
    assert results[0]["cases"] == 4
    assert results[0]["failures"] == {"v": 1, "w": 2}
    assert results[0]["smallest"]["size"] == [2]


def test_a_tally_survives_json() -> None:
    for tally in (Tally(), filled((False, (1,))), filled((Failure("bad", SMALL), (1, 2)), (None, ()), (False, (0,)))):
        again = Tally.from_dict(json.loads(json.dumps(tally.as_dict())))
        assert again == tally
        again.merge(filled((Failure("bad", OTHER), (0,))))
        assert again.smallest is not None
        assert again.smallest["instance"] == OTHER.as_dict()


# Judgements.

HOLDS, FAILS, SILENT = Tally(3), Tally(3, Counter({"bad": 1}), {"size": [1], "words": "bad", "instance": {}}), Tally()


@pytest.mark.parametrize(
    ("published", "ours", "as_published", "as_repaired"),
    [
        ([HOLDS], [], "no counterexample", "untested"),
        ([FAILS], [HOLDS], "fails", "no counterexample"),
        ([HOLDS, FAILS], [FAILS], "depends on the reading", "fails"),
        ([FAILS, SILENT], [SILENT, HOLDS], "fails", "no counterexample"),
        ([SILENT, HOLDS], [SILENT], "no counterexample", "untested"),
        ([SILENT], [HOLDS, FAILS], "untested", "depends on the reading"),
    ],
)
def test_a_judgement_follows_from_the_standings(
    published: list[Tally], ours: list[Tally], as_published: str, as_repaired: str
) -> None:
    all_tallies = [*published, *ours]
    readings: tuple[Reading[Any], ...] = tuple(
        Reading(f"r{k}", "", lambda _case: None, repaired=k >= len(published)) for k in range(len(all_tallies))
    )
    claim: Claim[Any] = Claim("c", "", "", "one-suit", readings)
    tallies = {f"c/r{k}": tally for k, tally in enumerate(all_tallies)}
    assert judgement(claim, tallies) == as_published
    assert judgement(claim, tallies, repaired=True) == as_repaired


def test_names_are_unique_and_every_claim_has_a_published_reading_and_a_known_domain() -> None:
    names = [claim.name for claim in AUDIT.claims]
    assert len(names) == len(set(names))
    for claim in AUDIT.claims:
        keys = [one.name for one in claim.readings]
        assert len(keys) == len(set(keys)), claim.name
        assert claim.domain in AUDIT.domains
        assert not claim.readings[0].repaired
        ours = [one.repaired for one in claim.readings]
        assert ours == sorted(ours), f"{claim.name}: ours come last"
        assert claim.statement.endswith("."), claim.name
        assert not claim.repaired or claim.repaired.endswith("."), claim.name


def test_every_claim_to_be_audited_is_there() -> None:
    names = {claim.name for claim in AUDIT.claims}
    assert names >= {
        "theorem-3.1",
        "lemma-4.2",
        "lemma-4.3",
        "theorem-4.1",
        "lemma-5.1",
        "lemma-5.2",
        "theorem-5.3",
        "theorem-5.3-algorithm",
        "lemma-6.2",
        "lemma-6.2-start",
        "corollary-6.4",
        "theorem-6.5",
        "theorem-3.1-time",
        "theorem-4.1-time",
        "theorem-5.3-time",
        "constant-players",
    }


# Verdicts change with the algorithms that are published.


def negated(algorithm: Callable[..., Published]) -> Callable[..., Published]:
    def wrong(*arguments: Any) -> Published:  # noqa: ANN401
        said = algorithm(*arguments)
        return Published(not said.answer, None, said.steps)

    return wrong


def test_theorem_3_1_fails_if_its_algorithm_is_negated(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = special_cases.THEOREM_3_1
    assert judged(claim, FEW_VALUE) == ("depends on the reading", "no counterexample")
    monkeypatch.setattr(section_3, "decide_as_published", negated(section_3.decide_as_published))
    assert judged(claim, FEW_VALUE) == ("fails", "no counterexample")


@pytest.mark.slow
def test_theorem_4_1_fails_if_its_algorithm_always_says_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = special_cases.THEOREM_4_1
    assert judged(claim, FEW_SUIT) == ("no counterexample", "no counterexample")
    monkeypatch.setattr(section_4, "decide_as_published", lambda *_: Published(answer=True, play=None, steps={}))
    tallies = tried(claim, FEW_SUIT)
    assert judgement(claim, tallies) == "fails"
    words = {word for one in claim.readings for word in tallies[key_of(claim, one)].failures}
    assert words == {"says yes, but the deal is lost"}


@pytest.mark.thorough
def test_the_algorithm_after_theorem_5_3_stands_if_it_is_replaced_by_a_right_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = suit_claims.THEOREM_5_3
    assert judged(claim, FEW_SUIT) == ("fails", "no counterexample")

    def right(instance: Crew, _reading: object) -> Published:
        found = single_suit.decide_single_suit(instance)
        return Published(isinstance(found, Win), None, {})

    monkeypatch.setattr(section_5, "decide_as_published", right)
    assert judged(claim, FEW_SUIT) == ("no counterexample", "no counterexample")


def test_a_running_time_fails_if_the_algorithm_takes_more_steps() -> None:
    claim = next(one for one in AUDIT.claims if one.name == "theorem-4.1-time")
    chunks: list[Chunk] = [("owned", 64)]
    assert judged(claim, chunks)[0] == "no counterexample"

    def slow(instance: Crew, reading: section_4.Reading) -> Published:
        said = section_4.decide_as_published(instance, reading)
        return Published(said.answer, said.play, {**said.steps, "waiting": len(instance.holder) ** 2})

    within = running_times._within("owned", slow, section_4.READINGS[0], lambda n, p: n * p + n * log2(n))
    changed = replace(claim, readings=(replace(claim.readings[0], fails=within),))
    assert judged(changed, chunks)[0] == "fails"


# … with the claims …


def test_a_claim_without_its_failing_reading_stands() -> None:
    claim = special_cases.THEOREM_3_1
    named = [one for one in claim.readings if one.name != "named-leader"]
    assert judged(replace(claim, readings=tuple(named)), FEW_VALUE)[0] == "no counterexample"
    only = [one for one in claim.readings if one.name != "free-leader"]
    assert judged(replace(claim, readings=tuple(only)), FEW_VALUE)[0] == "fails"


@pytest.mark.slow
def test_a_claim_that_says_something_else_is_judged_by_what_it_says() -> None:
    claim = special_cases.LEMMA_4_2
    assert judged(claim, FEW_SUIT)[0] == "no counterexample"

    def fewer_than_l(deal: Any) -> Any:  # noqa: ANN401
        fewest = deal.game.fewest(deal.game.start)
        return Failure("not fewer than l", deal.instance) if fewest >= len(deal.instance.objectives) else False

    changed = replace(claim, readings=(replace(claim.readings[0], fails=fewer_than_l),))
    tallies = tried(changed, FEW_SUIT)
    assert judgement(changed, tallies) == "fails"
    report = report_of(replace(AUDIT, claims=(changed,)), tallies, thorough=False)
    assert report["claims"][0]["as_published"] == "fails"
    assert "LEMMA-4.2  fails" in as_text(report)
    assert "As published: **fails**" in as_page(report)


def test_a_claim_that_speaks_of_no_case_is_untested() -> None:
    claim = special_cases.ONE_PLAYER
    assert judged(claim, [(2, 2, 0, 1)])[0] == "untested"
    assert judged(claim, [(1, 2, 0, 1)])[0] == "no counterexample"


# … with our own algorithms …


@pytest.mark.slow
@pytest.mark.parametrize("answer", [Refutation("no way"), Win([])])
def test_what_is_repaired_fails_if_our_algorithm_is_broken(answer: Decision[Any]) -> None:
    for claim, chunks in (
        (suit_claims.THEOREM_5_3, FEW_SUIT[1:]),
        (special_cases.THEOREM_3_1, FEW_VALUE),
        (special_cases.THEOREM_4_1, FEW_SUIT[1:]),
    ):
        *others, ours = claim.readings
        assert ours.repaired
        always: Reading[Any] = replace(ours, fails=decided_by(lambda _instance: answer))
        assert judged(replace(claim, readings=(*others, always)), chunks)[1] == "fails", claim.name


def test_what_is_repaired_fails_if_our_algorithm_forgets_who_leads() -> None:
    claim = special_cases.THEOREM_3_1

    def forgets(instance: Crew) -> Decision[tuple[int, tuple[Card, ...]]]:
        return single_value.decide_single_value(Crew(hands=instance.hands, objectives=instance.objectives))

    *others, ours = claim.readings
    broken: Reading[Any] = replace(ours, fails=decided_by(forgets))
    tallies = tried(replace(claim, readings=(*others, broken)), FEW_VALUE)
    assert judgement(claim, tallies, repaired=True) == "fails"
    assert set(tallies["theorem-3.1/ours"].failures) == {"says yes, but the deal is lost"}


# … and with the reduction.


@pytest.mark.slow
def test_lemma_6_2_as_repaired_fails_if_the_reduction_forgets_an_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = replace(crew_reductions.LEMMA_6_2, readings=crew_reductions.LEMMA_6_2.readings[-3:])
    assert judged(claim, FEW_GRAPHS) == ("untested", "no counterexample")

    def without_an_edge(graph: Graph, reduction: Reduction) -> Crew:
        less = type(graph).numbered(len(graph.names), sorted(graph.edges)[1:])
        return hamiltonian_path_to_crew.reduce(less, reduction)

    monkeypatch.setattr(graphs, "reduce", without_an_edge)
    tallies = tried(claim, FEW_GRAPHS)
    assert judgement(claim, tallies, repaired=True) == "fails"
    assert set(tallies["lemma-6.2/exact-one"].failures) == {"the deal is lost, but the graph has a Hamiltonian path"}


@pytest.mark.slow
def test_lemma_6_2_as_printed_stands_if_the_printed_number_is_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = crew_reductions.LEMMA_6_2
    assert judged(claim, FEW_GRAPHS) == ("depends on the reading", "no counterexample")

    def right_number(graph: Graph, reduction: Reduction) -> Crew:
        return hamiltonian_path_to_crew.reduce(graph, replace(reduction, junk="hand-size"))

    monkeypatch.setattr(graphs, "reduce", right_number)
    assert judged(claim, FEW_GRAPHS) == ("no counterexample", "no counterexample")
    assert judged(crew_reductions.HAND_SIZE, FEW_GRAPHS)[0] == "no counterexample"


def test_with_several_suits_l_tricks_need_not_be_enough() -> None:
    """The remark on section 5: one objective, two tricks."""
    deal = parse_text("a8,9 / a1 b1; leader 1; 1 wins b1")
    assert crewsat.decide(deal, fewest_tricks=True).fewest_tricks == (2, 2)
