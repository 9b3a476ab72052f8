"""CrewSAT: exact, certified decisions about cooperative card games.

The names below are loaded when they are first used, so that ``import crewsat`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.engine.export import Solution, decode, encode, solution_of
    from crewsat.engine.frontend import Decider, decide, decide_async, decide_many
    from crewsat.engine.sources import PathVerdict, SatVerdict, hamiltonian_path, three_sat
    from crewsat.engine.verify import verify
    from crewsat.engine.verify_proof import CheckedProof, verify_proof
    from crewsat.errors import (
        BugFound,
        CrewsatError,
        Defect,
        IllegalPlay,
        InvalidInstance,
        InvalidProof,
        NotInstalled,
        Stopped,
        Undecided,
        WrongOption,
    )
    from crewsat.explaining import Explanation, Reason, Repair, explain
    from crewsat.files import load, load_many
    from crewsat.games.cards import Card
    from crewsat.games.crew.deals import RandomDeal
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.hanabi_solitaire.decks import RandomDeck
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.games.text import parse_text, text_of
    from crewsat.problems.graph.families import graph
    from crewsat.problems.graph.graph import Graph
    from crewsat.problems.graph.reading import parse_graph
    from crewsat.problems.three_sat.families import three_sat_formula
    from crewsat.problems.three_sat.formula import ThreeSat
    from crewsat.problems.three_sat.reading import parse_three_sat
    from crewsat.questions.crew import Option
    from crewsat.questions.frontend import least_hand_size, options, winning_lines
    from crewsat.questions.hanabi_solitaire import LeastHandSize
    from crewsat.reductions import hamiltonian_path_to_crew, three_sat_to_hanabi
    from crewsat.verdict import Proof, ProofFile, Statistics, Verdict

__version__ = "0.7.1"

_HOME = {
    "BugFound": "errors",
    "Card": "games.cards",
    "CheckedProof": "engine.verify_proof",
    "Crew": "games.crew.instance",
    "CrewsatError": "errors",
    "Decider": "engine.frontend",
    "Defect": "errors",
    "Explanation": "explaining",
    "Graph": "problems.graph.graph",
    "HanabiSolitaire": "games.hanabi_solitaire.instance",
    "IllegalPlay": "errors",
    "Instance": "games.instance",
    "InvalidInstance": "errors",
    "InvalidProof": "errors",
    "LeastHandSize": "questions.hanabi_solitaire",
    "NotInstalled": "errors",
    "Objective": "games.crew.objective",
    "Option": "questions.crew",
    "PathVerdict": "engine.sources",
    "Proof": "verdict",
    "ProofFile": "verdict",
    "RandomDeal": "games.crew.deals",
    "RandomDeck": "games.hanabi_solitaire.decks",
    "Reason": "explaining",
    "Repair": "explaining",
    "SatVerdict": "engine.sources",
    "Solution": "engine.export",
    "Statistics": "verdict",
    "Step": "games.hanabi_solitaire.rules",
    "Stopped": "errors",
    "ThreeSat": "problems.three_sat.formula",
    "Trick": "games.crew.tricks",
    "Undecided": "errors",
    "Verdict": "verdict",
    "WrongOption": "errors",
    "decide": "engine.frontend",
    "decide_async": "engine.frontend",
    "decide_many": "engine.frontend",
    "decode": "engine.export",
    "encode": "engine.export",
    "explain": "explaining",
    "graph": "problems.graph.families",
    "hamiltonian_path": "engine.sources",
    "hamiltonian_path_to_crew": "reductions",
    "least_hand_size": "questions.frontend",
    "load": "files",
    "load_many": "files",
    "options": "questions.frontend",
    "parse_graph": "problems.graph.reading",
    "parse_text": "games.text",
    "parse_three_sat": "problems.three_sat.reading",
    "solution_of": "engine.export",
    "text_of": "games.text",
    "three_sat": "engine.sources",
    "three_sat_formula": "problems.three_sat.families",
    "three_sat_to_hanabi": "reductions",
    "verify": "engine.verify",
    "verify_proof": "engine.verify_proof",
    "winning_lines": "questions.frontend",
}

__all__ = [
    "BugFound",
    "Card",
    "CheckedProof",
    "Crew",
    "CrewsatError",
    "Decider",
    "Defect",
    "Explanation",
    "Graph",
    "HanabiSolitaire",
    "IllegalPlay",
    "Instance",
    "InvalidInstance",
    "InvalidProof",
    "LeastHandSize",
    "NotInstalled",
    "Objective",
    "Option",
    "PathVerdict",
    "Proof",
    "ProofFile",
    "RandomDeal",
    "RandomDeck",
    "Reason",
    "Repair",
    "SatVerdict",
    "Solution",
    "Statistics",
    "Step",
    "Stopped",
    "ThreeSat",
    "Trick",
    "Undecided",
    "Verdict",
    "WrongOption",
    "__version__",
    "decide",
    "decide_async",
    "decide_many",
    "decode",
    "encode",
    "explain",
    "graph",
    "hamiltonian_path",
    "hamiltonian_path_to_crew",
    "least_hand_size",
    "load",
    "load_many",
    "options",
    "parse_graph",
    "parse_text",
    "parse_three_sat",
    "solution_of",
    "text_of",
    "three_sat",
    "three_sat_formula",
    "three_sat_to_hanabi",
    "verify",
    "verify_proof",
    "winning_lines",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'crewsat' has no attribute '{name}'")
    value = getattr(import_module(f"crewsat.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
