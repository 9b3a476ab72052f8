"""The option ``--seeds`` of commands that make instances."""

from __future__ import annotations

import re
from typing import Annotated

from crewsat.base.wording import visible
from crewsat.cli.declared import Option, WrongUsage


def _range_of(text: str) -> range:
    """Read a range of seeds."""
    found = re.fullmatch("([0-9]{1,18})(?:-([0-9]{1,18}))?", text)
    first, last = (int(number) for number in (found[1], found[2] or found[1])) if found else (1, 0)
    if first > last:
        raise WrongUsage(
            f"'{visible(text)}' is not a valid range of seeds; allowed: FIRST-LAST, such as 1-10000, or one number"
        )
    return range(first, last + 1)


SeedsOption = Annotated[
    range | None,
    Option("--seeds", metavar="FIRST-LAST", parser=_range_of, help="One instance per line, from each of these seeds."),
]
