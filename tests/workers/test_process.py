"""Children under limits: what they return, what is left of them, what is told when they are lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from crewsat.games.cards import Card
from crewsat.workers.pool import run_each
from crewsat.workers.process import GRACE, Call, Worker, resident_bytes
from tests.support import child_work
from tests.support.chunks import few_of
from tests.support.places import ROOT
from tests.support.processes import PATIENCE, children, gone, wait_until
from tests.support.timing import IDLE, check_promise, slowness

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crewsat.workers.process import Reply

pytestmark = pytest.mark.processes

SLACK = 0.5
"""Seconds of overrun allowed: the promise of `crewsat.decide`."""


def test_a_worker_runs_one_call_after_the_other_in_one_child() -> None:
    with Worker() as worker:
        first = worker.run(Call(child_work.double, (21,)))
        pid = worker.pid
        second = worker.run(Call(child_work.double, (4,), time_limit=60))
        assert worker.pid == pid is not None
    assert (first.value, first.error, first.lost, first.notes) == (42, None, None, {"asked": 21, "limited": False})
    assert (second.value, second.notes) == (8, {"asked": 4, "limited": True})
    assert gone(pid)


def test_an_exception_comes_back_and_the_worker_goes_on() -> None:
    with Worker() as worker:
        reply = worker.run(Call(child_work.fail))
        assert isinstance(reply.error, KeyError)
        assert "child_work" in reply.error.__notes__[0]
        assert isinstance(worker.run(Call(child_work.answer_what_cannot_be_sent)).error, RuntimeError)
        assert worker.run(Call(child_work.double, (1,))).value == 2


def test_notes_that_fill_their_pipe_hold_nobody_up() -> None:
    """They are read late, when the call has lasted for a while; a child with many waits until then."""
    with Worker() as worker:
        reply = worker.run(Call(child_work.note_much, (1_000,)))
        assert (reply.value, reply.notes["number"]) == (1_000, 999)
        assert worker.run(Call(child_work.echo, (b"x",))).notes == {"deadline": None}  # its own, and no other


def test_a_call_that_notes_without_end_is_ended() -> None:
    with Worker() as worker:
        worker.run(Call(child_work.double, (1,)))
        reply = worker.run(Call(child_work.note_without_end, time_limit=0.2))
        assert (reply.lost, set(reply.notes)) == ("time", {"deadline"})


def test_notes_of_an_unreadable_reply_are_not_those_of_the_next_call() -> None:
    with Worker() as worker:
        with pytest.raises(TypeError):
            worker.run(Call(child_work.answer_what_cannot_be_read))
        assert worker.run(Call(child_work.sleep, (0,))).notes == {"sleeps": 0}


def test_what_a_library_prints_is_no_reply(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker() as worker:
        assert worker.run(Call(child_work.print_to_stdout)).value == "fine"
    told = capfd.readouterr()
    assert told.out == ""
    assert "noise\nmore noise\n" in told.err


@pytest.mark.timing
def test_a_call_that_does_not_stop_is_ended_and_its_notes_are_kept() -> None:
    def seconds() -> float:
        with Worker() as worker:
            assert worker.run(Call(child_work.double, (2,))).value == 4
            start = time.monotonic()
            reply = worker.run(Call(child_work.sleep, (600,), time_limit=0.5))
            took = time.monotonic() - start
            assert (reply.lost, reply.notes) == ("time", {"sleeps": 600})
            assert worker.run(Call(child_work.double, (3,))).value == 6  # in a new child
        assert took >= 0.5
        return took

    check_promise(seconds, 0.5 + SLACK)


def test_a_call_that_stops_by_itself_has_the_last_word() -> None:
    with Worker() as worker:
        worker.run(Call(child_work.double, (1,)))
        reply = worker.run(Call(child_work.stop_in_time, deadline=time.monotonic() + 0.3))
        # On a busy machine it may not be heard in time.
        assert reply.value == "stopped" or (slowness() > IDLE and reply.lost == "time")


def eaten(reply: Reply) -> float:
    """The MB a child had when it was ended for them."""
    assert reply.lost == "memory"
    assert reply.notes["eaten"] > 100
    return float(reply.notes["eaten"])


@pytest.mark.timing
def test_resident_memory_is_bounded() -> None:
    """To 10 %, as far as whoever watches it gets a processor."""

    def megabytes() -> float:
        with Worker() as worker:
            most = eaten(worker.run(Call(child_work.eat, (3_000,), max_bytes=300_000_000)))
            assert worker.run(Call(child_work.eat, (50,), max_bytes=300_000_000)).value == 50
        return most

    check_promise(megabytes, 330, "MB")


def test_memory_kept_from_an_earlier_call_is_not_the_next_ones() -> None:
    with Worker() as worker:
        assert worker.run(Call(child_work.keep, (200,), max_bytes=400_000_000)).value > 200_000_000
        pid = worker.pid
        assert worker.run(Call(child_work.keep, (200,), max_bytes=400_000_000)).lost is None
        assert worker.pid != pid
        assert worker.run(Call(child_work.double, (1,), max_bytes=4_000_000_000)).value == 2


@pytest.mark.parametrize("call", [Call(child_work.die), Call(child_work.leave)], ids=["killed", "left"])
def test_a_child_that_dies_costs_its_call_only(call: Call) -> None:
    with Worker() as worker:
        reply = worker.run(call)
        assert (reply.lost, reply.notes) == ("crash", {"deadline": None})
        assert worker.run(Call(child_work.double, (5,))).value == 10


@pytest.mark.parametrize("pause", few_of([0.0, 0.001, 0.0005, 0.005, 0.1], 2))
def test_a_child_killed_while_idle_costs_nothing(pause: float) -> None:
    """However far it has come in dying: its pipe may still take a call that nobody will answer."""
    with Worker() as worker:
        worker.run(Call(child_work.double, (1,)))
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        time.sleep(pause)
        assert worker.run(Call(child_work.double, (2,))).value == 4


def test_a_child_that_dies_while_it_works_is_not_asked_twice(tmp_path: Path) -> None:
    path = tmp_path / "count"
    with Worker() as worker:
        worker.run(Call(child_work.double, (1,)))
        assert worker.run(Call(child_work.count_and_die, (str(path),))).lost == "crash"
        assert path.read_text() == "x"


def test_a_call_that_needs_the_child_it_had_is_given_to_no_other() -> None:
    with Worker() as worker:
        assert worker.run(Call(child_work.double, (1,), continues=True)).lost == "crash"
        assert worker.run(Call(child_work.keep, (200,), max_bytes=400_000_000)).lost is None
        pid = worker.pid
        assert worker.run(Call(child_work.keep, (1,), max_bytes=400_000_000, continues=True)).value > 200_000_000
        assert worker.pid == pid is not None
        os.kill(pid, signal.SIGKILL)
        assert worker.run(Call(child_work.double, (1,), continues=True)).lost == "crash"


def test_programs_a_child_has_started_end_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    with Worker() as worker:
        assert worker.run(Call(child_work.run_a_program, (str(path),), time_limit=1)).lost == "time"
    assert gone(int(path.read_text()))


@pytest.mark.timing
def test_another_thread_can_end_the_work() -> None:
    def seconds() -> float:
        with Worker() as worker:
            threading.Timer(0.5, worker.kill).start()
            start = time.monotonic()
            assert worker.run(Call(child_work.sleep, (600,))).lost == "crash"
            took = time.monotonic() - start
            assert worker.run(Call(child_work.double, (1,))).lost == "crash"  # it is not started again
        return took

    check_promise(seconds, 0.5 + SLACK)


PARENT = """
import sys
from crewsat.workers.process import Call, Worker
from tests.support import child_work
with Worker() as worker:
    worker.run(Call(child_work.run_a_program, (sys.argv[1],)))
"""


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
def test_no_orphan_is_left_when_the_parent_ends(ending: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "pid"
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'encodings'}"}
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(path)], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL
    )
    assert wait_until(lambda: path.exists() and path.read_text())
    parent.send_signal(ending)
    parent.wait(PATIENCE)
    assert gone(int(path.read_text()))


def test_replies_come_in_the_order_of_the_calls() -> None:
    items = [Call(child_work.sleep, ((8 - k) / 20,)) if k % 3 else k for k in range(8)]
    replies = list(run_each(items, 3))
    assert [reply if isinstance(reply, int) else reply.notes["sleeps"] for reply in replies] == [
        (8 - k) / 20 if k % 3 else k for k in range(8)
    ]
    assert list(run_each([], 2)) == []
    assert list(run_each([1, 2], 2)) == [1, 2]


def test_calls_are_taken_when_a_worker_is_free() -> None:
    taken = []

    def calls() -> Iterator[Call]:
        for k in range(20):
            taken.append(k)
            yield Call(child_work.sleep, (600 if k else 0,))

    replies = run_each(calls(), 2)
    assert next(replies).notes == {"sleeps": 0}
    assert len(taken) <= 4  # one done, two at work, one looked at
    replies.close()


@pytest.mark.timing
def test_limits_hold_whatever_the_maker_of_calls_is_doing() -> None:
    def calls() -> Iterator[Call]:
        yield Call(child_work.eat, (3_000,), max_bytes=300_000_000)
        yield Call(child_work.sleep, (600,), time_limit=0.3)
        time.sleep(3)
        yield Call(child_work.double, (1,))

    def megabytes() -> float:
        replies = list(run_each(calls(), 2))
        assert [reply.lost for reply in replies] == ["memory", "time", None]
        return eaten(replies[0])

    check_promise(megabytes, 330, "MB")


@pytest.mark.timing
def test_what_is_ready_is_not_kept_back() -> None:
    def calls() -> Iterator[Call]:
        for k in range(3):
            time.sleep(0.5)
            yield Call(child_work.double, (k,))

    def seconds() -> float:
        start = time.monotonic()
        with closing(run_each(calls(), 1)) as replies:
            next(replies)
            return time.monotonic() - start

    check_promise(seconds, 0.5 + SLACK)


def test_an_error_of_the_maker_of_calls_comes_after_the_replies() -> None:
    def calls() -> Iterator[Call]:
        yield from (Call(child_work.double, (k,)) for k in range(3))
        raise KeyError("no more")

    replies = run_each(calls(), 2)
    assert [next(replies).value for _ in range(3)] == [0, 2, 4]
    with pytest.raises(KeyError):
        next(replies)


def test_large_calls_and_replies_fit_through_the_pipes() -> None:
    with Worker() as worker:
        assert len(worker.run(Call(child_work.echo, (b"x" * 30_000_000,))).value) == 30_000_000
        reply = worker.run(Call(child_work.double, (1,), time_limit=60))
        assert reply.value == 2


@pytest.mark.timing
def test_a_child_that_is_stopped_is_ended_in_time() -> None:
    def seconds() -> float:
        with Worker() as worker:
            worker.run(Call(child_work.double, (1,)))
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGSTOP)
            start = time.monotonic()
            assert worker.run(Call(child_work.echo, (b"x" * 3_000_000,), time_limit=0.5)).lost == "time"
            return time.monotonic() - start

    check_promise(seconds, 0.5 + SLACK)


@pytest.mark.timing
def test_handing_over_many_megabytes_counts() -> None:
    """A million cards take seconds to pickle; nobody waits for that longer than asked."""
    cards = [Card("a", value) for value in range(1, 1_000_001)]

    def seconds() -> float:
        with Worker() as worker:
            start = time.monotonic()
            assert worker.run(Call(child_work.echo, (cards,), time_limit=0.1)).lost == "time"
            took = time.monotonic() - start
            assert worker.run(Call(child_work.double, (1,))).value == 2
        return took

    check_promise(seconds, 0.1 + SLACK)


def test_what_python_prints_when_it_starts_is_no_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Worker() as worker:
        assert worker.run(Call(child_work.double, (1,), time_limit=PATIENCE)).value == 2


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # newer versions of Python warn of any fork
def test_a_forked_copy_ends_nobody() -> None:
    with Worker() as worker:
        worker.run(Call(child_work.double, (1,)))
        pid = worker.pid
        copy = os.fork()
        if copy == 0:
            worker.close()
            os._exit(0)
        os.waitpid(copy, 0)
        assert worker.run(Call(child_work.double, (2,))).value == 4
        assert worker.pid == pid


def test_a_child_that_cannot_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    with Worker() as worker, pytest.raises(FileNotFoundError):
        worker.run(Call(child_work.double, (1,)))
    assert [type(reply.error) for reply in run_each([Call(child_work.double, (1,))], 1)] == [FileNotFoundError]


UNFINISHED = """
from crewsat.games.cards import Card
from crewsat.workers.pool import run_each
from crewsat.workers.process import Call
from tests.support import child_work
replies = run_each([Call(child_work.double, (1,)), *[Call(child_work.sleep, (600,))] * 3], 2)
print(next(replies).value)
"""


def test_a_script_with_unfinished_work_can_end() -> None:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'encodings'}"}
    command = [sys.executable, "-c", UNFINISHED]
    told = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert (told.stdout, told.stderr, told.returncode) == ("2\n", "", 0)


def test_waiting_for_the_last_calls_costs_nothing() -> None:
    cpu = time.process_time()
    assert len(list(run_each([Call(child_work.sleep, (2.0,)), Call(child_work.sleep, (0.2,))], 3))) == 2
    assert time.process_time() - cpu < 0.5


def test_a_reply_that_cannot_be_read_costs_its_call_only() -> None:
    calls = [Call(child_work.answer_what_cannot_be_read), Call(child_work.double, (4,))]
    first, second = run_each(calls, 1)
    assert isinstance(first.error, TypeError)
    assert second.value == 8


def test_giving_up_the_replies_ends_the_work() -> None:
    before = children()
    replies = run_each([Call(child_work.double, (1,)), *[Call(child_work.sleep, (600,))] * 5], 2)
    next(replies)
    working = children() - before
    assert working
    replies.close()
    assert all(gone(pid) for pid in working)


def test_resident_memory_of_a_process_that_is_not_there() -> None:
    assert resident_bytes(os.getpid()) > 10_000_000
    assert resident_bytes(2**22 + 1) == 0
    assert 0 < GRACE < SLACK
