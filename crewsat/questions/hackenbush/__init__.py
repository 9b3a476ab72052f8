"""Questions about Hackenbush."""
