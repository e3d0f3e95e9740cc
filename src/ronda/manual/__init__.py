"""The manual: the pages of `docs`, which come with the program, as a site that can be read and searched offline."""
