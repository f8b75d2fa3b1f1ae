"""Programs that use stores and secrets. The tests run them; mypy and pyright check their types."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from envgen_protocols import foxctl, hotrepl
from envgen_protocols.foxctl import ArtifactData, InlineData, OkEnvelope, builders, errors
from envgen_protocols.foxctl.redaction import Secrets, redacted
from envgen_protocols.foxctl.stores import ArtifactStore, DirectoryStore, StoreError


def listing(*, store: ArtifactStore | None = None, secrets: Secrets | None = None) -> OkEnvelope:
    data = InlineData(extra={"token": "t-1", "entries": [{"name": f"file {number} of ann"} for number in range(2000)]})
    return builders.ok(command="fs/ls", data=data, sources=builders.Sources(store=store, secrets=secrets))


class Stores(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_artifacts(self) -> None:
        store = DirectoryStore(self.folder)
        message = listing(store=store, secrets=Secrets(names=["Token"], values=["ann"]))
        if not isinstance(message.data, ArtifactData):
            self.fail("the payload is in the message")
        self.assertEqual(message.meta.cas_digest, message.data.artifact)
        content = store.get(message.data.artifact)
        foxctl.verify_digest(message.data.artifact, content)
        payload = json.loads(content)
        self.assertEqual((payload["token"], payload["entries"][7]), ("***", {"name": "file 7 of ***"}))
        self.assertEqual((message.data.summary.record_count, message.data.summary.size_bytes), (2000, len(content)))

    def test_integers_that_no_double_holds(self) -> None:
        data = InlineData(extra={"id": 2**53 + 1, "text": "x" * 40_000})
        sources = builders.Sources(store=DirectoryStore(self.folder))
        with self.assertRaisesRegex(foxctl.ValidationError, "^/data/id: "):
            builders.ok(command="fs/ls", data=data, sources=sources)
        self.assertEqual(os.listdir(self.folder), [])

    def test_without_store(self) -> None:
        with self.assertRaises(foxctl.ValidationError):
            listing()

    def test_store_that_fails(self) -> None:
        place = self.folder / "store"
        place.write_bytes(b"")
        with self.assertRaisesRegex(StoreError, "^/data cannot be stored: .*Not a directory") as caught:
            listing(store=DirectoryStore(place))
        self.assertIsInstance(caught.exception.__cause__, OSError)
        self.assertEqual(os.listdir(self.folder), ["store"])

    def test_digests_of_others(self) -> None:
        digits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        file = hotrepl.ArtifactRef(uri="u", sha256=digits, byte_size=0, content_type="text/plain", finalized=True)
        hotrepl.verify_digest(file.sha256, b"")
        with self.assertRaises(ValueError):
            hotrepl.verify_digest(file.sha256, b"x")

    def test_copies_without_secrets(self) -> None:
        message = builders.ok(command="fs/ls", data=InlineData(extra={"token": "t", "list": ["t-1"]}))
        shown: OkEnvelope = redacted(message, Secrets(names=["TOKEN"], values=["t-1"]))
        self.assertEqual(shown.data, InlineData(extra={"token": "***", "list": ["***"]}))
        self.assertEqual(message.data, InlineData(extra={"token": "t", "list": ["t-1"]}))

    def test_mistakes(self) -> None:
        with self.assertRaises(TypeError):
            Secrets(values="secret")

    def test_texts_that_are_too_long(self) -> None:
        self.assertIsNone(errors.refusal_of_size(1024 * 1024))
        failure = errors.refusal_of_size(33, foxctl.Options(params={"capture_max": 32}))
        self.assertEqual(failure, foxctl.Failure(code="EOUTPUT_TOO_LARGE", message="must be at most 32 bytes"))

    def test_modules_are_imported_where_they_are_used(self) -> None:
        program = """
import sys
from envgen_protocols.foxctl import builders, InlineData
builders.ok(command="fs/ls", data=InlineData(), sources=builders.Sources())
print({"hashlib", "envgen_protocols._directory", "envgen_protocols._secrets"} & set(sys.modules))
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "set()\n")


if __name__ == "__main__":
    unittest.main()
