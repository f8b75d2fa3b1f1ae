"""Tests of the support code: ``python3 -m unittest discover -s templates/py/tests -t templates``."""
