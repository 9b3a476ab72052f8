"""Guarded reading: every defect named, nothing else happens."""

from __future__ import annotations

import gc
import io
import json
import random
import socket
import sys
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import MOST_DEFECTS, InvalidInstance
from crewsat.base.guarded import MAX_BYTES, read_json
from crewsat.engine.files import load, load_many, parse
from crewsat.games.crew.instance import Crew
from tests.support.bad_inputs import BAD
from tests.support.bad_tasks import GOOD, changed

if TYPE_CHECKING:
    from pathlib import Path


def defects_of(path: Path | str) -> str:
    with pytest.raises(InvalidInstance) as error:
        load(path)
    assert error.value.defects
    return str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "data", "word"), BAD, ids=[name for name, _, _ in BAD])
def test_bad_bytes_are_named(name: str, data: bytes, word: str) -> None:
    with pytest.raises(InvalidInstance) as error:
        parse(data)
    message = str(error.value)
    assert word in message, name
    assert all(c.isprintable() or c == "\n" for c in message)
    assert all(len(line) < 700 for line in message.split("\n"))


def test_the_names_of_bad_inputs_are_different_and_many() -> None:
    names = [name for name, _, _ in BAD]
    assert len(set(names)) == len(names) >= 100


def test_the_good_instance_is_good(tmp_path: Path) -> None:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GOOD))
    assert load(path) == Crew(**GOOD)
    assert read_json(path) == GOOD


def test_all_defects_at_once() -> None:
    data = changed(
        hands=[["pink9", "pink"], ["pink9", True]],
        leader="x",
        extra=1,
        objectives=[{"card": "pink9", "owner": 3, "token": "0"}, {"card": "pink9", "owner": 9}, 5],
    )
    with pytest.raises(InvalidInstance) as error:
        parse(data)
    assert sorted(defect.place for defect in error.value.defects) == [
        "extra",
        "hands[0][1]",
        "hands[1][0]",
        "hands[1][1]",
        "leader",
        "objectives[0].token",
        "objectives[1].owner",
        "objectives[2]",
    ]


def test_lists_of_names_are_read_to_the_end() -> None:
    data = changed(
        suits=["pink", None, 5.5, "gr een"],
        objectives=[{"card": "pink4", "owner": 1, "after": [1, 2, ""], "before": ["x", None]}],
    )
    with pytest.raises(InvalidInstance) as error:
        parse(data)
    places = [f"suits[{k}]" for k in (1, 2, 3)] + [f"objectives[0].after[{k}]" for k in (0, 1, 2)]
    assert {defect.place for defect in error.value.defects} >= {*places, "objectives[0].before[1]"}


def test_a_duplicate_key_does_not_hide_the_rest() -> None:
    with pytest.raises(InvalidInstance) as error:
        parse(json.dumps({**GOOD, "leader": 7}).encode()[:-1] + b', "trump": null, "trump": null}')
    assert [defect.place for defect in error.value.defects] == ["trump", "leader"]


def test_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "standard input: is closed" in defects_of("-")


def test_a_file_full_of_nonsense_gives_a_bounded_number_of_defects() -> None:
    for nonsense in ([[1] * 50_000], [[f"a{k}"] for k in range(10)] * 500):
        with pytest.raises(InvalidInstance) as error:
            parse(changed(hands=nonsense, objectives=[3] * 5_000))
        assert len(error.value.defects) == MOST_DEFECTS
        lines = error.value.lines()
        assert len(lines) == 21
        assert lines[-1].endswith(f"… and at least {MOST_DEFECTS - 20} more defects")
    with pytest.raises(InvalidInstance) as error:
        parse(changed(**{f"key{k}": k for k in range(30)}))
    assert error.value.lines()[-1].endswith("… and 10 more defects")


def test_what_is_no_regular_file_is_not_opened(tmp_path: Path) -> None:
    assert "no such file" in defects_of(tmp_path / "nothing.json")
    assert "is a directory" in defects_of(tmp_path)
    assert "is a device" in defects_of("/dev/zero")
    assert "is a device" in defects_of("/dev/null")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "symbolic links" in defects_of(tmp_path / "loop")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert "no such file" in defects_of(tmp_path / "dangling")
    assert "not a directory" in defects_of("/dev/null/x.json")
    assert "name too long" in defects_of(tmp_path / ("x" * 5_000))
    assert "null byte" in defects_of("a\0b")
    assert "no such file" in defects_of("")


def test_a_socket_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # socket paths are short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert "cannot be read" in defects_of("s")


def test_large_files_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as stream:
        stream.truncate(500_000_000)
    assert f"larger than {MAX_BYTES} bytes" in defects_of(path)
    path.write_bytes(json.dumps(GOOD).encode())
    with pytest.raises(InvalidInstance, match="larger than 10 bytes"):
        load(path, max_bytes=10)


def test_a_file_name_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    assert "\x1b" not in defects_of(tmp_path / "\x1b[31mred.json")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(GOOD).encode())))
    assert load("-") == Crew(**GOOD)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b" " * (MAX_BYTES + 1))))
    assert "standard input: larger than" in defects_of("-")


def test_many_instances_from_one_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    line = json.dumps(GOOD)
    path.write_text(f"{line}\n\n  \n{line}\r\n{line}")
    assert list(load_many(path)) == [Crew(**GOOD)] * 3
    path.write_text(f"{line}\n\n{line[:-3]}\n{line}\n")
    instances = load_many(path)
    assert next(instances) == Crew(**GOOD)
    with pytest.raises(InvalidInstance) as error:
        next(instances)
    assert "deals.jsonl, line 3: invalid JSON" in str(error.value)


def test_a_line_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps(GOOD) + "\n")
    assert len(list(load_many(path, max_bytes=1_000))) == 1
    with pytest.raises(InvalidInstance, match="line 1: larger than 20 bytes"):
        list(load_many(path, max_bytes=20))


def check_parses_or_is_invalid(data: bytes) -> None:
    """An instance or an InvalidInstance with defects, nothing else."""
    try:
        assert parse(data).size >= 0
    except InvalidInstance as error:
        if not error.defects:
            pytest.fail(f"no defect named: {data!r}")


@pytest.mark.parametrize("pieces", [["", "[", "]]", "{", "a", "}{"], ["", "[", '"', "\\", "]", '\\"[', "{"]])
def test_brackets_in_texts_do_not_count(pieces: list[str]) -> None:
    """64 levels are allowed, whatever the texts in them contain; of the first texts, nothing is escaped."""
    rng = random.Random(3)
    verdicts = set()
    for _ in range(400):
        depth = rng.randint(61, 67)
        value: list[Any] = []
        for _ in range(depth - 3):  # the instance is the first level, `about` the second
            texts = ["".join(rng.choices(pieces, k=rng.randint(0, 3))) for _ in range(rng.randint(0, 4))]
            value = [*texts, value] if rng.random() < 0.5 else [value, *texts]
        data = json.dumps({"game": "crew", "hands": [["a1"]], "about": {"x": value}}).encode()
        verdicts.add(depth <= 64)
        if depth <= 64:
            parse(data)
        else:
            with pytest.raises(InvalidInstance, match="nested too deeply"):
                parse(data)
    assert len(verdicts) == 2


def test_the_garbage_collector_runs_again_after_reading() -> None:
    for data in (b'{"game":"crew","hands":[["a1"]]}', b"[[[", b"{}"):
        check_parses_or_is_invalid(data)
        assert gc.isenabled()
    gc.disable()
    try:
        parse(b'{"game":"crew","hands":[["a1"]]}')
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_bytes_at_random_never_escape() -> None:
    rng = random.Random(1)
    good = json.dumps(GOOD).encode()
    for _ in range(3_000):
        data = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(data))
            piece = bytes(rng.choices(b'[]{},:"\\0129pnullE\xc3-', k=rng.randint(0, 3)))
            data[place : place + rng.randint(0, 3)] = piece
        check_parses_or_is_invalid(bytes(data))


@pytest.mark.slow
def test_values_at_random_never_escape() -> None:
    """The good instance with random JSON in random places."""
    rng = random.Random(2)

    def value(depth: int) -> Any:  # noqa: ANN401 - any JSON
        simple = [None, True, 0, 1, -1, 2.5, "", "a1", "pink4", "omega", 10**20, "\u0000", "é\u202e"]
        if depth and rng.random() < 0.4:
            inner = [value(depth - 1) for _ in range(rng.randint(0, 3))]
            return inner if rng.random() < 0.5 else {str(rng.choice(simple)): v for v in inner}
        return rng.choice(simple)

    for _ in range(3_000):
        data = json.loads(json.dumps(GOOD))
        target = rng.choice([data, *data["objectives"]])
        target[rng.choice([*target, *GOOD, "id", "token", "after", "suits", "trump", "about"])] = value(3)
        check_parses_or_is_invalid(json.dumps(data).encode())
