"""What a statistic that is not certain comes to: its value, how far it could be off, and of how many cases it is."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """A ``value`` in the unit of what was measured, with its two-sided ``interval`` at ``level`` (0 to 1), from ``n``
    cases; which cases, the statistic's own docstring says.

    ``value`` is ``None`` where it is undefined and ``interval`` where it is unknown: then ``reason`` says why.

        >>> Estimate(value=1.5, interval=(0.5, 2.5), n=12).excludes_zero
        True
    """

    value: float | None
    interval: tuple[float, float] | None = None
    level: float = 0.95
    n: int = 0
    reason: str | None = None

    @property
    def known(self) -> bool:
        return self.interval is not None

    @property
    def excludes_zero(self) -> bool:
        return self.above(0.0) or self.below(0.0)

    def above(self, limit: float) -> bool:
        return self.interval is not None and self.interval[0] > limit

    def below(self, limit: float) -> bool:
        return self.interval is not None and self.interval[1] < limit

    def through(self, increasing: Callable[[float], float]) -> "Estimate":
        """The same in another unit, by an increasing function.

        >>> Estimate(value=0.5, interval=(0.2, 0.8)).through(lambda share: 100 * share).interval
        (20.0, 80.0)
        """
        return Estimate(
            value=None if self.value is None else increasing(self.value),
            interval=self.interval and (increasing(self.interval[0]), increasing(self.interval[1])),
            level=self.level,
            n=self.n,
            reason=self.reason,
        )


@dataclass(frozen=True, kw_only=True)
class Alpha(Estimate):
    """Krippendorff's alpha of ``n`` arguments that two judges or more scored: 1 agreement, 0 chance, below 0 less alike
    than chance; its interval over arguments, for these judges. ``p_667``, ``p_67`` and ``p_80`` are the confidence (0
    to 1) that alpha reaches 2/3, .67 and .80, ``None`` where there is no interval."""

    p_667: float | None = None
    p_67: float | None = None
    p_80: float | None = None
