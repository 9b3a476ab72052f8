"""A game of Hanabi reviewed: the best score after every action, and the action that lost the target.

Best scores never rise, so they are found by bisection: where two positions have the same, all between them have it,
too. Then every alternative to the losing action is decided, to say what would have kept the target, and likewise at the
positions before it, as far as needed, to say where the game was narrow.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi.bounds import too_deep, too_many_to_hold, too_slow
from crewsat.algorithms.hanabi.schedule import cannot_be_scheduled
from crewsat.base.errors import Stopped
from crewsat.base.said import saying
from crewsat.engine.notes import ignore_progress
from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer
from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.rules import Table
from crewsat.questions.hanabi.best_score import BestScore, best_score_on
from crewsat.questions.hanabi.options import Choices
from crewsat.questions.hanabi.review_result import HanabiReview, LostWith, Moment, Narrow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Verdict
    from crewsat.questions.hanabi.option import ActionOption

BOUNDS = (too_deep, too_slow, cannot_be_scheduled, too_many_to_hold)
"""The bounds that may say why the target is lost, in order: the first that can does."""
NARROW = 10
"""The default number of narrow positions that are named."""


def review(game: Hanabi, verdict: Verdict, limits: Limits, *, narrow: int | None = None) -> HanabiReview:
    """Review all actions of a game.

    Args:
        game: the game, with its actions.
        verdict: whether the target can still be reached after them.
        limits: of the whole review; its proof is about the position after the losing action.
        narrow: how many narrow positions are named.
    """
    reviewer = _Reviewer(game, replace(limits, proof=None), NARROW if narrow is None else narrow)
    found = reviewer.review(verdict)
    lost = found.lost_with
    if limits.proof is None or lost is None:
        return found
    proved = answer(reviewer.instance_after(lost.move), plan_of(game.game), limits, note=ignore_progress)
    if proved.answer == "no":
        found = replace(found, lost_with=replace(lost, checked=proved.checked))
    return replace(found, proof=proved.proof, unproved=proved.unproved)


class _Reviewer:
    """A review of one game."""

    def __init__(self, game: Hanabi, limits: Limits, narrow: int) -> None:
        self._game = game
        self._target = game.points_to_reach
        self._limits = limits
        self._narrow = narrow
        self._seen = list(_seen(game))
        self._least = [seen.score for seen in self._seen]
        self._most = [game.most_points for _ in self._seen]
        self._reason: str | None = None
        self._line: tuple[Action, ...] = ()
        self._plays: dict[int, tuple[Action, ...]] = {}
        self._before_loss: Choices | None = None

    def review(self, verdict: Verdict) -> HanabiReview:
        """Return the review, without a proof."""
        self._find_best_scores(verdict)
        lost = self._lost_with()
        turn = (self._game.about or {}).get("turn")
        return HanabiReview(
            self._game.game,
            self._game.actions,
            tuple(self._moments()),
            self._target,
            self._table(len(self._game.actions)).score,
            lost,
            self._narrow_ones(len(self._game.actions) if lost is None else lost.move),
            self._game,
            turn=turn if isinstance(turn, int) and not isinstance(turn, bool) else None,
            reason=self._reason,
            notes=self._game.notes,
            about=self._game.about,
        )

    def instance_after(self, actions: int) -> Hanabi:
        """Return the game after its first `actions` actions."""
        return self._table(actions).as_instance()

    def _table(self, actions: int) -> Table:
        """Return the table after the first `actions` actions; storing all tables would take quadratic memory."""
        table = Table(self._game)
        for action in self._game.actions[:actions]:
            table.do(action)
        return table

    def _find_best_scores(self, verdict: Verdict) -> None:
        """Bound the best score after every number of actions by bisection, as well as the limits allow."""
        last = len(self._game.actions)
        if verdict.answer == "yes":
            self._least[last] = max(self._least[last], self._target)
            self._line = tuple(verdict.play or ())
        elif verdict.answer == "no":
            self._most[last] = self._target - 1
        self._ask(last)
        self._ask(0)
        between = [(0, last)]
        while between:
            left, right = between.pop()
            if right - left > 1 and self._least[right] < self._most[left]:
                if self._limits.late():
                    self._reason = self._reason or "time"
                    break
                middle = left + max(1, (right - left) * 2 // 3)  # later positions are easier
                self._ask(middle)
                between += [(middle, right), (left, middle)]

    def _ask(self, actions: int) -> None:
        """Find the best score of a position, and use it to bound those of the others."""
        if self._limits.late():
            found = BestScore(self._least[actions], self._most[actions], reason="time")
        else:
            bounds = {"at_least": self._least[actions], "at_most": self._most[actions]}
            found = best_score_on(self._table(actions), self._limits, **bounds)
        self._plays[actions] = found.play if found.at_least >= self._target else ()
        if not found.proved:
            self._reason = self._reason or found.reason
        for k in range(actions + 1):
            self._least[k] = max(self._least[k], found.at_least)
        for k in range(actions, len(self._most)):
            self._most[k] = min(self._most[k], found.at_most)

    def _moments(self) -> Iterator[Moment]:
        for seen, least, most in zip(self._seen, self._least, self._most, strict=True):
            pace = seen.steps - (self._target - seen.points)
            known = least if least == most else None
            yield Moment(known, pace, seen.clue_tokens, seen.points, seen.strikes, seen.last_round)

    def _lost_with(self) -> LostWith | None:
        """Return how the target was lost, if it was and that is known."""
        move = next((k for k, most in enumerate(self._most) if most < self._target), None)
        if move is None or (move and self._least[move - 1] < self._target):
            return None
        because = _why(self.instance_after(move))
        if move == 0:
            searched = saying("all ways to play have been searched, and none reaches {n} points", n=self._target)
            return LostWith(0, because or searched, checked="none" if because is None else "algorithm")
        return self._lost_with_an_action(move, because)

    def _lost_with_an_action(self, move: int, because: str | None) -> LostWith:
        """Return how the target was lost by an action, and what would have kept it."""
        options = self._options(move - 1)
        kept = [option for option in options if option.answer == "yes"]
        known = all(option.answer != "unknown" for option in options)
        play = self._line = min((option.play or () for option in kept), key=len, default=())
        return LostWith(
            move,
            because,
            self._game.actions[move - 1],
            self._most[move] if self._least[move] == self._most[move] else None,
            "none" if because is None else "algorithm",
            len(options),
            tuple(option.action for option in kept) if known else None,
            play,
            hanab_live.replay(self.instance_after(move - 1), play) if play else None,
        )

    def _options(self, actions: int) -> tuple[ActionOption, ...]:
        self._before_loss = Choices(self._table(actions), self._limits, self._plays.get(actions, ()))
        found = self._before_loss.all()
        self._reason = self._reason or next((option.reason for option in found if option.answer == "unknown"), None)
        return found

    def _narrow_ones(self, until: int) -> tuple[Narrow, ...]:
        """Return the last positions, from an action backwards, at which few actions kept the target."""
        found: list[Narrow] = []
        line = self._line
        for move in range(until, 0, -1):
            if len(found) == self._narrow:
                break
            if self._limits.late():
                self._reason = self._reason or "time"
                break
            if self._least[move - 1] < self._target:
                continue
            played = self._game.actions[move - 1] if self._least[move] >= self._target else None
            line = (self._game.actions[move - 1], *line) if played else line
            choices = None if played else self._before_loss
            try:
                few = (choices or Choices(self._table(move - 1), self._limits, line)).few_win(played)
            except Stopped as stopped:
                self._reason = self._reason or stopped.reason
                continue
            if few is not None:
                found.append(Narrow(move, *few))
        return tuple(reversed(found))


def _why(instance: Hanabi) -> str | None:
    """Return why the target cannot be reached, if a bound shows it."""
    return next((why for bound in BOUNDS if (why := bound(instance))), None)


class _Seen(NamedTuple):
    """What can be seen of a table at a glance.

    Attributes:
        points: how many cards have been laid down.
        score: the score if the game ended now.
        steps: the most cards that can be laid down: those of the pile, and one in each turn of the last round.
        clue_tokens: how many are available.
        strikes: how many are left.
        last_round: whether it has begun.
    """

    points: int
    score: int
    steps: int
    clue_tokens: float
    strikes: int
    last_round: bool


def _seen(game: Hanabi) -> Iterator[_Seen]:
    """Yield what can be seen before the first action, and after each."""
    table = Table(game)
    for action in (None, *game.actions):
        if action is not None:
            table.do(action)
        turns = game.players if table.turns_left is None else table.turns_left
        steps, last = len(table.pile) + turns, table.turns_left is not None
        yield _Seen(table.points, table.score, steps, table.clue_tokens, table.strikes, last)
