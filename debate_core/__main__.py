"""`python -m debate_core …`: the product without a browser."""

import gc
import os
import sys

# Importing is most of what a short command takes, and nothing of it is garbage; and for tables of a few judges starting
# more threads takes longer than all they could save.
gc.set_threshold(50_000)
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from debate_core.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
