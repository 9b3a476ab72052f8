"""Tiny Crew as a library: a game, and its queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.studies.tiny_crew.game import SmallGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.blueprint import Blueprint
    from crewsat.hidden.bots import Bot
    from crewsat.studies.tiny_crew.ladder import Ladder
    from crewsat.studies.tiny_crew.optimum import Optimum
    from crewsat.studies.tiny_crew.policy import Evaluation, Policy
    from crewsat.studies.tiny_crew.states import Recall
    from crewsat.studies.tiny_crew.training import Algorithm, Learned
    from crewsat.studies.tiny_crew.value import Value
    from crewsat.studies.tiny_crew.yardstick import Yardstick


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

    def policy_of(self, bot: Bot, *, seed: int = 0) -> Policy:
        """Return what a bot plays as a deterministic policy with perfect recall.

        What the bot draws at random depends on the seed and on the information state alone. For decks of more than 9
        cards the policy has only the states that are reached if the bot plays for everybody.

        Args:
            bot: who is asked in each state.
            seed: of the bot's generators.

        Raises:
            WrongOption: if the game is too large, or the bot plays a card that may not be played.
        """
        from crewsat.studies.tiny_crew.bot_policy import policy_of  # noqa: PLC0415

        return policy_of(self, bot, seed)

    def won_by(self, bot: Bot, *, seed: int = 0) -> int:
        """Return exactly how many of all deals a bot wins that plays for everybody: those its policy wins.

        Args:
            bot: who is asked in each state.
            seed: of the bot's generators.

        Raises:
            WrongOption: as `policy_of`.
        """
        from crewsat.studies.tiny_crew.bot_policy import won_by  # noqa: PLC0415

        return won_by(self, bot, seed)

    def reply(self, policy: Policy, player: int) -> Policy:
        """Return a policy in which one player replies as well as possible to what the others play.

        The player recalls everything, and knows their policy. States that a policy does not list are played at random.

        Args:
            policy: what all play.
            player: who replies, from 1.

        Raises:
            WrongOption: if it is a policy for another game, or there is no such player.
            InvalidInstance: if it has states or actions that the game does not have.
        """
        from crewsat.studies.tiny_crew.bot_policy import reply_to  # noqa: PLC0415

        return reply_to(self, policy, player)

    def yardstick(self, samples: Sequence[int] = (), *, blueprint: Blueprint | None = None) -> Yardstick:
        """Compute how many deals bots win, and how many those who foresee more.

        For 12 cards this takes some ten minutes of processor time, and a gigabyte.

        Args:
            samples: numbers of deals that the search samples.
            blueprint: what the search takes the players for; by default the one that is part of the package.

        Raises:
            WrongOption: if the game is too large.
        """
        from crewsat.hidden.blueprint import Blueprint  # noqa: PLC0415
        from crewsat.studies.tiny_crew.yardstick import yardstick_of  # noqa: PLC0415

        return yardstick_of(self, samples, blueprint or Blueprint.load())
