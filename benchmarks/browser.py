"""``python -m benchmarks.browser FOLDER``: the page as static files in Chromium, beside the engine outside of it.

A visitor comes for the first time, and again, to a server that compresses nothing and counts what it sends. Then the
same real deals are decided, and lost ones explained, by turns in the browser and by the function that its engine calls
in this process, without the compiled kernel and with it. Last, the same with the processor slowed down six times, as
Chromium emulates it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import crewsat
from benchmarks.families import real_deal
from benchmarks.tables import quantile
from benchmarks.web import page_of
from crewsat.web.questions import answered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, Page, Worker

FIRST_SEED = 9_700_000
SECONDS = 60
"""The time limit of a question."""
PATIENCE = 120_000
"""Milliseconds the browser may take for anything."""
SLOWER = 6
"""How many times the processor is slowed down."""
BUSY = 20_000_000
"""The steps of a loop that shows how much slower the processor has become."""
MEGABYTE = 1e6

ASK = """
async ([name, content, seconds]) => {
  const { ask } = await import(new URL("ask.js", document.querySelector("script[src]").src));
  const began = performance.now();
  const found = await ask(name, content, null, seconds);
  return [found, performance.now() - began, performance.now()];
}
"""
LOOP = """
(steps) => {
  const began = performance.now();
  let sum = 0;
  for (let k = 0; k < steps; k++) sum = (sum * 31 + k) % 1000003;
  return performance.now() - began + 0 * sum;
}
"""
HEAP = "\nengine.then(({ python }) => { globalThis.heap = () => python._module.HEAPU8.length; });\n"
"""Added to the engine where its heap is measured."""


class Asked(NamedTuple):
    """An answer, and the milliseconds it took in the browser, and here without and with the kernel."""

    answer: dict[str, Any]
    browser: float
    python: float
    kernel: float


class _Counting(SimpleHTTPRequestHandler):
    """Serves a folder, and counts the bytes of the files that it sends."""

    sent = 0

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:  # noqa: ANN401 - files
        """Send a file."""
        type(self).sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Counting, directory=str(folder))) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{serving.server_port}/"
        finally:
            serving.shutdown()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield the system's Chromium."""
    path = shutil.which("chromium")
    if path is None or find_spec("playwright") is None:
        sys.exit("this benchmark needs Debian's chromium, and playwright: pip install --group dev")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only with a browser

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path)
        yield found
        found.close()


@contextmanager
def visitor(browser: Browser, **options: Any) -> Iterator[BrowserContext]:  # noqa: ANN401 - those of a context
    """Yield a visitor who has never been there."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def deal(seed: int) -> crewsat.Crew:
    """Return a real deal of 3 to 5 players in turn, with five objectives."""
    return real_deal(seed, players=3 + seed % 3, objectives=5)


def lost_deals(number: int) -> list[crewsat.Crew]:
    """Return lost deals of 3 to 5 players in turn: with more objectives, more are lost."""
    found: list[crewsat.Crew] = []
    seed = FIRST_SEED
    while len(found) < number:
        one = real_deal(seed, players=3 + seed % 3, objectives=8)
        seed += 1
        if crewsat.decide(one).answer == "no":
            found.append(one)
    return found


def asked(page: Page, name: str, text: str) -> tuple[dict[str, Any], float, float]:
    """Ask the engine of a page; return the answer, the milliseconds it took, and those since the page was opened."""
    found, took, since = page.evaluate(ASK, [name, {"deal": text}, SECONDS])
    return found["result"], took, since


def here(name: str, text: str, folder: str, kernel: str) -> float:
    """Return the milliseconds that the function which the engine calls takes in this process."""
    os.environ["CREWSAT_KERNEL"] = kernel
    body = json.dumps({"deal": text}).encode()
    began = time.perf_counter()
    answered(name, body, SECONDS, folder, deadline=None, note=lambda _: None)
    return 1000 * (time.perf_counter() - began)


def beside(page: Page, name: str, deals: Sequence[crewsat.Crew]) -> list[Asked]:
    """Ask about deals in the browser and here, in turns."""
    found = []
    with TemporaryDirectory() as folder:
        for one in deals:
            text = crewsat.text_of(one)
            answer, took, _ = asked(page, name, text)
            found.append(Asked(answer, took, here(name, text, folder, "off"), here(name, text, folder, "on")))
    return found


def compared(what: str, found: Sequence[Asked]) -> str:
    """Say how long the browser takes, and how many times as long as this process."""
    times = sorted(one.browser for one in found)
    python, kernel = median(one.python for one in found), median(one.kernel for one in found)
    spread = (
        f"median {median(times):.1f} ms, 90 % within {quantile(times, 0.9):.0f} ms, the longest {max(times):.0f} ms"
    )
    ratios = f"{median(times) / python:.1f} times the median of Python, {median(times) / kernel:.1f} with the kernel"
    return f"{len(found)} deals {what}: {spread}; {ratios}"


class Visit(NamedTuple):
    """The megabytes sent, and the seconds until there were cards and an answer, the first time; and again."""

    sent: float
    cards: float
    answer: float
    sent_again: int
    again: float


def visit(context: BrowserContext, address: str) -> Visit:
    """Visit the page for the first time, and again when it has been kept."""
    text = crewsat.text_of(deal(FIRST_SEED))
    page = context.new_page()
    _Counting.sent = 0
    page.goto(address)
    page.locator(".grid button").first.wait_for()
    cards = page.evaluate("performance.now()")
    answer = asked(page, "decide", text)[2]
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    sent = _Counting.sent
    _Counting.sent = 0
    page.reload()
    again = asked(page, "decide", text)[2]
    return Visit(sent / MEGABYTE, cards / 1000, answer / 1000, _Counting.sent, again / 1000)


def visits(browser: Browser, address: str, number: int) -> Iterator[str]:
    """Let visitors come, each for the first time, and again."""
    found = []
    for _ in range(number):
        with visitor(browser) as context:
            found.append(visit(context, address))
    cards, answers = sorted(one.cards for one in found), sorted(one.answer for one in found)
    spread = f"{median(answers):.1f} s in the median of {number}, from {answers[0]:.1f} to {answers[-1]:.1f}"
    sent = max(one.sent for one in found)
    yield f"first visit: {sent:.2f} MB sent, cards after {median(cards):.1f} s, an answer after {spread}"
    again = median(one.again for one in found)
    yield f"second visit: {max(one.sent_again for one in found)} bytes sent, an answer after {again:.1f} s"


def engine_of(page: Page) -> Worker:
    """Return the worker of a page that has an engine whose heap can be read."""
    return next(one for one in page.workers if one.evaluate("'heap' in globalThis"))


def measurable(context: BrowserContext) -> None:
    """Let the heap of the engine be read, on pages that are opened from now on."""

    def changed(route: Any) -> None:  # noqa: ANN401 - a route
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text() + HEAP)

    context.route("**/engine.js", changed)


def in_turns(page: Page, deals: int, explained: int, heap: int) -> Iterator[str]:
    """Decide and explain in turns, then decide in the browser alone, and look at the heap."""
    asked(page, "decide", crewsat.text_of(deal(FIRST_SEED)))  # the engine is ready
    found = beside(page, "decide", [deal(FIRST_SEED + k) for k in range(deals)])
    yield compared("decided", found)
    by_player = [one for one in found if one.answer["method"] == "player"]
    if by_player:
        yield compared("won by the player", by_player)
    yield compared("explained, all lost", beside(page, "explain", lost_deals(explained)))
    for k in range(heap):
        asked(page, "decide", crewsat.text_of(deal(FIRST_SEED + deals + k)))
    size = engine_of(page).evaluate("heap()") / MEGABYTE
    yield f"after {heap} more deals: a heap of {size:.0f} MB"


def loops(page: Page, worker: Worker) -> list[float]:
    """Return the milliseconds of the same loop in a page and its worker, compiled by then."""
    return [median(where.evaluate(LOOP, BUSY) for _ in range(5)) for where in (page, worker)]


def slowed(context: BrowserContext, address: str, deals: int) -> Iterator[str]:
    """Slow the processor down, see of whom, and decide."""
    page = context.new_page()
    page.goto(address)
    text = crewsat.text_of(deal(FIRST_SEED))
    asked(page, "decide", text)
    worker = engine_of(page)
    before = loops(page, worker)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    ratios = [late / early for early, late in zip(before, loops(page, worker), strict=True)]
    yield f"slowed down {SLOWER} times: the page {ratios[0]:.1f} times, its worker {ratios[1]:.1f} times"
    page.reload()
    page.locator(".grid button").first.wait_for()
    cards = page.evaluate("performance.now()")
    ready = asked(page, "decide", text)[2]
    times = [asked(page, "decide", crewsat.text_of(deal(FIRST_SEED + k)))[1] for k in range(deals)]
    spread = f"{deals} deals decided in the median in {median(times):.0f} ms"
    yield f"then: cards after {cards / 1000:.1f} s, an answer after {ready / 1000:.1f} s; {spread}"


def report(folder: Path, number: int, deals: int, explained: int, heap: int) -> Iterator[str]:
    """Yield what was measured, a line each, as soon as it is known."""
    with server(folder) as address, chromium() as browser:
        yield f"Chromium {browser.version}"
        yield from visits(browser, address, number)
        with visitor(browser, service_workers="block") as context:
            measurable(context)
            page = context.new_page()
            page.goto(address)
            yield from in_turns(page, deals, explained, heap)
            page.close()
            yield from slowed(context, address, deals)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the lines."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the page as `make app` writes it")
    parser.add_argument("--visits", type=int, default=7, metavar="N", help="visitors (default: 7)")
    parser.add_argument("--deals", type=int, default=150, metavar="N", help="deals to decide in turns (default: 150)")
    parser.add_argument("--explained", type=int, default=40, metavar="N", help="lost deals to explain (default: 40)")
    parser.add_argument("--heap", type=int, default=1_000, metavar="N", help="deals before the heap (default: 1,000)")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the lines as a page, too")
    options = parser.parse_args(arguments)
    lines = []
    for line in report(options.folder, options.visits, options.deals, options.explained, options.heap):
        print(line, flush=True)
        lines.append(line)
    if options.page:
        command = "python -m benchmarks.browser app --page FILE"
        page = page_of("The page in the browser, measured", command, __doc__ or "", lines)
        options.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
