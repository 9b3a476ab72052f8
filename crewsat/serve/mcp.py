"""The Model Context Protocol: the same methods as tools of assistants, over the same lines.

Two generations of the protocol are in use. Up to revision 2025-11-25, a client begins with ``initialize``. Since
revision 2026-07-28, it does not: each request names its revision and the client's capabilities in ``_meta``. Both are
served; a request that names its revision is of the second kind.

Source: the schemas of both revisions, as the types of the official Python library have them (version 2.3).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.base.wording import alternatives, json_text, visible
from crewsat.serve import calls
from crewsat.serve.messages import UNKNOWN_METHOD, WRONG_PARAMETERS, Refused
from crewsat.serve.methods import METHODS, tool_name
from crewsat.serve.session import Protocol, Work
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.serve.messages import Request
    from crewsat.serve.session import Session

WITH_HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
WITHOUT_HANDSHAKE = ("2026-07-28",)
UNSUPPORTED_REVISION = -32022
_META = "io.modelcontextprotocol/"
_SERVER = {"name": "crewsat", "title": "CrewSAT", "version": crewsat.__version__}
_CAPABILITIES = {"tools": {"listChanged": False}}
INSTRUCTIONS = (
    "Exact answers about cooperative card games: whether a deal of The Crew or a game of Hanabi can be won, the "
    "winning play, and why it is lost. A deal is given as one line of text, 'deal', such as \"a9 b2 / a2 b5; leader 1; "
    '1 wins a2": hands, who leads, and the objectives; the tool crewsat_generate makes deals, and the tool '
    "crewsat_schema describes the JSON form, 'instance'."
)
_TOOLS = {tool_name(name): name for name in METHODS}
_LISTED_AGAIN_MS = 3_600_000
"""For how long the list of tools may be kept: it is the same as long as the server runs."""
_SECONDS = 30.0
"""Seconds in which the list of tools must be made."""


class Mcp(Protocol):
    """Requests of assistants."""

    takes_arrays = False
    answers_cancelled = False

    def __init__(self) -> None:
        self._revision: str | None = None
        """The one that was agreed on, if the client began with a handshake."""

    def begun(self, request: Request, session: Session) -> bytes | Call | Work:
        """Return the result of a request, or the work that gives it.

        Raises:
            Refused: if it is not one of this protocol, or comes too early.
        """
        del session
        if request.id is None or isinstance(request.id, float):
            raise Refused(WRONG_PARAMETERS, "id: must be a string or a whole number")
        meta = request.params.get("_meta")
        if isinstance(meta, dict) and f"{_META}protocolVersion" in meta:
            return self._without_handshake(request, meta)
        if request.method == "initialize":
            return self._agreed(request)
        if request.method == "ping":
            return b"{}"
        if self._revision is None:
            words = (
                f"before '{visible(request.method)}': send 'initialize', or name the revision of the protocol and your "
                f'capabilities in _meta, as "{_META}protocolVersion" and "{_META}clientCapabilities"'
            )
            raise Refused(WRONG_PARAMETERS, words)
        return self._of_tools(request, {}, {})

    def noticed(self, request: Request, session: Session) -> None:
        """Cancel a request, if that is the notification."""
        if request.method == "notifications/cancelled":
            session.cancel(request.params.get("requestId"))

    def refused(self, error: bytes) -> bytes | None:
        """Return the answer to a request whose id is not known: without an id, where the revision allows that."""
        if self._revision in WITH_HANDSHAKE[:-1]:
            print(error.decode(), file=sys.stderr)  # noqa: T201 - for whoever looks for the reason
            return None
        return b'{"jsonrpc": "2.0", "error": %b}' % error

    def _agreed(self, request: Request) -> bytes:
        """Answer ``initialize``: agree on the revision of the client, or propose ours."""
        asked = request.params.get("protocolVersion")
        if not isinstance(asked, str):
            raise Refused(WRONG_PARAMETERS, "protocolVersion: must be a string")
        self._revision = asked if asked in WITH_HANDSHAKE else WITH_HANDSHAKE[-1]
        answer = {"protocolVersion": self._revision, "capabilities": _CAPABILITIES, "serverInfo": _SERVER}
        return json_text({**answer, "instructions": INSTRUCTIONS}).encode()

    def _without_handshake(self, request: Request, meta: Mapping[str, Any]) -> bytes | Call | Work:
        """Begin a request that names its revision.

        Raises:
            Refused: if the revision is not supported, or the client does not name its capabilities.
        """
        asked = meta[f"{_META}protocolVersion"]
        if not isinstance(meta.get(f"{_META}clientCapabilities"), dict):
            raise Refused(WRONG_PARAMETERS, f'_meta: "{_META}clientCapabilities" must be an object')
        if not isinstance(asked, str):
            raise Refused(WRONG_PARAMETERS, f'_meta: "{_META}protocolVersion" must be a string')
        if asked not in WITHOUT_HANDSHAKE:
            data = {"supported": [*WITHOUT_HANDSHAKE], "requested": asked}
            raise Refused(UNSUPPORTED_REVISION, f"the revision '{visible(asked)}' is not supported", data)
        complete = {"resultType": "complete", "_meta": {f"{_META}serverInfo": _SERVER}}
        kept = {**complete, "ttlMs": _LISTED_AGAIN_MS, "cacheScope": "public"}
        if request.method == "server/discover":
            found = {"supportedVersions": [*WITHOUT_HANDSHAKE], "capabilities": _CAPABILITIES}
            return json_text({**found, "instructions": INSTRUCTIONS, **kept}).encode()
        return self._of_tools(request, complete, kept)

    def _of_tools(self, request: Request, besides: Mapping[str, Any], kept: Mapping[str, Any]) -> Call | Work:
        """Begin a request about tools.

        Args:
            request: the request.
            besides: further members of the result of a tool.
            kept: further members of the list of tools.

        Raises:
            Refused: if it is another one, or there is no such tool.
        """
        if request.method == "tools/list":
            if request.params.get("cursor") is not None:
                raise Refused(WRONG_PARAMETERS, "cursor: there is one page of tools")
            return Call(calls.tools, (kept,), time_limit=_SECONDS)
        if request.method != "tools/call":
            raise Refused(UNKNOWN_METHOD, f"'{visible(request.method)}' is not a method of this server")
        name, arguments = request.params.get("name"), request.params.get("arguments")
        if not isinstance(name, str) or name not in _TOOLS:
            raise Refused(WRONG_PARAMETERS, f"name: '{visible(name)}' is not a tool{alternatives(name, _TOOLS)}")
        if not isinstance(arguments, dict | None):
            raise Refused(WRONG_PARAMETERS, "arguments: must be an object")
        return Work(_TOOLS[name], arguments or {}, besides)
