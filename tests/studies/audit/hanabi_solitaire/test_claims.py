"""Verdicts about Hanabi are computed: they change with the algorithms, and counterexamples are tried again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.result import Decision, Refutation, Win
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.text import parse_text, text_of
from crewsat.studies.audit.claims import Claim, Reading, Tally, judgement, key_of, try_claims
from crewsat.studies.audit.hanabi_solitaire import (
    model,
    running_times,
    section_2,
    section_3,
    section_4,
    special_cases,
    table,
)
from crewsat.studies.audit.hanabi_solitaire.audit import AUDIT
from crewsat.studies.audit.hanabi_solitaire.decks import FALSE_NO, FALSE_YES, Deck, decided_by
from crewsat.studies.audit.hanabi_solitaire.positions import Positions
from crewsat.studies.audit.hanabi_solitaire.running_times import Large
from crewsat.studies.audit.published import Published
from crewsat.studies.audit.rendering import as_page, report_of
from tests.support.audit_pages import as_text

if TYPE_CHECKING:
    from types import ModuleType

    from crewsat.studies.audit.claims import Chunk, Tallies

FEW: dict[str, list[Chunk]] = {
    "no-card-twice": [*((1, 3, n, 0, 1) for n in range(4)), *((2, 2, n, 0, 1) for n in range(5)), (1, 1, 0, 0, 1)],
    "one-colour": [*((1, 3, n, 0, 1) for n in range(6)), *((1, 1, n, 0, 1) for n in range(3)), (1, 4, 4, 0, 1)],
    "several-colours": [*((1, 2, n, 0, 1) for n in range(4)), (1, 3, 4, 0, 1), (2, 2, 3, 0, 1), (2, 1, 3, 0, 1)],
    "large": [("once", 16), ("once", 64), ("one-colour", 16), ("one-colour", 64), ("table", 2_000)],
}

NO, DEPENDS, FAILS, NOTHING = "no counterexample", "depends on the reading", "fails", "untested"

VERDICTS = {
    "deck-size": (NO, NOTHING),
    "original-hand": (DEPENDS, NOTHING),
    "play-at-once": (DEPENDS, NOTHING),
    "one-copy": (NO, NOTHING),
    "lemma-2.1": (DEPENDS, NO),
    "useless-high": (NO, NOTHING),
    "useless-last": (NO, NOTHING),
    "observation-3.1": (NO, NOTHING),
    "lemma-3.2-removes": (DEPENDS, NO),
    "lemma-3.2-leaves": (DEPENDS, NOTHING),
    "theorem-3.3": (DEPENDS, NO),
    "theorem-3.3-lazy": (NO, NOTHING),
    "lemma-4.1": (FAILS, NO),
    "theorem-4.2": (NO, NO),
    "lemma-2.1-time": (DEPENDS, NO),
    "lemma-2.1-bits": (NO, NOTHING),
    "theorem-3.3-time": (DEPENDS, NO),
    "theorem-4.2-space": (DEPENDS, NO),
    "theorem-4.2-time": (DEPENDS, NO),
}
"""As published, as repaired."""

SMALLEST = {
    "original-hand/last-turn": "hand 1; deck a1,2",
    "play-at-once/every-position": "hand 1; deck a1,1,3,2",
    "lemma-2.1/intervals-no-card-twice": "hand 0; deck -; values 1; colours a",
    "lemma-3.2-removes/in-the-deck": "hand 0; deck a2,1,3,2",
    "lemma-3.2-leaves/always": "hand 0; deck a1; values 3",
    "theorem-3.3/missing-loop": "hand 0; deck -; values 1; colours a",
    "lemma-4.1/sets": "hand 1; deck a2,1",
    "lemma-4.1/copies": "hand 1; deck a2,1",
    "lemma-4.1/at-least": "hand 1; deck a2,1",
    "lemma-2.1-time/no-card-twice": "hand 16; deck red2; values 16; colours red",
    "theorem-3.3-time/missing-values": "hand 1; deck red15,16",
    "theorem-4.2-space/uniform": "hand 1; deck blue1 yellow1 green1 red1; values 1; colours red yellow green blue",
    "theorem-4.2-time/uniform": "hand 1; deck green1 yellow1 red1; values 1; colours red yellow green",
    "theorem-4.2-time/no-hand": "hand 0; deck red1; values 1; colours red",
}


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


def failing(claim: Claim[Any]) -> set[str]:
    """The readings that fail, by name."""
    return {key.split("/")[1] for key, tally in tried(claim).items() if tally.failures}


@pytest.fixture(scope="module")
def everything() -> Tallies:
    return {key: tally for claim in AUDIT.claims if claim.name in VERDICTS for key, tally in tried(claim).items()}


# Verdicts and counterexamples.


@pytest.mark.thorough
def test_a_few_decks_come_to_the_verdicts(everything: Tallies) -> None:
    claims = [claim for claim in AUDIT.claims if claim.name in VERDICTS]
    found = {c.name: (judgement(c, everything), judgement(c, everything, repaired=True)) for c in claims}
    assert found == VERDICTS


@pytest.mark.slow
def test_the_smallest_counterexamples(everything: Tallies) -> None:
    found = {
        key: text_of(HanabiSolitaire(**tally.smallest["instance"])).removeprefix("hanabi solitaire; ")
        for key, tally in everything.items()
        if tally.smallest is not None
    }
    assert {key: text for key, text in found.items() if key in SMALLEST} == SMALLEST
    assert set(found) - set(SMALLEST) == {"lemma-2.1/greedy-no-card-twice"}


@pytest.mark.slow
@pytest.mark.parametrize("key", SMALLEST)
def test_a_counterexample_is_one(key: str, everything: Tallies) -> None:
    claim = next(claim for claim in AUDIT.claims if key.startswith(f"{claim.name}/"))
    reading = next(one for one in claim.readings if key_of(claim, one) == key)
    smallest = everything[key].smallest
    assert smallest is not None
    instance = HanabiSolitaire(**smallest["instance"])
    truth = {FALSE_YES: "no", FALSE_NO: "yes"}.get(smallest["words"])
    assert truth in {None, crewsat.decide(instance, method="exhaustive").answer}
    kinds = ("once", "one-colour", "table") if claim.domain == "large" else ("",)
    cases: list[Any] = [Large(instance, kind) if kind else Deck(instance) for kind in kinds]
    failures = [failure for failure in map(reading.fails, cases) if failure]
    assert [failure.words for failure in failures] == [smallest["words"]]
    assert failures[0].instance.as_dict() == smallest["instance"]
    assert list(AUDIT.domains[claim.domain].size(cases[0])) == smallest["size"]


def test_a_wrong_entry_is_reported_in_the_notes(everything: Tallies) -> None:
    smallest = everything["lemma-4.1/sets"].smallest
    assert smallest is not None
    note = "after 2 draws, with a2 in the hand: the entry is 2, but should be 1"
    assert smallest["instance"]["about"] == {"entry": note}
    assert set(everything["lemma-4.1/sets"].failures) == {"an entry is too large"}


def test_the_report_is_reported_as_text_and_as_a_page(everything: Tallies) -> None:
    audit = replace(AUDIT, claims=tuple(claim for claim in AUDIT.claims if claim.name in VERDICTS))
    report = report_of(audit, everything, thorough=False)
    text, page = as_text(report), as_page(report)
    assert "LEMMA-4.1  fails" in text
    assert "crewsat decide --deal 'hanabi solitaire; hand 1; deck a2,1'" in text
    assert page.count("\n## ") == len(VERDICTS) + 2  # the counterexamples, and all statements


# Verdicts change with what is published …


def negated(said: Published) -> Published:
    return Published(not said.answer, None, said.steps)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "section"),
    [
        (special_cases.LEMMA_2_1, section_2),
        (special_cases.THEOREM_3_3, section_3),
        (table.THEOREM_4_2, section_4),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_a_claim_fails_if_its_algorithm_is_negated(
    claim: Claim[Any], section: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    algorithm = section.decide_as_published
    monkeypatch.setattr(section, "decide_as_published", lambda *arguments: negated(algorithm(*arguments)))
    assert judged(claim) == (FAILS, NO)


@pytest.mark.slow
def test_lemma_3_2_fails_if_other_cards_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = section_3.filter_as_published

    def the_last_too(instance: HanabiSolitaire, steps: dict[str, int]) -> section_3.Filtered:
        filtered = honest(instance, steps)
        return replace(filtered, removed=sorted({*filtered.removed, instance.size} - {0}))

    monkeypatch.setattr(section_3, "filter_as_published", the_last_too)
    assert judged(special_cases.LEMMA_3_2_REMOVES) == (FAILS, FAILS)

    def none(instance: HanabiSolitaire, steps: dict[str, int]) -> section_3.Filtered:
        return replace(honest(instance, steps), removed=[])

    monkeypatch.setattr(section_3, "filter_as_published", none)
    assert judged(special_cases.LEMMA_3_2_LEAVES) == (FAILS, NOTHING)


def test_the_lazy_strategy_fails_if_nothing_is_filtered(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = section_3.filter_as_published

    def unfiltered(instance: HanabiSolitaire, steps: dict[str, int]) -> section_3.Filtered:
        last = {value: honest(instance, steps).last[value] for value in range(1, instance.highest + 1)}
        return section_3.Filtered(
            {value: max((d for d, c in enumerate(instance.deck, 1) if c.value == value), default=0) for value in last}
        )

    monkeypatch.setattr(section_3, "filter_as_published", unfiltered)
    tally = tried(special_cases.LAZY)["theorem-3.3-lazy/as-printed"]
    assert set(tally.failures) == {"the lazy play breaks a rule: hand size"}


@pytest.mark.slow
def test_lemma_4_1_stands_if_the_union_is_disjoint_and_fails_if_nothing_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = table.LEMMA_4_1
    disjoint: Reading[Deck] = replace(claim.readings[0], fails=table._lemma_4_1(section_4.REPAIRED, twice=False))
    assert failing(replace(claim, readings=(disjoint,))) == set()
    monkeypatch.setattr(section_4._Recurrence, "_stored", lambda *_: -1.0)
    assert failing(claim) == {one.name for one in claim.readings}


def test_hands_with_two_copies_need_their_own_entries() -> None:
    """The repair is for hands that are sets; with two copies of a card, an entry is too small."""
    claim = table.LEMMA_4_1
    wider: Reading[Deck] = replace(claim.readings[0], fails=table._lemma_4_1(section_4.REPAIRED, twice=True))
    tally = tried(replace(claim, readings=(wider,)))["lemma-4.1/sets"]
    assert set(tally.failures) == {"an entry is too small"}
    assert tally.smallest is not None
    assert text_of(HanabiSolitaire(**tally.smallest["instance"])) == "hanabi solitaire; hand 2; deck a2,2,1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        (running_times.SECTION_2[0], "once"),
        (running_times.SECTION_2[1], "once"),
        (running_times.SECTION_3, "one-colour"),
        (running_times.SECTION_4[0], "table"),
        (running_times.SECTION_4[1], "table"),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_running_times_fail_if_more_is_done(claim: Claim[Any], kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = running_times._ALGORITHMS[kind]

    def slow(instance: HanabiSolitaire) -> dict[str, int]:
        return {name: 1000 * number for name, number in honest(instance).items()}

    monkeypatch.setitem(running_times._ALGORITHMS, kind, slow)
    assert judged(claim)[0] == FAILS
    assert failing(claim) >= {one.name for one in claim.readings if one.repaired}


# … with what it says of the model …


@pytest.mark.slow
def test_claims_about_useless_cards_fail_if_all_are_useless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(special_cases, "_useless", lambda _instance, draws: iter(draws))
    for claim in (
        special_cases.USELESS_HIGH,
        special_cases.USELESS_LAST,
        special_cases.OBSERVATION_3_1,
        special_cases.LEMMA_3_2_LEAVES,
    ):
        assert judged(claim) == (FAILS, NOTHING), claim.name


def test_claims_about_the_model_fail_if_it_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(HanabiSolitaire, "multiplicity", 1)
        assert judged(model.DECK_SIZE)[0] == FAILS
    with monkeypatch.context() as patch:
        honest = model._won_with_hand
        patch.setattr(model, "_won_with_hand", lambda game, size, rules: honest(game, size - 1, rules))
        words = Counter[str]()
        for tally in tried(model.ORIGINAL_HAND).values():
            assert tally.failures
            words += tally.failures
        assert "lost with a card more by the original rules, but not here" in words
    with monkeypatch.context() as patch:
        patch.setattr(Positions, "is_played", lambda *_: True)
        assert judged(model.ONE_COPY)[0] == FAILS


@pytest.mark.slow
def test_playing_at_once_fails_if_cards_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        model,
        "_played",
        lambda game, draws, position: ((draws + 1, position) for _ in range(draws < game.instance.size)),
    )
    assert judged(model.AT_ONCE) == (FAILS, NOTHING)


# … and with our own algorithms.


@pytest.mark.slow
@pytest.mark.parametrize("answer", [Refutation("no way"), Win([])])
@pytest.mark.parametrize("claim", [special_cases.LEMMA_2_1, special_cases.THEOREM_3_3], ids=lambda claim: claim.name)
def test_what_is_repaired_fails_if_our_algorithm_always_says_the_same(
    claim: Claim[Deck], answer: Decision[Any]
) -> None:
    *others, ours = claim.readings
    assert ours.repaired
    always: Reading[Deck] = replace(ours, fails=decided_by(lambda _instance: answer))
    assert judged(replace(claim, readings=(*others, always)))[1] == FAILS


def test_theorem_4_2_as_repaired_fails_if_our_table_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crewsat.algorithms.hanabi_solitaire.table.search", lambda _instance: None)
    assert judged(table.THEOREM_4_2) == (NO, FAILS)


# What an audit needs.


def test_names_are_unique_and_every_claim_has_a_published_reading_and_a_known_domain() -> None:
    names = [claim.name for claim in AUDIT.claims]
    assert len(names) == len(set(names))
    assert set(names) >= set(VERDICTS)
    for claim in AUDIT.claims:
        keys = [one.name for one in claim.readings]
        assert len(keys) == len(set(keys)), claim.name
        assert claim.domain in AUDIT.domains
        ours = [one.repaired for one in claim.readings]
        assert not ours[0], claim.name
        assert ours == sorted(ours), f"{claim.name}: ours come last"
        assert claim.statement.endswith("."), claim.name
        assert not claim.repaired or claim.repaired.endswith("."), claim.name


def test_a_deck_without_colours_has_no_table() -> None:
    deck = Deck(parse_text("hanabi solitaire; hand 1; deck -"))
    assert [one.fails(deck) for one in table.LEMMA_4_1.readings] == [None] * 5
