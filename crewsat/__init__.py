"""CrewSAT: exact, certified decisions about cooperative card games.

The names below are loaded when they are first used, so that ``import crewsat`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # true for type checkers; to import typing takes as long as all else that --version does
if TYPE_CHECKING:
    from crewsat.algorithms.hackenbush.berlekamp import hackenbush_value as hackenbush_value
    from crewsat.base.errors import BugFound as BugFound
    from crewsat.base.errors import CrewsatError as CrewsatError
    from crewsat.base.errors import Defect as Defect
    from crewsat.base.errors import IllegalPlay as IllegalPlay
    from crewsat.base.errors import InvalidInstance as InvalidInstance
    from crewsat.base.errors import InvalidProof as InvalidProof
    from crewsat.base.errors import NotInstalled as NotInstalled
    from crewsat.base.errors import Stopped as Stopped
    from crewsat.base.errors import Undecided as Undecided
    from crewsat.base.errors import UnknownFeature as UnknownFeature
    from crewsat.base.errors import WrongOption as WrongOption
    from crewsat.engine.export import Solution as Solution
    from crewsat.engine.export import decode as decode
    from crewsat.engine.export import encode as encode
    from crewsat.engine.export import solution_of as solution_of
    from crewsat.engine.files import load as load
    from crewsat.engine.files import load_many as load_many
    from crewsat.engine.frontend import Decider as Decider
    from crewsat.engine.frontend import decide as decide
    from crewsat.engine.frontend import decide_async as decide_async
    from crewsat.engine.many import decide_many as decide_many
    from crewsat.engine.sources import PathVerdict as PathVerdict
    from crewsat.engine.sources import QbfVerdict as QbfVerdict
    from crewsat.engine.sources import SatVerdict as SatVerdict
    from crewsat.engine.sources import hamiltonian_path as hamiltonian_path
    from crewsat.engine.sources import qbf as qbf
    from crewsat.engine.sources import three_sat as three_sat
    from crewsat.engine.verify import verify as verify
    from crewsat.engine.verify_proof import CheckedProof as CheckedProof
    from crewsat.engine.verify_proof import verify_proof as verify_proof
    from crewsat.engine.verify_strategy import verify_strategy as verify_strategy
    from crewsat.games.cards import Card as Card
    from crewsat.games.crew.deals import RandomDeal as RandomDeal
    from crewsat.games.crew.deep_sea import DeepSeaTask as DeepSeaTask
    from crewsat.games.crew.deep_sea import deep_sea_tasks as deep_sea_tasks
    from crewsat.games.crew.deep_sea_deals import DeepSeaDeal as DeepSeaDeal
    from crewsat.games.crew.instance import Crew as Crew
    from crewsat.games.crew.objective import Objective as Objective
    from crewsat.games.crew.tricks import Trick as Trick
    from crewsat.games.hackenbush.instance import Hackenbush as Hackenbush
    from crewsat.games.hackenbush.random_strings import RandomStrings as RandomStrings
    from crewsat.games.hackenbush.rules import Move as Move
    from crewsat.games.hanabi import hanab_live as hanab_live
    from crewsat.games.hanabi.decks import RandomGame as RandomGame
    from crewsat.games.hanabi.instance import Hanabi as Hanabi
    from crewsat.games.hanabi_solitaire.decks import RandomDeck as RandomDeck
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire as HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step as Step
    from crewsat.games.instance import Instance as Instance
    from crewsat.games.outcome import Outcome as Outcome
    from crewsat.games.text import parse_text as parse_text
    from crewsat.games.text import text_of as text_of
    from crewsat.games.verdict import Proof as Proof
    from crewsat.games.verdict import ProofFile as ProofFile
    from crewsat.games.verdict import Statistics as Statistics
    from crewsat.games.verdict import StrategyFile as StrategyFile
    from crewsat.games.verdict import Verdict as Verdict
    from crewsat.pages.page import to_html as to_html
    from crewsat.pages.replay import Replay as Replay
    from crewsat.problems.graph.families import graph as graph
    from crewsat.problems.graph.graph import Graph as Graph
    from crewsat.problems.graph.reading import parse_graph as parse_graph
    from crewsat.problems.qbf.families import qbf_formula as qbf_formula
    from crewsat.problems.qbf.formula import Qbf as Qbf
    from crewsat.problems.qbf.reading import parse_qdimacs as parse_qdimacs
    from crewsat.problems.three_sat.families import three_sat_formula as three_sat_formula
    from crewsat.problems.three_sat.formula import ThreeSat as ThreeSat
    from crewsat.problems.three_sat.reading import parse_three_sat as parse_three_sat
    from crewsat.questions.crew.option import Option as Option
    from crewsat.questions.crew.state import CrewState as CrewState
    from crewsat.questions.explain import explain as explain
    from crewsat.questions.explanation import Explanation as Explanation
    from crewsat.questions.explanation import Reason as Reason
    from crewsat.questions.explanation import Repair as Repair
    from crewsat.questions.frontend import best_score as best_score
    from crewsat.questions.frontend import coalitions as coalitions
    from crewsat.questions.frontend import least_hand_size as least_hand_size
    from crewsat.questions.frontend import options as options
    from crewsat.questions.frontend import winning_lines as winning_lines
    from crewsat.questions.hackenbush.options import Coalitions as Coalitions
    from crewsat.questions.hackenbush.options import CutOption as CutOption
    from crewsat.questions.hanabi.best_score import BestScore as BestScore
    from crewsat.questions.hanabi.option import ActionOption as ActionOption
    from crewsat.questions.hanabi.state import HanabiState as HanabiState
    from crewsat.questions.hanabi_solitaire.answers import StepOption as StepOption
    from crewsat.questions.hanabi_solitaire.least_hand import LeastHandSize as LeastHandSize
    from crewsat.questions.hanabi_solitaire.state import HanabiSolitaireState as HanabiSolitaireState
    from crewsat.questions.review import Review as Review
    from crewsat.questions.review import review as review
    from crewsat.questions.state import State as State
    from crewsat.reductions import hamiltonian_path_to_crew as hamiltonian_path_to_crew
    from crewsat.reductions import qbf_to_hackenbush as qbf_to_hackenbush
    from crewsat.reductions import three_sat_to_hanabi as three_sat_to_hanabi

__version__ = "0.7.1"

_HOME = {
    "ActionOption": "questions.hanabi.option",
    "BestScore": "questions.hanabi.best_score",
    "BugFound": "base.errors",
    "Card": "games.cards",
    "CheckedProof": "engine.verify_proof",
    "Coalitions": "questions.hackenbush.options",
    "Crew": "games.crew.instance",
    "CrewState": "questions.crew.state",
    "CrewsatError": "base.errors",
    "CutOption": "questions.hackenbush.options",
    "Decider": "engine.frontend",
    "DeepSeaDeal": "games.crew.deep_sea_deals",
    "DeepSeaTask": "games.crew.deep_sea",
    "Defect": "base.errors",
    "Explanation": "questions.explanation",
    "Graph": "problems.graph.graph",
    "Hackenbush": "games.hackenbush.instance",
    "Hanabi": "games.hanabi.instance",
    "HanabiSolitaire": "games.hanabi_solitaire.instance",
    "HanabiSolitaireState": "questions.hanabi_solitaire.state",
    "HanabiState": "questions.hanabi.state",
    "IllegalPlay": "base.errors",
    "Instance": "games.instance",
    "InvalidInstance": "base.errors",
    "InvalidProof": "base.errors",
    "LeastHandSize": "questions.hanabi_solitaire.least_hand",
    "Move": "games.hackenbush.rules",
    "NotInstalled": "base.errors",
    "Objective": "games.crew.objective",
    "Option": "questions.crew.option",
    "Outcome": "games.outcome",
    "PathVerdict": "engine.sources",
    "Proof": "games.verdict",
    "ProofFile": "games.verdict",
    "Qbf": "problems.qbf.formula",
    "QbfVerdict": "engine.sources",
    "RandomDeal": "games.crew.deals",
    "RandomDeck": "games.hanabi_solitaire.decks",
    "RandomGame": "games.hanabi.decks",
    "RandomStrings": "games.hackenbush.random_strings",
    "Reason": "questions.explanation",
    "Repair": "questions.explanation",
    "Replay": "pages.replay",
    "Review": "questions.review",
    "SatVerdict": "engine.sources",
    "Solution": "engine.export",
    "State": "questions.state",
    "Statistics": "games.verdict",
    "Step": "games.hanabi_solitaire.rules",
    "StepOption": "questions.hanabi_solitaire.answers",
    "Stopped": "base.errors",
    "StrategyFile": "games.verdict",
    "ThreeSat": "problems.three_sat.formula",
    "Trick": "games.crew.tricks",
    "Undecided": "base.errors",
    "UnknownFeature": "base.errors",
    "Verdict": "games.verdict",
    "WrongOption": "base.errors",
    "best_score": "questions.frontend",
    "coalitions": "questions.frontend",
    "decide": "engine.frontend",
    "decide_async": "engine.frontend",
    "decide_many": "engine.many",
    "decode": "engine.export",
    "deep_sea_tasks": "games.crew.deep_sea",
    "encode": "engine.export",
    "explain": "questions.explain",
    "graph": "problems.graph.families",
    "hackenbush_value": "algorithms.hackenbush.berlekamp",
    "hamiltonian_path": "engine.sources",
    "hanab_live": "games.hanabi",
    "hamiltonian_path_to_crew": "reductions",
    "least_hand_size": "questions.frontend",
    "load": "engine.files",
    "load_many": "engine.files",
    "options": "questions.frontend",
    "parse_graph": "problems.graph.reading",
    "parse_qdimacs": "problems.qbf.reading",
    "parse_text": "games.text",
    "parse_three_sat": "problems.three_sat.reading",
    "qbf": "engine.sources",
    "qbf_formula": "problems.qbf.families",
    "qbf_to_hackenbush": "reductions",
    "review": "questions.review",
    "solution_of": "engine.export",
    "text_of": "games.text",
    "three_sat": "engine.sources",
    "three_sat_formula": "problems.three_sat.families",
    "three_sat_to_hanabi": "reductions",
    "to_html": "pages.page",
    "verify": "engine.verify",
    "verify_proof": "engine.verify_proof",
    "verify_strategy": "engine.verify_strategy",
    "winning_lines": "questions.frontend",
}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604 - they are names


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'crewsat' has no attribute '{name}'")
    home = import_module(f"crewsat.{_HOME[name]}")
    value = getattr(home, name) if hasattr(home, name) else import_module(f"{home.__name__}.{name}")  # a module itself
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
