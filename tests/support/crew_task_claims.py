"""The bounds of The Crew on tasks: deals aimed at each of them, and mistakes that must be noticed."""

from __future__ import annotations

from crewsat.algorithms.result import Refutation
from tests.support.by_name import Claim, Mistake
from tests.support.crew_claims import ALGORITHMS, NEEDS, POSSIBLE_TRICKS, bound
from tests.support.deals_with_tasks import (
    beating,
    cards,
    compared,
    few_tricks,
    filtered,
    last_of,
    lead_or_win_all,
    leads,
    more_than,
    row,
    tricks,
    win_trick,
    with_tasks,
)
from tests.support.second_opinion import winning_line_exists

OBJECTIVE = 'why = saying("the objective {card}", card=visible(objective.card))'

RULES = "crewsat.games.crew.rules"
WATCHING = "crewsat.games.crew.watching"

CLAIMS = [
    Claim(
        "past, tasks",
        [WATCHING, RULES, f"{ALGORITHMS}.past"],
        lambda module, instance: isinstance(module.decided_by_the_past(instance), Refutation),
        with_tasks(win_trick, last_of, tricks, filtered, cards, leads, row, compared, few_tricks, played=0.95),
        lambda instance: winning_line_exists(instance.as_dict()),
        [
            Mistake(
                "the play has ended", "if instance.played and table.played == instance.tricks:", "if instance.played:"
            ),
            Mistake(
                "not met yet", "if task.lost(state, seats)), None)", "if not task.met(state, seats)), None)", WATCHING
            ),
            Mistake(
                "free tasks are met at once",
                "lost = self.tasks[k].lost_by\n",
                "lost = lambda *a, k=k: not self.tasks[k].met_by(*a)\n",
                WATCHING,
            ),
            Mistake(
                "player 1 led first",
                "Seats(self._players, leader)\n        return next(",
                "Seats(self._players, 1)\n        return next(",
                WATCHING,
            ),
        ],
        method="past",
    ),
    bound(
        "too_few_tricks",
        with_tasks(win_trick, tricks, cards, leads, row, compared, most=3),
        Mistake("one fewer", "if total <= instance.tricks:", "if total < instance.tricks:"),
        Mistake("one trick a card", "won += hands  #", "won += 1  #", NEEDS),
        Mistake("each need by itself", "more = frozenset(single - need.of)", "more = frozenset(single)", NEEDS),
        Mistake("some of many", "if need.number >= len(need.of) and", "if need.number >= len(need.of) - 1 and", NEEDS),
        Mistake("everybody beside single players", "(players - len(self.by_player)) *", "players *", NEEDS),
        Mistake(
            "the sum of both",
            'max(self.by_player.get(player, (0, "")), self.by_others, key=lambda one: one[0])',
            '(self.by_player.get(player, (0, ""))[0] + self.by_others[0], "")',
            NEEDS,
        ),
    ),
    bound(
        "a_trick_not_to_be_won",
        with_tasks(win_trick, last_of, tricks, leads, cards, row),
        Mistake("all but one of a list", "if need.number < len(need.of) or", "if need.number < len(need.of) - 1 or"),
        Mistake("a single player", "sorted(need.of) if instance.players > 1 else ()", "sorted(need.of)"),
        Mistake("the same player twice", "if first != need.who:", "if first == need.who:"),
    ),
    bound(
        "cards_not_to_be_won",
        with_tasks(cards),
        Mistake("free ones are others'", "owners.get(card) in {None, owner}", "owners.get(card) == owner"),
        Mistake("own trumps only", "card.value <= highest.get(owner, 0)", "card.value < highest.get(owner, 0)"),
        Mistake("trumps of any suit", "card.suit != instance.trump or card.value", "card.value"),
        Mistake("as many", "if number > can:", "if number >= can:"),
        Mistake("no more than objectives", "limit.number < must:", "limit.number <= must:"),
        Mistake(
            "objectives of others count",
            "must = limit_on_cards(duty), sum(owners.get(card) == owner",
            "must = limit_on_cards(duty), sum(card in owners",
        ),
        Mistake("in numbered tricks", "if task.numbers is None else None", "", NEEDS),
    ),
    bound(
        "a_comparison_never_met",
        with_tasks(compared),
        Mistake("at the end, too", "if task.always and not task.within(0):", "if not task.within(0):"),
        Mistake("even if it holds", "if task.always and not task.within(0):", "if task.always:"),
        Mistake(
            "with nobody", 'if compares and not (task.rival == "others" and instance.players == 1):', "if compares:"
        ),
        Mistake("with the others", 'task.rival not in {None, "others"}:', "task.rival is not None:"),
        Mistake(
            "any leader",
            "if rival is not None and rival == duty.owner:",
            'if task.rival == "leader" and is_player(duty.owner):',
        ),
    ),
    bound(
        "a_trick_never_formed",
        with_tasks(filtered),
        Mistake("of none", "or not counted_at_least(task, instance.players):", ":"),
        Mistake("somebody cannot", '(owner == "everybody" or None not in reasons)', "True"),
        Mistake("nobody of everybody", "else everybody)]", "else [1])]"),
        Mistake(
            "all win with the list",
            "choice[winner] = [card for card in choice[winner] if card in won_with]",
            "choice = {player: [card for card in cards if card in won_with] for player, cards in choice.items()}",
            POSSIBLE_TRICKS,
        ),
        Mistake(
            "of a total, the most",
            "sum(map(min, values)), sum(map(max, values))",
            "sum(map(max, values)), sum(map(max, values))",
            POSSIBLE_TRICKS,
        ),
        Mistake(
            "of a total, the least",
            "sum(map(min, values)), sum(map(max, values))",
            "sum(map(min, values)), sum(map(min, values))",
            POSSIBLE_TRICKS,
        ),
        Mistake("as little is too much", "least > task.total.at_most", "least >= task.total.at_most", POSSIBLE_TRICKS),
        Mistake("as much is too little", "most < task.total.at_least", "most <= task.total.at_least", POSSIBLE_TRICKS),
        Mistake("only higher cards beat", "return other.suit != trump", "return own.suit == trump", POSSIBLE_TRICKS),
        Mistake("beaten by more", "own.value > other.value", "own.value > other.value + 1", POSSIBLE_TRICKS),
        Mistake(
            "by all of the winner's",
            "if any(_may_beat(own, card, instance.trump) for",
            "if all(_may_beat(own, card, instance.trump) for",
            POSSIBLE_TRICKS,
        ),
        Mistake("of the winner, too", "if any(one != other for", "if all(one != other for", POSSIBLE_TRICKS),
    ),
    bound(
        "more_than_there_is",
        with_tasks(tricks, filtered, cards, leads, row, most=1),
        Mistake("as many", "if number > ceiling:", "if number >= ceiling:"),
        Mistake(
            "of the crew and free ones, too",
            "= _ceilings(instance, task, tricks)\n        if is_player(duty.owner):",
            "= _ceilings(instance, task, tricks)\n        if True:",
        ),
        Mistake(
            "one card of a list", "most = sum(min(len(numbers), held) for", "most = max(min(len(numbers), held) for"
        ),
        Mistake("one list of two", "least = min(len(some), len(others))", "least = min(len(some), len(others)) - 1"),
        Mistake("in hands, the fewest", "yield held[player], saying", "yield held[player] - 1, saying"),
        Mistake(
            "leads by others",
            "own = sum(holder[card] == owner for card in task.cards)",
            "own = sum(holder[card] != owner for card in task.cards)",
        ),
        Mistake(
            "wins by others",
            "own = sum(holder[card] == owner for card in task.won_with)",
            "own = sum(holder[card] != owner for card in task.won_with)",
        ),
    ),
    bound(
        "too_few_numbered_tricks",
        with_tasks(win_trick, tricks, cards, leads, most=3),
        Mistake("as many", "if total > len(things):", "if total >= len(things):"),
        Mistake(
            "needs beyond the set",
            "need.of is things or need.of <= things",
            "need.of is things or need.of & things",
            NEEDS,
        ),
        Mistake("who leads first has won", "number - first, why)", "number, why)", NEEDS),
    ),
    bound(
        "too_few_cards",
        with_tasks(cards, filtered, most=3),
        Mistake("as many", "if total > len(things):", "if total >= len(things):"),
        Mistake(
            "needs beyond the set",
            "need.of is things or need.of <= things",
            "need.of is things or need.of & things",
            NEEDS,
        ),
        Mistake(
            "all of the list",
            "yield Need(owner, only, number * instance.players, why)",
            "yield Need(owner, only, len(only), why)",
            NEEDS,
        ),
        Mistake(
            "two cards of a list",
            "yield Need(owner, some, number, why)",
            "yield Need(owner, some, number + 1, why)",
            NEEDS,
        ),
        Mistake(
            "two cards of the other list",
            "yield Need(owner, others, number, why)",
            "yield Need(owner, others, number + 1, why)",
            NEEDS,
        ),
        Mistake(
            "free objectives are somebody's",
            f"if objective.owner is not None:\n            {OBJECTIVE}\n            yield Need(objective.owner,",
            f"if True:\n            {OBJECTIVE}\n            yield Need(objective.owner or 1,",
            NEEDS,
        ),
    ),
    bound(
        "limits_on_tricks_that_contradict",
        with_tasks(tricks, filtered, row, win_trick, compared, most=3),
        Mistake("as many", "if number > limit.number:", "if number >= limit.number:"),
        Mistake("as many as all", "if total < number:", "if total <= number:"),
        Mistake("whatever passes", "if any(one is not None for one in task.filters):", "if False:", NEEDS),
        Mistake(
            "of comparisons",
            "not isinstance(task, TricksTask) or task.most is None or task.compared_with is not None:",
            "not isinstance(task, TricksTask) or task.most is None:",
            NEEDS,
        ),
        Mistake("needs beyond the set", "need.number - len(need.of) + len(within)", "need.number", NEEDS),
        Mistake("the limit of one is everybody's", 'each = most.get("everybody", number)', "each = min(most.values())"),
    ),
    bound(
        "limits_on_cards_that_contradict",
        with_tasks(cards, filtered, most=3),
        Mistake("as many", "if number > limit.number:", "if number >= limit.number:"),
        Mistake("as many as all", "if total < number:", "if total <= number:"),
        Mistake(
            "all cards are played",
            "left = [len(hand) - instance.tricks for hand in instance.dealt]",
            "left = [0 for hand in instance.dealt]",
        ),
        Mistake("in numbered tricks", "if task.numbers is None else None", "", NEEDS),
        Mistake("needs beyond the set", "need.number - len(need.of) + len(within)", "need.number", NEEDS),
    ),
    bound(
        "comparisons_that_contradict",
        with_tasks(compared, owners=("player", "player", "everybody", None), most=3),
        Mistake("as many", "difference + opposite[0] > 0:", "difference + opposite[0] >= 0:"),
        Mistake("at most is at least", "yield what, other, one, -task.most", "yield what, one, other, task.most"),
        Mistake(
            "of anything",
            'what = type(task), tricks.listed(task.numbers), task.lists, getattr(task, "total", None)',
            "what = 1",
        ),
        Mistake("in any tricks", "tricks.listed(task.numbers), task.lists, getattr", "0, task.lists, getattr"),
    ),
    bound(
        "too_few_tricks",
        with_tasks(leads, leads, win_trick, most=3),
        Mistake(
            "others may lead first", "instance.leader in {None, duty.owner}", "instance.leader == duty.owner", NEEDS
        ),
        Mistake(
            "only those listed begin", "1 in tricks.listed(task.numbers) and ", "1 in (task.numbers or ()) and ", NEEDS
        ),
        Mistake("who leads first has won", "number - first, why)", "number, why)", NEEDS),
        aim=", leads",
    ),
    bound(
        "too_few_tricks",
        with_tasks(compared, most=3),
        Mistake("with one rival alone too", 'task.rival == "others" and players == 1', "False", NEEDS),
        Mistake("one more than the rival lacks", "-(task.most or 0), why)", "1 - (task.most or 0), why)", NEEDS),
        aim=", comparisons",
    ),
    bound(
        "a_trick_not_to_be_won",
        with_tasks(leads, win_trick, most=3),
        Mistake(
            "who leads it wins it",
            "frozenset(number - 1 for number in self.listed(numbers) if number > 1)",
            "self.listed(numbers)",
            NEEDS,
        ),
        Mistake(
            "the first of equal ones is led by the winner",
            "range(1, self.number))",
            "range(2, self.number + 1))",
            NEEDS,
        ),
        aim=", leads",
    ),
    bound(
        "more_than_there_is",
        with_tasks(beating, owners=("player",), most=1),
        Mistake("beats own ones", "theirs = sum(holder[card] != owner for", "theirs = sum(holder[card] == owner for"),
        aim=", beating",
    ),
    bound(
        "too_few_cards",
        with_tasks(beating, cards, owners=("player",), most=3),
        Mistake(
            "own cards are beaten",
            "yield Need(owner, beating - own, number, why)",
            "yield Need(owner, beating & own, number, why)",
            NEEDS,
        ),
        Mistake(
            "others' cards win",
            "yield Need(owner, won_with & own, number, why)",
            "yield Need(owner, won_with - own, number, why)",
            NEEDS,
        ),
        aim=", beating",
    ),
    bound(
        "limits_on_tricks_that_contradict",
        with_tasks(few_tricks, most=3),
        Mistake("limits of less", "if things <= limit.of:", "if things & limit.of:"),
        aim=", of some tricks",
    ),
    bound(
        "comparisons_that_contradict",
        with_tasks(more_than, owners=("player",), most=3, players=(2, 3, 3)),
        Mistake("of any list", "task.lists, getattr(task", "0, getattr(task"),
        Mistake(
            "the leader is anybody",
            'instance.leader if duty.task.rival == "leader" else duty.task.rival',
            '1 if duty.task.rival == "leader" else duty.task.rival',
        ),
        Mistake("one of the others", 'players if rival == "others" else', 'players if rival in {"others", None} else'),
        aim=", more than",
    ),
    bound(
        "too_few_tricks",
        with_tasks(lead_or_win_all, owners=("player", "everybody"), players=(2,)),
        Mistake(
            "everybody but the leader",
            "first = may_lead_first or not is_player(duty.owner)",
            "first = may_lead_first",
            NEEDS,
        ),
        aim=", everybody leads",
    ),
]
