"""Protocols, one sub-package each: typed classes, validators and codecs that need the standard library only."""
