"""Every bound and method of Hanabi that says no by itself, by name, on games that can just be won."""

from __future__ import annotations

import pytest

from tests.support.by_name import EVERY_RUN, THOROUGH, USUAL, Claim, Mistake, claims_and_mistakes, wrong_no
from tests.support.chunks import sizes
from tests.support.hanabi_claims import CLAIMS


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(USUAL, len(EVERY_RUN)))
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_it_says_no_only_where_nothing_wins(claim: Claim, number: int) -> None:
    assert wrong_no(claim, EVERY_RUN[:number]) is None


@pytest.mark.thorough
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_it_says_no_only_where_nothing_wins_on_many_games(claim: Claim) -> None:
    assert wrong_no(claim, THOROUGH) is None


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "mistake"), claims_and_mistakes(CLAIMS))
def test_each_of_its_conditions_is_needed(claim: Claim, mistake: Mistake) -> None:
    assert wrong_no(claim, EVERY_RUN, mistake) is not None
