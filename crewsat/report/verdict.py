"""What was asked, the answer, the winning line, and how it was found; the words about a game are its module's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Prose
from crewsat.base.said import saying
from crewsat.base.wording import counted, visible
from crewsat.games import GAMES
from crewsat.games.game import STRATEGY
from crewsat.games.parts import part_of
from crewsat.games.scope import reader_of
from crewsat.report.words import CHECKED, REASONS, UNPROVED

if TYPE_CHECKING:
    from rich.console import RenderableType

    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Proof, Verdict


def words_of(game: str) -> Any:  # noqa: ANN401 - a module
    """Import the words about a game, the module of its name here.

    It has `question`, `answer_line`, `play_of`, `comments_of` and `picture`; `lines_of` if winning lines can be listed;
    `explained` and `REPAIRS` if lost games can be explained, perhaps `most_in_sentences`, which pages say in place of
    what `explained` prints; `MOVE`, `moves_in_words`, `moved` and `group_of` for reviews as of `crewsat.report.review`.
    Everything but lines for programs is renderable.

    Raises:
        WrongOption: if the game has no such module.
    """
    return part_of(game, "words", "there is no text output for {1}; allowed: --json")


def report(instance: Instance, verdict: Verdict, *, picture: bool = False) -> list[RenderableType]:
    """Return what `crewsat decide` prints, piece by piece: the question, the answer, the play, how it was found.

    Args:
        instance: what was decided.
        verdict: the answer.
        picture: whether the hands, or the deck, are shown with the question.

    Raises:
        UnknownFeature: for an answered question with a feature that the words about the game do not know; for an
            unanswered one, only that is reported.
    """
    words = words_of(instance.game)
    if verdict.answer == "unknown" and not instance.features <= reader_of(words.question).knows:
        return [Prose(f"UNKNOWN: {REASONS.get(verdict.reason or '', verdict.reason)}.", style="bold yellow")]
    pieces: list[RenderableType] = [*(words.picture if picture else words.question)(instance), ""]
    style = {"yes": "bold green", "no": "bold red", "unknown": "bold yellow"}[verdict.answer]
    pieces.append(Prose(words.answer_line(instance, verdict), style=style))
    if verdict.because:
        pieces.append(Prose(f"Because {verdict.because}."))
    pieces += words.play_of(instance, verdict)
    if verdict.answers:
        said = ", ".join(f"{name} {answer}" for name, answer in verdict.answers.items())
        stopped = (
            f" Stopped early: {REASONS[verdict.reason]}." if verdict.reason and verdict.answer != "unknown" else ""
        )
        pieces += ["", Prose(f"Answers: {said}.{stopped}")]
    if verdict.lines is not None:
        pieces += ["", *words.lines_of(verdict)]
    pieces += ["", Prose(found_line(verdict), style="dim")]
    if verdict.proof is not None:
        pieces += proof_pieces(verdict.proof)
    return pieces


def answered(instance: Instance, verdict: Verdict) -> list[str]:
    """Return the answer in sentences: what it is, why, and how it was found."""
    because = [saying("Because {because}.", because=verdict.because)] if verdict.because else []
    return [words_of(instance.game).answer_line(instance, verdict), *because, found_line(verdict)]


def picture(instance: Instance) -> list[RenderableType]:
    """Return what `crewsat show` prints above the instance as one line of text."""
    pieces: list[RenderableType] = words_of(instance.game).picture(instance)
    return pieces


def found_line(verdict: Verdict) -> str:
    """Return how the answer was found and what it rests on."""
    by: str = verdict.method
    if verdict.solver:
        by = saying("{method} ({solver})", method=by, solver=verdict.solver)
    cost = verdict.statistics.cpu_seconds
    time = ""
    if cost is not None:
        time = saying(" in {ms} ms", ms=round(cost * 1000)) if cost < 10 else saying(" in {s} s", s=round(cost, 1))
    if verdict.answer == "unknown":
        return saying("Tried {by}{time}.", by=by, time=time)
    unproved = "" if verdict.unproved is None else f"; {unproved_words(verdict.game, verdict.unproved)}"
    return saying(
        "Found by {by}{time}; {rests}{unproved}.", by=by, time=time, rests=_rests_on(verdict), unproved=unproved
    )


def _rests_on(verdict: Verdict) -> str:
    """Return what an answer rests on, and how a no that rests only on a search can be certified."""
    game = GAMES[verdict.game]
    if verdict.checked == "replayed":
        return game.certificate.checked
    if verdict.checked == "none" and verdict.solver is None:
        return saying("on the word of another program, which was not checked")
    provable = any(method.proof is not None for method in game.methods)
    if verdict.checked == "none" and verdict.unproved is None and provable:
        return saying("by search; `decide --proof DIR` certifies it")
    return CHECKED[verdict.checked]


def unproved_words(game: str, reason: str) -> str:
    """Return why there is no proof of a no, or no strategy."""
    what = "no strategy was kept" if GAMES[game].certificate is STRATEGY else "no proof"
    return f"{what}: {UNPROVED.get(reason, reason)}"


def proof_files(proof: Proof) -> dict[str, str]:
    """Return the paths and sizes of the files of a proof, by kind."""
    return {
        "Formula:": f"{visible(proof.formula.path, 4096)} ({counted(proof.clauses, 'clause')})",
        "Proof:": f"{visible(proof.proof.path, 4096)} ({counted(proof.lemmas, 'step')})",
    }


def proof_pieces(proof: Proof) -> list[RenderableType]:
    """Return the same for people."""
    return [Prose(words, style="dim", label=f"{name:9}") for name, words in proof_files(proof).items()]


def competition(instance: Instance, verdict: Verdict) -> str:
    """Return the answer in the format of solver competitions: comments, one status line, literals if there are any."""
    lines = [f"c {verdict.method} {verdict.solver or ''}".rstrip()]
    lines += [visible(f"c {line}", 10**6) for line in words_of(instance.game).comments_of(instance, verdict)]
    if verdict.because:
        lines.append(f"c because {verdict.because}")
    if verdict.proof is not None:
        lines += [f"c {name:9}{words}" for name, words in proof_files(verdict.proof).items()]
    if verdict.unproved is not None:
        lines.append(f"c {unproved_words(verdict.game, verdict.unproved)}")
    lines.append({"yes": "s SATISFIABLE", "no": "s UNSATISFIABLE", "unknown": "s UNKNOWN"}[verdict.answer])
    if verdict.model is not None:
        literals = [*map(str, verdict.model), "0"]
        lines += ["v " + " ".join(literals[k : k + 20]) for k in range(0, len(literals), 20)]
    return "\n".join(lines)
