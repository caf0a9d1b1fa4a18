"""Train a small player on one core in minutes, measure it beside `greedy`, and let it play.

    python3 examples/train_small.py train small.npz       # about four minutes
    python3 examples/train_small.py measure small.npz
    ninetyeight arena --bot "program:python3 examples/train_small.py play small.npz" --games 20

How it decides: every legal action leads to a position, its *afterstate*; a small network says how
many cards will probably be left in the end; the best position is taken. How it learns: it plays
whole games with itself, and the network is fitted to how they went on and ended. It needs
the extras `envs` and `fast`; the documentation, on the page about learning, walks through it.
"""

import argparse
import errno
import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from ninetyeight.bots.kernel import play_many
from ninetyeight.envs.after import after
from ninetyeight.envs.encoder import Encoder
from ninetyeight.envs.layout import layout_of
from ninetyeight.envs.vector import TeamVectorEnv
from ninetyeight.rules import Rules
from ninetyeight.wire import view_from_json

#: The network tells the chance to have no more cards left than each of these, so that there is
#: something to learn from games that are far from won. What counts most is the first.
LADDER = np.array([0, 3, 8, 15, 25, 45, 60, 75])
WORTH = np.array([1, 0.15, 0.08, 0.05, 0.04, 0.03, 0.02, 0.02], np.float32)
#: Rounds played by the rule of thumb alone, and how many rounds are remembered.
COLD, REMEMBERED = 3, 10


def inputs(layout, observations):
    """What the network is shown: counts, mostly, and rows of one direction in no order."""

    def part(name, scale):
        return layout.take(observations, name) * np.float32(scale)

    found = [part("hand_rows", 0.2), part("unseen_rows", 0.1), part("owed", 0.5)]
    found += [part("laid", 0.2), part("draw", 0.02), part("draw_empty", 1), part("left", 0.02)]
    found += [part("hand_sizes", 0.2)[:, :1], part("turn", 1)[:, :1]]
    for fit in (part("hand_fit", 0.05), part("unseen_fit", 0.05)):
        found += [np.sort(fit[:, :2], axis=1), np.sort(fit[:, 2:], axis=1)]
    for near in (part("hand_near", 0.5), part("unseen_near", 0.5)):
        found.append(near[:, :, :12].sum(axis=1))  # tricks, and one to ten ahead
    return np.concatenate(found, axis=1)


class Value:
    """A network with one hidden layer: observations in, the ladder's chances out."""

    def __init__(self, players, hidden, rng):
        self.players = players
        self.layout = layout_of(Rules.of("original", players=players))
        seen = inputs(self.layout, np.zeros((1, self.layout.size), np.int8)).shape[1]
        self.weights = [
            rng.normal(0, seen**-0.5, (seen, hidden)).astype(np.float32),
            rng.normal(0, 0.1 * hidden**-0.5, (hidden, len(LADDER))).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(len(LADDER), np.float32),
        ]
        self.moments = [np.zeros((2, *weight.shape), np.float32) for weight in self.weights]
        self.steps = 0

    def __call__(self, observations):
        return self.forward(inputs(self.layout, observations))[1]

    def forward(self, x):
        into, out, bias, base = self.weights
        active = np.maximum(x @ into + bias, 0)
        return active, 1 / (1 + np.exp(-np.clip(active @ out + base, -30, 30)))

    def learn(self, x, truth, rate):
        """One step of Adam on the cross-entropy between what it says and what turned out."""
        active, said = self.forward(x)
        wrong = (said - truth) / len(x)
        inner = (wrong @ self.weights[1].T) * (active > 0)
        slopes = [x.T @ inner, active.T @ wrong, inner.sum(axis=0), wrong.sum(axis=0)]
        self.steps += 1
        for weight, (mean, square), slope in zip(self.weights, self.moments, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-7
            weight -= rate * mean / (1 - 0.9**self.steps) / size


def rule_of_thumb(layout, observations):
    """Cards that the rows still take: who keeps them many moves rows little and loves tricks."""
    fit = layout.take(observations, "hand_fit") + layout.take(observations, "unseen_fit")
    return fit.sum(axis=1, dtype=np.float32)


def best(games, scores):
    """The rows with the highest score, one for each game."""
    order = np.lexsort((scores, games))
    return order[np.flatnonzero(np.diff(games[order], append=-1))]


def play_round(envs, value, score, rng, keep=0.0, trace=1.0, **reset):
    """Play every game to its end: cards left in each, and a share of the positions met together
    with what they turned out to be worth. With a ``trace`` below 1 a result reaches back only so
    far; what came before is judged by the positions that followed as well."""
    envs.reset(**reset)
    met = []
    while len((found := envs.afterstates()).games):
        said = value(found.observations)
        chosen = best(found.games, score(said, found) - 100 * found.losing)
        actions = np.zeros(envs.num_envs, np.int64)
        actions[found.games[chosen]] = found.actions[chosen]
        envs.step(actions)
        kept = rng.random(len(chosen)) < keep
        shown = inputs(envs.layout, found.observations[chosen[kept]])
        met.append((found.games[chosen], said[chosen], kept, shown))
    left = envs.layout.take(envs.arrays.observations, "left")[:, 0].astype(np.int64)
    turned_out = (left[:, None] <= LADDER).astype(np.float32)
    worth = []
    for games, said, kept, _ in reversed(met):  # from the last move back to the first
        worth.append(turned_out[games[kept]])
        turned_out[games] = trace * turned_out[games] + (1 - trace) * said
    return left, np.concatenate([shown for *_, shown in met]), np.concatenate(worth[::-1])


def train_round(envs, value, rng, memory, number, fading, seed):
    """Play one round and learn from it and those before; cards left in the games of the value."""
    # The first rounds, and a share of the games for a while, go by the rule of thumb, each with a
    # carelessness of its own: without them it would never see what good play leads to.
    share = 1 if number < COLD else max(0, 0.3 * (2.5 * fading - 1.5))
    thumb = np.arange(envs.num_envs) < share * envs.num_envs
    careless = 4 * rng.random(envs.num_envs)

    def score(said, found):
        noise, at = rng.gumbel(size=len(said)), found.games
        simple = rule_of_thumb(envs.layout, found.observations) + careless[at] * noise
        return np.where(thumb[at], simple, said @ WORTH * (1 + 0.01 * fading * noise))

    options = {"first_game": number * envs.num_envs}
    trace = 1 if number < COLD else 0.9  # at first the network's own judgement is worth nothing
    left, *met = play_round(envs, value, score, rng, 0.3, trace, seed=seed, options=options)
    memory[:] = [*memory, met][-REMEMBERED:]
    shown, worth = (np.concatenate(part) for part in zip(*memory, strict=True))
    for batch in np.array_split(rng.permutation(len(shown)), len(shown) // 512 + 1):
        value.learn(shown[batch], worth[batch], rate=0.004 * fading + 0.0001)
    return left if thumb.all() else left[~thumb]


def train(players=3, rounds=120, games=512, hidden=64, seed=1, tell=None):
    """A trained value; the same for the same arguments. Ctrl-C ends it early without loss."""
    rng = np.random.default_rng(seed)
    value = Value(players, hidden, rng)
    envs = TeamVectorEnv(games, players=players, starter=0, autoreset_mode="Disabled")
    memory = []
    try:
        for number in range(rounds):
            left = train_round(envs, value, rng, memory, number, 1 - number / rounds, seed)
            if tell is not None:
                tell(number + 1, rounds, left)
    except KeyboardInterrupt:
        print("stopped early; what was learned is kept", file=sys.stderr)
    return value


def measure(value, games, seed=1_000_003):
    """Cards left in each of the same fresh deals: by the value, and by a team of `greedy`."""
    envs = TeamVectorEnv(games, players=value.players, starter=0, autoreset_mode="Disabled")
    rng = np.random.default_rng(seed)
    mine, *_ = play_round(envs, value, lambda said, _: said @ WORTH, rng, seed=seed)
    greedy = play_many(envs.settings.rules, "greedy", games, seed, starter=0)
    return mine, greedy.left.astype(np.int64)


class Player:
    """The value as a player: from a view to a move."""

    def __init__(self, value):
        self.value, self.encoder = value, None

    def move(self, view):
        if self.encoder is None or self.encoder.rules != view.rules:
            self.encoder = Encoder(view.rules)
        legal = list(view.legal)
        moves = [move for move in legal if str(move) != "back"] or legal
        seen = np.array([self.encoder.encode(after(view, move)) for move in moves])
        losing = np.array([view.loses(move) for move in moves])
        return moves[int(np.argmax(self.value(seen) @ WORTH - 100 * losing))]


def answer_questions(player):
    """Play as a program: one line of JSON in, one line out."""
    for line in sys.stdin:
        question = json.loads(line)
        kind, reply = question["type"], {"name": "small"}
        if kind == "move":
            reply = {"move": str(player.move(view_from_json(question["view"])))}
        elif kind != "hello":
            reply = {kind: None if kind == "offer" else {}}
        print(json.dumps(reply), flush=True)


def check_place(file):
    """OSError when nothing can be kept in that file: to be known before minutes of training."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    with tempfile.TemporaryFile(dir=file.parent):
        pass


def save(value, file):
    """Keep a value in a file: all of it, or the file stays as it was."""
    part = file.with_name(file.name + ".part")
    with part.open("wb") as kept:
        np.savez(kept, *value.weights, players=value.players)
    part.replace(file)


def save_somewhere(value, file):
    """Keep a value in that file, or elsewhere when the disk has become full; where it is now."""
    try:
        save(value, file)
    except OSError as trouble:
        print(f"{file} cannot be written: {trouble.strerror}", file=sys.stderr)
        file = Path(tempfile.mkdtemp(prefix="train_small-")) / file.name
        save(value, file)
        print(f"what was learned is kept in {file}", file=sys.stderr)
    return file


def load(file):
    """The value that a file keeps."""
    with np.load(file) as kept:
        weights = [kept[f"arr_{place}"] for place in range(4)]
        value = Value(int(kept["players"]), weights[0].shape[1], np.random.default_rng(0))
    value.weights = weights
    return value


def interval(values):
    """A mean with its 95 % interval."""
    values = np.asarray(values, np.float64)
    return f"{values.mean():.3f} ± {1.96 * values.std(ddof=1) / len(values) ** 0.5:.3f}"


def main():
    """Train, measure or play, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["train", "measure", "play"])
    parser.add_argument("file", type=Path, help="where the trained player is kept")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=120, help="of 512 games each")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same player")
    parser.add_argument("--games", type=int, default=4000, help="fresh deals to measure")
    given = parser.parse_args()
    if given.what == "play":
        answer_questions(Player(load(given.file)))
        return
    if given.what == "train":
        try:
            check_place(given.file)
        except OSError as trouble:
            parser.error(f"nothing can be kept in {given.file}: {trouble.strerror}")
        began = time.process_time()

        def tell(number, rounds, left):
            spent, won = time.process_time() - began, np.mean(left == 0)
            print(f"round {number} of {rounds}: {spent:.0f} s, won {won:.1%}", end=", ")
            print(f"{left.mean():.1f} cards left", flush=True)

        learned = train(given.players, given.rounds, seed=given.seed, tell=tell)
        given.file = save_somewhere(learned, given.file)
    mine, greedy = measure(load(given.file), given.games)
    print(f"{given.games} fresh deals: small, greedy, difference")
    for what, ours, theirs in (("won", mine == 0, greedy == 0), ("cards left", mine, greedy)):
        shown = map(interval, (ours, theirs, ours.astype(int) - theirs))
        print(f"{what:10}", *shown, sep="   ")


if __name__ == "__main__":
    main()
