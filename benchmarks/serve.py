"""``python -m benchmarks.serve``: what a request to `crewsat serve` costs, in processor time.

The same real deals are decided by a server and by `crewsat.decide_many`, with as many workers, in turns. Counted is the
time of all processes but the client's; what one request costs is the difference between many requests and one.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import crewsat
from benchmarks.families import real_deal
from benchmarks.web import page_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

JOBS = 2
AT_ONCE = 8
"""Requests that a client sends before it waits for an answer."""
FIRST_SEED = 7_000
SMALL = "a1 b2 / a2 b1; leader 1; 2 wins a1"


def cpu(who: int) -> float:
    """Return the processor time of this process, or of those it has waited for."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def served(texts: Sequence[str]) -> float:
    """Return the processor seconds of a server that decides these deals."""
    before = cpu(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "crewsat", "serve", "--jobs", str(JOBS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the server has no pipes")
        requests = [
            json.dumps({"jsonrpc": "2.0", "id": number, "method": "decide", "params": {"deal": text}})
            for number, text in enumerate(texts)
        ]
        for number in range(len(requests) + AT_ONCE):
            if number < len(requests):
                process.stdin.write(f"{requests[number]}\n".encode())
                process.stdin.flush()
            if number >= AT_ONCE and "result" not in json.loads(process.stdout.readline()):
                raise RuntimeError("a request was not answered")
        process.stdin.close()
    return cpu(resource.RUSAGE_CHILDREN) - before


def by_decide_many(texts: Sequence[str]) -> float:
    """Return the processor seconds of `crewsat.decide_many` for these deals, read from text and written as JSON."""
    before = cpu(resource.RUSAGE_CHILDREN) + cpu(resource.RUSAGE_SELF)
    for verdict in crewsat.decide_many([crewsat.parse_text(text) for text in texts], jobs=JOBS):
        verdict.to_json()
    return cpu(resource.RUSAGE_CHILDREN) + cpu(resource.RUSAGE_SELF) - before


def by_command() -> float:
    """Return the processor seconds of ``crewsat decide --json``."""
    before = cpu(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "crewsat", "decide", "--deal", SMALL, "--json"]
    subprocess.run(command, capture_output=True, check=False)
    return cpu(resource.RUSAGE_CHILDREN) - before


def report(rounds: int, number: int) -> Iterator[str]:
    """Yield the figures, a line each."""
    texts = [crewsat.text_of(real_deal(FIRST_SEED + k)) for k in range(number)]
    more, later = [], []
    for one in range(1, rounds + 1):
        request, deal = (1e3 * (run(texts) - run(texts[:1])) / (number - 1) for run in (served, by_decide_many))
        more.append(request - deal)
        later.append(served([SMALL]) - by_command())
        yield f"round {one}: {request:.2f} ms a request, {deal:.2f} ms a deal by decide_many"
    yield (
        f"{number} real deals, {JOBS} workers: a request costs {statistics.median(more):.2f} ms more "
        f"(from {min(more):.2f} to {max(more):.2f})"
    )
    yield (
        f"the first answer costs {statistics.median(later):.2f} s more than crewsat decide --json "
        f"(from {min(later):.2f} to {max(later):.2f})"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the lines."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serve", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=500, metavar="N", help="real deals a round (default: 500)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default: 5)")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the lines as a page, too")
    options = parser.parse_args(arguments)
    lines = []
    for line in report(options.rounds, options.deals):
        print(line, flush=True)
        lines.append(line)
    if options.page:
        page = page_of("What a request costs", "python -m benchmarks.serve --page FILE", __doc__ or "", lines)
        options.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
