"""From an instance and options to a verdict: where work is done, which methods are tried, what is checked."""
