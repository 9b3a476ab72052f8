"""Lines of Hanabi: all actions from the first one on, and the clue tokens after each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads
from crewsat.report.hanabi.strip import signs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Verdict
    from crewsat.questions.hanabi.review_result import HanabiReview


@reads("the page", ALL)
def line(instance: Hanabi, play: Sequence[Action], assignment: None = None) -> dict[str, Any]:  # noqa: ARG001 - no player takes anything
    """Return a line without a title: actions, and what the board of the game starts with.

    Args:
        instance: the deck or position.
        play: actions after those of the instance.
        assignment: None.
    """
    table = Table(instance)
    tokens = [table.clue_tokens]
    for action in (*instance.actions, *play):
        table.do(action)
        tokens.append(table.clue_tokens)
    return {
        "play": [action.as_dict() for action in table.actions],
        "start": len(instance.actions),
        "tokens": tokens,
        "suits": [suit.name for suit in instance.rules.suits],
        "hand_size": instance.cards_in_hand,
        "strikes": instance.strikes,
    }


@reads("the page", ALL)
def reviewed(instance: Hanabi, review: HanabiReview) -> list[dict[str, Any]]:
    """Return the game as played, and the better line."""
    played = {"title": {"key": "line.played"}, **line(instance, ()), "strip": signs_of(review)}
    loss = review.lost_with
    if review.turn is not None:
        played["start"] = min(review.turn - 1, len(review.actions))
    if loss is None or loss.action is None:
        return [played]
    played["lost"] = loss.move
    if review.turn is None:
        played["start"] = loss.move
    if not loss.play:
        return [played]
    before = instance.model_copy(update={"actions": review.actions[: loss.move - 1]})
    return [played, {"title": {"key": "line.kept"}, **line(before, loss.play)}]


@reads("the page", ALL)
def dealt(instance: Hanabi) -> Hanabi:
    """Return the deal of a position."""
    return instance.model_copy(update={"actions": ()})


@reads("the page", ALL)
def won(instance: Hanabi, verdict: Verdict[Any]) -> dict[str, Any]:
    """Return the headline of a yes."""
    if not verdict.play:
        return {"key": "headline.yesNow"}
    return {
        "key": "headline.points",
        "n": instance.points_to_reach,
        "turn": len(instance.actions) + len(verdict.play),
    }
