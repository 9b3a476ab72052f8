"""What every layer uses: errors, words, layout, files that are kept, the clock, formulas. No game and no solver."""
