"""Drives the Python bindings for the conformance suite: one JSON request a line in, one answer a line out.

Only finds the modules; `serve` does the work. The argument is a folder with the accelerator, which is then required.
"""

import sys
from pathlib import Path


def main() -> None:
    """Answer requests until the suite sends stop or closes the pipe."""
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here), str(here.parents[2] / "gen" / "py")]
    if len(sys.argv) > 1:
        sys.path.insert(0, sys.argv[1])
    from serve import is_accelerated, serve

    if len(sys.argv) > 1 and not is_accelerated():
        sys.exit(f"{sys.argv[1]} has no accelerator that the bindings accept")
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
