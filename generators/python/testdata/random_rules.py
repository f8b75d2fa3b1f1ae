"""Asks rules in both spellings of random values; the folder above the package is the first argument."""

import random
import sys

sys.path.insert(0, sys.argv[1])

from generated import random as package
from generated.random import _rules

source = random.Random(5)
items = [
    package.Item(
        a=source.randint(-3, 3),
        b=source.randint(-2, 2),
        o=source.choice([None, 0, 2, 4]),
        x=source.choice([-1.0, 0.0, 2.5]),
        tags=source.choices(["", "a", "b", "bb", "c", "cb"], k=source.randint(0, 4)),
        counts={name: source.randint(0, 4) for name in source.sample(["m", "n", "a", "b"], 2)},
    )
    for _ in range(400)
]
functions = [name for name in vars(_rules) if name.startswith("_r") and callable(getattr(_rules, name))]
assert len(functions) > 140
both = 0
for name in functions:
    answers = set()
    for item in items:
        answer = getattr(_rules, name)(item, None)
        assert answer is getattr(_rules, "plain" + name)(item, None), (name, item)
        answers.add(answer)
    both += len(answers) == 2
assert both > 100, both
