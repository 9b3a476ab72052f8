"""A game of Hanabi reviewed: the best score after every action, and the action that lost the target.

Best scores never rise, so they are found by bisection: where two positions have the same, all between them have it,
too. Then every different action before the one that lost is decided, to say what would have kept the target, and at
the positions before it, to say where the game was narrow.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi.bounds import steps_of
from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi.rules import Table
from crewsat.questions.hanabi_options import action_options
from crewsat.questions.hanabi_scores import BestScore, best_score
from crewsat.wording import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.questions.hanabi_answers import ActionOption
    from crewsat.verdict import Checked, Verdict

NARROW = 10
"""So many narrow positions are named."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of the game.

    Attributes:
        best_score: the most points that could be reached; None if that is unknown.
        pace: cards left to draw and turns of the last round, less the points that were missing.
        tokens: the clue tokens that were there.
        points: the points on the table.
    """

    best_score: int | None
    pace: int
    tokens: float
    points: int


@dataclass(frozen=True, slots=True)
class LostWith:
    """The action after which the target was out of reach.

    Attributes:
        move: its number, from 1; 0 if the deck was lost as dealt.
        action: the action.
        best_score: what could be reached after it.
        checked: how far it has been checked that no more could.
        because: why, in words.
        instead: the actions that would have kept the target.
        play: one of these and how it goes on.
        replay: the game with that play, as hanab.live writes it.
    """

    move: int
    action: Action | None = None
    best_score: int | None = None
    checked: Checked = "none"
    because: str | None = None
    instead: tuple[Action, ...] = ()
    play: tuple[Action, ...] = ()
    replay: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        because = {} if self.because is None else {"because": self.because}
        if self.action is None:
            return {"move": 0, **because}
        out: dict[str, Any] = {
            "move": self.move,
            "turn": self.move,
            "player": self.action.player,
            "action": self.action.as_dict(),
            "best_score": self.best_score,
            "checked": self.checked,
            **because,
            "instead": [action.as_dict() for action in self.instead],
            "play": [action.as_dict() for action in self.play],
        }
        return out if self.replay is None else {**out, "replay": f"{self.replay}#{self.move}"}


@dataclass(frozen=True, slots=True)
class Narrow:
    """A position at which fewer than half of the actions kept the target.

    Attributes:
        move: the number of the action that was done there.
        winning: how many different actions kept it.
        legal: of how many.
    """

    move: int
    winning: int
    legal: int


@dataclass(frozen=True, slots=True)
class HanabiReview:
    """What became of a game of Hanabi, action by action.

    Attributes:
        game: by its name.
        actions: what was done.
        moments: the positions before the first action and after each.
        target: the points to be reached.
        score: what the game counts: nothing after the last strike.
        lost_with: how the target was lost; None if it was reached, can still be, or that is unknown.
        narrow: where the game was narrow, in order.
        position: the game.
        reason: why the review is incomplete; None if it is complete.
        notes, about, cpu_seconds: as of `Review`.
    """

    game: str
    actions: tuple[Action, ...]
    moments: tuple[Moment, ...]
    target: int
    score: int
    lost_with: LostWith | None = None
    narrow: tuple[Narrow, ...] = ()
    position: Hanabi | None = field(default=None, repr=False, compare=False)
    reason: str | None = None
    proof: Any = None
    unproved: str | None = None
    notes: tuple[str, ...] = ()
    about: Mapping[str, Any] | None = None
    cpu_seconds: float | None = field(default=None, compare=False)

    @property
    def won(self) -> bool:
        """Whether the target was reached."""
        return self.score >= self.target

    @property
    def drops(self) -> tuple[tuple[int, int, int], ...]:
        """Every action that lowered the best score: its number, and the best score before and after it."""
        best = [moment.best_score for moment in self.moments]
        pairs = ((k, best[k - 1], best[k]) for k in range(1, len(best)))
        return tuple((k, a, b) for k, a, b in pairs if a is not None and b is not None and a > b)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        out: dict[str, Any] = {
            "format": 1,
            "game": self.game,
            "moves": len(self.actions),
            "score": self.score,
            "won": self.won,
            "best_score": [moment.best_score for moment in self.moments],
            "pace": [moment.pace for moment in self.moments],
            "tokens": [moment.tokens for moment in self.moments],
        }
        if None in out["best_score"]:
            del out["best_score"]
        if self.lost_with is not None:
            out["lost_with"] = self.lost_with.as_dict()
        out["drops"] = [{"move": k, "from": before, "to": after} for k, before, after in self.drops]
        out["narrow"] = [{"move": n.move, "winning": n.winning, "legal": n.legal} for n in self.narrow]
        optional = {
            "reason": self.reason,
            "notes": list(self.notes) or None,
            "about": None if self.about is None else dict(self.about),
            "statistics": None if self.cpu_seconds is None else {"cpu_seconds": round(self.cpu_seconds, 6)},
        }
        return out | {key: value for key, value in optional.items() if value is not None}

    def to_json(self) -> str:
        """Return the review as JSON on one line."""
        return json_text(self.as_dict())


def review(game: Hanabi, verdict: Verdict, limits: Limits, *, narrow: int = NARROW) -> HanabiReview:
    """Review all that was done in a game.

    Args:
        game: the game, with its actions.
        verdict: whether the target can still be reached after them.
        limits: of the whole review.
        narrow: how many narrow positions are looked for.
    """
    return _Reviewer(game, limits, narrow).review(verdict)


class _Reviewer:
    """Reviews one game."""

    def __init__(self, game: Hanabi, limits: Limits, narrow: int) -> None:
        self._game = game
        self._limits = limits
        self._narrow = narrow
        self._scores: dict[int, BestScore] = {}
        self._reason: str | None = None

    def review(self, _verdict: Verdict) -> HanabiReview:
        """Return the review."""
        game, last = self._game, len(self._game.actions)
        best = self._best_scores()
        target = game.points_to_reach
        moments = tuple(self._moments(best))
        lost = self._lost_with(best, target)
        until = lost.move if lost is not None and lost.move else last
        narrow = self._narrow_ones(until, target) if lost is None or lost.move else ()
        table = Table.after_actions(game)
        return HanabiReview(
            game.game,
            game.actions,
            moments,
            target,
            table.score,
            lost,
            narrow,
            position=game,
            reason=self._reason,
            notes=game.notes,
            about=game.about,
        )

    def _after(self, actions: int) -> Hanabi:
        """Return the game after so many actions; it is not validated again."""
        fields = {name: getattr(self._game, name) for name in self._game.model_fields_set}
        return self._game.model_construct(**{**fields, "actions": self._game.actions[:actions]})

    def _best_scores(self) -> list[int | None]:
        """Return the best score after every number of actions, by bisection."""
        last = len(self._game.actions)
        self._ask(last, 0, None)
        self._ask(0, self._scores[last].at_least, None)
        open_ones = [(0, last)]
        while open_ones:
            left, right = open_ones.pop()
            high, low = self._scores[left], self._scores[right]
            if right - left <= 1:
                continue
            if high.proved and low.proved and high.at_most == low.at_least:
                self._scores |= {k: replace(low, play=()) for k in range(left + 1, right)}
                continue
            middle = (left + right) // 2
            self._ask(middle, low.at_least, high.at_most)
            open_ones += [(left, middle), (middle, right)]
        return [self._scores[k].at_least if self._scores[k].proved else None for k in range(last + 1)]

    def _ask(self, actions: int, at_least: int, at_most: int | None) -> None:
        found = best_score(self._after(actions), self._limits, at_least=at_least, at_most=at_most)
        self._scores[actions] = found
        if not found.proved and self._reason is None:
            self._reason = found.reason

    def _moments(self, best: Sequence[int | None]) -> Sequence[Moment]:
        table = Table(self._game)
        out = []
        for k, score in enumerate(best):
            position = Position.on(table)
            pace = steps_of(position).last - (position.target - position.points)
            out.append(Moment(score, pace, position.tokens / position.price, position.points))
            if k < len(self._game.actions):
                table.do(self._game.actions[k])
        return out

    def _lost_with(self, best: Sequence[int | None], target: int) -> LostWith | None:
        """Return how the target was lost, if it was."""
        move = next((k for k, score in enumerate(best) if score is not None and score < target), None)
        if move is None:
            return None
        found = self._scores[move]
        if move == 0:
            return LostWith(0, because=found.because)
        before = best[move - 1]
        if before is None or before < target:
            return None
        options = self._options(move - 1)
        kept = [option for option in options if option.answer == "yes"]
        play = min((option.play or () for option in kept), key=len, default=())
        return LostWith(
            move,
            self._game.actions[move - 1],
            found.at_most,
            found.checked,
            found.because,
            tuple(option.action for option in kept),
            play,
            hanab_live.replay(self._after(move - 1), play),
        )

    def _options(self, actions: int) -> tuple[ActionOption, ...]:
        found = action_options(self._after(actions), self._limits)
        for option in found:
            if option.answer == "unknown" and self._reason is None:
                self._reason = option.reason
        return found

    def _narrow_ones(self, until: int, target: int) -> tuple[Narrow, ...]:
        """Return the last positions, from an action backwards, at which few actions kept the target."""
        found: list[Narrow] = []
        for move in range(until, max(0, until - 3 * self._narrow), -1):
            score = self._scores[move - 1]
            if score.at_least < target or len(found) == self._narrow or self._limits.late():
                break
            options = self._options(move - 1)
            winning = sum(option.answer == "yes" for option in options)
            if 2 * winning < len(options) and all(option.answer != "unknown" for option in options):
                found.append(Narrow(move, winning, len(options)))
        return tuple(reversed(found))
