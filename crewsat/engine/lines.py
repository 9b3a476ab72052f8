"""Answers as lines of JSON, made in the worker that has them: a text is cheaper to send than what it describes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from crewsat.base.wording import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Answer, Proof, Verdict

    class Found(Protocol):
        """A result, as far as a line needs it."""

        @property
        def decided(self) -> Verdict | None: ...  # noqa: D102

        @property
        def reason(self) -> str | None: ...  # noqa: D102

        @property
        def proof(self) -> Proof | None: ...  # noqa: D102

        def as_dict(self) -> dict[str, Any]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Line:
    """An answer as a line.

    Attributes:
        answer: what it says: ``yes``, ``no`` or ``unknown``; ``reviewed`` for a game whose review is complete.
        text: a JSON object that is not empty.
    """

    answer: Answer | Literal["reviewed"]
    text: str

    def after(self, key: Mapping[str, Any]) -> str:
        """Return the line with these fields put first."""
        return f"{json_text(key)[:-1]}, {self.text[1:]}"


@dataclass(frozen=True, slots=True)
class Lines:
    """A picklable function that makes lines from verdicts, explanations and reviews.

    Attributes:
        brief: whether to include only what `Verdict.brief` does.
        digest: whether a line begins with the SHA-256 of its instance.
        folder: paths are relative to this folder; None for the current directory.
    """

    brief: bool = False
    digest: bool = False
    folder: str | None = None

    def __call__(self, instance: Instance, found: Found) -> Line:
        """Return the line of an answer."""
        verdict = found.decided
        if self.brief and verdict is not None:
            fields = verdict.brief()
        else:
            fields = found.as_dict()
            proof = found.proof if verdict is None else verdict.proof
            if self.folder is not None and proof is not None:
                fields["proof"] = proof.seen_from(self.folder).as_dict()
        sha256 = {"sha256": instance.digest()} if self.digest else {}
        answer = verdict.answer if verdict is not None else "reviewed" if found.reason is None else "unknown"
        return Line(answer, json_text({**sha256, **fields}))
