"""Reaching a model: one seam (`base`), one file or one row per provider (`catalogue`), one error tree (`errors`)."""
