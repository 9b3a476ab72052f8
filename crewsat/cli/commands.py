"""The commands, and where each is; only the one that is called is imported."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = {
    "decide": "crewsat.cli.decide",
    "verify": "crewsat.cli.verify",
    "encode": "crewsat.cli.encode",
    "decode": "crewsat.cli.encode",
    "explain": "crewsat.cli.explain",
    "options": "crewsat.cli.options",
    "best-score": "crewsat.cli.best_score",
    "review": "crewsat.cli.review",
    "play": "crewsat.cli.play",
    "coalitions": "crewsat.cli.coalitions",
    "least-hand": "crewsat.cli.least_hand",
    "show": "crewsat.cli.show",
    "convert": "crewsat.cli.convert",
    "audit": "crewsat.studies.commands.audit",
    "schema": "crewsat.cli.schema",
    "methods": "crewsat.cli.methods",
    "tasks": "crewsat.cli.tasks",
    "missions": "crewsat.cli.missions",
    "advise": "crewsat.cli.advise",
    "difficulty": "crewsat.cli.difficulty",
    "tournament": "crewsat.cli.tournament",
    "web": "crewsat.cli.web",
    "serve": "crewsat.cli.serve",
    "help": "crewsat.cli.help",
}
"""The module of each command; the function in it has the name of the command."""

GROUPS = {
    "generate": "crewsat.cli.generate",
    "sweep": "crewsat.cli.sweep",
    "reduce": "crewsat.cli.reduce",
    "tiny-crew": "crewsat.studies.commands.tiny_crew",
    "skull": "crewsat.studies.commands.skull",
}
"""The module of each group of commands; it is `app` there."""

ABOUT = {
    "decide": "Decide whether a game can be won, and show how.",
    "verify": "Replay the play of a yes by the rules; of a no, check the proof it names.",
    "encode": "Write the formula of an instance for another solver, or the problem for a planner; comments say what "
    "it means.",
    "decode": "Read a solver's s and v lines, or a plan, back: check it, replay the play it stands for, print the "
    "answer.",
    "play": "Play a deal card by card, with commands from standard input, a line each.",
    "show": "Show an instance: hands, objectives, tasks and what has been played, or the deck; and all of "
    "it as one line.",
    "convert": "Write an instance in another form: JSON or one line of text; a game of Hanabi also as "
    "hanab.live writes it.",
    "audit": "Try the claims of a paper on all small cases and on random larger ones, as published and as repaired.",
    "schema": "Print the JSON Schema of a game's instance files.",
    "methods": "List the ways to decide: where each applies, what it proves, and what is installed, with versions.",
    "tasks": "List the 96 tasks of Mission Deep Sea with their difficulties; or show one, and deals that are "
    "won and lost.",
    "missions": "List the fifty missions of The Quest for Planet Nine; or show one, and deals that are won and lost.",
    "advise": "Advise a player who sees their own hand: how often each card wins in the deals that fit what they know.",
    "difficulty": "Find how difficult deals are: the shares won with open hands, and by bots who see their own hand.",
    "tournament": "Have bots who see their own hand play the same deals, and compare them by pairs of games.",
    "web": "Serve a page on which deals are entered, decided, replayed, explored and explained.",
    "serve": "Answer requests of other programs: JSON-RPC 2.0, one object a line, on standard input and output.",
    "help": "Print how a command is used; without one, all commands.",
    "generate": "Print a random instance; the same seed gives the same instance everywhere.",
    "sweep": "Find what share of deals can be won, with intervals, for millions of deals.",
    "reduce": "Turn a hard problem into a game that is won iff the problem has a solution.",
    "tiny-crew": "Tiny Crew, for players who see their own cards only: exact values, learning, the best team.",
    "skull": "Skull & Roses: random play and exact sizes.",
}
"""What each command does, the first paragraph of its help; of questions, `crewsat.games.question.Question.words`."""


def function_of(name: str) -> Callable[..., Any]:
    """Import and return the function that runs a command."""
    function: Callable[..., Any] = getattr(import_module(COMMANDS[name]), name.replace("-", "_"))
    return function
