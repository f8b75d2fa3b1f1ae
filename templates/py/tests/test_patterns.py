"""Patterns: lazy compilation, and long strings."""

from __future__ import annotations

import re
import tracemalloc
import unittest

from .._patterns import Pattern, automaton, of_any_length

SIZE = 1 << 24


class Patterns(unittest.TestCase):
    def test_compiled_on_first_use(self) -> None:
        pattern = Pattern("(")
        with self.assertRaises(re.error):
            pattern.search("x")

    def test_ascii_classes(self) -> None:
        pattern = Pattern(r"\A\d+\Z")
        self.assertTrue(pattern.search("12"))
        self.assertIsNone(pattern.search("\u0663"))
        self.assertIs(pattern.search, pattern.search)


class Tables(unittest.TestCase):
    # Words with dots between them: re needs a hundred bytes per character.
    dotted = of_any_length(
        r"\A[a-z0-9]+(?:\.[a-z0-9]+)*\Z",
        """
        0 46 47 48 58 97 123
        0 1 0 2 0 2 0
        0 -1 -1 1
        1 -1 0 1
        """,
    )
    # Digits followed by a grinning face, anywhere: re restarts at every character.
    face = automaton(
        """
        0 48 58 128512 128513
        0 1 0 2 0
        0 0 1 0
        0 0 1 2
        2
        """,
    )
    # Three words and an at sign: re tries every division into words.
    words = automaton(
        """
        0 48 58 64 65 91 95 96 97 123
        0 1 0 2 1 0 1 0 1 0
        0 0 1 0
        0 0 2 0
        0 0 3 0
        0 0 3 4
        2
        """,
    )

    def test_groups(self) -> None:
        for times in (1, 100, 127, 128, 129, 1000, SIZE // 2):
            with self.subTest(times=times):
                begin = "a." * times
                self.assertIsNotNone(self.dotted.search(begin + "9"))
                self.assertIsNone(self.dotted.search(begin))
                self.assertIsNone(self.dotted.search("!" + begin))
                self.assertIsNone(self.dotted.search(begin[:1000] + "\U0001f600"))

    def test_adversaries_of_any_length(self) -> None:
        for times in (3, 256, 257, 100_000):
            with self.subTest(times=times):
                self.assertIsNone(self.words.search("a" * times))
                self.assertIsNotNone(self.words.search("a" * times + "@"))
                self.assertIsNone(self.words.search("aa@" * times))

    def test_search(self) -> None:
        for times in (1, 255, 256, 257, SIZE):
            with self.subTest(times=times):
                digits = "7" * times
                self.assertIsNone(self.face.search(digits[:100_000]))
                self.assertIsNotNone(self.face.search(digits + "\U0001f600"))
                self.assertIsNotNone(self.face.search("\U0001f6001\U0001f600" + digits))
                self.assertIsNone(self.face.search(digits[:1000] + "\U0001f601"))

    def test_matches_whatever_follows(self) -> None:
        for anything in (automaton("0\n0\n2"), of_any_length("a*", "0\n0\n2")):
            for times in (0, 1, 257):
                with self.subTest(times=times):
                    self.assertIsNotNone(anything.search("7" * times))

    def test_states_stay_small(self) -> None:
        every = "".join(map(chr, range(0x110000)))
        self.assertIsNone(self.face.search(every))
        tracemalloc.start()
        self.assertIsNone(self.face.search(every[::-1]))
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(grown, 1_000_000)

    def test_time_is_linear(self) -> None:
        # Would time out if the search restarted at every digit.
        self.assertIsNone(self.face.search("7" * 10_000_000))


if __name__ == "__main__":
    unittest.main()
