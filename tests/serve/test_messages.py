"""What a request is, by the specification of JSON-RPC 2.0."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import Defect
from crewsat.serve.messages import Refused, Request, answer_with, error_with, id_of, refused_for, request_of

if TYPE_CHECKING:
    from crewsat.serve.messages import Id


@pytest.mark.parametrize("number", [1, -7, 0, 2.5, "a", "", 10**20, None])
def test_a_request(number: Id) -> None:
    given = {"jsonrpc": "2.0", "id": number, "method": "decide", "params": {"deal": "x"}}
    assert request_of(given) == Request("decide", {"deal": "x"}, number)
    assert id_of(given) == number


def test_parameters_may_be_left_out() -> None:
    empty: list[dict[str, object]] = [{}, {"params": {}}, {"params": []}]
    for params in empty:
        assert request_of({"jsonrpc": "2.0", "id": 1, "method": "methods", **params}) == Request("methods", {}, 1)


def test_a_notification_has_no_id() -> None:
    assert request_of({"jsonrpc": "2.0", "method": "cancel", "params": {"id": 3}}).is_notification
    assert request_of({"jsonrpc": "2.0", "method": "update", "params": [1, 2]}).is_notification


@pytest.mark.parametrize(
    ("message", "code", "words"),
    [
        (7, -32600, "a request is a JSON object"),
        ([], -32600, "a request is a JSON object"),
        ({"id": 1, "method": "decide"}, -32600, 'jsonrpc: must be "2.0"'),
        ({"jsonrpc": 2.0, "id": 1, "method": "decide"}, -32600, 'jsonrpc: must be "2.0"'),
        ({"jsonrpc": "2.0", "id": True, "method": "decide"}, -32600, "id: must be a string or a number"),
        ({"jsonrpc": "2.0", "id": {}, "method": "decide"}, -32600, "id: must be a string or a number"),
        ({"jsonrpc": "2.0", "id": 1}, -32600, "method: must be a string"),
        ({"jsonrpc": "2.0", "method": 1, "params": "bar"}, -32600, "method: must be a string"),
        ({"jsonrpc": "2.0", "id": 1, "method": "decide", "params": "bar"}, -32600, "params: must be an object"),
        ({"jsonrpc": "2.0", "id": 1, "method": "decide", "params": None}, -32600, "params: must be an object"),
        ({"jsonrpc": "2.0", "id": 1, "method": "decide", "params": ["x"]}, -32602, "parameters are given by name"),
    ],
)
def test_what_is_not_a_request(message: object, code: int, words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        request_of(message)
    assert refused.value.code == code


@pytest.mark.parametrize("message", [7, [], {}, {"id": True}, {"id": [1]}, {"id": None}])
def test_what_has_no_id(message: object) -> None:
    assert id_of(message) is None


def test_answers() -> None:
    assert json.loads(answer_with(b'{"a": 1}', "x")) == {"jsonrpc": "2.0", "id": "x", "result": {"a": 1}}
    refused = refused_for(-32602, [Defect("seed", "must be a whole number"), Defect("x", "is missing")])
    assert json.loads(error_with(refused.as_json(), None)) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {
            "code": -32602,
            "message": "seed: must be a whole number (and 1 more)",
            "data": {
                "defects": [
                    {"place": "seed", "message": "must be a whole number"},
                    {"place": "x", "message": "is missing"},
                ]
            },
        },
    }
    assert b"data" not in Refused(-32000, "too many requests at once").as_json()
