"""Running an audit: part by part, in worker processes, each result saved at once, resumed where it was interrupted."""

from __future__ import annotations

import json
from contextlib import closing, nullcontext
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from crewsat.audit.claims import Tally, key_of, try_claims
from crewsat.audit.provenance import code_digest
from crewsat.errors import BugFound, Defect, InvalidInstance, WrongOption
from crewsat.journal import Journal
from crewsat.wording import visible
from crewsat.workers.pool import run_each
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from crewsat.audit.claims import Audit, Chunk, Tallies

AUDITS = {"crew": "crewsat.audit.crew.audit", "hanabi": "crewsat.audit.hanabi_solitaire.audit"}
"""Where the audits are; each module has an `AUDIT`."""

Part = tuple[str, "Chunk"]
"""A domain by name, and a chunk of it."""


def load_audit(name: str, claims: Sequence[str] = ()) -> Audit:
    """Return an audit by name, perhaps only some of its claims.

    Raises:
        WrongOption: if there is no such audit, or it has no such claim.
    """
    if name not in AUDITS:
        raise WrongOption(f"no audit '{visible(name)}'; allowed: {', '.join(AUDITS)}")
    audit: Audit = import_module(AUDITS[name]).AUDIT
    known = [claim.name for claim in audit.claims]
    for wanted in claims:
        if wanted not in known:
            raise WrongOption(f"no claim '{visible(wanted)}' in the audit {name}; allowed: {', '.join(known)}")
    return replace(audit, claims=tuple(claim for claim in audit.claims if not claims or claim.name in claims))


def parts_of(audit: Audit, *, thorough: bool) -> list[Part]:
    """Return all parts of an audit, the same list every time."""
    used = {claim.domain for claim in audit.claims}
    return [(name, chunk) for name, one in audit.domains.items() if name in used for chunk in one.chunks(thorough)]


def run_audit(
    audit: Audit,
    *,
    thorough: bool = False,
    jobs: int = 1,
    saved: str | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Tallies:
    """Try every claim on every case.

    Args:
        audit: which one; with several jobs as `load_audit` returns it.
        thorough: many more cases: half an hour instead of a minute.
        jobs: number of worker processes; 1 works in this process.
        saved: a file to which the result of each part is appended; parts that are there already are not done again.
        progress: told how many parts are done, of how many.

    Raises:
        InvalidInstance: if the file is of another audit or of other code, cannot be written, or is in use by another
            run.
    """
    parts = parts_of(audit, thorough=thorough)
    tallies: Tallies = {key_of(claim, reading): Tally() for claim in audit.claims for reading in claim.readings}
    names = [claim.name for claim in audit.claims]
    header = {"audit": audit.name, "thorough": thorough, "claims": names, "code": code_digest()}
    with nullcontext() if saved is None else Journal(saved) as journal:
        known = set() if journal is None else _take_up(journal, header, tallies)
        left = [part for part in parts if _name(part) not in known]
        done = len(parts) - len(left)
        progress(done, len(parts))
        with closing(_tried(audit, left, jobs)) as results:
            for part, found in zip(left, results, strict=True):
                if journal is not None:
                    journal.append(_line({"part": _name(part), "tallies": found}), sync=True)
                _merge(tallies, found)
                done += 1
                progress(done, len(parts))
    return tallies


def _merge(tallies: Tallies, found: dict[str, Any]) -> None:
    for key, tally in found.items():
        tallies[key].merge(Tally.from_dict(tally))


def _name(part: Part) -> str:
    return " ".join(map(str, (part[0], *part[1])))


def _tried(audit: Audit, parts: Sequence[Part], jobs: int) -> Generator[dict[str, Any]]:
    if jobs == 1:
        yield from (_try(audit, part) for part in parts)
        return
    names = tuple(claim.name for claim in audit.claims)
    calls = (Call(try_part, (audit.name, names, part)) for part in parts)
    with closing(run_each(calls, jobs)) as replies:
        for part, reply in zip(parts, replies, strict=True):
            if reply.error is not None:
                raise reply.error
            if reply.lost is not None:
                raise BugFound(
                    f"a worker was lost ({reply.lost}) on the part '{_name(part)}' of the audit {audit.name}"
                )
            yield reply.value


def try_part(
    name: str,
    claims: Sequence[str],
    part: Part,
    *,
    deadline: float | None,  # noqa: ARG001 - parts are short, and nobody sets a limit
    note: object,  # noqa: ARG001
) -> dict[str, Any]:
    """Try claims on one part of their domain; run in a child."""
    return _try(load_audit(name, claims), part)


def _try(audit: Audit, part: Part) -> dict[str, Any]:
    """Try all claims on one part; return the tallies as JSON holds them."""
    domain, chunk = part
    tallies = try_claims(audit.claims, audit.domains[domain], chunk)
    return {key: tally.as_dict() for key, tally in tallies.items()}


def _take_up(journal: Journal, header: dict[str, Any], tallies: Tallies) -> set[str]:
    """Add up the parts that are saved and return their names; begin the file if it is new.

    A last line that was cut off is dropped.
    """
    parts: set[str] = set()
    size = 0
    try:
        for line in journal.lines():
            if not line.endswith(b"\n"):
                if not size and not _line(header).startswith(line):
                    raise ValueError  # noqa: TRY301 - what is wrong is said below
                journal.cut(size)
                break
            told = json.loads(line)
            if size:
                parts.add(told["part"])
                _merge(tallies, told["tallies"])
            elif told != header:
                words = "is of another audit, of other claims or of other code; allowed: a new file"
                raise InvalidInstance([Defect("line 1", words)], journal.path)
            size += len(line)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidInstance([Defect("", "is not what an audit saves; allowed: a new file")], journal.path) from None
    if not size:
        journal.append(_line(header), sync=True)
    return parts


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()
