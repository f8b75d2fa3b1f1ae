"""Prints, for each folder of the given one, how often each kind of node and each name stands in its Python files."""

import ast
import collections
import io
import json
import pathlib
import re
import sys
import tokenize

DIRECTIVE = re.compile(r"#\s*(type:|noqa|pyright:|mypy:|ruff:|fmt:|pragma|-\*-|!)")


def skeleton(folder: pathlib.Path) -> dict[str, int]:
    counts: collections.Counter[str] = collections.Counter()
    for file in folder.rglob("*.py"):
        source = file.read_bytes()
        try:
            ast.parse(source)
        except SyntaxError:
            counts["syntax error"] += 1
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.expr_context) or (isinstance(node, ast.Tuple) and len(node.elts) == 1):
                continue  # a long subscript ends with a comma
            counts[type(node).__name__] += 1
            for field in ("id", "name", "attr", "arg", "module"):
                name = getattr(node, field, None)
                if isinstance(name, str):
                    counts["name " + name] += 1
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type == tokenize.COMMENT and DIRECTIVE.match(token.string):
                counts["directive"] += 1
    return counts


def main() -> None:
    root = pathlib.Path(sys.argv[1])
    print(json.dumps({folder.name: skeleton(folder) for folder in root.iterdir()}))


main()
