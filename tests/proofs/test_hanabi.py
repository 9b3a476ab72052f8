"""Proofs that decks of solitaire Hanabi are lost: about the plain formula, in which nothing is argued beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import crewsat
from tests.support.random_decks import small_deck

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_every_small_lost_deck_is_proved(tmp_path: Path) -> None:
    proofs = 0
    for seed in range(120):
        deck = small_deck(seed)
        verdict = crewsat.decide(deck, proof=tmp_path)
        assert verdict.answer == crewsat.decide(deck).answer, deck.to_json()
        if verdict.answer == "no":
            proofs += 1
            assert (verdict.method, verdict.checked) == ("cnf-draws", "proof"), deck.to_json()
            assert verdict.proof is not None
            assert crewsat.verify_proof(deck, verdict.proof).lemmas == verdict.proof.lemmas
    assert proofs > 30


@pytest.mark.slow
def test_shuffled_decks_of_the_real_game_are_proved(tmp_path: Path) -> None:
    for seed, hand_size in ((2, 5), (12, 7), (129, 7)):
        deck = crewsat.RandomDeck(hand_size=hand_size).with_seed(seed)
        verdict = crewsat.decide(deck, proof=tmp_path)
        assert verdict.checked == "proof"
        assert verdict.proof is not None
        assert crewsat.verify_proof(deck, verdict.proof).clauses > 10_000
