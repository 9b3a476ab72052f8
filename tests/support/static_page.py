"""The page as static files, behind a server that compresses nothing: as ``make app`` writes it."""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import NotInstalled
from crewsat.web.export.fetching import NotFetched, fetched
from crewsat.web.export.folder import write
from tests.support.wasm_kernel import NotCompiled, kernel_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def exported(shared: Path) -> Path:
    """The folder, written once for all processes of a run of tests; the test is skipped where it cannot be fetched.

    Args:
        shared: a folder of all these processes.
    """
    folder = shared / "page"
    with (shared / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "files.json").exists():
            try:
                write(folder, fetched(), kernel_file().read_bytes())
            except (NotCompiled, NotFetched, NotInstalled) as error:
                if os.environ.get("CREWSAT_BROWSER") == "required":
                    pytest.fail(str(error))
                pytest.skip(str(error))
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def static_server(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
