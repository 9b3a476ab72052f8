"""What a player of Skull & Roses observes, as text and as a tensor of named pieces.

Public is everything in the open: whose turn it is, and of which kind, wins, numbers of cards, lengths of piles, how
many cards are turned up, who has passed, the bet, and with perfect recall everything that has been done, without the
kinds of cards that only one player has seen. Private are the player's hand and pile, and those kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pyspiel

from crewsat.studies.skull.referee import NOBODY, Turn
from crewsat.studies.spiel.observer import Pieces
from crewsat.studies.spiel.skull_play import KINDS, longest

if TYPE_CHECKING:
    from crewsat.studies.spiel.skull_play import Play
    from crewsat.studies.spiel.skull_state import SkullState

TURNS = get_args(Turn)
DEEDS = "card", "bet", "pass", "reveal", "discard"


class SkullObserver(Pieces):
    """An observer of OpenSpiel for Skull & Roses; the pieces of its tensor are one-hot, or one number per player.

    Private pieces are ``player``, the observer, and where known ``hands``, how many cards of each kind each player
    holds, and ``kinds``, the kinds of the cards in the piles. Public ones are ``turn``, ``to_move``, ``wins``,
    ``cards``, ``piles``, ``turned``, ``passed``, ``bet``, ``challenger``, ``skull_owner``; and ``past``: for each event
    the player, what was done, the number, and the kind, whose last place is for a card not seen.
    """

    def __init__(self, start: Play, kind: Any) -> None:  # noqa: ANN401 - a type of OpenSpiel
        rules = start.rules
        self._public, self._recall, self._private = kind.public_info, kind.perfect_recall, kind.private_info
        players, cards = rules.players, rules.cards
        table = players * cards
        shapes: dict[str, tuple[int, ...]] = {}
        if self._private != pyspiel.PrivateInfoType.NONE:
            shapes |= {
                "player": (players,),
                "hands": (players, len(KINDS), cards + 1),
                "kinds": (players, cards, len(KINDS)),
            }
        if self._public:
            shapes |= dict.fromkeys(("cards", "piles", "turned"), (players, cards + 1))
            shapes |= dict.fromkeys(("to_move", "passed", "challenger", "skull_owner"), (players,))
            shapes |= {"turn": (len(TURNS),), "wins": (players, rules.wins + 1), "bet": (table + 1,)}
            if self._recall:
                length = longest(rules, single_round=start.single_round)
                shapes["past"] = (length, players + len(DEEDS) + max(table + 1, players) + len(KINDS) + 1)
        super().__init__(shapes)

    def _seen(self, player: int) -> set[int]:
        """Return the players whose cards are seen."""
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return {player}
        return set(range(len(self.dict["hands"]))) if "hands" in self.dict else set()

    def set_from(self, state: SkullState, player: int) -> None:
        """Set the tensor to what a player observes."""
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        play, seen = state.play, self._seen(player)
        for other in seen:
            for kind, number in enumerate(play.hand(other)):
                self.dict["hands"][other, kind, number] = 1
            for place, kind in enumerate(play.piles[other]):
                self.dict["kinds"][other, place, kind] = 1
        if self._public:
            self._set_public(play)
        if "past" in self.dict:
            self._set_past(play, seen)

    def _set_public(self, play: Play) -> None:
        now, pieces = play.state, self.dict
        for player, (owned, pile) in enumerate(zip(now.owned, play.piles, strict=True)):
            pieces["cards"][player, sum(owned)] = 1
            pieces["piles"][player, len(pile)] = 1
            pieces["turned"][player, now.turned[player]] = 1
            pieces["wins"][player, now.wins[player]] = 1
        pieces["passed"][:] = now.passed
        pieces["turn"][TURNS.index(now.turn)] = 1
        pieces["bet"][now.bet] = 1
        for name, one in (("to_move", play.player), ("challenger", now.challenger), ("skull_owner", now.skull_owner)):
            if one != NOBODY:
                pieces[name][one] = 1

    def _set_past(self, play: Play, seen: set[int]) -> None:
        players = play.rules.players
        for row, event in zip(self.dict["past"], play.past, strict=False):
            row[event.player] = 1
            row[players + DEEDS.index(event.what)] = 1
            row[players + len(DEEDS) + event.number] = 1
            if event.kind != NOBODY:
                known = event.public or event.player in seen
                row[event.kind - len(KINDS) - 1 if known else -1] = 1

    def string_from(self, state: SkullState, player: int) -> str:
        """Return what a player observes as text; with perfect recall, everything that has been done."""
        play, seen = state.play, self._seen(player)
        parts = [f"P{player}"] if "player" in self.dict else []
        if self._public and self._recall:
            return "; ".join(parts + [event.text(seen=event.player in seen) for event in play.past])
        parts += [f"P{other} holds {_cards(play, other)}" for other in sorted(seen)]
        return "; ".join([*parts, *(_public(play) if self._public else ())])


def _cards(play: Play, player: int) -> str:
    """Return a player's hand and pile in words."""
    hand = [kind for kind, number in enumerate(play.hand(player)) for _ in range(number)]
    held, pile = (" ".join(KINDS[kind] for kind in kinds) for kinds in (hand, play.piles[player]))
    return f"{held or '-'}, pile: {pile or '-'}"


def _public(play: Play) -> list[str]:
    now = play.state
    numbers = {
        "wins": now.wins,
        "cards": [sum(owned) for owned in now.owned],
        "piles": [len(pile) for pile in play.piles],
        "turned up": now.turned,
        "passed": [int(passed) for passed in now.passed],
    }
    whose = "nobody" if play.player == NOBODY else f"P{play.player}"
    parts = [f"{now.turn} turn of {whose}" if play.returns is None else "over"]
    parts += [f"{name}: {' '.join(map(str, each))}" for name, each in numbers.items()]
    if now.bet:
        parts.append(f"bet: {now.bet} by P{now.challenger}")
    if now.skull_owner != NOBODY:
        parts.append(f"skull of P{now.skull_owner}")
    return parts
