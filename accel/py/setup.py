"""Builds the extension for the limited API: one wheel a platform, for Python 3.11 and all later ones."""

from pathlib import Path

from setuptools import Extension, setup

sources = sorted(str(path) for path in Path("src").glob("*.c"))
setup(
    ext_modules=[
        Extension(
            "envgen_accel._native",
            sources,
            depends=["src/accel.h"],
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            extra_compile_args=["-std=c11", "-O2", "-ffp-contract=off"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
