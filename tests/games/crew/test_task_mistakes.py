"""What other programs got wrong about the tasks of Mission Deep Sea, each as a deal a person can check.

The deals are in the text form; each is answered by formula, by exhaustive search and
by the judge written from the contract.
"""

from __future__ import annotations

import json

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.engine.frontend import decide
from crewsat.games.crew.deep_sea import task_numbered
from crewsat.games.crew.text import parse_text
from tests.support.second_opinion import winning_line_exists

SUBMARINES = "trump submarine; leader 1"

MISTAKES = {
    # A depth-first solver of all 96 tasks.
    "the highest submarine wins, however high the led card is": [
        ("yes", "blue9 / submarine4; {s}; 2 wins at least 1 trick with submarine4"),
        ("no", "blue9 / submarine4; {s}; 1 wins at least 1 trick"),
    ],
    "a total is the sum of the cards and not what every card is": [
        ("yes", "pink9 / blue8 / green7; leader 1; 1 wins at least 1 trick with total at least 24"),
        ("no", "pink9 / blue8 / green7; leader 1; 1 wins at least 1 trick with total at most 7"),
        ("no", "pink9 / blue8 / green6; leader 1; 1 wins at least 1 trick with total at least 24"),
        ("yes", "pink3 / blue2 / green2; leader 1; 1 wins at least 1 trick with total at most 7"),
        ("no", "pink3 / blue2 / green3; leader 1; 1 wins at least 1 trick with total at most 7"),
    ],
    "22 or 23 is said of colour cards": [
        ("no", "pink9 / blue9 / submarine4; {s}; 3 wins at least 1 trick of only *9 with total 22 to 23"),
        ("yes", "pink9 / blue9 / green4; leader 1; 1 wins at least 1 trick of only *4,9 with total 22 to 23"),
        ("yes", "pink9 / blue9 / submarine4; {s}; 3 wins at least 1 trick with total 22 to 23"),
    ],
    "what stays unplayed is won by nobody": [
        ("yes", "pink1 blue1 / blue2 / blue3; leader 2; 1 wins at most 0 of pink1"),
        ("yes", "pink1 blue9 / blue2 / blue3; leader 2; 1 wins exactly 0 of pink*"),
        ("yes", "pink9 pink1 / pink2 / pink3; leader 1; 1 wins exactly 3 of pink*"),
        ("no", "pink9 pink1 / pink2 / pink3; leader 1; 1 wins exactly 4 of pink*"),
    ],
    "submarines can be counted": [
        ("yes", "submarine3,2 / pink2 submarine1; {s}; 1 wins exactly 3 of submarine*"),
        ("yes", "submarine3,2 / pink2,1; {s}; 1 wins exactly 2 of submarine*"),
        ("no", "submarine3,2 / pink2,1; {s}; 1 wins exactly 1 of submarine*"),
    ],
    "a 2 is a colour card": [
        ("no", "submarine2 / pink2; {s}; 1 wins at least 1 trick with *2"),
        ("yes", "submarine2 / pink2; {s}; 1 wins at least 1 trick with *2 submarine2"),
        ("yes", "pink2 / pink1; leader 1; 1 wins at least 1 trick with *2"),
    ],
    # A solver of the first game by satisfiability modulo theories.
    "a task may be done in trick 1": [
        ("yes", "pink9 / pink2; leader 1; 1 wins trick 1"),
        ("yes", "pink9 / pink2; leader 1; 1 wins at least 1 trick beating pink2 among tricks 1"),
    ],
    "a trump may be led": [
        ("yes", "submarine2 / submarine1; {s}; 1 leads at least 1 trick with submarine*"),
        ("yes", "submarine2 / submarine1; {s}; 1 wins at least 1 trick of only submarine*"),
    ],
    # A web application with a test for each task.
    "a comparison is not met before the end": [
        ("no", "pink9 blue1 / pink2 blue2; leader 1; 1 wins at least 1 trick more than player 2"),
        ("no", "pink9 blue1 / pink2 blue2; leader 1; 1 wins at least 1 trick more than the others"),
        ("yes", "pink9 blue1 / pink2 blue2; leader 1; 2 wins as many tricks as the captain"),
        ("no", "pink9 blue3 / pink2 blue2; leader 1; 1 wins at least 1 more of pink* than of blue*"),
        ("no", "pink9 / pink2; leader 1; 2 wins as many tricks as the leader"),
    ],
    "who must not lead is who has the task": [
        ("no", "pink9 / pink2; leader 1; 1 leads at most 0 tricks"),
        ("yes", "pink9 / pink2; leader 1; 2 leads at most 0 tricks"),
        ("yes", "pink9 / pink2; leader 2; 1 leads at most 0 tricks"),
        ("no", "pink9 blue1 / pink2 blue2; leader 2; 1 leads at most 0 tricks with blue*; 2 wins at most 0 tricks"),
    ],
    # An environment for agents.
    "submarines are neither even nor odd, nor 1, 2 or 3": [
        ("no", "submarine2 / pink4; {s}; 1 wins at least 1 trick of only *4"),
        ("yes", "pink4 / submarine2; {s}; 2 wins at most 0 tricks of only *4"),
        ("yes", "submarine1 pink8 / pink1 pink7; {s}; 1 wins exactly 1 of *1"),
        ("no", "submarine3 / pink3; {s}; 1 wins exactly 2 of *3"),
    ],
    # The adaptation on a portal, of mission 46 of the first game.
    "all cards of a colour are all, also one that would stay unplayed": [
        ("no", "pink9 pink1 / pink2 / pink3; leader 1; 1 wins exactly 4 of pink*"),
        ("no", "pink9 / pink2 pink1 / pink3; leader 1; 1 wins at least 4 of pink*"),
        ("yes", "pink9 / pink2 blue1 / pink3; leader 1; 1 wins at least 3 of pink*"),
    ],
}


@pytest.mark.parametrize(
    ("answer", "text"),
    [case for cases in MISTAKES.values() for case in cases],
    ids=[f"{name}, {k}" for name, cases in MISTAKES.items() for k in range(1, len(cases) + 1)],
)
def test_mistake(answer: str, text: str) -> None:
    instance = parse_text(text.replace("{s}", SUBMARINES))
    play = search(instance)
    assert ("no" if play is None else "yes") == answer == decide(instance, method="cnf-tricks").answer
    assert (play is not None) == winning_line_exists(json.loads(instance.to_json()))


def test_what_was_left_out_or_taken_for_something_else() -> None:
    """Of the first solver above: a difficulty, a card, and two tasks that a list ticks off."""
    none_of_three, pink_3, *predicted = map(task_numbered, (65, 85, 94, 95))
    assert none_of_three.fields(4) == {"kind": "tricks", "numbers": [1, 2, 3], "at_most": 0}
    assert none_of_three.difficulties == (1, 2, 2)
    assert pink_3.fields(4) == {"kind": "cards", "cards": ["pink3"], "at_least": 1}
    assert all(task.fields(4) == {"kind": "tricks", "at_least": 0} for task in predicted)
