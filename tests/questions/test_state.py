"""What a state says of its position: against exhaustive search, with limits, in a child, and from what is known."""

from __future__ import annotations

import asyncio
import os
import pickle
import random
import time
from dataclasses import replace
from typing import Any

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.algorithms.hanabi_solitaire.exhaustive import search as search_deck
from crewsat.base.errors import BugFound
from crewsat.games.crew.replaying import replay
from crewsat.games.hanabi_solitaire.rules import replay as replay_steps
from crewsat.games.verdict import Verdict
from crewsat.questions.crew import answers as crew_answers
from crewsat.questions.crew import formula as crew_formula
from crewsat.questions.hanabi_solitaire import answers as hanabi_solitaire_answers
from crewsat.questions.position_cache import PositionCache
from tests.support.chunks import chunks
from tests.support.positions import as_played
from tests.support.random_instances import whole_crew
from tests.support.stubborn import stubborn

LOST = crewsat.RandomDeal(players=3, objectives=4, values=5, trumps=3).with_seed(12)
"""A deal that takes a formula to refute, but not long."""


def compare(seeds: range) -> dict[str, int]:
    """Walk small deals at random to their end, ask everything at every step; count the answers."""
    answers = {"yes": 0, "no": 0}
    for seed in seeds:
        state, rng = crewsat.State(whole_crew(seed, most_cards=9)), random.Random(seed)
        while True:
            position = state.instance
            expected = search(position) is not None
            options = state.options() if rng.random() < 0.5 else ()
            verdict = state.winnable()
            assert (verdict.answer == "yes") == expected, state.text
            answers[verdict.answer] += 1
            if options:
                assert tuple(option.move for option in options) == state.legal()
                assert expected == any(option.answer == "yes" for option in options)
            for option in options:
                after = state.copy()
                after.play(option.move)
                assert option.answer == after.winnable().answer == ("no" if search(after.instance) is None else "yes")
                if option.play is not None:
                    replay(position, as_played(option.play))
            if verdict.play is not None:
                replay(position, as_played(verdict.play))
            hint = state.hint()
            assert (hint is not None) == (expected and bool(state.legal()))
            if not state.legal():
                break
            state.play(hint if hint is not None and rng.random() < 0.6 else rng.choice(state.legal()))
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(4))
def test_every_answer_is_that_of_exhaustive_search(chunk: int) -> None:
    answers = compare(range(20_000 + chunk * 25, 20_000 + (chunk + 1) * 25))
    assert min(answers.values()) > 10


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_every_answer_of_twenty_thousand_walks_is_that_of_exhaustive_search(chunk: int) -> None:
    answers = compare(range(30_000 + chunk * 1000, 30_000 + (chunk + 1) * 1000))
    assert min(answers.values()) > 400


def compare_decks(seeds: range) -> dict[str, int]:
    """Walk small decks to their end; of half of them, keep to what wins."""
    answers = {"yes": 0, "no": 0}
    for seed in seeds:
        rng = random.Random(seed)
        sizes: dict[str, Any] = {"colours": rng.choice((1, 2)), "values": rng.choice((2, 3))}
        deck = crewsat.RandomDeck(**sizes, copies=rng.choice(((2,), (1,))), hand_size=rng.choice((0, 1, 2)))
        state = crewsat.State(deck.with_seed(seed))
        kept = [state.copy()]
        while legal := state.legal():
            expected = search_deck(state.instance) is not None
            options, verdict = state.options(), state.winnable()
            assert (verdict.answer == "yes") == expected == any(o.answer == "yes" for o in options), state.text
            answers[verdict.answer] += 1
            for option in options:
                if option.play is not None:
                    assert option.play[0] == option.step
                    replay_steps(state.start, (*state.steps, *option.play))
            wins = [option.step for option in options if option.answer == "yes"]
            assert (state.hint() in wins) if wins else (state.hint() is None)
            state.play(rng.choice(wins if wins and seed % 2 else legal))
            kept.append(state.copy())
        assert (state.outcome.status == "won") == (state.winnable().answer == "yes")
        for before in reversed(kept[:-1]):
            state.undo()
            assert (state, hash(state), state.legal(), state.text, state.outcome) == (
                (before, hash(before), before.legal(), before.text, before.outcome)
            )
    return answers


@pytest.mark.slow
def test_solitaire_hanabi_is_answered_as_by_exhaustive_search() -> None:
    answers = compare_decks(range(40))
    assert min(answers.values()) > 40


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_two_thousand_decks_are_answered_as_by_exhaustive_search(chunk: int) -> None:
    answers = compare_decks(range(1000 + chunk * 200, 1000 + (chunk + 1) * 200))
    assert min(answers.values()) > 200


def test_a_deck_by_hand() -> None:
    state = crewsat.State(crewsat.parse_text("hanabi solitaire; hand 1; deck r2 r1 r2 b1,2"))
    assert not isinstance(state, crewsat.CrewState)
    discard, store = crewsat.Step("discard", crewsat.Card("r", 2)), crewsat.Step("store", crewsat.Card("r", 2))
    assert (state.player, state.legal()) == (1, (store, discard))
    state.play(store)
    assert (state.hand, state.drawn, state.reached) == ((crewsat.Card("r", 2),), 1, {"b": 0, "r": 0})
    with pytest.raises(crewsat.IllegalPlay, match="step 2: draw 2 brings r1, not r2") as error:
        state.play(store)
    assert error.value.rule == "deck"
    play = state.winnable().play or ()
    for step in play:
        state.play(step)
    assert str(state.outcome) == f"won after {1 + len(play)} steps"
    assert (state.completed, state.legal(), state.player) == (("r", "b"), (), None)
    with pytest.raises(crewsat.IllegalPlay, match="succeeded already"):
        state.play(discard)
    while state.steps:
        state.undo()
    with pytest.raises(IndexError, match="no step"):
        state.undo()
    for card in state.start.deck:
        state.play(crewsat.Step("discard", card))
    assert str(state.outcome).startswith("lost after 5 steps: the play ends after 5 draws with colours that are not")
    assert state.winnable().because == state.outcome.why
    assert state.options() == ()
    with pytest.raises(crewsat.IllegalPlay, match="is lost"):
        state.play(discard)
    assert "lost" in repr(state)


def test_other_games_have_no_state() -> None:
    with pytest.raises(crewsat.WrongOption, match="applies to crew, hanabi_solitaire and hanabi, not to hackenbush"):
        crewsat.State(crewsat.Hackenbush(strings=[[1]], coalition=[1]))


def real_deals(seeds: range) -> list[crewsat.Crew]:
    return [crewsat.RandomDeal(players=3 + seed % 3, objectives=1 + seed % 6).with_seed(seed) for seed in seeds]


def follow_hints(deals: list[crewsat.Crew]) -> int:
    """Play a hint at every move; return how many deals were won, which are all that can be."""
    won = 0
    for deal in deals:
        state = crewsat.State(deal)
        winnable = state.winnable().answer == "yes"
        while (card := state.hint()) is not None:
            state.play(card)
        assert (state.outcome.status == "won") == winnable, deal.to_json()
        won += winnable
    return won


@pytest.mark.slow
def test_a_hint_at_every_move_wins_what_can_be_won() -> None:
    assert follow_hints(real_deals(range(61_000_000, 61_000_012))) >= 8


@pytest.mark.thorough
def test_a_hint_at_every_move_wins_three_hundred_deals() -> None:
    assert follow_hints(real_deals(range(61_001_000, 61_001_400))) >= 300


def test_what_is_known_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that wins answers along its way, a no for all that comes after it; for copies, too."""
    state = crewsat.State(crewsat.parse_text("a1,4 / a3,2; leader 1; 2 wins a1"))
    copy = state.copy()
    verdict = state.winnable()
    lost = crewsat.State(LOST)
    assert lost.winnable().answer == "no"

    def asked(*_arguments: object, **_options: object) -> None:
        raise AssertionError("it is known")

    monkeypatch.setattr(crew_answers, "answer", asked)
    monkeypatch.setattr(crew_answers, "without_formula", asked)
    assert verdict.play
    line = [card for trick in verdict.play for card in trick.cards]
    for card in line:
        assert copy.hint() == card
        assert copy.winnable().play == verdict.play
        copy.play(card)
    assert (copy.winnable().answer, copy.winnable().play, copy.hint()) == ("yes", (), None)
    while lost.legal():
        lost.play(lost.legal()[0])
        assert lost.winnable().answer == "no"
        assert lost.hint() is None
        assert {option.answer for option in lost.options()} <= {"no"}
    with pytest.raises(AssertionError, match="it is known"):
        crewsat.State(LOST).winnable()


def test_what_is_found_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = crewsat.State(crewsat.parse_text("a1,4 / a3,2; leader 1; 2 wins a1"))
    for cards, message in (((), "does not win"), ((crewsat.Card("a", 9),), "breaks the rules")):
        outcome = replace(crewsat_outcome(), status="satisfiable")
        monkeypatch.setattr(crew_formula.DealFormula, "solve", lambda *_, o=outcome, c=cards: (o, c))
        monkeypatch.setattr(crew_answers, "without_formula", lambda *_: None)
        vars(state._answers)["_asked"] = True
        with pytest.raises(BugFound, match=message):
            state.winnable()
        assert state.path == ()


def crewsat_outcome() -> Any:  # noqa: ANN401 - of a solver
    from crewsat.solvers.outcome import Outcome  # noqa: PLC0415

    return Outcome("unknown", "none")


def test_what_contradicts_itself_is_a_bug() -> None:
    yes, no = (Verdict(answer, "auto", "none", "crew") for answer in ("yes", "no"))
    known = PositionCache[int]()
    known.won([1], [2, 3], yes)
    assert [known.verdict(path) for path in ([], [1], [1, 2], [1, 2, 3], [1, 3], [2])] == [yes] * 4 + [None] * 2
    assert [list(known.line(path)) for path in ([], [1, 2], [2])] == [[1, 2, 3], [3], []]
    known.lost([2], no)
    assert known.verdict([2, 7, 7]) is no
    with pytest.raises(BugFound, match="a position was found to be no and is known to be yes"):
        known.lost([1, 2], no)
    with pytest.raises(BugFound, match="a position was found to be yes and is known to be no"):
        known.won([2], [5], yes)


def test_options_are_those_of_a_position() -> None:
    deal = crewsat.RandomDeal(players=4, objectives=5).with_seed(3)
    state = crewsat.State(deal)
    for _ in range(3):
        expected = crewsat.options(state.instance)
        assert [(o.player, o.card, o.answer) for o in state.options()] == [
            (o.player, o.card, o.answer) for o in expected
        ]
        state.play(next(o.move for o in expected if o.answer == "yes"))


@pytest.mark.slow
def test_a_thousand_questions_use_one_warm_child() -> None:
    deal = crewsat.RandomDeal(players=3, objectives=3, values=4, trumps=2).with_seed(5)
    with crewsat.Decider() as decider:
        state, alone = crewsat.State(deal, decider=decider), crewsat.State(deal)
        assert decider.pid is None
        pids, rng = set[int | None](), random.Random(5)
        while state.legal():
            found = state.options(time_limit=60)
            assert [(o.card, o.answer) for o in found] == [(o.card, o.answer) for o in alone.options()]
            assert state.winnable(time_limit=60).answer == alone.winnable().answer
            pids.add(decider.pid)
            wins = [option.move for option in found if option.answer == "yes"]
            card = rng.choice(wins or list(state.legal()))
            state.play(card)
            alone.play(card)
        assert pids == {decider.pid}
        assert os.getpid() not in pids
        again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
        assert again == state
        other = crewsat.State(LOST, decider=decider)
        assert (other.winnable().answer, other.hint(), decider.pid) == ("no", None, next(iter(pids)))


@pytest.mark.parametrize("memory_limit", [None, 300])
def test_time_ends_a_question(memory_limit: float | None) -> None:
    state = crewsat.State(LOST)
    verdict = state.winnable(time_limit=1e-9, memory_limit=memory_limit)
    assert (verdict.answer, verdict.reason) == ("unknown", "time")
    assert state.hint(time_limit=1e-9, memory_limit=memory_limit) is None
    options = state.options(time_limit=1e-9, memory_limit=memory_limit)
    assert [option.card for option in options] == list(state.legal())
    assert {(option.answer, option.reason) for option in options} == {("unknown", "time")}
    assert state.path == ()
    assert state.winnable().answer == "no"
    with pytest.raises(crewsat.WrongOption, match="time_limit must be a positive number"):
        state.winnable(time_limit=0)


def test_memory_ends_a_question() -> None:
    state = crewsat.State(LOST)
    assert state.winnable(memory_limit=1).reason == "memory"
    assert {option.reason for option in state.options(memory_limit=1)} == {"memory"}


@pytest.mark.slow
@pytest.mark.processes
def test_questions_are_awaited_and_cancelled() -> None:
    async def cancelled(decider: crewsat.Decider | None) -> None:
        task = asyncio.create_task(crewsat.State(stubborn(), decider=decider).winnable_async())
        await asyncio.sleep(0.3)
        task.cancel()
        began = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - began < 5

    async def main(decider: crewsat.Decider) -> None:
        await cancelled(None)
        await cancelled(decider)
        state = crewsat.State(LOST, decider=decider)
        assert {option.answer for option in await state.options_async()} == {"no"}
        assert (await state.winnable_async()).answer == "no"
        assert await state.hint_async() is None
        easy = crewsat.State(crewsat.parse_text("a1,4 / a3,2; leader 1; 2 wins a1"))
        assert (await easy.hint_async()) in easy.legal()

    with crewsat.Decider() as decider:
        asyncio.run(main(decider))


def test_the_formula_is_built_again_after_a_limit() -> None:
    state = crewsat.State(crewsat.RandomDeal(players=3, objectives=6).with_seed(2))
    vars(state._answers)["_asked"] = True
    assert state.winnable(time_limit=1e-9).reason == "time"
    assert state.winnable().answer == crewsat.decide(state.start).answer


def test_questions_of_hanabi_positions_are_put_as_decks() -> None:
    state = crewsat.State(crewsat.parse_text("hanabi solitaire; hand 2; deck r3,2,1 b1 r1 b3,2"))
    for _ in range(2):
        state.play(state.legal()[0])
    assert state.text == "hanabi solitaire; hand 2; deck r2,3,1 b1 r1 b3,2; values 3; colours b r"
    assert [option.answer for option in state.options()].count("yes") >= 1
    assert isinstance(state.options()[0], hanabi_solitaire_answers.StepOption)
    assert state.options()[0].as_dict()["from"] == "deck"
