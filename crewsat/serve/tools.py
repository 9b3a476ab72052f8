"""The methods as tools of the Model Context Protocol."""

from __future__ import annotations

from typing import Any

from crewsat.serve.methods import METHODS, tool_name
from crewsat.serve.parameters import schema_of


def described() -> list[dict[str, Any]]:
    """Return the tools, as ``tools/list`` has them.

    The schema of an instance is not repeated in each of them: with it they would fill much of what an assistant can
    keep in mind. It is the result of the tool ``crewsat_schema``.
    """
    only_reads = {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False}
    return [
        {
            "name": tool_name(name),
            "description": method.words,
            "inputSchema": schema_of(method.code.load().parameters(name)),
            "annotations": only_reads,
        }
        for name, method in METHODS.items()
    ]
