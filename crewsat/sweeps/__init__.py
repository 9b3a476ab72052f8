"""Sweeps: the shares of deals that can be won, of millions of deals, with intervals that say how sure they are."""
