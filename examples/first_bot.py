"""A player in thirty lines: lays the card that moves a row the least, and ends when it may.

Let it play:  ninetyeight arena --bot "program:python3 examples/first_bot.py" --games 20
It needs nothing but Python; the protocol is in the documentation, on the page about bots.
"""

import json
import sys


def step(view, move):
    """How far the row moves; a backwards trick moves it back, which is less than nothing."""
    card, row = move.split("@")
    up = view["directions"][row] == "up"
    start = view["cards"][0] - 1 if up else view["cards"][1] + 1
    top = view["rows"][row][-1] if view["rows"][row] else start
    return int(card) - top if up else top - int(card)


def choose(view):
    """A move that does not lose at once if there is one; it never takes a card back by choice."""
    legal = [move for move in view["legal"] if move != "back"] or view["legal"]
    moves = [move for move in legal if move not in view["losing"]] or legal
    if "end" in moves:
        return "end"
    lays = [move for move in moves if "@" in move]
    return min(lays, key=lambda move: step(view, move)) if lays else moves[0]


def answer(request):
    """What to say to one line."""
    if request["type"] == "hello":
        return {"name": "first bot"}
    if request["type"] == "move":
        return {"move": choose(request["view"])}
    return {request["type"]: None if request["type"] == "offer" else {}}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
