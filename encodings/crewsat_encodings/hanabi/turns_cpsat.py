"""Hanabi with a known deck for CP-SAT: when each card leaves, who acts then, and how many tokens there are.

Written from the rules and independent of the formula, so that the two can check each other: turns and tokens are
integers here, the turn of a step is the number of all steps and clues before it, and a card is laid down at a time.

A step is a play, a discard or a strike, and the clues before it belong to it. In the last round, when no more cards are
drawn, a turn may also be used for something harmless, unless there are no tokens at all.

| variable | meaning |
|---|---|
| `leaves[step, card]` | the card leaves in this step |
| `plays[step]`, `strikes[step]` | it is played; it does not fit. Else it is discarded |
| `clues[step]` | how many clues are given before the step |
| `actor[step]` | who acts |
| `tokens[step]` | how many units are there after the step |
| `laid[suit, rank]` | the step that lays the card down; one more than there are steps if none does |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from crewsat.base.errors import Stopped
from crewsat.base.formula import BYTES_PER_INTEGER, check_estimate
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import ANY, CLUE, PASS, Move, Position, actions_of
from crewsat.games.scope import reads
from crewsat_encodings.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi


class Turns:
    """The model and its variables.

    Attributes:
        draws: how many steps draw a card.
        last: the number of the last step.
        hungry: whether every turn must be a play or a strike, because there are no tokens at all.
        careful: whether a player may have a token but no clue to give. Then tokens are also counted in the last round,
            where a clue takes the place of a step.
    """

    def __init__(self, position: Position, max_bytes: int | None, out_of_time: Callable[[], bool]) -> None:
        self.p = position
        self._out_of_time = out_of_time
        self.model = cp_model.CpModel()
        self.draws = 0 if position.turns_left is not None else len(position.pile)
        self.last = self.draws + (position.players if position.turns_left is None else position.turns_left)
        places = self.draws * sum(map(len, position.hands)) + self.draws * (self.draws - 1) // 2
        check_estimate(BYTES_PER_INTEGER * places, max_bytes)
        self.hungry = position.full == 0 and not position.discard_at_full
        self.careful = position.full >= position.price and not position.free_clues
        self._number_variables()

    def _number_variables(self) -> None:
        position = self.p
        self.leaves = {
            (step, card): self.model.new_bool_var(f"{card} leaves in {step}")
            for step in self.steps()
            for card in self.cards_there(step)
        }
        self.plays = {step: self.model.new_bool_var(f"play in {step}") for step in self.steps()}
        self.strikes = {step: self.model.new_bool_var(f"strike in {step}") for step in self.steps()}
        self.clues = {step: self._number(self._most_clues(step), f"clues before {step}") for step in self.counted()}
        self.actor = {step: self._number(position.players - 1, f"actor of {step}") for step in self.steps()}
        self.tokens = {step: self._number(position.full, f"tokens after {step}") for step in self.counted()}
        self.colour_first = self.model.new_bool_var("the first clue names a colour, if types alternate")
        rising = ((suit, range(height + 1, position.values + 1)) for suit, height in enumerate(position.heights))
        self.laid = {
            (suit, rank): self.model.new_int_var(1, self.last + 1, f"{suit}, {rank} laid")
            for suit, ranks in rising
            for rank in ranks
        }

    def _number(self, most: int, name: str) -> cp_model.IntVar:
        return self.model.new_int_var(0, most, name)

    def _most_clues(self, step: int) -> int:
        most = self.p.full // self.p.price
        return most if step <= self.draws else min(1, most)

    @property
    def may_stop(self) -> bool:
        """Whether the play may stop, as a turn may have no legal action."""
        return self.hungry or self.careful

    def counted(self) -> range:
        """Return the steps after which tokens are counted."""
        return range(1, (self.last if self.careful else self.draws) + 1)

    def steps(self) -> Iterator[int]:
        """Yield the numbers of the steps.

        Raises:
            Stopped: if time runs out meanwhile.
        """
        for step in range(1, self.last + 1):
            if self._out_of_time():
                raise Stopped("time")
            yield step

    def most_different_clues(self, step: int) -> int:
        """Return how many clues before a step must be considered: after a round it is the same player's turn again."""
        most = self._most_clues(step)
        return most if self.p.alternating else min(most, self.p.players)

    def drawn_in(self, card: int) -> int:
        """Return the step that draws a card; 0 if it is held."""
        return 0 if card in self.p.holder else card - self.p.drawn + 1

    def may_come_from_the_pile(self, step: int, card: int) -> bool:
        """Return whether a card is the last of the pile in this step, and may be played from there."""
        return self.p.bottom and step == self.draws == self.drawn_in(card)

    def cards_there(self, step: int) -> list[int]:
        """Return the cards that may be laid down or discarded in a step."""
        cards = [*self.p.holder, *self.p.pile]
        return [c for c in cards if self.drawn_in(c) < step or self.may_come_from_the_pile(step, c)]

    def leaving(self, step: int) -> list[cp_model.IntVar]:
        """Return the variables of the cards that may leave in a step."""
        return [self.leaves[step, card] for card in self.cards_there(step)]


def one_card_leaves_in_a_step(m: Turns) -> None:
    """One card leaves while cards are drawn; later, or if the play may stop, at most one. No card leaves twice."""
    for step in m.steps():
        if step <= m.draws and not m.may_stop:
            m.model.add_exactly_one(m.leaving(step))
        else:
            m.model.add_at_most_one(m.leaving(step))
            m.model.add(m.plays[step] + m.strikes[step] <= sum(m.leaving(step)))
    for card in [*m.p.holder, *m.p.pile]:
        m.model.add_at_most_one(m.leaves[step, card] for step in m.steps() if (step, card) in m.leaves)


def a_play_that_has_stopped_stays_so(m: Turns) -> None:
    """Where the play may stop, nothing is done in a turn after one in which nothing was done."""
    for step in m.steps() if m.may_stop else ():
        done = sum(m.leaving(step)) + (m.clues[step] if m.careful and step > m.draws else 0)
        m.model.add(done <= 1)
        if step > 1:
            before = sum(m.leaving(step - 1)) + (m.clues[step - 1] if m.careful and step - 1 > m.draws else 0)
            m.model.add(done <= before)


def without_tokens_every_step_is_a_play_or_a_strike(m: Turns) -> None:
    """Nothing can be discarded where there are no tokens at all."""
    for step in m.steps() if m.hungry else ():
        m.model.add(sum(m.leaving(step)) == m.plays[step] + m.strikes[step])


def in_the_last_round_only_plays_matter(m: Turns) -> None:
    """A card leaves then to be played, where something harmless can always be done instead."""
    for step in m.steps():
        if step > m.draws and not m.may_stop:
            m.model.add(sum(m.leaving(step)) == m.plays[step])
            m.model.add(m.strikes[step] == 0)


def players_act_in_turn(m: Turns) -> None:
    """A clue takes a turn, and so does a step."""
    for step in m.steps():
        clues = [m.clues[earlier] for earlier in range(1, min(step, m.draws) + 1)]
        turn = m.model.new_int_var(0, 100_000_000, f"turn of {step}")
        m.model.add(turn == m.p.turn + step - 1 + sum(clues))
        m.model.add_modulo_equality(m.actor[step], turn, m.p.players)


def players_lay_down_what_they_hold(m: Turns) -> None:
    """A card leaves in a step of the player who holds or has drawn it; the bottom card in any player's."""
    for (step, card), leaves in m.leaves.items():
        drawn = m.drawn_in(card)
        if drawn == 0:
            m.model.add(m.actor[step] == m.p.holder[card]).only_enforce_if(leaves)
        elif drawn < step:
            m.model.add(m.actor[step] == m.actor[drawn]).only_enforce_if(leaves)
        elif not m.p.instance.rules.bottom_discards:
            m.model.add_bool_or(m.plays[step], m.strikes[step]).only_enforce_if(leaves)


def a_card_is_laid_down_when_it_is_played(m: Turns) -> None:
    """The step in which a card is laid down is one in which a copy of it leaves and is played, or it never is."""
    for (step, card), leaves in m.leaves.items():
        kind = m.p.ranks[card]
        if kind in m.laid:
            m.model.add(m.laid[kind] == step).only_enforce_if(leaves, m.plays[step])
        else:
            m.model.add_implication(leaves, ~m.plays[step])
    for kind, laid in m.laid.items():
        some = []
        for (step, card), leaves in m.leaves.items():
            if m.p.ranks[card] == kind:
                played = m.model.new_bool_var(f"{card} played in {step}")
                m.model.add_implication(played, leaves)
                m.model.add_implication(played, m.plays[step])
                some.append(played)
        never = m.model.new_bool_var(f"{kind} never laid")
        m.model.add(laid == m.last + 1).only_enforce_if(never)
        m.model.add_exactly_one(*some, never)


def suits_are_played_in_order(m: Turns) -> None:
    """A card is laid down after the one below it, unless it never is."""
    for (suit, rank), laid in m.laid.items():
        below = m.laid.get((suit, rank - 1))
        if below is not None:
            m.model.add(laid >= below + 1).only_enforce_if(_by(m, (suit, rank), m.last))
            m.model.add(laid == m.last + 1).only_enforce_if(~_by(m, (suit, rank - 1), m.last))


def a_strike_is_a_card_that_does_not_fit(m: Turns) -> None:
    """A card that is a strike is not the next of its suit, nor is it played."""
    for step in m.steps():
        m.model.add_bool_or(~m.plays[step], ~m.strikes[step])
        m.model.add_bool_or(~m.strikes[step], *m.leaving(step))
    for (step, card), leaves in m.leaves.items():
        suit, rank = m.p.ranks[card]
        if (suit, rank) in m.laid:
            lower_lies = [_by(m, (suit, rank - 1), step - 1)] if (suit, rank - 1) in m.laid else []
            there = _by(m, (suit, rank), step - 1)
            m.model.add_bool_or(~leaves, ~m.strikes[step], there, *(~lies for lies in lower_lies))


def _by(m: Turns, kind: tuple[int, int], step: int) -> cp_model.IntVar:
    """Return a variable that says whether a card has been laid down by a step."""
    lies = m.model.new_bool_var(f"{kind} by {step}")
    m.model.add(m.laid[kind] <= step).only_enforce_if(lies)
    m.model.add(m.laid[kind] > step).only_enforce_if(~lies)
    return lies


def the_last_strike_is_never_used(m: Turns) -> None:
    """It would end the game."""
    m.model.add(sum(m.strikes.values()) <= max(0, m.p.strikes - 1))


def tokens_are_paid_and_gained(m: Turns) -> None:
    """A clue costs its price; a discard, or a finished suit where that gains, brings a unit if one is missing."""
    tokens: cp_model.LinearExprT = m.model.new_constant(m.p.tokens)
    for step in m.counted():
        before = m.model.new_int_var(0, m.p.full, f"tokens before {step}")
        m.model.add(before + m.p.price * m.clues[step] == tokens)
        gains = m.model.new_bool_var(f"{step} gains")
        tops = [m.leaves[step, c] for c in m.cards_there(step) if m.p.ranks[c][1] == m.p.values and m.p.finished_gains]
        m.model.add(gains == sum(tops)).only_enforce_if(m.plays[step])
        m.model.add(gains == 0).only_enforce_if(m.strikes[step])
        m.model.add(gains == sum(m.leaving(step))).only_enforce_if(~m.plays[step], ~m.strikes[step])
        if not m.p.discard_at_full:
            m.model.add(before <= m.p.full - 1).only_enforce_if(~m.plays[step], ~m.strikes[step], gains)
        wanted = m.model.new_int_var(0, m.p.full + 1, f"tokens wanted after {step}")
        m.model.add(wanted == before + gains)
        m.model.add_min_equality(m.tokens[step], [wanted, m.p.full])
        tokens = m.tokens[step]


def clues_touch_cards(m: Turns) -> None:
    """Whoever gives a clue sees a card of another player that it touches, one of the type that is due."""
    if not m.careful:
        return
    if m.p.clue_type is not None:
        m.model.add(m.colour_first == (m.p.clue_type != "colour"))
    earlier: list[cp_model.IntVar] = []
    for step in m.counted():
        for number in range(1, m.most_different_clues(step) + 1):
            given = m.model.new_bool_var(f"clue {number} before {step}")
            m.model.add(m.clues[step] >= number).only_enforce_if(given)
            m.model.add(m.clues[step] < number).only_enforce_if(~given)
            value = m.model.new_bool_var(f"clue {number} before {step} names a value")
            m.model.add_modulo_equality(value, sum(earlier) + number + m.colour_first, 2)
            due = {"colour": ~value, "value": value, ANY: given}
            seen = _seen(m, step, _giver(m, step, number))
            for type_, touched in m.p.touched.items():
                if touched is not None:
                    some = [seen[card] for card in sorted(touched) if card in seen]
                    m.model.add_bool_or(*some).only_enforce_if(given, due[type_])
        earlier.append(m.clues[step])


def _giver(m: Turns, step: int, number: int) -> cp_model.IntVar:
    """Return who gives a clue before a step, or instead of it."""
    if step > m.draws:
        return m.actor[step]
    giver = m.model.new_int_var(0, m.p.players - 1, f"giver of clue {number} before {step}")
    sooner = m.actor[step] - m.clues[step] + number - 1 + m.p.players * (m.p.full + 1)
    m.model.add_modulo_equality(giver, sooner, m.p.players)
    return giver


def _seen(m: Turns, step: int, player: cp_model.IntVar) -> dict[int, cp_model.IntVar]:
    """Return for each card a variable that is true only if it is in the hand of another player before a step."""
    found = {}
    for card in [*m.p.holder, *m.p.pile]:
        drawn = m.drawn_in(card)
        if drawn < step:
            found[card] = seen = m.model.new_bool_var(f"{card} is seen before {step}")
            left = [m.leaves[earlier, card] for earlier in range(1, step) if (earlier, card) in m.leaves]
            m.model.add(sum(left) == 0).only_enforce_if(seen)
            holder = m.actor[drawn] if drawn else m.p.holder[card]
            m.model.add(player != holder).only_enforce_if(seen)
    return found


def the_target_is_reached(m: Turns) -> None:
    """As many cards as the target asks for are laid down in the end."""
    lies = [_by(m, kind, m.last) for kind in m.laid]
    m.model.add(sum(lies) >= m.p.target - m.p.points)


RULES: tuple[Rule, ...] = (
    Rule(one_card_leaves_in_a_step),
    Rule(a_play_that_has_stopped_stays_so),
    Rule(without_tokens_every_step_is_a_play_or_a_strike),
    Rule(in_the_last_round_only_plays_matter),
    Rule(players_act_in_turn),
    Rule(players_lay_down_what_they_hold),
    Rule(a_card_is_laid_down_when_it_is_played),
    Rule(suits_are_played_in_order),
    Rule(a_strike_is_a_card_that_does_not_fit),
    Rule(the_last_strike_is_never_used),
    Rule(tokens_are_paid_and_gained),
    Rule(clues_touch_cards),
    Rule(the_target_is_reached),
)


@reads("method 'cpsat'", ALL)
class Encoding:
    """The model of a game: it has a solution if and only if the target can be reached.

    Args:
        instance: the game.
        max_bytes: what its variables may be estimated to take.
        out_of_time: called now and then while the model is built; True means stop.
        rules: the rules to state; tests leave one out and check that it is missed.

    Attributes:
        model: the model for CP-SAT.

    Raises:
        Stopped: at a limit.
    """

    def __init__(
        self,
        instance: Hanabi,
        *,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
        rules: Sequence[Rule] = RULES,
    ) -> None:
        self._position = Position.of(instance)
        self._turns: Turns | None = None
        reached = self._position.score >= self._position.target
        if reached or self._position.over:
            self.model = cp_model.CpModel()
            if not reached:
                self.model.add_bool_or([])
            return
        self._turns = Turns(self._position, max_bytes, out_of_time)
        for rule in rules:
            rule.state(self._turns)
        self.model = self._turns.model

    def decode(self, values: Sequence[int]) -> list[Action]:
        """Return the play of a solution, up to the target.

        Args:
            values: the values of all variables of the solution, in the order of their indices.
        """
        if self._turns is None:
            return []
        return actions_of(self._position, self._moves(self._turns, values))

    @staticmethod
    def _moves(m: Turns, values: Sequence[int]) -> Iterator[Move]:
        colour = bool(values[m.colour_first.index])
        for step in range(1, m.last + 1):
            for _ in range(values[m.clues[step].index] if step in m.clues else 0):
                yield Move("clue", clue_type="colour" if colour else "value") if m.p.alternating and m.careful else CLUE
                colour = not colour
            card = next((c for c in m.cards_there(step) if values[m.leaves[step, c].index]), None)
            if card is not None:
                rest = "strike" if values[m.strikes[step].index] else "discard"
                yield Move("play" if values[m.plays[step].index] else rest, card)
            elif not m.may_stop:
                yield PASS
