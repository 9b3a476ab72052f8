"""``crewsat least-hand``: the least hand with which a deck of solitaire Hanabi can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from crewsat.cli.common import DealOption, FileArgument, FullOption, check_source, errors_reported, instance_of
from crewsat.cli.declared import Exit, Option
from crewsat.cli.option_table import with_options_of
from crewsat.cli.question import answer_to, print_result

if TYPE_CHECKING:
    from crewsat.engine.options import Options

BOUNDS_ONLY = 3


@with_options_of("least_hand_size")
def least_hand(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
    full: FullOption = False,
    options: Options,
) -> None:
    """Find the least hand with which a deck of solitaire Hanabi can be played, and prove that none is smaller.

    Exit status: 0 found, or known that no hand wins, 3 only bounds, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        found = answer_to("least_hand_size", instance, options)
        print_result(instance, found, json=json, full=full)
    raise Exit(BOUNDS_ONLY if found.reason is not None else 0)
