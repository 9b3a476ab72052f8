"""Wrong usage of `crewsat tasks` and `crewsat generate crew` with tasks: arguments, and a word of the message."""

from __future__ import annotations

DEEP_SEA: list[tuple[list[str], str]] = [
    (["tasks", "96"], "96 is not a task of Mission Deep Sea; allowed: 0 to 95"),
    (["tasks", "x"], "Invalid value for TASK: x is not a task of Mission Deep Sea; allowed: 0 to 95"),
    (["tasks", "048"], "048 is not a task"),
    (["tasks", "9" * 5000], "… is not a task"),
    (["tasks", "\x1b[31m"], "\\x1b[31m is not a task"),
    (["tasks", "--players", "6"], "Invalid value for --players: the published games are for 3 to 5 players (not 6)"),
    (["tasks", "48", "--players", "2"], "two players lay out cards covered, which is not supported yet"),
    (["tasks", "--players", "x"], "--players"),
    (["tasks", "4", "8"], "unexpected extra argument"),
    (["generate", "crew", "--deep-sea", "0"], "for 4 players, no tasks add up to 0; possible totals: 1 to 264"),
    (["generate", "crew", "--deep-sea", "265"], "no tasks add up to 265; possible totals: 1 to 264"),
    (["generate", "crew", "--deep-sea", "230", "--players", "3"], "for 3 players, no tasks add up to 230"),
    (["generate", "crew", "--deep-sea", "298", "--players", "5"], "possible totals: 1 to 297"),
    (["generate", "crew", "--deep-sea", "x"], "for --deep-sea: 'x' is not a valid total; allowed: 1, 2, …"),
    (["generate", "crew", "--deep-sea=-3"], "'-3' is not a valid total"),
    (["generate", "crew", "--deep-sea", "1.5"], "'1.5' is not a valid total"),
    (["generate", "crew", "--deep-sea", "9", "--players", "2"], "2 players, but the published games are for 3 to 5"),
    (["generate", "crew", "--deep-sea", "9", "--players", "6"], "3 to 5 players (not 6)"),
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
