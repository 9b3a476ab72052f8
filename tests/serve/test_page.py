"""The page about the server: its programs are run, its conversation is had again, and its table names every method."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from crewsat.serve import messages
from crewsat.serve.methods import METHODS
from tests.support.mcp_conversation import PAGE, conversation
from tests.support.pages import DOCS, blocks
from tests.support.places import ROOT

TEXT = (DOCS / "serve.md").read_text()
pytestmark = pytest.mark.processes


@pytest.mark.slow
def test_the_example_for_a_shell_works() -> None:
    [code] = blocks(TEXT, "sh")
    program = f'crewsat() {{ PYTHONPATH={ROOT}:{ROOT / "encodings"} {sys.executable} -m crewsat "$@"; }}'
    shown = subprocess.run(["bash", "-c", f"{program}\n{code}"], capture_output=True, text=True, check=True).stdout
    assert shown.startswith('{"jsonrpc": "2.0", "id": 1, "result": {"format": 1, "game": "crew", "answer": "yes"')


def test_the_client_is_short() -> None:
    [code] = blocks(TEXT, "python")
    assert len(code.strip().splitlines()) <= 65
    assert len(code.partition("\n\nclient = ")[0].splitlines()) <= 60


@pytest.mark.slow
def test_the_conversation_is_the_one_that_is_had() -> None:
    assert PAGE.read_text() == conversation(), "run python -m tests.support.mcp_conversation"


def test_every_method_and_every_code_is_on_the_page() -> None:
    rows = "\n".join(line for line in TEXT.splitlines() if line.startswith("| `"))
    assert {*re.findall(r"`([a-zA-Z-]+)`", re.sub(r"\|[^|]*\|[^|]*\|$", "", rows, flags=re.MULTILINE))} >= {*METHODS}
    codes = {value for name, value in vars(messages).items() if name.isupper() and type(value) is int}
    assert {*map(int, re.findall(r"^\| (-\d+) ", TEXT, re.MULTILINE))} == codes
