"""Advice for people: what a bot would do in their place, and why."""

from ninetyeight.coach.hints import Hint, hint

__all__ = ["Hint", "hint"]
