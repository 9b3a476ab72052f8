"""One table of options: the signatures of the library and the command line say what it says."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_type_hints

import pytest

import crewsat
from crewsat.base.errors import WrongOption
from crewsat.cli.decide import decide
from crewsat.cli.encode import decode, encode
from crewsat.cli.explain import explain as explain_command
from crewsat.cli.least_hand import least_hand
from crewsat.cli.options import options
from crewsat.cli.verify import verify
from crewsat.engine import frontend
from crewsat.engine.limits import MEMORY_LIMIT, PROOF_LIMIT
from crewsat.engine.options import Keywords, Options
from crewsat.games import GAMES
from crewsat.games.question import LIMITS
from crewsat.questions import frontend as questions
from crewsat.questions.asking import AfterDecision, request_for
from crewsat.questions.explain import Explaining, explain

if TYPE_CHECKING:
    from collections.abc import Callable

TABLE = {field.name: field for field in fields(Options)}
WORDS = {name: field.metadata["typer"] for name, field in TABLE.items()}


def keywords_of(function: Callable[..., Any], *, evaluated: bool = False) -> dict[str, inspect.Parameter]:
    """The keyword arguments of a function that are options of the table."""
    return {n: one for n, one in inspect.signature(function, eval_str=evaluated).parameters.items() if n in TABLE}


def test_decide_and_the_keywords_of_the_others_have_each_option_of_the_table() -> None:
    signature = keywords_of(frontend.decide)
    types = {name: field.type for name, field in TABLE.items()}
    assert list(signature) == list(TABLE)
    assert {name: one.annotation for name, one in signature.items()} == types
    assert {name: one.default for name, one in signature.items()} == {n: f.default for n, f in TABLE.items()}
    assert get_type_hints(Keywords) == get_type_hints(Options)


@pytest.mark.parametrize("function", [questions.options, questions.winning_lines, questions.least_hand_size, explain])
def test_questions_declare_options_as_the_table_does(function: Callable[..., Any]) -> None:
    found = keywords_of(function)
    assert set(found) == {"solver", "time_limit", "memory_limit", "seed"}
    for name, one in found.items():
        assert (one.annotation, one.default) == (TABLE[name].type, TABLE[name].default)


@pytest.mark.parametrize("name", sorted({name for game in GAMES.values() for name in game.questions}))
def test_questions_and_their_functions_take_the_same_options(name: str) -> None:
    """The function is for all games that have the question; one without a formula takes fewer options."""
    records = [game.questions[name] for game in GAMES.values() if name in game.questions]
    function = getattr(crewsat, name)
    own = {"narrow"} & inspect.signature(function).parameters.keys()
    allowed = set(keywords_of(function)) | own
    assert all(record.options <= allowed for record in records)
    assert {*records[0].options}.union(*(record.options for record in records)) == allowed
    assert all(record.name == name and record.options >= LIMITS for record in records)


GIVEN: dict[str, Any] = {
    "method": "exhaustive",
    "solver": "cadical195",
    "seed": 1,
    "fewest_tricks": True,
    "strategy": "s.jsonl",
    "proof": "p",
}
"""A value for each option that not every question takes."""


@pytest.mark.parametrize("game", GAMES)
def test_a_question_refuses_the_options_it_does_not_take(game: str) -> None:
    instance = GAMES[game].generator().with_seed(1)
    for name, question in GAMES[game].questions.items():
        request = request_for(game, name, Options())
        if isinstance(request, AfterDecision):  # what it does not need is for the decision
            continue
        for option in GIVEN.keys() - question.options:
            with pytest.raises(WrongOption, match=f"takes no {option}|a {option} does not apply"):
                request_for(game, name, Options(**{option: GIVEN[option]})).check(instance)


def test_a_solver_that_answers_once_cannot_be_asked_for_options() -> None:
    deal = crewsat.parse_text("a1 / a2; leader 1; 1 wins a1")
    with pytest.raises(WrongOption, match="unknown solver 'kissat'; allowed: glucose4"):
        crewsat.options(deal, solver="kissat")
    with pytest.raises(WrongOption, match="unknown solver 'kissat'; allowed: glucose4"):
        request_for("crew", "options", Options(solver="kissat")).check(deal)


def test_what_is_awaited_can_be_told_from_what_is_not() -> None:
    state = crewsat.State(crewsat.parse_text("a1 / a2; leader 1; 1 wins a1"))
    awaited = [crewsat.decide_async, state.winnable_async, state.options_async, state.hint_async]
    assert all(inspect.iscoroutinefunction(function) for function in awaited)
    assert not inspect.iscoroutinefunction(crewsat.decide)


def test_a_decision_that_needs_a_child_takes_what_follows_it_there() -> None:
    deal = crewsat.parse_text("a1 / a2; leader 1; 1 wins a1")
    for method, apart in (("cpsat", True), ("asp", True), ("auto", False), ("cnf-tricks", False)):
        request = Explaining(Options(method=method))
        assert request.needs_child(deal, request.limits()) is apart
        known = Explaining(Options(method=method), verdict=crewsat.decide(deal))
        assert not known.needs_child(deal, Options().limits())


def test_an_option_that_a_function_does_not_take_is_refused_by_its_name() -> None:
    wrong: Any = {"colour": 1}
    for name in ("decide", "options", "coalitions", "review"):
        with pytest.raises(TypeError, match=rf"^{name}\(\) got an unexpected keyword argument 'colour'$"):
            getattr(crewsat, name)(crewsat.parse_text("a1; 1 wins a1"), **wrong)


@pytest.mark.parametrize(
    ("command", "number"),
    [(decide, 9), (options, 4), (explain_command, 4), (least_hand, 4), (verify, 2), (encode, 1), (decode, 1)],
)
def test_commands_take_defaults_and_ranges_from_the_table(command: Callable[..., Any], number: int) -> None:
    """A command may have words of its own, for what an option means there, but no range and no default."""
    declared = keywords_of(command, evaluated=True)
    assert len(declared) == number
    for name, one in declared.items():
        (about,) = one.annotation.__metadata__
        assert one.default == TABLE[name].default
        assert {key: about.more[key] for key in ("metavar", "min")} == {
            key: WORDS[name][key] for key in ("metavar", "min")
        }
        assert command is not decide or about.more["help"] == WORDS[name]["help"]


@pytest.mark.parametrize(
    ("keywords", "words"),
    [
        ({"solver": "z3"}, "unknown solver 'z3'; allowed: glucose4, "),
        ({"time_limit": "1"}, "time_limit must be a positive number, not '1'"),
        ({"time_limit": True}, "time_limit must be a positive number, not True"),
        ({"memory_limit": 0}, "memory_limit must be a positive number, not 0"),
        ({"memory_limit": float("nan")}, "memory_limit must be a positive number, not nan"),
        (
            {"proof": ".", "proof_limit": 10**400},
            "proof_limit must be a positive number, not a number of more",
        ),
        ({"seed": 1.5}, "seed must be a whole number, not 1.5"),
        ({"seed": False}, "seed must be a whole number, not False"),
        ({"fewest_tricks": 1}, "fewest_tricks must be True or False, not 1"),
        ({"proof": ""}, "proof must name a folder"),
        ({"proof": b"x"}, "proof must be a folder with a name in UTF-8"),
        ({"proof_limit": 1.0}, "proof_limit bounds a proof, but no proof is requested"),
    ],
)
def test_each_value_is_checked(keywords: dict[str, Any], words: str) -> None:
    with pytest.raises(WrongOption) as caught:
        Options(**keywords)
    assert str(caught.value).startswith(words)


def test_limits_are_what_was_asked_for() -> None:
    limits = Options().limits()
    assert (limits.deadline, limits.max_bytes, limits.resident) == (None, MEMORY_LIMIT * 1e6, False)
    assert limits.proof_bytes == PROOF_LIMIT * 1e6
    endless = Options(time_limit=float("inf"), memory_limit=float("inf")).limits()
    assert (endless.deadline, endless.max_bytes, endless.resident) == (None, None, True)
    with pytest.raises(WrongOption, match="unknown solver 'kissat'; allowed: cadical195"):
        Options(solver="kissat").check_solver(("cadical195",))
