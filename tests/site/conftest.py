"""The site, built once for all tests that look at it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.pages import DOCS
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it, where nothing can be reached but this machine; once for all workers."""
    one_of_many = "PYTEST_XDIST_WORKER" in os.environ
    shared = tmp_path_factory.getbasetemp().parent if one_of_many else tmp_path_factory.mktemp("shared")
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            build(folder)
    return folder / "html"


def build(folder: Path) -> None:
    """Build the site."""
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--doctree-dir", str(folder / "doctrees")]
    command = [sys.executable, "-c", _BUILD, *options, str(DOCS), str(folder / "html")]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")


_BUILD = """
import socket, sys
def refused(*_): raise OSError("no network")
socket.socket.connect = socket.getaddrinfo = refused
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))
"""
