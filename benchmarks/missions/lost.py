"""A lost deal of a mission, and why it is lost: what `crewsat explain` says of it, without the compiled kernel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import crewsat
from crewsat.sweeps.again import generate

if TYPE_CHECKING:
    from collections.abc import Mapping

_SECONDS = "60"
_MOST_REASONS = 3


class Lost(NamedTuple):
    """A lost deal.

    Attributes:
        command: what prints it.
        conflict: the goals, and perhaps ``order`` and ``assignment``, that cannot be met together.
        reasons: sentences, the most informative first.
    """

    command: str
    conflict: tuple[str, ...]
    reasons: tuple[str, ...]


def command_of(mission: int, players: int, seed: int, *, given: bool) -> str:
    """Return the command that prints a deal."""
    return generate("crew", _parameters(mission, players, given=given), seed)


def explained(mission: int, players: int, seed: int, *, given: bool) -> Lost:
    """Explain a lost deal.

    Raises:
        RuntimeError: if it cannot be explained, or is not lost.
    """
    deal = crewsat.MissionDeal(mission=mission, players=players, drafted=given).with_seed(seed)
    words = [sys.executable, "-m", "crewsat", "explain", "--json", "--time-limit", _SECONDS, "-"]
    environment = {**os.environ, "CREWSAT_KERNEL": "off"}
    done = subprocess.run(words, input=deal.to_json(), capture_output=True, text=True, check=False, env=environment)
    found = json.loads(done.stdout) if done.stdout else {}
    if found.get("answer") != "no":
        raise RuntimeError(
            f"mission {mission}, {players} players, seed {seed}: {done.stderr or 'the deal is not lost'}"
        )
    reasons = [reason["words"] for reason in found["explanation"]["reasons"]][:_MOST_REASONS]
    because = [found["because"]] if found.get("because") else []
    command = command_of(mission, players, seed, given=given)
    return Lost(command, tuple(found["conflict"]), tuple(dict.fromkeys([*because, *reasons])))


def _parameters(mission: int, players: int, *, given: bool) -> Mapping[str, str]:
    return {"mission": str(mission), "players": str(players), "drafted": "true" if given else "false"}
