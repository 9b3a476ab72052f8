"""A reviewed game for people: how it ended, which move lost it, and a strip that shows it at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from crewsat.base.layout import Grid, Prose, bulleted, medium_of, printed
from crewsat.base.runs import Each
from crewsat.base.said import Quoted, saying
from crewsat.base.wording import counted, listed, visible
from crewsat.games import GAMES
from crewsat.games.instance import LONGEST_NOTE
from crewsat.games.verdict import Verdict
from crewsat.report.verdict import proof_pieces, unproved_words, words_of
from crewsat.report.words import CHECKED, REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

    from crewsat.games.instance import Instance
    from crewsat.hidden.known import KnownCard, KnownReview
    from crewsat.hidden.shares import Share
    from crewsat.questions.review import Loss, Review

LEGEND = {
    "+": "still winnable",
    ".": "no choice",
    "!": "only this one kept it",
    "x": "lost it",
    "-": "lost already",
    "?": "unknown",
}
"""The signs of a strip, one per move."""

_STATES = {
    "yes": saying("can still be won"),
    "no": saying("cannot be won any more"),
    "unknown": saying("may or may not be winnable"),
}
_MISTAKE = {True: "mistake", None: "perhaps", False: ""}
_STYLES = {"+": "green", ".": "green", "!": "yellow", "x": "bold red", "-": "red", "?": "yellow"}


@dataclass(frozen=True, slots=True)
class Strip:
    """The signs of all moves in groups, such as tricks, as many in a line as fit.

    Attributes:
        noun: what a group is called.
        groups: the name of each, and its signs.
    """

    noun: str
    groups: tuple[tuple[str, str], ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        left = len(self.noun) + 2
        groups, rest = medium_of(console, options).first(self.groups)
        for line in _divided(groups, options.max_width - left):
            sizes = [max(len(name), len(signs)) + 1 for name, signs in line]
            names = "".join(f"{name:{size}}" for (name, _), size in zip(line, sizes, strict=True))
            shown = [(" " * left, "")]
            for (_, signs), size in zip(line, sizes, strict=True):
                shown += [*((sign, _STYLES[sign]) for sign in signs), (" " * (size - len(signs)), "")]
            yield from printed([(f" {self.noun} {names}".rstrip(), "dim")], console)
            yield from printed(shown, console)
        if rest:
            yield Prose(rest, label=" " * left)
        used_signs = [sign for sign in LEGEND if any(sign in signs for _, signs in groups)]
        yield Prose("   ".join(f"{sign} {LEGEND[sign]}" for sign in used_signs), style="dim")


def _divided(groups: Iterable[tuple[str, str]], room: int) -> list[list[tuple[str, str]]]:
    """Return the groups of a strip in lines, as many in each as fit."""
    lines: list[list[tuple[str, str]]] = [[]]
    used = 0
    for name, signs in groups:
        size = max(len(name), len(signs)) + 1
        if used + size > room and lines[-1]:
            lines.append([])
            used = 0
        lines[-1].append((name, signs))
        used += size
    return lines


def reviewed(instance: Instance, review: Review) -> list[RenderableType]:
    """Return what `crewsat review` prints, piece by piece."""
    words = words_of(review.game)
    pieces: list[RenderableType] = [Prose(_ending(review), style="bold"), *map(Prose, _tokens(review))]
    if review.lost_with is not None:
        pieces += _loss(review, review.lost_with)
    if review.play is not None and review.position is not None:
        pieces += ["", Prose("It can still be won:")]
        pieces += words.play_of(review.position, _yes(review.position, review.play))
    if review.steps:
        pieces += ["", Strip(GAMES[review.game].unit, _groups(review))]
    risky = [k for k in review.narrow if review.lost_with is None or k != review.lost_with.step]
    if risky:
        pieces += ["", Prose(f"Narrow moments, at which only one of several legal {words.MOVE}s kept it winnable:")]
        pieces.append(bulleted(Each(risky, lambda k: _moment(review, k))))
    pieces += notes_on(instance)
    pieces += ["", Prose(_rests_on(review), style="dim")]
    if review.proof is not None:
        pieces += proof_pieces(review.proof)
    if review.reason is not None:
        pieces.append(Prose(f"The review is incomplete: {REASONS.get(review.reason, review.reason)}.", style="yellow"))
    return pieces


def notes_on(instance: Instance) -> list[RenderableType]:
    """Return what somebody has noted on the moves of a game."""
    notes = instance.notes_on or {}
    unit = GAMES[instance.game].questions["review"].unit
    shown = [f"{unit} {step}: {visible(words, LONGEST_NOTE)}" for step, words in notes.items()]
    return ["", Prose("Notes:"), bulleted(shown)] if shown else []


def _ending(review: Review) -> str:
    """Say how the game ended, if it did."""
    if review.ending is not None:
        return saying("The game was {ending}.", ending=review.ending)
    known = "no" if review.lost_with else "yes" if review.play is not None else "unknown"
    made = words_of(review.game).moves_in_words(len(review.steps))
    return saying("The game is not over after {moves}, and {state}.", moves=made, state=_STATES[known])


def summary(_instance: Instance, review: Review) -> list[str]:
    """Return in sentences how a game ended, which move lost it, and what would have kept it."""
    lost = () if review.lost_with is None else _lost(review, review.lost_with)
    return [_ending(review), *_tokens(review), *lost]


def _tokens(review: Review) -> list[str]:
    """Say with which tokens a game is reviewed, if it does not say how they were changed."""
    if review.tokens is None:
        return []
    tokens = listed([f"{visible(one)} {visible(token)}" for one, token in review.tokens.items()])
    return [
        saying(
            "How the tokens were changed is not recorded; the review takes them to be {tokens}.",
            tokens=Quoted(tokens),
        )
    ]


def _lost(review: Review, loss: Loss) -> list[str]:
    """Say which move lost it, and what would have kept it."""
    words = words_of(review.game)
    kept = listed(loss.instead, "or")
    if loss.step == 0:
        if loss.instead:
            return [saying("It was lost with the pass."), words.pass_instead(loss.instead[0])]
        if not loss.because:
            return [saying("It was lost as dealt; `crewsat explain` says why.")]
        return [saying("It was lost as dealt, because {because}.", because=loss.because)]
    move = words.moved(review.steps[loss.step - 1].move)
    ended = review.won is False and loss.step == len(review.steps)  # the reason has been given
    lost = saying("It was lost with {unit} {step}: {move}", unit=words.MOVE, step=loss.step, move=move)
    if loss.because and not ended:
        lost = saying("{this}, because {because}", this=lost, because=loss.because)
    return [saying("{this}.", this=lost), saying("{cards} would have kept it winnable.", cards=kept)]


def _loss(review: Review, loss: Loss) -> list[RenderableType]:
    """Return the same for the terminal, with a play that continues from there."""
    first, *rest = _lost(review, loss)
    pieces: list[RenderableType] = [Prose(first), *(Prose(f"{one} From there, for example:") for one in rest)]
    if loss.position is not None:
        pieces += words_of(review.game).play_of(loss.position, _yes(loss.position, loss.play))
    return pieces


def _yes(instance: Instance, play: tuple[object, ...]) -> Verdict:
    game = GAMES[instance.game]
    return Verdict("yes", "known-line", "replayed", game.name, play=play, **game.results(instance, play))


def _groups(review: Review) -> tuple[tuple[str, str], ...]:
    """Return the signs of the strip, in the groups of the game."""
    group_of = words_of(review.game).group_of
    named = zip((str(group_of(step.move)) for step in review.steps), review.strip, strict=True)
    return tuple((name, "".join(sign for _, sign in signs)) for name, signs in groupby(named, key=lambda one: one[0]))


def _moment(review: Review, step: int) -> str:
    """Name a moment at which only one move kept the game winnable."""
    words, one = words_of(review.game), review.steps[step - 1]
    return f"{words.MOVE} {step}: {words.moved(one.move)}, one of {one.legal}"


def _rests_on(review: Review) -> str:
    """Say how it is known what could be won and what could not."""
    time = "" if review.cpu_seconds is None else f" in {review.cpu_seconds:.1f} s"
    reviewed = f"Reviewed{time}. What could be won has been replayed by the rules"
    checked = next((step.checked for step in review.steps if step.answer == "no"), None)
    if review.passed is not None and review.passed["answer"] == "no":
        checked = checked or review.passed["checked"]
    if checked is None:
        return f"{reviewed}."
    rests = {**CHECKED, "none": "by search; `--proof DIR` certifies it", "proof": "from a proof that was checked"}[
        checked
    ]
    unproved = "" if review.unproved is None else f"; {unproved_words(review.game, review.unproved)}"
    return f"{reviewed}; that it was lost is known {rests}{unproved}."


def known_pieces(review: KnownReview) -> list[RenderableType]:
    """Return what `crewsat review --hidden` prints besides: each card with a choice as its player could judge it."""
    pieces: list[RenderableType] = []
    if review.choices:
        bot = "the bot" if review.bot is None else visible(review.bot.name)
        table = Grid(
            headings=["card", "played", "open", "bot", "best", "open", "bot", ""],
            rows=Each(review.choices, lambda one: _judged(review, *one)),
            right=frozenset({0, 2, 3, 5, 6}),
            title="Cards with a choice, by what their players could know:",
            legend=f"Of {counted(review.samples, 'deal')} drawn from those that fit what the player saw, or of all if "
            f"there are no more: open, the share that can still be won with open hands; bot, the share that {bot} wins "
            "playing on for everybody. Neither is the chance to win, and signals, which games do not record, are not "
            "known. A mistake: the 95 % intervals are apart; perhaps: they overlap.",
        )
        pieces += ["", table]
    return [*pieces, Prose(_known(review), style="bold")]


def _judged(review: KnownReview, number: int, one: KnownCard) -> list[str]:
    """Return the row of a card: its shares, and those of the best card if it is another one."""
    played, best = one.played, one.best
    other = [str(best.card), _share(best.wins_open), _share(best.wins_bot)] if best.card != played.card else [""] * 3
    who = f"player {review.steps[number - 1].move['player']}: {played.card}"
    return [str(number), who, _share(played.wins_open), _share(played.wins_bot), *other, _MISTAKE[one.mistake]]


def _share(share: Share) -> str:
    return "-" if share.share is None else f"{share.share:.2f}"


def _known(review: KnownReview) -> str:
    """Count the mistakes, and the cards that were not looked at."""
    if not review.choices:
        found = "With what the players could know: no card with a choice was looked at."
    else:
        mistakes = counted(review.mistakes, "mistake") if review.mistakes else "no mistake"
        possible = f" and {review.possible} possible one{'s' if review.possible > 1 else ''}" if review.possible else ""
        cards = f"{counted(len(review.choices), 'card')} with a choice"
        found = f"With what the players could know: {mistakes}{possible} among {cards}."
    missing = sum(one is None for one in review.known)
    return f"{found} {counted(missing, 'card')} could not be looked at." if missing else found
