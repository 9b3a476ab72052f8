"""Mistakes that people make on the command line: each gets one clear message, and none is a traceback.

The commands were collected by trying the program as its users do.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import run

if TYPE_CHECKING:
    from pathlib import Path

GOOD = "p9 b2 / p2 b5; leader 1; 1 wins p9\n"

FILES = {
    "ok.txt": GOOD,
    "extra.txt": GOOD,
    "crlf.txt": GOOD.replace("\n", "\r\n"),
    "empty": "",
    "owner.json": '{"game":"crew","hands":[["p9"],["p2"]],"leader":1,"objectives":[{"card":"p9","owner":7}]}',
    "card.json": '{"game":"crew","hands":[["p9"],["2p"]],"leader":1,"objectives":[{"card":"p9","owner":1}]}',
    "case.json": '{"game":"crew","hands":[["Pink9"],["pink2"]],"leader":1,"objectives":[{"card":"pink9","owner":1}]}',
    "key.json": '{"game":"crew","hands":[["p9"],["p2"]],"leeder":1}',
    "kind.json": '{"game":"crew","hands":[["p9"],["p2"]],"tasks":[{"owner":1,"kind":"trick","at_least":1}]}',
    "game.json": '{"game":"crews","hands":[["p9"],["p2"]]}',
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, newline="")
    (tmp_path / "dir").mkdir()
    monkeypatch.chdir(tmp_path)


WRONG_INPUT: list[tuple[str, str]] = [
    ("decide nofile.txt", "nofile.txt: cannot be read: no such file or directory"),
    ("decide dir", "dir: is a directory, not a regular file"),
    ("decide empty", "empty: is empty; allowed: an instance, JSON or text"),
    ("decide -", "standard input: is empty; allowed: an instance, JSON or text"),
    ("decide owner.json", "objectives[0].owner (objective 1): there is no player 7; allowed: 1 to 2"),
    ("decide card.json", "hands[1][0] (player 2, card 1): '2p' is not a valid card (did you mean p2?)"),
    ("decide case.json", "objectives[0].card (objective 1): nobody holds pink9; did you mean Pink9?"),
    ("decide key.json", "key.json: leeder: unknown key; did you mean leader? allowed: format, "),
    ("decide kind.json", "tasks[0].kind (task 1): the string 'trick' is not a kind of task; did you mean tricks?"),
    ("decide game.json", "game.json: game: 'crews' is not supported; did you mean crew? allowed: crew, "),
    ("decide ok.txt --html /nonexistent/x.html", "/nonexistent/x.html: cannot be written: no such file or directory"),
    ("decide ok.txt --proof ok.txt", "ok.txt: cannot be written: file exists"),
    ("decide --deal|p9 / b2; 1 wins p9; 1 wins p9", "column 28 (objective 2): objectives[0] is on p9 already"),
    ("decide --deal|p9 / b2; leader 3; 1 wins p9", "column 10: there is no player 3; allowed: 1 to 2"),
    ("decide --deal|p9 / b2; trump rockets; 1 wins p9", "column 10: nobody holds a card of suit 'rockets'"),
    ("decide --deal|p9 pipe b2; 1 wins p9", "column 4: 'pipe' is not a valid card"),
    ("decide --deal|9p / b2; 1 wins b2", "column 1: '9p' is not a valid card (did you mean p9?); allowed: suit"),
    ("decide --deal|p9,b2 / p2", "'b2' is not a valid value after a comma; cards of two suits have a blank between"),
    ("decide --deal|Pink9 / b2; 1 wins pink9", "column 20 (objective 1): nobody holds pink9; did you mean Pink9?"),
    ("decide --deal|p9 / b2; 1 wins exactly 1 of P9", "(task 1): nobody holds P9; did you mean p9?"),
    ("decide --deal|p9 / b2; playr 1 wins p9", "'playr 1 wins p9' is not a valid clause; did you mean '1 wins pink9'?"),
    (
        "decide --deal|hanabi; players 2; hand_size 4; deck r1",
        "'hand_size 4' is not understood; did you mean hand …? allowed: players …, ",
    ),
    ("decide --deal|hanabi; players 2; hand; deck r1", "'hand' is not understood; did you mean hand …? allowed: "),
    (
        "decide --deal|hanabi; players 2; no gain for finished suits; deck r1",
        "is not understood; did you mean no gain for a finished suit? allowed: ",
    ),
    (
        "decide --deal|hanabi solitaire; hand-size 2; deck r1",
        "'hand-size 2' is not understood; did you mean hand …? allowed: hand …, deck …, ",
    ),
    (
        "decide --deal|hackenbush; string 1,2; coalition 1",
        "'string 1,2' is not understood; did you mean strings …? allowed: strings …, ",
    ),
    ("decide --deal|p9 / b2; traump p", "'traump p' is not a valid clause; did you mean 'trump rocket'?"),
    ("decide --deal|", "--deal: column 1: hands are missing; an empty hand is written -"),
    (
        "decide --deal|p9 / b2; rules planet9",
        "unknown rules 'planet9'; did you mean planet-nine? allowed: planet-nine, ",
    ),
    ("decide --deal|p9 / rest; rules planet-nine; 1 wins p8", "2 hands: the published games are for 2 to 5 players"),
    ("review --deal|https://hanab.live/game/12", "the link holds only the number of a game; open the game, and type"),
    ("review --deal|hanab.live/history/somebody", "the link holds no game; open the game, and type /copy in its chat"),
    ("review --deal|https://www.hanab.live", "the link holds no game"),
    ("play nofile", "nofile: cannot be read: no such file or directory"),
    ("generate crew --tokens first", "'first' is not a valid order token; allowed: 1, 2, …, omega, >, >>, …"),
    ("encode ok.txt -o nodir/x", "nodir/x: cannot be written: no such file or directory"),
    ("decode ok.txt nofile", "nofile: cannot be read: no such file or directory"),
    ("reduce qbf nofile", "nofile: cannot be read: no such file or directory"),
    ("decide --generate|crew --players|--seeds 1-3", "--generate: "),
    ("decide --generate|crews|--seeds 1-3", "--generate: 'crews' is not a game; did you mean crew? allowed: crew, "),
]
"""Commands with status 1, and words of the message. A ``|`` stands before and after words that are one argument."""

WRONG_USAGE: list[tuple[str, str]] = [
    ("decide", "Missing argument 'FILE': a file (- is standard input) or --deal TEXT, one of the two"),
    ("decide ok.txt --methd all", "'--methd' is not an option; did you mean --method?"),
    ("decide ok.txt -x", "'-x' is not an option"),
    ("decide ok.txt --method al", "'--method': 'al' is not valid; did you mean all? allowed: auto, all, "),
    ("decide ok.txt --method exhaust", "'exhaust' is not valid; did you mean exhaustive? allowed: "),
    ("decide ok.txt --method prices", "unknown method 'prices' for crew; allowed: auto, all, "),
    (
        "decide ok.txt --solver glucose",
        "'--solver': 'glucose' is not valid; did you mean glucose4? allowed: glucose4, ",
    ),
    ("decide ok.txt --time-limit 0", "'--time-limit' / '-t': '0' is not valid; allowed: a number of 0.001 or more"),
    ("decide ok.txt -t 5s", "'--time-limit' / '-t': '5s' is not valid; allowed: a number of 0.001 or more"),
    ("decide ok.txt -t nan", "'nan' is not valid; allowed: a number of 0.001 or more"),
    ("decide ok.txt --jobs 0", "'--jobs' / '-j': '0' is not valid; allowed: a whole number of 1 or more"),
    ("decied ok.txt", "'decied' is not a command of 'crewsat'; did you mean decide?"),
    ("Decide ok.txt", "'Decide' is not a command of 'crewsat'; did you mean decide?"),
    ("nonsense", "'nonsense' is not a command of 'crewsat'; allowed: decide, "),
    ("--verison", "'--verison' is not an option; did you mean --version?"),
    ("help decied", "'decied' is not a command of 'crewsat'; did you mean decide?"),
    ("help decide more", "'crewsat decide' has no commands below it: 'more'"),
    ("options ok.txt extra.txt", "unexpected extra argument"),
    ("explain ok.txt --proof d", "'--proof' is not an option"),
    ("tasks 97", "97 is not a task of Mission Deep Sea; allowed: 0 to 95"),
    ("tasks pink", "pink is not a task of Mission Deep Sea; allowed: 0 to 95"),
    ("generate crew --players 0", "'--players': '0' is not valid; allowed: a whole number of 1 or more"),
    ("generate crew --players two", "'--players': 'two' is not valid; allowed: a whole number of 1 or more"),
    ("generate crews", "'crews' is not a command of 'crewsat generate'; did you mean crew?"),
    ("generate hanabi --variant nope", "'nope' is not the name of a variant of hanab.live; did you mean No Variant?"),
    ("schema crw", "'GAME': 'crw' is not valid; did you mean crew? allowed: crew, "),
    ("encode ok.txt --to cnf", "'--to': 'cnf' is not valid; did you mean dimacs? allowed: dimacs, wcnf, opb"),
    ("convert ok.txt --to yaml", "'--to': 'yaml' is not valid; allowed: json, text, "),
    ("convert ok.txt --to jso", "'--to': 'jso' is not valid; did you mean json? allowed: json, text, "),
    ("convert ok.txt", "Missing option '--to'."),
    ("verify ok.txt", "Missing argument 'ANSWER'."),
    ("audit bridge", "unknown audit 'bridge'; allowed: crew, hanabi, hackenbush, skull"),
    ("audit hanabbi", "unknown audit 'hanabbi'; did you mean hanabi? allowed: crew, "),
    ("coalitions ok.txt", "coalitions are a question about hackenbush, not about crew"),
    ("best-score ok.txt", "the best score is a question about hanabi, not about crew"),
    ("web --port 99999", "'--port': '99999' is not valid; allowed: a whole number from 0 to 65535"),
    ("web --host localhost", "'localhost' is not an IPv4 address of a machine"),
    ("decide --seeds 1-3", "--generate and --seeds need each other: what to make, and from which seeds"),
    ("decide ok.txt --color sometimes", "'--color': 'sometimes' is not valid; allowed: auto, always, never"),
    ("show ok.txt --color", "'--color': '' is not valid; allowed: auto, always, never"),
    ("schema \x1b[31mX", "'\\x1b[31mX' is not valid; allowed: crew, "),
    ("--x\u202e", "'--x\\u202e' is not an option"),
    ("decide ok.txt --x\u202e", "'--x\\u202e' is not an option"),
    ("x\u202e", "'x\\u202e' is not a command of 'crewsat'; allowed: decide, "),
    (
        "decide ok.txt extra\x9b31m.txt --jobs \u202e1",
        "'--jobs' / '-j': '\\u202e1' is not valid; allowed: a whole number",
    ),
    ("tasks 4 \u202e8", "unexpected extra argument(s) (\\u202e8)"),
]
"""Commands with status 2, and words of the message."""

UNDERSTOOD: list[tuple[str, str]] = [
    ("decide crlf.txt --brief", '"answer": "yes"'),
    ("decide --brief --deal|p9 / b2; 1 win p9", '"answer": "yes"'),
    ("decide --brief --deal|p9 / b2; player 1 takes p9", '"answer": "yes"'),
    ("decide --brief --deal|p9 / p2; leader 1; 1 takes the last trick", '"answer": "yes"'),
    ("-V", "crewsat "),
    ("help generate crew", "Usage: crewsat generate crew [OPTIONS]"),
]
"""What is not a mistake."""


def arguments(command: str) -> list[str]:
    pieces = command.split("|")
    return [
        word for k, piece in enumerate(pieces) for word in ([piece] if k % 2 else piece.split(" ")) if word or k % 2
    ]


def plain(text: str) -> str:
    """Return a message without its box; in this process the program is called root."""
    text = re.sub(r"\broot\b", "crewsat", text)
    return " ".join(re.sub("[│╭╮╰╯─]", " ", text).split())


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "message"), WRONG_INPUT)
def test_what_is_wrong_with_the_input_is_said_in_one_line_each(command: str, message: str) -> None:
    ended = run(*arguments(command))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert message in ended.stderr
    assert "Input should" not in ended.stderr


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "message"), WRONG_USAGE)
def test_what_is_wrong_with_the_usage_is_said_in_our_words(command: str, message: str) -> None:
    ended = run(*arguments(command), COLUMNS="200")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert plain(message) in plain(ended.stderr)
    assert "Input should" not in ended.stderr
    assert all(character.isprintable() or character == "\n" for character in ended.stderr)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("command", "words"), UNDERSTOOD)
def test_what_is_not_a_mistake_is_understood(command: str, words: str) -> None:
    ended = run(*arguments(command), COLUMNS="200")
    assert ended.returncode in {0, 10, 20}
    assert words in plain(ended.stdout)


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (["--players", "50"], "note: 50 players hold 40 cards, so some hands are empty and no trick can be played"),
        (["--players", "2"], "note: a real deck is dealt to 2 players, but the published games are for 2 to 5 players"),
        (["--players", "6", "--seeds", "1-3"], "note: a real deck is dealt to 6 players, but the published games"),
    ],
)
def test_deals_that_nobody_meant_are_noted_once(options: list[str], note: str) -> None:
    ended = run("generate", "crew", *options)
    assert ended.returncode == 0
    assert [line for line in ended.stderr.splitlines() if line.startswith(note)] == ended.stderr.splitlines()[:1]


@pytest.mark.parametrize(
    ("when", "options"),
    [("always", ["--color", "always"]), ("always", ["--color=always"]), ("never", ["--color", "never"])],
)
def test_colours_are_chosen_before_or_after_the_command(
    when: str, options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    command = ["show", "--deal", "a1 / a2; 1 wins a2"]
    for words in ([*options, *command], [*command, *options]):
        assert ("\x1b[" in run(*words, TERM="xterm").stdout) == (when == "always")


def test_a_clause_ends_with_its_line() -> None:
    ended = run("decide", "-", stdin="a1 / a2\nleader 1\n1 wins a2\nplayr 1 wins a1\n")
    assert ended.stderr.splitlines() == [
        "standard input: line 4, column 1: 'playr 1 wins a1' is not a valid clause; did you mean '1 wins pink9'?",
    ]
