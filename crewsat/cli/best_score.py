"""``crewsat best-score``: how many points can be reached at most in a game of Hanabi."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from crewsat.cli.common import DealOption, FileArgument, FullOption, check_source, errors_reported, instance_of
from crewsat.cli.declared import Exit, Option
from crewsat.cli.option_table import with_options_of
from crewsat.cli.question import answer_to, print_result

if TYPE_CHECKING:
    from crewsat.engine.options import Options

BOUNDS_ONLY = 3


@with_options_of("best_score")
def best_score(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    options: Options,
) -> None:
    """Find the most points that can be reached in a game of Hanabi, or still be reached after its actions.

    Exit status: 0 found, 3 only bounds, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        found = answer_to("best_score", instance, options)
        print_result(instance, found, json=json, full=full)
    raise Exit(0 if found.proved else BOUNDS_ONLY)
