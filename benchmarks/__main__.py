"""``python -m benchmarks``: measure suites, draw what came of it, compare.

Records go to a store (SQLite) at once; the same command goes on where it was interrupted. Exit status: 0 done, 1 bad
input, a failure, or engines that contradict each other, 2 wrong usage, 129 SIGHUP, 130 Ctrl-C, 143 SIGTERM.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import crewsat
from benchmarks.engines import table, version_of
from benchmarks.families import FAMILIES, parameters_of
from benchmarks.records import code_digest
from benchmarks.runner import LocalWorkers, Tasks, Workers, installed
from benchmarks.store import Store, read_records, write_records
from benchmarks.suites import load_suite, suite_names
from benchmarks.tables import contradictions, latest, summary
from crewsat.base.libraries import JINJA, MATPLOTLIB

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

    from benchmarks.compare import InTurn

RESULTS = Path("results")
"""The default folder of stores and reports."""


def run(options: argparse.Namespace) -> int:
    """Measure the remaining runs of a suite and print the summary."""
    suite = load_suite(options.suite)
    path = options.store or RESULTS / f"{Path(options.suite).stem}.sqlite"
    there, missing = installed(suite)
    for name in missing:
        print(f"engine {name} is left out: it is not installed", file=sys.stderr)
    with Store(path, alone=True) as store:
        tasks = Tasks(suite, code_digest(), there)
        if options.cluster:
            from benchmarks.cluster import Cluster  # noqa: PLC0415 - an optional extra

            with Cluster(options.cluster) as cluster:
                _measure(tasks, store, cluster)
        else:
            with LocalWorkers(min(options.jobs, max(1, len(tasks)))) as workers:
                _measure(tasks, store, workers)
        records = latest(suite, (record for record in store.records() if record.code == code_digest()))
    print(f"{len(records)} records in {path}")
    print(summary(records))
    found = contradictions(records)
    for words in found:
        print(f"CONTRADICTION: {words}", file=sys.stderr)
    return 1 if found else 0


def _measure(tasks: Tasks | InTurn, store: Store, workers: Workers) -> None:
    """Store what workers measure, and report the progress."""
    total = len(tasks)
    began = shown = time.monotonic()
    for made, record in enumerate(workers.measured(tasks.left(store.keys())), 1):
        store.add(record)
        if time.monotonic() - shown > (0.2 if sys.stderr.isatty() else 10.0):
            shown = time.monotonic()
            words = f"{tasks.stored + made} of {total} runs, {made / (shown - began):.1f} a second; "
            words += f"{record.engine} on {record.block}"
            end = "" if sys.stderr.isatty() else "\n"
            print(f"{chr(13) if not end else ''}{words:78}", end=end, file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)


def list_all(_options: argparse.Namespace) -> int:
    """Print suites, families and engines."""
    print("Suites")
    for name in suite_names():
        print(f"  {name:16} {load_suite(name).about}")
    print("\nFamilies, with the defaults of their parameters")
    for name, family in FAMILIES.items():
        print(f"  {name:16} {(family.__doc__ or '').splitlines()[0]}")
        print(f"  {'':16} {', '.join(f'{key} = {value!r}' for key, value in parameters_of(name).items())}")
    print("\nEngines")
    for name, engine in table().items():
        print(f"  {name:16} {version_of(engine) or 'not installed'}")
    return 0


def export(options: argparse.Namespace) -> int:
    """Write the records of a store as CSV or JSONL."""
    records = read_records(options.store)
    write_records(records, options.to)
    print(f"{len(records)} records in {options.to}")
    return 0


def plot(options: argparse.Namespace) -> int:
    """Draw the figures of a suite from stored records, and write the report."""
    for library in (JINJA, MATPLOTLIB):
        library.needed_by("a report")
    from benchmarks.report import write_report  # noqa: PLC0415 - matplotlib

    records = read_records(options.store)
    suite = load_suite(options.suite or _stem(options.store))
    for path in write_report(suite, records, options.to or RESULTS / _stem(options.store)):
        print(path)
    return 0


def compare(options: argparse.Namespace) -> int:
    """Compare two engines, or two states of the code."""
    from benchmarks.compare import compare_engines, compare_states  # noqa: PLC0415

    suite = load_suite(options.suite)
    engines = {options.a, options.b} <= set(suite.known())
    name = f"{Path(options.suite).stem}{'' if engines else '-states'}.sqlite"  # plots must not show another state
    ask = compare_engines if engines else compare_states
    print(ask(suite, options.a, options.b, options.store or RESULTS / name, _measure))
    return 0


def _stem(path: Path) -> str:
    """``quick`` of ``results/quick.sqlite`` or ``quick.csv.xz``."""
    return path.name.partition(".")[0]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, does: Callable[[argparse.Namespace], int], words: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=words, description=words)
        added.set_defaults(does=does)
        return added

    for name in (*suite_names(), "run"):
        words = "measure a suite of your own" if name == "run" else f"measure the suite '{name}'"
        one = command(name, run, words)
        if name == "run":
            one.add_argument("suite", metavar="SUITE.toml")
        else:
            one.set_defaults(suite=name)
        one.add_argument("--store", type=Path, metavar="FILE.sqlite", help="where records are kept")
        one.add_argument("--jobs", type=_positive, default=1, help="workers on this machine (default 1, least noise)")
        one.add_argument("--cluster", metavar="tcp://…", help="have the workers of a Dask cluster measure")
    one = command("plot", plot, "draw figures and write a report from stored records")
    one.add_argument("store", type=Path, metavar="RECORDS", help="a store, CSV or JSONL")
    one.add_argument("--suite", help="the suite they are of, if not the name of the file")
    one.add_argument("--to", type=Path, metavar="FOLDER", help="where figures and report.html go")
    one = command("compare", compare, "what became faster or slower: two engines, or two states of the code")
    one.add_argument("a", metavar="A", help="an engine, or a git revision or folder with the sources")
    one.add_argument("b", metavar="B", help="the same")
    one.add_argument("--suite", default="quick", help="what is measured (default quick)")
    one.add_argument("--store", type=Path, metavar="FILE.sqlite", help="where records are kept")
    one = command("export", export, "write records as .csv or .jsonl, or these with .xz")
    one.add_argument("store", type=Path, metavar="RECORDS")
    one.add_argument("--to", type=Path, required=True, metavar="FILE")
    command("list", list_all, "list suites, families and engines")
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of 1 or more")
    return int(text)


def _terminated(number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit status."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    signal.signal(signal.SIGTERM, _terminated)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as `nohup` has it
        signal.signal(signal.SIGHUP, _terminated)
    options = _parser().parse_args(arguments)
    try:
        status: int = options.does(options)
    except KeyboardInterrupt:
        print("\ninterrupted; what has been measured is stored, the same command goes on", file=sys.stderr)
        return 130
    except crewsat.InvalidInstance as error:
        print(*error.lines(), sep="\n", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except (crewsat.CrewsatError, OSError) as error:
        print(error, file=sys.stderr)
        return 2 if isinstance(error, crewsat.WrongOption) else 1
    return status


if __name__ == "__main__":
    sys.exit(main())
