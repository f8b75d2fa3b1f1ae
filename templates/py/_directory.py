"""A store of artifacts in a directory. Imported where somebody uses it."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
from typing import Final

from ._envelope import verify_digest

_DIGEST: Final = re.compile(r"sha256:([0-9a-f]{2})([0-9a-f]{62})")


class DirectoryStore:
    """Keeps artifacts as files of a directory, called by their digests: ``sha256/<two digits>/<62 digits>``.

    A file is there as a whole or not at all, whatever happens to the process. What the system refuses raises OSError.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: Final = os.fspath(path)

    def put(self, content: bytes, /) -> str:
        """Keep some content and return its digest. What is there already is not written again."""
        digest = "sha256:" + hashlib.sha256(content).hexdigest()
        folder, name = self._place(digest)
        final = os.path.join(folder, name)
        if os.path.isfile(final) and not os.path.islink(final):
            return digest
        fresh = _made(folder)
        passing = os.path.join(folder, ".tmp-" + os.urandom(16).hex())
        try:
            _write(passing, content)
            os.replace(passing, final)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(passing)
            raise
        for changed in (folder, os.path.dirname(folder), self.path) if fresh else (folder,):
            _settle(changed)
        return digest

    def get(self, digest: str) -> bytes:
        """Return the content of a digest.

        Raises ValueError for what is no digest and for a file with other content, FileNotFoundError for what is not there.
        """
        folder, name = self._place(digest)
        try:
            with open(os.path.join(folder, name), "rb") as file:
                content = file.read()
        except FileNotFoundError as error:
            raise FileNotFoundError(errno.ENOENT, "the store does not have the artifact", digest) from error
        verify_digest(digest, content)
        return content

    def _place(self, digest: str) -> tuple[str, str]:
        found = _DIGEST.fullmatch(digest)
        if found is None:
            raise ValueError("a digest is sha256: and 64 hexadecimal digits in lower case")
        return os.path.join(self.path, "sha256", found[1]), found[2]


def _made(folder: str) -> bool:
    """Make a folder, and return whether it was not there."""
    if os.path.isdir(folder):
        return False
    try:
        os.makedirs(folder, exist_ok=True)
    except FileExistsError as error:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder) from error
    return True


def _write(path: str, content: bytes) -> None:
    with open(path, "xb", opener=_private) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _private(path: str, flags: int) -> int:
    """Open a file for its owner alone: an artifact may hold what an envelope may not show."""
    return os.open(path, flags, 0o600)


def _settle(folder: str) -> None:
    """Make the name of a new file outlast a crash of the system, where that is known how to do."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
