"""JSON read strictly: what is wrong is named with its line and column."""
