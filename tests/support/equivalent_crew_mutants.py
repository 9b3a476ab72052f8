"""Mutants of the encodings of The Crew that no deal can tell from the original, each with the reason.

A name is module, function and change, as `mutation` writes them; for the logic program, statement and change.
"""

from __future__ import annotations

AGAIN = "states the same clauses once more"
GOT = "says with the cards won by a trick, in more clauses, what picked cards say that have been played by then"
COUNTERS = "the counters of suits are redundant: the other rules imply the same plays"
IMPLIED = "the rule is redundant: without it the same plays are found"
TIME = "only the time limit depends on it, which has tests of its own"
BELOW = "no difference is below minus the size: so a bound of one less is as good, that it holds always or never"
ABOVE = "no difference is above the size: so a bound of one more is as good, that it holds never or always"
ANYBODY = "says that somebody leads, which other rules say"
ONE_WAY = "implied: if cards went in both directions, a smallest hand would hold more cards than there are tricks"
BEFORE_THE_PASS = "when cards are passed, neither the card given nor the one received has been played"
SYMMETRY = "only breaks a symmetry, also where the pass comes later"
CARD_BY_CARD = "says card by card of suits that do not change what counting them says, too"
BY_COUNTING = "implied: as many cards are played to a trick as there are players, each of whom plays one"
FIRST_AFTER = "in the first trick after the pass, neither the card given nor the one received has been played"
PLAYER = "of the quick player, which the search does not ask; `tests/algorithms/crew/test_plain_play.py` does"
OF_SIX = "matters for six players with seven free goals or more; a deal by hand shows that"
UNUSED = "the row of variables is longer than anybody looks at"

CREW_DEMANDS = {
    (
        "demands.a_kept_goal_is_due_to_one_player: "
        "yield from ((-one, -other) for one, other in combinations(due, 2)) dropped #1"
    ): OF_SIX,
}

CREW_CNF = {
    "trick_sums.half_of_a_trick: 1 + 1 #1": "counts one further than is needed",
    "trick_sums.number_reached: if m.definitions.unstated('cards', name, IF) always #1": AGAIN,
    "trick_sums.one_of: if m.definitions.unstated('one of', name, IF) always #1": AGAIN,
    "trick_sums.total_reached: total <= sums[0] with Lt #1": "makes a variable of what holds anyway",
    "trick_sums.total_reached: if m.definitions.unstated('total', (player, total), sense) always #1": AGAIN,
    "trick_sums._value_reached: if m.definitions.unstated('value', (player, value), sense) always #1": AGAIN,
    "trick_filters.trick_counts: if part.m.definitions.unstated('counts', part.key, sense) always #1": AGAIN,
    "tallies.Tally.counted: if place != (1, 1) always #1": "adds that the first literal is true if it is",
    "tallies.Tally.counted: 1 + 1 #2": "adds that the first literal is true if it is",
    "task_clauses._at_least: least in range(2, len(cards)) with NotIn #1": GOT,
    "task_clauses._at_least: 2 + 1 #1": GOT,
    "task_clauses._once_exactly: if definitions.unstated('exactly', (*part.key, trick), ONLY_IF) always #1": AGAIN,
    "task_clauses.one_member_is_met: if step < last always #1": "says of the last trick once more what has been said",
    "task_clauses.one_member_is_met: step < last with LtE #2": "says of the last trick once more what has been said",
    "task_clauses._members: 1 + 1 #1": "gives the variables of members other names",
    "goal_rules.tasks_are_met: 0 + 1 #2": "gives the variables of tasks other names",
    (
        "goal_rules.one_player_takes_a_free_task: "
        "yield from ((-one, -other) for one, other in combinations(takes, 2)) dropped #1"
    ): "matters for four players with five free goals or more; a deal by hand shows that",
    (
        "goal_rules.one_player_is_due_a_free_goal: "
        "yield from ((-one, -other) for one, other in combinations(due, 2)) dropped #1"
    ): OF_SIX,
    "goal_rules.tokens_are_changed_in_one_way: if m.retokened.rows always #1": (
        "where tokens may be changed, there is a way to leave them as they are"
    ),
    "trick_rules.suits_are_counted: 1 + 1 #1": COUNTERS,
    "trick_rules.suits_are_counted: size + 1 with - #1": COUNTERS,
    "trick_rules.suits_are_counted: yield (-now, before, shows) dropped #1": COUNTERS,
    "trick_rules.suits_are_counted: yield (-now, before, literal) dropped #1": COUNTERS,
    "trick_rules.suits_are_counted: yield (-before, now) dropped #1": COUNTERS,
    "trick_rules.suits_are_counted: yield (now, -shows, *(-literal for literal in lower)) dropped #1": COUNTERS,
    "trick_rules.a_void_hand_has_played_the_suit: yield (-void, m.played.now(card)) dropped #1": (
        "implied by the counters, which are redundant as long as this rule is there"
    ),
    "trick_rules.no_two_players_win_the_trick: m.expect_pairs(m.players) dropped #1": (
        "it only refuses sooner what is too large for the memory"
    ),
    "trick_rules.no_two_players_win_the_trick: yield (-m.wins.now(one), -m.wins.now(other)) dropped #1": IMPLIED,
    "trick_rules.one_suit_is_led: yield (-m.wins.before(player), -m.led.now(suit), *follows) dropped #1": IMPLIED,
    (
        "trick_rules.the_leader_chooses_the_suit: "
        "yield (-m.wins.before(player), -m.shows(player, suit), m.led.now(suit… dropped #1"
    ): "two redundant rules say it together: some suit is led, and the leader shows it",
    "trick_rules.some_suit_is_led: yield tuple((m.led.now(suit) for suit in m.suits)) dropped #1": IMPLIED,
    (
        "trick_rules.the_winner_follows_suit_or_trumps: "
        "yield (-m.wins.now(player), -m.led.now(suit), *follows, *m.trumps(pla… dropped #1"
    ): IMPLIED,
    "trick_rules.the_highest_card_wins: if suit != m.trump always #1": (
        "adds for trumps that are led what the rule of trumps says of all trumps"
    ),
    "goal_rules.the_smallest_hands_are_played_out: yield (m.played.at(key, m.tricks),) dropped #1": IMPLIED,
    "goal_rules.equal_neighbours_are_played_in_rank_order: yield (-m.played.now(high), m.played.now(low)) dropped #1": (
        "only breaks a symmetry"
    ),
    "goal_rules.equal_neighbours: yield (low, high) dropped #1": "only breaks a symmetry",
    (
        "goal_rules.every_trick_completes_an_objective: "
        "yield tuple((m.play.now(objective.card) for objective in m.instance.o… dropped #1"
    ): IMPLIED,
}

CREW_PASSING = {
    (
        "passing_rules.cards_go_in_one_direction: "
        "yield from ((-one, -other) for one, other in combinations(literals, 2… dropped #1"
    ): ONE_WAY,
    "passing_rules.suits_begin_with_what_is_not_there: yield (-literal, *some) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: len(places) + 1 with - #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (count, got) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (count, -gave) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (-count, -got) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (count, -gave, got) dropped #1": COUNTERS,
    "passing_rules.a_card_is_uncovered_by_the_one_above: trick < m.pass_.after with LtE #1": BEFORE_THE_PASS,
    "passing_rules.equal_neighbours_that_stay_are_played_in_rank_order: 1 + 1 #1": SYMMETRY,
    "passing_rules.cards_go_in_one_direction: 2 + 1 #1": ONE_WAY,
    (
        "passing_rules.suits_begin_with_what_is_not_there: yield from ((literal, -one) for one in some) dropped #1"
    ): COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: 1 + 1 #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (count,) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (-count, gave, -got) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (-count, gave) dropped #1": COUNTERS,
    "passing_rules.suits_begin_with_what_is_not_there: yield (-count,) dropped #1": COUNTERS,
    "passing_rules.equal_neighbours_that_stay_are_played_in_rank_order: not m.pass_.after without not #1": SYMMETRY,
    "passing_rules.equal_neighbours_that_stay_are_played_in_rank_order: m.tricks + 1 with - #1": SYMMETRY,
    (
        "passing_rules.equal_neighbours_that_stay_are_played_in_rank_order: "
        "yield (-m.play.at(higher, trick), m.played.at(lower, trick - 1)) dropped #1"
    ): SYMMETRY,
}

CREW_MANY_PLAYERS = {
    "many_players.equal_neighbours_are_played_in_turn: yield (-m.played.now(high), m.played.before(low)) dropped #1": (
        "only breaks a symmetry"
    ),
    "many_players.players_win_as_many_tricks_as_needed: yield from ((-won,) for won in wins) dropped #1": IMPLIED,
    "many_players.players_win_as_many_tricks_as_needed: yield tuple(wins) dropped #1": IMPLIED,
    (
        "many_players.players_win_as_many_tricks_as_needed: "
        "yield from ((-one, -other) for one, other in combinations(wins, 2)) dropped #1"
    ): IMPLIED,
    "many_players.the_suit_of_an_own_objective_is_led: if len(possible) < len(m.players) always #1": ANYBODY,
    "many_players.the_suit_of_an_own_objective_is_led: len(possible) < len(m.players) with LtE #1": ANYBODY,
    (
        "many_players.the_suit_of_an_own_objective_is_led: "
        "yield (-m.wins.now(winner), *(m.wins.before(player) for player in pos… dropped #1"
    ): IMPLIED,
    (
        "many_players.the_suit_of_an_own_objective_is_led: "
        "yield (-m.wins.before(player), *(m.wins.now(winner) for winner in lea… dropped #1"
    ): IMPLIED,
}

CREW_CPSAT_PASSING = {
    (
        "hands.Hands.changes: self.change and any((card.suit == suit for card in (*self.may_receive… with or #1"
    ): CARD_BY_CARD,
    "hands.cards_are_played_by_who_has_them: if len(holders) > 1 always #1": BY_COUNTING,
    "hands.cards_are_played_by_who_has_them: 1 + 1 #1": BY_COUNTING,
    "hands.Hands._lids: t >= self.after with Gt #1": FIRST_AFTER,
    "hands.cards_are_played_by_who_has_them: len(holders) > 1 with GtE #1": BY_COUNTING,
    (
        "hands.cards_are_played_by_who_has_them: "
        "m.model.add_bool_or(~m.plays[card][t], *(m.hands.by(player, card, t) … dropped #1"
    ): BY_COUNTING,
    "hands.cards_are_passed: passing is None or not hands.directions with and #1": (
        "without a direction there is nothing to say of cards, and where they must be passed there is one"
    ),
    "hands.covered_cards_are_passed_only_where_they_must_be: passing is None or not hands.after with and #1": (
        "before the first trick the cards that may be passed are these already"
    ),
}

CREW_CPSAT = {
    "goal_rules.the_chosen_order_is_kept: if m.instance.retoken is not None always #1": AGAIN,
    "goal_rules._first_takers: m.model.add(sum((takes[goal] for takes in first)) == 1) dropped #1": (OF_SIX),
    "goal_rules.shares_fit_the_assignment: number >= len(m.players) with Gt #1": (
        "as many goals as players are one each, whether nobody takes two or they are drafted"
    ),
    "task_rules._number_is_reached: if len(so_far) >= number always #1": "adds what cannot be reached so early",
    "task_rules._number_is_reached: 1 + 1 #2": "looks at one moment more, after the last trick, with the same number",
    "counted._all_of: len(literals) > 1 with GtE #1": "makes a literal that is equivalent to a single one",
    "counted._total: 0 + 1 #1": "no sum of values is less than 1, so it may as well be 1 or more",
    "counted._conditions: 1 + 1 #2": "lets two cards of the list win a trick, but only one card ever wins it",
    "model.Tricks.tricks: self.check_time() dropped #1": TIME,
    "task_rules.tasks_are_met: m.check_time() dropped #1": TIME,
    (
        "model.Tricks._places: len(self.instance.dealt[player - 1]) > self.last with GtE #1"
    ): "a hand of T cards is played whole anyway, one card a trick",
    "model.Tricks._counter: 1 + 1 #1": UNUSED,
    "model.Tricks._counter: 1 + 1 #3": "adds a number of cards that is never reached",
    "model.Tricks._counter: 1 + 1 #4": UNUSED,
    "model.Tricks._counter: self.last + 1 - least with + #1": UNUSED,
    "model.Tricks._counter: 1 + 1 #5": UNUSED,
    "model.Tricks._counter: 1 + 1 #6": UNUSED,
    "model.Tricks._row: self.check_time() dropped #1": TIME,
    "trick_rules.no_card_is_played_twice: m.check_time() dropped #1": TIME,
    "trick_rules.cards_shown_are_spent: m.model.add_implication(spent[t], spent[t + 1]) dropped #1": IMPLIED,
    (
        "trick_rules.cards_shown_are_spent: "
        "m.model.add_bool_or(spent[t + 1], ~fewer[t], ~m.shows[player, suit][t… dropped #1"
    ): IMPLIED,
    "model.Tricks._holdings: if cards always #1": (
        "adds the suits that a player does not hold: none of these is ever shown, and all of their no cards are spent"
    ),
    "task_rules._difference_is_within: 1 + 1 #1": BELOW,
    "task_rules._difference_is_within: 1 + 1 #2": ABOVE,
    "task_rules._difference_is_within: 1 + 1 #3": BELOW,
    "task_rules._difference_is_within: 1 + 1 #4": ABOVE,
    "task_rules._difference_is_within: 1 + 1 #5": (
        "looks at one moment more, after the last trick, at which the difference is what it was before"
    ),
}

CREW_ASP = {
    "task_facts._Tasks.bounded: 1 + 1 #1": (
        "no trick, number or run is as large as all cards and one more, and no difference is as small as minus that: "
        "a bound of two more is as good"
    ),
    "task_facts._Tasks.during: 1 + 1 #2": (
        "names a trick after the last one, to which no card is played, so that nobody wins it or leads a card to it"
    ),
    "task_facts._total: sum((card.value for card in tasks.cards)) >= MOST_TOTAL with Gt #1": (
        "small deals are too small to show it; `test_the_largest_total_that_the_program_can_add` does"
    ),
    "stuck :- pass(_), player(P), not candidate(C) : card(C,P,_).: dropped": (
        "implied: such a hand has no card to pass; where all must pass, any card may be passed"
    ),
    "{ play(T,C) : card(C,_,_) } :- trick(T).: dropped": AGAIN,
    ":- has_passed(_), not passing.: dropped": "implied: only who passes cards passes those that have been passed",
    "early(T) :- trick(T), not pass(_).: dropped": "without a pass, hands are the same before and after it",
    "beaten(T,C) :- card(C,_,S), card(C+1,_,S), beaten(T,C+1).: '+1' to '+2' #1": (
        "leaves out the highest card of a suit, which nothing beats"
    ),
    (
        ":- share(balanced), player(P), seats(N), number(F), not F/N <= { got(P,G) } <= (F+N-1)/N.: '-1' to '' #1"
    ): "raises the most a player may take where the least, for all players, adds up to all there is",
    "drafted :- share(draft_or_pass), seats(N), number(F), F >= N.: '>=' to '>' #1": (
        "as many goals as players are one each, whether nobody takes two or they are drafted"
    ),
    ":- trick(T), { wins(T,P) } != 1.: dropped": IMPLIED,
    "all(P) :- player(P), N = { trick(T) }, N = { card(C,P,_) }.: dropped": "only the redundant rule below uses it",
    ":- card(C,P,_), all(P), not play(T,C) : trick(T).: dropped": IMPLIED,
    "dealt(P,S,N) :- card(_,P,S), N = { card(C,P,S) }.: dropped": "only the redundant counting of suits uses it",
    (
        "shown(T+1,P,S,K+1) :- trick(T), shown(T,P,S,K), shows(T,P,S), dealt(P,S,N), K < N.: '<' to '<=' #1"
    ): "adds a number of cards that is never reached",
    ":- dealt(P,S,N), trick(T), shown(T,P,S,N), not void(T,P,S).: dropped": IMPLIED,
    ":- dealt(P,S,N), void(T,P,S), not shown(T,P,S,N).: dropped": IMPLIED,
}

ALONE = "small deals have too few free goals to show it; `tests/games/crew/test_assignment.py` notices it"

READ = "what is in doubt is read by pydantic, to the same tasks; only tasks that have been read come here"
INVALID = "refuses or reads what is not a task; `tests/games/crew/test_instance.py` notices it"

CREW_TASKS = {
    "counting.ComparingTask.lost_by: with_himself or self._broken(state, who, seats) with and #1": (
        "what is broken is not seen as lost at once, but never met"
    ),
    "counting.ComparingTask.watched: if self.rival == 'others' always #1": "watches players nobody asks about",
    "tasks.WinTrickTask.lost_by: 0 + 1 #1": "a trick that player 1 took is not seen as lost at once, but never met",
    "last_of.LastOfTask.lost_by: 0 + 1 #1": "a last card that player 1 took is not seen as lost at once, but never met",
    "filters.Total.fits: 0 + 1 #1": "the cards of a trick are worth more than nothing",
    "assignment.fits: handed_over(mode, shares, leader) == 0 with NotEq #1": PLAYER,
    "assignment.fits: 0 + 1 #1": PLAYER,
    "assignment.in_effect: free >= players with Gt #1": "a goal for each: even shares and a draft then are one each",
    "tasks.RowTask.more: 1 + 1 #1": "of the base; the automaton of runs does not ask how much a trick adds",
    "counting.ComparingTask.__post_init__: 0 + 1 #1": "a bound that is not given is not below 0 either way",
    "counting.ComparingTask.__post_init__: super().__post_init__() dropped #1": INVALID,
    "task.AnyKind.around.check: if not isinstance(value, list | tuple) or not all((isinstance(one, Task)… "
    "always #1": READ,
    "task.AnyKind.around.check: not isinstance(value, list | tuple) or not all((isinstance(one, Task)… with and "
    "#1": READ,
    "task.AnyKind.around.check: not isinstance(value, list | tuple) without not #1": READ,
    "task.AnyKind.around.check: not all((isinstance(one, Task) for one in value)) without not #1": READ,
    "task_groups.GroupTask.prepared: not isinstance(data, dict) or not isinstance(data.get('of'), list | t… with and "
    "#1": INVALID,
    "task_groups._schema_without_owner: name != 'owner' with Eq #1": "describes files, and decides nothing",
}
