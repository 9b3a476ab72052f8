"""The game of a family of small decks, as described in its README (paper 002), and its options.

Three players hold all the cards: colours of a few values each, and submarines, which are the trump suit. Each sees only
their own hand and what is played; no player speaks. A deal with its tasks is an instance of The Crew (`Deck.deal`), so
that rules, tasks and decisions are those of `crewsat.games.crew`. What the README leaves open is an option.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from crewsat.base.errors import WrongOption
from crewsat.base.parameters import about, check_least
from crewsat.base.shuffling import shuffled
from crewsat.base.wording import visible
from crewsat.engine.options import is_number, shown
from crewsat.games.naming import names
from crewsat.studies.tiny_crew.deck import Deck, Leader, suited

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.studies.tiny_crew.rules import Rules

COLOURS = ("red", "blue", "green")
SUBMARINE = "submarine"
PLAYERS = 3
LARGE = 10**9
"""Numbers of cards from this one on are not written out."""
MOST_CARDS = 18
"""The most cards: a deal is a few integers of as many bits, and even smaller decks have too many deals."""


def _read_leader(text: str) -> Leader:
    if text not in {"1", "2", "3", "captain"}:
        raise ValueError("allowed: 1, 2, 3, captain")
    return "captain" if text == "captain" else int(text)


def whole(name: str, value: object) -> int:
    """Return a non-negative whole number.

    Raises:
        WrongOption: if it is not such a number.
    """
    if not is_number(value) or int(cast("int", value)) < 0:
        raise WrongOption(f"{name} must be a whole number from 0, not {shown(value)}")
    return int(cast("int", value))


@dataclass(frozen=True)
class SmallGame:
    """A small game of The Crew for three players who see only their own cards.

    Attributes:
        colours: number of colours.
        values: number of cards of each colour, valued from 1.
        submarines: number of submarines, valued from 1; the highest one played wins the trick.
        leader: who leads the first trick: a player, from 1, or ``captain``, the holder of the highest submarine.
        judged: when a task of an exact number is judged: at the ``end``, or ``when_reached``.
        tasks: who must win what, in the language of `crewsat.games.crew.text`; empty for the tasks of the README:
            player 1 wins the highest red card, player 2 exactly one blue card.

    Raises:
        WrongOption: if the deck cannot be dealt evenly to three players or is too large, or the tasks are not valid.
    """

    colours: int = field(default=3, metadata=about("Number of colours.", least=0))
    values: int = field(default=3, metadata=about("Cards of each colour.", least=1))
    submarines: int = field(default=3, metadata=about("Number of submarines, the trump suit.", least=0))
    leader: Leader = field(
        default=1,
        metadata=about(
            "Who leads first: 1, 2, 3 or captain, the holder of the highest submarine.",
            metavar="WHO",
            given="1",
            read=_read_leader,
        ),
    )
    judged: Literal["end", "when_reached"] = field(
        default="end",
        metadata=about("When 'exactly' is judged: end or when_reached.", metavar="WHEN", given="end", read=str),
    )
    tasks: str = field(
        default="",
        metadata=about(
            "Who has to win what, as in --deal; default: '1 wins redV; 2 wins exactly 1 of blue1,…,V'.", metavar="TEXT"
        ),
    )

    def __post_init__(self) -> None:
        try:
            for name in ("colours", "values", "submarines"):
                object.__setattr__(self, name, whole(name, getattr(self, name)))
            check_least(self)
        except ValueError as error:
            raise WrongOption(str(error)) from None
        cards = self.colours * self.values + self.submarines
        if cards % PLAYERS or not 0 < cards <= MOST_CARDS or self.values > MOST_CARDS:
            number = f"{cards} cards" if abs(cards) < LARGE else "so many cards"
            raise WrongOption(
                f"{number} cannot be dealt; allowed: 3, 6, … {MOST_CARDS}, the same number to each player"
            )
        if self.judged not in {"end", "when_reached"}:
            raise WrongOption(f"judged '{visible(self.judged)}' is not valid; allowed: end, when_reached")
        if isinstance(self.leader, bool) or self.leader not in (1, 2, 3, "captain"):
            raise WrongOption(f"leader '{visible(self.leader)}' is not valid; allowed: 1, 2, 3, captain")
        if self.leader == "captain" and not self.submarines:
            raise WrongOption("without submarines there is no captain; allowed: --leader 1, 2 or 3")
        object.__setattr__(self, "tasks", self.tasks or self._usual_tasks())
        _ = self.rules

    @cached_property
    def deck(self) -> Deck:
        """The cards, in the order of the action codes: colour by colour, then the submarines; and the tasks."""
        suits = names(COLOURS, self.colours, taken=(SUBMARINE,))
        cards = suited(suits, self.values, SUBMARINE, self.submarines)
        return Deck(cards, SUBMARINE, PLAYERS, self.leader, self.tasks, self.judged)

    def _usual_tasks(self) -> str:
        red, blue = names(COLOURS, 2)
        exactly = f"; 2 wins exactly 1 of {blue}{','.join(map(str, range(1, self.values + 1)))}"
        return f"1 wins {red}{self.values}{exactly if self.colours > 1 else ''}"

    def is_same(self, other: SmallGame) -> bool:
        """Return whether another game is the same, even if its tasks are written differently."""
        mine, others = self.rules.goals.instance, other.rules.goals.instance
        return self.leader == other.leader and mine == others

    @property
    def parameters(self) -> dict[str, Any]:
        """The options as stored in JSON."""
        return asdict(self)

    @property
    def rules(self) -> Rules:
        """The game in integers."""
        return self.deck.rules

    def random_deal(self, seed: int) -> Crew:
        """Return the random deal of this seed.

        Raises:
            WrongOption: if the seed is not a non-negative whole number.
        """
        seed = whole("seed", seed)
        cards = shuffled(range(len(self.deck.cards)), random.Random(seed))
        hands = [sorted(cards[player::PLAYERS]) for player in range(PLAYERS)]
        made = {"generator": "crewsat tiny-crew deal", "seed": seed}
        return self.deck.deal(hands).model_copy(update={"about": made})
