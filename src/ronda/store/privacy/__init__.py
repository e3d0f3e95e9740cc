"""Personal data (PP5, PP6): beside the chain, shown to the person, kept for a time, erased."""
