"""An answer checked against its instance, whole: the play of a yes, the proof of a no, a strategy; and the verdict.

Nothing in an answer is believed. What it claims is checked by code that did not find it: the referee, the checkers of
proofs, a strategy played against every defence.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

from crewsat.base.errors import Defect, IllegalPlay, InvalidInstance, InvalidProof, Stopped, WrongOption
from crewsat.base.libraries import DRATIFY
from crewsat.base.wording import counted, described, json_text
from crewsat.engine.verify import verified
from crewsat.games import GAMES
from crewsat.games.game import STRATEGY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from crewsat.games.game import Game, Play
    from crewsat.games.instance import Instance

Checked = TypeVar("Checked")
Outcome = Literal["confirmed", "refuted", "nothing to check", "limit", "unreadable"]


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What is known of an answer.

    Attributes:
        outcome: ``confirmed``; ``refuted``; ``nothing to check`` (a no or unknown without a certificate); ``limit``, if
            one was reached before; ``unreadable``, if a file that the answer names, or a part of it, is not what it
            should be.
        words: what was checked, or why it was not confirmed.
        part: the part of the answer that could not be checked, for ``limit`` and ``unreadable``.
    """

    outcome: Outcome
    words: str
    part: str = ""

    def __str__(self) -> str:
        if self.part:
            return f"{self.part}: {self.words}"
        return f"{self.outcome}: {self.words}"

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object: whether it is confirmed, and why, or what was checked."""
        if self.outcome == "confirmed":
            return {"confirmed": True, "checked": self.words}
        return {"confirmed": False, "reason": str(self)}


class _Ended(Exception):  # noqa: N818 - the check ends here
    """The check is over before its end."""

    def __init__(self, outcome: Outcome, words: str, part: str = "") -> None:
        super().__init__(words)
        self.confirmation = Confirmation(outcome, words, part)


def checked_answer(given: Any, game: str) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """Return what may be an answer about a game; the play of a yes is a list. Nothing else is trusted or checked.

    Raises:
        InvalidInstance: if it is not an answer, or one about another game.
    """
    if not isinstance(given, dict) or given.get("answer") not in ["yes", "no", "unknown"]:
        raise InvalidInstance([Defect("answer", 'must be "yes", "no" or "unknown"')])
    for key, right in (("format", 1), ("game", game)):
        if repr(given.get(key, right)) != repr(right):  # to Python, 1, 1.0 and true are equal
            raise InvalidInstance([Defect(key, f"must be {json_text(right)}")])
    if given["answer"] == "yes" and not isinstance(given.get("play"), list):
        raise InvalidInstance([Defect("play", "must be a list of tricks or steps")])
    return given


def confirmation(
    instance: Instance,
    given: Mapping[str, Any],
    folders: Sequence[str] = (".",),
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Confirmation:
    """Check an answer.

    Args:
        instance: what it is about.
        given: an answer, see `checked_answer`.
        folders: paths in the answer are relative to the first of them in which the files are.
        time_limit: seconds of wall time; a replay needs no limits.
        memory_limit: MB that may be estimated to take.
    """
    limits = {"time_limit": time_limit, "memory_limit": memory_limit}
    try:
        if given["answer"] == "no" and "proof" in given:
            words = _of_proof(instance, given["proof"], folders, limits)
        elif given["answer"] != "unknown" and "strategy" in given:
            words = _of_strategy(instance, given, folders, limits)
        elif given["answer"] != "yes":
            without = f"the answer is {given['answer']} and comes without a certificate"
            return Confirmation("nothing to check", without)
        elif GAMES[instance.game].certificate is STRATEGY:
            words = _of_first_move(instance, given, limits)
        else:
            words = _of_play(instance, given)
    except _Ended as ended:
        return ended.confirmation
    return Confirmation("confirmed", words)


def _of_proof(
    instance: Instance,
    proof: Any,  # noqa: ANN401 - any JSON
    folders: Sequence[str],
    limits: Mapping[str, float | None],
) -> str:
    """Check the proof of a no, and return what was checked."""
    from crewsat.engine.verify_proof import verify_proof  # noqa: PLC0415 - formulas only when there is a proof

    with _refuting("proof", "the formula"):
        checked = _in_first(folders, lambda folder: verify_proof(instance, proof, folder, **limits))
    sizes = f"{checked.clauses:,} clauses about {checked.variables:,} variables"
    also = f"not by {DRATIFY.distribution}: {DRATIFY.install}"
    if checked.also_by:
        also = f"by {checked.also_by} as well"
    elif checked.not_followed:
        also = f"not by {DRATIFY.distribution}, which cannot follow it: {checked.not_followed}"
    return (
        f"no winning play, by a proof of {counted(checked.lemmas, 'step')} ({checked.size:,} bytes); "
        f"the formula ({sizes}) is the one of this instance, and the proof was checked step by step, {also}"
    )


def _in_first(folders: Sequence[str], check: Callable[[str], Checked]) -> Checked:
    """Check files with paths relative to the first of these folders in which they are."""
    for folder in folders[:-1]:
        try:
            return check(folder)
        except (FileNotFoundError, NotADirectoryError):
            continue
    return check(folders[-1])


@contextmanager
def _refuting(part: str, large: str) -> Iterator[None]:
    """End the check if a file of an answer is not what it should be, or cannot be checked."""
    try:
        yield
    except (IllegalPlay, InvalidProof) as error:
        _refute(str(error))
    except Stopped as error:
        raise _Ended("limit", f"cannot be checked: {_limit(error, large)}", part) from None
    except WrongOption as error:
        raise _Ended("unreadable", f"cannot be checked: {error}", part) from None
    except OSError as error:
        raise _Ended("unreadable", f"cannot be checked: {described(error)}", part) from None
    except MemoryError:
        raise _Ended("unreadable", "cannot be checked: there is not enough memory", part) from None


def _limit(error: Stopped, large: str) -> str:
    return "the time limit was reached" if error.reason == "time" else f"{large} may take more than the memory limit"


def _of_strategy(
    instance: Instance, given: Mapping[str, Any], folders: Sequence[str], limits: Mapping[str, float | None]
) -> str:
    """Play the strategy of an answer against every defence, and return what was checked."""
    from crewsat.engine.verify_strategy import verify_strategy  # noqa: PLC0415 - only when there is one

    wins = given["answer"] == "yes"
    with _refuting("strategy", "its positions"):
        played = _in_first(
            folders, lambda folder: verify_strategy(instance, given["strategy"], folder, wins=wins, **limits)
        )
    if wins and (
        given["play"] != [move.as_dict() for move in played.play]
        or any(type(number) is not int for move in given["play"] for number in move.values())  # true equals 1
    ):
        _refute("the play is not the first move of the strategy")
    side = "a winning strategy" if wins else "a winning strategy of the other side"
    return f"{side}, played against every defence in {counted(played.positions, 'position')}"


def _of_first_move(instance: Instance, given: Mapping[str, Any], limits: Mapping[str, Any]) -> str:
    """Make the first move of a yes, decide the rest anew, and return what was checked."""
    try:
        play = verified(instance, given["play"], **limits)
    except IllegalPlay as error:
        _refute(str(error))
    except Stopped as error:
        raise _Ended("limit", f"cannot be checked: {_limit(error, 'its positions')}", "play") from None
    first = "the first move is legal" if play else "the coalition does not move first"
    return f"{first}, and deciding anew what follows gives a win of the coalition"


def _of_play(instance: Instance, given: Mapping[str, Any]) -> str:
    """Replay whatever the answer claims to be a winning play, and return what was checked."""
    play, lines = given["play"], given.get("lines", [])
    if not isinstance(lines, list):
        raise _Ended("unreadable", "must be a list of plays", "lines")
    replayed, different = _replayed(instance, play, lines, _claimed_assignment(given), _claimed_choices(given))
    if given.get("all_lines") is True and not lines:
        _refute("there is a line, the play, but none is listed")
    game = GAMES[instance.game]
    _check_that_claims_exist(game, given)
    confirmed = [f"a winning play of {counted(len(play), game.unit)}"]
    confirmed += [counted(len(lines), "different winning line")] if lines else []
    not_checked = ["that there are no other lines"] if given.get("all_lines") is True else []
    _check_assignment(game.owners(instance, replayed, given.get("assignment")), given)
    if game.won_with is not None and given.get("fewest_tricks") is not None:
        _check_fewest(given["fewest_tricks"], *(game.won_with(instance, one) for one in (replayed, *different)))
        not_checked.append("that no play wins earlier")
    rest = f"; not checked: {' and '.join(not_checked)}" if not_checked else ""
    return f"{' and '.join(confirmed)}, replayed by the rules{rest}"


def _check_that_claims_exist(game: Game, given: Mapping[str, Any]) -> None:
    """Refute an answer that claims what there is not in its game."""
    chosen = dict.fromkeys(("tokens", "passed", "passed_to"), game.chosen)
    for claim, there in {"assignment": game.assignment, **chosen, "fewest_tricks": game.won_with}.items():
        if there is None and claim in given:
            _refute(f"there is no {claim} in {game.name}")


def _claimed_assignment(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return who takes what according to the answer; without an assignment, no player takes anything."""
    said = given.get("assignment")
    if said is not None and not isinstance(said, dict):
        _refute("the assignment does not name who takes the objectives")
    return said or {}


def _claimed_choices(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the crew has chosen besides its cards, according to the answer, as arguments of `verified`."""
    tokens, passed = given.get("tokens"), given.get("passed")
    if tokens is not None and not isinstance(tokens, dict):
        _refute("the tokens are not those of objectives")
    if passed is not None and not isinstance(passed, list):
        _refute("what is passed is not a list of cards")
    return {"tokens": tokens, "passed": passed, "passed_to": given.get("passed_to")}


def _replayed(
    instance: Instance,
    play: Any,  # noqa: ANN401 - any JSON
    lines: list[Any],
    assignment: dict[str, Any],
    choices: dict[str, Any],
) -> tuple[Play, list[Play]]:
    """Return the play and lines as replayed by the rules; refute them if they do not win, or if lines are equal."""
    try:
        replayed = verified(instance, play, assignment=assignment, **choices)
        different = [verified(instance, line) for line in lines]
    except IllegalPlay as error:
        _refute(str(error))
    if len(set(different)) < len(lines):
        _refute("two of the lines are the same")
    return replayed, different


def _check_assignment(owners: Mapping[str, int] | None, given: Mapping[str, Any]) -> None:
    """Refute an assignment that does not name who takes the objectives in the play."""
    said = given.get("assignment", owners)
    if said != owners or any(type(owner) is not int for owner in (said or {}).values()):
        _refute("the assignment does not name who takes the objectives")


def _check_fewest(claim: object, won_with: int, *lines_with: int) -> None:
    """Refute a claim about the earliest win that is malformed or that a play contradicts."""
    low, high = (claim.get("at_least"), claim.get("at_most")) if isinstance(claim, dict) else (None, None)
    if type(low) is not int or type(high) is not int or not 0 <= low <= high:
        _refute("fewest_tricks must have whole numbers at_least and at_most, the first not larger")
    if isinstance(claim, dict) and claim.get("proved", low == high) != (low == high):
        _refute("fewest_tricks is proved if at_least and at_most are equal, and only then")
    if high != won_with:
        _refute(f"the play wins with trick {won_with}, not with trick {high}")
    earliest = min((won_with, *lines_with))
    if earliest < low:
        _refute(f"a line wins with trick {earliest}, before trick {low}")


def _refute(why: str) -> NoReturn:
    raise _Ended("refuted", why)
