"""JSON-RPC as it is: methods under their own names, and a few about the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.base.guarded import MAX_BYTES
from crewsat.base.wording import alternatives, json_text, visible
from crewsat.games import GAMES
from crewsat.serve.messages import UNKNOWN_METHOD, WRONG_PARAMETERS, Refused, error_with
from crewsat.serve.methods import METHODS
from crewsat.serve.session import Protocol, Work

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.serve.messages import Request
    from crewsat.serve.session import Session

ABOUT_THE_SERVER = ("serverInfo", "cancel")


class Plain(Protocol):
    """Requests of any program.

    Args:
        limits: what ``serverInfo`` says of the limits.
    """

    takes_arrays = True
    answers_cancelled = True

    def __init__(self, limits: Mapping[str, Any]) -> None:
        self._limits = limits

    def begun(self, request: Request, session: Session) -> bytes | Work:
        """Return the result of a request about the server, or the work that gives another one.

        Raises:
            Refused: for an unknown method, or wrong parameters of one about the server.
        """
        if request.method == "cancel":
            if request.params.keys() != {"id"}:
                raise Refused(WRONG_PARAMETERS, "cancel takes one parameter: 'id', that of the request to cancel")
            return json_text({"cancelled": session.cancel(request.params["id"])}).encode()
        if request.method == "serverInfo":
            if request.params:
                raise Refused(WRONG_PARAMETERS, "serverInfo takes no parameters")
            return json_text(self._about()).encode()
        if request.method not in METHODS:
            allowed = alternatives(request.method, [*METHODS, *ABOUT_THE_SERVER])
            raise Refused(UNKNOWN_METHOD, f"'{visible(request.method)}' is not a method{allowed}")
        return Work(request.method, request.params)

    def noticed(self, request: Request, session: Session) -> None:
        """Cancel a request, if that is the notification; others would only be answered."""
        if request.method == "cancel":
            session.cancel(request.params.get("id"))

    def refused(self, error: bytes) -> bytes:
        """Return the answer to a request whose id is not known."""
        return error_with(error, None)

    def _about(self) -> dict[str, Any]:
        """Return what ``serverInfo`` answers."""
        return {
            "name": "crewsat",
            "version": crewsat.__version__,
            "format": 1,
            "formula_version": formula_versions(),
            "games": [*GAMES],
            "methods": [*METHODS, *ABOUT_THE_SERVER],
            "limits": {**self._limits, "line_bytes": MAX_BYTES, "result_bytes": 8 * MAX_BYTES},
        }


def formula_versions() -> dict[str, int]:
    """Return the version of the formula of proofs, by game."""
    proving = {name: [one for one in game.methods if one.proof is not None] for name, game in GAMES.items()}
    return {name: methods[0].formula_version for name, methods in proving.items() if methods}
