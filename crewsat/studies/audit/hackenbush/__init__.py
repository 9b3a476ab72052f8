"""The claims of the paper on Hackenbush, and additional numbers."""
