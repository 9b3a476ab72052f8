"""Random deals of the missions of The Quest for Planet Nine, as the crew finds them or with the tasks given out.

Randomness is as in `crewsat.games.crew.deals`. Hands are dealt first and task cards drawn next, of which a mission
takes as many as it needs: the hands of a seed do not depend on the mission, nor do its task cards on how they are
given out.

*Given out* (`drafted`), every legal way being equally likely: in turn order from the commander in a draft, evenly if
the commander gives them out, to one player but the commander if the commander names one. Parts that a special rule
names go to different players. What the crew may change before the first trick, such as a token, or a task that is
handed over, may be left as it is; with tasks given out, it is.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crewsat.base.parameters import about, check_least
from crewsat.base.shuffling import shuffled
from crewsat.base.wording import counted
from crewsat.games.crew.dealing import DISTRESS, SUITS, dealt_to, whole
from crewsat.games.crew.deals import parameters_of, sorted_hand
from crewsat.games.crew.decks import why_not_players
from crewsat.games.crew.giving_out import random_owners
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.missions import DECK, UNPLAYED, Dealt, mission_numbered
from crewsat.games.crew.third_hand import COVERED

if TYPE_CHECKING:
    from crewsat.games.crew.missions import Mission, Unplayed

_COVERED_IN_CHALLENGE = 5
_PLAYERS_OF_CHALLENGE = (2, 3)


def _read_mission(text: str) -> int | None:
    return mission_numbered(text).number if text else None


def _read_unplayed(text: str) -> str:
    if text not in UNPLAYED:
        raise ValueError(f"allowed: {', '.join(UNPLAYED)}")
    return text


@dataclass(frozen=True, slots=True)
class MissionDeal:
    """A random deal of a mission of The Crew: The Quest for Planet Nine.

    The commander, who holds the highest rocket, leads. Two players have a third hand with covered cards, JARVIS, who is
    player 3.

    Attributes:
        mission: its number, 1 to 50.
        players: number of players, 2 to 5.
        drafted: whether tasks have owners: given out in a random way that the mission allows.
        distress: whether everybody may pass a card to a neighbour before the first trick.
        challenge: whether the deck is that of a challenge, without green and without rocket 1; for 2 and 3 players.
        unplayed: what an unplayed pink card means in mission 46: that it is lost, or nothing.
    """

    mission: int | None = field(
        default=None,
        metadata=about(
            "Deal a mission of The Quest for Planet Nine, 1 to 50.",
            metavar="N",
            given="",
            read=_read_mission,
        ),
    )
    players: int = field(default=4, metadata=about("Number of players.", least=1))
    drafted: bool = field(
        default=False,
        metadata=about("Give the tasks to players, by a random draft or as the mission says.", name="--drafted"),
    )
    distress: bool = field(default=False, metadata=DISTRESS)
    challenge: bool = field(
        default=False,
        metadata=about(
            "Deal 30 cards, without green and rocket 1, to two or three players.", name="--challenge", later=True
        ),
    )
    unplayed: Unplayed = field(
        default="lost",
        metadata=about(
            "What an unplayed pink card means in mission 46: lost or ignored.",
            metavar="HOW",
            given="lost",
            read=_read_unplayed,
        ),
    )

    def __post_init__(self) -> None:
        check_least(self)
        if self.mission is None:
            raise ValueError("the number of a mission (--mission) must be given")
        mission = mission_numbered(self.mission)
        why = why_not_players(self.players)
        if why is not None:
            raise ValueError(f"{counted(self.players, 'player')}, but {why}")
        if self.challenge and self.players not in _PLAYERS_OF_CHALLENGE:
            raise ValueError(f"a challenge (--challenge) is for 2 or 3 players, not {self.players}")
        if self.distress and mission.passes:
            said = f"in mission {mission.number} cards are passed by its own rule"
            raise ValueError(f"{said}; the distress signal (--distress) is allowed in every other mission")
        _read_unplayed(self.unplayed)

    def with_seed(self, seed: int) -> Crew:
        """Return the deal of this seed; parameters, mission, reading and seed are recorded in `about`."""
        rng = random.Random(seed)
        mission = mission_numbered(self.mission or "")
        deck = [card for card in whole(DECK) if not self.challenge or card in DECK.challenge]
        covered = _COVERED_IN_CHALLENGE if self.challenge else COVERED
        table = dealt_to(self.players, deck, DECK.highest, rng, covered)
        drawn = shuffled([card for card in deck if card.suit != DECK.trump], rng)[: mission.tasks]
        deal = Dealt(table.hands, table.holder(DECK.highest), drawn, table.covered)
        fields = mission.fields(deal, self.unplayed)
        if self.drafted:
            fields = _given_out(mission, deal, fields, rng)
        if self.distress:
            fields["passing"] = {}
        reading = mission.reading(self.unplayed)
        return Crew(
            rules=None if self.challenge else DECK.name,
            hands=[sorted_hand(hand, len(SUITS)) for hand in table.hands],
            leader=deal.leader,
            trump=DECK.trump,
            covered=table.covered,
            about={
                "generator": "crewsat generate crew",
                "parameters": parameters_of(self),
                "mission": mission.number,
                **({"reading": reading} if reading else {}),
                "seed": seed,
            },
            **fields,
        )


def _given_out(mission: Mission, deal: Dealt, fields: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return the fields with owners for the task cards, or the parts of the special rule, in a random legal way."""
    cards = fields["objectives"] if mission.tasks else []
    parts = [task for task in fields["tasks"] if task["owner"] is None]
    goals = [*cards, *parts]
    owners = random_owners(mission.assignment, len(goals), len(deal.hands), deal.leader, rng)
    for goal, owner in zip(goals, owners, strict=True):
        goal["owner"] = owner
    return {**fields, "assignment": "any", "handover": 0, "retoken": None}
