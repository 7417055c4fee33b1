"""Walks on which something hidden changes behind the actor, and walks on which nothing does.

The truth is the worlds' own: a walk is taken twice, with and without the change, and what the change brought about
shows from the first step on at which the two screens differ. No rule of a guide stands in here.
"""
