"""How the help is laid out: commands and options in groups, and examples under each command.

Examples can be typed as they are, in any folder; those of the local page and of long-running programs are not run by
the tests.
"""

from __future__ import annotations

COMMANDS = {
    "Answers": ("decide", "explain", "options", "review", "best-score", "least-hand", "coalitions", "verify"),
    "Instances": ("generate", "show", "convert", "play", "web", "serve"),
    "Hidden hands": ("advise", "difficulty", "tournament"),
    "Shares": ("sweep",),
    "Formulas and reductions": ("encode", "decode", "reduce"),
    "Studies": ("audit", "tiny-crew", "skull"),
    "About the program": ("tasks", "missions", "methods", "schema", "help"),
}
"""The commands, by group."""

OPTIONS = {
    "Input": ("deal", "generate", "seeds", "lines", "form", "number"),
    "Search": ("method", "solver", "fewest_tricks", "algorithm", "iterations", "recall"),
    "Quantities": (*("least_hand", "openings", "random", "greedy", "winning_lines", "dropped", "rescued", "lemmas"),),
    "Limits": ("time_limit", "memory_limit", "proof_limit", "size_limit"),
    "Many instances": ("jobs", "retry", "solvable", "unsolvable"),
    "Certificates": ("proof", "proofs", "strategy", "explain"),
    "Output": (
        *("output", "json", "brief", "competition", "count", "show", "full", "html", "svg", "page", "plot", "text"),
        "narrow",
    ),
}
"""The options of commands, by group and by the names of their parameters; the others come first."""

_LEARN = "crewsat tiny-crew learn --colours 2 --iterations 20 --output policy.jsonl"

_DIFFICULTY = 'crewsat difficulty --generate "crew --values 4 --objectives 2" --deals 5'
_SWEEP = "crewsat sweep run --players 3,4 --objectives 1-2 --deals 20"
EXAMPLES = {
    "decide": (
        'crewsat decide --deal "pink9 blue2 / pink2 blue5; leader 1; 1 wins pink9"',
        "crewsat generate crew --players 4 --objectives 5 --seed 7 | crewsat decide - --json",
        'crewsat decide --generate "crew --players 3 --objectives 6" --seeds 1-20 --time-limit 10',
    ),
    "explain": ('crewsat explain --deal "a1,2 c5 / a3 b2 c2; 1 wins a1 [1]; 2 wins a3 [2]"',),
    "options": ('crewsat options --deal "a1 b2 / a2 b1; leader 1; 1 wins b1"',),
    "review": ('crewsat review --deal "a1 b2 / a2 b1; leader 1; 1 wins b1; played b2 b1; dealt"',),
    "best-score": ("crewsat generate hanabi --players 3 --seed 1 | crewsat best-score -",),
    "least-hand": ("crewsat generate hanabi_solitaire --colours 3 --values 5 --seed 1 | crewsat least-hand -",),
    "coalitions": ("crewsat generate hackenbush --players 3 --strings 4 --seed 1 | crewsat coalitions -",),
    "verify": (
        'crewsat decide --deal "a1 / a2; 2 wins a2" --json > answer.json',
        'crewsat convert --deal "a1 / a2; 2 wins a2" --to json > deal.json',
        "crewsat verify deal.json answer.json",
    ),
    "show": ("crewsat generate crew --seed 1 | crewsat show -",),
    "convert": ("crewsat generate crew --seed 1 | crewsat convert - --to text",),
    "play": ('crewsat play --deal "a1 b2 / a2 b1; leader 1; 1 wins b1"',),
    "web": ("crewsat web --open", "crewsat web --lan"),
    "serve": ("crewsat serve", "crewsat serve --mcp"),
    "encode": (
        'crewsat encode --deal "a1 b2 / a2 b1; leader 1; 1 wins b1" --to dimacs',
        'crewsat encode --deal "a1 b2 / a2 b1; leader 1; 1 wins b1" --to pddl --output pddl',
    ),
    "decode": (
        "crewsat encode deal.json --to dimacs > deal.cnf",
        "cadical deal.cnf > solution.txt",
        "crewsat decode deal.json solution.txt",
    ),
    "advise": (
        'crewsat convert --deal "a1 b2 / a2 b1; leader 1; 1 wins b1" --view-of 1 | crewsat advise - --bot greedy',
    ),
    "difficulty": (
        'crewsat difficulty --generate "crew --players 3 --objectives 2" --deals 5 --bots greedy,random',
        f'{_DIFFICULTY} --bots greedy --against "crew --values 4 --objectives 3"',
    ),
    "tournament": ('crewsat tournament random greedy --generate "crew --objectives 2" --deals 20 --store games.jsonl',),
    "sweep run": (
        f"{_SWEEP} --store shares.sqlite",
        'crewsat sweep run --tokens "none / 1,2" --deals 9 --store a.sqlite',
    ),
    "sweep show": (f"{_SWEEP} --store a.sqlite", "crewsat sweep show a.sqlite players=3,objectives=2 7"),
    "sweep merge": (
        f"{_SWEEP} --store a.sqlite",
        f"{_SWEEP} --seed-from 20 --store b.sqlite",
        "crewsat sweep merge a.sqlite b.sqlite --store both.sqlite",
    ),
    "sweep export": (f"{_SWEEP} --store a.sqlite", "crewsat sweep export a.sqlite --to csv --cells --output a.csv"),
    "sweep page": (f"{_SWEEP} --store a.sqlite", "crewsat sweep page a.sqlite --output shares"),
    "audit": ("crewsat audit skull",),
    "tasks": ("crewsat tasks 43", "crewsat tasks --players 4"),
    "missions": ("crewsat missions 34 --players 5", "crewsat missions"),
    "methods": ("crewsat methods",),
    "schema": ("crewsat schema crew",),
    "help": ("crewsat help generate crew",),
    "generate crew": (
        "crewsat generate crew --players 5 --deep-sea 14 --seeds 1-3 --text",
        "crewsat generate crew --mission 23 --players 4 --seed 7",
        "crewsat generate crew --values 3 --seeds 1-50 --to pddl --output family --solvable 2 --unsolvable 2",
    ),
    "generate hanabi": ('crewsat generate hanabi --players 4 --variant "Rainbow (6 Suits)" --seed 1',),
    "generate hanabi_solitaire": ("crewsat generate hanabi_solitaire --colours 4 --hand-size 5 --seed 1",),
    "generate hackenbush": ("crewsat generate hackenbush --players 3 --strings 4 --seed 1",),
    "reduce hamiltonian-path": (
        "crewsat reduce hamiltonian-path petersen | crewsat decide -",
        "crewsat reduce hamiltonian-path cubic 20 --seed 3 > deal.json",
    ),
    "reduce 3sat": ("crewsat reduce 3sat figure-2 | crewsat decide -",),
    "reduce qbf": ("crewsat reduce qbf figure-2 | crewsat decide -",),
    "skull bounds": ("crewsat skull bounds --players 3-5",),
    "skull tables": ("crewsat skull tables --games 1000 --seed 1",),
    "skull simulate": ("crewsat skull simulate --players 3 --games 1000 --seed 1",),
    "tiny-crew value": ("crewsat tiny-crew value",),
    "tiny-crew deal": ("crewsat tiny-crew deal --seed 1 | crewsat decide -",),
    "tiny-crew learn": (_LEARN,),
    "tiny-crew evaluate": (_LEARN, "crewsat tiny-crew evaluate policy.jsonl"),
    "tiny-crew show": (_LEARN, 'crewsat tiny-crew show policy.jsonl --hand "red1,3 blue2"'),
    "tiny-crew optimum": ("crewsat tiny-crew optimum --colours 2",),
    "tiny-crew ladder": ("crewsat tiny-crew ladder --colours 2",),
}
"""Examples, by command."""

UNTRIED = ("web", "serve", "play", "audit", "decode", "tiny-crew ladder")
"""Commands whose examples wait for a browser or for input, take a while, or need another solver."""


def group_of(groups: dict[str, tuple[str, ...]], name: str) -> str | None:
    """Return the group of a name; None if it is in none."""
    return next((group for group, names in groups.items() if name in names), None)
