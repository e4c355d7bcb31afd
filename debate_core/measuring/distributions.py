"""The distributions that the statistics need, out of scipy.

Computes none itself. Invariant: scipy is imported when a figure is first asked for, not before: importing its special
functions takes about as long as importing the rest of the product, and a list of debates needs none of them.
"""

import functools
import importlib
from typing import Any

from numpy.typing import ArrayLike


@functools.cache
def _special() -> Any:
    return importlib.import_module("scipy.special")


def ndtr(x: ArrayLike) -> Any:
    """The standard normal distribution's probability up to x.

    >>> float(ndtr(0.0))
    0.5
    """
    return _special().ndtr(x)


def ndtri(p: ArrayLike) -> Any:
    """The x up to which the standard normal distribution has probability p.

    >>> float(ndtri(0.5))
    0.0
    """
    return _special().ndtri(p)


def stdtr(df: ArrayLike, t: ArrayLike) -> Any:
    """Student's distribution with df degrees of freedom: its probability up to t.

    >>> float(stdtr(3, 0.0))
    0.5
    """
    return _special().stdtr(df, t)


def stdtrit(df: ArrayLike, p: ArrayLike) -> Any:
    """The t up to which Student's distribution with df degrees of freedom has probability p.

    >>> round(float(stdtrit(1, 0.75)), 6)
    1.0
    """
    return _special().stdtrit(df, p)


def fdtrc(dfn: ArrayLike, dfd: ArrayLike, x: ArrayLike) -> Any:
    """The F distribution with dfn and dfd degrees of freedom: its probability beyond x.

    >>> round(float(fdtrc(2, 2, 1.0)), 6)
    0.5
    """
    return _special().fdtrc(dfn, dfd, x)
