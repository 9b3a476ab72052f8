"""Policy files, and exact evaluation against enumeration of every play."""

from __future__ import annotations

import gzip
import json
import math
import os
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pytest

import crewsat
from crewsat.base import guarded
from crewsat.games.crew.tricks import legal_cards
from crewsat.studies.tiny_crew import policy, sweeps, unfolding
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Policy
from crewsat.studies.tiny_crew.replies import improved
from crewsat.studies.tiny_crew.states import Recall
from crewsat.tiny_crew import TinyCrew
from tests.support import tiny_crew_by_plays as by_plays

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.games.cards import Card
    from crewsat.studies.tiny_crew.game import SmallGame

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
        (["[" * 60_000], "line 1: invalid JSON"),
        (["[" * 100_000], "line 1: the file is too large; allowed: lines of less than 65,536 bytes"),
        (["\ud8ff".encode(errors="surrogatepass")], "line 1: invalid JSON"),
        ([HEADER, '{"state": "x", "policy": {"0": NaN}}'], "line 2: invalid JSON"),
        ([{**HEADER, "format": True}], "line 1: allowed: "),
        ([{**HEADER, "format": 1.0}], "line 1: allowed: "),
        ([{**HEADER, "more": 1}], "line 1: allowed: "),
        (['{"format": 1, "format": 1}'], "line 1: duplicate key"),
        ([{**HEADER, "parameters": {**SIX.parameters, "values": 10**9}}], "line 1: parameters: .* cannot be dealt"),
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
        ([HEADER, STATE, STATE], "line 3: this state already has a line"),
        ([HEADER, {**STATE, "policy": {"x": 1}}], "line 2: 'x' is not an action code"),
        ([HEADER, {**STATE, "policy": {"00": 1}}], "line 2: '00' is not an action code"),
        ([HEADER, {**STATE, "policy": {"\u0660": 1}}], "line 2: '\u0660' is not an action code"),
        ([HEADER, {**STATE, "policy": {"0": "1"}}], "line 2: 1 is not a probability"),
        ([HEADER, {**STATE, "policy": {"0": 1.5}}], "line 2: 1.5 is not a probability"),
        ([HEADER, {**STATE, "policy": {"0": 0.5, "1": 0.4}}], "line 2: the probabilities add up to 0.900000, not to 1"),
    ],
)
def test_files_that_are_refused(lines: list[Any], words: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.jsonl"
    texts = [line.encode() if isinstance(line, str) else line for line in lines]
    data = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in texts)
    path.write_bytes(data)
    with pytest.raises(crewsat.InvalidInstance, match=words):
        policy.read(path)
    packed = tmp_path / "policy.jsonl.gz"
    packed.write_bytes(gzip.compress(data))
    with pytest.raises(crewsat.InvalidInstance, match=words):
        policy.read(packed)


def test_packed_files_that_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / "policy.gz"
    random_policy(SIX, "printed", 1).write(path)
    whole = path.read_bytes()
    rng = random.Random(1)
    refused = 0
    for number in range(200):
        damaged = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged[: rng.randrange(len(whole))] if number % 4 == 0 else damaged)
        try:
            policy.read(path)
        except crewsat.InvalidInstance:
            refused += 1
    assert refused > 150


def test_what_is_not_a_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = tmp_path / "pipe.gz"
    os.mkfifo(pipe)
    monkeypatch.setattr(guarded, "SECONDS_FOR_WRITER", 0.1)
    for place, why in ((pipe, "is a pipe that nobody writes to"), (tmp_path, "not a regular file")):
        with pytest.raises(crewsat.InvalidInstance, match=why):
            policy.read(place)
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(b"\n" * 2000))
    monkeypatch.setattr(policy, "MOST_LINES", 1000)
    with pytest.raises(crewsat.InvalidInstance, match="line 1001: the file is too large"):
        policy.read(bomb)


@pytest.mark.parametrize(
    ("state", "chances", "words"),
    [
        ("hand:red9|tasks:|trick:|last_winner:", {0: 1.0}, "the game has no state 'hand:red9"),
        (STATE["state"], {5: 1.0}, "action 5 is not legal in the state 'hand:red1,red2"),
        (
            STATE["state"],
            {0: 0.5},
            "the probabilities of the state 'hand:red1,red2.*' are not numbers that add up to 1",
        ),
        (STATE["state"], {0: math.nan}, "are not numbers that add up to 1"),
        (STATE["state"], {0: 2.0, 1: -1.0}, "are not numbers that add up to 1"),
        (STATE["state"], {}, "are not numbers that add up to 1"),
    ],
)
def test_states_and_actions_that_are_not_there(
    state: str, chances: dict[int, float], words: str, tmp_path: Path
) -> None:
    one = Policy(SIX, "printed", {state: chances})
    with pytest.raises(crewsat.InvalidInstance, match=words):
        SIX.evaluate(one)
    if chances in ({0: 1.0}, {5: 1.0}):
        one.write(tmp_path / "policy")
        with pytest.raises(crewsat.InvalidInstance, match=f"policy, line 2: {words}"):
            SIX.evaluate(policy.read(tmp_path / "policy"))


def test_players_who_recall_more_may_ignore_it() -> None:
    one = random_policy(SIX, "printed", 4)
    layers = Layers(SIX.rules, "perfect")
    assert sweeps.value(layers, one.array(layers)) == pytest.approx(SIX.evaluate(one).value, abs=1e-12)
    assert SIX.optimum(recall="perfect", hint=one).proved
    with pytest.raises(crewsat.WrongOption, match="the policy is for perfect recall"):
        random_policy(SIX, "perfect", 4).array(Layers(SIX.rules))
    with pytest.raises(crewsat.WrongOption, match="the policy is for perfect recall"):
        SIX.optimum(recall="printed", hint=random_policy(SIX, "perfect", 4))


@pytest.mark.slow
def test_a_policy_may_say_what_to_do_where_nothing_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where layers leave that out, policies of all states are worth what they were, and nonsense is still refused."""
    complete = {recall: random_policy(NINE, recall, 5) for recall in get_args(Recall)}
    values = {recall: NINE.evaluate(one).value for recall, one in complete.items()}
    monkeypatch.setattr(unfolding, "MOST_CARDS", 8)
    pruned = Layers(NINE.rules, "perfect")
    assert complete["perfect"].table.keys() - set(pruned.texts())
    assert NINE.evaluate(complete["perfect"]).value == pytest.approx(values["perfect"], abs=1e-12)
    assert sweeps.value(pruned, complete["printed"].array(pruned)) == pytest.approx(values["printed"], abs=1e-12)
    start = "hand:red1,red2,red3|tasks:red3|trick:|last_winner:"
    for state, chances, words in [
        ("hand:red9|tasks:|trick:|last_winner:|past:", {0: 1.0}, "the game has no state 'hand:red9"),
        (start, {0: 1.0}, "the game has no state 'hand:red1,red2"),
        (f"{start}|past:nonsense", {5: 1.0}, "action 5 is not legal"),
    ]:
        with pytest.raises(crewsat.InvalidInstance, match=words):
            NINE.evaluate(Policy(NINE, "perfect", {state: chances}))


def test_a_policy_is_for_its_game() -> None:
    with pytest.raises(crewsat.WrongOption, match="for another game"):
        NINE.evaluate(Policy(SIX, "printed", {}))
    with pytest.raises(crewsat.WrongOption, match="for another game"):
        NINE.optimum(hint=Policy(SIX, "printed", {}))
    same = replace(SIX, tasks=" 1  wins red2 ;2 wins exactly 1 of blue1 blue2;")
    assert same.evaluate(Policy(SIX, "printed", {})).value == SIX.value().random
    for other in (replace(SIX, leader=2), replace(SIX, judged="when_reached"), replace(SIX, tasks="1 wins red1")):
        with pytest.raises(crewsat.WrongOption, match="for another game"):
            other.evaluate(Policy(SIX, "printed", {}))


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
