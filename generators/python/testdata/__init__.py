"""Programs that use packages which tests generate from the specs beside them."""
