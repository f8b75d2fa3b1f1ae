"""A store of artifacts in a directory. Imported where somebody uses it."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
from typing import Final

from ._envelope import verify_digest

_PRIVATE: Final = 0o600

_DIGEST: Final = re.compile(r"sha256:([0-9a-f]{2})([0-9a-f]{62})")


class DirectoryStore:
    """Stores artifacts as files of a directory. Their digests name them: ``sha256/<two digits>/<62 digits>``.

    A file is either complete or absent, even if the process ends early. An error of the system raises OSError, and so
    does a symbolic link below the directory, which could lead out of it.
    """

    def __init__(self, path: str | os.PathLike[str], *, file_mode: int = 0o600, folder_mode: int | None = None) -> None:
        """Use a directory, which is made by the first `put`.

        ``file_mode`` is the mode of files, regardless of the umask: by default, only the user who stores an artifact
        may read it. ``folder_mode`` is that of the folders that `put` makes; None is 0o777 less the umask.
        """
        self.path: Final = os.fspath(path)
        if not self.path:
            raise ValueError("a store needs the path of a directory")
        self._file_mode: Final = file_mode
        self._folder_mode: Final = folder_mode

    def put(self, content: bytes, /) -> str:
        """Store some content and return its digest. Present content is not written again, unless it is damaged."""
        digest = "sha256:" + hashlib.sha256(content).hexdigest()
        folder, name = self._place(digest)
        final = os.path.join(folder, name)
        if _has(final, content):
            return digest
        changed = self._made(folder)
        passing = os.path.join(folder, ".tmp-" + os.urandom(16).hex())
        try:
            self._write(passing, content)
            os.replace(passing, final)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(passing)
            raise
        for each in changed:
            _settle(each)
        return digest

    def get(self, digest: str) -> bytes:
        """Return the content of a digest.

        Raises ValueError for a text that is not a digest and for a file with other content, FileNotFoundError for an
        absent artifact.
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
        """Return the folder and the name of a digest; raises OSError if one of them is a link."""
        found = _DIGEST.fullmatch(digest)
        if found is None:
            raise ValueError("a digest is sha256: and 64 hexadecimal digits in lower case")
        whole = os.path.join(self.path, "sha256")
        folder = os.path.join(whole, found[1])
        for place in (whole, folder, os.path.join(folder, found[2])):
            if os.path.islink(place):
                raise OSError(errno.ELOOP, "a store follows no symbolic links", place)
        return folder, found[2]

    def _made(self, folder: str) -> list[str]:
        """Make a folder and those above that are missing; returns the folders whose content changes."""
        if os.path.isdir(folder):
            return [folder]
        above = os.path.dirname(folder)
        changed = self._made(above) if above not in ("", folder) else []
        try:
            os.mkdir(folder)
        except FileExistsError as error:
            if not os.path.isdir(folder):  # else another process has made it
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder) from error
        else:
            if self._folder_mode is not None:
                os.chmod(folder, self._folder_mode)
        return [*changed, folder]

    def _write(self, path: str, content: bytes) -> None:
        with open(path, "xb", opener=_private) as file:
            file.write(content)
            if self._file_mode != _PRIVATE:
                os.chmod(path, self._file_mode)
            file.flush()
            os.fsync(file.fileno())


def _has(path: str, content: bytes) -> bool:
    """Return whether a file has some content. One that cannot be read is damaged."""
    try:
        if os.path.getsize(path) != len(content):
            return False
        with open(path, "rb") as file:
            return file.read() == content
    except OSError:
        return False


def _private(path: str, flags: int) -> int:
    """Open a file for its owner alone: an artifact may contain parts that an envelope may not show."""
    return os.open(path, flags, _PRIVATE)


def _settle(folder: str) -> None:
    """Make the name of a new file outlast a crash of the system, where that is known how to do."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
