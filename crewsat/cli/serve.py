"""``crewsat serve``: answers for other programs, on standard input and output."""

from __future__ import annotations

import os
import sys
from typing import Annotated

from crewsat.cli.common import ending_signals, fail
from crewsat.cli.declared import Exit, Option


def serve(
    *,
    mcp: Annotated[
        bool, Option("--mcp", help="Speak the Model Context Protocol: the methods are tools of an assistant.")
    ] = False,
    jobs: Annotated[
        int | None,
        Option("--jobs", "-j", metavar="N", min=1, help="Requests worked on at a time; by default one per core."),
    ] = None,
    queue: Annotated[int, Option(metavar="N", min=0, help="Requests that may wait beside these.")] = 16,
    time_limit: Annotated[
        float, Option("--time-limit", "-t", metavar="S", min=0.001, help="Seconds of wall time for each request.")
    ] = 60,
    memory_limit: Annotated[float, Option(metavar="MB", min=100, help="Limit on the memory of each request.")] = 2000,
) -> None:
    """Answer requests of other programs: JSON-RPC 2.0, one object a line, on standard input and output.

    The methods are decide, options, explain, review and the other questions about games, and verify, show, generate,
    convert, tasks, missions, schema, methods, serverInfo, cancel; their parameters are an instance, as JSON or text,
    and the options of the command. A request can lower the limits. Nothing is stored, and no file is written.

    The end of the input ends all work. Exit status: 0 end of the input, 1 failure, 2 wrong usage, 129 SIGHUP,
    130 Ctrl-C, 143 SIGTERM.
    """
    if sys.stdin is None or sys.stdout is None:
        fail("standard input or standard output is closed")
    from crewsat.serve.server import serve as answer  # noqa: PLC0415 - only for a server
    from crewsat.serve.session import Limits  # noqa: PLC0415

    limits = Limits(time_limit, memory_limit)
    ended = answer(as_mcp=mcp, jobs=jobs or os.cpu_count() or 1, queue=queue, limits=limits, endings=ending_signals())
    raise Exit(0 if ended is None else 128 + ended)
