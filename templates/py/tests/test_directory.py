"""The store in a directory: what it writes, what it refuses, and what is there after it was killed."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from .._directory import DirectoryStore
from .._envelope import verify_digest

CONTENT = b'{"a":1}'
DIGEST = "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"
PLACE = Path("sha256", "01", "5abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862")
TEMPLATES = Path(__file__).resolve().parents[2]

# For each line, starts a process that stores contents of all sizes, no two the same, until it is killed.
STORING = """
import os, sys
from py._directory import DirectoryStore
store = DirectoryStore(sys.argv[1])
for run in sys.stdin:
    child = os.fork()
    if child == 0:
        number = 0
        while True:
            number += 1
            store.put(f"{run} {number} ".encode() * (number * 7919 % 50_000))
    print(child, flush=True)
    os.waitpid(child, 0)
"""


class Digests(unittest.TestCase):
    def test_verify(self) -> None:
        verify_digest(DIGEST, CONTENT)
        verify_digest(DIGEST.removeprefix("sha256:"), CONTENT)
        verify_digest(DIGEST.removeprefix("sha256:").upper(), CONTENT)
        with self.assertRaisesRegex(ValueError, f"^the content does not have the digest {DIGEST}$"):
            verify_digest(DIGEST, CONTENT + b" ")

    def test_forms(self) -> None:
        hexadecimal = DIGEST.removeprefix("sha256:")
        for wrong in ("", "sha256:", hexadecimal[1:], f"sha512:{hexadecimal}", DIGEST.upper(), f"sha256:{DIGEST}"):
            with self.assertRaisesRegex(ValueError, "^a digest has 64 hexadecimal digits$"):
                verify_digest(wrong, CONTENT)


class Directory(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.store = DirectoryStore(self.folder / "store")

    def files(self) -> list[Path]:
        return sorted(path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())

    def test_put_and_get(self) -> None:
        self.assertEqual(self.store.put(CONTENT), DIGEST)
        self.assertEqual(self.files(), ["store" / PLACE])
        self.assertEqual(self.store.get(DIGEST), CONTENT)
        empty = self.store.put(b"")
        self.assertEqual((empty, self.store.get(empty)), ("sha256:" + hashlib.sha256(b"").hexdigest(), b""))

    def test_files_are_for_their_owner(self) -> None:
        self.store.put(CONTENT)
        if sys.platform != "win32":  # which has no such permissions
            self.assertEqual((self.folder / "store" / PLACE).stat().st_mode & 0o077, 0)

    def test_what_is_there_is_not_written_again(self) -> None:
        self.store.put(CONTENT)
        place = self.folder / "store" / PLACE
        os.utime(place, (1, 1))
        self.assertEqual(self.store.put(CONTENT), DIGEST)
        self.assertEqual(place.stat().st_mtime, 1)

    def test_forms_of_digests(self) -> None:
        (self.folder / "secret").write_bytes(b"s")
        self.store.put(CONTENT)
        rest = DIGEST.removeprefix("sha256:")
        for wrong in ("", rest, DIGEST + "\n", DIGEST.upper(), "sha256:../../secret", f"sha256:../{rest[3:]}"):
            with self.assertRaisesRegex(ValueError, "^a digest is sha256: and 64 hexadecimal digits in lower case$"):
                self.store.get(wrong)

    def test_what_is_not_there(self) -> None:
        with self.assertRaisesRegex(FileNotFoundError, f"the store does not have the artifact: '{DIGEST}'"):
            self.store.get(DIGEST)

    def test_other_content(self) -> None:
        self.store.put(CONTENT)
        (self.folder / "store" / PLACE).write_bytes(CONTENT[:-1])
        with self.assertRaisesRegex(ValueError, f"^the content does not have the digest {DIGEST}$"):
            self.store.get(DIGEST)

    def test_file_in_the_place_of_a_directory(self) -> None:
        for file in ("store", "store/sha256", "store/sha256/01"):
            place = self.folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(b"")
            with self.subTest(file), self.assertRaisesRegex(NotADirectoryError, "Not a directory: '.*store"):
                self.store.put(CONTENT)
            self.assertEqual(self.files(), [Path(file)])
            place.unlink()

    def test_directory_in_the_place_of_a_file(self) -> None:
        (self.folder / "store" / PLACE).mkdir(parents=True)
        with self.assertRaises(IsADirectoryError):
            self.store.put(CONTENT)
        self.assertEqual(self.files(), [])

    def test_read_only(self) -> None:
        denied = PermissionError(13, "Permission denied")
        for function in ("os.makedirs", "builtins.open"):  # the system stops nobody who runs tests as root
            with mock.patch(function, side_effect=denied), self.assertRaisesRegex(PermissionError, "Permission denied"):
                self.store.put(CONTENT)
            self.assertEqual(self.files(), [])

    def test_what_fails_leaves_nothing(self) -> None:
        for function in ("fsync", "replace"):
            error = OSError(28, "No space left on device")
            with mock.patch(f"os.{function}", side_effect=error), self.assertRaisesRegex(OSError, "No space left"):
                self.store.put(CONTENT)
            self.assertEqual(self.files(), [])

    def test_temporary_files_are_beside_the_final_ones(self) -> None:
        with mock.patch("os.replace", wraps=os.replace) as replace:
            self.store.put(CONTENT)
        passing, final = map(Path, replace.call_args.args)
        self.assertEqual(final, self.folder / "store" / PLACE)
        self.assertEqual((passing.parent, passing.name[:5]), (final.parent, ".tmp-"))

    def test_killed(self) -> None:
        luck = random.Random(1)
        command = [sys.executable, "-c", STORING, self.store.path]
        with subprocess.Popen(
            command, cwd=TEMPLATES, text=True, bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as starter:
            if starter.stdin is None or starter.stdout is None:
                self.fail("there are no pipes")
            for run in range(50):
                starter.stdin.write(f"{run}\n")
                child = int(starter.stdout.readline())
                time.sleep(luck.uniform(0.001, 0.015))
                os.kill(child, signal.SIGKILL)
            starter.stdin.close()
        found = [path for path in (self.folder / "store" / "sha256").glob("*/*") if not path.name.startswith(".tmp-")]
        for path in found:
            self.store.get(f"sha256:{path.parent.name}{path.name}")
        self.assertGreater(len(found), 10)


if __name__ == "__main__":
    unittest.main()
