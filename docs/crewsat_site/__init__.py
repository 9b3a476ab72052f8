"""What the documentation site adds to Sphinx: deals are drawn, with their plays."""
