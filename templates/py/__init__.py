"""Support code of the Python bindings. It is a package here so that its tests can import it."""
