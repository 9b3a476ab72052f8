"""Child processes that run any function that can be pickled, under limits; they solve nothing themselves."""
