"""The server: static files by name, and questions in JSON."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import asynccontextmanager, suppress
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from crewsat.engine.desk import Full
from crewsat.games import GAMES
from crewsat.pages.script import LANGUAGES, STATIC
from crewsat.web.desk import Desk
from crewsat.web.guard import Guard, problem
from crewsat.web.questions import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from importlib.resources.abc import Traversable

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from crewsat.workers.process import Reply

MOST_BYTES = 256 * 1024
"""The most bytes of a question."""
PATIENCE = 10.0
"""Seconds within which a question must arrive."""
SECONDS = 10.0
MOST_SECONDS = 60.0
"""Seconds that a question may take by default, and at most."""

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
OWN = (
    *("app.css", "icon.svg"),
    *("answer.js", "app.js", "ask.js", "field.js", "goals.js", "grid.js", "history.js", "moves.js", "onehand.js"),
    *("panels.js", "picture.js", "save.js", "unanswered.js", "ways.js", "words.js"),
)
"""The files of the page that replay pages lack."""
SHARED = ("cards.js", "dom.js", "say.js", "sentences.js", "stacks.js", "stepper.js", "page.css")
"""The files that it shares with replay pages."""
OWN_FILES: Traversable = files("crewsat.web") / "static"
FILES = {
    "/": OWN_FILES / "index.html",
    **{f"/{name}": OWN_FILES / name for name in OWN},
    "/transport.js": OWN_FILES / "http.js",
    **{f"/{name}": STATIC / name for name in SHARED},
    **{f"/words/{language}.js": STATIC / "words" / f"{language}.js" for language in LANGUAGES},
    **{f"/boards/{game}.js": STATIC / "boards" / f"{game}.js" for game in GAMES},
}
"""What is served, by path: nothing else is."""

_LOST = {
    "time": "the question took longer than it may",
    "memory": "the question needed more memory than it may have",
    "crash": "the process that worked on it died",
}


def app(  # noqa: PLR0913 - one argument per option of the command
    hosts: Iterable[str],
    *,
    jobs: int,
    places: int,
    max_bytes: int,
    token: str | None = None,
    share_base: str | None = None,
) -> ASGIApp:
    """Return the server.

    Args:
        hosts: the values of Host that name this server.
        jobs: how many questions are worked on at a time.
        places: how many more may wait; others are refused at once.
        max_bytes: bound on the memory of each.
        token: the first part of every path, if there is to be one.
        share_base: the address of the page in links to others, if it is not this server's.
    """

    @asynccontextmanager
    async def desk(application: Starlette) -> AsyncIterator[None]:
        application.state.desk = Desk(jobs, places, max_bytes)
        try:
            yield
        finally:
            await application.state.desk.close()

    routes = [Route("/api/{name}", _question, methods=["POST"]), *(Route(path, _file) for path in FILES)]
    handlers = {404: _unknown, 405: _not_so, 500: _failed}
    application = Starlette(routes=routes, lifespan=desk, exception_handlers=handlers)
    application.router.redirect_slashes = False
    application.state.more = "" if share_base is None else f'<meta name="share-base" content="{escape(share_base)}">\n'
    return Guard(application, hosts, token)


async def _file(request: Request) -> Response:
    """Return a file of the table."""
    found = FILES.get(request.scope["path"])
    if found is None:  # a path with a trailing newline matches its route
        return problem(404, "there is no such page")
    content = found.read_bytes()
    if found.name == "index.html":
        content = content.replace(b"</head>", request.app.state.more.encode() + b"</head>", 1)
    return Response(content, media_type=_KINDS[found.name.rpartition(".")[2]])


async def _unknown(_request: Request, _error: Exception) -> Response:
    return problem(404, "there is no such page")


async def _not_so(_request: Request, error: Exception) -> Response:
    allowed = getattr(error, "headers", None) or {}
    return problem(405, "files are read, questions are posted", **allowed)


async def _failed(_request: Request, _error: Exception) -> Response:
    return problem(500, "the server failed")


async def _question(request: Request) -> Response:
    """Answer a question, as long as the client waits for the answer."""
    name = request.path_params["name"]
    if name not in QUESTIONS:
        return problem(404, f"there is no such question; allowed: {', '.join(QUESTIONS)}")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return problem(415, "a question is application/json")
    seconds = _seconds(request.query_params.get("seconds"))
    if seconds is None:
        return problem(422, f"seconds is a number above 0, at most {MOST_SECONDS:.0f}")
    try:
        body = await asyncio.wait_for(_body(request), PATIENCE)
    except TimeoutError:
        return problem(408, f"the question did not arrive within {PATIENCE:.0f} s", connection="close")
    if body is None:
        return problem(413, f"a question has at most {MOST_BYTES // 1024} kB", connection="close")
    return await _answer(request, name, body, seconds)


def _seconds(given: str | None) -> float | None:
    """Return how long a question may take; None if that makes no sense."""
    if given is None:
        return SECONDS
    seconds = float(given) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", given) else 0.0
    return seconds if 0 < seconds <= MOST_SECONDS else None


async def _body(request: Request) -> bytes | None:
    """Read a body in pieces; None if it is too long."""
    said = request.headers.get("content-length", "0")
    if not said.isascii() or not said.isdigit() or int(said) > MOST_BYTES:
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            return None
    return bytes(body)


async def _answer(request: Request, name: str, body: bytes, seconds: float) -> Response:
    """Wait for a worker's reply, or until the client leaves: then the work ends."""
    work = request.app.state.desk.ask(name, body, seconds)
    left = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({work, left}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            return Response(status_code=499)  # the client has gone
        return _response(work.result())
    except Full:
        return problem(503, "too many questions at once", **{"retry-after": "1"})
    except TimeoutError:
        return problem(503, "no worker was free in time", **{"retry-after": "1"})
    finally:
        for task in (work, left):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _left(request: Request) -> None:
    """Wait until the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(reply: Reply) -> Response:
    """Return the answer of a worker, or why there is none."""
    if reply.lost is not None:
        return problem(500 if reply.lost == "crash" else 504, _LOST[reply.lost])
    if reply.error is not None:
        logging.getLogger(__name__).error("a question ended with %r", reply.error)  # for whoever started the server
        return problem(500, "the question ended with an error of the program")
    return Response(reply.value, media_type="application/json")
