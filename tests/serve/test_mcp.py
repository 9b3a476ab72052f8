"""The Model Context Protocol: the official client of each revision, and messages that it would not send."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

import crewsat
from crewsat.games.crew.text import parse_text
from crewsat.serve.mcp import WITH_HANDSHAKE, WITHOUT_HANDSHAKE
from crewsat.serve.methods import METHODS, tool_name
from tests.serve.test_plain import HARD, LOST, WON, without_times
from tests.support.command import run
from tests.support.line_server import line_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.instance import Crew
    from tests.support.line_server import LineServer

pytestmark = pytest.mark.processes
META = "io.modelcontextprotocol/"
REVISION = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {}}
BAD = "a1 b2 / a2 b1; leader 7; 1 wins a9"


@pytest.fixture(scope="module")
def fresh() -> Iterator[LineServer]:
    """A server with which nobody has shaken hands."""
    with line_server("--mcp", "--jobs", "1") as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["legacy", "auto", *WITHOUT_HANDSHAKE])
def test_the_official_client(mode: str) -> None:
    """It validates what it gets by the schemas of the revision."""
    mcp = pytest.importorskip("mcp.client.client")
    stdio = pytest.importorskip("mcp.client.stdio")
    errors = pytest.importorskip("mcp.shared.exceptions")
    command = stdio.StdioServerParameters(
        command=sys.executable,
        args=["-c", "from crewsat.cli import main; main()", "serve", "--mcp", "--jobs", "1"],
        env={"PYTHONPATH": ":".join(sys.path)},
    )

    async def talk() -> None:
        async with mcp.Client(stdio.stdio_client(command), mode=mode) as client:
            assert client.protocol_version == (WITH_HANDSHAKE[-1] if mode == "legacy" else "2026-07-28")
            listed = await client.list_tools()
            assert [tool.name for tool in listed.tools] == [tool_name(name) for name in METHODS]
            for tool in listed.tools:
                jsonschema.Draft202012Validator.check_schema(tool.input_schema)
                called = await client.call_tool(tool.name, _arguments(tool.name))
                assert not called.is_error, called
                assert [one.type for one in called.content] == ["text"]
                assert called.content[0].text
            decided = await client.call_tool("crewsat_decide", {"deal": WON})
            assert without_times(decided.structured_content) == without_times(crewsat.decide(_deal()).as_dict())
            bad = await client.call_tool("crewsat_decide", {"deal": BAD})
            assert bad.is_error
            assert "there is no player 7" in bad.content[0].text
            assert [one["place"] for one in bad.structured_content["defects"]] == [
                "column 16",
                "column 33 (objective 1)",
            ]
            with pytest.raises(errors.MCPError, match="did you mean crewsat_decide"):
                await client.call_tool("crewsat_decides", {"deal": WON})
            long = asyncio.ensure_future(client.call_tool("crewsat_decide", {"deal": HARD}))
            await asyncio.sleep(0.3)
            long.cancel()
            assert not (await client.call_tool("crewsat_show", {"deal": WON})).is_error

    asyncio.run(asyncio.wait_for(talk(), 120))


def _deal() -> Crew:
    return parse_text(WON)


def _arguments(tool: str) -> dict[str, Any]:
    """What each tool may be asked."""
    own: dict[str, dict[str, Any]] = {
        "crewsat_least_hand": {"deal": "hanabi solitaire; hand 2; deck a1,2 b1,2"},
        "crewsat_best_score": {"deal": run("generate", "hanabi", "--seed", "1", "--text").stdout, "time_limit": 1},
        "crewsat_coalitions": {"instance": json.loads(run("generate", "hackenbush", "--seed", "1").stdout)},
        "crewsat_verify": {"deal": WON, "answer": crewsat.decide(_deal()).as_dict()},
        "crewsat_generate": {"game": "crew", "players": 3, "seed": 1},
        "crewsat_tasks": {"task": 1},
        "crewsat_missions": {"mission": 1},
        "crewsat_schema": {"game": "hackenbush"},
        "crewsat_methods": {},
    }
    return own.get(tool, {"deal": WON})


@pytest.mark.parametrize("revision", WITH_HANDSHAKE)
def test_a_handshake(revision: str) -> None:
    with line_server("--mcp", "--jobs", "1") as server:
        begun = server.result("initialize", protocolVersion=revision, capabilities={}, clientInfo={"name": "x"})
        assert begun["protocolVersion"] == revision
        assert begun["serverInfo"]["version"] == crewsat.__version__
        assert begun["capabilities"] == {"tools": {"listChanged": False}}
        server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert server.result("ping") == {}
        called = server.result("tools/call", name="crewsat_convert", arguments={"deal": WON})
        assert called == {
            "content": [{"type": "text", "text": WON}],
            "structuredContent": {"text": WON, "instance": _deal().as_dict()},
            "isError": False,
        }


def test_another_revision_is_proposed() -> None:
    with line_server("--mcp", "--jobs", "1") as server:
        assert server.result("initialize", protocolVersion="1999-01-01")["protocolVersion"] == "2025-11-25"


def test_without_a_handshake(fresh: LineServer) -> None:
    found = fresh.result("server/discover", _meta=REVISION)
    assert found["supportedVersions"] == ["2026-07-28"]
    assert found["resultType"] == "complete"
    assert found["_meta"][f"{META}serverInfo"]["name"] == "crewsat"
    listed = fresh.result("tools/list", _meta=REVISION)
    assert (listed["resultType"], listed["cacheScope"]) == ("complete", "public")
    called = fresh.result("tools/call", _meta=REVISION, name="crewsat_explain", arguments={"deal": LOST})
    assert called["structuredContent"]["answer"] == "no"
    texts = called["content"][0]["text"], run("explain", "--deal", LOST, COLUMNS="100").stdout.strip()
    assert len({re.sub(r"in [0-9.]+ m?s;", "in no time;", text) for text in texts}) == 1
    assert called["resultType"] == "complete"


@pytest.mark.parametrize(
    ("method", "params", "code", "words"),
    [
        ("tools/call", {"name": "crewsat_decide"}, -32602, "send 'initialize', or name the revision"),
        ("tools/list", {}, -32602, "send 'initialize', or name the revision"),
        ("server/discover", {}, -32602, "send 'initialize', or name the revision"),
        ("initialize", {}, -32602, "protocolVersion: must be a string"),
        ("tools/list", {"_meta": REVISION | {f"{META}protocolVersion": "2030-01-01"}}, -32022, "is not supported"),
        ("tools/list", {"_meta": REVISION | {f"{META}protocolVersion": "2025-11-25"}}, -32022, "is not supported"),
        ("tools/list", {"_meta": REVISION | {f"{META}protocolVersion": 7}}, -32602, "must be a string"),
        ("tools/list", {"_meta": {f"{META}protocolVersion": "2026-07-28"}}, -32602, "must be an object"),
        ("tools/list", {"_meta": REVISION, "cursor": "x"}, -32602, "there is one page"),
        ("tools/call", {"_meta": REVISION}, -32602, "name: 'None' is not a tool"),
        ("tools/call", {"_meta": REVISION, "name": "decide"}, -32602, "'decide' is not a tool"),
        ("tools/call", {"_meta": REVISION, "name": "crewsat_show", "arguments": [1]}, -32602, "arguments: must be"),
        ("resources/list", {"_meta": REVISION}, -32601, "'resources/list' is not a method of this server"),
        ("decide", {"_meta": REVISION, "deal": WON}, -32601, "'decide' is not a method of this server"),
    ],
)
def test_requests_that_are_refused(
    fresh: LineServer, method: str, params: dict[str, Any], code: int, words: str
) -> None:
    error = fresh.ask(method, **params)["error"]
    assert error["code"] == code
    assert words in error["message"]
    if code == -32022:
        assert error["data"] == {"supported": ["2026-07-28"], "requested": params["_meta"][f"{META}protocolVersion"]}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"deal": BAD}, "column 16: there is no player 7; allowed: 1 to 2, or null"),
        ({}, "instance: exactly one is needed"),
        ({"deal": WON, "proof": "x"}, "a request cannot write files"),
        ({"deal": WON, "time_limit": -1}, "time_limit: must be at least 0.001"),
        ({"deal": WON, "method": "berlekamp"}, "berlekamp"),
    ],
)
def test_what_is_wrong_with_a_deal_is_a_result(fresh: LineServer, arguments: dict[str, Any], words: str) -> None:
    found = fresh.result("tools/call", _meta=REVISION, name="crewsat_decide", arguments=arguments)
    assert found["isError"] is True
    assert words in found["content"][0]["text"]
    assert found["structuredContent"]["defects"]


@pytest.mark.parametrize("line", [b"{", b"[]", b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', b'{"id": null}'])
def test_lines_without_an_id(fresh: LineServer, line: bytes) -> None:
    """No id is null: there is none, where the revision allows that."""
    fresh.send_line(line)
    answer = fresh.receive()
    assert "id" not in answer
    assert answer["error"]["code"] in {-32700, -32600}


def test_an_old_client_is_not_sent_answers_without_an_id() -> None:
    with line_server("--mcp", "--jobs", "1", stderr=-1) as server:
        server.result("initialize", protocolVersion="2025-06-18")
        server.send_line(b"{")
        assert server.result("ping") == {}
        assert server.end() == 0
        assert server.process.stderr is not None
        assert b"-32700" in server.process.stderr.read()


def test_what_is_cancelled_is_not_answered(fresh: LineServer) -> None:
    number = fresh.begin("tools/call", _meta=REVISION, name="crewsat_decide", arguments={"deal": HARD})
    fresh.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
    found = fresh.result("tools/call", _meta=REVISION, name="crewsat_convert", arguments={"deal": WON})
    assert found["structuredContent"]["text"] == WON
    assert number not in fresh.late


def test_the_tools_leave_room_for_a_conversation(fresh: LineServer) -> None:
    """The schema of instances is a tool: with it in each tool that reads one they would take 450 kB."""
    size = len(json.dumps(fresh.result("tools/list", _meta=REVISION)))
    assert size < 20_000
