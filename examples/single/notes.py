"""Lists notes in the envelope of the helper protocol. It needs helper.py beside it, and the standard library."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for `python3 -I`

import helper  # noqa: E402 - after the path


def main() -> int:
    """Write the notes, or the reason why there are none."""
    if len(sys.argv) < 2:
        failure = {"code": "usage", "message": "name a folder of notes"}
        return helper.emit(helper.build_error(error=failure))
    notes = sorted(path.name for path in Path(sys.argv[1]).glob("*.md"))
    return helper.emit(helper.build_ok(extra={"notes": notes}))


sys.exit(main())
