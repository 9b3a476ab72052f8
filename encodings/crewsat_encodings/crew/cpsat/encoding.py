"""The Crew for CP-SAT: the rules that state a deal, and a play from a solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.features import CPSAT
from crewsat.games.crew.passing import with_pass
from crewsat.games.scope import reads
from crewsat_encodings.crew.cpsat import goal_rules, hands, task_rules, trick_rules
from crewsat_encodings.crew.cpsat.model import Tricks
from crewsat_encodings.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.passing import Direction


RULES: tuple[Rule, ...] = (
    Rule(trick_rules.everybody_plays_a_card_to_each_trick),
    Rule(trick_rules.no_card_is_played_twice),
    Rule(trick_rules.one_player_leads),
    Rule(trick_rules.the_leader_of_the_instance_leads_first),
    Rule(trick_rules.what_has_been_played_stays_played),
    Rule(trick_rules.one_suit_is_led),
    Rule(trick_rules.a_player_shows_the_suit_of_the_card),
    Rule(trick_rules.the_leader_shows_the_led_suit),
    Rule(trick_rules.players_follow_suit),
    Rule(trick_rules.cards_are_spent_when_shown),
    Rule(trick_rules.cards_shown_are_spent, redundant=True),
    Rule(trick_rules.one_card_wins),
    Rule(trick_rules.the_winning_card_is_played),
    Rule(trick_rules.a_winning_card_is_of_the_led_suit_or_trump),
    Rule(trick_rules.no_card_wins_against_a_higher_one),
    Rule(trick_rules.no_card_wins_against_a_trump),
    Rule(trick_rules.the_winner_leads_next),
    Rule(hands.cards_are_passed),
    Rule(hands.covered_cards_are_passed_only_where_they_must_be),
    Rule(hands.cards_are_played_by_who_has_them),
    Rule(hands.players_follow_suit_with_open_cards),
    Rule(goal_rules.objectives_are_completed),
    Rule(goal_rules.owners_win_their_objectives),
    Rule(goal_rules.objectives_keep_their_order),
    Rule(goal_rules.the_chosen_order_is_kept),
    Rule(goal_rules.shares_fit_the_assignment),
    Rule(task_rules.free_tasks_are_taken),
    Rule(task_rules.tasks_are_met),
)
"""All rules; leaving out a redundant one does not change the answers."""


@reads("method 'cpsat'", CPSAT)
class Encoding:
    """The model of an instance: it has a solution if and only if the instance has a winning play.

    Args:
        instance: the deal.
        max_bytes: what its variables may be estimated to take.
        out_of_time: called now and then while the model is built; True means stop.
        rules: the rules to state; tests leave one out and check that it is missed.

    Attributes:
        model: the model for CP-SAT.

    Raises:
        Stopped: at a limit, or for a task of a kind the model has no constraints for.
    """

    def __init__(
        self,
        instance: Crew,
        *,
        max_bytes: int | None = None,
        out_of_time: Callable[[], bool] = lambda: False,
        rules: Sequence[Rule] = RULES,
    ) -> None:
        self._tricks = Tricks(instance, max_bytes, out_of_time)
        for rule in rules:
            self._tricks.check_time()
            rule.state(self._tricks)
        self.model = self._tricks.model

    def decode(self, values: Sequence[int]) -> list[tuple[int, tuple[Card, ...]] | Choice]:
        """Return leader and cards, the leader's first, of all tricks from the first that is not complete yet.

        What is passed, if that has not been settled, comes in its place among the tricks.

        Args:
            values: the values of all variables of a solution, in the order of their indices.
        """
        m = self._tricks
        tricks = [self._trick(values, t) for t in range(m.instance.finished, m.last)]
        passed = [card for cards in m.hands.may_give.values() for card in cards if values[m.hands.given(card).index]]
        to: Direction = next((to for to in m.hands.directions if values[m.hands.to(to).index]), "left")
        return with_pass(m.instance, tricks, passed, to)

    def _trick(self, values: Sequence[int], t: int) -> tuple[int, tuple[Card, ...]]:
        m = self._tricks
        leader = next(player for player in m.players if values[m.leads[player][t].index])
        turn = [*m.players[leader - 1 :], *m.players[: leader - 1]]
        return leader, tuple(next(card for card in m.cards if self._plays(values, player, card, t)) for player in turn)

    def _plays(self, values: Sequence[int], player: int, card: Card, t: int) -> bool:
        """Return whether a player plays a card to a trick."""
        holders = self._tricks.hands.holders(card)
        return player in holders and bool(values[self._tricks.hands.by(player, card, t).index])
