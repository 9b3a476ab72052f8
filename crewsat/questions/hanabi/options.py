"""Which actions keep the target of a game of Hanabi within reach.

Each different action is decided once: identical cards count as one, and so do all clues. A quick player answers most
with yes and bounds some with no; for the rest there is one formula about all plays of the position, in which the first
action is an assumption.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.algorithms.hanabi.bounds import held_too_many, refuted
from crewsat.algorithms.hanabi.player import best_game
from crewsat.base.errors import BugFound, IllegalPlay, Stopped
from crewsat.engine.building import build
from crewsat.games.hanabi.position import Position, actions_of, harmless
from crewsat.games.hanabi.rules import Table
from crewsat.questions.hanabi.option import ActionOption
from crewsat.questions.move_options import MoveOptions
from crewsat.solvers.warm import WarmSolvers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi

GAMES = 8
"""The number of games the quick player plays after an action: few, as one formula serves all actions of a position."""
ENDS = ((0.2, True), (0.5, True), (0.7, False))
"""How a play must end like a known line: after which share of its steps, and whether only in the cards played."""

LONG = 15
"""From this many cards to draw on, a game is repaired before the formula of all games is used."""


def different_actions(instance: Hanabi) -> tuple[Action, ...]:
    """Return every different action of the player on turn; only the first of the clues."""
    return _different(Table.after_actions(instance))


def _different(table: Table) -> tuple[Action, ...]:
    legal = tuple(table.legal())
    clue = next((action for action in legal if action.clue is not None), None)
    return tuple(action for action in legal if action.clue is None or action is clue)


def options(instance: Hanabi, limits: Limits, *, note: Tell) -> MoveOptions[ActionOption]:
    """Decide for every different action whether the target can still be reached; there are none once it is reached."""
    del note
    table = Table.after_actions(instance)
    return _listed(instance, () if table.succeeded else Choices(table, limits).all())


def unfinished(instance: Hanabi, reason: Reason, _notes: object) -> MoveOptions[ActionOption]:
    """Return the options if nothing is known."""
    table = Table.after_actions(instance)
    actions = () if table.succeeded else _different(table)
    return _listed(instance, [ActionOption(action, "unknown", "none", reason=reason) for action in actions])


def _listed(instance: Hanabi, found: Iterable[ActionOption]) -> MoveOptions[ActionOption]:
    """Return options with the turn and the player on turn."""
    player = Table.after_actions(instance).turn
    return MoveOptions(found, instance.game, {"turn": len(instance.actions) + 1, "player": player})


class Choices:
    """The different actions of a position, each decided on demand.

    Attributes:
        actions: all of them.

    Args:
        table: the position.
        limits: of all questions.
        line: a play that reaches the target from here, if one is known.
    """

    def __init__(self, table: Table, limits: Limits, line: Sequence[Action] = ()) -> None:
        self._table = table
        self._limits = limits
        self._encoding: Any = None
        self._solvers: Any = None
        self._lines: list[Sequence[Action]] = [line] if line else []
        self._known: dict[Action, ActionOption] = {}
        self._compared: dict[Action, int] = {}
        self.actions = _different(table)

    def all(self) -> tuple[ActionOption, ...]:
        """Decide every action, as far as the limits allow."""
        found = dict(self.each())
        return tuple(found[action] for action in self.actions)

    def each(self) -> Iterator[tuple[Action, ActionOption]]:
        """Yield each action with its answer as soon as it is known; last, those that the limits leave unknown.

        The option of the clue may name another clue.
        """
        left, reason = list(self.actions), None
        try:
            for _ in self._one_by_one(self.actions):
                for action in [action for action in left if action in self._known]:
                    left.remove(action)
                    yield action, self._known[action]
        except Stopped as stopped:
            reason = stopped.reason
        for action in left:
            yield action, self._known.get(action) or ActionOption(action, "unknown", "none", reason=reason)

    def few_win(self, played: Action | None) -> tuple[int, int] | None:
        """Return how many actions keep the target within reach, and how many there are; None unless fewer than half do.

        Args:
            played: an action that is known to do so.

        Raises:
            Stopped: at a limit.
        """
        legal = len(self.actions)
        winning = sum(_same(action, played) for action in self.actions)
        others = [action for action in self.actions if not _same(action, played)]
        for option in self._one_by_one(others):
            winning += option.answer == "yes"
            if 2 * winning >= legal:
                return None
        return (winning, legal) if 2 * winning < legal else None

    def _one_by_one(self, actions: Iterable[Action]) -> Iterator[ActionOption]:
        """Decide actions, first those that need no formula.

        Raises:
            Stopped: at a limit.
        """
        left = []
        for action in actions:
            if self._limits.late():
                raise Stopped("time")
            option = self._quickly(action)
            if option is None:
                left.append(action)
            else:
                yield option
        yield from self._slowly(left)

    def _quickly(self, action: Action) -> ActionOption | None:
        """Decide an action without a formula, if possible."""
        return self._known.get(action) or self._learned(action, self._by_bounds_and_player(action))

    def _slowly(self, left: list[Action]) -> Iterator[ActionOption]:
        """Decide actions by the formula, first those that may soon continue like a known line.

        Raises:
            Stopped: at a limit.
        """
        while left:
            near = (found for action in left if (found := self._learned(action, self._near_a_line(action))))
            option = next(near, None) or self._learned(left[0], self._by_repair(left[0]) or self._by_formula(left[0]))
            left = [action for action in left if action not in self._known]
            if option is not None:
                yield option

    def _learned(self, action: Action, option: ActionOption | None) -> ActionOption | None:
        """Remember what has been found about an action."""
        if option is not None:
            self._known[action] = option
            if option.play:
                self._lines.append(option.play)
        return option

    def _by_bounds_and_player(self, action: Action) -> ActionOption | None:
        after = self._table.copy()
        after.do(action)
        if after.succeeded:
            return ActionOption(action, "yes", "replayed", (action,))
        position = Position.on(after)
        if position.over and action.clue is not None:
            return None  # perhaps only this one ends the game
        if position.over or refuted(position):
            return ActionOption(action, "no", "algorithm")
        option = self._by_another_card(action) or self._by_player(action, after, position)
        if option is None and held_too_many(position):
            return ActionOption(action, "no", "algorithm")
        return option

    def _by_another_card(self, action: Action) -> ActionOption | None:
        """Decide a discard or strike by a line that begins with another discard or strike."""
        played = (_with_another_card(self._table, action, line) for line in self._lines)
        play = next((one for one in played if one is not None), None)
        return None if play is None else ActionOption(action, "yes", "replayed", play)

    def _by_player(self, action: Action, after: Table, position: Position) -> ActionOption | None:
        game = best_game(position, games=GAMES, seed=self._limits.seed or 0, out_of_time=self._limits.late)
        if game.points < position.target:
            return None
        table = after.copy()
        rest = actions_of(position, game.moves, table)
        return ActionOption(action, "yes", "replayed", (action, *rest)) if table.succeeded else None

    def _by_repair(self, action: Action) -> ActionOption | None:
        """Decide an action by repairing the quick player's game after it, before there is a formula of the position."""
        if self._solvers is not None:
            return None
        after = self._table.copy()
        after.do(action)
        play = repaired(after, after.instance.points_to_reach, self._limits, attempts=1)
        return None if play is None else ActionOption(action, "yes", "replayed", (action, *play))

    def _near_a_line(self, action: Action) -> ActionOption | None:
        """Decide an action by a line, or by a play that ends like a line; only lines not yet tried for it are used.

        Raises:
            Stopped: at a limit.
        """
        first = self._compared.get(action, 0)
        self._compared[action] = len(self._lines)
        for line in self._lines[first:]:
            play = _with_another_card(self._table, action, line)
            if play is not None:
                return ActionOption(action, "yes", "replayed", play)
            for end in self._ends(line) if self._solvers is not None else ():
                option = self._asked(action, end)
                if option is not None:
                    return option
        return None

    def _ends(self, line: Sequence[Action]) -> Iterator[list[int]]:
        """Yield literals for a play to end like a line: the same cards leave, or are played, in the same steps."""
        rows = self._encoding.formula.families["leaves"].rows
        departures = [one for one in _departures(self._table, line) if (one.step, one.card) in rows]
        for share, only_plays in ENDS if departures else ():
            cut = share * departures[-1].step
            yield [rows[one.step, one.card] for one in departures if one.step > cut and (one.played or not only_plays)]

    def _by_formula(self, action: Action) -> ActionOption:
        """Decide an action by the formula of the position; for a clue it decides whether any clue will do.

        Raises:
            Stopped: at a limit.
        """
        if self._solvers is None:
            from crewsat_encodings.hanabi.steps_cnf import plain  # noqa: PLC0415 - only if needed

            instance = self._table.as_instance()
            self._encoding = build(plain, instance, self._limits)
            self._solvers = WarmSolvers(self._encoding.formula, seed=self._limits.seed)
            self._compared.clear()
            return self._near_a_line(action) or self._by_formula(action)
        return self._asked(action, []) or ActionOption(action, "no", "none")

    def _asked(self, action: Action, end: Sequence[int]) -> ActionOption | None:
        """Solve the formula for a play with this beginning and end; None if there is none.

        Raises:
            Stopped: at a limit.
        """
        assumptions = [*self._encoding.beginning(action), *end]
        outcome = self._solvers.solve(assumptions, deadline=self._limits.deadline)
        if outcome.status == "unknown":
            raise Stopped(outcome.reason or "incomplete")
        if outcome.status == "unsatisfiable":
            return None
        first, *rest = self._encoding.decode(outcome.model)
        first = first if action.clue is not None and first.clue is not None else action
        play = replayed(self._table, [first, *rest], self._table.instance.points_to_reach)
        return ActionOption(first, "yes", "replayed", play)


class _Departure(NamedTuple):
    """A card that leaves in a step."""

    step: int
    card: int
    played: bool


def _departures(table: Table, line: Iterable[Action]) -> Iterator[_Departure]:
    """Yield which card leaves in which step, as the formula counts them; in the last round, only those played."""
    after, step = table.copy(), 0
    for action in line:
        last_round = after.turns_left is not None
        step += last_round or action.clue is None
        if action.action == "play" or (action.card is not None and not last_round):
            yield _Departure(step, after.number_of(action), action.action == "play")
        after.do(action)


def _with_another_card(table: Table, action: Action, line: Sequence[Action]) -> tuple[Action, ...] | None:
    """Return a line that begins with this discard or strike instead of another one, if it still reaches the target.

    Where the line would discard the card that has gone, the one that has stayed is discarded.
    """
    first = line[0] if line else None
    if first is None or {action.action, first.action} - {"discard", "strike"}:
        return None
    after = table.copy()
    try:
        after.do(action)
        for one in line[1:]:
            if after.succeeded:
                break
            gone = one.action == "discard" and one.card == action.card and one.player == action.player
            after.do(replace(one, card=first.card, copy=1) if gone else _possible(after, one))
    except IllegalPlay:
        return None
    return tuple(after.actions[len(table.actions) :]) if after.succeeded else None


def repaired(table: Table, points: int, limits: Limits, *, attempts: int | None = None) -> tuple[Action, ...] | None:
    """Return a play that begins like the quick player's best game and reaches `points` points, if one is found.

    Raises:
        Stopped: at a limit.
    """
    if len(table.pile) < LONG:
        return None
    from crewsat_encodings.hanabi import repair  # noqa: PLC0415 - only if needed

    instance, seed = table.as_instance(target=points), limits.seed or 0
    found = build(repair.attempts, instance, limits, seed=seed)
    for attempt in islice(found, attempts):
        outcome = WarmSolvers(attempt.formula, seed=limits.seed).solve([], deadline=limits.deadline)
        if outcome.status == "satisfiable":
            return replayed(table, attempt.decode(outcome.model), points)
    return None


def replayed(table: Table, play: Iterable[Action], points: int) -> tuple[Action, ...]:
    """Replay a formula's play on a table, up to the action that reaches `points` points, and return it.

    An action that is neither a play nor possible is replaced by a harmless one.

    Raises:
        BugFound: if it breaks a rule, or does not reach the points.
    """
    after = table.copy()
    why = "it goes on no further"
    try:
        for action in play:
            if after.points >= points:
                break
            after.do(_possible(after, action))
    except IllegalPlay as error:
        why = str(error)
    if after.points < points:
        where = table.as_instance().to_json()
        raise BugFound(f"a play was found with {after.points} points, not {points} ({why}): {where}")
    return tuple(after.actions[len(table.actions) :])


def _possible(table: Table, action: Action) -> Action:
    """Replace an action of the last round that is neither a play nor possible, such as a discard, by a possible one."""
    if table.turns_left is None or action.action == "play":
        return action
    legal = tuple(table.legal())
    if action in legal or not legal:
        return action
    return harmless(table)


def _same(action: Action, played: Action | None) -> bool:
    """Return whether two actions are equal up to the choice of clue and of identical cards."""
    if played is None or action.action != played.action:
        return False
    return (action.card, action.source) == (played.card, played.source)
