"""Why a game is lost, and what would win it: what `crewsat.explain` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from crewsat.games.result import Result

if TYPE_CHECKING:
    from crewsat.games.game import Play
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Checked, Verdict

RepairKind = Literal[
    "leader",
    "order",
    "swap_owners",
    "hand_over",
    "hand_over_task",
    "drop",
    "swap_cards",
    "hand_size",
    "swap_draws",
    "clue_tokens",
    "strikes",
]
"""What a repair changes: who leads first, an order constraint, owners of objectives, the owner of a task; or it drops a
task, or exchanges cards of two hands. In Hanabi: the size of the hand, two draws, one more clue token or strike."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence about a lost game that is known to be true.

    Attributes:
        words: the sentence, without a full stop.
        checked: its evidence, in the terms of `Verdict.checked`: ``replayed`` if it says that something is possible and
            plays that show it were replayed, ``algorithm`` for an argument that the sentence gives, ``search`` or
            ``proof`` if that is how it was decided, ``none`` if only a solver decided it.
    """

    words: str
    checked: Checked

    def as_dict(self) -> dict[str, str]:
        """Return the JSON object."""
        return {"words": self.words, "checked": self.checked}


@dataclass(frozen=True, slots=True)
class Repair:
    """A small change that makes the game winnable.

    Attributes:
        kind: what is changed.
        words: the change as a sentence, without a full stop.
        instance: the changed game.
        play: a winning play of it, replayed by the rules.
    """

    kind: RepairKind
    words: str
    instance: Instance
    play: Play

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        play = [move.as_dict() for move in self.play]
        return {"kind": self.kind, "words": self.words, "instance": self.instance.as_dict(), "play": play}


@dataclass(frozen=True, slots=True)
class Explanation(Result):
    """Why a game is lost.

    Attributes:
        verdict: the answer; unless it is a no there is nothing to explain, and everything below is empty.
        conflict: ids that cannot be met together; in Hanabi, suits that cannot be finished together; in solitaire
            Hanabi, cards that cannot all wait in the hand.
        minimal: whether it is known that without any one of them the rest can be met.
        reasons: sentences, the most informative first.
        most: for The Crew: how many goals can be met together, in the required order and assignment: a lower and an
            upper bound.
        kept: the goals of a play that reaches the lower bound; its play is `best_play`.
        best_play: the play that meets `kept`, replayed by the rules.
        culprits: members of the conflict (goals, or ``order`` and ``assignment``) without each of which alone
            everything else can be met.
        repairs: for each kind, a change that makes it winnable, if one was found.
        no_repair: kinds for which every change was tried and none makes it winnable.
        reason: why something is missing: ``time`` or ``memory`` if the budget did not suffice, ``incomplete`` if a
            question was too hard to settle.
        seconds: processor time of the explanation, without the verdict.
    """

    verdict: Verdict
    conflict: tuple[str, ...] | None = None
    minimal: bool | None = None
    reasons: tuple[Reason, ...] = ()
    most: tuple[int, int] | None = None
    kept: tuple[str, ...] | None = None
    best_play: Play | None = None
    culprits: tuple[str, ...] | None = None
    repairs: tuple[Repair, ...] = ()
    no_repair: tuple[RepairKind, ...] = ()
    reason: str | None = None
    seconds: float = field(default=0.0, compare=False)

    @property
    def decided(self) -> Verdict:
        """The verdict that is explained."""
        return self.verdict

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object: that of the verdict, and the explanation; what is absent is left out."""
        most = None if self.most is None else {"at_least": self.most[0], "at_most": self.most[1]}
        explanation = {
            "minimal": self.minimal,
            "reasons": [reason.as_dict() for reason in self.reasons],
            "most": most,
            "kept": None if self.kept is None else list(self.kept),
            "best_play": None if self.best_play is None else [move.as_dict() for move in self.best_play],
            "culprits": None if self.culprits is None else list(self.culprits),
            "repairs": [repair.as_dict() for repair in self.repairs],
            "no_repair": list(self.no_repair),
            "reason": self.reason,
            "cpu_seconds": round(self.seconds, 6),
        }
        out = self.verdict.as_dict()
        if self.conflict is not None:
            out["conflict"] = list(self.conflict)
        if self.verdict.answer == "no":
            out["explanation"] = {key: value for key, value in explanation.items() if value is not None}
        return out
