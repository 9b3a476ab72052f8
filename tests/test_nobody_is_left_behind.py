"""A test that fails does not make others fail: what it has started is ended with it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.places import ROOT
from tests.support.processes import gone

if TYPE_CHECKING:
    from pathlib import Path

TESTS = """
import gc, pathlib, signal, subprocess, sys

def test_that_fails():
    command = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    process = subprocess.Popen([sys.executable, "-c", command], stderr=subprocess.PIPE)
    pathlib.Path("pid").write_text(str(process.pid))
    raise AssertionError

def test_that_passes():
    gc.collect()  # Python would complain here of a process that still runs

def test_children_hear_ctrl_c():
    child = subprocess.Popen([sys.executable, "-c", "import time; print(1, flush=True); time.sleep(600)"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    assert child.wait(60) != 0
"""


@pytest.mark.slow
def test_a_failure_stays_where_it_is_also_in_the_background_of_a_shell(tmp_path: Path) -> None:
    """A shell has what it starts in the background ignore Ctrl-C, and so did the children of the tests."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text("from tests_of_crewsat import *\n")
    (tmp_path / "tests_of_crewsat.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    path = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]; "
    options = "['-q', '-p', 'no:cacheprovider', '-W', 'error', '--rootdir', '.', '-c', '/dev/null', 'tests']"
    code = f"{path}import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); import pytest; pytest.main({options})"
    told = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 failed, 2 passed" in told.stdout, told.stdout + told.stderr
    assert gone(int((tmp_path / "pid").read_text()))
