"""The store in a directory: what it writes, what it refuses, and what is there after it was killed."""

from __future__ import annotations

import hashlib
import os
import random
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

# Stores contents of all sizes, no two the same, until it is killed.
STORING = """
import sys
from py._directory import DirectoryStore
store, run = DirectoryStore(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
number = 0
while True:
    number += 1
    store.put(f"{run} {number} ".encode() * (number * 7919 % 50_000))
"""


class Digests(unittest.TestCase):
    def test_verify(self) -> None:
        verify_digest(DIGEST, CONTENT)
        verify_digest(DIGEST.removeprefix("sha256:"), CONTENT)
        with self.assertRaisesRegex(ValueError, f"^the content does not have the digest {DIGEST}$"):
            verify_digest(DIGEST, CONTENT + b" ")

    def test_forms(self) -> None:
        hexadecimal = DIGEST.removeprefix("sha256:")
        for wrong in ("", "sha256:", hexadecimal[1:], f"sha512:{hexadecimal}", DIGEST.upper(), f"sha256:{DIGEST}"):
            with self.assertRaisesRegex(ValueError, "^a digest has 64 hexadecimal digits in lower case$"):
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

    @unittest.skipIf(os.name == "nt" or os.geteuid() == 0, "root writes anywhere")
    def test_read_only(self) -> None:
        folder = self.folder / "store" / "sha256" / "01"
        folder.mkdir(parents=True)
        folder.chmod(0o500)
        with self.assertRaisesRegex(PermissionError, "Permission denied"):
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
        for run in range(50):
            command = [sys.executable, "-S", "-c", STORING, self.store.path, str(run)]
            with subprocess.Popen(command, cwd=TEMPLATES, stdout=subprocess.PIPE) as child:
                self.assertEqual(child.stdout and child.stdout.readline(), b"ready\n")
                time.sleep(luck.uniform(0.001, 0.015))
                child.kill()
        found = [path for path in (self.folder / "store" / "sha256").glob("*/*") if not path.name.startswith(".tmp-")]
        for path in found:
            self.store.get(f"sha256:{path.parent.name}{path.name}")
        self.assertGreater(len(found), 10)


if __name__ == "__main__":
    unittest.main()
