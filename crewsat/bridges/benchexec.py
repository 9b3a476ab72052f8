"""The tool-info module of CrewSAT for BenchExec: ``<benchmark tool="crewsat.bridges.benchexec">``.

A task is a file with one instance. It is decided by ``crewsat decide --competition``; *true* is a yes, *false* a no.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchexec import result
from benchexec.tools.template import BaseTool2

if TYPE_CHECKING:
    from collections.abc import Sequence

_RESULTS = {
    "s SATISFIABLE": result.RESULT_TRUE_PROP,
    "s UNSATISFIABLE": result.RESULT_FALSE_PROP,
    "s UNKNOWN": result.RESULT_UNKNOWN,
}


class Tool(BaseTool2):  # type: ignore[misc]  # it has no types
    """How BenchExec runs CrewSAT, and reads what it prints."""

    def executable(self, tool_locator: BaseTool2.ToolLocator) -> str:
        """Return the path of the program."""
        found: str = tool_locator.find_executable("crewsat")
        return found

    def version(self, executable: str) -> str:
        """Return the version of the program."""
        found: str = self._version_from_tool(executable)
        return found.removeprefix("crewsat ")

    def name(self) -> str:
        """Return the name of the program."""
        return "CrewSAT"

    def cmdline(
        self,
        executable: str,
        options: Sequence[str],
        task: BaseTool2.Task,
        rlimits: BaseTool2.ResourceLimits,
    ) -> list[str]:
        """Return the command that decides a task; BenchExec itself enforces the limits."""
        del rlimits
        return [executable, "decide", "--competition", *options, task.single_input_file]

    def determine_result(self, run: BaseTool2.Run) -> str:
        """Return the result of a run, by its ``s`` line."""
        found = next((line for line in run.output if line.startswith("s ")), "")
        return str(_RESULTS.get(found.rstrip(), result.RESULT_ERROR))
