"""Hanabi for people: what was asked, the answer, and the play as a table of turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.layout import Grid, Prose, Verbatim
from crewsat.base.runs import Each, Several
from crewsat.base.said import saying
from crewsat.base.wording import visible
from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads
from crewsat.report.suits import key_of, lettered, letters_of, styles_of
from crewsat.report.words import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.base.runs import Words
    from crewsat.games.cards import Card
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.verdict import Verdict
    from crewsat.questions.explain import Explanation
    from crewsat.questions.hanabi.best_score import BestScore
    from crewsat.questions.hanabi.option import ActionOption

REPAIRS = {
    "clue_tokens": saying("One more clue token"),
    "strikes": saying("One more strike"),
    "hand_size": saying("Hands of another size"),
    "swap_draws": saying("Two cards of the pile change places"),
}
"""The names of the kinds of repairs."""


@reads("the report", ALL)
def question(instance: Hanabi) -> list[RenderableType]:
    """Return the game in numbers, the actions taken, and the target."""
    size = saying(
        "{variant}, {players} players with {n} cards, a deck of {size}",
        one="{variant}, {players} players with 1 card, a deck of {size}",
        variant=instance.variant if isinstance(instance.variant, str) else saying("suits of your own"),
        players=instance.players,
        n=instance.cards_in_hand,
        size=instance.size,
    )
    pieces: list[RenderableType] = [Prose(size, label="Hanabi: ")]
    table = Table.after_actions(instance)
    if instance.actions:
        done = saying(
            "After {n} actions: {points}, {tokens}, {strikes} left",
            one="After 1 action: {points}, {tokens}, {strikes} left",
            n=len(instance.actions),
            points=points_in_words(table.points),
            tokens=tokens_of(table),
            strikes=saying("{n} strikes", one="1 strike", n=table.strikes),
        )
        pieces.append(Prose(done))
    pieces.append(Prose(saying("Reach {points}", points=points_in_words(instance.points_to_reach))))
    return pieces


def points_in_words(number: int) -> str:
    """Return a number of points in words."""
    return saying("{n} points", one="1 point", n=number)


@reads("the report", ALL)
def answer_line(instance: Hanabi, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "no":
        return saying("NO. There is no way to reach {points}.", points=points_in_words(instance.points_to_reach))
    if verdict.answer == "unknown":
        return saying("UNKNOWN: {why}.", why=REASONS.get(verdict.reason or "", verdict.reason))
    if not verdict.play:
        return saying("YES. {this}", this=_reached(instance))
    return saying(
        "YES. {n} points can be reached with turn {turn}.",
        one="YES. 1 point can be reached with turn {turn}.",
        n=instance.points_to_reach,
        turn=len(instance.actions) + len(verdict.play),
    )


def _reached(instance: Hanabi) -> str:
    """Say that the target has been reached."""
    return saying("{n} points have been reached.", one="1 point have been reached.", n=instance.points_to_reach)


@reads("the report", ALL)
def play_of(instance: Hanabi, verdict: Verdict) -> list[RenderableType]:
    """Return the play as a table, a row per turn, and as a link to hanab.live."""
    play = verdict.play or ()
    if not play:
        return []
    table = table_of(instance, play)
    link = hanab_live.link(instance, play, turn=len(instance.actions) + 1)
    return [table] if link is None else [table, "", Verbatim(link)]


@reads("the report", ALL)
def table_of(instance: Hanabi, play: Sequence[Action]) -> Grid:
    """Return a play as a table; suits have their full names if there is room."""
    suits = [suit.name for suit in instance.rules.suits]
    letters, styles = letters_of(suits), styles_of(suits)
    headings, right = ("turn", "player", "", "draws", "tokens", "points"), frozenset({0, 1, 4, 5})
    turns = _Turns(instance, play)

    def cells(names: Mapping[str, str]) -> Each[_Row, list[Words]]:
        return Each(turns, lambda row: row.cells(names, styles))

    short = Grid(headings, cells(letters), right, legend=key_of(letters))
    return Grid(headings, cells({name: name for name in suits}), right, wraps=False, narrow=lambda: short)


class _Row(NamedTuple):
    """A turn of a play."""

    number: int
    action: Action
    drawn: Card | None
    tokens: str
    points: int

    def cells(self, names: Mapping[str, str], styles: Mapping[str, str]) -> list[Words]:
        """Return the cells of the row."""
        drawn: Words = "" if self.drawn is None else [(lettered(self.drawn, names), styles[self.drawn.suit])]
        points = str(self.points) if self.action.action == "play" else ""
        done = did(self.action, names, styles)
        return [str(self.number), str(self.action.player), done, drawn, self.tokens, points]


def did(action: Action, names: Mapping[str, str], styles: Mapping[str, str]) -> Words:
    """Return an action with the card in its colour, and in bold if it is a play."""
    if action.clue is not None:
        return [(f"clue {visible(action.clue.name)} to player {action.to}", "dim")]
    word = {"play": "plays", "discard": "discards", "strike": "strikes with"}[action.action]
    style = "bold" if action.action == "play" else ""
    pile = " from the pile" if action.source == "pile" else ""
    if action.card is None:
        return word
    return [(f"{word} ", style), (lettered(action.card, names), styles[action.card.suit]), (pile, "")]


@dataclass(frozen=True, slots=True)
class _Turns:
    """The turns of a play, which is followed only as far as it is printed."""

    instance: Hanabi
    play: Sequence[Action]

    def __len__(self) -> int:
        return len(self.play)

    def __iter__(self) -> Iterator[_Row]:
        table = Table.after_actions(self.instance)
        for action in self.play:
            drawn = table.drawn
            table.do(action)
            card = self.instance.deck[drawn] if table.drawn > drawn and action.source == "hand" else None
            yield _Row(len(table.actions), action, card, tokens_of(table).split()[0], table.points)


def tokens_of(table: Table) -> str:
    """Return how many clue tokens there are, in words."""
    whole, half = divmod(table.tokens, table.unit)
    number = f"{whole}½" if half else str(whole)
    return saying("{number} clue tokens", one="{number} clue token", n=table.clue_tokens, number=number)


@reads("the report", ALL)
def best_score_report(instance: Hanabi, found: BestScore) -> list[RenderableType]:
    """Return what `crewsat best-score` prints: the game, the score, why no more, the play."""
    if found.proved:
        answer = saying("The best score is {n} points.", one="The best score is 1 point.", n=found.at_least)
    else:
        answer = saying(
            "The best score is {low} to {high} points: {why}.",
            low=found.at_least,
            high=found.at_most,
            why=REASONS.get(found.reason or "", found.reason),
        )
    pieces: list[RenderableType] = [*question(instance)[:-1], "", Prose(answer, style="bold")]
    if found.because:
        pieces.append(Prose(saying("Not more, because {because}.", because=found.because)))
    return [*pieces, table_of(instance, found.play)] if found.play else pieces


@reads("the report", ALL)
def options_report(instance: Hanabi, found: Sequence[ActionOption]) -> list[RenderableType]:
    """Return what `crewsat options` prints: the position, and what each action keeps."""
    if not found:
        return [*picture(instance), "", Prose(_nothing_to_do(instance))]
    suits = [suit.name for suit in instance.rules.suits]
    names, styles = {name: name for name in suits}, styles_of(suits)
    words = {"yes": ("keeps it within reach", "green"), "no": ("loses it", "red")}

    def row(option: ActionOption) -> list[Words]:
        return [did(option.action, names, styles), [words.get(option.answer, ("unknown", "yellow"))]]

    points = points_in_words(instance.points_to_reach)
    return [*picture(instance), "", Grid(("", points), Each(found, row), wraps=False)]


def _nothing_to_do(instance: Hanabi) -> str:
    """Say why there is no action to choose."""
    table = Table.after_actions(instance)
    if table.succeeded:
        return _reached(instance)
    return saying("The game is over: {ending}.", ending=table.ending)


@reads("the report", ALL)
def explained(_instance: Hanabi, _explanation: Explanation) -> list[RenderableType]:
    """Return what an explanation adds to its sentences and repairs: nothing."""
    return []


@reads("the report", ALL)
def comments_of(instance: Hanabi, verdict: Verdict) -> list[str]:
    """Return the actions of the play, one line each."""
    first = len(instance.actions) + 1
    return [f"turn {k}: player {action.player}: {action}" for k, action in enumerate(verdict.play or (), first)]


@reads("the report", ALL)
def picture(instance: Hanabi) -> list[RenderableType]:
    """Return what `crewsat show` prints above the line of text: the question, the table, the pile."""
    table = Table.after_actions(instance)
    suits = [suit.name for suit in instance.rules.suits]
    styles = styles_of(suits)
    laid = [k for k, height in enumerate(table.heights) if height]

    def reached(k: int) -> str:
        return f"{visible(suits[k])} {instance.rules.suits[k].rank(table.heights[k])}"

    pieces: list[RenderableType] = [*question(instance)]
    if laid:
        pieces.append(Prose([Several(Each(laid, reached))], label="Laid down: "))
    for player, hand in enumerate(table.hands, 1):
        turn = "* " if player == table.turn and table.ending is None else "  "
        pieces.append(Prose(_cards(instance, hand, styles), label=f"{turn}player {player}: "))
    pieces.append(Prose(_cards(instance, table.pile, styles) if table.pile else saying("empty"), label="  pile:     "))
    return pieces


def _cards(instance: Hanabi, numbers: Sequence[int], styles: Mapping[str, str]) -> Words:
    """Return cards in their colours."""

    def card(number: int) -> Words:
        one = instance.deck[number]
        return [(visible(one), styles[one.suit])]

    return [Several(Each(numbers, card), " ")] if numbers else saying("none")
