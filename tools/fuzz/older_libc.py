# ruff: noqa: INP001  # a program
"""Lets a shared object load where the C libraries are older than it asks for: the newer versions become optional.

What it needs of them comes from the library that shim.c makes.
"""

import pathlib
import re
import struct
import subprocess
import sys


def main() -> None:
    """Change the file that the first argument names."""
    file = pathlib.Path(sys.argv[1])
    data = bytearray(file.read_bytes())
    listed = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True).stdout
    optional = 2  # VER_FLG_WEAK
    for digest, flags, other in re.findall(
        r"0x([0-9a-f]{8}) 0x([0-9a-f]{2}) (\d+) (?:GLIBC_2\.38|GLIBCXX_3\.4\.32)\b", listed
    ):
        at = data.find(struct.pack("<IHH", int(digest, 16), int(flags, 16), int(other)))
        struct.pack_into("<H", data, at + 4, optional)
    file.write_bytes(data)


if __name__ == "__main__":
    main()
