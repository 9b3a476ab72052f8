"""``tiny-crew learn``: a learner, run for some iterations or some time, with a curve and checkpoints.

Beside the policy FILE are its curve and a checkpoint (`crewsat.studies.tiny_crew.keeping`), from which the same command
resumes exactly.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.base.outputs import check_output
from crewsat.base.stopwatch import cpu_seconds
from crewsat.base.wording import alternatives, visible
from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.game import whole
from crewsat.studies.tiny_crew.keeping import Checkpoint, Kept, Point
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Evaluation, Policy, evaluation
from crewsat.studies.tiny_crew.regrets import Sweeping
from crewsat.studies.tiny_crew.replies import improved
from crewsat.studies.tiny_crew.sampled import SEEDS, Node, Sampling

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from crewsat.studies.tiny_crew.game import SmallGame
    from crewsat.studies.tiny_crew.states import Recall

    Array = NDArray[Any]

Algorithm = Literal["cfr", "cfr+", "chance-sampled", "external"]
ITERATIONS: dict[Algorithm, int] = {"cfr": 60, "cfr+": 60, "chance-sampled": 5_000, "external": 20_000}
"""The default number of iterations."""

RESTART = 30
"""Sweeps after which a learner restarts from other regrets: later sweeps gain little."""

_SAVE_EVERY = 30.0
"""Seconds between two checkpoints."""


@dataclass(frozen=True)
class Learned:
    """The result of learning.

    Attributes:
        policy: the best policy of a sweeping learner, after best replies; the average policy of a sampling one.
        evaluation: its exact evaluation.
        iterations: number of iterations done.
        curve: values and regrets during the run.
    """

    policy: Policy
    evaluation: Evaluation
    iterations: int
    curve: tuple[Point, ...]


class _Sampled:
    """A sampling learner, seen through the pairs of all states."""

    def __init__(self, layers: Layers, learner: Sampling) -> None:
        self.layers = layers
        self._learner = learner
        starts, counts = layers.states.start, layers.states.count
        self._pairs = {
            key: slice(int(start), int(start + count))
            for key, start, count in zip(layers.keys(), starts, counts, strict=True)
            if count > 1
        }

    @property
    def iterations(self) -> int:
        return self._learner.iterations

    @property
    def regret(self) -> float:
        return self._learner.regret

    def step(self) -> None:
        self._learner.step()

    @property
    def policy(self) -> Array:
        return self._filled(Node.policy)

    @property
    def average(self) -> Array:
        return self._filled(Node.average)

    @property
    def value(self) -> float:
        return sweeps.value(self.layers, self.policy)

    def _filled(self, chances: Callable[[Node], list[float]]) -> Array:
        out = sweeps.uniform(self.layers)
        for key, node in self._learner.nodes.items():
            out[self._pairs[key]] = chances(node)
        return out

    def saved(self) -> dict[str, Array]:
        regrets, sums = np.full(self.layers.pairs, np.nan), np.full(self.layers.pairs, np.nan)
        for key, node in self._learner.nodes.items():
            regrets[self._pairs[key]], sums[self._pairs[key]] = node.regrets, node.sums
        return {"regrets": regrets, "sums": sums}

    def restore(self, iterations: int, saved: dict[str, Array]) -> None:
        self._learner.iterations = iterations
        codes = self.layers.states.code
        for key, pairs in self._pairs.items():
            if not np.isnan(saved["regrets"][pairs.start]):
                node = self._learner.nodes[key] = Node(tuple(codes[pairs].tolist()))
                node.regrets, node.sums = saved["regrets"][pairs].tolist(), saved["sums"][pairs].tolist()


class Training:
    """A run of a learner.

    Args:
        game: the game.
        algorithm: the learning algorithm.
        recall: what players remember.
        seed: the seed of the sampled deals, or of the initial regrets of a sweeping learner.
        output: the name of the policy file; None keeps nothing.

    Attributes:
        layers: the game's positions.
        points: the curve.
        best: the policy that counts: for a sweeping learner, the best of all starts, each after best replies; for a
            sampling one, the average.

    Raises:
        WrongOption: if the game is too large, or the algorithm is unknown.
        InvalidInstance: if the output belongs to another run or is in use by one, or cannot be written.
    """

    def __init__(
        self,
        game: SmallGame,
        algorithm: Algorithm,
        *,
        recall: Recall = "printed",
        seed: int = 0,
        output: str | None = None,
    ) -> None:
        if algorithm not in ITERATIONS:
            raise WrongOption(f"algorithm '{visible(algorithm)}' is not valid{alternatives(algorithm, ITERATIONS)}")
        if output is not None:
            check_output(output)
        self.game, self.algorithm = game, algorithm
        self.output = output
        self.points: list[Point] = []
        self.sweeping = algorithm in {"cfr", "cfr+"}
        self.layers = Layers(game.rules, recall)
        if self.layers.pruned and not self.sweeping:
            raise WrongOption(
                f"algorithm '{algorithm}' with perfect recall needs a deck of up to 9 cards; allowed: cfr, cfr+"
            )
        self._seed = whole("seed", seed)
        self._learner = self._started(0)
        self._before = 0
        self._top, self._top_value = self._learner.policy, self._learner.value
        self.best, self._best_value = self._top, self._top_value
        self._spent = 0.0
        self._kept: Kept | None = None
        if output is not None:
            run = {"parameters": game.parameters, "algorithm": algorithm, "recall": recall, "seed": self._seed}
            self._kept = Kept(output, run, sweeping=self.sweeping)
            try:
                self._restore(self._kept)
            except InvalidInstance:
                self.close()
                raise

    @property
    def iterations(self) -> int:
        """Number of iterations done."""
        return self._before + self._learner.iterations

    def _started(self, iterations: int) -> Sweeping | _Sampled:
        """Return the learner that starts after `iterations` iterations; no two starts of any runs share a seed."""
        if self.sweeping:
            seed = self._seed + SEEDS * (iterations // RESTART)
            return Sweeping(self.layers, plus=self.algorithm == "cfr+", seed=seed)
        external, recall = self.algorithm == "external", self.layers.recall
        return _Sampled(self.layers, Sampling(self.game.rules, external=external, recall=recall, seed=self._seed))

    def run(
        self,
        iterations: int | None = None,
        *,
        time_limit: float | None = None,
        progress: Callable[[int, float, float], None] = lambda _done, _all, _value: None,
    ) -> Policy:
        """Continue until `iterations` are done or time is up; return the policy after writing it.

        Args:
            iterations: total number of iterations; None for `ITERATIONS`, or for any number with a time limit.
            time_limit: seconds of wall time.
            progress: called with the iterations done, their total (`inf` if unlimited), and the value of the policy
                that counts.
        """
        deadline = inf if time_limit is None else time.monotonic() + time_limit
        wanted: float = ITERATIONS[self.algorithm] if time_limit is None else inf
        if iterations is not None:
            wanted = iterations
        saved = time.monotonic()
        begin = cpu_seconds() - self._spent
        while self.iterations < wanted and time.monotonic() < deadline:
            self._step()
            self._spent = cpu_seconds() - begin
            if self.sweeping or _is_round(self.iterations) or self.iterations == wanted:
                self._record()
            try:
                progress(self.iterations, wanted, max(self._best_value, self._top_value))
            except BaseException:  # the caller can stop here, where no iteration is half done
                self._save()
                raise
            if time.monotonic() - saved > _SAVE_EVERY:
                self._save()
                saved = time.monotonic()
        self._save()
        return self._finish()

    def _step(self) -> None:
        """Do an iteration, after a restart if one is due."""
        if self.sweeping and self._learner.iterations == RESTART:
            self._improve()
            self._before += RESTART
            self._learner = self._started(self._before)
            self._top, self._top_value = self._learner.policy, self._learner.value
        self._learner.step()

    def close(self) -> None:
        """Release the output for other runs."""
        if self._kept is not None:
            self._kept.close()

    def _improve(self) -> None:
        """Improve the best policy of this start by exact best replies, and keep it if it is the best of all."""
        policy = improved(self.layers, self._top)
        value = sweeps.value(self.layers, policy)
        if value > self._best_value:
            self.best, self._best_value = policy, value

    def _finish(self) -> Policy:
        """Write the policy that counts; the checkpoint is left unchanged, so that resuming gives the same results."""
        if self.sweeping:
            self._improve()
        else:
            self.best = self._learner.average
        policy = Policy.of(self.game, self.layers, self.best)
        if self.output is not None:
            policy.write(self.output)
        return policy

    def _record(self) -> None:
        learner = self._learner
        average = learner.average if not self.sweeping or _is_round(self.iterations) else None
        averaged = None if average is None else sweeps.value(self.layers, average)
        value = learner.value
        if self.sweeping:
            for found, policy in ((value, learner.policy), (averaged or 0.0, average)):
                if found > self._top_value and policy is not None:
                    self._top_value, self._top = found, policy
        else:
            self._best_value = self._top_value = averaged or 0.0
        best = max(self._best_value, self._top_value)
        point = Point(self.iterations, round(self._spent, 3), value, averaged, learner.regret, best)
        self.points.append(point)
        if self._kept is not None:
            self._kept.add(point)

    def _save(self) -> None:
        if self._kept is None:
            return
        arrays = {"best": self.best, "top": self._top, **self._learner.saved()}
        spent = round(self._spent, 6)
        self._kept.save(Checkpoint(self._before, self._learner.iterations, spent, self._kept.size, arrays))

    def _restore(self, kept: Kept) -> None:
        """Resume from the checkpoint, if there is one; what the curve has beyond it is computed again."""
        checkpoint, self.points = kept.restored(self.layers.pairs)
        if checkpoint is None:
            return
        arrays, self._before, self._spent = checkpoint.arrays, checkpoint.before, checkpoint.spent
        self._learner = self._started(self._before)
        self._learner.restore(checkpoint.iterations, arrays)
        self.best, self._top = arrays["best"], arrays["top"]
        self._best_value, self._top_value = (sweeps.value(self.layers, one) for one in (self.best, self._top))


def learn(  # noqa: PLR0913 - one argument per option
    game: SmallGame,
    algorithm: Algorithm,
    *,
    recall: Recall,
    seed: int,
    output: str | None,
    iterations: int | None,
    time_limit: float | None,
    progress: Callable[[int, float, float], None] = lambda _done, _all, _value: None,
) -> Learned:
    """Learn as described in `TinyCrew.learn`; `progress` is called as in `Training.run`."""
    training = Training(game, algorithm, recall=recall, seed=seed, output=output)
    try:
        policy = training.run(iterations, time_limit=time_limit, progress=progress)
    finally:
        training.close()
    found = evaluation(training.layers, training.best)
    return Learned(policy, found, training.iterations, tuple(training.points))


def _is_round(number: int) -> bool:
    """Return whether a number has only one nonzero digit (7, 40, 2,000), so that points cover the whole curve."""
    return not str(number)[1:].strip("0")
