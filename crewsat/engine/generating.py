"""Random instances by the options of their generators, as JSON gives them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption
from crewsat.base.wording import visible
from crewsat.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from dataclasses import Field

    from crewsat.games.instance import Instance


def generated(game: str, seed: int, options: Mapping[str, Any]) -> Instance:
    """Return the random instance of a seed.

    Args:
        game: one of `GAMES`.
        seed: any whole number.
        options: fields of one of its generators, by name.

    Raises:
        WrongOption: if no generator has these options, or one of them is not allowed.
    """
    makers = [code.load() for code in (GAMES[game].generator, *GAMES[game].other_generators)]
    try:
        instance: Instance = _maker_of(makers, options)(**options).with_seed(seed)
    except ValueError as error:
        raise WrongOption(str(error)) from None
    return instance


def _maker_of(makers: Sequence[type], options: Mapping[str, Any]) -> type[Any]:
    """Return the first generator that has all of these options.

    Raises:
        WrongOption: if none has, or one of them has a value of another kind.
    """
    for maker in makers:
        kinds = {field.name: kinds_of(field) for field in fields(maker)}
        if options.keys() <= kinds.keys():
            wrong = [name for name, value in options.items() if not _is_of(kinds[name], value)]
            if wrong:
                allowed = " or ".join(_NAMES[kind] for kind in kinds[wrong[0]])
                raise WrongOption(f"the option '{wrong[0]}' must be {allowed}")
            return maker
    raise WrongOption(f"no generator has these options: {', '.join(map(visible, options))}")


def kinds_of(field: Field[Any]) -> tuple[type, ...]:
    """Return the types that JSON has for a field of a generator, by the type of its default."""
    return _KINDS.get(type(field.default), (int, str))


_KINDS: Mapping[type, tuple[type, ...]] = {bool: (bool,), int: (int,), float: (int, float), str: (str,), tuple: (list,)}
_NAMES = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list of texts and whole numbers",
}


def _is_of(kinds: tuple[type, ...], value: Any) -> bool:  # noqa: ANN401 - any JSON
    """Return whether a value is of one of these types, and the items of a list are texts or whole numbers."""
    return type(value) in kinds and (type(value) is not list or all(type(item) in {int, str} for item in value))
