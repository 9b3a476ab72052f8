"""Tiny Crew as a library: a game, and its queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.tiny_crew.game import SmallGame

if TYPE_CHECKING:
    from crewsat.studies.tiny_crew.ladder import Ladder
    from crewsat.studies.tiny_crew.optimum import Optimum
    from crewsat.studies.tiny_crew.policy import Evaluation, Policy
    from crewsat.studies.tiny_crew.states import Recall
    from crewsat.studies.tiny_crew.training import Algorithm, Learned
    from crewsat.studies.tiny_crew.value import Value


class TinyCrew(SmallGame):
    """A small game of The Crew with exact values, learners, and best team; the options are those of `SmallGame`."""

    def value(self) -> Value:
        """Return exactly how many deals can be won with all cards seen, and the value of uniform random play."""
        from crewsat.studies.tiny_crew.value import value_of  # noqa: PLC0415 - numpy

        return value_of(self)

    def evaluate(self, policy: Policy) -> Evaluation:
        """Return the exact value of a policy.

        Raises:
            WrongOption: if it is a policy for another game.
        """
        from crewsat.studies.tiny_crew.policy import evaluate  # noqa: PLC0415

        return evaluate(self, policy)

    def learn(  # noqa: PLR0913 - one argument per option
        self,
        algorithm: Algorithm = "cfr+",
        *,
        recall: Recall = "printed",
        iterations: int | None = None,
        time_limit: float | None = None,
        seed: int = 0,
        output: str | None = None,
    ) -> Learned:
        """Learn a policy, and evaluate it exactly.

        Args:
            algorithm: ``cfr`` and ``cfr+`` sweep over all deals, ``chance-sampled`` and ``external`` sample them.
            recall: what players remember: the state that is ``printed`` in the README, or everything (``perfect``; for
                decks of more than 9 cards only with learners that sweep).
            iterations: total number; None for a number that suits the algorithm, or any number within the time limit.
            time_limit: seconds of wall time.
            seed: the seed of sampled deals, or of the initial regrets.
            output: a policy file, with its curve and checkpoint beside it; the same call resumes where it stopped.

        Raises:
            WrongOption: for an option that is not valid, or a game that is too large.
            InvalidInstance: if the output belongs to another run or is in use by one, or cannot be written.
        """
        from crewsat.studies.tiny_crew.training import learn  # noqa: PLC0415

        return learn(
            self, algorithm, recall=recall, seed=seed, output=output, iterations=iterations, time_limit=time_limit
        )

    def optimum(
        self,
        *,
        recall: Recall = "perfect",
        hint: Policy | None = None,
        all_tricks: bool = False,
        time_limit: float | None = None,
    ) -> Optimum:
        """Find the most deals that a team without communication can win, with a proof or with bounds.

        Args:
            recall: what players remember.
            hint: an initial policy.
            all_tricks: for decks of more than 9 cards, bound by the linear relaxation over all tricks, not only the
                first: a better bound, which takes tens of minutes and 5 gigabytes for 12 cards.
            time_limit: seconds of wall time.

        Raises:
            WrongOption: if the game is too large, or the hint is for another one.
            InvalidInstance: if the hint has states or actions that the game does not have.
        """
        from crewsat.studies.tiny_crew.optimum import optimum_of  # noqa: PLC0415

        return optimum_of(self, recall=recall, hint=hint, all_tricks=all_tricks, time_limit=time_limit)

    def ladder(self, *, iterations: int | None = None, time_limit: float | None = None) -> Ladder:
        """Compute baselines for a learner, from uniform random play to all cards seen.

        Args:
            iterations: number of iterations of CFR+ for the learned policy.
            time_limit: seconds of wall time for each search for a best team.

        Raises:
            WrongOption: if the game is too large.
        """
        from crewsat.studies.tiny_crew.ladder import ladder_of  # noqa: PLC0415

        return ladder_of(self, iterations=iterations, time_limit=time_limit)
