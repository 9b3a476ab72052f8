"""Mistakes a program may well make in what tasks mean, made by hand: at least four of every kind and shared part.

Each replaces a text in a module; what `mutation` makes by rule comes on top of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.mutant_trials import text_of
from tests.support.mutation import Mutant

if TYPE_CHECKING:
    from collections.abc import Iterator

TASKS, COUNTING, FILTERS, TASK, LAST_OF = (
    f"crewsat.games.crew.{name}" for name in ("tasks", "counting", "filters", "task", "last_of")
)
SEARCH = "crewsat.algorithms.crew.exhaustive"

CARDS = "return sum((card in cards) - (card in others) for card in trick.cards)"
FILTERED = "return int(self.fits(trick))"
LED = "self.cards is None or trick.cards[0] in self.listed"
RUN = "self._longer(run) if who == trick.winner else run._replace(now=0)"
LONGER = "Run(run.now + 1, run.longest if reached else max(run.longest, run.now + 1))"
OTHERS = "return all(self.within(own - other) for other in others)"
BOUND = "return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)"
TOTAL = "sum(card.value for card in trick.cards)"
WON = "trick.winner if is_numbered((self.trick,), trick) else state"
PLAYED = "played = sum(card in self.listed for card in trick.cards)"
LEFT = "Unplayed(left, 0 if left else trick.winner)"
LAST_WON = 'state.winner > 0 and who in {"crew", state.winner}'
MET, SECURED = (
    f"each = (self.{judge}(state, who, seats) for who in self.followed(seats))\n        return any(each) if"
    for judge in ("met_by", "secured_by")
)

MISTAKES: dict[str, dict[str, tuple[str, str, str]]] = {
    "tricks": {
        "a winning card beats itself": (
            FILTERS,
            " for card in trick.cards if card != winning",
            " for card in trick.cards",
        ),
        "only is asked of the winning card": (
            FILTERS,
            "all(card in only for card in trick.cards)",
            "winning in only",
        ),
        "won with is asked of any card": (
            FILTERS,
            "winning in won_with",
            "any(card in won_with for card in trick.cards)",
        ),
        "as many are none of each": (FILTERS, "0 < _number_in", "0 <= _number_in"),
        "as many is at least as many": (FILTERS, "== _number_in(self.lists[4]", ">= _number_in(self.lists[4]"),
        "a suit, say of trumps, does not count in a total": (
            FILTERS,
            TOTAL,
            'sum(card.value for card in trick.cards if card.suit != "a")',
        ),
        "a total is asked of every card": (
            FILTERS,
            f"self.total.fits({TOTAL})",
            "all(self.total.fits(card.value) for card in trick.cards)",
        ),
        "the winner's card does not count in a total": (
            FILTERS,
            TOTAL,
            "sum(card.value for card in trick.cards if card != trick.winning_card)",
        ),
        "led with is asked of the winning card": (
            FILTERS,
            "trick.cards[0] in self.lists[5]",
            "trick.winning_card in self.lists[5]",
        ),
        "led with is asked of any card": (
            FILTERS,
            "trick.cards[0] in self.lists[5]",
            "_number_in(self.lists[5], trick) > 0",
        ),
        "one of a single list is enough": (
            FILTERS,
            "all(_number_in(cards, trick) for cards in self.lists[6:])",
            "(not self.each_of or any(_number_in(cards, trick) for cards in self.lists[6:]))",
        ),
        "every list but the first": (FILTERS, "for cards in self.lists[6:])", "for cards in self.lists[7:])"),
        "filters are not looked at": (TASKS, FILTERED, "return 1"),
    },
    "cards": {
        "cards of the other list count, too": (
            TASKS,
            "(card in cards) - (card in others)",
            "(card in cards) + (card in others)",
        ),
        "a trick with several cards counts once": (TASKS, CARDS, CARDS.replace("sum(", "max(")),
        "only the card that wins the trick counts": (
            TASKS,
            CARDS,
            CARDS.replace("trick.cards", "[trick.winning_card]"),
        ),
        "the card that wins the trick does not count": (
            TASKS,
            CARDS,
            CARDS.replace("trick.cards", "trick.cards if card != trick.winning_card"),
        ),
        "numbers are ignored by the other list": (
            TASKS,
            "            return 0\n        cards, others",
            "            return -sum(card in self.lists[1] for card in trick.cards)\n        cards, others",
        ),
    },
    "leads": {
        "the winner leads": (TASKS, "return trick.leader", "return trick.winner"),
        "any card of the trick counts": (TASKS, LED, "any(card in self.listed for card in trick.cards)"),
        "the winning card counts": (TASKS, LED, "self.cards is None or trick.winning_card in self.listed"),
        "without a list nothing counts": (TASKS, LED, "trick.cards[0] in self.listed"),
        "numbers are ignored": (TASKS, f"is_numbered(self.numbers, trick) and ({LED})", LED),
    },
    "row": {
        "a run forgets a lost trick": (TASKS, RUN, "self._longer(run) if who == trick.winner else run"),
        "only the run at the end counts": (
            TASKS,
            "self.watched(seats).index(who)].longest",
            "self.watched(seats).index(who)].now",
        ),
        "every trick is part of the run": (TASKS, RUN, "self._longer(run)"),
        "a run is as long as the last one": (TASKS, LONGER, "Run(run.now + 1, run.now + 1)"),
    },
    "win_trick": {
        "any trick will do": (TASKS, WON, "trick.winner"),
        "the trick after it": (
            TASKS,
            "(self.trick,), trick)",
            "(self.trick,), trick._replace(number=trick.number - 1))",
        ),
        "the leader of the trick": (TASKS, WON, "trick.leader if is_numbered((self.trick,), trick) else state"),
        "the crew never wins it": (TASKS, 'state > 0 and who in {"crew", state}', "who == state"),
        "whoever wins it": (TASKS, 'return state > 0 and who in {"crew", state}', "return state > 0"),
    },
    "last_of": {
        "one card of a trick counts": (LAST_OF, PLAYED, PLAYED.replace("sum(", "any(")),
        "the first card": (LAST_OF, LEFT, "Unplayed(left, state.winner or trick.winner)"),
        "any card so far": (LAST_OF, LEFT, "Unplayed(left, trick.winner)"),
        "the last but one": (LAST_OF, LEFT, LEFT.replace("if left else", "if left > 1 else")),
        "the leader of the trick": (LAST_OF, LEFT, LEFT.replace("trick.winner", "trick.leader")),
        "tricks without such cards": (
            LAST_OF,
            "        if not played:\n            return state\n        left",
            "        left",
        ),
        "whoever wins it": (LAST_OF, f"return {LAST_WON}", "return state.winner > 0"),
        "the crew never wins it": (LAST_OF, LAST_WON, "who == state.winner"),
    },
    "all": {
        "one is enough in the end": (TASKS, 'return all(self._each("met_by"', 'return any(self._each("met_by"'),
        "one met for good is enough": (
            TASKS,
            'return all(self._each("secured_by"',
            'return any(self._each("secured_by"',
        ),
        "lost if all are, met if the first is": (
            TASKS,
            'all(self._each("met_by", state, who, seats))',
            'self._each("met_by", state, who, seats)[0]',
        ),
        "met for good if the last is": (
            TASKS,
            'all(self._each("secured_by", state, who, seats))',
            'self._each("secured_by", state, who, seats)[-1]',
        ),
    },
    "any": {
        "all are needed in the end": (TASKS, 'return any(self._each("met_by"', 'return all(self._each("met_by"'),
        "all are needed for good": (
            TASKS,
            'return any(self._each("secured_by"',
            'return False and any(self._each("secured_by"',
        ),
        "lost if one is": (TASKS, 'return all(self._each("lost_by"', 'return any(self._each("lost_by"'),
        "met if the last is": (
            TASKS,
            'any(self._each("met_by", state, who, seats))',
            'self._each("met_by", state, who, seats)[-1]',
        ),
        "met now is met for good": (TASKS, 'return any(self._each("secured_by"', 'return any(self._each("met_by"'),
    },
    "comparisons": {
        "others are a sum": (COUNTING, OTHERS, "return self.within(own - sum(others))"),
        "one of the others is enough": (
            COUNTING,
            OTHERS,
            "return any([True] * (seats.players == 1)) or any(self.within(own - other) for other in others)",
        ),
        "always is at the end": (COUNTING, 'return self.judged == "always"', "return False"),
        "always is not before the first trick": (
            COUNTING,
            "return self._judged(super().start(seats), seats)",
            "return super().start(seats)",
        ),
        "a comparison with oneself is one with 0": (
            COUNTING,
            "return other != who and self.within",
            "return self.within",
        ),
        "the leader is player 1": (
            COUNTING,
            'other = seats.leader if self.rival == "leader" else int(self.rival)',
            'other = 1 if self.rival == "leader" else int(self.rival)',
        ),
        "the difference the other way round": (
            COUNTING,
            "self.within(own - self.number(state, other, seats))",
            "self.within(self.number(state, other, seats) - own)",
        ),
        "the other side ignores numbers": (
            COUNTING,
            "more = self.more(trick)\n",
            'more = (self if who in self.followed(seats) else self.model_copy(update={"numbers": None})).more(trick)\n',
        ),
        "what is met now is met for good": (
            COUNTING,
            "return self.compared_with is not None or self.most is not None",
            "return self.most is not None",
        ),
    },
    "bounds": {
        "exactly is at least": (COUNTING, BOUND, "return self.least is None or self.least <= number"),
        "at least is more than": (COUNTING, "self.least <= number", "self.least < number"),
        "when reached is never, once there are more": (
            COUNTING,
            "if self.latched and number == self.exactly:\n            return state",
            "if self.latched and number == self.exactly:\n            pass",
        ),
        "at most is met before the end": (
            COUNTING,
            "return self.most is not None\n\n    @abstractmethod",
            "return False\n\n    @abstractmethod",
        ),
        "trick T - 1 is the last": (
            SEARCH,
            "last = any(not hand & left & ~sum(cards) for hand in self.hands)",
            "last = any((hand & left & ~sum(cards)).bit_count() == 1 for hand in self.hands)",
        ),
        "last is also any number": (COUNTING, '(trick.last and "last" in numbers)', '"last" in numbers'),
        "tricks are counted from 0": (COUNTING, "trick.number in numbers", "trick.number - 1 in numbers"),
    },
    "owners": {
        "everybody is somebody in the end": (TASK, MET, f"{MET} True or"),
        "everybody is somebody for good": (TASK, SECURED, f"{SECURED} True or"),
        "a free task is everybody's": (TASK, MET, MET.replace("any", "all")),
        "a free task is lost with the first player": (
            TASK,
            "return all(each) if self.owner is None else any(each)",
            "return any(each)",
        ),
        "the crew is whoever wins first": (COUNTING, 'who: Who = "crew" if self.owner == "crew" else', "who: Who ="),
        "the first player may take everything": (
            "crewsat.games.crew.watching",
            "takers = shared_out(self._mode,",
            'takers = shared_out("any",',
        ),
        "free tasks are shared out apart from objectives": (
            "crewsat.games.crew.watching",
            "shared_out(self._mode, self._with_given(shares), able, leader, self._handover)\n        if",
            "shared_out(self._mode, [0] * len(shares), able, leader, self._handover)\n        if",
        ),
    },
}


def mistakes() -> Iterator[tuple[str, Mutant]]:
    """All mistakes, each with the part it is in."""
    for part, some in MISTAKES.items():
        for name, (place, old, new) in some.items():
            source = text_of(place)
            assert source.count(old) == 1, f"{name}: {source.count(old)} times {old!r} in {place}"
            yield part, Mutant(f"{part}: {name}", place, source.replace(old, new))
