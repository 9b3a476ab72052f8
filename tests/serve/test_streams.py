"""Lines of bytes from pipes and files, and to readers that are slow or gone."""

from __future__ import annotations

import asyncio
import os
import time
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from crewsat.serve.streams import TooLong, Writer, lines_of

if TYPE_CHECKING:
    from pathlib import Path


def read(pieces: list[bytes], most_bytes: int = 10) -> list[bytes | None]:
    """The lines of a pipe into which these pieces are written one by one; None for one that is too long."""

    async def found() -> list[bytes | None]:
        return [None if isinstance(line, TooLong) else line async for line in lines_of(reading, most_bytes)]

    def write() -> None:
        for piece in pieces:
            os.write(writing, piece)
            time.sleep(0.002)
        os.close(writing)

    reading, writing = os.pipe()
    writer = Thread(target=write)
    writer.start()
    try:
        return asyncio.run(found())
    finally:
        writer.join()
        os.close(reading)


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([], []),
        ([b"a\n"], [b"a"]),
        ([b"a\nb\n", b"c\n"], [b"a", b"b", b"c"]),
        ([b"a", b"b", b"\nc"], [b"ab", b"c"]),
        ([b"\n \n\r\na\r\n"], [b"a\r"]),
        ([b"0123456789\nb\n"], [b"0123456789", b"b"]),
        ([b"0123456789x\nb\n"], [None, b"b"]),
        ([b"0123456789", b"x", b"y" * 30, b"\nb\n"], [None, b"b"]),
        ([b"0123456789x", b"\n", b"0123456789x\n", b"b"], [None, None, b"b"]),
        ([b"0123456789x"], [None]),
        ([b"  "], []),
    ],
)
def test_lines_however_they_arrive(pieces: list[bytes], lines: list[bytes | None]) -> None:
    assert read(pieces) == lines
    assert read([bytes([byte]) for piece in pieces for byte in piece]) == lines


def test_lines_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "requests"
    path.write_bytes(b"a\nb")

    async def found() -> list[bytes | TooLong]:
        with path.open("rb") as file:
            return [line async for line in lines_of(file.fileno(), 10)]

    assert asyncio.run(found()) == [b"a", b"b"]


def test_a_reader_that_is_slow_gets_everything_in_its_order() -> None:
    lines = [bytes([65 + k % 26]) * 5_000 for k in range(200)]

    async def write() -> bool:
        reading, writing = os.pipe()
        got = bytearray()

        def take() -> None:
            while piece := os.read(reading, 10_000):
                got.extend(piece)
                time.sleep(0.0005)

        reader = Thread(target=take)
        writer = Writer(writing, lambda: None)
        for line in lines:
            writer.put(line)
        reader.start()
        await writer.below(0)
        await writer.close(30)
        os.close(writing)
        await asyncio.to_thread(reader.join)
        os.close(reading)
        return bytes(got) == b"".join(line + b"\n" for line in lines)

    assert asyncio.run(write())


def test_a_reader_that_is_gone_is_noticed() -> None:
    async def write() -> bool:
        reading, writing = os.pipe()
        os.close(reading)
        closed = asyncio.Event()
        writer = Writer(writing, closed.set)
        writer.put(b"x" * 100_000)
        await closed.wait()
        await writer.below(0)
        await writer.close(30)
        os.close(writing)
        return closed.is_set()

    assert asyncio.run(asyncio.wait_for(write(), 30))


def test_nobody_waits_for_ever_for_a_reader() -> None:
    async def write() -> float:
        reading, writing = os.pipe()
        writer = Writer(writing, lambda: None)
        writer.put(b"x" * 1_000_000)
        began = time.monotonic()
        await writer.close(0.05)
        waited = time.monotonic() - began
        os.close(reading)  # lets the thread end
        return waited

    assert asyncio.run(write()) < 30
