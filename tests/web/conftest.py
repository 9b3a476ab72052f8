"""A server for the tests of a module, and the browser of the tests of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import chromium
from tests.support.chunks import rarely
from tests.support.static_page import exported, static_server
from tests.support.web_server import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium. Not for longer: while Playwright is there, a thread has an event loop that runs."""
    yield from chromium()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with two workers."""
    with serving("--jobs", "2") as found:
        yield found


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The page as a folder of static files, made once."""
    own = tmp_path_factory.getbasetemp()
    return exported(own if worker_id == "master" else own.parent)


@pytest.fixture(scope="module")
def folder_address(folder: Path) -> Iterator[str]:
    """The page as static files behind a server, with its engine in the browser."""
    with static_server(folder) as found:
        yield found


@pytest.fixture(scope="module", params=rarely(["server", "folder"], {"folder"}))
def address(request: pytest.FixtureRequest) -> str:
    """The page over each of its transports: an engine behind a server, and one in the browser, which starts anew."""
    if request.param == "folder":
        return str(request.getfixturevalue("folder_address"))
    server: Server = request.getfixturevalue("server")
    return server.address
