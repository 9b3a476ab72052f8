"""What the commands share: exit statuses, and how errors are reported."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO

from crewsat.base.errors import BugFound, InvalidInstance, NotInstalled, UnknownFeature, WrongOption
from crewsat.base.guarded import name_of, named
from crewsat.base.runs import MOST
from crewsat.base.wording import alternatives, described, visible
from crewsat.cli.declared import Argument, Exit, Option, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from types import FrameType

    from rich.console import RenderableType

    from crewsat.games.instance import Instance

YES, NO, UNDECIDED, FAILED, WRONG_USAGE = 10, 20, 0, 1, 2
NOTHING_TO_CHECK = 3
INTERRUPTED = 130
LEAST_WIDTH = 20
"""The least number of columns for which output for people is laid out."""


class Terminated(BaseException):
    """SIGTERM or SIGHUP as an exception, so that what is known so far can still be printed.

    Attributes:
        status: the exit status.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


def ending_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that end a command: not SIGHUP where it is ignored, as `nohup` has it."""
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return signal.SIGINT, signal.SIGTERM
    return signal.SIGINT, signal.SIGTERM, signal.SIGHUP


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn the first Ctrl-C into `KeyboardInterrupt`, or SIGTERM or SIGHUP into `Terminated`; ignore those that follow.

    Where Python loses such an exception (in a callback, for example of the import system), the program ends at once.
    """
    endings = ending_signals()

    def interrupt(number: int, _frame: FrameType | None) -> None:
        for ending in endings:
            signal.signal(ending, signal.SIG_IGN)
        raise KeyboardInterrupt if number == signal.SIGINT else Terminated(number)

    def lost(what: sys.UnraisableHookArgs) -> None:
        if isinstance(what.exc_value, (KeyboardInterrupt, Terminated)):
            os._exit(status_of(what.exc_value))
        sys.__unraisablehook__(what)

    sys.unraisablehook = lost
    before = {ending: signal.signal(ending, interrupt) for ending in endings}
    yield
    for ending, handler in before.items():
        signal.signal(ending, handler)


def status_of(stop: KeyboardInterrupt | Terminated) -> int:
    """Return the exit status of interrupted work."""
    return stop.status if isinstance(stop, Terminated) else INTERRUPTED


@contextmanager
def errors_reported() -> Iterator[None]:
    """Report errors of the input, or our own, on stderr and exit with status 1; for wrong options, with 2."""
    try:
        yield
    except InvalidInstance as error:
        fail(*error.lines())
    except WrongOption as error:
        raise WrongUsage(str(error)) from None
    except UnknownFeature as error:
        warn(str(error))
        raise Exit(WRONG_USAGE) from None
    except NotInstalled as error:
        fail(str(error))
    except OSError as error:  # inputs are handled elsewhere: here, no child can be started or no proof can be stored
        fail(f"cannot continue: {described(error)}")
    except BugFound as error:
        warn("This is a bug in crewsat; please report it with the following line.")
        if sys.stderr is not None:
            print(error, file=sys.stderr)  # noqa: T201 - to be copied, so it is not wrapped
        raise Exit(FAILED) from None


JobsOption = Annotated[
    int | None,
    Option("--jobs", "-j", metavar="N", min=1, help="Workers for many instances; by default one per core."),
]
OutputOption = Annotated[
    str | None,
    Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Append the answers to many instances to this file; answers already there are kept.",
    ),
]
RetryOption = Annotated[
    bool, Option("--retry", help="Decide again what is unknown among the answers in the --output file.")
]
FileArgument = Annotated[
    str | None,
    Argument(metavar="FILE", help="An instance, JSON or text; - is stdin.", show_default=False),
]
FullOption = Annotated[
    bool,
    Option(
        "--full",
        help=f"Print lists and tables as a whole; by default the first {MOST} entries of each, and how many more there "
        "are. JSON and lines of text have everything in any case.",
    ),
]
"""For commands that print what is found about an instance: they pass it to `show`."""
DealOption = Annotated[
    str | None,
    Option("--deal", metavar="TEXT", help='An instance as text: "a9 b2 / a2 b5; leader 1; 1 wins a2".'),
]

LinesOption = Annotated[
    bool,
    Option(
        "--lines",
        help="Each line is an instance, answered as soon as it is there. Without it, the first line of standard "
        "input is answered when the second one is there.",
    ),
]


def one_of(allowed: tuple[str, ...], value: str | None, other_names: Mapping[str, str] | None = None) -> str | None:
    """Check that a value is one of these names, and return it."""
    if value is not None and value not in allowed:
        meant = (other_names or {}).get(value.casefold(), value)
        raise WrongUsage(f"'{visible(value)}' is not valid{alternatives(meant, allowed)}")
    return value


def among(allowed: Iterable[str], other_names: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return arguments that make typer accept only these names, and the shell complete them.

    Args:
        allowed: the names.
        other_names: common other names of some of them, for the message about a wrong one.
    """
    names = tuple(allowed)
    return {
        "callback": lambda value: one_of(names, value, other_names),
        "autocompletion": completed_by(lambda: names),
    }


def completed_by(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return a function that completes these names in a shell."""
    return lambda incomplete: [name for name in names() if name.startswith(incomplete)]


def check_source(file: str | None, deal: str | None) -> None:
    """Check that exactly one instance is given: a file or a text."""
    if (file is None) == (deal is None):
        raise WrongUsage("Missing argument 'FILE': a file (- is standard input) or --deal TEXT, one of the two")


def instance_of(file: str | None, deal: str | None, *, whole: bool = False, content: bytes | None = None) -> Instance:
    """Read the instance, and print what looks like a mistake in it to stderr; pydantic is loaded only here.

    Args:
        file: its name.
        deal: a text instead of a file.
        whole: as in `crewsat.games.text.parse_text`.
        content: the text of the file, if it has been read.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    if deal is None:
        from crewsat.engine.files import load, parse_named  # noqa: PLC0415

        name = file or "-"
        instance = load(name, whole=whole) if content is None else parse_named(name_of(name), content, whole=whole)
    else:
        from crewsat.games.text import parse_text  # noqa: PLC0415

        with named("--deal"):
            instance = parse_text(deal, whole=whole)
    for note in instance.notes:
        warn(f"note: {note}")
    return instance


def read_answer(file: str, game: str) -> dict[str, Any]:
    """Read an answer about a game, as `crewsat.engine.confirmation.checked_answer` checks it.

    Raises:
        InvalidInstance: if it cannot be read.
    """
    from crewsat.base.guarded import read_json  # noqa: PLC0415
    from crewsat.engine.confirmation import checked_answer  # noqa: PLC0415 - numpy only when there is an answer

    with named(name_of(file)):
        return checked_answer(read_json(file), game)


def width() -> int:
    """Return the width of output for people, in columns: that of the terminal, else 80; COLUMNS overrides both."""
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns)


def for_people() -> bool:
    """Return whether standard output is a terminal; other output may be read by programs."""
    return sys.stdout is not None and sys.stdout.isatty()


def show(
    pieces: Iterable[RenderableType], *, full: bool = True, rest: str = "--json has all", names: Sequence[str] = ()
) -> None:
    """Print for people, as wide as the terminal; with colours only if it supports them.

    Args:
        pieces: what is printed.
        full: whether to print all of it; otherwise lists and tables are cut.
        rest: where the reader finds what is cut off.
        names: of the players.
    """
    out(laid_out(pieces, full=full, rest=rest, names=names))


def laid_out(pieces: Iterable[RenderableType], *, full: bool, rest: str, names: Sequence[str] = ()) -> str:
    """Return what `show` prints."""
    from crewsat.base.layout import rendered  # noqa: PLC0415

    terminal = True if for_people() else None  # None: the environment decides
    cut = None if full else rest
    return rendered(pieces, width(), encoding=encoding(), terminal=terminal, rest=cut, names=names)


def fail(*lines: str, status: int = FAILED) -> NoReturn:
    """Print to stderr and exit."""
    warn(*lines)
    raise Exit(status)


def warn(*lines: str) -> None:
    """Print to stderr, if there is one: a line each, wrapped if it is a terminal."""
    if sys.stderr is not None:
        for line in lines:
            print(_wrapped(line, sys.stderr), file=sys.stderr)  # noqa: T201 - the command line talks


def say(sentence: str) -> None:
    """Print a sentence to stdout: a line, wrapped if it is a terminal."""
    out(_wrapped(sentence, sys.stdout))


def _wrapped(line: str, stream: TextIO | None) -> str:
    if stream is None or not stream.isatty():
        return line
    from crewsat.base.runs import wrapped  # noqa: PLC0415 - only for output to people

    return "\n".join(wrapped(line, width(), rest="  "))


def out(text: str) -> None:
    """Print a line to stdout; characters the terminal's encoding lacks are escaped.

    Exit with status 1 if stdout cannot be written: silently if its reader has gone, else with a message.
    """
    if sys.stdout is None:
        fail("standard output is closed")
    try:
        print(text.encode(encoding(), "backslashreplace").decode(encoding()), flush=True)  # noqa: T201
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes once more at exit
        if isinstance(error, BrokenPipeError):
            raise Exit(FAILED) from None
        fail(f"standard output cannot be written: {(error.strerror or str(error)).lower()}")


def encoding() -> str:
    """Return the encoding of stdout."""
    return (sys.stdout is not None and sys.stdout.encoding) or "utf-8"
