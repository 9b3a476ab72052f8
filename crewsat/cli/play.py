"""``crewsat play``: a table in the terminal, with commands from standard input."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.errors import IllegalPlay, InvalidInstance, Stopped
from crewsat.base.guarded import name_of, named, opened
from crewsat.base.outputs import check_output, write_whole
from crewsat.base.wording import visible
from crewsat.cli.common import (
    DealOption,
    Terminated,
    check_source,
    ending_signals,
    errors_reported,
    instance_of,
    interruptible,
    out,
    show,
    status_of,
    warn,
)
from crewsat.cli.declared import Argument, Exit, WrongUsage
from crewsat.cli.option_table import SeedOption, option
from crewsat.games.parts import check_has

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import RenderableType

    from crewsat.games.instance import Instance

SECONDS = 10.0
"""Seconds a question may take by default."""

LONGEST = 10_000
"""The most bytes of a command."""


def play(
    file: Annotated[str | None, Argument(metavar="FILE", help="An instance, JSON or text.", show_default=False)] = None,
    *,
    deal: DealOption = None,
    time_limit: Annotated[float, option("time_limit", help="Seconds of wall time that a question may take.")] = SECONDS,
    seed: SeedOption = None,
) -> None:
    """Play a deal card by card, with commands from standard input, a line each.

    A number or a card plays it, ? says which cards keep the deal winnable, ! plays a winning line to its end, u takes
    back, s FILE saves the position (JSON if the name ends in .json, else text), q quits; an empty line shows the whole
    table. Ctrl-C ends a question, and otherwise the program.

    Exit status: 0 after q or the end of input, 1 bad input or failure, 2 wrong usage, 130 Ctrl-C.
    """
    check_source(file, deal)
    if file == "-":
        raise WrongUsage("standard input has the commands; give a file, or --deal TEXT")
    with errors_reported():
        instance = instance_of(file, deal)
        check_has(instance.game, "state", "play applies to {}, not to {}")
        try:
            _Table(instance, file, time_limit, seed).run()
        except Terminated as stop:
            raise Exit(status_of(stop)) from None


class _Table:
    """A game in progress, and its user.

    Args:
        instance: what is played.
        file: where it comes from; it is not written to.
        time_limit: seconds a question may take.
        seed: varies the search.
    """

    def __init__(self, instance: Instance, file: str | None, time_limit: float, seed: int | None) -> None:
        from crewsat.report.playing import words_for  # noqa: PLC0415

        self._words = words_for(instance.game)
        self._instance = instance
        self._file = file
        self._time_limit = time_limit
        self._seed = seed
        self._moves: list[Any] = []
        self._state = self._restarted()

    def run(self) -> None:
        """Execute commands until one ends the game, or there are no more."""
        from crewsat.report import words_of  # noqa: PLC0415

        self._say(*words_of(self._instance.game).question(self._instance))
        self._say(f"Commands: {_COMMANDS}; an empty line shows the table.")
        self._show(whole=True)
        for line in _lines():
            if line == "q":
                return
            self._obey(line)

    def _obey(self, line: str) -> None:
        """Execute the command in a line."""
        command, _, rest = line.partition(" ")
        questions = {"?": self._compare, "!": self._win}
        if command == "s":
            self._save(rest.strip())
        elif line == "u":
            self._take_back()
        elif not line:
            self._show(whole=True)
        elif self._is_over():
            warn(f"The play is over. {_OVER}")
        elif line in questions:
            questions[line]()
        else:
            self._play(line)

    def _restarted(self) -> Any:  # noqa: ANN401 - games share names, not a class
        """Return a new state at this position."""
        from crewsat.questions.state import State  # noqa: PLC0415 - numpy only when there is a deal

        state: Any = State(self._instance, seed=self._seed)
        for move in self._moves:
            state.play(move)
        return state

    def _say(self, *pieces: RenderableType) -> None:
        """Print sentences, a paragraph each."""
        from crewsat.base.layout import Prose  # noqa: PLC0415

        said = [Prose(piece, hang=2) if isinstance(piece, str) else piece for piece in pieces]
        if said:
            show(said, names=self._instance.names)

    def _show(self, *, whole: bool = False) -> None:
        """Print where the play stands and which moves are legal, or how it has ended."""
        if whole or not self._is_over():
            out("")
            self._say(*self._words.position(self._state, whole=whole))
        numbers = _numbered(self._names())
        for start, moves in self._words.choices(self._state):
            self._say(f"{start} {', '.join(next(numbers) for _ in moves)}.")
        if self._is_over():
            self._say(f"The play is {self._state.outcome}.", _OVER)

    def _is_over(self) -> bool:
        return bool(self._state.outcome.status != "open")

    def _names(self) -> list[str]:
        """Return the names of the legal moves, in their order."""
        return [self._words.name(self._state, move) for move in self._state.legal()]

    def _play(self, text: str) -> None:
        """Make the move that the user means."""
        try:
            self._make(self._move_of(text))
        except ValueError as error:
            warn(f"{error}; allowed: a number or a name of the list, {_SHORT}")
        except IllegalPlay as error:
            warn(f"Not allowed: {error.message}.")
        else:
            self._show()

    def _move_of(self, text: str) -> Any:  # noqa: ANN401 - of the game
        """Return the move that the user means.

        Raises:
            ValueError: if there is no such move.
        """
        if not (text.isascii() and text.isdigit()):
            return self._words.move_of(self._state, text)
        legal = self._state.legal()
        if len(text) > len(str(len(legal))) or not 1 <= int(text) <= len(legal):
            raise ValueError(f"{visible(text)} is not a number from 1 to {len(legal)}")
        return legal[int(text) - 1]

    def _make(self, move: Any) -> None:  # noqa: ANN401 - of the game
        """Make a move and print what it has finished."""
        self._state.play(move)
        self._moves.append(move)
        self._say(*self._words.happened(self._state))

    def _compare(self) -> None:
        """Print which moves keep the game winnable."""
        options = self._ask(lambda: self._state.options(time_limit=self._time_limit))
        if options is None:
            return
        if all(option.answer == "no" for option in options):
            self._say("It is lost already: nothing keeps it winnable.")
            return
        pairs = list(zip(_numbered(self._names()), options, strict=True))
        for answer, words in (("yes", "Keeps it winnable"), ("no", "Loses"), ("unknown", "Not decided")):
            names = [name for name, option in pairs if option.answer == answer]
            if names:
                self._say(f"{words}: {', '.join(names)}.")
        self._explain_unknown({option.reason for option in options if option.answer == "unknown"})

    def _win(self) -> None:
        """Play a winning line to its end, if there is one."""
        verdict = self._ask(lambda: self._state.winnable(time_limit=self._time_limit))
        if verdict is None:
            return
        if verdict.answer == "yes":
            while (move := self._state.hint()) is not None:
                self._make(move)
            self._show()
        elif verdict.answer == "no":
            self._say(f"It is lost already{f': {verdict.because}' if verdict.because else ''}.")
        else:
            self._say("Not decided whether it can be won from here.")
            self._explain_unknown({verdict.reason})

    def _explain_unknown(self, reasons: Iterable[str]) -> None:
        from crewsat.report.words import REASONS  # noqa: PLC0415

        for reason in sorted(reasons):
            limit = f" ({self._time_limit:g} s a question; --time-limit sets it)" if reason == "time" else ""
            self._say(f"Why: {REASONS.get(reason, reason)}{limit}.")

    def _ask(self, question: Callable[[], Any]) -> Any:  # noqa: ANN401 - what the question returns
        """Return the answer to a question; None if Ctrl-C, or a limit, ended it before there was one."""
        try:
            with _interruptible():
                return question()
        except KeyboardInterrupt:
            self._state = self._restarted()  # interrupted work may have left it in any state
            self._say("Interrupted.")
        except Stopped as stopped:
            self._explain_unknown({stopped.reason})
        return None

    def _take_back(self) -> None:
        """Take back the last move."""
        if not self._moves:
            warn("There is nothing to take back.")
            return
        self._state.undo()
        move = self._moves.pop()
        self._say(f"Taken back: {self._words.name(self._state, move)}.")
        self._show(whole=True)

    def _save(self, name: str) -> None:
        """Write the position to a file."""
        try:
            check_output(name, [self._file], option="s FILE")
            text = self._state.instance.to_json() if name.endswith(".json") else self._state.text
            write_whole(name, f"{text}\n".encode())
        except InvalidInstance as error:
            warn(*error.lines())
        else:
            out(f"Saved to {visible(name, 200)}.")


_COMMANDS = (
    "a number or a name of the list plays it, ? says what keeps the deal winnable, ! plays a winning line to its end, "
    "u takes back, s FILE saves, q quits"
)
_SHORT = "?, !, u, s FILE, q"
_OVER = "u takes back, s FILE saves, q quits."


def _numbered(names: Iterable[str]) -> Iterator[str]:
    """Yield names with their numbers, from 1; without a space, so that lines do not break there."""
    return (f"{number}={name}" for number, name in enumerate(names, 1))


def _lines() -> Iterator[str]:
    """Yield the stripped lines of standard input; a terminal gets a prompt.

    Raises:
        InvalidInstance: if it cannot be read.
    """
    asks = sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None
    while True:
        if asks:
            print("> ", end="", file=sys.stderr, flush=True)  # noqa: T201 - the command line talks
        with named(name_of("-")), opened("-") as stream:
            line = rest = stream.readline(LONGEST)
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(LONGEST)
        if not line:
            break
        yield os.fsdecode(line).strip()
    if asks:
        warn("")


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let signals end a question as `interruptible` does; afterwards restore what they did before."""
    handlers = {number: signal.getsignal(number) for number in ending_signals()}
    hook = sys.unraisablehook
    try:
        with interruptible():
            yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        sys.unraisablehook = hook
