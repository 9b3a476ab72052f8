"""The audit of the paper on Skull & Roses."""
