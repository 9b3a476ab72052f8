"""Running an audit: part by part, in worker processes, saving each result at once, resuming after an interruption."""

from __future__ import annotations

import json
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import BugFound, WrongOption
from crewsat.base.journal import Journal, is_beginning, object_of
from crewsat.base.wording import alternatives, visible
from crewsat.studies.audit.claims import Tally, key_of, try_claims, used_domains
from crewsat.studies.audit.provenance import code_digest
from crewsat.studies.audit.tables import as_lists, fill, from_lists, merge
from crewsat.workers.pool import run_each
from crewsat.workers.process import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from crewsat.studies.audit.claims import Audit, Chunk, Tallies
    from crewsat.studies.audit.tables import Sheets

AUDITS = {
    "crew": "crewsat.studies.audit.crew.audit",
    "hanabi": "crewsat.studies.audit.hanabi_solitaire.audit",
    "hackenbush": "crewsat.studies.audit.hackenbush.audit",
    "skull": "crewsat.studies.audit.skull.audit",
}
"""The module of each audit; each module has an `AUDIT`."""

_FOREIGN = "is not what an audit saves; allowed: a new file"

Part = tuple[str, "Chunk"]
"""The name of a domain, and a chunk of it."""


@dataclass(frozen=True)
class Results:
    """The results of an audit.

    Attributes:
        tallies: the results of its claims.
        sheets: the results of its tables.
    """

    tallies: Tallies
    sheets: Sheets


def load_audit(name: str, claims: Sequence[str] = ()) -> Audit:
    """Return an audit by name, optionally with only some of its claims and tables.

    Raises:
        WrongOption: if the audit does not exist, or does not have such a claim.
    """
    if name not in AUDITS:
        raise WrongOption(f"unknown audit '{visible(name)}'{alternatives(name, AUDITS)}")
    audit: Audit = import_module(AUDITS[name]).AUDIT
    known = names_of(audit)
    for wanted in claims:
        if wanted not in known:
            raise WrongOption(f"unknown claim '{visible(wanted)}' in the audit {name}{alternatives(wanted, known)}")
    chosen = claims or known
    return replace(
        audit,
        claims=tuple(claim for claim in audit.claims if claim.name in chosen),
        tables=tuple(table for table in audit.tables if table.name in chosen),
    )


def names_of(audit: Audit) -> list[str]:
    """Return the names of all claims and tables."""
    return [*(claim.name for claim in audit.claims), *(table.name for table in audit.tables)]


def parts_of(audit: Audit, *, thorough: bool) -> list[Part]:
    """Return all parts of an audit, always the same list."""
    used = used_domains(audit)
    return [(name, chunk) for name, one in audit.domains.items() if name in used for chunk in one.chunks(thorough)]


def run_audit(
    audit: Audit,
    *,
    thorough: bool = False,
    jobs: int = 1,
    saved: str | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Results:
    """Try every claim on every case, and fill every table.

    Args:
        audit: the audit; with several jobs, as returned by `load_audit`.
        thorough: whether to try many more cases, for half an hour instead of a minute.
        jobs: number of worker processes; 1 works in this process.
        saved: a file to which the result of each part is appended; parts already in it are not run again.
        progress: called with the number of parts done and the total.

    Raises:
        InvalidInstance: if the file belongs to another audit or other code, cannot be written, or is in use by another
            run.
    """
    parts = parts_of(audit, thorough=thorough)
    results = _Sum(audit)
    header = {"audit": audit.name, "thorough": thorough, "claims": names_of(audit), "code": code_digest()}
    with nullcontext() if saved is None else Journal(saved) as journal:
        done = 0 if journal is None else _take_up(journal, header, parts, results)
        left = parts[done:]
        progress(done, len(parts))
        with closing(_tried(audit, left, jobs)) as replies:
            for part, found in zip(left, replies, strict=True):
                if journal is not None:
                    journal.append(_line({"part": _name(part), **found}), sync=True)
                results.add(found)
                done += 1
                progress(done, len(parts))
    return Results(results.tallies, results.sheets)


class _Sum:
    """The results of all parts so far."""

    def __init__(self, audit: Audit) -> None:
        self.tallies: Tallies = {key_of(claim, one): Tally() for claim in audit.claims for one in claim.readings}
        self.sheets: Sheets = {table.name: {} for table in audit.tables}
        self._tables = {table.name: table for table in audit.tables}

    def add(self, found: dict[str, Any]) -> None:
        """Add the results of one part, as stored in JSON.

        Raises:
            ValueError: if they are not results; KeyError, TypeError and AttributeError likewise.
        """
        for key, tally in found["tallies"].items():
            self.tallies[key].merge(Tally.from_dict(tally))
        for name, rows in found.get("tables", {}).items():
            merge(self._tables[name], self.sheets[name], from_lists(rows))


def _name(part: Part) -> str:
    return " ".join(map(str, (part[0], *part[1])))


def _tried(audit: Audit, parts: Sequence[Part], jobs: int) -> Generator[dict[str, Any]]:
    if jobs == 1:
        yield from (_try(audit, part) for part in parts)
        return
    names = tuple(names_of(audit))
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
    deadline: float | None,  # noqa: ARG001 - parts are short, and no caller sets a limit
    note: object,  # noqa: ARG001
) -> dict[str, Any]:
    """Try claims on one part of their domain; runs in a child process."""
    return _try(load_audit(name, claims), part)


def _try(audit: Audit, part: Part) -> dict[str, Any]:
    """Try all claims on one part, and fill all tables; return tallies and rows as stored in JSON."""
    name, chunk = part
    domain = audit.domains[name]
    claims = [claim for claim in audit.claims if claim.domain == name]
    tallies = try_claims(claims, domain, chunk) if claims else {}
    found: dict[str, Any] = {"tallies": {key: tally.as_dict() for key, tally in tallies.items()}}
    tables = [table for table in audit.tables if table.domain == name]
    return {**found, "tables": {one.name: as_lists(fill(one, domain, chunk)) for one in tables}} if tables else found


def _take_up(journal: Journal, header: dict[str, Any], parts: Sequence[Part], results: _Sum) -> int:
    """Add up the saved parts and return their number; begin the file if it is new.

    They are the first parts, in order. An incomplete last line is dropped.
    """
    due = ["", *map(_name, parts)]

    def read(number: int, line: bytes) -> None:
        if number == 1:
            _check_header(line, header)
        elif number > len(due):
            raise ValueError("there are more parts than the audit has; allowed: a new file")
        else:
            record = _part_of(line, due[number - 1])
            try:
                results.add(record)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise ValueError(_FOREIGN) from None

    def begins(number: int, line: bytes) -> bool:
        if number == 1:
            return _line(header).startswith(line)
        return number <= len(due) and is_beginning(line, _line({"part": due[number - 1]})[:-1])

    lines = [*journal.take_up(read, begins)]
    if not lines:
        journal.append(_line(header), sync=True)
    return max(0, len(lines) - 1)


def _check_header(line: bytes, header: dict[str, Any]) -> None:
    """Check that the line is the first one of a file of this audit.

    Raises:
        ValueError: if it is not.
    """
    if object_of(line, _FOREIGN) != header:
        raise ValueError("is of another audit, of other claims or of other code; allowed: a new file")


def _part_of(line: bytes, due: str) -> dict[str, Any]:
    """Return the saved result of a part.

    Raises:
        ValueError: if it is the result of another part.
    """
    record = object_of(line, _FOREIGN)
    if record.get("part") != due:
        words = f"is not of the part '{visible(due)}', which is due: a line is missing or repeated"
        raise ValueError(f"{words}; allowed: a new file")
    return record


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode()
