"""Lines of a file of answers: which instance each one answers, and whether it is an answer at all.

A line names the file and the line its instance came from, and a SHA-256: for an answer that of the instance, for bad
input that of the bad bytes. Input that could not be read has no bytes; there the error itself is compared.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, get_args

from crewsat.base.errors import InvalidInstance, Reason
from crewsat.base.wording import json_text, visible
from crewsat.engine.files import Unparsed
from crewsat.games import GAMES
from crewsat.games.verdict import Answer, Checked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from crewsat.engine.many import Source

    Place = Mapping[str, str | int]
    """The fields of an answer that say where its instance comes from: file, line, and the seed of a generated one."""
    Given = tuple[Place, Source | InvalidInstance]

ALLOWED = "the file must be new, or hold the beginning of the same batch"

LACKS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {
    "proof": (
        "a no without a proof, which --proof requires",
        lambda answer: (
            answer["answer"] == "no" and not {"proof", "unproved"} & set(answer) and answer["checked"] != "proof"
        ),
    ),
    "explain": (
        "a no without an explanation, which --explain requires",
        lambda answer: answer["answer"] == "no" and "explanation" not in answer,
    ),
    "fewest_tricks": (
        "a yes without the fewest tricks, which --fewest-tricks requires",
        lambda answer: answer["answer"] == "yes" and "fewest_tricks" not in answer,
    ),
    "review": ("not a review", lambda answer: "steps" not in answer),
    "proved": (
        "a review without a proof, which --proof requires",
        lambda answer: "lost_with" in answer and not {"proof", "unproved"} & set(answer) and not _argued(answer),
    ),
    "whole": ("a brief answer; use --brief to continue the file", lambda answer: "format" not in answer),
}
"""For each thing that may be wanted: words for an answer that lacks it, and a test whether an answer does."""


def bad_key(place: Place, source: Source | InvalidInstance) -> dict[str, Any]:
    """Return the fields that say which bad input an error is about."""
    if isinstance(source, Unparsed):
        return {**place, "sha256": hashlib.sha256(source.data).hexdigest()}
    return {**place, **error_of(source)} if isinstance(source, InvalidInstance) else {**place}


def error_of(error: InvalidInstance) -> dict[str, Any]:
    """Return the field that says what is wrong with bad input."""
    return {"error": [defect.as_dict() for defect in error.defects]}


def _good_key(place: Place, source: Source | InvalidInstance) -> dict[str, Any] | None:
    """Return the fields that say which instance an answer is about; None for bad input."""
    try:
        return None if isinstance(source, InvalidInstance) else {**place, "sha256": source().digest()}
    except InvalidInstance:
        return None


def beginnings(place: Place, source: Source | InvalidInstance) -> list[bytes]:
    """Return the possible beginnings of the line of this instance."""
    keys = bad_key(place, source), _good_key(place, source)
    return [bytes_of(json_text(key)[:-1]) for key in keys if key is not None]


def bytes_of(line: str) -> bytes:
    """Return a line as bytes of a file."""
    return line.encode("utf-8", "backslashreplace")


def kind_of(line: bytes, place: Place, source: Source | InvalidInstance, wanted: Sequence[str]) -> str:
    """Return what kind of answer a line is.

    Args:
        line: one line of the file.
        place: of the instance that is due.
        source: the instance that is due.
        wanted: what is asked for now: keys of `LACKS`.

    Raises:
        ValueError: if it is not an answer, not the one that is due, or lacks what is asked for now.
    """
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not _is_answer(answer):
        raise ValueError(f"this is not an answer; {ALLOWED}")
    due = bad_key(place, source) if "error" in answer else _good_key(place, source)
    if due is None or any(answer.get(key) != value for key, value in due.items()):
        words = f"this is not the answer to {visible(place['file'], 200)}, line {place['line']}, which is due"
        raise ValueError(f"{words}; {ALLOWED}")
    if "error" in answer:
        return "bad"
    for asked in wanted:
        what, lacks = LACKS[asked]
        if lacks(answer):
            raise ValueError(f"this is {what}; {ALLOWED}")
    if "steps" in answer:
        return "unknown" if "reason" in answer else "reviewed"
    return str(answer["answer"])


def _is_answer(answer: Mapping[str, Any]) -> bool:
    """Return whether an object is an answer, a review or an error, as far as it is read here."""
    if "error" in answer:
        defects = answer["error"]
        return isinstance(defects, list) and bool(defects) and all(map(_is_defect, defects))
    if answer.get("reason", "time") not in get_args(Reason):
        return False
    steps = answer.get("steps")
    if isinstance(steps, list):
        return all(isinstance(step, dict) and _is_decided(step) for step in steps)
    return _is_decided(answer) and _has_play(answer) and ("reason" in answer or answer["answer"] != "unknown")


def _is_defect(defect: object) -> bool:
    return isinstance(defect, dict) and all(isinstance(defect.get(key), str) for key in ("place", "message"))


def _is_decided(answer: Mapping[str, Any]) -> bool:
    return answer.get("answer") in get_args(Answer) and answer.get("checked") in get_args(Checked)


def _has_play(answer: Mapping[str, Any]) -> bool:
    """Return whether an answer names its method, and whether a yes has its play or, if brief, its length."""
    length = any(type(answer.get(f"{game.unit}s")) is int for game in GAMES.values())
    play = isinstance(answer.get("play"), list) if "format" in answer else length
    return isinstance(answer.get("method"), str) and (play or answer["answer"] != "yes")


def _argued(review: Mapping[str, Any]) -> bool:
    """Return whether the loss of a game has an argument in words, so that there is nothing to prove."""
    return all(step["checked"] in {"algorithm", "proof"} for step in review["steps"] if step["answer"] == "no")
