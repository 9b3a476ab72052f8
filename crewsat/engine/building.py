"""Building formulas and models within limits: all of them are built through this module.

A builder takes the limits as `max_bytes` and `out_of_time`. It estimates first (`crewsat.base.formula.check_estimate`),
so that nothing is begun that cannot fit, and then counts and checks the clock as it proceeds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from crewsat.base.errors import Stopped

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.engine.limits import Limits

Built = TypeVar("Built")


def build(make: Callable[..., Built], about: object, limits: Limits, **how: Any) -> Built:  # noqa: ANN401 - those of `make`
    """Build a formula or model.

    Args:
        make: an encoding, or a function that returns one; called with `about`, the limits and `how`.
        about: an instance, or whatever else the formula is about.
        limits: of time and memory.
        how: other arguments of `make`.

    Raises:
        Stopped: with ``memory`` if it is estimated to be too large, with ``time`` if time runs out before it is
            complete.
    """
    if limits.late():
        raise Stopped("time")
    return make(about, max_bytes=limits.max_bytes, out_of_time=limits.late, **how)
