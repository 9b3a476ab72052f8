"""The page of a sweep: one file with its shares as tables and curves, and what stands behind them."""
