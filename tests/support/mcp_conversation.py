"""The page with a conversation in the Model Context Protocol, made by having it.

``python -m tests.support.mcp_conversation`` writes it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from tests.support.line_server import line_server
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = ROOT / "docs" / "mcp-conversation.md"
META = "io.modelcontextprotocol/"
REVISION = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {}}
GAME = "a3,1 b2 / a2 b1,3; leader 1; 1 wins b1 [1]; 2 wins a3 [2]; played b2 b3; dealt"

_BEGINNING = """# A conversation with an assistant

What a client of the [Model Context Protocol](serve.md#for-assistants) sends (`>`) and what
`crewsat serve --mcp` answers (`<`). An assistant has been asked: "Was this deal lost, and by which
card?" Long texts are cut.
"""


def conversation() -> str:
    """The page."""
    with line_server("--mcp", "--jobs", "1") as server:
        lines = "\n".join(_messages(server.ask))
    return f"{_BEGINNING}\n```text\n{lines}\n```\n"


def _messages(ask: Any) -> Iterator[str]:  # noqa: ANN401 - a bound method
    calls: list[tuple[str, dict[str, Any]]] = [
        ("server/discover", {}),
        ("tools/list", {}),
        ("tools/call", {"name": "crewsat_review", "arguments": {"deal": GAME}}),
        ("tools/call", {"name": "crewsat_decide", "arguments": {"deal": "a1 b2 / a2 b1; leader 3"}}),
    ]
    for number, (method, params) in enumerate(calls, 1):
        sent = {"jsonrpc": "2.0", "id": number, "method": method, "params": {**params, "_meta": REVISION}}
        yield f"> {json.dumps(sent, ensure_ascii=False)}"
        yield f"< {json.dumps(_cut(ask(method, **params, _meta=REVISION)), ensure_ascii=False)}"
        yield ""


def _cut(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """JSON with the beginnings of long texts and lists, and without what differs from run to run."""
    if isinstance(value, str):
        text = re.sub(r"in [0-9.]+ m?s\b", "in … s", value)
        return text if len(text) <= 900 else f"{text[:160]}…"
    if isinstance(value, list):
        return [*map(_cut, value[:2]), *(["…"] if len(value) > 2 else [])]
    if isinstance(value, dict):
        return {name: "…" if name in {"statistics", "version"} else _cut(one) for name, one in value.items()}
    return value


if __name__ == "__main__":
    PAGE.write_text(conversation())
