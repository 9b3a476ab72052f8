"""The parameters of Skull & Roses, and what the text leaves open (paper 003, sections 2.1 and 4).

What the paper leaves open and no option varies is decided once, next to the function of `crewsat.studies.skull.referee`
that needs it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_type_hints

from crewsat.base.errors import WrongOption
from crewsat.base.wording import alternatives, visible
from crewsat.engine.options import is_number, shown

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game.

    Attributes:
        players: number of players, P.
        roses: roses that each player begins with, R.
        skulls: skulls that each player begins with, S.
        wins: successful challenges that win the game, W.
        restart: who takes the initiative when the last challenger is out: the ``next`` player, or the ``skull_owner``,
            the owner of the skull turned up.
        empty_hand: a player with an empty hand before a challenge is set ``must_challenge``, or ``passes``.
        bidding_ends: with a bet of all cards on the table (``at_maximum``), or only when all ``others_passed``.
        least_opening: the smallest bet that sets a challenge, 1 or 2.
        reveal: the challenger turns up the player's own pile first (``own_first``), or the top card of ``any`` pile at
            any time.
        discard: ``owner_blind``: the owner of the skull picks one of the challenger's cards blindly, unless the skull
            is the challenger's own; ``challenger``: the challenger always chooses the card.
        win: by `wins` challenges or as the last player (``wins_or_last``), or by challenges alone (``wins_only``).
        moves: what random players choose between and branching counts: ``kinds`` of card or physical ``cards``.

    Raises:
        WrongOption: if a parameter is not valid.
    """

    players: int
    roses: int = 3
    skulls: int = 1
    wins: int = 2
    restart: Literal["next", "skull_owner"] = "next"
    empty_hand: Literal["must_challenge", "passes"] = "must_challenge"
    bidding_ends: Literal["at_maximum", "others_passed"] = "at_maximum"
    least_opening: Literal[1, 2] = 1
    reveal: Literal["own_first", "any"] = "own_first"
    discard: Literal["owner_blind", "challenger"] = "owner_blind"
    win: Literal["wins_or_last", "wins_only"] = "wins_or_last"
    moves: Literal["kinds", "cards"] = "kinds"

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if not is_number(value) or value < least:
                raise WrongOption(f"{name} must be a whole number from {least}, not {shown(value)}")
            object.__setattr__(self, name, int(value))
        if not self.cards:
            raise WrongOption("roses and skulls cannot both be 0: each player needs a card")
        for name, allowed in OPTIONS.items():
            value = getattr(self, name)
            if type(value) is not type(allowed[0]) or value not in allowed:
                raise WrongOption(f"{name}={visible(value)} is not valid; allowed: {', '.join(map(str, allowed))}")

    @property
    def cards(self) -> int:
        """Cards that each player begins with."""
        return self.roses + self.skulls

    def as_dict(self) -> dict[str, Any]:
        """Return the rules as stored in JSON."""
        return asdict(self)


_LEAST = {"players": 2, "roses": 0, "skulls": 0, "wins": 1}
OPTIONS: dict[str, tuple[Any, ...]] = {
    name: get_args(kind) for name, kind in get_type_hints(Rules).items() if name not in _LEAST
}
"""What the text leaves open, with the possible values; the first one is the default."""


def parsed_options(texts: Iterable[str]) -> dict[str, Any]:
    """Read options of the form ``NAME=VALUE``.

    Raises:
        WrongOption: for a name or a value that is not valid, or a name that is given twice.
    """
    found: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in OPTIONS:
            raise WrongOption(f"rule '{visible(name)}' is not valid{alternatives(name, OPTIONS)}")
        if name in found:
            raise WrongOption(f"rule {name} is given twice")
        values = {str(one): one for one in OPTIONS[name]}
        if value not in values:
            raise WrongOption(f"{name}={visible(value)} is not valid; allowed: {', '.join(values)}")
        found[name] = values[value]
    return found
