"""Players. A bot gets the view of its seat and nothing else; that is the whole of the honesty.

Every bot of ours is a function of its seed and the view: it remembers nothing, so that a game that
was put away and taken up again is played on in the same way.

>>> from ninetyeight.rules import Deal, Strictness
>>> deal = Deal.from_code("original-2p-K7Q2M9XA4TWB3H8C")
>>> team = [make_bot("greedy", seed=0), make_bot("random", seed=0)]
>>> result = play_match(deal, team, talk=Strictness.SILENT)
>>> result.outcome.won, result.moves[:2]
(False, (Lay(card=95, row='D1'), Lay(card=94, row='D1')))
"""

from ninetyeight.bots.bot import (
    Bot,
    BotError,
    bot_names,
    make_bot,
    searcher_names,
    team_mates,
    usual_mate,
)
from ninetyeight.bots.markers import compatible_cards, marks_for
from ninetyeight.bots.match import MatchResult, play_match

__all__ = [
    "Bot",
    "BotError",
    "MatchResult",
    "bot_names",
    "compatible_cards",
    "make_bot",
    "marks_for",
    "play_match",
    "searcher_names",
    "team_mates",
    "usual_mate",
]
