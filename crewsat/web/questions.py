"""What the page may ask, answered in a child process: text in, text out.

A question is a JSON object whose `deal` is the content of the text field of the page, an instance as text or JSON. The
reply is a JSON object, too; errors in the deal are reported as in batches: ``{"error": [{"place", "message"}]}``. A
request is not parsed before it is here, under the limits of the child.
"""

from __future__ import annotations

import base64
import io
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

import crewsat
from crewsat.base.errors import CrewsatError, Defect, InvalidInstance, Stopped, WrongOption
from crewsat.base.guarded import value_of
from crewsat.base.said import spoken
from crewsat.base.wording import json_text, visible
from crewsat.engine.asking import ask
from crewsat.engine.files import parse
from crewsat.engine.generating import generated
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.crew.decks import PLAYERS
from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.parts import has, part_of
from crewsat.games.text import text_of
from crewsat.pages.in_words import in_words
from crewsat.pages.lines import dealt, lines
from crewsat.pages.page import to_html
from crewsat.pages.script import LANGUAGES
from crewsat.questions.asking import request_for
from crewsat.questions.move_options import MoveOptions
from crewsat.report.verdict import unproved_words
from crewsat.web import crew

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result
    from crewsat.workers.process import Tell

    Asked = Mapping[str, Any]
    Question = Callable[[Asked, float, str], dict[str, Any]]
    """The question, how long it may take, and a folder for files, which does not exist yet."""

MOST_PROOF = 100.0
"""MB a solver may write down about its search."""
MOST_PACKED = 20_000_000
"""The most bytes of an archive."""
MOST_MOVES = 10_000
"""The most moves that may be played at once."""


def answered(  # noqa: PLR0913 - all is sent to the child
    name: str, body: bytes, seconds: float, folder: str, *, deadline: float | None, note: Tell
) -> bytes:
    """Answer a question in a child with a JSON object. Defects of a deal are an answer, too.

    Args:
        name: one of `QUESTIONS`.
        body: the question.
        seconds: how long it may take.
        folder: for files, which are removed afterwards.
        deadline: when the child is ended, which is later than that.
        note: not used.
    """
    del deadline, note
    try:
        answer = QUESTIONS[name](_object(body), seconds, folder)
    except InvalidInstance as error:
        answer = {"error": [defect.as_dict() for defect in error.defects]}
    except Stopped as error:
        answer = {"stopped": error.reason}
    except CrewsatError as error:
        answer = {"error": [{"place": "", "message": str(error)}]}
    return json_text(answer).encode()


def _object(body: bytes) -> Asked:
    """Return a question.

    Raises:
        InvalidInstance: if it is not one.
    """
    asked = value_of(body)
    if not isinstance(asked, dict):
        raise InvalidInstance([Defect("", "a question is a JSON object")])
    return asked


def _deal(asked: Asked) -> Instance:
    """Return the instance of a question.

    Raises:
        InvalidInstance: with everything that is wrong with it.
    """
    deal = asked.get("deal")
    if not isinstance(deal, str):
        raise InvalidInstance([Defect("deal", "an instance as text or JSON, in a string")])
    return parse(deal.encode(), whole=asked.get("whole") is True)


def _read(asked: Asked, _left: float, _folder: str) -> dict[str, Any]:
    """Read a deal: the canonical instance and text, the lines of a page about it, and what may be played next."""
    instance = _deal(asked)
    shown = _shown(instance, None)
    legal = _walk(instance).legal() if shown["lines"] and _is_played(instance.game) else ()
    return {**shown, "legal": [str(move) for move in legal]}


def _is_played(game: str) -> bool:
    """Return whether moves can be made on the page: where they can be asked about, too.

    In solitaire Hanabi a position is not a deck that one would recognise, but one that can be won if it can.
    """
    return "options" in GAMES[game].questions


def _walk(instance: Instance) -> Any:  # noqa: ANN401 - by its game
    """Return a game in progress.

    Raises:
        WrongOption: if the game cannot be played on.
    """
    if has(instance.game, "steps"):
        return part_of(instance.game, "steps", "")(instance)
    return crewsat.State(instance)


def _decide(asked: Asked, left: float, _folder: str) -> dict[str, Any]:
    instance = _deal(asked)
    return _shown(instance, crewsat.decide(instance, time_limit=left))


def _question(name: str, asked: Asked, left: float, _folder: str) -> dict[str, Any]:
    """Ask a question of the table of the game."""
    instance = _deal(asked)
    return _shown(instance, ask(request_for(instance.game, name, Options(time_limit=left)), instance))


def _options(asked: Asked, left: float, _folder: str) -> dict[str, Any]:
    """Return for every move that may be made next whether it keeps the deal winnable."""
    instance = _deal(asked)
    found = crewsat.options(instance, time_limit=left)
    if "passes" in found.place:  # the page makes one move after the other
        found = MoveOptions(crewsat.State(instance).options(time_limit=left), instance.game, found.place)
    return {**found.as_dict(), "moves": [str(option.move) for option in found]}


def _play(asked: Asked, _left: float, _folder: str) -> dict[str, Any]:
    """Make moves, in the form of `_read` and `_options`, and return the deal after them.

    They are made from the deal of the question on, or, with `anew`, from that before its first move.
    """
    instance = _deal(asked)
    moves, anew = asked.get("moves"), asked.get("anew", False)
    if not isinstance(anew, bool):
        raise InvalidInstance([Defect("anew", "allowed: true, false")])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(isinstance(move, str) for move in moves):
        raise InvalidInstance([Defect("moves", f"a list of at most {MOST_MOVES:,} moves")])
    state = _walk(dealt(instance, len(moves)) if anew else instance)
    for number, move in enumerate(moves, 1):
        legal = {str(one): one for one in state.legal()}
        if move not in legal:
            allowed = ", ".join(legal) or "none, the game is over"
            raise InvalidInstance([Defect(f"move {number}", f"'{visible(move)}' is not legal; allowed: {allowed}")])
        state.play(legal[move])
    said = spoken(str(state.outcome), state.instance.names)
    return {**_shown(state.instance, None), "outcome": state.outcome.status, "said": [said]}


def _view(asked: Asked, _left: float, _folder: str) -> dict[str, Any]:
    """Return what the player whose turn it is knows, or why that cannot be asked about the deal."""
    return crew.view_answer(_deal(asked))


def _advise(asked: Asked, left: float, _folder: str) -> dict[str, Any]:
    """Advise the player whose turn it is, who sees one hand, in at most `seconds`."""
    seconds = asked.get("seconds", crew.SECONDS)
    if type(seconds) not in {int, float} or not 0 < seconds <= crew.MOST_SECONDS:
        raise InvalidInstance([Defect("seconds", f"allowed: a number above 0, at most {crew.MOST_SECONDS:.0f}")])
    return crew.advice_answer(_deal(asked), min(seconds, left))


def _generate(asked: Asked, _left: float, _folder: str) -> dict[str, Any]:
    """Make a random deal: `game`, `seed`, and the options of its generator."""
    game, seed, options = asked.get("game"), asked.get("seed", 1), asked.get("options", {})
    if not isinstance(game, str) or game not in GAMES or type(seed) is not int or not isinstance(options, dict):
        raise InvalidInstance([Defect("", f"allowed: a game of {', '.join(GAMES)}, a whole number as seed, options")])
    return _shown(generated(game, seed, options).as_typed(), None)


def _tasks(asked: Asked, _left: float, _folder: str) -> dict[str, Any]:
    """List the printed tasks of the game that has them, as clauses of the text form for a number of players."""
    players = asked.get("players")
    if type(players) is not int or players not in PLAYERS:
        raise InvalidInstance([Defect("players", f"allowed: {', '.join(map(str, PLAYERS))}")])
    return {"tasks": [task.as_dict(players) for task in deep_sea_tasks()]}


def _page(asked: Asked, left: float, _folder: str) -> dict[str, Any]:
    """Make a replay page about a deal, with the answer to `question`."""
    instance = _deal(asked)
    ask: dict[Any, Callable[..., Any]] = {
        "decide": crewsat.decide,
        "explain": crewsat.explain,
        "review": crewsat.review,
        None: _nothing,
    }
    question = asked.get("question")
    if not isinstance(question, str | None) or question not in ask:
        raise InvalidInstance([Defect("question", "allowed: decide, explain, review, null")])
    language = asked.get("language", "en")
    if not isinstance(language, str):
        raise InvalidInstance([Defect("language", f"allowed: {', '.join(LANGUAGES)}")])
    hide = asked.get("hide", False)
    if not isinstance(hide, bool):
        raise InvalidInstance([Defect("hide", "allowed: true, false")])
    return {"html": to_html(instance, ask[question](instance, time_limit=left), language=language, hide=hide)}


def _nothing(_instance: Instance, *, time_limit: float) -> None:
    """Return no result."""
    del time_limit


def _proof(asked: Asked, left: float, folder: str) -> dict[str, Any]:
    """Prove a no: return deal, answer, formula and proof in one archive; unpacked, `crewsat verify` accepts them."""
    instance = _deal(asked)
    verdict = crewsat.decide(instance, time_limit=left, proof=f"{folder}/proof", proof_limit=MOST_PROOF)
    if verdict.proof is None:
        why = (
            f"the answer is {verdict.answer}"
            if verdict.unproved is None
            else unproved_words(verdict.game, verdict.unproved)
        )
        raise WrongOption(f"there is no proof: {why}")
    answer = replace(verdict, proof=verdict.proof.seen_from(folder)).to_json()
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        packed.writestr("deal.json", instance.to_json())
        packed.writestr("answer.json", answer)
        for path in sorted(Path(folder, "proof").iterdir()):
            packed.write(path, f"proof/{path.name}")
    if archive.tell() > MOST_PACKED:
        raise WrongOption(
            f"the archive has more than {MOST_PACKED // 10**6} MB; crewsat decide --proof has no such limit"
        )
    return {"zip": base64.b64encode(archive.getvalue()).decode()}


def _shown(instance: Instance, result: Result | None) -> dict[str, Any]:
    """Return what the page shows: instance, text, result, lines to step through, and sentences."""
    named = partial(spoken, names=instance.names)
    return {
        "instance": instance.as_dict(),
        "text": text_of(instance),
        "result": None if result is None else result.as_dict(),
        "lines": lines(instance, result),
        **in_words(instance, result),
        "repairs": [named(one.words) for one in getattr(result, "repairs", ())],
        "notes": [named(one) for one in instance.notes],
        "asks": _asks(instance.game),
    }


def _asks(game: str) -> list[str]:
    """Return what may be asked about a game besides the answer."""
    asks = [name for name in QUESTIONS if name in GAMES[game].questions]
    if _is_played(game):
        asks.append("play")
    if any(method.proof is not None for method in GAMES[game].methods):
        asks.append("proof")
    if game == crew.GAME:
        asks.append("advise")
    return asks


QUESTIONS: Mapping[str, Question] = {
    "read": _read,
    "decide": _decide,
    **{name: partial(_question, name) for game in GAMES.values() for name in game.questions},
    "options": _options,
    "play": _play,
    "view": _view,
    "advise": _advise,
    "generate": _generate,
    "tasks": _tasks,
    "page": _page,
    "proof": _proof,
}
"""The questions, by name."""
