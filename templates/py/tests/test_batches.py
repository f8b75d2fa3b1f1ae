"""Frames with several messages: read in lines and behind headers, and written."""

from __future__ import annotations

import io
import unittest
from typing import Final

from .._batched import BatchConversation
from .._batches import Batches, BatchWriter
from .._envelope import Issue, Options, ValidationError
from .._headed import HeaderBatchConversation
from .._table import Table
from .talk import MESSAGE, TABLE, Bye, Hello, Message, names, step

BATCHED: Final = Table(
    whole=TABLE.whole,
    exchanges=TABLE.exchanges,
    unique=TABLE.unique,
    tag=TABLE.tag,
    sides=TABLE.sides,
    senders=TABLE.senders,
    given=TABLE.given,
    batch=Batches(3),
)
TALK: Final[BatchConversation[Message]] = BatchConversation("talk", MESSAGE, lambda: {"talk": BATCHED})
HEADED: Final[HeaderBatchConversation[Message]] = HeaderBatchConversation("talk", MESSAGE, lambda: {"talk": BATCHED})


class Splitting(unittest.TestCase):
    def test_items(self) -> None:
        batches, options = Batches(3), Options(max_depth=3, max_bytes=40)
        cases: dict[str, list[str] | str | None] = {
            "{}": None,
            "": None,
            "[1": None,
            "[1,]": None,
            "[1]x": None,
            "[[[[]]]]": None,
            "\ufeff[1]": None,
            '["\\ud800"]': None,
            "[" + " " * 40 + "1]": None,
            "[]": "must have at least 1 message",
            " [\n] ": "must have at least 1 message",
            "[1,2,3,4]": "must have at most 3 messages",
            "[1]": ["1"],
            " [ 1,\t[2,[]] , {}\r]\n": [" 1", "\t[2,[]] ", " {}\r"],
            r'["],[\"","\\",{"é":"}"}]': [r'"],[\""', r'"\\"', '{"é":"}"}'],
        }
        for text, want in cases.items():
            for data in (text, text.encode()):
                found = batches.split(data, options)
                if isinstance(found, Issue):
                    self.assertEqual((found.rule, found.message), ("batch", want))
                else:
                    self.assertEqual(found and [item.decode() for item in found], want, text)
        self.assertIsNone(batches.split("[\ud800]", options))
        self.assertIsNone(batches.split(b"[\xff]", options))


class Reading(unittest.TestCase):
    def test_messages(self) -> None:
        hello, bye = '{"say":"hello"}', '{"say":"bye"}'
        lines = [f"[{hello},1]", hello, "[]", f"[{bye},{hello}]", "[1"]
        want = [[], ["/1 type"], ["/say unexpected-message"], [" batch"], [], ["/1/say after-end"], [" cut-line"]]
        text = "\n".join(lines)
        for pieces in ([text], list(text)):
            self.assertEqual([names(line.issues) for line in TALK.read(pieces)], want)
        frames = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(line), line.encode()) for line in lines)
        want[-1] = [" json"]
        self.assertEqual([names(line.issues) for line in HEADED.read(frames)], want)

    def test_values(self) -> None:
        (hello, other) = TALK.track().receive_frame('[{"say":"hello","number":4},{"say":"hello"}]')
        self.assertEqual((hello.value, other.value, other.ok), (Hello(number=4), Hello(number=0), False))
        self.assertEqual(names(TALK.track().send_frame("[]")[0].issues), [" batch"])


class Writing(unittest.TestCase):
    def test_frames(self) -> None:
        for talk in (TALK, HEADED):
            file = io.BytesIO()
            writer = talk.writer(file)
            writer.flush()
            for message in (Hello(number=0), step("ask", "a"), step("ask", "b")):
                self.assertEqual(writer.add(message), message)
            with self.assertRaises(ValidationError) as refused:
                writer.add(step("ask", "c"))
            self.assertEqual(names(refused.exception.issues), [" batch"])
            writer.flush()
            with self.assertRaises(ValidationError):
                writer.add(Hello(number=0))
            writer.add(step("drop", "a"))
            writer.write(step("drop", "b"))
            writer.add(Bye())
            writer.flush()
            self.assertEqual(writer.close(), [])
            self.assertEqual([line.ok for line in talk.read(file.getvalue())], [True] * 6)
            self.assertEqual(file.getvalue().count(b"["), 3)

    def test_limits(self) -> None:
        """They are those of the whole frame."""
        size = len(MESSAGE.encode(step("ask", "a")))
        for most in (3 * size + 4, 3 * size + 3):
            file = io.BytesIO()
            options = Options(max_bytes=most)
            writer = TALK.writer(file, options=options)
            writer.write(Hello(number=0))
            for id in "ab":
                writer.add(step("ask", id))
            fits = most == 3 * size + 4
            self.assertEqual(refuses(writer, step("ask", "c")), not fits)
            writer.flush()
            self.assertEqual([line.ok for line in TALK.read(file.getvalue(), options=options)][:3], [True] * 3)
        self.assertTrue(refuses(TALK.writer(io.BytesIO(), options=Options(max_depth=1)), Hello(number=0)))

    def test_files_that_fail(self) -> None:
        for taken in (0, 1):
            file = Failing(taken)
            writer = TALK.writer(file)
            writer.add(Hello(number=0))
            with self.assertRaises(OSError):
                writer.flush()
            if taken:
                for call in (writer.flush, lambda writer=writer: writer.add(Bye())):
                    with self.assertRaisesRegex(OSError, "in part"):
                        call()
            else:
                writer.add(Bye())
                writer.flush()
                self.assertEqual(file.text.count(b"say"), 2)


def refuses(writer: BatchWriter[Message], message: Message) -> bool:
    try:
        writer.add(message)
    except ValidationError:
        return True
    return False


class Failing:
    """A file whose first call takes a part, or nothing, and whose second call fails behind a part."""

    def __init__(self, taken: int) -> None:
        self.text = b""
        self._taken = taken
        self._failed = False

    def write(self, data: bytes, /) -> int:
        if self._failed:
            self.text += data
            return len(data)
        if self._taken:
            self._taken = 0
            return 1
        self._failed = True
        raise OSError

    def flush(self) -> None:
        pass


if __name__ == "__main__":
    unittest.main()
