"""Commands that make the deals of a sweep again, or the whole sweep: what a page shows beside its numbers."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import InvalidInstance
from crewsat.sweeps.cells import cells_of, lists_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.games.instance import Instance

_FEWEST_IN_A_RANGE = 3


def instance_of(game: str, parameters: Mapping[str, str], seed: int) -> Instance:
    """Return a deal of a cell with these parameters."""
    instance: Instance = _generator(game, parameters, seed).with_seed(seed)
    return instance


def generate(game: str, parameters: Mapping[str, str], seed: int) -> str:
    """Return the command that prints a deal of a cell with these parameters."""
    options = _options(_generator(game, parameters, seed))
    return shlex.join(["crewsat", "generate", game, *options, "--seed", str(seed)])


def _generator(game: str, parameters: Mapping[str, str], seed: int) -> Any:  # noqa: ANN401 - of any game
    (cell,) = cells_of(game, {name: [text] for name, text in parameters.items()}, seed).cells
    return cell.generator


def _options(generator: Any) -> Iterator[str]:  # noqa: ANN401
    """Yield the options that describe a generator, without those that are at their defaults."""
    for field in fields(generator):
        value, given = getattr(generator, field.name), field.metadata["given"]
        if value == field.default:
            continue
        option = field.metadata["name"] or f"--{field.name.replace('_', '-')}"
        if given is False or value is True:
            yield option
        elif given == ():
            yield from (word for one in value for word in (option, str(one)))
        else:
            yield from (option, (",".join(map(str, value)) or "-") if isinstance(value, tuple) else str(value))


def run(
    game: str, cells: Sequence[Mapping[str, str]], more: Mapping[str, object], flags: Sequence[str] = ()
) -> str | None:
    """Return the command that runs a sweep with these cells; None if they are not all combinations of some lists.

    Args:
        game: its name.
        cells: the parameters of each.
        more: other options of the command, by name.
        flags: those without a value.
    """
    lists = lists_of(cells)
    try:
        all_of_them = cells_of(game, lists, 0).cells
    except InvalidInstance:
        return None
    if {tuple(cell.parameters.items()) for cell in all_of_them} != {tuple(own.items()) for own in cells}:
        return None
    words = ["crewsat", "sweep", "run", "--game", game]
    for name, texts in lists.items():
        words += [f"--{name.replace('_', '-')}", _as_list(texts)]
    for name, value in more.items():
        words += [f"--{name.replace('_', '-')}", str(value)]
    words += [f"--{name.replace('_', '-')}" for name in flags]
    return shlex.join([*words, "--store", "sweep.sqlite"])


def _as_list(texts: Sequence[str]) -> str:
    """Return values in words of the command line."""
    if any("," in text for text in texts):
        return " / ".join(texts) if len(texts) > 1 else f"{texts[0]} /"
    if len(texts) >= _FEWEST_IN_A_RANGE and all(re.fullmatch("[0-9]+", text) for text in texts):
        numbers = [int(text) for text in texts]
        if numbers == [*range(numbers[0], numbers[-1] + 1)]:
            return f"{numbers[0]}-{numbers[-1]}"
    return ",".join(texts)
