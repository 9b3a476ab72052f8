"""Free owners, tasks and positions in progress, by the referee: every rule with a case that needs it."""

from __future__ import annotations

import pytest

from crewsat.base.errors import IllegalPlay, InvalidInstance
from crewsat.engine.frontend import decide
from crewsat.engine.verify import verified, verify
from crewsat.games.cards import Card
from crewsat.games.crew.assignment import MODES, draft_shares, fits
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import replay
from crewsat.games.crew.results import owners_of
from crewsat.games.crew.rules import RULES, Table
from crewsat.games.crew.task import Seats, Taken, Task
from crewsat.games.crew.tasks import KINDS
from crewsat.games.crew.text import parse_text, text_of


def tricks(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """Tricks written as ``"1: a5 a2 / 2: b1 b2"``."""
    return [(int(leader), tuple(cards.split())) for leader, cards in (trick.split(":") for trick in text.split("/"))]


def said(play: str) -> list[dict[str, object]]:
    return [{"leader": leader, "cards": list(cards)} for leader, cards in tricks(play)]


def test_shares_of_a_draft_go_round_from_the_leader() -> None:
    assert draft_shares(5, 4, 3) == [1, 1, 2, 1]
    assert draft_shares(6, 4, 3) == [1, 1, 2, 2]
    assert draft_shares(2, 4, 4) == [1, 0, 0, 1]
    assert draft_shares(8, 4, 1) == [2, 2, 2, 2]
    assert draft_shares(0, 3, 2) == [0, 0, 0]


@pytest.mark.parametrize(
    ("shares", "leader", "allowed"),
    [
        ((2, 1, 1), 1, {"any", "draft", "balanced", "draft_or_pass"}),
        ((2, 1, 1), 2, {"any", "balanced"}),
        ((3, 0, 0), 1, {"any", "one_player"}),
        ((3, 0, 0), 2, {"any", "one_player", "one_player_but_leader"}),
        ((1, 0, 0), 1, set(MODES) - {"one_player_but_leader"}),
        ((0, 1, 1), 1, {"any", "balanced", "draft_or_pass"}),
        ((0, 2, 0), 1, {"any", "one_player", "one_player_but_leader"}),
        ((0, 0, 0), 1, set(MODES)),
        ((2, 0, 1), 1, {"any"}),
        ((2,), 1, set(MODES) - {"one_player_but_leader"}),
    ],
)
def test_which_shares_are_allowed(shares: tuple[int, ...], leader: int, allowed: set[str]) -> None:
    assert {mode for mode in MODES if fits(mode, shares, leader)} == allowed


FREE = "a5,1 b1 / a2 b3,4; leader 1; anybody wins a1 b4"


@pytest.mark.parametrize(
    ("mode", "play", "rule"),
    [
        ("any", "1: a1 a2 / 2: b4 b1", None),
        ("any", "1: a5 a2 / 1: a1 b4", None),
        ("draft", "1: a5 a2 / 1: a1 b4", "assignment"),
        ("balanced", "1: a1 a2 / 2: b4 b1", "assignment"),
        ("one_player", "1: a5 a2 / 1: a1 b4", None),
        ("one_player_but_leader", "1: a5 a2 / 1: a1 b4", "assignment"),
        ("one_player_but_leader", "1: a1 a2 / 2: b4 b1", None),
    ],
)
def test_assignments_are_refereed(mode: str, play: str, rule: str | None) -> None:
    deal = f"{FREE}; assignment {mode}"
    if rule is None:
        verify(parse_text(deal), said(play))
        return
    with pytest.raises(IllegalPlay) as error:
        verify(parse_text(deal), said(play))
    assert (error.value.rule, error.value.trick) == (rule, 2)
    assert rule in RULES
    assert f"that is not '{mode}'" in str(error.value)


def test_the_answer_names_who_takes_free_objectives() -> None:
    verdict = decide(parse_text(f"{FREE}; assignment one_player_but_leader"))
    assert verdict.assignment == {"a1": 2, "b4": 2}
    position = parse_text("c5 / a2; leader 2; played a9 b1; anybody wins b1 a2")
    assert decide(position).assignment == {"b1": 2, "a2": 2}
    assert decide(position).play == replay(position, [(2, (position.hands[1][0], position.hands[0][0]))])
    assert owners_of(parse_text("a1 / a2; 2 wins a1"), []) == {"a1": 2}


def counts(task: Task, winners: str) -> str:
    """States after each trick won by these players, as met (+), lost (-) or neither (.)."""
    seats = Seats(2, 1)
    state, out = task.start(seats), ""
    for number, winner in enumerate(winners, 1):
        cards = [Card("a", number), Card("b", number)]
        state = task.after(state, Taken(number, number == len(winners), 1, int(winner), cards), seats)
        out += "+" if task.met(state, seats) else "-" if task.lost(state, seats) else "."
    return out


@pytest.mark.parametrize(
    ("words", "winners", "states"),
    [
        ("exactly 2 tricks", "1211", "..+-"),
        ("exactly 2 tricks when reached", "1211", "..++"),
        ("at least 2 tricks", "1211", "..++"),
        ("at most 2 tricks", "1211", "+++-"),
        ("exactly 0 tricks", "2221", "+++-"),
        ("trick 3", "2112", "..++"),
        ("trick 3", "1121", "..--"),
        ("the last trick", "221", "..+"),
        ("the last trick", "112", "..-"),
        ("exactly 2 of a1,2,3,4", "1211", "..+-"),
        ("at least 1 of a1,2,3,4", "2211", "..++"),
    ],
)
def test_tasks_watch_the_tricks(words: str, winners: str, states: str) -> None:
    deal = parse_text(f"a1,2,3,4 / b1,2,3,4; 1 wins {words}")
    task = deal.tasks[0]
    assert counts(task, winners) == states
    assert task.words() == words
    assert KINDS[task.kind] is type(task)


def test_a_number_that_is_jumped_over_is_never_reached() -> None:
    """Player 1 can only win both cards at once, so never exactly one of them."""
    deal = parse_text("a9 / a1 / a2; 1 wins exactly 1 of a1,2 when reached")
    assert decide(deal).answer == "no"
    with pytest.raises(IllegalPlay, match=r"task1 of player 1 is lost \(win exactly 1 of a1,2 when reached\)"):
        verify(deal, [{"leader": 1, "cards": ["a9", "a1", "a2"]}])


def test_tasks_judged_at_the_end_make_the_play_go_on() -> None:
    deal = parse_text("a3,1 / a2 b1; leader 1; 1 wins a3; 2 wins at most 1 trick")
    short = [{"leader": 1, "cards": ["a3", "a2"]}]
    with pytest.raises(IllegalPlay, match="tasks that are judged after trick 2: task1") as error:
        verify(deal, short)
    assert error.value.rule == "end"
    verify(deal, [*short, {"leader": 1, "cards": ["a1", "b1"]}])
    play = decide(deal).play
    assert play is not None
    assert len(play) == 2
    latched = parse_text("a3,1 / a2 b1; leader 1; 1 wins exactly 1 trick when reached")
    verify(latched, short)


def test_unmet_tasks_are_named() -> None:
    deal = parse_text("a3,1 / a2 b1; leader 1; 1 wins at least 2 tricks; 2 wins at least 0 tricks")
    with pytest.raises(IllegalPlay, match="ends after 1 trick with unmet tasks: task1"):
        verify(deal, [{"leader": 1, "cards": ["a3", "a2"]}])


POSITION = "a5 b3 / c1 b9 / a4; leader 2; trump b; played a2 a3 a6 / a7 b2; 2 wins a4; 1 wins b3"


def test_what_a_position_says() -> None:
    deal = parse_text(POSITION)
    assert (deal.finished, deal.leading, list(map(str, deal.begun))) == (1, 1, ["a7", "b2"])
    assert ([len(hand) for hand in deal.dealt], deal.tricks) == ([4, 4, 2], 2)
    with pytest.raises(InvalidInstance, match="player 2 had to follow suit a"):  # not with a1 in hand
        parse_text(POSITION.replace("c1 b9", "a1 b9"))


def test_a_play_of_a_position() -> None:
    deal = parse_text("a5 b3 / c1 b9 / a4 c5; leader 2; trump b; played a2 a3 a6 / a7 b2; 2 wins a4; 1 wins c5")
    assert Table(deal).leader == 1
    good: list[dict[str, object]] = [
        {"leader": 1, "cards": ["a7", "b2", "a4"], "winner": 2, "completes": ["a4"]},
        {"leader": 2, "cards": ["c1", "c5", "b3"], "winner": 1, "completes": ["c5"]},
    ]
    replayed = verified(deal, good)
    assert [trick.winner for trick in replayed] == [2, 1]
    verdict = decide(deal)
    assert verdict.play is not None
    assert [str(card) for card in verdict.play[0].cards] == ["a7", "b2", "a4"]
    for wrong, rule, words in (
        ([{**good[0], "cards": ["a5", "b2", "a4"]}, good[1]], "position", "trick 2: the trick has begun with a7 b2"),
        ([good[1]], "lead", "trick 2: player 2 cannot lead, player 1 does"),
        ([good[0]], "end", "ends after 2 tricks with open objectives: c5"),
        ([good[0], {**good[1], "winner": 3}], "claim", "trick 3: player 1 wins, not 3"),
    ):
        with pytest.raises(IllegalPlay, match=words) as error:
            verify(deal, wrong)
        assert error.value.rule == rule


def test_an_unfinished_trick_is_completed_even_if_hands_are_then_empty() -> None:
    deal = parse_text("- / b1; leader 1; played b2; 1 wins b1")
    verdict = decide(deal)
    assert verdict.play is not None
    assert [str(card) for card in verdict.play[0].cards] == ["b2", "b1"]


def test_trick_numbers_count_from_the_first_trick() -> None:
    deal = parse_text("a4 / a3; leader 1; played a1 a2; 1 wins trick 2; 2 wins trick 1")
    assert decide(deal).answer == "yes"
    assert decide(parse_text(text_of(deal).replace("1 wins trick 2", "1 wins trick 1"))).answer == "no"


def test_the_leader_of_a_draft_is_the_leader_of_the_first_trick() -> None:
    """Player 2 leads now, but player 1 led first and chooses first: the one free objective is player 1's."""
    deal = parse_text("a4 / a3; leader 1; played a1 a2; anybody wins a3; assignment draft")
    assert decide(deal).answer == "yes"
    assert decide(parse_text(text_of(deal).replace("a4 / a3", "a3 / a4"))).answer == "no"


def test_success_in_the_past_is_success() -> None:
    deal = parse_text("a4 / a3; leader 1; played a1 a2 / a5; 2 wins a1")
    verdict = decide(deal)
    assert (verdict.answer, verdict.play, verdict.method) == ("yes", (), "past")
    assert decide(deal, method="cnf-tricks").play == ()
    assert decide(deal, fewest_tricks=True).fewest_tricks == (1, 1)


def test_a_trick_not_begun_is_left_out() -> None:
    deal = Crew(hands=[["a4"], ["a3"]], leader=1, played=[["a1", "a2"], []])
    assert deal == Crew(hands=[["a4"], ["a3"]], leader=1, played=[["a1", "a2"]])
    assert Crew(hands=[["a4"], ["a3"]], played=[]) == Crew(hands=[["a4"], ["a3"]])


def test_a_kind_without_a_meaning_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Task(owner=1, kind="nothing")  # type: ignore[abstract]
