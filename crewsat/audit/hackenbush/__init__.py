"""The claims of the paper on Hackenbush, and numbers beside them."""
