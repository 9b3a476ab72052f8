"""Mistakes in the bounds of Hanabi, by what they are about: each makes a bound say no to a game that can be won."""

from __future__ import annotations

from tests.support.by_name import Mistake

BOUNDS = "crewsat.algorithms.hanabi.bounds"
SCHEDULE = "crewsat.algorithms.hanabi.schedule"

TIMES = [
    Mistake(
        "the last round has one turn less",
        "len(position.pile) + position.players",
        "len(position.pile) + position.players - 1",
        BOUNDS,
    ),
    Mistake(
        "one turn less of the last round is left",
        "return Steps(0, position.turns_left)",
        "return Steps(0, position.turns_left - 1)",
        BOUNDS,
    ),
    Mistake("turns of the last round come one later", "% position.players + 1", "% position.players + 2", BOUNDS),
    Mistake(
        "cards are drawn a step later", "max(0, card - position.drawn + 1)", "max(0, card - position.drawn + 2)", BOUNDS
    ),
    Mistake(
        "the bottom card is never played from the pile",
        "steps.draws if position.bottom else steps.last",
        "steps.last",
        BOUNDS,
    ),
    Mistake(
        "it is drawn before it is played from there",
        "steps.draws if position.bottom else",
        "steps.draws + 1 if position.bottom else",
        BOUNDS,
    ),
    Mistake("a card waits a step", "return drawn_in + 1", "return drawn_in + 2", BOUNDS),
    Mistake("a suit rests for a step", "max(each, step + 1)", "max(each, step + 2)", BOUNDS),
]
"""Mistakes about when cards can be played."""

LAST_STEP = [
    Mistake("who has drawn the bottom card has no turn", "else steps.last", "else steps.last + 1", BOUNDS),
    Mistake("the last turn is not counted", "step < turn <= last", "step < turn < last", BOUNDS),
    Mistake("the last step is not counted", "max(each, step + 1)) <= last", "max(each, step + 1)) < last", BOUNDS),
]
"""The same about the last step, of which *pace* says nothing."""

SUITS = [
    *TIMES,
    *LAST_STEP,
    Mistake(
        "only the last copy counts",
        "position.copies.get((suit, rank), ())",
        "position.copies.get((suit, rank), ())[-1:]",
        BOUNDS,
    ),
    Mistake(
        "only the first copy counts",
        "position.copies.get((suit, rank), ())",
        "position.copies.get((suit, rank), ())[:1]",
        BOUNDS,
    ),
    Mistake(
        "what lies there has to be played",
        "range(position.heights[suit] + 1, position.values + 1)",
        "range(1, position.values + 1)",
        BOUNDS,
    ),
]
"""The same of suits, with mistakes about which cards count."""

PACE = [
    Mistake(
        "a point less in the steps that are left",
        "points + number + last - then",
        "points + number + last - then - 1",
        BOUNDS,
    ),
    Mistake(
        "a point is there only a step later", "then = min(following - 1, last)", "then = min(following, last)", BOUNDS
    ),
]
"""Mistakes about how many points there can be."""

HAND = [
    Mistake("all points are always asked for", "if not full or", "if"),
    Mistake("nobody plays the bottom card from the pile", "held if position.bottom else held - 1", "held - 1"),
    Mistake("two cards leave before one is drawn", "held if position.bottom else held - 1", "held - 2"),
    Mistake("what lies there comes last", "deck=(*lying, *left)", "deck=(*left, *lying)"),
]
"""Mistakes about one player alone; those about her copies are with solitaire Hanabi."""

ROOM = [
    Mistake(
        "the bottom card needs room",
        "held if self.position.bottom and step == self.draws else held - 1",
        "held - 1",
        SCHEDULE,
    ),
    Mistake(
        "two cards leave before one is drawn",
        "step == self.draws else held - 1",
        "step == self.draws else held - 2",
        SCHEDULE,
    ),
    Mistake("a card is held in the step that draws it", "range(last + 1, min(", "range(last, min(", SCHEDULE),
    Mistake(
        "a card is held in the step that plays it",
        "range(last + 1, min(self.earliest[kind] - 1,",
        "range(last + 1, min(self.earliest[kind],",
        SCHEDULE,
    ),
    Mistake("a later copy cannot be waited for", "last = max(map(", "last = min(map(", SCHEDULE),
    Mistake(
        "there is room for one less",
        "self._counts[step] > self._room(step)",
        "self._counts[step] >= self._room(step)",
        SCHEDULE,
    ),
    Mistake("as many points as there are steps are too many", "pace.points < there", "pace.points <= there", SCHEDULE),
    Mistake("the last step is too late", "- rank > self.last", "- rank >= self.last", SCHEDULE),
    Mistake(
        "hands are full a card before",
        "self._counts[step] == self._room(step)",
        "self._counts[step] >= self._room(step) - 1",
        SCHEDULE,
    ),
    Mistake(
        "a copy is held in the step that draws it",
        "bisect_left(full, self.drawn_in(card) + 1)",
        "bisect_left(full, self.drawn_in(card))",
        SCHEDULE,
    ),
    Mistake(
        "a copy is held in the step that can play it",
        "until = min(self.earliest[kind] - 1,",
        "until = min(self.earliest[kind],",
        SCHEDULE,
    ),
    Mistake(
        "the last copy needs more room than is counted",
        "min(self.earliest[kind] - 1, max(map(self.drawn_in, copies)))",
        "self.earliest[kind] - 1",
        SCHEDULE,
    ),
]
"""Mistakes about cards that must be held."""
