"""Mutants of the encodings of Hanabi that no game can tell from the original, each with the reason."""

from __future__ import annotations

LONGER = "reserves variables that nobody looks at"
NO_CARD = "adds a rank that no card has: it is never laid down"
WAITING = "adds cards that are only being drawn, of which nothing says that they wait"
WEAKER = "only makes a redundant rule weaker"
SUMS = "adds cells of sums that the target does not rest on, or that cannot be reached"
NO_STEP = "nothing follows from a play or a strike if no card leaves"
GONE = "a card said to be gone too early can only do less"
IMPLIED = "the rule is redundant: without it, or a part of it, the same plays are found"
SAME_STEP = "says of the bottom card that whoever acts acts, if it leaves as it is drawn"
FITS = "a card that is played fits, and that of a strike does not"
LIES = "says of cards that lie there what holds anyway"
NOTHING = "says once more that never more units are there than there may be"
SYMMETRY = "only makes a rule weaker that breaks a symmetry"
LAST = "asked only in the last round, when nothing is drawn any more"
TYPES = "whoever need not touch a card can always give a clue, and then no clue is looked at"
NUMBERS = "makes room for numbers that are never taken"
ROUND = "adds a whole round of players to a number of which only the rest matters"
MORE = "looks at one clue more: it is of the same player as an earlier one, or never given"
GIVEN = "a clue said to be given that is not can only ask for more"
ESTIMATE = "changes only the estimate of the memory, which refuses sooner what is too large"
PARITY = "changes the sign of a number of which only the parity matters"

HANABI_CNF = {
    "steps_model.Model.__init__: self.formula.expect(self._fewest_bytes()) dropped #1": (
        "it only refuses sooner what is too large for the memory"
    ),
    "steps_model.Model.__init__: 1 + 1 #1": LONGER,
    "steps_model.Model.__init__: 1 + 1 #3": NO_CARD,
    "steps_model.Model._cards: 1 + 1 #2": LONGER,
    "steps_model.Model._suits: 1 + 1 #2": LONGER,
    "steps_model.Model._tokens: 1 + 1 #2": LONGER,
    "steps_model.Model._waiting: 1 + 1 #2": LONGER,
    "steps_model.Model._touching: 0 + 1 #1": LONGER,
    "steps_model.Model._touching: self.drawn_at(i) < s with LtE #1": LONGER,
    "steps_model.Model._touching: self.careful and self.position.alternating with or #1": LONGER,
    "steps_model.Model._touching: 1 + 1 #2": LONGER,
    "steps_model.Model.may_wait: self.drawn_at(card) < step with LtE #1": WAITING,
    "steps_model.Model.room: held - 1 with + #1": WEAKER,
    "steps_model.Model.sums: self.position.values - height with + #1": SUMS,
    "steps_model.Model.sums: 1 + 1 #2": SUMS,
    "steps_model.Model.sums: 1 + 1 #4": SUMS,
    (
        "steps_rules.nothing_else_is_done_when_a_card_leaves: "
        "yield from ((-other, -m.plays(s)), (-other, -m.strikes(s))) dropped #1"
    ): NO_STEP,
    "steps_rules.nothing_else_is_done_when_a_card_leaves: -m.plays(s) without - #1": NO_STEP,
    "steps_rules.a_card_that_leaves_is_gone: yield from clause(no(now), before, leaves) dropped #1": GONE,
    "steps_rules.one_player_acts: yield tuple((m.acts(s, a) for a in players)) dropped #1": IMPLIED,
    "steps_rules.a_card_leaves_the_hand_of_its_holder: if drawn < s always #1": SAME_STEP,
    "steps_rules.a_card_leaves_the_hand_of_its_holder: drawn < s with LtE #1": SAME_STEP,
    "steps_rules.a_card_lies_there_a_step_after_the_one_below: 1 + 1 #1": IMPLIED,
    "steps_rules.a_card_lies_there_a_step_after_the_one_below: m.steps + 1 with - #1": IMPLIED,
    (
        "steps_rules.a_card_lies_there_a_step_after_the_one_below: "
        "yield from clause(no(m.laid(s, (suit, rank))), m.laid(s - 1, (suit, r… dropped #1"
    ): IMPLIED,
    "steps_rules.a_card_lies_there_a_step_after_the_one_below: 1 + 1 #4": IMPLIED,
    "steps_rules.in_the_last_round_cards_are_played: -m.leaves(s, i) without - #1": (
        "of two cards one does not leave, so the step is a play; a single card is the one point that is missing"
    ),
    "steps_rules.a_strike_is_not_a_play: yield (-m.strikes(s), -m.plays(s)) dropped #1": FITS,
    "steps_rules.a_strike_is_not_a_play: if m.is_left(i) always #1": LIES,
    "steps_rules.clues_are_counted: 1 + 1 #1": IMPLIED,
    "steps_rules.clues_are_counted: yield (-m.clue(s, j + 1), m.clue(s, j)) dropped #1": IMPLIED,
    "steps_rules.clues_cost_tokens: 1 + 1 #3": NOTHING,
    "steps_rules.who_can_touch_a_card_sees_one: if touched is not None always #1": TYPES,
    (
        "steps_rules.strikes_come_with_all_tokens_there: "
        "yield from clause(-m.strikes(s), -m.leaves(s, i), all_there) dropped #1"
    ): SYMMETRY,
    "steps_rules.a_round_of_clues_suffices: 1 + 1 #1": SYMMETRY,
    "steps_rules.a_round_of_clues_suffices: m.most_clues >= number with Gt #1": SYMMETRY,
    "steps_rules.a_round_of_clues_suffices: m.careful and m.position.alternating with or #1": SYMMETRY,
    "steps_rules.a_round_of_clues_suffices: 1 + 1 #2": SYMMETRY,
    "steps_rules.a_round_of_clues_suffices: m.draws + 1 with - #1": SYMMETRY,
    "steps_rules.a_round_of_clues_suffices: yield (-m.clue(s, number),) dropped #1": SYMMETRY,
    "steps_rules.a_copy_that_is_played_is_used: 1 + 1 #1": IMPLIED,
    "steps_rules.a_copy_that_is_played_is_used: m.steps + 1 with - #1": IMPLIED,
    (
        "steps_rules.a_copy_that_is_played_is_used: "
        "yield from ((-m.leaves(s, i), -m.plays(s), m.used(i)) for i in m.may_… dropped #1"
    ): IMPLIED,
    (
        "steps_rules.a_copy_that_is_played_is_used: "
        "yield from clause(no(m.laid(m.steps, kind)), *(m.used(i) for i in m.p… dropped #1"
    ): IMPLIED,
    "steps_rules.a_card_waits_until_it_is_played: 1 + 1 #1": IMPLIED,
    "steps_rules.a_card_waits_until_it_is_played: m.draws + 1 with - #1": IMPLIED,
    (
        "steps_rules.a_card_waits_until_it_is_played: "
        "yield from clause(-m.used(i), m.laid(s, kind), m.waits(s, kind)) dropped #1"
    ): IMPLIED,
    "steps_rules.a_card_waits_until_it_is_played: -m.used(i) without - #1": IMPLIED,
    "steps_rules.cards_that_wait_fit_into_the_hands: 1 + 1 #1": IMPLIED,
    "steps_rules.cards_that_wait_fit_into_the_hands: m.draws + 1 with - #1": IMPLIED,
    (
        "steps_rules.cards_that_wait_fit_into_the_hands: "
        "yield from at_most([m.waits(s, kind) for kind in m.may_wait(s)], m.ro… dropped #1"
    ): IMPLIED,
    "steps_cnf.Encoding._none_leaves: 1 + 1 #2": LAST,
    "steps_cnf._decided: 1 + 1 #1": LONGER,
}

HANABI_CPSAT = {
    (
        "turns_cpsat.Turns.__init__: self.draws * sum(map(len, position.hands)) + self.draws * (self.draws… with - #1"
    ): ESTIMATE,
    "turns_cpsat.Turns.__init__: self.draws - 1 with + #1": ESTIMATE,
    "turns_cpsat.Turns.__init__: 1 + 1 #1": ESTIMATE,
    "turns_cpsat.Turns.__init__: 2 + 1 #1": ESTIMATE,
    "turns_cpsat.Turns.__init__: check_estimate(BYTES_PER_INTEGER * places, max_bytes) dropped #1": ESTIMATE,
    "turns_cpsat.Turns._number_variables: position.players - 1 with + #1": NUMBERS,
    "turns_cpsat.Turns._number_variables: 1 + 1 #3": NUMBERS,
    "turns_cpsat.Turns._number_variables: 1 + 1 #5": NUMBERS,
    "turns_cpsat.Turns._most_clues: 1 + 1 #1": IMPLIED,
    "turns_cpsat.one_card_leaves_in_a_step: m.model.add_at_most_one(m.leaving(step)) dropped #1": IMPLIED,
    (
        "turns_cpsat.one_card_leaves_in_a_step: "
        "m.model.add(m.plays[step] + m.strikes[step] <= sum(m.leaving(step))) dropped #1"
    ): IMPLIED,
    "turns_cpsat.one_card_leaves_in_a_step: m.plays[step] + m.strikes[step] with - #1": IMPLIED,
    "turns_cpsat.in_the_last_round_only_plays_matter: m.model.add(m.strikes[step] == 0) dropped #1": IMPLIED,
    "turns_cpsat.players_act_in_turn: 100000000 + 1 #1": NUMBERS,
    (
        "turns_cpsat.suits_are_played_in_order: "
        "m.model.add(laid == m.last + 1).only_enforce_if(~_by(m, (suit, rank -… dropped #1"
    ): IMPLIED,
    (
        "turns_cpsat.a_strike_is_a_card_that_does_not_fit: "
        "m.model.add_bool_or(~m.plays[step], ~m.strikes[step]) dropped #1"
    ): FITS,
    (
        "turns_cpsat.a_strike_is_a_card_that_does_not_fit: "
        "m.model.add_bool_or(~m.strikes[step], *m.leaving(step)) dropped #1"
    ): NO_STEP,
    "turns_cpsat.tokens_are_paid_and_gained: 1 + 1 #3": NUMBERS,
    "turns_cpsat.clues_touch_cards: 1 + 1 #2": MORE,
    "turns_cpsat.clues_touch_cards: m.model.add(m.clues[step] >= number).only_enforce_if(given) dropped #1": GIVEN,
    "turns_cpsat.clues_touch_cards: sum(earlier) + number + m.colour_first with - #1": PARITY,
    "turns_cpsat.clues_touch_cards: if touched is not None always #1": TYPES,
    "turns_cpsat._giver: m.p.players - 1 with + #1": NUMBERS,
    "turns_cpsat._giver: 1 + 1 #3": ROUND,
}
