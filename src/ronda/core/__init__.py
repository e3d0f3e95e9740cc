"""The values of a tournament and what follows from them: pure, frozen, without input or output."""
