"""The page as static files: an engine in a worker of the browser answers as the native one does, without a network."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

import crewsat
from crewsat.base.compiled import VERSION
from crewsat.engine.files import parse
from crewsat.games.crew.subsets import keeping
from crewsat.web.questions import answered
from tests.support.browser import PATIENCE, Parsed
from tests.support.chunks import chunks
from tests.support.kernel import kernel_in_use
from tests.support.local_page import LOST, enter, line, visited
from tests.support.stubborn import stubborn
from tests.support.wasm_kernel import kernel_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(1800)]  # the first one compiles the kernel
HARD = crewsat.text_of(stubborn())
SECONDS = 60
LATE = "the question took longer than it may"
ASK = """
async ([name, content, seconds]) => {
  const { ask } = await import(new URL("ask.js", document.querySelector("script[src]").src));
  const began = performance.now();
  try {
    return { ...(await ask(name, content, null, seconds)), took: performance.now() - began };
  } catch (error) {
    return { refused: error.message, took: performance.now() - began };
  }
}
"""


def asked(page: Page, name: str, seconds: float = SECONDS, **content: object) -> Any:  # noqa: ANN401 - any JSON
    """The answer of the engine of a page."""
    return page.evaluate(ASK, [name, content, seconds])


def natively(name: str, folder: Path, **content: object) -> Any:  # noqa: ANN401 - any JSON
    """The answer of the same function in this process, with its kernel."""
    body = json.dumps(content).encode()
    with pytest.MonkeyPatch.context() as patched:
        kernel_in_use(patched)
        return json.loads(answered(name, body, SECONDS, str(folder), deadline=None, note=lambda _: None))


@pytest.fixture(scope="module")
def page(browser: Browser, folder_address: str) -> Iterator[Page]:
    """One page for all questions that do no harm."""
    with visited(browser, folder_address) as found:
        yield found


def _deal(seed: int) -> crewsat.Crew:
    """A deal of the real deck: 3 to 5 players in turn, the fewer, the more objectives."""
    tokens = ((), ("1", "2"), ("omega",), (">", ">>"))[seed // 3 % 4]
    players = 3 + seed % 3
    return (
        crewsat.RandomDeal(players=players, objectives=(11, 8, 6)[seed % 3], tokens=tokens).with_seed(seed).as_typed()
    )


PLAYS = ("play", "best_play", "kept")
"""Of many as good: how long a shorter one is looked for depends on the machine, and some solvers are missing there."""


def _fixed(found: Any) -> Any:  # noqa: ANN401 - any JSON
    """What depends neither on the speed of the machine nor on the play found."""
    if isinstance(found, list):
        return [_fixed(one) for one in found]
    if not isinstance(found, dict):
        return found
    kept = {key for key in found if key not in {*PLAYS, "statistics"} and not key.endswith("seconds")}
    return {key: _fixed(found[key]) for key in kept}


def _assert_compatible(there: Any, here: Any) -> None:  # noqa: ANN401 - any JSON
    """Check two explanations, at least one of which ran out of time: neither denies what the other found."""
    bounds = [found["most"] for found in (there, here) if found.get("most")]
    if bounds:
        assert max(most["at_least"] for most in bounds) <= min(most["at_most"] for most in bounds)
    for one, other in ((there, here), (here, there)):
        assert not {repair["kind"] for repair in one["repairs"]} & set(other["no_repair"])


def _agree(page: Page, question: str, seed: int, folder: Path) -> str | None:
    """Compare the answers to a question about a deal, and replay all plays; return the answer, None if it was late."""
    deal = _deal(seed)
    text = crewsat.text_of(deal)
    here, found = natively(question, folder, deal=text)["result"], asked(page, question, deal=text)
    if found.get("refused") == LATE:
        return None
    there = found["result"]
    if any(found.get("explanation", {}).get("reason") for found in (here, there)):
        assert there["answer"] == here["answer"], deal.to_json()
        _assert_compatible(there["explanation"], here["explanation"])
    else:
        assert _fixed(there) == _fixed(here), deal.to_json()
    if there["answer"] == "yes":
        crewsat.verify(deal, there["play"], assignment=there.get("assignment"))
    explanation = there.get("explanation", {})
    if explanation.get("best_play"):
        crewsat.verify(keeping(deal, explanation["kept"]), explanation["best_play"])
    for repair in explanation.get("repairs", ()):
        crewsat.verify(parse(json.dumps(repair["instance"]).encode()), repair["play"])
    answer: str = there["answer"]
    return answer


def test_deals_are_answered_as_natively(page: Page, tmp_path: Path) -> None:
    answers = [_agree(page, "decide", seed, tmp_path) for seed in range(40)]
    assert set(answers) == {"yes", "no"}


KERNEL = """
async (encoded) => {
  const { kernelOf } = await import(new URL("kernel.js", document.querySelector("script[src]").src));
  const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0));
  const kernel = await kernelOf(bytes);
  const numbers = (length) => ({ toJs: () => new Uint8Array(8 * length) });
  const words = (reply) => String.fromCharCode(...new Int32Array(reply.buffer).slice(1));
  const tooLong = { toJs: () => ({ length: 8 * 2 ** 28 }) };
  return [kernel.version(), kernel.ask("play", tooLong), words(kernel.ask("play", numbers(13)))];
}
"""


def test_the_kernel_answers_again_after_it_has_run_out_of_memory(page: Page) -> None:
    encoded = base64.b64encode(kernel_file().read_bytes()).decode()
    assert page.evaluate(KERNEL, encoded) == [VERSION, None, "players must be 1 to 8"]


def test_the_kernel_is_in_use(page: Page) -> None:
    methods = {asked(page, "decide", deal=crewsat.text_of(_deal(seed)))["result"]["method"] for seed in range(20)}
    assert "player" in methods


@pytest.mark.parametrize("chunk", chunks(26))
def test_deals_are_explained_as_natively(page: Page, chunk: int, tmp_path: Path) -> None:
    seeds = range(40 * chunk, 40 * chunk + 40) if chunk else (2, 5, 7)
    answers = [_agree(page, "explain", seed, tmp_path) for seed in seeds]
    assert answers.count(None) <= len(seeds) // 10  # some take 15 s natively


def test_a_proof_of_the_browser_is_accepted(page: Page, tmp_path: Path) -> None:
    found = asked(page, "proof", deal=LOST)
    with ZipFile(io.BytesIO(base64.b64decode(found["zip"]))) as packed:
        packed.extractall(tmp_path)
    answer = json.loads((tmp_path / "answer.json").read_text())
    assert answer["answer"] == "no"
    crewsat.verify_proof(crewsat.load(tmp_path / "deal.json"), answer["proof"], tmp_path)


def test_limits_of_time_are_kept(page: Page) -> None:
    for seconds in (0.5, 2.0):
        found = asked(page, "decide", seconds, deal=HARD)
        assert found["took"] / 1000 < seconds + 4  # a second to end, and the machine may be busy
        assert found.get("refused") == LATE or found["result"]["reason"] == "time"
    assert asked(page, "decide", deal=LOST)["result"]["answer"] == "no"


def test_other_games_are_answered(page: Page, tmp_path: Path) -> None:
    for deal in (
        "hanabi solitaire; hand 2; deck r1 b2 r2 b1 r3 b3",
        "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2",
    ):
        assert (
            asked(page, "decide", deal=deal)["result"]["answer"]
            == natively("decide", tmp_path, deal=deal)["result"]["answer"]
        )


def test_what_is_too_long_is_not_sent(page: Page) -> None:
    assert asked(page, "read", deal="x" * 300_000)["refused"] == "a question has at most 256 kB"


@contextmanager
def _context(browser: Browser) -> Iterator[BrowserContext]:
    """A visitor with whom something goes wrong, which the browser may say on the console."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def _decides(page: Page) -> None:
    enter(page, LOST)
    page.get_by_role("button", name="Can it be won?").click()
    page.get_by_role("heading", name=re.compile("^No: ")).wait_for()  # a busy machine may have no time for the reasons


def test_a_question_is_given_up_at_once(page: Page) -> None:
    """And the one that waits behind it is answered, by another worker."""
    waited, answer = page.evaluate(
        """async ([hard, deal]) => {
          const { ask, giveUp } = await import(new URL("ask.js", document.querySelector("script[src]").src));
          const given = ask("decide", { deal: hard }, "work", 60).catch((error) => error.name);
          await new Promise((done) => setTimeout(done, 500));
          const behind = ask("decide", { deal }, null);
          const began = performance.now();
          giveUp("work");
          const name = await given;
          const waited = performance.now() - began;
          return [name === "AbortError" ? waited : name, (await behind).result.answer];
        }""",
        [HARD, LOST],
    )
    assert waited < 100
    assert answer == "no"


def test_it_works_without_a_network(browser: Browser, folder_address: str) -> None:
    with visited(browser, folder_address) as page:
        enter(page, LOST)
        page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
        page.context.set_offline(True)
        page.reload()
        assert line(page) == LOST
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()


def test_it_asks_nobody_else_and_for_the_engine_once(browser: Browser, folder_address: str) -> None:
    asked_for: list[str] = []
    with _context(browser) as context:
        context.on("request", lambda request: asked_for.append(request.url.removeprefix("blob:")))
        page = context.new_page()
        for _ in range(2):
            page.goto(folder_address)
            enter(page, LOST)
    assert [one for one in asked_for if not one.startswith(folder_address)] == []
    assert len([one for one in asked_for if "/engine-" in one]) == 1


def test_an_archive_that_arrives_in_part_is_said_and_not_kept(
    browser: Browser, folder: Path, folder_address: str
) -> None:
    content = next(folder.glob("engine-*")).read_bytes()
    with _context(browser) as context:
        context.route("**/engine-*", lambda route: route.fulfill(body=content[:100_000]))
        page = context.new_page()
        page.goto(folder_address)
        page.get_by_text(f"No engine: the engine has arrived in part: 100000 of {len(content)} bytes").wait_for()
        context.unroute("**/engine-*")
        _decides(page)


def test_a_full_storage_is_said(browser: Browser, folder_address: str) -> None:
    with _context(browser) as context:
        page = context.new_page()
        settings = {"origin": folder_address, "quotaSize": 1_000_000}
        context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", settings)
        page.goto(folder_address)
        _decides(page)
        page.get_by_text("It could not be kept: there is no room for it").wait_for()


def test_a_worker_that_dies_is_replaced(browser: Browser, folder: Path, folder_address: str) -> None:
    engine = next(folder.glob("page-*/engine.js")).read_text()
    fatal = engine.replace("text: answer(", 'text: body.includes("fatal") ? fatal() : answer(')
    assert fatal != engine
    with _context(browser) as context:
        context.route("**/engine.js", lambda route: route.fulfill(body=fatal, content_type="text/javascript"))
        page = context.new_page()
        page.goto(folder_address)
        enter(page, "fatal1 / fatal2; 2 wins fatal1")
        page.get_by_text("the engine died on this question").first.wait_for()
        _decides(page)


@pytest.mark.thorough
def test_two_tabs_and_the_way_back_after_a_cancelled_question(browser: Browser, folder_address: str) -> None:
    with _context(browser) as context:
        first, second = context.new_page(), context.new_page()
        for page in (first, second):
            page.goto(folder_address)
        enter(first, LOST)
        enter(first, HARD)
        first.get_by_role("button", name="Can it be won?").click()
        first.get_by_role("button", name="Cancel").click()
        _decides(second)
        first.go_back()
        first.wait_for_function("text => document.getElementById('deal').value === text", arg=LOST)
        _decides(first)


def test_a_list_names_every_file(folder: Path) -> None:
    listed = {one["name"]: one for one in json.loads((folder / "files.json").read_text())["files"]}
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert listed.keys() == found.keys() - {"files.json"}
    for name, content in found.items():
        if name != "files.json":
            assert (listed[name]["size"], listed[name]["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert sum(map(len, found.values())) < 9_300_000


def test_every_page_has_a_policy_without_other_origins(folder: Path) -> None:
    pages = sorted(folder.rglob("*.html"))
    assert pages
    for one in pages:
        policy = Parsed(one.read_text()).policy
        assert "default-src 'none'" in policy
        assert "://" not in policy
