"""Scope is closed by default: whatever reads an instance refuses one with a feature that it does not know."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import UnknownFeature
from crewsat.engine.asking import ask
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.scope import reader_of
from crewsat.questions.asking import request_for
from crewsat.web.questions import QUESTIONS, answered
from tests.support.command import run
from tests.support.house import dotted, modules
from tests.support.odd_games import KNOWN, odd_filter, odd_game, odd_instance, samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.engine.many import Given

TYPES = {"Crew", "Hanabi", "HanabiSolitaire", "Hackenbush"}
"""The types of instances."""

UNMARKED = {
    "crewsat.algorithms.crew.bounds.refuted_if_known": "compares the features itself",
    "crewsat.algorithms.crew.quick.worth_playing": "compares the features itself",
    "crewsat.algorithms.crew.quick.worth_relaxing": "compares the features itself",
    "crewsat.algorithms.crew.needs": "what goals need, for bounds, which are marked",
    "crewsat.algorithms.crew.scope": "parts of the special cases, which are marked",
    "crewsat.algorithms.hanabi_solitaire.copies": "the copies that must be held, for methods, which are marked",
    "crewsat.algorithms.hanabi_solitaire.line": "the play of methods, which are marked",
    "crewsat.algorithms.hackenbush.positions": "for the method, which is marked",
    "crewsat.algorithms.hackenbush.printed": "for the method, which is marked",
    "crewsat.algorithms.hanabi_solitaire.table.is_small": "asked of what the method knows",
    "crewsat.studies.audit": "about instances that the audits make",
    "crewsat.engine.frontend.decide": "asks methods, which say what they know",
    "crewsat.questions.crew": "parts of the explanation, which is marked",
    "crewsat.games.crew.asked": "words for pages, which are marked",
    "crewsat.games.crew.passing": "puts a pass among the tricks for whoever has found it, which is marked",
    "crewsat.games.crew.text_choices": "parts of the text form, which is marked",
    "crewsat.games.crew.notes": "says what looks like a mistake; what it does not know looks like none",
    "crewsat.games.crew.subsets": "pairs and shares, for whoever has dropped demands, which is marked",
    "crewsat.games.crew.replaying": "calls `Table`, which is marked",
    "crewsat.games.hanabi.rules": "calls `Table`, which is marked",
    "crewsat.games.hanabi_solitaire.rules": "calls `Table`, which is marked",
    "crewsat.games.hackenbush.rules": "a step of the referee, which is marked where it begins",
    "crewsat.games.hanabi.conversion": "calls `hanab_live`, which is marked",
    "crewsat.games.hanabi.features": "derives them",
    "crewsat.games.hanabi.record": "for `hanab_live`, which is marked",
    "crewsat.games.hanabi.replay_text": "for `hanab_live`, which is marked",
    "crewsat.questions": "parts of questions, which are marked",
    "crewsat.reductions": "reads what a reduction has noted about an instance, not its fields",
    "crewsat.report.crew.choices": "parts of the report, which is marked",
    "crewsat.report.crew.tables": "parts of the report, which is marked",
    "benchmarks": "about instances that they make",
    "crewsat_encodings": "parts of encodings, which are marked",
}
"""Where functions and classes take an instance and are not marked, and why; also below."""


def takes_an_instance(function: ast.FunctionDef, place: int) -> bool:
    """Whether the argument at this place is an instance of a game."""
    arguments = [*function.args.posonlyargs, *function.args.args][place : place + 1]
    types = (node for one in arguments if one.annotation for node in ast.walk(one.annotation))
    names = (getattr(node, "id", getattr(node, "attr", None)) for node in types)
    return not TYPES.isdisjoint(names)


def is_marked(node: ast.FunctionDef | ast.ClassDef) -> bool:
    calls = (one.func for one in node.decorator_list if isinstance(one, ast.Call))
    return any(isinstance(function, ast.Name) and function.id == "reads" for function in calls)


def public() -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """All functions and classes that are nobody's own, each with its name and that of its module."""
    for path in modules():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                yield f"{dotted(path)}:{node.name}", node


@cache
def readers(game: str) -> dict[str, Callable[..., Any]]:
    """What is marked as a reader of instances of a game, by name."""
    names = [name for name, node in public() if is_marked(node) and not name.startswith("benchmarks.z3")]
    codes = {name: getattr(import_module(module), code) for name in names for module, _, code in [name.partition(":")]}
    found = {name: code for name, code in codes.items() if reader_of(code).knows <= KNOWN[game]}
    assert len(found) > 5, game
    return found


@pytest.mark.slow
def test_whoever_takes_an_instance_is_marked_or_says_why_not() -> None:
    used, unexplained = set(), []
    for name, node in public():
        makes = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        functions = [(node, 0)] if isinstance(node, ast.FunctionDef) else [(one, 1) for one in makes]
        if any(takes_an_instance(*one) for one in functions) and not is_marked(node):
            why = [place for place in UNMARKED if f"{name.replace(':', '.')}.".startswith(f"{place}.")]
            used.update(why)
            unexplained += [] if why else [name]
    assert not unexplained, "they take an instance: mark them by `crewsat.games.scope.reads`"
    assert used == UNMARKED.keys()


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_every_reader_refuses_what_nobody_knows(game: str) -> None:
    odd = [(odd_instance(game), "parity"), *([(odd_filter(), "tricks.parity")] if game == "crew" else [])]
    for name, code in readers(game).items():
        for instance, feature in odd:
            with pytest.raises(UnknownFeature) as error:
                code(instance)
            assert feature in error.value.features, name
            assert error.value.who == reader_of(code).who, name


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_every_reader_refuses_what_it_does_not_know(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, code in readers(game).items():
        reader = reader_of(code)
        for feature in sorted(reader.knows):
            with monkeypatch.context() as patch:
                patch.setattr(reader, "knows", reader.knows - {feature})
                with pytest.raises(UnknownFeature) as error:
                    code(samples(game)[feature])
            assert feature in error.value.features, name


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_no_method_is_asked_about_what_it_does_not_know(game: str) -> None:
    for method in GAMES[game].methods:
        assert method.knows <= KNOWN[game]
        for feature in sorted(method.knows):
            instance, without = samples(game)[feature], replace(method, knows=method.knows - {feature})
            assert not without.suits(instance)
            with pytest.raises(UnknownFeature, match=f"method '{method.name}' does not support") as error:
                without.check(instance)
            assert feature in error.value.features


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_no_question_is_asked_about_what_it_does_not_know(game: str) -> None:
    for name, question in GAMES[game].questions.items():
        with pytest.raises(UnknownFeature, match=f"the question '{name.replace('_', '-')}' does not support 'parity'"):
            ask(request_for(game, name, Options()), odd_instance(game))
        assert question.knows <= KNOWN[game]
        for feature in sorted(question.knows):
            with pytest.raises(UnknownFeature) as error:
                replace(question, knows=question.knows - {feature}).check(samples(game)[feature])
            assert feature in error.value.features, name


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_a_method_in_the_table_knows_what_its_code_knows(game: str) -> None:
    for method in GAMES[game].methods:
        code = method.load()
        marked = [code, *getattr(code, "__mro__", ())]
        known = [reader_of(one).knows for one in marked if is_closed(one)]
        assert known[:1] == [method.knows] or method.name == "cnf-tricks", method.name


def is_closed(code: Callable[..., Any]) -> bool:
    try:
        reader_of(code)
    except (KeyError, TypeError):  # no function of ours
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_what_no_method_knows_is_not_decided(game: str) -> None:
    odd = odd_instance(game)
    for method in ("auto", "all"):
        verdict = crewsat.decide(odd, method=method)
        assert (verdict.answer, verdict.reason) == ("unknown", "incomplete")
        assert verdict.notes[-1] == "no method supports 'parity'"
    for one in GAMES[game].methods:
        with pytest.raises(UnknownFeature, match=f"method '{one.name}' does not support 'parity'"):
            crewsat.decide(odd, method=one.name)


@pytest.mark.slow
def test_of_many_each_such_instance_is_an_error_in_its_place() -> None:
    deal = crewsat.parse_text("a1 b2 / a2 b1; leader 1; 1 wins b1")
    given: list[Given] = [odd_instance("crew"), deal, partial(odd_instance, "crew")]
    bad, verdict, made = crewsat.decide_many(given, jobs=1, method="exhaustive")
    assert isinstance(verdict, crewsat.Verdict)
    assert verdict.answer == "yes"
    for error in (bad, made):
        assert isinstance(error, crewsat.InvalidInstance)
        assert str(error) == "method 'exhaustive' does not support 'parity'"


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_the_local_page_says_so(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, game, odd_game(game))
    body = json.dumps({"deal": odd_instance(game).to_json(), "move": "a1"}).encode()
    said = {}
    for name in QUESTIONS:
        answer = json.loads(answered(name, body, 5.0, str(tmp_path / "files"), deadline=None, note=lambda _: None))
        said[name] = [error["message"] for error in answer.get("error", ())]
    assert all(len(messages) == 1 for messages in said.values()), said
    assert any("does not support 'parity'" in messages[0] for messages in said.values()), said


COMMANDS = (
    *("decide --method all", "decide --proof proof", "explain", "options", "review", "show", "show --html page.html"),
    *("convert --to text", "encode", "verify {answer}", "best-score", "least-hand", "coalitions", "play"),
)
"""Commands about one instance, which is named first."""


@pytest.mark.slow
@pytest.mark.parametrize("game", KNOWN)
def test_every_command_says_so_in_one_line(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, game, odd_game(game))
    monkeypatch.chdir(tmp_path)
    Path("odd.json").write_text(odd_instance(game).to_json())
    Path("answer.json").write_text(json.dumps({"game": game, "answer": "yes", "play": []}))
    for command in (*COMMANDS, *(f"decide --method {method.name}" for method in GAMES[game].methods)):
        name, *options = command.format(answer="answer.json").split()
        ended = run(name, "odd.json", *options, TERM="dumb", COLUMNS="1000")
        proves = command == "decide --proof proof" and any(method.proof for method in GAMES[game].methods)
        if proves or command == "decide --method all":
            assert (ended.returncode, ended.stderr) == (0, "note: no method supports 'parity'\n"), command
            continue
        assert ended.returncode == 2, (command, ended)
        assert ended.stdout == "", command
        other = re.findall("Invalid value: .*|.*Error: .*", ended.stderr)
        assert len(other) == 1 or re.fullmatch(".* does not support 'parity'\n", ended.stderr), (command, ended.stderr)
