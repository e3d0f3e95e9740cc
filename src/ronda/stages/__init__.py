"""An event as a list of stages (ST): who advances, brackets, round robins, groups, finals, and the event's own list.

Pure functions over seeds and places; a seed is an entrant's number in its stage, 1 the best. Lots come in as arguments.
"""
