"""What holds for every game: each thing the program can do works, or says in one line that it is not for this game.

A game that has nothing but what it must have is among them (`tests/support/countdown.py`).
"""

from __future__ import annotations

import json
import pickle
import re
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import crewsat
from benchmarks.engines import table
from benchmarks.families import FAMILIES, make
from benchmarks.measure import GAMES as MEASURED
from benchmarks.measure import measure
from crewsat.engine.asking import ask
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.parts import has
from crewsat.questions.asking import request_for
from tests.support import countdown
from tests.support.chunks import few_of
from tests.support.command import run
from tests.support.runs import deciders, task

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable
    from pathlib import Path

    from crewsat.games.instance import Instance

NAMES = (*GAMES, countdown.GAME.name)
STATUS = {"yes": 10, "no": 20}


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    name: str = request.param
    monkeypatch.setitem(GAMES, name, GAMES.get(name, countdown.GAME))
    return name


@cache
def instance_with(game: str, answer: str) -> Instance:
    """The first random instance of a game that has this answer."""
    generator = GAMES[game].generator()
    instances = (generator.with_seed(seed) for seed in count())
    found: Instance = next(one for one in instances if crewsat.decide(one).answer == answer)
    return found


def file_of(instance: Instance, folder: Path) -> Path:
    path = folder / "instance.json"
    path.write_text(instance.to_json())
    return path


def told(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return run(*arguments, TERM="dumb", COLUMNS="1000")


def not_for(game: str, ended: subprocess.CompletedProcess[str]) -> bool:
    """Whether a command says in one line that something is not for this game."""
    lines = re.findall("Invalid value: .*|.*Error: .*", ended.stderr)
    assert ended.returncode != 2 or (len(lines) == 1 and game in lines[0]), ended.stderr
    return ended.returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("answer", STATUS)
def test_files_and_texts_come_back(game: str, answer: str, tmp_path: Path) -> None:
    instance = instance_with(game, answer)
    assert crewsat.load(file_of(instance, tmp_path)) == instance
    assert crewsat.parse_text(crewsat.text_of(instance)) == instance.model_copy(update={"about": None})
    assert type(instance)(**json.loads(instance.to_json())).digest() == instance.digest()


def test_the_schema_accepts_files_and_refuses_spoiled_ones(game: str) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(told("schema", game).stdout))
    document = json.loads(instance_with(game, "yes").to_json())
    assert validator.is_valid(document)
    without_name = {key: value for key, value in document.items() if key != "game"}
    for spoiled in (without_name, {**document, "game": "chess"}, {**document, "no such key": 1}):
        assert not validator.is_valid(spoiled)


def test_everything_wrong_with_a_file_is_reported(game: str) -> None:
    document = json.loads(instance_with(game, "yes").to_json())
    with pytest.raises(crewsat.InvalidInstance) as error:
        type(instance_with(game, "yes"))(**{**document, "format": 2, "no such key": 1})
    assert sorted(defect.place for defect in error.value.defects) == ['["no such key"]', "format"]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["", "--json", "--competition", "--explain", "--count 3", "--fewest-tricks"])
@pytest.mark.parametrize("answer", STATUS)
def test_it_is_decided_or_one_line_says_why_not(game: str, answer: str, how: str, tmp_path: Path) -> None:
    ended = told("decide", file_of(instance_with(game, answer), tmp_path), *how.split())
    if not_for(game, ended):
        assert how != "--json"
        return
    assert ended.returncode == STATUS[answer], ended.stderr
    assert ended.stderr == ""
    if how == "--json":
        assert json.loads(ended.stdout)["game"] == game
        assert json.loads(ended.stdout)["answer"] == answer


@pytest.mark.slow
@pytest.mark.parametrize(("answers", "limit"), few_of([(["no"], "--time-limit 3"), (STATUS, "")]))
def test_all_methods_agree(game: str, answers: Iterable[str], limit: str, tmp_path: Path) -> None:
    for answer in answers:
        ended = told(
            "decide", file_of(instance_with(game, answer), tmp_path), "--json", "--method", "all", *limit.split()
        )
        assert set(json.loads(ended.stdout)["answers"].values()) - {"unknown"} == {answer}


@pytest.mark.slow
def test_a_yes_is_verified_and_a_corrupted_one_refuted(game: str, tmp_path: Path) -> None:
    instance = instance_with(game, "yes")
    answer = crewsat.decide(instance).as_dict()
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    ended = told("verify", file_of(instance, tmp_path), path)
    assert (ended.returncode, ended.stdout.split(":")[0]) == (0, "confirmed"), ended.stdout
    assert GAMES[game].unit in ended.stdout
    path.write_text(json.dumps({**answer, "play": answer["play"][:-1]}))
    ended = told("verify", file_of(instance, tmp_path), path)
    assert (ended.returncode, ended.stdout.split(":")[0]) == (1, "refuted")


@pytest.mark.slow
def test_a_no_is_proved_or_one_line_says_why_not(game: str, tmp_path: Path) -> None:
    path = file_of(instance_with(game, "no"), tmp_path)
    ended = told("decide", path, "--json", "--proof", tmp_path / "proofs")
    if not_for(game, ended):
        assert not (tmp_path / "proofs").exists()
        return
    (tmp_path / "answer.json").write_text(ended.stdout)
    assert json.loads(ended.stdout)["checked"] == "proof"
    assert told("verify", path, tmp_path / "answer.json").stdout.startswith("confirmed: no winning play, by a proof")


@pytest.mark.slow
def test_a_formula_is_encoded_and_decoded_or_one_line_says_why_not(game: str, tmp_path: Path) -> None:
    instance = instance_with(game, "yes")
    path = file_of(instance, tmp_path)
    ended = told("encode", path)
    if not_for(game, ended):
        (tmp_path / "solution").write_text("s SATISFIABLE\n")
        assert not_for(game, told("decode", path, tmp_path / "solution"))
        return
    formula = next(method.name for method in GAMES[game].methods if method.kind.formula)
    model = crewsat.decide(instance, method=formula).model
    assert model is not None
    (tmp_path / "solution").write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
    decoded = told("decode", path, tmp_path / "solution", "--json")
    assert decoded.returncode == STATUS["yes"], decoded.stderr
    crewsat.verify(instance, json.loads(decoded.stdout)["play"])


@pytest.mark.slow
@pytest.mark.parametrize("command", ["show", "explain", "options", "play", "least-hand"])
@pytest.mark.parametrize("answer", STATUS)
def test_other_commands_work_or_say_why_not(game: str, answer: str, command: str, tmp_path: Path) -> None:
    ended = told(command, file_of(instance_with(game, answer), tmp_path))
    if not not_for(game, ended):
        assert ended.returncode in {0, STATUS[answer]}, ended.stderr
        assert ended.stdout
        assert ended.stderr == ""


@pytest.mark.slow
def test_every_question_has_a_result_that_can_be_printed(game: str) -> None:
    instance = instance_with(game, "no")
    for name, question in GAMES[game].questions.items():
        result = ask(request_for(game, name, Options(time_limit=60)), instance)
        assert type(result) is question.result.load()
        data = json.loads(result.to_json())
        assert (data["format"], data["game"]) == (1, game)
        assert result.sentences(instance)
        assert result.printed(instance)
        assert result.page_lines(instance)
        assert GAMES[game].title in crewsat.to_html(instance, result)
        assert pickle.loads(pickle.dumps(result)) == result  # noqa: S301 - our own


def test_a_state_wins_by_hints_or_one_line_says_why_not(game: str) -> None:
    instance = instance_with(game, "yes")
    if not has(game, "state"):
        with pytest.raises(crewsat.WrongOption, match=f"State applies to .*, not to {game}$"):
            crewsat.State(instance)
        return
    state = crewsat.State(instance)
    while (move := state.hint()) is not None:
        assert move in state.legal()
        state.play(move)
    assert (state.outcome.status, state.player, state.legal()) == ("won", None, ())
    for move in reversed(state.path):
        assert state.undo() == move
    assert (state, hash(state), state.text) == (crewsat.State(instance), hash(state.copy()), crewsat.text_of(instance))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, indirect=True)  # the workers know no others
def test_batches_answer_every_game(game: str, tmp_path: Path) -> None:
    path = tmp_path / "instances.jsonl"
    path.write_text("".join(f"{instance_with(game, answer).to_json()}\n" for answer in STATUS))
    ended = told("decide", path, "--jobs", "1", "--json")
    answers: list[dict[str, Any]] = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [answer.get("answer") for answer in answers] == list(STATUS), ended.stderr


@pytest.mark.slow
def test_a_family_of_the_benchmarks_is_measured_or_there_is_none(game: str) -> None:
    instances = {name: make(name, {}, 0) for name in FAMILIES}
    families = [name for name, instance in instances.items() if instance.game == game]
    assert bool(families) == (game in MEASURED)
    for family in families[:1]:
        made = measure(task(table()["auto"], family=family))
        assert made.answer == crewsat.decide(instances[family]).answer
    while deciders():
        deciders().popitem()[1].close()


def test_generate_knows_the_game(game: str) -> None:
    generated = crewsat.parse_text(told("generate", game, "--seed", "1", "--text").stdout.strip())
    assert generated == GAMES[game].generator().with_seed(1).as_typed().model_copy(update={"about": None})


@pytest.mark.slow
def test_a_batch_says_what_is_not_for_a_game(tmp_path: Path) -> None:
    name = "hackenbush"
    path = tmp_path / "instances.jsonl"
    path.write_text(f"{instance_with(name, 'no').to_json()}\n{instance_with('crew', 'yes').to_json()}\n")
    ended = told("decide", path, "--jobs", "1", "--explain", "--json")
    first, second = map(json.loads, ended.stdout.splitlines())
    assert ended.returncode == 1
    assert first["error"] == [{"place": "game", "message": f"there are no explanations for {name}"}]
    assert second["answer"] == "yes"
