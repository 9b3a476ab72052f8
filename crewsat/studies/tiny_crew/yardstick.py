"""Bots on all deals, and what the search of bots lacks: beside it are players who foresee more, exactly.

The search with all deals that fit (`crewsat.studies.tiny_crew.all_deals`) leaves nothing to chance. Some players search
with one assumption exchanged, others reply exactly to it: each of these foresees what the others really do, and what
they hold if they do so, but players do not agree on anything.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.hidden.bots import GreedyBot, SearchBot
from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.all_deals import chosen, preferences, searched
from crewsat.studies.tiny_crew.bot_policy import followed
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.replies import all_reply, best_reply, reply_in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from crewsat.hidden.blueprint import Blueprint
    from crewsat.studies.tiny_crew.game import SmallGame

    Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Yardstick:
    """How many deals are won.

    Attributes:
        digest: of the blueprint.
        deals: number of deals.
        random: how many are expected to be won if all play at random.
        greedy: won if all play by the greedy rule.
        sampled: if all are bots that search, for each number of deals sampled that number and how many are won.
        blueprint: if all play by the blueprint.
        search: if all play the card that wins most of the deals that fit when the blueprint plays on.
        beliefs: the same, if only those deals count in which all have played by this rule.
        foresight: the same as `search`, but what `search` plays on in these deals is `search`.
        both: the same with `beliefs`.
        replies: if one player replies as well as possible to the other two, who play by `search`; for each player.
        all_reply: if all three play these replies.
        in_turn: if they reply in turn to what the others play now, beginning with `search`, until none can win more.
    """

    digest: str
    deals: int
    random: float
    greedy: int
    sampled: tuple[tuple[int, int], ...]
    blueprint: int
    search: int
    beliefs: int
    foresight: int
    both: int
    replies: tuple[int, ...]
    all_reply: int
    in_turn: int

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the game."""
        return asdict(self)


def yardstick_of(game: SmallGame, samples: Sequence[int], blueprint: Blueprint) -> Yardstick:
    """Compute the numbers, as described in `TinyCrew.yardstick`."""
    layers = Layers(game.rules, "perfect")
    deals = layers.layers[0].size

    def won(policy: Array) -> int:
        return sweeps.deals_won(layers, policy)

    preferred = preferences(layers, blueprint)
    by_blueprint = chosen(layers, np.zeros(layers.pairs), preferred)
    search = searched(layers, by_blueprint, preferred)
    return Yardstick(
        digest=blueprint.digest,
        deals=deals,
        random=sweeps.value(layers, sweeps.uniform(layers)) * deals,
        greedy=won(followed(layers, GreedyBot())),
        sampled=tuple((number, won(followed(layers, SearchBot(blueprint, number)))) for number in samples),
        blueprint=won(by_blueprint),
        search=won(search),
        beliefs=won(searched(layers, by_blueprint, preferred, believing=True)),
        foresight=won(searched(layers, search, preferred)),
        both=won(searched(layers, search, preferred, believing=True)),
        replies=tuple(won(best_reply(layers, search, player)) for player in range(layers.players)),
        all_reply=won(all_reply(layers, search)),
        in_turn=won(reply_in_turn(layers, search)),
    )
