"""``crewsat verify``: an answer checked against its instance by code that did not find it."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

from crewsat.base.errors import WrongOption
from crewsat.base.libraries import DRATIFY
from crewsat.base.wording import counted, visible
from crewsat.cli.common import FAILED, NOTHING_TO_CHECK, described, errors_reported, fail, read_answer, say
from crewsat.cli.declared import Argument, Exit, WrongUsage
from crewsat.cli.option_table import EstimateOption, TimeOption  # noqa: TC001 - typer reads them

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from crewsat.base.errors import Stopped
    from crewsat.games.game import Game, Play
    from crewsat.games.instance import Instance

Checked = TypeVar("Checked")


def verify(
    instance: Annotated[str, Argument(metavar="INSTANCE", help="The instance, JSON or text; - is standard input.")],
    answer: Annotated[str, Argument(metavar="ANSWER", help="What `crewsat decide --json` printed.")],
    *,
    time_limit: TimeOption = None,
    memory_limit: EstimateOption = None,
) -> None:
    """Replay the play of a yes by the rules; of a no, check the proof it names.

    Of a game with opponents, the strategy it names is played against every defence; without one, the first move of a
    yes is made, and the position after it decided anew.

    Paths start where ANSWER is, or in the current directory. The limits are not for replaying a play.

    Exit status: 0 confirmed, 1 refuted or bad input, 3 nothing to check (a no or unknown without a certificate), or a
    limit was reached.
    """
    if instance == answer == "-":
        raise WrongUsage("INSTANCE and ANSWER cannot both be standard input")
    with errors_reported():
        from crewsat.engine.files import load  # noqa: PLC0415
        from crewsat.games import GAMES  # noqa: PLC0415
        from crewsat.games.game import STRATEGY  # noqa: PLC0415

        deal = load(instance)
        given = read_answer(answer, deal.game)
        if given["answer"] == "no" and "proof" in given:
            _confirm_proof(deal, given["proof"], answer, time_limit=time_limit, memory_limit=memory_limit)
            return
        if given["answer"] != "unknown" and "strategy" in given:
            _confirm_strategy(deal, given, answer, time_limit=time_limit, memory_limit=memory_limit)
            return
        if given["answer"] != "yes":
            say(f"nothing to check: the answer is {given['answer']} and comes without a certificate")
            raise Exit(NOTHING_TO_CHECK)
        if GAMES[deal.game].certificate is STRATEGY:
            _confirm_first_move(deal, given, visible(answer, 200), time_limit=time_limit, memory_limit=memory_limit)
            return
        _confirm(deal, given, visible(answer, 200))


def _confirm_proof(
    instance: Instance,
    proof: Any,  # noqa: ANN401 - any JSON
    answer: str,
    **limits: float | None,
) -> None:
    """Check the proof of a no; exit with status 1 at the first error."""
    from crewsat.engine.verify_proof import verify_proof  # noqa: PLC0415

    with _refuting(answer, "proof", "the formula"):
        checked = _where_the_answer_is(answer, lambda folder: verify_proof(instance, proof, folder, **limits))
    sizes = f"{checked.clauses:,} clauses about {checked.variables:,} variables"
    also = f"not by {DRATIFY.distribution}: {DRATIFY.install}"
    if checked.also_by:
        also = f"by {checked.also_by} as well"
    elif checked.not_followed:
        also = f"not by {DRATIFY.distribution}, which cannot follow it: {checked.not_followed}"
    say(
        f"confirmed: no winning play, by a proof of {counted(checked.lemmas, 'step')} ({checked.size:,} bytes); "
        f"the formula ({sizes}) is the one of this instance, and the proof was checked step by step, {also}"
    )


def _where_the_answer_is(answer: str, check: Callable[[str], Checked]) -> Checked:
    """Check files with paths relative to the folder of the answer or, if missing there, to the current directory."""
    folder = "." if answer == "-" else str(Path(answer).parent)
    try:
        return check(folder)
    except (FileNotFoundError, NotADirectoryError):
        if folder == ".":
            raise
        return check(".")


@contextmanager
def _refuting(answer: str, what: str, large: str) -> Iterator[None]:
    """Exit with status 1 if a file of an answer is not what it should be, or cannot be checked."""
    from crewsat.base.errors import IllegalPlay, InvalidProof, Stopped  # noqa: PLC0415

    source = f"{visible(answer, 200)}: {what}: cannot be checked"
    try:
        yield
    except (IllegalPlay, InvalidProof) as error:
        _refute(str(error))
    except Stopped as error:
        fail(f"{source}: {_limit(error, large)}", status=NOTHING_TO_CHECK)
    except WrongOption as error:
        fail(f"{source}: {error}")
    except OSError as error:
        fail(f"{source}: {described(error)}")
    except MemoryError:
        fail(f"{source}: there is not enough memory")


def _limit(error: Stopped, large: str) -> str:
    return "the time limit was reached" if error.reason == "time" else f"{large} may take more than the memory limit"


def _confirm_strategy(instance: Instance, given: dict[str, Any], answer: str, **limits: float | None) -> None:
    """Play the strategy of an answer against every defence; exit with status 1 at the first error."""
    from crewsat.engine.verify_strategy import verify_strategy  # noqa: PLC0415

    wins = given["answer"] == "yes"
    with _refuting(answer, "strategy", "its positions"):
        played = _where_the_answer_is(
            answer, lambda folder: verify_strategy(instance, given["strategy"], folder, wins=wins, **limits)
        )
    if wins and (
        given["play"] != [move.as_dict() for move in played.play]
        or any(type(number) is not int for move in given["play"] for number in move.values())  # true equals 1
    ):
        _refute("the play is not the first move of the strategy")
    side = "a winning strategy" if wins else "a winning strategy of the other side"
    say(f"confirmed: {side}, played against every defence in {counted(played.positions, 'position')}")


def _confirm_first_move(instance: Instance, given: dict[str, Any], source: str, **limits: Any) -> None:  # noqa: ANN401
    """Make the first move of a yes, and decide the rest anew; exit with status 1 at the first error."""
    from crewsat.base.errors import IllegalPlay, Stopped  # noqa: PLC0415
    from crewsat.engine.verify import verified  # noqa: PLC0415

    try:
        play = verified(instance, given["play"], **limits)
    except IllegalPlay as error:
        _refute(str(error))
    except Stopped as error:
        fail(f"{source}: play: cannot be checked: {_limit(error, 'its positions')}", status=NOTHING_TO_CHECK)
    first = "the first move is legal" if play else "the coalition does not move first"
    say(f"confirmed: {first}, and deciding anew what follows gives a win of the coalition")


def _confirm(instance: Instance, given: dict[str, Any], source: str) -> None:
    """Replay whatever the answer claims to be a winning play; exit with status 1 at the first error."""
    from crewsat.games import GAMES  # noqa: PLC0415

    play, lines = given["play"], given.get("lines", [])
    if not isinstance(lines, list):
        fail(f"{source}: lines: must be a list of plays")
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
    say(f"confirmed: {' and '.join(confirmed)}, replayed by the rules{rest}")


def _check_that_claims_exist(game: Game, given: dict[str, Any]) -> None:
    """Refute an answer that claims what there is not in its game."""
    chosen = dict.fromkeys(("tokens", "passed", "passed_to"), game.chosen)
    for claim, there in {"assignment": game.assignment, **chosen, "fewest_tricks": game.won_with}.items():
        if there is None and claim in given:
            _refute(f"there is no {claim} in {game.name}")


def _claimed_assignment(given: dict[str, Any]) -> dict[str, Any]:
    """Return who takes what according to the answer; without an assignment, no player takes anything."""
    said = given.get("assignment")
    if said is not None and not isinstance(said, dict):
        _refute("the assignment does not name who takes the objectives")
    return said or {}


def _claimed_choices(given: dict[str, Any]) -> dict[str, Any]:
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
    from crewsat.base.errors import IllegalPlay  # noqa: PLC0415
    from crewsat.engine.verify import verified  # noqa: PLC0415

    try:
        replayed = verified(instance, play, assignment=assignment, **choices)
        different = [verified(instance, line) for line in lines]
    except IllegalPlay as error:
        _refute(str(error))
    if len(set(different)) < len(lines):
        _refute("two of the lines are the same")
    return replayed, different


def _check_assignment(owners: Mapping[str, int] | None, given: dict[str, Any]) -> None:
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
    say(f"refuted: {why}")
    raise Exit(FAILED)
