"""A reviewed game of Hanabi for people: how it went, the move that lost it, a strip, and the moves that mattered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Grid, Prose, Verbatim
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.hanabi import hanab_live
from crewsat.report.hanabi.strip import Strip
from crewsat.report.hanabi.words import did, points_in_words, table_of
from crewsat.report.review import notes_on
from crewsat.report.suits import styles_of
from crewsat.report.verdict import proof_pieces, unproved_words
from crewsat.report.words import CHECKED, REASONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from crewsat.base.runs import Words
    from crewsat.games.hanabi.actions import Action
    from crewsat.games.instance import Instance
    from crewsat.questions.hanabi.review_result import HanabiReview, LostWith


def reviewed(instance: Instance, review: HanabiReview) -> list[RenderableType]:
    """Return what `crewsat review` prints of a game of Hanabi, piece by piece."""
    pieces: list[RenderableType] = [Prose(_course(review), style="bold")]
    if review.lost_with is not None:
        pieces += _loss(review, review.lost_with)
    if review.actions:
        pieces += ["", Strip(review)]
    rows = _moments(review)
    if rows:
        headings = "turn", "player", "", "best score", f"kept {review.target}"
        pieces.append(Grid(headings, rows, frozenset({0, 1, 3, 4})))
    pieces += notes_on(instance)
    pieces += ["", Prose(_rests_on(review), style="dim")]
    if review.proof is not None:
        pieces += proof_pieces(review.proof)
    if review.reason is not None:
        pieces.append(Prose(f"The review is incomplete: {REASONS.get(review.reason, review.reason)}.", style="yellow"))
    return pieces


def _course(review: HanabiReview) -> str:
    """Say whether the deck could be won, and how the game ended."""
    return saying("{deck} {ending}", deck=_deck(review), ending=_ending(review))


def _deck(review: HanabiReview) -> str:
    """Say whether the deck could be won."""
    best, lost = review.moments[0].best_score, review.lost_with
    if lost is not None and lost.move == 0:
        if best is None:
            return saying("This deck could not be won.")
        return saying(
            "This deck could not be won: at most {best} of {n} points were possible.", best=best, n=review.target
        )
    points = points_in_words(review.target)
    if lost is None and (best is None or best < review.target):
        return saying("It is not known whether this deck allowed {points}.", points=points)
    return saying("This deck could be won with {points}.", points=points)


def _ending(review: HanabiReview) -> str:
    """Say how the game ended."""
    turns, end = len(review.actions), review.moments[-1]
    points = points_in_words(end.points)
    if review.won:
        return saying("It was, in {n} turns.", one="It was, in 1 turn.", n=turns)
    if end.strikes == 0:
        return _struck_out(turns, end.points)
    came = saying("{n} turns came to {points}", one="1 turn came to {points}", n=turns, points=points)
    if end.best_score is None:
        return saying("{this}; how many could be reached then is not known.", this=came)
    if end.best_score > end.points:
        return saying("{this}, and {best} can still be reached.", this=came, best=end.best_score)
    return saying("{this}.", this=came)


def _struck_out(turns: int, points: int) -> str:
    """Say that the last strike ended the game."""
    what = {"n": turns, "points": points_in_words(points)}
    if points == 0:
        return saying(
            "After {n} turns and {points} the last strike ended the game.",
            one="After 1 turn and {points} the last strike ended the game.",
            **what,
        )
    return saying(
        "After {n} turns and {points} the last strike ended the game with none.",
        one="After 1 turn and {points} the last strike ended the game with none.",
        **what,
    )


def summary(_instance: Instance, review: HanabiReview) -> list[str]:
    """Return in sentences whether the deck could be won, how the game ended, and which move lost it."""
    lost = review.lost_with
    return [_course(review), *(() if lost is None else _lost(review, lost))]


def _lost(review: HanabiReview, lost: LostWith) -> list[str]:
    """Say which move lost it, and what would have kept it."""
    if lost.action is None:
        if lost.because:
            return [saying("It was lost as dealt, because {because}.", because=lost.because)]
        return [saying("It was lost as dealt.")]
    words = saying("It was lost in turn {turn}: {what}", turn=lost.move, what=_words_of(lost.action))
    if lost.best_score is not None:
        words = saying("{this} and left {points} at most", this=words, points=points_in_words(lost.best_score))
    if lost.because:
        words = saying("{this}, because {because}", this=words, because=lost.because)
    return [saying("{this}.", this=words), _kept(review, lost)]


def _kept(review: HanabiReview, lost: LostWith) -> str:
    """Say what would have kept the target in place of the action that lost it."""
    points = points_in_words(review.target)
    if lost.instead is None:
        return saying("What would have kept it is not known of all actions.")
    if not lost.instead:
        return saying("No action would have kept {points}.", points=points)
    kept = {"points": points, "kept": listed([_infinitive(action) for action in lost.instead], "or")}
    if not lost.legal:
        return saying("Would have kept {points}: {kept}.", **kept)
    return saying(
        "{n} of {legal} actions would have kept {points}: {kept}.", n=len(lost.instead), legal=lost.legal, **kept
    )


def _loss(review: HanabiReview, lost: LostWith) -> list[RenderableType]:
    """Return the same for the terminal, with a play that continues from there."""
    first, *rest = _lost(review, lost)
    if not lost.instead:
        return [Prose(words) for words in (first, *rest)]
    pieces: list[RenderableType] = [Prose(first), *(Prose(f"{words} From there:") for words in rest)]
    if lost.replay is not None:
        return [*pieces, Verbatim(f"{hanab_live.LINK}{lost.replay}#{lost.move}")]
    before = review.position.model_copy(update={"actions": review.actions[: lost.move - 1]})
    return [*pieces, table_of(before, lost.play)]


def _words_of(action: Action) -> str:
    """Say what a player did."""
    if action.clue is not None:
        return saying(
            "player {player} gave the clue {clue} to player {to}",
            player=action.player,
            clue=visible(action.clue.name),
            to=action.to,
        )
    what: dict[str, Any] = {"player": action.player, "card": visible(action.card), "pile": _from_pile(action)}
    if action.action == "play":
        return saying("player {player} played {card}{pile}", **what)
    if action.action == "discard":
        return saying("player {player} discarded {card}{pile}", **what)
    return saying("player {player} struck with {card}{pile}", **what)


def _from_pile(action: Action) -> str:
    return saying(" from the pile") if action.source == "pile" else ""


def _infinitive(action: Action) -> str:
    """Return in words what a player might have done; a clue stands for all clues."""
    if action.clue is not None:
        return saying("give a clue")
    what = {"card": str(action.card), "pile": _from_pile(action)}
    if action.action == "play":
        return saying("play {card}{pile}", **what)
    if action.action == "discard":
        return saying("discard {card}{pile}", **what)
    return saying("strike with {card}{pile}", **what)


def _moments(review: HanabiReview) -> list[Sequence[Words]]:
    """Return the moves that cost points, and the narrow ones."""
    suits = [suit.name for suit in review.position.rules.suits]
    names, styles = {name: name for name in suits}, styles_of(suits)
    drops = {drop.move: [(f"{drop.before} → {drop.after}", "bold red")] for drop in review.drops}
    narrow = {one.move: f"{one.winning} of {one.legal}" for one in review.narrow}
    rows: list[Sequence[Words]] = []
    for move in sorted(drops.keys() | narrow.keys()):
        action = review.actions[move - 1]
        fell: Words = drops.get(move, "")
        rows.append((str(move), str(action.player), did(action, names, styles), fell, narrow.get(move, "")))
    return rows


def _rests_on(review: HanabiReview) -> str:
    """Say how it is known what could be reached and what could not."""
    time = "" if review.cpu_seconds is None else f" in {review.cpu_seconds:.1f} s"
    said = f"Reviewed{time}. What could be reached has been replayed by the rules"
    lost = review.lost_with
    if lost is None:
        return f"{said}."
    rests = {**CHECKED, "none": "by search; `--proof DIR` certifies it", "proof": "from a proof that was checked"}
    unproved = "" if review.unproved is None else f"; {unproved_words(review.game, review.unproved)}"
    return f"{said}; that it was lost is known {rests[lost.checked]}{unproved}."
