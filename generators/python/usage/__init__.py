"""How programs use the generated package: ``python3 -m unittest discover -s generators/python/usage -t generators/python``."""
