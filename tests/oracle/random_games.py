"""Random requests for the referee that reach every corner of the rules.

`python -m tests.oracle.random_games [count] [seed]`, from the repository's root, says what a
run of them covers.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict
from typing import Any

from .judge import EDITIONS, FIRE_CARDS, KINDS, Game, Refused, answer, deal, play
from .players import command_of, late_commands, may, play_out
from .turn import (
    ROWS,
    due_fire_visible,
    duty_broken,
    fixed_row,
    has_three,
    how_it_fits,
    lay_on,
    one_row_cards,
    visible,
    why_not,
    why_not_end,
)

# Kinds that get in each other's way most.
QUARRELS = [["three", "stop"], ["skull", "stop"], ["skull", "three", "stop"]]
RARE = ("skull", "stop", "fire", "X5", "very last")  # endings and refusals that need looking for

# --------------------------------------------------------------------------------------------
# The table


def random_commands(rng: random.Random, cards: list[int]) -> dict[str, str]:
    """An official set, or one of several odd ones that make rare situations common."""
    style = rng.random()
    if style < 0.45:  # X11r: four of each
        carriers = rng.sample(cards, 4 * len(KINDS))
        mapping = {card: KINDS[index // 4] for index, card in enumerate(carriers)}
    elif style < 0.52:
        mapping = {}
    elif style < 0.62:  # all of one kind, on few or on all cards
        kind = rng.choice(KINDS)
        mapping = dict.fromkeys(rng.sample(cards, rng.choice([10, 30, len(cards)])), kind)
    elif style < 0.85:  # two or three kinds
        kinds = rng.choice([*QUARRELS, rng.sample(KINDS, 2), rng.sample(KINDS, 3)])
        mapping = {card: rng.choice(kinds) for card in rng.sample(cards, rng.choice([16, 40]))}
    else:  # dense
        share = rng.choice([0.5, 0.8, 1.0])
        mapping = {card: rng.choice(KINDS) for card in cards if rng.random() < share}
    if rng.random() < 0.3:  # fire and command on one card
        mapping.update({card: rng.choice(KINDS) for card in FIRE_CARDS})
    return {str(card): kind for card, kind in sorted(mapping.items())}


def random_deck(rng: random.Random, cards: list[int]) -> list[int]:
    """Shuffled, or nearly in an order that plays well from both ends."""
    deck = list(cards)
    if rng.random() < 0.75:
        rng.shuffle(deck)
        return deck
    blur = rng.choice([2, 6, 15])
    return sorted(deck, key=lambda card: min(card, 100 - card) + rng.uniform(0, blur))


def random_table(rng: random.Random) -> dict[str, Any]:
    """A request without moves."""
    edition = rng.choice(["original", "gamefactory", "extreme", "extreme", "gold"])
    lowest, highest, most_players, has_commands = EDITIONS[edition]
    cards = list(range(lowest, highest + 1))
    players = rng.randint(1, most_players)
    options = {
        "expert": rng.random() < 0.25,
        "short_hand": rng.random() < 0.25,
        "fire": rng.random() < 0.35,
        "take_backs": rng.random() < 0.3,
    }
    if not has_commands and rng.random() < 0.3:
        options["commands"] = has_commands = True
    request: dict[str, Any] = {
        "id": rng.randrange(10**6),
        "edition": edition,
        "options": {name: on for name, on in options.items() if on or rng.random() < 0.5},
        "players": players,
        "starter": rng.randrange(players),
        "deck": random_deck(rng, cards),
    }
    if has_commands:
        request["commands"] = random_commands(rng, cards)
    return request


# --------------------------------------------------------------------------------------------
# The request


def refused_move(rng: random.Random, game: Game) -> str:
    """A move that is not accepted here, of one of several sorts; any move if none is found."""
    hand = sorted(game.hands[game.seat])
    tricks = [
        f"{card}@{name}"
        for card in hand
        for row, name in enumerate(ROWS)
        if how_it_fits(card, row, game.tops[row]) == "trick"
    ]
    own = [f"{card}@{name}" for card in hand for name in ROWS]
    sorts = [own, own, own, ["end"], ["back"], tricks, tricks, tricks]
    sorts.append([f"{rng.choice([0, 1, 50, 99, 100, 123])}@{rng.choice(ROWS)}"])
    sorts.append([f"{card}@U3" for card in hand])
    rng.shuffle(sorts)
    for moves in sorts:
        bad = [move for move in moves if not may(game, move)]
        if bad:
            return rng.choice(bad)
    return "end"


def spoil(rng: random.Random, request: dict[str, Any], moves: list[str]) -> list[str]:
    """The moves with a refused or losing one at a random point, and sometimes what came after."""
    game = deal(request)
    chances: dict[str, list[tuple[int, str]]] = defaultdict(list)
    likely = rng.randrange(len(moves) or 1)
    for at, move in enumerate(moves):
        for sort, bad in spoiling_moves(game):
            chances[sort].append((at, bad))
        if at == likely:
            chances["any"].append((at, refused_move(rng, game)))
            chances["B8"].append((len(moves), move))
        game = play(game, move)
    chances.pop("B3", None)  # so common that "any" has enough of it
    if not chances:
        return [*moves, "end"]
    sorts = sorted(chances)
    weights = [1 if sort in ("B5", "B8") else 6 if sort in RARE else 2 for sort in sorts]
    at, bad = rng.choice(chances[rng.choices(sorts, weights)[0]])
    return [*moves[:at], bad, *moves[at : at + rng.choice([0, 0, 1, 5])]]


def spoiling_moves(game: Game) -> list[tuple[str, str]]:
    """Moves that are refused here, with the rule, and lays that break a duty, with the duty."""
    facts, turn = game.facts, game.turn
    objection = why_not_end(facts, turn)
    found = [] if objection is None else [(objection[0], "end")]
    for card in sorted(turn.hand):
        for row, name in enumerate(ROWS):
            objection = why_not(facts, turn, card, row)
            if objection is not None:
                found.append((objection[0], f"{card}@{name}"))
                continue
            after = lay_on(turn, card, row)
            broken = duty_broken(facts, after)
            if facts.alone and not after.hand and (broken or visible(facts, after, "skull")):
                broken = "very last"  # every card laid, and lost all the same
            if broken is not None:
                found.append((broken, f"{card}@{name}"))
    return found


def random_request(rng: random.Random) -> dict[str, Any]:
    """One request: a whole game, the beginning of one, or one with a move that is refused."""
    request = random_table(rng)
    style = rng.random()
    if rng.random() < 0.15:
        moves = late_commands(rng, request)
        style = max(style, 0.3)
    else:
        moves = play_out(rng, request, stack=rng.random() < 0.6)
    if style < 0.18:
        moves = moves[: rng.randint(0, len(moves))]
    elif style < 0.3:  # shortly before the end, where the most is decided
        moves = moves[: max(0, len(moves) - rng.randint(1, 4))]
    elif style < 0.58:
        moves = spoil(rng, request, moves)
    return {**request, "moves": moves}


# --------------------------------------------------------------------------------------------
# What is covered


def situations(request: dict[str, Any]) -> set[str]:
    """What happened on the way through the request's moves, beyond what its answer tells."""
    seen: set[str] = set()
    game = deal(request)
    for move in request["moves"]:
        before = game
        try:
            game = play(game, move)
        except Refused:
            break
        if "@" in move:
            seen.add(f"laid {command_of(game, move) or 'a plain card'}")
        if move == "back":
            seen.add("taken back")
        elif move != "end":
            card, row = int(move[:-3]), ROWS.index(move[-2:])
            if how_it_fits(card, row, before.tops[row]) == "trick":
                seen.add("backwards trick")
        seen |= standing_situations(game)
        if game.seat != before.seat or (not game.laid and move != "back"):
            if game.seat != (before.seat + 1) % len(game.hands):
                seen.add("seat skipped")
            if visible(before.facts, game.turn, "draw_one") and before.draw:
                seen.add("drew only one")
    return seen


def standing_situations(game: Game) -> set[str]:
    last = game.history[-1] if game.history else 0
    tests = {
        "draw pile empty": not game.draw,
        "hand shorter than the minimum": len(game.facts.start_hand) < game.facts.minimum,
        "hand of one or two at the start": len(game.facts.start_hand) < 3,
        "due fire visible": due_fire_visible(game.facts, game.turn),
        "skull visible": visible(game.facts, game.turn, "skull"),
        "three in this turn": has_three(game.facts, game.turn),
        "row fixed by one_row": fixed_row(game.facts, game.turn) is not None,
        "no_back visible": visible(game.facts, game.turn, "no_back"),
        "two one_row visible": len(one_row_cards(game.facts, game.turn)) > 1,
        "turn may finish the game": game.facts.alone,
        "lost with every card laid": game.status == "lost" and game.left == 0,
        "won under a due fire": game.status == "won" and due_fire_visible(game.facts, game.turn),
        "won with a stop": game.status == "won" and command_of(game, f"{last}@U1") == "stop",
        "nothing but take-backs": game.status == "playing"
        and not game.hands[game.seat]
        and why_not_end(game.facts, game.turn) is not None,
    }
    return {name for name, holds in tests.items() if holds}


def coverage(n: int, seed: int) -> Counter[str]:
    """What n random requests cover: editions, options, statuses, reasons, refusals, situations."""
    rng = random.Random(seed)
    counted: Counter[str] = Counter()
    for _ in range(n):
        request = random_request(rng)
        given = answer(request)
        counted[f"edition {request['edition']}"] += 1
        counted[f"players {request['players']}"] += 1
        counted.update(f"option {name}" for name, on in request["options"].items() if on)
        counted[f"status {given['status']}"] += 1
        if given["reason"]:
            counted[f"reason {given['reason']}"] += 1
        if given["refused"]:
            counted[f"refused {given['refused']['rule']}"] += 1
        if given["losing"]:
            counted["losing moves in the answer"] += 1
        if "end" in given["losing"]:
            counted["end among the losing moves"] += 1
        counted.update(situations(request))
    return counted


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for name, number in sorted(coverage(count, seed).items()):
        print(f"{number:6d}  {name}")
    rng = random.Random(seed)
    began = time.process_time()
    requests = [random_request(rng) for _ in range(count)]
    made = time.process_time()
    slowest = 0.0
    for request in requests:
        start = time.process_time()
        answer(request)
        slowest = max(slowest, time.process_time() - start)
    done = time.process_time()
    print(f"made in {1000 * (made - began) / count:.2f} ms each,", end=" ")
    print(f"answered in {1000 * (done - made) / count:.2f} ms (slowest {1000 * slowest:.0f})")


if __name__ == "__main__":
    main()
