"""CrewSAT: exact, certified decisions about cooperative card games.

The names below are loaded when they are first used, so that ``import crewsat`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crewsat.decision import Decider, decide, decide_async, decide_many
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
    from crewsat.export import Solution, decode, encode, solution_of
    from crewsat.files import load, load_many
    from crewsat.formulas.families import three_sat_formula
    from crewsat.formulas.reading import parse_three_sat
    from crewsat.formulas.three_sat import ThreeSat
    from crewsat.games.cards import Card
    from crewsat.games.crew.deals import RandomDeal
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.rules import Trick
    from crewsat.games.hanabi.decks import RandomDeck
    from crewsat.games.hanabi.instance import HanabiSolitaire
    from crewsat.games.hanabi.rules import Step
    from crewsat.games.instance import Instance
    from crewsat.games.text import parse_text, text_of
    from crewsat.graphs.families import graph
    from crewsat.graphs.graph import Graph
    from crewsat.graphs.reading import parse_graph
    from crewsat.hand_size import LeastHandSize, least_hand_size
    from crewsat.proofs.verifying import CheckedProof, verify_proof
    from crewsat.questions import Option, options, winning_lines
    from crewsat.reductions import hamiltonian_path_to_crew, three_sat_to_hanabi
    from crewsat.sources import PathVerdict, SatVerdict, hamiltonian_path, three_sat
    from crewsat.verdict import Proof, ProofFile, Statistics, Verdict
    from crewsat.verification import verify

__version__ = "0.7.1"

_HOME = {
    "BugFound": "errors",
    "Card": "games.cards",
    "CheckedProof": "proofs.verifying",
    "Crew": "games.crew.instance",
    "CrewsatError": "errors",
    "Decider": "decision",
    "Defect": "errors",
    "Explanation": "explaining",
    "Graph": "graphs.graph",
    "HanabiSolitaire": "games.hanabi.instance",
    "IllegalPlay": "errors",
    "Instance": "games.instance",
    "InvalidInstance": "errors",
    "InvalidProof": "errors",
    "LeastHandSize": "hand_size",
    "NotInstalled": "errors",
    "Objective": "games.crew.objective",
    "Option": "questions",
    "PathVerdict": "sources",
    "Proof": "verdict",
    "ProofFile": "verdict",
    "RandomDeal": "games.crew.deals",
    "RandomDeck": "games.hanabi.decks",
    "Reason": "explaining",
    "Repair": "explaining",
    "SatVerdict": "sources",
    "Solution": "export",
    "Statistics": "verdict",
    "Step": "games.hanabi.rules",
    "Stopped": "errors",
    "ThreeSat": "formulas.three_sat",
    "Trick": "games.crew.rules",
    "Undecided": "errors",
    "Verdict": "verdict",
    "WrongOption": "errors",
    "decide": "decision",
    "decide_async": "decision",
    "decide_many": "decision",
    "decode": "export",
    "encode": "export",
    "explain": "explaining",
    "graph": "graphs.families",
    "hamiltonian_path": "sources",
    "hamiltonian_path_to_crew": "reductions",
    "least_hand_size": "hand_size",
    "load": "files",
    "load_many": "files",
    "options": "questions",
    "parse_graph": "graphs.reading",
    "parse_text": "games.text",
    "parse_three_sat": "formulas.reading",
    "solution_of": "export",
    "text_of": "games.text",
    "three_sat": "sources",
    "three_sat_formula": "formulas.families",
    "three_sat_to_hanabi": "reductions",
    "verify": "verification",
    "verify_proof": "proofs.verifying",
    "winning_lines": "questions",
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
