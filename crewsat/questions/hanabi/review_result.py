"""The review of a game of Hanabi."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.games.result import Result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Checked, Proof


class Moment(NamedTuple):
    """A position of the game.

    Attributes:
        best_score: the most points that could be reached; None if that is unknown.
        pace: cards left to draw and turns of the last round, less the points that were missing.
        tokens: the clue tokens that were available.
        points: the points on the table.
        strikes: the strikes that were left.
        last_round: whether the last round had begun.
    """

    best_score: int | None
    pace: int
    tokens: float
    points: int
    strikes: int
    last_round: bool


@dataclass(frozen=True, slots=True)
class LostWith:
    """The action after which the target was out of reach.

    Attributes:
        move: its number, from 1; 0 if the deck was lost as dealt.
        because: why, in words.
        action: the action.
        best_score: the best score after it; None if that is unknown.
        checked: how far it has been checked that the target could not be reached.
        legal: how many different actions there were, including it.
        instead: the actions that would have kept the target; None if that is not known for all.
        play: one of these actions and a play that continues it.
        replay: the game with that play in the format of hanab.live; None if that cannot express it.
    """

    move: int
    because: str | None = None
    action: Action | None = None
    best_score: int | None = None
    checked: Checked = "none"
    legal: int = 0
    instead: tuple[Action, ...] | None = None
    play: tuple[Action, ...] = ()
    replay: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        if self.action is None:
            out: dict[str, Any] = {"move": 0, "because": self.because}
        else:
            out = {
                "move": self.move,
                "turn": self.move,
                "player": self.action.player,
                "action": self.action.as_dict(),
                "best_score": self.best_score,
                "checked": self.checked,
                "because": self.because,
                "instead": None if self.instead is None else [action.as_dict() for action in self.instead],
                "play": [action.as_dict() for action in self.play] or None,
                "replay": None if self.replay is None else f"{self.replay}#{self.move}",
            }
        return {key: value for key, value in out.items() if value is not None}


class Drop(NamedTuple):
    """An action that lowered the best score, by its number, and the best score before and after it."""

    move: int
    before: int
    after: int


class Narrow(NamedTuple):
    """A position at which fewer than half of the actions kept the target.

    Attributes:
        move: the number of the action that was taken there.
        winning: how many different actions kept it.
        legal: how many different actions there were.
    """

    move: int
    winning: int
    legal: int


@dataclass(frozen=True, slots=True)
class HanabiReview(Result):
    """The course of a game of Hanabi, action by action.

    Attributes:
        game: by its name.
        actions: the actions taken.
        moments: the positions before the first action and after each.
        target: the points to be reached.
        score: the final score: 0 after the last strike.
        lost_with: how the target was lost; None if it was reached, can still be, or that is unknown.
        narrow: where the game was narrow, in order.
        position: the game.
        turn: the reader's position: before this action, from 1; None if not given.
        reason: why the review is incomplete: ``time``, ``memory``, ``incomplete`` or ``interrupted``; None if it is
            complete.
        proof, unproved, notes, about, cpu_seconds: as in `crewsat.Review`.
    """

    game: str
    actions: tuple[Action, ...]
    moments: tuple[Moment, ...]
    target: int
    score: int
    lost_with: LostWith | None
    narrow: tuple[Narrow, ...]
    position: Hanabi = field(repr=False, compare=False)
    turn: int | None = None
    reason: str | None = None
    proof: Proof | None = None
    unproved: str | None = None
    notes: tuple[str, ...] = ()
    about: Mapping[str, Any] | None = None
    cpu_seconds: float | None = field(default=None, compare=False)

    @property
    def won(self) -> bool:
        """Whether the target was reached, and not lost again with the last strike."""
        return self.score >= self.target

    @property
    def drops(self) -> tuple[Drop, ...]:
        """Every action that is known to have lowered the best score."""
        best = [moment.best_score for moment in self.moments]
        pairs = enumerate(pairwise(best), 1)
        return tuple(Drop(k, a, b) for k, (a, b) in pairs if a is not None and b is not None and a > b)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        best = list(takewhile(lambda score: score is not None, (moment.best_score for moment in self.moments)))
        lost_with = {} if self.lost_with is None else {"lost_with": self.lost_with.as_dict()}
        out: dict[str, Any] = {
            "format": 1,
            "game": self.game,
            "moves": len(self.actions),
            "score": self.score,
            "won": self.won,
            "best_score": best or None,
            "pace": [moment.pace for moment in self.moments],
            "tokens": [moment.tokens for moment in self.moments],
            **lost_with,
            "drops": [{"move": drop.move, "from": drop.before, "to": drop.after} for drop in self.drops],
            "narrow": [one._asdict() for one in self.narrow],
            "reason": self.reason,
            **self._beside(),
        }
        return {key: value for key, value in out.items() if value is not None}

    def _beside(self) -> dict[str, Any]:
        """Return what is not about the moves."""
        return {
            "proof": None if self.proof is None else self.proof.as_dict(),
            "unproved": self.unproved,
            "notes": list(self.notes) or None,
            "about": None if self.about is None else dict(self.about),
            "statistics": None if self.cpu_seconds is None else {"cpu_seconds": round(self.cpu_seconds, 6)},
        }
