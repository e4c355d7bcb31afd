"""The distributions that the statistics need: scipy's, imported when a figure is first asked for.

Computes none itself. Invariant: nothing of scipy is imported before ``special`` is first called, for that takes about
as long as importing the rest of the product, and a list of debates needs none of it.
"""

import functools
import importlib
from typing import Any


@functools.cache
def special() -> Any:
    """``scipy.special``: normal ``ndtr`` and its inverse ``ndtri``, Student's t ``stdtr`` and ``stdtrit``, F ``fdtrc``.

    All take arrays. ``stdtr(df, t)`` and ``ndtr(x)`` are probabilities up to a point, 0 to 1; ``stdtrit(df, p)`` and
    ``ndtri(p)`` the points; ``fdtrc(dfn, dfd, x)`` is the probability beyond x. NaN where undefined.

    >>> round(float(special().stdtrit(1, 0.75)), 6), float(special().fdtrc(2, 2, 1.0))
    (1.0, 0.5)
    """
    return importlib.import_module("scipy.special")
