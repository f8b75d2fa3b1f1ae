"""Drives the Python bindings for the conformance suite: one JSON request a line in, one answer a line out.

Only finds the modules; `serve` does the work.
"""

import sys
from pathlib import Path


def main() -> None:
    """Answer requests until the suite says stop or closes the pipe."""
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here), str(here.parents[2] / "gen" / "py")]
    from serve import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
