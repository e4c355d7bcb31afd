"""`python -m debate_core …`: the product without a browser."""

import sys

from debate_core.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
