"""``crewsat play``: whole games from standard input, and whatever else somebody may type."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.questions.crew.answers import CrewAnswers
from tests.support.command import WON, run
from tests.support.stubborn import stubborn

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from crewsat.engine.limits import Limits
    from crewsat.games.verdict import Verdict

DEAL = "pink9,1 blue2 / pink2,5 blue5 / pink4 blue6,1; leader 1; 1 wins pink4; 3 wins blue5"
ALLOWED = "allowed: a number or a name of the list, ?, !, u, s FILE, q"
OVER = "u takes back, s FILE saves, q quits."


def played(*commands: str, deal: str = DEAL) -> subprocess.CompletedProcess[str]:
    """Play a deal with these commands, a line each."""
    told = run("play", "--deal", deal, stdin="".join(f"{line}\n" for line in commands), COLUMNS="1000")
    assert told.returncode == 0, told.stderr
    return told


def lines_of(*commands: str, deal: str = DEAL) -> list[str]:
    """The lines that these commands print; none of them is wrong."""
    told = played(*commands, deal=deal)
    assert told.stderr == ""
    return told.stdout.splitlines()


def test_a_game_is_won_by_numbers() -> None:
    lines = lines_of("1", "2", "1", "2", "1", "1")
    assert lines[:3] == [
        "The Crew: 3 players, 9 cards, 3 tricks, no trump, player 1 leads",
        "Objectives: player 1: pink4",
        "            player 3: blue5",
    ]
    assert lines[3].startswith("Commands: ")
    assert lines[4:12] == [
        "",
        "Trick 1 of 3: player 1 leads.",
        "Player 1 holds pink9 pink1 blue2.",
        "Player 2 holds pink2 pink5 blue5.",
        "Player 3 holds pink4 blue6 blue1.",
        "Completed: nothing.",
        "Open: player 1 wins pink4; player 3 wins blue5.",
        "Player 1 may lead 1=pink9, 2=pink1, 3=blue2.",
    ]
    assert lines[12:20] == [
        "",
        "Trick 1 of 3: player 1 has led pink9. Player 2 is next.",
        "Player 2 holds pink2 pink5 blue5.",
        "Player 2 may play 1=pink2, 2=pink5.",
        "",
        "Trick 1 of 3: player 1 has led pink9, player 2 has played pink5. Player 3 is next.",
        "Player 3 holds pink4 blue6 blue1.",
        "Player 3 may play 1=pink4.",
    ]
    trick = "Trick 1: player 1 leads pink9, player 2 plays pink5, player 3 plays pink4. Player 1 wins the trick."
    assert lines[20:28] == [
        f"{trick} Completed: pink4 by player 1.",
        "",
        "Trick 2 of 3: player 1 leads.",
        "Player 1 holds pink1 blue2.",
        "Player 2 holds pink2 blue5.",
        "Player 3 holds blue6 blue1.",
        "Completed: pink4 by player 1 with trick 1.",
        "Open: player 3 wins blue5.",
    ]
    assert lines[-2:] == ["The play is won after 2 tricks.", OVER]


def test_lines_are_wrapped_between_words(tmp_path: Path) -> None:
    path = tmp_path / "real.json"
    path.write_text(crewsat.RandomDeal(players=4, objectives=5, tokens=("1", "2", "omega")).with_seed(7).to_json())
    words = []
    for width in (60, 80, 10_000):
        told = run("play", path, stdin="?\n1\nu\n!\n", COLUMNS=str(width))
        assert (told.returncode, told.stderr) == (0, "")
        assert "The play is won after " in told.stdout
        assert max(map(len, told.stdout.splitlines())) <= width
        words.append(told.stdout.split())
    assert words[0] == words[1] == words[2]


def test_cards_are_played_by_name() -> None:
    for names in ("pink9 pink2 pink4 blue2 blue5 blue6", "P9 p:2 Pi4 B2 BLUE5 b6"):
        assert lines_of(*names.split())[-2] == "The play is won after 2 tricks."


def test_a_name_is_a_beginning_that_no_other_suit_has() -> None:
    deal = "pink9 purple9 Rose1 3:7 / rose1 pink1 purple1 3:8; leader 1; 1 wins pink1"
    told = played("p9", "r1", "x9", "3:9", "ROSE1", "PUR9", "purple1", "Rose1", "3:8", deal=deal)
    note, *messages = told.stderr.splitlines()
    assert note.startswith("note: ")
    assert messages == [
        f"{words}; {ALLOWED}"
        for words in (
            "'p9' could be pink9 or purple9",
            "'r1' could be Rose1 or rose1",
            "'x9' is not a card of this deal",
            "'3:9' is not a card of this deal",
            "'ROSE1' could be Rose1 or rose1",
        )
    ]
    assert "Trick 2: player 1 leads Rose1, player 2 plays 3:8. Player 1 wins the trick." in told.stdout


def test_a_losing_card_is_named_and_played_and_taken_back() -> None:
    lines = lines_of("?", "pink1", "?", "p2", "p4", "", "u", "u", "!", "u", "?")
    better = lines.index("Keeps it winnable: 1=pink9, 3=blue2.")
    assert lines[better + 1] == "Loses: 2=pink1."
    assert lines.count("It is lost already: nothing keeps it winnable.") == 1
    trick = "Trick 1: player 1 leads pink1, player 2 plays pink2, player 3 plays pink4. Player 3 wins the trick."
    start = lines.index(trick) + 1
    lost = "The play is lost after 1 trick: objective pink4 of player 1 is won by player 3."
    assert lines[start : start + 10] == [
        *(lost, OVER, ""),  # the empty line shows the table
        "Player 1 holds pink9 blue2.",
        "Player 2 holds pink5 blue5.",
        "Player 3 holds blue6 blue1.",
        "Completed: nothing.",
        "Open: player 1 wins pink4; player 3 wins blue5.",
        *(lost, OVER),
    ]
    taken = [line for line in lines if line.startswith("Taken back")]
    assert taken == ["Taken back: pink4.", "Taken back: pink2.", "Taken back: pink1."]
    assert sum(line.startswith("It is lost already: ") for line in lines) == 1
    assert "It is lost already." in lines
    assert lines[-2:] == lines[better : better + 2]


def test_the_winning_line_is_played_to_its_end() -> None:
    lines = lines_of("3", "!", "u", "!")
    assert lines.count("The play is won after 2 tricks.") == 2
    tricks = [line for line in lines if line.startswith(("Trick 1: ", "Trick 2: ")) and "wins the trick" in line]
    assert len(tricks) == 3  # the last one twice
    lost = lines_of("!", deal="a1 b2 / a2 b1; leader 1; 1 wins a1")
    assert sum(line.startswith("It is lost already") for line in lost) == 1


def test_everything_wrong_has_one_message_and_the_table_goes_on() -> None:
    told = played(
        "0", "4", "9" * 5000, "pink", "pink4", "bl", "play", "\x1b[2J", "s", "s /", "U", "1", "b5", "u", "u", "u"
    )
    messages = told.stderr.splitlines()
    assert messages == [
        f"0 is not a number from 1 to 3; {ALLOWED}",
        f"4 is not a number from 1 to 3; {ALLOWED}",
        f"{'9' * 59}… is not a number from 1 to 3; {ALLOWED}",
        f"'pink' is not a card or a command; {ALLOWED}",
        "Not allowed: player 1 does not hold pink4.",
        f"'bl' is not a card or a command; {ALLOWED}",
        f"'play' is not a card or a command; {ALLOWED}",
        f"'\\x1b[2J' is not a card or a command; {ALLOWED}",
        "s FILE: the name of a file is empty",
        "/: is not a regular file",
        f"'U' is not a card or a command; {ALLOWED}",
        "Not allowed: player 2 must follow suit pink.",
        "There is nothing to take back.",
        "There is nothing to take back.",
    ]
    assert told.stdout.splitlines()[-1] == "Player 1 may lead 1=pink9, 2=pink1, 3=blue2."
    assert played("9" * 50_000, "x" * 50_000).stderr.count("\n") == 2


def test_a_play_that_is_over_takes_no_more_cards() -> None:
    told = played("!", "1", "?", "!", "pink9", "u")
    assert told.stderr.splitlines() == [f"The play is over. {OVER}"] * 4
    assert "Taken back: " in told.stdout
    for deal, outcome in (
        ("a1 / a2", "The play is won after 0 tricks."),
        ("- / a2; played a1; leader 1; 1 wins a2", "Player 2 may play 1=a2."),
        (
            "- / -; played a1 a2; leader 1; 1 wins a2",
            "The play is lost after 1 trick: objective a2 of player 1 is won by",
        ),
    ):
        assert any(line.startswith(outcome) for line in lines_of(deal=deal)), deal


def test_a_position_is_saved_and_decided(tmp_path: Path) -> None:
    text, data = tmp_path / "position.txt", tmp_path / "position.json"
    text.write_text("what was there")
    lines = lines_of("pink9", f"s {text}", f"s   {data} ", "pink2", "q", "never read")
    assert [line for line in lines if line.startswith("Saved")] == [f"Saved to {text}.", f"Saved to {data}."]
    position = "pink1 blue2 / pink2,5 blue5 / pink4 blue6,1; leader 1; 1 wins pink4; 3 wins blue5; played pink9\n"
    assert text.read_text() == position
    assert json.loads(data.read_text())["played"] == [["pink9"]]
    assert crewsat.load(text) == crewsat.load(data)
    assert [run("decide", path).returncode for path in (text, data)] == [10, 10]
    assert lines[-1] == "Player 3 may play 1=pink4."


def test_the_instance_and_other_files_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "won.json"
    path.write_text(WON)
    told = run("play", path, stdin=f"s {path}\ns {tmp_path / 'none' / 'x'}\ns {tmp_path / 'x'}\0y\n")
    assert told.returncode == 0
    own, folder, zero = told.stderr.splitlines()
    assert own == f"{path}: is one of the inputs; results go to a file of their own"
    assert "no such file or directory" in folder
    assert "null" in zero
    assert path.read_text() == WON
    assert [*tmp_path.iterdir()] == [path]


def test_anybody_may_lead() -> None:
    lines = lines_of("?", "4", "!", deal="a1 b2 / a2 b1; 1 wins b1")
    assert "Trick 1 of 2: anybody may lead." in lines
    assert "Player 1 may lead 1=a1, 2=b2." in lines
    assert "Player 2 may lead 3=a2, 4=b1." in lines
    assert "Trick 1 of 2: player 2 has led b1. Player 1 is next." in lines
    assert lines[-2] == "The play is won after 1 trick."


def test_a_position_with_an_unfinished_trick_goes_on() -> None:
    deal = "blue2 pink1 / pink2,5 blue5 / pink4 blue6,1; leader 1; 1 wins pink4; 3 wins blue5; played pink9"
    told = played("u", "1", "1", "", deal=deal)
    assert told.stderr == "There is nothing to take back.\n"
    lines = told.stdout.splitlines()
    assert "Trick 1 of 3: player 1 has led pink9. Player 2 is next." in lines
    trick = "Trick 1: player 1 leads pink9, player 2 plays pink2, player 3 plays pink4. Player 1 wins the trick."
    assert f"{trick} Completed: pink4 by player 1." in lines


def test_tasks_tokens_and_free_objectives_are_open_until_they_are_completed() -> None:
    deal = (
        "a1,4 b1 / a2,5 b2 / a3,6 b3; leader 3; 3 wins a1[1] b3[2 id=x]; anybody wins b1[after=a1]; "
        "2 wins exactly 0 tricks; 3 wins at least 2 tricks [id=most]"
    )
    commands = "b3 b1 b2 u u u a6 a1 a5 b3 b1 b2 a3 a4 a2"
    lines = lines_of(*commands.split(), "", deal=deal)
    opened = [line for line in lines if line.startswith("Open: ")]
    tasks = "player 2 wins exactly 0 tricks (task1); player 3 wins at least 2 tricks (most)."
    assert opened[0] == f"Open: player 3 wins a1 [1], b3 (x) [2]; anybody wins b1 after a1; {tasks}"
    assert any(line.startswith("The play is lost after 1 trick: ") for line in lines)
    assert opened[-3:] == [
        f"Open: player 3 wins b3 (x) [2]; anybody wins b1 after a1; {tasks}",
        "Open: player 2 wins exactly 0 tricks (task1).",
        "Open: nothing.",
    ]
    done = "a1 by player 3 with trick 1; x by player 3, b1 by player 3, most by player 3 with trick 2"
    assert lines[-4] == f"Completed: {done}; task1 by player 2 with trick 3."
    assert any(line.endswith("Player 1 wins the trick. Completed: task1 by player 2.") for line in lines)
    assert lines[-2:] == ["The play is won after 3 tricks.", OVER]


DECK = "hanabi solitaire; hand 1; deck g2 r1 r2 g1 r1 g2"


def test_a_deck_of_hanabi() -> None:
    lines = lines_of("?", "store g2", "Play", "play r2", "1", "?", "discard r1", "", "u", "!", deal=DECK)
    assert lines[4:10] == [
        "Draw 1 of 6 brings g2.",
        "After it: r1 r2 g1 r1 g2.",
        "Stored: nothing (at most 1).",
        "Played of 1 to 2: g nothing, r nothing.",
        "Completed: nothing.",
        "You may 1=store g2, 2=discard g2.",
    ]
    assert lines[10] == "Keeps it winnable: 1=store g2, 2=discard g2."
    for line in (
        "Draw 2 of 6 brings r1.",
        "You may 1=play r1, 2=discard r1, 3=discard g2 from the hand.",
        "Draw 3: r2 is played. Completed: r.",
        "Stored: g2 (at most 1).",
        "Taken back: discard r1.",
    ):
        assert line in lines
    assert "From the hand: g2 is played. Completed: g." in lines
    assert lines[-2].startswith("The play is won after ")


def test_a_deck_of_hanabi_is_lost_saved_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "rest.json"
    commands = ["store", "dis", "jump", "discard r1", f"s {path}", "?", "!", "2", "d", "p", "PLAY  g2", "1", "u"]
    told = played(*commands, deal="hanabi solitaire; hand 1; deck g2 r1 r2 g1 g2")
    assert told.stderr.splitlines() == [
        f"'dis' could be discard r1 or discard g2 from the hand; {ALLOWED}",
        f"'jump' is not a possible step or a command; {ALLOWED}",
        f"The play is over. {OVER}",
    ]
    lines = told.stdout.splitlines()
    lost = lines.index("It is lost already: nothing keeps it winnable.")
    assert lines[lost + 1] == "It is lost already: r1 must be played, but is not in the deck."
    why = "the play ends after 5 draws with colours that are not complete: r at 0 of 2"
    end = lines.index(f"The play is lost after 6 steps: {why}.")
    assert lines[end + 1 : end + 3] == [OVER, "Taken back: play g2."]
    assert lines[-1] == "You may 1=play g2, 2=store g2, 3=discard g2."
    assert run("decide", path).returncode == 20


def test_names_and_commands_are_escaped(tmp_path: Path) -> None:
    nasty = "x\x1b[2J\u202ey\x85z"
    goals = [{"card": "b1", "owner": 1, "id": nasty}, {"card": "a1", "owner": 2, "id": "z", "after": [nasty]}]
    deal = {"game": "crew", "hands": [["a1", "b2"], ["a2", "b1"]], "leader": 1, "objectives": goals}
    path = tmp_path / "nasty.json"
    path.write_text(json.dumps(deal))
    commands = f"?\n{nasty}\na{nasty}1\ns {nasty}/x\ns {tmp_path}/{nasty}\n!\n\n"
    told = run("play", path, stdin=commands)
    assert told.returncode == 0
    assert all(character.isprintable() for character in (told.stdout + told.stderr).replace("\n", ""))
    assert told.stdout.count("\\x1b[2J\\u202ey\\x85z by player 1") == 2
    assert (tmp_path / nasty).read_text().startswith("a1 b2 / a2 b1; leader 1; ")


@pytest.mark.slow
def test_a_limit_is_reported_and_the_table_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "hard.json"
    path.write_text(stubborn().to_json())
    told = run("play", path, "-t", "0.01", stdin="?\n!\n1\n", COLUMNS="10000")
    assert (told.returncode, told.stderr) == (0, "")
    why = "Why: the time limit was reached (0.01 s a question; --time-limit sets it)."
    lines = told.stdout.splitlines()
    assert lines.count(why) == 2
    assert "Not decided whether it can be won from here." in lines
    assert any(line.startswith("Not decided: 1=") for line in lines)
    assert lines[-1].startswith("Player ")


def test_limit_and_seed_are_those_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    decide, seeds = CrewAnswers.decide, []

    def noted(self: CrewAnswers, walk: Any, limits: Limits, note: Any) -> Verdict:  # noqa: ANN401
        seeds.append((limits.seed, limits.deadline is None))
        return decide(self, walk, limits, note)

    monkeypatch.setattr(CrewAnswers, "decide", noted)
    told = [run("play", "--deal", DEAL, *words, stdin="!\n") for words in (["--seed", "1"], ["--seed", "2"], [])]
    assert seeds == [(1, False), (2, False), (None, False)]
    assert all("The play is won after 2 tricks." in one.stdout for one in told)


def test_what_cannot_be_played_has_one_message(tmp_path: Path) -> None:
    path = tmp_path / "won.json"
    path.write_text(WON)
    for words, part in (
        (["-"], "standard input has the commands; give a file, or --deal TEXT"),
        ([], "Missing argument 'FILE'"),
        ([path, "--deal", DEAL], "Missing argument 'FILE'"),
        ([path, "--time-limit", "0"], "allowed: a number of 0.001 or more"),
        (["--deal", "hackenbush; strings 1,2 / 2; coalition 1"], "play applies to"),
    ):
        told = run("play", *words, TERM="dumb", COLUMNS="1000")
        assert told.returncode == 2
        assert part in told.stderr
    told = run("play", "--deal", "a1 / a1")
    assert (told.returncode, told.stdout) == (1, "")
