"""dutch: a round verified against the articles, apart from the code that makes rounds."""
