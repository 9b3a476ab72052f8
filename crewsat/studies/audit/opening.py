"""The first half page of an audit: which results stand, what fails, what depends on the reading, and how much holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.wording import counted, listed
from crewsat.studies.audit.counterexamples import link, smallest, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    _Claim = Mapping[str, Any]
    Claims = Mapping[str, _Claim]

SOUND = "no counterexample"


def opening(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the opening, all derived from the results."""
    claims = {claim["name"]: claim for claim in report["claims"]}
    if not claims:
        return
    yield _counts(claims.values())
    yield ""
    if "results" in report:
        yield "**The main results** (*stands*: no counterexample was found, which is evidence, not proof):"
        yield ""
        yield from (_result(one, claims) for one in report["results"])
        yield ""
    yield from _failing(_judged(claims, "fails"))
    yield from _depending(_judged(claims, "depends on the reading"))
    yield from _named("No counterexample", _judged(claims, SOUND))
    yield from _named("Not tried", _judged(claims, "untested"))


def _judged(claims: Claims, judgement: str) -> list[_Claim]:
    return [claim for claim in claims.values() if claim["as_published"] == judgement]


def _counts(claims: Iterable[_Claim]) -> str:
    """Say how many statements were tried, with what results."""
    judged = [claim["as_published"] for claim in claims]
    kinds = (
        ("fails", "fails", "fail"),
        ("depends on the reading", "depends on how it is read", "depend on how they are read"),
        (SOUND, "has no counterexample", "have no counterexample"),
        ("untested", "was not tried", "were not tried"),
    )
    numbers = [(judged.count(kind), one, many) for kind, one, many in kinds]
    parts = [f"{number} {one if number == 1 else many}" for number, one, many in numbers if number]
    return f"Of {counted(len(judged), 'statement')} of the paper, {listed(parts)}."


def _result(result: Mapping[str, Any], claims: Claims) -> str:
    words, needed = _standing(result, [claims[name] for name in result["rests_on"]])
    see = f": see {_links(needed)}" if needed else ""
    name = f"{result['name'][0].upper()}{result['name'][1:]}"
    return f"- **{name}** ({result['words']}) {words}{see}."


def _standing(result: Mapping[str, Any], claims: Sequence[_Claim]) -> tuple[str, Sequence[_Claim]]:
    """Return whether a main result stands, in words, and the claims that say why not, or not as published."""
    wrong = [claim for claim in claims if claim["as_published"] != SOUND]
    lost = [claim for claim in wrong if claim.get("as_repaired") != SOUND]
    if not wrong:
        return "stands as published", []
    if not lost:
        return f"stands, {result.get('repair', 'as repaired')}", wrong
    for judgement, words in (
        ("untested", "was not tried by this run"),
        ("fails", "does not stand"),
        ("depends on the reading", "stands in one reading"),
    ):
        those = [claim for claim in lost if claim["as_published"] == judgement]
        if those:
            return words, those
    raise AssertionError(lost)


def _failing(claims: Sequence[_Claim]) -> Iterator[str]:
    if claims:
        yield f"**What fails** ({counted(len(claims), 'statement')}):"
        yield ""
        alike = _alike(claims, lambda claim: f"{_fault(claim)}.{_repair(claim)}")
        yield from (f"- {_links(those)}: {words}" for words, those in alike.items())
        yield ""


def _alike(claims: Sequence[_Claim], words_about: Callable[[_Claim], str]) -> dict[str, list[_Claim]]:
    """Return claims grouped by what is said about them."""
    alike: dict[str, list[_Claim]] = {}
    for claim in claims:
        alike.setdefault(words_about(claim), []).append(claim)
    return alike


def _fault(claim: _Claim) -> str:
    """Return what is wrong, in the words of the audit if it has any, else in those of the counterexample."""
    found = smallest(claim)
    return str(claim.get("briefly") or (found and words_of(found)) or "it fails").rstrip(".")


def _repair(claim: _Claim) -> str:
    """Return the result of trying the repaired statement; the statement itself is shown with the claim."""
    return f" *Repaired*: {claim['as_repaired']}." if claim.get("as_repaired") else ""


def _depending(claims: Sequence[_Claim]) -> Iterator[str]:
    if claims:
        named = "; ".join(f"{_links(those)} ({words})" for words, those in _alike(claims, _fault).items())
        yield f"**What depends on the reading** ({counted(len(claims), 'statement')}): {named}."
        yield ""


def _named(words: str, claims: Sequence[_Claim]) -> Iterator[str]:
    if claims:
        yield f"**{words}** ({counted(len(claims), 'statement')}): {_links(claims)}."
        yield ""


def _links(claims: Sequence[_Claim]) -> str:
    return ", ".join(link(claim["name"]) for claim in claims)
