"""Wrong usage of `crewsat tasks`, `crewsat missions` and deals with them: arguments, and a word of the message."""

from __future__ import annotations

DEEP_SEA: list[tuple[list[str], str]] = [
    (["tasks", "96"], "96 is not a task of Mission Deep Sea; allowed: 0 to 95"),
    (["tasks", "x"], "Invalid value for TASK: x is not a task of Mission Deep Sea; allowed: 0 to 95"),
    (["tasks", "048"], "048 is not a task"),
    (["tasks", "9" * 5000], "… is not a task"),
    (["tasks", "\x1b[31m"], "\\x1b[31m is not a task"),
    (["tasks", "--players", "6"], "Invalid value for --players: the published games are for 2 to 5 players (not 6)"),
    (["tasks", "48", "--players", "2"], "Invalid value for --players: two players have the difficulties of three"),
    (["tasks", "--players", "x"], "--players"),
    (["tasks", "4", "8"], "unexpected extra argument"),
    (["generate", "crew", "--deep-sea", "0"], "for 4 players, no tasks add up to 0; possible totals: 1 to 264"),
    (["generate", "crew", "--deep-sea", "265"], "no tasks add up to 265; possible totals: 1 to 264"),
    (["generate", "crew", "--deep-sea", "230", "--players", "3"], "for 3 players, no tasks add up to 230"),
    (["generate", "crew", "--deep-sea", "298", "--players", "5"], "possible totals: 1 to 297"),
    (["generate", "crew", "--deep-sea", "x"], "for --deep-sea: 'x' is not a valid total; allowed: 1, 2, …"),
    (["generate", "crew", "--deep-sea=-3"], "'-3' is not a valid total"),
    (["generate", "crew", "--deep-sea", "1.5"], "'1.5' is not a valid total"),
    (["generate", "crew", "--deep-sea", "230", "--players", "2"], "for 2 players, no tasks add up to 230"),
    (["generate", "crew", "--deep-sea", "9", "--players", "6"], "2 to 5 players (not 6)"),
    (["generate", "crew", "--deep-sea", "9", "--task", "3"], "(--deep-sea) or tasks (--task) must be given, one of"),
    (["generate", "crew", "--drafted"], "(--deep-sea) or tasks (--task) must be given, one of the two"),
    (["generate", "crew", "--task", "96"], "96 is not a task of Mission Deep Sea; allowed: 0 to 95"),
    (["generate", "crew", "--task", "x"], "Invalid value for --task: x is not a task"),
    (["generate", "crew", "--task", "3", "--task", "3"], "task 3 is given more than once"),
    (
        ["generate", "crew", "--players", "3", "--drafted", *(f"--task={number}" for number in (51, 52, 53))],
        "these tasks cannot be drafted: the captain may not take as many of them as is due",
    ),
    (["generate", "crew", "--deep-sea", "9", "--objectives", "4"], "--deep-sea cannot be combined with --objectives"),
    (["generate", "crew", "--deep-sea", "9", "--tokens", "1,2"], "--deep-sea cannot be combined with --tokens"),
    (["generate", "crew", "--deep-sea", "9", "--suits", "4"], "--deep-sea cannot be combined with --suits"),
    (
        ["generate", "crew", "--task", "9", "--values", "9", "--trumps", "4"],
        "--task cannot be combined with --values, ",
    ),
    (["decide", "--generate", "crew --task 9", "--seeds", "1", "--task", "9"], "--task"),
]
"""Arguments that are wrong usage of tasks and deals of Mission Deep Sea, and words of the message."""

MISSIONS: list[tuple[list[str], str]] = [
    (["missions", "51"], "Invalid value for N: 51 is not a mission of The Quest for Planet Nine; allowed: 1 to 50"),
    (["missions", "0"], "0 is not a mission"),
    (["missions", "x"], "x is not a mission"),
    (["missions", "\x1b[31m"], "\\x1b[31m is not a mission"),
    (["missions", "--players", "6"], "Invalid value for --players: the published games are for 2 to 5 players (not 6)"),
    (["missions", "4", "8"], "unexpected extra argument"),
    (["generate", "crew", "--mission", "0"], "Invalid value for --mission: 0 is not a mission"),
    (["generate", "crew", "--mission", "51"], "51 is not a mission of The Quest for Planet Nine; allowed: 1 to 50"),
    (["generate", "crew", "--mission", "x"], "Invalid value for --mission: x is not a mission"),
    (["generate", "crew", "--mission", "3", "--players", "6"], "6 players, but the published games are for 2 to 5"),
    (["generate", "crew", "--mission", "3", "--challenge"], "a challenge (--challenge) is for 2 or 3 players, not 4"),
    (["generate", "crew", "--challenge"], "the number of a mission (--mission) must be given"),
    (["generate", "crew", "--mission", "12", "--distress"], "in mission 12 cards are passed by its own rule"),
    (["generate", "crew", "--mission", "46", "--unplayed", "won"], "for --unplayed: allowed: lost, ignored"),
    (["generate", "crew", "--mission", "3", "--deep-sea", "4"], "--deep-sea cannot be combined with --mission"),
    (["generate", "crew", "--mission", "3", "--task", "4"], "--task cannot be combined with --mission"),
    (["generate", "crew", "--challenge", "--objectives", "4"], "--challenge cannot be combined with --objectives"),
    *(
        (
            ["generate", "crew", "--mission", "3", "--drafted", option, value],
            f"--mission cannot be combined with {option}",
        )
        for option, value in (
            ("--objectives", "4"),
            ("--tokens", "1"),
            ("--rules", "planet-nine"),
            ("--assignment", "draft"),
            ("--suits", "4"),
            ("--values", "9"),
            ("--trumps", "4"),
        )
    ),
]
"""Arguments that are wrong usage of missions and their deals, and words of the message."""
