"""What reaches a terminal: no character of an input that a terminal obeys, or shows as something else than it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.wording import json_text
from crewsat.games.hanabi.decks import RandomGame
from tests.support.chunks import rarely
from tests.support.command import run

if TYPE_CHECKING:
    from pathlib import Path

NASTY = "\x7f\x85\x9b31m\u200b\u202e\u2066\ufeff\u00ad\U000e0041"
"""Controls from U+007F to U+009F, zero-width and bidirectional characters, a tag outside the basic plane."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with deals, a deck, a graph, a formula and answers, all full of such characters."""
    monkeypatch.chdir(tmp_path)
    about = {NASTY: NASTY}
    wanted = {"card": "a1", "owner": 2, "id": f"one{NASTY}"}
    won: dict[str, Any] = {"game": "crew", "hands": [["a1", "b2"], ["a2", "b1"]], "leader": 1, "about": about}
    won |= {"objectives": [wanted], "tasks": [{"owner": 1, "kind": "tricks", "at_most": 9, "id": f"task{NASTY}"}]}
    lost = {**won, "objectives": [{**wanted, "owner": 1}], "tasks": []}
    deck = {"game": "hanabi_solitaire", "deck": ["r2", "r1"], "hand_size": 0, "about": about}
    game: dict[str, Any] = {
        "game": "hanabi",
        "players": 2,
        "hand_size": 2,
        "deck": ["a2", "b1", "b2", "a1", "a3", "b3"],
    }
    game["variant"] = {"suits": [{"name": name, "copies": [1, 1, 1]} for name in "ab"]}
    site = json.loads(RandomGame(players=2).with_seed(1).to_json())
    site["about"] = {"players": [NASTY, "b"], "notes": NASTY, NASTY: NASTY}
    strings = {"game": "hackenbush", "strings": [[1, 2], [2, 1]], "coalition": [1], "about": about}
    for name, instance in (
        ("won", won),
        ("lost", lost),
        ("deck", deck),
        ("strings", strings),
        ("game", {**game, "about": about}),
        ("site", site),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(instance))
        verdict = crewsat.decide(crewsat.load(f"{name}.json"))
        (tmp_path / f"{name}.answer").write_text(json.dumps(verdict.as_dict()))
    view = {"view": 1, "game": "crew", "players": 2, "me": 1, "hand": ["a1", "b2"], "sizes": [2, 2], "leader": 1}
    view |= {"deck": ["a1", "a2", "b1", "b2"], "objectives": [wanted]}
    (tmp_path / "view.json").write_text(json.dumps(view))
    (tmp_path / "many.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in (won, lost, deck, {NASTY: 1})))
    graph = f"u{NASTY}"
    tree = {"nodes": [{"id": name} for name in (graph, "v", "w")]}
    tree["links"] = [{"source": one, "target": other} for one, other in ((graph, "v"), ("v", "w"))]
    (tmp_path / "graph").write_text(json.dumps(tree))
    deal = crewsat.hamiltonian_path_to_crew.reduce(crewsat.parse_graph((tmp_path / "graph").read_text()))
    (tmp_path / "graph.answer").write_text(json.dumps(crewsat.decide(deal).as_dict()))
    (tmp_path / "solution").write_text("s UNSATISFIABLE\n")
    (tmp_path / f"{NASTY}.jsonl").write_text(json.dumps(won) + "\n")
    return tmp_path


COMMANDS = (
    "decide won.json",
    "decide won.json --json",
    "decide won.json --competition",
    "decide won.json --count 3 --json",
    "decide won.json --count 3",
    "decide lost.json --explain",
    "decide lost.json --explain --json",
    "decide lost.json --competition",
    "decide lost.json --proof proofs --json",
    "decide deck.json --json",
    "decide many.jsonl --explain",
    "decide NASTY.jsonl",
    "decide NASTY.jsonl --json",
    "decide many.jsonl --explain --json",
    "decide NASTY",
    "decide game.json",
    "decide game.json --json",
    "help NASTY",
    "help decide NASTY",
    "options game.json",
    "options game.json --json",
    "best-score game.json",
    "best-score game.json --json",
    "show game.json",
    "convert game.json --to json",
    "convert game.json --to text --play game.answer",
    "convert game.json --to NASTY",
    "convert site.json --to hanab-live",
    "convert --deal NASTY --to text",
    "convert --deal https://hanab.live/replay-json/415NASTY,,0 --to text",
    "convert --deal hanab.live/replay/3NASTY --to text",
    "explain lost.json",
    "explain lost.json --json",
    "options won.json",
    "options won.json --json",
    "play won.json",
    "play NASTY",
    "advise view.json --bot greedy",
    "advise view.json --bot greedy --json",
    "advise view.json --bot NASTY",
    "advise won.json",
    "advise --view NASTY",
    "difficulty many.jsonl --bots random --deals 1 -j 1",
    "difficulty many.jsonl --bots random --deals 1 -j 1 --json",
    "difficulty NASTY --bots random",
    "tournament NASTY --generate crew --deals 1",
    "tournament random --generate NASTY --deals 1",
    "tournament random --generate crew --deals 1 --store NASTY.jsonl -j 1",
    "tasks",
    "tasks 94 --json",
    "missions",
    "missions 34 --json",
    "missions NASTY",
    "show won.json",
    "show deck.json",
    "verify won.json won.answer",
    "review won.json",
    "review won.json --json",
    "verify deck.json deck.answer",
    "encode won.json",
    "encode won.json --to wcnf",
    "encode won.json --to opb",
    "decode won.json solution --json",
    "decide strings.json --json",
    "decide strings.json --strategy kept",
    "show strings.json",
    "options strings.json",
    "coalitions strings.json",
    "coalitions strings.json --json",
    "least-hand deck.json",
    "least-hand deck.json --json",
    "generate crew",
    "generate hanabi_solitaire",
    "generate hanabi",
    "generate hanabi --variant NASTY",
    "schema crew",
    "schema hanabi",
    "methods --json",
    "reduce hamiltonian-path graph",
    "reduce hamiltonian-path graph --answer graph.answer",
    "reduce hamiltonian-path graph --answer graph.answer --json",
    "reduce 3sat figure-2",
    "reduce qbf figure-2",
    "reduce qbf NASTY",
    "reduce qbf figure-2 --coalition NASTY",
    "tiny-crew value --tasks NASTY",
    "tiny-crew evaluate NASTY",
    "tiny-crew show many.jsonl --hand NASTY",
    "skull simulate --players 3 --games 5 --rule NASTY",
    "skull simulate --players 3 --games 5 --rule win=NASTY",
    "skull bounds --players NASTY",
    "skull tables --games 1",
    "sweep run --game NASTY --deals 1 --store store",
    "sweep run --deals 1 --store store --players NASTY",
    "sweep show won.json NASTY 1",
    "sweep page many.jsonl --output NASTY",
    "web --host NASTY",
    "serve --jobs NASTY",
    "audit crew lemma-6.2-time --json --jobs 1",
    "audit crew lemma-6.2-time --jobs 1",
)

LONG = {"audit crew lemma-6.2-time --jobs 1", "skull tables --games 1"}
"""Of these, those that take seconds: for the long evidence only."""


@pytest.mark.slow
@pytest.mark.parametrize("command", rarely(COMMANDS, LONG))
@pytest.mark.usefixtures("folder")
def test_nothing_a_terminal_obeys_is_printed(command: str) -> None:
    """`crewsat decide --json` printed ids, `about` and names of vertices as they were."""
    told = run(*(NASTY.join(word.split("NASTY")) for word in command.split()))
    assert "Traceback" not in told.stderr
    for text in (told.stdout, told.stderr):
        bad = {character for character in text if not character.isprintable() and character != "\n"}
        assert not bad, [hex(ord(character)) for character in sorted(bad)]
    if "--json" in command:
        assert told.stdout
        assert all(json.loads(line) for line in told.stdout.splitlines())


def test_nothing_is_lost_by_it(folder: Path) -> None:
    answer = json.loads(run("decide", "won.json", "--json").stdout)
    assert answer["about"] == {NASTY: NASTY}
    assert answer["assignment"] == {f"one{NASTY}": 2}
    instance = crewsat.load(folder / "won.json")
    assert crewsat.Crew(**json.loads(instance.to_json())) == instance
    texts = [NASTY, "", "é粉🂡", "\\u0041", 'a\n\t"b', "\ud800"]
    assert json.loads(json_text(texts)) == texts
    assert json.loads(json_text(texts, indent=2)) == texts
    assert json_text(["é粉🂡"]) == '["é粉🂡"]'
    assert json_text(texts, ascii_only=True).isascii()


def test_every_command_is_tried() -> None:
    from crewsat.cli.commands import COMMANDS as SINGLE  # noqa: PLC0415 - typer
    from crewsat.cli.commands import GROUPS  # noqa: PLC0415

    assert {*SINGLE, *GROUPS} == {command.split()[0] for command in COMMANDS}
