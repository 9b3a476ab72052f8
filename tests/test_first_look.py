"""The first look at a file: what is packed or encoded otherwise is read, what is something else is named, once."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import re
import sys
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base import guarded
from crewsat.base.errors import InvalidInstance
from crewsat.base.first_look import lines_of, plain
from crewsat.base.guarded import MAX_BYTES, read_json, read_text
from crewsat.engine.files import load, load_many, parse
from crewsat.games.crew.instance import Crew
from tests.cli.test_bad_input import measured
from tests.support.bad_tasks import GOOD
from tests.support.chunks import sizes
from tests.support.command import run, run_apart

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TEXT = json.dumps({**GOOD, "about": {"name": "José 中"}}, ensure_ascii=False)
FORMS: dict[str, bytes] = {
    "plain": TEXT.encode(),
    "byte-order mark": b"\xef\xbb\xbf" + TEXT.encode(),
    "UTF-16": TEXT.encode("utf-16"),
    "UTF-16, big end first": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "gzip": gzip.compress(TEXT.encode()),
    "gzip in two parts": gzip.compress(TEXT[:9].encode()) + gzip.compress(TEXT[9:].encode()),
    "bzip2": bz2.compress(TEXT.encode()),
    "xz": lzma.compress(TEXT.encode()),
    "xz, as strong as it goes": lzma.compress(TEXT.encode(), preset=9 | lzma.PRESET_EXTREME),
    "UTF-16 in gzip": gzip.compress(TEXT.encode("utf-16")),
}
PACKERS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


def refused(call: Callable[[], object]) -> str:
    """The one line that says why."""
    with pytest.raises(InvalidInstance) as told:
        call()
    (line,) = told.value.lines()
    return line


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_everywhere(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deal"
    path.write_bytes(FORMS[form])
    deal = Crew(**json.loads(TEXT))
    assert load(path) == deal
    assert load(path).about == {"name": "José 中"}
    assert read_json(path) == json.loads(TEXT)
    assert read_text(path) == TEXT
    assert list(load_many(path)) == [deal]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FORMS[form])))
    assert load("-") == deal


def test_lines_come_as_they_are_written_whatever_the_encoding() -> None:
    lines = ["a1 / b2; 1 wins a1", "", 'x\u2028"\x0b y', "中" * 5000, "last"]
    text = "\n".join(lines).encode()
    for data in (
        text,
        b"\xef\xbb\xbf" + text,
        text.decode().encode("utf-16"),
        *(pack(text) for pack in PACKERS.values()),
    ):
        with lines_of(io.BytesIO(data)) as stream:
            found = list(iter(lambda: stream.readline(1 << 20), b""))
        assert b"".join(found) == text
        assert len(found) == len(lines)


@pytest.mark.slow
def test_many_deals_may_be_packed(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl.gz"
    path.write_bytes(gzip.compress((TEXT + "\n").encode() * 3))
    told = run("decide", path, "--brief")
    assert told.returncode == 0
    assert [json.loads(line)["line"] for line in told.stdout.splitlines()] == [1, 2, 3]


@pytest.mark.parametrize("name", PACKERS)
def test_what_is_packed_is_bounded_and_whole(name: str) -> None:
    data = PACKERS[name](TEXT.encode() * 9)
    assert plain(data, 9 * len(TEXT.encode())) == TEXT.encode() * 9
    assert refused(lambda: plain(data, 9 * len(TEXT.encode()) - 1)).endswith("the limit, once unpacked")
    for broken in (data[:-9], data[:20], data[:-20] + bytes(20)):
        assert refused(partial(plain, broken, MAX_BYTES)).startswith(f"cannot be unpacked ({name}): ")


@pytest.mark.slow
@pytest.mark.parametrize("size", sizes(40_000_000, 300_000_000))
@pytest.mark.parametrize("name", PACKERS)
def test_a_bomb_costs_little(name: str, size: int, tmp_path: Path) -> None:
    bomb = tmp_path / "bomb"
    bomb.write_bytes(PACKERS[name](bytes(size)))
    status, out, err, seconds, megabytes = measured(["decide", str(bomb)])
    assert (status, out) == (1, "")
    assert err.splitlines() == [err]
    assert err.startswith(f"{bomb}: larger than {MAX_BYTES} bytes, the limit")
    assert seconds < 5
    assert megabytes < 150


@pytest.mark.slow
def test_an_xz_file_that_needs_much_memory_is_refused() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 1, "dict_size": 1 << 30}]
    data = lzma.compress(TEXT.encode(), filters=filters)
    assert refused(lambda: plain(data, MAX_BYTES)) == "cannot be unpacked (xz): memory usage limit exceeded"


def test_a_pipe_is_read_as_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        time.sleep(0.05)
        with pipe.open("wb") as stream:
            stream.write(TEXT.encode()[:9])
            stream.flush()
            time.sleep(0.05)
            stream.write(TEXT.encode()[9:])

    readers: list[Callable[[], Any]] = [lambda: load(pipe), lambda: next(load_many(pipe))]
    for read in readers:
        writer = threading.Thread(target=write)
        writer.start()
        assert read() == Crew(**json.loads(TEXT))
        writer.join()


def test_a_pipe_without_a_writer_is_refused_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "SECONDS_FOR_WRITER", 0.05)
    os.mkfifo(tmp_path / "pipe")
    assert refused(lambda: load(tmp_path / "pipe")).endswith("is a pipe that nobody writes to")
    inner, outer = os.pipe()
    os.close(outer)
    assert "is empty" in refused(lambda: load(f"/dev/fd/{inner}"))
    os.close(inner)


@pytest.mark.processes
@pytest.mark.slow
def test_the_output_of_a_command_is_read_as_a_file() -> None:
    told = run_apart("show", "/dev/stdin", stdin=TEXT)
    assert told.returncode == 0, told.stderr
    assert "pink9" in told.stdout


OLD = {
    "players": ["A", "B"],
    "deck": [{"suit": 0, "rank": 1}, {"suit": 1, "rank": 1}] * 25,
    "actions": [
        {"type": 0, "target": 1, "clue": {"type": 0, "value": 1}},
        {"type": 1, "target": 0, "clue": None},
    ],
}
NEW = {"players": ["A", "B"], "deck": [{"suitIndex": 0, "rank": 1}] * 50, "actions": []}


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (OLD, "was exported by hanab.live before 2020"),
        ({**OLD, "deck": NEW["deck"]}, "was exported by hanab.live before 2020"),
        ({**OLD, "actions": []}, "was exported by hanab.live before 2020"),
        ({"players": 2, "deck": ["red1"] * 50}, 'game: missing; .*add "game": "hanabi"'),
        ({"deck": ["red1"], "hand_size": 2}, 'game: missing; the keys fit "hanabi_solitaire" or "hanabi"; a file of'),
        ({"players": 2, "actions": [{"action": "clue"}]}, 'game: missing; the keys fit "hanabi"; a file of another'),
        ({"hands": [["a1"]]}, 'game: missing; the keys fit "crew"; allowed'),
        ({"x": 1}, "game: missing; allowed: crew"),
    ],
)
def test_an_object_that_does_not_name_its_game_is_asked_about_once(tree: object, words: str) -> None:
    assert re.match(words, refused(lambda: parse(json.dumps(tree).encode())))
