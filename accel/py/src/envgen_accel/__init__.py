"""The accelerator of the Python bindings that envgen generates.

The bindings find it by themselves. Nothing else should import it: its functions may change with `ABI`.
"""

from ._native import ABI, Advised, Plan, is_plain, read, size, write

__all__ = ["ABI", "Advised", "Plan", "is_plain", "read", "size", "write"]
