"""The claims of the paper on Hanabi."""
