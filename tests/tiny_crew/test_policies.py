"""Policy files, and exact evaluation against enumeration of every play."""

from __future__ import annotations

import gzip
import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import crewsat
from crewsat.games.crew.tricks import legal_cards
from crewsat.tiny_crew import TinyCrew, policy, sweeps, unfolding
from crewsat.tiny_crew.layers import Layers
from crewsat.tiny_crew.policy import Policy
from crewsat.tiny_crew.replies import improved
from tests.support import tiny_crew_by_plays as by_plays

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.games.cards import Card
    from crewsat.tiny_crew.game import SmallGame
    from crewsat.tiny_crew.states import Recall

SIX = TinyCrew(colours=2, values=2, submarines=2)
NINE = TinyCrew(colours=2)


def random_policy(game: TinyCrew, recall: Recall, seed: int) -> Policy:
    """Random probabilities in every state; some states and actions are left out."""
    layers = Layers(game.rules, recall)
    rng = random.Random(seed)
    array = [rng.random() * (rng.random() < 0.7) for _ in range(layers.pairs)]
    for start, count in zip(layers.states.start, layers.states.count, strict=True):
        total = sum(array[start : start + count])
        array[start : start + count] = [one / total if total else 1 / count for one in array[start : start + count]]
    made = Policy.of(game, layers, array)  # type: ignore[arg-type]
    return Policy(game, recall, {state: said for state, said in made.table.items() if rng.random() < 0.9})


def state_of(  # noqa: PLR0913, PLR0917 - what a player sees
    game: SmallGame,
    recall: Recall,
    player: int,
    hand: tuple[Card, ...],
    past: by_plays.Tricks,
    trick: tuple[Card, ...],
    leader: int,
) -> str:
    """The information state, written from the words of the contract."""

    def seats(led: int, cards: tuple[Card, ...]) -> str:
        return ",".join(f"P{(led - 1 + k) % 3}:{card}" for k, card in enumerate(cards))

    blue = " ".join(f"blue{value}" for value in range(1, game.values + 1))
    tasks = [f"red{game.values}", f"exactly 1 of {blue}", ""]
    cards = sorted(hand, key=game.deck.cards.index)
    text = f"hand:{','.join(map(str, cards))}|tasks:{tasks[player - 1]}|trick:{seats(leader, trick)}"
    text += f"|last_winner:{f'P{leader - 1}' if past else ''}"
    return text if recall == "printed" else f"{text}|past:{'/'.join(seats(*one) for one in past)}"


def by_every_play(one: Policy) -> float:
    def chances(
        player: int, hand: tuple[Card, ...], past: by_plays.Tricks, trick: tuple[Card, ...], leader: int
    ) -> dict[Card, float]:
        legal = legal_cards(hand, trick[0].suit if trick else None)
        said = one.table.get(state_of(one.game, one.recall, player, hand, past, trick, leader))
        if said is None:
            return dict.fromkeys(legal, 1 / len(legal))
        return {card: said.get(one.game.rules.code(card), 0.0) for card in legal}

    return float(by_plays.value(one.game, chances))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("recall", ["printed", "perfect"])
def test_a_policy_is_worth_what_every_play_says(recall: Recall, seed: int) -> None:
    one = random_policy(SIX, recall, seed)
    assert SIX.evaluate(one).value == pytest.approx(by_every_play(one), abs=1e-12)


@pytest.mark.thorough
@pytest.mark.parametrize("recall", ["printed", "perfect"])
def test_a_policy_of_nine_cards_is_worth_what_every_play_says(recall: Recall) -> None:
    one = random_policy(NINE, recall, 1)
    assert NINE.evaluate(one).value == pytest.approx(by_every_play(one), abs=1e-12)


@pytest.mark.parametrize("name", ["policy.jsonl", "policy.jsonl.gz"])
def test_files_come_back(name: str, tmp_path: Path) -> None:
    one = random_policy(SIX, "printed", 1)
    one.write(tmp_path / name)
    data = (tmp_path / name).read_bytes()
    lines = (gzip.decompress(data) if name.endswith("gz") else data).decode().splitlines()
    assert json.loads(lines[0]) == {
        "format": 1,
        "game": "tiny_crew",
        "parameters": {
            "colours": 2,
            "values": 2,
            "submarines": 2,
            "leader": 1,
            "judged": "end",
            "tasks": "1 wins red2; 2 wins exactly 1 of blue1,2",
        },
        "recall": "printed",
    }
    states = [json.loads(line)["state"] for line in lines[1:]]
    assert states == sorted(states)
    again = policy.read(tmp_path / name)
    assert (again.game.parameters, again.recall, again.table) == (SIX.parameters, "printed", one.table)
    assert SIX.evaluate(again) == SIX.evaluate(one)


HEADER = {"format": 1, "game": "tiny_crew", "parameters": SIX.parameters, "recall": "printed"}
STATE = {"state": "hand:red1,red2|tasks:red2|trick:|last_winner:", "policy": {"0": 1.0}}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "is empty"),
        (["{"], "line 1: invalid JSON"),
        (["[" * 100_000], "line 1: invalid JSON"),
        ([{**HEADER, "format": 2}], "line 1: allowed: "),
        ([{**HEADER, "recall": "some"}], "line 1: recall: 'some' is not valid; allowed: printed, perfect"),
        (
            [{**HEADER, "parameters": {**SIX.parameters, "colours": True}}],
            "line 1: parameters: colours is missing or not valid",
        ),
        ([{**HEADER, "parameters": {**SIX.parameters, "colours": 10**6}}], "line 1: parameters: .* cannot be dealt"),
        ([{**HEADER, "parameters": {**SIX.parameters, "tasks": "4 wins red1"}}], "line 1: parameters: tasks: "),
        ([{**HEADER, "parameters": {**SIX.parameters, "more": 1}}], "line 1: parameters: 'more' is not one of colours"),
        ([HEADER, {**STATE, "more": 1}], "line 2: allowed: "),
        ([HEADER, STATE, STATE], "line 3: this state has a line already"),
        ([HEADER, {**STATE, "policy": {"x": 1}}], "line 2: 'x' is not an action code"),
        ([HEADER, {**STATE, "policy": {"0": "1"}}], "line 2: 1 is not a probability"),
        ([HEADER, {**STATE, "policy": {"0": 1.5}}], "line 2: 1.5 is not a probability"),
        ([HEADER, {**STATE, "policy": {"0": 0.5, "1": 0.4}}], "line 2: the probabilities add up to 0.900000, not to 1"),
    ],
)
def test_files_that_are_refused(lines: list[Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines))
    with pytest.raises(crewsat.InvalidInstance, match=words):
        policy.read(path)


@pytest.mark.parametrize(
    ("state", "chances", "words"),
    [
        ("hand:red9|tasks:|trick:|last_winner:", {0: 1.0}, "the game has no state 'hand:red9"),
        (STATE["state"], {5: 1.0}, "action 5 is not legal in the state 'hand:red1,red2"),
    ],
)
def test_states_and_actions_that_are_not_there(state: str, chances: dict[int, float], words: str) -> None:
    with pytest.raises(crewsat.InvalidInstance, match=words):
        SIX.evaluate(Policy(SIX, "printed", {state: chances}))


def test_players_who_recall_more_may_ignore_it() -> None:
    one = random_policy(SIX, "printed", 4)
    layers = Layers(SIX.rules, "perfect")
    assert sweeps.value(layers, one.array(layers)) == pytest.approx(SIX.evaluate(one).value, abs=1e-12)
    assert SIX.optimum(recall="perfect", hint=one).proved
    with pytest.raises(crewsat.InvalidInstance, match="the game has no state"):
        random_policy(SIX, "perfect", 4).array(Layers(SIX.rules))


def test_a_policy_is_for_its_game() -> None:
    with pytest.raises(crewsat.WrongOption, match="for another game"):
        NINE.evaluate(Policy(SIX, "printed", {}))


@pytest.mark.slow
def test_every_lost_deal_is_lost_by_a_card() -> None:
    for game in (SIX, NINE):
        for seed in range(3):
            found = game.evaluate(random_policy(game, "printed", seed))
            assert min(share for trick in found.lost for share in trick) >= -1e-12
            assert found.winnable_share - sum(map(sum, found.lost)) == pytest.approx(found.value, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_can_still_be_won_is_enough(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the plays that cannot be won any more, everything is worth the same, and so is what a file keeps."""
    one = random_policy(SIX, "perfect", seed)
    everything = SIX.evaluate(one)
    layers = Layers(SIX.rules, "perfect")
    deterministic = improved(layers, one.array(layers))
    best = SIX.optimum()
    monkeypatch.setattr(unfolding, "MOST_CARDS", 5)
    pruned = Layers(SIX.rules, "perfect")
    assert pruned.pruned
    assert pruned.edges < layers.edges
    texts = dict.fromkeys(pruned.texts())
    known = Policy(SIX, "perfect", {state: said for state, said in one.table.items() if state in texts})
    found = SIX.evaluate(known)
    assert found.value == pytest.approx(everything.value, abs=1e-12)
    assert np.array(found.lost) == pytest.approx(np.array(everything.lost), abs=1e-12)
    assert (found.random, found.winnable_share) == pytest.approx((everything.random, everything.winnable_share))
    kept = Policy.of(SIX, pruned, improved(pruned, known.array(pruned)))
    assert len(kept.table) < len(known.table)
    assert SIX.evaluate(kept) == policy.evaluation(pruned, improved(pruned, known.array(pruned)))
    assert SIX.evaluate(kept).value == pytest.approx(sweeps.value(layers, deterministic), abs=1e-12)
    assert SIX.optimum().as_dict() == best.as_dict()
