"""Every bound and method of The Crew that says no by itself, by name, on deals aimed at its conditions."""

from __future__ import annotations

import pytest

from tests.support.by_name import (
    EVERY_RUN,
    THOROUGH,
    UNTIL_NOTICED,
    USUAL,
    Claim,
    Mistake,
    claims_and_mistakes,
    wrong_no,
)
from tests.support.chunks import sizes
from tests.support.crew_claims import CLAIMS as OF_OBJECTIVES
from tests.support.crew_quick_claims import CLAIMS as OF_THE_PLAYER
from tests.support.crew_task_claims import CLAIMS as OF_TASKS

CLAIMS = [*OF_OBJECTIVES, *OF_THE_PLAYER, *OF_TASKS]


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(USUAL, len(EVERY_RUN)))
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_it_says_no_only_where_nothing_wins(claim: Claim, number: int) -> None:
    assert wrong_no(claim, EVERY_RUN[:number]) is None


@pytest.mark.thorough
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_it_says_no_only_where_nothing_wins_on_many_deals(claim: Claim) -> None:
    assert wrong_no(claim, THOROUGH) is None


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "mistake"), claims_and_mistakes(CLAIMS))
def test_each_of_its_conditions_is_needed(claim: Claim, mistake: Mistake) -> None:
    assert wrong_no(claim, UNTIL_NOTICED, mistake) is not None
