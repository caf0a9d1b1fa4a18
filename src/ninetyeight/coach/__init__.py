"""Advice for people: what a bot would do in their place, and why."""

from ninetyeight.coach.hints import ADVISER, Hint, Way, hint

__all__ = ["ADVISER", "Hint", "Way", "hint"]
