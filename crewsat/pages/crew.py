"""Lines of The Crew: all tricks from the first one on, with what each completes and loses."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from crewsat.base.said import saying, spoken
from crewsat.games.crew.asked import asked
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.passing import NOBODY_PASSES, choices_for
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.report.crew.tables import all_rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.verdict import Verdict
    from crewsat.questions.review import Loss, Review
    from crewsat.report.crew.tables import Row

MOST_NAMED = 6
"""The most cards that a headline names."""


@reads("the page", ALL | CHANGES | COVERED | PASSING)
def line(instance: Crew, play: Sequence[Trick | Choice], assignment: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return a line without a title.

    Args:
        instance: the deal or position.
        play: tricks after the finished ones of `played`, and choices between them; without any, an unfinished trick is
            shown as it is.
        assignment: who takes free objectives and tasks.
    """
    wanted = {objective.card: (k, objective) for k, objective in enumerate(instance.objectives)}
    passed = passes_in(instance)
    parts = [_trick(row, _missed(wanted, row)) for row in all_rows(instance, play, assignment)]
    after = instance.passing.after if instance.passing is not None else 0
    before_a_begun_trick = len([*takewhile(lambda part: isinstance(part, Choice), play)]) if instance.begun else 0
    out: dict[str, Any] = {
        "play": [*parts[:after], *(choice.as_dict() for choice in passed), *parts[after:]] if passed else parts,
        "start": sum(map(len, instance.played)) + len(passed) + before_a_begun_trick,
    }
    if passed:
        out["made"] = len(passed)
    if instance.tasks:
        out["asked"] = [asked(instance, task) for task in instance.tasks]
    if assignment:
        out["assignment"] = dict(assignment)
    return out


@reads("the page", ALL | CHANGES | COVERED | PASSING)
def passes_in(instance: Crew) -> list[Choice]:
    """Return what has been passed in a position, as choices; empty where a player had no card that may be passed."""
    if instance.passed:
        return [*choices_for(instance.passed, instance.passed_to or "left")]
    if instance.passed is None or instance.passing is None:
        return []
    walk = Walk(instance.as_dealt())
    for trick in instance.played[: instance.passing.after]:
        for card in trick:
            if walk.outcome.status == "open":
                walk.play(card)
    return [NOBODY_PASSES] if NOBODY_PASSES in walk.choices_due else []


def _missed(wanted: Mapping[Card, tuple[int, Objective]], row: Row) -> list[str]:
    """Return the objectives on cards of a trick won by a player who is not their owner.

    Args:
        wanted: all objectives by their cards, with their places in the instance.
        row: the trick.
    """
    if row.winner is None:
        return []
    found = sorted(wanted[card] for card in row.cards if card in wanted)
    return [one.id for _, one in found if one.owner not in {None, row.winner}]


def _trick(row: Row, missed: Sequence[str]) -> dict[str, Any]:
    """Return a trick in the form of the contract, one that is not finished without a winner; or a choice."""
    if row.choice is not None:
        return row.choice.as_dict()
    out: dict[str, Any] = {"leader": row.leader, "cards": list(map(str, row.cards))}
    if row.winner is not None:
        out |= {"winner": row.winner, "completes": list(row.completes)}
    if row.loses or missed:
        out["loses"] = [*missed, *row.loses]
    return out


@reads("the page", ALL | CHANGES | COVERED | PASSING)
def reviewed(instance: Crew, review: Review) -> list[dict[str, Any]]:
    """Return the game as played, and the better line."""
    game = review.position if isinstance(review.position, Crew) else instance
    played = {"title": {"key": "line.played"}, **line(game, review.play or ()), "strip": review.strip}
    if game.objectives != instance.objectives:
        played["instance"] = game.as_dict()  # with its tokens
    loss = review.lost_with
    if review.ending is not None:
        played["ends"] = spoken(saying("The game was {ending}.", ending=review.ending), instance.names)
    if loss is None or not (loss.step or loss.instead):
        return [played]
    lost = _step_of(instance, loss)
    if lost:
        played |= {"lost": lost, "start": lost}
    if not isinstance(loss.position, Crew) or not loss.play:
        return [played]
    kept = {"title": {"key": "line.kept"}, "instance": loss.position.as_dict()}  # it has cards that were played later
    return [played, {**kept, **line(loss.position, loss.play)}]


def _step_of(instance: Crew, loss: Loss) -> int:
    """Return the step of a line with which a game was lost: a card, or the pass; 0 if it was lost as dealt."""
    passed = len(passes_in(instance))
    before = instance.passing.after * instance.players if instance.passing is not None else 0
    if not loss.step:
        return before + passed if loss.instead else 0
    return loss.step + (passed if loss.step > before else 0)


@reads("the page", ALL | CHANGES | COVERED | PASSING)
def dealt(instance: Crew) -> Crew:
    """Return the deal of a position."""
    return instance.as_dealt()


@reads("the page", ALL | CHANGES | COVERED | PASSING)
def won(instance: Crew, verdict: Verdict[Any]) -> dict[str, Any]:
    """Return the headline of a yes."""
    if not verdict.play:
        return {"key": "headline.yesNow"}
    low, high = verdict.fewest_tricks or (None, None)
    key = "headline.yesFirst" if low is not None and low == high else "headline.yes"
    return {"key": key, "n": instance.finished + verdict.length, "of": instance.tricks}


@reads("the page", ALL | CHANGES | COVERED | PASSING)
def lost(instance: Crew, conflict: Sequence[str]) -> dict[str, Any] | None:
    """Return the headline of a no: what cannot be won together, if these are a few cards, and perhaps their order."""
    cards = {one.id: str(one.card) for one in instance.objectives}
    wanted = [one for one in conflict if one != "order"]
    if not 0 < len(wanted) <= MOST_NAMED or not all(one in cards for one in wanted):
        return None
    key = "headline.noOrder" if "order" in conflict else "headline.noCards"
    return {"key": key, "n": len(wanted), "what": [cards[one] for one in wanted]}
