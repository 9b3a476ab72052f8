"""JSON-RPC 2.0: what a request is, and the codes of errors.

Source: the specification of JSON-RPC 2.0 (2013); codes from -32000 to -32019 are our own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from crewsat.base.wording import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.base.errors import Defect

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
UNKNOWN_METHOD = -32601
WRONG_PARAMETERS = -32602
INTERNAL_ERROR = -32603
BUSY = -32000
TOO_LARGE = -32001
CANCELLED = -32002
CRASHED = -32003
STOPPED = -32004
"""A limit was reached before anything was known."""

Id: TypeAlias = str | int | float | None


class Refused(Exception):  # noqa: N818 - an answer
    """A request that is answered by an error.

    Attributes:
        code: what kind of error it is.
        message: one sentence.
        data: what else is known, as JSON; None for nothing.
    """

    def __init__(self, code: int, message: str, data: Any = None) -> None:  # noqa: ANN401 - any JSON
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data

    def as_json(self) -> bytes:
        """Return the error object."""
        data = {} if self.data is None else {"data": self.data}
        return json_text({"code": self.code, "message": self.message, **data}).encode()


def refused_for(code: int, defects: Sequence[Defect]) -> Refused:
    """Return an error with the defects of what was sent; its message is the first of them."""
    more = f" (and {len(defects) - 1} more)" if len(defects) > 1 else ""
    return Refused(code, f"{defects[0]}{more}", {"defects": [defect.as_dict() for defect in defects]})


@dataclass(frozen=True, slots=True)
class Request:
    """A request.

    Attributes:
        method: what is asked.
        params: the parameters, by name.
        id: identifies the answer.
        is_notification: whether there is to be no answer.
    """

    method: str
    params: Mapping[str, Any] = field(default_factory=dict)
    id: Id = None
    is_notification: bool = False


def id_of(message: object) -> Id:
    """Return the id of what may be a request; None if it has none that is valid."""
    found = message.get("id") if isinstance(message, dict) else None
    return found if is_id(found) else None


def is_id(value: object) -> bool:
    """Return whether this is the id of a request; to Python, true is a number."""
    return type(value) in {str, int} or (type(value) is float and math.isfinite(value))


def request_of(message: object) -> Request:
    """Return a request.

    Raises:
        Refused: if it is not one.
    """
    if not isinstance(message, dict):
        raise Refused(INVALID_REQUEST, "a request is a JSON object")
    if message.get("jsonrpc") != "2.0":
        raise Refused(INVALID_REQUEST, 'jsonrpc: must be "2.0"')
    if "id" in message and message["id"] is not None and not is_id(message["id"]):
        raise Refused(INVALID_REQUEST, "id: must be a string or a number")
    method, params = message.get("method"), message.get("params", {})
    if not isinstance(method, str):
        raise Refused(INVALID_REQUEST, "method: must be a string")
    if not isinstance(params, dict | list):
        raise Refused(INVALID_REQUEST, "params: must be an object")
    is_notification = "id" not in message
    if isinstance(params, list) and params and not is_notification:
        raise Refused(WRONG_PARAMETERS, "params: parameters are given by name, in an object")
    return Request(method, params if isinstance(params, dict) else {}, message.get("id"), is_notification)


def answer_with(result: bytes, to: Id) -> bytes:
    """Return the answer to a request, as a line without its end.

    Args:
        result: JSON.
        to: the id of the request.
    """
    return b'{"jsonrpc": "2.0", "id": %b, "result": %b}' % (json_text(to).encode(), result)


def error_with(error: bytes, to: Id) -> bytes:
    """Return the answer to a request that is refused, as a line without its end.

    Args:
        error: the error object, as JSON.
        to: the id of the request; None if it is not known.
    """
    return b'{"jsonrpc": "2.0", "id": %b, "error": %b}' % (json_text(to).encode(), error)
