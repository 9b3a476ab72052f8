"""What the crew may choose, and has chosen, besides its cards, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Prose
from crewsat.base.runs import Each, Several
from crewsat.base.said import Quoted, saying
from crewsat.base.wording import counted, listed, visible
from crewsat.games.crew.passing import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crewsat.base.runs import Words
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.passing import Direction, Passing

RETOKEN = {
    "swap": "before the first trick, two objectives may exchange their tokens",
    "move": "before the first trick, one token may go to an objective without one",
}
"""What a crew may do with its tokens."""

_TOKENS = re.compile(r"(swap|move) (\S+) (\S+)")
_PASS = re.compile(r"(left|right) (\S+)")


def chosen(choice: Choice) -> str:
    """Say who chose what."""
    words = Quoted(visible(choice))
    if choice.player is None:
        return _by_the_crew(choice.text) or saying("the crew chooses '{choice}'", choice=words)
    passed = _PASS.fullmatch(choice.text)
    if passed is None and " " in choice.text:
        return saying("player {player} chooses '{choice}'", player=choice.player, choice=words)
    card = words if passed is None else Quoted(passed[2])
    if passed is None:
        return saying("player {player} passes {card}", player=choice.player, card=card)
    if passed[1] == "left":
        return saying("player {player} passes {card} to the left", player=choice.player, card=card)
    return saying("player {player} passes {card} to the right", player=choice.player, card=card)


def _by_the_crew(choice: str) -> str | None:
    """Say how the tokens are changed, or that nobody passes a card; None for any other choice."""
    if choice == "no change":
        return saying("no token is changed")
    if choice == "nobody passes":
        return saying("nobody passes a card")
    tokens = _TOKENS.fullmatch(choice)
    if tokens is None:
        return None
    one, other = Quoted(tokens[2]), Quoted(tokens[3])
    if tokens[1] == "swap":
        return saying("{card} and {other} exchange their tokens", card=one, other=other)
    return saying("the token of {card} goes to {other}", card=one, other=other)


def choices_of(instance: Crew) -> Iterator[Prose]:
    """Yield what may be chosen, and what has been, a paragraph each."""
    if instance.handover:
        goals = counted(instance.handover, "goal")
        yield Prose(f"up to {goals} may go to another player after all are shared out", label="Handing over: ")
    if instance.retoken is not None:
        yield Prose(RETOKEN[instance.retoken], label="Tokens: ")
    if instance.passing is not None:
        yield Prose(_passing(instance, instance.passing), label="Passing: ")
    if instance.covered:
        label = "Covered as dealt: " if instance.played or instance.passed else "Covered: "
        yield Prose([Several(Each(instance.covered, _pair))], label=label)


def _pair(pair: tuple[object, object]) -> Words:
    above, below = pair
    return [(f"{visible(below)} under {visible(above)}", "")]


def _passing(instance: Crew, passing: Passing) -> str:
    """Say what may be passed, or has been."""
    passed = instance.passed
    if passed == ():
        return "nobody has passed a card"
    if passed:
        given = listed([f"player {player} {visible(card)}" for player, card in enumerate(passed, 1)])
        rest = "" if len(passed) == instance.players else "; the others are still to choose"
        return f"to the {instance.passed_to}: {given}{rest}"
    when = f"after trick {passing.after}" if passing.after else "before the first trick"
    where = {"either": "to the left, or every player to the right", "left": "to the left", "right": "to the right"}
    kept = listed([visible(suit) for suit in passing.kept_back(instance.trump)])
    but = f", but none of suit {kept}" if kept else ""
    below = "; a hand with covered cards passes one of these" if passing.from_ == "covered" else ""
    or_none = ", or nobody does" if passing.optional else ""
    return f"{when}, every player passes a card {where[passing.to]}{or_none}{but}{below}"


def pass_instead(choices: str) -> str:
    """Say which pass would have kept a game winnable, from the choices of its players as in ``left pink9 blue2``."""
    to, *cards = choices.split()
    if to not in DIRECTIONS:
        return saying("It could still be won if nobody passed a card.")
    given = listed(
        [saying("player {player} passed {card}", player=k, card=Quoted(card)) for k, card in enumerate(cards, 1)]
    )
    if to == "left":
        return saying("To the left, it could still be won if {given}.", given=given)
    return saying("To the right, it could still be won if {given}.", given=given)


def passes_of(passes: Mapping[str, Any]) -> Iterator[Prose]:
    """Yield what `crewsat options` says before a pass: whether it can be left out, and the cards of winning passes."""
    meaning = {"yes": "keeps it winnable", "no": "loses", "unknown": "is not decided"}
    directions = [to for to in DIRECTIONS if to in passes]
    if not passes:
        yield Prose("Which passes win is not decided.")
    elif (
        passes.get("nobody", "no") == "no"
        and "undecided" not in passes
        and not any(any(passes[to]) for to in directions)
    ):
        yield Prose("The deal is lost already: no pass keeps it winnable.", style="bold red")
    if "nobody" in passes:
        yield Prose(f"That nobody passes {meaning[passes['nobody']]}.")
    for to in directions:
        yield from _passes_to(to, passes)
    if "undecided" in passes:
        yield Prose("There was not enough time to decide about all cards.")


def _passes_to(to: Direction, passes: Mapping[str, Any]) -> Iterator[Prose]:
    """Yield the cards of winning passes in a direction."""
    if not any(passes[to]):
        yield Prose(f"No pass to the {to}{' is known to win' if to in passes.get('undecided', ()) else ' wins'}.")
        return
    yield Prose(f"Cards of winning passes to the {to}:")
    for player, cards in enumerate(passes[to], 1):
        yield Prose(" ".join(map(visible, cards)) or "none", label=f"  player {player}  ")
