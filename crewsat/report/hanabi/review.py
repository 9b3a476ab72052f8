"""A reviewed game of Hanabi for people: how it went, the move that lost it, a strip, and the moves that mattered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.layout import Grid, Prose, Verbatim
from crewsat.base.wording import counted, listed, visible
from crewsat.games.hanabi import hanab_live
from crewsat.report.hanabi.strip import Strip
from crewsat.report.hanabi.words import did, table_of
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
    pieces: list[RenderableType] = [Prose(f"{_deck(review)} {_ending(review)}", style="bold")]
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


def _deck(review: HanabiReview) -> str:
    """Say whether the deck could be won."""
    best, lost = review.moments[0].best_score, review.lost_with
    if lost is not None and lost.move == 0:
        most = "" if best is None else f": at most {best} of {review.target} points were possible"
        return f"This deck could not be won{most}."
    if lost is None and (best is None or best < review.target):
        return f"It is not known whether this deck allowed {counted(review.target, 'point')}."
    return f"This deck could be won with {counted(review.target, 'point')}."


def _ending(review: HanabiReview) -> str:
    """Say how the game ended."""
    turns, end = counted(len(review.actions), "turn"), review.moments[-1]
    points = counted(end.points, "point")
    if review.won:
        return f"It was, in {turns}."
    if end.strikes == 0:
        return f"After {turns} and {points} the last strike ended the game{' with none' if end.points else ''}."
    if end.best_score is None:
        return f"{turns} came to {points}; how many could be reached then is not known."
    if end.best_score > end.points:
        return f"{turns} came to {points}, and {end.best_score} can still be reached."
    return f"{turns} came to {points}."


def summary(_instance: Instance, review: HanabiReview) -> list[str]:
    """Return in sentences whether the deck could be won, how the game ended, and which move lost it."""
    lost = review.lost_with
    return [f"{_deck(review)} {_ending(review)}", *(() if lost is None else _lost(review, lost))]


def _lost(review: HanabiReview, lost: LostWith) -> list[str]:
    """Say which move lost it, and what would have kept it."""
    because = f", because {lost.because}" if lost.because else ""
    if lost.action is None:
        return [f"It was lost as dealt{because}."]
    after = "" if lost.best_score is None else f" and left {counted(lost.best_score, 'point')} at most"
    player = f"player {lost.action.player}"
    words = f"It was lost in turn {lost.move}: {player} {_words_of(lost.action)}{after}{because}."
    if lost.instead is None:
        return [words, "What would have kept it is not known of all actions."]
    if not lost.instead:
        return [words, f"No action would have kept {counted(review.target, 'point')}."]
    kept = listed([_infinitive(action) for action in lost.instead], "or")
    of = f"{len(lost.instead)} of {lost.legal} actions would" if lost.legal else "Would"
    return [words, f"{of} have kept {counted(review.target, 'point')}: {kept}."]


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
    """Return in words what a player did."""
    if action.clue is not None:
        return f"gave the clue {visible(action.clue.name)} to player {action.to}"
    words = {"play": "played", "discard": "discarded", "strike": "struck with"}
    pile = " from the pile" if action.source == "pile" else ""
    return f"{words[action.action]} {visible(action.card)}{pile}"


def _infinitive(action: Action) -> str:
    """Return in words what a player might have done; a clue stands for all clues."""
    if action.clue is not None:
        return "give a clue"
    words = {"play": "play", "discard": "discard", "strike": "strike with"}
    pile = " from the pile" if action.source == "pile" else ""
    return f"{words[action.action]} {action.card}{pile}"


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
