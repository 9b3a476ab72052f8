"""``crewsat options``: which cards keep the deal winnable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.errors import Defect, InvalidInstance, Stopped, UnknownFeature, WrongOption
from crewsat.base.guarded import name_of
from crewsat.base.wording import json_text
from crewsat.cli.common import (
    FAILED,
    DealOption,
    FileArgument,
    FullOption,
    LinesOption,
    check_source,
    errors_reported,
    fail,
    for_people,
    instance_of,
    out,
    warn,
)
from crewsat.cli.declared import Exit, Option
from crewsat.cli.each import instances_in, many_in
from crewsat.cli.kept_answers import error_of
from crewsat.cli.option_table import with_options_of
from crewsat.cli.question import answer_to, print_result

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.cli.stream import Line
    from crewsat.engine.options import Options

SOME_UNDECIDED = 3


@with_options_of("options", incremental=True)
def options(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    options: Options,
    lines: LinesOption = False,
) -> None:
    """Report for every card that may be played next whether the deal can still be won.

    In Hackenbush, every cut is reported; in Hanabi, every distinct action, with all clues as one.
    Many instances, one a line, are answered one after the other.

    Exit status: 0 all decided, 3 some undecided, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        content, many = many_in(file, lines=lines)
        if many is not None:
            raise Exit(_each_asked(file or "-", many, options, json=json or not for_people(), full=full))
        instance = instance_of(file, deal, content=content)
        try:
            found = answer_to("options", instance, options)
        except Stopped as stopped:
            fail(_words_of(stopped), status=SOME_UNDECIDED)
        print_result(instance, found, json=json, full=full)
    raise Exit(_status(found))


def _words_of(stopped: Stopped) -> str:
    from crewsat.report.words import REASONS  # noqa: PLC0415

    return f"{REASONS[stopped.reason]} before it was known which moves there are"


def _status(found: Iterable[Any]) -> int:
    return SOME_UNDECIDED if any(option.answer == "unknown" for option in found) else 0


def _each_asked(file: str, lines: Iterator[Line], options: Options, *, json: bool, full: bool) -> int:
    """Print the options of each instance as soon as it is read, and return the exit status."""
    statuses = {0}
    for number, instance in instances_in(file, lines):
        place = {"file": file, "line": number}
        try:
            if isinstance(instance, InvalidInstance):
                raise instance
            found = answer_to("options", instance, options)
        except Stopped as stopped:
            found = ()
            statuses.add(SOME_UNDECIDED)
            out(json_text({**place, "reason": stopped.reason}) if json else _words_of(stopped))
        except (InvalidInstance, WrongOption, UnknownFeature) as error:
            place_of = "game" if isinstance(error, WrongOption) else ""
            bad = error if isinstance(error, InvalidInstance) else InvalidInstance([Defect(place_of, str(error))])
            statuses.add(FAILED)
            if json:
                out(json_text({**place, **error_of(bad)}))
            else:
                warn(*bad.lines())
        else:
            statuses.add(_status(found))
            if json:
                out(json_text({**place, **found.as_dict()}))
            else:
                out(f"{name_of(file)}, line {number}:")
                print_result(instance, found, json=False, full=full)
    return FAILED if FAILED in statuses else max(statuses)
