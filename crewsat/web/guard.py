"""Who may ask: only this machine's own page.

Listening on a loopback address is not enough. Any web page can make the browser send requests to it, and with DNS
rebinding, a host name of the attacker that resolves to 127.0.0.1, such a page even has the same origin as the server.
Host must therefore be a name of this server, and Origin, if the browser sends it, must be the server's own address.
Comparing Origin with Host alone would not help: under DNS rebinding both are the attacker's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
"""The headers of every reply."""


def problem(status: int, message: str, **headers: str) -> JSONResponse:
    """Return a refusal, in the form of an error of a batch."""
    return JSONResponse({"error": [{"place": "", "message": message}]}, status, headers)


class Guard:
    """Let requests from this server's own pages through, and add the same headers to every reply.

    Plain ASGI, because the middleware class of Starlette hides that a client leaves.

    Args:
        app: the guarded application.
        hosts: the values of Host that name this server, in lower case, with the port.
        token: the first part of every path, if there is to be one.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], token: str | None = None) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await problem(403, refused)(scope, receive, with_headers)
            return
        if self._token is not None:
            scope = {**scope, "path": scope["path"].removeprefix(f"/{self._token}")}
        await self._app(scope, receive, with_headers)

    def _refused(self, scope: Scope) -> str | None:
        """Return why a request is refused, or None if it is not."""
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "this is not the address of this server"
        if any(origin.lower() != f"http://{hosts[0].lower()}" for origin in origins):
            return "another page may not ask this server"
        if self._token is not None and not scope["path"].startswith(f"/{self._token}/"):
            return "the link has a token, which is missing here"
        return None
