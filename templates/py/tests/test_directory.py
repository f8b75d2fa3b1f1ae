"""The store in a directory: the files that it writes, its errors, and the files after its process was killed."""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Self, cast
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


class Calls:
    """Has one of the calls of the system fail, as on a disk that is full."""

    NAMES = (
        "os.mkdir",
        "os.chmod",
        "os.open",
        "os.fsync",
        "os.replace",
        "os.unlink",
        "os.path.getsize",
        "builtins.open",
    )

    def __init__(self, fails: int) -> None:
        self.failed = ""
        self._left = fails
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> None:
        for name in self.NAMES:
            module, _, function = name.rpartition(".")
            real = getattr(importlib.import_module(module), function)
            self._stack.enter_context(mock.patch(name, side_effect=self._of(function, real)))

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _of(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **named: object) -> object:
            self._left -= 1
            if self._left == 0:
                self.failed = name
                raise OSError(28, "No space left on device")
            made = real(*given, **named)
            return Full(cast("BinaryIO", made), self) if isinstance(made, io.BufferedWriter) else made

        return call

    def write(self, file: BinaryIO, content: bytes) -> int:
        """Write some content, or a part of it before it fails."""
        self._left -= 1
        if self._left == 0:
            self.failed = "write"
            file.write(content[:2])
            raise OSError(28, "No space left on device")
        return file.write(content)


class Full:
    """A file whose calls count."""

    def __init__(self, file: BinaryIO, calls: Calls) -> None:
        self._file, self._calls = file, calls

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def write(self, content: bytes) -> int:
        return self._calls.write(self._file, content)


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
        for function in ("os.mkdir", "builtins.open"):  # the system stops nobody who runs tests as root
            with mock.patch(function, side_effect=denied), self.assertRaisesRegex(PermissionError, "Permission denied"):
                self.store.put(CONTENT)
            self.assertEqual(self.files(), [])

    def test_what_fails_leaves_nothing(self) -> None:
        for function in ("fsync", "replace"):
            error = OSError(28, "No space left on device")
            with mock.patch(f"os.{function}", side_effect=error), self.assertRaisesRegex(OSError, "No space left"):
                self.store.put(CONTENT)
            self.assertEqual(self.files(), [])

    def test_damaged_files_are_replaced(self) -> None:
        place = self.folder / "store" / PLACE
        for damaged in (b"", CONTENT[:-1], CONTENT[:-1] + b" ", CONTENT + b" "):
            self.store.put(CONTENT)
            place.write_bytes(damaged)
            self.assertEqual((self.store.put(CONTENT), self.store.get(DIGEST)), (DIGEST, CONTENT))
        self.assertEqual(self.files(), ["store" / PLACE])

    def test_links_are_refused(self) -> None:
        """For every target of the links. The directory itself may be one."""
        outside = self.folder / "outside"
        outside.mkdir()
        (outside / "file").write_bytes(CONTENT)
        for place in (Path("sha256"), Path("sha256/01"), PLACE):
            store = DirectoryStore(self.folder / f"store {len(place.parts)}")
            link = Path(store.path, place)
            link.parent.mkdir(parents=True)
            link.symlink_to(outside / "file" if place == PLACE else outside)
            with self.assertRaisesRegex(OSError, "follows no symbolic links"):
                store.put(CONTENT)
            with self.assertRaisesRegex(OSError, "follows no symbolic links"):
                store.get(DIGEST)
        self.assertEqual([path.name for path in outside.rglob("*")], ["file"])
        (self.folder / "link").symlink_to(self.folder / "true", target_is_directory=True)
        (self.folder / "true").mkdir()
        self.assertEqual(DirectoryStore(self.folder / "link").put(CONTENT), DIGEST)

    def test_modes(self) -> None:
        store = DirectoryStore(self.folder / "own", file_mode=0o664, folder_mode=0o775)
        store.put(CONTENT)
        if sys.platform != "win32":
            place = self.folder / "own" / PLACE
            modes = [path.stat().st_mode & 0o777 for path in (place, place.parent, self.folder / "own")]
            self.assertEqual(modes, [0o664, 0o775, 0o775])

    def test_no_directory(self) -> None:
        with self.assertRaisesRegex(ValueError, "needs the path of a directory"):
            DirectoryStore("")

    def test_each_call_fails_in_turn(self) -> None:
        """Until a run passes. A file with the name of the content has the content, and a later `put` succeeds."""
        for before in (None, b"damaged", CONTENT[:-1] + b" ", CONTENT):
            fails = 1
            while True:
                folder = self.folder / f"{before!r} {fails}"
                store = DirectoryStore(folder / "a" / "b", file_mode=0o640, folder_mode=0o750)
                place = Path(store.path, PLACE)
                if before is not None:
                    place.parent.mkdir(parents=True)
                    place.write_bytes(before)
                calls = Calls(fails)
                known: list[bytes | None] = [CONTENT]
                with calls:
                    try:
                        self.assertEqual(store.put(CONTENT), DIGEST)
                    except OSError as error:
                        self.assertEqual(error.errno, 28)
                        known.append(before)
                self.assertIn(place.read_bytes() if place.exists() else None, known, fails)
                if not calls.failed or calls.failed != "unlink":
                    self.assertEqual(list(folder.rglob(".tmp-*")), [], fails)
                self.assertEqual((store.put(CONTENT), store.get(DIGEST)), (DIGEST, CONTENT))
                if not calls.failed:
                    break
                fails += 1
            self.assertGreater(fails, 2)

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
            for run in range(2000):
                if run >= 50 and len(self.stored()) > 10:  # a busy machine needs more runs to store something
                    break
                starter.stdin.write(f"{run}\n")
                child = int(starter.stdout.readline())
                time.sleep(luck.uniform(0.001, 0.015))
                os.kill(child, signal.SIGKILL)
            starter.stdin.close()
        found = self.stored()
        for path in found:
            self.store.get(f"sha256:{path.parent.name}{path.name}")
        self.assertGreater(len(found), 10)

    def stored(self) -> list[Path]:
        """Return the files of the store that have their names."""
        return [path for path in (self.folder / "store" / "sha256").glob("*/*") if not path.name.startswith(".tmp-")]


if __name__ == "__main__":
    unittest.main()
