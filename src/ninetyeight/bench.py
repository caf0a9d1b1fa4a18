"""How fast the law is on this machine: whole games in both engines, steps of learners'
environments, and deciding whether a turn can be completed.

The games and positions are the same in every run of the same length; only the times differ. Times
are this process's own, so that other work on the machine does not count.

The hardest positions for the completion search are looked for by climbing: a position is changed a
little, and the change is kept when the search has to visit no fewer positions than before. The
hardest that long climbs have found are kept here and timed in every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from random import Random
from time import perf_counter, process_time

from ninetyeight.bots import make_bot, play_match
from ninetyeight.bots.kernel import play_many, team_of
from ninetyeight.fast import available
from ninetyeight.rules import (
    EDITIONS,
    Card,
    Command,
    Commands,
    Deal,
    Rules,
    Strictness,
    Turn,
    completes,
)
from ninetyeight.rules.cards import COMMAND_COPIES
from ninetyeight.rules.completion import search_size

#: The rules under which completing a turn is hardest: the longest hand, commands, fire, expert.
HARD_RULES = Rules.of("extreme", players=1, fire=True, expert=True)

_HAND = HARD_RULES.edition.hands[0]
_SEED = 98
#: Games side by side in the vector environment.
_PLACES = 4096
#: Positions that a climb may visit per second of measuring asked for; fixed, so that the same
#: positions are found on every machine.
_VISITS_PER_SECOND = 30_000
_GIVE_UP_AFTER = 300

#: The hardest positions that long climbs have found, as :func:`turn_text` writes them.
KNOWN = (
    "U1:77/U2:10/D1:33/D2:29 13.15.20.21.23.25.35.65 "
    "15:draw_one.20:one_row.21:one_row.25:no_back.29:three.35:stop.65:one_row"
    " minimum=1 elsewhere=0",
    "U1:22/U2:44/D1:55/D2:66 4.32.46.50.53.56.65.83 "
    "4:stop.32:skull.46:skull.50:no_back.53:skull.56:no_back.65:skull.83:stop"
    " minimum=1 elsewhere=20",
    "U1:24/U2:29/D1:/D2:22 19.30.36.37.58.68.73.97 "
    "19:skull.24:silence.29:no_back.36:one_row.37:draw_one.73:one_row"
    " minimum=1 elsewhere=0",
)


@dataclass(frozen=True)
class Pace:
    """Games played by a team of one sort of bot, each through its own view."""

    edition: str
    players: int
    bot: str
    games: int
    moves: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds

    @property
    def moves_per_second(self) -> float:
        """Lays and ends of turns per second."""
        return self.moves / self.seconds


@dataclass(frozen=True)
class SearchPace:
    """How hard the completion search works on some positions: times in seconds."""

    positions: int
    mean: float
    worst: float
    visited: int
    #: The position that took the most visits.
    hardest: Turn


def measure_games(edition: str, players: int, bot: str, seconds: float) -> Pace:
    """Play the same deals one after the other for about ``seconds``."""
    rules = Rules.of(edition, players)
    team = [make_bot(bot, seed) for seed in range(players)]
    games = moves = 0
    began = process_time()
    while (spent := process_time() - began) < seconds or not games:
        result = play_match(Deal.of_bits(rules, games), team, talk=Strictness.SILENT)
        games += 1
        moves += len(result.moves)
    return Pace(edition, players, bot, games, moves, spent)


def all_paces(seconds: float) -> Iterator[Pace]:
    """Three players: greedy in every edition, then the other bots in the original, sharing
    ``seconds``."""
    teams = [(edition, "greedy") for edition in EDITIONS]
    teams += [("original", "planner"), ("original", "random")]
    for edition, bot in teams:
        yield measure_games(edition, 3, bot, seconds / len(teams))


@dataclass(frozen=True)
class KernelPace:
    """Games played inside the compiled kernel, on one core."""

    edition: str
    cards: int
    players: int
    bot: str
    games: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds

    @property
    def microseconds(self) -> float:
        """Time for one whole game."""
        return 1e6 * self.seconds / self.games


@dataclass(frozen=True)
class KernelReport:
    """How fast the kernel is. ``ready`` is how long its first game took to come, compiled anew or
    loaded from what was compiled before."""

    ready: float
    bytes_per_game: int
    paces: tuple[KernelPace, ...]
    by_players: tuple[KernelPace, ...]
    by_cards: tuple[KernelPace, ...]

    def pace(self, edition: str, bot: str) -> KernelPace | None:
        """The pace of a team of three, where the kernel has that bot for the edition."""
        return next((p for p in self.paces if (p.edition, p.bot) == (edition, bot)), None)


def measure_kernel(seconds: float) -> KernelReport:
    """Every edition with three players, then how time grows with seats and with cards.

    Only where :func:`ninetyeight.fast.available` says so.
    """
    from ninetyeight.fast.layout import bytes_per_game

    original = EDITIONS["original"]
    began = perf_counter()
    play_many(Rules(original, players=3), "greedy", 1, _SEED)
    ready = perf_counter() - began
    teams = [
        (Rules(edition, players=3), bot)
        for edition in EDITIONS.values()
        for bot in ("greedy", "planner")
        if team_of(Rules(edition, players=3), bot) is not None
    ]
    seats = range(1, original.max_players + 1)
    sizes = [replace(original, high=high) for high in (50, 75, 99, 125)]
    share = seconds / (len(teams) + len(seats) + len(sizes))
    return KernelReport(
        ready,
        bytes_per_game(),
        tuple(_kernel_pace(rules, bot, share) for rules, bot in teams),
        tuple(_kernel_pace(Rules(original, players=n), "greedy", share) for n in seats),
        tuple(_kernel_pace(Rules(size, players=3), "greedy", share) for size in sizes),
    )


def _kernel_pace(rules: Rules, bot: str, seconds: float) -> KernelPace:
    """Play for about ``seconds``: twice as many games each time; what counts is the last time,
    when nothing has to be compiled, loaded or made room for any more."""
    play_many(rules, bot, 1, _SEED)
    games, spent = 8, 0.0
    while spent < seconds / 2:
        games *= 2
        began = process_time()
        play_many(rules, bot, games, _SEED)
        spent = process_time() - began
    cards = len(rules.edition.cards)
    return KernelPace(rules.edition.id, cards, rules.players, bot, games, spent)


@dataclass(frozen=True)
class EnvPace:
    """Steps of a learner's environment, choosing the first legal action included."""

    #: Games side by side in the vector environment.
    places: int
    vector_steps_per_second: float
    python_steps_per_second: float

    @property
    def ratio(self) -> float:
        """How many times faster the vector environment is."""
        return self.vector_steps_per_second / self.python_steps_per_second


def measure_envs(seconds: float) -> EnvPace | None:
    """Three players: all games at once, and one environment step by step; None where the
    environments or the kernel are not installed."""
    if not available() or find_spec("gymnasium") is None:
        return None
    from ninetyeight.envs.team import TeamEnv
    from ninetyeight.envs.vector import TeamVectorEnv

    many = TeamVectorEnv(_PLACES, players=3, copy=False)
    masks = many.arrays.masks  # written anew by every step
    many.reset(seed=_SEED)
    many.step(masks.argmax(axis=1))
    steps, began = 0, process_time()
    while (spent := process_time() - began) < seconds / 2 or not steps:
        many.step(masks.argmax(axis=1))
        steps += _PLACES
    together = steps / spent
    one = TeamEnv(players=3, flat=True)
    _, told = one.reset(seed=_SEED)
    steps, began = 0, process_time()
    while (spent := process_time() - began) < seconds / 2 or not steps:
        _, _, over, _, told = one.step(int(told["action_mask"].argmax()))
        if over:
            _, told = one.reset()
        steps += 1
    return EnvPace(_PLACES, together, steps / spent)


def ordinary_search(seconds: float) -> SearchPace:
    """The search over full hands as they come up when people play alone: random tops and hands
    with an official set of commands, fires included."""
    rng = Random(_SEED)
    took: list[float] = []
    hardest, most = random_turn(rng), 0
    while sum(took) < seconds or not took:
        turn = random_turn(rng)
        took.append(_time(turn))
        visited = search_size(turn)
        if visited > most:
            hardest, most = turn, visited
    return SearchPace(len(took), sum(took) / len(took), max(took), most, hardest)


def hardest_search(seconds: float) -> SearchPace:
    """The hardest positions that climbing finds, with a budget of visits for ``seconds``."""
    rng = Random(_SEED)
    budget = int(seconds * _VISITS_PER_SECOND)
    hardest, most, tried = random_turn(rng), 0, 0
    current, size, idle = hardest, -1, 0
    while budget > 0:
        if idle > _GIVE_UP_AFTER:
            current, size, idle = random_turn(rng), -1, 0
        turn = changed(current, rng)
        visited = search_size(turn)
        tried += 1
        budget -= visited + 10  # also positions that are seen through at once cost something
        idle = 0 if visited > size else idle + 1
        if visited >= size:
            current, size = turn, visited
        if visited > most:
            hardest, most = turn, visited
    took = _time(hardest)
    return SearchPace(tried, took, took, most, hardest)


def known_search() -> SearchPace:
    """The search over the hardest positions that are known."""
    turns = [turn_of(text) for text in KNOWN]
    took = [_time(turn) for turn in turns]
    hardest = max(turns, key=search_size)
    return SearchPace(len(turns), sum(took) / len(took), max(took), search_size(hardest), hardest)


def _time(turn: Turn) -> float:
    began = process_time()
    completes(turn)
    return process_time() - began


def random_turn(rng: Random) -> Turn:
    """A full hand at the start of a turn, over random tops and with an official set of commands."""
    cards = rng.sample(HARD_RULES.cards, _HAND + len(HARD_RULES.ups))
    plain = [card for card in HARD_RULES.cards if card not in HARD_RULES.fires]
    carriers = rng.sample(plain, len(Command) * COMMAND_COPIES)
    kinds = [kind for kind in Command for _ in range(COMMAND_COPIES)]
    tops = [card if rng.random() < 0.95 else None for card in cards[_HAND:]]
    left = rng.choice([0, 20])
    hand, minimum = sorted(cards[:_HAND]), rng.choice([HARD_RULES.minimum, 1])
    commands = Commands(dict(zip(carriers, kinds, strict=True)))
    return _possible(_turn(commands, tops, hand, minimum, elsewhere=left))


def _turn(
    commands: Commands, tops: list[Card | None], hand: list[Card], minimum: int, elsewhere: int
) -> Turn:
    """A position at the start of a turn, made up without the game around it."""
    return Turn(HARD_RULES, commands, tuple(tops), tuple(hand), (), minimum, elsewhere)


def changed(turn: Turn, rng: Random) -> Turn:
    """``turn`` with one to three cards or commands exchanged for others."""
    hand, tops, kinds = list(turn.hand), list(turn.tops), dict(turn.commands)
    for _ in range(rng.choice([1, 1, 2, 3])):
        free = [card for card in HARD_RULES.cards if card not in hand and card not in tops]
        what = rng.random()
        if what < 0.4:
            hand[rng.randrange(len(hand))] = rng.choice(free)
        elif what < 0.6:
            fires = [card for card in free if card in HARD_RULES.fires]
            tops[rng.randrange(len(tops))] = rng.choice(free + 10 * fires)
        else:
            held = {card for card in (*hand, *tops) if card is not None}
            _exchange_commands(kinds, rng.choice(sorted(held)), held, rng)
    return _possible(
        replace(turn, hand=tuple(sorted(hand)), tops=tuple(tops), commands=Commands(kinds))
    )


def _exchange_commands(
    kinds: dict[Card, Command], card: Card, held: set[Card], rng: Random
) -> None:
    """Give ``card`` another command or none, in exchange with a card that is not ``held``, so that
    the set stays an official one."""
    wanted = rng.choice([None, None, None, *Command])
    plain = [c for c in HARD_RULES.cards if c not in HARD_RULES.fires and c not in held]
    others = [c for c in plain if kinds.get(c) is wanted]
    if card in HARD_RULES.fires or not others:
        return
    other = rng.choice(others)
    mine, theirs = kinds.pop(card, None), kinds.pop(other, None)
    if theirs is not None:
        kinds[card] = theirs
    if mine is not None:
        kinds[other] = mine


def _possible(turn: Turn) -> Turn:
    """``turn`` as it can come up: no skull on top at its start (X2), and a minimum of one card
    when no other cards are left (B7)."""
    tops = tuple(None if turn.commands.on(top) is Command.SKULL else top for top in turn.tops)
    return replace(turn, tops=tops, minimum=1 if turn.elsewhere == 0 else turn.minimum)


def turn_text(turn: Turn) -> str:
    """A position in one line, for looking at it: rows, hand, commands, minimum, other cards."""
    names = turn.rules.edition.row_names
    rows = "/".join(
        f"{name}:{'' if top is None else top}" for name, top in zip(names, turn.tops, strict=True)
    )
    held = {card for card in (*turn.hand, *turn.tops) if card is not None}
    shown = [card for card in turn.commands if card in held]
    commands = ".".join(f"{card}:{turn.commands[card]}" for card in shown)
    hand = ".".join(map(str, turn.hand))
    return f"{rows} {hand} {commands or '-'} minimum={turn.minimum} elsewhere={turn.elsewhere}"


def turn_of(text: str) -> Turn:
    """The position that :func:`turn_text` wrote; commands on cards elsewhere do not matter."""
    rows, hand, commands, minimum, elsewhere = text.split(" ")
    tops = [row.partition(":")[2] for row in rows.split("/")]
    kinds = dict(word.split(":") for word in commands.split(".")) if commands != "-" else {}
    return _turn(
        Commands({int(card): kind for card, kind in kinds.items()}),
        [int(top) if top else None for top in tops],
        [int(card) for card in hand.split(".")],
        minimum=int(minimum.partition("=")[2]),
        elsewhere=int(elsewhere.partition("=")[2]),
    )
