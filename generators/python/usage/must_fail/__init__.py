"""Programs with mistakes, read by type checkers only."""
