"""Support code of the Python bindings; a package here so that its tests can import it."""
