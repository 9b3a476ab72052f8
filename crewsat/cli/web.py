"""``crewsat web``: a page on this machine, for a browser."""

from __future__ import annotations

import os
import re
import webbrowser
from ipaddress import IPv4Address
from threading import Thread
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

from crewsat.base.libraries import PAGE
from crewsat.base.wording import visible
from crewsat.cli.common import INTERRUPTED, errors_reported, fail, out, warn
from crewsat.cli.declared import Exit, Option, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.web.server import Place


def web(
    *,
    port: Annotated[int, Option(metavar="N", min=0, max=65535, help="Port; 0: any that is free.")] = 0,
    browse: Annotated[bool, Option("--open", help="Open the page in the browser.")] = False,
    jobs: Annotated[
        int | None,
        Option("--jobs", "-j", metavar="N", min=1, help="Questions worked on at a time; by default one per core."),
    ] = None,
    queue: Annotated[int, Option(metavar="N", min=0, help="Questions that may wait beside these.")] = 16,
    memory_limit: Annotated[float, Option(metavar="MB", min=100, help="Limit on the memory of each question.")] = 2000,
    host: Annotated[
        str | None, Option(metavar="ADDRESS", help="Listen on another address of this machine: others can ask.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, Option(metavar="NAME", help="With --host: a name by which the server is called.")
    ] = None,
    lan: Annotated[
        bool,
        Option("--lan", help="Listen in the local network, for the phone at the table: a link with a token."),
    ] = False,
    share_base: Annotated[
        str | None,
        Option(metavar="URL", help="Where the page is published: links to deals go there, not to this machine."),
    ] = None,
) -> None:
    """Serve a page on which deals are entered, decided, replayed, explored and explained.

    It listens on 127.0.0.1 and answers this machine only; nothing is stored. Ctrl-C ends it.

    Exit status: 1 failure, 2 wrong usage, 129 SIGHUP, 130 Ctrl-C, 143 SIGTERM.
    """
    _check_names(host, allow_host or [], lan=lan)
    _check_base(share_base)
    where = _place(host, port, allow_host or (), lan=lan)
    from crewsat.web import server  # noqa: PLC0415 - only for a page

    def ready() -> None:
        out(where.address)
        if lan:
            _show_code(where.address)
        if browse:  # a browser in this terminal would wait for the server, which waits for it
            Thread(target=webbrowser.open, args=(where.address,), daemon=True).start()

    if lan or (host is not None and not IPv4Address(host).is_loopback):
        warn("warning: others in this network can reach the page, and nothing is encrypted")
    try:
        server.serve(
            where,
            jobs=jobs or os.cpu_count() or 1,
            places=queue,
            max_bytes=int(memory_limit * 1e6),
            share_base=share_base,
            ready=ready,
        )
    except KeyboardInterrupt:
        raise Exit(INTERRUPTED) from None


def _check_names(host: str | None, names: Sequence[str], *, lan: bool) -> None:
    """Check that the options about addresses make sense together."""
    if names and host is None:
        raise WrongUsage("--allow-host names the server that --host opens")
    if host is not None and not _is_address(host):
        raise WrongUsage(f"'{visible(host)}' is not an IPv4 address of a machine")
    if host is not None and lan:
        raise WrongUsage("--lan finds the address itself; omit --host")
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9.-]+", name):
            raise WrongUsage(f"'{visible(name)}' is not a valid host name")


def _check_base(address: str | None) -> None:
    """Check that an address is one of a page."""
    if address is None:
        return
    try:
        parts = urlsplit(address)
        good = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0 and not parts.fragment
    except ValueError:  # a bad port, or brackets
        good = False
    if not good or not re.fullmatch(r"\S+", address):
        raise WrongUsage(f"'{visible(address)}' is not the address of a page; allowed: https://example.org/play/")


def _is_address(text: str) -> bool:
    try:
        return not IPv4Address(text).is_unspecified
    except ValueError:
        return False


def _place(host: str | None, port: int, names: Sequence[str], *, lan: bool) -> Place:
    """Listen at the address that the options give."""
    with errors_reported():
        for library in PAGE:
            library.needed_by("the page")
        from crewsat.web import server  # noqa: PLC0415 - only for a page

        try:
            address = server.own_address() if lan else host or server.HOME
            return server.place(address, port, names, token=lan)
        except OSError as error:
            fail(f"cannot listen there: {error.strerror or error}")


def _show_code(address: str) -> None:
    """Print the link as a QR code, for the camera of a phone."""
    import segno  # noqa: PLC0415 - only for a phone

    segno.make(address, micro=False).terminal(compact=True)
